"""The runner of a store that workers share: it sends records to the queue and tells how the fleet stands."""

import asyncio
import atexit
import concurrent.futures
import contextlib
import threading
import time
from collections.abc import Callable, Coroutine, Mapping
from typing import Any, TypeVar

from pydantic import Field

from debate_core.domain.errors import DebateError, LeaseHeld, StoreFailed
from debate_core.domain.frozen import FrozenModel
from debate_core.domain.numerals import pluralise
from debate_core.llm.catalogue import Access, refusal_text, row_of
from debate_core.running.calls import Connect
from debate_core.running.fleet import queue
from debate_core.running.fleet.database import Database, WorkerState
from debate_core.running.pace import Limit
from debate_core.running.runner import STOP_SECONDS, Runner
from debate_core.store import Store
from debate_core.store.events import DebateStopped
from debate_core.store.log import LEASE_SECONDS, Lease
from debate_core.store.model_record import Config
from debate_core.store.record import load_any


class QueuePlace(FrozenModel):
    """A record in the queue: for `who`, since when, and its `worker` (None while it waits)."""

    record: str
    who: str
    since: float
    worker: str | None = None


class ProviderLimit(Limit):
    """A provider's limits over the whole fleet; `seconds` it is still left alone for."""

    provider: str
    seconds: float = Field(default=0.0, alias="held")


class FleetStatus(FrozenModel):
    """The living workers, what is conducted, and what waits in order. `lost`: asked for but in neither; `still`: what
    cost too many workers; `ends`: how earlier attempts at a record ended, in words."""

    workers: tuple[WorkerState, ...]
    running: tuple[QueuePlace, ...]
    waiting: tuple[QueuePlace, ...]
    providers: tuple[ProviderLimit, ...]
    lost: tuple[str, ...]
    still: tuple[str, ...] = ()
    ends: dict[str, str] = Field(default_factory=dict)

    @property
    def slots(self) -> int:
        return sum(one.slots for one in self.workers)


async def fleet_status(store: Store, database: Database) -> FleetStatus:
    asked, workers = queue.all_requests(store), await database.workers()
    names, tried = {one.id: one.name for one in workers}, queue.attempts(store)
    places: dict[str, QueuePlace] = {}
    async with database.queue() as queries:
        for job in await queue.jobs(queries):
            if one := asked.get(name := queue.record_id(job)):
                has = names.get(str(job.queue_manager_id), "a worker that has gone")
                worker = has if job.status == "picked" else None
                places[name] = QueuePlace(record=name, who=one.who, since=one.since, worker=worker)
    return FleetStatus(
        workers=workers,
        running=tuple(one for one in places.values() if one.worker),
        waiting=tuple(one for one in places.values() if not one.worker),
        providers=tuple(
            ProviderLimit.model_validate({"provider": name, **limit})
            for name, limit in (await database.limits()).items()
        ),
        lost=tuple(asked.keys() - places.keys()),
        still=tuple(
            name for name, outcome in tried.items() if queue.cost_text(outcome) and name not in asked
        ),
        ends={name: words for name, outcome in tried.items() if (words := queue.ends_text(outcome))},
    )


def waiting_words(now: FleetStatus, record: str) -> str:
    if any(one.record == record for one in now.running):
        return ""
    before = [one.record for one in now.waiting]
    place = before.index(record) if record in before else len(before)
    ahead = f"{pluralise(place, 'other')} before it" if place else "it is the next"
    if now.workers:
        return f"It waits for a worker: {ahead}."
    return "It waits for a worker, and none works at present. Whoever runs this store can start one."


T = TypeVar("T")
LOOK_EVERY = 0.1
"""Seconds for which it is known who is conducted, and who works."""
SEND_TRIES = 20
STOPPED_BY = 2 * LEASE_SECONDS
"""Seconds in which a debate is stopped even if its worker has died."""


