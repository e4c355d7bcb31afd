"""The shape of a report: what is computed from one debate's facts, ready to show, print or export.

Holds values, computes none. Invariant: an undefined value is None, and in JSON a null with its reason beside it, in the
object's `reason` or its `why_null` (`nulls` says the rule and each reason); other programs rely on the JSON keys, so
more may be added and none goes.
"""

from collections.abc import Mapping
from typing import Any, Literal

from pydantic import Field, SerializerFunctionWrapHandler, model_serializer

from debate_core.briefing import Briefing
from debate_core.config import MIN_JUDGES
from debate_core.evidence import Decision
from debate_core.judging.judging import SeatState
from debate_core.measuring.calibration import Method
from debate_core.measuring.generalizability import Components
from debate_core.measuring.krippendorff import Level
from debate_core.measuring.weights import TopicType
from debate_core.noun import Noun
from debate_core.record import CameTo, TrueOutcome
from debate_core.report.live import LiveReport
from debate_core.report.nulls import explain
from debate_core.report.settings import ReportSettings
from debate_core.report.shared import SharedErrors
from debate_core.report.talk import TalkReport
from debate_core.report.usage import UsageReport
from debate_core.scoresheet import Ballot, Standing
from debate_core.transcript import Response, Side

Majority = Standing | Literal["tied"]


class Whole(Noun):
    """What is dumped as a whole: beside every null in it stands the reason (see `nulls`)."""

    @model_serializer(mode="wrap")
    def _with_reasons(self, dump: SerializerFunctionWrapHandler) -> dict[str, Any]:
        shown: dict[str, Any] = dump(self)
        explain(self, shown)
        return shown


class Statistic(Noun):
    """One statistic with its 95% interval; `reason` says why the value, or else the interval, is None."""

    value: float | None
    interval: tuple[float, float] | None = None
    reason: str | None = None


class PanelAlpha(Statistic):
    """Alpha, with the confidence (0 to 1) that it reaches 2/3, .67 and .80. `panel_mean` is no longer computed: the
    coefficients of the mean in `Generalizability` stand in its place."""

    p_667: float | None = None
    p_67: float | None = None
    p_80: float | None = None
    panel_mean: None = None


class PairAgreement(Statistic):
    """How alike two judges scored: alpha over the `n` arguments both scored. `furthest` is the argument on which they
    are furthest apart once their usual difference is removed, `apart` that distance in points."""

    judges: tuple[str, str]
    n: int
    furthest: str | None
    apart: float | None


class Generalizability(Noun):
    """What scores, and the mean of a panel, can be relied on for: intraclass correlations by McGraw & Wong's names,
    ICC(1), ICC(k), ICC(C,1), ICC(C,k), ICC(A,1) and ICC(A,k) in this order. *Relative*: severity taken out; *absolute*:
    severity counted; *one_way*: who gave which score not counted. `components` None with a `reason`.
    `scores_per_item`: how many judges' mean the means are of. `judges_for_80`: how many such judges' mean has a
    relative coefficient of .80; its interval is at the ends of one judge's. `note`: how missing cells were handled;
    `sentence`: what would bring it to .80."""

    one_way_one: Statistic
    one_way_mean: Statistic
    relative_one: Statistic
    relative_mean: Statistic
    absolute_one: Statistic
    absolute_mean: Statistic
    components: Components | None
    scores_per_item: float | None
    judges_for_80: int | None
    judges_for_80_interval: tuple[int, int] | None
    note: str | None = None
    sentence: str | None = None
    reason: str | None = None

    @property
    def said(self) -> str:
        """The sentence, or why there is none."""
        return self.sentence or f"What the panel's mean can be relied on for is undefined: {self.reason}."


class SidesStudy(Noun):
    """What a comparison of the two sides needs, if the gap is as measured: its relative `coefficient` now, and how many
    such `judges`, or `more_arguments`, bring it to .80; None with a `reason`."""

    coefficient: float | None
    judges: int | None
    more_arguments: int | None
    sentence: str
    reason: str | None = None


