"""The shape of a report."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import SerializerFunctionWrapHandler, computed_field, model_serializer

from debate_core.domain.cast import MIN_JUDGES
from debate_core.domain.frozen import FlatModel, FrozenModel, Keys, Null, explain
from debate_core.domain.rubric import Ballot, Standing
from debate_core.domain.transcript import Briefing, Response, Side
from debate_core.library.report import evidence_used
from debate_core.library.report.agreement import Agreement
from debate_core.library.report.deliberation_shape import (
    ONE_SIDE,
    PartRow,
    ScorerRow,
    TalkReport,
    unless_failed,
)
from debate_core.library.report.live import Burden, LiveReport
from debate_core.library.report.live import Majority as Majority
from debate_core.library.report.settings import ReportSettings
from debate_core.library.report.usage import UsageReport
from debate_core.measuring.calibration import Method
from debate_core.measuring.divergence import DimensionScores
from debate_core.measuring.gap import Contrast
from debate_core.measuring.generalizability import SideStudy
from debate_core.measuring.weights import TopicType
from debate_core.store.deliberation import FirstAccord
from debate_core.store.record import CameTo, TrueOutcome
from debate_core.verdicts.evidence import Decision


class JsonReasons(FrozenModel):
    @model_serializer(mode="wrap")
    def _with_reasons(self, dump: SerializerFunctionWrapHandler) -> dict[str, Any]:
        dumped: dict[str, Any] = dump(self)
        explain(self, dumped)
        return dumped


def _scored_by(least: int, otherwise: str) -> Null:
    few = "no judge has scored it" if least == 1 else f"fewer than {least} judges have scored it"
    return Null(lambda row: few if sum(v is not None for v in row.raw.values()) < least else otherwise)


_NO_GAP = Null(lambda part: part.gap.reason)
_UNTOLD = _scored_by(2, "it can't be told from these scores")
_NO_SEVERITY = _scored_by(2, "strictness can't be told from these scores")
_NONE_FURTHER = _scored_by(2, "no two judges are further apart than others")
_NO_PART = unless_failed("it has no part in the side results")
_NO_BALLOT = unless_failed(ONE_SIDE)
_NONE_GIVEN = unless_failed("it gave none")


class OutcomeReport(FlatModel):
    """Whether a side may be named. `gap`: pro minus con in points, errors pooled over judges; `by_judge`: the same by
    how far apart the judges' own gaps lie; `widened`: the same with errors pooled, if judges share as much of their
    error variance as `assumed_share`, 0 to below 1. `p_pro`: the probability that pro is the better. `ahead`: the side
    that is not named only because judges may share errors. `sides`: each side's result in points. `reading`: how large
    the gap is. `tipping_share`: as in `SharedErrors`. `nothing_argued`: half of the arguments or more hold nothing, so
    that only another model or transcript is a way on."""

    call: Decision
    reasons: tuple[str, ...]
    nothing_argued: bool
    cautions: tuple[str, ...]
    gap: Annotated[Contrast, Keys("se", "interval", "level", value="gap")]
    by_judge: Annotated[Contrast, Keys(interval="interval_by_judge", level="level_by_judge")]
    widened: Annotated[Contrast, Keys(interval="interval_widened")]
    assumed_share: float
    p_pro: Annotated[float | None, _NO_GAP]
    ahead: Annotated[Side | None, Null("a side is named, or none is ahead")] = None
    noise: Annotated[
        evidence_used.NoiseReport | None,
        Null(
            "the noise is this debate's own: too few earlier ones of these judges count, or the rules or "
            "settings don't look at them"
        ),
    ] = None
    track_record: Annotated[
        evidence_used.TrackRecord | None,
        Null("of fewer than 20 earlier debates it is known what turned out to be true, or none is looked at"),
    ] = None
    sides: Annotated[
        Mapping[Side, float | None],
        Null(lambda part: part.gap.reason or "no judge's scores of that side count"),
    ]
    reading: Annotated[str | None, _NO_GAP]
    tipping_share: Annotated[float | None, Null(lambda part: part.tipping_reason)] = None
    tipping_reason: str | None = None

    @computed_field
    def gap_reason(self) -> str | None:
        return self.gap.reason if self.gap.value is None else None

    @computed_field
    def interval_reason(self) -> str | None:
        return "there is no gap" if self.gap.value is None else self.gap.reason


class ArgumentRow(FrozenModel):
    """One argument and how the panel sees it. `structured`: whether it came as claim, reasoning and evidence;
    `warnings`: where they fall short; `mean`, `variance`: of raw common composites; `adjusted_*`: with severity
    removed; `majority`: the commonest standing; `raw`, `calibrated`: by judge; `apart`: the two judges furthest apart,
    by `apart_by` points, mostly on `apart_on`; `tested`: whether there was enough to test it; `chance`: of judges so
    far apart, corrected for all; `z_variance`: for the classic rules."""

    id: str
    side: Side
    claim: str
    structured: bool
    warnings: tuple[str, ...]
    response: Annotated[
        Response | None,
        Null("not answered: the debate has not come so far, or is an exchange, without a cross-examination"),
    ]
    mean: Annotated[float | None, _scored_by(1, "no judge scored all its dimensions")]
    variance: Annotated[float | None, _UNTOLD]
    adjusted_variance: Annotated[float | None, _NO_SEVERITY]
    adjusted_spread: Annotated[float | None, _NO_SEVERITY]
    by_dimension: Mapping[str, DimensionScores]
    tested: bool
    divergent: bool
    apart: Annotated[tuple[str, str] | None, _NONE_FURTHER]
    apart_by: Annotated[float | None, _NONE_FURTHER]
    apart_on: Annotated[str | None, _scored_by(2, "they are furthest apart on no one dimension")]
    chance: Annotated[float | None, _scored_by(2, "there are too few scores to test")]
    z_variance: Annotated[float | None, _UNTOLD]
    standings: Annotated[
        Mapping[str, Standing | None],
        Null("a judge that failed or has not scored yet, or a person who did not score it, gave none"),
    ]
    reasons: Annotated[Mapping[str, str | None], Null("the judge gave no reason, or no scores")]
    majority: Annotated[Majority | None, Null("no judge gave a standing")]
    split: Mapping[Standing, int]
    fallacies: Annotated[Mapping[str, int] | None, Null("no judge said anything of fallacies")]
    raw: Annotated[
        Mapping[str, float | None],
        Null("a judge that failed or has not scored yet, or a person who did not score it, has none"),
    ]
    calibrated: Annotated[
        Mapping[str, float | None],
        Null(
            "a judge that failed, has not scored yet or can't be calibrated, or a person who did not "
            "score it, has none"
        ),
    ]
    question: Annotated[str | None, Null("no question was put on it")]
    answer: Annotated[str | None, Null("no answer was given")]


class JudgePast(FrozenModel):
    """What earlier debates say of a judge with its model. `debates`: whose panel tells its precision; `right` of the
    `known` outcomes; `shrunken_accuracy`: (right + 1)/(known + 2); `error_variance`: as the *evidence* weights take it,
    in points squared."""

    debates: int
    right: int
    known: int
    shrunken_accuracy: float
    error_variance: Annotated[
        float | None,
        Null(
            "the weights are not by evidence, no past debate tells how precise the judges are, or it has "
            "no scores here"
        ),
    ]


class JudgeRow(ScorerRow):
    """One judge of a debate, or a person seated beside them.

    share: in the side result, 0 when it lacks scores on a side. contributions: what it adds to each side's result, in
    points; over judges they add up to `outcome.sides`. severity: how far it scores below the panel, in points, with its
    standard error. ballot: by its own scores; `ballot_given`: as it said; `contradicts`: they differ. position: its own
    side gap, in points.
    """

    share: Annotated[float | None, _NO_PART]
    contributions: Annotated[Mapping[Side, float | None], _NO_PART]
    severity: Annotated[float | None, unless_failed("its scores can't be held against the other judges'")]
    severity_se: Annotated[float | None, unless_failed("too few scores to tell error from effect")]
    severity_clear: bool = False
    ballot: Annotated[Ballot | None, _NO_BALLOT]
    ballot_given: Annotated[Ballot | None, _NONE_GIVEN]
    contradicts: bool
    position: Annotated[float | None, _NO_BALLOT]
    confidence: Annotated[float | None, _NONE_GIVEN]
    key_finding: Annotated[str | None, _NONE_GIVEN]
    past: JudgePast
    scores: Mapping[str, Mapping[str, int | float]]


class VerdictChange(FrozenModel):
    """One line of the robustness table. `same`: what the outcome rests on did not change, so it is no test."""

    change: str
    call: Decision
    flips: bool
    same: bool = False
    left_out: Annotated[str | None, Null("no judge or person is left out")] = None
    lead: Annotated[
        float | None, Null("nobody is left out, or too few scored both sides for a lead in points")
    ] = None


class IfSettled(VerdictChange):
    """What a no call would be if settled `arguments` no longer counted as divergent; never the outcome."""

    arguments: tuple[str, ...]
    reasons: tuple[str, ...]


class BriefingReport(FrozenModel):
    value: Briefing | None
    reason: str | None = None


class CalibrationReport(FrozenModel):
    method: Method
    unit: str
    note: str | None = None

    @property
    def done(self) -> bool:
        """Whether the scores differ from those given."""
        return self.method != "none" and self.note is None


class Help(FrozenModel):
    """Something that would help to decide: evidence on an argument, or what the briefing asks in `text`."""

    kind: Literal["disputed", "unsettled", "question"]
    argument: Annotated[str | None, Null("it is about no one argument")] = None
    text: str = ""


class PersonRow(FrozenModel):
    """A person's first scores of each argument. `blind`: nothing that others made of it was in sight before."""

    name: str
    scores: Mapping[str, Mapping[str, int]]
    standings: Mapping[str, Standing]
    blind: Mapping[str, bool]


