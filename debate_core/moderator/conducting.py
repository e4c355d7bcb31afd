"""Conducting one debate: walks the graph, and from any log gives the missing events and no others."""

import asyncio
import contextlib
from collections.abc import Callable

from debate_core.asks import graph
from debate_core.asks.ask import Step
from debate_core.errors import BudgetReached, LeaseLost, Paused, StoreFailed
from debate_core.events import DebateFinished, DebatePaused, DebateStopped
from debate_core.lease import LEASE_SECONDS, Lease
from debate_core.moderator.calls import Caller, Connect
from debate_core.moderator.log import Halted, Log
from debate_core.moderator.pace import Pace
from debate_core.moderator.settling import Desk
from debate_core.prompts.fence import new_mark
from debate_core.replay import Held
from debate_core.settings import Patience
from debate_core.store import Store


class Moderator:
    """Conducts one debate under a lease.

    connect: model name and what is asked -> Model. pace: the limits it keeps to together with others. nonce: the
    fence's random mark.
    """

    def __init__(
        self,
        store: Store,
        lease: Lease,
        connect: Connect,
        *,
        patience: Patience | None = None,
        pace: Pace | None = None,
        nonce: Callable[[], str] = new_mark,
    ) -> None:
        self._log = Log(store, lease)
        self._caller = Caller(self._log, connect, patience=patience, pace=pace)
        self._desk = Desk(self._log, self._caller, nonce)
        self.handed_over = False

    @property
    def record(self) -> Held:
        return self._log.record

    def hand_over(self) -> None:
        """Begin no call any more; `conduct` ends with those under way, for another to go on."""
        self._caller.halted = True

    @property
    def waits(self) -> bool:
        return self._caller.batches.waits

    async def conduct(self) -> None:
        """Walk the graph to its end, or to a pause. Raises LeaseLost and StoreFailed; a cancelled task is a stop."""
        log = self._log
        heart = asyncio.create_task(self._hold(asyncio.current_task()))
        # A lease that was lost is said by the fact that could not be noted.
        heart.add_done_callback(lambda ended: ended.cancelled() or ended.exception())
        try:
            await log.ask(log.store.clear_words, log.lease.record)
            await self._walk()
        except asyncio.CancelledError:
            if heart.done() and not heart.cancelled() and (error := heart.exception()):
                raise error from None
            await log.note(DebateStopped())
            raise
        except Halted:  # No pause is before it: nothing but `hand_over` has ended the calls.
            self.handed_over = True
        except Paused as pause:
            await log.note(DebatePaused(cause=str(pause), by_budget=isinstance(pause, BudgetReached)))
        else:
            await log.note(DebateFinished())
        finally:
            heart.cancel()
            with contextlib.suppress(StoreFailed):
                await log.ask(self._let_go)

    def _let_go(self) -> None:
        store, lease = self._log.store, self._log.lease
        store.clear_words(lease.record)
        store.release(lease)

    async def _hold(self, conducting: "asyncio.Task[None] | None") -> None:
        while True:
            await asyncio.sleep(LEASE_SECONDS / 3)
            try:
                await self._log.ask(self._log.store.renew, self._log.lease)
            except LeaseLost:
                if conducting is not None:
                    conducting.cancel()
                raise
            except StoreFailed:
                continue  # The next fact will say so, or the store will be well again.

    async def _walk(self) -> None:
        """Every step as a task that waits for its needs; the first pause starts no further call."""
        tasks: dict[str, asyncio.Task[None]] = {}
        for step in graph(self._log.record.planned):
            needs = [tasks[name] for name in step.needs]
            tasks[step.name] = asyncio.create_task(self._take(step, needs))
        try:
            results = await asyncio.gather(*tasks.values(), return_exceptions=True)
        except asyncio.CancelledError:
            for task in tasks.values():
                task.cancel()
            await asyncio.gather(*tasks.values(), return_exceptions=True)
            raise
        errors = [result for result in results if isinstance(result, BaseException)]
        for error in sorted(errors, key=lambda e: (isinstance(e, Paused), isinstance(e, Halted))):
            raise error

    async def _take(self, step: Step, needs: list["asyncio.Task[None]"]) -> None:
        await asyncio.gather(*needs)
        try:
            await self._desk.settle(step)
        except BaseException:
            self._caller.halted = True
            raise
