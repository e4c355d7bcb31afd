"""The log and what is kept beside it: append, read from a sequence number, leases, words under way, summaries,
texts for searching."""

from debate_core.store.migrations import MIGRATIONS
from debate_core.store.rows import Kept, Listing, Taught, storable
from debate_core.store.sqlite import FOREVER, Store
from debate_core.store.texts import Told

__all__ = ["FOREVER", "MIGRATIONS", "Kept", "Listing", "Store", "Taught", "Told", "storable"]
