"""When the outcome is on its stage: once a browser and record by itself, and whenever a person asks for it; and when
the debate is shown to a room.

Knows streamlit's session and the store's notes. Invariant: it begins by itself only where this session saw the judges
at work and then saw the last one end; a refresh doesn't begin it again.
"""

import contextlib
import uuid
from typing import Literal

import streamlit as st

from debate_core.errors import StoreFailed
from debate_core.record import Record
from pages.ui.state.debates import browser, store

_AWAITED = "judges_awaited"
_COUNTED = "reveals_counted"

Stage = Literal["watch", "verdict"]
"""The pages that have one."""


def reveal_plays(record: Record, stage: Stage) -> int:
    """Which of this session's reveals stands on that stage; 0 where none does."""
    return int(st.session_state.get(_on(record, stage), 0))


def play_reveal(record: Record, stage: Stage) -> None:
    """Start it, again or for the first time."""
    counted = st.session_state.get(_COUNTED, 0) + 1
    st.session_state.update({_COUNTED: counted, _on(record, stage): counted})


def close_reveal(record: Record, stage: Stage) -> None:
    """Take it off its stage."""
    st.session_state.pop(_on(record, stage), None)


def presents(record: Record) -> str | None:
    """The name of the debate's presentation that is on; each has its own, None where none is."""
    name = st.session_state.get(f"presents_{record.id}")
    return name if isinstance(name, str) else None


def present(record: Record) -> None:
    """Begin one."""
    st.session_state[f"presents_{record.id}"] = uuid.uuid4().hex


def stop_presenting(record: Record) -> None:
    """End it."""
    st.session_state.pop(f"presents_{record.id}", None)


def _on(record: Record, stage: Stage) -> str:
    return f"reveal_{stage}_{record.id}"


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
            play_reveal(record, "watch")
    return reveal_plays(record, "watch") > 0
