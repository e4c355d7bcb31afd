"""What is being brought from elsewhere in this session, and the tables of ratings that were."""

import hashlib
import pathlib
from dataclasses import dataclass
from typing import Any

import streamlit as st

from debate_core.importing.reading import PASTED, Kind, kind_of, read_imported
from debate_core.importing.spoken import ParsedText
from debate_core.importing.tables import look_at_table, read_table
from debate_core.library.report.table import TablePanel, table_panel
from debate_core.measuring.krippendorff import Level
from debate_core.ratings import CsvOptions, OpenTable, TableLook
from debate_core.store.record import RatingsRecord
from debate_core.store.replay import load_ratings
from pages.ui.state.debates import store

TABLE = "table"
_EXAMPLE = "elsewhere_example"
_FOLDER = pathlib.Path(__file__).parents[3] / "examples"
EXAMPLES = {"chat": "four-day-week.json", "table": "help-desk-ratings.csv"}


@dataclass(frozen=True, kw_only=True)
class ImportedRecord:
    """A file, or pasted words: its name and content; `key` tells it from any other in the keys of widgets."""

    name: str
    data: bytes

    @property
    def key(self) -> str:
        """The same for the same content."""
        return hashlib.sha256(self.data).hexdigest()[:12]


def written(name: str) -> dict[str, Any]:
    """What makes a widget of the page Bring keep its words while other pages are looked at."""
    return {"key": f"elsewhere_{name}", "persist_state": "session"}


def choose_example(name: str) -> None:
    """Take one of the files written for this project in place of what was pasted; for callbacks."""
    st.session_state[_EXAMPLE] = name
    st.session_state["elsewhere_text"] = ""


def from_elsewhere() -> ImportedRecord | None:
    """What is brought: a file before pasted words, those before an example."""
    uploaded, text = st.session_state.get("elsewhere_file"), st.session_state.get("elsewhere_text") or ""
    if uploaded is not None:
        return ImportedRecord(name=uploaded.name, data=uploaded.getvalue())
    if text.strip():
        return ImportedRecord(name=PASTED, data=text.encode("utf-8", "replace"))
    name = EXAMPLES.get(st.session_state.get(_EXAMPLE) or "")
    return ImportedRecord(name=name, data=(_FOLDER / name).read_bytes()) if name else None


@st.cache_data(show_spinner=False, max_entries=5)
def kind_of_file(data: bytes, name: str) -> Kind:
    return kind_of(data, name)


@st.cache_data(show_spinner=False, max_entries=5)
def read_talk(data: bytes, name: str) -> ParsedText:
    """What is said in it. Raises SetUpError."""
    return read_imported(data, name)


@st.cache_data(show_spinner=False, max_entries=5)
def table_look(data: bytes, name: str) -> TableLook:
    """Its first rows. Raises RatingsRefused, SetUpError."""
    return look_at_table(data, name)


@st.cache_resource(show_spinner=False, max_entries=5)
def _opened(
    data: bytes, name: str, level: Level | None, options: str, rows: tuple[str, str] | None
) -> OpenTable:
    where = {rows[0]: [rows[1]]} if rows else None
    return read_table(data, name, level=level, told=CsvOptions.model_validate_json(options), where=where)


def table_read(
    data: bytes, name: str, level: Level | None, options: CsvOptions, rows: tuple[str, str] | None
) -> OpenTable:
    """What it holds as those options say, in all rows or those with a value. Raises RatingsRefused, SetUpError."""
    return _opened(data, name, level, options.model_dump_json(), rows)


def table() -> str | None:
    """The table of ratings that the address names, where there is one of that id."""
    named = st.query_params.get(TABLE)
    return named if named and store().last_sequence(named) else None


# Not copied for each run, as data would be: a table may have ten million characters, and is never changed.
@st.cache_resource(show_spinner=False, max_entries=5)
def _record(path: str, name: str) -> RatingsRecord:
    return load_ratings(store(), name)


def ratings_record(name: str) -> RatingsRecord:
    """The table of that id. Raises RecordNotFound, RecordUnreadable."""
    return _record(store().place, name)


@st.cache_resource(show_spinner=False, max_entries=5)
def _panel(path: str, name: str, people: tuple[str, ...]) -> TablePanel:
    return table_panel(_record(path, name).config, people)


def table_panel_of(record: RatingsRecord, people: tuple[str, ...] = ()) -> TablePanel:
    """All that is shown of it, `people` among its judges; a table never changes."""
    return _panel(store().place, record.id, people)
