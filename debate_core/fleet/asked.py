"""What somebody asked the fleet to conduct, and which of it takes its worker's life: notes in the store beside each
record, until it has ended.

Knows the store's notes; not the queue. Invariant: the note is there before the queue knows of the record and goes when
it has ended or was stopped, so the queue can be lost and made again, and who looks for orphans finds only what was
asked for: never a record that was brought from elsewhere. No key is ever in it.
"""

import secrets

from pydantic import Field

from debate_core.events import CallStarted, DebateResumed
from debate_core.noun import Noun
from debate_core.store import Store

TAKINGS = 3
"""Workers that a record may cost one after another at the same place, before it pauses with that cause."""
COST = (
    f"It was taken up {TAKINGS} times, and each time its worker ended without a word before another fact was there: "
    "killed, or out of memory, by this record or by one that it conducted beside it. See to that worker's log and "
    "memory, then resume it."
)


class Asked(Noun):
    """One asking. `who`: whose debates wait for each other; `pace`: characters a second of simulated speech; `token`:
    tells it from a later asking for the same record; `since`: seconds since 1970, 0 until it is noted."""

    who: str = ""
    pace: float = 0.0
    token: str = Field(default_factory=lambda: secrets.token_hex(8))
    since: float = 0.0


class Taken(Noun):
    """How often workers took a record up of whom nothing came since: no fact after that `sequence`, but that a call
    began, and no word that they had ended."""

    times: int = 0
    sequence: int = 0


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


def taken_up(store: Store, record: str) -> int:
    """Note that a worker takes a record up; returns its `Taken.times`, this one included. For who holds its lease."""
    noted = store.noted("taken", record)
    before = Taken.model_validate_json(noted[0]) if noted else Taken()
    since = store.read(record, after=before.sequence) if noted else []
    if not noted or any(not isinstance(one.event, CallStarted | DebateResumed) for one in since):
        before = Taken(sequence=store.last_sequence(record))
    return _take(store, record, before, before.times + 1)


def put_down(store: Store, record: str, *, ended: bool) -> None:
    """The worker that took it up last has `ended` it, or gives it to another: that is none of its takings."""
    if noted := store.noted("taken", record):
        before = Taken.model_validate_json(noted[0])
        _take(store, record, before, 0 if ended else before.times - 1)


def all_taken(store: Store) -> dict[str, Taken]:
    """What was taken up, by record."""
    return {record: Taken.model_validate_json(body) for record, (body, _) in store.all_noted("taken").items()}


def _take(store: Store, record: str, before: Taken, times: int) -> int:
    store.note("taken", record, before.model_copy(update={"times": times}).model_dump_json() if times else "")
    return times


def _read(noted: tuple[str, float]) -> Asked:
    body, at = noted
    return Asked.model_validate_json(body).model_copy(update={"since": at})
