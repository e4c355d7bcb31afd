"""Finding records: a summary of each, newest first, and the history that what they teach adds up to.

Knows the store's table of summaries, the fold, and as much of the report as a summary says; shows nothing. Invariant: a
summary says what folding the record anew and reporting it under the default settings would. The table is a cache: a row
is taken only if it was made of all events by this code, and its outcome only if the same past lies before it; otherwise
the record is folded again. Whoever can't write the table reads all the same.
"""

import contextlib
import hashlib
import pathlib
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from itertools import accumulate
from typing import Literal

from pydantic import BaseModel, ConfigDict

from debate_core.errors import StoreFailed
from debate_core.evidence import Call
from debate_core.history import History, Lesson, Past, fold_history, lesson_from, lesson_of
from debate_core.measuring.weights import topic_type
from debate_core.record import Progress, Record, Status
from debate_core.replay import load
from debate_core.report import ReportSettings
from debate_core.report.reporting import table_of, weights_of
from debate_core.report.scored import scored_of
from debate_core.store import FOREVER, Kept, Listing, Store, Taught
from debate_core.verdict import Outcome, decide

USUAL = ReportSettings()
AT_ONCE = 100
"""Summaries written in one transaction."""


def _version() -> str:
    """This code, told from any other by what its files hold."""
    home = pathlib.Path(__file__).parent
    found = hashlib.sha256()
    for path in sorted(home.rglob("*.py")):
        found.update(path.read_bytes())
    return found.hexdigest()[:16]


VERSION = _version()


class Summary(BaseModel):
    """What a list says of one record. `awaited`: judges still to score, without whom there is no outcome to name;
    `fault`: why the record can't be read, and then little else is known. Read under the default settings; `tokens` and
    `calls` as spent; `opened_at`: seconds since 1970."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str
    opened_at: float
    sequence: int
    kind: Literal["debate"] | None = None
    topic: str | None = None
    progress: Progress | None = None
    example: str | None = None
    simulated: bool | None = None
    models: tuple[str, ...] = ()
    judges: str | None = None
    awaited: int | None = None
    outcome: Call | None = None
    alpha: float | None = None
    calls: int | None = None
    tokens: int | None = None
    fault: str | None = None

    def status(self, store: Store) -> Status | None:
        """Where the record stands now; None where it can't be read."""
        if self.progress != "open":
            return self.progress
        return "running" if store.conducted(self.id) else "interrupted"


def page(store: Store, *, most: int | None = None, skip: int = 0) -> list[Summary]:
    """Summaries of the store's records, newest first: `most` of them (None: all) after the first `skip`."""
    return _Reading(store).summaries(store.records(most, skip))


def summary(store: Store, record: str) -> Summary:
    """One record's summary. Raises RecordNotFound."""
    return _Reading(store).summaries([store.find(record)])[0]


def lessons(store: Store) -> list[Lesson]:
    """What each record teaches of its judges, oldest first."""
    return [_lesson(one) for one in _Reading(store).taught(FOREVER)]


def history_before(store: Store, record: Record) -> History:
    """The history of the judges over finished debates opened before `record`."""
    return fold_history(_lesson(one) for one in _Reading(store).taught(record.opened_at))


def keep(store: Store, record: Record) -> None:
    """Bring the record's row up to date with `record`, and its outcome too once it has finished.

    Cheap while it has not. What can't be done at once is left to the next reader: nothing is lost with a row.
    """
    with contextlib.suppress(StoreFailed):
        known = record.progress == "finished" and not store.stale(VERSION, before=record.opened_at)
        before = _Before(store.lessons(before=record.opened_at)) if known else None
        store.keep([_row(record, before)])


