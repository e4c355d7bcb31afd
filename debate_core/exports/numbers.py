"""Statistics and outcomes as one line of a report.

Knows a report's values only. Invariant: None never becomes a number, and on no call nobody is named.
"""

from debate_core.measuring.agreement import banded
from debate_core.numerals import UNDEFINED, Span, points_beside_zero, share_words, span, span_beside_zero
from debate_core.report.shape import Change, OutcomeFound, Statistic


def with_interval(found: Statistic) -> str:
    """A coefficient with its interval, or with the reason why one of them is missing."""
    if found.value is None:
        return f"{UNDEFINED} ({found.reason})"
    if found.interval is None:
        missing = f" (no interval: {found.reason})" if found.reason else ""
        return banded(found.value) + missing
    return f"{banded(found.value)} (95% interval {span(found.interval)})"


def bare_interval(shown: str, interval: Span | None) -> str:
    """A figure that has no place for a reason, with its interval where there is one."""
    return f"{shown} (95% interval {span(interval)})" if interval else shown


def beside_outcome(change: Change) -> str:
    """How a line of the robustness table ends, beside the outcome it tests."""
    return "differs" if change.flips else "same by construction" if change.same else "same"


def headline(found: OutcomeFound) -> str:
    """The outcome in one line; on no call it names nobody."""
    if found.call == "no_call":
        return "No call"
    if found.gap is not None and (found.gap > 0) != (found.call == "pro"):
        other, size = ("CON" if found.call == "pro" else "PRO"), points_beside_zero(abs(found.gap))
        return f"{found.call.upper()}, on standardised scores; in points the gap is {size} toward {other}"
    size = UNDEFINED if found.gap is None else points_beside_zero(abs(found.gap))
    text = f"{found.call.upper()}, by {size}"
    if found.interval is None:
        return text
    low, high = found.interval if found.call == "pro" else (-found.interval[1], -found.interval[0])
    return f"{text} ({share_words(found.level)} interval {span_beside_zero((low, high))})"
