"""The judges' own lines: how severe each is, which side its scores prefer, and its score of every argument.

Reads a Report; imports no streamlit. Invariant: judges are told apart by name and shape, sides by word and colour; a
judge without scores has a line that says so; raw is hollow and calibrated filled, on one axis only in one unit.
"""

import plotly.graph_objects as go

from debate_core.numerals import number, points
from debate_core.report import Report
from debate_core.report.drawn import furthest_from_mean
from debate_core.report.shape import JudgeRow
from debate_core.rubric import Scale
from pages.ui.charts.canvas import (
    GRID,
    NEUTRAL,
    argument_label,
    canvas,
    judge_label,
    name_lines,
    safe,
)

_ROW, _ARGUMENT_ROW = 40, 52
_NAME = 18
_SHAPES = ("circle", "square", "diamond", "triangle-up", "pentagon", "cross", "hexagon", "triangle-down")
SHAPES = len(_SHAPES)
# A mark that was clicked looks as before, and so do the others.
_AS_BEFORE = {"selected": {"marker": {"opacity": 1}}, "unselected": {"marker": {"opacity": 1}}}


def shape(place: int) -> str:
    """The marker of the judge at that place in the panel."""
    return _SHAPES[place % len(_SHAPES)]


def severity_plot(report: Report) -> go.Figure:
    """How far each judge scores below the panel (right: stricter), in points, with one standard error each way."""
    known = [(place, judge) for place, judge in enumerate(report.judges) if judge.severity is not None]
    reach = max([1.0, *(abs(j.severity or 0) + (j.severity_se or 0) for _, j in known)]) * 1.15
    figure = _lines(report, reach, "← more lenient · points · stricter →")
    furthest = [furthest_from_mean(report, judge.name) for _, judge in known]
    figure.add_scatter(
        x=[judge.severity for _, judge in known],
        y=[place for place, _ in known],
        mode="markers",
        marker={"symbol": [shape(place) for place, _ in known], "size": 12, "color": NEUTRAL},
        error_x={
            "type": "data",
            "array": [judge.severity_se or 0.0 for _, judge in known],
            "color": NEUTRAL,
            "thickness": 2,
        },
        customdata=[[on, _severity_said(judge, on)] for (_, judge), on in zip(known, furthest, strict=True)],
        hovertemplate="%{customdata[1]}<extra></extra>",
        **_AS_BEFORE,
        name="severity",
    )
    return figure


def _severity_said(judge: JudgeRow, furthest: str | None) -> str:
    assert judge.severity is not None
    way = "stricter" if judge.severity > 0 else "more lenient"
    error = "" if judge.severity_se is None else f", standard error {points(judge.severity_se)}"
    more = f"<br>Furthest from the panel on {furthest}: click to read it" if furthest else ""
    return f"{safe(judge.name)}: {points(abs(judge.severity))} {way} than the panel{error}{more}"


def _lines(report: Report, reach: float, title: str) -> go.Figure:
    """A line a judge, `reach` points to each side of 0, with two or three ticks of whole points on each side."""
    figure = canvas(len(report.judges) * _ROW + 60, clickmode="event+select", hovermode="closest")
    name_lines(figure, [judge_label(judge, _NAME) for judge in report.judges])
    step = max(1, round(reach / 2.5))
    figure.update_xaxes(
        showgrid=True, gridcolor=GRID, tick0=0, range=[-reach, reach], dtick=step, title=title
    )
    figure.add_vline(x=0, line={"color": NEUTRAL, "width": 1.5, "dash": "dot"})
    for place, judge in enumerate(report.judges):
        if not judge.scores:
            said = "failed: no scores" if judge.status == "failed" else "no scores yet"
            figure.add_annotation(x=0, y=place, text=said, showarrow=False, xanchor="left", xshift=8)
    return figure


def scores_plot(report: Report, scale: Scale) -> go.Figure:
    """One line of dots per argument, raw beside calibrated; a judge keeps its shape on all lines."""
    shared = report.calibration.unit == "points"
    height = len(report.arguments) * _ARGUMENT_ROW + 130
    legend = {"orientation": "h", "y": -70 / height, "yanchor": "top", "x": 0}
    figure = canvas(height, clickmode="event+select", hovermode="closest")
    figure.update_layout(showlegend=True, legend=legend)
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
        figure.update_xaxes(title="Points: hollow as given, filled adjusted", **raw)
        return
    title = f"Adjusted, {report.calibration.unit} (filled)"
    apart = {"domain": [0.54, 1], "anchor": "y", "fixedrange": True, "zeroline": False}
    figure.update_layout(
        xaxis={"domain": [0, 0.48], "title": "As given, points (hollow)", **raw, "dtick": 3},
        xaxis2={"title": title, **apart, **grid},
    )


def _add_judge(figure: go.Figure, report: Report, place: int, shared: bool) -> None:
    """Raw, calibrated, and where they share an axis a thin line from one to the other."""
    name = report.judges[place].name
    step = 0.6 / max(1, len(report.judges) - 1)
    heights = [line - 0.3 + step * place for line in range(len(report.arguments))]
    raw = [row.raw[name] for row in report.arguments]
    calibrated = [row.calibrated[name] for row in report.arguments]
    if shared:
        figure.add_scatter(
            x=[v for a, b in zip(raw, calibrated, strict=True) for v in (a, b, None)],
            y=[v for h in heights for v in (h, h, None)],
            mode="lines",
            line={"color": NEUTRAL, "width": 1},
            hoverinfo="skip",
            showlegend=False,
        )
    said = "%{customdata[0]}<br>%{customdata[1]} %{customdata[2]}<extra></extra>"
    edge = {"width": 1.5, "color": NEUTRAL}
    for kind, values in (("raw", raw), ("calibrated", calibrated)):
        symbol = f"{shape(place)}-open" if kind == "raw" else shape(place)
        rows = zip(report.arguments, values, strict=True)
        figure.add_scatter(
            x=values,
            y=heights,
            mode="markers",
            marker={"symbol": symbol, "size": 10, "color": NEUTRAL, "line": edge},
            **_AS_BEFORE,
            name=f"{safe(name, 24)}{', person' if report.judges[place].person else ''}",
            legendgroup=name,
            showlegend=kind == "calibrated",
            xaxis="x" if shared or kind == "raw" else "x2",
            customdata=[[row.id, kind, number(v, 2)] for row, v in rows],
            hovertemplate=f"{safe(name)} on {said}",
        )
