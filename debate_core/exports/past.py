"""What past debates say of judges and dimensions, in words: one phrase for the page and the shell.

Knows the report on the past only. Invariant: a share or a mean stands with its interval, and what is not known
says why.
"""

import datetime

from debate_core.exports.numbers import bare_interval
from debate_core.exports.sections import clean, wrapped
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


def accuracy_words(one: JudgeBefore) -> str:
    """How often its scores preferred what turned out to be true."""
    if one.accuracy_interval is None:
        return "no true outcome is known of a debate it judged"
    of = counted(one.known, "debate")
    return (
        f"right in {one.right}, wrong in {one.wrong} of {of} whose true outcome is known: accuracy "
        f"{percent(one.shrunken_accuracy)} shrunken toward one half, 95% interval {percent_span(one.accuracy_interval)}"
    )


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
    """An agreement with people where statistic and kind of interval stand nearby.

    >>> people_cell(Statistic(value=0.69, interval=(0.62, 0.76)))
    '.69 (.62 to .76)'
    """
    if found.value is None or found.interval is None:
        return people_said(found)
    return f"{banded(found.value)} ({span(found.interval)})"


def people_said(found: Statistic) -> str:
    """An agreement with people, or why there is none."""
    if found.value is None:
        return found.reason or ""
    if found.interval is None:
        return f"too few: {found.reason}"
    return bare_interval(f"alpha {banded(found.value)}", found.interval)


def dimension_words(one: DimensionBefore) -> str:
    """In how many debates the panel's scores of a dimension preferred the side that turned out to be right."""
    of = counted(one.favoured + one.against + one.level, "debate")
    level = f", neither in {one.level}" if one.level else ""
    return (
        f"preferred the true side in {one.favoured}, the other in {one.against}{level} of {of}: "
        f"{share_span(one)}"
    )


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


def past_as_plain(found: PastReport) -> str:
    """Each judge with its model, then the dimensions, for a terminal."""
    if not found.judges:
        return "No finished debate yet: nothing is known of any judge.\n"
    lines = [known_words(found)]
    for one in found.judges:
        lines += ["", f"{clean(one.judge)} · {clean(one.model)}", *map(wrapped, _judge(one))]
    lines += [
        "",
        "Which dimensions' scores preferred the side that turned out to be right (share, 95% interval)",
    ]
    lines += [wrapped(f"{worded(one.dimension)} {dimension_words(one)}") for one in found.dimensions]
    if not found.dimensions:
        lines.append("  not known: of no debate a side is known to have been right")
    return "\n".join(lines) + "\n"


def _judge(one: JudgeBefore) -> list[str]:
    return [
        f"{counted(one.debates, 'debate')}; {accuracy_words(one)}",
        f"severity, points below its panel, on average: {severity_said(one.severity)}",
        f"in each debate, the newest first, with its 95% interval: {_severities(one.severities)}",
        f"agreement with people, on arguments drawn at random: {people_said(one.people)}",
        f"on arguments that judges disagree on: {people_said(one.people_on_divergent)}",
        _precision(one),
    ]


def _severities(found: tuple[SeverityThen, ...]) -> str:
    newest = [f"{day(one.opened_at)} {severity_cell(one.found)}" for one in found[: -SHOWN - 1 : -1]]
    earlier = len(found) - len(newest)
    return "; ".join([*newest, *([f"and {earlier} earlier, in --json"] if earlier else [])])


def _precision(one: JudgeBefore) -> str:
    said = f"precision known from {counted(one.telling, 'debate')}"
    if one.error_variance is None:
        return f"{said}; its own counts from {ENOUGH_DEBATES} on"
    return f"{said}: error variance {number(one.error_variance, 2)} points², shrunken to the others'"
