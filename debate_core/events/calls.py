"""The facts of calls and of steps: started, completed, failed, not read, given up."""

from typing import ClassVar, Literal

from debate_core.events.base import Called, Event, Failure
from debate_core.llm.base import Finish, Usage
from debate_core.llm.errors import FailureKind


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
    """An attempt failed on the wire. `partial`: what had come, never a turn; `usage`: what it used, where that was
    said."""

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
