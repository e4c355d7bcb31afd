"""What the facts of one record add up to: a debate, the review of a text, a table of ratings."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from functools import cached_property
from typing import Any, ClassVar, Literal, TypeVar, cast

from debate_core.domain.artifact import SIMULATED_REVIEWERS, ArtifactConfig, ReviewSheet
from debate_core.domain.cast import Judge
from debate_core.domain.config import DebateConfig
from debate_core.domain.errors import RecordNotFound
from debate_core.domain.frozen import FrozenModel
from debate_core.domain.imported import SIMULATED_OF_REAL, Imported, RatingsConfig, TranscriptConfig
from debate_core.domain.live_judge import Conflict, Convergence, Narrative, Overturn, Proposal, TurnComparison
from debate_core.domain.model import is_simulated
from debate_core.domain.rubric import STANDARD, Ballot, Scoresheet, mean_sheet
from debate_core.domain.steps import BRIEFING, NARRATIVE, is_deliberation, is_swapped, scoring_steps
from debate_core.domain.transcript import Argument, Briefing, Transcript
from debate_core.store import Store, events
from debate_core.store.call import Spending
from debate_core.store.judging import INDEPENDENT, Item, Judging, Seat, SeatState, SheetId
from debate_core.store.model_record import UNSOUND as UNSOUND
from debate_core.store.model_record import CameTo as CameTo
from debate_core.store.model_record import ModelRecord as ModelRecord
from debate_core.store.model_record import Progress as Progress
from debate_core.store.model_record import Status as Status

NOTHING_ARGUED = "Nothing was argued"
TOO_FEW = "Too few scores"
R = TypeVar("R")
_FIRST: Sequence[SeatState] = ("asked_again", "reading", "waiting", "done", "failed")  # is that of a seat


class TrueOutcome(FrozenModel):
    """Which side turned out to be right, as a person said it."""

    outcome: Ballot
    reason: str = ""


class Record(ModelRecord):
    """One debate, folded up to `sequence`. `overturned`: flags; `settled`: what stands, by argument."""

    opening = (events.DebateOpened, events.TranscriptOpened)
    called: ClassVar[str] = "a debate"

    config: DebateConfig
    overturned: tuple[Overturn, ...] = ()
    reviews: tuple[events.ReviewGiven, ...] = ()
    withdrawn: tuple[events.ReviewGiven, ...] = ()
    settled: Mapping[str, events.ArgumentSettled] = field(default_factory=dict)
    settlings: Mapping[str, tuple[events.Settling, ...]] = field(default_factory=dict)
    true_outcome: TrueOutcome | None = None
    known_at: float = 0.0
    """When the true outcome was recorded, in seconds since 1970."""

    def _changes(self, stored: events.StoredEvent, spent: Spending) -> dict[str, Any]:
        match event := stored.event:
            case events.FlagOverturned(claim=claim, overturned=so, reason=reason, person=who):
                at = len(self.proposals)
                one = Overturn(claim=claim, overturned=so, reason=reason, person=who or "", after=at)
                return {"overturned": (*self.overturned, one)}
            case events.OutcomeKnown(outcome=outcome, reason=reason):
                known = None if outcome is None else TrueOutcome(outcome=outcome, reason=reason)
                return {"true_outcome": known, "known_at": stored.at}
            case events.Settling(argument=argument):
                settled = {name: one for name, one in self.settled.items() if name != argument}
                if isinstance(event, events.ArgumentSettled):
                    settled = {**self.settled, argument: event}
                settlings = {**self.settlings, argument: (*self.settlings.get(argument, ()), event)}
                return {"settled": settled, "settlings": settlings}
        return super()._changes(stored, spent)

    @property
    def case(self) -> str:
        """What counts as one among many debates: all of a study's on one topic, else each alone."""
        return f"{self.study}: {self.config.topic.text}" if self.study else self.id

    def superseded_settlements(self, argument: str) -> tuple[events.ArgumentSettled, ...]:
        settlings: list[events.ArgumentSettled] = []
        for one in self.settlings.get(argument, ()):
            settlings = [*settlings, one] if isinstance(one, events.ArgumentSettled) else []
        return tuple(settlings[:-1])

    @property
    def imported(self) -> Imported | None:
        return self.config.brought if isinstance(self.config, TranscriptConfig) else None

    @property
    def kind(self) -> Literal["debate", "transcript"]:
        return "transcript" if self.imported else "debate"

    def _read(self, kind: type[R]) -> Iterator[R]:
        return (fact for fact in self.results.values() if isinstance(fact, kind))

    @cached_property
    def transcript(self) -> Transcript:
        turns = sorted(
            (spoken.turn for spoken in self._read(events.TurnSpoken)), key=lambda turn: turn.number
        )
        return Transcript(topic=self.config.topic, turns=tuple(turns))

    @cached_property
    def proposals(self) -> tuple[Proposal, ...]:
        return tuple(judged.proposal for judged in self._read(events.TurnJudged))

    @cached_property
    def comparisons(self) -> tuple[TurnComparison, ...]:
        facts = (compared.comparison for compared in self._read(events.TurnsCompared))
        return tuple(sorted(facts, key=lambda one: (one.newer, one.swapped)))

    @property
    def narrative(self) -> Narrative | None:
        return next((fact.narrative for fact in self._read(events.NarrativeTold)), None)

    @property
    def may_narrate(self) -> bool:
        """Whether it can still be read as a whole, by one call of its own."""
        asked = (self.config.narrative or self.narrative_asked) and NARRATIVE not in self.failures
        return not (self.config.live or self.narrative or asked or self.example or self.nothing_argued_text)

    @property
    def conflict(self) -> Conflict | None:
        return next((explained.conflict for explained in self._read(events.ConflictExplained)), None)

    @property
    def convergence(self) -> Convergence | None:
        return next((fact.convergence for fact in self._read(events.ConvergenceFound)), None)

    @property
    def briefing(self) -> Briefing | None:
        return next((written.briefing for written in self._read(events.BriefingWritten)), None)

    @cached_property
    def judging(self) -> Judging:
        """The arguments so far and the first round's seats; where nothing was argued none takes a side. A seat that
        reads in both orders has the mean of both; in `read`, where a discussion starts, stands the first."""
        rubric, judges, nothing = self.config.rubric, self.config.panel.judges, self.nothing_argued_text
        steps = scoring_steps(self.config)
        first_last = sorted(self.results, key=is_swapped, reverse=True)
        return Judging(
            items=tuple(
                Item(id=one.id, side=None if nothing else one.side) for one in self.transcript.arguments
            ),
            rubric=rubric,
            seats=tuple(_seat(self, one, *steps[one.name]) for one in judges),
            under_way=bool(self.deliberating and not self.deliberating.closed),
            defect=nothing
            or (SIMULATED_OF_REAL if self.imported and _simulated_scored(self, judges) else ""),
            read={
                SheetId(one.sheet.judge, one.round, one.probe): one.sheet
                for one in map(self.results.__getitem__, first_last)
                if isinstance(one, events.SheetRead | events.SheetRevised)
            },
        )

    def sheet_of(self, step: str) -> Scoresheet | None:
        """What a judge gave in one step of scoring alone."""
        read = self.results.get(step)
        return read.sheet if isinstance(read, events.SheetRead) else None

    @property
    def nothing_argued_text(self) -> str:
        return emptiness_text(self.transcript.arguments, from_elsewhere=self.imported is not None)

    @property
    def live_failures(self) -> Mapping[str, events.Failure]:
        others = {BRIEFING, *(step for steps in scoring_steps(self.config).values() for step in steps)}
        return {
            step: failure
            for step, failure in self.failures.items()
            if step not in others and not is_deliberation(step)
        }

    @property
    def briefing_cause_text(self) -> str | None:
        failure = self.failures.get(BRIEFING)
        return failure.in_words if failure else None

    @property
    def where_text(self) -> str:
        turns = len(self.transcript.turns)
        if self.deliberating and not self.deliberating.closed:
            return "judges discuss"
        if any(seat.state != "waiting" for seat in self.judging.seats):
            return f"{self.scored_text} scored"
        return f"turn {turns} of {self.turns_in_all}" if turns < self.turns_in_all else "all turns spoken"

    @property
    def turns_in_all(self) -> int:
        return self.config.turns_in_all

    @property
    def all_spoken(self) -> bool:
        return len(self.transcript.turns) >= (self.turns_in_all if self.progress in ("open", "paused") else 2)


