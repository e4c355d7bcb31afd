"""Whether an outcome may be named: pro, con or no call, and why."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import field, replace
from functools import cached_property, partial

import numpy as np
from numpy.typing import ArrayLike

from debate_core.domain.frozen import FrozenValue
from debate_core.domain.numerals import TOLERANCE, near_text, share_words
from debate_core.domain.transcript import Side
from debate_core.measuring.additive import floor_of
from debate_core.measuring.agreement import Kappa
from debate_core.measuring.arrays import Floats, as_weights
from debate_core.measuring.estimate import Alpha, Estimate
from debate_core.measuring.gap import Reading, ballot_of, read_gap
from debate_core.measuring.table import PanelTable, Standings, Variant, panel_table
from debate_core.phrases import between_text, estimate_text, required_text, unreliable_text, value_text
from debate_core.verdicts import cautions
from debate_core.verdicts.evidence import (
    Decision,
    Evidence,
    RuledEvidence,
    apply_rules,
    below,
    evidence,
    evidence_on,
)
from debate_core.verdicts.rules import DEFAULT, DEFAULTS, Preset, Rules, rules_of

AHEAD_FROM = 0.90
"""How likely the better a side must be to be ahead where it isn't named. Our own."""
CELLS = 1_000_000
"""Numbers held at once in judges' shares of a table's residuals, so that memory stays bounded."""


class Outcome(FrozenValue):
    """The judgement on one table; ``reasons`` block, ``cautions`` don't. ``basis``: what it rests on.

    ``ahead``: the side that isn't named only because judges may share errors.
    """

    call: Decision
    basis: RuledEvidence = field(repr=False)
    ahead: Side | None = None

    @cached_property
    def reasons(self) -> tuple[str, ...]:
        """Why no side is named, first the one judge that runs against the others; empty where a side is named."""
        reasons = tuple(_reasons(self.basis))
        return (*cautions.odd_judge_text(self.odd, self.basis), *reasons) if reasons else ()

    @cached_property
    def odd(self) -> cautions.OddJudge | None:
        """The one judge that runs against the others, by the default rules."""
        basis, judges = self.basis, self.basis.gap.judges
        if basis.rules.kind != "default" or len(judges) < 3 or _undecidable_reasons(basis):
            return None
        tables = [basis.evidence.table.without_judge(judge) for judge in judges]
        return cautions.odd_judge(basis, ((one.call, one.basis) for one in decide_all(tables, basis.rules)))

    @property
    def gap(self) -> float | None:
        """Pro minus con, in points."""
        return self.basis.gap.value

    @property
    def interval(self) -> tuple[float, float] | None:
        """The gap's interval, at the rules' level."""
        return self.basis.gap.interval

    @property
    def likely(self) -> tuple[float, float] | None:
        """The same interval, if the judges share as much of their errors as the rules assume."""
        return self.basis.widened.interval

    @property
    def p_pro(self) -> float | None:
        """The chance that pro is better; by the default rules from the larger of the widened error and that of the
        judges' own gaps."""
        return self.basis.cautious.p_pro

    @property
    def divergent(self) -> tuple[int, ...]:
        """The arguments, by index, on which the judges part."""
        return self.basis.divergent

    @property
    def alpha(self) -> Alpha:
        """How alike the judges scored."""
        return self.basis.evidence.agreed.alpha

    @property
    def kappa(self) -> Kappa | None:
        """How alike their standings are; None without standings."""
        return self.basis.evidence.agreed.kappa

    @property
    def z_gap(self) -> float | None:
        """The classic gap on z-scores; None under other rules."""
        return self.basis.evidence.z_gap if self.basis.rules.kind == "classic" else None

    @property
    def reading(self) -> Reading | None:
        """How large the gap is, in words."""
        return None if self.gap is None else read_gap(self.gap, named=self.call != "no_call")

    @cached_property
    def cautions(self) -> tuple[str, ...]:
        """What a reader should still know."""
        odd = cautions.odd_judge_text(self.odd, self.basis) if self.call != "no_call" else ()
        return (*odd, *cautions.cautions_on(self.basis, self.call))

    def _repr_markdown_(self) -> str:
        """The call, the lead and what a reader should know, as a notebook shows them."""
        lead = estimate_text(self.basis.gap, "lead")
        lines = (f"- {one}" for one in (*self.reasons, *self.cautions))
        return "\n".join((f"**{call_title(self.call, self.ahead)}.** Lead: {lead}.", "", *lines))

    @property
    def rests_on(self) -> tuple[float | None, ...]:
        """The figures the rule on the gap looks at: what robustness compares."""
        if self.basis.rules.kind == "classic":
            return (self.z_gap,)
        likely = (self.basis.gap, self.basis.gap.by_judge, self.basis.widened)
        return (self.gap, *(end for one in likely for end in one.interval or (None, None)))

    @property
    def undecidable(self) -> bool:
        """Whether no score could have named a side: too few judges, no gap or no range of it, or a defect."""
        ranged = self.rests_on[1:] if self.basis.rules.kind == "default" else self.rests_on
        return bool(_undecidable_reasons(self.basis)) or all(one is None for one in ranged)


