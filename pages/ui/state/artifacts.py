"""What is brought: texts and their reviews; transcripts and tables of ratings from elsewhere."""

import contextlib
import hashlib
import json
import pathlib
from collections.abc import Sequence
from typing import Annotated, Any

import streamlit as st

from debate_core.domain.artifact import (
    ARTIFACT_RUBRIC,
    BUILT_IN_REVIEWERS,
    REVIEW_CAP,
    ReviewCap,
    Reviewer,
    Severity,
)
from debate_core.domain.config import Budget, Deliberation, ModelEffort
from debate_core.domain.errors import RecordUnreadable
from debate_core.domain.frozen import FrozenModel, FrozenValue
from debate_core.domain.imported import CsvOptions
from debate_core.domain.options import OptionsRead, Words, changes, read
from debate_core.domain.rubric import Dimension
from debate_core.importing.files import PASTED, kind_of, read_imported
from debate_core.importing.tables import look_at_table, read_table
from debate_core.library.findings import TextPiece, text_pieces
from debate_core.library.report.table import TablePanel, table_panel
from debate_core.library.text_review import AS_USUAL, ReviewSettings, TextReview, text_review
from debate_core.measuring.krippendorff import Level
from debate_core.ratings import OpenTable
from debate_core.store.record import ArtifactRecord, RatingsRecord
from pages.ui.state.debates import memoise, recent, record_of, store
from pages.ui.state.session import KeptFault, Named, SeenLast, SessionValue, SettingsForm


class TextDraft(FrozenModel):
    """A text that is being brought, as typed, and what its review may use at most."""

    text: Annotated[str, Words("Text to review", hint="Paste a policy, a design, a clause, code")] = ""
    name: str = ""
    context: Annotated[
        str,
        Words(
            "What else the reviewers should know",
            hint="Who will use it, for what, and which rules apply (optional)",
        ),
    ] = ""
    cap: ReviewCap = REVIEW_CAP
    effort: ModelEffort = None
    deliberation: Deliberation | None = None
    budget: Budget = Budget()
    reviewers: tuple[Reviewer, ...] = BUILT_IN_REVIEWERS
    dimensions: tuple[Dimension, ...] = ARTIFACT_RUBRIC.dimensions


BRINGING = SettingsForm(kind=TextDraft, name="bring")
_ADDRESS = "artifact"
_seen = SeenLast("artifact_seen_last", word=_ADDRESS)
finding = Named("finding")
"""The finding that the address names."""
_unfolded = SessionValue[tuple[str, int | None]]("finding_unfolded_last", ("", None))
review_tab = SessionValue("review_tab", "")
REVIEW_TABS = ("Reviewers", "Findings", "To do", "Agreement", "Discussion")
reviewers, dimensions = BRINGING.value("reviewers"), BRINGING.value("dimensions")
"""Who is to review, and what is to be scored."""
list_name, list_fault = SessionValue("list_name", ""), KeptFault("list_fault")
"""The name under which the reviewers are to be kept, and why that could not be done."""
several_findings = SessionValue("several_findings", list[int]())
"""The numbers of the findings that are to be settled at once."""
own_words = tuple(SessionValue(key, "") for key in ("own_quote", "own_What is wrong", "own_What to do"))
own_severity = SessionValue[Severity | None]("own_severity", None)
own_added = SessionValue("own_added", False)
"""A finding of the reader's own as it is typed, and whether the last one was added."""
finding_fold = SessionValue("finding", False)
findings_drawn = SessionValue("findings_drawn", frozenset[str]())


def review_settings() -> OptionsRead[ReviewSettings]:
    """How the address would have the review read; what it can't be is refused and stays as usual."""
    return read(ReviewSettings, _seen.along())


def artifact() -> str | None:
    """The review that the address names, or this session saw last; None where the store has none of that id."""
    named = _seen.along().get(_ADDRESS)
    return named if named and opened_by(named) == "artifact_opened" else None


def keep_artifact(record: ArtifactRecord) -> None:
    _seen.show({_ADDRESS: record.id} | changes(review_settings().value))


def leave_artifact() -> None:
    _seen.take()
    st.query_params.clear()


def open_artifact(record: str) -> None:
    st.query_params.from_dict({_ADDRESS: record})


def artifact_record(name: str, upto: int | None = None) -> ArtifactRecord:
    return record_of(ArtifactRecord, name, upto)


def reviewed_of(record: ArtifactRecord) -> TextReview:
    """What the review comes to under the settings of the address."""
    return memoise(record, text_review, review_settings().value)


def pieces_of(record: ArtifactRecord) -> tuple[tuple[TextPiece, ...], ...]:
    review = memoise(record, text_review, AS_USUAL)
    return text_pieces(review.artifact, review.findings)