class Agreement(Noun):
    """How alike the judges scored, beyond chance. `consistency` is alpha on calibrated scores, never to be called
    alpha: calibration removes the disagreement alpha looks for. `without_judge`, `without_argument`: alpha with that
    one left out, by name. `note` warns where percent and kappa part. `reasons`: why a key without a reason of its own
    (`ac1`, `pairs`, `without_judge`, `without_argument`) is None or empty."""

    level: Level = "interval"
    alpha: PanelAlpha
    kappa: Statistic
    alpha_standings: Statistic
    consistency: Statistic
    generalizability: Generalizability
    ac1: float | None
    ac1_interval: tuple[float, float] | None = None
    percent: float | None
    percent_interval: tuple[float, float] | None = None
    by_dimension: Mapping[str, Statistic]
    by_segment: Mapping[str, Statistic] = Field(default_factory=dict)
    pairs: tuple[PairAgreement, ...]
    without_judge: Mapping[str, float | None]
    without_argument: Mapping[str, float | None]
    note: str | None = None
    reasons: Mapping[str, str] = Field(default_factory=dict)


class OutcomeReport(Noun):
    """Whether a side may be named. `gap`: pro minus con in points, with its standard error, interval at `level`, a
    second one from how far apart the judges' own gaps lie, and the probability that pro is the better; `gap_reason`,
    `interval_reason`: why they are None. `sides`: each side's result in points. `reading`: how large the gap is.
    `tipping_share`: as in `SharedErrors`. `nothing_argued`: half of the arguments or more hold nothing, so that only
    another model is a way on."""

    call: Decision
    reasons: tuple[str, ...]
    nothing_argued: bool = False
    cautions: tuple[str, ...]
    gap: float | None
    se: float | None
    interval: tuple[float, float] | None
    level: float = 0.90
    interval_by_judge: tuple[float, float] | None
    level_by_judge: float = 0.80
    p_pro: float | None
    sides: Mapping[Side, float | None]
    reading: str | None
    gap_reason: str | None = None
    interval_reason: str | None = None
    tipping_share: float | None = None
    tipping_reason: str | None = None


class DimensionScores(Noun):
    """One dimension of one argument: mean and variance over judges, in points and points squared; `adjusted_spread`:
    the standard deviation over judges with severity removed, in points."""

    mean: float | None
    variance: float | None
    adjusted_spread: float | None = None


class ArgumentRow(Noun):
    """One argument: what was said and how the panel sees it. `mean`, `variance`: of the raw common composite over
    judges; `adjusted_variance`, `adjusted_spread`: with severity removed; `raw`, `calibrated`: by judge; `apart`: the
    two judges furthest apart; `tested`: whether there was enough to tell if it is divergent; `why`: in words, why it is
    called divergent."""

    id: str
    side: Side
    claim: str
    response: Response | None
    mean: float | None
    variance: float | None
    adjusted_variance: float | None
    adjusted_spread: float | None
    by_dimension: Mapping[str, DimensionScores]
    tested: bool
    divergent: bool
    why: str | None
    apart: tuple[str, str] | None
    standings: Mapping[str, Standing | None]
    reasons: Mapping[str, str | None]
    majority: Majority | None
    split: Mapping[Standing, int]
    fallacies: Mapping[str, int] | None
    raw: Mapping[str, float | None]
    calibrated: Mapping[str, float | None]


class JudgePast(Noun):
    """What earlier debates of the store say of a judge with its model: `debates` whose panel could tell how precise it
    is, `right` of the `known` true outcomes, `shrunken_accuracy` (right + 1)/(known + 2), never certain.
    `error_variance`: what the *evidence* weights take its error variance to be, in points squared; None without any."""

    debates: int
    right: int
    known: int
    shrunken_accuracy: float
    error_variance: float | None


class JudgeRow(Noun):
    """One judge, or a person seated beside them: whether it scored, what it counts for, how severe it is, which side
    its own scores prefer.

    weight: its part in the panel, None without a scoresheet. share: its part in the side result, 0 when it lacks
    scores on a side. model: None for a person. severity: how far it scores below the panel, in points, with its
    standard error. ballot: computed from its own scores; `ballot_given` what it said; `contradicts`: they differ.
    position: its own side gap, in points.
    """

    name: str
    domain: str
    model: str | None
    status: SeatState
    cause: str | None
    weight: float | None
    share: float | None
    severity: float | None
    severity_se: float | None
    ballot: Ballot | None
    ballot_given: Ballot | None
    contradicts: bool
    position: float | None
    confidence: float | None
    key_finding: str | None
    past: JudgePast
    scores: Mapping[str, Mapping[str, int]]

    @property
    def person(self) -> bool:
        """Whether it is a person, seated beside the judges."""
        return self.model is None

    @property
    def called(self) -> str:
        """The name, said to be a person's where it is one."""
        mark = " (person)"
        return f"{self.name}{mark}" if self.person and not self.name.endswith(mark) else self.name


