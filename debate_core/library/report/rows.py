"""The rows of a report, one per argument, per judge and per other choice, where NaN in an array is None."""

from collections import Counter
from collections.abc import Mapping, Sequence
from statistics import fmean, stdev

import numpy as np

from debate_core.domain.frozen import FrozenValue
from debate_core.domain.model import is_simulated
from debate_core.domain.numerals import TOLERANCE
from debate_core.domain.rubric import Overall, Standing
from debate_core.domain.transcript import Transcript
from debate_core.library.history import History
from debate_core.library.report import shape
from debate_core.library.report.agreement import Agreement, Generalizability
from debate_core.library.report.deliberation_shape import ScorerRow
from debate_core.measuring.arrays import Floats, scalar
from debate_core.measuring.calibration import Calibration
from debate_core.measuring.divergence import ArgumentFigures
from debate_core.measuring.gap import ballot_of, ballots
from debate_core.measuring.generalizability import TARGET
from debate_core.measuring.table import Variant
from debate_core.measuring.weights import JudgeWeights
from debate_core.store.judging import Judging, Scored, first_of, scored_of
from debate_core.store.record import Record
from debate_core.verdicts.verdict import Outcome


def argument_row(
    transcript: Transcript,
    scored: Scored,
    calibration: Calibration,
    figures: ArgumentFigures,
    concluded: Outcome,
) -> shape.ArgumentRow:
    item = figures.index
    argument = transcript.arguments[item]
    seats, names = scored.judging.seats, scored.judging.names
    entries = [seat.sheet.entry(argument.id) if seat.sheet else None for seat in seats]
    standings = {name: row[item] for name, row in zip(names, scored.standings, strict=True)}
    named = [entry.fallacies for entry in entries if entry and entry.fallacies is not None]
    pair, classic = figures.furthest, concluded.basis.rules.kind == "classic"
    of_row = {name: value for name, value in vars(figures).items() if name in shape.ArgumentRow.model_fields}
    return shape.ArgumentRow(
        id=argument.id,
        side=argument.side,
        claim=argument.claim,
        structured=argument.structured,
        warnings=argument.warnings,
        response=transcript.responses.get(argument.id),
        **of_row,
        tested=(figures.z_variance if classic else figures.chance) is not None,
        divergent=item in concluded.divergent,
        apart=(names[pair[0]], names[pair[1]]) if pair else None,
        standings=standings,
        reasons={name: entry and entry.notes for name, entry in zip(names, entries, strict=True)},
        majority=majority(list(standings.values())),
        split=dict(Counter(s for s in standings.values() if s)),
        fallacies=dict(Counter(one for names in named for one in dict.fromkeys(names))) if named else None,
        raw=_by_judge(names, scored.common[:, item]),
        calibrated=_by_judge(names, calibration.ratings[:, item]),
        question=transcript.questions.get(argument.id),
        answer=transcript.answers.get(argument.id) or None,
    )


def majority(standings: Sequence[Standing | None]) -> shape.Majority | None:
    """The commonest standing; *tied* when two are equally common; None when there is none.

    >>> majority(["UPHELD", "UPHELD", "REFUTED", None])
    'UPHELD'
    >>> majority(["UPHELD", "REFUTED"])
    'tied'
    """
    counts = Counter(s for s in standings if s).most_common(2)
    if not counts:
        return None
    return "tied" if len(counts) == 2 and counts[0][1] == counts[1][1] else counts[0][0]


