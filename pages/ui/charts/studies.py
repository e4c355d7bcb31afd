"""A study's figures: values with their intervals on one line each, beside the value that says nothing.

Reads what the core says can be drawn; imports no streamlit. Invariant: a value without an interval is hollow, and the
words beside the chart say why.
"""

from math import nan

import plotly.graph_objects as go

from debate_core.study.telling import Drawn
from pages.ui.charts.canvas import GRID, MARK, NEUTRAL, canvas, name_lines, safe

_ROW, _LONGEST = 36, 28


def intervals_plot(drawn: Drawn) -> go.Figure:
    """One line a value: a dot with its interval, filled where there is one."""
    lines = drawn.lines
    figure = canvas(_ROW * len(lines) + 64, hovermode="closest")
    figure.add_vline(x=drawn.beside, line={"color": NEUTRAL, "width": 1, "dash": "dot"})
    ends = [interval or (nan, nan) for _, _, interval in lines]
    figure.add_scatter(
        x=[value for _, value, _ in lines],
        y=list(range(len(lines))),
        mode="markers",
        marker={
            "size": 11,
            "color": MARK,
            "symbol": ["circle" if interval else "circle-open" for _, _, interval in lines],
            "line": {"width": 2, "color": MARK},
        },
        error_x={
            "type": "data",
            "symmetric": False,
            "array": [high - value for (_, value, _), (_, high) in zip(lines, ends, strict=True)],
            "arrayminus": [value - low for (_, value, _), (low, _) in zip(lines, ends, strict=True)],
            "thickness": 2,
            "width": 5,
            "color": MARK,
        },
        customdata=[safe(name) for name, _, _ in lines],
        hovertemplate=f"%{{customdata}}: %{{x:{'.0%' if drawn.percent else '.1f'}}}<extra></extra>",
    )
    name_lines(figure, [safe(name, _LONGEST) for name, _, _ in lines])
    figure.update_xaxes(
        title=drawn.axis, showgrid=True, gridcolor=GRID, ticks="", tickformat=".0%" if drawn.percent else None
    )
    if drawn.percent:
        figure.update_xaxes(range=[-0.02, 1.02], dtick=0.25)
    return figure
