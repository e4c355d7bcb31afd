"""One call to a model as the log knows it, and what calls have used: folded fact by fact.

Knows the facts of calls; not what a call is for. Invariant: tokens that nobody has said are counted at what was
reserved for them.
"""

from dataclasses import dataclass, replace
from typing import Literal

from debate_core.events import AnswerFaulted, CallCompleted, CallFailed, CallId, CallStarted, Failure
from debate_core.llm.base import Finish, Usage
from debate_core.llm.errors import UNBILLED

OfCall = CallStarted | CallCompleted | CallFailed | AnswerFaulted


@dataclass(frozen=True, kw_only=True)
class ModelCall:
    """One call to a model as the log knows it. `reserved`: tokens its newest attempt was allowed for; `text`: the
    answer, once whole; `faults`: why it could not be read; `partial`: the words of its last failed attempt."""

    id: CallId
    model: str
    attempts: int
    state: Literal["under_way", "completed", "failed"] = "under_way"
    usage: Usage = Usage()
    reserved: int = 0
    seconds: float = 0.0
    finish: Finish | None = None
    text: str | None = None
    faults: tuple[str, ...] = ()
    failures: tuple[Failure, ...] = ()
    partial: str = ""
    retry_in: float | None = None


def call_after(call: ModelCall | None, event: OfCall) -> ModelCall:
    """A call with one more fact; None before its start."""
    if isinstance(event, CallStarted):
        begun = call or ModelCall(id=event.call, model=event.model, attempts=0)
        return replace(
            begun,
            model=event.model,
            attempts=event.attempt,
            state="under_way",
            reserved=event.reserved,
            retry_in=None,
        )
    if call is None:
        raise ValueError(f"expected the start of call {str(event.call)!r} before its end")
    if isinstance(event, AnswerFaulted):
        return replace(call, faults=event.faults)
    if isinstance(event, CallCompleted):
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
        failures=(*call.failures, Failure(kind=event.failure, message=event.message)),
        partial=event.partial,
        retry_in=event.retry_in,
        seconds=call.seconds + event.seconds,
    )


@dataclass(frozen=True, kw_only=True)
class Spent:
    """What a debate has used. `unknown` counts calls whose tokens the server did not say, which are in `tokens` at
    what was reserved for them; `cached`: input tokens that came from a provider's cache."""

    calls: int = 0
    tokens: int = 0
    unknown: int = 0
    cached: int = 0
    seconds: float = 0.0

    def after(self, event: OfCall, reserved: int) -> "Spent":
        """What is spent with one more fact; `reserved`: what was set aside for the attempt that it ends."""
        if isinstance(event, CallStarted):
            calls, tokens = self.calls + 1, self.tokens + event.reserved
            return replace(self, calls=calls, tokens=tokens, unknown=self.unknown + 1)
        used: int | None = None
        if isinstance(event, CallCompleted):
            used = event.usage.total
        elif isinstance(event, CallFailed) and event.failure in UNBILLED:
            used = 0
        cached = event.usage.cached or 0 if isinstance(event, CallCompleted) else 0
        if used is None:
            return replace(self, cached=self.cached + cached)
        tokens = self.tokens + used - reserved
        return replace(self, tokens=tokens, unknown=self.unknown - 1, cached=self.cached + cached)
