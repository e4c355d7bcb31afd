"""The facts of a debate or a review, of its judges deliberating, and what people add: to take one back is one more."""

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Literal, Self

from pydantic import AfterValidator, Field, model_validator

from debate_core.domain import live_judge
from debate_core.domain.artifact import ArtifactConfig, Finding, ReviewSheet, State, Verdict
from debate_core.domain.cast import printable
from debate_core.domain.config import Budget, DebateConfig, Deliberation, Probe, WhyClosed
from debate_core.domain.frozen import FrozenModel
from debate_core.domain.imported import RatingsConfig, TranscriptConfig
from debate_core.domain.rubric import Ballot, Scoresheet, Standing
from debate_core.domain.steps import speech_step
from debate_core.domain.transcript import Briefing, Turn
from debate_core.store.events.base import Called, Event, RecordOpened, StepResult


class DebateOpened(RecordOpened):
    """A debate was set up; everything chosen is in `config`. `example`: who wrote it, where no model did;
    `forked_from`: the debate whose speeches it took over; `study`: the study it belongs to."""

    kind: Literal["debate_opened"] = "debate_opened"
    config: DebateConfig
    example: str | None = None
    forked_from: str | None = None
    study: str | None = None


class TranscriptOpened(RecordOpened):
    """A transcript was brought; its turns follow as events of their own. `example`: who wrote it."""

    kind: Literal["transcript_opened"] = "transcript_opened"
    config: TranscriptConfig
    example: str | None = None


class RatingsOpened(RecordOpened):
    kind: Literal["ratings_opened"] = "ratings_opened"
    config: RatingsConfig
    example: str | None = None


class ArtifactOpened(RecordOpened):
    """An artifact was brought; everything chosen is in `config`. `example`: who wrote it, where no model did."""

    kind: Literal["artifact_opened"] = "artifact_opened"
    config: ArtifactConfig
    example: str | None = None


class TurnSpoken(Event):
    """A speech, as read from the answers of `calls`; of none, where there was nothing to answer."""

    kind: Literal["turn_spoken"] = "turn_spoken"
    once: ClassVar[str] = "turn {self.turn.number}"
    turn: Turn
    calls: tuple[Called, ...]

    @property
    def step(self) -> str:
        return speech_step(self.turn.phase, self.turn.side, self.turn.number)


class SheetRead(StepResult):
    """A judge's scores as read from `call`. `rung`: how the answer was read; with a `probe`, the sheet is no result."""

    kind: Literal["sheet_read"] = "sheet_read"
    sheet: Scoresheet
    rung: str
    round: int = 1
    probe: Probe | None = None


class BriefingWritten(StepResult):
    kind: Literal["briefing_written"] = "briefing_written"
    briefing: Briefing


class TurnJudged(StepResult):
    """The live judge's proposal for a turn; caps, floors and penalties are computed from it."""

    kind: Literal["turn_judged"] = "turn_judged"
    proposal: live_judge.Proposal
    rung: str


class TurnsCompared(StepResult):
    """The live judge's comparison of two turns."""

    kind: Literal["turns_compared"] = "turns_compared"
    comparison: live_judge.TurnComparison


class NarrativeTold(StepResult):
    kind: Literal["narrative_told"] = "narrative_told"
    narrative: live_judge.Narrative


class ConflictExplained(StepResult):
    """Why scorecard and narrative differ."""

    kind: Literal["conflict_explained"] = "conflict_explained"
    conflict: live_judge.Conflict


class ConvergenceFound(StepResult):
    """What became of the two positions."""

    kind: Literal["convergence_found"] = "convergence_found"
    convergence: live_judge.Convergence


class DebatePaused(Event):
    """The debate can't go on now; `cause` says why and what would help. `by_budget`: the next call would pass it."""

    kind: Literal["debate_paused"] = "debate_paused"
    cause: str
    by_budget: bool = False


class BudgetRaised(Event):
    """A person gave the debate another budget, in place of the one it had."""

    kind: Literal["budget_raised"] = "budget_raised"
    budget: Budget


class DebateStopped(Event):
    kind: Literal["debate_stopped"] = "debate_stopped"


class DebateResumed(Event):
    """It went on. `retry_failed`: what judges or a briefing failed at is asked anew; `narrative`: so is a narrative."""

    kind: Literal["debate_resumed"] = "debate_resumed"
    retry_failed: bool = False
    narrative: bool = False


class DebateFinished(Event):
    kind: Literal["debate_finished"] = "debate_finished"


class DeliberationOpened(Event):
    """The judges begin to read each other. `takes_part`: those that do; `keeps`: why each other judge keeps its sheet.
    A later opening's settings hold for what is not done yet."""

    kind: Literal["deliberation_opened"] = "deliberation_opened"
    settings: Deliberation
    takes_part: tuple[str, ...]
    keeps: Mapping[str, str] = Field(default_factory=dict)


class ScoreChange(FrozenModel):
    """What a judge says moved it, in its words, and where they stand: in a turn or another judge's note; neither for an
    artifact's text. `dimension` may be STANDING or VERDICT. `new`: the words do stand there, and it had not noted them
    before."""

    argument: str = ""
    dimension: str
    because: str
    found: live_judge.QuoteMatch
    turn: int | None = None
    note_of: str | None = None
    new: bool = False


