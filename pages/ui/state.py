"""Every session key and cache, typed, in one place.

Knows streamlit's session and caches, and asks the core for records and reports. Invariant: nothing that matters lives
here: all of it can be lost by a refresh and read again from the store. Keys a person typed live in this session only.
"""

import streamlit as st

from debate_core.config import Server
from debate_core.errors import RecordNotFound
from debate_core.history import history_before
from debate_core.llm.catalogue import Access
from debate_core.llm.keys import Key
from debate_core.record import Record, Status
from debate_core.replay import replay
from debate_core.report import Report, ReportSettings, report
from debate_core.runner import Runner, runner_of
from debate_core.settings import store_path
from debate_core.store import Store

_KEYS = "typed_keys"
_SETTINGS = "report_settings"
_DEBATE = "debate_looked_at"
SCREEN_PACE = 400.0


@st.cache_resource(show_spinner=False)
def _runner(path: str) -> Runner:
    return runner_of(store_path(path))


def runner() -> Runner:
    """The one runner of this process."""
    return _runner(str(store_path()))


def store() -> Store:
    """The store that the runner writes."""
    return runner().store


def access(servers: tuple[Server, ...] = ()) -> Access:
    """What this session may use to reach models: typed keys, and the pace of simulated speech."""
    keys: dict[str, Key] = st.session_state.get(_KEYS, {})
    return Access(keys=dict(keys), servers=servers, pace=SCREEN_PACE)


def keep_key(provider: str, text: str) -> None:
    """Remember a typed key for this browser session only; an empty one is forgotten."""
    keys: dict[str, Key] = st.session_state.setdefault(_KEYS, {})
    keys.pop(provider, None)
    if text.strip():
        keys[provider] = Key(text.strip())


def typed_keys() -> dict[str, Key]:
    """The keys typed in this session, by provider."""
    return dict(st.session_state.get(_KEYS, {}))


@st.cache_data(show_spinner=False, max_entries=50)
def _record(path: str, debate: str, sequence: int) -> Record:
    return replay(runner().store.read(debate, upto=sequence))


def record(debate: str, upto: int | None = None) -> Record:
    """The debate as it stands (or stood at `upto`). Raises RecordNotFound."""
    sequence = upto or store().last_sequence(debate)
    if not sequence:
        raise RecordNotFound(f"there is no debate called {debate!r} in this store")
    return _record(str(store().path), debate, sequence)


@st.cache_data(show_spinner=False, max_entries=200)
def _report(path: str, debate: str, sequence: int, settings: ReportSettings) -> Report:
    held = _record(path, debate, sequence)
    return report(held, history_before(store(), held), settings)


def report_of(held: Record) -> Report:
    """The debate's report under the settings chosen in this session."""
    return _report(str(store().path), held.id, held.sequence, settings())


def status(held: Record) -> Status:
    """Where a debate stands now."""
    return held.status(store().conducted(held.id))


def settings() -> ReportSettings:
    """Calibration, weights and rules, as chosen in this session; the defaults until then."""
    return st.session_state.get(_SETTINGS, ReportSettings())


def choose_settings(chosen: ReportSettings) -> None:
    """Use other settings on every page from now on."""
    st.session_state[_SETTINGS] = chosen


def debate() -> str | None:
    """The debate the address names, else the one looked at last in this session, else the newest; None in an empty store
    or where the address names none that exists."""
    named = st.query_params.get("debate")
    if named:
        if not store().last_sequence(named):
            return None
        st.session_state[_DEBATE] = named
    elif _DEBATE not in st.session_state:
        listings = store().records()
        return listings[0].id if listings else None
    return str(st.session_state[_DEBATE])


def argument(held: Record) -> str | None:
    """The argument the address names, if the debate has it."""
    named = st.query_params.get("arg")
    return named if named in {a.id for a in held.transcript.arguments} else None
