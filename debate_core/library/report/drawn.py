"""What figures, and the sentences beside them, show of a report beyond its own values."""

import statistics
from collections.abc import Mapping
from dataclasses import dataclass

from debate_core.domain.model import is_simulated
from debate_core.library.report.shape import Agreement, ArgumentRow, Generalizability, Report
from debate_core.measuring.generalizability import TARGET

WIDE = 1.0
"""A spread over judges, in points, worth naming where no argument is divergent by the rules."""
LEAST_MOVE = 0.05
"""A change of alpha worth a word, when one judge or argument is left out."""
MOST_JUDGES = 30
"""The decision study is drawn up to so many."""
_MISSING_STEPS = 20
"""The share of scores missing is told to the nearest twentieth."""


def from_mean(row: ArgumentRow) -> dict[str, float | None]:
    """How far each judge's calibrated score lies above the argument's mean; None without a score."""
    values = _given(row)
    mean = statistics.fmean(values) if values else 0.0
    return {name: None if value is None else value - mean for name, value in row.calibrated.items()}


def _given(row: ArgumentRow) -> list[float]:
    return [value for value in row.calibrated.values() if value is not None]


def furthest_from_mean(report: Report, judge: str) -> str | None:
    """The argument on which a judge is furthest from the mean of two or more calibrated scores."""
    compared = [(row.id, from_mean(row)[judge]) for row in report.arguments if len(_given(row)) > 1]
    away = {name: abs(value) for name, value in compared if value is not None}
    return max(away, key=lambda name: away[name]) if away else None


def spread_of(report: Report, row: ArgumentRow) -> float | None:
    """The sample standard deviation over judges of an argument's calibrated scores, in their unit."""
    # With severity out it is the one that every other place has.
    if report.calibration.method == "additive" and row.adjusted_spread is not None:
        return row.adjusted_spread
    given = _given(row)
    return statistics.stdev(given) if len(given) > 1 else None


def widest_first(report: Report) -> tuple[ArgumentRow, ...]:
    """The arguments, those on which the judges are furthest apart first."""
    spread = {row.id: spread_of(report, row) for row in report.arguments}
    return tuple(
        sorted(report.arguments, key=lambda row: -(-1.0 if (far := spread[row.id]) is None else far))
    )


def widest(report: Report) -> tuple[str, ...]:
    """Up to three arguments with a spread worth naming once severity is removed, the widest first."""
    spread = {row.id: row.adjusted_spread or 0.0 for row in report.arguments}
    ordered = sorted(spread, key=lambda name: -spread[name])
    return tuple(name for name in ordered if spread[name] >= WIDE)[:3]


def alpha_moves(agreement: Agreement, without: Mapping[str, float | None]) -> dict[str, float | None]:
    """By how much alpha changes with each judge or argument left out, from alpha without each."""
    whole = agreement.alpha.value
    return {n: None if value is None or whole is None else value - whole for n, value in without.items()}


def largest_move(agreement: Agreement, without: Mapping[str, float | None]) -> str | None:
    """Who or what moves alpha most when left out; None where nothing moves it enough to be worth saying."""
    moves = {name: abs(move) for name, move in alpha_moves(agreement, without).items() if move is not None}
    name = max(moves, key=lambda one: moves[one], default=None)
    return name if name is not None and moves[name] >= LEAST_MOVE else None


def panel_words(report: Report) -> dict[str, str]:
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


@dataclass(frozen=True, kw_only=True)
class StudyPoint:
    """The coefficients of the mean of so many judges; None where they have no meaning."""

    judges: int
    relative: float | None
    absolute: float | None


def decision_study(study: Generalizability) -> tuple[StudyPoint, ...]:
    """The coefficients of one such judge's scores, of the mean of two, and so on: to one more than .80 takes, or twice
    as many as there are; without components none."""
    if study.components is None or study.scores_per_item is None:
        return ()
    parts = study.components
    enough = max(round(2 * study.scores_per_item), (parts.judges_for(TARGET) or 0) + 1)
    return tuple(
        StudyPoint(judges=judges, relative=parts.relative(judges), absolute=parts.absolute(judges))
        for judges in range(1, min(enough, MOST_JUDGES) + 1)
    )
