"""Every session key and cache, typed, in one place.

Knows streamlit's session and caches, and asks the core for records and reports. Invariant: nothing that matters lives
here: all of it can be lost by a refresh and read again from the store. Keys a person typed live in this session only.
"""

import time
from dataclasses import asdict, dataclass, fields
from typing import Any

import streamlit as st

from debate_core.config import Budget, DebateConfig, Debater, Live, Server, Temperatures
from debate_core.debating.structured import PHASES
from debate_core.errors import DebateError, RecordNotFound
from debate_core.history import History, Lesson, history_from, lesson_of
from debate_core.lab import MANY_PANELS, PANELS, LabFound, Question, QuestionRead, lab, read_question
from debate_core.lab import NAMES as LAB_NAMES
from debate_core.llm.catalogue import Access, parse, readiness
from debate_core.llm.keys import Key
from debate_core.record import Progress, Record, Status
from debate_core.replay import replay
from debate_core.report import Report, ReportSettings, report
from debate_core.report.live import LiveFound, live_of
from debate_core.runner import Runner, runner_of
from debate_core.settings import store_path
from debate_core.store import Store
from debate_core.transcript import SIDES, Phase, Side
from pages.ui.address import NAMES, from_query, to_query
from pages.ui.draft import DimensionDraft, Draft
from pages.ui.stops import Stop, stops_of

_KEYS = "typed_keys"
_SETTINGS = "report_settings"
_DEBATE = "debate_looked_at"
_EDITING = "judge_being_edited"
_SEEN = "statuses_seen"
_DRAIN = "drain_seconds"
_PLAYING = "replay_playing"
_DUE = "replay_due"
PACE = "replay_pace"
SCRUBBER = "replay_scrubber"
DEGREES: tuple[Phase, ...] = (*PHASES, "exchange")
NO_PERSONALITY = "none"
# What is kept under its own name; the rest is spread over several widgets.
_PLAIN = (
    *("topic", "background", "format", "turns", "arguments_per_side", "order"),
    *("judges", "rubric", "servers", "seed"),
)
DRAIN_SECONDS = 2.0
USUAL_PACE = 5
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
def _report(path: str, debate: str, sequence: int, settings: ReportSettings, past: History) -> Report:
    return report(_record(path, debate, sequence), past, settings)


@st.cache_data(show_spinner=False, max_entries=5000)
def _lesson(path: str, debate: str, sequence: int) -> Lesson | None:
    try:
        return lesson_of(replay(runner().store.read(debate, upto=sequence)))
    except (DebateError, ValueError):
        return None  # A record that can't be read teaches nothing.


def past(held: Record) -> History:
    """What earlier debates of the store say of the judges."""
    path = str(store().path)
    lessons = [
        _lesson(path, listing.id, store().last_sequence(listing.id))
        for listing in store().records()
        if listing.opened_at < held.opened_at
    ]
    return history_from([lesson for lesson in lessons if lesson], held)


@dataclass(frozen=True, kw_only=True)
class Headline:
    """A debate in a list: enough to know it by. `opened_at`: seconds since 1970."""

    id: str
    topic: str
    opened_at: float
    status: Status


@st.cache_data(show_spinner=False, max_entries=500)
def _headline(path: str, debate: str, sequence: int) -> tuple[str, float, Progress]:
    held = replay(runner().store.read(debate, upto=sequence))
    return held.config.topic.text, held.opened_at, held.progress


def headline(debate: str) -> Headline:
    """One debate as a list shows it."""
    topic, opened_at, progress = _headline(str(store().path), debate, store().last_sequence(debate))
    open_now: Status = "running" if store().conducted(debate) else "interrupted"
    return Headline(
        id=debate, topic=topic, opened_at=opened_at, status=open_now if progress == "open" else progress
    )


def recent(most: int) -> list[Headline]:
    """The newest debates, newest first."""
    return [headline(listing.id) for listing in store().records()[:most]]


def newest() -> Record | None:
    """The newest debate, or None in an empty store."""
    listings = store().records()
    return record(listings[0].id) if listings else None


