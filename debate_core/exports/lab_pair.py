"""What if all ran on one model? The same panel without shared errors and with them, in words and as a picture.

Reads a LabReport; draws nothing. Invariant: what is said of shared errors says in the same sentence how much is
shared; no share stands without its simulation interval, and a difference that the panels can't show is said to be none.
"""

from dataclasses import dataclass

from debate_core.exports.lab import (
    gap_cells,
    instead,
    interval_words,
    named_cells,
    percent_words,
    points_words,
    rate_words,
)
from debate_core.lab import Kind, LabReport, Question
from debate_core.measuring.panel_size import PanelFigures
from debate_core.measuring.shares import Share
from debate_core.numerals import bare, share_words

_DOTS = 100


@dataclass(frozen=True, kw_only=True)
class Measured:
    """One figure of both kinds of panel, own errors first; ``promise`` is the share it should have, 0 to 1."""

    title: str
    shares: tuple[Share | None, Share | None]
    promise: float | None = None


def pair_question(found: LabReport) -> str:
    """What the picture answers."""
    on = "all ran on one model" if found.pair[1].question.related == "all" else "they ran two to a model"
    return f"What if {on}?"


def pair_headline(found: LabReport) -> str:
    """How often a side is named at an exact tie, with shared errors and without."""
    own, shared = found.pair
    question, was, now = shared.question, own.tie.wrong, shared.tie.wrong
    who = "both" if question.judges == 2 else f"all {question.judges}"
    on = "on one model" if question.related == "all" else "two to a model"
    part = "half" if question.shared == 0.5 else share_words(question.shared)
    said = (
        f"Run {who} judges {on}, sharing {part} of their error variance, and at an exact tie they name a winner "
        f"{percent_words(now.value)} of the time"
    )
    before = percent_words(was.value)
    if found.more_named.excludes_zero and before != percent_words(now.value):
        return f"{said}, not {before}."
    return f"{said}; without that, {before}: no difference that {found.n:,} panels can show."


def kind_words(question: Question) -> str:
    """How the judges of one kind of panel are related.

    >>> kind_words(Question()), kind_words(Question(related="all")), kind_words(Question(related="pairs", shared=0.0))
    ('Each its own errors', 'All on one model', 'Two to a model, sharing no errors')
    """
    if question.related == "own":
        return "Each its own errors"
    said = "All on one model" if question.related == "all" else "Two to a model"
    return said if question.sharing else f"{said}, sharing no errors"


def short_words(question: Question) -> str:
    """The same beside a bar."""
    if not question.sharing:
        return "own errors"
    return "one model" if question.related == "all" else "two a model"


def tie_words(found: LabReport) -> str:
    """What naming a side at a tie is, and how often the gap's interval must be wrong by its level."""
    said = "At an exact tie no side is better, so every side named is wrong."
    if found.rules.kind == "classic":
        return f"{said} The classic rules look at the size of the gap on z-scores, not at its interval."
    return (
        f"{said} An interval at {share_words(found.level)} leaves out 0 in {share_words(1 - found.level)} of panels "
        "even when everything it assumes is true."
    )


def what_for(found: LabReport) -> str:
    """What shared errors do to the interval's width and to what it is about."""
    own, shared = (kind.asked for kind in found.pair)
    said = "**Shared errors look like agreement.**"
    if own.gap.width is None or shared.gap.width is None or own.off_by is None or shared.off_by is None:
        return f"{said} A mistake that all judges make is one that none of them contradicts."
    width = instead(bare(own.gap.width.value, 2), bare(shared.gap.width.value, 2))
    off = instead(bare(own.off_by, 2), bare(shared.off_by, 2))
    return (
        f"{said} The gap's interval is {width} points wide; the measured gap is usually off by {off} points."
    )


def dots(tie: PanelFigures) -> tuple[int, int, int]:
    """Of 100 panels at an exact tie, to whole ones: those that name PRO, those that name CON, those that name none.

    The sides add up to the share that is said, rounded.
    """
    named = round(_DOTS * tie.wrong.value)
    pro = round(named * tie.pro.count / tie.wrong.count) if named else 0
    return pro, named - pro, _DOTS - named


def dots_words(tie: PanelFigures) -> str:
    """The dots in words."""
    pro, con, none = dots(tie)
    return (
        f"Of 100 panels at an exact tie {pro} name PRO, {con} CON and {none} make no call. A side is named in "
        f"{percent_words(tie.wrong.value)}, {interval_words(tie.wrong.interval)} by the simulation's 95% interval."
    )


def measured_of(question: Question) -> str:
    """Which panels the figures beside the dots are about."""
    if question.tie:
        return "At the same tie"
    return f"Where PRO is truly ahead by {points_words(question.gap)}"


def measured(found: LabReport) -> list[Measured]:
    """What the rules do and what the interval does, in both kinds of panel; outcomes at a tie are in the dots."""
    own, shared = (kind.asked for kind in found.pair)
    held = Measured(
        title="The gap's interval holds the truth",
        shares=(own.gap.held, shared.gap.held),
        promise=found.level,
    )
    if found.question.tie:
        return [held]
    return [
        Measured(title="Right side named", shares=(own.right, shared.right)),
        Measured(title="Wrong side named", shares=(own.wrong, shared.wrong)),
        Measured(title="No call", shares=(own.no_call, shared.no_call)),
        held,
    ]


def pair_rows(found: LabReport) -> list[dict[str, str]]:
    """Both kinds of panel as rows of a table; ◆ marks the one asked for."""
    return [_row(kind, found) for kind in found.pair]


def _row(kind: Kind, found: LabReport) -> dict[str, str]:
    mark = " ◆" if kind.question == found.question else ""
    return {
        "Judges": f"{kind_words(kind.question)}{mark}",
        **gap_cells(kind.asked),
        **named_cells(kind.asked, found),
        "Named at a tie": rate_words(kind.tie.wrong),
    }
