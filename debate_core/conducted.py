"""What every record holds that models are asked for: its calls, what came of each step, where it stands; and that fold.

Knows events and what every configuration has, a budget; not what a step is for. Invariant: a record is its first event
with every later one taken in by `after`, so that replaying a prefix of the log gives the record as it stood then.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Literal, Self

from debate_core.artifact import ArtifactConfig
from debate_core.call import ModelCall, OfCall, Spent, call_after
from debate_core.config import Budget, DebateConfig
from debate_core.errors import RecordNotFound
from debate_core.events import (
    AnswerFaulted,
    ArtifactOpened,
    BudgetRaised,
    CallCompleted,
    CallFailed,
    CallId,
    CallStarted,
    DebateFinished,
    DebateOpened,
    DebatePaused,
    DebateResumed,
    DebateStopped,
    Event,
    Failure,
    RecordTagged,
    StepFailed,
    StepResult,
    StoredEvent,
    TurnSpoken,
)
from debate_core.judging.judging import SeatState

# open: events may still come (running, or interrupted when nobody conducts it).
Progress = Literal["open", "paused", "stopped", "finished"]
Status = Literal["running", "interrupted", "paused", "stopped", "finished"]


@dataclass(frozen=True, kw_only=True)
class Conducted:
    """One record, folded up to `sequence`. `results`, their `places` in the log and `failures` are by step, in the
    order they came; `calls` in the order they began; `first_askings`: from which number on a step is asked after failed
    ones were tried anew; `by_budget`: it paused for want of budget, `raised` the one it was given since; `concluded`:
    it has finished once, whatever was begun since; `example`: who wrote it, where no model took part. Times are seconds
    since 1970, for people only."""

    opening: ClassVar[type[DebateOpened] | type[ArtifactOpened]]
    called: ClassVar[str]

    id: str
    config: DebateConfig | ArtifactConfig
    opened_at: float
    last_at: float
    sequence: int
    example: str | None = None
    calls: Mapping[CallId, ModelCall] = field(default_factory=dict)
    results: Mapping[str, TurnSpoken | StepResult] = field(default_factory=dict)
    places: Mapping[str, int] = field(default_factory=dict)
    failures: Mapping[str, Failure] = field(default_factory=dict)
    first_askings: Mapping[str, int] = field(default_factory=dict)
    progress: Progress = "open"
    concluded: bool = False
    cause: str | None = None
    by_budget: bool = False
    raised: Budget | None = None
    spent: Spent = Spent()
    tags: tuple[str, ...] = ()
    """What people find it by."""

    # ── the fold ──

    @classmethod
    def opened(cls, stored: StoredEvent) -> Self:
        """The record that a first event of its kind opens. Raises RecordNotFound for any other."""
        event = stored.event
        if not isinstance(event, cls.opening):
            raise RecordNotFound(f"{stored.record!r} is not {cls.called}")
        return cls(
            id=stored.record,
            config=event.config,
            opened_at=stored.at,
            last_at=stored.at,
            sequence=stored.sequence,
            example=event.example,
        )

    @classmethod
    def folded(cls, events: Sequence[StoredEvent]) -> Self:
        """The record that `events` add up to. Raises RecordNotFound when they don't begin one of this kind."""
        if not events:
            raise RecordNotFound(f"expected the events of {cls.called} from its opening on; got none")
        record = cls.opened(events[0])
        for stored in events[1:]:
            record = record.after(stored)
        return record

    def after(self, stored: StoredEvent) -> Self:
        """This record with one more fact."""
        waited = 0.0 if isinstance(stored.event, DebateResumed) else max(0.0, stored.at - self.last_at)
        spent = replace(self.spent, seconds=self.spent.seconds + waited)
        record = replace(self, sequence=stored.sequence, last_at=stored.at, spent=spent)
        return replace(record, **record._changes(stored.event))

    def _changes(self, event: Event) -> dict[str, Any]:
        """The fields that a fact changes."""
        match event:
            case TurnSpoken() | StepResult():
                failures = {step: failure for step, failure in self.failures.items() if step != event.step}
                places = {**self.places, event.step: self.sequence}
                return {
                    "results": {**self.results, event.step: event},
                    "places": places,
                    "failures": failures,
                }
            case StepFailed(step=step, failure=failure):
                return {"failures": {**self.failures, step: failure}}
            case CallStarted() | CallCompleted() | CallFailed() | AnswerFaulted():
                return self._of_call(event)
            case RecordTagged(tags=tags):
                return {"tags": tags}
        return self._of_progress(event)

    def _of_progress(self, event: Event) -> dict[str, Any]:
        match event:
            case DebatePaused(cause=cause, by_budget=by_budget):
                return {"progress": "paused", "cause": cause, "by_budget": by_budget}
            case BudgetRaised(budget=budget):
                return {"raised": budget}
            case DebateStopped():
                return {"progress": "stopped", "cause": None}
            case DebateFinished():
                return {"progress": "finished", "concluded": True, "cause": None}
            case DebateResumed(retry_failed=again):
                anew = self._anew(self._to_retry) if again else {}
                return {"progress": "open", "cause": None, **anew}
        return {}

    def _of_call(self, event: OfCall) -> dict[str, Any]:
        call = self.calls.get(event.call)
        if call is None and not isinstance(event, CallStarted):
            raise ValueError(f"expected the start of call {str(event.call)!r} before its end")
        spent = self.spent.after(event, call.reserved if call else 0)
        return {"calls": {**self.calls, event.call: call_after(call, event)}, "spent": spent}

    def _anew(self, steps: Sequence[str]) -> dict[str, Any]:
        """These failed steps as not done, each with the number its next asking has: faulted answers are not read
        again."""
        faulted = [call.id.step for call in self.calls.values() if call.faults]
        first = {**self.first_askings, **{step: 1 + faulted.count(step) for step in steps}}
        failures = {step: failure for step, failure in self.failures.items() if step not in steps}
        return {"failures": failures, "first_askings": first}

    @property
    def _to_retry(self) -> tuple[str, ...]:
        """What failed and can be tried anew."""
        return tuple(self.failures)

    # ── where it stands ──

    def calls_of(self, step: str) -> tuple[ModelCall, ...]:
        """Every asking of a step, in order."""
        return tuple(call for call in self.calls.values() if call.id.step == step)

    def state_of(self, step: str) -> SeatState:
        """How far whoever takes a step is with it."""
        if step in self.results or step in self.failures:
            return "done" if step in self.results else "failed"
        calls = self.calls_of(step)
        if any(call.faults for call in calls):
            return "asked_again"
        return "reading" if calls else "waiting"

    @property
    def simulated(self) -> bool:
        """Whether any of it was made by the simulated provider."""
        return self.config.simulated

    @property
    def planned(self) -> DebateConfig | ArtifactConfig:
        """Its configuration as it is conducted."""
        return self.config

    @property
    def budget(self) -> Budget:
        """What it may use at most: its own budget, or the one it was given since."""
        return self.raised or self.config.budget

    @property
    def out_of_budget(self) -> bool:
        """Whether it paused because the next call would pass its budget."""
        return self.progress == "paused" and self.by_budget

    @property
    def under_way(self) -> tuple[ModelCall, ...]:
        """The calls that have begun and not ended; `spent` holds what is reserved for them."""
        return tuple(call for call in self.calls.values() if call.state == "under_way")

    def status(self, conducted: bool) -> Status:
        """Where it stands; `conducted` says whether a living process holds its lease."""
        if self.progress != "open":
            return self.progress
        return "running" if conducted else "interrupted"

    @property
    def has_failures(self) -> bool:
        """Whether something failed and could be tried again."""
        return bool(self._to_retry)