class ReadAgain(StepResult):
    """A sheet given for a `probe`, or after others' were shown. `rung`: how the answer was read; `seen`: by letter,
    whose sheet it read; `planted`: by argument or dimension, whose positions were shown in its place; `changes`: what
    it says moved it."""

    sheet: Any
    rung: str
    round: int
    probe: Probe | None = None
    seen: Mapping[str, str] = Field(default_factory=dict)
    planted: Mapping[str, str] = Field(default_factory=dict)
    changes: tuple[ScoreChange, ...] = ()


class SheetRevised(ReadAgain):
    """A judge's scores in a `round` from 2 on, or for a probe."""

    kind: Literal["sheet_revised"] = "sheet_revised"
    sheet: Scoresheet


class ArtifactReviewed(ReadAgain):
    """A reviewer's sheet as read from `call`, in any round or for a probe."""

    kind: Literal["artifact_reviewed"] = "artifact_reviewed"
    sheet: ReviewSheet
    round: int = 1


class DeliberationClosed(Event):
    kind: Literal["deliberation_closed"] = "deliberation_closed"
    why: WhyClosed


MAX_PERSON = 60
Person = Annotated[str, Field(min_length=1, max_length=MAX_PERSON), AfterValidator(printable)]
Sampled = Literal["named", "divergent", "anchor", "chosen"]
"""Why an argument stood in a person's queue."""


MAX_TAG, MAX_TAGS = 40, 20
"""Longest tag in characters, and most tags of a record."""
Tag = Annotated[str, Field(min_length=1, max_length=MAX_TAG), AfterValidator(printable)]


class RecordTagged(Event):
    """A person gave a record of any kind these tags, in place of those it had. The last one counts."""

    kind: Literal["record_tagged"] = "record_tagged"
    tags: tuple[Tag, ...] = Field(max_length=MAX_TAGS)


class FlagOverturned(Event):
    """A person overturned a flag, or took that back. `claim`: its id, as in `T3-C1`; `person`: None without a name."""

    kind: Literal["flag_overturned"] = "flag_overturned"
    claim: str
    overturned: bool = True
    reason: str = ""
    person: Person | None = None


class OutcomeKnown(Event):
    """A person said which side turned out to be right, or took that back (`outcome` None). The last one counts."""

    kind: Literal["outcome_known"] = "outcome_known"
    outcome: Ballot | None
    reason: str = ""


class GivenScores(Event):
    """A person's scores of one thing, an `argument` or a whole text. `version` counts changes of mind from 1.

    `blind`: given before what judges or others made of it was seen, else `cause` says what was. `sampled`: why it was
    in the queue, an anchor with `probability`; `position` in it, from 1; `active_seconds`: time in front of the person;
    `shown`: a digest of its words.
    """

    once: ClassVar[str] = "review {self.argument} {self.version} {self.person}"

    person: Person
    argument: str
    version: int = Field(default=1, ge=1)
    scores: Mapping[str, int]
    reason: str
    blind: bool
    cause: str | None = None
    sampled: Sampled = "chosen"
    probability: float | None = None
    position: int | None = None
    active_seconds: float | None = None
    shown: str = ""


class ReviewGiven(GivenScores):
    kind: Literal["review_given"] = "review_given"
    standing: Standing


class ReviewWithdrawn(Event):
    """A person took back their scores of an argument, this version and later ones; an earlier version stands again.
    What is given after version 1 was taken back is not blind."""

    kind: Literal["review_withdrawn"] = "review_withdrawn"
    once: ClassVar[str] = "review withdrawn {self.argument} {self.version} {self.person}"
    person: Person
    argument: str
    version: int = Field(ge=1)


class ReviewSkipped(Event):
    """A person left an argument to others, and why."""

    kind: Literal["review_skipped"] = "review_skipped"
    person: Person
    argument: str
    reason: str


class SkipUndone(Event):
    """A person took up an argument again that they had left."""

    kind: Literal["skip_undone"] = "skip_undone"
    person: Person
    argument: str


class Settling(Event):
    """A person settled an argument, or opened it again. `after`: how many such facts of this argument the person had
    seen, so that of two resting on the same ones only the first is stored; None in earlier versions."""

    person: Person
    argument: str
    reason: str = ""
    after: int | None = None

    @property
    def identity(self) -> str | None:
        return None if self.after is None else f"settling {self.argument} {self.after}"


class ArgumentSettled(Settling):
    """A person settled an argument's standing (None: it can't be resolved). The last one counts."""

    kind: Literal["argument_settled"] = "argument_settled"
    standing: Standing | None
    follows: tuple[str, ...] = ()
    reason: str


class SettlementReopened(Settling):
    kind: Literal["settlement_reopened"] = "settlement_reopened"


TEXT = "text"
"""What people score of an artifact: all of it. Skips and what is taken back name it as an argument."""


class TextReviewed(GivenScores):
    """A person's scores of an artifact on each dimension, and the verdict they give."""

    kind: Literal["text_reviewed"] = "text_reviewed"
    argument: Literal["text"] = "text"
    verdict: Verdict


class FindingAdded(Event):
    """What a person finds in the text; it takes no part in the verdict."""

    kind: Literal["finding_added"] = "finding_added"
    person: Person
    finding: Finding


class FindingSettled(Event):
    """A person's word on a finding; the last one counts. `findings`: the fingerprints shown as one."""

    kind: Literal["finding_settled"] = "finding_settled"
    person: Person
    findings: tuple[str, ...] = Field(min_length=1)
    state: State
    reason: str = ""

    @model_validator(mode="after")
    def _says_why(self) -> Self:
        if self.state == "dismissed" and not self.reason.strip():
            raise ValueError("say why the finding is dismissed: the reason stays with it")
        return self
