"""The debate being set up: its draft, rubric, presets, checks of models; what is typed and not sent, across reloads."""

import asyncio
import contextlib
from collections.abc import Mapping
from dataclasses import field
from typing import Any

import streamlit as st
from pydantic import ValidationError

from debate_core.domain.artifact import ArtifactConfig
from debate_core.domain.config import DebateConfig
from debate_core.domain.errors import ModelNotFound, SetUpError
from debate_core.domain.frozen import FrozenModel
from debate_core.domain.model import Server, provider_of
from debate_core.llm import catalogue, provider_check
from debate_core.llm.catalogue import mix_models, providers, row_named, row_of
from debate_core.llm.provider_check import PLACES, FoundServer, ModelCheck, check, find_servers, nobody_text
from pages.ui.draft import DEFAULT, DimensionDraft, Draft
from pages.ui.state.artifacts import BRINGING, ELSEWHERE, TextDraft
from pages.ui.state.debates import access, has_workers, reaches, runner, store, typed_keys
from pages.ui.state.session import KeptFault, SessionValue, SettingsForm, plain_values, visitor, widget_value


class SetUp(SettingsForm[Draft]):
    """The form of a draft; each row of a rubric of one's own keeps its number while others come and go."""

    kind: type[Draft] = Draft
    name: str = "set_up"
    named: Mapping[str, str] = field(default_factory=lambda: {"text": "topic", "panel": "judges"})

    def fill(self, chosen: Draft) -> None:
        super().fill(chosen)
        self.value("dimensions").keep(())
        for row in chosen.dimensions:
            self.add_row(row)

    @property
    def rows(self) -> tuple[int, ...]:
        return tuple(self.value("dimensions")())

    def row(self, number: int) -> SettingsForm[DimensionDraft]:
        return SettingsForm(kind=DimensionDraft, name=self.key(f"row{number}"))

    def add_row(self, row: DimensionDraft | None = None) -> None:
        last = SessionValue(self.key("next_row"), -1)
        number = last() + 1
        last.keep(number)
        self.value("dimensions").keep((*self.rows, number))
        self.row(number).fill(row or DimensionDraft())

    def drop_row(self, number: int) -> None:
        self.value("dimensions").keep(tuple(row for row in self.rows if row != number))

    def _value(self, setting: str) -> Any:
        if setting == "dimensions":
            return tuple(self.row(number).read() for number in self.rows)
        return super()._value(setting)


set_up = SetUp()
settings_open, settings_part = SessionValue("settings", False), SessionValue("settings_part", "")
"""Whether the settings stand open, and at which part."""
was_at_fault = SessionValue("settings_at_fault", False)
"""Whether something kept the debate from starting when the page was drawn last."""
room_ahead = SessionValue(ELSEWHERE + "room", "")
"""The id that the debate being set up will have, once a room may see it; the tab says it, so check whose it is."""
seat_edited = SessionValue[int | None]("being_edited", None)
key_field, key_fault = SessionValue("key_of", ""), KeptFault("refused_key_of")
"""Of a provider: the key that is being typed, and why the last one was refused."""
preset, preset_name = SessionValue[str | None]("preset", None), SessionValue("preset_name", "")
preset_with_topic, preset_fault = SessionValue("preset_with_topic", False), KeptFault("preset_fault")
"""The starting point that the draft equals; the name that it is to be kept by, whether with its topic, and why not."""


def draft() -> Draft:
    set_up.begin(DEFAULT)
    return set_up.read()


class Drafts(FrozenModel):
    """What a person has typed on Set up, Texts and Bring, and not sent: their browser's tab keeps it, and no store."""

    whose: str = ""
    set_up: Draft = DEFAULT
    bring: TextDraft = TextDraft()
    elsewhere: Mapping[str, str | bool | int | tuple[str | int, ...]] = {}


_sent = SessionValue[Any]("sent_draft", {})
"""By its name: what was sent last, some answers of which are gone on other pages."""


def _drafts() -> Drafts:
    BRINGING.begin(TextDraft())
    elsewhere = plain_values(ELSEWHERE)
    return Drafts(whose=visitor().key, set_up=draft(), bring=BRINGING.read(), elsewhere=elsewhere)


def drafts_json() -> str:
    """For the tab, but for a page with over 600,000 characters; empty where nothing is typed, or a key may be."""
    now, text = _drafts(), ""
    with contextlib.suppress(SetUpError):
        now.set_up.draft_json(typed_keys().values())
        parts = {name: dict(value) for name, value in now if name != "whose"}
        gone = {name for name, part in parts.items() if part.items() <= dict(_sent.of(name)()).items()}
        gone |= {name for name, part in parts.items() if len(str(part)) > 600_000}
        text = now.model_dump_json(exclude=gone, exclude_defaults=True)
    return text if now != Drafts(whose=now.whose) else ""


def close_draft(name: str) -> None:
    """It has become a record: no tab keeps it until it is changed."""
    _sent.of(name).keep(getattr(_drafts(), name))


def take_drafts(text: str) -> None:
    """Go on with what a tab has kept, if it is this person's."""
    with contextlib.suppress(ValidationError):
        drafts = Drafts.model_validate_json(text)
        if drafts.whose == visitor().key:
            set_up.fill(drafts.set_up)
            BRINGING.fill(drafts.bring)
            for key, value in drafts.elsewhere.items():
                if ELSEWHERE in key:
                    widget_value(key).keep(value)


def presets() -> dict[str, Draft | str]:
    """The set-ups that are kept in the store, by name, the newest first; of one that can't be read, why."""
    return {name: _preset(body) for name, (body, _) in store().read_notes("presets").items()}


def _preset(body: str) -> Draft | str:
    try:
        return Draft.read(body)
    except SetUpError as error:
        return str(error)


