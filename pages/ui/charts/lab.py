"""Outcomes by panel size, as a plot that can be hovered.

Reads a LabFound; imports no streamlit. Invariant: every share is drawn with its simulation interval; outcomes differ by
shape and line, not by colour alone.
"""

from typing import Any

import plotly.graph_objects as go

from debate_core.measuring.shares import Share
from debate_core.phrases import cell_text
from debate_core.reporting.lab_panel import share_estimate
from debate_core.verdicts.lab import LabReport
from pages.ui.charts.canvas import GRID, MARK, NEUTRAL, canvas


def sizes_plot(found: LabReport) -> go.Figure:
    """Right, no call and wrong (at a tie: a side named, no call) against the number of judges."""
    height = 340
    figure = canvas(height, hovermode="closest")
    figure.update_layout(showlegend=True, legend=_legend(height, 62))
    asked = found.question.judges
    figure.add_vrect(
        x0=asked - 0.3, x1=asked + 0.3, fillcolor=MARK, opacity=0.14, line_width=0, name="chosen"
    )
    figure.add_annotation(x=asked, y=1.0, yref="paper", yanchor="bottom", text="chosen", showarrow=False)
    for name, field, style in _lines(found.question.tie):
        _add_line(figure, found, (name, field), style)
    figure.update_layout(margin={"l": 8, "r": 8, "t": 26, "b": 8})
    figure.update_xaxes(title="judges", dtick=1, range=[1.5, 8.5], ticks="")
    figure.update_yaxes(
        range=[-0.03, 1.03], tickformat=".0%", showgrid=True, gridcolor=GRID, ticks="", dtick=0.2
    )
    return figure


def _lines(tie: bool) -> list[tuple[str, str, dict[str, Any]]]:
    right = ("right", "right", {"color": MARK, "dash": "solid", "symbol": "circle"})
    none = ("no call", "no_call", {"color": NEUTRAL, "dash": "dash", "symbol": "square-open"})
    named = "named a side" if tie else "wrong"
    wrong = (named, "wrong", {"color": MARK if tie else "#6E6B78", "dash": "dot", "symbol": "x"})
    return [none, wrong] if tie else [right, none, wrong]


def _add_line(figure: go.Figure, found: LabReport, shown: tuple[str, str], style: dict[str, Any]) -> None:
    name, field = shown
    colour = style["color"]
    shares: list[Share] = [getattr(one, field) for one in found.sizes]
    edge = {"width": 2, "color": colour}
    figure.add_scatter(
        x=[one.truth.judges for one in found.sizes],
        y=[share.value for share in shares],
        mode="lines+markers",
        line={"color": colour, "dash": style["dash"], "width": 2},
        marker={"symbol": style["symbol"], "size": 9, "color": colour, "line": edge},
        error_y=_errors(shares),
        name=name,
        customdata=[cell_text(share_estimate(one), "rate") for one in shares],
        hovertemplate=f"%{{x}} judges: {name} %{{customdata}}<extra></extra>",
    )


def _errors(shares: list[Share]) -> dict[str, Any]:
    return {
        "type": "data",
        "symmetric": False,
        "array": [share.interval[1] - share.value for share in shares],
        "arrayminus": [share.value - share.interval[0] for share in shares],
        "thickness": 1.5,
        "width": 4,
    }


def _legend(height: int, below: int = 40) -> dict[str, Any]:
    return {"orientation": "h", "y": -below / (height - 90), "yanchor": "top", "x": 0}
