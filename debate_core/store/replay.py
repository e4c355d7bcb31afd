"""A record out of the store: its events, folded as when it was live."""

from collections.abc import Callable, Sequence
from typing import TypeVar

from debate_core.domain.errors import RecordNotFound, RecordUnreadable
from debate_core.store import Store
from debate_core.store.events import ArtifactOpened, RatingsOpened, RecordOpened, StoredEvent
from debate_core.store.record import ArtifactRecord, RatingsRecord, Record
from debate_core.store.record import replay as replay

F = TypeVar("F")

ScoredRecord = Record | ArtifactRecord
AnyRecord = ScoredRecord | RatingsRecord


def replay_any(events: Sequence[StoredEvent]) -> AnyRecord:
    first = events[0].event if events else None
    if isinstance(first, RatingsOpened):
        return RatingsRecord.folded(events)
    return ArtifactRecord.folded(events) if isinstance(first, ArtifactOpened) else replay(events)


def load(store: Store, record: str, *, upto: int | None = None) -> Record:
    """The debate of that id, up to a sequence number. Raises RecordNotFound and RecordUnreadable."""
    return _folded(store, record, replay, upto)


def load_artifact(store: Store, record: str, *, upto: int | None = None) -> ArtifactRecord:
    """The review of that id, up to a sequence number. Raises RecordNotFound and RecordUnreadable."""
    return _folded(store, record, ArtifactRecord.folded, upto)


def load_ratings(store: Store, record: str) -> RatingsRecord:
    """Raises RecordNotFound, for any other record's id too, and RecordUnreadable."""
    return _folded(store, record, RatingsRecord.folded)


def load_judged(store: Store, record: str) -> ScoredRecord:
    """The record of that id, which judges score. Raises RecordNotFound, for a table too, and RecordUnreadable."""
    held = load_any(store, record)
    if isinstance(held, RatingsRecord):
        raise RecordNotFound(f"{record!r} is a table of ratings: there are no judges to ask")
    return held


def load_any(store: Store, record: str) -> AnyRecord:
    """Raises RecordNotFound and RecordUnreadable."""
    return _folded(store, record, replay_any)


def _folded(
    store: Store, record: str, fold: Callable[[Sequence[StoredEvent]], F], upto: int | None = None
) -> F:
    store.find(record)
    events = store.read(record, upto=upto)
    try:
        return fold(events)
    # Facts of another version, or half of them: whatever they make the fold raise.
    except Exception as error:
        if isinstance(error, RecordNotFound) and events and isinstance(events[0].event, RecordOpened):
            raise  # It is a record of another kind.
        raise RecordUnreadable(record, f"its events don't add up ({type(error).__name__})") from None
