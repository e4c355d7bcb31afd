"""How alike the reviewers scored an artifact; the verdict that their weights carry, and what in their reviews should be
looked at before it is relied on.

Knows sheets, weights, measures and places. Invariant: a verdict is named only where more than half of the usable weight
carries it; whoever gave no readable review counts neither for nor against; a person who is seated adds weight and is
counted as no reviewer; a review that contradicts itself is flagged and counted as it was given. An undefined figure is
None with its reason; one artifact has no kappa, for each reviewer gives it one verdict.
"""

from collections.abc import Mapping, Sequence
from statistics import fmean
from typing import Any, Literal

import numpy as np

from debate_core.artifact import VERDICTS, Reviewer, ReviewSheet, Verdict
from debate_core.config import MIN_JUDGES
from debate_core.deliberation import closeness
from debate_core.findings.merging import Placed
from debate_core.judging.judging import Judging
from debate_core.judging.scored import points
from debate_core.measuring.deliberation import Disagreement
from debate_core.noun import Noun
from debate_core.numerals import DUST, coefficient, listed, percent
from debate_core.report.agreeing import Rated, agreement_of
from debate_core.report.shape import Agreement

NO_KAPPA = "one artifact has one verdict from each reviewer, and kappa needs two things judged or more"
NOT_CALIBRATED = "the scores of one artifact are compared as they were given"
Call = Verdict | Literal["no_call"]
CALL_WORDS: Mapping[Call, str] = {
    "PASS": "Pass",
    "CONDITIONAL": "Conditional",
    "FAIL": "Fail",
    "no_call": "No call",
}


class Flag(Noun):
    """Something in one review that a person should look at."""

    kind: Literal["fail_without_place", "pass_with_critical"]
    reviewer: str
    words: str


class Outcome(Noun):
    """The verdict on an artifact, and why. `shares`: of the weight of usable reviewers and seated people, what stands
    behind each verdict (they sum to 1); empty where fewer than two reviewers are usable. `weights`: each one's whose
    verdict counts, of sum 1. `usable`, `reviewers`: of the reviewers alone."""

    call: Call
    reasons: tuple[str, ...]
    shares: Mapping[Verdict, float]
    weights: Mapping[str, float]
    usable: int
    reviewers: int


def call(
    reviewers: Sequence[Reviewer],
    sheets: Mapping[str, ReviewSheet],
    people: Mapping[str, Verdict] | None = None,
) -> Outcome:
    """The verdict with more than half of the weight of those who gave one (`sheets`, by name); CONDITIONAL where PASS
    and CONDITIONAL have it only together; otherwise no call, and none with fewer than two reviewers. `people`: what
    those say who are seated beside them, by the seat's name; each weighs as the mean of all reviewers. Source: our own.

    >>> from debate_core.artifact import BUILT_IN_REVIEWERS
    >>> def sheet(reviewer, verdict):
    ...     return ReviewSheet(reviewer=reviewer.name, verdict=verdict, confidence=0.5, scores={})
    >>> said = zip(BUILT_IN_REVIEWERS, ("PASS", "FAIL", "FAIL", "CONDITIONAL", "CONDITIONAL"))
    >>> sheets = {one.name: sheet(one, verdict) for one, verdict in said}
    >>> found = call(BUILT_IN_REVIEWERS, sheets)
    >>> found.call, found.shares
    ('CONDITIONAL', {'PASS': 0.25, 'CONDITIONAL': 0.3, 'FAIL': 0.45})
    >>> call(BUILT_IN_REVIEWERS, sheets, {"Ana": "FAIL"}).call
    'FAIL'
    """
    usable, people = [reviewer for reviewer in reviewers if reviewer.name in sheets], people or {}
    held = {"usable": len(usable), "reviewers": len(reviewers)}
    if len(usable) < MIN_JUDGES:
        given = "no reviewer" if not usable else "one reviewer only"
        reason = f"{given} of {len(reviewers)} gave a review that could be read; a verdict needs two"
        reason += ", and a person is none" * bool(people)
        return Outcome(call="no_call", reasons=(reason,), shares={}, weights={}, **held)
    given_weights = {reviewer.name: reviewer.weight for reviewer in usable}
    given_weights |= dict.fromkeys(people, fmean(reviewer.weight for reviewer in reviewers))
    total = sum(given_weights.values())
    weights = {name: weight / total for name, weight in given_weights.items()}
    said = {reviewer.name: sheets[reviewer.name].verdict for reviewer in usable} | dict(people)
    shares: dict[Verdict, float] = {
        verdict: round(sum(weights[name] for name in weights if said[name] == verdict), 12)
        for verdict in VERDICTS
    }
    called, reason = _carried(shares)
    reasons = (reason, *_seated(weights, tuple(people)), *_absent(reviewers, sheets))
    return Outcome(call=called, reasons=reasons, shares=shares, weights=weights, **held)


