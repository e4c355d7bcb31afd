"""The log and what is kept beside it, in a file or on a server that many machines reach."""

from debate_core.store.log import LOOK_LASTS, Store
from debate_core.store.rows import Kept, Listing, Taught, storable
from debate_core.store.sqlite import SQLiteStore
from debate_core.store.texts import Told

__all__ = [
    "LOOK_LASTS",
    "Kept",
    "Listing",
    "SQLiteStore",
    "Store",
    "Taught",
    "Told",
    "storable",
]
