"""The index of whole records: listed, hidden and brought back, gone for good, and found by what was said in them."""

import re
import sqlite3
import unicodedata
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from typing import Any, Literal, NamedTuple, Protocol

from debate_core.answers.prompt import storable as storable_text
from debate_core.domain.errors import LeaseHeld, RecordNotFound, RecordUnreadable, unknown_record
from debate_core.domain.frozen import FrozenValue
from debate_core.store.events import StoredEvent, fault_text, read_event

SUMMARY = ("sequence", "version", "body", "lesson", "digest", "rests_on")
"""The columns of a summary beside its record."""


class SearchText(NamedTuple):
    record: str
    sequence: int
    text: str


class SummaryRow(FrozenValue):
    """A row of the table of summaries, made by the code called `version` from the events up to `sequence`.

    lesson: what the record teaches of its judges; digest: a number for the part later outcomes rest on, 0 for none.
    rests_on: the sum of earlier digests when its outcome was computed, or None. text: for searching; None leaves it as
    it was.
    """

    record: str
    sequence: int
    version: str
    body: str
    lesson: str | None = None
    digest: int = 0
    rests_on: int | None = None
    text: str | None = None


class Listing(FrozenValue):
    """One record of the store, unread. `opened_at`: seconds since 1970; `summary`: its row, where asked for."""

    id: str
    opened_at: float
    last: int
    summary: SummaryRow | None

    def fresh(self, version: str) -> bool:
        row = self.summary
        return row is not None and row.sequence == self.last and row.version == version


class JudgeHistoryRow(NamedTuple):
    """What one record teaches (see `SummaryRow`), for the thousands that are read at once. They sort by age."""

    opened_at: float
    record: str
    lesson: str
    digest: int


def storable(value: Any) -> Any:
    if isinstance(value, str):
        return storable_text(value)
    if isinstance(value, dict):
        return {storable(k): storable(v) for k, v in value.items()}
    if isinstance(value, list | tuple):
        return [storable(v) for v in value]
    return value


def listing_in(row: tuple[Any, ...]) -> Listing:
    name, opened_at, last, *columns = row
    summary = dict(zip(SUMMARY, columns, strict=True))
    row_kept = SummaryRow(record=name, **summary) if summary["sequence"] is not None else None
    return Listing(id=name, opened_at=opened_at, last=last, summary=row_kept)


def event_in(record: str, row: tuple[Any, ...]) -> StoredEvent:
    sequence, at, kind, body = row
    try:
        return StoredEvent(record=record, sequence=sequence, at=at, event=read_event(body))
    except Exception as error:  # Whatever a body of another version, or half of one, makes the nouns raise.
        raise RecordUnreadable(record, f"event {sequence} ({str(kind)[:40]}): {fault_text(error)}") from None


FOREVER = float("inf")
Reach = Literal["facts", "live"]
"""How far a write has gone before it counts: facts survive a power cut, the rest may be lost."""


class Rows(Protocol):
    @property
    def rowcount(self) -> int: ...
    def fetchone(self) -> Any: ...
    def fetchall(self) -> list[Any]: ...


class Transaction(Protocol):
    """A connection on which all is done, or nothing."""

    def execute(self, sql: str, values: Sequence[Any] = ..., /) -> Rows: ...


