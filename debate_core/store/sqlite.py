"""The log: append, read from a sequence number, leases, and what is kept beside it. SQLite, WAL.

Knows events as bodies with an identity; nothing of what they mean. Invariant: an event is committed, in sequence and
once, before `append` returns; a writer that lost its lease appends nothing.

Words of calls under way are not facts: they live in a table of their own, are cleared when the call ends, and are
never exported. Summaries and texts for searching are none either (`rows.Kept`).
"""

import contextlib
import itertools
import json
import pathlib
import secrets
import sqlite3
import time
import uuid
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from operator import itemgetter
from typing import Any, Literal

from debate_core.errors import FactStored, LeaseHeld, LeaseLost, RecordNotFound, RecordUnreadable, StoreFailed
from debate_core.events import (
    CallCompleted,
    CallFailed,
    Event,
    RecordOpened,
    StoredEvent,
)
from debate_core.lease import LEASE_SECONDS, Lease, Owner
from debate_core.store import texts
from debate_core.store.opening import File, Writer
from debate_core.store.rows import SUMMARY, Kept, Listing, Taught, event_in, listing_in, storable
from debate_core.store.shelf import Shelf
from debate_core.store.texts import Told

BUSY_SECONDS = 5.0
FOREVER = float("inf")


LOOK_LASTS = 10.0
"""Seconds after a look in which somebody is taken to be there still."""
NoteKind = Literal[
    "draft", "name", "seen", "revealed", "looked_at", "reviewers", "presets", "imported", "study"
]
"""What may be noted: scores not given yet; the name a browser goes by; that scores or an outcome were in sight; lists
of reviewers, by name; a preset, by its name; that a record is another store's, whose history it teaches; a study as it
was begun last, by its name."""


