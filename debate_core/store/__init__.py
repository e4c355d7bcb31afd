"""The log and what is kept beside it, in a file or on a server that many machines reach."""

from debate_core.store.log import LOOK_LASTS, Store
from debate_core.store.shelf import JudgeHistoryRow, Listing, SearchText, SummaryRow, storable
from debate_core.store.sqlite import SQLiteStore

__all__ = [
    "LOOK_LASTS",
    "JudgeHistoryRow",
    "Listing",
    "SQLiteStore",
    "SearchText",
    "Store",
    "SummaryRow",
    "storable",
]
