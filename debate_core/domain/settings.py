"""Where the store is and how long to wait, read in one place, never keys."""

import os
import pathlib
from dataclasses import dataclass
from urllib.parse import parse_qsl, urlencode, urlsplit

import platformdirs

STORE_VARIABLE = "DEBATE_STORE"
SERVERS = ("postgresql://", "postgres://")
"""How the address of a store on a server begins."""


def store_place(given: str | None = None) -> str:
    """The file or PostgreSQL address that is given, else `DEBATE_STORE`, else a file in the user's data folder."""
    chosen = given or os.environ.get(STORE_VARIABLE)
    if not chosen:
        return str(pathlib.Path(platformdirs.user_data_dir("split-decision")) / "debates.sqlite3")
    return chosen if on_server(chosen) else str(pathlib.Path(chosen).expanduser())


def on_server(place: str) -> bool:
    return place.startswith(SERVERS)


def without_password(place: str) -> str:
    """A store's place as it may be said. Of an address in which a password may stand anywhere, only how it begins.

    >>> without_password("postgresql://ann:secret@db.example:5432/debates?password=x&sslmode=require")
    'postgresql://ann@db.example:5432/debates?sslmode=require'
    >>> without_password("postgresql://ann:sec/ret@db.example/debates")
    'postgresql://…'
    >>> without_password("debates.sqlite")
    'debates.sqlite'
    """
    if not on_server(place):
        return place
    scheme, _, _ = place.partition("://")
    try:
        parts = urlsplit(place)
        query = [(key, value) for key, value in parse_qsl(parts.query) if not key.endswith("password")]
        _ = parts.port
    except ValueError:
        return f"{scheme}://…"
    if "@" in parts.path + parts.query + parts.fragment:
        return f"{scheme}://…"
    user, at, host = parts.netloc.rpartition("@")
    return parts._replace(
        netloc=user.partition(":")[0] + at + host, query=urlencode(query, safe="/")
    ).geturl()


@dataclass(frozen=True, kw_only=True)
class RetryPolicy:
    """How long the engine waits, in seconds, and how often it tries.

    deadline: one call in all, save in a batch. silence: a stream without a word. tries: attempts of one asking in a
    run. first_wait: before the second, then doubled. longest_wait: the cap on any wait. first_look: between looks for a
    batch's end, growing by half to longest_look; day: after so long it has none.
    """

    deadline: float = 300.0
    silence: float = 120.0
    tries: int = 4
    first_wait: float = 1.0
    longest_wait: float = 30.0
    first_look: float = 5.0
    longest_look: float = 300.0
    day: float = 26 * 3600.0
