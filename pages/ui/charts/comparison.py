"""Debates, or the cells of a study, beside each other: one figure of each, with its interval, on one axis.

Reads a Comparison, or what a study says; imports no streamlit. Invariant: a line without the figure stays and says so;
the interval is drawn whenever there is one.
"""

from collections.abc import Sequence
from math import nan

import plotly.graph_objects as go

from debate_core.comparison import Comparison
from debate_core.numerals import UNDEFINED, Span, bare
from debate_core.study.telling import Drawn
from pages.ui.charts.canvas import GRID, MARK, NEUTRAL, canvas, name_lines, safe

_ROW, _LABEL = 44, 20
_CELL_ROW, _CELL_LABEL = 36, 28
Line = tuple[str, float | None, Span | None]
"""A debate's name, its figure, and the interval."""


def gaps_plot(found: Comparison) -> go.Figure:
    """The gap on z-scores of each, PRO to the right."""
    lines = [(one.topic, one.standardised.value, one.standardised.interval) for one in found.debates]
    reach = max([1.0, *(abs(end) for _, value, span in lines for end in (value or 0.0, *(span or ())))]) * 1.1
    return _plot(lines, (-reach, reach), "← CON · z-scores · PRO →")


def alphas_plot(found: Comparison) -> go.Figure:
    """Alpha of each."""
    lines = [(one.topic, one.alpha.value, one.alpha.interval) for one in found.debates]
    low = min([-0.5, *(end for _, value, span in lines for end in (value or 0.0, *(span or ())))])
    return _plot(lines, (low - 0.05, 1.05), "alpha")


def _plot(lines: Sequence[Line], reach: Span, title: str) -> go.Figure:
    figure = canvas(len(lines) * _ROW + 60)
    name_lines(figure, [f"{place}. {safe(name, _LABEL)}" for place, (name, _, _) in enumerate(lines, 1)])
    figure.update_xaxes(showgrid=True, gridcolor=GRID, range=list(reach), title=title)
    figure.add_vline(x=0, line={"color": NEUTRAL, "width": 1.5, "dash": "dot"})
    for place, (_, value, span) in enumerate(lines):
        if value is None:
            figure.add_annotation(x=0, y=place, text=UNDEFINED, showarrow=False, xanchor="left", xshift=8)
            continue
        if span is not None:
            figure.add_scatter(
                x=list(span), y=[place] * 2, mode="lines", line={"color": MARK, "width": 6}, hoverinfo="skip"
            )
        figure.add_scatter(
            x=[value],
            y=[place],
            mode="markers",
            marker={"symbol": "circle", "size": 12, "color": NEUTRAL},
            hovertemplate=f"{bare(value, 2)}<extra></extra>",
        )
    return figure


def intervals_plot(drawn: Drawn) -> go.Figure:
    """One line a value: a dot with its interval, filled where there is one."""
    lines = drawn.lines
    figure = canvas(_CELL_ROW * len(lines) + 64, hovermode="closest")
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
    name_lines(figure, [safe(name, _CELL_LABEL) for name, _, _ in lines])
    figure.update_xaxes(
        title=drawn.axis, showgrid=True, gridcolor=GRID, ticks="", tickformat=".0%" if drawn.percent else None
    )
    if drawn.percent:
        figure.update_xaxes(range=[-0.02, 1.02], dtick=0.25)
    return figure
