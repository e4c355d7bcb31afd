"""What the facts of one debate add up to: the one thing every reader of a debate is given.

Knows nouns; not events, storage or statistics. Invariant: it holds nothing that was not said, chosen or paid for; what
that means is computed from it in `report`.
"""

from collections.abc import Mapping
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from debate_core.briefing import Briefing
from debate_core.config import Budget, DebateConfig
from debate_core.llm.base import Finish, Usage
from debate_core.scorecard.nouns import Comparison, Conflict, Convergence, Narrative, Overturn, Proposal
from debate_core.scoresheet import Ballot, Scoresheet
from debate_core.transcript import Transcript

# open: events may still come (running, or interrupted when nobody conducts it).
Progress = Literal["open", "paused", "stopped", "finished"]
Status = Literal["running", "interrupted", "paused", "stopped", "finished"]
JudgeState = Literal["waiting", "reading", "asked_again", "done", "failed"]


class _Noun(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Call(_Noun):
    """One call to a model as the log knows it; `partial` are the words of its last failed attempt."""

    call: str
    model: str
    attempts: int
    state: Literal["under_way", "completed", "failed"]
    usage: Usage = Usage()
    reserved: int = 0
    seconds: float = 0.0
    finish: Finish | None = None
    failures: tuple[str, ...] = ()
    partial: str = ""
    retry_in: float | None = None


class JudgeSeat(_Noun):
    """One judge's place in the panel: how far it is, its sheet once read, and why it failed if it did."""

    name: str
    model: str
    state: JudgeState
    sheet: Scoresheet | None = None
    cause: str | None = None
    askings: int = 0
    rung: str | None = None


class Spent(_Noun):
    """What a debate has used. `unknown` counts calls whose tokens the server did not say, which are in `tokens` at
    what was reserved for them; `cached`: the input tokens read from a cache, as far as servers said."""

    calls: int = 0
    tokens: int = 0
    unknown: int = 0
    cached: int = 0
    seconds: float = 0.0


class TrueOutcome(_Noun):
    """Which side turned out to be right, as a person said it."""

    outcome: Ballot
    reason: str = ""


class Record(_Noun):
    """One debate, folded up to `sequence`. `proposals` are the live judge's in the order they came, `comparisons` by
    turn; `live_failures` by step; `overturned` is what people did with flags, in order; `true_outcome` what a person
    said turned out to be right; `example`: who wrote it, where no model took part. Times are seconds since 1970, for
    people only."""

    kind: Literal["debate"] = "debate"
    id: str
    config: DebateConfig
    transcript: Transcript
    seats: tuple[JudgeSeat, ...]
    calls: tuple[Call, ...] = ()
    proposals: tuple[Proposal, ...] = ()
    comparisons: tuple[Comparison, ...] = ()
    narrative: Narrative | None = None
    conflict: Conflict | None = None
    convergence: Convergence | None = None
    live_failures: Mapping[str, str] = Field(default_factory=dict)
    overturned: tuple[Overturn, ...] = ()
    true_outcome: TrueOutcome | None = None
    example: str | None = None
    briefing: Briefing | None = None
    briefing_cause: str | None = None
    progress: Progress = "open"
    cause: str | None = None
    opened_at: float
    last_at: float
    sequence: int
    spent: Spent = Spent()

    @property
    def sheets(self) -> tuple[Scoresheet | None, ...]:
        """Each judge's sheet in panel order, None where missing."""
        return tuple(seat.sheet for seat in self.seats)

    @property
    def usable(self) -> int:
        """How many judges have scored."""
        return sum(seat.sheet is not None for seat in self.seats)

    @property
    def judges_said(self) -> str:
        """The panel in words: `4 judges`, or `3 of 4 judges`."""
        return (
            f"{self.usable} of {len(self.seats)} judges"
            if self.usable < len(self.seats)
            else f"{self.usable} judges"
        )

    @property
    def failed(self) -> tuple[JudgeSeat, ...]:
        """The judges that failed."""
        return tuple(seat for seat in self.seats if seat.state == "failed")

    @property
    def simulated(self) -> bool:
        """Whether any of it was made by the simulated provider."""
        return self.config.simulated

    @property
    def budget(self) -> Budget:
        """What it may use at most."""
        return self.config.budget

    @property
    def out_of_budget(self) -> bool:
        """Whether it paused because its budget is used up."""
        limited = self.budget.calls is not None or self.budget.tokens is not None
        return limited and self.progress == "paused" and "budget" in (self.cause or "")

    @property
    def under_way(self) -> tuple[Call, ...]:
        """The calls that have begun and not ended; `spent` holds what is reserved for them."""
        return tuple(call for call in self.calls if call.state == "under_way")

    def status(self, conducted: bool) -> Status:
        """Where it stands; `conducted` says whether a living process holds its lease."""
        if self.progress != "open":
            return self.progress
        return "running" if conducted else "interrupted"

    @property
    def where(self) -> str:
        """How far it has come, in words."""
        turns = len(self.transcript.turns)
        if any(seat.state != "waiting" for seat in self.seats):
            return f"{self.usable} of {len(self.seats)} judges have scored"
        return f"turn {turns} of {self.turns_in_all}" if turns < self.turns_in_all else "all turns spoken"

    @property
    def turns_in_all(self) -> int:
        """How many turns the debate has when it is whole."""
        return self.config.turns if self.config.format == "exchange" else 6

    @property
    def has_failures(self) -> bool:
        """Whether a judge, the briefing or a call of the live judge failed and could be tried again."""
        return bool(self.failed or self.briefing_cause or self.live_failures)
