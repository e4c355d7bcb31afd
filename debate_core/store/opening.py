"""Opens the store's file to look, which writes nothing and waits for nobody, or to write."""

import contextlib
import os
import pathlib
import shutil
import sqlite3
import tempfile
import threading
from collections.abc import Iterator
from typing import Any

from debate_core.domain.errors import StoreFailed
from debate_core.store.migrations import APPLICATION, MIGRATIONS, form_of, migrate

_FIRST = {"records", "events", "leases", "words"}
"""Tables of every form: those before the file had a mark of its own are known by them."""


class File:
    """The store's file, opened when first asked. Safe to share between threads."""

    def __init__(self, path: pathlib.Path) -> None:
        self.path = path
        self._lock = threading.RLock()
        self._reader: sqlite3.Connection | None = None
        self._frozen: tuple[int, ...] | None = None
        self._waits: float | None = None

    def select(self, sql: str, values: tuple[Any, ...], wait: float) -> list[Any]:
        """Rows; none without a file. `wait`: seconds, if readers are shut out. Raises StoreFailed."""
        with self._lock, failures(self.path):
            db = self._readable()
            if db is None:
                return []
            if wait != self._waits:
                db.execute(f"PRAGMA busy_timeout = {wait * 1000:.0f}")
                self._waits = wait
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
                db.execute("PRAGMA journal_mode = WAL")
                db.execute(f"PRAGMA synchronous = {reach}")
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
            self._reader = self._frozen = self._waits = None

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
            db = self._apart() if at_rest else _connect(self._uri("mode=rw"))
            check(db, self.path)
        except sqlite3.OperationalError:  # A folder that can't be written has no room for that file.
            db = self._apart()
        form = form_of(db)
        if not _tables(db):
            db.close()
            return None
        if form < len(MIGRATIONS):
            db = self._renewed(db)
        db.execute("PRAGMA query_only = 1")
        return db

    def _apart(self) -> sqlite3.Connection:
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

    def _renewed(self, db: sqlite3.Connection) -> sqlite3.Connection:
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
        db = _connect(self._uri("immutable=1"))
        with contextlib.closing(db):
            try:
                check(db, self.path)
            except sqlite3.OperationalError:
                return  # Caught in the middle of somebody's writing, or not to be opened at all: the next one tells.
            except sqlite3.DatabaseError as error:
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
            try:
                yield db
                db.execute("COMMIT")
            except BaseException:
                if db.in_transaction:
                    db.execute("ROLLBACK")
                raise

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
    if mark == APPLICATION or (mark == 0 and tables >= _FIRST):
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
        raise StoreFailed(f"the store {path} could not be used: {error}. {_help(error)}") from error


_KEPT = "Nothing stored is lost."
_HELP = {
    "SQLITE_FULL": f"{_KEPT} Free some space, then resume",
    "SQLITE_IOERR": f"{_KEPT} The disk took no more: check its space and limits on file sizes, then resume",
    "SQLITE_BUSY": f"{_KEPT} Close the program that locks it, then resume",
    "SQLITE_LOCKED": f"{_KEPT} Close the program that locks it, then resume",
    "SQLITE_READONLY": f"{_KEPT} It can be read, not written: check who may write there, then resume",
    "SQLITE_CORRUPT": "Part of the file is damaged. Each debate's events can still be exported",
    "SQLITE_NOTADB": "It is no store of debates. Name another file in DEBATE_STORE",
}


def _help(error: Exception) -> str:
    name = "_".join(getattr(error, "sqlite_errorname", "").split("_")[:2])
    return _HELP.get(name, "Name another file in DEBATE_STORE, or check who may write there")
