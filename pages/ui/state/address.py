"""The address: which debate a page is about and how its scores are read, and what the lab is asked."""

from collections.abc import Mapping
from typing import Annotated, Any

import streamlit as st

from debate_core.domain.frozen import FrozenValue
from debate_core.domain.options import OneOf, Option, OptionsRead, options_of, read
from debate_core.library.query import LibraryQuery
from debate_core.library.report import ReportSettings
from debate_core.library.report.settings import CHOICES, THRESHOLDS, read_settings
from debate_core.store.record import Record
from debate_core.verdicts.lab import MANY_PANELS, PANELS, LabReport, Question, lab
from debate_core.verdicts.rules import DEFAULTS, Thresholds
from pages.ui.state.session import SeenLast

_seen = SeenLast("address_seen_last", word="debate")


def _own_address() -> Mapping[str, str]:
    """The debate and settings that the address names, or this session saw last; settings alone may be the lab's."""
    query = st.query_params.to_dict()
    return {name: query[name] for name in ("debate", *CHOICES, *THRESHOLDS) if name in query} or _seen()


def named_debate() -> str | None:
    """The debate that the address names, or this session saw last."""
    return _own_address().get("debate")


def settings() -> OptionsRead[ReportSettings]:
    """How the address would have a debate read; what it can't be is refused and stays as usual."""
    return read_settings(_own_address())


def keep_address(record: Record) -> None:
    _seen.show(link_to(record.id))


def link_to(debate: str, **more: str | None) -> dict[str, str]:
    """The address of a debate, with the settings in use and what else is named."""
    return {"debate": debate} | settings().value.changed | {name: text for name, text in more.items() if text}


def choose(**chosen: Any) -> None:
    """Put settings, or choices of the lab or the library, into the address, in one step of its history; the usual go
    out of it, and a list begins at its first page."""
    declared = ((name, value, *_DECLARED[name]) for name, value in chosen.items())
    seek(**{name: "" if value == base else option.as_text(value) for name, value, option, base in declared})


def seek(**words: str) -> None:
    """Put words into the address, a list's first page with them; what is empty goes out of it. For callbacks."""
    now = st.query_params.to_dict() | {"page": ""} | words
    st.query_params.from_dict({name: text for name, text in now.items() if text})


def reset_thresholds() -> None:
    choose(**{name: getattr(DEFAULTS, name) for name in THRESHOLDS})


class Effort(FrozenValue):
    """How many panels of each size the lab simulates."""

    panels: Annotated[
        str,
        OneOf(
            title="Simulated panels of each size",
            words="More panels make the simulation's own intervals narrower: half as wide with four times as many.",
            options={str(PANELS): f"{PANELS:,}", str(MANY_PANELS): f"{MANY_PANELS:,}: surer, slower"},
        ),
    ] = str(PANELS)


_DECLARED: dict[str, tuple[Option, Any]] = {
    name: (option, getattr(holder(), name))
    for holder in (Question, Effort, ReportSettings, Thresholds, LibraryQuery)
    for name, option in options_of(holder).items()
}
"""Every option that an address has, and its usual value; the lab and a report mean the same by `rules`."""


class LabQuery(FrozenValue):
    """What the lab's address asks; what it can't be is refused and stays as usual."""

    question: Question
    panels: int
    thresholds: Thresholds
    refused: tuple[str, ...]


def lab_query() -> LabQuery:
    """The panel that the address asks about; a debate's own settings don't count here, nor these there."""
    query = st.query_params.to_dict()
    question, effort, limits = read(Question, query), read(Effort, query), read(Thresholds, query)
    return LabQuery(
        question=question.value,
        panels=int(effort.value.panels),
        thresholds=limits.value,
        refused=question.refused + effort.refused + limits.refused,
    )


@st.cache_data(show_spinner=False, max_entries=60)
def simulated_lab(asked: LabQuery) -> LabReport:
    return lab(asked.question, asked.panels, thresholds=asked.thresholds)