def report_of(held: Record) -> Report:
    """The debate's report under the settings chosen in this session."""
    return _report(str(store().path), held.id, held.sequence, settings(), past(held))


def status(held: Record) -> Status:
    """Where a debate stands now."""
    return held.status(store().conducted(held.id))


def settings() -> ReportSettings:
    """Calibration, weights and rules, as chosen in this session; before that as the address names them."""
    if _SETTINGS not in st.session_state:
        st.session_state[_SETTINGS] = from_query(st.query_params)
    chosen: ReportSettings = st.session_state[_SETTINGS]
    return chosen


def choose_settings(chosen: ReportSettings) -> None:
    """Use other settings on every page from now on."""
    st.session_state[_SETTINGS] = chosen
    keep_settings()


def keep_settings() -> None:
    """Let the address name the settings in use, so that a refresh keeps them."""
    told = to_query(settings())
    for name in NAMES:
        if name in told:
            if st.query_params.get(name) != told[name]:
                st.query_params[name] = told[name]
        elif name in st.query_params:
            del st.query_params[name]


def debate() -> str | None:
    """The debate the address names, else the one looked at last in this session, else the newest.

    None in an empty store, or where the address names none that exists.
    """
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


# ── setting up ──


def choice(name: str) -> str:
    """The session key of a choice on the set-up page, for the widget that shows it."""
    return f"set_up_{name}"


def draft() -> Draft:
    """The debate being set up in this session."""
    kept = st.session_state
    if choice("topic") not in kept:
        fill(Draft())
    sides = {side: _debater(side) for side in SIDES}
    return Draft(
        topic=kept[choice("topic")] or "",
        background=kept[choice("background")] or "",
        format=kept[choice("format")] or "structured",
        turns=kept[choice("turns")],
        live=_live_judge() if kept[choice("live_on")] else None,
        arguments_per_side=kept[choice("arguments_per_side")],
        order=kept[choice("order")] or "simultaneous",
        pro=sides["pro"],
        con=sides["con"],
        judges=kept[choice("judges")],
        rubric=kept[choice("rubric")],
        dimensions=tuple(_dimension(row) for row in dimension_rows()),
        budget=Budget(calls=kept[choice("calls")], tokens=kept[choice("tokens")]),
        servers=kept[choice("servers")],
        seed=kept[choice("seed")],
    )


def fill(chosen: Draft) -> None:
    """Put a whole draft into the form: a preset, or the last debate's."""
    kept = st.session_state
    for name in _PLAIN:
        kept[choice(name)] = getattr(chosen, name)
    kept[choice("calls")], kept[choice("tokens")] = chosen.budget.calls, chosen.budget.tokens
    for debater in (chosen.pro, chosen.con):
        kept[choice(f"{debater.side}_model")] = debater.model
        kept[choice(f"{debater.side}_personality")] = debater.personality or NO_PERSONALITY
        for phase in DEGREES:
            kept[choice(f"{debater.side}_{phase}")] = debater.temperatures.at(phase)
    kept[choice("live_on")] = chosen.live is not None
    for name, value in (chosen.live or Live()).model_dump().items():
        kept[choice(f"live_{name}")] = value
    kept[choice("dimensions")] = []
    for row in chosen.dimensions:
        add_dimension(row)


def change(name: str, value: Any) -> None:
    """Set one choice; for callbacks, before the widget that shows it is drawn."""
    st.session_state[choice(name)] = value


def dimension_rows() -> tuple[int, ...]:
    """The numbers of a custom rubric's rows, in order; a row keeps its number while others come and go."""
    return tuple(st.session_state[choice("dimensions")])


def add_dimension(row: DimensionDraft | None = None) -> None:
    """One more row for a custom rubric."""
    rows = st.session_state[choice("dimensions")]
    number = st.session_state.get(choice("next_row"), 0)
    st.session_state[choice("next_row")] = number + 1
    st.session_state[choice("dimensions")] = [*rows, number]
    for name, value in asdict(row or DimensionDraft()).items():
        st.session_state[choice(f"row{number}_{name}")] = value


def drop_dimension(number: int) -> None:
    """Take a row out of a custom rubric."""
    change("dimensions", [row for row in dimension_rows() if row != number])


