"""What somebody asked the fleet to conduct: a note in the store beside each record until it has ended, so that the
queue can be lost and made again."""

import secrets

from pydantic import Field

from debate_core.noun import Noun
from debate_core.store import Store


class Asked(Noun):
    """One request. `who`: whose debates wait for each other; `pace`: characters a second of simulated speech; `token`:
    tells it from a later request; `since`: seconds since 1970."""

    who: str = ""
    pace: float = 0.0
    token: str = Field(default_factory=lambda: secrets.token_hex(8))
    since: float = 0.0


def ask(store: Store, record: str, asked: Asked) -> None:
    store.note("asked", record, asked.model_dump_json())


def asked_for(store: Store, record: str) -> Asked | None:
    noted = store.noted("asked", record)
    return _read(noted) if noted else None


def all_asked(store: Store) -> dict[str, Asked]:
    return {record: _read(noted) for record, noted in store.all_noted("asked").items()}


def forget(store: Store, record: str, asked: Asked | None = None) -> None:
    """Forget a request, unless it was made again since."""
    held = asked_for(store, record)
    if held and (asked is None or asked.token == held.token):
        store.note("asked", record, "")


def _read(noted: tuple[str, float]) -> Asked:
    body, at = noted
    return Asked.model_validate_json(body).model_copy(update={"since": at})
