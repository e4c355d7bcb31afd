"""The debate being set up in this session: the form of its draft, the rows of a rubric of one's own, presets."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import streamlit as st

from debate_core.domain.artifact import ArtifactConfig
from debate_core.domain.config import DebateConfig
from debate_core.domain.errors import ModelNotFound, SetUpError
from debate_core.llm import checking
from debate_core.llm.catalogue import parse
from pages.ui.draft import USUAL, DimensionDraft, Draft
from pages.ui.state.debates import access, reaches, runner, store, typed_keys
from pages.ui.state.form import SettingsForm
from pages.ui.state.session import SessionValue

_NEXT_ROW = "next_row"


@dataclass(frozen=True, kw_only=True)
class SetUp(SettingsForm[Draft]):
    """The form of a draft; each row of a rubric of one's own keeps its number while others come and go."""

    kind: type[Draft] = Draft
    name: str = "set_up"
    named: Mapping[str, str] = field(default_factory=lambda: {"text": "topic", "panel": "judges"})

    def fill(self, chosen: Draft) -> None:
        super().fill(chosen)
        self.change("dimensions", ())
        for row in chosen.dimensions:
            self.add_row(row)

    @property
    def rows(self) -> tuple[int, ...]:
        """The numbers of the rubric's rows, in order."""
        return tuple(st.session_state[self.key("dimensions")])

    def row(self, number: int) -> SettingsForm[DimensionDraft]:
        return SettingsForm(kind=DimensionDraft, name=self.key(f"row{number}"))

    def add_row(self, row: DimensionDraft | None = None) -> None:
        number = st.session_state[self.key(_NEXT_ROW)] = st.session_state.get(self.key(_NEXT_ROW), -1) + 1
        self.change("dimensions", (*self.rows, number))
        self.row(number).fill(row or DimensionDraft())

    def drop_row(self, number: int) -> None:
        self.change("dimensions", tuple(row for row in self.rows if row != number))

    def _value(self, setting: str) -> Any:
        if setting == "dimensions":
            return tuple(self.row(number).read() for number in self.rows)
        return super()._value(setting)


set_up = SetUp()
editing = SessionValue[int | None]("judge_being_edited", None)
"""The place of the judge being edited; one past the last is a new one; None while nobody is."""


def draft() -> Draft:
    """The debate being set up in this session."""
    set_up.begin(USUAL)
    return set_up.read()


def presets() -> dict[str, Draft | str]:
    """The set-ups that are kept in the store, by name, the newest first; of one that can't be read, why."""
    return {name: _preset(body) for name, (body, _) in store().all_noted("presets").items()}


def _preset(body: str) -> Draft | str:
    try:
        return Draft.read(body)
    except SetUpError as error:
        return str(error)


def keep_preset(name: str, chosen: Draft | None) -> None:
    """Keep a set-up under a name, in place of one that has it; None: keep none. Raises SetUpError where it would hold a
    key, and StoreFailed."""
    store().note("presets", name, chosen.written(typed_keys().values()) if chosen else "")


def answers(base_url: str) -> bool | None:
    """Whether something answers at an address of this machine; None where nobody knocked, as for visitors. Asked every
    10 seconds at most, and given a fifth of a second."""
    return None if reaches() else _answers(base_url)


@st.cache_data(ttl=10, show_spinner=False, max_entries=50)
def _answers(base_url: str) -> bool | None:
    return checking.answers(base_url)


def lacking(config: DebateConfig | ArtifactConfig) -> dict[str, str]:
    """What each provider that a debate or a review needs lacks in this session, in words, by provider; of a model
    that nobody here provides, what was expected, by its name."""
    found: dict[str, str] = {}
    for name in config.models:
        try:
            provider = parse(name, config.servers).provider
            found[provider] = runner().lacks(name, config, access(config.servers))
        except ModelNotFound as error:
            found[name] = str(error)
    return {name: missing for name, missing in found.items() if missing}
