"""Watching a debate, live or replayed: the clock, and where a replay stands.

Knows streamlit's session, caches and address. Invariant: where a replay stands is in the address alone.
"""

import time

import streamlit as st

from debate_core.record import Record, Status
from debate_core.report.live import LiveFound, live_of
from pages.ui.state.debates import record_at, store
from pages.ui.stops import Stop, stops_of

_SEEN = "statuses_seen"
_DRAIN = "drain_seconds"
_PLAYING = "replay_playing"
_DUE = "replay_due"
PACE = "replay_pace"
SCRUBBER = "replay_scrubber"
DRAIN_SECONDS = 2.0
USUAL_PACE = 5


def clock() -> float:
    """Seconds since 1970, for people only."""
    return time.time()


def drain() -> float:
    """Seconds a live view keeps pulling new words before it hands over; 0 where nothing ticks (tests)."""
    return float(st.session_state.get(_DRAIN, DRAIN_SECONDS))


def just_finished(held: Record, now: Status) -> bool:
    """Whether this session saw the debate run and now sees it finished: true once."""
    seen = st.session_state.setdefault(_SEEN, {})
    before = seen.get(held.id)
    seen[held.id] = now
    return before == "running" and now == "finished"


@st.cache_data(show_spinner=False, max_entries=200)
def _live(path: str, debate: str, sequence: int) -> LiveFound:
    return live_of(record_at(path, debate, sequence), None)


def live(held: Record) -> LiveFound | None:
    """All that the live judge's facts come to in this record; None in a debate without one."""
    return _live(str(store().path), held.id, held.sequence) if held.config.live else None


def stops(held: Record) -> tuple[Stop, ...]:
    """Where a replay of the whole record can stand."""
    return stops_of(held)


def stop(held: Record) -> Stop | None:
    """The stop that the address names, if the debate has it; None outside of a replay."""
    named = st.query_params.get("at")
    return next((one for one in stops(held) if one.name == named), None)


def look_at(name: str | None) -> None:
    """Go to a stop of the replay, or leave it."""
    if name is None:
        st.query_params.pop("at", None)
        play(False)
    else:
        st.query_params["at"] = name


def scrubbed() -> None:
    """Go to the stop that the scrubber was moved to."""
    look_at(st.session_state[SCRUBBER])


def playing() -> bool:
    """Whether the replay goes on by itself."""
    return bool(st.session_state.get(_PLAYING))


def play(going: bool) -> None:
    """Let the replay go on by itself, or hold it."""
    st.session_state[_PLAYING] = going


def pace() -> int:
    """Seconds the replay stays at one stop."""
    return int(st.session_state.get(PACE) or USUAL_PACE)


def begin_stay() -> None:
    """The stay at a stop begins now."""
    st.session_state[_DUE] = clock() + pace()


def stay_is_over() -> bool:
    """Whether the replay has stayed long enough."""
    return clock() >= float(st.session_state.get(_DUE, 0.0))
