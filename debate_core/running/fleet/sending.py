"""The runner of a store that workers share: it opens records and sends them to the queue."""

import asyncio
import atexit
import concurrent.futures
import contextlib
import threading
import time
from collections.abc import Callable, Coroutine, Mapping
from typing import Any, TypeVar

from debate_core.domain.errors import DebateError, LeaseHeld, StoreFailed
from debate_core.llm.catalogue import Access, row_of, shut
from debate_core.running.calls import Connect
from debate_core.running.fleet.attempts import Asked, all_asked, ask, asked_for, forget
from debate_core.running.fleet.database import Database
from debate_core.running.fleet.queue import put, take_out
from debate_core.running.fleet.status import Standing, headline, now_there, standing, tables, waiting_words
from debate_core.running.pace import Limit, RateLimiter
from debate_core.running.runner import STOP_SECONDS, Runner
from debate_core.store import Store
from debate_core.store.conducted import Config
from debate_core.store.events import DebateStopped
from debate_core.store.log import LEASE_SECONDS, Lease
from debate_core.store.replay import load_any

T = TypeVar("T")
LOOK_EVERY = 0.1
"""Seconds for which it is known who is conducted, and who works."""
SEND_TRIES = 20
STOPPED_BY = 2 * LEASE_SECONDS
"""Seconds in which a debate is stopped even if its worker has died."""


class _Limits(RateLimiter):
    def __init__(self, keep: Callable[[Mapping[str, Limit]], None]) -> None:
        super().__init__()
        self._keep = keep

    def limit(self, limits: Mapping[str, Limit]) -> None:
        self._keep(limits)


class Fleet(Runner):
    def __init__(self, store: Store, url: str, *, reach: Callable[[Access], Connect]) -> None:
        super().__init__(store, reach=reach)
        self.pace = _Limits(lambda limits: self._do(self._database.limit(limits)) if limits else None)
        self._database = Database(url)
        self._opened = asyncio.Lock()
        self._ready = False
        self._known: tuple[float, frozenset[str]] = (0.0, frozenset())
        self._looking = threading.Lock()

    def standing(self) -> Standing:
        return self._do(standing(self.store, self._database))

    def said(self) -> tuple[str, dict[str, list[dict[str, str]]]]:
        now = self.standing()
        return headline(now), tables(now, now_there())

    def waits(self, record: str) -> str:
        """How many stand before it, in words; empty where a worker has it or it isn't asked for."""
        if not self.conducts(record) or self.store.conducted(record):
            return ""
        return waiting_words(self.standing(), record)

    def in_batch(self, record: str) -> bool:
        return False

    def stop(self, record: str, *, wait: float = STOP_SECONDS) -> bool:
        if asked_for(self.store, record) is None:
            return False
        forget(self.store, record)
        self._known = (0.0, frozenset())
        stopping = asyncio.run_coroutine_threadsafe(self._opened_then(self._stop(record)), self._loop)
        with contextlib.suppress(concurrent.futures.TimeoutError, DebateError):
            return stopping.result(wait)
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
                records = frozenset(all_asked(self.store))
                self._known = (time.monotonic(), records)
        return record in records

    def resume(self, record: str, access: Access, **more: Any) -> None:
        """As any runner does. Raises LeaseHeld where it waits for a worker."""
        self._check_free(record)
        super().resume(record, access, **more)

    def deliberate(self, record: str, access: Access, *settings: Any, **more: Any) -> None:
        """As any runner does. Raises LeaseHeld where it waits for a worker."""
        self._check_free(record)
        super().deliberate(record, access, *settings, **more)

    def close(self) -> None:
        if self._ready:
            self._ready = False
            atexit.unregister(self.close)
            asyncio.run_coroutine_threadsafe(self._database.close(), self._loop).result()
        super().close()

    # ── inside ──

    def _check_free(self, record: str) -> None:
        if asked_for(self.store, record):
            raise LeaseHeld(f"debate {record!r} waits for a worker, or is conducted by one: watch it")

    def lacks(self, model: str, config: Config, access: Access) -> str:
        """What no living worker has. Raises ModelNotFound."""
        row = row_of(model, config.servers)
        if refusal := shut(row, access.only):
            return refusal
        working = self._do(self._database.workers())
        if not row.needs_key or not working or any(row.name in one.ready for one in working):
            return ""
        own = " (the key given here is not sent to them)" if row.key_id in access.keys else ""
        return f"No worker has a key for {row.label}: set {row.key_variable} where one runs{own}."

    def _conduct(self, record: str, config: Config, lease: Lease, access: Access) -> None:
        self.store.release(lease)
        asked = Asked(who=access.who, pace=access.pace)
        ask(self.store, record, asked)
        self._known = (0.0, frozenset())
        with contextlib.suppress(StoreFailed):  # It was asked for: a worker's sweep puts it into the queue.
            self._do(self._send(record, asked))

    async def _send(self, record: str, asked: Asked) -> None:
        for _ in range(SEND_TRIES):
            async with self._database.queue() as queries:
                if await put(queries, {record: asked}):
                    return
            await asyncio.sleep(LOOK_EVERY)

    async def _stop(self, record: str) -> bool:
        """Take it from the queue and from its worker; log the stop here if nobody else does."""
        async with self._database.queue() as queries:
            await take_out(queries, record)
        until = time.monotonic() + STOPPED_BY
        while time.monotonic() < until:
            if await asyncio.to_thread(self._stopped, record):
                return True
            await asyncio.sleep(LOOK_EVERY)
        return False

    def _stopped(self, record: str) -> bool:
        if load_any(self.store, record).progress != "open":
            return not self.store.conducted(record)
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

    def _do(self, what: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(self._opened_then(what), self._loop).result()

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
