"""Takes one record from the queue and conducts it to its end, hands it over, or leaves it to another worker."""

import asyncio
import contextlib
import json
import logging
import sys
import time
from collections.abc import Awaitable, Callable, Set
from dataclasses import replace
from datetime import timedelta

from pgqueuer import Job, RetryRequested
from pgqueuer.domain.models import Context

from debate_core.domain.errors import (
    LeaseHeld,
    LeaseLost,
    ModelNotFound,
    RecordNotFound,
    RecordUnreadable,
    StoreFailed,
)
from debate_core.domain.frozen import FrozenValue
from debate_core.llm.catalogue import Access, lack_text, row_of
from debate_core.running.calls import Connect
from debate_core.running.estimate import models_ahead
from debate_core.running.fleet import queue
from debate_core.running.moderator import Moderator
from debate_core.running.pace import RateLimiter
from debate_core.store import Store
from debate_core.store.events import DebatePaused, DebateResumed
from debate_core.store.log import Lease
from debate_core.store.record import AnyRecord, load_any

AGAIN = 30.0
"""Seconds before the queue's same warning is said again."""
_LOG = logging.getLogger(__name__)


def log_event(what: str, **more: object) -> None:
    _LOG.info(" ".join([what, *(f"{name}={_value_text(value)}" for name, value in more.items())]))


def _value_text(value: object) -> str:
    text = f"{value:.1f}" if isinstance(value, float) else str(value)
    return text if text.isprintable() and text and not set(text) & set(' "=') else json.dumps(text)


def to_standard_error(worker: str) -> None:
    """Log this worker's lines, and of the queue's own messages only warnings, without their details."""
    formatter = logging.Formatter(f"%(asctime)s.%(msecs)03dZ {worker} %(message)s", "%Y-%m-%dT%H:%M:%S")
    formatter.converter = time.gmtime
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(formatter)
    _LOG.addHandler(handler)
    _LOG.setLevel(logging.INFO)
    _LOG.propagate = False
    relay = _Relay()
    for name in ("pgqueuer", "psycopg"):
        theirs = logging.getLogger(name)
        theirs.addHandler(relay)
        theirs.setLevel(logging.WARNING)
        theirs.propagate = False


class _Relay(logging.Handler):
    """Passes on the queue's warnings, the same one only every `AGAIN` seconds."""

    def __init__(self) -> None:
        super().__init__()
        self._times: dict[str, float] = {}

    def emit(self, record: logging.LogRecord) -> None:
        kind, about = record.exc_info[0] if record.exc_info else None, str(record.msg).partition(":")[0][:80]
        if time.monotonic() - self._times.get(about, -AGAIN) >= AGAIN:
            self._times[about] = time.monotonic()
            log_event("queue warns", about=about, error=kind.__name__ if kind else "-")


FAULTS = 3
"""Attempts that may break off by a fault of the program before a record pauses."""
SOON, LATER = timedelta(seconds=1), timedelta(seconds=30)
WAITED = 2.0
"""Seconds without a fact that don't count as a record's own time."""
BACK = 20.0
"""Seconds of reaching the store after which other workers have noted how their attempts ended."""
Elsewhere = Callable[[Set[str]], Awaitable[bool]]
"""Whether another living worker can reach all of these providers."""


class _ClaimedRun(FrozenValue):
    moderator: Moderator
    task: "asyncio.Task[None]"