def editing() -> int | None:
    """The place of the judge being edited; one past the last is a new one; None while nobody is."""
    return st.session_state.get(_EDITING)


def edit(place: int | None) -> None:
    """Open a judge for editing, or close it."""
    st.session_state[_EDITING] = place


def lacking(config: DebateConfig) -> dict[str, str]:
    """What each provider that the debate needs is missing in this session, in words, by provider."""
    wanted = dict.fromkeys(parse(name, config.servers).provider for name in config.models)
    found = {provider: readiness(provider, typed_keys(), config.servers) for provider in wanted}
    return {provider: one.missing for provider, one in found.items() if not one.ready}


def _debater(side: Side) -> Debater:
    kept = st.session_state
    degrees = {phase: kept[choice(f"{side}_{phase}")] for phase in DEGREES}
    chosen = kept[choice(f"{side}_personality")]
    return Debater(
        side=side,
        model=kept[choice(f"{side}_model")] or "",
        temperatures=Temperatures(**degrees),
        personality=None if chosen == NO_PERSONALITY else chosen,
    )


def _live_judge() -> Live:
    kept = {name: st.session_state[choice(f"live_{name}")] for name in Live.model_fields}
    return Live(**(kept | {"model": kept["model"] or ""}))


def _dimension(number: int) -> DimensionDraft:
    names = [field.name for field in fields(DimensionDraft)]
    found = {name: st.session_state[choice(f"row{number}_{name}")] for name in names}
    return DimensionDraft(**found)


# ── watching ──


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
    return live_of(_record(path, debate, sequence), None)


def live(held: Record) -> LiveFound | None:
    """All that the live judge's facts come to in this record; None in a debate without one."""
    return _live(str(store().path), held.id, held.sequence) if held.config.live else None


# ── replaying ──


@st.cache_data(show_spinner=False, max_entries=50)
def _stops(path: str, debate: str, sequence: int) -> tuple[Stop, ...]:
    return stops_of(runner().store.read(debate, upto=sequence))


def stops(held: Record) -> tuple[Stop, ...]:
    """Where a replay of the whole record can stand."""
    return _stops(str(store().path), held.id, held.sequence)


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


# ── the lab ──


def lab_choice(name: str) -> str:
    """The session key of a choice in the lab, for the widget that shows it."""
    return f"lab_{name}"


def lab_question() -> QuestionRead:
    """The panel that the address asks about; what it can't be is refused and stays as usual."""
    return read_question({name: st.query_params[name] for name in LAB_NAMES if name in st.query_params})


def lab_panels() -> int:
    """How many panels of each size are simulated: the usual number, or the many that the address asks for."""
    return MANY_PANELS if st.query_params.get("panels") == str(MANY_PANELS) else PANELS


def ask_lab(name: str, per: int = 1) -> None:
    """Put a choice that a person just made in the lab into the address; `per` 100 where it is shown in percent."""
    chosen = st.session_state[lab_choice(name)]
    if name == "panels":
        st.query_params.pop("panels", None)
        if chosen == MANY_PANELS:
            st.query_params["panels"] = str(MANY_PANELS)
        return
    if isinstance(chosen, bool):
        change_lab(**{name: "yes" if chosen else "no"})
    else:
        change_lab(**{name: chosen if isinstance(chosen, str) else f"{chosen / per:g}"})


def change_lab(**choices: str) -> None:
    """Put other choices into the address, for a person's click on a suggestion."""
    _address_lab(read_question(lab_question().question.changed | choices).question)


def reset_lab() -> None:
    """Ask about the usual panel again."""
    _address_lab(Question())


def _address_lab(question: Question) -> None:
    for name in LAB_NAMES:
        st.query_params.pop(name, None)
    for name, text in question.changed.items():
        st.query_params[name] = text


@st.cache_data(show_spinner=False, max_entries=60)
def _lab(question: Question, panels: int) -> LabFound:
    return lab(question, panels)


def lab_found(question: Question, panels: int) -> LabFound:
    """What simulating such panels gives; the same question is simulated once."""
    return _lab(question, panels)
