"""A debate out of the store: its events, folded.

Knows the store and the fold. Invariant: live and replay are the same fold.
"""

from debate_core.errors import RecordUnreadable
from debate_core.record import Record, replay
from debate_core.store import Store

__all__ = ["load", "replay"]


def load(store: Store, record: str, *, upto: int | None = None) -> Record:
    """The record of that id as the store holds it, up to a sequence number. Raises RecordNotFound, and RecordUnreadable
    where an event can't be read, or they don't add up."""
    store.find(record)
    events = store.read(record, upto=upto)
    try:
        return replay(events)
    except (
        Exception
    ) as error:  # Facts of another version, or half of them: whatever they make the fold raise.
        if not events:
            raise
        raise RecordUnreadable(record, f"its events don't add up ({type(error).__name__})") from None
