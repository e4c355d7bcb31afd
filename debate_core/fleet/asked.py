"""What somebody asked the fleet to conduct: a note in the store beside each record, until it has ended.

Knows the store's notes; not the queue. Invariant: the note is there before the queue knows of the record and goes when
it has ended or was stopped, so the queue can be lost and made again, and who looks for orphans finds only what was
asked for: never a record that was brought from elsewhere. No key is ever in it.
"""

import secrets

from pydantic import Field

from debate_core.noun import Noun
from debate_core.store import Store


class Asked(Noun):
    """One asking. `who`: whose debates wait for each other; `pace`: characters a second of simulated speech; `token`:
    tells it from a later asking for the same record; `since`: seconds since 1970, 0 until it is noted."""

    who: str = ""
    pace: float = 0.0
    token: str = Field(default_factory=lambda: secrets.token_hex(8))
    since: float = 0.0


def ask(store: Store, record: str, asked: Asked) -> None:
    """Note that a record shall be conducted."""
    store.note("asked", record, asked.model_dump_json())


def asked_for(store: Store, record: str) -> Asked | None:
    """Who asked for a record; None where nobody waits for it any more."""
    noted = store.noted("asked", record)
    return _read(noted) if noted else None


def all_asked(store: Store) -> dict[str, Asked]:
    """All that was asked for and has not ended, by record."""
    return {record: _read(noted) for record, noted in store.all_noted("asked").items()}


def forget(store: Store, record: str, asked: Asked | None = None) -> None:
    """It has ended or was stopped; `asked`: nothing is forgotten where it was asked for anew since."""
    held = asked_for(store, record)
    if held and (asked is None or asked.token == held.token):
        store.note("asked", record, "")


def _read(noted: tuple[str, float]) -> Asked:
    body, at = noted
    return Asked.model_validate_json(body).model_copy(update={"since": at})
