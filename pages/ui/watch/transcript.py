"""The transcript in two sides, an exchange turn by turn, and the part that moves."""

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import count

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from debate_core.domain.numerals import pluralise
from debate_core.domain.transcript import (
    FIRST_MEASURED,
    PHASES,
    SIDES,
    Novelty,
    Phase,
    Side,
    Turn,
    novelty,
    side_of_turn,
)
from debate_core.domain.wording import PHASE_NAMES, RESPONSES, capital
from debate_core.library.report.live import LiveReport
from debate_core.store.record import Record, Status
from pages.ui import state
from pages.ui.shared.heading import moves_on
from pages.ui.shared.speech import SIDE_COLOURS, marks_in, show_turn
from pages.ui.shared.words import clip, escaped, showing_faults
from pages.ui.watch.progress import show_grid, show_seats
from pages.ui.watch.speaking import PhaseWords, parts_of, show_discussion, show_rounds, show_speaking
from pages.ui.watch.status import show_clock, show_live_card, show_scorecard, show_traits

PANE_HEIGHT = 470
"""Pixels: with the header above it, what a window of 720 shows; in the browser it grows with the window."""
_ANSWERS = "  \n".join(f"{name}: {meaning}" for name, meaning in RESPONSES.values())
TICK, IDLE_TICK, JUDGING_TICK, CLOCK = 0.4, 2.0, 0.5, 0.5
STREAM_TICK, STREAM_STAYS = 1.0, 6
"""Who hears words by the stream begins anew later, and stays so many times as long."""
RESTS = 3
"""How many times as long as a letter took to be handed on nothing more is handed on to this viewer."""


def phase_under_way(record: Record) -> Phase | None:
    """None when all turns are spoken; an exchange is one phase."""
    if len(record.transcript.turns) >= record.turns_in_all:
        return None
    if record.config.format == "exchange":
        return "exchange"
    spoken = {(turn.phase, turn.side) for turn in record.transcript.turns}
    return next((phase for phase in PHASES if any((phase, side) not in spoken for side in SIDES)), None)


def show_spoken(pane: DeltaGenerator, record: Record, now: Status, clock: DeltaGenerator | None) -> None:
    """The transcript in its `pane`, and below it the phase under way; without a `clock`, one point of a replay."""
    with pane:
        if clock is None:
            show_stood(record)
        with st.container(key="history"):
            show_transcript(record, now, replaying=clock is None)
        if clock is not None:
            fast = TICK if state.refused_words() else STREAM_TICK
            every = {"running": fast, "finished": None}.get(now, IDLE_TICK)
            st.fragment(_follow_words, run_every=every, key="live")(record, now, clock, count())


def show_transcript(record: Record, now: Status, *, replaying: bool = False) -> None:
    """Every phase that is over with a heading, or the exchange so far; in a replay the newest first, under the scrubber
    and with what was said last unfolded, as it is in an exchange while it is answered."""
    if record.config.format == "exchange":
        turns = record.transcript.turns
        speaks = now == "running" and not replaying and phase_under_way(record) is not None
        if speaks:
            st.caption(f"{capital(pluralise(record.turns_in_all, 'turn'))}, PRO first.")
        pairs = list(zip(turns, novelty(turns), strict=True))
        for turn, novel in reversed(pairs) if replaying else pairs:
            show_exchange_turn(turn, novel, record, now, unfolded=(replaying or speaks) and turn == turns[-1])
        return
    under_way = phase_under_way(record)
    over = [phase for phase in PHASES if phase != under_way and any(record.transcript.turns_of(phase))]
    for phase in reversed(over) if replaying else over:
        show_phase(record, phase, now, replaying=replaying)


def show_exchange_turn(turn: Turn, novel: Novelty, record: Record, now: Status, *, unfolded: bool) -> None:
    """One turn of an exchange, under its number and side, with how much of it was new once that is measured."""
    who = record.imported.speaker_name(turn.number) if record.imported else ""
    named = f" · {escaped(clip(who, 40))}" if who else ""
    with st.container(gap="xsmall"):
        st.header(f"{turn_title(turn.number, turn.side)}{named}", anchor=f"turn-{turn.number}")
        new = novel if turn.number >= FIRST_MEASURED else None
        show_judged_turn(turn, record, now, new=new, unfolded=unfolded)


