"""When the outcome is on its stage: once a browser and record by itself, and whenever a person asks for it.

Knows streamlit's session and the store's notes. Invariant: it begins by itself only where this session saw the judges
at work and then saw the last one end; a refresh doesn't begin it again.
"""

import contextlib

import streamlit as st

from debate_core.errors import StoreFailed
from debate_core.record import Record
from pages.ui.state.debates import store
from pages.ui.state.reviewing import browser

_AWAITED = "judges_awaited"
_PLAYS = "reveals_played"


def reveal_plays(record: Record) -> int:
    """How often the reveal of a record was started in this session; 0 while it is not on its stage."""
    begun: dict[str, int] = st.session_state.setdefault(_PLAYS, {})
    return begun.get(record.id, 0)


def play_reveal(record: Record) -> None:
    """Start it, again or for the first time."""
    st.session_state[_PLAYS] = {**st.session_state.get(_PLAYS, {}), record.id: reveal_plays(record) + 1}


def close_reveal(record: Record) -> None:
    """Take it off its stage."""
    st.session_state.get(_PLAYS, {}).pop(record.id, None)


def reveals(record: Record) -> bool:
    """Whether it is on its stage where the debate is watched; starts it when the last judge has just ended."""
    awaited: set[str] = st.session_state.setdefault(_AWAITED, set())
    if record.judging.awaited:
        awaited.add(record.id)
        return False
    if record.id in awaited and record.judging.settled:
        awaited.remove(record.id)
        if store().noted("revealed", browser(), record=record.id) is None:
            # A store that can't be written may show it once more after a refresh.
            with contextlib.suppress(StoreFailed):
                store().note("revealed", browser(), "yes", record=record.id)
            play_reveal(record)
    return reveal_plays(record) > 0
