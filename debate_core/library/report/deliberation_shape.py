"""The shape of what came of judges reading each other, all of it beside the independent result."""

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar

from pydantic import Field

from debate_core.domain.config import Deliberation, Probe, WhyClosed
from debate_core.domain.errors import SetUpError
from debate_core.domain.frozen import FlatModel, FrozenModel, Keys, Null
from debate_core.domain.live_judge import QuoteMatch
from debate_core.domain.transcript import Side
from debate_core.measuring.conformity import Effect, ProbeFinding
from debate_core.measuring.deliberation import AlphaChange, Disagreement, Label, Move
from debate_core.measuring.estimate import Estimate
from debate_core.store.deliberation import Doing
from debate_core.store.judging import Seat, SeatState
from debate_core.verdicts.evidence import Decision

ONE_SIDE = "it has no scores on one of the sides"
NO_REVIEW = "no review of it can be read"


def unless_failed(otherwise: str) -> Null:
    """Why there is nothing of a judge: it failed, or has yet to score; else what it says here."""
    states = {"failed": "this judge failed", "done": otherwise}
    return Null(lambda judge: states.get(judge.status, "this judge has not scored yet"))


class ScorerRow(FrozenModel):
    """A judge, a reviewer, or a person seated beside them. `weight`: its part in the panel."""

    name: str
    domain: str
    model: Annotated[str | None, Null("a person, not a model")]
    status: SeatState
    cause: str | None
    weight: Annotated[float | None, unless_failed("it has no weight")]

    @property
    def person(self) -> bool:
        return self.model is None

    @property
    def called(self) -> str:
        """The name, with a mark where it is a person's."""
        mark = " (person)"
        return f"{self.name}{mark}" if self.person and not self.name.endswith(mark) else self.name

    @property
    def cause_text(self) -> str:
        """Why it failed, without a full stop."""
        return (self.cause or "no cause was recorded").rstrip(".")

    @staticmethod
    def fields_of(seat: Seat[Any]) -> dict[str, Any]:
        """What a seat says of its row."""
        fields = {"name": seat.name, "domain": seat.domain, "model": seat.model}
        return fields | {"status": seat.state, "cause": seat.cause_text}


class Cause(FrozenModel):
    """Words that a judge says moved it, found in a turn or another's note. `new`: and it had not given them before."""

    because: str
    found: QuoteMatch
    turn: Annotated[int | None, Null("the words stand in no turn")]
    note_of: Annotated[str | None, Null("the words stand in no other judge's note")]
    new: bool


class MoveRow(FrozenModel):
    """A changed score or standing, `from` and `to` in points or standings; of an artifact `argument` is the dimension
    again. `label`: how its composite moved; `toward`: the judges it came nearer to, nearest first."""

    judge: str
    argument: str
    dimension: str
    before: int | str = Field(serialization_alias="from")
    after: int | str = Field(serialization_alias="to")
    label: Annotated[
        Label | None, Null("its composite of the argument did not change, or no other judge scored it")
    ]
    toward: tuple[str, ...]
    because: Annotated[str | None, Null("the judge named nothing")]
    cause: Cause | None


class PartRow(FrozenModel):
    """A judge's part in a round: what it does, why it keeps its sheet, its verdict and confidence, and its seconds."""

    judge: str
    doing: Doing = "keeps"
    why: str | None = None
    verdict: Annotated[str | None, Null(lambda part: part.no_verdict)]
    no_verdict: str = Field(default=ONE_SIDE, exclude=True)
    confidence: Annotated[float | None, Null("it gave none")]
    seconds: float = 0.0


class RoundReport(FrozenModel):
    """One round; `round` counts the rounds of judging, the independent one being 1. `missing`: judges that could not be
    had, and why; `seconds`: its slowest judge's."""

    round: int
    accord_before: float | None
    accord_after: float | None
    disagreements: tuple[Disagreement, ...]
    disagreements_after: tuple[Disagreement, ...]
    evaluations: tuple[PartRow, ...]
    moves: tuple[MoveRow, ...]
    lines: tuple[Move, ...]
    missing: Mapping[str, str]
    seconds: float
    reason: str | None = None