class _Reading:
    """One look into the library: whatever is stale is folded on the way, and kept where the store can be written."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._folded: dict[str, Listing] = {}
        self._to_keep: list[Kept] = []
        self._writable = True

    def summaries(self, listings: Sequence[Listing]) -> list[Summary]:
        """A summary of each."""
        before = _Before(self.taught(max((one.opened_at for one in listings), default=0.0)))
        found = {
            one.id: self._summary(one, before) for one in sorted(listings, key=lambda one: one.opened_at)
        }
        self._write()
        return [found[one.id] for one in listings]

    def taught(self, before: float) -> list[Taught]:
        """What each record opened before that time teaches, oldest first."""
        for listing in self._store.stale(VERSION, before=before):
            self._fold(listing)
        self._write()
        found = {one.record: one for one in self._store.lessons(before=before)}
        for listing in self._folded.values():
            found.pop(listing.id, None)
            if listing.kept and listing.kept.lesson is not None:
                row = listing.kept
                found[row.record] = Taught(row.record, listing.opened_at, listing.kept.lesson, row.digest)
        return sorted(found.values(), key=lambda one: one.opened_at)

    def _summary(self, listing: Listing, before: "_Before") -> Summary:
        listing = self._folded.get(listing.id, listing)
        row = listing.kept if listing.kept and listing.fresh(VERSION) else self._fold(listing, before)
        found = Summary.model_validate_json(row.body)
        if found.awaited != 0 or row.rests_on == before.number(listing.opened_at):
            return found
        return Summary.model_validate_json(self._fold(listing, before).body)

    def _fold(self, listing: Listing, before: "_Before | None" = None) -> Kept:
        try:
            row = _row(load(self._store, listing.id), before)
        except StoreFailed:
            raise
        except Exception as error:  # Whatever the facts of another version may raise: a list outlives it.
            row = _unreadable(listing, error)
        self._folded[listing.id] = replace(listing, kept=row, last=row.sequence)
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


class _Before:
    """What lies before a time: the history of the judges, and the number that tells it from another (Lesson.digest).

    Times are asked about in rising order.
    """

    def __init__(self, taught: Sequence[Taught]) -> None:
        self._taught = taught
        self._times = [one.opened_at for one in taught]
        self._sums = [0, *accumulate(one.digest for one in taught)]

    def number(self, opened_at: float) -> int:
        """The sum of the digests before that time."""
        return self._sums[bisect_left(self._times, opened_at)]

    def history(self, opened_at: float) -> History:
        """The history of the judges before that time."""
        return self._past.before(opened_at)

    @cached_property
    def _past(self) -> Past:
        return Past(_lesson(one) for one in self._taught)


def _lesson(taught: Taught) -> Lesson:
    return lesson_from(taught.lesson, debate=taught.record, opened_at=taught.opened_at)


def _row(record: Record, before: _Before | None) -> Kept:
    """What is kept of a record; its outcome only where it is known what lies before it."""
    awaited = sum(seat.state not in ("done", "failed") for seat in record.seats)
    found = _outcome(record, before.history(record.opened_at)) if before and not awaited else None
    lesson = lesson_of(record)
    summary = Summary(
        id=record.id,
        opened_at=record.opened_at,
        sequence=record.sequence,
        kind=record.kind,
        topic=record.config.topic.text,
        progress=record.progress,
        example=record.example,
        simulated=record.simulated,
        models=record.config.models,
        judges=record.judges_said,
        awaited=awaited,
        outcome=found.call if found else None,
        alpha=found.alpha.value if found else None,
        calls=record.spent.calls,
        tokens=record.spent.tokens,
    )
    return Kept(
        record=record.id,
        sequence=record.sequence,
        version=VERSION,
        body=summary.model_dump_json(),
        lesson=lesson.text if lesson else None,
        digest=lesson.digest if lesson else 0,
        rests_on=before.number(record.opened_at) if before and found else None,
    )


def _outcome(record: Record, history: History) -> Outcome:
    """The outcome and alpha of `report` under the default settings, without the rest of it."""
    scored = scored_of(record)
    weights = weights_of(record, history, topic_type(record.config.topic.text), USUAL)
    return decide(table_of(record, scored, weights), USUAL.ruling)


def _unreadable(listing: Listing, error: Exception) -> Kept:
    said = f"this version can't read what is stored of it ({type(error).__name__})"
    summary = Summary(id=listing.id, opened_at=listing.opened_at, sequence=listing.last, fault=said)
    return Kept(record=listing.id, sequence=listing.last, version=VERSION, body=summary.model_dump_json())
