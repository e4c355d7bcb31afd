"""Making one call: look in the log first, reserve, start, stream, end, or send it in a provider's batch."""

import asyncio
import contextlib
import hashlib
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from dataclasses import dataclass, field
from decimal import Decimal

from debate_core.calls.ask import ModelTask
from debate_core.domain.cast import MAX_JUDGES
from debate_core.domain.config import Budget
from debate_core.domain.errors import BudgetReached, DebateError, Paused, StoreFailed
from debate_core.domain.model import BatchModel, Completion, Line, Model, OnText, Request, provider_of
from debate_core.domain.numerals import dollars_text, pluralise
from debate_core.domain.settings import RetryPolicy
from debate_core.llm.errors import NEEDS_A_PERSON, TRY_AGAIN, ModelError, check_context
from debate_core.llm.keys import RateGate
from debate_core.llm.prices import NONE, Pricing, pricing_of
from debate_core.running.log import LOOK_EVERY, Halted, Log
from debate_core.running.pace import RateLimiter
from debate_core.store import storable
from debate_core.store.call import ModelCall, Spending
from debate_core.store.events import CallBatched, CallCompleted, CallFailed, CallHeld, CallId, CallStarted

SENDING = 1.5


def looks(retry: RetryPolicy) -> Iterator[float]:
    pause, waited = retry.first_look, 0.0
    while waited <= retry.day:
        yield pause
        waited += pause
        pause = min(1.5 * pause, retry.longest_look)


@dataclass
class _Batch:
    """A batch about to be sent: its requests by entry, their calls, and the task that sends it."""

    requests: dict[str, Request] = field(default_factory=dict)
    calls: list[ModelCall] = field(default_factory=list)
    task: "asyncio.Task[str] | None" = None


class Batches:
    def __init__(self, log: Log, retry: RetryPolicy, halted: Callable[[], bool]) -> None:
        self._log, self._retry, self._halted = log, retry, halted
        self._filling: dict[str, _Batch] = {}
        self._ends: dict[str, asyncio.Task[Mapping[str, Line]]] = {}

    @property
    def waits(self) -> bool:
        return any(not end.done() for end in self._ends.values())

    async def answer(self, model: BatchModel, call: ModelCall, request: Request) -> Completion:
        """The answer to a started call, from its batch or a new one. Raises ModelError, or Paused while it waits."""
        batch = call.batch or await self._join_batch(model, call, request)
        if batch not in self._ends:
            looking = self._end(model, batch, MAX_JUDGES * request.max_tokens)
            self._ends[batch] = asyncio.create_task(looking)
        lines = await self._ends[batch]
        return model.read(lines.get(call.entry), request)

    async def _join_batch(self, model: BatchModel, call: ModelCall, request: Request) -> str:
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
        for pause in looks(self._retry):
            try:
                lines = await model.collect(batch, tokens)
            except ModelError as failure:
                if failure.usage.total == 0 or failure.kind not in TRY_AGAIN | NEEDS_A_PERSON:
                    raise
                if failure.kind in NEEDS_A_PERSON:
                    raise Paused(
                        f"an answer that waits in a batch could not be collected: {failure}"
                    ) from failure
                lines = None
            if lines is not None:
                return lines
            if self._halted():
                raise Halted("the debate is paused; what waits in a batch is collected later")
            await asyncio.sleep(pause)
        raise ModelError("its batch has not ended after more than a day", kind="deadline")


_STOPPED = "stopped before the answer was complete"
WORDS_EVERY = 0.08
Connect = Callable[[str, ModelTask], Model]
"""From a model's name, and what it is asked, to the model: only the simulated one looks at what is asked."""