def turn_title(number: int, side: Side) -> str:
    return f"Turn {number} · :{SIDE_COLOURS[side]}[{side.upper()}]"


def show_phase(record: Record, phase: Phase, now: Status, *, replaying: bool) -> None:
    st.header(PHASE_NAMES[phase], anchor=False, help=_ANSWERS if phase == "cross_examination" else None)
    does = "answers" if phase == "cross_examination" else ""
    turns = {turn.side: turn for turn in record.transcript.turns_of(phase)}
    for side, place in zip(SIDES, [st.container()] * 2 if does else st.columns(2), strict=True):
        if side in turns:
            with place, st.container(gap="xsmall"):
                show_side(side, turns[side].number if record.config.live else None, does)
                unfolded = replaying and turns[side] == record.transcript.turns[-1]
                show_judged_turn(turns[side], record, now, unfolded=unfolded)


def show_judged_turn(
    turn: Turn, record: Record, now: Status, *, new: Novelty | None = None, unfolded: bool
) -> None:
    """A speech with its suspect claims marked, and the live judge's card under it where there is one."""
    live = state.live(record)
    if live is None:
        show_turn(turn, record.transcript, new=new, unfolded=unfolded)
        return
    marks = marks_in(turn, [entry for entry in live.claims if entry.turn == turn.number])
    show_turn(turn, record.transcript, marks, new=new, unfolded=unfolded)
    show_live_card(turn.number, record, live, now)


def show_side(side: Side, number: int | None, does: str) -> None:
    """The head of what a side says; which turn it is where turns are judged."""
    place = f" · turn {number}" if number else ""
    st.subheader(
        f":{SIDE_COLOURS[side]}[{side.upper()}]{does and f' {does}'}{place}",
        anchor=f"turn-{number}" if number else False,
    )


def is_judging(record: Record, now: Status) -> bool:
    return now == "running" and phase_under_way(record) is None and record.judging.awaited > 0


def show_judges(record: Record, now: Status, clock: DeltaGenerator, *, discussing: bool) -> None:
    """The judges as they score, or as they read each other, kept up to date; the debate folded below."""
    key, show = ("talk", show_rounds) if discussing else ("judges", show_grid)
    st.fragment(_follow_judges, run_every=JUDGING_TICK, key=key)(record, now, clock, count(), show)
    arguments = pluralise(len(record.transcript.arguments), "argument")
    with st.expander(f"Read the debate · {arguments}, {pluralise(len(record.transcript.turns), 'turn')}"):
        show_transcript(record, now)


@showing_faults()
def _follow_judges(
    record: Record, now: Status, clock: DeltaGenerator, ticks: Iterator[int], show: Callable[[Record], None]
) -> None:
    _keep_up(record, now, clock, ticks)
    show(record)


def _keep_up(record: Record, now: Status, clock: DeltaGenerator, ticks: Iterator[int]) -> bool:
    """The clock; or the whole page anew where the log has moved on, before it is drawn without what the log holds.

    `ticks`: looks since the page was drawn; a page that was never drawn is not begun anew. Returns whether it was.
    """
    drawn = next(ticks) > 0
    if drawn and moves_on(record, now):
        st.rerun()
    if now == "running":
        state.look(record)
    show_clock(clock, record, now)
    return drawn


def show_stood(record: Record) -> bool:
    phase = phase_under_way(record)
    if phase is None or phase == "exchange" or not any(record.transcript.turns_of(phase)):
        return False
    show_phase(record, phase, "running", replaying=True)
    return True


