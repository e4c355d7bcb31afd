"""What every event is made of, the facts of a call, and reading events back in earlier versions' forms too."""

import json
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Annotated, Any, ClassVar, Literal

from pydantic import BeforeValidator, SerializeAsAny, ValidationError

from debate_core.domain.frozen import FrozenModel, faults_of
from debate_core.domain.model import Finish, Usage
from debate_core.domain.steps import BRIEFING, judging_step
from debate_core.domain.wording import plain_fault_text, quoted
from debate_core.llm.errors import FAILURE_WORDS, FailureKind
from debate_core.llm.prices import Prices


class CallId(FrozenModel):
    """One call to a model: the step it is for, and which asking of it, counted from 1."""

    step: str
    asking: int = 1

    def __str__(self) -> str:
        """`judging:Risk`, or `judging:Risk#2` for the second asking. A step with a `#` always carries its asking.

        >>> str(CallId(step="judging:Risk", asking=2)), str(CallId(step="judging:Risk#2"))
        ('judging:Risk#2', 'judging:Risk#2#1')
        """
        return self.step if self.asking == 1 and "#" not in self.step else f"{self.step}#{self.asking}"

    @classmethod
    def read(cls, written: str) -> "CallId":
        """The call that is so written.

        >>> CallId.read("judging:Risk#2")
        CallId(step='judging:Risk', asking=2)
        """
        step, mark, asking = written.rpartition("#")
        return cls(step=step, asking=int(asking)) if mark else cls(step=written)


def newest_words(words: Mapping[str, str], step: str) -> str:
    """Of words under way, by call, those of a step's last asking; empty without.

    >>> newest_words({"closing:pro": "We", "closing:pro#2": "We hold", "closing:con": "No"}, "closing:pro")
    'We hold'
    """
    calls = ((CallId.read(written), text) for written, text in words.items())
    return max(((call.asking, text) for call, text in calls if call.step == step), default=(0, ""))[1]


Called = Annotated[CallId, BeforeValidator(lambda call: CallId.read(call) if isinstance(call, str) else call)]
"""A call; as earlier versions wrote it, in one word, too."""
FailedKind = FailureKind | Literal["unreadable", "nothing_to_ask"]
"""A failure of the wire; or answers came that could not be read; or there was nothing to ask about."""


class Failure(FrozenModel):
    """Why something could not be had: the kind, and what was said of it."""

    kind: FailedKind
    message: str

    @property
    def in_words(self) -> str:
        """The failure as a person would say it: what a provider's message says needs no other words."""
        message = plain_fault_text(self.message) if self.kind == "unreadable" else self.message
        return message or FAILURE_WORDS.get(self.kind, self.kind)


class Event(FrozenModel):
    """A fact. Its subclasses are the kinds there are; each declares its `kind`."""

    once: ClassVar[str] = ""
    """The fields that name a fact which can happen only once in a record; empty where it can repeat."""

    kind: str

    @classmethod
    def __pydantic_init_subclass__(cls, **_: Any) -> None:
        name = cls.model_fields["kind"].default
        if isinstance(name, str):
            KINDS[name] = cls

    @property
    def identity(self) -> str | None:
        return self.once.format(self=self) or None


KINDS: dict[str, type[Event]] = {}
"""Every kind of event, by its name."""


class StepResult(Event):
    """What a step of the debate came to, as read from the answer to `call`."""

    once: ClassVar[str] = "{self.step}"

    call: Called

    @property
    def step(self) -> str:
        return self.call.step


class RecordOpened(Event):
    """A record's first event; its class is the kind of record. `prices`: of that day; None before prices were kept."""

    once: ClassVar[str] = "opened"

    prices: Prices | None = None


class CallStarted(Event):
    """A call went out. `reserved`: the most tokens it may use, `answer`: those of them for the answer; without an end,
    all count as spent. `entry`: its name within a provider's batch."""

    kind: Literal["call_started"] = "call_started"
    once: ClassVar[str] = "start {self.call} {self.attempt}"
    call: Called
    attempt: int
    model: str
    reserved: int
    answer: int = 0
    entry: str = ""


class CallHeld(Event):
    """A call waits for so many `seconds`: its provider asked to be left alone."""

    kind: Literal["call_held"] = "call_held"
    call: Called
    seconds: float


class CallBatched(Event):
    """A provider took an attempt into the batch of that id, to be collected later."""

    kind: Literal["call_batched"] = "call_batched"
    once: ClassVar[str] = "batch {self.call} {self.attempt}"
    call: Called
    attempt: int
    batch: str