@st.cache_data(show_spinner=False, max_entries=500)
def _first_fact(path: str, name: str) -> str:
    with contextlib.suppress(RecordUnreadable):
        return next((one.event.kind for one in store().read(name, upto=1)), "")
    return ""


def opened_by(name: str) -> str:
    """The kind of fact that opened a record; empty where there is none of that id."""
    return _first_fact(store().place, name) if store().last_sequence(name) else ""


def unfold(review: TextReview, number: int | None) -> None:
    """Open the tab of findings where one is chosen, or another text that has some is opened, else that of reviewers."""
    last, now = _unfolded(), (review.id, number)
    if last != now and (number is not None or last[0] != now[0]):
        review_tab.keep("Findings" if number is not None or review.findings else "Reviewers")
    _unfolded.keep(now)


def saved_reviewers() -> dict[str, tuple[Reviewer, ...]]:
    """The lists of reviewers that are kept in the store, by name; models are named in them, never a key."""
    lists = {name: json.loads(body) for name, (body, _) in store().read_notes("reviewers").items()}
    lists = lists.pop("", {}) | lists  # One note without a name held all once.
    return {name: tuple(map(Reviewer.model_validate, those)) for name, those in lists.items() if those}


def save_reviewers(name: str, chosen: Sequence[Reviewer] | None) -> None:
    """Keep a list under a name, in place of one that has it; None: one of nobody. Raises StoreFailed."""
    those = [reviewer.model_dump(mode="json") for reviewer in chosen or ()]
    store().note("reviewers", name, json.dumps(those, ensure_ascii=False))


def newest_reviewers() -> tuple[Reviewer, ...]:
    newest = next(iter(recent(1, "artifact")), None)
    return artifact_record(newest.id).config.reviewers if newest else ()


TABLE = "table"
table = Named(TABLE)
"""The table of ratings that the address names."""
table_people, table_page = SessionValue("people", list[str]()), SessionValue("items", 1)
"""Of a table: the judges who are people, and which page of its items is in sight."""
ELSEWHERE = "elsewhere_"
"""In the key of whatever is asked on Bring."""
_example = SessionValue("elsewhere_example", "")
_file, pasted = SessionValue[Any]("elsewhere_file", None), SessionValue[str | None]("elsewhere_text", "")
_FOLDER = pathlib.Path(__file__).parents[3] / "examples"
EXAMPLES = {"chat": "four-day-week.json", "table": "help-desk-ratings.csv"}


class ImportedRecord(FrozenValue):
    """A file, or pasted words: its name and content; `key` tells it from any other in the keys of widgets."""

    name: str
    data: bytes

    @property
    def key(self) -> str:
        """The same for the same content."""
        return ELSEWHERE + hashlib.sha256(self.data).hexdigest()[:12]


def choose_example(name: str) -> None:
    """Take one of the files written for this project in place of what was pasted; for callbacks."""
    _example.keep(name)
    pasted.keep("")


def from_elsewhere() -> ImportedRecord | None:
    """What is brought: a file before pasted words, those before an example."""
    uploaded, text = _file(), pasted() or ""
    if uploaded is not None:
        return ImportedRecord(name=uploaded.name, data=uploaded.getvalue())
    if text.strip():
        return ImportedRecord(name=PASTED, data=text.encode("utf-8", "replace"))
    name = EXAMPLES.get(_example())
    return ImportedRecord(name=name, data=(_FOLDER / name).read_bytes()) if name else None


_cache = st.cache_data(show_spinner=False, max_entries=5)
kind_of_file = _cache(kind_of)
read_transcript = _cache(read_imported)
table_look = _cache(look_at_table)
"""What a file is, what is said in it, a table's first rows; each once. Raises RatingsRefused, SetUpError."""


@st.cache_resource(show_spinner=False, max_entries=5, hash_funcs={CsvOptions: CsvOptions.model_dump_json})
def table_read(
    data: bytes, name: str, level: Level | None, options: CsvOptions, rows: tuple[str, str] | None
) -> OpenTable:
    """What it holds as those options say, in all rows or those with a value. Raises RatingsRefused, SetUpError."""
    where = {rows[0]: [rows[1]]} if rows else None
    return read_table(data, name, level=level, options=options, where=where)


# Not copied for each run, as data would be: a table may have ten million characters, and is never changed.
@st.cache_resource(show_spinner=False, max_entries=5)
def _record(path: str, name: str) -> RatingsRecord:
    return RatingsRecord.load(store(), name)


def ratings_record(name: str) -> RatingsRecord:
    """The table of that id. Raises RecordNotFound, RecordUnreadable."""
    return _record(store().place, name)


@st.cache_resource(
    show_spinner=False, max_entries=5, hash_funcs={RatingsRecord: lambda one: (store().place, one.id)}
)
def table_panel_of(record: RatingsRecord, people: tuple[str, ...]) -> TablePanel:
    """All that is shown of it, `people` among its judges; a table never changes."""
    return table_panel(record.config, people)