@showing_faults()
def _follow_words(record: Record, now: Status, clock: DeltaGenerator, ticks: Iterator[int]) -> None:
    drawn = _keep_up(record, now, clock, ticks)
    phase = phase_under_way(record)
    if phase is None:
        # What a run before drew here would stay on the screen until this one ends.
        st.empty()
        st.empty()
        return
    if phase == "exchange":
        number = len(record.transcript.turns) + 1
        st.header(turn_title(number, side_of_turn(number)), anchor=False)
    elif now == "running":
        st.empty()  # the line of phases names it
    elif not show_stood(record):
        st.header(PHASE_NAMES[phase], anchor=False)
    words = _words((state.store().place, record.id, record.sequence), now, phase, record)
    stream = state.words_address(record, words.parts) if now == "running" else ""
    box = show_speaking(record, now, stream)
    begun = clocked = time.monotonic()
    letter_before = ""
    # It stays for a while: one more run costs a server as much as ten letters.
    stays = state.drain() * (STREAM_STAYS if stream else 1) if drawn and now == "running" else 0.0
    while (letter := words.after(letter_before, by_stream=bool(stream))) is not None:
        comes = time.monotonic()
        if letter != letter_before:
            box.text(letter_before := letter)
        at = time.monotonic()
        if at - begun >= stays:
            return
        if at - clocked >= CLOCK:
            clocked = at
            show_clock(clock, record, now)
        # A server that takes long over a letter has many viewers, and needs time to send them theirs.
        time.sleep(min(1.0, RESTS * (at - comes)))
    if drawn:
        st.rerun()


class _Letters:
    """What is being said in one state of a record, looked up once for all who see the same."""

    def __init__(self, record: Record, now: Status, phase: Phase) -> None:
        self._store, self._record, self._now = state.whole_store(), record, now
        sides: Sequence[Side] = [side_of_turn(len(record.transcript.turns) + 1)]
        if phase != "exchange":
            spoken = [turn.side for turn in record.transcript.turns_of(phase)] if now != "running" else []
            sides = [side for side in SIDES if side not in spoken]
        live = state.live(record)
        self._unsaid = PhaseWords(record=record, phase=phase, sides=sides, words={}, now=now, live=live)
        # A store that tells of news is heard at once; any other is asked at the next look.
        tells = partial(self._store.wait_for, record.id, record.sequence)
        wait = tells if self._store.remote else time.sleep
        self._letters = state.Shared(self._lists_json, wait)
        self._stands = state.Shared(self._is_newest, wait)

    def _is_newest(self) -> bool:
        name = self._record.id
        newer = self._store.last_sequence(name) > self._record.sequence
        return not newer and self._record.status(self._store.goes_on(name)) == self._now

    def _lists_json(self) -> str | None:
        # They end with the event that holds them: read before it is looked for.
        words = self._store.words(self._record.id)
        return replace(self._unsaid, words=words).lists_json() if self._is_newest() else None

    def parts(self) -> list[str] | None:
        letter = self._lists_json()
        return None if letter is None else parts_of(letter, self._record, self._now)

    def after(self, letter_before: str, *, by_stream: bool) -> str | None:
        """The newest words, None where the record has moved on; who hears them by the stream is told the first."""
        if by_stream and letter_before:
            return letter_before if self._stands.after(True, 2 * CLOCK) else None
        return self._letters.after(letter_before, CLOCK)


@st.cache_resource(show_spinner=False, max_entries=40)
def _words(of: tuple[str, str, int], now: Status, phase: Phase, _record: Record) -> _Letters:
    return _Letters(_record, now, phase)


def show_columns(record: Record, now: Status, live: LiveReport | None, clock: DeltaGenerator | None) -> None:
    """The transcript, the judges and, where there is one, the live judge's scorecard; no clock in a replay."""
    if record.deliberating:
        show_discussion(record)
    left, right = st.columns([2, 1], gap="medium")
    waits = clock is not None and now == "running"
    with left:  # While it runs a pane that follows the newest words; else the page's own length.
        pane = st.container(key="transcript", height=PANE_HEIGHT if waits else "content")
    # On a phone the one stands above the other and must not push it down later.
    if not waits:
        show_spoken(pane, record, now, clock)
    with right:
        if live:
            show_scorecard(live)
        show_seats(record, now)
    if waits:
        show_spoken(pane, record, now, clock)
    if live:
        show_traits(record, live)