def judge_rows(
    judging: Judging, history: History, weights: JudgeWeights, additive: Calibration, concluded: Outcome
) -> tuple[shape.JudgeRow, ...]:
    rows = []
    # A ballot is of one reading, a score may be of two.
    spoken = scored_of(judging.at(judging.round))
    by_reading = ballots(spoken.own, spoken.sides) if spoken.sides else (None,) * len(judging.seats)
    for j, seat in enumerate(judging.seats):
        overall = seat.sheet.overall if seat.sheet else Overall()
        sides = concluded.basis.gap.sides
        means, (pro, con) = sides.side_means[j], sides.parts[j].tolist()
        position = scalar(float(means[0] - means[1]))
        ballot, given = ballot_of(position), overall.ballot
        past, severity = history.of(seat.name, seat.model), additive.severity_of(j)
        rows.append(
            shape.JudgeRow(
                **ScorerRow.fields_of(seat),
                weight=_at(weights.weights, j) if seat.sheet else None,
                share=_at(sides.shares, j) if seat.sheet else None,
                contributions={"pro": scalar(pro), "con": scalar(con)},
                severity=severity.points,
                severity_se=severity.se,
                severity_clear=severity.clear,
                ballot=ballot,
                ballot_given=given,
                contradicts=None not in (ballot, given) and given != (by_reading[j] or ballot),
                position=position,
                confidence=overall.confidence,
                key_finding=overall.key_finding,
                past=shape.JudgePast(
                    debates=len(past.variances),
                    right=past.right,
                    known=past.known,
                    shrunken_accuracy=(past.right + 1) / (past.known + 2),
                    error_variance=_at(weights.variances, j),
                ),
                scores={e.argument_id: dict(e.scores) for e in seat.sheet.entries} if seat.sheet else {},
            )
        )
    return tuple(rows)


def change_rows(
    base: Outcome, tried: Sequence[Variant], decided: Sequence[Outcome]
) -> tuple[shape.VerdictChange, ...]:
    """The outcome beside what was decided on each variant, in their order. Raises ValueError for unequal numbers."""
    return tuple(
        shape.VerdictChange(
            change=one.change,
            call=outcome.call,
            flips=outcome.call != base.call,
            same=outcome.call == base.call and _no_test(one, outcome, base),
            left_out=None if one.judge is None else base.basis.evidence.table.names_text([one.judge]),
            lead=None if one.judge is None else outcome.gap,
        )
        for one, outcome in zip(tried, decided, strict=True)
    )


def _no_test(one: Variant, outcome: Outcome, base: Outcome) -> bool:
    """Whether the call is the same by construction: a wider interval, or too few judges, name nobody either; another
    calibration, other weights or errors in common may leave what it rests on as it was."""
    if base.call == "no_call" and (one.kind == "shared" or outcome.undecidable):
        return True
    now, before = (np.array(of.rests_on, dtype=np.float64) for of in (outcome, base))
    alike = np.allclose(now, before, TOLERANCE, TOLERANCE, equal_nan=True)
    return alike and one.kind in ("calibration", "weights", "shared")


def person_rows(record: Record) -> tuple[shape.PersonRow, ...]:
    """With the first scores given of each argument."""
    return tuple(
        shape.PersonRow(
            name=name,
            scores={argument: dict(one.scores) for argument, one in given.items()},
            standings={argument: one.standing for argument, one in given.items()},
            blind={argument: one.blind for argument, one in given.items()},
        )
        for name, given in first_of(record.reviews).items()
    )


def settled_rows(record: Record) -> tuple[shape.SettledRow, ...]:
    fields = set(shape.SettledRow.model_fields)
    return tuple(
        shape.SettledRow(by=one.person, **one.model_dump(include=fields)) for one in record.settled.values()
    )


def _by_judge(names: Sequence[str], column: Floats) -> dict[str, float | None]:
    return {name: scalar(float(value)) for name, value in zip(names, column, strict=True)}


def _at(values: Floats | None, j: int) -> float | None:
    return None if values is None else scalar(float(values[j]))


WIDE = 1.0
"""A spread over judges, in points, worth naming where no argument is divergent by the rules."""
MIN_MOVE = 0.05
"""A change of alpha worth a word, when one judge or argument is left out."""
MAX_JUDGES_SHOWN = 30
"""The decision study is drawn up to so many."""
_MISSING_STEPS = 20
"""The share of scores missing is told to the nearest twentieth."""


def from_mean(row: shape.ArgumentRow) -> dict[str, float | None]:
    """How far each judge's calibrated score lies above the argument's mean; None without a score."""
    given = _values_of(row)
    mean = fmean(given) if given else 0.0
    return {name: None if value is None else value - mean for name, value in row.calibrated.items()}