class RecordIndex(ABC):
    @abstractmethod
    def _clock(self) -> float:
        """Seconds since 1970."""

    @abstractmethod
    def _select(self, sql: str, values: tuple[Any, ...] = ()) -> list[Any]:
        """Rows; none where there is no store yet. Raises StoreFailed."""

    @abstractmethod
    def _writing(self, reach: Reach = "live", *, patient: bool = True) -> AbstractContextManager[Transaction]:
        """A transaction, in a store made when missing. patient: it waits for other writers. Raises StoreFailed."""

    @abstractmethod
    def _untell(self, db: Transaction, record: str) -> None:
        """Forget a record's text."""

    @abstractmethod
    def _tell(self, db: Transaction, texts: Sequence[SearchText]) -> None:
        """Put texts in place of those before, none of fewer events in place of one of more."""

    @abstractmethod
    def goes_on(self, record: str) -> bool:
        """Whether somebody conducts the record now, or was asked to."""

    def name_for(self, record: str) -> str:
        """The id that a record from elsewhere gets here."""
        return record

    def matching(self, words: str) -> set[str]:
        """The records, deleted ones too, in whose text each of the words begins a word; of scripts without spaces,
        stands anywhere."""
        asked = list(dict.fromkeys(WORD.findall(fold(words))))[:MAX_WORDS]
        if not asked:
            return set()
        return self._scan(asked) if any(map(_UNPARTED.search, asked)) else self._search_index(asked)

    def _search_index(self, words: Sequence[str]) -> set[str]:
        """The same by the database's index, where it has one."""
        return self._scan(words)

    def _scan(self, words: Sequence[str]) -> set[str]:
        """Without an index: the words, which hold no sign of a pattern, anywhere in the text."""
        where = " AND ".join(["body LIKE ?"] * len(words))
        anywhere = tuple(f"%{word}%" for word in words)
        return {record for (record,) in self._select(f"SELECT record FROM texts WHERE {where}", anywhere)}  # noqa: S608

    def tell(self, texts: Sequence[SearchText]) -> None:
        """Keep what was said in records, for searching. Raises StoreFailed."""
        with self._writing() as db:
            self._tell(db, texts)

    def records(self, limit: int | None = None) -> list[Listing]:
        """Records with the summaries kept of them, newest first: `limit`, or all."""
        return self._listings("ORDER BY opened_at DESC, id LIMIT ?", (2**62 if limit is None else limit,))

    def bodies(self) -> list[str]:
        rows = self._select(
            "SELECT body FROM records JOIN summaries ON record = id WHERE deleted_at IS NULL"
            " ORDER BY opened_at DESC, id"
        )
        return [body for (body,) in rows]

    def ids(self) -> list[str]:
        rows = self._select("SELECT id FROM records WHERE deleted_at IS NULL ORDER BY opened_at DESC, id")
        return [record for (record,) in rows]

    def find(self, record: str) -> Listing:
        """The record of that id. Raises RecordNotFound."""
        rows = self._listings("WHERE id = ?", (record,))
        if not rows:
            raise unknown_record(record)
        return rows[0]

    def stale(self, version: str, *, before: float = FOREVER) -> list[Listing]:
        """Records opened before that time whose summary `version` would make anew, oldest first."""
        return self._listings(
            "WHERE opened_at < ? AND (summaries.sequence IS NULL OR summaries.sequence <> last OR version <> ?)"
            " ORDER BY opened_at, id",
            (before, version),
        )

    def history_rows(self, *, before: float = FOREVER) -> list[JudgeHistoryRow]:
        """What records opened before that time teach, oldest first."""
        rows = self._select(
            "SELECT opened_at, record, lesson, digest FROM records JOIN summaries ON record = id"
            " WHERE opened_at < ? AND lesson IS NOT NULL AND deleted_at IS NULL ORDER BY opened_at, id",
            (before,),
        )
        return [JudgeHistoryRow(*row) for row in rows]

    def delete(self, record: str) -> None:
        """Hide a record. Raises RecordNotFound, and LeaseHeld while somebody conducts it."""
        self.find(record)
        with self._writing() as db:
            if self.goes_on(record):
                raise LeaseHeld(f"debate {record!r} is being conducted: stop it before it is deleted")
            db.execute("UPDATE records SET deleted_at = ? WHERE id = ?", (self._clock(), record))

    def restore(self, record: str) -> None:
        """Bring back a record that was deleted. Raises RecordNotFound where none was."""
        with self._writing() as db:
            rows = db.execute(
                "UPDATE records SET deleted_at = NULL WHERE id = ? AND deleted_at IS NOT NULL", (record,)
            )
            if not rows.rowcount:
                raise RecordNotFound(f"expected the id of a deleted record; there is none called {record!r}")

    def list_deleted(self) -> list[Listing]:
        """The records that were deleted and can be brought back, the last one first."""
        return self._listings("ORDER BY deleted_at DESC, id", (), hidden=True)

    def purge(self, after: float) -> None:
        """Remove for good what was deleted so many seconds ago or earlier. Raises StoreFailed."""
        which, before = "SELECT id FROM records WHERE deleted_at <= ?", self._clock() - after
        if not self._select(which, (before,)):
            return
        with self._writing() as db:
            for (record,) in db.execute(which, (before,)).fetchall():
                self._remove(db, record)

    def drop(self, record: str) -> None:
        """Remove a record, and all beside it, for good and at once. Raises StoreFailed."""
        with self._writing() as db:
            self._remove(db, record)

    def _remove(self, db: Transaction, record: str) -> None:
        self._untell(db, record)
        for table in ("events", "words", "notes", "leases", "summaries", "access", "votes"):
            db.execute(f"DELETE FROM {table} WHERE record = ?", (record,))  # noqa: S608
        db.execute("DELETE FROM records WHERE id = ?", (record,))

    def untold(self) -> list[Listing]:
        """Records whose text for searching is not that of all their events."""
        return self._listings(
            "LEFT JOIN texts ON texts.record = id WHERE texts.sequence IS NULL OR texts.sequence <> last"
            " ORDER BY opened_at, id",
            (),
        )

    def _listings(self, which: str, values: tuple[Any, ...], *, hidden: bool = False) -> list[Listing]:
        columns = ", ".join(f"summaries.{column}" for column in SUMMARY)
        there = f"(SELECT * FROM records WHERE deleted_at IS {'NOT ' if hidden else ''}NULL) AS there"  # noqa: S608
        rows = self._select(
            f"SELECT id, opened_at, last, {columns}"  # noqa: S608
            f" FROM {there} LEFT JOIN summaries ON summaries.record = id {which}",
            values,
        )
        return [listing_in(row) for row in rows]


