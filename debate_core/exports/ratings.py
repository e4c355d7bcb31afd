"""The agreement of a table of ratings as plain text for a terminal.

Knows a ratings report only. Invariant: a figure stands with its interval or its reason, and names brought in a file
cannot steer the terminal.
"""

import textwrap
from typing import Literal

from debate_core.exports.numbers import bare_interval, with_interval
from debate_core.exports.plain import block, clean, rows
from debate_core.measuring.agreement import band
from debate_core.numerals import UNDEFINED, coefficient, counted, odds, percent
from debate_core.report.ratings import RatingsReport
from debate_core.report.shape import Agreement, PanelAlpha

WIDTH = 14
_FIGURE = 28
_ADVICE = {"unacceptable": "Treat the judges as irreconcilable: don't average their scores."}
"""Where a debate's advice speaks of the gap between sides, which a table has not."""


def ratings_as_plain(found: RatingsReport) -> str:
    """What the agreement is and advises, the figures, then who and what it hangs on."""
    blocks = [_head(found), _figures(found), _judges(found), _pairs(found.agreement), _items(found.agreement)]
    return "\n\n".join(one for one in [*blocks, _notes(found)] if one) + "\n"


def _head(found: RatingsReport) -> str:
    cells = found.scores + found.missing
    given = f"{found.scores:,} scores" if not found.missing else f"{found.scores:,} of {cells:,} scores"
    size = f"{counted(len(found.judges), 'judge')}, {counted(found.items, 'item')}, {given}; level {found.level}."
    alpha = found.agreement.alpha
    advised = band(alpha.value)
    if advised is None:
        return f"Agreement can't be computed: {alpha.reason}.\n{size}"
    name = f"{advised.name.capitalize()} agreement ({advised.range})"
    return f"{name}: alpha {with_interval(alpha)}. {_ADVICE.get(advised.name, advised.advice)}\n{size}"


def _figures(found: RatingsReport) -> str:
    agreement = found.agreement
    figures = [
        (f"alpha ({agreement.level})", with_interval(agreement.alpha)),
        *_reach(agreement.alpha),
        *_labels(found),
        ("consistency (calibrated)", with_interval(agreement.consistency)),
    ]
    lines = rows(figures, _FIGURE)
    if agreement.note:
        lines.append(textwrap.fill(agreement.note, 100, initial_indent="  ", subsequent_indent="  "))
    return block("How far the judges agree", lines)


def _labels(found: RatingsReport) -> list[tuple[str, str]]:
    """Kappa and what stands beside it; one line where there are no labels."""
    agreement, of = found.agreement, found.labelled
    if of is None:
        return [("kappa", with_interval(agreement.kappa))]
    return [
        (f"kappa ({of})", with_interval(agreement.kappa)),
        (f"AC1 ({of})", _with_reason(agreement, "ac1")),
        (f"ordinal alpha ({of})", with_interval(agreement.alpha_standings)),
        ("the same, of all pairs", _with_reason(agreement, "percent")),
    ]


def _reach(alpha: PanelAlpha) -> list[tuple[str, str]]:
    if alpha.value is None:
        return []
    reached = ("  it reaches .667, .80", f"{odds(alpha.p_667)}, {odds(alpha.p_80)}")
    mean = ("  reliability of the mean", coefficient(alpha.panel_mean))
    return [mean] if alpha.p_667 is None else [reached, mean]


def _with_reason(agreement: Agreement, key: Literal["ac1", "percent"]) -> str:
    """A figure that keeps its reason elsewhere."""
    if key in agreement.reasons:
        return f"{UNDEFINED} ({agreement.reasons[key]})"
    if key == "ac1":
        return bare_interval(coefficient(agreement.ac1), agreement.ac1_interval)
    found = agreement.percent_interval
    interval = f" (95% interval {percent(found[0])} to {percent(found[1])})" if found else ""
    return percent(agreement.percent) + interval


def _judges(found: RatingsReport) -> str:
    """Alpha without each judge, beside how much it scored."""
    agreement = found.agreement
    if left_out := agreement.reasons.get("without_judge"):
        return f"Alpha without each judge: {left_out}"
    lines = (
        f"  {clean(name):<{WIDTH}} {coefficient(agreement.without_judge[name]):>9}  {counted(scores, 'score')}"
        for name, scores in found.by_judge.items()
    )
    return block("Alpha without each judge", lines)


def _pairs(agreement: Agreement) -> str:
    if left_out := agreement.reasons.get("pairs"):
        return f"Each two judges: {left_out}"
    lines = [
        f"  {' – '.join(map(clean, pair.judges)):<{2 * WIDTH}} {with_interval(pair)}, {counted(pair.n, 'item')}"
        for pair in agreement.pairs
    ]
    return block("Each two judges (alpha over the items both scored)", lines) if lines else ""


def _items(agreement: Agreement) -> str:
    """The items without which alpha moves most."""
    if left_out := agreement.reasons.get("without_argument"):
        return f"Alpha without each item: {left_out}"
    alpha = agreement.alpha.value
    known = [(name, value) for name, value in agreement.without_argument.items() if value is not None]
    if alpha is None or not known:
        return ""
    moved = sorted(known, key=lambda one: -abs(one[1] - alpha))[:5]
    lines = (f"  {clean(name):<{WIDTH}} {coefficient(value):>9}" for name, value in moved)
    return block("Items without which alpha moves most", lines)


def _notes(found: RatingsReport) -> str:
    return block("Notes", (f"  {clean(note)}" for note in found.notes)) if found.notes else ""
