"""The agreement of a table of ratings as plain text for a terminal.

Knows a ratings report only. Invariant: a figure stands with its interval or its reason, and names brought in a file
cannot steer the terminal.
"""

import textwrap
from collections.abc import Mapping
from typing import Literal

from debate_core.exports.numbers import bare_interval, with_interval
from debate_core.exports.plain import clean
from debate_core.measuring.agreement import band
from debate_core.numerals import UNDEFINED, coefficient, counted, odds, percent
from debate_core.report.ratings import RatingsReport
from debate_core.report.shape import Agreement, AlphaFound

WIDTH = 14
_FIGURE = 28
_ADVICE = {"unacceptable": "Treat the judges as irreconcilable: don't average their scores."}
"""Where a debate's advice speaks of the gap between sides, which a table has not."""


def ratings_as_plain(found: RatingsReport) -> str:
    """What the agreement is and advises, the figures, then who and what it hangs on."""
    blocks = [_head(found), _figures(found), _judges(found), _pairs(found.agreement), _items(found.agreement)]
    return "\n\n".join(block for block in [*blocks, _notes(found)] if block) + "\n"


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
    rows = [
        (f"alpha ({agreement.level})", with_interval(agreement.alpha)),
        *_reach(agreement.alpha),
        *_labels(found),
        ("consistency (calibrated)", with_interval(agreement.consistency)),
    ]
    lines = [f"  {name:<{_FIGURE}}{value}" for name, value in rows]
    if agreement.note:
        lines += textwrap.wrap(agreement.note, 100, initial_indent="  ", subsequent_indent="  ")
    return "\n".join(["How far the judges agree", *lines])


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


def _reach(alpha: AlphaFound) -> list[tuple[str, str]]:
    if alpha.value is None:
        return []
    rows = (
        [("  it reaches .667, .80", f"{odds(alpha.p_667)}, {odds(alpha.p_80)}")]
        if alpha.p_667 is not None
        else []
    )
    return [*rows, ("  reliability of the mean", coefficient(alpha.panel_mean))]


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
    if "without_judge" in agreement.reasons:
        return f"Alpha without each judge: {agreement.reasons['without_judge']}"
    lines = [
        f"  {clean(name):<{WIDTH}} {coefficient(agreement.without_judge[name]):>9}  {counted(scores, 'score')}"
        for name, scores in found.by_judge.items()
    ]
    return "\n".join(["Alpha without each judge", *lines])


def _pairs(agreement: Agreement) -> str:
    if "pairs" in agreement.reasons:
        return f"Each two judges: {agreement.reasons['pairs']}"
    lines = [
        f"  {' – '.join(map(clean, pair.judges)):<{2 * WIDTH}} {with_interval(pair)}, {counted(pair.n, 'item')}"
        for pair in agreement.pairs
    ]
    return "\n".join(["Each two judges (alpha over the items both scored)", *lines]) if lines else ""


def _items(agreement: Agreement) -> str:
    """The items without which alpha moves most."""
    if "without_argument" in agreement.reasons:
        return f"Alpha without each item: {agreement.reasons['without_argument']}"
    moved = _moved(agreement.alpha.value, agreement.without_argument)
    lines = [f"  {clean(name):<{WIDTH}} {coefficient(value):>9}" for name, value in moved]
    return "\n".join(["Items without which alpha moves most", *lines]) if lines else ""


def _moved(alpha: float | None, without: Mapping[str, float | None]) -> list[tuple[str, float]]:
    if alpha is None:
        return []
    known = [(name, value) for name, value in without.items() if value is not None]
    return sorted(known, key=lambda found: -abs(found[1] - alpha))[:5]


def _notes(found: RatingsReport) -> str:
    return "\n".join(["Notes", *(f"  {clean(note)}" for note in found.notes)]) if found.notes else ""
