"""The store, typed keys, what a debate's facts mean, judges who deliberate, and what is open of a result."""

import contextlib
import hashlib
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from functools import partial
from typing import Any, Literal, TypeVar

import streamlit as st

from debate_core.composition import personal_runner, runner_of
from debate_core.domain.config import Deliberation
from debate_core.domain.errors import RecordNotFound, RecordUnreadable
from debate_core.domain.model import Server
from debate_core.domain.settings import Only, hosting, store_address
from debate_core.examples import SAMPLES, put, read_events
from debate_core.library import library, reviews
from debate_core.library.people import PeopleReport, report_people
from debate_core.library.query import topic_of
from debate_core.library.report import Report, report
from debate_core.library.report.debate import other_readings
from debate_core.library.report.shape import VerdictChange
from debate_core.library.summary import Summary
from debate_core.llm.catalogue import Access
from debate_core.llm.keys import Key
from debate_core.reporting.blocks import Document
from debate_core.reporting.fleet import fleet_document
from debate_core.running.runner import PersonalRunner, Runner
from debate_core.store import Store
from debate_core.store.deliberation import FIRST
from debate_core.store.judging import INDEPENDENT
from debate_core.store.log import Verb
from debate_core.store.model_record import ModelRecord
from debate_core.store.record import Record, ScoredRecord, Status
from pages.ui.state.address import named_debate, settings
from pages.ui.state.session import Named, SessionValue, SettingsForm, browser, email, is_member, visitor

DOOR = SettingsForm(kind=Deliberation, name="deliberation_door", lasts=False)
door = SessionValue[str | None]("deliberation_open", None)
"""The record whose form is open."""
round_named, round_picked = Named("round"), SessionValue("round", 0)
"""The round that the address names, and what is picked where a record's rounds are listed; 0: none of them."""
typed_keys = SessionValue[Mapping[str, Key]]("typed_keys", {})
"""By provider; for this browser session only."""
truth, truth_reason = SessionValue("truth", ""), SessionValue("truth_reason", "")
"""What of a debate turned out to be true, and how that is known, as a person puts it."""
drawer_opened_by, drawer_judge = SessionValue("drawer_opened_by", ""), SessionValue("drawer_judge", "")
drawers_closed = SessionValue("drawers_closed", 0)
"""In what the open argument was chosen, and the judge whose score of it was; how often one chosen there was closed."""
notes_wanted = SessionValue("notes_shown", False)
"""Whether a person wants an argument's scores before giving their own."""
verdict_part = SessionValue("verdict_parts", "")
"""The tab of Verdict that is open."""
Loaded = TypeVar("Loaded")
Loadable = TypeVar("Loadable", bound=ModelRecord)
SCREEN_PACE = 280.0
"""Characters a second of each simulated speaker on screen: slow enough to be followed, a debate in half a minute."""
FEW = 20
"""Debates to look through for the newest that can be read."""


def runner() -> Runner | PersonalRunner:
    """The one runner of this process, as this session's person may use it."""
    whole = runner_of(store_address())
    here = hosting()
    return whole if here.mode == "desk" else personal_runner(whole, visitor(), here)


def store() -> Store:
    """The store that the runner writes, as this session's person may see it."""
    return runner().store


def may(verb: Verb, *records: str) -> bool:
    return all(store().allows(one, verb) for one in records)


def whole_store() -> Store:
    """The store of everyone: for samples, and for what many look at; what a person may is asked before."""
    return runner_of(store_address()).store


def open_samples() -> None:
    """Put the samples that the address names into the store, if they aren't there. Raises StoreFailed."""
    names = [st.query_params.get(one, "") for one in ("debate", "artifact", "compare", "chosen")]
    for named in ",".join(names).split(","):
        if named in SAMPLES and not store().last_sequence(named):
            put(whole_store(), named, read_events(named))


def access(servers: tuple[Server, ...] = ()) -> Access:
    """What this session may use to reach models: typed keys, and the pace of simulated speech; and for whom a debate
    waits where workers conduct it: a person's name, or a mark of the browser that is no name."""
    who = person() or f"browser {hashlib.sha256(browser().encode()).hexdigest()[:6]}" if has_workers() else ""
    return Access(keys=typed_keys(), servers=servers, pace=SCREEN_PACE, who=who, only=reaches())


def reaches() -> Only:
    return hosting().only


def has_workers() -> bool:
    """Whether workers conduct this store's debates, on any number of machines."""
    return store().remote


def person() -> str:
    """The name of who is signed in; else the one that this browser goes by, empty without."""
    if is_member():
        offered = (str(st.user.get("name") or ""), email())
        return reviews.account_name(whole_store(), visitor().key, offered)
    noted = store().read_note("name", browser())
    return noted[0] if noted else ""


