"""The facts of a debate and of its judges deliberating, and what opens a record from elsewhere."""

from collections.abc import Mapping
from typing import Any, ClassVar, Literal

from pydantic import Field

from debate_core.domain.config import Budget, DebateConfig, Deliberation, Probe
from debate_core.domain.imported import RatingsConfig, TranscriptConfig
from debate_core.domain.live_judge import (
    Conflict,
    Convergence,
    Narrative,
    Proposal,
    QuoteMatch,
    TurnComparison,
)
from debate_core.domain.noun import FrozenModel
from debate_core.domain.score_sheet import Scoresheet
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
    proposal: Proposal
    rung: str


class TurnsCompared(StepResult):
    """The live judge's comparison of two turns."""

    kind: Literal["turns_compared"] = "turns_compared"
    comparison: TurnComparison


class NarrativeTold(StepResult):
    kind: Literal["narrative_told"] = "narrative_told"
    narrative: Narrative


class ConflictExplained(StepResult):
    """Why scorecard and narrative differ."""

    kind: Literal["conflict_explained"] = "conflict_explained"
    conflict: Conflict


class ConvergenceFound(StepResult):
    """What became of the two positions."""

    kind: Literal["convergence_found"] = "convergence_found"
    convergence: Convergence


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
    """It went on. `retry_failed`: judges and a briefing that had failed are asked anew; `narrative`: a debate without
    a live judge is to be read as a whole, too."""

    kind: Literal["debate_resumed"] = "debate_resumed"
    retry_failed: bool = False
    narrative: bool = False


class DebateFinished(Event):
    kind: Literal["debate_finished"] = "debate_finished"


WhyClosed = Literal[
    "too_few_judges", "accord_reached", "no_disagreement", "nothing_moved", "round_limit", "time_limit"
]
"""Why no further round was needed or possible."""


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
    found: QuoteMatch
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


class DeliberationClosed(Event):
    kind: Literal["deliberation_closed"] = "deliberation_closed"
    why: WhyClosed
