"""Each debater's twelve traits from turn to turn.

PRO is a solid line of circles, CON a dashed one of squares, so colour is never alone; a trait has the same place and
scale in every debate.
"""

from collections.abc import Sequence

import plotly.graph_objects as go
from plotly.subplots import make_subplots

from debate_core.domain.personalities import TRAITS, Trait
from debate_core.domain.transcript import SIDES, Side
from debate_core.scorecard.drift import TraitsAt
from debate_core.scorecard.live_scores import points
from pages.ui.charts.canvas import GRID, SIDE_COLOURS, canvas

_SYMBOLS: dict[Side, str] = {"pro": "circle", "con": "square"}
_DASHES: dict[Side, str] = {"pro": "solid", "con": "dash"}
_COLUMNS, _ROW = 3, 112


def trait_drift_plot(traits: Sequence[TraitsAt]) -> go.Figure:
    """Twelve small charts, 1 to 10: cognitive, emotional and rhetorical traits in a column each."""
    rows = len(TRAITS) // _COLUMNS
    # TRAITS has them group by group; a column a group reads down.
    order = [TRAITS[row + rows * column] for row in range(rows) for column in range(_COLUMNS)]
    figure = make_subplots(
        rows=rows,
        cols=_COLUMNS,
        subplot_titles=[trait_name(trait) for trait in order],
        shared_xaxes=True,
        vertical_spacing=0.09,
        horizontal_spacing=0.06,
        figure=canvas(_ROW * rows + 40),
    )
    last = max((at.turn for at in traits), default=1)
    for place, trait in enumerate(order):
        for side in SIDES:
            _add_trait(figure, [at for at in traits if at.side == side], trait, (side, place))
    plain = {"ticks": "", "fixedrange": True, "zeroline": False}
    figure.update_yaxes(range=[0.4, 10.6], tickvals=[1, 10], showgrid=True, gridcolor=GRID, **plain)
    figure.update_xaxes(range=[0.5, last + 0.5], dtick=max(1, last // 5), showgrid=False, **plain)
    figure.update_xaxes(title="turn", row=rows)
    figure.update_annotations(font={"size": 12})
    figure.update_layout(margin={"l": 8, "r": 8, "t": 26, "b": 8})
    return figure


def trait_name(trait: Trait) -> str:
    """A trait as a screen names it."""
    return trait.replace("_", "-").capitalize()


def _add_trait(figure: go.Figure, ats: Sequence[TraitsAt], trait: Trait, at: tuple[Side, int]) -> None:
    side, place = at
    figure.add_scatter(
        x=[one.turn for one in ats],
        y=[one.values[trait] for one in ats],
        mode="lines+markers",
        line={"color": SIDE_COLOURS[side], "width": 2, "dash": _DASHES[side]},
        marker={"symbol": _SYMBOLS[side], "size": 6, "color": SIDE_COLOURS[side]},
        customdata=[points(one.values[trait]) for one in ats],
        hovertemplate=f"{side.upper()} {trait_name(trait).lower()}, turn %{{x}}: %{{customdata}}<extra></extra>",
        name=f"{side.upper()} {trait}",
        row=place // _COLUMNS + 1,
        col=place % _COLUMNS + 1,
    )
