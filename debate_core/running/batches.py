"""A record's calls that wait in a provider's batches: sent together, and collected by a later process where need be."""

import asyncio
import contextlib
import hashlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from debate_core.domain.config import MAX_JUDGES
from debate_core.domain.errors import Paused
from debate_core.domain.model import BatchModel, Completion, Line, Request
from debate_core.domain.settings import RetryPolicy
from debate_core.llm.errors import NEEDS_A_PERSON, TRY_AGAIN, ModelError
from debate_core.running.log import Halted, Log
from debate_core.store.call import ModelCall
from debate_core.store.events import CallBatched, CallId

SENDING = 1.5


def entry_of(record: str, call: CallId, attempt: int) -> str:
    """An attempt's name within a batch: unique, and telling nothing."""
    return hashlib.sha256(f"{record}/{call}/{attempt}".encode()).hexdigest()[:32]


def looks(patience: RetryPolicy) -> Iterator[float]:
    pause, waited = patience.first_look, 0.0
    while waited <= patience.day:
        yield pause
        waited += pause
        pause = min(1.5 * pause, patience.longest_look)


@dataclass
class _Batch:
    """A batch about to be sent: its requests by entry, their calls, and the task that sends it."""

    requests: dict[str, Request] = field(default_factory=dict)
    calls: list[ModelCall] = field(default_factory=list)
    task: "asyncio.Task[str] | None" = None


class Batches:
    def __init__(self, log: Log, patience: RetryPolicy, halted: Callable[[], bool]) -> None:
        self._log, self._patience, self._halted = log, patience, halted
        self._filling: dict[str, _Batch] = {}
        self._ends: dict[str, asyncio.Task[Mapping[str, Line]]] = {}

    @property
    def waits(self) -> bool:
        return any(not end.done() for end in self._ends.values())

    async def answer(self, model: BatchModel, call: ModelCall, request: Request) -> Completion:
        """The answer to a call that has started, from its batch or a new one. Raises ModelError for what failed for
        good; Paused where it still waits."""
        batch = call.batch or await self._sent(model, call, request)
        if batch not in self._ends:
            looking = self._end(model, batch, MAX_JUDGES * request.most)
            self._ends[batch] = asyncio.create_task(looking)
        lines = await self._ends[batch]
        return model.read(lines.get(call.entry), request)

    async def _sent(self, model: BatchModel, call: ModelCall, request: Request) -> str:
        batch = self._filling.setdefault(request.model, _Batch())
        batch.requests[call.entry] = request
        batch.calls.append(call)
        if batch.task is None:
            batch.task = asyncio.create_task(self._send(model, request.model, batch))
        try:
            return await asyncio.shield(batch.task)
        except asyncio.CancelledError:
            # What is on its way is bought: its id is worth a moment.
            with contextlib.suppress(Exception):
                await asyncio.wait_for(asyncio.shield(batch.task), SENDING)
            raise

    async def _send(self, model: BatchModel, name: str, batch: _Batch) -> str:
        await asyncio.sleep(0)
        del self._filling[name]
        sent = await model.submit(batch.requests)
        for call in batch.calls:
            await self._log.note(CallBatched(call=call.id, attempt=call.attempts, batch=sent))
        return sent

    async def _end(self, model: BatchModel, batch: str, tokens: int) -> Mapping[str, Line]:
        """What came of a batch, once it has ended; one refused as a whole has used nothing."""
        for pause in looks(self._patience):
            try:
                lines = await model.collect(batch, tokens)
            except ModelError as failure:
                if failure.usage.total == 0:
                    raise
                if failure.kind in NEEDS_A_PERSON:
                    raise Paused(
                        f"an answer that waits in a batch could not be collected: {failure}"
                    ) from failure
                if failure.kind not in TRY_AGAIN:
                    raise
                lines = None
            if lines is not None:
                return lines
            if self._halted():
                raise Halted("the debate is paused; what waits in a batch is collected later")
            await asyncio.sleep(pause)
        raise ModelError("its batch has not ended after more than a day", kind="deadline")
