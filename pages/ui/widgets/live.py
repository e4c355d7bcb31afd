"""The part of Watch that moves: the phase under way, with the words of each side as they come, and the clock.

Knows the store through `state`. Invariant: it shows what the store holds and keeps nothing; when the log has moved on,
the page is drawn anew.
"""

import time
from collections.abc import Callable, Mapping

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from debate_core.debating.preview import readable
from debate_core.record import Record, Status
from debate_core.transcript import SIDES, Phase, Side, Turn
from pages.ui import state
from pages.ui.widgets.judge_columns import show_attempts
from pages.ui.widgets.setting_forms import PHASE_NAMES
from pages.ui.widgets.status import in_numbers
from pages.ui.widgets.transcript import phase_under_way, show_side
from pages.ui.widgets.turn_card import show_turn
from pages.ui.widgets.words import clip_end, plain

TICK, IDLE_TICK, PULL = 0.1, 2.0, 0.1


def show_live(held: Record, now: Status, clock: DeltaGenerator) -> None:
    """The phase under way, kept up to date while the debate may still move; `clock` is where its numbers stand."""
    every = None if now == "finished" else TICK if now == "running" else IDLE_TICK
    st.fragment(_follow, run_every=every, key="live")(held, now, clock)


def _follow(held: Record, now: Status, clock: DeltaGenerator) -> None:
    draw = _draw_phase(held, now)
    end = time.monotonic() + (state.drain() if now == "running" else 0)
    while True:
        clock.markdown(in_numbers(held, now, state.clock()))
        draw(state.store().words(held.id))
        if state.drain() and _moved_on(held, now):
            st.rerun()
        if time.monotonic() >= end:
            return
        time.sleep(PULL)


def _moved_on(held: Record, now: Status) -> bool:
    return state.store().last_sequence(held.id) > held.sequence or state.status(held) != now


def _draw_phase(held: Record, now: Status) -> Callable[[Mapping[str, str]], None]:
    """Draw what stands still in the phase under way; returns what draws the words that come."""
    phase = phase_under_way(held)
    if phase is None:
        return lambda words: None
    st.header(PHASE_NAMES[phase], anchor=False)
    slots: dict[Side, DeltaGenerator] = {}
    turns = {turn.side: turn for turn in held.transcript.turns_of(phase)}
    for side, column in zip(SIDES, st.columns(2), strict=True):
        with column:
            show_side(side)
            slots |= _draw_side(held, now, (phase, side), turns.get(side))

    def draw(words: Mapping[str, str]) -> None:
        for side, slot in slots.items():
            slot.markdown(_words_of(words, phase, side, now))

    return draw


def _draw_side(
    held: Record, now: Status, place: tuple[Phase, Side], turn: Turn | None
) -> dict[Side, DeltaGenerator]:
    phase, side = place
    if turn is not None:
        show_turn(turn, {argument.id: argument for argument in held.transcript.arguments})
        return {}
    with st.container(border=True, key=f"speaking_{side}"):
        slot = st.empty()
        show_attempts(held, now, f"{phase}:{side}")
    return {side: slot}


def _words_of(words: Mapping[str, str], phase: Phase, side: Side, now: Status) -> str:
    """The newest asking's words of one speech, or what is waited for."""
    name = f"{phase}:{side}"
    calls = sorted(call for call in words if call == name or call.startswith(f"{name}#"))
    if calls and (said := readable(words[calls[-1]]).strip()):
        return plain(clip_end(said))
    return "*Waiting for the first words*" if now == "running" else "*Has not spoken*"