def wait_text(record: ScoredRecord) -> str:
    """What a debate waits for that workers shall conduct, in words; empty where one does, and without workers."""
    return runner().wait_text(record.id) if record.progress == "open" else ""


def keep_key(provider: str, text: str) -> None:
    """Remember a typed key; an empty one is forgotten."""
    typed_keys.keep({name: key for name, key in typed_keys().items() if name != provider})
    if text.strip():
        typed_keys.keep({**typed_keys(), provider: Key(text.strip())})


@st.cache_data(show_spinner=False, max_entries=70)
def record_at(kind: type[Loadable], path: str, name: str, sequence: int) -> Loadable:
    """The record as it stood at that event, folded once."""
    whole: Loadable = kind.load(store(), name, upto=sequence)
    return whole


def record_of(kind: type[Loadable], name: str, upto: int | None = None) -> Loadable:
    """The record as it stands (or stood at `upto`). Raises RecordNotFound, RecordUnreadable."""
    last = store().last_sequence(name)
    if not last:
        what = "debate" if kind is Record else "text"
        raise RecordNotFound(f"there is no {what} called {name!r} in this store")
    try:
        return record_at(kind, store().place, name, upto or last)
    except RecordUnreadable:
        library.drop_summary(store(), name)
        raise


def record(debate: str, upto: int | None = None) -> Record:
    return record_of(Record, debate, upto)


@st.cache_data(show_spinner=False, max_entries=400)
def _memo(of: tuple[object, ...], _compute: Callable[[], Any]) -> Any:
    return _compute()


def memoise(record: ScoredRecord, compute: Callable[..., Loaded], *more: object) -> Loaded:
    """What a function makes of a record, and of what more it takes: computed once for each state of the record."""
    what = f"{compute.__module__}.{compute.__qualname__}"
    of = (what, store().place, record.id, record.sequence, *more)
    result: Loaded = _memo(of, lambda: compute(record, *more))
    return result


def recent(most: int = FEW, kind: Literal["debate", "artifact"] = "debate") -> list[Summary]:
    """The newest debates, or reviews of texts, newest first; those that this version can't read with the debates."""
    return library.list_newest(store(), kind, most)


def _readable() -> list[str]:
    return [one.id for one in recent() if one.progress]


def newest() -> Record | None:
    """The newest debate that can be read, or None without any."""
    for name in _readable():
        with contextlib.suppress(RecordUnreadable):
            return record(name)
    return None


def report_of(record: Record, as_of: int = INDEPENDENT) -> Report:
    """The debate's report under the settings of the address, as of one round of its judging."""
    past, chosen = library.read_history(store(), record), settings().value
    # Thousands of numbers are written sooner than Streamlit hashes each.
    return memoise(record, lambda one, *_: report(one, past, chosen, as_of), chosen, as_of, repr(past))


def people_so_far(only: str | None = None) -> PeopleReport:
    """What people's blind scores say beside the judges', over the store or in one debate; until another comes."""
    scored = tuple(one for one in library.list_reviewed(store()).items() if only in (None, one[0]))
    debates = (record_at(Record, store().place, name, last) for name, last in scored)
    report: PeopleReport = _memo((store().place, scored), lambda: report_people(list(debates)))
    return report


def others_of(record: Record, report: Report) -> tuple[VerdictChange, ...]:
    return other_readings(report, record, library.read_history(store(), record))


def status(record: ScoredRecord) -> Status:
    return record.status(store().goes_on(record.id))


def debate() -> str | None:
    """The debate the address names, or this session saw last if it still exists, else the newest.

    None in an empty store, or where the address names none that exists.
    """
    named = named_debate()
    if named and store().last_sequence(named):
        return named
    return None if st.query_params.get("debate") else next(iter(_readable()), None)


def argument(record: Record) -> str | None:
    named = st.query_params.get("arg")
    return named if named in {a.id for a in record.transcript.arguments} else None


def door_is_open(record: ScoredRecord) -> bool:
    """Whether the form is open for this debate; it is not once another page has let go of what was chosen in it."""
    return door() == record.id and DOOR.begun


def round_chosen(record: ScoredRecord) -> int | None:
    """The round of the judging that the address names, if the debate has held it; None: the whole talk."""
    rounds = {str(number): number for number in range(FIRST, record.judging.rounds + 1)}
    return rounds.get(round_named())


def fleet_status() -> Document:
    """How the fleet stands. What its runner needs may not be installed: it is not imported here. Raises StoreFailed."""
    shared: Any = runner()
    return fleet_document(shared.status(), datetime.now(UTC), partial(topic_of, store()))
