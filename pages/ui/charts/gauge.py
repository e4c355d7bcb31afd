"""One agreement figure on its scale: bands behind, the interval as a bar, the value as a diamond.

Reads a Statistic; imports no streamlit. Invariant: the scale is the same for every gauge unless a value below 0 needs
more room; nothing is drawn for an undefined value.
"""

import math

import plotly.graph_objects as go

from debate_core.measuring.agreement import BANDS
from debate_core.numerals import coefficient, span
from debate_core.report.shape import Statistic
from pages.ui.charts.canvas import add_band, add_measured, canvas, name_band

# The less the judges agree, the deeper the tint: disagreement is purple everywhere.
_DEPTHS = (0.04, 0.12, 0.24, 0.40)


def gauge(found: Statistic, name: str) -> go.Figure:
    """A bullet gauge from 0 (or lower, where the figure reaches lower) to 1."""
    assert found.value is not None
    low = _floor(min(found.value, found.interval[0] if found.interval else found.value))
    figure = canvas(112, hovermode="closest")
    _add_bands(figure, low)
    interval = (found.interval, f"95% interval {span(found.interval)}") if found.interval else None
    add_measured(figure, name, (found.value, f"{name} {coefficient(found.value)}"), interval)
    ticks = [low] if low < 0 else []
    marks = [*ticks, 0.0, *sorted(least for least, _ in BANDS if least > 0), 1.0]
    figure.update_xaxes(
        range=[low - 0.02, 1.02], tickvals=marks, ticktext=[coefficient(m) for m in marks], ticks=""
    )
    return figure


def _floor(lowest: float) -> float:
    """Where the scale begins: 0, or the tenth below the lowest value drawn, no lower than −1."""
    return 0.0 if lowest >= 0 else max(-1.0, math.floor(lowest * 10) / 10)


def _add_bands(figure: go.Figure, low: float) -> None:
    top = 1.0
    for (least, band), depth in zip(BANDS, _DEPTHS, strict=True):
        bottom = max(least, low)
        add_band(figure, band.name, (bottom, top), f"rgba(124, 77, 196, {depth})")
        name_band(figure, band.name, (bottom + top) / 2)
        top = bottom
