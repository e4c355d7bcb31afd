"""A worker: a process that takes records from the queue, many at once, within providers' limits."""

import asyncio
import contextlib
import json
import signal
import threading
import time
import uuid
from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Iterator, Set
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import psycopg
from pgqueuer import QueueManager
from pgqueuer.domain.errors import FailingListenerError
from pgqueuer.domain.types import QueueManagerId

from debate_core.domain.errors import SetUpError, StoreFailed
from debate_core.llm.catalogue import Access, lack_text, providers
from debate_core.llm.keys import RateGate
from debate_core.running.calls import Connect
from debate_core.running.fleet import queue
from debate_core.running.fleet.claimer import Claimer, log_event
from debate_core.running.fleet.database import GONE, Database, WorkerState
from debate_core.running.pace import SAID_FROM, Limit, OnWait, PacedTurn, RateLimiter
from debate_core.store import Store

UNLIMITED_FOR = 1.0
"""Seconds for which a provider of which no limit was known is not asked about again."""


class FleetRateLimiter(RateLimiter):
    """Lets one worker's calls in as the limits over all workers allow, in order. For one event loop."""

    def __init__(self, database: Database, worker: str) -> None:
        super().__init__()
        self._database, self._worker = database, worker
        self._first: defaultdict[RateGate, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._free_until: dict[RateGate, float] = {}
        self._holding: set[asyncio.Task[None]] = set()

    @contextlib.asynccontextmanager
    async def acquire(
        self, gate: RateGate, tokens: int, on_wait: OnWait | None = None
    ) -> AsyncIterator[PacedTurn]:
        """Wait until one more call of so many tokens may begin; it ends with the block. Raises StoreFailed."""
        if gate.provider == "local":  # It answers in this process, whoever else works elsewhere.
            async with super().acquire(gate, tokens, on_wait) as turn:
                yield turn
            return
        call = await self._enter(gate, tokens, on_wait)
        turn = PacedTurn(at=time.monotonic(), tokens=tokens)
        try:
            yield turn
        finally:
            if call is not None:
                with contextlib.suppress(StoreFailed):
                    await asyncio.shield(self._database.note_end(call, turn.tokens))

    def back_off(self, gate: RateGate, seconds: float) -> None:
        self._free_until.pop(gate, None)
        task = asyncio.get_running_loop().create_task(self._back_off(_place_name(gate), seconds))
        self._holding.add(task)
        task.add_done_callback(self._holding.discard)

    async def _back_off(self, place: str, seconds: float) -> None:
        with contextlib.suppress(StoreFailed):
            await self._database.back_off(place, seconds)

    async def _enter(self, gate: RateGate, tokens: int, on_wait: OnWait | None) -> int | None:
        if time.monotonic() < self._free_until.get(gate, 0.0):
            return None
        async with self._first[gate]:
            while (
                entry := await self._database.enter(gate.provider, self._worker, tokens, _place_name(gate))
            ).wait:
                if on_wait and entry.held and entry.wait > SAID_FROM:
                    await on_wait(entry.wait)
                    on_wait = None
                await asyncio.sleep(entry.wait)
            if entry.call is None:
                self._free_until[gate] = time.monotonic() + UNLIMITED_FOR
            return entry.call


def _place_name(gate: RateGate) -> str:
    """Where a call goes, without anything of a key."""
    return f"{gate.provider} at {gate.host}" if gate.host else gate.provider


THREADS = 6
"""Threads for the store; with more, they wait for each other in this process."""
BEAT_EVERY, SWEEP_EVERY = 2.0, 10.0


def describe_worker(name: str, slots: int, access: Access) -> WorkerState:
    ready = [row.name for row in providers(access.servers) if not lack_text(row, access)]
    return WorkerState(id=str(uuid.uuid4()), name=name, slots=slots, form=queue.FORMAT, ready=tuple(ready))


def queue_manager(queries: queue.Queue, taker: Claimer, worker: str) -> QueueManager:
    manager = QueueManager(queries)
    manager.queue_manager_id = QueueManagerId(uuid.UUID(worker))
    for form in range(1, queue.FORMAT + 1):
        manager.entrypoint(queue.entrypoint_name(form), accepts_context=True)(taker.take)
    return manager


class Worker:
    """One worker of the store at a URL. `me`: its own description; `connects`: how models are reached."""

    def __init__(
        self,
        store: Store,
        url: str,
        me: WorkerState,
        *,
        access: Access | None = None,
        connects: Callable[[Access], Connect],
    ) -> None:
        self.me, self._store, self._url = me, store, url
        self._database = Database(url)
        pace = FleetRateLimiter(self._database, me.id)
        self._taker = Claimer(store, pace, self._elsewhere, access=access, connects=connects)
        self._manager: QueueManager | None = None
        self._driver: queue.ListenConnection | None = None
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
        log_event("works", slots=self.me.slots, form=queue.FORMAT, may_ask=",".join(self.me.ready))
        beats = asyncio.create_task(self._beats())
        try:
            while not self._leaving.is_set():
                await self._serve()
        finally:
            beats.cancel()
            with contextlib.suppress(StoreFailed):
                await self._database.leave(self.me.id)
            await self._database.close()
            log_event("has left")

    def leave(self) -> None:
        """Take nothing more, begin no call, and end when those under way have; asked twice, at once."""
        if self._leaving.is_set():
            raise SystemExit(1)
        log_event("leaves", handing_over=self.busy)
        self._leaving.set()
        self._taker.leave()
        self._last_words = asyncio.ensure_future(self._taker.tell_ends())
        if self._manager:
            self._manager.shutdown.set()

    async def _serve(self) -> None:
        """Take from the queue until it is lost or this worker leaves."""
        try:
            await self._take()
        except (psycopg.Error, OSError, FailingListenerError) as error:
            if not self._leaving.is_set():
                log_event("without the queue", error=type(error).__name__)
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._leaving.wait(), 1.0)

    async def _take(self) -> None:
        async with queue.queue_at(self._url) as (queries, self._driver):
            self._manager = queue_manager(queries, self._taker, self.me.id)
            if self._leaving.is_set():
                return
            await self._manager.run(
                dequeue_timeout=timedelta(seconds=1),
                batch_size=min(10, self.me.slots // 2),
                max_concurrent_tasks=self.me.slots,
                heartbeat_timeout=queue.STALE,
                shutdown_on_listener_failure=True,
                log_aggregation_interval=timedelta(0),
            )

    async def _beats(self) -> None:
        swept = 0.0
        while True:
            try:
                await self._beat()
                if time.monotonic() - swept >= SWEEP_EVERY and not self._leaving.is_set():
                    swept = time.monotonic()
                    await self._sweep()
            except Exception as error:
                # Whatever it is, the next sign may arrive; who watches is told by the silence.
                log_event("gives no sign of life", seconds=self.silent_for, error=type(error).__name__)
            await asyncio.sleep(BEAT_EVERY)

    async def _beat(self) -> None:
        await self._taker.tell_ends()
        await self._database.beat(self.me.model_copy(update={"busy": self.busy}))
        if self.silent_for > 2 * BEAT_EVERY:
            self._taker.in_reach_since = time.monotonic()
        self._seen = time.monotonic()
        await self._taker.stop_unasked()
        if self._driver and self._driver.lost:
            self._taker.hand_over()

    async def _sweep(self) -> None:
        async with self._database.queue() as queries:
            lost = await queue.sweep(self._store, queries, time.time())
        for record in lost:
            log_event("found", record=record, cause="asked for, and nobody had it")
        await self._database.tidy()

    async def _elsewhere(self, needed: Set[str]) -> bool:
        others = await self._database.workers()
        return any(needed <= set(other.ready) for other in others if other.id != self.me.id)


LOOPBACK = "127.0.0.1"


@contextlib.contextmanager
def health_at(address: str, worker: Worker) -> Iterator[int]:
    """`GET /health` at `PORT` or `HOST:PORT`: 200 while it gives signs of life, else 503; yields the port."""

    class Answer(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            well = worker.silent_for < GONE
            state = {"well": well, "slots": worker.me.slots, "busy": worker.busy, "form": worker.me.form}
            body = json.dumps({"worker": worker.me.name, **state, "silent_for": round(worker.silent_for, 1)})
            status = 200 if well else 503
            if self.path != "/health":
                status, body = 404, "{}"
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.end_headers()
            self.wfile.write(body.encode())

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002
            """Being well is no news."""

    host, _, port = address.rpartition(":")
    try:
        server = ThreadingHTTPServer((host or LOOPBACK, int(port)), Answer)
    except (OSError, ValueError, OverflowError) as error:
        raise SetUpError(f"--health: expected a free PORT or HOST:PORT; got {address!r}") from error
    threading.Thread(target=server.serve_forever, args=(0.2,), name="health", daemon=True).start()
    try:
        yield server.server_port
    finally:
        server.shutdown()
        server.server_close()
