"""Reads events back from JSON or plain values, earlier versions' forms too, with errors that quote no stored value."""

import json
from collections.abc import Callable, Mapping
from typing import Annotated, Any

from pydantic import BeforeValidator, SerializeAsAny, ValidationError

from debate_core.events.base import KINDS, Event, FailedKind
from debate_core.llm.errors import FAILURE_WORDS
from debate_core.noun import Noun, faults_of
from debate_core.steps import BRIEFING, judging_step

Body = dict[str, Any]


def _step_failed(step: str, cause: str) -> Body:
    """A failure as 0.1.0 wrote it: `kind: message`, or a sentence of its own."""
    kind, _, message = cause.partition(": ")
    if kind in FAILURE_WORDS:
        return {"kind": "step_failed", "step": step, "failure": {"kind": kind, "message": message}}
    failed: FailedKind = "unreadable" if cause.startswith("no readable answer") else "nothing_to_ask"
    return {"kind": "step_failed", "step": step, "failure": {"kind": failed, "message": cause}}


OUT_OF_BUDGET = ("the budget of ", "the next call may use ")
"""How 0.1.0 began the cause of a pause for want of budget."""
UPCASTERS: Mapping[str, Callable[[Body], Body]] = {
    "judge_failed": lambda old: _step_failed(judging_step(old["judge"]), old["cause"]),
    "briefing_failed": lambda old: _step_failed(BRIEFING, old["cause"]),
    "live_failed": lambda old: _step_failed(old["step"], old["cause"]),
    "debate_paused": lambda old: {"by_budget": old["cause"].startswith(OUT_OF_BUDGET), **old},
}
"""From the form in which an earlier version wrote a kind of event to today's."""


def read_event(given: object) -> Event:
    """Raises ValueError for an event that can't be read."""
    if isinstance(given, Event):
        return given
    body = json.loads(given) if isinstance(given, str | bytes) else given
    if not isinstance(body, dict):
        raise ValueError(f"expected an event as an object; got {type(body).__name__}")
    if upcast := UPCASTERS.get(body.get("kind", "")):
        body = upcast(body)
    known = KINDS.get(body.get("kind", ""))
    if known is None:
        raise ValueError(
            f"expected a kind of event that this version knows; got {str(body.get('kind'))[:40]!r}"
        )
    return known.model_validate(body)


def unreadable(error: Exception) -> str:
    """What was expected of an event, and where, without the value that stands there.

    >>> unreadable(ValueError("expected an event as an object; got list"))
    'expected an event as an object; got list'
    """
    if isinstance(error, ValidationError):
        first = faults_of(error)[0]
        # An event's own words quote what stands there.
        words = "a value that may not stand there" if first.own else first.words
        return f"{'.'.join(map(str, first.place))[:80]}: {words}"
    if isinstance(error, json.JSONDecodeError | UnicodeDecodeError | RecursionError):
        return "its JSON is damaged"
    return str(error) if isinstance(error, ValueError) else f"it is of another form ({type(error).__name__})"


class StoredEvent(Noun):
    """An event in its place: `sequence` counts from 1 within the record; `at` is seconds since 1970, for people
    only."""

    record: str
    sequence: int
    at: float
    event: Annotated[SerializeAsAny[Event], BeforeValidator(read_event)]
