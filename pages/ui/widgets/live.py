"""The part of Watch that moves: the phase under way, with the words of each side as they come, and the clock.

Knows the store through `state`. Invariant: it shows what the store holds and keeps nothing; when the log has moved on,
the page is drawn anew.
"""

import time
from collections.abc import Callable, Mapping

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from debate_core.answers.preview import readable
from debate_core.events import CallId
from debate_core.record import Record, Status
from debate_core.transcript import SIDES, Phase, Side, side_of_turn
from pages.ui import state
from pages.ui.widgets.judge_columns import show_attempts
from pages.ui.widgets.setting_forms import PHASE_NAMES
from pages.ui.widgets.status import in_numbers
from pages.ui.widgets.transcript import (
    phase_under_way,
    show_judged_turn,
    show_phase,
    show_side,
    turn_heading,
)
from pages.ui.widgets.words import clip_end, plain

TICK, IDLE_TICK, PULL = 0.1, 2.0, 0.1


def show_live(held: Record, now: Status, clock: DeltaGenerator) -> None:
    """The phase under way, kept up to date while the debate may still move; `clock` is where its numbers stand."""
    every = None if now == "finished" else TICK if now == "running" else IDLE_TICK
    st.fragment(_follow, run_every=every, key="live")(held, now, clock)


def show_stood(held: Record) -> None:
    """What has been said of the phase under way at one point of a replay: it waits for nothing."""
    phase = phase_under_way(held)
    if phase and phase != "exchange" and any(held.transcript.turns_of(phase)):
        show_phase(held, phase, "running")


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
        # What a run before drew here would stay on the screen until this one ends.
        st.empty()
        st.empty()
        return lambda words: None
    slots = _draw_next_turn(held, now) if phase == "exchange" else _draw_sides(held, now, phase)

    def draw(words: Mapping[str, str]) -> None:
        for call, slot in slots.items():
            slot.markdown(_words_of(words, call, now))

    return draw


def _draw_next_turn(held: Record, now: Status) -> dict[str, DeltaGenerator]:
    """The turn of an exchange that comes next."""
    number = len(held.transcript.turns) + 1
    side = side_of_turn(number)
    st.header(turn_heading(number, side), anchor=False)
    return {f"exchange:{number}": _draw_slot(held, now, f"exchange:{number}", side)}


def _draw_sides(held: Record, now: Status, phase: Phase) -> dict[str, DeltaGenerator]:
    st.header(PHASE_NAMES[phase], anchor=False)
    slots: dict[str, DeltaGenerator] = {}
    turns = {turn.side: turn for turn in held.transcript.turns_of(phase)}
    for side, column in zip(SIDES, st.columns(2), strict=True):
        with column:
            show_side(side)
            if side in turns:
                show_judged_turn(turns[side], held, now)
            else:
                slots[f"{phase}:{side}"] = _draw_slot(held, now, f"{phase}:{side}", side)
    return slots


def _draw_slot(held: Record, now: Status, call: str, side: Side) -> DeltaGenerator:
    with st.container(border=True, key=f"speaking_{side}"):
        slot = st.empty()
        show_attempts(held, now, call)
    return slot


def _words_of(words: Mapping[str, str], name: str, now: Status) -> str:
    """The newest asking's words of one speech, or what is waited for."""
    askings = {
        call.asking: text for written, text in words.items() if (call := CallId.read(written)).step == name
    }
    if askings and (said := readable(askings[max(askings)]).strip()):
        return plain(clip_end(said))
    return "*Waiting for the first words*" if now == "running" else "*Has not spoken*"
