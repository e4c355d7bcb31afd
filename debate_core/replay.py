"""A debate out of the store: its events, folded.

Knows the store and the fold. Invariant: live and replay are the same fold.
"""

from debate_core.record import Record, replay
from debate_core.store import Store

__all__ = ["load", "replay"]


def load(store: Store, record: str, *, upto: int | None = None) -> Record:
    """The record of that id as the store holds it, up to a sequence number. Raises RecordNotFound."""
    store.find(record)
    return replay(store.read(record, upto=upto))
