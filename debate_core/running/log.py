"""The engine's end of the log of one record; a fact that happens once is appended once."""

import asyncio
import time
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

from debate_core.domain.errors import Paused
from debate_core.library.library import save_summary
from debate_core.store import Store
from debate_core.store.events import CallCompleted, CallStarted, Event
from debate_core.store.log import Lease
from debate_core.store.record import replay_any

KEEP_EVERY, LOOK_EVERY = 10.0, 2.0
"""Seconds between two summaries of a running debate, and two looks whether anybody reads along, in a remote store."""
T = TypeVar("T")


class Halted(Paused):
    """No new call may start: another step has paused the debate."""


class Log:
    """The record as it stands, and appending each fact once. A remote store is asked in a thread; whoever cancels
    meanwhile, its end is waited for."""

    def __init__(self, store: Store, lease: Lease) -> None:
        events = store.read(lease.record)
        self.store, self.lease = store, lease
        self.record = replay_any(events)
        self._identities = {stored.event.identity for stored in events}
        self._one = asyncio.Lock()
        self._kept_at = time.monotonic()

    async def note(self, event: Event | Callable[[], Event]) -> None:
        """Append a fact, or the one due as the record stands then, unless the log holds it."""
        await self.whole(self._note(event))

    async def ask(self, act: Callable[..., T], *values: Any) -> T:
        return await self.whole(self._aside(act, *values))

    async def _note(self, due: Event | Callable[[], Event]) -> None:
        async with self._one:
            event = due() if callable(due) else due
            if event.identity is not None and event.identity in self._identities:
                return
            await self._aside(self._append, event)
        # What an answer came to follows at once; that it was asked for is left to who looks.
        if not isinstance(event, CallStarted | CallCompleted) and self._keeps():
            await self._aside(save_summary, self.store, self.record)

    def _keeps(self) -> bool:
        now = time.monotonic()
        if self.store.remote and self.record.progress == "open" and now - self._kept_at < KEEP_EVERY:
            return False
        self._kept_at = now
        return True

    def _append(self, event: Event) -> None:
        for stored in self.store.append(self.lease.record, [event], lease=self.lease):
            if stored.sequence > self.record.sequence + 1:
                begin, end = self.record.sequence, stored.sequence - 1
                for other in self.store.read(self.lease.record, after=begin, upto=end):
                    self.record = self.record.apply(other)
            self._identities.add(stored.event.identity)
            self.record = self.record.apply(stored)

    async def _aside(self, act: Callable[..., T], *values: Any) -> T:
        return await asyncio.to_thread(act, *values) if self.store.remote else act(*values)

    async def whole(self, doing: Coroutine[Any, Any, T] | asyncio.Task[T]) -> T:
        """Do all of it: a cancellation takes effect afterwards."""
        if not self.store.remote:
            return await doing
        # A cancellation that comes while the facts are on their way to the store is remembered until it is known what
        # became of them, and given back then: else a fact could be stored of which this process knows nothing.
        task, cancelled = asyncio.ensure_future(doing), False
        while not task.done():
            try:
                await asyncio.wait([task])
            except asyncio.CancelledError:
                cancelled = True
        me = asyncio.current_task()
        if cancelled and me:
            me.cancel()
        return task.result()
