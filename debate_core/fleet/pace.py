"""The limits of providers, held over all workers together.

Knows providers by name and the fleet's tables; not what a call is for. Invariant: whoever waits here has not begun, so
no deadline runs and nothing is reserved; of one worker's calls to a provider the first that came goes on first.
"""

import asyncio
import contextlib
import time
from collections import defaultdict
from collections.abc import AsyncIterator

from debate_core.errors import StoreFailed
from debate_core.fleet.database import Database
from debate_core.llm.base import provider_of
from debate_core.moderator.pace import Pace, Turn

UNLIMITED_FOR = 1.0
"""Seconds for which a provider of which no limit was known is not asked about again."""


class FleetPace(Pace):
    """Lets one worker's calls in as fast as the limits over all workers allow. For one event loop."""

    def __init__(self, database: Database, worker: str) -> None:
        super().__init__()
        self._database, self._worker = database, worker
        self._first: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._free_until: dict[str, float] = {}
        self._holding: set[asyncio.Task[None]] = set()

    @contextlib.asynccontextmanager
    async def turn(self, model: str, tokens: int) -> AsyncIterator[Turn]:
        """Wait until one more call that may use so many tokens may begin; it ends with the block. Raises
        StoreFailed."""
        call = await self._enter(provider_of(model), tokens)
        turn = Turn(at=time.monotonic(), tokens=tokens)
        try:
            yield turn
        finally:
            if call is not None:
                with contextlib.suppress(StoreFailed):
                    await asyncio.shield(self._database.ended(call, turn.tokens))

    def hold(self, model: str, seconds: float | None) -> None:
        """Have no worker begin a call to this model's provider for so long."""
        provider = provider_of(model)
        self._free_until.pop(provider, None)
        task = asyncio.get_running_loop().create_task(self._hold(provider, seconds or 0.0))
        self._holding.add(task)
        task.add_done_callback(self._holding.discard)

    async def _hold(self, provider: str, seconds: float) -> None:
        with contextlib.suppress(StoreFailed):
            await self._database.hold(provider, seconds)

    async def _enter(self, provider: str, tokens: int) -> int | None:
        """The number that the call is counted under; None where nothing limits its provider."""
        if time.monotonic() < self._free_until.get(provider, 0.0):
            return None
        async with self._first[provider]:
            while (entry := await self._database.enter(provider, self._worker, tokens)).wait:
                await asyncio.sleep(entry.wait)
            if entry.call is None:
                self._free_until[provider] = time.monotonic() + UNLIMITED_FOR
            return entry.call