class Caller:
    def __init__(
        self, log: Log, connect: Connect, *, retry: RetryPolicy | None = None, pace: RateLimiter | None = None
    ) -> None:
        self._log, self._connect, self._pace = log, connect, pace or RateLimiter()
        self._retry = retry or RetryPolicy()
        self.batches = Batches(log, self._retry, lambda: self.halted)
        self.halted = False

    async def ask(
        self, call: CallId, request: Request, ask: ModelTask, *, batched: bool = False
    ) -> Completion:
        """The answer, from the log or bought now, in a provider's batch if `batched`. Raises ModelError, Paused."""
        earlier = self._log.record.calls.get(call)
        if earlier and earlier.text is not None and earlier.finish:
            return Completion(text=earlier.text, finish=earlier.finish, usage=earlier.usage)
        number = 0
        while True:
            number += 1
            if self.halted:
                raise Halted("the debate is paused")
            try:
                if batched:
                    return await self._in_batch(call, request, ask, number)
                return await self._in_turn(call, request, ask, number)
            except ModelError as failure:
                wait = self._retry_in(number, failure)
                failure.put_off = wait is None and (failure.after or 0.0) > self._retry.longest_wait
                if wait is None:
                    raise
            await asyncio.sleep(wait)

    async def _in_turn(self, call: CallId, request: Request, ask: ModelTask, number: int) -> Completion:
        model = self._connect(request.model, ask)
        gate = getattr(model, "gate", RateGate(provider=provider_of(request.model)))

        async def wait(seconds: float) -> None:
            await self._log.note(CallHeld(call=call, seconds=seconds))

        try:
            async with self._pace.acquire(gate, request.prompt_tokens + request.max_tokens, wait) as turn:
                completion = await self._attempt(call, request, ask, number, model)
                turn.count(completion.usage.total)
                return completion
        except ModelError as failure:
            if failure.busy:
                asked = self._retry_in(number, failure) or failure.after or 0.0
                self._pace.back_off(gate, min(asked, self._retry.longest_wait))
            raise

    async def _attempt(
        self, call: CallId, request: Request, ask: ModelTask, number: int, model: Model
    ) -> Completion:
        if self.halted:
            raise Halted("the debate is paused")
        attempt = await self._start(call, request)
        words = _Words(self._log, request.call, self._retry.read_timeout)

        async def answering() -> Completion:
            is_shown = ask.watched or (
                ask.looked_at and await self._log.ask(self._log.store.looked_at, self._log.lease.record)
            )
            async with self._deadlines(words, request.model, is_shown):
                return await _answer(model, request, words.hear if is_shown else None)

        return await self._note_end(call, attempt, number, answering(), words)

    async def _in_batch(self, call: CallId, request: Request, ask: ModelTask, number: int) -> Completion:
        model = self._connect(request.model, ask)
        if not isinstance(model, BatchModel):
            raise ModelError(f"{request.model} takes no batches", kind="not_found")
        earlier = self._log.record.calls.get(call)
        if earlier and earlier.in_batch:
            attempt = earlier.attempts
        else:
            attempt = await self._start(call, request, batched=True)
        answering = self.batches.answer(model, self._log.record.calls[call], request)
        words = _Words(self._log, request.call, self._retry.read_timeout)
        return await self._note_end(call, attempt, number, answering, words)

    async def _note_end(
        self, call: CallId, attempt: int, number: int, answering: Awaitable[Completion], words: "_Words"
    ) -> Completion:
        """The answer to a started attempt, with its end in the log; none while it waits in a batch."""
        began = time.monotonic()
        try:
            completion = await answering
        except (ModelError, asyncio.CancelledError) as error:
            failure = error if isinstance(error, ModelError) else ModelError(_STOPPED, kind="cancelled")
            if failure is not error and self._log.record.calls[call].in_batch:
                raise
            await words.settle()
            await self._log.note(
                CallFailed(
                    call=call,
                    attempt=attempt,
                    failure=failure.kind,
                    message=str(failure),
                    partial=failure.partial or words.text,
                    retry_in=self._retry_in(number, failure),
                    usage=failure.usage,
                    seconds=time.monotonic() - began,
                )
            )
            raise
        await words.settle()
        await self._log.note(
            CallCompleted(
                call=call,
                attempt=attempt,
                text=storable(completion.text),
                finish=completion.finish,
                usage=completion.usage,
                seconds=time.monotonic() - began,
            )
        )
        return completion

    async def _start(self, call: CallId, request: Request, *, batched: bool = False) -> int:
        """Reserve the tokens and money of one more attempt, note its start, and return its number. Raises
        BudgetReached; ModelError where the model has no room for it."""
        await self._log.note(lambda: self._start_event(call, request, batched=batched))
        return self._log.record.calls[call].attempts

    def _start_event(self, call: CallId, request: Request, *, batched: bool) -> CallStarted:
        prompt, answer = request.prompt_tokens, request.max_tokens
        record = self._log.record
        pricing = pricing_of(request.model, record.prices)
        check_context(request, pricing.context)
        check_budget(record.budget, record.spent, prompt + answer)
        check_cost(record.budget, record.cost, pricing.in_batch if batched else pricing, prompt, answer)
        earlier = record.calls.get(call)
        attempt = (earlier.attempts if earlier else 0) + 1
        # An attempt's name within a batch: unique, and telling nothing.
        entry = hashlib.sha256(f"{record.id}/{call}/{attempt}".encode()).hexdigest()[:32]
        return CallStarted(
            call=call,
            attempt=attempt,
            model=request.model,
            reserved=prompt + answer,
            answer=answer,
            entry=entry if batched else "",
        )

    def _retry_in(self, number: int, failure: ModelError) -> float | None:
        """Seconds to wait after this failure of the `number`-th attempt; None where no other try would mend it."""
        retry = self._retry
        late = failure.kind == "deadline" and failure.usage.total == 0  # a batch's day, which is long enough
        if failure.kind not in TRY_AGAIN or number == retry.tries or late:
            return None
        if failure.after is not None:
            return None if failure.after > retry.longest_wait else max(0.0, failure.after)
        return min(retry.first_wait * 2.0 ** (number - 1), retry.longest_wait)

    @contextlib.asynccontextmanager
    async def _deadlines(self, words: "_Words", name: str, watched: bool) -> AsyncIterator[None]:
        """The engine's own deadlines: in all, and for silence while streaming."""
        retry = self._retry
        try:
            async with asyncio.timeout(retry.deadline):
                async with asyncio.timeout(retry.read_timeout if watched else None) as silent:
                    words.deadline = silent
                    yield
        except TimeoutError as error:
            what = f"longer than {retry.deadline:.0f} s"
            if silent.expired():
                what = f"no word for {retry.read_timeout:.0f} s"
            raise ModelError(
                f"{name} took too long: {what}. It may work in a while", kind="deadline", partial=words.text
            ) from error


