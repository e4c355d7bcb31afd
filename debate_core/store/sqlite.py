"""The store in one SQLite file, WAL; a writer has it alone until it has committed."""

import json
import pathlib
import sqlite3
import time
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from typing import Any

from debate_core.domain.errors import RecordNotFound, RecordUnreadable, StoreFailed, unknown_record
from debate_core.store import texts
from debate_core.store.events import CallCompleted, CallFailed, Event, StoredEvent
from debate_core.store.lease import Lease
from debate_core.store.log import BUSY_SECONDS, Store, lost, stored_already
from debate_core.store.opening import File, Writer
from debate_core.store.rows import Listing, storable
from debate_core.store.shelf import Reach
from debate_core.store.texts import SearchText


class SQLiteStore(Store):
    """The log in one SQLite file.

    path: the file, made with its folder by the first write. clock: seconds since 1970. steady: monotonic seconds that
    space a record's events whatever becomes of the clock; by default the system's, and none beside another clock. busy:
    seconds to wait for a lock. `facts_reach`: SQLite's `synchronous` for facts: FULL survives a power cut, OFF only the
    end of the process.
    """

    facts_reach = "FULL"

    def __init__(
        self,
        path: str | pathlib.Path,
        *,
        clock: Callable[[], float] = time.time,
        steady: Callable[[], float] | None = None,
        busy: float = BUSY_SECONDS,
    ) -> None:
        self.path = pathlib.Path(path)
        self.place = str(path)
        self._told_time = clock
        self._steady = steady or (_since_boot if clock is time.time else None)
        self._appended: dict[str, tuple[int, float, float]] = {}
        self._busy = busy
        self._file = File(self.path)
        self._facts = Writer(self._file, self.facts_reach)
        self._live = Writer(self._file, "NORMAL")

    def close(self) -> None:
        for connection in (self._facts, self._live, self._file):
            connection.close()

    def append(
        self, record: str, events: Sequence[Event], *, lease: Lease | None = None
    ) -> list[StoredEvent]:
        with self._facts.writing(self._busy) as db:
            if lease is not None:
                _check(db, lease)
            now = self._now(record)
            stored = [_put(db, record, event, now) for event in events]
            for event in events:
                if isinstance(event, CallCompleted | CallFailed):
                    db.execute("DELETE FROM words WHERE record = ? AND call = ?", (record, str(event.call)))
            if stored:
                self._note_time(record, stored[-1].sequence, now)
        return stored

    def find(self, record: str) -> Listing:
        try:
            return super().find(record)
        except RecordNotFound:
            if self.path.exists():
                raise
            raise RecordNotFound(
                f"expected the id of a stored record, got {record!r}; there is no store at {self.path}"
            ) from None

    def matching(self, words: str) -> set[str]:
        try:
            return texts.matching(self._select, words)
        except StoreFailed:
            return texts.matching(self._select, words, by_index=False)

    # ── inside ──

    def _clock(self) -> float:
        return self._told_time()

    def _note_time(self, record: str, sequence: int, at: float) -> None:
        if self._steady is not None:
            self._appended[record] = (sequence, at, self._steady())

    def _now(self, record: str) -> float:
        """The time of the last event plus what has gone by, where this process appended it."""
        last, at, since = self._appended.get(record, (0, 0.0, 0.0))
        if self._steady is None or not last or last != self.last_sequence(record):
            return self._clock()
        return at + self._steady() - since

    def _rows(self, record: str, after: int, upto: int | None) -> list[Any]:
        try:
            return self._select(
                "SELECT sequence, at, CAST(kind AS TEXT), CAST(body AS BLOB) FROM events"
                " WHERE record = ? AND sequence > ? AND sequence <= ? ORDER BY sequence",
                (record, after, upto if upto is not None else 2**62),
            )
        except StoreFailed as error:
            if _is_damaged(error):
                raise RecordUnreadable(
                    record, "the store's file is damaged where its events stand"
                ) from error
            raise

    def _insert(self, db: Any, record: str, events: Sequence[tuple[Event, float]]) -> None:
        for event, at in events:
            _put(db, record, event, at)

    def _tell(self, db: Any, search_texts: Sequence[SearchText]) -> None:
        texts.put(db, search_texts)

    def _untell(self, db: Any, record: str) -> None:
        texts.drop(db, record)

    def _writing(
        self, reach: Reach = "live", *, patient: bool = True
    ) -> AbstractContextManager[sqlite3.Connection]:
        writer = self._facts if reach == "facts" else self._live
        return writer.writing(self._busy if patient else 0.0)

    def _select(self, sql: str, values: tuple[Any, ...] = ()) -> list[Any]:
        return self._file.select(sql, values, self._busy)


def _check(db: sqlite3.Connection, lease: Lease) -> None:
    row = db.execute("SELECT token, fence FROM leases WHERE record = ?", (lease.record,)).fetchone()
    if row != (lease.token, lease.fence):
        raise lost(lease)


def _put(db: sqlite3.Connection, record: str, event: Event, now: float) -> StoredEvent:
    body = storable(event.model_dump(mode="python"))
    row = db.execute("SELECT last FROM records WHERE id = ? AND deleted_at IS NULL", (record,)).fetchone()
    if row is None:
        raise unknown_record(record)
    text = json.dumps(body, ensure_ascii=False)
    stored = StoredEvent(record=record, sequence=row[0] + 1, at=now, event=text.encode())
    try:
        db.execute(
            "INSERT INTO events VALUES (?, ?, ?, ?, ?, ?)",
            (record, stored.sequence, now, event.kind, event.identity, text),
        )
    except sqlite3.IntegrityError as error:
        raise stored_already(record, event.identity) from error
    return stored


def _since_boot() -> float:
    """Seconds that only go on, those that the machine slept too where the system counts them."""
    return time.clock_gettime(time.CLOCK_BOOTTIME) if hasattr(time, "CLOCK_BOOTTIME") else time.monotonic()


def _is_damaged(error: StoreFailed) -> bool:
    return getattr(error.__cause__, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_CORRUPT
