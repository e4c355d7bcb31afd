"""The gap between the sides with its interval, and behind it the reading aid of SD-9.

Reads an Outcome as the report holds it; imports no streamlit. Invariant: the interval is drawn whenever there is one;
the bands stand behind it, never in its place.
"""

import math

import plotly.graph_objects as go

from debate_core.measuring.gap import READINGS
from debate_core.numerals import points_beside_zero, share_words, span_beside_zero
from debate_core.report.shape import OutcomeFound
from pages.ui.charts.canvas import NEUTRAL, SIDE_COLOURS, add_band, add_measured, canvas, name_band


def gap_plot(outcome: OutcomeFound) -> go.Figure:
    """Pro minus con in points: right of 0 favours PRO, left of 0 CON."""
    assert outcome.gap is not None
    ends = outcome.interval or (outcome.gap, outcome.gap)
    reach = max(4.0, abs(ends[0]), abs(ends[1])) * 1.05
    figure = canvas(120, hovermode="closest")
    for place, (name, (near, far)) in enumerate(READINGS.items()):
        far = far if math.isfinite(far) else reach
        colour = f"rgba(140, 138, 148, {0.05 + 0.09 * place})"
        add_band(figure, name, (near, far), colour)
        add_band(figure, name, (-far, -near), colour)
        name_band(figure, name, (near + far) / 2 if near else 0)
    figure.add_vline(x=0, line={"color": NEUTRAL, "width": 1.5, "dash": "dot"})
    told = None
    if outcome.interval:
        words = f"{share_words(outcome.level)} interval {span_beside_zero(outcome.interval)} points"
        told = outcome.interval, words
    add_measured(figure, "gap", (outcome.gap, f"gap {points_beside_zero(outcome.gap)}"), told, "#6E6B78")
    _name_ends(figure, reach)
    return figure


def _name_ends(figure: go.Figure, reach: float) -> None:
    limits = sorted(near for near, _ in READINGS.values() if near)
    marks = [*(-limit for limit in reversed(limits)), 0, *limits]
    pro, con = (f"<span style='color:{SIDE_COLOURS[side]}'>■</span>" for side in ("pro", "con"))
    figure.update_xaxes(
        range=[-reach, reach],
        tickvals=marks,
        ticktext=[f"{abs(mark):g}" for mark in marks],
        ticks="",
        title=f"{con} toward CON · points · toward PRO {pro}",
    )
