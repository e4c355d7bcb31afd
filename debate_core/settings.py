"""Where the store is and how long to wait: read in one place, never keys.

Knows the environment and the user's folders; nothing of debates. Invariant: reading settings changes nothing.
"""

import os
import pathlib
from dataclasses import dataclass

import platformdirs

STORE_VARIABLE = "DEBATE_STORE"


def store_path(given: str | None = None) -> pathlib.Path:
    """The store's file: the one given, else `DEBATE_STORE`, else a file in the user's data folder."""
    chosen = given or os.environ.get(STORE_VARIABLE)
    if chosen:
        return pathlib.Path(chosen).expanduser()
    return pathlib.Path(platformdirs.user_data_dir("split-decision")) / "debates.sqlite3"


@dataclass(frozen=True, kw_only=True)
class Patience:
    """How long the engine waits, in seconds, and how often it tries.

    deadline: one call, all in all, save in a provider's batch. silence: a streaming call without a word. tries:
    attempts of one asking in one run.
    first_wait: before the second attempt, doubled each time. longest_wait: the cap on any wait, the server's too.
    first_look: between the first two looks for the end of a batch, half as much again each time, to longest_look;
    day: after so long it has none.
    """

    deadline: float = 300.0
    silence: float = 120.0
    tries: int = 4
    first_wait: float = 1.0
    longest_wait: float = 30.0
    first_look: float = 5.0
    longest_look: float = 300.0
    day: float = 26 * 3600.0
