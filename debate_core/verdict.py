"""Whether an outcome may be named: pro, con or no call, and why.

Reads one table of ratings under one set of rules; asks no model and stores nothing. Invariant: an
undefined statistic fires no rule and is said as a caution; the gap reported is in score points.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from debate_core.cautions import cautions_on
from debate_core.evidence import TIE, Call, Evidence
from debate_core.measuring.agreement import Alpha, Kappa, alpha, alpha_value, kappa
from debate_core.measuring.arrays import as_sides
from debate_core.measuring.calibration import calibrate
from debate_core.measuring.divergence import Divergence, classic_variances, diverge
from debate_core.measuring.gap import Gap, Reading, SideResults, gap_of, read_gap
from debate_core.measuring.table import PanelTable, panel_table
from debate_core.numerals import beside, coefficient, share_words, span_beside_zero
from debate_core.rules import DEFAULT, USUAL, Preset, Rules, rules_of


@dataclass(frozen=True, kw_only=True)
class Outcome:
    """The judgement on one table. ``gap`` in points; ``reasons`` block, ``cautions`` don't.

    ``divergent`` are argument indices. ``usable`` of ``panel`` judges scored anything.
    """

    call: Call
    gap: float | None
    interval: tuple[float, float] | None
    se: float | None
    p_pro: float | None
    reasons: tuple[str, ...]
    cautions: tuple[str, ...]
    divergent: tuple[int, ...]
    sides: SideResults
    reading: Reading | None
    usable: int
    panel: int
    rules: Rules
    alpha: Alpha
    kappa: Kappa | None
    divergence: Divergence
    z_gap: float | None = None

    @property
    def rests_on(self) -> tuple[float | None, ...]:
        """The figures the rule on the gap looks at: what robustness compares."""
        if self.rules.kind == "classic":
            return (self.z_gap,)
        return (self.gap, *(self.interval or (None, None)))


def outcome(
    ratings: ArrayLike,
    sides: Sequence[str],
    standings: Sequence[Sequence[str | None]] | None = None,
    rules: Preset | Rules = "default",
    weights: ArrayLike | None = None,
    *,
    own: ArrayLike | None = None,
) -> Outcome:
    """The whole judgement on one table (n_judges, n_items), without a debate.

    ``ratings`` are common composites (agreement, divergence), ``own`` each judge's own (the gap;
    the same when not given). A failed judge is a row of NaN: rows count as the configured panel.

    >>> panel = [[8, 8, 7, 4, 3, 4], [9, 8, 8, 5, 4, 4], [7, 8, 7, 3, 3, 4]]
    >>> found = outcome(panel, ["pro"] * 3 + ["con"] * 3)
    >>> found.call, round(found.gap, 2), found.reasons
    ('pro', 4.0, ())
    """
    return decide(panel_table(ratings, sides, standings, weights, own), named_rules(rules))


def named_rules(rules: Preset | Rules) -> Rules:
    """A preset by name, or the rules themselves.

    >>> named_rules("classic").z_variance
    3.0
    """
    return rules if isinstance(rules, Rules) else rules_of(rules, USUAL)


def decide(table: PanelTable, rules: Rules = DEFAULT) -> Outcome:
    """The same on a checked table; robustness calls this on changed ones."""
    evidence = weigh(table, rules)
    ruling = rule(evidence, table, rules)
    measured = evidence.gap
    return Outcome(
        call=ruling.call,
        gap=measured.value,
        interval=measured.interval,
        se=measured.se,
        p_pro=measured.p_pro,
        reasons=ruling.reasons,
        cautions=cautions_on(evidence, table, ruling.call, rules),
        divergent=evidence.divergent,
        sides=measured.sides,
        reading=None if measured.value is None else read_gap(measured.value),
        usable=len(table.usable),
        panel=table.ratings.shape[0],
        rules=rules,
        alpha=evidence.alpha,
        kappa=evidence.kappa,
        divergence=evidence.divergence,
        z_gap=evidence.z_gap,
    )


@dataclass(frozen=True, kw_only=True)
class Ruling:
    """What the rules say of the evidence: reasons block, and then there is no call."""

    call: Call
    reasons: tuple[str, ...]


def rule(evidence: Evidence, table: PanelTable, rules: Rules) -> Ruling:
    """Hold the evidence on a table against the rules."""
    reasons = _panel_reasons(table) or _part_reasons(evidence) or _reasons(evidence, table, rules)
    return Ruling(call="no_call" if reasons else _favoured(evidence, rules), reasons=reasons)


def weigh(table: PanelTable, rules: Rules) -> Evidence:
    """What the rules look at, on one table."""
    classic = rules.kind == "classic"
    agreement = alpha(table.ratings)
    divergence = diverge(table.ratings, level=rules.divergence_level, least_spread=rules.divergence_spread)
    divergent = divergence.divergent
    if classic:
        variances = classic_variances(table.ratings)
        divergent = tuple(np.flatnonzero(variances >= rules.z_variance).tolist())
    z_alpha = alpha_value(calibrate(table.ratings, "zscore").ratings) if classic else None
    return Evidence(
        alpha=agreement,
        ruling_alpha=z_alpha if classic else agreement.value,
        kappa=None if table.standings is None else kappa(table.standings),
        divergence=divergence,
        divergent=divergent,
        gap=gap_of(table, rules.gap_level),
        z_gap=_classic_gap(table) if classic else None,
    )


def _classic_gap(table: PanelTable) -> float | None:
    """Pro's weighted sum of z-scores minus con's, over the weight of all scores of both sides."""
    z = calibrate(table.own, "zscore").ratings
    weight = np.where(np.isnan(z), 0.0, table.weights[:, None])
    total = float(weight.sum())
    if total <= 0.0:
        return None
    sign = np.where(as_sides(table.sides, z.shape[1]), 1.0, -1.0)
    return float((weight * np.where(np.isnan(z), 0.0, z) * sign).sum()) / total


def _favoured(evidence: Evidence, rules: Rules) -> Call:
    """The side named when nothing blocks."""
    value = evidence.z_gap if rules.kind == "classic" else evidence.gap.value
    assert value is not None
    return "pro" if value > 0 else "con"


def _panel_reasons(table: PanelTable) -> tuple[str, ...]:
    """JP-5: too few judges for any outcome."""
    usable, panel = len(table.usable), table.ratings.shape[0]
    if usable < 2:
        found = "no judge" if usable == 0 else "only 1 judge"
        return (f"An outcome needs at least 2 judges, and {found} of {panel} gave usable scores.",)
    if usable * 2 < panel:
        return (f"Only {usable} of {panel} judges gave usable scores, fewer than half the panel.",)
    return ()


def _part_reasons(evidence: Evidence) -> tuple[str, ...]:
    """JP-5 again, for the gap: a judge without scores on a side, or without weight, has no part in it."""
    if evidence.gap.value is None or len(evidence.gap.judges) > 1:
        return ()
    return (
        "An outcome needs at least 2 judges, and only 1 has a part in the gap (scores on both sides, and a weight).",
    )


def _reasons(evidence: Evidence, table: PanelTable, rules: Rules) -> tuple[str, ...]:
    own = _classic_reasons if rules.kind == "classic" else _default_reasons
    found = (_agreement_reason(evidence, rules), *own(evidence, table, rules))
    return tuple(reason for reason in found if reason is not None)


def _agreement_reason(evidence: Evidence, rules: Rules) -> str | None:
    """Scores and standings both agree too little, or scores alone with the switch."""
    score = evidence.ruling_alpha
    standing = None if evidence.kappa is None else evidence.kappa.value
    if score is None or score >= rules.alpha_least:
        return None
    shown = (
        f"agreement of their scores beyond chance is {beside(score, rules.alpha_least)} "
        f"(Krippendorff's alpha{', on z-scores' if rules.kind == 'classic' else ''}: 1 is full "
        f"agreement, 0 is chance; the rule asks for {coefficient(rules.alpha_least)})"
    )
    if standing is not None and standing < rules.kappa_least:
        return (
            f"The judges agree too little, in scores and in standings: {shown}, and agreement of "
            f"their standings is {beside(standing, rules.kappa_least)} (Fleiss' kappa, read the same way; the rule "
            f"asks for {coefficient(rules.kappa_least)})."
        )
    return f"The judges agree too little: {shown}." if rules.alpha_alone else None


def _default_reasons(evidence: Evidence, table: PanelTable, rules: Rules) -> tuple[str | None, ...]:
    measured, total = evidence.gap, table.ratings.shape[1]
    if measured.value is None:
        close = f"The gap between the sides cannot be computed: {measured.reason}."
    else:
        close = _too_close(measured) or ""
    parted = None
    if len(evidence.divergent) > rules.divergent_share * total:
        parted = (
            f"The judges part on {len(evidence.divergent)} of {total} arguments, more than "
            f"{share_words(rules.divergent_share)}: a mean over opposite readings would mislead."
        )
    return close or None, parted


def _too_close(measured: Gap) -> str | None:
    """The interval of the gap covers 0, or the gap is 0."""
    assert measured.value is not None
    if measured.interval is not None and measured.interval[0] <= 0.0 <= measured.interval[1]:
        return (
            f"The sides are too close to call: with these judges and scores a gap, pro minus con, of "
            f"anything from {span_beside_zero(measured.interval)} points fits ({share_words(measured.level)} "
            "interval), no difference at all included."
        )
    if abs(measured.value) < TIE:
        return "The sides are exactly level: the gap is 0 points."
    return None


def _classic_reasons(evidence: Evidence, table: PanelTable, rules: Rules) -> tuple[str | None, ...]:
    parted = close = None
    if evidence.divergent:
        parted = (
            f"The judges part on {len(evidence.divergent)} of {table.ratings.shape[1]} arguments: "
            f"the variance of their standardised scores there is {coefficient(rules.z_variance)} or "
            "more (z-scores: each judge's distance from its own mean, in its own standard "
            "deviations)."
        )
    if evidence.z_gap is None:
        close = "The gap between the sides cannot be computed: no score can be used."
    elif abs(evidence.z_gap) < rules.z_gap or abs(evidence.z_gap) < TIE:
        close = (
            f"The sides are too close to call: the gap is {_z_words(evidence.z_gap, rules)} on standardised "
            f"scores, and the rule asks for at least {coefficient(rules.z_gap)} either way."
        )
    return parted, close


def _z_words(z_gap: float, rules: Rules) -> str:
    """A gap on z-scores, so that its size can be told from the limit it missed."""
    sign = "" if z_gap >= 0 else "−"
    return f"{sign}{beside(abs(z_gap), rules.z_gap)}"
