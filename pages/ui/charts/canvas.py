"""What all figures share: colours, shapes, the empty sheet they are drawn on, and marks that several draw.

Knows plotly, not streamlit. Invariant: no figure sets a font colour or a background, so that the page's theme does;
no meaning rests on colour alone; a name or a model's words are escaped before they reach a label.
"""

from collections.abc import Sequence
from typing import Any

import plotly.graph_objects as go

from debate_core.transcript import Side

SIDE_COLOURS: dict[Side, str] = {"pro": "#0072B2", "con": "#D55E00"}
SIDE_SYMBOLS: dict[Side, str] = {"pro": "circle", "con": "square"}
SIDE_DASHES: dict[Side, str] = {"pro": "solid", "con": "dash"}
NEUTRAL = "#8C8A94"
GRID = "rgba(140, 138, 148, 0.25)"
# See-through, so that the theme's text stays readable on every step of it, in light and in dark.
RAMP = [[0.0, "rgba(124, 77, 196, 0.03)"], [1.0, "rgba(124, 77, 196, 0.60)"]]
MARK = "#8F63D9"
SHAPES = ("circle", "square", "diamond", "triangle-up", "triangle-down", "pentagon", "star", "hexagram")
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
    line = " ".join(text.split())
    cut = line if len(line) <= longest else line[: longest - 1].rstrip() + "…"
    return cut.replace("&", "&amp;").replace("<", "&lt;")


def argument_label(name: str, side: Side, marked: bool = False) -> str:
    """An argument's id with its side's colour before it, and a diamond where the judges part on it."""
    mark = "◆ " if marked else ""
    return f"{mark}<span style='color:{SIDE_COLOURS[side]}'>■</span> {name}"


def shape(place: int) -> str:
    """The marker of the judge at that place in the panel."""
    return SHAPES[place % len(SHAPES)]


def name_lines(figure: go.Figure, labels: Sequence[str]) -> None:
    """One line a label, the first on top."""
    figure.update_yaxes(
        tickvals=list(range(len(labels))),
        ticktext=list(labels),
        range=[len(labels) - 0.5, -0.5],
        ticks="",
    )


def name_columns(figure: go.Figure, labels: Sequence[str]) -> None:
    """One column a label, named above."""
    figure.update_layout(
        xaxis={
            "tickvals": list(range(len(labels))),
            "ticktext": list(labels),
            "range": [-0.5, len(labels) - 0.5],
            "side": "top",
            "ticks": "",
        }
    )


def add_tints(figure: go.Figure, table: Sequence[Sequence[float | None]], most: float) -> None:
    """A cell for each value, the deeper the nearer to `most`; none for a missing one."""
    figure.add_trace(
        go.Heatmap(
            z=[list(line) for line in table],
            colorscale=RAMP,
            zmin=0,
            zmax=most,
            showscale=False,
            hoverinfo="skip",
            xgap=2,
            ygap=2,
        )
    )


def add_cells(figure: go.Figure, cells: Sequence[tuple[int, int, str, list[str | None]]], hover: str) -> None:
    """One near-invisible square a cell (its x, y, text and custom data): what is hovered and clicked."""
    figure.add_trace(
        go.Scatter(
            x=[x for x, _, _, _ in cells],
            y=[y for _, y, _, _ in cells],
            mode="markers+text",
            text=[text for _, _, text, _ in cells],
            customdata=[data for _, _, _, data in cells],
            hovertemplate=f"{hover}<extra></extra>",
            marker={"symbol": "square", "size": 40, "color": NEUTRAL, "opacity": 0.01},
            selected={"marker": {"opacity": 0.01}},
            unselected={"marker": {"opacity": 0.01}},
            name="cells",
        )
    )


def add_band(figure: go.Figure, name: str, ends: tuple[float, float], colour: str) -> None:
    """A stretch of a scale, tinted behind what is measured on it."""
    figure.add_shape(
        type="rect",
        x0=ends[0],
        x1=ends[1],
        y0=0.18,
        y1=0.82,
        line_width=0,
        fillcolor=colour,
        layer="below",
        name=name,
    )


def name_band(figure: go.Figure, name: str, at: float) -> None:
    """The name of a band, above it."""
    figure.add_annotation(x=at, y=1.0, text=name, showarrow=False, font={"size": 11}, yanchor="middle")


def add_measured(
    figure: go.Figure,
    name: str,
    value: tuple[float, str],
    interval: tuple[tuple[float, float], str] | None,
    colour: str = MARK,
) -> None:
    """A measured figure as a diamond over the bar of its interval, each with what it says under the pointer."""
    if interval:
        figure.add_trace(
            go.Scatter(
                x=list(interval[0]),
                y=[0.5, 0.5],
                mode="lines",
                line={"color": NEUTRAL, "width": 7},
                hovertemplate=f"{interval[1]}<extra></extra>",
                name="interval",
            )
        )
    figure.add_trace(
        go.Scatter(
            x=[value[0]],
            y=[0.5],
            mode="markers",
            marker={
                "symbol": "diamond",
                "size": 17,
                "color": colour,
                "line": {"width": 2, "color": "#FFFFFF"},
            },
            hovertemplate=f"{value[1]}<extra></extra>",
            name=name,
        )
    )
    figure.update_yaxes(range=[0, 1], visible=False)
