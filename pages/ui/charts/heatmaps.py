"""Where the judges part, as two tables of tinted cells: by judge, and by dimension.

Reads a Report; imports no streamlit. Invariant: a missing score is an empty cell with a dash, never a 0; every cell
can be clicked, through points that lie over the tints (a heatmap itself sends no selection).
"""

import statistics
from collections.abc import Sequence

import plotly.graph_objects as go

from debate_core.numerals import number, signed
from debate_core.report import Report
from debate_core.report.shape import ArgumentRow
from debate_core.rubric import Rubric
from pages.ui.charts.canvas import (
    MARK,
    add_cells,
    add_tints,
    argument_label,
    canvas,
    name_columns,
    name_lines,
    safe,
)

ROW = 46
MISSING = "–"
_STRIP = 0.86


def deviation_heatmap(report: Report) -> go.Figure:
    """Arguments × judges: the calibrated score, tinted by how far it lies from the argument's mean; at the right a
    strip with the variance over judges."""
    rows, names = report.arguments, [judge.name for judge in report.judges]
    decimals = 1 if report.calibration.unit == "points" else 2
    means = [_mean(row) for row in rows]
    away = [
        [None if m is None or (v := row.calibrated[n]) is None else v - m for n in names]
        for row, m in zip(rows, means, strict=True)
    ]
    figure = _sheet(rows, [[None if v is None else abs(v) for v in line] for line in away])
    texts = [
        [_cell(row.calibrated[n], v, decimals) for n, v in zip(names, line, strict=True)]
        for row, line in zip(rows, away, strict=True)
    ]
    _add_texts(figure, rows, names, texts, "{column} on {row}")
    _add_strip(figure, rows, decimals)
    figure.update_layout(xaxis={"domain": [0, _STRIP - 0.03]})
    name_columns(figure, [safe(name, 14) for name in names])
    return figure


def variance_heatmap(report: Report, rubric: Rubric) -> go.Figure:
    """Arguments × dimensions and the composite: the variance over judges, in points squared, uncalibrated."""
    rows = report.arguments
    titles = [*(d.title for d in rubric.dimensions), "Composite"]
    table = [[*(row.by_dimension[key].variance for key in rubric.keys), row.variance] for row in rows]
    figure = _sheet(rows, table)
    texts = [[MISSING if v is None else number(v) for v in line] for line in table]
    _add_texts(figure, rows, titles, texts, "{column} of {row}: variance")
    name_columns(figure, [safe(title, 16) for title in titles])
    return figure


def spread_of(row: ArgumentRow) -> float | None:
    """The sample variance over judges of one argument's calibrated scores; None below two of them."""
    values = [v for v in row.calibrated.values() if v is not None]
    return statistics.variance(values) if len(values) > 1 else None


def _mean(row: ArgumentRow) -> float | None:
    values = [v for v in row.calibrated.values() if v is not None]
    return statistics.fmean(values) if values else None


def _cell(value: float | None, away: float | None, decimals: int) -> str:
    if value is None or away is None:
        return MISSING
    return f"{number(value, decimals)}<br><span style='font-size:0.8em'>{signed(away, decimals)}</span>"


def _sheet(rows: Sequence[ArgumentRow], table: Sequence[Sequence[float | None]]) -> go.Figure:
    """A line an argument, tinted by the table."""
    figure = canvas(len(rows) * ROW + 70, clickmode="event+select", hovermode="closest", hoverdistance=-1)
    name_lines(figure, [argument_label(row.id, row.side, row.divergent) for row in rows])
    add_tints(figure, table, max([1.0, *(v for line in table for v in line if v is not None)]))
    return figure


def _add_texts(
    figure: go.Figure,
    rows: Sequence[ArgumentRow],
    columns: Sequence[str],
    texts: Sequence[Sequence[str]],
    said: str,
) -> None:
    """Each cell's text; `said` names a cell by its row and column."""
    cells: list[tuple[int, int, str, list[str | None]]] = [
        (
            x,
            y,
            texts[y][x],
            [row.id, column, said.format(row=row.id, column=safe(column)), safe(row.claim, 90)],
        )
        for y, row in enumerate(rows)
        for x, column in enumerate(columns)
    ]
    add_cells(figure, cells, "%{customdata[2]} %{text}<br>%{customdata[3]}<br>Click to read it")


def _add_strip(figure: go.Figure, rows: Sequence[ArgumentRow], decimals: int) -> None:
    """The variance over judges of each row's calibrated scores, as bars in a column of their own."""
    spreads = [spread_of(row) for row in rows]
    largest = max((v for v in spreads if v is not None), default=0.0)
    figure.add_trace(
        go.Bar(
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
    )
    reach = (largest or 1.0) * 1.7
    figure.update_layout(
        xaxis2={
            "domain": [_STRIP, 1.0],
            "anchor": "y",
            "side": "top",
            "range": [0, reach],
            "tickvals": [reach / 2],
            "ticktext": ["variance"],
            "ticks": "",
            "showgrid": False,
            "zeroline": False,
            "fixedrange": True,
        }
    )
