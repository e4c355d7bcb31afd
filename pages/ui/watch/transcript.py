"""The transcript in two sides, an exchange turn by turn, and the part that moves: the words as they come, the clock.

Knows record, and the store through `state`. Invariant: it shows what the store holds, orders nothing anew and keeps
nothing; when the log has moved on, the page is drawn anew.
"""

import time
from collections.abc import Callable, Mapping
from typing import Literal

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from debate_core.answers.preview import readable
from debate_core.events import newest_words
from debate_core.novelty import FIRST_MEASURED, Novelty, novelty
from debate_core.numerals import counted
from debate_core.record import Record, Status
from debate_core.transcript import PHASES, SIDES, Phase, Side, Turn, side_of_turn
from debate_core.wording import PHASE_NAMES
from pages.ui import state
from pages.ui.shown.heading import moved_on
from pages.ui.shown.speech import SIDE_COLOURS, marks_in, show_novelty, show_turn
from pages.ui.shown.words import clip, clip_end, escaped, in_words
from pages.ui.watch.grid import show_grid
from pages.ui.watch.live_card import show_live_card
from pages.ui.watch.pairs import show_pairs
from pages.ui.watch.progress import show_attempts
from pages.ui.watch.status import show_clock
from pages.ui.watch.talk import show_rounds

PANE_HEIGHT = 470
"""Pixels: with the header above it, what a window of 720 shows."""
SLOT_HEIGHT = 200
TICK, PAIRS_TICK, IDLE_TICK, JUDGING_TICK, PULL = 0.1, 0.25, 2.0, 0.5, 0.1


def phase_under_way(record: Record) -> Phase | None:
    """The first phase in which a side has not spoken, or None when all turns are spoken; an exchange is one phase."""
    if len(record.transcript.turns) >= record.turns_in_all:
        return None
    if record.config.format == "exchange":
        return "exchange"
    spoken = {(turn.phase, turn.side) for turn in record.transcript.turns}
    return next((phase for phase in PHASES if any((phase, side) not in spoken for side in SIDES)), None)


def transcript_pane(record: Record, now: Status, *, replaying: bool) -> DeltaGenerator:
    """Where the transcript stands: while it runs a pane that follows the newest words, so that the judges beside it
    stay in view; else the page's own length. A replayed exchange needs no pane: its newest turn is on top."""
    running = now == "running" and not (replaying and record.config.format == "exchange")
    return st.container(key="transcript", height=PANE_HEIGHT if running else "content", autoscroll=running)


def show_said(record: Record, now: Status, clock: DeltaGenerator | None) -> None:
    """The transcript, and below it the phase under way; without a `clock`, as it stood at one point of a replay."""
    replaying = clock is None
    with transcript_pane(record, now, replaying=replaying):
        with st.container(key="history"):
            show_transcript(record, now, replaying=replaying)
        if clock is None:
            show_stood(record)
        else:
            show_live(record, now, clock)


def show_transcript(record: Record, now: Status, *, replaying: bool = False) -> None:
    """All that has been said: every finished phase with a heading each, or the exchange so far; in a replay the newest
    turn stands first, right under the scrubber."""
    if record.config.format == "exchange":
        turns = record.transcript.turns
        pairs = list(zip(turns, novelty(turns), strict=True))
        for turn, found in reversed(pairs) if replaying else pairs:
            show_exchange_turn(turn, found, record, now)
        return
    under_way = phase_under_way(record)
    for phase in PHASES:
        if phase == under_way:
            break
        show_phase(record, phase, now)


def show_exchange_turn(turn: Turn, found: Novelty, record: Record, now: Status) -> None:
    """One turn of an exchange, under its number and side, with how much of it was new once that is measured."""
    who = record.brought.speaker(turn.number) if record.brought else ""
    named = f" · {escaped(clip(who, 40))}" if who else ""
    st.header(f"{turn_heading(turn.number, turn.side)}{named}", anchor=f"turn-{turn.number}")
    if turn.number >= FIRST_MEASURED:
        show_novelty(found)
    show_judged_turn(turn, record, now)


def turn_heading(number: int, side: Side) -> str:
    """What stands over a turn of an exchange."""
    return f"Turn {number} · :{SIDE_COLOURS[side]}[{side.upper()}]"


def show_phase(
    record: Record, phase: Phase, now: Status, slots: dict[str, DeltaGenerator] | None = None
) -> None:
    """One phase: both sides' speeches, as far as they have come; in `slots`, where given, a place by its call's name
    for the words of a side that is still to speak."""
    st.header(PHASE_NAMES[phase], anchor=False)
    turns = {turn.side: turn for turn in record.transcript.turns_of(phase)}
    if phase == "cross_examination":
        for side in SIDES:
            if side in turns:
                show_side(side, turns[side].number if record.config.live else None, "answers")
                show_judged_turn(turns[side], record, now)
        return
    for side, column in zip(SIDES, st.columns(2), strict=True):
        with column:
            numbered = slots is None and side in turns and record.config.live
            show_side(side, turns[side].number if numbered else None)
            if side in turns:
                # Beside a side that still speaks, one that has spoken takes no more room than it does.
                waits = slots is not None and now == "running"
                with st.container(key=f"spoken_{phase}_{side}", height=SLOT_HEIGHT if waits else "content"):
                    show_judged_turn(turns[side], record, now)
            elif slots is not None:
                slots[f"{phase}:{side}"] = _draw_slot(record, now, f"{phase}:{side}", side)


