"""The debaters' personalities behind a switch: how their traits drifted, and the hidden line each was given.

Reads the record and its traits. Invariant: nothing of it is shown before a person asks.
"""

import streamlit as st

from debate_core.personalities import PERSONALITIES, TRAITS
from debate_core.record import Record
from debate_core.report.live import LiveFound
from debate_core.scorecard.drift import TraitsAt, directive_at
from debate_core.scorecard.marks import points
from debate_core.transcript import SIDES, Side
from pages.ui.charts.trait_drift import trait_drift_plot, trait_name
from pages.ui.widgets.chart import show_chart
from pages.ui.widgets.words import plain

_EXPLAINED = (
    "This shows what the debaters weren't told in words. The live judge puts pressure on the weaker side; it moves "
    "that speaker's traits, which reach it only as one hidden line about its manner. The opponent and the panel "
    "saw none of it. An archetype bends a model's manner, not its nature."
)


def show_traits(held: Record, found: LiveFound) -> None:
    """The switch, and what it reveals; nothing where no debater has a personality."""
    with_one = [side for side in SIDES if held.config.debater(side).personality]
    if not with_one:
        return
    st.header("Hidden directions", anchor=False)
    if not st.toggle("Reveal the hidden directions", key="reveal_traits", persist_state="session"):
        st.caption(
            "Who the debaters were asked to be, and how the live judge's pressure moved them, stay hidden."
        )
        return
    st.markdown(_EXPLAINED)
    st.markdown("\n".join(_who(held, side) for side in with_one))
    if not found.traits:
        st.caption("Nobody with a personality has spoken yet.")
        return
    moved = [_moved([at for at in found.traits if at.side == side], side) for side in with_one]
    show_chart(
        trait_drift_plot(found.traits),
        key="trait_drift",
        alt=f"Twelve traits, 1 to 10, over turns. {' '.join(moved)}",
    )
    st.caption("PRO: solid line, circles. CON: dashed line, squares. From 1 to 10.")
    st.markdown("\n".join(f"- {line}" for line in moved))
    with st.expander("The hidden line of each turn"):
        for at in found.traits:
            line = directive_at(at.side, at.turn, held.proposals, held.config)
            st.markdown(f"**Turn {at.turn}, {at.side.upper()}.** {plain(line)}")


def _who(held: Record, side: Side) -> str:
    archetype = held.config.debater(side).personality
    assert archetype is not None
    who = PERSONALITIES[archetype]
    return f"- **{side.upper()}** {who.name}, elasticity {who.elasticity}: {who.described}"


def _moved(ats: list[TraitsAt], side: Side) -> str:
    """What has moved between a side's first and its latest turn."""
    if not ats:
        return f"{side.upper()} has not spoken yet."
    first, last = ats[0].values, ats[-1].values
    moves = [
        f"{trait_name(trait).lower()} {points(first[trait])} → {points(last[trait])}"
        for trait in TRAITS
        if points(first[trait]) != points(last[trait])
    ]
    return f"{side.upper()}: {', '.join(moves) if moves else 'nothing has moved'}."
