"""A worker: a process that takes records from the queue, many at once. It can be killed at any moment; asked to leave,
it ends its calls and hands the rest over."""

import asyncio
import contextlib
import signal
import time
import uuid
from collections.abc import Callable, Set
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import psycopg
from pgqueuer.core.qm import QueueManager
from pgqueuer.domain.errors import FailingListenerError
from pgqueuer.domain.types import QueueManagerId

from debate_core.errors import StoreFailed
from debate_core.fleet.database import Database, Working
from debate_core.fleet.lines import say
from debate_core.fleet.pace import FleetPace
from debate_core.fleet.queue import FORMAT, STALE, Ears, Queue, entrypoint, queue_at, sweep
from debate_core.fleet.taking import Taker
from debate_core.llm.catalogue import Access, providers, readiness
from debate_core.moderator.calls import Connect
from debate_core.moderator.pace import Limit
from debate_core.runner import reach
from debate_core.store import Store

THREADS = 6
"""Threads for the store; with more, they wait for each other in this process."""
BEAT_EVERY, SWEEP_EVERY = 2.0, 10.0
FEWEST, MOST = 2, 60
"""Debates at once; with more, one process' loop falls behind."""


def working(name: str, slots: int, access: Access) -> Working:
    ready = [
        row.name
        for row in providers(access.servers)
        if readiness(row.name, access.keys, access.servers).ready
    ]
    return Working(id=str(uuid.uuid4()), name=name, slots=slots, form=FORMAT, ready=tuple(ready))


def serving(queries: Queue, taker: Taker, worker: str) -> QueueManager:
    manager = QueueManager(queries)
    manager.queue_manager_id = QueueManagerId(uuid.UUID(worker))
    for form in range(1, FORMAT + 1):
        manager.entrypoint(entrypoint(form), accepts_context=True)(taker.take)
    return manager


class Worker:
    """One worker of the store at a URL. `me`: its own description; `connects`: how models are reached."""

    def __init__(
        self,
        store: Store,
        url: str,
        me: Working,
        *,
        access: Access | None = None,
        connects: Callable[[Access], Connect] = reach,
    ) -> None:
        self.me, self._store, self._url = me, store, url
        self._database = Database(url)
        pace = FleetPace(self._database, me.id)
        self._taker = Taker(store, pace, self._elsewhere, access=access, connects=connects)
        self._manager: QueueManager | None = None
        self._driver: Ears | None = None
        self._leaving = asyncio.Event()
        self._seen = self._taker.in_reach_since = time.monotonic()

    @property
    def busy(self) -> int:
        return self._taker.busy

    @property
    def silent_for(self) -> float:
        """Seconds since it last gave a sign of life that arrived."""
        return time.monotonic() - self._seen

    async def run(self, limits: dict[str, Limit] | None = None) -> None:
        """Work until asked to leave, by a signal or `leave`. Raises StoreFailed where it can't begin."""
        asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(THREADS, "store"))
        await self._database.open()
        await self._database.limit(limits or {})
        for number in (signal.SIGTERM, signal.SIGINT):
            asyncio.get_running_loop().add_signal_handler(number, self.leave)
        say("works", slots=self.me.slots, form=FORMAT, ready=",".join(self.me.ready))
        beats = asyncio.create_task(self._beats())
        try:
            while not self._leaving.is_set():
                try:
                    await self._serve()
                except (psycopg.Error, OSError, FailingListenerError) as error:
                    if not self._leaving.is_set():
                        say("without the queue", error=type(error).__name__)
                    with contextlib.suppress(TimeoutError):
                        await asyncio.wait_for(self._leaving.wait(), 1.0)
        finally:
            beats.cancel()
            with contextlib.suppress(StoreFailed):
                await self._database.leave(self.me.id)
            await self._database.close()
            say("has left")

    def leave(self) -> None:
        """Take nothing more, begin no call, and end when those under way have; asked twice, at once."""
        if self._leaving.is_set():
            raise SystemExit(1)
        say("leaves", handing_over=self.busy)
        self._leaving.set()
        self._taker.leave()
        self._last_words = asyncio.ensure_future(self._taker.tell_ends())
        if self._manager:
            self._manager.shutdown.set()

    async def _serve(self) -> None:
        async with queue_at(self._url) as (queries, self._driver):
            self._manager = serving(queries, self._taker, self.me.id)
            if self._leaving.is_set():
                return
            await self._manager.run(
                dequeue_timeout=timedelta(seconds=1),
                batch_size=min(10, self.me.slots // 2),
                max_concurrent_tasks=self.me.slots,
                heartbeat_timeout=STALE,
                shutdown_on_listener_failure=True,
                log_aggregation_interval=timedelta(0),
            )

    async def _beats(self) -> None:
        swept = 0.0
        while True:
            try:
                await self._taker.tell_ends()
                await self._database.beat(self.me.model_copy(update={"busy": self.busy}))
                if self.silent_for > 2 * BEAT_EVERY:
                    self._taker.in_reach_since = time.monotonic()
                self._seen = time.monotonic()
                await self._taker.stop_unasked()
                if self._driver and self._driver.lost:
                    self._taker.hand_over()
                if time.monotonic() - swept >= SWEEP_EVERY and not self._leaving.is_set():
                    swept = time.monotonic()
                    await self._sweep()
            except Exception as error:
                # Whatever it is, the next sign may arrive; who watches is told by the silence.
                say("gives no sign of life", seconds=self.silent_for, error=type(error).__name__)
            await asyncio.sleep(BEAT_EVERY)

    async def _sweep(self) -> None:
        async with self._database.queue() as queries:
            for record in await sweep(self._store, queries, time.time()):
                say("found", record=record, cause="asked for, and nobody had it")
        await self._database.tidy()

    async def _elsewhere(self, needed: Set[str]) -> bool:
        others = await self._database.workers()
        return any(needed <= set(other.ready) for other in others if other.id != self.me.id)
