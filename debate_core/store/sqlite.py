"""The store in one SQLite file, WAL: opened to look, which writes nothing and waits for nobody, or to write."""

import contextlib
import json
import os
import pathlib
import shutil
import sqlite3
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from typing import Any

from debate_core.domain.errors import RecordNotFound, RecordUnreadable, StoreFailed, unknown_record
from debate_core.store import record_index
from debate_core.store.events import CallCompleted, CallFailed, Event, StoredEvent
from debate_core.store.log import BUSY_SECONDS, Lease, Store, lease_lost, stored_already
from debate_core.store.record_index import Listing, Reach, SearchText, storable
from debate_core.store.tables import MARK, MIGRATIONS, form_of, migrate


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
        self._steady = steady or (_uptime if clock is time.time else None)
        self._appended: dict[str, tuple[int, float, float]] = {}
        self._busy = busy
        self._file = File(self.path)
        self._facts = Writer(self._file, self.facts_reach)
        self._live = Writer(self._file, "NORMAL")

    def close(self) -> None:
        # The last to close writes the log into the file, and as surely as facts are written.
        for connection in (self._file, self._live, self._facts):
            connection.close()

    def append(
        self, record: str, events: Sequence[Event], *, lease: Lease | None = None
    ) -> list[StoredEvent]:
        with self._facts.writing(self._busy) as db:
            if lease is not None:
                holder = db.execute("SELECT token, fence FROM leases WHERE record = ?", (record,)).fetchone()
                if holder != (lease.token, lease.fence):
                    raise lease_lost(lease)
            now = self._time_now(record)
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

    def _search_index(self, words: Sequence[str]) -> set[str]:
        records = None
        with contextlib.suppress(StoreFailed):
            records = record_index.by_index(self._select, words)
        return self._scan(words) if records is None else records

    def _clock(self) -> float:
        return self._told_time()

    def _note_time(self, record: str, sequence: int, at: float) -> None:
        if self._steady is not None:
            self._appended[record] = (sequence, at, self._steady())

    def _time_now(self, record: str) -> float:
        """The time of the last event plus what has gone by, where this process appended it."""
        appended = self._appended.get(record)
        if self._steady is None or appended is None or appended[0] != self.last_sequence(record):
            return self._clock()
        return appended[1] + self._steady() - appended[2]

    def _rows(self, record: str, after: int, upto: int | None) -> list[Any]:
        try:
            return self._select(
                "SELECT sequence, at, CAST(kind AS TEXT), CAST(body AS BLOB) FROM events"
                " WHERE record = ? AND sequence > ? AND sequence <= ? ORDER BY sequence",
                (record, after, upto if upto is not None else 2**62),
            )
        except StoreFailed as error:
            if getattr(error.__cause__, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_CORRUPT:
                raise RecordUnreadable(
                    record, "the store's file is damaged where its events stand"
                ) from error
            raise

    def _insert(self, db: Any, record: str, events: Sequence[tuple[Event, float]]) -> None:
        for event, at in events:
            _put(db, record, event, at)

    def _tell(self, db: Any, search_texts: Sequence[SearchText]) -> None:
        record_index.put(db, search_texts)

    def _untell(self, db: Any, record: str) -> None:
        record_index.drop(db, record)

    def _writing(
        self, reach: Reach = "live", *, patient: bool = True
    ) -> AbstractContextManager[sqlite3.Connection]:
        writer = self._facts if reach == "facts" else self._live
        return writer.writing(self._busy if patient else 0.0)

    def _select(self, sql: str, values: tuple[Any, ...] = ()) -> list[Any]:
        return self._file.select(sql, values, self._busy)


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


def _uptime() -> float:
    """Seconds that only go on, those that the machine slept too where the system counts them."""
    return time.clock_gettime(time.CLOCK_BOOTTIME) if hasattr(time, "CLOCK_BOOTTIME") else time.monotonic()


_FIRST = {"records", "events", "leases", "words"}
"""Tables of every form: those before the file had a mark of its own are known by them."""


class File:
    """The store's file, opened when first asked. Safe to share between threads."""

    def __init__(self, path: pathlib.Path) -> None:
        self.path = path
        self._lock = threading.RLock()
        self._reader: sqlite3.Connection | None = None
        self._frozen: tuple[int, ...] | None = None

    def select(self, sql: str, values: tuple[Any, ...], wait: float) -> list[Any]:
        """Rows; none without a file. `wait`: seconds, if readers are shut out. Raises StoreFailed."""
        with self._lock, failures(self.path):
            db = self._readable()
            if db is None:
                return []
            db.execute(f"PRAGMA busy_timeout = {wait * 1000:.0f}")
            return db.execute(sql, values).fetchall()

    def writer(self, reach: str, wait: float) -> sqlite3.Connection:
        """A new connection to a file made or migrated where needed. `reach`: SQLite's `synchronous`; `wait`: seconds
        for a lock. Raises StoreFailed."""
        with failures(self.path):
            self.path.parent.mkdir(parents=True, exist_ok=True)
            if self.path.exists():
                self._check_first()
                if not os.access(self.path, os.W_OK):
                    raise StoreFailed(f"the store {self.path} may only be read. {_HELP['SQLITE_READONLY']}")
            db = _connect(str(self.path.absolute()))
            try:
                db.execute(f"PRAGMA busy_timeout = {wait * 1000:.0f}")
                check(db, self.path)
                db.execute(f"PRAGMA synchronous = {reach}")
                db.execute("PRAGMA journal_mode = WAL")
                db.execute("PRAGMA foreign_keys = ON")
                migrate(db)
            except BaseException:
                db.close()
                raise
            return db

    def close(self) -> None:
        with self._lock:
            if self._reader is not None:
                self._reader.close()
            self._reader = self._frozen = None

    def _readable(self) -> sqlite3.Connection | None:
        if self._reader is None or (self._frozen and self._frozen != self._state()):
            self.close()
            self._reader = self._look() if self.path.exists() else None
        return self._reader

    def _look(self) -> sqlite3.Connection | None:
        self._check_first()
        # A reader without the right to write would leave a `-shm` file behind, where nobody else has the store open.
        at_rest = not os.access(self.path, os.W_OK) and not self._log.exists()
        try:
            db = self._open_without_writing() if at_rest else _connect(self._uri("mode=rw"))
            check(db, self.path)
        except sqlite3.OperationalError:  # A folder that can't be written has no room for that file.
            db = self._open_without_writing()
        if not _tables(db):
            db.close()
            return None
        if form_of(db) < len(MIGRATIONS):
            db = self._migrate(db)
        db.execute("PRAGMA query_only = 1")
        return db

    def _open_without_writing(self) -> sqlite3.Connection:
        """A connection that needs no file beside the store's, to the file or to a copy in memory."""
        self._frozen = self._state()
        if not self._log.exists() or not self._log.stat().st_size:
            return _connect(self._uri("immutable=1"))
        copy = _connect(":memory:")
        with tempfile.TemporaryDirectory() as folder:
            file = shutil.copy(self.path, folder)
            shutil.copy(self._log, folder)
            with contextlib.closing(_connect(file)) as db:
                db.backup(copy)
        return copy

    def _migrate(self, db: sqlite3.Connection) -> sqlite3.Connection:
        """A store of an earlier form brought to this one; where it can't be written now, a copy of it in memory."""
        with contextlib.suppress(sqlite3.OperationalError):
            migrate(db)
            return db
        self._frozen = self._state()
        copy = _connect(":memory:")
        db.backup(copy)
        db.close()
        migrate(copy)
        return copy

    def _check_first(self) -> None:
        """Refuse what can be told from the file alone, without a lock or a file beside it."""
        if self.path.stat().st_size == 1:  # To SQLite that is an empty database, which it may fill.
            raise StoreFailed(_UNUSABLE(self.path, "file is not a database", _HELP["SQLITE_NOTADB"]))
        with contextlib.closing(_connect(self._uri("immutable=1"))) as db:
            try:
                check(db, self.path)
            except sqlite3.DatabaseError as error:
                # Otherwise caught in the middle of somebody's writing, or not to be opened: the next one tells.
                if error.sqlite_errorcode == sqlite3.SQLITE_NOTADB:
                    raise

    @property
    def _log(self) -> pathlib.Path:
        return self.path.with_name(self.path.name + "-wal")

    def _state(self) -> tuple[int, ...]:
        states = [one.stat() for one in (self.path, self._log) if one.exists()]
        return tuple(part for one in states for part in (one.st_ino, one.st_size, one.st_mtime_ns))

    def _uri(self, how: str) -> str:
        return f"{self.path.absolute().as_uri()}?{how}"


class Writer:
    """A connection that writes, opened by the first thing written. Safe to share between threads."""

    def __init__(self, file: File, reach: str) -> None:
        self._lock = threading.RLock()
        self._file, self._reach = file, reach
        self._db: sqlite3.Connection | None = None

    @contextlib.contextmanager
    def writing(self, wait: float) -> Iterator[sqlite3.Connection]:
        """A transaction: all that is done in it, or nothing. Raises StoreFailed."""
        with self._lock, failures(self._file.path):
            db = self.connection(wait)
            db.execute("BEGIN IMMEDIATE")
            with db:
                yield db

    def connection(self, wait: float) -> sqlite3.Connection:
        if self._db is None:
            self._db = self._file.writer(self._reach, wait)
        self._db.execute(f"PRAGMA busy_timeout = {wait * 1000:.0f}")
        return self._db

    def close(self) -> None:
        if self._db is not None:
            self._db.close()
        self._db = None


def _connect(name: str) -> sqlite3.Connection:
    uri = name.startswith("file:")
    return sqlite3.connect(name, uri=uri, timeout=0, isolation_level=None, check_same_thread=False)


def check(db: sqlite3.Connection, path: pathlib.Path) -> None:
    """Raises StoreFailed for a file of another program, or of a newer version of this one."""
    mark = int(db.execute("PRAGMA application_id").fetchone()[0])
    form = int(db.execute("PRAGMA user_version").fetchone()[0])
    tables = _tables(db)
    if mark == MARK or (mark == 0 and tables >= _FIRST):
        if form > len(MIGRATIONS):
            raise StoreFailed(
                f"the store {path} is of form {form}, and this version of the program knows {len(MIGRATIONS)}: use a "
                "newer one. Nothing in it was changed"
            )
    elif mark or form or tables:
        raise StoreFailed(
            f"{path} is another program's database, not a store of debates. Nothing in it was changed. Name another "
            "file in DEBATE_STORE"
        )


def _tables(db: sqlite3.Connection) -> set[str]:
    return {name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}


@contextlib.contextmanager
def failures(path: pathlib.Path) -> Iterator[None]:
    try:
        yield
    except (sqlite3.DatabaseError, OSError) as error:
        name = "_".join(getattr(error, "sqlite_errorname", "").split("_")[:2])
        do = _HELP.get(name, "Name another file in DEBATE_STORE, or check who may write there")
        raise StoreFailed(_UNUSABLE(path, error, do)) from error


_UNUSABLE = "the store {} could not be used: {}. {}".format
_AGAIN = "Nothing stored is lost. {}, then try again".format
_HELP = {
    "SQLITE_FULL": _AGAIN("Free some space"),
    "SQLITE_IOERR": _AGAIN("The disk took no more: check its space and file size limits"),
    **dict.fromkeys(("SQLITE_BUSY", "SQLITE_LOCKED"), _AGAIN("Close the program that locks it")),
    "SQLITE_READONLY": _AGAIN("It can be read, not written: check who may write there"),
    "SQLITE_CORRUPT": "Part of the file is damaged. Each debate's events can still be exported",
    "SQLITE_NOTADB": "It is no store of debates. Name another file in DEBATE_STORE",
}
