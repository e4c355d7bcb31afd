"""Finding records: a summary of each, newest first, from a table that is a cache; and the judges' history."""

import contextlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextvars import ContextVar
from functools import lru_cache
from typing import Literal

from debate_core.domain.errors import RecordNotFound, StoreFailed
from debate_core.library.history import Behind, History, HistoryEntry, entry_from_row, fold_history
from debate_core.library.summary import VERSION, Summary, row_of, unreadable_row
from debate_core.store import JudgeHistoryRow, Listing, Store, SummaryRow
from debate_core.store.record import AnyRecord, Record, load_any
from debate_core.store.record_index import FOREVER

UNREVIEWED, UNTAGGED = '"reviewed":{}', '"tags":[]'
"""What a kept summary says without scores or tags, so that thousands are skipped unread."""
AT_ONCE = 100
"""Summaries written in one transaction."""
watcher: ContextVar[Callable[[int, int], None]] = ContextVar("watcher", default=lambda *_: None)
"""Called with each record that is looked through: which one it is, from 1, and of how many."""


def list_summaries(store: Store, *, limit: int | None = None) -> list[Summary]:
    return _Reading(store).summaries(store.records(limit))


def list_newest(store: Store, kind: Literal["debate", "artifact", "ratings"], limit: int) -> list[Summary]:
    """The newest of one kind (transcripts among debates), without those of studies."""
    rows = list_summaries(store, limit=limit)
    if all(_is_of(kind, one) for one in rows):
        return rows
    return summarise_each(store, [one.id for one in list_all(store) if _is_of(kind, one)][:limit])


def _is_of(kind: str, one: Summary) -> bool:
    return {"transcript": "debate", None: "debate"}.get(one.kind, one.kind) == kind and one.study is None


def summarise(store: Store, record: str) -> Summary:
    return _Reading(store).summaries([store.find(record)])[0]


def summarise_each(store: Store, records: Sequence[str]) -> list[Summary]:
    return _Reading(store).summaries([store.find(record) for record in records])


def list_all(store: Store, *, but: str = "", outcomes: bool = False) -> list[Summary]:
    """All summaries, newest first, of texts that don't hold `but`; `outcomes`: with each one's, if of an older past."""
    if not count_stale(store):
        rows = [_read(body) for body in store.bodies() if not but or but not in body]
        if not outcomes or all(one.awaited != 0 or one.outcome or one.progress == "failed" for one in rows):
            return rows
    return list_summaries(store)


@lru_cache(maxsize=20_000)
def _read(body: str) -> Summary:
    return Summary.model_validate_json(body)


def list_reviewed(store: Store) -> dict[str, int]:
    """The debates that people have scored, newest first, with each one's last sequence; without examples."""
    rows = list_all(store, but=UNREVIEWED)
    return {
        one.id: one.sequence
        for one in rows
        if one.reviewed and one.example is None and one.kind in ("debate", "transcript")
    }


def read_history_entries(store: Store, before: Record | None = None) -> list[HistoryEntry]:
    return [entry_from_row(one) for one in _Reading(store).taught(before.opened_at if before else FOREVER)]


def read_history(store: Store, record: Record) -> History:
    return fold_history(read_history_entries(store, record))


def count_stale(store: Store) -> int:
    return len(store.stale(VERSION))


def save_summary(store: Store, record: AnyRecord) -> None:
    """Bring the record's row up to date, and its outcome once it has finished.

    What can't be done at once is left to the next reader.
    """
    with contextlib.suppress(Exception):  # A cache never stops a debate.
        past = None
        if record.progress == "finished" and not store.stale(VERSION, before=record.opened_at):
            past = Behind(store.history_rows(before=record.opened_at))
            past.reach(record.opened_at)
        store.keep([row_of(record, past, in_history=_in_history(store, record.id))])


def drop_summary(store: Store, record: str) -> None:
    with contextlib.suppress(StoreFailed, RecordNotFound):
        store.keep([SummaryRow(record=record, sequence=store.find(record).last, version="", body="")])


class _Reading:
    def __init__(self, store: Store) -> None:
        self._store = store
        self._to_keep: list[SummaryRow] = []
        self._writable = True

    def summaries(self, listings: Sequence[Listing]) -> list[Summary]:
        asked = {one.id: one for one in listings}
        newest = max((one.opened_at for one in listings), default=0.0)
        stale = {one.id: one for one in self._store.stale(VERSION, before=newest)}
        past = Behind(one for one in self._store.history_rows(before=newest) if one.record not in stale)
        by_record: dict[str, Summary] = {}
        for listing in _count_off(stale | asked):
            past.reach(listing.opened_at)
            row = self._row_of(listing, past) if listing.id in asked else self._fold(listing)
            if listing.id in asked:
                by_record[listing.id] = Summary.model_validate_json(row.body)
            if listing.id in stale:
                past.add(_history_row(listing, row))
        self._write()
        return [by_record[one.id] for one in listings]

    def taught(self, before: float) -> list[JudgeHistoryRow]:
        stale = {one.id: one for one in self._store.stale(VERSION, before=before)}
        fresh = [_history_row(listing, self._fold(listing)) for listing in _count_off(stale)]
        self._write()
        stored = [one for one in self._store.history_rows(before=before) if one.record not in stale]
        return sorted([*stored, *(one for one in fresh if one)])

    def _row_of(self, listing: Listing, past: Behind) -> SummaryRow:
        if listing.summary is None or not listing.fresh(VERSION):
            return self._fold(listing, past)
        due = Summary.model_validate_json(listing.summary.body).awaited == 0
        return (
            self._fold(listing, past) if due and listing.summary.rests_on != past.number else listing.summary
        )

    def _fold(self, listing: Listing, past: Behind | None = None) -> SummaryRow:
        try:
            record = load_any(self._store, listing.id)
            before = listing.summary if listing.fresh(VERSION) else None
            row = row_of(record, past, in_history=_in_history(self._store, listing.id), before=before)
        except StoreFailed:
            raise
        except Exception as error:  # Whatever the facts of another version may raise: a list outlives it.
            row = unreadable_row(listing, error)
        self._to_keep.append(row)
        if len(self._to_keep) >= AT_ONCE:
            self._write()
        return row

    def _write(self) -> None:
        rows, self._to_keep = self._to_keep, []
        if rows and self._writable:
            try:
                self._store.keep(rows)
            except StoreFailed:
                self._writable = False


def _count_off(listings: Mapping[str, Listing]) -> Iterator[Listing]:
    """By age, each told to who watches."""
    for number, listing in enumerate(sorted(listings.values(), key=lambda one: one.opened_at), 1):
        yield listing
        watcher.get()(number, len(listings))


def _history_row(listing: Listing, row: SummaryRow) -> JudgeHistoryRow | None:
    return JudgeHistoryRow(listing.opened_at, row.record, row.lesson, row.digest) if row.lesson else None


def _in_history(store: Store, record: str) -> bool:
    """Whether weights may learn of a record's judges: not from another store's, unless a person said so."""
    noted = store.read_note("imported", "", record=record)
    return noted is None or noted[0] == "teaches"