class Store(Shelf):
    """The log in one SQLite file. Safe to share between threads; other processes may have the file open too.

    path: the file, made with its folder by the first thing written; until then there is nothing to read. clock: seconds
    since 1970. steady: seconds that only go on, by which the events of one record stand apart while this process
    appends them all, whatever becomes of the clock; by default the system's, beside the system's clock, and none beside
    another. busy: seconds to wait for a lock.
    `facts_reach`: how far a fact is written before `append` returns, as SQLite's `synchronous`: FULL survives a power
    cut, OFF only the end of the process.
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
        self._clock = clock
        self._steady = steady or (_since_boot if clock is time.time else None)
        self._appended: dict[str, tuple[int, float, float]] = {}
        self._busy = busy
        self._file = File(self.path)
        self._facts = Writer(self._file, self.facts_reach)
        self._live = Writer(self._file, "NORMAL")

    def close(self) -> None:
        """Let go of the file."""
        for connection in (self._facts, self._live, self._file):
            connection.close()

    # ── writing ──

    def open_record(self, event: RecordOpened, record: str | None = None, then: Sequence[Event] = ()) -> str:
        """Begin a record with its first event, and those it is born with; returns its id. Raises FactStored where there
        is one of that name."""
        name = record or uuid.uuid4().hex[:12]
        with self._writing(self._facts) as db:
            now = self._clock()
            try:
                db.execute("INSERT INTO records (id, opened_at) VALUES (?, ?)", (name, now))
            except sqlite3.IntegrityError as error:
                raise FactStored(f"expected a new id; there is a debate called {name!r} already") from error
            for one in (event, *then):
                self._insert(db, name, one, now)
            self._note_time(name, 1 + len(then), now)
        return name

    def take_in(self, events: Sequence[StoredEvent]) -> None:
        """Begin a record with all the events of another store, each at its own time, all or none. Raises FactStored
        where there is one of that name."""
        name = events[0].record
        with self._writing(self._facts) as db:
            try:
                db.execute("INSERT INTO records (id, opened_at) VALUES (?, ?)", (name, events[0].at))
            except sqlite3.IntegrityError as error:
                raise FactStored(f"expected a new id; there is a debate called {name!r} already") from error
            for one in events:
                self._insert(db, name, one.event, one.at)

    def append(
        self, record: str, events: Sequence[Event], *, lease: Lease | None = None
    ) -> list[StoredEvent]:
        """Commit events in order, all or none. `lease` is needed for the engine's events; a person's need none.

        Raises LeaseLost when another holder has the record, FactStored when the log holds one of them already,
        RecordNotFound, and StoreFailed when nothing could be written.
        """
        with self._writing(self._facts) as db:
            if lease is not None:
                self._check(db, lease)
            now = self._now(record)
            stored = [self._insert(db, record, event, now) for event in events]
            for event in events:
                if isinstance(event, CallCompleted | CallFailed):
                    db.execute("DELETE FROM words WHERE record = ? AND call = ?", (record, str(event.call)))
            if stored:
                self._note_time(record, stored[-1].sequence, now)
        return stored

    def _note_time(self, record: str, sequence: int, at: float) -> None:
        if self._steady is not None:
            self._appended[record] = (sequence, at, self._steady())

    def _now(self, record: str) -> float:
        """The time of the next event: that of the last plus what has gone by since, where this process appended it."""
        last, at, since = self._appended.get(record, (0, 0.0, 0.0))
        if self._steady is None or not last or last != self.last_sequence(record):
            return self._clock()
        return at + self._steady() - since

    def add_words(self, record: str, call: str, text: str) -> None:
        """Show what more a call under way has said; lost on a crash, by design."""
        with self._writing(self._live) as db:
            db.execute(
                "INSERT INTO words SELECT ?1, ?2, coalesce(max(place), 0) + 1, ?3 FROM words"
                " WHERE record = ?1 AND call = ?2",
                (record, call, storable(text)),
            )

    def clear_words(self, record: str) -> None:
        """Forget the words of calls that will not end."""
        with self._writing(self._live) as db:
            db.execute("DELETE FROM words WHERE record = ?", (record,))

    def keep(self, rows: Sequence[Kept]) -> None:
        """Put summaries in place of those kept before, but none of fewer events in place of one of more. Waits for
        nobody: what can't be kept now is made again by the next reader."""
        with self._writing(self._live, patient=False) as db:
            db.executemany(
                "INSERT INTO summaries VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (record) DO UPDATE SET "  # noqa: S608
                + ", ".join(f"{column} = excluded.{column}" for column in SUMMARY)
                + " WHERE excluded.sequence >= sequence OR excluded.version <> version",
                [(row.record, *(getattr(row, column) for column in SUMMARY)) for row in rows],
            )
            texts.put(db, [Told(row.record, row.sequence, row.text) for row in rows if row.text is not None])

    # ── reading ──

    def read(self, record: str, *, after: int = 0, upto: int | None = None) -> list[StoredEvent]:
        """The events with `after` < sequence <= `upto`, in order; empty for an unknown record. Raises RecordUnreadable
        where one of them can't be read."""
        return [event_in(record, row) for row in self._rows(record, after, upto)]

    def lines(self, record: str, *, upto: int | None = None) -> Iterator[str]:
        """Each event as it is stored, unread, as a line of JSON: `body` is its text, to the byte (a byte that is no
        UTF-8 as the surrogate that stands for it)."""
        for sequence, at, kind, body in self._rows(record, 0, upto):
            text = body.decode("utf-8", "surrogateescape")
            yield json.dumps({"record": record, "sequence": sequence, "at": at, "kind": kind, "body": text})

    def last_sequence(self, record: str) -> int:
        """The sequence number of the newest event; 0 for an unknown record."""
        rows = self._select("SELECT last FROM records WHERE id = ? AND deleted_at IS NULL", (record,))
        return int(rows[0][0]) if rows else 0

    def words(self, record: str) -> dict[str, str]:
        """What each call under way has said so far, by call."""
        rows = self._select("SELECT call, text FROM words WHERE record = ? ORDER BY call, place", (record,))
        return {
            call: "".join(text for _, text in own) for call, own in itertools.groupby(rows, itemgetter(0))
        }

    def records(self, most: int | None = None, skip: int = 0) -> list[Listing]:
        """Records with the summaries kept of them, newest first: `most` (None: all) after the first `skip`."""
        return self._listings(
            "ORDER BY opened_at DESC, id LIMIT ? OFFSET ?", (-1 if most is None else most, skip)
        )

    def bodies(self) -> list[str]:
        """The summaries kept of all records, newest first."""
        rows = self._select(
            "SELECT body FROM records JOIN summaries ON record = id WHERE deleted_at IS NULL"
            " ORDER BY opened_at DESC, id",
            (),
        )
        return [body for (body,) in rows]

    def ids(self) -> list[str]:
        """The ids of all records, newest first."""
        rows = self._select("SELECT id FROM records WHERE deleted_at IS NULL ORDER BY opened_at DESC, id", ())
        return [record for (record,) in rows]

    def find(self, record: str) -> Listing:
        """The record of that id. Raises RecordNotFound."""
        rows = self._listings("WHERE id = ?", (record,))
        if not rows and not self.path.exists():
            raise RecordNotFound(
                f"expected the id of a stored debate, got {record!r}; there is no store at {self.path}"
            )
        if not rows:
            raise _unknown(record)
        return rows[0]

    def stale(self, version: str, *, before: float = FOREVER) -> list[Listing]:
        """Records opened before that time whose summary is not what `version` makes of all events, oldest first."""
        return self._listings(
            "WHERE opened_at < ? AND (summaries.sequence IS NOT last OR version IS NOT ?) ORDER BY opened_at, id",
            (before, version),
        )

    def lessons(self, *, before: float = FOREVER) -> list[Taught]:
        """What the records opened before that time teach, as it was kept, oldest first."""
        rows = self._select(
            "SELECT opened_at, record, lesson, digest FROM records JOIN summaries ON record = id"
            " WHERE opened_at < ? AND lesson IS NOT NULL AND deleted_at IS NULL ORDER BY opened_at, id",
            (before,),
        )
        return [Taught(*row) for row in rows]

    # ── what people have in hand ──

    def note(
        self,
        kind: NoteKind,
        who: str,
        body: str,
        *,
        record: str = "",
        argument: str = "",
        patient: bool = True,
    ) -> None:
        """Put a note in place of the one before; an empty one goes. No fact: it is never exported. patient: it waits
        for a writer. Raises StoreFailed."""
        place = (kind, who, record, argument)
        with self._writing(self._live, patient=patient) as db:
            db.execute("DELETE FROM notes WHERE kind = ? AND who = ? AND record = ? AND argument = ?", place)
            if body:
                db.execute(
                    "INSERT INTO notes VALUES (?, ?, ?, ?, ?, ?)", (*place, storable(body), self._clock())
                )

    def noted(
        self, kind: NoteKind, who: str, *, record: str = "", argument: str = ""
    ) -> tuple[str, float] | None:
        """A note and when it was made, in seconds since 1970; None without."""
        place = (kind, who, record, argument)
        rows = self._select(
            "SELECT body, at FROM notes WHERE kind = ? AND who = ? AND record = ? AND argument = ?", place
        )
        return (rows[0][0], rows[0][1]) if rows else None

    def all_noted(self, kind: NoteKind) -> dict[str, tuple[str, float]]:
        """Every note of a kind that is of no record, by whose it is, the newest first."""
        rows = self._select(
            "SELECT who, body, at FROM notes WHERE kind = ? AND record = '' ORDER BY at DESC, who", (kind,)
        )
        return {who: (body, at) for who, body, at in rows}

    def look(self, record: str) -> None:
        """Somebody looks at a record now: what its judges write is shown while it comes. Waits for no writer, and is
        let go where the store can't be written."""
        with contextlib.suppress(StoreFailed):
            self.note("looked_at", "", "now", record=record, patient=False)

    def looked_at(self, record: str) -> bool:
        """Whether somebody looked a moment ago."""
        noted = self.noted("looked_at", "", record=record)
        return noted is not None and self._clock() - noted[1] < LOOK_LASTS

    # ── leases ──

    def acquire(self, record: str) -> Lease:
        """Become the one writer of a record. Raises LeaseHeld while another living owner has it."""
        self.find(record)
        me = Owner()
        with self._writing(self._facts) as db:
            row = db.execute(
                "SELECT fence, host, pid, born, expires FROM leases WHERE record = ?", (record,)
            ).fetchone()
            if row is not None and self._alive(row):
                raise LeaseHeld(f"debate {record!r} is already conducted by process {row[2]}: watch it there")
            lease = Lease(
                record=record,
                token=secrets.token_hex(8),
                fence=(row[0] if row else 0) + 1,
                expires=self._clock() + LEASE_SECONDS,
            )
            db.execute(
                "INSERT OR REPLACE INTO leases VALUES (?, ?, ?, ?, ?, ?, ?)",
                (record, lease.token, lease.fence, me.host, me.pid, me.born, lease.expires),
            )
        return lease

    def renew(self, lease: Lease) -> None:
        """Hold on for another while. Raises LeaseLost."""
        with self._writing(self._live) as db:
            self._check(db, lease)
            db.execute(
                "UPDATE leases SET expires = ? WHERE record = ?",
                (self._clock() + LEASE_SECONDS, lease.record),
            )

    def release(self, lease: Lease) -> None:
        """Let the record go; the fence stays, so that a late writer is still told."""
        with self._writing(self._live) as db:
            db.execute(
                "UPDATE leases SET expires = 0 WHERE record = ? AND token = ?", (lease.record, lease.token)
            )

    def conducted(self, record: str) -> bool:
        """Whether a living owner holds the record's lease now."""
        rows = self._select("SELECT fence, host, pid, born, expires FROM leases WHERE record = ?", (record,))
        return bool(rows) and self._alive(rows[0])

    # ── inside ──

    def _rows(self, record: str, after: int, upto: int | None) -> list[tuple[Any, ...]]:
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

    def _alive(self, row: tuple[int, str, int, str, float]) -> bool:
        _, host, pid, born, expires = row
        return expires > self._clock() and Owner(host=host, pid=pid, born=born).lives()

    @staticmethod
    def _check(db: sqlite3.Connection, lease: Lease) -> None:
        row = db.execute("SELECT token, fence FROM leases WHERE record = ?", (lease.record,)).fetchone()
        if row != (lease.token, lease.fence):
            raise LeaseLost(f"debate {lease.record!r} is now conducted elsewhere")

    @staticmethod
    def _insert(db: sqlite3.Connection, record: str, event: Event, now: float) -> StoredEvent:
        body = storable(event.model_dump(mode="python"))
        row = db.execute("SELECT last FROM records WHERE id = ? AND deleted_at IS NULL", (record,)).fetchone()
        if row is None:
            raise _unknown(record)
        stored = StoredEvent(record=record, sequence=row[0] + 1, at=now, event=body)
        text = json.dumps(body, ensure_ascii=False)
        try:
            db.execute(
                "INSERT INTO events VALUES (?, ?, ?, ?, ?, ?)",
                (record, stored.sequence, now, event.kind, event.identity, text),
            )
        except sqlite3.IntegrityError as error:
            raise FactStored(
                f"debate {record!r} already holds {event.identity!r}, which happens once"
            ) from error
        return stored

    def _writing(self, writer: Writer, *, patient: bool = True) -> AbstractContextManager[sqlite3.Connection]:
        return writer.writing(self._busy if patient else 0.0)

    def _select(self, sql: str, values: tuple[Any, ...]) -> list[Any]:
        return self._file.select(sql, values, self._busy)

    def _listings(self, which: str, values: tuple[Any, ...], *, hidden: bool = False) -> list[Listing]:
        """Records that are deleted, or that aren't."""
        kept = ", ".join(f"summaries.{column}" for column in SUMMARY)
        of = f"(SELECT * FROM records WHERE deleted_at IS {'NOT ' if hidden else ''}NULL)"  # noqa: S608
        rows = self._select(
            f"SELECT id, opened_at, last, deleted_at, {kept}"  # noqa: S608
            f" FROM {of} LEFT JOIN summaries ON summaries.record = id {which}",
            values,
        )
        return [listing_in(row) for row in rows]


def _since_boot() -> float:
    """Seconds that only go on, those that the machine slept too where the system counts them."""
    return time.clock_gettime(time.CLOCK_BOOTTIME) if hasattr(time, "CLOCK_BOOTTIME") else time.monotonic()


def _is_damaged(error: StoreFailed) -> bool:
    """Whether a page of the file can't be read, and not the file at all."""
    return getattr(error.__cause__, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_CORRUPT


def _unknown(record: str) -> RecordNotFound:
    return RecordNotFound(f"expected the id of a stored debate; there is none called {record!r}")
