"""The library, and Studies: what is looked for, which page of it, what is chosen or compared, what was just deleted."""

import contextlib
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Literal

import streamlit as st

from debate_core.domain.errors import RecordNotFound, RecordUnreadable, StoreFailed
from debate_core.domain.frozen import FrozenValue
from debate_core.domain.numerals import join_and
from debate_core.domain.options import read
from debate_core.domain.wording import clip
from debate_core.library import query
from debate_core.library.comparison import MIN_DEBATES, Comparison, compare_debates
from debate_core.library.query import AT_ONCE, KEPT_SECONDS, LibraryQuery, LibraryView
from debate_core.library.summary import Summary
from debate_core.reporting.blocks import Document
from debate_core.reporting.debate import debate_document
from debate_core.reporting.formats import html
from debate_core.reporting.records import record_document
from debate_core.store.record import Record, load_any
from pages.ui.state.debates import others_of, record, report_of, store
from pages.ui.state.session import KeptFault, Named, SessionValue

MAX_COMPARED = 6
"""Records on one screen of comparison."""
_chosen = Named("chosen")
_deleted = SessionValue[Sequence[Summary]]("deleted_last", ())
shelf_fault = KeptFault("shelf_fault")
search, tag_chosen = SessionValue("shelf_search", ""), SessionValue("shelf_tag", "")
page_chosen = SessionValue("shelf_page", 1)
"""What the widgets of the shelf hold."""
study_rows_seen = SessionValue("study_rows_seen", frozenset[str]())
study_picked, study_row = SessionValue("pick_study", ""), SessionValue("study_row_chosen", "")
"""The debates whose outcomes Studies showed; the study that is picked there, and the debate that was just clicked."""
opened_last = SessionValue("shelf_opened", "")
"""The record that was just clicked."""


class LibraryAddress(FrozenValue):
    """What the address looks for, and which `page` of it, from 1; `refused`: what of it can't be looked for; `missing`:
    what it chooses and the store doesn't have, in a sentence."""

    wanted: LibraryQuery
    page: int
    refused: tuple[str, ...]
    missing: tuple[str, ...]


def library_address() -> LibraryAddress:
    words = st.query_params.to_dict()
    query_read = read(LibraryQuery, words)
    wanted = replace(query_read.value, words=words.get("q", ""), tag=words.get("tag", ""))
    number = words.get("page", "1")
    page = int(number[:6]) if number.isascii() and number.isdigit() else 0
    refused = () if page else (f"page: expected a number from 1, got {number!r}",)
    gone = [repr(clip(name, 40)) for name in named_records("chosen") if name not in chosen()]
    missing = (f"Not in the library: {join_and(gone)}. Perhaps deleted since.",) if gone else ()
    return LibraryAddress(
        wanted=wanted, page=page or 1, refused=query_read.refused + refused, missing=missing
    )


def shelf(asked: LibraryAddress) -> LibraryView:
    """That page of what is looked for; what was deleted long ago goes for good."""
    with contextlib.suppress(StoreFailed):
        store().purge(KEPT_SECONDS)
    return query.shelf(store(), asked.wanted, skip=(asked.page - 1) * AT_ONCE)


def seek_everything() -> None:
    """Look for nothing in particular; what is chosen to be compared stays. For callbacks."""
    st.query_params.from_dict({"chosen": ",".join(chosen())} if chosen() else {})


def chosen() -> tuple[str, ...]:
    return tuple(name for name in named_records("chosen") if store().last_sequence(name))


def comparison(records: Iterable[str]) -> tuple[Comparison | None, tuple[str, ...]]:
    """These debates beside each other, and why each that is not among them isn't; None of fewer than two."""
    pairs, missing = [], []
    for name in records:
        try:
            debate = record(name)
            pairs.append((debate, report_of(debate)))
        except (RecordNotFound, RecordUnreadable) as error:
            missing.append(str(error))
    return (compare_debates(pairs) if len(pairs) >= MIN_DEBATES else None), tuple(missing)


def document_of(record: Record) -> Document:
    """A debate's report as the address reads it, with what every other reading would say."""
    report = report_of(record)
    return debate_document(report, record, others_of(record, report))


def report_html(name: str) -> str:
    """A record's HTML report, a debate's as the address reads it. Raises RecordNotFound, RecordUnreadable."""
    return html(record_document(load_any(store(), name), document_of))


def named_records(which: Literal["chosen", "compare"]) -> tuple[str, ...]:
    """The records that the address chooses or compares; of ids that are in the store or aren't."""
    names = st.query_params.get(which, "").split(",")
    return tuple(dict.fromkeys(name for name in names if name))[:MAX_COMPARED]


def choose_record(name: str) -> None:
    now = chosen()
    others = [one for one in now if one != name]
    _chosen.keep(",".join(others if name in now else [*others, name][-MAX_COMPARED:]))


def compare(records: Iterable[str]) -> None:
    """Compare these records, or go back to choosing without any. For callbacks."""
    Named("compare").keep(",".join(records))


def delete(records: Sequence[Summary]) -> None:
    gone = list[Summary]()
    for one in records:
        with shelf_fault.keeping():
            store().delete(one.id)
            gone.append(one)
    if gone:
        _deleted.keep(gone)
        _chosen.keep(",".join(name for name in chosen() if name not in {one.id for one in gone}))


def restore(names: Iterable[str]) -> None:
    for name in names:
        with shelf_fault.keeping():
            store().restore(name)
    _deleted.take()


def just_deleted() -> list[Summary]:
    return [one for one in _deleted() if not store().last_sequence(one.id)]
