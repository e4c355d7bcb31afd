"""The log and what is kept beside it, whatever database holds it."""

import contextlib
import functools
import itertools
import json
import os
import pathlib
import secrets
import socket
import time
import uuid
from abc import abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import field
from operator import itemgetter
from typing import Literal

from debate_core.domain.errors import FactStored, LeaseHeld, LeaseLost, RecordUnreadable, StoreFailed
from debate_core.domain.frozen import FrozenValue
from debate_core.store.events import Event, RecordOpened, StoredEvent
from debate_core.store.record_index import (
    SUMMARY,
    RecordIndex,
    SearchText,
    SummaryRow,
    Transaction,
    event_in,
    storable,
)

LEASE_SECONDS = 6.0


@functools.cache
def this_host() -> str:
    """This machine since its boot, and the container in which its process ids hold."""
    boot, ids = pathlib.Path("/proc/sys/kernel/random/boot_id"), pathlib.Path("/proc/self/ns/pid")
    name = socket.gethostname()
    return f"{name} {boot.read_text().strip()} {ids.stat().st_ino}" if boot.exists() else name


def born(pid: int) -> str:
    """When the process began, as the system counts; empty when it doesn't run (a zombie doesn't)."""
    if pathlib.Path("/proc/self/stat").exists():
        try:
            fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        except OSError:
            return ""
        return "" if fields[0] in "ZX" else fields[19]
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return ""
    except PermissionError:
        return "running"
    return "running"


class Lease(FrozenValue):
    """The right to append engine events to one record. `fence` grows with each new holder."""

    record: str
    token: str
    fence: int
    expires: float


class Owner(FrozenValue):
    host: str = field(default_factory=this_host)
    pid: int = field(default_factory=os.getpid)
    born: str = field(default_factory=lambda: born(os.getpid()))

    def lives(self) -> bool:
        """Whether the process still runs; taken as so on another machine."""
        return self.host != this_host() or (born(self.pid) == self.born and self.born != "")


BUSY_SECONDS = 5.0
"""Seconds to wait for a lock, or a connection."""
LOOK_LASTS = 10.0
"""Seconds after a look in which somebody is taken to be there still."""
Verb = Literal["see", "review", "run", "share", "delete"]
NoteKind = Literal[
    "draft",
    "name",
    "seen",
    "revealed",
    "looked_at",
    "reviewers",
    "presets",
    "imported",
    "study",
    "asked",
    "taking",
    "stage",
    "open",
]
"""What may be noted beside the log: a draft, a browser's name, what was in sight, lists of reviewers, presets, imports,
studies, requests to workers and their attempts, what a room sees, what a reviewer has open."""


