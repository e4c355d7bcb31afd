"""The log and what is kept beside it, in a file or on a server that many machines reach."""

from debate_core.errors import SetUpError
from debate_core.settings import on_server, without_password
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
    "open_store",
    "storable",
]


def open_store(place: str) -> Store:
    """The store in a file, or at `postgresql://…`, opened when first used. Raises SetUpError."""
    if not on_server(place):
        return SQLiteStore(place)
    try:
        from debate_core.store.postgres import PostgresStore  # noqa: PLC0415  imports the driver
    except ImportError as error:
        raise SetUpError(
            f"the store {without_password(place)} needs what is in requirements-fleet.txt: pip install -r "
            "requirements-fleet.txt"
        ) from error
    return PostgresStore(place)
