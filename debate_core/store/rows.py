"""What the store says of a record without reading its events.

Holds texts that only the library understands. Invariant: a summary is no fact: it can be dropped and made again from
the events.
"""

from dataclasses import dataclass
from typing import NamedTuple


@dataclass(frozen=True, kw_only=True)
class Kept:
    """One row of the table of summaries, made by the code called `version` from the events up to `sequence`.

    body: the summary. lesson: what the record teaches of its judges, or None; digest: a number for the part of it that
    later outcomes rest on, 0 for none. rests_on: the sum of the digests before the record at the time its outcome was
    computed, or None where none was. text: what was said in it, for searching; None leaves that as it was.
    """

    record: str
    sequence: int
    version: str
    body: str
    lesson: str | None = None
    digest: int = 0
    rests_on: int | None = None
    text: str | None = None


@dataclass(frozen=True, kw_only=True)
class Listing:
    """One record of the store, before it is folded. `opened_at`: seconds since 1970; `last`: the sequence number of its
    newest event; `kept`: its summary's row, where that was asked for and there is one; `deleted_at`: since when it is
    hidden, in seconds since 1970."""

    id: str
    opened_at: float
    last: int
    kept: Kept | None = None
    deleted_at: float | None = None

    def fresh(self, version: str) -> bool:
        """Whether the row says what `version` of the code makes of all events."""
        return self.kept is not None and (self.kept.sequence, self.kept.version) == (self.last, version)


class Taught(NamedTuple):
    """What one record teaches (see Kept), for the thousands that are read at once. They sort by age."""

    opened_at: float
    record: str
    lesson: str
    digest: int