class Change(Noun):
    """One line of the robustness table: what was changed, the outcome then, and whether it flips. `same`: the change
    left what the outcome rests on as it was, so it is no test of it."""

    change: str
    call: Decision
    flips: bool
    same: bool = False


class IfSettled(Change):
    """What a no call would be if `arguments`, divergent and settled with a standing, no longer counted as divergent:
    for what `reasons` it would still be none. It is a reading beside the outcome and never takes its place."""

    arguments: tuple[str, ...]
    reasons: tuple[str, ...]
    sentence: str


class BriefingReport(Noun):
    """The briefing, or why there is none."""

    value: Briefing | None
    reason: str | None = None


class CalibrationReport(Noun):
    """How scores were calibrated: the unit they are in, and anything that had to be said."""

    method: Method
    unit: str
    note: str | None = None

    @property
    def done(self) -> bool:
        """Whether the scores differ from those given by more than a name: not when none was asked for or possible."""
        return self.method != "none" and self.note is None


class Help(Noun):
    """Something that would help to decide, and the argument it is about, if it is about one."""

    text: str
    argument: str | None = None


class PersonRow(Noun):
    """What a person made of the arguments, by argument: the first scores given, on each dimension; `blind`: whether
    nothing that others made of it was in sight before."""

    name: str
    scores: Mapping[str, Mapping[str, int]]
    standings: Mapping[str, Standing]
    blind: Mapping[str, bool]


class SettledRow(Noun):
    """An argument that a person settled: as what (None: it can't be resolved), following whom, why, and by whom."""

    argument: str
    standing: Standing | None
    follows: tuple[str, ...]
    reason: str
    by: str


class Subject(Whole):
    """What a report is about. `burden`: the side that has to prove the topic, where the topic sets one; `simulated`:
    any of it is; `simulated_said`: what of it; `brought`: where its words come from, in a sentence, where they were
    brought from elsewhere."""

    debate: str
    topic: str
    burden: Side | None = None
    topic_type: TopicType
    simulated: bool
    simulated_said: str = ""
    example: str | None = None
    brought: str = ""
    progress: CameTo


class PanelReport(Subject):
    """What the panel's scores mean under `settings`."""

    judges_said: str
    settings: ReportSettings
    outcome: OutcomeReport
    agreement: Agreement
    sides_study: SidesStudy
    shared_errors: SharedErrors
    calibration: CalibrationReport
    arguments: tuple[ArgumentRow, ...]
    judges: tuple[JudgeRow, ...]
    effective_judges: float | None
    robustness: tuple[Change, ...] | None = None
    robustness_sentence: str | None = None
    robustness_reason: str | None = None
    briefing: BriefingReport


class Beside(Noun):
    """What stands beside it: arguments to look at, what would help, what it used, and what people said."""

    review: tuple[str, ...] = ()
    helps: tuple[Help, ...] = ()
    usage: UsageReport
    true_outcome: TrueOutcome | None = None
    people: tuple[PersonRow, ...] = ()
    settled: tuple[SettledRow, ...] = ()


class Report(TalkReport, Beside, LiveReport, PanelReport):
    """Everything one debate's facts mean under `settings`; in JSON the panel's part comes first, then the parts before
    it from right to left. `void`: whether the scores mean nothing, as a reason of the outcome says."""

    if_settled: IfSettled | None = None
    void: bool = False

    def settlement(self, argument: str) -> SettledRow | None:
        """As what an argument stands settled; None where it doesn't."""
        return next((one for one in self.settled if one.argument == argument), None)

    @property
    def could_seat(self) -> bool:
        """Whether anybody scored an argument blind, and so could sit on the panel."""
        return any(any(one.blind.values()) for one in self.people)

    @property
    def awaited(self) -> int:
        """How many judges have neither scored nor failed."""
        return sum(judge.status not in {"done", "failed"} for judge in self.judges)

    @property
    def seated(self) -> int:
        """How many people sit on the panel."""
        return sum(judge.person for judge in self.judges)

    @property
    def may_deliberate(self) -> bool:
        """Whether the judges could still read each other: two models or more have scored, what they can judge."""
        closed = self.awaited or self.example is not None or self.void or self.after_talk is not None
        return not closed and sum(bool(one.scores) and not one.person for one in self.judges) >= MIN_JUDGES

    @property
    def those(self) -> str:
        """For whom an interval holds."""
        return "those who scored" if self.seated else "these judges"

    @property
    def like_those(self) -> str:
        """For whom an interval holds that counts how far judges lie apart."""
        return "panels like this" if self.seated else "judges like these"
