"""What figures, and the sentences beside them, show of a report beyond its own values; agreement figures on one scale
up to 1: bands behind, the interval as a bar, the value as a mark.

Reads a Report; draws nothing. Invariant: what rests on fewer values than it needs is None; the report and its JSON stay
as they are; the interval is there whenever there is one, and the bands stand behind it, never in its place; gauges
beside each other share their scale; nothing is drawn for an undefined value.
"""

import math
import statistics
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from debate_core.llm.base import is_simulated
from debate_core.measuring.agreement import Band
from debate_core.measuring.estimate import Estimate
from debate_core.measuring.generalizability import TARGET
from debate_core.noun import Noun
from debate_core.numerals import coefficient
from debate_core.report.shape import ArgumentRow, Generalizability, Report, Statistic

LEAST = -0.5
"""Where the scale begins unless a value lies lower."""
Bands = Sequence[tuple[float, Band]]
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


def widest(report: Report) -> tuple[str, ...]:
    """Up to three arguments with a spread worth naming once severity is removed, the widest first."""
    spread = {row.id: row.adjusted_spread or 0.0 for row in report.arguments}
    ordered = sorted(spread, key=lambda name: -spread[name])
    return tuple(name for name in ordered if spread[name] >= WIDE)[:3]


def alpha_moves(report: Report, without: Mapping[str, float | None]) -> dict[str, float | None]:
    """By how much alpha changes with each judge or argument left out, from alpha without each."""
    whole = report.agreement.alpha.value
    return {n: None if value is None or whole is None else value - whole for n, value in without.items()}


def largest_move(report: Report, without: Mapping[str, float | None]) -> str | None:
    """Who or what moves alpha most when left out; None where nothing moves it enough to be worth saying."""
    moves = {name: abs(move) for name, move in alpha_moves(report, without).items() if move is not None}
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


class StudyPoint(Noun):
    """The coefficients of the mean of so many judges; None where they have no meaning."""

    judges: int
    relative: float | None
    absolute: float | None


def decision_study(found: Generalizability) -> tuple[StudyPoint, ...]:
    """The coefficients of one such judge's scores, of the mean of two, and so on: to one more than .80 takes, or twice
    as many as there are; without components none."""
    if found.components is None or found.scores_per_item is None:
        return ()
    parts = found.components
    enough = max(round(2 * found.scores_per_item), (parts.judges_for(TARGET) or 0) + 1)
    return tuple(
        StudyPoint(judges=judges, relative=parts.relative(judges), absolute=parts.absolute(judges))
        for judges in range(1, min(enough, MOST_JUDGES) + 1)
    )


@dataclass(frozen=True, kw_only=True)
class Stretch:
    """A part of the scale: where it begins and ends, from 0 to 1 of the width; a band's `name`, and how much of it
    stands for agreement, from 0 to 1."""

    low: float
    high: float
    name: str = ""
    depth: float = 0.0


@dataclass(frozen=True, kw_only=True)
class Tick:
    """A number below the scale, and where."""

    at: float
    said: str


@dataclass(frozen=True, kw_only=True)
class Gauge:
    """One figure on its scale; None where there is none."""

    bands: tuple[Stretch, ...]
    ticks: tuple[Tick, ...]
    value: float | None
    interval: Stretch | None


def gauges(found: Sequence[tuple[Statistic | Estimate, Bands]]) -> tuple[Gauge, ...]:
    """Each figure, with its own bands behind it, on the scale that all of them share."""
    low = _floor(
        [one for each, _ in found for one in (each.value, *(each.interval or ())) if one is not None]
    )
    return tuple(_gauge(one, bands, low) for one, bands in found)


def _floor(values: Sequence[float]) -> float:
    """Half below 0, or the tenth below the lowest value, no lower than −1."""
    lowest = min([LEAST, *values])
    return LEAST if lowest == LEAST else max(-1.0, math.floor(lowest * 10) / 10)


def _gauge(found: Statistic | Estimate, limits: Bands, low: float) -> Gauge:
    def at(value: float) -> float:
        return min(1.0, max(0.0, (value - low) / (1 - low)))

    ends = [1.0, *(least for least, _ in limits)]
    bands = [
        Stretch(low=at(least), high=at(end), name=band.name, depth=1 - place / (len(limits) - 1))
        for place, ((least, band), end) in enumerate(zip(limits, ends, strict=False))
    ]
    marks = [low, 0.0, *sorted(least for least, _ in limits if least > low), 1.0]
    return Gauge(
        bands=tuple(reversed(bands)),
        ticks=tuple(Tick(at=at(mark), said=_short(mark)) for mark in marks),
        value=None if found.value is None else at(found.value),
        interval=found.interval and Stretch(low=at(found.interval[0]), high=at(found.interval[1])),
    )


def _short(mark: float) -> str:
    """A round number without its decimals."""
    return f"{mark:g}" if mark == round(mark) else coefficient(mark)
