"""Facts for tests, in few words: failures, stored events, hostile words; and putting debates into a store."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeVar

from pydantic import BaseModel

from debate_core.domain.frozen import FrozenModel
from debate_core.domain.live_judge import Exposure
from debate_core.domain.model import Usage
from debate_core.domain.steps import judging_step
from debate_core.llm.errors import FAILURE_WORDS
from debate_core.store import Store
from debate_core.store.events import (
    CallCompleted,
    CallFailed,
    CallId,
    CallStarted,
    Event,
    Failure,
    StepFailed,
    StoredEvent,
)
from debate_core.verdicts.lab import LabReport, Question, lab
from debate_core.verdicts.rules import Thresholds

ModelT = TypeVar("ModelT", bound=BaseModel)
HOSTILE = (
    "![x](http://127.0.0.1:9/probe.png) <script>fetch('http://127.0.0.1:9/script')</script> "
    "<img src=http://127.0.0.1:9/img onerror=alert(1)> $x^2$ :red[loud] :material/home: **bold** [l](http://127.0.0.1:9/l)"
)
# What a model or a person may write, by field; and the fields that hold several such texts.
WRITTEN = (
    "text background claim reasoning evidence question position notes key_finding quote why reason because"
)
SEVERAL = {"concessions", "unrebutted", "fallacies", "warnings"}


def failed(step: str, cause: str) -> StepFailed:
    """A step that failed: on the wire, as in `retryable: the server is busy`, or because no answer could be read."""
    kind, _, message = cause.partition(": ")
    on_wire = kind in FAILURE_WORDS
    return StepFailed(
        step=step,
        failure=Failure(kind=kind if on_wire else "unreadable", message=message if on_wire else cause),
    )


def judge_failed(judge: str, cause: str) -> StepFailed:
    return failed(judging_step(judge), cause)


FIRST_CALL = "opening:pro"


def started(
    call: CallId | str = FIRST_CALL, attempt: int = 1, model: str = "openai:m", **more: Any
) -> CallStarted:
    return CallStarted(call=call, attempt=attempt, model=model, **{"reserved": 9, **more})


def completed(
    call: CallId | str = FIRST_CALL, attempt: int = 1, text: str = "words", **usage: int
) -> CallCompleted:
    more: dict[str, Any] = {"finish": "stop", "usage": Usage(**usage), "seconds": 1.0}
    return CallCompleted(call=call, attempt=attempt, text=text, **more)


def refused(
    call: CallId | str = FIRST_CALL, failure: str = "retryable", message: str = "429", **more: Any
) -> CallFailed:
    """A call's first attempt, which its provider would not take."""
    return CallFailed(call=call, failure=failure, message=message, **{"attempt": 1, "seconds": 1.0, **more})


def poisoned(noun: FrozenModel, words: str = HOSTILE) -> Any:
    """The noun with every text that a model or a person may write in it replaced by `words`, however deep."""

    def hostile(name: str, value: Any) -> Any:
        if name in SEVERAL:
            return (words,)
        if isinstance(value, FrozenModel):
            return poisoned(value, words)
        if isinstance(value, tuple):
            return tuple(hostile(name, one) for one in value)
        an_id = name == "claim" and isinstance(noun, Exposure)
        return words if name in WRITTEN.split() and not an_id else value

    return noun.model_copy(update={name: hostile(name, value) for name, value in noun})


def but(model: ModelT, /, **changes: Any) -> ModelT:
    """The noun, but with these fields."""
    return model.model_copy(update=changes)


def changed(event: Event, part: str, **update: Any) -> Event:
    """The event with other fields in the noun it holds."""
    return event.model_copy(update={part: but(getattr(event, part), **update)})


def stored(events: Iterable[Event]) -> list[StoredEvent]:
    """The events as a store gives them, a second apart."""
    return [
        StoredEvent(record="one", sequence=n, at=float(n), event=e) for n, e in enumerate(events, start=1)
    ]


def put(store: Store, name: str, events: Sequence[Event]) -> str:
    store.open_record(events[0], name)
    store.append(name, events[1:])
    return name


class AsAsked(dict[str, str]):
    """Ids of debates by their state; each is put into the store when it is first asked for, so that no page folds what
    its test has no eye on. `fill`: as the building modules' own."""

    def __init__(self, fill: Callable[[Store, Sequence[str]], Mapping[str, str]], store: Store) -> None:
        self._put = lambda state: fill(store, (state,))[state]

    def __missing__(self, state: str) -> str:
        self[state] = self._put(state)
        return self[state]


def put_states(
    store: Store, builders: Mapping[str, Callable[[], Sequence[Event]]], states: Iterable[str]
) -> dict[str, str]:
    """One debate of each state; its id is the state's name."""
    return {state: put(store, state, builders[state]()) for state in states}


def few_panels(question: Question, panels: int, thresholds: Thresholds) -> LabReport:
    """What the Lab answers, from a fiftieth of the panels: what is chosen and shown does not depend on how many."""
    return lab(question, panels // 50, thresholds=thresholds)
