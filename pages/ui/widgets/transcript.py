"""The transcript in two sides: a heading for each phase, PRO on the left, CON on the right.

Knows record and transcript. Invariant: it shows what has been said and where the next words will come, and orders
nothing anew.
"""

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from debate_core.debating.structured import PHASES
from debate_core.record import Record, Status
from debate_core.transcript import SIDES, Phase, Side
from pages.ui.widgets.setting_forms import PHASE_NAMES
from pages.ui.widgets.turn_card import SIDE_COLOURS, show_turn

PANE_HEIGHT = 720


def phase_under_way(held: Record) -> Phase | None:
    """The first phase in which a side has not spoken, or None when all turns are spoken."""
    spoken = {(turn.phase, turn.side) for turn in held.transcript.turns}
    return next((phase for phase in PHASES if any((phase, side) not in spoken for side in SIDES)), None)


def transcript_pane(now: Status) -> DeltaGenerator:
    """Where the transcript stands: while it runs a pane that follows the newest words, so that the judges beside it
    stay in view; else the page's own length."""
    running = now == "running"
    return st.container(key="transcript", height=PANE_HEIGHT if running else "content", autoscroll=running)


def show_transcript(held: Record) -> None:
    """Every finished phase, with a heading each."""
    now = phase_under_way(held)
    for phase in PHASES:
        if phase == now:
            break
        show_phase(held, phase)


def show_phase(held: Record, phase: Phase) -> None:
    """One phase: both sides' speeches, as far as they have come."""
    st.header(PHASE_NAMES[phase], anchor=False)
    turns = {turn.side: turn for turn in held.transcript.turns_of(phase)}
    arguments = {argument.id: argument for argument in held.transcript.arguments}
    for side, column in zip(SIDES, st.columns(2), strict=True):
        with column:
            show_side(side)
            if side in turns:
                show_turn(turns[side], arguments)


def show_side(side: Side) -> None:
    """The head of a side's column: its name over a line of its colour."""
    st.markdown(f"### :{SIDE_COLOURS[side]}[{side.upper()}]")
