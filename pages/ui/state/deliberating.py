"""Judges who deliberate: who could, what starts it, which form is open, and which round the address names.

Knows the runner, streamlit's session and address. Invariant: nothing starts before a person says so; the first scores
are shown unless the address names a round.
"""

from typing import Any

import streamlit as st

from debate_core.config import Deliberation
from debate_core.deliberation import FIRST, who_takes_part
from debate_core.record import Record, Status
from debate_core.replay import Held
from debate_core.report.deliberated import rounds_of
from debate_core.report.talk import RoundReport
from pages.ui.state.debates import access, record_at, runner, store

FORM = "deliberation_door"
_OPEN = "deliberation_open"
ROUND = "round"


def form_key(name: str) -> dict[str, Any]:
    """Under which key a setting stands in the form of a finished debate."""
    return {"key": f"{FORM}_{name}"}


def open_door(record: str | None) -> None:
    """Open the form for a debate, or close it."""
    st.session_state[_OPEN] = record


def door_is_open(record: Held) -> bool:
    """Whether the form is open for this debate; it is not once another page has let go of what was chosen in it."""
    return st.session_state.get(_OPEN) == record.id and f"{FORM}_rounds" in st.session_state


def who_deliberates(record: Held) -> tuple[tuple[str, ...], dict[str, str]]:
    """The judges that can deliberate from this session, and why each other one keeps its sheet. Raises SetUpError
    where fewer than 2 can."""
    models = {seat.model for seat in record.judging.seats if seat.model}
    return who_takes_part(record, {model: why for model in models if (why := _lacking(model, record))})


def deliberate(record: Held, settings: Deliberation) -> None:
    """Let them, in the background. Raises DebateError."""
    runner().deliberate(record.id, access(record.config.servers), settings)


def deliberates(record: Record, now: Status) -> bool:
    """Whether the judges are at it now, in a round or for a probe."""
    return now == "running" and record.judging.settled and record.deliberating is not None


@st.cache_data(show_spinner=False, max_entries=50)
def _rounds(path: str, debate: str, sequence: int) -> tuple[RoundReport, ...]:
    return rounds_of(record_at(path, debate, sequence))


def rounds(record: Record) -> tuple[RoundReport, ...]:
    """Each round of the talk as far as it has come."""
    return _rounds(store().place, record.id, record.sequence)


def round_shown(record: Held) -> int | None:
    """The round of the judging that the address names, if the debate has held it; None: the whole talk."""
    named = st.query_params.get(ROUND, "")
    held = {str(number): number for number in range(FIRST, record.judging.rounds + 1)}
    return held.get(named)


def look_at_round(number: int | None) -> None:
    """Let the address name a round, or none."""
    if number is None:
        st.query_params.pop(ROUND, None)
    else:
        st.query_params[ROUND] = str(number)


def _lacking(model: str, record: Held) -> str:
    return runner().lacks(model, record.config, access(record.config.servers))
