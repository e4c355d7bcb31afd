"""The store in PostgreSQL, for more machines than one, by the database's clock and row locks."""

import contextlib
import json
import re
import select
import threading
import time
import unicodedata
import weakref
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import psycopg
from psycopg.pq import TransactionStatus

from debate_core.domain.errors import StoreFailed, unknown_record
from debate_core.domain.settings import without_password
from debate_core.store.events import CallCompleted, CallFailed, Event, StoredEvent
from debate_core.store.log import BUSY_SECONDS, Lease, Store, lease_lost, stored_already
from debate_core.store.record_index import WORD, Reach, Rows, SearchText, Transaction, fold, storable
from debate_core.store.tables import APPEND, MARK, SCHEMA, STEPS

Connection = psycopg.Connection[tuple[Any, ...]]
CHANNEL = "split_decision"
"""Announces the id of a record that something was appended to."""
MAX_CONNECTIONS = 10
LOOK_EVERY = 0.5
"""Polling interval in seconds, in case a NOTIFY is missed."""
_HASTE = "10ms"
# What all summaries come to is sorted in memory; what makes long questions short takes longer than a page of ours.
_SETTINGS = (
    f"SET search_path TO {SCHEMA}",
    "SET work_mem TO '32MB'",
    "SET max_parallel_workers_per_gather TO 0",
    "SET jit TO off",
)


