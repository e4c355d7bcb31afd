"""Debates beside each other: one figure of each, with its interval, on one axis.

Reads a Comparison; imports no streamlit. Invariant: a line without the figure stays and says so;
the interval is drawn whenever there is one.
"""

from collections.abc import Sequence

import plotly.graph_objects as go

from debate_core.comparison import Comparison
from debate_core.numerals import UNDEFINED, Span, bare
from pages.ui.charts.canvas import GRID, MARK, NEUTRAL, canvas, name_lines, safe

_ROW, _LABEL = 44, 20
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
