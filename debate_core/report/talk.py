"""The shape of what came of judges reading each other: rounds, moves, probes, and the panel after talk.

Holds values, computes none. Invariant: all of it stands beside the independent result, under names that say so.
"""

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import Field

from debate_core.config import Deliberation, Probe
from debate_core.deliberation import Doing
from debate_core.events import WhyClosed
from debate_core.evidence import Decision
from debate_core.measuring.alpha_change import AlphaChange
from debate_core.measuring.conformity import Effect, ProbeFinding
from debate_core.measuring.deliberation import Label
from debate_core.measuring.estimate import Estimate
from debate_core.noun import FlatNoun, Keys, Noun
from debate_core.scorecard.nouns import QuoteMatch
from debate_core.transcript import Side


class DisagreementRow(Noun):
    """One area on which judges part: the verdict, or a dimension of one side's arguments; `severity` 0 to 1, `range` of
    the judges' means in points."""

    type: Literal["verdict", "dimension"]
    dimension: str | None = Field(description="null: the verdict is of no dimension")
    side: Side | None = Field(description="null: it is of no side: the verdict, or a dimension of a text")
    severity: float
    range: float | None = Field(description="null: verdicts have no range")


class Cause(Noun):
    """Words that a judge says moved it, and whether they stand where it could read them: in a turn, or in another
    judge's note. `new`: they do, and it had not given them before."""

    because: str
    found: QuoteMatch
    turn: int | None = Field(description="null: the words stand in no turn")
    note_of: str | None = Field(description="null: the words stand in no other judge's note")
    new: bool


class MoveRow(Noun):
    """One score or standing that a judge changed, `from` and `to` in points, or standings; of an artifact a score or
    the verdict, `argument` being the dimension again. `label`: how its composite of that argument moved; `toward`: the
    judges it came nearer to, the nearest first."""

    judge: str
    argument: str
    dimension: str
    before: int | str = Field(serialization_alias="from")
    after: int | str = Field(serialization_alias="to")
    label: Label | None = Field(
        description="null: its composite of the argument did not change, or no other judge scored it"
    )
    toward: tuple[str, ...]
    because: str | None = Field(description="null: the judge named nothing")
    cause: Cause | None


class Line(Noun):
    """One judge's common composite of one argument before and after a round, or the whole talk, in points, and how it
    moved; `others`: the mean of the other judges' before."""

    judge: str
    argument: str
    before: float
    after: float
    others: float | None = Field(description="null: no other judge scored it")
    label: Label | None = Field(description="null: no other judge scored it")
    toward: tuple[str, ...]


class PartRow(Noun):
    """A judge's part in a round: what it does, why it keeps its sheet if it does, the side its own scores prefer then,
    the confidence it gave, and how long it took in seconds."""

    judge: str
    doing: Doing
    why: str | None
    verdict: str | None = Field(description="null: it has no scores on one of the sides")
    confidence: float | None = Field(description="null: it gave none")
    seconds: float


class RoundReport(Noun):
    """One round of the deliberation; `round` counts the rounds of judging, the independent one being 1. Accord before
    and after it, where the judges parted before and still part after, each judge's part, every change, and each judge's
    composite of each argument before and after; `missing`: judges that could not be had, and why. `seconds`: its
    slowest judge's."""

    round: int
    accord_before: float | None
    accord_after: float | None
    disagreements: tuple[DisagreementRow, ...]
    disagreements_after: tuple[DisagreementRow, ...]
    evaluations: tuple[PartRow, ...]
    moves: tuple[MoveRow, ...]
    lines: tuple[Line, ...]
    missing: Mapping[str, str]
    seconds: float
    reason: str | None = None


class AlphaAfterTalk(FlatNoun):
    """Alpha of the scores given both times, after talk and before. After talk judges are not independent: it is no
    reliability."""

    change: Annotated[AlphaChange, Keys("after", "before", "interval", "reason", value="difference")]
    note: str


class OutcomeAfterTalk(FlatNoun):
    """What the rules would say of the last sheets. Never the outcome, which rests on the independent ones."""

    call: Decision
    gap: Annotated[Estimate, Keys("interval", "level", "reason", value="gap")]
    p_pro: float | None
    reasons: tuple[str, ...]
    note: str


class AfterTalk(Noun):
    """A deliberation as a whole. `began`, `ended`: when, in seconds since 1970, None while it goes on; `closed`: which
    stop was met, `closed_said` in words; `takes_part`, and why others keep their sheet; accord before any talk and
    after all of it; `converged`: the last reaches the threshold. `lines`: from the independent scores to the
    last. `judge`: what one who takes part is called in words."""

    settings: Deliberation
    began: float
    ended: float | None = Field(description="null: it goes on")
    closed: WhyClosed | None = Field(description="null: it goes on")
    closed_said: str | None = Field(description="null: it goes on")
    takes_part: tuple[str, ...]
    keeps: Mapping[str, str]
    rounds: int
    accord_first: float | None
    accord_last: float | None
    accord_reason: str | None = Field(description="null: accord is known")
    converged: bool
    disagreements: tuple[DisagreementRow, ...]
    lines: tuple[Line, ...]
    outcome: OutcomeAfterTalk | None = Field(description="null: no round was held")
    alpha: AlphaAfterTalk | None = Field(description="null: no round was held")
    judge: str = Field(default="judge", exclude=True)


class ProbeRow(FlatNoun):
    """A probe: who answered, who could not be had and why, how many of the composites changed, out of those given both
    times, and the pull toward the others' mean. Never a result."""

    probe: Probe
    judges: tuple[str, ...]
    missing: Mapping[str, str]
    changed: int
    of: int
    pull: Annotated[Estimate, Keys("interval", "reason", value="pull")]


class EffectRow(FlatNoun):
    """What a probe shows beside reading again, or of itself where it is planted: a pull, or points moved a planted
    point; one-sided `p` of none at all, and whether it is `shown` by it, corrected for two tests where both could show
    conformity."""

    effect: Annotated[Effect, Keys("kind", "value", "p", "interval", "reason", n="cells")]
    shown: bool


class ConformityReport(FlatNoun):
    """What moved the judges, as far as can be told: the pull of the first round, what each probe shows, and the words
    that earns."""

    pull: Annotated[Estimate, Keys("interval", "reason", value="pull")]
    effects: tuple[EffectRow, ...]
    findings: tuple[ProbeFinding, ...]


class TalkReport(Noun):
    """All that a deliberation's facts come to; each part None where there is nothing of it."""

    deliberation: tuple[RoundReport, ...] | None = Field(
        default=None, description="null: the judges have not deliberated"
    )
    after_talk: AfterTalk | None = Field(default=None, description="null: the judges have not deliberated")
    probes: tuple[ProbeRow, ...] | None = Field(default=None, description="null: no probe was run")
    conformity: ConformityReport | None = Field(
        default=None, description="null: no round was held and no probe was run"
    )