class FleetRunner(Runner):
    def __init__(self, store: Store, url: str, *, reach: Callable[[Access], Connect]) -> None:
        super().__init__(store, reach=reach)
        self._database = Database(url)
        self._opened = asyncio.Lock()
        self._ready = False
        self._known: tuple[float, frozenset[str]] = (0.0, frozenset())
        self._looking = threading.Lock()

    def status(self) -> FleetStatus:
        return self._do(fleet_status(self.store, self._database))

    def limit(self, limits: Mapping[str, Limit]) -> None:
        if limits:
            self._do(self._database.limit(limits))

    def wait_text(self, record: str) -> str:
        """How many stand before it, in words; empty where a worker has it or it isn't asked for."""
        if not self.conducts(record) or self.store.is_conducted(record):
            return ""
        return waiting_words(self.status(), record)

    def in_batch(self, record: str) -> bool:
        return False

    def stop(self, record: str, *, wait: float = STOP_SECONDS) -> bool:
        if queue.request_of(self.store, record) is None:
            return False
        queue.forget_request(self.store, record)
        self._known = (0.0, frozenset())
        with contextlib.suppress(concurrent.futures.TimeoutError, DebateError):
            return self._do(self._stop(record), wait)
        return False

    def wait(self, record: str, timeout: float | None = None) -> bool:
        until = None if timeout is None else time.monotonic() + timeout
        while self.conducts(record):
            left = LOOK_EVERY if until is None else min(LOOK_EVERY, until - time.monotonic())
            if left <= 0:
                return False
            time.sleep(left)
        return True

    def conducts(self, record: str) -> bool:
        with self._looking:
            at, records = self._known
            if time.monotonic() - at > LOOK_EVERY:
                records = frozenset(queue.all_requests(self.store))
                self._known = (time.monotonic(), records)
        return record in records

    def close(self) -> None:
        if self._ready:
            self._ready = False
            atexit.unregister(self.close)
            asyncio.run_coroutine_threadsafe(self._database.close(), self._loop).result()
        super().close()

    def _check_free(self, record: str) -> None:
        if queue.request_of(self.store, record):
            raise LeaseHeld(f"debate {record!r} waits for a worker, or is conducted by one: watch it")

    def lack_text(self, model: str, config: Config, access: Access) -> str:
        """What no living worker has. Raises ModelNotFound."""
        row = row_of(model, config.servers)
        if refusal := refusal_text(row, access.only):
            return refusal
        working = self._do(self._database.workers())
        if not row.needs_key or not working or any(row.name in one.ready for one in working):
            return ""
        own = " (the key given here is not sent to them)" if row.key_id in access.keys else ""
        return f"No worker has a key for {row.label}: set {row.key_variable} where one runs{own}."

    def _conduct(self, record: str, config: Config, lease: Lease, access: Access) -> None:
        self.store.release(lease)
        asked = queue.QueueRequest(who=access.who, pace=access.pace)
        queue.add_request(self.store, record, asked)
        self._known = (0.0, frozenset())
        with contextlib.suppress(StoreFailed):  # It was asked for: a worker's sweep puts it into the queue.
            self._do(self._send(record, asked))

    async def _send(self, record: str, asked: queue.QueueRequest) -> None:
        for _ in range(SEND_TRIES):
            async with self._database.queue() as queries:
                if await queue.put(queries, {record: asked}):
                    return
            await asyncio.sleep(LOOK_EVERY)

    async def _stop(self, record: str) -> bool:
        """Take it from the queue and from its worker; log the stop here if nobody else does."""
        async with self._database.queue() as queries:
            await queue.take_out(queries, record)
        until = time.monotonic() + STOPPED_BY
        while time.monotonic() < until:
            if await asyncio.to_thread(self._stop_idle, record):
                return True
            await asyncio.sleep(LOOK_EVERY)
        return False

    def _stop_idle(self, record: str) -> bool:
        if load_any(self.store, record).progress != "open":
            return not self.store.is_conducted(record)
        try:
            lease = self.store.acquire(record)
        except LeaseHeld:
            return False
        try:
            if load_any(self.store, record).progress == "open":
                self.store.append(record, [DebateStopped()], lease=lease)
        finally:
            self.store.release(lease)
        return True

    def _do(self, what: Coroutine[Any, Any, T], wait: float | None = None) -> T:
        return asyncio.run_coroutine_threadsafe(self._opened_then(what), self._loop).result(wait)

    async def _opened_then(self, what: Coroutine[Any, Any, T]) -> T:
        try:
            async with self._opened:
                if not self._ready:
                    await self._database.open()
                    self._ready = True
                    atexit.register(self.close)
        except BaseException:
            what.close()
            raise
        return await what
