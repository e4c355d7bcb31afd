"""What figures share: colours, judges' markers, the empty sheet they are drawn on. Invariant: no figure sets a font
colour or a background, so that the page's theme does; no meaning rests on colour alone; a name or a model's words
are escaped before they reach a label."""

from typing import Any

import plotly.graph_objects as go

from debate_core.domain.transcript import Side
from debate_core.domain.wording import clip

SIDE_COLOURS: dict[Side, str] = {"pro": "#0072B2", "con": "#D55E00"}
NEUTRAL = "#8C8A94"
GRID = "rgba(140, 138, 148, 0.25)"
MARK = "#8F63D9"
_SHAPES = ("circle", "square", "diamond", "triangle-up", "pentagon", "cross", "hexagon", "triangle-down")
SHAPES = len(_SHAPES)
# What a chart offers in its corner: nothing; a phone scrolls past it.
CONFIG: dict[str, Any] = {"displayModeBar": False, "scrollZoom": False, "doubleClick": False}
_LONGEST = 160


def canvas(height: int, **layout: Any) -> go.Figure:
    """An empty figure of that height in pixels, see-through, without plotly's own template."""
    figure = go.Figure()
    figure.update_layout(
        template=None,
        height=height,
        margin={"l": 8, "r": 8, "t": 8, "b": 8},
        paper_bgcolor="rgba(0,0,0,0)",
        plot_bgcolor="rgba(0,0,0,0)",
        dragmode=False,
        showlegend=False,
        **layout,
    )
    figure.update_xaxes(automargin=True, fixedrange=True, showgrid=False, zeroline=False)
    figure.update_yaxes(automargin=True, fixedrange=True, showgrid=False, zeroline=False)
    return figure


def safe(text: str, longest: int = _LONGEST) -> str:
    """`text` as plotly shows it letter for letter, cut when long.

    >>> safe("a < b & <b>c</b>")
    'a &lt; b &amp; &lt;b>c&lt;/b>'
    """
    return clip(text, longest).replace("&", "&amp;").replace("<", "&lt;")


def shape(place: int) -> str:
    """The marker of the judge at that place in the panel."""
    return _SHAPES[place % SHAPES]
