"""What a reader of an outcome should still know: cautions, which block nothing."""

import math
from collections.abc import Iterable, Iterator
from statistics import harmonic_mean

import numpy as np

from debate_core.domain.frozen import FrozenValue
from debate_core.domain.numerals import near_text, share_words
from debate_core.domain.wording import capital, side_ahead
from debate_core.measuring.agreement import BANDS, alpha, band_of
from debate_core.measuring.arrays import as_sides, special
from debate_core.measuring.calibration import apart_note
from debate_core.measuring.estimate import Estimate
from debate_core.measuring.shared_errors import ASSUMED, REAL_MODELS
from debate_core.measuring.table import PanelTable
from debate_core.measuring.weights import effective_judges, normalise
from debate_core.phrases import (
    between_text,
    estimate_text,
    lead_text,
    required_text,
    share_beside_text,
    value_text,
)
from debate_core.verdicts.evidence import Decision, RuledEvidence, below

LEVEL = 0.05
"""Of the test of one judge, corrected for testing each. Our own."""


class OddJudge(FrozenValue):
    """The judge by index, its ``own`` gap in points, and what the others ``call`` without it, with their ``gap``."""

    judge: int
    own: float
    call: Decision
    gap: float


def odd_judge(basis: RuledEvidence, others: Iterable[tuple[Decision, RuledEvidence]]) -> OddJudge | None:
    """The one judge whose own gap points away from the side that the others name without it, by more than chance; None
    where there is none, or more than one.

    ``others``: the call without each judge that has a part in the gap, in their order, and what it rests on. Source:
    Student's t of the difference of the two gaps, with the error and the degrees of freedom of the others' residuals;
    Bonferroni's correction for testing each judge. That the others must name a side is our own: see docs/method.md.
    """
    table, judges = basis.evidence.table, basis.gap.judges
    odd = []
    for judge, (call, other) in zip(judges, others, strict=True):
        pro, con = basis.gap.sides.side_means[judge].tolist()
        gap = other.gap.value
        if call == "no_call" or gap is None or (pro - con) * gap >= 0:
            continue
        if _chance(pro - con, table, judge, other) <= LEVEL / len(judges):
            odd.append(OddJudge(judge=judge, own=pro - con, call=call, gap=gap))
    return odd[0] if len(odd) == 1 else None


def _chance(own: float, table: PanelTable, judge: int, others: RuledEvidence) -> float:
    """How often chance alone puts a judge's own gap so far from the others' gap, either way, of which there is a range.

    With n arguments a side, theirs has the variance σ² Σw² Σ 1/n, and the judge's own σ² Σ 1/n of those it scored.
    """
    gap, scored = others.gap, ~np.isnan(table.own)
    assert gap.value is not None and gap.se is not None and gap.df is not None
    pro = as_sides(table.sides or (), scored.shape[1])
    # In proportion to 1/Σ 1/n
    mine, whole = (
        harmonic_mean([int((there & side).sum()) for side in (pro, ~pro)])
        for there in (scored[judge], scored.any(axis=0))
    )
    taking = np.isin(np.arange(others.evidence.table.weights.size), gap.judges)
    panel = effective_judges(normalise(others.evidence.table.weights, taking))
    error = gap.se * math.sqrt(1.0 + panel * whole / mine)
    return float(2.0 * special().stdtr(gap.df, -abs(own - gap.value) / error))


LIMITS = tuple(minimum for minimum, _ in BANDS[:-1])
TASTE = "These numbers can't show a mistake that all judges make."
WARN = "we warn under"
"""Where low agreement keeps no side from being named."""


def cautions_on(basis: RuledEvidence, call: Decision) -> tuple[str, ...]:
    """Everything to be said beside the call; nothing of it blocks. What is said when is our own: docs/method.md."""
    if basis.evidence.table.defect:  # How sure scores are that mean nothing, nobody asks.
        return tuple(_panel_cautions(basis))
    of_figures = filter(None, (_interval_text(basis, call), _both_low_text(basis, call)))
    called = () if call == "no_call" else _called_cautions(basis, call)
    return *_panel_cautions(basis), *_undefined_cautions(basis), *of_figures, *called


