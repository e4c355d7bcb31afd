"""The store that a command looks at.

Knows where the store is. Invariant: looking makes no file.
"""

import argparse

from debate_core.errors import SetUpError
from debate_core.settings import store_path
from debate_core.store import Store


def opened(options: argparse.Namespace) -> Store:
    """The store, to look at. Raises SetUpError where `--store` names none; without it one yet to be made is empty."""
    path = store_path(options.store)
    if options.store and not path.exists():
        raise SetUpError(f"--store: expected a store; there is no file {path}")
    return Store(path)