class PostgresStore(Store):
    """The log in a database that many machines reach. `place`: its address,
    `postgresql://user:password@host:port/database`. `clock`: seconds since 1970, by default the database's. `busy`:
    seconds to wait for a lock or a connection."""

    remote = True

    def __init__(
        self, place: str, *, clock: Callable[[], float] | None = None, busy: float = BUSY_SECONDS
    ) -> None:
        self.place = without_password(place)
        self._given, self._told_time, self._busy = place, clock, busy
        self._lock = threading.Lock()
        self._room = threading.Semaphore(MAX_CONNECTIONS)
        self._free: list[Connection] = []
        self._own = threading.local()
        weakref.finalize(self, _close, self._free)
        self._made = False
        self._waiting: set[tuple[str, threading.Event]] = set()
        self._listener: threading.Thread | None = None
        self._closing = threading.Event()

    def close(self) -> None:
        self._closing.set()
        if self._listener is not None:
            self._listener.join()
        _close(self._free)

    def up_since(self) -> float:
        return float(self._select("SELECT extract(epoch FROM pg_postmaster_start_time())::float8")[0][0])

    def append(
        self, record: str, events: Sequence[Event], *, lease: Lease | None = None
    ) -> list[StoredEvent]:
        at = self._told_time() if self._told_time else None
        with self._failures(), self._connection(making=True) as db:
            return _append(db, record, [(event, at) for event in events], lease)

    def wait_for(self, record: str, after: int, seconds: float) -> bool:
        """Returns as soon as the database tells of an event, and polls in case it doesn't."""
        until, event = time.monotonic() + seconds, threading.Event()
        with self._lock:
            self._waiting.add((record, event))
            if self._listener is None:
                self._listener = threading.Thread(target=self._listen, name="listening", daemon=True)
                self._listener.start()
        try:
            while not (came := self.last_sequence(record) > after) and (left := until - time.monotonic()) > 0:
                event.wait(min(left, LOOK_EVERY))
                event.clear()
            return came
        finally:
            with self._lock:
                self._waiting.discard((record, event))

    def _listen(self) -> None:
        while not self._closing.is_set():
            with contextlib.suppress(psycopg.Error), self._connect() as db:
                db.execute(f"LISTEN {CHANNEL}".encode())
                while not self._closing.is_set():
                    for notice in db.notifies(timeout=LOOK_EVERY / 2):
                        self._wake(notice.payload)
            self._closing.wait(LOOK_EVERY)

    def _wake(self, record: str) -> None:
        with self._lock:
            waiting = [event for one, event in self._waiting if one == record]
        for event in waiting:
            event.set()

    def _search_index(self, words: Sequence[str]) -> set[str]:
        match = " & ".join(f"'{_fold(word)}':*" for word in words)
        rows = self._select("SELECT record FROM texts WHERE words @@ ?::tsquery", (match,))
        return {record for (record,) in rows}

    def _clock(self) -> float:
        if self._told_time:
            return self._told_time()
        with self._failures(), self._connection() as db:
            return float(db.execute("SELECT extract(epoch FROM clock_timestamp())::float8").fetchall()[0][0])

    def _rows(self, record: str, after: int, upto: int | None) -> list[tuple[int, float, str, bytes]]:
        rows = self._select(
            "SELECT sequence, at, kind, body FROM events WHERE record = ? AND sequence > ? AND sequence <= ?"
            " ORDER BY sequence",
            (record, after, upto if upto is not None else 2**62),
        )
        return [(sequence, at, kind, body.encode()) for sequence, at, kind, body in rows]

    def _insert(self, db: Any, record: str, events: Sequence[tuple[Event, float]]) -> None:
        _append(db.db, record, events, None)

    def _tell(self, db: Transaction, search_texts: Sequence[SearchText]) -> None:
        for one in sorted(search_texts):
            body = fold(one.text)
            db.execute(
                "INSERT INTO texts VALUES (?, ?, ?, array_to_tsvector(?::text[])) ON CONFLICT (record) DO UPDATE"
                " SET sequence = excluded.sequence, body = excluded.body, words = excluded.words"
                " WHERE excluded.sequence >= texts.sequence",
                (one.record, one.sequence, body, sorted({_fold(word) for word in set(WORD.findall(body))})),
            )

    def _untell(self, db: Transaction, record: str) -> None:
        db.execute("DELETE FROM texts WHERE record = ?", (record,))

    def _select(self, sql: str, values: tuple[Any, ...] = ()) -> list[Any]:
        with self._failures(), self._connection() as db:
            return _Translated(db).execute(sql, values).fetchall() if self._made else []

    @contextlib.contextmanager
    def _writing(self, reach: Reach = "live", *, patient: bool = True) -> Iterator[Transaction]:
        begin = "BEGIN"
        begin += "; SET LOCAL synchronous_commit = off" if reach == "live" else ""
        begin += "" if patient else f"; SET LOCAL lock_timeout = '{_HASTE}'"
        with self._failures(), self._connection(making=True) as db:
            db.execute(begin.encode())
            try:
                yield _Translated(db)
                db.execute("COMMIT")
            except BaseException:
                with contextlib.suppress(psycopg.Error):
                    db.execute("ROLLBACK")
                raise

    @contextlib.contextmanager
    def _connection(self, *, making: bool = False) -> Iterator[Connection]:
        """A pooled connection, or the transaction's own; tables are checked first, and made when somebody writes."""
        if (mine := getattr(self._own, "db", None)) is not None:
            yield mine
            return
        if not self._room.acquire(timeout=self._busy):
            raise psycopg.OperationalError(f"no connection was free within {self._busy:g} s")
        db = None
        try:
            db = self._take_pooled() or self._connect()
            if not self._made:
                self._made = form_of(db, self.place) == len(STEPS) or (making and migrate(db, self.place))
            self._own.db = db
            yield db
        finally:
            self._own.db = None
            if db is not None and db.info.transaction_status == TransactionStatus.IDLE:
                self._free.append(db)
            elif db is not None:
                db.close()
            self._room.release()

    def _take_pooled(self) -> Connection | None:
        """A free one. A connection that has something to say unasked says that it has ended."""
        with self._lock:
            while self._free:
                db = self._free.pop()
                poll = select.poll()
                poll.register(db.fileno(), select.POLLIN)
                if not poll.poll(0):
                    return db
                db.close()
        return None

    def _connect(self) -> Connection:
        wait = max(2, round(self._busy))
        db = psycopg.connect(self._given, autocommit=True, connect_timeout=wait, client_encoding="utf8")
        db.execute("; ".join([*_SETTINGS, f"SET lock_timeout TO {self._busy * 1000:.0f}"]).encode())
        return db

    @contextlib.contextmanager
    def _failures(self) -> Iterator[None]:
        try:
            yield
        except psycopg.ProgrammingError as error:
            # What can't be read as an address is quoted by the driver, and may be a password.
            message = error.diag.message_primary or "expected postgresql://user:password@host:port/database"
            raise StoreFailed(f"the store {self.place} could not be used: {message}") from None
        except psycopg.Error as error:
            message = error.diag.message_primary or str(error).partition("\n")[0]
            raise StoreFailed(f"the store {self.place} could not be used: {message}. {_SAFE}") from error


