"""The live judge's score after each turn: each side's mean so far as a line, each turn's own composite as a mark.

Reads the scorecard as the report holds it; imports no streamlit. Invariant: a turn that was not judged has no mark and
is named as such on the axis; PRO is a solid line of circles, CON a dashed one of squares, so colour is never alone.
"""

from collections.abc import Collection, Sequence

import plotly.graph_objects as go

from debate_core.scorecard.marks import points
from debate_core.scorecard.tally import Running, TurnScore
from debate_core.transcript import SIDES, Side
from pages.ui.charts.canvas import GRID, MARK, NEUTRAL, SIDE_COLOURS, SIDE_DASHES, SIDE_SYMBOLS, canvas


def running_score_plot(
    running: Sequence[Running],
    turns: Sequence[TurnScore],
    turning: Collection[int] = (),
    height: int = 230,
) -> go.Figure:
    """The running score over turns, 0 to 100. `turning`: turns to mark as turning points, with a line and a diamond."""
    figure = canvas(height, hovermode="closest")
    for turn in sorted(set(turning) & {one.turn for one in running}):
        _mark_turning(figure, turn)
    for side in SIDES:
        _add_mean(figure, running, side)
        _add_turns(figure, [turn for turn in turns if turn.side == side], side)
    judged = {turn.turn for turn in turns}
    numbers = [one.turn for one in running]
    figure.update_xaxes(
        title="turn (× not judged)" if set(numbers) - judged else "turn",
        tickvals=numbers,
        ticktext=[str(n) if n in judged else f"{n} ×" for n in numbers],
        range=[min(numbers, default=1) - 0.6, max(numbers, default=1) + 0.5],
        ticks="",
    )
    # The sides' names stand in the margin, right of the last mark.
    figure.update_layout(margin={"l": 8, "r": 44, "t": 8, "b": 8})
    figure.update_yaxes(
        title="of 100",
        range=_reach(running, turns),
        dtick=10,
        showgrid=True,
        gridcolor=GRID,
        ticks="",
    )
    return figure


def _add_mean(figure: go.Figure, running: Sequence[Running], side: Side) -> None:
    known = [(one.turn, mean) for one in running if (mean := one.means.get(side)) is not None]
    if not known:
        return
    figure.add_trace(
        go.Scatter(
            x=[turn for turn, _ in known],
            y=[mean for _, mean in known],
            mode="lines",
            line={"color": SIDE_COLOURS[side], "width": 2.5, "dash": SIDE_DASHES[side]},
            customdata=[points(mean) for _, mean in known],
            hovertemplate=f"{side.upper()}'s mean after turn %{{x}}: %{{customdata}}<extra></extra>",
            name=f"{side.upper()} mean",
        )
    )
    figure.add_annotation(
        x=known[-1][0],
        y=known[-1][1],
        text=f"<b>{side.upper()}</b>",
        showarrow=False,
        xanchor="left",
        xshift=9,
        yshift=8 if side == _ahead(running) else -8,
    )


def _ahead(running: Sequence[Running]) -> Side:
    """The side whose name stands above, so that the two never cover one another."""
    last = running[-1].means
    return "con" if (last.get("con") or 0.0) > (last.get("pro") or 0.0) else "pro"


def _reach(running: Sequence[Running], turns: Sequence[TurnScore]) -> list[float]:
    """The stretch of 0 to 100 that holds every mark, in tens, with some room."""
    values = [turn.composite for turn in turns] + [
        m for one in running for m in one.means.values() if m is not None
    ]
    low, high = min(values, default=0.0), max(values, default=100.0)
    return [max(0.0, (low - 6) // 10 * 10), min(104.0, (high + 16) // 10 * 10 + 1)]


def _add_turns(figure: go.Figure, turns: Sequence[TurnScore], side: Side) -> None:
    figure.add_trace(
        go.Scatter(
            x=[turn.turn for turn in turns],
            y=[turn.composite for turn in turns],
            mode="markers",
            marker={
                "symbol": SIDE_SYMBOLS[side],
                "size": 9,
                "color": SIDE_COLOURS[side],
                "line": {"width": 1, "color": NEUTRAL},
            },
            customdata=[_told(turn) for turn in turns],
            hovertemplate="%{customdata}<extra></extra>",
            name=f"{side.upper()} turns",
        )
    )


def _told(turn: TurnScore) -> str:
    """What a mark says: the composite, and what was proposed where that differs."""
    proposed = f", proposed {points(turn.raw.composite)}" if turn.raw.composite != turn.composite else ""
    return f"Turn {turn.turn}, {turn.side.upper()}: {points(turn.composite)} of 100{proposed}"


def _mark_turning(figure: go.Figure, turn: int) -> None:
    figure.add_vline(x=turn, line={"color": MARK, "width": 1.5, "dash": "dot"}, layer="below")
    figure.add_annotation(
        x=turn, y=1, yref="paper", text="◆", showarrow=False, font={"color": MARK, "size": 12}
    )