def _seated(weights: Mapping[str, float], people: tuple[str, ...]) -> list[str]:
    """Whose verdicts are counted beside the reviewers', and with how much of the weight."""
    if not people:
        return []
    share = percent(weights[people[0]])
    who, each = ("a person", "") if len(people) == 1 else ("people", "each ")
    return [f"seated beside the reviewers as {who}: {listed(people)}, {each}with {share} of the weight"]


def _carried(shares: Mapping[Verdict, float]) -> tuple[Call, str]:
    for verdict in VERDICTS:
        if shares[verdict] > 0.5 + DUST:
            others = [
                f"{other} has {_share(shares[other])}"
                for other in VERDICTS
                if other != verdict and shares[other]
            ]
            against = f"; {listed(others)}" if others else ""
            return verdict, f"{verdict} has {_share(shares[verdict])} of the weight: more than half{against}"
    together = shares["PASS"] + shares["CONDITIONAL"]
    parts = ", ".join(f"{verdict} {_share(shares[verdict])}" for verdict in VERDICTS if shares[verdict])
    if together > 0.5 + DUST:
        return "CONDITIONAL", (
            f"no verdict has more than half of the weight ({parts}); PASS and CONDITIONAL together have "
            f"{_share(together)}"
        )
    return "no_call", f"no verdict has more than half of the weight ({parts})"


def _share(share: float) -> str:
    whole = f"{share:.0%}"
    return f"{share:.2%}" if whole == "50%" and abs(share - 0.5) > DUST else whole


def _absent(reviewers: Sequence[Reviewer], sheets: Mapping[str, ReviewSheet]) -> list[str]:
    """Who is not counted."""
    return [
        f"{reviewer.name} has given no review that could be read; its weight, {coefficient(reviewer.weight)}, "
        "is not counted"
        for reviewer in reviewers
        if reviewer.name not in sheets
    ]


def flags(sheets: Sequence[ReviewSheet], placed: Sequence[Placed]) -> tuple[Flag, ...]:
    """What contradicts itself in a review: a FAIL that no words of the text stand for, a PASS beside a critical
    finding."""
    found = []
    for sheet in sheets:
        own = [one for one in placed if one.reviewer == sheet.reviewer]
        critical = sum(one.finding.severity == "critical" for one in own)
        if sheet.verdict == "FAIL" and not any(one.place for one in own):
            words = f"{sheet.reviewer} says FAIL, and none of its findings has a place in the text"
            found.append(Flag(kind="fail_without_place", reviewer=sheet.reviewer, words=words))
        if sheet.verdict == "PASS" and critical:
            words = f"{sheet.reviewer} says PASS beside {_critical(critical)}"
            found.append(Flag(kind="pass_with_critical", reviewer=sheet.reviewer, words=words))
    return tuple(found)


def _critical(count: int) -> str:
    return "a critical finding of its own" if count == 1 else f"{count} critical findings of its own"


class Area(Noun):
    """Where reviewers part: on the verdict (`dimension` None) or a dimension. `severity`, 0 to 1, is 1 − the share of
    the commonest verdict, or the range over the scale's width; `range` in points."""

    dimension: str | None
    severity: float
    range: float | None


class Alike(Noun):
    """How alike the reviewers are. `agreement` is over the dimensions (the items there are); `accord`, 0 to 1, is how
    close they are now, not beyond chance; `parted` is worst first."""

    agreement: Agreement
    accord: float | None
    parted: tuple[Area, ...]
    means: Mapping[str, float | None]


def alike(judging: Judging[Any]) -> Alike:
    """The measures on the sheets of the round that is looked at, people's too where they are seated: alpha as of a
    debate's composites, with interval."""
    close, ratings = closeness(judging), points(judging, judging.sheets)
    rated = Rated(
        judges=judging.names,
        items=judging.ids,
        ratings=ratings,
        uncalibrated=NOT_CALIBRATED,
        unlabelled=NO_KAPPA,
        people=bool(judging.people),
    )
    return Alike(
        agreement=agreement_of(rated),
        accord=close.accord.value,
        parted=tuple(_area(one) for one in close.disagreements),
        means={
            key: _mean(column[~np.isnan(column)].tolist())
            for key, column in zip(judging.ids, ratings.T, strict=True)
        },
    )


def _area(found: Disagreement) -> Area:
    return Area(dimension=found.dimension, severity=found.severity, range=found.range)


def _mean(scores: Sequence[float]) -> float | None:
    return sum(scores) / len(scores) if scores else None