class CallCompleted(Event):
    kind: Literal["call_completed"] = "call_completed"
    once: ClassVar[str] = "answer {self.call}"
    call: Called
    attempt: int
    text: str
    finish: Finish
    usage: Usage
    seconds: float


class CallFailed(Event):
    """An attempt failed on the wire. `partial`: what had come, never a turn; `usage`: what it used."""

    kind: Literal["call_failed"] = "call_failed"
    once: ClassVar[str] = "failure {self.call} {self.attempt}"
    call: Called
    attempt: int
    failure: FailureKind
    message: str
    partial: str = ""
    retry_in: float | None = None
    usage: Usage = Usage()
    seconds: float


class AnswerFaulted(Event):
    """An answer could not be read for certain; `faults` went back with the next asking, if there was one."""

    kind: Literal["answer_faulted"] = "answer_faulted"
    once: ClassVar[str] = "faults {self.call}"
    call: Called
    faults: tuple[str, ...]


class StepFailed(Event):
    """A step gave nothing that can be used; the debate goes on without it, and it can be tried again."""

    kind: Literal["step_failed"] = "step_failed"
    step: str
    failure: Failure


Body = dict[str, Any]


def _failure_body(step: str, cause: str) -> Body:
    """A failure as 0.1.0 wrote it: `kind: message`, or a sentence of its own."""
    kind, _, message = cause.partition(": ")
    if kind in FAILURE_WORDS:
        return {"kind": "step_failed", "step": step, "failure": {"kind": kind, "message": message}}
    failed: FailedKind = "unreadable" if cause.startswith("no readable answer") else "nothing_to_ask"
    return {"kind": "step_failed", "step": step, "failure": {"kind": failed, "message": cause}}


def _in_first_wording(old: Body) -> Body:
    """A debate from before wordings had numbers: its prompts are worded in the first."""
    config = old.get("config")
    return {**old, "config": {"wording": 1, **config}} if isinstance(config, dict) else old


OUT_OF_BUDGET = ("the budget of ", "the next call may use ")
"""How 0.1.0 began the cause of a pause for want of budget."""
UPCASTERS: Mapping[str, Callable[[Body], Body]] = {
    "debate_opened": _in_first_wording,
    "transcript_opened": _in_first_wording,
    "judge_failed": lambda old: _failure_body(judging_step(old["judge"]), old["cause"]),
    "briefing_failed": lambda old: _failure_body(BRIEFING, old["cause"]),
    "live_failed": lambda old: _failure_body(old["step"], old["cause"]),
    "debate_paused": lambda old: {"by_budget": old["cause"].startswith(OUT_OF_BUDGET), **old},
}
"""From the form in which an earlier version wrote a kind of event to today's."""


def read_event(given: object) -> Event:
    """Raises ValueError for an event that can't be read."""
    if isinstance(given, Event):
        return given
    if isinstance(given, str | bytes):
        return _read_text(given) if len(given) <= _SHORT else _read_body(json.loads(given))
    return _read_body(given)


_SHORT = 20_000
"""Characters of an event that is kept: a text or a table that was brought may have millions."""


@lru_cache(maxsize=1_000)
def _read_text(text: str | bytes) -> Event:
    """A record that goes on is folded again and again, from texts that are the same."""
    return _read_body(json.loads(text))


def _read_body(body: Any) -> Event:
    if not isinstance(body, dict):
        raise ValueError(f"expected an event as an object; got {type(body).__name__}")
    if upcast := UPCASTERS.get(body.get("kind", "")):
        body = upcast(body)
    known = KINDS.get(body.get("kind", ""))
    if known is None:
        raise ValueError(f"expected a kind of event this version knows; got {quoted(str(body.get('kind')))}")
    return known.model_validate(body)


def fault_text(error: Exception) -> str:
    """What was expected of an event, and where, without the value that stands there.

    >>> fault_text(ValueError("expected an event as an object; got list"))
    'expected an event as an object; got list'
    """
    if isinstance(error, ValidationError):
        first = faults_of(error)[0]
        # An event's own words quote what stands there.
        words = "a value that may not stand there" if first.own else first.words
        return f"{'.'.join(map(str, first.place))[:80]}: {words}"
    if isinstance(error, json.JSONDecodeError | UnicodeDecodeError | RecursionError):
        return "its JSON is damaged"
    return str(error) if isinstance(error, ValueError) else "it is of another form"


class StoredEvent(FrozenModel):
    """An event in its place: `sequence` counts from 1; `at` is seconds since 1970, for people only."""

    record: str
    sequence: int
    at: float
    event: Annotated[SerializeAsAny[Event], BeforeValidator(read_event)]
