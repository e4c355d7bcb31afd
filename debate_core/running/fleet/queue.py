"""The queue of records to be conducted, by pgqueuer in PostgreSQL, with notes in the store beside it."""

import asyncio
import secrets
from collections import Counter
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from datetime import timedelta
from typing import Any, Literal, NamedTuple, Protocol

import psycopg
from pgqueuer import Job, PsycopgDriver, Queries
from pgqueuer.domain.types import JOB_STATUS, QueueEntrypoint, QueueManagerId
from pgqueuer.ports import RepositoryPort
from pgqueuer.ports.driver import NotifyCallback
from pgqueuer.ports.repository import EntrypointExecutionParameter, InsightsRepositoryPort
from pydantic import Field

from debate_core.domain.frozen import FrozenModel
from debate_core.domain.numerals import pluralise
from debate_core.domain.wording import group
from debate_core.store import Store
from debate_core.store.events import CallStarted, DebateResumed
from debate_core.store.tables import SCHEMA


class QueueRequest(FrozenModel):
    """One request. `who`: whose debates wait for each other; `pace`: characters a second of simulated speech; `token`:
    tells it from a later request; `since`: seconds since 1970."""

    who: str = ""
    pace: float = 0.0
    token: str = Field(default_factory=lambda: secrets.token_hex(8))
    since: float = 0.0


def add_request(store: Store, record: str, asked: QueueRequest) -> None:
    store.note("asked", record, asked.model_dump_json())


def request_of(store: Store, record: str) -> QueueRequest | None:
    noted = store.read_note("asked", record)
    return _read(noted) if noted else None


def all_requests(store: Store) -> dict[str, QueueRequest]:
    return {record: _read(noted) for record, noted in store.read_notes("asked").items()}


def forget_request(store: Store, record: str, asked: QueueRequest | None = None) -> None:
    """Forget a request, unless it was made again since."""
    request = request_of(store, record)
    if request and (asked is None or asked.token == request.token):
        store.note("asked", record, "")


def _read(noted: tuple[str, float]) -> QueueRequest:
    body, at = noted
    return QueueRequest.model_validate_json(body).model_copy(update={"since": at})


MAX_DEATHS = 3
"""Workers that may die at the same place of a record before it pauses."""
End = Literal["died", "away", "left", "in order"]
END_WORDS: dict[End, str] = {
    "died": "its worker ended without a word, killed or out of memory",
    "away": "interrupted: the database was away",
    "left": "interrupted: its worker was asked to leave",
}


class Attempt(FrozenModel):
    """An attempt under the lease `token`, begun after `sequence`; `end`: None yet; `passed`: the record went on."""

    record: str
    token: str
    sequence: int
    up_since: float
    end: End | None = None
    passed: bool = False


def begin_attempt(store: Store, record: str, token: str) -> list[Attempt]:
    """Note an attempt; returns the earlier ones, each with its end. Any fact is progress, except that a call begins."""
    before, up = attempts(store).get(record, []), store.up_since()
    since = store.read(record, after=min(one.sequence for one in before)) if before else []
    facts = [one.sequence for one in since if not isinstance(one.event, CallStarted | DebateResumed)]
    for one in before:
        how: End = one.end or ("died" if one.up_since == up else "away")
        end_attempt(store, one.token, how, passed=one.sequence < max(facts, default=0))
    earlier = attempts(store).get(record, [])
    mine = Attempt(record=record, token=token, sequence=store.last_sequence(record), up_since=up)
    store.note("taking", token, mine.model_dump_json())
    return earlier


def end_attempt(store: Store, token: str, how: End, *, passed: bool = False) -> None:
    if noted := store.read_note("taking", token):
        mine = Attempt.model_validate_json(noted[0]).model_copy(update={"end": how, "passed": passed})
        store.note("taking", token, "" if how == "in order" else mine.model_dump_json())


def attempts(store: Store) -> dict[str, list[Attempt]]:
    every = (Attempt.model_validate_json(body) for body, _ in store.read_notes("taking").values())
    return group((one.record, one) for one in every)


def ends_text(attempts: list[Attempt]) -> str:
    ends = Counter(one.end for one in attempts if one.end)
    return "; ".join(
        f"{words} ({pluralise(ends[end], 'time')})" for end, words in END_WORDS.items() if ends[end]
    )


def cost_text(attempts: list[Attempt]) -> str:
    """Why a record stands still after these; empty where too few workers died at the same place."""
    there = [one for one in attempts if not one.passed]
    if sum(one.end == "died" for one in there) < MAX_DEATHS:
        return ""
    return (
        f"It cost {MAX_DEATHS} workers one after another at the same place, by itself or by what they conducted "
        f"beside it. Attempts there: {ends_text(there)}. See to those workers' logs and memory, then resume it."
    )


