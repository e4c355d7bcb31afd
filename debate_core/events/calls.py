"""The facts of calls and of steps: started, completed, failed, not read, given up."""

from typing import ClassVar, Literal

from debate_core.events.base import Called, Event, Failure
from debate_core.llm.base import Finish, Usage
from debate_core.llm.errors import FailureKind


class CallStarted(Event):
    """A call went out. `reserved` is the most tokens it was allowed for, `answer` those of them that may come back; if
    no end follows, all count as spent. `entry`: its name within a provider's batch; empty where it goes alone."""

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
    """A provider took an attempt into the batch of that id: it is bought, and waits there to be collected."""

    kind: Literal["call_batched"] = "call_batched"
    once: ClassVar[str] = "batch {self.call} {self.attempt}"
    call: Called
    attempt: int
    batch: str


class CallCompleted(Event):
    """An answer came whole. Never bought twice."""

    kind: Literal["call_completed"] = "call_completed"
    once: ClassVar[str] = "answer {self.call}"
    call: Called
    attempt: int
    text: str
    finish: Finish
    usage: Usage
    seconds: float


class CallFailed(Event):
    """An attempt failed on the wire. `partial` is what had come: an attempt, never a turn. `usage`: what it used all
    the same, where that was said."""

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
    """An answer came but could not be read for certain; `faults` went back with the next asking, if there was one."""

    kind: Literal["answer_faulted"] = "answer_faulted"
    once: ClassVar[str] = "faults {self.call}"
    call: Called
    faults: tuple[str, ...]


class StepFailed(Event):
    """A step gave nothing that can be used; the debate goes on without it, and it can be tried again."""

    kind: Literal["step_failed"] = "step_failed"
    step: str
    failure: Failure