class ArtifactRecord(ModelRecord):
    """One text's review, folded up to `sequence`. `settled`: people's words in order; `added`: their findings."""

    opening = (events.ArtifactOpened,)
    called: ClassVar[str] = "the review of a text"
    judge: ClassVar[str] = "reviewer"

    config: ArtifactConfig
    reviews: tuple[events.TextReviewed, ...] = ()
    withdrawn: tuple[events.TextReviewed, ...] = ()
    settled: tuple[events.FindingSettled, ...] = ()
    added: tuple[events.FindingAdded, ...] = ()
    kind: Literal["artifact"] = "artifact"

    def _changes(self, stored: events.StoredEvent, spent: Spending) -> dict[str, Any]:
        event = stored.event
        if isinstance(event, events.FindingSettled):
            return {"settled": (*self.settled, event)}
        if isinstance(event, events.FindingAdded):
            return {"added": (*self.added, event)}
        return super()._changes(stored, spent)

    @cached_property
    def judging(self) -> Judging[ReviewSheet]:
        rubric = self.config.rubric
        steps = scoring_steps(self.config)
        return Judging(
            items=tuple(Item(id=key) for key in rubric.keys),
            rubric=rubric,
            seats=tuple(_seat(self, one, *steps[one.name]) for one in self.config.reviewers),
            under_way=bool(self.deliberating and not self.deliberating.closed),
            defect=SIMULATED_REVIEWERS if _simulated_scored(self, self.config.reviewers) else "",
            read={
                SheetId(one.sheet.reviewer, one.round, one.probe): one.sheet
                for one in self.results.values()
                if isinstance(one, events.ArtifactReviewed)
            },
        )

    def sheets(self, up_to: int = INDEPENDENT) -> Mapping[str, ReviewSheet]:
        """Each reviewer's sheet as of a round, by name: that of its last reading up to then, never a probe's."""
        return {seat.name: seat.sheet for seat in self.judging.at(up_to).seats if seat.sheet}

    @property
    def where_text(self) -> str:
        if self.deliberating and not self.deliberating.closed:
            return "the reviewers deliberate"
        return f"{self.scored_text} have answered"