def _values_of(row: shape.ArgumentRow) -> list[float]:
    return [value for value in row.calibrated.values() if value is not None]


def furthest_from_mean(report: shape.Report, judge: str) -> str | None:
    """The argument on which a judge is furthest from the mean of two or more calibrated scores."""
    compared = [(row.id, from_mean(row)[judge]) for row in report.arguments if len(_values_of(row)) > 1]
    away = {name: abs(value) for name, value in compared if value is not None}
    return max(away, key=lambda name: away[name]) if away else None


def spread_of(report: shape.Report, row: shape.ArgumentRow) -> float | None:
    """The sample standard deviation over judges of an argument's calibrated scores, in their unit."""
    # With severity out it is the one that every other place has.
    if report.calibration.method == "additive" and row.adjusted_spread is not None:
        return row.adjusted_spread
    given = _values_of(row)
    return stdev(given) if len(given) > 1 else None


def widest_first(report: shape.Report) -> tuple[shape.ArgumentRow, ...]:
    """Those without a spread come last."""
    spread = {row.id: spread_of(report, row) for row in report.arguments}
    return tuple(sorted(report.arguments, key=lambda row: (spread[row.id] is None, -(spread[row.id] or 0.0))))


def widest(report: shape.Report) -> tuple[str, ...]:
    """Up to three arguments with a spread worth naming once severity is removed, the widest first."""
    spread = {row.id: row.adjusted_spread or 0.0 for row in report.arguments}
    ordered = sorted(spread, key=lambda name: -spread[name])
    return tuple(name for name in ordered if spread[name] >= WIDE)[:3]


def alpha_moves(agreement: Agreement, without: Mapping[str, float | None]) -> dict[str, float | None]:
    """By how much alpha changes with each judge or argument left out, from alpha without each."""
    if (whole := agreement.alpha.value) is None:
        return dict.fromkeys(without)
    return {name: None if value is None else value - whole for name, value in without.items()}


def largest_move(agreement: Agreement, without: Mapping[str, float | None]) -> str | None:
    """Who or what moves alpha most when left out; None where nothing moves it enough to be worth saying."""
    moves = {name: abs(move) for name, move in alpha_moves(agreement, without).items() if move is not None}
    name = max(moves, key=lambda one: moves[one], default=None)
    return name if name is not None and moves[name] >= MIN_MOVE else None


def panel_words(report: shape.Report) -> dict[str, str]:
    """The debate's judges in the words of a question to the lab, which asks about the side with fewer arguments."""
    judges = [judge for judge in report.judges if judge.scores and not judge.person]
    sides = [sum(row.side == side for row in report.arguments) for side in ("pro", "con")]
    cells = [row.raw[judge.name] for row in report.arguments for judge in judges]
    missing = sum(score is None for score in cells) / max(1, len(cells))
    models = {judge.model or "" for judge in judges}
    alike = len(judges) > 1 and len(models) == 1 and not is_simulated(models.pop())
    return {
        "judges": str(len(judges)),
        "arguments": str(min(sides)),
        "missing": f"{round(missing * _MISSING_STEPS) / _MISSING_STEPS:g}",
        "related": "all" if alike else "own",
        "rules": report.settings.rules,
    }


class StudyPoint(FrozenValue):
    """The coefficients of the mean of so many judges; None where they have no meaning."""

    judges: int
    relative: float | None
    absolute: float | None


def decision_study(study: Generalizability) -> tuple[StudyPoint, ...]:
    """The coefficients of one such judge's scores, of the mean of two, and so on: to one more than .80 takes, or twice
    as many as there are; none without components, nor where items differ less than errors make them."""
    parts = study.components
    if parts is None or study.scores_per_item is None or parts.items < 0.0:
        return ()
    enough = max(round(2 * study.scores_per_item), (parts.judges_for(TARGET) or 0) + 1)
    return tuple(
        StudyPoint(judges=judges, relative=parts.relative(judges), absolute=parts.absolute(judges))
        for judges in range(1, min(enough, MAX_JUDGES_SHOWN) + 1)
    )
