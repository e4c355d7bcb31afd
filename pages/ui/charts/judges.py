"""One line a judge: how severe it is, and which side its own scores prefer.

Reads a Report; imports no streamlit. Invariant: judges are told apart by name and shape, sides by word and colour; a
judge without scores has a line that says so.
"""

import statistics

import plotly.graph_objects as go

from debate_core.numerals import bare, points
from debate_core.report import Report
from debate_core.report.shape import JudgeRow
from debate_core.transcript import Side
from pages.ui.charts.canvas import GRID, NEUTRAL, SIDE_COLOURS, canvas, name_lines, safe, shape

_ROW = 40
_NAME = 18


def severity_plot(report: Report) -> go.Figure:
    """How far each judge scores below the panel (right: stricter), in points, with one standard error each way."""
    figure = _lines(report)
    known = [(place, judge) for place, judge in enumerate(report.judges) if judge.severity is not None]
    figure.add_trace(
        go.Scatter(
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
            customdata=[
                [furthest_of(report, judge.name), _severity_said(report, judge)] for _, judge in known
            ],
            hovertemplate="%{customdata[1]}<extra></extra>",
            selected={"marker": {"opacity": 1}},
            unselected={"marker": {"opacity": 1}},
            name="severity",
        )
    )
    reach = max([1.0, *(abs(j.severity or 0) + (j.severity_se or 0) for _, j in known)]) * 1.15
    figure.update_xaxes(
        range=[-reach, reach], dtick=_step(reach), title="← more lenient · points · stricter →"
    )
    _note_absent(figure, report)
    return figure


def positions_plot(report: Report) -> go.Figure:
    """Each judge's own side gap: pro's mean minus con's, in points; left of 0 it prefers CON, right of 0 PRO."""
    figure = _lines(report)
    known = [(place, judge) for place, judge in enumerate(report.judges) if judge.position is not None]
    reach = max([1.5, *(abs(judge.position or 0) for _, judge in known)]) * 1.6
    for place, judge in known:
        _add_position(figure, place, judge)
    figure.update_xaxes(
        range=[-reach, reach], dtick=_step(reach), title="← prefers CON · points · prefers PRO →"
    )
    _note_absent(figure, report)
    return figure


def _lines(report: Report) -> go.Figure:
    figure = canvas(len(report.judges) * _ROW + 60, clickmode="event+select", hovermode="closest")
    name_lines(figure, [safe(judge.name, _NAME) for judge in report.judges])
    figure.update_xaxes(showgrid=True, gridcolor=GRID, tick0=0)
    figure.add_vline(x=0, line={"color": NEUTRAL, "width": 1.5, "dash": "dot"})
    return figure


def _step(reach: float) -> int:
    """Whole points between ticks, so that two or three stand on each side of 0."""
    return max(1, round(reach / 2.5))


def _add_position(figure: go.Figure, place: int, judge: JudgeRow) -> None:
    assert judge.position is not None
    side: Side | None = None if judge.ballot in {None, "TIE"} else ("pro" if judge.ballot == "PRO" else "con")
    colour = SIDE_COLOURS[side] if side else NEUTRAL
    said = f"{judge.ballot} {bare(abs(judge.position), 1)}"
    if judge.contradicts:
        said += f" (said {judge.ballot_given})"
    figure.add_trace(
        go.Scatter(
            x=[0, judge.position],
            y=[place, place],
            mode="lines+markers+text",
            line={"color": colour, "width": 3},
            marker={"symbol": shape(place), "size": [0, 13], "color": colour},
            text=["", said],
            textposition="middle right" if judge.position >= 0 else "middle left",
            cliponaxis=False,
            hovertemplate=f"{safe(judge.name)}: {points(judge.position)}<extra></extra>",
            name=safe(judge.name),
        )
    )


def _note_absent(figure: go.Figure, report: Report) -> None:
    for place, judge in enumerate(report.judges):
        if not judge.scores:
            said = "failed: no scores" if judge.status == "failed" else "no scores yet"
            figure.add_annotation(x=0, y=place, text=said, showarrow=False, xanchor="left", xshift=8)


def furthest_of(report: Report, name: str) -> str | None:
    """The argument on which a judge is furthest from the panel's mean, by the scores under the settings of the page."""
    away: dict[str, float] = {}
    for row in report.arguments:
        others = [value for value in row.calibrated.values() if value is not None]
        mine = row.calibrated[name]
        if mine is not None and len(others) > 1:
            away[row.id] = abs(mine - statistics.fmean(others))
    return max(away, key=lambda one: away[one]) if away else None


def _severity_said(report: Report, judge: JudgeRow) -> str:
    assert judge.severity is not None
    way = "stricter" if judge.severity > 0 else "more lenient"
    error = "" if judge.severity_se is None else f", standard error {points(judge.severity_se)}"
    read = furthest_of(report, judge.name)
    more = f"<br>Furthest from the panel on {read}: click to read it" if read else ""
    return f"{safe(judge.name)}: {points(abs(judge.severity))} {way} than the panel{error}{more}"
