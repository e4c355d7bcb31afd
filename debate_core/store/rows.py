"""The store's rows as nouns: events, and what is said of a record without reading them."""

from dataclasses import dataclass
from typing import Any, NamedTuple

from debate_core.domain.errors import RecordUnreadable
from debate_core.store.events import StoredEvent, read_event, unreadable

SUMMARY = ("sequence", "version", "body", "lesson", "digest", "rests_on")
"""The columns of a summary beside its record."""


@dataclass(frozen=True, kw_only=True)
class SummaryRow:
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


@dataclass(frozen=True, kw_only=True)
class Listing:
    """One record of the store, unread. `opened_at`: seconds since 1970; `kept`: its summary's row, where asked for."""

    id: str
    opened_at: float
    last: int
    kept: SummaryRow | None = None

    def fresh(self, version: str) -> bool:
        return self.kept is not None and (self.kept.sequence, self.kept.version) == (self.last, version)


class JudgeHistoryRow(NamedTuple):
    """What one record teaches (see Kept), for the thousands that are read at once. They sort by age."""

    opened_at: float
    record: str
    lesson: str
    digest: int


def storable(value: Any) -> Any:
    if isinstance(value, str):
        joined = value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
        return joined.replace("\0", "\N{REPLACEMENT CHARACTER}")
    if isinstance(value, dict):
        return {storable(k): storable(v) for k, v in value.items()}
    if isinstance(value, list | tuple):
        return [storable(v) for v in value]
    return value


def listing_in(row: tuple[Any, ...]) -> Listing:
    name, opened_at, last, *columns = row
    summary = dict(zip(SUMMARY, columns, strict=True))
    row_kept = SummaryRow(record=name, **summary) if summary["sequence"] is not None else None
    return Listing(id=name, opened_at=opened_at, last=last, kept=row_kept)


def event_in(record: str, row: tuple[Any, ...]) -> StoredEvent:
    sequence, at, kind, body = row
    try:
        event = read_event(body)
        return StoredEvent(record=record, sequence=sequence, at=at, event=event)
    except Exception as error:  # Whatever a body of another version, or half of one, makes the nouns raise.
        raise RecordUnreadable(record, f"event {sequence} ({str(kind)[:40]}): {unreadable(error)}") from None
