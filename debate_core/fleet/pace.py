"""The limits of providers, held over all workers together."""

import asyncio
import contextlib
import time
from collections import defaultdict
from collections.abc import AsyncIterator

from debate_core.errors import StoreFailed
from debate_core.fleet.database import Database
from debate_core.llm.keys import Gate
from debate_core.moderator.pace import SAID_FROM, OnWait, Pace, Turn

UNLIMITED_FOR = 1.0
"""Seconds for which a provider of which no limit was known is not asked about again."""


class FleetPace(Pace):
    """Lets one worker's calls in as the limits over all workers allow, in order. For one event loop."""

    def __init__(self, database: Database, worker: str) -> None:
        super().__init__()
        self._database, self._worker = database, worker
        self._first: defaultdict[Gate, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._free_until: dict[Gate, float] = {}
        self._holding: set[asyncio.Task[None]] = set()

    @contextlib.asynccontextmanager
    async def turn(self, gate: Gate, tokens: int, on_wait: OnWait | None = None) -> AsyncIterator[Turn]:
        """Wait until one more call of so many tokens may begin; it ends with the block. Raises StoreFailed."""
        if gate.provider == "local":  # It answers in this process, whoever else works elsewhere.
            async with super().turn(gate, tokens, on_wait) as turn:
                yield turn
            return
        call = await self._enter(gate, tokens, on_wait)
        turn = Turn(at=time.monotonic(), tokens=tokens)
        try:
            yield turn
        finally:
            if call is not None:
                with contextlib.suppress(StoreFailed):
                    await asyncio.shield(self._database.ended(call, turn.tokens))

    def hold(self, gate: Gate, seconds: float) -> None:
        self._free_until.pop(gate, None)
        task = asyncio.get_running_loop().create_task(self._hold(_place(gate), seconds))
        self._holding.add(task)
        task.add_done_callback(self._holding.discard)

    async def _hold(self, place: str, seconds: float) -> None:
        with contextlib.suppress(StoreFailed):
            await self._database.hold(place, seconds)

    async def _enter(self, gate: Gate, tokens: int, on_wait: OnWait | None) -> int | None:
        if time.monotonic() < self._free_until.get(gate, 0.0):
            return None
        async with self._first[gate]:
            while (
                entry := await self._database.enter(gate.provider, self._worker, tokens, _place(gate))
            ).wait:
                if on_wait and entry.held and entry.wait > SAID_FROM:
                    await on_wait(entry.wait)
                    on_wait = None
                await asyncio.sleep(entry.wait)
            if entry.call is None:
                self._free_until[gate] = time.monotonic() + UNLIMITED_FOR
            return entry.call


def _place(gate: Gate) -> str:
    """Where a call goes, without anything of a key."""
    return f"{gate.provider} at {gate.host}" if gate.host else gate.provider
