"""The fleet's notes in the store: what somebody asked it to conduct, and workers' attempts at that."""

import secrets
from collections import Counter
from typing import Literal

from pydantic import Field

from debate_core.domain.noun import FrozenModel
from debate_core.domain.numerals import pluralise
from debate_core.store import Store
from debate_core.store.events import CallStarted, DebateResumed


class Asked(FrozenModel):
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


MOST_DEATHS = 3
"""Workers that may die at the same place of a record before it pauses."""
End = Literal["died", "away", "left", "in order"]
END_WORDS: dict[End, str] = {
    "died": "its worker ended without a word, killed or out of memory",
    "away": "interrupted: the database was away",
    "left": "interrupted: its worker was asked to leave",
}


class Attempt(FrozenModel):
    """An attempt under the lease `token`, begun after `sequence`; `end`: None if in order."""

    record: str
    token: str
    sequence: int
    up_since: float
    end: End | None = None


def begin(store: Store, record: str, token: str) -> list[Attempt]:
    """Note an attempt; returns those since the last fact other than the beginning of a call, each with its end."""
    before, up = attempts(store).get(record, []), store.up_since()
    since = store.read(record, after=min(one.sequence for one in before)) if before else []
    facts = [one.sequence for one in since if not isinstance(one.event, CallStarted | DebateResumed)]
    for one in before:
        how: End = one.end or ("died" if one.up_since == up else "away")
        end(store, one.token, "in order" if one.sequence < max(facts, default=0) else how)
    earlier = attempts(store).get(record, [])
    mine = Attempt(record=record, token=token, sequence=store.last_sequence(record), up_since=up)
    store.note("taking", token, mine.model_dump_json())
    return earlier


def end(store: Store, token: str, how: End) -> None:
    if noted := store.noted("taking", token):
        mine = Attempt.model_validate_json(noted[0]).model_copy(update={"end": how})
        store.note("taking", token, "" if how == "in order" else mine.model_dump_json())


def attempts(store: Store) -> dict[str, list[Attempt]]:
    by_record: dict[str, list[Attempt]] = {}
    for body, _ in store.all_noted("taking").values():
        one = Attempt.model_validate_json(body)
        by_record.setdefault(one.record, []).append(one)
    return by_record


def ends_text(attempts: list[Attempt]) -> str:
    ends = Counter(one.end for one in attempts if one.end)
    return "; ".join(
        f"{words} ({pluralise(ends[end], 'time')})" for end, words in END_WORDS.items() if ends[end]
    )


def cost_text(attempts: list[Attempt]) -> str:
    """Why a record stands still after these; empty where too few workers died."""
    if sum(one.end == "died" for one in attempts) < MOST_DEATHS:
        return ""
    return (
        f"It cost {MOST_DEATHS} workers one after another at the same place, by itself or by what they conducted "
        f"beside it. Attempts there: {ends_text(attempts)}. See to those workers' logs and memory, then resume it."
    )