def _panel_cautions(basis: RuledEvidence) -> Iterator[str]:
    table, measured = basis.evidence.table, basis.gap
    usable, panel = len(table.usable_judges), table.judges
    if 0 < usable < panel:
        yield f"Only {usable} of {panel} judges gave usable scores."
    if half := sorted(set(table.usable) - set(measured.judges)) if measured.value is not None else []:
        names = table.names_text(half)
        yield f"Not counted in the lead, without scores on one side or without weight: {names}."
    if empty := int(np.isnan(table.own).all(axis=0).sum()):
        yield f"No judge scored {empty} of {table.own.shape[1]} arguments."


def _undefined_cautions(basis: RuledEvidence) -> Iterator[str]:
    table, agreed = basis.evidence.table, basis.evidence.agreed
    for what, one in (("scores (alpha)", agreed.alpha), ("rulings (kappa)", agreed.kappa)):
        if one is None or one.value is None:
            yield f"Agreement on {what} is undefined: {one.reason if one else 'there are no rulings'}."
    classic = basis.rules.kind == "classic"
    if left := int(np.isnan(basis.divergence.z_variance if classic else basis.divergence.test.p).sum()):
        yield f"{left} of {table.ratings.shape[1]} arguments can't be tested for dispute: too few scores."
    if note := apart_note(table.own, table.names):
        yield capital(note)


def _interval_text(basis: RuledEvidence, call: Decision) -> str | None:
    measured = basis.gap
    if measured.interval is not None:
        return None
    missing = f"the lead {'in points is undefined' if measured.value is None else 'has no range'}: {measured.reason}."
    if call != "no_call":
        return f"{call.upper()} is named without any measure of how sure that is: {missing}"
    return None if measured.value is None or basis.rules.kind == "default" else capital(missing)


def _called_cautions(basis: RuledEvidence, call: Decision) -> Iterator[str]:
    if covers_zero(basis.gap.interval):  # Classic rules may name a side all the same.
        yield f"The lead is not certain: it is {between_text(basis.gap, 'lead')}, 0 included."
    if not _both_low_text(basis, call):
        yield from filter(None, (_scores_text(basis, call), _rulings_text(basis)))
    table = basis.evidence.table
    if basis.divergent:
        rough = basis.rules.kind != "classic" and basis.divergence.test.rough
        these = "these" if basis.divergent[1:] else "it"
        yield (
            f"{table.subject_text} disagree on {len(basis.divergent)} of {table.ratings.shape[1]} arguments: read "
            f"{these} yourself.{' With fewer than 4 judges this is a rough estimate.' if rough else ''}"
        )
    value = basis.gap.value
    if value is not None and side_ahead(value) != call:
        yield f"On z-scores {call.upper()} leads, but in points the lead is {lead_text(value)}."


def fragile_text(call: Decision, share: float, *, one_model: bool) -> str:
    """From which share of shared mistakes on a lead is gone; `one_model`: all judges run on one.

    >>> fragile_text("con", 0.22, one_model=False).partition(" These")[0]
    "Fragile: CON's lead disappears if judges share 22% of their chance mistakes. Real models share about 34%."
    >>> fragile_text("pro", 0.34, one_model=True).partition("PRO's")[0]
    'All these judges run on one model, so they share mistakes. '
    """
    first = "All these judges run on one model, so they share mistakes. " if one_model else ""
    gone = share_beside_text(share, *ASSUMED)
    sentence = f"{call.upper()}'s lead disappears if judges share {gone} of their chance mistakes."
    if share < REAL_MODELS:
        sentence = f"Fragile: {sentence} Real models share about {share_words(REAL_MODELS)}."
    return f"{first}{sentence} {TASTE}"


def odd_judge_text(odd: OddJudge | None, basis: RuledEvidence) -> tuple[str, ...]:
    """That one judge runs against the others, and what they say without it; empty without one."""
    if odd is None:
        return ()
    name = basis.evidence.table.names_text([odd.judge])
    return (
        f"{capital(name)} alone runs against the others, with {lead_text(odd.own)}. Without {name}, "
        f"{odd.call.upper()} is named, with {lead_text(odd.gap)}.",
    )


