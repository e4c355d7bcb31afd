"""Everybody's scores of one argument: a line a dimension, a shape each, one's own filled in the product's colour.

Reads scores and the rubric; imports no streamlit. Invariant: a score stands where it was given; equal ones stand above
each other, so that none hides another.
"""

from collections import Counter
from collections.abc import Mapping, Sequence

import plotly.graph_objects as go

from debate_core.rubric import Rubric
from pages.ui.charts.canvas import GRID, MARK, NEUTRAL, canvas, name_lines, safe
from pages.ui.charts.judges import shape

_ROW = 58


def reviews_plot(views: Sequence[tuple[str, Mapping[str, int]]], rubric: Rubric) -> go.Figure:
    """``views``: who gave which scores, oneself first."""
    figure = canvas(len(rubric.keys) * _ROW + 90)
    figure.update_layout(showlegend=True, legend={"orientation": "h", "y": -0.12, "yanchor": "top", "x": 0})
    taken: Counter[tuple[str, int]] = Counter()
    for place, (name, scores) in enumerate(views):
        known = [key for key in rubric.keys if key in scores]
        heights = []
        for key in known:
            heights.append(rubric.keys.index(key) - 0.17 * taken[key, scores[key]])
            taken[key, scores[key]] += 1
        own = place == 0
        figure.add_trace(
            go.Scatter(
                x=[scores[key] for key in known],
                y=heights,
                mode="markers",
                marker={
                    "symbol": "star" if own else shape(place - 1),
                    "size": 15 if own else 11,
                    "color": MARK if own else NEUTRAL,
                },
                name=safe(name, 24),
                hovertemplate=f"{safe(name)}: %{{x}}<extra></extra>",
            )
        )
    name_lines(figure, [dimension.title for dimension in rubric.dimensions])
    scale = rubric.scale
    figure.update_xaxes(range=[scale.low - 0.6, scale.high + 0.6], dtick=1, showgrid=True, gridcolor=GRID)
    return figure
