"""How alike each two judges score, as a square of tinted cells with a blank diagonal.

Reads a Report; imports no streamlit. Invariant: every cell says on how many arguments it rests; an undefined one has a
dash, never a 0; a judge is not compared with itself.
"""

import plotly.graph_objects as go

from debate_core.numerals import coefficient, span
from debate_core.report import Report
from debate_core.report.shape import PairFound
from pages.ui.charts.canvas import add_cells, add_tints, canvas, name_columns, name_lines, safe

CELL = 62
_MISSING = "–"
_NAME = 14


def pairs_heatmap(report: Report) -> go.Figure:
    """Judges × judges: alpha over the arguments both scored, the deeper the less alike."""
    names = [judge.name for judge in report.judges]
    place = {name: index for index, name in enumerate(names)}
    figure = canvas(len(names) * CELL + 50, clickmode="event+select", hovermode="closest", hoverdistance=-1)
    cells = [(pair, *ends) for pair in report.agreement.pairs for ends in _both(pair, place)]
    depth: list[list[float | None]] = [[None] * len(names) for _ in names]
    for pair, x, y in cells:
        depth[y][x] = None if pair.value is None else min(1.0, max(0.0, 1.0 - pair.value))
    add_tints(figure, depth, 1.0)
    said = [(x, y, _text(pair), [pair.furthest, _said(pair)]) for pair, x, y in cells]
    add_cells(figure, said, "%{customdata[1]}")
    labels = [safe(name, _NAME) for name in names]
    name_columns(figure, labels)
    name_lines(figure, labels)
    return figure


def _both(pair: PairFound, place: dict[str, int]) -> tuple[tuple[int, int], tuple[int, int]]:
    one, other = place[pair.judges[0]], place[pair.judges[1]]
    return (other, one), (one, other)


def _text(pair: PairFound) -> str:
    value = _MISSING if pair.value is None else coefficient(pair.value)
    return f"{value}<br><span style='font-size:0.8em'>n {pair.n}</span>"


def _said(pair: PairFound) -> str:
    first, second = (safe(name, 40) for name in pair.judges)
    value = f"alpha {coefficient(pair.value)}" if pair.value is not None else "alpha undefined"
    sure = f"95% interval {span(pair.interval)}" if pair.interval else safe(pair.reason or "no interval")
    read = ""
    if pair.furthest:
        read = f"<br>Furthest apart on {pair.furthest}, their usual difference taken out: click to read it"
    return f"{first} and {second}: {value}<br>{sure}<br>{pair.n} arguments scored by both{read}"
