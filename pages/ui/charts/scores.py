"""Every judge's score of every argument, raw beside calibrated.

Reads a Report; imports no streamlit. Invariant: raw is hollow and calibrated filled; the two share an axis only when
they share a unit.
"""

import plotly.graph_objects as go

from debate_core.numerals import number
from debate_core.report import Report
from debate_core.rubric import Scale
from pages.ui.charts.canvas import GRID, NEUTRAL, argument_label, canvas, name_lines, safe, shape

_ROW = 52
UNITS = {
    "points": "points",
    "z": "z-scores (standard deviations from the judge's own mean)",
    "0 to 1": "0 to 1",
}


def scores_plot(report: Report, scale: Scale) -> go.Figure:
    """One line of dots per argument; a judge keeps its shape on all lines."""
    shared = report.calibration.unit == "points"
    height = len(report.arguments) * _ROW + 130
    figure = canvas(height, clickmode="event+select", hovermode="closest")
    figure.update_layout(
        showlegend=True, legend={"orientation": "h", "y": -70 / height, "yanchor": "top", "x": 0}
    )
    for place, judge in enumerate(report.judges):
        if judge.scores:
            _add_judge(figure, report, place, shared)
    name_lines(figure, [argument_label(row.id, row.side, row.divergent) for row in report.arguments])
    _lay_axes(figure, report, scale, shared)
    return figure


def _lay_axes(figure: go.Figure, report: Report, scale: Scale, shared: bool) -> None:
    grid = {"showgrid": True, "gridcolor": GRID}
    raw = {"range": [scale.low - 0.8, scale.high + 0.8], "dtick": 1, **grid}
    if shared:
        figure.update_xaxes(title="points: hollow raw, filled calibrated", **raw)
        return
    figure.update_layout(
        xaxis={"domain": [0, 0.48], "title": "raw, points (hollow)", **raw, "dtick": 3},
        xaxis2={
            "domain": [0.54, 1],
            "anchor": "y",
            "title": f"calibrated, {report.calibration.unit} (filled)",
            "fixedrange": True,
            "zeroline": False,
            **grid,
        },
    )


def _add_judge(figure: go.Figure, report: Report, place: int, shared: bool) -> None:
    """Raw, calibrated, and where they share an axis the way from one to the other."""
    name = report.judges[place].name
    step = 0.6 / max(1, len(report.judges) - 1)
    heights = [line - 0.3 + step * place for line in range(len(report.arguments))]
    raw = [row.raw[name] for row in report.arguments]
    calibrated = [row.calibrated[name] for row in report.arguments]
    if shared:
        figure.add_trace(_ways(raw, calibrated, heights))
    for kind, values, symbol in (
        ("raw", raw, f"{shape(place)}-open"),
        ("calibrated", calibrated, shape(place)),
    ):
        figure.add_trace(
            go.Scatter(
                x=values,
                y=heights,
                mode="markers",
                marker={
                    "symbol": symbol,
                    "size": 10,
                    "color": NEUTRAL,
                    "line": {"width": 1.5, "color": NEUTRAL},
                },
                selected={"marker": {"opacity": 1}},
                unselected={"marker": {"opacity": 1}},
                name=safe(name, 24),
                legendgroup=name,
                showlegend=kind == "calibrated",
                xaxis="x" if shared or kind == "raw" else "x2",
                customdata=[
                    [row.id, kind, number(v, 2)] for row, v in zip(report.arguments, values, strict=True)
                ],
                hovertemplate=f"{safe(name)} on %{{customdata[0]}}<br>%{{customdata[1]}} %{{customdata[2]}}"
                "<extra></extra>",
            )
        )


def _ways(raw: list[float | None], calibrated: list[float | None], heights: list[float]) -> go.Scatter:
    """A thin line from each raw score to its calibrated one."""
    return go.Scatter(
        x=[v for a, b in zip(raw, calibrated, strict=True) for v in (a, b, None)],
        y=[v for h in heights for v in (h, h, None)],
        mode="lines",
        line={"color": NEUTRAL, "width": 1},
        hoverinfo="skip",
        showlegend=False,
    )
