"""The limits of providers: calls at once, requests and tokens a minute, for all that one runner conducts."""

import asyncio
import contextlib
import time
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from dataclasses import dataclass

from pydantic import Field

from debate_core.domain.frozen import FrozenModel
from debate_core.llm.keys import RateGate

MINUTE = 60.0
SAID_FROM = 0.05
"""Seconds of a wait that are worth saying."""
OnWait = Callable[[float], Awaitable[None]]
"""Told once for how many seconds an endpoint asked to be left alone."""


class Limit(FrozenModel):
    """What one provider takes: `calls` at once; `requests` and `tokens`, input and output together, a minute."""

    calls: int | None = Field(default=None, ge=1)
    requests: int | None = Field(default=None, ge=1)
    tokens: int | None = Field(default=None, ge=1)


@dataclass(kw_only=True)
class PacedTurn:
    at: float
    tokens: int

    def count(self, tokens: int | None) -> None:
        self.tokens = self.tokens if tokens is None else tokens


class RateLimiter:
    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._limits = {"local": Limit(calls=1)}  # One process answers, one call at a time.
        self._gates: dict[RateGate, _Gate] = {}

    def limit(self, limits: Mapping[str, Limit]) -> None:
        self._limits.update(limits)
        for gate, own_gate in self._gates.items():
            own_gate.limit = self._limits.get(gate.provider, own_gate.limit)

    @contextlib.asynccontextmanager
    async def acquire(
        self, gate: RateGate, tokens: int, on_wait: OnWait | None = None
    ) -> AsyncIterator[PacedTurn]:
        own_gate = self._gate(gate)
        turn = await own_gate.enter(tokens, on_wait)
        try:
            yield turn
        finally:
            own_gate.leave()

    def back_off(self, gate: RateGate, seconds: float) -> None:
        own_gate = self._gate(gate)
        own_gate.held_until = max(own_gate.held_until, self._clock() + seconds)

    def _gate(self, gate: RateGate) -> "_Gate":
        return self._gates.setdefault(gate, _Gate(self._clock, self._limits.get(gate.provider, Limit())))


class _Gate:
    def __init__(self, clock: Callable[[], float], limit: Limit) -> None:
        self.limit = limit
        self.held_until = 0.0
        self._clock = clock
        self._under_way = 0
        self._begun: deque[PacedTurn] = deque()
        self._next = asyncio.Lock()
        self._changed = asyncio.Event()

    async def enter(self, tokens: int, on_wait: OnWait | None) -> PacedTurn:
        if on_wait and (pause := self.held_until - self._clock()) > SAID_FROM:
            await on_wait(pause)
        async with self._next:
            while wait := self._wait(tokens):
                self._changed.clear()
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(wait):
                        await self._changed.wait()
            turn = PacedTurn(at=self._clock(), tokens=tokens)
            if self.limit.requests or self.limit.tokens:
                self._begun.append(turn)
            self._under_way += 1
        return turn

    def leave(self) -> None:
        self._under_way -= 1
        self._changed.set()

    def _wait(self, tokens: int) -> float:
        """Seconds until it is worth looking again; 0 where the call may begin."""
        now, limit = self._clock(), self.limit
        while self._begun and self._begun[0].at <= now - MINUTE:
            self._begun.popleft()
        if self.held_until > now:
            return self.held_until - now
        if limit.calls and self._under_way >= limit.calls:
            return MINUTE  # At most: the first call that ends wakes who waits (`leave`).
        used = sum(turn.tokens for turn in self._begun)
        full = limit.requests and len(self._begun) >= limit.requests
        # A call that may use more than a whole minute's begins when it has the minute to itself.
        over = limit.tokens and self._begun and used + tokens > limit.tokens
        return self._begun[0].at + MINUTE - now if full or over else 0.0