def keep_preset(name: str, chosen: Draft | None) -> None:
    """Keep a set-up under a name, in place of one that has it; None: keep none. Raises SetUpError where it would hold a
    key, and StoreFailed."""
    store().note("presets", name, chosen.draft_json(typed_keys().values()) if chosen else "")


def answers(base_url: str) -> bool | None:
    """Whether something answers at an address of this machine, asked every 10 seconds; None: nobody knocked."""
    return None if reaches() else _answers(base_url)


@st.cache_data(ttl=10, show_spinner=False, max_entries=50)
def _answers(base_url: str) -> bool | None:
    return provider_check.answers(base_url)


def lacking(config: DebateConfig | ArtifactConfig) -> dict[str, str]:
    """What each provider that a debate or a review needs lacks in this session, or that its server on this machine
    doesn't answer, in words, by provider; of a model that nobody here provides, what was expected, by its name."""
    lacks: dict[str, str] = {}
    for name in config.models:
        try:
            row = row_of(name, config.servers)
            silent = not has_workers() and answers(row.base_url) is False  # workers may reach what isn't here
            lack = runner().lack_text(name, config, access(config.servers))
            lacks[row.name] = nobody_text(row.base_url) if silent else lack
        except ModelNotFound as error:
            lacks[name] = str(error)
    return {name: missing for name, missing in lacks.items() if missing}


_checked = SessionValue[Mapping[tuple[str, object], ModelCheck]]("checked_models", {})
"""What the check of a model came to that was reached so: with what key, at what address."""
servers_found = SessionValue[tuple[FoundServer, ...] | None]("found_servers", None)
"""The servers found on this machine; None before anybody asked."""


def check_model(model: str, servers: tuple[Server, ...]) -> None:
    outcome = asyncio.run(check(model, access(servers)))
    _checked.keep({**_checked(), (model, _endpoint(model, servers)): outcome})


def known_check(model: str, servers: tuple[Server, ...]) -> ModelCheck | None:
    """What the check of a model came to; None where it was not checked as it would be reached now."""
    return _checked().get((model, _endpoint(model, servers)))


def lack_text(provider: str, servers: tuple[Server, ...]) -> str:
    """What a provider lacks in this session, in words; empty where nothing. Raises SetUpError."""
    return catalogue.lack_text(row_named(provider, servers), access(servers))


def look_for_servers() -> None:
    """Look for servers on this machine, where they usually listen; never for visitors."""
    if not reaches():
        servers_found.keep(asyncio.run(find_servers(PLACES)))


def listed_models(provider: str, servers: tuple[Server, ...]) -> tuple[str, ...]:
    """The models that a provider is known to have, as `provider:model`, from checking it or finding it."""
    names: dict[str, None] = {}
    for model, _ in _checked():
        if provider_of(model) == provider and (result := known_check(model, servers)):
            names |= dict.fromkeys(result.models or ())
    for server in servers_found() or ():
        if server.place.provider == provider:
            names |= dict.fromkeys(server.models)
    return tuple(f"{provider}:{name}" for name in names)


def seat(model: str, draft: Draft) -> None:
    """Put one model at every seat: both sides, the judges, and the live judge where there is one."""
    _seat(draft, dict.fromkeys(panel_models(draft), model))


def mixed_panel(draft: Draft) -> tuple[str, ...] | None:
    """A model for each judge, of several families, out of those that are ready; None where there are too few."""
    return mix_models(len(draft.panel), _ready_models(draft), {draft.pro.model, draft.con.model})


def seat_mixed(draft: Draft) -> None:
    seats = zip(draft.panel, mixed_panel(draft) or (), strict=False)
    set_up.value("panel").keep(tuple(judge.model_copy(update={"model": model}) for judge, model in seats))


def _ready_models(draft: Draft) -> list[str]:
    """The models of others that answered a check, and for each other provider whose key is there, the usual one."""
    tried = {model: known for model, _ in _checked() if (known := known_check(model, draft.servers))}
    answer = [model for model, known in tried.items() if known.outcome == "ready"]
    ready = [one for one in answer if row_of(one, draft.servers).wire not in ("simulated", "local")]
    for row in providers(draft.servers):
        example = f"{row.name}:{row.example}"
        answered = example in tried or any(provider_of(one) == row.name for one in ready)
        if row.needs_key and not answered and not lack_text(row.name, draft.servers):
            ready.append(example)
    return ready


def panel_models(draft: Draft) -> list[str]:
    live = [draft.live.model] if draft.live else []
    return [draft.pro.model, draft.con.model, *live, *(judge.model for judge in draft.panel)]


def _seat(draft: Draft, instead: dict[str, str]) -> None:
    for part, seat in (("pro", draft.pro), ("con", draft.con), ("live", draft.live)):
        if seat:
            set_up.part(part).value("model").keep(instead.get(seat.model, seat.model))
    judges = (
        judge.model_copy(update={"model": instead.get(judge.model, judge.model)}) for judge in draft.panel
    )
    set_up.value("panel").keep(tuple(judges))


def _endpoint(model: str, servers: tuple[Server, ...]) -> object:
    try:
        row = row_of(model, servers)
    except ModelNotFound:
        return None
    return row.base_url, typed_keys().get(row.key_id)


def take_instead(provider: str, wrong: str, right: str, draft: Draft) -> None:
    """Take one of the nearest names for a wrong one, at its seats and to be checked."""
    _seat(draft, {wrong: right})
    model_to_check(provider).keep(right)


def drop_server(name: str) -> None:
    servers = set_up.value("servers")
    servers.keep(tuple(server for server in servers() if server.name != name))


def model_to_check(provider: str) -> SessionValue[str | None]:
    """The model of a provider that is chosen to be checked."""
    return set_up.value(f"to_check_{provider}")
