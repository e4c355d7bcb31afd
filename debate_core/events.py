"""The facts of a debate, past tense, one discriminated union; the first event says the kind of record.

Knows nouns, `llm.base` (usage) and failure kinds; not who writes or reads them. Invariant: an event holds only what
cost money or was chosen; whatever can be computed from it is not in it.
`identity` names a fact that can happen only once.
"""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from debate_core.briefing import Briefing
from debate_core.config import DebateConfig
from debate_core.llm.base import Finish, Usage
from debate_core.llm.errors import FailureKind
from debate_core.scorecard.nouns import Comparison, Conflict, Convergence, Narrative, Proposal
from debate_core.scoresheet import Ballot, Scoresheet
from debate_core.transcript import Turn


class _Fact(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    @property
    def identity(self) -> str | None:
        """A name that no second event of the same record may have, or None where repetition is in order."""
        return None


class DebateOpened(_Fact):
    """A debate was set up; everything chosen is in `config`. `example`: who wrote it, where its words are an example
    written beforehand and not a model's."""

    kind: Literal["debate_opened"] = "debate_opened"
    config: DebateConfig
    example: str | None = None

    @property
    def identity(self) -> str:
        """A record is opened once."""
        return "opened"


class CallStarted(_Fact):
    """A call went out. `reserved` is the most tokens it was allowed for; if no end follows, it counts as spent."""

    kind: Literal["call_started"] = "call_started"
    call: str
    attempt: int
    model: str
    reserved: int

    @property
    def identity(self) -> str:
        """One start per attempt."""
        return f"start {self.call} {self.attempt}"


class CallCompleted(_Fact):
    """An answer came whole. Never bought twice."""

    kind: Literal["call_completed"] = "call_completed"
    call: str
    attempt: int
    text: str
    finish: Finish
    usage: Usage
    seconds: float

    @property
    def identity(self) -> str:
        """One answer per call."""
        return f"answer {self.call}"


class CallFailed(_Fact):
    """An attempt failed on the wire. `partial` is what had come: an attempt, never a turn."""

    kind: Literal["call_failed"] = "call_failed"
    call: str
    attempt: int
    failure: FailureKind
    message: str
    partial: str = ""
    retry_in: float | None = None
    seconds: float

    @property
    def identity(self) -> str:
        """One end per attempt."""
        return f"failure {self.call} {self.attempt}"


class AnswerFaulted(_Fact):
    """An answer came but could not be read for certain; `faults` went back with the next asking, if there was one."""

    kind: Literal["answer_faulted"] = "answer_faulted"
    call: str
    faults: tuple[str, ...]

    @property
    def identity(self) -> str:
        """One verdict per answer."""
        return f"faults {self.call}"


class TurnSpoken(_Fact):
    """A speech, as read from the answers of `calls`."""

    kind: Literal["turn_spoken"] = "turn_spoken"
    turn: Turn
    calls: tuple[str, ...]

    @property
    def identity(self) -> str:
        """One speech per turn."""
        return f"turn {self.turn.number}"


class SheetRead(_Fact):
    """A judge's scores as read from `call`: canonical. `rung` says how the answer was read."""

    kind: Literal["sheet_read"] = "sheet_read"
    sheet: Scoresheet
    call: str
    rung: str

    @property
    def identity(self) -> str:
        """One sheet per judge."""
        return f"sheet {self.sheet.judge}"


class JudgeFailed(_Fact):
    """A judge gave no scores that can be used; its cells are missing. `cause` is for a person."""

    kind: Literal["judge_failed"] = "judge_failed"
    judge: str
    cause: str


class BriefingWritten(_Fact):
    """The briefing, as read from `call`."""

    kind: Literal["briefing_written"] = "briefing_written"
    briefing: Briefing
    call: str

    @property
    def identity(self) -> str:
        """One briefing."""
        return "briefing"


class BriefingFailed(_Fact):
    """No briefing could be had; the scores stand."""

    kind: Literal["briefing_failed"] = "briefing_failed"
    cause: str


class TurnJudged(_Fact):
    """The live judge's proposal for a turn, as read from `call`; caps, floors and penalties are computed from it."""

    kind: Literal["turn_judged"] = "turn_judged"
    proposal: Proposal
    call: str
    rung: str

    @property
    def identity(self) -> str:
        """One proposal per turn."""
        return f"live {self.proposal.turn}"


class TurnsCompared(_Fact):
    """The live judge's comparison of two turns, as read from `call`."""

    kind: Literal["turns_compared"] = "turns_compared"
    comparison: Comparison
    call: str

    @property
    def identity(self) -> str:
        """One comparison per pair and order."""
        return f"pairwise {self.comparison.newer} {self.comparison.swapped}"


class NarrativeTold(_Fact):
    """The narrative verdict, as read from `call`."""

    kind: Literal["narrative_told"] = "narrative_told"
    narrative: Narrative
    call: str

    @property
    def identity(self) -> str:
        """One narrative."""
        return "narrative"


class ConflictExplained(_Fact):
    """Why scorecard and narrative differ, as read from `call`."""

    kind: Literal["conflict_explained"] = "conflict_explained"
    conflict: Conflict
    call: str

    @property
    def identity(self) -> str:
        """One explanation."""
        return "conflict"


class ConvergenceFound(_Fact):
    """What became of the two positions, as read from `call`."""

    kind: Literal["convergence_found"] = "convergence_found"
    convergence: Convergence
    call: str

    @property
    def identity(self) -> str:
        """One finding."""
        return "convergence"


class LiveFailed(_Fact):
    """A call of the live judge gave nothing that can be used; the debate goes on. `step` is the step's name."""

    kind: Literal["live_failed"] = "live_failed"
    step: str
    cause: str


class FlagOverturned(_Fact):
    """A person overturned a flag of the register, or took that back. `claim` is its id, as in `T3-C1`."""

    kind: Literal["flag_overturned"] = "flag_overturned"
    claim: str
    overturned: bool = True
    reason: str = ""


REASON_MOST = 400
"""Characters of a reason for an outcome, at most; asked of new facts only, so that every old one can still be read."""


class OutcomeKnown(_Fact):
    """A person said which side turned out to be right, or took that back (`outcome` None). The last one counts."""

    kind: Literal["outcome_known"] = "outcome_known"
    outcome: Ballot | None
    reason: str = ""


class DebatePaused(_Fact):
    """The debate can't go on now; `cause` says why and what would help."""

    kind: Literal["debate_paused"] = "debate_paused"
    cause: str


class DebateStopped(_Fact):
    """A person stopped it."""

    kind: Literal["debate_stopped"] = "debate_stopped"


class DebateResumed(_Fact):
    """It went on. `retry_failed`: judges and a briefing that had failed are asked anew."""

    kind: Literal["debate_resumed"] = "debate_resumed"
    retry_failed: bool = False


class DebateFinished(_Fact):
    """Every call of the graph has ended."""

    kind: Literal["debate_finished"] = "debate_finished"


Event = Annotated[
    DebateOpened
    | CallStarted
    | CallCompleted
    | CallFailed
    | AnswerFaulted
    | TurnSpoken
    | SheetRead
    | JudgeFailed
    | BriefingWritten
    | BriefingFailed
    | TurnJudged
    | TurnsCompared
    | NarrativeTold
    | ConflictExplained
    | ConvergenceFound
    | LiveFailed
    | FlagOverturned
    | OutcomeKnown
    | DebatePaused
    | DebateStopped
    | DebateResumed
    | DebateFinished,
    Field(discriminator="kind"),
]
EVENT: TypeAdapter[Event] = TypeAdapter(Event)


class StoredEvent(BaseModel):
    """An event in its place: `sequence` counts from 1 within the record; `at` is seconds since 1970, for people only
    (order comes from the sequence)."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    record: str
    sequence: int
    at: float
    event: Event