MAX_WORDS = 12
"""Words of a search that count."""
WORD = re.compile(r"[^\W_]+")
# Thai to Khmer, and the scripts of China and Japan: no spaces part their words, so the index knows whole clauses only.
_UNPARTED = re.compile("[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2e80-\ua4cf\uf900-\ufaff]")
_INDEX = (
    "CREATE VIRTUAL TABLE IF NOT EXISTS sought USING fts5(body, content='texts', content_rowid='number',"
    " detail=none, prefix='1 2 3', tokenize='unicode61 remove_diacritics 2')"
)
Select = Callable[[str, tuple[Any, ...]], list[Any]]


def fold(text: str) -> str:
    """A text as it is kept and asked for: compatible forms alike, and no capitals."""
    return unicodedata.normalize("NFKC", text).casefold()


def put(db: sqlite3.Connection, texts: Sequence[SearchText]) -> None:
    """Replace texts, but none by one of fewer events. A damaged index is made anew."""
    if not texts:
        return
    indexed = _has(db, _MODULE)
    if indexed:
        db.execute(_INDEX)
    elif _has(db, _TABLE):
        return  # Another Python made the index: what it isn't told of would be lost in it.
    try:
        for one in texts:
            _put(db, one, indexed)
    except sqlite3.DatabaseError as error:
        if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_CORRUPT:
            raise
        for one in texts:
            _put(db, one, indexed=False)
        db.execute("INSERT INTO sought (sought) VALUES ('rebuild')")


def _put(db: sqlite3.Connection, one: SearchText, indexed: bool) -> None:
    stored = db.execute("SELECT number, sequence, body FROM texts WHERE record = ?", (one.record,)).fetchone()
    if stored and stored[1] > one.sequence:
        return
    body = fold(one.text)
    if stored and stored[2] == body:
        db.execute("UPDATE texts SET sequence = ? WHERE number = ?", (one.sequence, stored[0]))
        return
    drop(db, one.record, indexed=indexed)
    row = (one.record, one.sequence, body)
    added = db.execute("INSERT INTO texts (record, sequence, body) VALUES (?, ?, ?)", row)
    if indexed:
        db.execute("INSERT INTO sought (rowid, body) VALUES (?, ?)", (added.lastrowid, body))


def drop(db: sqlite3.Connection, record: str, *, indexed: bool = True) -> None:
    stored = db.execute("SELECT number, body FROM texts WHERE record = ?", (record,)).fetchone()
    if stored is None:
        return
    if indexed and _has(db, _MODULE) and _has(db, _TABLE):
        db.execute("INSERT INTO sought (sought, rowid, body) VALUES ('delete', ?, ?)", stored)
    db.execute("DELETE FROM texts WHERE number = ?", stored[:1])


def by_index(select: Select, words: Sequence[str]) -> set[str] | None:
    """The records in whose text each of the words begins a word; None without an index."""
    if not select(f"SELECT 1 WHERE ({_MODULE}) AND ({_TABLE})", ()):
        return None
    match = " ".join(f'"{word}"*' for word in words)
    rows = select(
        "SELECT record FROM texts WHERE number IN (SELECT rowid FROM sought WHERE sought MATCH ?)", (match,)
    )
    return {record for (record,) in rows}


_MODULE = "SELECT count(*) FROM pragma_module_list WHERE name = 'fts5'"
_TABLE = "SELECT count(*) FROM sqlite_master WHERE name = 'sought'"


def _has(db: sqlite3.Connection, count: str) -> bool:
    return bool(db.execute(count).fetchone()[0])