def show_judged_turn(turn: Turn, record: Record, now: Status) -> None:
    """A speech with its suspect claims marked, and the live judge's card under it where there is one."""
    arguments = {argument.id: argument for argument in record.transcript.arguments}
    found = state.live(record)
    if found is None:
        show_turn(turn, arguments)
        return
    show_turn(turn, arguments, marks_in(turn, [entry for entry in found.claims if entry.turn == turn.number]))
    show_live_card(turn.number, record, found, now)


def show_side(side: Side, number: int | None = None, does: str = "") -> None:
    """The head of what a side says: its name in its colour, what it `does`, and which turn it is where turns are
    judged."""
    place = f" · turn {number}" if number else ""
    st.subheader(
        f":{SIDE_COLOURS[side]}[{side.upper()}]{does and f' {does}'}{place}",
        anchor=f"turn-{number}" if number else False,
    )


def show_live(record: Record, now: Status, clock: DeltaGenerator) -> None:
    """The phase under way, kept up to date while the debate may still move; `clock` is where its numbers stand."""
    answering = phase_under_way(record) == "cross_examination"
    busy = PAIRS_TICK if answering else TICK
    every = None if now == "finished" else busy if now == "running" else IDLE_TICK
    follow = _follow_answers if answering else _follow_words
    st.fragment(follow, run_every=every, key="live")(record, now, clock)


def being_judged(record: Record, now: Status) -> bool:
    """Whether the judges are at work, all that is to be said being said."""
    return now == "running" and phase_under_way(record) is None and record.judging.awaited > 0


def show_judging(record: Record, now: Status, clock: DeltaGenerator) -> None:
    """The judges at work, kept up to date; the debate folded below."""
    st.fragment(_follow_judges, run_every=JUDGING_TICK, key="judges")(record, now, clock, show_grid)
    _fold_debate(record, now)


def show_talking(record: Record, now: Status, clock: DeltaGenerator) -> None:
    """The judges as they read each other, kept up to date; the debate folded below."""
    st.fragment(_follow_judges, run_every=JUDGING_TICK, key="talk")(record, now, clock, show_rounds)
    _fold_debate(record, now)


def _fold_debate(record: Record, now: Status) -> None:
    said = record.transcript
    counts = [counted(len(said.arguments), "argument"), counted(len(said.turns), "turn")]
    with st.expander(f"Read the debate meanwhile · {', '.join(counts)}"):
        show_transcript(record, now)


@in_words
def _follow_judges(
    record: Record, now: Status, clock: DeltaGenerator, show: Callable[[Record], None]
) -> None:
    state.look(record)
    show_clock(clock, record, now)
    show(record)
    if state.drain() and moved_on(record, now):
        st.rerun()


def show_stood(record: Record) -> None:
    """What has been said of the phase under way at one point of a replay: it waits for nothing."""
    phase = phase_under_way(record)
    if phase and phase != "exchange" and any(record.transcript.turns_of(phase)):
        show_phase(record, phase, "running")


@in_words
def _follow_answers(record: Record, now: Status, clock: DeltaGenerator) -> None:
    if now == "running":
        state.look(record)
    show_clock(clock, record, now)
    st.header(PHASE_NAMES["cross_examination"], anchor=False)
    show_pairs(record, state.store().words(record.id))
    for side in SIDES:
        show_attempts(record, now, f"cross_examination:{side}")
    if state.drain() and moved_on(record, now):
        st.rerun()


@in_words
def _follow_words(record: Record, now: Status, clock: DeltaGenerator) -> None:
    if now == "running":
        state.look(record)
    draw = _draw_phase(record, now)
    end = time.monotonic() + (state.drain() if now == "running" else 0)
    while True:
        show_clock(clock, record, now)
        draw(state.store().words(record.id))
        if state.drain() and moved_on(record, now):
            st.rerun()
        if time.monotonic() >= end:
            return
        state.store().wait_for(record.id, record.sequence, PULL)


def _draw_phase(record: Record, now: Status) -> Callable[[Mapping[str, str]], None]:
    """Draw what stands still in the phase under way; returns what draws the words that come."""
    phase = phase_under_way(record)
    if phase is None:
        # What a run before drew here would stay on the screen until this one ends.
        st.empty()
        st.empty()
        return lambda words: None
    slots: dict[str, DeltaGenerator] = {}
    if phase == "exchange":
        number = len(record.transcript.turns) + 1
        side = side_of_turn(number)
        st.header(turn_heading(number, side), anchor=False)
        slots[f"exchange:{number}"] = _draw_slot(record, now, f"exchange:{number}", side)
    else:
        show_phase(record, phase, now, slots)

    def draw(words: Mapping[str, str]) -> None:
        for call, slot in slots.items():
            slot.markdown(_words_of(words, call, now))

    return draw


def _draw_slot(record: Record, now: Status, call: str, side: Side) -> DeltaGenerator:
    running = now == "running"
    # Each side follows its own newest words, so that the longer one doesn't push the other out of sight.
    height: Literal["content"] | int = SLOT_HEIGHT if running else "content"
    with st.container(border=True, key=f"speaking_{side}", height=height, autoscroll=running):
        slot = st.empty()
        show_attempts(record, now, call)
    return slot


def _words_of(words: Mapping[str, str], name: str, now: Status) -> str:
    """The newest asking's words of one speech, or what is waited for."""
    if said := readable(newest_words(words, name)).strip():
        return escaped(clip_end(said))
    return "*Waiting for the first words*" if now == "running" else "*Has not spoken*"
