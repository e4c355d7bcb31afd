"""What scores can be relied on for, and what would make it enough: generalizability and its decision study in words.

Knows measures and the nouns of a report; computes no statistic. Invariant: a sentence says which comparison it is
about, and that more judges means more such judges.
"""

from dataclasses import dataclass
from math import isfinite
from typing import Any

from debate_core.measuring.arrays import Floats
from debate_core.measuring.estimate import Estimate
from debate_core.measuring.generalizability import generalizability, judges_for, side_study
from debate_core.measuring.krippendorff import Level
from debate_core.numerals import beside, counted, span
from debate_core.report.shape import Generalizability, OutcomeReport, SidesStudy

Ends = tuple[int, int | None]
"""The fewest and the most; None where no number is enough."""
_FIGURES = ("one_way_one", "one_way_mean", "relative_one", "relative_mean", "absolute_one", "absolute_mean")
MANY = 1_000
"""More judges or arguments than these are no advice."""


def generalizability_of(
    ratings: Floats,
    level: Level,
    *,
    clustered: bool = False,
    left_out: str | None = None,
    noun: str = "argument",
    people: bool = False,
) -> Generalizability:
    """Coefficients and components of ratings (n_judges, n_items), or why there are none; ``noun`` names an item,
    ``people``: some of the judges are people."""
    if level in ("nominal", "ordinal"):
        left_out = f"scores of level {level} have no variance"
    if left_out:
        return _none(left_out)
    found = generalizability(ratings, clustered=clustered)
    if found.components is None:
        return _none(found.reason or "")
    figures: dict[str, Any] = dict(zip(_FIGURES, found.family.values(), strict=True))
    parts = found.components
    needed, ends = parts.judges_for(), _judges_between(figures["relative_one"])
    return Generalizability(
        **figures,
        components=parts,
        scores_per_item=found.per_item,
        judges_for_80=needed,
        note=_missing(
            found.missing, found.per_item, None if clustered else counted(found.complete, noun), people
        )
        if found.missing
        else None,
        judges_for_80_interval=None if ends is None or ends[1] is None else (ends[0], ends[1]),
        sentence=_needed(needed, ends, figures["relative_mean"], found.per_item, noun, _such(people)),
    )


def _none(reason: str) -> Generalizability:
    none: dict[str, Any] = dict.fromkeys(_FIGURES, Estimate(value=None, reason=reason))
    return Generalizability(
        **none,
        components=None,
        scores_per_item=None,
        judges_for_80=None,
        judges_for_80_interval=None,
        reason=reason,
    )


@dataclass(frozen=True, kw_only=True)
class _Such:
    """Who scored, in words: one like them, several, and for whom an interval holds."""

    one: str
    many: str
    those: str


def _such(people: bool) -> _Such:
    if people:
        return _Such(one="such judge or person", many="such judges and people", those="those who scored")
    return _Such(one="such judge", many="such judges", those="these judges")


def _missing(missing: int, per_item: float, complete: str | None, people: bool) -> str:
    """What missing scores do; `complete`: how many items carry the intervals, None where there are none of any."""
    who = "judges and people" if people else "judges"
    gaps = f"{counted(missing, 'score')} {'is' if missing == 1 else 'are'} missing"
    mean = f"{gaps}: components are fitted to the scores there are, a mean is that of {per_item:.3g} {who}"
    if complete is None:
        return f"{mean}."
    return f"{mean}, and intervals rest on the {complete} that all {who} scored, if they are 5 or more."


def _needed(
    needed: int | None, ends: Ends | None, mean: Estimate, per_item: float, noun: str, such: _Such
) -> str:
    """The decision study of the panel's mean."""
    if needed is None or mean.value is None:
        none = f"By the figure alone the {noun}s do not differ beyond noise, and no number of {such.many} would tell"
        return f"{none} them apart{f'; by its interval {_ends(ends)} would' if ends else ''}."
    sure = f" (95% interval {span(mean.interval)}, {such.those})" if mean.interval else " (no interval)"
    reached = f"The mean of {per_item:.3g} {such.many} has a relative coefficient of {beside(mean.value, 0.80)}{sure}"
    if needed == per_item:
        return f"{reached}."
    judges = f"over {MANY:,} {such.many}" if needed > MANY else counted(needed, such.one, such.many)
    takes = f"; by the figure alone .80 takes {judges}{f', by its interval {_ends(ends)}' if ends else ''}"
    if needed > per_item:
        return f"{reached}{takes}: more {noun}s only make it surer."
    return f"{reached}{takes}. That is about which {noun}s stand above which, not about how high they stand."


def _ends(ends: Ends) -> str:
    least, most = ends
    if most is None:
        return f"{least} or any more"
    return (
        f"{least} to over {MANY:,}" if most > MANY else f"{least} to {most}" if most > least else f"{least}"
    )


def _judges_between(one: Estimate) -> Ends | None:
    """How many judges .80 takes at either end of the interval of one judge's relative coefficient."""
    if one.interval is None:
        return None
    low, high = one.interval
    most, least = (judges_for(end) for end in (low, high))
    return None if least is None else (least, most)


def sides_study_of(
    outcome: OutcomeReport, judges: int, arguments: int, *, people: bool = False
) -> SidesStudy:
    """What comparing the sides needs, from the outcome's gap and its standard error; ``people`` as above."""
    gap = outcome.gap
    if gap.value is None or not gap.se or not isfinite(gap.se):
        reason = gap.reason or "the gap has no standard error"
        sentence = "What would make the comparison of sides reliable can't be told."
        return SidesStudy(
            coefficient=None, judges=None, more_arguments=None, sentence=sentence, reason=reason
        )
    found = side_study(gap.value, gap.se, judges, arguments)
    if found.judges is None or found.arguments is None:
        reason = "the difference is no larger than its standard error"
        sentence = f"For comparing the sides there is no telling what would be enough: {reason}."
        return SidesStudy(coefficient=0.0, judges=None, more_arguments=None, sentence=sentence, reason=reason)
    more = max(0, found.arguments - arguments)
    return SidesStudy(
        coefficient=found.coefficient,
        judges=found.judges,
        more_arguments=more,
        sentence=_sides(found.coefficient, found.judges, more, _such(people).many),
    )


def _sides(now: float, judges: int, more: int, such: str) -> str:
    said = f"For comparing the sides, were the gap just as measured, the relative coefficient is {beside(now, 0.80)}"
    if not more:
        return f"{said}."
    if judges > MANY:
        return f"{said}: over {MANY:,} {such}, or as many more arguments, for .80."
    return f"{said}: {judges} {such}, or {counted(more, 'more argument')}, for .80."