class SettledRow(FrozenModel):
    """An argument that a person settled; `standing` None: it can't be resolved."""

    argument: str
    standing: Annotated[Standing | None, Null("the person held that it can't be resolved")]
    follows: tuple[str, ...]
    reason: str
    by: str


class PanelReport(JsonReasons):
    """What the panel's scores mean under `settings`. `burden`: the side that has to prove the topic; `simulated_said`:
    what of it is simulated; `brought`: where its words come from, in a sentence; `speech_warnings`: of each side's
    whole speeches, by turn."""

    debate: str
    topic: str
    burden: Burden
    topic_type: TopicType
    simulated: bool
    simulated_said: str = ""
    example: Annotated[str | None, Null("a debate of models, not one written as an example")] = None
    brought: str = ""
    speech_warnings: Mapping[Side, tuple[str, ...]]
    progress: CameTo
    cause: Annotated[str | None, Null("nothing stopped it")] = None
    judges_said: str
    settings: ReportSettings
    outcome: OutcomeReport
    agreement: Agreement
    accord: FirstAccord
    sides_study: SideStudy
    shared_errors: evidence_used.SharedErrors
    calibration: CalibrationReport
    arguments: tuple[ArgumentRow, ...]
    judges: tuple[JudgeRow, ...]
    effective_judges: Annotated[float | None, Null("no judge has scored")]
    robustness: Annotated[tuple[VerdictChange, ...] | None, Null(lambda own: own.robustness_reason)] = None
    robustness_reason: str | None = None
    briefing: BriefingReport


