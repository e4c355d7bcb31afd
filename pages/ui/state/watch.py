"""Watching a debate, live or replayed: the clock, the stage, and what many look at, looked up once for all."""

import contextlib
import math
import threading
import time
from collections.abc import Callable
from typing import Generic, Literal, TypeVar

import streamlit as st

from debate_core.domain.errors import SetUpError, StoreFailed
from debate_core.library.report.live import LiveReport, live_of
from debate_core.library.stage import Look, Stop, listener_token, offer_words, stops_of
from debate_core.store import LOOK_LASTS
from debate_core.store.record import Record, ScoredRecord, Status
from pages.ui.state.debates import argument, memoise, round_chosen, round_named, store, whole_store
from pages.ui.state.session import Named, SessionValue, browser, signer, visitor

_counted = SessionValue("reveals_counted", 0)

_Reveal = Literal["awaited", "played"]
_revealed = SessionValue[_Reveal | None]("reveal_noted", None)
Stage = Literal["watch", "verdict"]
"""The pages that have one."""
reveal = SessionValue("reveal", 0)
"""Which of this session's reveals stands on a stage, of a record; 0 where none does."""
presents = SessionValue[str | None]("presents", None)
"""The name of a debate's presentation that is on; each has its own."""
_status_seen, _looked = SessionValue[Status | None]("status_seen", None), SessionValue("looked_at", -math.inf)
clock_seen = SessionValue("clock_seen", 0)
"""The whole seconds that a record's clock showed last: it doesn't go back."""
LOOK_EVERY = LOOK_LASTS / 3
replay_due, scrubber = SessionValue("replay_due", 0.0), SessionValue("replay_scrubber", "")
"""When the replay goes on, and the stop that its slider shows."""
drain = SessionValue("drain_seconds", 10.0)
"""Seconds a live view stays with what is being said before its next run; 0 where nothing ticks (tests)."""
window = SessionValue[str | None]("browser_draws", None)
"""What the browser said of its window when it drew the first run."""
BROWSER_SECONDS, BROWSER_TICK = 4.0, 0.04
refused_words = SessionValue("words_refused", False)
"""Whether this browser got no stream: its words come with the page."""
playing = SessionValue("replay_playing", False)
"""Whether the replay goes on by itself."""
pace = SessionValue("replay_pace", 5)
"""Seconds the replay stays at one stop."""
place = Named("at")
"""The stop of the replay."""


def clock() -> float:
    """Seconds since 1970, for people only."""
    return time.time()


def begins() -> bool:
    """Whether this is a session's first run; true until `wait_for_browser` was called."""
    return window() is None


def narrow() -> bool:
    """Whether the window was a phone's when the session began."""
    return window() == "narrow"


def wait_for_browser(tick: Callable[[], object]) -> None:
    """In a first run: wait, four seconds at most (a busy machine takes some), until the browser has laid out the
    empty window and fetched what keeps places free, so that the page that follows isn't seen to move. It asks for a run
    when it has: then `tick`, a call of Streamlit's, ends this one."""
    if begins():
        window.keep("")
        end = time.monotonic() + (BROWSER_SECONDS if drain() else 0)
        while time.monotonic() < end:
            time.sleep(BROWSER_TICK)
            tick()


def look(record: Record) -> None:
    """Tell whoever conducts the record that somebody looks, so that its judges' words are shown while they come."""
    last = _looked.of(record.id)
    if time.monotonic() - last() >= LOOK_EVERY:
        last.keep(time.monotonic())
        store().look(record.id)


def words_address(record: Record, look: Look) -> str:
    """Where this session hears what is being said, relative to the page; empty without a stream or a signature."""
    with contextlib.suppress(SetUpError):
        if not refused_words():
            offer_words(whole_store().place, record.id, record.sequence, look)
            return f"words/{record.id}?t={listener_token(signer(), visitor(), record.id, clock())}"
    return ""


def just_finished(record: Record, now: Status) -> bool:
    """Whether this session saw the debate run and now sees it finished: true once."""
    before = _status_seen.of(record.id)()
    _status_seen.of(record.id).keep(now)
    return before == "running" and now == "finished"