def covers_zero(interval: tuple[float, float] | None) -> bool:
    """Whether there may be no difference at all.

    >>> [covers_zero(one) for one in ((0.0, 2.0), (-2.0, 0.0), (0.1, 2.0), (-2.0, -0.1), None)]
    [True, True, False, False, False]
    """
    return interval is not None and interval[0] <= 0.0 <= interval[1]


def low_kappa(basis: RuledEvidence) -> float | None:
    """Kappa where it is below what the rules ask for, else ``None``."""
    kappa = basis.evidence.agreed.kappa
    value = None if kappa is None else kappa.value
    return value if value is not None and below(value, basis.rules.kappa_least) else None


def _low_text(*asked: tuple[Estimate | None, float]) -> str:
    """As far as the ranges reach, not only the values."""
    sure = all(one is not None and one.below(minimum) for one, minimum in asked)
    return "agree too little" if sure else "may agree too little"


def _both_low_text(basis: RuledEvidence, call: Decision) -> str | None:
    rules, alpha, kappa = basis.rules, basis.alpha, low_kappa(basis)
    blocks = rules.kind == "classic" or rules.agreement_blocks
    if blocks or kappa is None or alpha is None or not below(alpha, rules.alpha_least):
        return None
    scores = required_text(alpha, rules.alpha_least, WARN)
    rulings = required_text(kappa, rules.kappa_least, WARN)
    agreed = basis.evidence.agreed
    how = _low_text((agreed.alpha, rules.alpha_least), (agreed.kappa, rules.kappa_least))
    return (
        f"{basis.evidence.table.subject_text} {how}: scores {scores}, rulings {rulings}. "
        f"{_advice_text(basis)}{_yet_named_text(basis, call)}"
    )


def _yet_named_text(basis: RuledEvidence, call: Decision) -> str:
    within = basis.gap.interval
    surer = call != "no_call" and within is not None and not covers_zero(within)
    return " They differ less over who argued better." if surer else ""


def _advice_text(basis: RuledEvidence) -> str:
    # Low where it is not strictness that keeps alpha low.
    left, minimum = alpha(basis.evidence.agreed.divergence.adjusted), basis.rules.alpha_least
    if left.value is None:
        return "Read their reasons first."
    adjusted = estimate_text(left, "coefficient", "", minimum)
    if below(left.value, minimum):
        possible = left.interval is None or not below(left.interval[1], minimum)
        still = "may still agree" if possible else "still agree"
        return f"Adjusted for strictness, they {still} too little: {adjusted}. Read their reasons first."
    enough = "agree enough" if left.interval and not below(left.interval[0], minimum) else "may agree enough"
    return (
        f"Adjusted for strict and lenient judges, as the lead is, scores {enough}: {adjusted}. Don't rely on single "
        "scores."
    )


def _scores_text(basis: RuledEvidence, call: Decision) -> str | None:
    rules, asked, alpha = basis.rules, basis.alpha, basis.evidence.agreed.alpha
    poor = alpha.interval is not None and band_of(alpha.interval[1]).name == "unacceptable"
    missed = asked if asked is not None and below(asked, rules.alpha_least) else None
    if not poor and missed is None:
        return None
    parts = [f"alpha {estimate_text(alpha, 'coefficient', '', *LIMITS)}"]
    if missed is not None:
        which = f"on z-scores {near_text(missed, rules.alpha_least)}, " if rules.kind == "classic" else ""
        parts.append(f"{which}{WARN} {value_text(rules.alpha_least)}")
    how = "agree poorly" if poor else _low_text((alpha, rules.alpha_least))
    return (
        f"{basis.evidence.table.subject_text} {how} on scores: {'; '.join(parts)}. {_advice_text(basis)}"
        f"{_yet_named_text(basis, call)}"
    )


def _rulings_text(basis: RuledEvidence) -> str | None:
    value = low_kappa(basis)
    if value is None:
        return None
    minimum = basis.rules.kappa_least
    how, rulings = _low_text((basis.evidence.agreed.kappa, minimum)), required_text(value, minimum, WARN)
    return f"{basis.evidence.table.subject_text} {how} on rulings: {rulings}. Read who upholds what."
