"""How alike reviewers scored a text, the verdict their weights carry, and which reviews contradict themselves."""

from collections.abc import Mapping, Sequence
from statistics import fmean
from typing import Any, Literal

import numpy as np

from debate_core.domain.artifact import VERDICTS, Reviewer, ReviewSheet, Verdict
from debate_core.domain.config import MIN_JUDGES
from debate_core.domain.noun import FrozenModel
from debate_core.domain.numerals import TOLERANCE
from debate_core.library.findings.merging import Placed
from debate_core.library.report.agreeing import Rated, agreement_of
from debate_core.library.report.shape import Agreement
from debate_core.store.judging import Judging
from debate_core.store.scored import points

NO_KAPPA = "kappa needs two texts or more"
NOT_CALIBRATED = "scores of one text are compared as they were given"
Call = Verdict | Literal["no_call"]


class ReviewFlag(FrozenModel):
    """A review that contradicts itself. `critical`: how many critical findings it has."""

    kind: Literal["fail_without_place", "pass_with_critical"]
    reviewer: str
    critical: int


class ReviewOutcome(FrozenModel):
    """The verdict on a text, and what it rests on. `shares`: of weight, by verdict, summing to 1; empty with fewer than
    two usable reviewers. `weights`: of those who count, summing to 1; `uncounted`: weights without a readable review;
    `awaited`: who may still answer; `causes`: why reviewers failed, where too few are left; `void`: why the reviews
    carry no verdict."""

    call: Call
    shares: Mapping[Verdict, float]
    weights: Mapping[str, float]
    usable: int
    reviewers: int
    people: tuple[str, ...] = ()
    uncounted: Mapping[str, float]
    awaited: tuple[str, ...] = ()
    causes: tuple[str, ...] = ()
    void: str = ""


def call(
    reviewers: Sequence[Reviewer],
    sheets: Mapping[str, ReviewSheet],
    people: Mapping[str, Verdict] | None = None,
) -> ReviewOutcome:
    """The verdict with more than half of the weight of those who gave one (`sheets`, by name); CONDITIONAL where PASS
    and CONDITIONAL have it only together; otherwise no call, and none with fewer than two reviewers. `people`: what
    those say who count beside them, by the seat's name; each weighs as the mean of all reviewers. Source: our own.

    >>> from debate_core.domain.artifact import BUILT_IN_REVIEWERS
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
    weights: dict[str, float] = {}
    if len(usable) >= MIN_JUDGES:
        given = {reviewer.name: reviewer.weight for reviewer in usable}
        given |= dict.fromkeys(people, fmean(reviewer.weight for reviewer in reviewers))
        weights = {name: weight / sum(given.values()) for name, weight in given.items()}
    verdicts = {reviewer.name: sheets[reviewer.name].verdict for reviewer in usable} | dict(people)
    shares: dict[Verdict, float] = {
        verdict: round(sum(weights[name] for name in weights if verdicts[name] == verdict), 12)
        for verdict in VERDICTS
    }
    return ReviewOutcome(
        call=_carried(shares),
        shares=shares if weights else {},
        weights=weights,
        usable=len(usable),
        reviewers=len(reviewers),
        people=tuple(people),
        uncounted={one.name: one.weight for one in reviewers if one.name not in sheets},
    )


def _carried(shares: Mapping[Verdict, float]) -> Call:
    alone = next((verdict for verdict in VERDICTS if shares[verdict] > 0.5 + TOLERANCE), None)
    if alone:
        return alone
    return "CONDITIONAL" if shares["PASS"] + shares["CONDITIONAL"] > 0.5 + TOLERANCE else "no_call"


def flags(sheets: Sequence[ReviewSheet], placed: Sequence[Placed]) -> tuple[ReviewFlag, ...]:
    """Reviews that contradict themselves: a FAIL without words of the text, a PASS with a critical finding."""
    review_flags = []
    for sheet in sheets:
        own = [one for one in placed if one.reviewer == sheet.reviewer]
        critical = sum(one.finding.severity == "critical" for one in own)
        if sheet.verdict == "FAIL" and not any(one.place or one.places for one in own):
            review_flags.append(
                ReviewFlag(kind="fail_without_place", reviewer=sheet.reviewer, critical=critical)
            )
        if sheet.verdict == "PASS" and critical:
            review_flags.append(
                ReviewFlag(kind="pass_with_critical", reviewer=sheet.reviewer, critical=critical)
            )
    return tuple(review_flags)


def agreement_on(judging: Judging[Any]) -> Agreement:
    """How alike the sheets of the round looked at are over the dimensions, seated people's too."""
    rated = Rated(
        judges=judging.names,
        items=judging.ids,
        ratings=points(judging, judging.sheets),
        uncalibrated=NOT_CALIBRATED,
        unlabelled=NO_KAPPA,
        people=bool(judging.people),
    )
    return agreement_of(rated)


def means_of(judging: Judging[Any]) -> dict[str, float | None]:
    """The average score on each dimension; None without one."""
    columns = zip(judging.ids, points(judging, judging.sheets).T, strict=True)
    given = {key: column[~np.isnan(column)].tolist() for key, column in columns}
    return {key: fmean(some) if some else None for key, some in given.items()}
