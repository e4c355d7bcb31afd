"""Everybody's scores of one argument: a line a dimension, a shape each, one's own in the product's colour.

Reads scores and the rubric; imports no streamlit. Invariant: a score stands where it was given; equal ones stand above
each other, so that none hides another, and a line is as high as its tallest stack.
"""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from itertools import accumulate

import plotly.graph_objects as go

from debate_core.rubric import Rubric
from pages.ui.charts.canvas import GRID, MARK, NEUTRAL, SHAPES, canvas, safe, shape

_MARK = 17
"""Pixels from one mark of a stack to the next."""
_LEAST, _AIR = 2, 1.6
"""The marks that every line has room for, and the room above them, in marks."""
_LEGEND = 104
Views = Sequence[tuple[str, Mapping[str, float]]]


def reviews_plot(views: Views, rubric: Rubric, own: Collection[str] = ()) -> go.Figure:
    """``views``: who gave which scores. ``own``: the names of one's own views, the last scores first: filled, then
    hollow."""
    lines = _lines(views, rubric)
    bottom = lines[-1] + 1
    pixels = int(bottom * _MARK)
    figure = canvas(pixels + _LEGEND, hovermode="closest")
    legend = {"orientation": "h", "y": -46 / pixels, "yanchor": "top", "x": 0}
    figure.update_layout(showlegend=True, legend=legend)
    taken: Counter[tuple[str, float]] = Counter()
    mine = [name for name, _ in views if name in own]
    judge = 0
    for name, scores in views:
        if name in mine:
            marker = {"symbol": "star" if name == mine[0] else "star-open", "size": 16, "color": MARK}
        else:
            symbol = shape(judge) + ("" if judge < SHAPES else "-open")
            marker, judge = {"symbol": symbol, "size": 11, "color": NEUTRAL}, judge + 1
        heights = []
        known = [key for key in rubric.keys if key in scores]
        for key in known:
            heights.append(lines[rubric.keys.index(key)] - taken[key, scores[key]])
            taken[key, scores[key]] += 1
        figure.add_trace(
            go.Scatter(
                x=[scores[key] for key in known],
                y=heights,
                mode="markers",
                marker=marker,
                name=safe(name, 24),
                hovertemplate=f"{safe(name)}: %{{x}}<extra></extra>",
            )
        )
    titles = [dimension.title for dimension in rubric.dimensions]
    figure.update_yaxes(
        tickvals=lines, ticktext=titles, range=[bottom, 0], ticks="", showgrid=True, gridcolor=GRID
    )
    scale = rubric.scale
    figure.update_xaxes(range=[scale.low - 0.6, scale.high + 0.6], dtick=1)
    return figure


def _lines(views: Views, rubric: Rubric) -> list[float]:
    """Where each dimension's line stands, in marks from the top: below room for its tallest stack, and some air."""
    tallest = [
        max(Counter(scores[key] for _, scores in views if key in scores).values(), default=0)
        for key in rubric.keys
    ]
    below_each = (max(_LEAST, stack) + _AIR for stack in tallest[1:])
    return list(accumulate(below_each, initial=float(tallest[0])))
