"""The facts of a debate, past tense; the first event says the kind of record.

Knows nouns, `llm.base` (usage) and failure kinds; not who writes or reads them. Invariant: an event holds only what
cost money or was chosen; whatever can be computed from it is not in it.

`identity` names a fact that can happen only once. A class that says its `kind` is an event that can be read back
(`read_event`); what earlier versions wrote otherwise is brought to today's form by `UPCASTERS`.
"""

import json
from collections.abc import Callable, Mapping
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BeforeValidator, Field, SerializeAsAny

from debate_core.briefing import Briefing
from debate_core.config import Budget, DebateConfig, printable
from debate_core.llm.base import Finish, Usage
from debate_core.llm.errors import FAILURE_WORDS, FailureKind
from debate_core.noun import Noun
from debate_core.scorecard.nouns import Comparison, Conflict, Convergence, Narrative, Proposal
from debate_core.scoresheet import Ballot, Scoresheet, Standing
from debate_core.transcript import Turn


class CallId(Noun):
    """One call to a model: the step it is for, and which asking of it, counted from 1."""

    step: str
    asking: int = 1

    def __str__(self) -> str:
        """`judging:Risk`, and `judging:Risk#2` for the second asking. A step that holds a `#` always has its asking
        behind it, so that no two calls are written alike.

        >>> str(CallId(step="judging:Risk", asking=2)), str(CallId(step="judging:Risk#2"))
        ('judging:Risk#2', 'judging:Risk#2#1')
        """
        return self.step if self.asking == 1 and "#" not in self.step else f"{self.step}#{self.asking}"

    @classmethod
    def read(cls, written: str) -> "CallId":
        """The call that is so written.

        >>> CallId.read("judging:Risk#2")
        CallId(step='judging:Risk', asking=2)
        """
        step, mark, asking = written.rpartition("#")
        return cls(step=step, asking=int(asking)) if mark else cls(step=written)


def _as_call(given: object) -> object:
    return CallId.read(given) if isinstance(given, str) else given


Called = Annotated[CallId, BeforeValidator(_as_call)]
"""A call; as earlier versions wrote it, in one word, too."""
FailedKind = FailureKind | Literal["unreadable", "nothing_to_ask"]
"""A failure of the wire; or answers came that could not be read; or there was nothing to ask about."""


class Failure(Noun):
    """Why something could not be had: the kind, and what was said of it."""

    kind: FailedKind
    message: str

    @property
    def in_words(self) -> str:
        """The failure as a person would say it.

        >>> Failure(kind="retryable", message="ollama answered 529").in_words
        'provider busy: ollama answered 529'
        """
        words = FAILURE_WORDS.get(self.kind)
        return f"{words}: {self.message}" if words else self.message


class Event(Noun):
    """A fact. Its subclasses are the kinds there are; each declares its `kind`."""

    kind: str

    @classmethod
    def __pydantic_init_subclass__(cls, **_: Any) -> None:
        """Have every kind read back by the name it declares."""
        name = cls.model_fields["kind"].default
        if isinstance(name, str):
            KINDS[name] = cls

    @property
    def identity(self) -> str | None:
        """A name that no second event of the same record may have, or None where repetition is in order."""
        return None


KINDS: dict[str, type[Event]] = {}
"""Every kind of event, by its name."""


class StepResult(Event):
    """What a step of the debate came to, as read from the answer to `call`."""

    call: Called

    @property
    def step(self) -> str:
        """The step's name."""
        return self.call.step

    @property
    def identity(self) -> str | None:
        """One result a step."""
        return self.step


class RecordOpened(Event):
    """The first event of a record: its class says which kind of record it is."""

    @property
    def identity(self) -> str:
        """A record is opened once."""
        return "opened"


class DebateOpened(RecordOpened):
    """A debate was set up; everything chosen is in `config`. `example`: who wrote it, where its words are an example
    written beforehand and not a model's."""

    kind: Literal["debate_opened"] = "debate_opened"
    config: DebateConfig
    example: str | None = None


class CallStarted(Event):
    """A call went out. `reserved` is the most tokens it was allowed for; if no end follows, it counts as spent."""

    kind: Literal["call_started"] = "call_started"
    call: Called
    attempt: int
    model: str
    reserved: int

    @property
    def identity(self) -> str:
        """One start per attempt."""
        return f"start {self.call} {self.attempt}"


class CallCompleted(Event):
    """An answer came whole. Never bought twice."""

    kind: Literal["call_completed"] = "call_completed"
    call: Called
    attempt: int
    text: str
    finish: Finish
    usage: Usage
    seconds: float

    @property
    def identity(self) -> str:
        """One answer per call."""
        return f"answer {self.call}"


class CallFailed(Event):
    """An attempt failed on the wire. `partial` is what had come: an attempt, never a turn."""

    kind: Literal["call_failed"] = "call_failed"
    call: Called
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


class AnswerFaulted(Event):
    """An answer came but could not be read for certain; `faults` went back with the next asking, if there was one."""

    kind: Literal["answer_faulted"] = "answer_faulted"
    call: Called
    faults: tuple[str, ...]

    @property
    def identity(self) -> str:
        """One verdict per answer."""
        return f"faults {self.call}"


class StepFailed(Event):
    """A step gave nothing that can be used; the debate goes on without it, and it can be tried again."""

    kind: Literal["step_failed"] = "step_failed"
    step: str
    failure: Failure


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