class Claimer:
    """Conducts jobs' records on one event loop. `pace`: the limits it keeps to; `elsewhere`: asked where it lacks
    something; `connects`: how models are reached."""

    def __init__(
        self,
        store: Store,
        pace: RateLimiter,
        elsewhere: Elsewhere,
        *,
        access: Access | None = None,
        connects: Callable[[Access], Connect],
    ) -> None:
        self._store, self._pace, self._elsewhere = store, pace, elsewhere
        self._access, self._connects = access or Access(), connects
        self._leaving = False
        self._under_way: dict[str, _ClaimedRun] = {}
        self._ends: dict[str, queue.End | None] = {}  # Of attempts that the store knows to be under way.
        self.in_reach_since = float("-inf")  # By the clock that only goes on: the store was never away since.

    @property
    def busy(self) -> int:
        return len(self._under_way)

    def leave(self) -> None:
        """Begin no call any more, also not of records taken later."""
        self._leaving = True
        self._ends = {token: end or "left" for token, end in self._ends.items()}
        self.hand_over()

    def hand_over(self) -> None:
        """Begin no call any more of what is under way, and put the records back into the queue."""
        for run in self._under_way.values():
            run.moderator.hand_over()

    async def tell_ends(self) -> None:
        with contextlib.suppress(StoreFailed):
            for token, end in [(token, end) for token, end in self._ends.items() if end]:
                await asyncio.to_thread(queue.end_attempt, self._store, token, end)
                if self._ends.get(token) == end:
                    del self._ends[token]

    async def stop_unasked(self) -> None:
        """Stop what nobody waits for any more, in case the notice was lost. Raises StoreFailed."""
        if self._under_way:
            asked = await asyncio.to_thread(queue.all_requests, self._store)
            for record in self._under_way.keys() - asked.keys():
                self._under_way[record].task.cancel()

    async def take(self, job: Job, context: Context) -> None:
        """Conduct a job's record. Raises RetryRequested where that is for later, or for another."""
        record = queue.record_id(job)
        waited = (job.updated - job.created).total_seconds()
        log_event("takes", record=record, who=queue.who_of(job), attempt=job.attempts + 1, waited=waited)
        try:
            await self._take(record, context)
        except LeaseHeld:
            raise _retry(record, "another conducts it", SOON) from None
        except StoreFailed:
            raise _retry(record, "the store failed", SOON) from None
        except RecordUnreadable:  # A newer worker has written what this one doesn't know.
            raise _retry(record, "not to be read by this version", LATER) from None
        except RecordNotFound:
            await asyncio.to_thread(queue.forget_request, self._store, record)
            log_event("gone", record=record)
        except LeaseLost:
            log_event("lost", record=record, cause="another conducts it now")
        except RetryRequested:
            raise
        except Exception as error:  # Said by its type: its text may hold anything.
            if job.attempts + 1 < FAULTS:
                raise _retry(record, f"a fault of the program: {type(error).__name__}", SOON) from None
            await self._pause(record, f"it broke off by a fault of the program ({type(error).__name__})")

    async def _take(self, record: str, context: Context) -> None:
        asked = await asyncio.to_thread(queue.request_of, self._store, record)
        if asked is None:
            log_event("nobody waits", record=record)
            return
        await self.tell_ends()
        lease = await asyncio.to_thread(self._store.acquire, record)
        try:
            before = (await asyncio.to_thread(queue.attempts, self._store)).get(record, [])
            if any(one.end is None for one in before):
                log_event("takes over", record=record, cause="the attempt before ended without a word")
            earlier = await asyncio.to_thread(queue.begin_attempt, self._store, record, lease.token)
            self._ends[lease.token] = "left" if self._leaving else None
            if earlier:
                log_event("earlier attempts", record=record, ended=queue.ends_text(earlier))
            if (cost := queue.cost_text(earlier)) and time.monotonic() - self.in_reach_since < BACK:
                raise _retry(record, "one of its workers may yet say how that ended", LATER)
            if cost:
                log_event("pauses", record=record, cause=cost)
                await asyncio.to_thread(self._store.append, record, [DebatePaused(cause=cost)], lease=lease)
            else:
                await self._go_on(record, lease, asked, context)
                self._ends |= {one.token: "in order" for one in earlier}
        finally:
            self._ends[lease.token] = "in order"
            await self.tell_ends()
            if lease.token in self._ends:
                self._ends[lease.token] = "away"
                log_event("breaks off", record=record, cause=queue.END_WORDS["away"])
            await asyncio.to_thread(self._store.release, lease)
        await asyncio.to_thread(queue.forget_request, self._store, record, asked)

    async def _go_on(self, name: str, lease: Lease, asked: queue.QueueRequest, context: Context) -> None:
        record = await asyncio.to_thread(load_any, self._store, name)
        lacks = self._lacking(record) if record.progress == "open" else {}
        if lacks and await self._elsewhere(lacks.keys()):
            raise _retry(name, "another worker has the key", SOON)
        if lacks:
            cause = DebatePaused(cause=" ".join(dict.fromkeys(lacks.values())))
            await asyncio.to_thread(self._store.append, name, [cause], lease=lease)
        elif record.progress == "open":
            if time.time() - record.last_at > WAITED:
                await asyncio.to_thread(self._store.append, name, [DebateResumed()], lease=lease)
            await self._conduct(record, lease, asked, context)

    async def _conduct(
        self, record: AnyRecord, lease: Lease, asked: queue.QueueRequest, context: Context
    ) -> None:
        models = self._connects(replace(self._access, servers=record.config.servers, pace=asked.pace))
        moderator = await asyncio.to_thread(lambda: Moderator(self._store, lease, models, pace=self._pace))
        task = asyncio.create_task(moderator.conduct())
        self._under_way[record.id] = _ClaimedRun(moderator=moderator, task=task)
        if self._leaving:
            moderator.hand_over()
        try:
            # The scope would cancel whatever is awaited in it again and again: the debate is stopped once, outside.
            with context.cancellation:
                await asyncio.wait({task})
            if not task.done():
                task.cancel()
                await asyncio.wait({task})
        finally:
            del self._under_way[record.id]
        if task.cancelled():
            log_event("stopped", record=record.id)
            return
        task.result()
        if moderator.handed_over:
            raise _retry(record.id, "handed over", timedelta(0))
        progress, spent = moderator.record.progress, moderator.record.spent
        log_event("ended", record=record.id, progress=progress, calls=spent.calls, seconds=spent.seconds)

    def _lacking(self, record: AnyRecord) -> dict[str, str]:
        lacks: dict[str, str] = {}
        for model in models_ahead(record):
            try:
                row = row_of(model, record.config.servers)
                lacks[row.name] = lack_text(row, self._access)
            except ModelNotFound as error:
                lacks[model] = str(error)
        return {name: missing for name, missing in lacks.items() if missing}

    async def _pause(self, record: str, cause: str) -> None:
        """Pause a record with the cause in its log. Raises RetryRequested where that can't be written."""

        def note() -> None:
            lease = self._store.acquire(record)
            try:
                self._store.append(record, [DebatePaused(cause=cause)], lease=lease)
            finally:
                self._store.release(lease)
            queue.forget_request(self._store, record)

        log_event("pauses", record=record, cause=cause)
        try:
            await asyncio.to_thread(note)
        except (LeaseHeld, LeaseLost, StoreFailed):
            raise _retry(record, "the store failed", LATER) from None


def _retry(record: str, why: str, delay: timedelta) -> RetryRequested:
    log_event("back into the queue", record=record, cause=why)
    return RetryRequested(delay=delay, reason=why)
