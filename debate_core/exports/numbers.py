"""Figures as one phrase, for the subjects that are not told in blocks yet."""

from debate_core.measuring.agreement import banded
from debate_core.measuring.estimate import Estimate
from debate_core.numerals import UNDEFINED, Span, interval_words, points_beside_zero, span
from debate_core.record import NOTHING_ARGUED
from debate_core.report.shape import OutcomeReport
from debate_core.wording import lead, side_of

THESE = "these judges"
"""For whom an interval over arguments holds."""
LIKE_THESE = "judges like these"
"""For whom one holds that takes the judges, too, as drawn."""


def with_interval(found: Estimate, whose: str = THESE) -> str:
    """A coefficient with its interval and for whom that holds, or with the reason why one of them is missing."""
    if found.value is None:
        return f"{UNDEFINED} ({found.reason})"
    if found.interval is None:
        missing = f" (no interval: {found.reason})" if found.reason else ""
        return banded(found.value) + missing
    return f"{banded(found.value)} ({interval_words(found, whose)})"


def bare_interval(shown: str, interval: Span | None) -> str:
    """A figure that has no place for a reason, with its interval where there is one."""
    return f"{shown} (95% interval {span(interval)})" if interval else shown


def called(found: OutcomeReport) -> str:
    """The outcome and the gap, without intervals; on no call it names nobody."""
    if found.call == "no_call":
        return NOTHING_ARGUED if found.nothing_argued else "No call"
    gap = found.gap.value
    if gap is not None and side_of(gap) != found.call:
        return f"{found.call.upper()}, on standardised scores; in points {lead(gap)}"
    size = UNDEFINED if gap is None else points_beside_zero(abs(gap))
    return f"{found.call.upper()}, by {size}"
