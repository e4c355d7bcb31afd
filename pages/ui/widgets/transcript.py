"""The transcript in two sides: a heading for each phase, PRO on the left, CON on the right; an exchange turn by turn.

Knows record and transcript. Invariant: it shows what has been said and where the next words will come, and orders
nothing anew.
"""

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from debate_core.novelty import FIRST_MEASURED, Novelty, novelty
from debate_core.record import Record, Status
from debate_core.transcript import PHASES, SIDES, Phase, Side, Turn
from pages.ui import state
from pages.ui.widgets.claims_in_text import marks_in
from pages.ui.widgets.live_card import show_live_card
from pages.ui.widgets.setting_forms import PHASE_NAMES
from pages.ui.widgets.turn_card import SIDE_COLOURS, show_novelty, show_turn

PANE_HEIGHT = 720


def phase_under_way(held: Record) -> Phase | None:
    """The first phase in which a side has not spoken, or None when all turns are spoken; an exchange is one phase."""
    if held.config.format == "exchange":
        return "exchange" if len(held.transcript.turns) < held.turns_in_all else None
    spoken = {(turn.phase, turn.side) for turn in held.transcript.turns}
    return next((phase for phase in PHASES if any((phase, side) not in spoken for side in SIDES)), None)


def transcript_pane(held: Record, now: Status, *, replaying: bool) -> DeltaGenerator:
    """Where the transcript stands: while it runs a pane that follows the newest words, so that the judges beside it
    stay in view; else the page's own length. A replayed exchange needs no pane: its newest turn is on top."""
    running = now == "running" and not (replaying and held.config.format == "exchange")
    return st.container(key="transcript", height=PANE_HEIGHT if running else "content", autoscroll=running)


def show_transcript(held: Record, now: Status, *, replaying: bool = False) -> None:
    """All that has been said: every finished phase with a heading each, or the exchange so far; in a replay the newest
    turn stands first, right under the scrubber."""
    if held.config.format == "exchange":
        turns = held.transcript.turns
        pairs = list(zip(turns, novelty(turns), strict=True))
        for turn, found in reversed(pairs) if replaying else pairs:
            show_exchange_turn(turn, found, held, now)
        return
    under_way = phase_under_way(held)
    for phase in PHASES:
        if phase == under_way:
            break
        show_phase(held, phase, now)


def show_exchange_turn(turn: Turn, found: Novelty, held: Record, now: Status) -> None:
    """One turn of an exchange, under its number and side, with how much of it was new once that is measured."""
    st.header(turn_heading(turn.number, turn.side), anchor=f"turn-{turn.number}")
    if turn.number >= FIRST_MEASURED:
        show_novelty(found)
    show_judged_turn(turn, held, now)


def turn_heading(number: int, side: Side) -> str:
    """What stands over a turn of an exchange."""
    return f"Turn {number} · :{SIDE_COLOURS[side]}[{side.upper()}]"


def show_phase(held: Record, phase: Phase, now: Status) -> None:
    """One phase: both sides' speeches, as far as they have come."""
    st.header(PHASE_NAMES[phase], anchor=False)
    turns = {turn.side: turn for turn in held.transcript.turns_of(phase)}
    for side, column in zip(SIDES, st.columns(2), strict=True):
        with column:
            show_side(side, turns[side].number if side in turns and held.config.live else None)
            if side in turns:
                show_judged_turn(turns[side], held, now)


def show_judged_turn(turn: Turn, held: Record, now: Status) -> None:
    """A speech with its suspect claims marked, and the live judge's card under it where there is one."""
    arguments = {argument.id: argument for argument in held.transcript.arguments}
    found = state.live(held)
    if found is None:
        show_turn(turn, arguments)
        return
    show_turn(turn, arguments, marks_in(turn, [entry for entry in found.claims if entry.turn == turn.number]))
    show_live_card(turn.number, held, found, now)


def show_side(side: Side, number: int | None = None) -> None:
    """The head of a side's column: its name in its colour, and which turn it is where turns are judged."""
    place = f" · turn {number}" if number else ""
    st.subheader(
        f":{SIDE_COLOURS[side]}[{side.upper()}]{place}", anchor=f"turn-{number}" if number else False
    )