Probe = Literal["re_read", "positions", "reasons", "planted"]
"""A round that is never a result: the transcript alone read again; with peers' positions only; with their reasons only;
with the positions of another argument."""


class SheetRead(StepResult):
    """A judge's scores as read from `call`: canonical. `rung` says how the answer was read. In round 1 nobody has heard
    the others; `probe` says that the sheet is no result."""

    kind: Literal["sheet_read"] = "sheet_read"
    sheet: Scoresheet
    rung: str
    round: int = 1
    probe: Probe | None = None


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


Person = Annotated[str, Field(min_length=1, max_length=60), AfterValidator(printable)]
"""The name a person goes by."""
Sampled = Literal["divergent", "anchor", "chosen"]
"""Why an argument stood in a person's queue: judges part on it; drawn at random; or the person went to it."""


class FlagOverturned(Event):
    """A person overturned a flag of the register, or took that back. `claim` is its id, as in `T3-C1`."""

    kind: Literal["flag_overturned"] = "flag_overturned"
    claim: str
    overturned: bool = True
    reason: str = ""


REASON_MOST = 400
"""Characters of a reason for an outcome, at most; asked of new facts only, so that every old one can still be read."""


class OutcomeKnown(Event):
    """A person said which side turned out to be right, or took that back (`outcome` None). The last one counts."""

    kind: Literal["outcome_known"] = "outcome_known"
    outcome: Ballot | None
    reason: str = ""


class ReviewGiven(Event):
    """A person's scores of one argument. `version` counts from 1: a change of mind is a new fact, the first one stays.

    `blind`: given before the person, or this browser, had seen what judges or others made of it; else `cause` says
    what was seen. `sampled`: why it stood in the queue, an anchor drawn with `probability`; `position` in that queue,
    from 1; `active_seconds`: how long it was in front of the person; `shown`: a digest of its words.
    """

    kind: Literal["review_given"] = "review_given"
    person: Person
    argument: str
    version: int = Field(default=1, ge=1)
    scores: Mapping[str, int]
    standing: Standing
    reason: str
    blind: bool
    cause: str | None = None
    sampled: Sampled = "chosen"
    probability: float | None = None
    position: int | None = None
    active_seconds: float | None = None
    shown: str = ""

    @property
    def identity(self) -> str:
        """One fact a person, argument and version."""
        return f"review {self.argument} {self.version} {self.person}"


class ReviewSkipped(Event):
    """A person left an argument to others, and why."""

    kind: Literal["review_skipped"] = "review_skipped"
    person: Person
    argument: str
    reason: str


class ArgumentSettled(Event):
    """A person who had scored it decided what an argument's standing is (None: it can't be resolved), following whom,
    and why. The last one counts."""

    kind: Literal["argument_settled"] = "argument_settled"
    person: Person
    argument: str
    standing: Standing | None
    follows: tuple[str, ...] = ()
    reason: str


class SettlementReopened(Event):
    """A person opened a settled argument again."""

    kind: Literal["settlement_reopened"] = "settlement_reopened"
    person: Person
    argument: str
    reason: str = ""


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


Body = dict[str, Any]


def _step_failed(step: str, cause: str) -> Body:
    """A failure as 0.1.0 wrote it: `kind: message`, or a sentence of its own."""
    kind, _, message = cause.partition(": ")
    if kind in FAILURE_WORDS:
        return {"kind": "step_failed", "step": step, "failure": {"kind": kind, "message": message}}
    failed: FailedKind = "unreadable" if cause.startswith("no readable answer") else "nothing_to_ask"
    return {"kind": "step_failed", "step": step, "failure": {"kind": failed, "message": cause}}


OUT_OF_BUDGET = ("the budget of ", "the next call may use ")
"""How 0.1.0 began the cause of a pause for want of budget."""
UPCASTERS: Mapping[str, Callable[[Body], Body]] = {
    "judge_failed": lambda old: _step_failed(f"judging:{old['judge']}", old["cause"]),
    "briefing_failed": lambda old: _step_failed("briefing", old["cause"]),
    "live_failed": lambda old: _step_failed(old["step"], old["cause"]),
    "debate_paused": lambda old: {"by_budget": old["cause"].startswith(OUT_OF_BUDGET), **old},
}
"""From the form in which an earlier version wrote a kind of event to today's."""


def read_event(given: object) -> Event:
    """The event that stands in a body, as JSON or as plain values. Raises ValueError for one that can't be read."""
    if isinstance(given, Event):
        return given
    body = json.loads(given) if isinstance(given, str | bytes) else given
    if not isinstance(body, dict):
        raise ValueError(f"expected an event as an object; got {type(body).__name__}")
    if upcast := UPCASTERS.get(body.get("kind", "")):
        body = upcast(body)
    known = KINDS.get(body.get("kind", ""))
    if known is None:
        raise ValueError(f"expected a kind of event out of {', '.join(KINDS)}; got {body.get('kind')!r}")
    return known.model_validate(body)


class StoredEvent(Noun):
    """An event in its place: `sequence` counts from 1 within the record; `at` is seconds since 1970, for people only
    (order comes from the sequence)."""

    record: str
    sequence: int
    at: float
    event: Annotated[SerializeAsAny[Event], BeforeValidator(read_event)]