class _Words:
    """The words of a call under way, shown in the store a dozen times a second."""

    def __init__(self, log: Log, call: str, read_timeout: float) -> None:
        self._log, self._call, self._read_timeout = log, call, read_timeout
        self._pieces: list[str] = []
        self._cursor, self._shown_at = 0, 0.0
        self._showing: asyncio.Task[None] | None = None
        self.deadline = asyncio.timeout(None)

    @property
    def text(self) -> str:
        return "".join(self._pieces)

    def hear(self, piece: str) -> None:
        self._pieces.append(piece)
        self.deadline.reschedule(asyncio.get_running_loop().time() + self._read_timeout)
        now = time.monotonic()
        if now - self._shown_at < WORDS_EVERY or (self._showing and not self._showing.done()):
            return
        self._shown_at = now
        if self._log.store.remote:
            self._showing = asyncio.create_task(asyncio.to_thread(self._show))
        else:
            self._show()

    async def settle(self) -> None:
        if self._showing:
            await self._log.whole(self._showing)

    def _show(self) -> None:
        # Words under way are not facts: a store that can't take them will be met at the next fact.
        with contextlib.suppress(StoreFailed):
            if self._log.store.remote and not self._log.store.looked_at(self._log.lease.record):
                self._shown_at = time.monotonic() + LOOK_EVERY
                return
            n_pieces = len(self._pieces)
            new = "".join(self._pieces[self._cursor : n_pieces])
            self._log.store.add_words(self._log.lease.record, self._call, new)
            self._cursor = n_pieces


async def _answer(model: Model, request: Request, on_text: OnText | None) -> Completion:
    """A completion, or a failure of the taxonomy: nothing else comes out of a provider."""
    try:
        return await model.complete(request, on_text)
    except (DebateError, TimeoutError):
        raise
    except Exception as error:
        # Only the type: the text of an error nobody foresaw may hold anything.
        raise ModelError(
            f"the provider failed in a way nobody foresaw ({type(error).__name__})", kind="internal"
        ) from error


def check_budget(budget: Budget, spent: Spending, tokens: int) -> None:
    """Raises BudgetReached unless one more call of so many tokens fits."""
    if budget.calls is not None and spent.calls + 1 > budget.calls:
        raise BudgetReached(f"the budget of {pluralise(budget.calls, 'call')} is used up")
    if budget.tokens is not None and spent.tokens + tokens > budget.tokens:
        left = max(0, budget.tokens - spent.tokens)
        raise BudgetReached(
            f"the next call may use {tokens:,} tokens, and {left:,} of the budget of {budget.tokens:,} are left"
        )


def check_cost(budget: Budget, spent: Decimal, pricing: Pricing, prompt: int, answer: int) -> None:
    """Raises BudgetReached unless the money of one more call fits; `prompt`, `answer`: the tokens it may use."""
    if budget.dollars is None or not pricing.charged:
        return
    if pricing.price is None:
        raise BudgetReached("the budget is in money, and no price is known for the next call's model")
    cost, left = pricing.price.max_cost(prompt, answer), max(NONE, budget.dollars - spent)
    if cost > left:
        raise BudgetReached(
            f"the next call may cost {dollars_text(cost)}, and {dollars_text(left)} of the budget of "
            f"{dollars_text(budget.dollars)} are left"
        )
