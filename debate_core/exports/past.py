"""What past debates say of judges and dimensions, in words: one table for the page and the shell.

Knows the report on the past only. Invariant: a share or a mean stands with its interval, and what is not known
says why.
"""

import datetime

from debate_core.exports.sections import block, clean, columns
from debate_core.measuring.agreement import banded
from debate_core.measuring.weights import ENOUGH_DEBATES
from debate_core.numerals import Span, counted, interval_words, number, percent, signed, span
from debate_core.past import DimensionBefore, JudgeBefore, PastReport, SeverityThen
from debate_core.report.shape import Statistic
from debate_core.wording import worded

SHOWN = 10
"""Debates whose severity the shell lists, the newest."""


def percent_span(interval: Span) -> str:
    """An interval of a share.

    >>> percent_span((0.284, 0.947))
    '28% to 95%'
    """
    return f"{percent(interval[0])} to {percent(interval[1])}"


def accuracy_span(one: JudgeBefore) -> str:
    """The shrunken accuracy with its interval, or that nothing is known."""
    if one.accuracy_interval is None:
        return "no true outcome known"
    return f"{percent(one.shrunken_accuracy)} ({percent_span(one.accuracy_interval)})"


def share_span(one: DimensionBefore) -> str:
    """The share of debates in which a dimension preferred the true side, with its interval."""
    assert one.share.interval is not None
    return f"{percent(one.share.value)} ({percent_span(one.share.interval)})"


def severity_said(found: Statistic) -> str:
    """A severity in points with its interval, or why one of them is missing."""
    if found.value is None:
        return found.reason or ""
    return f"{signed(found.value)} points ({interval_words(found, decimals=1)})"


def severity_cell(found: Statistic) -> str:
    """The same where unit and kind of interval stand nearby.

    >>> severity_cell(Statistic(value=0.6, interval=(0.3, 0.9)))
    '+0.6 (0.3 to 0.9)'
    """
    if found.value is None or found.interval is None:
        return severity_said(found)
    return f"{signed(found.value)} ({span(found.interval, 1)})"


def people_cell(found: Statistic) -> str:
    """An agreement with people where statistic and kind of interval stand nearby, or why there is none.

    >>> people_cell(Statistic(value=0.69, interval=(0.62, 0.76)))
    '.69 (.62 to .76)'
    >>> people_cell(Statistic(value=1.0, reason="every debate tells the same"))
    '1.00 (no interval: every debate tells the same)'
    """
    if found.value is None:
        return found.reason or ""
    within = span(found.interval) if found.interval else f"no interval: {found.reason}"
    return f"{banded(found.value)} ({within})"


def day(opened_at: float) -> str:
    """The day a debate was opened.

    >>> day(0.0)
    '1970-01-01'
    """
    return datetime.datetime.fromtimestamp(opened_at, datetime.UTC).date().isoformat()


def known_words(found: PastReport) -> str:
    """From how many debates all this is known."""
    ties = f", a tie in {found.ties} of them" if found.ties else ""
    true = (
        f"of {found.known} the true outcome is known{ties}"
        if found.known
        else "of none the true outcome is known"
    )
    return f"{counted(found.debates, 'finished debate')}; {true}."


def judge_row(one: JudgeBefore) -> dict[str, str]:
    """A judge with its model, by column."""
    return {
        "Judge": one.judge,
        "Debates": str(one.debates),
        "Right": str(one.right) if one.known else "–",
        "Wrong": str(one.wrong) if one.known else "–",
        "Accuracy, shrunken": accuracy_span(one),
        "Severity on average, points": severity_cell(one.severity),
        "Agreement with people, alpha": people_cell(one.people),
        "The same, where judges disagree": people_cell(one.people_on_divergent),
        "Model": one.model,
    }


def dimension_row(title: str, one: DimensionBefore) -> dict[str, str]:
    """A dimension, by column."""
    return {
        "Scores of": title,
        "Preferred the true side": str(one.favoured),
        "The other side": str(one.against),
        "Neither": str(one.level),
        "Share, 95% interval": share_span(one),
    }


def past_as_plain(found: PastReport) -> str:
    """Each judge with its model, then the dimensions, for a terminal."""
    if not found.judges:
        return "No finished debate teaches anything yet: nothing is known of any judge.\n"
    blocks = [
        f"{known_words(found)} Each share, mean and alpha stands with its 95% interval; "
        "points are those of a scale from 1 to 10."
    ]
    for one in found.judges:
        severities = "Severity in each debate", _severities(one.severities)
        rows = [*judge_row(one).items(), severities, ("Its precision", _precision(one))]
        blocks.append("\n".join(columns((name, clean(value)) for name, value in rows)))
    rated = [dimension_row(worded(one.dimension), one) for one in found.dimensions]
    told = (
        columns([tuple(rated[0]), *(tuple(row.values()) for row in rated)])
        if rated
        else ["  not known: of no debate a side is known to have been right"]
    )
    blocks.append(block("Which dimensions' scores preferred the side that turned out to be right", told))
    return "\n\n".join(blocks) + "\n"


def _severities(found: tuple[SeverityThen, ...]) -> str:
    newest = [f"{day(one.opened_at)} {severity_cell(one.found)}" for one in found[: -SHOWN - 1 : -1]]
    earlier = len(found) - len(newest)
    return "; ".join([*newest, *([f"and {earlier} earlier, in --json"] if earlier else [])])


def _precision(one: JudgeBefore) -> str:
    said = f"known from {counted(one.telling, 'debate')}"
    if one.error_variance is None:
        return f"{said}; its own counts from {ENOUGH_DEBATES} on"
    return f"{said}: error variance {number(one.error_variance, 2)} points², shrunken to the others'"
