"""The record that models are asked for: a fold of events into calls, step results, and where it stands."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import field, replace
from decimal import Decimal
from typing import Any, ClassVar, Literal, Self

from debate_core.domain.artifact import ArtifactConfig
from debate_core.domain.config import Budget, DebateConfig, Probe
from debate_core.domain.errors import RecordNotFound, RecordUnreadable
from debate_core.domain.frozen import FrozenValue
from debate_core.domain.imported import RatingsConfig
from debate_core.domain.steps import NARRATIVE, is_deliberation, probe_step, round_of, round_step
from debate_core.llm.prices import NONE, Prices, pricing_of
from debate_core.store import Store, events
from debate_core.store.call import ModelCall, OfCall, Spending, call_after
from debate_core.store.judging import INDEPENDENT, Deliberating, Judging, SeatState

Opening = events.DebateOpened | events.TranscriptOpened | events.ArtifactOpened | events.RatingsOpened
UNSOUND = "its events don't add up"
Config = DebateConfig | ArtifactConfig | RatingsConfig
# open: events may still come (running, or interrupted when nobody conducts it).
Progress = Literal["open", "paused", "stopped", "finished"]
# failed: it has finished, and fewer than two judges gave scores, so that nothing can be compared.
CameTo = Progress | Literal["failed"]
# waiting: workers were asked to conduct it, and none does yet; a record itself is then said to run.
Status = Literal["running", "waiting", "interrupted", "paused", "stopped", "finished", "failed"]


class ModelRecord(FrozenValue, ABC):
    """One record, folded up to `sequence`.

    `results`, `sequences` (in the log) and `failures` are by step; `held`: seconds a call waits on its provider;
    `first_askings`: the asking from which a retried step counts; `raised`: a budget given later; `concluded`: it has
    finished once, discussions aside last at `concluded_at`; `deliberating`: the newest deliberation; `reviews`,
    `withdrawn`, `skipped`: of people; `example`: who wrote it, where no model did; `prices`: on the day it began. Times
    are seconds since 1970, for people only.
    """

    opening: ClassVar[tuple[type[Opening], ...]] = ()
    called: ClassVar[str] = "a record"
    judge: ClassVar[str] = "judge"
    """What one who scores it is called."""

    id: str
    config: Config
    opened_at: float
    last_at: float
    sequence: int
    example: str | None = None
    calls: Mapping[events.CallId, ModelCall] = field(default_factory=dict)
    held: Mapping[str, float] = field(default_factory=dict)
    results: Mapping[str, events.TurnSpoken | events.StepResult] = field(default_factory=dict)
    sequences: Mapping[str, int] = field(default_factory=dict)
    failures: Mapping[str, events.Failure] = field(default_factory=dict)
    first_askings: Mapping[str, int] = field(default_factory=dict)
    progress: Progress = "open"
    concluded: bool = False
    concluded_at: float | None = None
    cause: str | None = None
    by_budget: bool = False
    raised: Budget | None = None
    prices: Prices | None = None
    study: str | None = None
    forked_from: str | None = None
    spent: Spending = Spending()
    deliberating: Deliberating | None = None
    narrative_asked: bool = False
    reviews: tuple[events.GivenScores, ...] = ()
    withdrawn: tuple[events.GivenScores, ...] = ()
    skipped: tuple[events.ReviewSkipped, ...] = ()
    tags: tuple[str, ...] = ()
    """What people find it by."""

    @classmethod
    def from_first_event(cls, stored: events.StoredEvent) -> Self:
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
            prices=event.prices,
            study=getattr(event, "study", None),
            forked_from=getattr(event, "forked_from", None),
        )

    @classmethod
    def fold(cls, stored: Sequence[events.StoredEvent]) -> Self:
        """A record of this kind; of whichever kind its first event opens, where this is every kind's own class."""
        if not stored:
            raise RecordNotFound(f"expected the events of {cls.called} from its opening on; got none")
        kinds = (one for one in cls.__subclasses__() if isinstance(stored[0].event, one.opening))
        record = next(kinds, cls).from_first_event(stored[0])
        for one in stored[1:]:
            record = record.apply(one)
        return record

    @classmethod
    def load(cls, store: Store, record: str, *, upto: int | None = None) -> Self:
        """The record of that id, up to an event. Raises RecordUnreadable; RecordNotFound, for another kind too."""
        store.find(record)
        stored = store.read(record, upto=upto)
        try:
            return cls.fold(stored)
        # Facts of another version, or half of them: whatever they make the fold raise.
        except Exception as error:
            if isinstance(error, RecordNotFound) and stored and isinstance(stored[0].event, Opening):
                raise  # It is a record of another kind.
            raise RecordUnreadable(record, UNSOUND) from None

    def apply(self, stored: events.StoredEvent) -> Self:
        rested = self.progress != "open" or isinstance(stored.event, events.DebateResumed)
        waited = 0.0 if rested else max(0.0, stored.at - self.last_at)
        spent = self.spent.model_copy(update={"seconds": self.spent.seconds + waited})
        changes = {"spent": spent} | self._changes(stored, spent)
        return replace(self, sequence=stored.sequence, last_at=stored.at, **changes)

    def _changes(self, stored: events.StoredEvent, spent: Spending) -> dict[str, Any]:
        match event := stored.event:
            case events.TurnSpoken() | events.StepResult():
                failures = {step: failure for step, failure in self.failures.items() if step != event.step}
                sequences = {**self.sequences, event.step: stored.sequence}
                return {
                    "results": {**self.results, event.step: event},
                    "sequences": sequences,
                    "failures": failures,
                }
            case events.StepFailed(step=step, failure=failure):
                return {"failures": {**self.failures, step: failure}}
            case _ if isinstance(event, OfCall):
                return self._of_call(event, spent)
            case events.CallHeld(call=call, seconds=seconds):
                return {"held": {**self.held, call.step: seconds}}
            case events.DeliberationOpened():
                held = self.judging.rounds
                discussion = Deliberating(opened=event, at=stored.at, spent=spent.seconds, held=held)
                undone = [s for s in self.failures if is_deliberation(s) and (round_of(s) or held + 1) > held]
                return {"deliberating": discussion, **self._to_do_again(undone)}
            case events.DeliberationClosed(why=why) if self.deliberating:
                return {"deliberating": replace(self.deliberating, closed=why, closed_at=stored.at)}
            case events.RecordTagged(tags=tags):
                return {"tags": tags}
        return self._of_progress(event, stored.at)

    def _of_progress(self, event: events.Event, now: float) -> dict[str, Any]:
        match event:
            case events.GivenScores():
                return {"reviews": (*self.reviews, event)}
            case events.ReviewWithdrawn():
                gone = [one for one in self.reviews if _withdraws(event, one)]
                left = tuple(one for one in self.reviews if not _withdraws(event, one))
                return {"reviews": left, "withdrawn": (*self.withdrawn, *gone)}
            case events.ReviewSkipped():
                return {"skipped": (*self.skipped, event)}
            case events.SkipUndone(person=person, argument=argument):
                undone = (person, argument)
                return {"skipped": tuple(s for s in self.skipped if (s.person, s.argument) != undone)}
            case events.DebatePaused(cause=cause, by_budget=by_budget):
                return {"progress": "paused", "cause": cause, "by_budget": by_budget}
            case events.BudgetRaised(budget=budget):
                return {"raised": budget}
            case events.DebateStopped():
                return {"progress": "stopped", "cause": None}
            case events.DebateFinished():
                # A discussion or a narrative adds nothing to the independent scores, which were all there before.
                later = self.deliberating or self.narrative_asked
                at = self.concluded_at if later and self.concluded_at else now
                return {"progress": "finished", "concluded": True, "concluded_at": at, "cause": None}
            case events.DebateResumed(retry_failed=again, narrative=asked):
                narratives = [step for step in self.failures if asked and step == NARRATIVE]
                repeated = self._to_do_again(self._to_retry if again else narratives)
                asked = asked or self.narrative_asked
                return {"progress": "open", "cause": None, "narrative_asked": asked, **repeated}
        return {}

    def _of_call(self, event: OfCall, spent: Spending) -> dict[str, Any]:
        call = self.calls.get(event.call)
        spent = spent.apply(event, call.reserved if call else 0)
        model = call.model if call else ""
        if isinstance(event, events.CallStarted):
            model = event.model
        changed = call_after(call, event, pricing_of(model, self.prices).price)
        held = {step: seconds for step, seconds in self.held.items() if step != event.call.step}
        return {"calls": {**self.calls, event.call: changed}, "held": held, "spent": spent}

    def _to_do_again(self, steps: Sequence[str]) -> dict[str, Any]:
        """Failed steps as not done, each with its next asking's number, so that faulted answers aren't read again."""
        faulted = [call.id.step for call in self.calls.values() if call.faults]
        first = {**self.first_askings, **{step: 1 + faulted.count(step) for step in steps}}
        failures = {step: failure for step, failure in self.failures.items() if step not in steps}
        return {"failures": failures, "first_askings": first}

    @property
    def _to_retry(self) -> tuple[str, ...]:
        return tuple(step for step in self.failures if round_of(step) is None)

    @property
    @abstractmethod
    def judging(self) -> Judging[Any]:
        """What the judges were asked and said; the seats as in the first round."""

    @property
    def scored_text(self) -> str:
        return f"{self.judging.usable} of {len(self.judging.seats)} {self.judge}s"

    def revision(
        self, judge: str, number: int = INDEPENDENT, probe: Probe | None = None
    ) -> events.SheetRevised | events.ArtifactReviewed | None:
        """What a judge gave in a round of the deliberation, or for a probe, with what it was shown."""
        result = self.results.get(probe_step(judge, probe) if probe else round_step(judge, number))
        return result if isinstance(result, events.SheetRevised | events.ArtifactReviewed) else None

    def calls_of(self, step: str) -> tuple[ModelCall, ...]:
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
    def planned(self) -> Config:
        """The configuration as conducted: with an opened deliberation in place, and a narrative where asked for."""
        changed: dict[str, Any] = {"narrative": True} if self.narrative_asked else {}
        changed |= {"deliberation": self.deliberating.settings} if self.deliberating else {}
        return self.config.model_copy(update=changed)

    @property
    def budget(self) -> Budget:
        return self.raised or self.config.budget

    @property
    def cost(self) -> Decimal:
        """The dollars that calls of priced models have used, and may still use before they end."""
        return sum((call.cost for call in self.calls.values()), NONE)

    @property
    def out_of_budget(self) -> bool:
        return self.progress == "paused" and self.by_budget

    @property
    def came_to(self) -> CameTo:
        """How far it has come, and *failed* where it has finished with fewer than two judges' scores."""
        nothing = self.progress == "finished" and self.judging.came_to_nothing
        return "failed" if nothing else self.progress

    def still_text(self, status: Status) -> str:
        """Why nothing more comes; empty while it goes on, or where all has come."""
        return {
            "paused": f"It paused: {(self.cause or 'no cause was given').rstrip('.')}.",
            "stopped": "It was stopped.",
            "interrupted": "It was interrupted.",
        }.get(status, "")

    @property
    def under_way(self) -> tuple[ModelCall, ...]:
        """The calls that have begun and not ended; `spent` holds what is reserved for them."""
        return tuple(call for call in self.calls.values() if call.state == "under_way")

    def in_batch(self, step: str = "") -> bool:
        """Whether an answer, to that step or to any, still waits in a provider's batch."""
        return any(call.in_batch for call in (self.calls_of(step) if step else self.calls.values()))

    def status(self, conducted: bool) -> Status:
        """Where it stands; `conducted` says whether a living process holds its lease."""
        if self.progress != "open":
            return self.progress
        return "running" if conducted else "interrupted"

    @property
    def has_failures(self) -> bool:
        return bool(self._to_retry)


def _withdraws(word: events.ReviewWithdrawn, review: events.GivenScores) -> bool:
    same = (review.person, review.argument) == (word.person, word.argument)
    return same and review.version >= word.version
