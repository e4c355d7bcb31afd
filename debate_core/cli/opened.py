"""The store that a command looks at.

Knows where the store is. Invariant: looking makes no file.
"""

import argparse
import pathlib

from debate_core.errors import SetUpError
from debate_core.settings import on_server, store_place
from debate_core.store import Store, open_store


def opened(options: argparse.Namespace) -> Store:
    """The store, to look at. Raises SetUpError where `--store` names none; without it one yet to be made is empty."""
    place = store_place(options.store)
    if options.store and not on_server(place) and not pathlib.Path(place).exists():
        raise SetUpError(f"--store: expected a store; there is no file {place}")
    return open_store(place)