def call_title(call: Decision, ahead: Side | None = None) -> str:
    if call != "no_call":
        return f"{call.upper()} argued better"
    return f"No call: {ahead.upper()} is ahead" if ahead else "No call"


def outcome(  # noqa: PLR0913  other programs call it so
    ratings: ArrayLike,
    sides: Sequence[str] | None,
    standings: Sequence[Sequence[str | None]] | None = None,
    rules: Preset | Rules = "default",
    weights: ArrayLike | None = None,
    scale: tuple[float, float] | None = None,
    step: float | None = None,
) -> Outcome:
    """The whole judgement on one table (n_judges, n_items), without a debate.

    A failed judge is a row of NaN: rows count as the configured panel. ``weights`` (n_judges,) are equal when not
    given; ``standings`` has one label an argument and judge, ``None`` missing. ``scale``: the lowest and highest score
    that could be given, in the ratings' unit (not given: ``assumed_scale``), and ``step`` how far two neighbouring
    scores lie apart, where that is known: what no error is taken to be below follows from them. Without sides (None)
    there is no gap and no call, and the agreement all the same. An undefined figure is ``None`` and fires no rule, but
    that by default no side is named on a lead without a range. Raises ValueError for whatever has another shape, for
    unknown sides, labels or rules, for a score outside the scale given, and for a scale without width or a step that is
    not above 0. Source: the rules are our own, see docs/method.md; the figures have theirs in ``measuring``.

        >>> panel = [[8, 8, 7, 4, 3, 4], [9, 8, 8, 5, 4, 4], [7, 8, 7, 3, 3, 4]]
        >>> found = outcome(panel, ["pro"] * 3 + ["con"] * 3)
        >>> found.call, round(found.gap, 2), found.reasons
        ('pro', 4.0, ())
    """
    table = panel_table(ratings, sides, standings, weights)
    low, high = scale or assumed_scale(table.ratings)
    if (scale and not low < high) or (step is not None and not step > 0):
        raise ValueError(f"expected a scale from low to high and a step above 0, got {scale!r} and {step!r}")
    if ((table.ratings < low) | (table.ratings > high)).any():
        raise ValueError(f"ratings: expected scores on the scale from {low:g} to {high:g}")
    floor = floor_of(high - low, (step or 0.0) ** 2)
    chosen = rules if isinstance(rules, Rules) else rules_of(rules, DEFAULTS)
    return decide(evidence(replace(table, floor=floor)), chosen)


def assumed_scale(ratings: Floats) -> tuple[float, float]:
    """1 to 10 where all scores, NaN missing, lie within it; else from the lowest that was given to the highest.

    >>> [assumed_scale(np.array([scores])) for scores in ([1.0, np.nan, 10.0], [0.25, 0.75], [2.0, 11.0])]
    [(1.0, 10.0), (0.25, 0.75), (2.0, 11.0)]
    """
    given, low, high = ratings[~np.isnan(ratings)], 1.0, 10.0
    outside = (given < low) | (given > high)
    return (float(given.min()), float(given.max())) if outside.any() else (low, high)


def decide(evidence: Evidence, rules: Rules = DEFAULT) -> Outcome:
    """Hold the evidence on one table against the rules: ours, see docs/method.md."""
    return _conclude(apply_rules(evidence, rules))


def without_divergence(concluded: Outcome, arguments: Collection[int]) -> Outcome:
    """The outcome if these arguments, by index, did not count as divergent; all else of the evidence stays.

    >>> found = outcome([[9, 2, 8, 4], [2, 9, 8, 3], [9, 2, 7, 4], [2, 9, 7, 3]], ["pro", "pro", "con", "con"])
    >>> without_divergence(found, found.divergent).divergent
    ()
    """
    return _conclude(replace(concluded.basis, excluded=frozenset(arguments)))


