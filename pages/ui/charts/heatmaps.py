"""Tables of tinted cells: where the judges part, by judge and by dimension, and how alike each two of them score.

Reads a Report; imports no streamlit. Invariant: what is missing or undefined is an empty cell with a dash, never a 0;
every cell can be clicked, through points that lie over the tints (a heatmap itself sends no selection).
"""

from collections.abc import Sequence

import plotly.graph_objects as go

from debate_core.numerals import coefficient, number, signed, span
from debate_core.report import Report
from debate_core.report.drawn import calibrated_variance, from_mean
from debate_core.report.shape import ArgumentRow, PairAgreement
from debate_core.rubric import Rubric
from pages.ui.charts.canvas import MARK, NEUTRAL, argument_label, canvas, judge_label, name_lines, safe

ROW, CELL = 46, 62
MISSING = "–"
# See-through, so that the theme's text stays readable on every step of it, in light and in dark.
_RAMP = [[0.0, "rgba(124, 77, 196, 0.03)"], [1.0, "rgba(124, 77, 196, 0.60)"]]
_STRIP = 0.86
Table = Sequence[Sequence[float | None]]


def deviation_heatmap(report: Report) -> go.Figure:
    """Arguments × judges: the calibrated score, tinted by how far it lies from the argument's mean; at the right a
    strip with the variance over judges."""
    rows, names = report.arguments, [judge.name for judge in report.judges]
    decimals = 1 if report.calibration.unit == "points" else 2
    away = [from_mean(row) for row in rows]
    figure = _sheet(rows, [[None if (v := line[n]) is None else abs(v) for n in names] for line in away])
    texts = [
        [_cell(row.calibrated[n], line[n], decimals) for n in names]
        for row, line in zip(rows, away, strict=True)
    ]
    _add_texts(figure, rows, names, texts, "{column} on {row}")
    _add_strip(figure, rows, decimals)
    figure.update_layout(xaxis={"domain": [0, _STRIP - 0.03]})
    _name_columns(figure, [judge_label(judge, 14) for judge in report.judges])
    return figure


def _cell(value: float | None, away: float | None, decimals: int) -> str:
    if value is None or away is None:
        return MISSING
    return f"{number(value, decimals)}{_small(signed(away, decimals))}"


def _small(words: str) -> str:
    return f"<br><span style='font-size:0.8em'>{words}</span>"


def _add_strip(figure: go.Figure, rows: Sequence[ArgumentRow], decimals: int) -> None:
    """The variance over judges of each row's calibrated scores, as bars in a column of their own."""
    spreads = [calibrated_variance(row) for row in rows]
    reach = (max((v for v in spreads if v is not None), default=0.0) or 1.0) * 1.7
    figure.add_bar(
        x=spreads,
        y=list(range(len(rows))),
        orientation="h",
        xaxis="x2",
        marker={"color": MARK, "opacity": 0.55},
        text=[MISSING if v is None else number(v, decimals) for v in spreads],
        textposition="outside",
        cliponaxis=False,
        hoverinfo="skip",
        width=0.5,
        name="variance",
    )
    title = {"side": "top", "tickvals": [reach / 2], "ticktext": ["variance"], "ticks": ""}
    bare = {"showgrid": False, "zeroline": False, "fixedrange": True}
    figure.update_layout(
        xaxis2={"domain": [_STRIP, 1.0], "anchor": "y", "range": [0, reach], **title, **bare}
    )


def variance_heatmap(report: Report, rubric: Rubric) -> go.Figure:
    """Arguments × dimensions and the composite: the variance over judges, in points squared, uncalibrated."""
    rows = report.arguments
    titles = [*(d.title for d in rubric.dimensions), "Composite"]
    table = [[*(row.by_dimension[key].variance for key in rubric.keys), row.variance] for row in rows]
    figure = _sheet(rows, table)
    texts = [[MISSING if v is None else number(v) for v in line] for line in table]
    _add_texts(figure, rows, titles, texts, "{column} of {row}: variance")
    _name_columns(figure, [safe(title, 16) for title in titles])
    return figure