def live(record: Record) -> LiveReport | None:
    """All that the live judge's facts come to in this record; None in a debate without one."""
    return memoise(record, live_of, None, {}, {}) if record.config.live else None


def stop(record: ScoredRecord) -> Stop | None:
    """The stop that the address names, if the debate has it; None outside of a replay."""
    return next((one for one in stops_of(record) if one.name == place()), None)


def missing_texts(record: Record) -> tuple[str, ...]:
    """What the address names that this debate doesn't have, and what stands there instead."""
    arg, at = st.query_params.get("arg"), st.query_params.get("at")
    texts = []
    if arg and argument(record) is None:
        texts.append(f"This debate has no argument {arg}. You see the whole debate.")
    if at and stop(record) is None:
        texts.append(f"Its replay has no place {at}. You see the debate as it is now.")
    if (named := round_named()) and round_chosen(record) is None:
        texts.append(f"Its judges held no discussion round {named}. You see every round.")
    return tuple(texts)


def look_at(name: str | None) -> None:
    place.keep(name)
    if name is None:
        playing.keep(False)


def play_reveal(record: Record, stage: Stage) -> None:
    _counted.keep(_counted() + 1)
    reveal.of(stage, record.id).keep(_counted())


def reveals(record: Record) -> bool:
    """Whether it is on its stage where the debate is watched; starts it, once a tab, when the last judge has ended: in
    each that waited for it, and in a browser that did before."""
    before = _revealed.of(record.id)()
    if record.judging.awaited:
        if before is None:
            _note_reveal(record, "awaited")
        return False
    if before != "played" and record.judging.settled:
        # The browser's note outlives a refresh and a killed server; a second tab that waited too plays it as well.
        if "awaited" in (before, _noted_reveal(record)):
            _note_reveal(record, "played")
            play_reveal(record, "watch")
        _revealed.of(record.id).keep("played")
    return reveal.of("watch", record.id)() > 0


def _noted_reveal(record: Record) -> str | None:
    """What this browser's note says: that it waits for the judges, or has seen the reveal."""
    noted = store().read_note("revealed", browser(), record=record.id)
    return noted[0] if noted else None


def _note_reveal(record: Record, now: _Reveal) -> None:
    """Keep it for the session and, where the store can be written, for the browser."""
    _revealed.of(record.id).keep(now)
    if now == "played" or _noted_reveal(record) is None:
        with contextlib.suppress(StoreFailed):
            store().note("revealed", browser(), now, record=record.id)


Seen = TypeVar("Seen")
EVERY = 0.05
"""Seconds between two looks: words are stored every 80 ms."""
_FRESH, _HANDED_ON = 0.2, 0.25


class Shared(Generic[Seen]):
    """`look` finds what there is; `wait` passes the seconds until the next look, or fewer where there is news."""

    def __init__(self, look: Callable[[], Seen], wait: Callable[[float], object] = time.sleep) -> None:
        self._look, self._wait = look, wait
        self._last: tuple[float, Seen] | None = None
        self._turn, self._news = threading.Lock(), threading.Condition()

    def after(self, seen: Seen, seconds: float) -> Seen:
        """What there is once it isn't what was seen, or after so many seconds. Raises what a look raises."""
        begun = time.monotonic()
        while True:
            if self._last and self._last[0] > begun - _FRESH:
                newest = self._last[1]
                if newest != seen or time.monotonic() >= begun + seconds:
                    return newest
            if self._turn.acquire(blocking=False):
                self._look_once()
            else:
                # News that came just before this is met in the next pass, a quarter second later.
                with self._news:
                    self._news.wait(_HANDED_ON)

    def _look_once(self) -> None:
        """Look in one's turn, no sooner than is due; who waits wakes only for what is new."""
        try:
            before = self._last
            if before and (due := before[0] + EVERY - time.monotonic()) > 0:
                self._wait(due)
            self._last = time.monotonic(), self._look()
        finally:
            self._turn.release()
        if not before or before[1] != self._last[1]:
            with self._news:
                self._news.notify_all()