def _conclude(basis: RuledEvidence) -> Outcome:
    if any(_reasons(basis, shared=False)):
        return Outcome(call="no_call", basis=basis)
    value = basis.evidence.z_gap if basis.rules.kind == "classic" else basis.gap.value
    assert value is not None
    side: Side = "pro" if value > 0 else "con"
    if _shared_reason(basis) is None:
        return Outcome(call=side, basis=basis)
    p_pro = basis.cautious.p_pro
    sure = p_pro is not None and not below(p_pro if side == "pro" else 1.0 - p_pro, AHEAD_FROM)
    return Outcome(call="no_call", basis=basis, ahead=side if sure else None)


def decide_all(tables: Sequence[PanelTable], rules: Rules = DEFAULT) -> Iterator[Outcome]:
    """The outcome of each table, all measured at once."""
    return (decide(evidence, rules) for evidence in evidence_on(tables))


def decide_variants(
    table: PanelTable, tried: Sequence[Variant], rules: Rules = DEFAULT
) -> tuple[Outcome, ...]:
    """The outcome of a table, then that under each change to it.

    Extreme scores left out move the gap alone: how sure it is, and all else, stays as all scores have it, since scores
    kept for lying close together tell too little of their errors. Errors in common take the place of those that
    the rules assume.
    """
    base, *outcomes = decide_all([table, *(one.table for one in tried)], rules)
    return base, *(_vary(base.basis, one, result) for one, result in zip(tried, outcomes, strict=True))


def _vary(basis: RuledEvidence, one: Variant, outcome_of: Outcome) -> Outcome:
    if one.kind == "scores":
        of = replace(basis.evidence, z_gap=outcome_of.basis.evidence.z_gap)
        value = one.table.mean_gap if basis.gap.value is not None else None
        by_judge = replace(basis.gap.by_judge, value=value)
        return _conclude(replace(basis, evidence=of, gap=replace(basis.gap, value=value, by_judge=by_judge)))
    if one.kind == "shared":
        return _conclude(replace(basis, assumed=one.share))
    return outcome_of