Connection = psycopg.AsyncConnection[Any]
FORMAT = 15
"""The log format this version writes, one more with each new kind or field; workers take up to their own."""
STALE = timedelta(seconds=6)
"""Without a sign of life for so long, a worker's jobs are anybody's."""
OVER = 2
"""How many times its slots a worker may have while it takes over a dead one's."""
MAX_SWEEP = 5000
OLD = 3.0
"""Seconds after which what was asked for has long been put into the queue."""


class Queue(RepositoryPort, InsightsRepositoryPort, Protocol):
    """The queue, wherever it is kept."""


def entrypoint_name(form: int = FORMAT) -> str:
    return f"debate.{form}"


class ListenConnection(PsycopgDriver):
    """Listens on its own connection, since waiting for news blocks it for a second at a time."""

    def __init__(self, asking: Connection, listening: Connection) -> None:
        super().__init__(asking)
        self._connections = (asking, listening)
        self._ear = PsycopgDriver(listening)
        self._listens = asyncio.Event()

    async def add_listener(self, channel: str, callback: NotifyCallback) -> None:
        await self._ear.add_listener(channel, callback)
        self._listens.set()

    async def notify(self, channel: str, payload: str) -> None:
        await self._listens.wait()  # Who asks whether it hears itself must not be told before it listens.
        await super().notify(channel, payload)

    async def remove_listener(self, channel: str, callback: NotifyCallback) -> None:
        await self._ear.remove_listener(channel, callback)

    @property
    def lost(self) -> bool:
        return any(connection.closed for connection in self._connections)

    async def __aexit__(self, *_: object) -> None:
        await super().__aexit__(*_)
        await self._ear.__aexit__(*_)


class _Queries(Queries):
    """Lets a worker whose slots are full take over what a dead one had, by a method of pgqueuer's published port."""

    async def dequeue(
        self,
        batch_size: int,
        entrypoints: dict[QueueEntrypoint, EntrypointExecutionParameter],
        queue_manager_id: QueueManagerId,
        global_concurrency_limit: int | None,
        heartbeat_timeout: timedelta,
    ) -> list[Job]:
        async def take(limit: int | None) -> list[Job]:
            return await super(_Queries, self).dequeue(
                batch_size, entrypoints, queue_manager_id, limit, heartbeat_timeout
            )

        taken = await take(global_concurrency_limit)
        if taken or global_concurrency_limit is None:
            return taken
        # The newest beat tells the database's time: this worker's own are among them, as its slots are full.
        beats = [job.heartbeat for job in await jobs(self, "picked") if job.entrypoint in entrypoints]
        overdue = len(beats) > 1 and max(beats) - min(beats) > heartbeat_timeout
        return await take(OVER * global_concurrency_limit) if overdue else []


class Served(NamedTuple):
    queries: Queries
    driver: ListenConnection


@asynccontextmanager
async def queue_at(url: str) -> AsyncIterator[Served]:
    async with (
        await psycopg.AsyncConnection.connect(url, autocommit=True) as asking,
        await psycopg.AsyncConnection.connect(url, autocommit=True) as listening,
    ):
        await in_schema(asking)
        driver = ListenConnection(asking, listening)
        yield Served(_Queries(driver), driver)


async def in_schema(connection: Connection) -> None:
    await connection.execute(f"SET search_path TO {SCHEMA}".encode())


async def put(queries: Queue, asked: Mapping[str, QueueRequest]) -> tuple[str, ...]:
    """Queue records behind those of the same person; returns those that weren't queued or running already."""
    if not asked:
        return ()
    before = Counter(who_of(job) for job in await jobs(queries, "queued"))
    priorities = []
    for one in asked.values():
        priorities.append(-before[one.who])
        before[one.who] += 1
    ids = await queries.enqueue(
        [entrypoint_name()] * len(asked),
        [record.encode() for record in asked],
        priorities,
        dedupe_key=list(asked),
        headers=[{"who": one.who} for one in asked.values()],
        on_conflict="skip",
    )
    return tuple(record for record, job in zip(asked, ids, strict=True) if job is not None)


async def jobs(queries: Queue, *statuses: JOB_STATUS) -> list[Job]:
    """Waiting jobs in order, then running ones; or those of these statuses alone."""
    return await queries.browse_queue(limit=MAX_SWEEP, statuses=list(statuses or ("queued", "picked")))


async def take_out(queries: Queue, record: str) -> None:
    if ids := [job.id for job in await jobs(queries) if record_id(job) == record]:
        await queries.mark_job_as_cancelled(ids)


def record_id(job: Job) -> str:
    return (job.payload or b"").decode()


def who_of(job: Job) -> str:
    return str((job.headers or {}).get("who", ""))


async def sweep(store: Store, queries: Queue, now: float) -> tuple[str, ...]:
    """Queue what was asked for and lies nowhere; returns the records it found. now: seconds since 1970."""
    asked = await asyncio.to_thread(all_requests, store)
    queued = {record_id(job) for job in await jobs(queries)}
    lost = {
        record: one
        for record, one in asked.items()
        if record not in queued
        and now - one.since > OLD
        and not await asyncio.to_thread(store.is_conducted, record)
    }
    return await put(queries, lost)