def _sheet(rows: Sequence[ArgumentRow], table: Table) -> go.Figure:
    """A line an argument, tinted by the table."""
    figure = _grid(
        len(rows) * ROW + 70, table, max([1.0, *(v for line in table for v in line if v is not None)])
    )
    name_lines(figure, [argument_label(row.id, row.side, row.divergent) for row in rows])
    return figure


def _add_texts(
    figure: go.Figure,
    rows: Sequence[ArgumentRow],
    columns: Sequence[str],
    texts: Sequence[Sequence[str]],
    said: str,
) -> None:
    """Each cell's text; `said` names a cell by its row and column."""
    cells: list[tuple[int, int, str, list[str | None]]] = []
    for y, row in enumerate(rows):
        for x, column in enumerate(columns):
            named = said.format(row=row.id, column=safe(column))
            cells.append((x, y, texts[y][x], [row.id, column, named, safe(row.claim, 90)]))
    _add_cells(figure, cells, "%{customdata[2]} %{text}<br>%{customdata[3]}<br>Click to read it")


def pairs_heatmap(report: Report) -> go.Figure:
    """Judges × judges: alpha over the arguments both scored, the deeper the less alike; a judge is not compared with
    itself."""
    names = [judge.name for judge in report.judges]
    place = {name: index for index, name in enumerate(names)}
    depth: list[list[float | None]] = [[None] * len(names) for _ in names]
    cells: list[tuple[int, int, str, list[str | None]]] = []
    for pair in report.agreement.pairs:
        one, other = (place[name] for name in pair.judges)
        value = MISSING if pair.value is None else coefficient(pair.value)
        for x, y in ((other, one), (one, other)):
            depth[y][x] = None if pair.value is None else min(1.0, max(0.0, 1.0 - pair.value))
            cells.append((x, y, f"{value}{_small(f'n {pair.n}')}", [pair.furthest, _said(pair)]))
    figure = _grid(len(names) * CELL + 50, depth, 1.0)
    _add_cells(figure, cells, "%{customdata[1]}")
    _name_columns(figure, [judge_label(judge, 10) for judge in report.judges])
    name_lines(figure, [judge_label(judge, 14) for judge in report.judges])
    return figure


def _said(pair: PairAgreement) -> str:
    first, second = (safe(name, 40) for name in pair.judges)
    value = f"alpha {coefficient(pair.value)}" if pair.value is not None else "alpha undefined"
    sure = f"95% interval {span(pair.interval)}" if pair.interval else safe(pair.reason or "no interval")
    read = ""
    if pair.furthest:
        read = f"<br>Furthest apart on {pair.furthest}, their usual difference taken out: click to read it"
    return f"{first} and {second}: {value}<br>{sure}<br>{pair.n} arguments scored by both{read}"


def _grid(height: int, table: Table, most: float) -> go.Figure:
    """A sheet with a cell for each value, the deeper the nearer to `most`; none for a missing one."""
    figure = canvas(height, clickmode="event+select", hovermode="closest", hoverdistance=-1)
    tints = {"colorscale": _RAMP, "zmin": 0, "zmax": most, "showscale": False}
    figure.add_heatmap(z=[list(line) for line in table], **tints, hoverinfo="skip", xgap=2, ygap=2)
    return figure


def _name_columns(figure: go.Figure, labels: Sequence[str]) -> None:
    """One column a label, named above."""
    places = list(range(len(labels)))
    ends = [-0.5, len(labels) - 0.5]
    figure.update_layout(
        xaxis={"tickvals": places, "ticktext": list(labels), "range": ends, "side": "top", "ticks": ""}
    )


def _add_cells(
    figure: go.Figure, cells: Sequence[tuple[int, int, str, list[str | None]]], hover: str
) -> None:
    """One near-invisible square a cell (its x, y, text and custom data): what is hovered and clicked."""
    faint = {"marker": {"opacity": 0.01}}
    figure.add_scatter(
        x=[x for x, _, _, _ in cells],
        y=[y for _, y, _, _ in cells],
        mode="markers+text",
        text=[text for _, _, text, _ in cells],
        customdata=[data for _, _, _, data in cells],
        hovertemplate=f"{hover}<extra></extra>",
        marker={"symbol": "square", "size": 40, "color": NEUTRAL, "opacity": 0.01},
        selected=faint,
        unselected=faint,
        name="cells",
    )
