"""Facts for tests, in few words."""

from debate_core.events import Failure, StepFailed
from debate_core.llm.errors import FAILURE_WORDS
from debate_core.record import judging_step


def failed(step: str, cause: str) -> StepFailed:
    """A step that failed: on the wire, as in `retryable: the server is busy`, or because no answer could be read."""
    kind, _, message = cause.partition(": ")
    on_wire = kind in FAILURE_WORDS
    return StepFailed(
        step=step,
        failure=Failure(kind=kind if on_wire else "unreadable", message=message if on_wire else cause),
    )


def judge_failed(judge: str, cause: str) -> StepFailed:
    """A judge that failed."""
    return failed(judging_step(judge), cause)
