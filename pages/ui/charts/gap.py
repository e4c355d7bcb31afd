"""The gap between the sides with its interval, and behind it the reading aid of SD-9.

Reads an Outcome as the report holds it; imports no streamlit. Invariant: the interval is drawn whenever there is one;
the bands stand behind it, never in its place.
"""

import plotly.graph_objects as go

from debate_core.numerals import points_beside_zero, share_words, span_beside_zero
from debate_core.report.shape import OutcomeFound
from pages.ui.charts.canvas import NEUTRAL, SIDE_COLOURS, canvas

_BANDS = (("evenly matched", 0.0, 1.0), ("leaning", 1.0, 3.0), ("clear", 3.0, None))


def gap_plot(outcome: OutcomeFound) -> go.Figure:
    """Pro minus con in points: right of 0 favours PRO, left of 0 CON."""
    assert outcome.gap is not None
    ends = outcome.interval or (outcome.gap, outcome.gap)
    reach = max(4.0, abs(ends[0]), abs(ends[1])) * 1.05
    figure = canvas(120, hovermode="closest")
    for place, (name, near, far) in enumerate(_BANDS):
        _add_band(figure, name, (near, far or reach), 0.05 + 0.09 * place)
    figure.add_vline(x=0, line={"color": NEUTRAL, "width": 1.5, "dash": "dot"})
    if outcome.interval:
        figure.add_trace(
            go.Scatter(
                x=list(outcome.interval),
                y=[0.5, 0.5],
                mode="lines",
                line={"color": NEUTRAL, "width": 7},
                hovertemplate=f"{share_words(outcome.level)} interval {span_beside_zero(outcome.interval)} points"
                "<extra></extra>",
                name="interval",
            )
        )
    figure.add_trace(
        go.Scatter(
            x=[outcome.gap],
            y=[0.5],
            mode="markers",
            marker={
                "symbol": "diamond",
                "size": 16,
                "color": "#6E6B78",
                "line": {"width": 2, "color": "#FFFFFF"},
            },
            hovertemplate=f"gap {points_beside_zero(outcome.gap)}<extra></extra>",
            name="gap",
        )
    )
    _name_ends(figure, reach)
    return figure


def _add_band(figure: go.Figure, name: str, reach: tuple[float, float], depth: float) -> None:
    for sign in (-1, 1):
        ends = sorted((sign * reach[0], sign * reach[1]))
        figure.add_shape(
            type="rect",
            x0=ends[0],
            x1=ends[1],
            y0=0.2,
            y1=0.8,
            line_width=0,
            fillcolor=f"rgba(140, 138, 148, {depth})",
            layer="below",
            name=name,
        )
    figure.add_annotation(
        x=(reach[0] + reach[1]) / 2 if reach[0] else 0, y=1.0, text=name, showarrow=False, font={"size": 11}
    )


def _name_ends(figure: go.Figure, reach: float) -> None:
    marks = [-3, -1, 0, 1, 3]
    pro, con = (f"<span style='color:{SIDE_COLOURS[side]}'>■</span>" for side in ("pro", "con"))
    figure.update_xaxes(
        range=[-reach, reach],
        tickvals=marks,
        ticktext=["3", "1", "0", "1", "3"],
        ticks="",
        title=f"{con} toward CON · points · toward PRO {pro}",
    )
    figure.update_yaxes(range=[0, 1], visible=False)