class ReportExtras(FrozenModel):
    """What stands beside it: arguments to look at, the one score to look at first, what two readings differ by, what
    would help, what it used, and what people said."""

    review: tuple[str, ...] = ()
    look_first: Annotated[
        evidence_used.OddScore | None, Null("no single score stands far from the others")
    ] = None
    readings: Annotated[evidence_used.ReadingsReport | None, Null("each judge read the debate once")] = None
    helps: tuple[Help, ...] = ()
    usage: UsageReport
    true_outcome: Annotated[
        TrueOutcome | None, Null("nobody has recorded which side turned out to be right")
    ] = None
    people: tuple[PersonRow, ...] = ()
    settled: tuple[SettledRow, ...] = ()


class Report(TalkReport, ReportExtras, LiveReport, PanelReport):
    """Everything one debate's facts mean; JSON has the panel's part first, then the bases from right to left."""

    if_settled: Annotated[
        IfSettled | None,
        Null(
            "a side is named, or the no call rests on no divergent argument that was settled with a standing"
        ),
    ] = None
    void: bool

    @property
    def id(self) -> str:
        return self.debate

    @property
    def about(self) -> str:
        return self.topic

    @property
    def alone(self) -> tuple[PartRow, ...]:
        return tuple(
            PartRow(judge=one.name, verdict=one.ballot, confidence=one.confidence) for one in self.judges
        )

    @property
    def items(self) -> dict[str, str]:
        return {one.id: one.claim for one in self.arguments}

    @property
    def sides(self) -> dict[str, Side]:
        return {one.id: one.side for one in self.arguments}

    def settlement(self, argument: str) -> SettledRow | None:
        return next((one for one in self.settled if one.argument == argument), None)

    @property
    def awaited(self) -> int:
        return sum(judge.status not in {"done", "failed"} for judge in self.judges)

    @property
    def too_few(self) -> bool:
        """Whether fewer than half of the panel's models have scored."""
        scored = [bool(judge.scores) for judge in self.judges if not judge.person]
        return 2 * sum(scored) < len(scored)

    @property
    def seated(self) -> int:
        return sum(judge.person for judge in self.judges)

    @property
    def may_deliberate(self) -> bool:
        closed = self.awaited or self.example is not None or self.void or self.after_talk is not None
        return not closed and sum(bool(one.scores) and not one.person for one in self.judges) >= MIN_JUDGES
