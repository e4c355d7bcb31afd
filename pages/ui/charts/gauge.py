"""One measured figure on its scale: bands behind, the interval as a bar, the value as a diamond.

Reads a Statistic, or an Outcome for the gap; imports no streamlit. Invariant: the interval is drawn whenever there is
one, and the bands stand behind it, never in its place; nothing is drawn for an undefined value.
"""

import math

import plotly.graph_objects as go

from debate_core.measuring.agreement import BANDS
from debate_core.numerals import Span, coefficient, span
from debate_core.report.shape import Statistic
from pages.ui.charts.canvas import MARK, NEUTRAL, canvas

# The less the judges agree, the deeper the tint: disagreement is purple everywhere.
_DEPTHS = (0.04, 0.12, 0.24, 0.40)


def gauge(found: Statistic, name: str) -> go.Figure:
    """An agreement figure from 0 (or lower, where the figure reaches lower) to 1."""
    assert found.value is not None
    low = _floor(min(found.value, found.interval[0] if found.interval else found.value))
    figure = canvas(112, hovermode="closest")
    top = 1.0
    for (least, band), depth in zip(BANDS, _DEPTHS, strict=True):
        bottom = max(least, low)
        _add_band(figure, band.name, (bottom, top), f"rgba(124, 77, 196, {depth})")
        _name_band(figure, band.name, (bottom + top) / 2)
        top = bottom
    told = f"95% interval {span(found.interval)}" if found.interval else ""
    _add_interval(figure, found.interval, told)
    _add_value(figure, name, found.value, f"{name} {coefficient(found.value)}", MARK)
    marks = [*([low] if low < 0 else []), 0.0, *sorted(least for least, _ in BANDS if least > 0), 1.0]
    figure.update_xaxes(
        range=[low - 0.02, 1.02], tickvals=marks, ticktext=[coefficient(m) for m in marks], ticks=""
    )
    return figure


def _floor(lowest: float) -> float:
    """Where the scale begins: 0, or the tenth below the lowest value drawn, no lower than −1."""
    return 0.0 if lowest >= 0 else max(-1.0, math.floor(lowest * 10) / 10)


def _add_band(figure: go.Figure, name: str, ends: tuple[float, float], colour: str) -> None:
    """A stretch of a scale, tinted behind what is measured on it."""
    stretch = {"x0": ends[0], "x1": ends[1], "y0": 0.18, "y1": 0.82}
    figure.add_shape(type="rect", **stretch, line_width=0, fillcolor=colour, layer="below", name=name)


def _name_band(figure: go.Figure, name: str, at: float) -> None:
    """The name of a band, above it."""
    figure.add_annotation(x=at, y=1.0, text=name, showarrow=False, font={"size": 11}, yanchor="middle")


def _add_interval(figure: go.Figure, interval: Span | None, said: str) -> None:
    """The interval as a bar under the value, with what it says under the pointer."""
    figure.update_yaxes(range=[0, 1], visible=False)
    if interval:
        bar = {"mode": "lines", "line": {"color": NEUTRAL, "width": 7}, "name": "interval"}
        figure.add_scatter(x=list(interval), y=[0.5, 0.5], hovertemplate=f"{said}<extra></extra>", **bar)


def _add_value(figure: go.Figure, name: str, value: float, said: str, colour: str) -> None:
    edge = {"width": 2, "color": "#FFFFFF"}
    marker = {"symbol": "diamond", "size": 17, "color": colour, "line": edge}
    figure.add_scatter(
        x=[value], y=[0.5], mode="markers", marker=marker, hovertemplate=f"{said}<extra></extra>", name=name
    )