class RatingsRecord(ModelRecord):
    opening = (events.RatingsOpened,)
    called = "a table of ratings"

    config: RatingsConfig
    progress: Progress = "finished"
    concluded: bool = True
    kind: Literal["ratings"] = "ratings"

    @property
    def judging(self) -> Judging[Any]:
        return Judging(items=(), rubric=STANDARD, seats=())

    @property
    def where_text(self) -> str:
        return "the table is whole"


def emptiness_text(arguments: Sequence[Argument], *, from_elsewhere: bool) -> str:
    """Says where half of the arguments or more hold nothing; empty otherwise."""
    empty = sum(one.holds_nothing(from_elsewhere=from_elsewhere) for one in arguments)
    enough = empty and 2 * empty >= len(arguments)
    return f"{NOTHING_ARGUED}: {empty} of {len(arguments)} arguments have no real claim." if enough else ""


def _simulated_scored(record: Record | ArtifactRecord, judges: Sequence[Judge]) -> bool:
    steps = scoring_steps(record.config)
    return any(
        step in record.results for one in judges if is_simulated(one.model) for step in steps[one.name]
    )


def _seat(record: Record | ArtifactRecord, judge: Judge, *steps: str) -> Seat[Any]:
    """A judge's seat; with two readings its scores wait until both have ended, and are those of one that failed not."""
    results = [record.results[step] for step in steps if step in record.results]
    read = [one for one in results if isinstance(one, events.SheetRead | events.ArtifactReviewed)]
    state = min(map(record.state_of, steps), key=_FIRST.index)
    sheets: list[Any] = [one.sheet for one in read] if state == "done" else []
    failures = [record.failures[step] for step in steps if step in record.failures]
    return Seat(
        name=judge.name,
        domain=judge.domain,
        weights=judge.own_weights(record.config.rubric),
        model=judge.model,
        state=state,
        sheet=mean_sheet(*sheets) if len(sheets) > 1 else next(iter(sheets), None),
        failure=failures[0] if failures and state == "failed" else None,
        askings=sum(len(record.calls_of(step)) for step in steps),
        parse_stage=read[0].rung if read else None,
        readings=max(1, len(sheets)),
    )


ScoredRecord = Record | ArtifactRecord
AnyRecord = ScoredRecord | RatingsRecord
load, replay = Record.load, Record.fold


def replay_any(stored: Sequence[events.StoredEvent]) -> AnyRecord:
    return cast(AnyRecord, ModelRecord.fold(stored))


def load_any(store: Store, record: str) -> AnyRecord:
    """Raises RecordNotFound and RecordUnreadable."""
    return cast(AnyRecord, ModelRecord.load(store, record))


def load_judged(store: Store, name: str) -> ScoredRecord:
    """The record of that id, which judges score. Raises RecordNotFound, for a table too, and RecordUnreadable."""
    record = load_any(store, name)
    if isinstance(record, RatingsRecord):
        raise RecordNotFound(f"{name!r} is a table of ratings: there are no judges to ask")
    return record
