"""What figures share: colours, the empty sheet they are drawn on, and the names of its lines.

Knows plotly, not streamlit. Invariant: no figure sets a font colour or a background, so that the page's theme does;
no meaning rests on colour alone; a name or a model's words are escaped before they reach a label.
"""

from collections.abc import Sequence
from typing import Any

import plotly.graph_objects as go

from debate_core.report.shape import JudgeRow
from debate_core.transcript import Side
from debate_core.wording import clip

SIDE_COLOURS: dict[Side, str] = {"pro": "#0072B2", "con": "#D55E00"}
NEUTRAL = "#8C8A94"
GRID = "rgba(140, 138, 148, 0.25)"
MARK = "#8F63D9"
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


def argument_label(name: str, side: Side, marked: bool = False) -> str:
    """An argument's id with its side's colour before it, and a diamond where the judges part on it."""
    mark = "◆ " if marked else ""
    return f"{mark}<span style='color:{SIDE_COLOURS[side]}'>■</span> {name}"


def judge_label(judge: JudgeRow, longest: int) -> str:
    """A judge's name, cut when long; below a person's, that it is one."""
    return f"{safe(judge.name, longest)}{'<br><i>person</i>' if judge.person else ''}"


def name_lines(figure: go.Figure, labels: Sequence[str]) -> None:
    """One line a label, the first on top."""
    places = list(range(len(labels)))
    figure.update_yaxes(tickvals=places, ticktext=list(labels), range=[len(labels) - 0.5, -0.5], ticks="")
