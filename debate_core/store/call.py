"""One call to a model as the log knows it, and what calls have used."""

from dataclasses import replace
from decimal import Decimal
from typing import Literal

from debate_core.domain.frozen import FrozenModel, FrozenValue
from debate_core.domain.model import Finish, Usage
from debate_core.llm.errors import UNBILLED
from debate_core.llm.prices import NONE, Price
from debate_core.store import events

OfCall = (
    events.CallStarted | events.CallBatched | events.CallCompleted | events.CallFailed | events.AnswerFaulted
)


class ModelCall(FrozenValue):
    """One call to a model as the log knows it.

    `reserved`, `held`: tokens allowed for its newest attempt, and their price; `tokens`, `cost`: used by all attempts,
    cost in dollars; `usage`: of the newest attempt; `text`: the whole answer; `faults`: why it could not be read;
    `partial`: words of the last failed attempt; `entry`, `batch`: its names within a provider's batch.
    """

    id: events.CallId
    model: str
    attempts: int
    state: Literal["under_way", "completed", "failed"] = "under_way"
    usage: Usage = Usage()
    reserved: int = 0
    held: Decimal = NONE
    tokens: int = 0
    cost: Decimal = NONE
    seconds: float = 0.0
    finish: Finish | None = None
    text: str | None = None
    faults: tuple[str, ...] = ()
    failures: tuple[events.Failure, ...] = ()
    partial: str = ""
    retry_in: float | None = None
    entry: str = ""
    batch: str = ""

    @property
    def in_batch(self) -> bool:
        return self.state == "under_way" and bool(self.batch)


def call_after(call: ModelCall | None, event: OfCall, price: Price | None) -> ModelCall:
    """A call with one more event; None before its start. `price`: its model's, halved in a batch."""
    if price and (event.entry if isinstance(event, events.CallStarted) else call and call.entry):
        price = price.halved
    if isinstance(event, events.CallStarted):
        return _begin_attempt(call or ModelCall(id=event.call, model=event.model, attempts=0), event, price)
    if call is None:
        raise ValueError(f"expected the start of call {str(event.call)!r} before its end")
    if isinstance(event, events.CallBatched):
        return replace(call, batch=event.batch)
    if isinstance(event, events.AnswerFaulted):
        return replace(call, faults=event.faults)
    used = _usage_of(event)
    if used.total is not None:
        cost = (price.of(used) if price else None) or NONE
        tokens = call.tokens + used.total - call.reserved
        call = replace(call, usage=used, tokens=tokens, cost=call.cost + cost - call.held, held=NONE)
    if isinstance(event, events.CallCompleted):
        return replace(
            call,
            state="completed",
            usage=event.usage,
            seconds=event.seconds,
            finish=event.finish,
            text=event.text,
            retry_in=None,
        )
    return replace(
        call,
        state="failed",
        failures=(*call.failures, events.Failure(kind=event.failure, message=event.message)),
        partial=event.partial,
        retry_in=event.retry_in,
        seconds=call.seconds + event.seconds,
    )


def _begin_attempt(call: ModelCall, event: events.CallStarted, price: Price | None) -> ModelCall:
    reserve = price.max_cost(event.reserved - event.answer, event.answer) if price else NONE
    return replace(
        call,
        model=event.model,
        attempts=event.attempt,
        state="under_way",
        reserved=event.reserved,
        held=reserve,
        tokens=call.tokens + event.reserved,
        cost=call.cost + reserve,
        retry_in=None,
        entry=event.entry,
        batch="",
    )


def _usage_of(event: events.CallCompleted | events.CallFailed) -> Usage:
    refused = isinstance(event, events.CallFailed) and event.failure in UNBILLED and not event.partial
    return Usage(input=0, output=0) if refused and event.usage.total is None else event.usage


class Spending(FrozenModel):
    """What a debate has used. `unknown`: calls whose tokens the server did not say, counted as reserved; `cached`:
    input tokens from a provider's cache; `thinking`: tokens that are no words of an answer."""

    calls: int = 0
    tokens: int = 0
    unknown: int = 0
    cached: int = 0
    thinking: int = 0
    seconds: float = 0.0

    def apply(self, event: OfCall, reserved: int) -> "Spending":
        """What is spent with one more fact; `reserved`: what was set aside for the attempt that it ends."""
        if isinstance(event, events.CallStarted):
            calls, tokens = self.calls + 1, self.tokens + event.reserved
            return self.model_copy(update={"calls": calls, "tokens": tokens, "unknown": self.unknown + 1})
        if isinstance(event, events.AnswerFaulted | events.CallBatched):
            return self
        used = _usage_of(event)
        sums = {"cached": self.cached + (used.cached or 0), "thinking": self.thinking + (used.thinking or 0)}
        if used.total is not None:
            sums |= {"tokens": self.tokens + used.total - reserved, "unknown": self.unknown - 1}
        return self.model_copy(update=sums)
