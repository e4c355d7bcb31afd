"""Two or more debates side by side: outcomes, gaps, agreement, and the severity of the judges they share."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Annotated

from debate_core.domain.frozen import FlatModel, FrozenModel, Keys, Null
from debate_core.library.report import Report
from debate_core.library.report.shape import JsonReasons, JudgeRow, OutcomeReport
from debate_core.measuring.deliberation import AlphaChange, alpha_difference
from debate_core.measuring.estimate import Estimate
from debate_core.measuring.gap import gaps
from debate_core.measuring.table import panel_table
from debate_core.store.deliberation import FirstAccord
from debate_core.store.judging import Scored, floor_under, scored_of, with_people
from debate_core.store.record import Record

MIN_DEBATES = 2
Pair = tuple[Record, Report]


class ComparedDebate(FrozenModel):
    """One debate. `standardised`: the gap on z-scores, in standard deviations, comparable across scales; `positions`:
    each judge's own lead in points, in seat order, none where it didn't score both sides; `failed`: why a judge did;
    `too_early`: why there is no verdict, with an outcome if all is in and too few have scored."""

    id: str
    topic: str
    judges_said: str
    simulated_said: str
    example: Annotated[str | None, Null("no sample")]
    outcome: Annotated[OutcomeReport | None, Null(lambda one: one.too_early)]
    too_early: str | None
    standardised: Estimate
    alpha: Estimate
    accord: FirstAccord
    positions: Annotated[Mapping[str, float | None], Null("that judge did not score both sides")] = {}
    failed: Mapping[str, str] = {}


class AgreementDifference(FlatModel):
    """Alpha of `second` minus `first` over the arguments that both panels scored, with a paired interval."""

    change: Annotated[AlphaChange, Keys("value", "interval", "reason", "before", "after", n="arguments")]
    first: str
    second: str


class SeverityThere(FrozenModel):
    value: float | None
    se: float | None
    clear: bool = False
    reason: str | None = None


class SharedJudge(FrozenModel):
    name: str
    model: str
    severities: Mapping[str, SeverityThere]


class Comparison(JsonReasons):
    """All of it. `no_judges`: why there are no shared judges."""

    debates: tuple[ComparedDebate, ...]
    agreement: tuple[AgreementDifference, ...]
    judges: tuple[SharedJudge, ...]
    no_judges: str | None = None


def compare_debates(debates: Sequence[Pair]) -> Comparison:
    """Compare debates, each with its report. Raises ValueError for fewer than two, or the same one twice."""
    ids = [record.id for record, _ in debates]
    if len(ids) < MIN_DEBATES or len(set(ids)) < len(ids):
        raise ValueError(f"expected {MIN_DEBATES} debates or more, each once; got {', '.join(ids) or 'none'}")
    shared = _shared_judges(debates)
    return Comparison(
        debates=tuple(_debate(record, report) for record, report in debates),
        agreement=tuple(_difference(one, other) for one, other in combinations(enumerate(debates, 1), 2)),
        judges=shared,
        no_judges=None if shared else "no judge of one of them, by name and model, sits in another",
    )


def _debate(record: Record, report: Report) -> ComparedDebate:
    awaited = bool(record.judging.awaited)
    return ComparedDebate(
        id=record.id,
        topic=report.topic,
        judges_said=report.judges_said,
        simulated_said=report.simulated_said,
        example=report.example,
        outcome=None if awaited else report.outcome,
        too_early=report.outcome.reasons[0] if awaited or record.judging.came_to_nothing else None,
        standardised=_standardise(record, report),
        alpha=report.agreement.alpha,
        accord=report.accord,
        positions={} if awaited else {judge.called: judge.position for judge in report.judges},
        failed={judge.called: judge.cause_text for judge in report.judges if judge.status == "failed"},
    )


def _standardise(record: Record, report: Report) -> Estimate:
    scored = _scores_of(record, report)
    if scored.sides is None or record.judging.usable < MIN_DEBATES:
        return Estimate(value=None, level=0.9, reason="fewer than 2 judges have scored")
    weights = [judge.weight or 0.0 for judge in report.judges]
    table = panel_table(scored.common, scored.sides, weights=weights)
    on_z = replace(table, floor=floor_under(record.judging.rubric)).calibrate("zscore")
    (gap,) = gaps([replace(on_z, adjusted=True)])
    return gap.pooled


def _scores_of(record: Record, report: Report) -> Scored:
    people = report.settings.people
    return scored_of(with_people(record.judging, record.reviews) if people else record.judging)


def _difference(one: tuple[int, Pair], other: tuple[int, Pair]) -> AgreementDifference:
    (here, (first, first_report)), (there, (second, second_report)) = one, other
    names = (f"debate {here}", f"debate {there}")
    before, also = _words(first), _words(second)
    same = [words for words in before if words in also]
    reason = (
        None if same else "they judge different arguments: each alpha stands by itself, with its own interval"
    )
    if first.config.rubric != second.config.rubric:
        reason = "they were scored by different rubrics"
    change = AlphaChange(value=None, before=None, after=None, reason=reason)
    if reason is None:
        change = alpha_difference(
            _scores_of(first, first_report).common[:, [before[words] for words in same]],
            _scores_of(second, second_report).common[:, [also[words] for words in same]],
            names=names,
        )
    return AgreementDifference(change=change, first=first.id, second=second.id)


def _words(record: Record) -> dict[tuple[str, ...], int]:
    arguments = [(one.side, *one.texts) for one in record.transcript.arguments]
    return {words: place for place, words in enumerate(arguments) if arguments.count(words) == 1}


def _shared_judges(debates: Sequence[Pair]) -> tuple[SharedJudge, ...]:
    seats: dict[tuple[str, str], dict[str, SeverityThere]] = {}
    for record, report in debates:
        for judge in report.judges:
            if judge.model:
                seats.setdefault((judge.name, judge.model), {})[record.id] = _severity(judge, report)
    return tuple(
        SharedJudge(name=name, model=model, severities=models)
        for (name, model), models in seats.items()
        if len(models) >= MIN_DEBATES
    )


def _severity(judge: JudgeRow, report: Report) -> SeverityThere:
    if judge.severity is not None and sum(bool(one.scores) for one in report.judges) > 1:
        lacking = None if judge.severity_se is not None else "too few scores for a standard error"
        clear = judge.severity_clear
        return SeverityThere(value=judge.severity, se=judge.severity_se, clear=clear, reason=lacking)
    why = report.calibration.note or "its panel has too few scores to tell"
    if not judge.scores:
        why = judge.cause or "it has not scored"
    return SeverityThere(value=None, se=None, reason=why)