_SAFE = "Nothing stored is lost; see to the database, then try again"


class _Translated:
    """A connection that takes statements as all databases have them."""

    def __init__(self, db: Connection) -> None:
        self.db = db

    def execute(self, sql: str, values: Sequence[Any] = (), /) -> Rows:
        return self.db.execute(sql.replace("?", "%s").encode(), [storable(value) for value in values])


def _append(
    db: Connection, record: str, events: Sequence[tuple[Event, float | None]], lease: Lease | None
) -> list[StoredEvent]:
    """`None` is the database's time. Raises LeaseLost, FactStored, RecordNotFound."""
    bodies = [storable(event.model_dump(mode="python")) for event, _ in events]
    identities = [storable(event.identity) for event, _ in events]
    try:
        row = db.execute(
            APPEND,
            {
                "record": storable(record),
                "token": lease.token if lease else None,
                "fence": lease.fence if lease else None,
                "many": len(events),
                "times": [at for _, at in events],
                "kinds": [event.kind for event, _ in events],
                "identities": identities,
                "bodies": [json.dumps(body, ensure_ascii=False) for body in bodies],
                "calls": [str(one.call) for one, _ in events if isinstance(one, CallCompleted | CallFailed)],
                "channel": CHANNEL,
            },
        ).fetchone()
    except psycopg.errors.UniqueViolation as error:
        detail = error.diag.message_detail or ""  # The database's message holds the one that the log has.
        identity = next((one for one in identities if one and one in detail), None)
        raise stored_already(record, identity) from error
    if row is None and lease is not None:
        raise lease_lost(lease)
    if row is None:
        raise unknown_record(record)
    before, now, _ = row
    return [
        StoredEvent(record=record, sequence=before + place, at=now if at is None else at, event=body)
        for place, (body, (_, at)) in enumerate(zip(bodies, events, strict=True), start=1)
    ]


def form_of(db: Connection, place: str) -> int:
    # The catalogue itself: what looks up names may not have heard yet of what another has just made.
    if not db.execute(
        "SELECT 1 FROM pg_tables WHERE schemaname = %s AND tablename = 'form'", (SCHEMA,)
    ).fetchone():
        return 0
    form = int(db.execute("SELECT max(step) FROM form").fetchall()[0][0])
    if form > len(STEPS):
        raise StoreFailed(
            f"the store {place} is of form {form}, and this version of the program knows {len(STEPS)}: use a newer "
            "one. Nothing in it was changed"
        )
    return form


def migrate(db: Connection, place: str) -> bool:
    """Bring the tables to the newest step, one process at a time; where they are, no statement that locks is run."""
    if (letters := db.info.parameter_status("server_encoding")) != "UTF8":
        raise StoreFailed(
            f"the store {place} expects a database in UTF8, not {letters}. Nothing in it was changed"
        )
    with db.transaction():
        db.execute("SELECT pg_advisory_xact_lock(%s)", (MARK,))
        form = form_of(db, place)
        if not db.execute("SELECT 1 FROM pg_namespace WHERE nspname = %s", (SCHEMA,)).fetchone():
            db.execute(f"CREATE SCHEMA {SCHEMA}".encode())
        if not form:
            db.execute("CREATE TABLE form (step INTEGER PRIMARY KEY)")
        for step, statements in enumerate(STEPS[form:], start=form + 1):
            for statement in statements:
                db.execute(statement.encode())
            db.execute("INSERT INTO form VALUES (%s)", (step,))
    return True


def _close(free: list[Connection]) -> None:
    while free:
        free.pop().close()


def _fold(word: str) -> str:
    """A word without accents, no longer than the database takes."""
    if word.isascii():
        return word[:_LONGEST]
    parts = unicodedata.normalize("NFD", word)
    return re.sub(r"\W", "", "".join(one for one in parts if not unicodedata.combining(one)))[:_LONGEST]


_LONGEST = 200