class AlphaAfterTalk(FlatModel):
    change: Annotated[AlphaChange, Keys("after", "before", "interval", "reason", value="difference")]
    note: str


class OutcomeAfterTalk(FlatModel):
    call: Decision
    gap: Annotated[Estimate, Keys("interval", "level", "reason", value="gap")]
    widened: Annotated[Estimate, Keys(interval="interval_widened")]
    p_pro: Annotated[float | None, Null(lambda part: part.gap.reason)]
    reasons: tuple[str, ...]
    note: str


class AfterTalk(FrozenModel):
    """A deliberation as a whole. `began`, `ended`: seconds since 1970; `closed`: which stop was met, `closed_said` in
    words; `converged`: the last accord reaches the threshold; `lines`: from the independent scores to the last;
    `judge`: what one who takes part is called; `first_reading`: what the scores gave
    that the discussion began from, where each judge's are the mean of two readings."""

    settings: Deliberation
    began: float
    ended: Annotated[float | None, Null("it goes on")]
    closed: Annotated[WhyClosed | None, Null("it goes on")]
    closed_said: Annotated[str | None, Null("it goes on")]
    takes_part: tuple[str, ...]
    keeps: Mapping[str, str]
    rounds: int
    accord_first: Annotated[float | None, Null(lambda part: part.accord_reason)]
    accord_last: Annotated[float | None, Null(lambda part: part.accord_reason)]
    accord_reason: Annotated[str | None, Null("accord is known")]
    converged: bool
    disagreements: tuple[Disagreement, ...]
    lines: tuple[Move, ...]
    outcome: Annotated[OutcomeAfterTalk | None, Null("no round was held")]
    alpha: Annotated[AlphaAfterTalk | None, Null("no round was held")]
    judge: str = Field(default="judge", exclude=True)
    first_reading: OutcomeAfterTalk | None = Field(default=None, exclude=True)


class ProbeRow(FlatModel):
    """A probe: who answered, who could not be had, how many composites changed, and the pull."""

    probe: Probe
    judges: tuple[str, ...]
    missing: Mapping[str, str]
    changed: int
    of: int
    pull: Annotated[Estimate, Keys("interval", "reason", value="pull")]


class EffectRow(FlatModel):
    """What a probe shows beside reading again, or planted: a pull, or points moved a planted point; one-sided `p` of
    none, and whether it is `shown`, corrected for two tests."""

    effect: Annotated[Effect, Keys("kind", "value", "p", "interval", "reason", n="cells")]
    shown: bool


class ConformityReport(FlatModel):
    """What moved the judges: the first round's pull, what each probe shows, and the words that earns."""

    pull: Annotated[Estimate, Keys("interval", "reason", value="pull")]
    effects: tuple[EffectRow, ...]
    findings: tuple[ProbeFinding, ...]


class TalkReport(FrozenModel):
    """What a discussion came to, of a debate or of a text's review (`noun`)."""

    noun: ClassVar[str] = "debate"
    deliberation: Annotated[tuple[RoundReport, ...] | None, Null("the judges have not deliberated")] = None
    after_talk: Annotated[AfterTalk | None, Null("the judges have not deliberated")] = None
    probes: Annotated[tuple[ProbeRow, ...] | None, Null("no probe was run")] = None
    conformity: Annotated[ConformityReport | None, Null("no round was held and no probe was run")] = None

    @property
    def rounds(self) -> tuple[RoundReport, ...]:
        return self.deliberation or ()

    @property
    def talk(self) -> AfterTalk:
        """The discussion as a whole. Raises SetUpError where there was none."""
        if self.after_talk is None:
            raise SetUpError(f"there was no discussion of this {self.noun}")
        return self.after_talk

    @property
    def sides(self) -> dict[str, Side]:
        """Whose each argument is; empty of a text."""
        return {}