class Store(RecordIndex):
    """What everyone uses of a store. Safe to share between threads and processes. `place`: where it is, without a
    password. `remote`: over a network, so that who must not be kept waiting asks in a thread."""

    place: str
    remote: bool = False

    @abstractmethod
    def close(self) -> None:
        """Let go of the file, or of the connections."""

    def allows(self, record: str, verb: Verb) -> bool:
        """Whether whoever uses this store may do that with a record."""
        return True

    def up_since(self) -> float:
        """When what answers was started, in seconds since 1970; 0 for a file."""
        return 0.0

    def open_record(self, event: RecordOpened, record: str | None = None, then: Sequence[Event] = ()) -> str:
        """Begin a record with its first events, and return its id. Raises FactStored for a taken name."""
        name = record or uuid.uuid4().hex[:12]
        with self._writing("facts") as db:
            now = self._clock()
            _begin(db, name, now)
            self._insert(db, name, [(one, now) for one in (event, *then)])
            self._note_time(name, 1 + len(then), now)
        return name

    def take_in(self, events: Sequence[StoredEvent]) -> None:
        """Begin a record with all events of another store, at their own times. Raises FactStored for a taken name."""
        name = events[0].record
        with self._writing("facts") as db:
            _begin(db, name, events[0].at)
            self._insert(db, name, [(one.event, one.at) for one in events])

    @abstractmethod
    def append(
        self, record: str, events: Sequence[Event], *, lease: Lease | None = None
    ) -> list[StoredEvent]:
        """Commit events in order, all or none. The engine's need a `lease`, a person's don't.

        Raises LeaseLost when another holder has the record, FactStored when the log holds one of them, RecordNotFound,
        and StoreFailed when nothing could be written.
        """

    @abstractmethod
    def _insert(self, db: Transaction, record: str, events: Sequence[tuple[Event, float]]) -> None:
        """Add events to a record that was begun in this transaction, each at its time."""

    def _note_time(self, record: str, sequence: int, at: float) -> None:
        """Remember when an event was stored, where the clock may be put back."""

    def add_words(self, record: str, call: str, text: str) -> None:
        """Show what more a call under way has said; lost on a crash, by design."""
        with self._writing() as db:
            db.execute(
                "INSERT INTO words SELECT ?, ?, coalesce(max(place), 0) + 1, ? FROM words"
                " WHERE record = ? AND call = ?",
                (record, call, storable(text), record, call),
            )

    def clear_words(self, record: str) -> None:
        """Forget the words of calls that will not end."""
        with self._writing() as db:
            db.execute("DELETE FROM words WHERE record = ?", (record,))

    def keep(self, rows: Sequence[SummaryRow]) -> None:
        """Replace summaries, but none by one of fewer events. Waits for nobody."""
        put = (
            "INSERT INTO summaries VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (record) DO UPDATE SET "  # noqa: S608
            + ", ".join(f"{column} = excluded.{column}" for column in SUMMARY)
            + " WHERE excluded.sequence >= summaries.sequence OR excluded.version <> summaries.version"
        )
        # Two who keep the same rows take them in the same order.
        rows = sorted(rows, key=lambda row: row.record)
        with self._writing(patient=False) as db:
            for row in rows:
                db.execute(put, (row.record, *(getattr(row, column) for column in SUMMARY)))
            self._tell(
                db, [SearchText(row.record, row.sequence, row.text) for row in rows if row.text is not None]
            )

    def read(self, record: str, *, after: int = 0, upto: int | None = None) -> list[StoredEvent]:
        """The events with `after` < sequence <= `upto`; empty for an unknown record. Raises RecordUnreadable."""
        last = self.last_sequence(record)
        rows = self._rows(record, after, upto)
        missing = {*range(after + 1, 1 + (last if upto is None else min(last, upto)))}.difference(
            row[0] for row in rows
        )
        if missing:
            raise RecordUnreadable(record, f"event {min(missing)} is missing")
        return [event_in(record, row) for row in rows]

    def lines(self, record: str, *, upto: int | None = None) -> Iterator[str]:
        """Each event as a line of JSON, unread; a byte that is no UTF-8 as a surrogate."""
        for sequence, at, kind, body in self._rows(record, 0, upto):
            text = body.decode("utf-8", "surrogateescape")
            yield json.dumps({"record": record, "sequence": sequence, "at": at, "kind": kind, "body": text})

    @abstractmethod
    def _rows(self, record: str, after: int, upto: int | None) -> list[tuple[int, float, str, bytes]]:
        """Sequence number, time, kind and body of events. Raises RecordUnreadable."""

    def last_sequence(self, record: str) -> int:
        """The sequence number of the newest event; 0 for an unknown record."""
        rows = self._select("SELECT last FROM records WHERE id = ? AND deleted_at IS NULL", (record,))
        return int(rows[0][0]) if rows else 0

    def wait_for(self, record: str, after: int, seconds: float) -> bool:
        """Wait until a record has an event after that one, at most so many seconds; whether it has."""
        time.sleep(seconds)
        return self.last_sequence(record) > after

    def words(self, record: str) -> dict[str, str]:
        """What each call under way has said so far, by call."""
        rows = self._select("SELECT call, text FROM words WHERE record = ? ORDER BY call, place", (record,))
        return {
            call: "".join(text for _, text in own) for call, own in itertools.groupby(rows, itemgetter(0))
        }

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
        """Replace a note; an empty one deletes it. patient: it waits for a writer. Raises StoreFailed."""
        place = (kind, who, record, argument)
        with self._writing(patient=patient) as db:
            if not body:
                db.execute(f"DELETE {_NOTE}", place)
                return
            db.execute(
                "INSERT INTO notes VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (kind, who, record, argument)"
                " DO UPDATE SET body = excluded.body, at = excluded.at",
                (*place, storable(body), self._clock()),
            )

    def read_note(
        self, kind: NoteKind, who: str, *, record: str = "", argument: str = ""
    ) -> tuple[str, float] | None:
        """A note and when it was made, in seconds since 1970; None without."""
        rows = self._select(f"SELECT body, at {_NOTE}", (kind, who, record, argument))
        return (rows[0][0], rows[0][1]) if rows else None

    def read_notes(self, kind: NoteKind) -> dict[str, tuple[str, float]]:
        """Every note of a kind that is of no record, by whose it is, the newest first."""
        rows = self._select(
            "SELECT who, body, at FROM notes WHERE kind = ? AND record = '' ORDER BY at DESC, who", (kind,)
        )
        return {who: (body, at) for who, body, at in rows}

    def look(self, record: str) -> None:
        """Somebody looks at a record now: its judges' words stream. Dropped where the store can't be written."""
        with contextlib.suppress(StoreFailed):
            self.note("looked_at", "", "now", record=record, patient=False)

    def looked_at(self, record: str) -> bool:
        noted = self.read_note("looked_at", "", record=record)
        return noted is not None and self._clock() - noted[1] < LOOK_LASTS

    def acquire(self, record: str) -> Lease:
        """Become the one writer of a record. Raises LeaseHeld while another living owner has it."""
        self.find(record)
        me = Owner()
        with self._writing("facts") as db:
            row = db.execute(_LEASE, (record,)).fetchone()
            if row is not None and self._alive(row):
                raise LeaseHeld(f"debate {record!r} is already conducted by process {row[2]}: watch it there")
            fence, _, _, _, expires = row or (0, "", 0, "", 0.0)
            lease = Lease(
                record=record,
                token=secrets.token_hex(8),
                fence=fence + 1,
                expires=self._clock() + LEASE_SECONDS,
            )
            taken = db.execute(
                _TAKE,
                (record, lease.token, lease.fence, me.host, me.pid, me.born, lease.expires, fence, expires),
            )
            if not taken.rowcount:
                raise LeaseHeld(f"debate {record!r} was taken up by another process just now: watch it there")
        return lease

    def renew(self, lease: Lease) -> None:
        """Hold on for another while. Raises LeaseLost."""
        with self._writing() as db:
            renewed = db.execute(
                "UPDATE leases SET expires = ? WHERE record = ? AND token = ? AND fence = ? AND expires > 0",
                (self._clock() + LEASE_SECONDS, lease.record, lease.token, lease.fence),
            )
            if not renewed.rowcount:
                raise lease_lost(lease)

    def release(self, lease: Lease) -> None:
        """Let the record go; the fence stays, so that a late writer is still told."""
        with self._writing() as db:
            db.execute(
                "UPDATE leases SET expires = 0 WHERE record = ? AND token = ?", (lease.record, lease.token)
            )

    def is_conducted(self, record: str) -> bool:
        """Whether a living owner holds the record's lease now."""
        rows = self._select(_LEASE, (record,))
        return bool(rows) and self._alive(rows[0])

    def goes_on(self, record: str) -> bool:
        """Whether somebody conducts the record now, or workers were asked to."""
        return self.is_conducted(record) or self.read_note("asked", record) is not None

    def _alive(self, row: tuple[int, str, int, str, float]) -> bool:
        _, host, pid, born, expires = row
        return expires > 0 and Owner(host=host, pid=pid, born=born).lives() and expires > self._clock()


_NOTE = "FROM notes WHERE kind = ? AND who = ? AND record = ? AND argument = ?"
_LEASE = "SELECT fence, host, pid, born, expires FROM leases WHERE record = ?"
_TAKE = (
    "INSERT INTO leases VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (record) DO UPDATE SET token = excluded.token,"
    " fence = excluded.fence, host = excluded.host, pid = excluded.pid, born = excluded.born,"
    " expires = excluded.expires WHERE leases.fence = ? AND leases.expires = ?"
)
"""Puts a lease in place of the one that was read, unless another came in between."""


def lease_lost(lease: Lease) -> LeaseLost:
    return LeaseLost(f"debate {lease.record!r} is now conducted elsewhere")


def stored_already(record: str, identity: str | None) -> FactStored:
    return FactStored(f"debate {record!r} already holds {identity!r}, which happens once")


def _begin(db: Transaction, record: str, at: float) -> None:
    """The row of a new record. Raises FactStored."""
    result = db.execute(
        "INSERT INTO records (id, opened_at) VALUES (?, ?) ON CONFLICT DO NOTHING", (record, at)
    )
    if not result.rowcount:
        raise FactStored(f"expected a new id; there is a debate called {record!r} already")
