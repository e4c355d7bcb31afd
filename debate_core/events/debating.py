"""The facts of a debate: opened, spoken, followed by the live judge, briefed; paused, stopped, resumed, finished."""

from typing import Literal

from debate_core.briefing import Briefing
from debate_core.config import Budget, DebateConfig
from debate_core.events.base import Called, Event, RecordOpened, StepResult
from debate_core.scorecard.nouns import Comparison, Conflict, Convergence, Narrative, Proposal
from debate_core.transcript import Turn


class DebateOpened(RecordOpened):
    """A debate was set up; everything chosen is in `config`. `example`: who wrote it, where its words are an example
    written beforehand and not a model's. `forked_from`: the debate whose speeches it took over; it bought none.
    `study`: the study it is a debate of."""

    kind: Literal["debate_opened"] = "debate_opened"
    config: DebateConfig
    example: str | None = None
    forked_from: str | None = None
    study: str | None = None


class TurnSpoken(Event):
    """A speech, as read from the answers of `calls`; of none, where there was nothing to answer."""

    kind: Literal["turn_spoken"] = "turn_spoken"
    turn: Turn
    calls: tuple[Called, ...]

    @property
    def step(self) -> str:
        """The step's name."""
        return speech_step(self.turn)

    @property
    def identity(self) -> str:
        """One speech per turn."""
        return f"turn {self.turn.number}"


def speech_step(turn: Turn) -> str:
    """The name of the step in which a turn is spoken."""
    return f"{turn.phase}:{turn.number if turn.phase == 'exchange' else turn.side}"


class BriefingWritten(StepResult):
    """The briefing."""

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
    comparison: Comparison


class NarrativeTold(StepResult):
    """The narrative verdict."""

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
    """A person stopped it."""

    kind: Literal["debate_stopped"] = "debate_stopped"


class DebateResumed(Event):
    """It went on. `retry_failed`: judges and a briefing that had failed are asked anew."""

    kind: Literal["debate_resumed"] = "debate_resumed"
    retry_failed: bool = False


class DebateFinished(Event):
    """Every call of the graph has ended."""

    kind: Literal["debate_finished"] = "debate_finished"
