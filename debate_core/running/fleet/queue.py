"""The queue of records to be conducted, by pgqueuer in PostgreSQL."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from datetime import timedelta
from typing import Any, NamedTuple, Protocol

import psycopg
from pgqueuer.adapters.drivers.psycopg import PsycopgDriver
from pgqueuer.adapters.persistence.queries import Queries
from pgqueuer.domain.models import Job
from pgqueuer.domain.types import JOB_STATUS, QueueEntrypoint, QueueManagerId
from pgqueuer.ports import RepositoryPort
from pgqueuer.ports.driver import NotifyCallback
from pgqueuer.ports.repository import EntrypointExecutionParameter, InsightsRepositoryPort

from debate_core.running.fleet.attempts import Asked, all_asked
from debate_core.store import Store
from debate_core.store.tables import SCHEMA

Connection = psycopg.AsyncConnection[Any]
FORMAT = 9
"""The log format this version writes, one more with each new kind or field; workers take up to their own."""
STALE = timedelta(seconds=6)
"""Without a sign of life for so long, a worker's jobs are anybody's."""
OVER = 2
"""How many times its slots a worker may have while it takes over a dead one's."""
MOST = 5000
OLD = 3.0
"""Seconds after which what was asked for has long been put into the queue."""


class Queue(RepositoryPort, InsightsRepositoryPort, Protocol):
    """The queue, wherever it is kept."""


def entrypoint(form: int = FORMAT) -> str:
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
    """Lets a worker whose slots are full take over what a dead one had."""

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


async def put(queries: Queue, asked: Mapping[str, Asked]) -> tuple[str, ...]:
    """Queue records behind those of the same person; returns those that weren't queued or running already."""
    if not asked:
        return ()
    before = Counter(who_of(job) for job in await jobs(queries, "queued"))
    priorities = []
    for one in asked.values():
        priorities.append(-before[one.who])
        before[one.who] += 1
    ids = await queries.enqueue(
        [entrypoint()] * len(asked),
        [record.encode() for record in asked],
        priorities,
        dedupe_key=list(asked),
        headers=[{"who": one.who} for one in asked.values()],
        on_conflict="skip",
    )
    return tuple(record for record, job in zip(asked, ids, strict=True) if job is not None)


async def jobs(queries: Queue, *statuses: JOB_STATUS) -> list[Job]:
    """Waiting jobs in order, then running ones; or those of these statuses alone."""
    return await queries.browse_queue(limit=MOST, statuses=list(statuses or ("queued", "picked")))


async def take_out(queries: Queue, record: str) -> None:
    if ids := [job.id for job in await jobs(queries) if record_of(job) == record]:
        await queries.mark_job_as_cancelled(ids)


def record_of(job: Job) -> str:
    return (job.payload or b"").decode()


def who_of(job: Job) -> str:
    return str((job.headers or {}).get("who", ""))


async def sweep(store: Store, queries: Queue, now: float) -> tuple[str, ...]:
    """Queue what was asked for and lies nowhere; returns the records it found. now: seconds since 1970."""
    asked = await asyncio.to_thread(all_asked, store)
    held = {record_of(job) for job in await jobs(queries)}
    lost = {
        record: one
        for record, one in asked.items()
        if record not in held
        and now - one.since > OLD
        and not await asyncio.to_thread(store.conducted, record)
    }
    return await put(queries, lost)
