"""What becomes of whole records: hidden and brought back, gone for good, and found by what was said in them.

Knows the tables; nothing of what is stored. Invariant: a record that was deleted is in no list, is found by nobody and
takes no event, and it comes back as it was until it is purged; a record that somebody conducts is never deleted.
"""

import contextlib
import sqlite3
from collections.abc import Callable, Sequence
from typing import Any, Protocol

from debate_core.errors import LeaseHeld, RecordNotFound, StoreFailed
from debate_core.store import texts
from debate_core.store.opening import Writer
from debate_core.store.rows import Listing
from debate_core.store.texts import Told

_OF_RECORD = ("events", "words", "notes", "leases", "summaries")


class _File(Protocol):
    """What of a store this needs."""

    _clock: Callable[[], float]
    _live: Writer

    def _writing(self, writer: Writer) -> contextlib.AbstractContextManager[sqlite3.Connection]: ...
    def _select(self, sql: str, values: tuple[Any, ...]) -> list[Any]: ...
    def _listings(self, which: str, values: tuple[Any, ...], *, hidden: bool = False) -> list[Listing]: ...
    def find(self, record: str) -> Listing: ...
    def conducted(self, record: str) -> bool: ...


class Shelf:
    """Deleting, and searching; mixed into a store."""

    def delete(self: _File, record: str) -> None:
        """Hide a record. Raises RecordNotFound, and LeaseHeld while somebody conducts it."""
        self.find(record)
        with self._writing(self._live) as db:
            if self.conducted(record):
                raise LeaseHeld(f"debate {record!r} is being conducted: stop it before it is deleted")
            db.execute("UPDATE records SET deleted_at = ? WHERE id = ?", (self._clock(), record))

    def restore(self: _File, record: str) -> None:
        """Bring back a record that was deleted. Raises RecordNotFound where none was."""
        with self._writing(self._live) as db:
            found = db.execute(
                "UPDATE records SET deleted_at = NULL WHERE id = ? AND deleted_at IS NOT NULL", (record,)
            )
            if not found.rowcount:
                raise RecordNotFound(f"expected the id of a deleted record; there is none called {record!r}")

    def deleted(self: _File) -> list[Listing]:
        """The records that were deleted and can be brought back, the last one first."""
        return self._listings("ORDER BY deleted_at DESC, id", (), hidden=True)

    def purge(self: _File, after: float) -> None:
        """Remove for good what was deleted so many seconds ago or earlier. Raises StoreFailed."""
        which, before = "SELECT id FROM records WHERE deleted_at <= ?", self._clock() - after
        if not self._select(which, (before,)):
            return
        with self._writing(self._live) as db:
            for (record,) in db.execute(which, (before,)).fetchall():
                texts.drop(db, record)
                for table in _OF_RECORD:
                    db.execute(f"DELETE FROM {table} WHERE record = ?", (record,))  # noqa: S608
                db.execute("DELETE FROM records WHERE id = ?", (record,))

    def untold(self: _File) -> list[Listing]:
        """Records whose text for searching is not that of all their events."""
        return self._listings(
            "LEFT JOIN texts ON texts.record = id WHERE texts.sequence IS NOT last ORDER BY opened_at, id", ()
        )

    def tell(self: _File, told: Sequence[Told]) -> None:
        """Keep what was said in records, for searching. Raises StoreFailed."""
        with self._writing(self._live) as db:
            texts.put(db, told)

    def matching(self: _File, words: str) -> set[str]:
        """The records, deleted ones too, in whose text each of the words begins a word."""
        try:
            return texts.matching(self._select, words)
        except StoreFailed:
            return texts.matching(self._select, words, by_index=False)