def decide_many(
    ratings: Floats,
    sides: Sequence[str],
    standings: Sequence[Standings] | None = None,
    rules: Rules = DEFAULT,
    shared: Floats | None = None,
) -> Iterator[Outcome]:
    """``decide`` on each table of a stack (n, n_judges, n_items) with equal weights, and its standings where given;
    ``shared`` (n_judges, n_judges) as a ``PanelTable`` has it."""
    n, judges, items = ratings.shape
    given = partial(PanelTable, sides=tuple(sides), weights=as_weights(None, judges), shared=shared)
    rulings: Sequence[Standings | None] = standings or [None] * n
    step = max(1, CELLS // max(1, (judges * items) * max(judges, items)))
    for start in range(0, n, step):
        part = slice(start, start + step)
        tables = [
            given(ratings=one, own=one, standings=labels)
            for one, labels in zip(ratings[part], rulings[part], strict=True)
        ]
        yield from decide_all(tables, rules)


def _undecidable_reasons(basis: RuledEvidence) -> tuple[str, ...]:
    """What bars any side: too few judges for an outcome, or for the gap (people take no judge's place); else scores
    that mean nothing."""
    table, measured = basis.evidence.table, basis.gap
    panel, defects = table.judges, tuple(filter(None, [table.defect]))
    taking, usable = sum(judge < panel for judge in measured.judges), len(table.usable_judges)
    if usable < 2:
        subject = "No judge" if usable == 0 else "Only 1 judge"
        return (f"A verdict needs at least 2 judges. {subject} of {panel} gave usable scores.",)
    if usable * 2 < panel:
        return (f"Only {usable} of {panel} judges gave usable scores, fewer than half the panel.",)
    if measured.value is None or taking > 1:
        return defects
    # One without scores on a side, or without weight, has no part in the lead.
    subject = "only 1 does" if taking else "none does"
    return (f"A verdict needs at least 2 judges who scored both sides and have a weight; {subject}.",)


def _reasons(basis: RuledEvidence, *, shared: bool = True) -> Iterator[str]:
    table = basis.evidence.table
    if reasons := _undecidable_reasons(basis):
        yield from reasons
        return
    if reason := _agreement_reason(basis):
        yield reason
    if basis.rules.kind == "classic":
        yield from _classic_reasons(basis)
        return
    checks = (_unreliable_reason, _split_reason, _too_close_reason, *([_shared_reason] if shared else []))
    yield from filter(None, (check(basis) for check in checks))
    share, total = basis.rules.divergent_share, table.ratings.shape[1]
    # Only where enough are wide apart is it tested which diverge.
    wide = basis.divergence.wide(basis.rules.divergence_spread).sum()
    if wide > share * total and (divergent := len(basis.divergent)) > share * total:
        limit = "a third" if abs(share - 1 / 3) < TOLERANCE else share_words(share)
        yield (
            f"{table.subject_text} disagree on {divergent} of {total} arguments, more than {limit}: an average would "
            "hide that."
        )


def _agreement_reason(basis: RuledEvidence) -> str | None:
    rules, score = basis.rules, basis.alpha
    if score is None or not below(score, rules.alpha_least):
        return None
    kappa = cautions.low_kappa(basis) if rules.agreement_blocks or rules.kind == "classic" else None
    if kappa is None and not rules.alpha_alone:
        return None
    on_z = " on z-scores" if rules.kind == "classic" else ""
    scores = f"scores{on_z} {required_text(score, rules.alpha_least)}"
    rulings = "" if kappa is None else f", rulings {required_text(kappa, rules.kappa_least)}"
    return f"{basis.evidence.table.subject_text} agree less than we require: {scores}{rulings}."


def _unreliable_reason(basis: RuledEvidence) -> str | None:
    relative, minimum = basis.relative, basis.rules.relative_least
    if relative is None or basis.gap.value is None or not below(relative, minimum):
        return None
    return f"{unreliable_text(relative, minimum)}."


def _split_reason(basis: RuledEvidence) -> str | None:
    measured = basis.gap
    within = measured.by_judge.interval
    if within is None or not cautions.covers_zero(within):
        return None
    own = measured.sides.side_means[list(measured.judges)]
    split = {"PRO", "CON"} <= {ballot_of(one) for one in (own[:, 0] - own[:, 1]).tolist()}
    if cautions.covers_zero(measured.interval) and not split:
        return None
    finding = (
        f"{basis.evidence.table.subject_text} are split" if split else "Other judges might see it differently"
    )
    return f"{finding}: for similar panels {_likely_text(basis, measured.by_judge)}."


def _likely_text(basis: RuledEvidence, lead: Estimate) -> str:
    """Where the lead likely is; a range that spans the whole scale says nothing, unless the scale is one point."""
    width = basis.evidence.table.floor.width
    if lead.interval and lead.interval[0] <= -width < width <= lead.interval[1]:
        return "any lead is possible"
    return f"the lead is {between_text(lead, 'lead')}"


def _too_close_reason(basis: RuledEvidence) -> str | None:
    measured = basis.gap
    if measured.value is None:
        return f"The lead can't be computed: {measured.reason}."
    if measured.interval is None and basis.rules.kind == "default":
        return f"The lead has no range: {measured.reason}."
    if cautions.covers_zero(measured.interval):
        return f"The sides are too close: even if no mistakes are shared, {_likely_text(basis, measured)}."
    if abs(measured.value) < TOLERANCE:
        return "The sides are level: the lead is 0."
    return None


def _shared_reason(basis: RuledEvidence) -> str | None:
    if not cautions.covers_zero(basis.widened.interval) or cautions.covers_zero(basis.gap.interval):
        return None
    return (
        f"{basis.evidence.table.subject_text} may share mistakes: if they share {share_words(basis.share)} of their "
        f"chance mistakes, {_likely_text(basis, basis.widened)}."
    )


def _classic_reasons(basis: RuledEvidence) -> Iterator[str]:
    rules, z_gap, table = basis.rules, basis.evidence.z_gap, basis.evidence.table
    if divergent := len(basis.divergent):
        total = table.ratings.shape[1]
        yield (
            f"{table.subject_text} disagree on {divergent} of {total} arguments: the variance of their z-scores there "
            f"is {value_text(rules.z_variance)} or more."
        )
    if z_gap is None:
        yield "The lead can't be computed: no score can be used."
    elif below(abs(z_gap), rules.z_gap) or abs(z_gap) < TOLERANCE:
        size = ("" if z_gap >= 0 else "−") + near_text(abs(z_gap), rules.z_gap)
        yield (
            f"The sides are too close: the lead is {size} on z-scores, and we require "
            f"{value_text(rules.z_gap)} either way."
        )
