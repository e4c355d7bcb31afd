"""The tables of tinted cells of a panel: arguments by judge, arguments by dimension, judge by judge.

Reads a Report; knows no colour. Invariant: what is missing has neither value nor depth; the scales are fixed, the same
on every debate with the same rubric, so that two debates can be compared by eye.
"""

import math
import statistics
from collections.abc import Sequence
from dataclasses import dataclass

from debate_core.report.drawn import from_mean
from debate_core.report.shape import ArgumentRow, PairAgreement, Report
from debate_core.rubric import Scale

_REACHES: dict[str, float] = {"z": 2.0, "0 to 1": 1 / 3}


@dataclass(frozen=True, kw_only=True)
class Cell:
    """One tinted cell. `value`: the figure in it; `beside`: a second one; `depth`: how deep its tint is, from −1 to 1,
    0 for none; below 0 is harsher than the panel, and of what has no direction it is 0 or more."""

    value: float | None
    beside: float | None = None
    depth: float = 0.0


@dataclass(frozen=True, kw_only=True)
class Line:
    """One argument. `judges`: the calibrated score and its distance from the argument's mean, in panel order;
    `spread`: the sample standard deviation of those scores, in their unit, or the adjusted one where severity is out;
    `dimensions`: in rubric order, and the composite at the end, the variance over judges as given, in points squared.
    """

    row: ArgumentRow
    judges: tuple[Cell, ...]
    spread: Cell
    dimensions: tuple[Cell, ...]


def reach(report: Report, scale: Scale) -> float:
    """The distance at which a tint is deepest, in the unit of the calibrated scores: a third of the scale's width, so
    3 points from 1 to 10; 2 standard deviations of z-scores."""
    return _REACHES.get(report.calibration.unit, scale.width / 3)


def variance_ticks(scale: Scale) -> tuple[float, ...]:
    """The variances, in points squared, at which a tint of the dimensions is at none, one, two and three thirds.

    >>> variance_ticks(Scale(low=1, high=10))
    (0.0, 1.0, 4.0, 9.0)
    """
    return tuple((scale.width / 9 * third) ** 2 for third in range(4))


def lines(report: Report, keys: tuple[str, ...], scale: Scale) -> tuple[Line, ...]:
    """A line an argument, those on which the judges are furthest apart first; `keys`: of the dimensions."""
    found = [_line(report, row, keys, scale) for row in report.arguments]
    return tuple(sorted(found, key=lambda line: -(-1.0 if line.spread.value is None else line.spread.value)))


def _line(report: Report, row: ArgumentRow, keys: tuple[str, ...], scale: Scale) -> Line:
    far, away = reach(report, scale), from_mean(row)
    given = [value for value in row.calibrated.values() if value is not None]
    # With severity out it is the one that every other place has.
    spread = row.adjusted_spread if report.calibration.method == "additive" else None
    if spread is None and len(given) > 1:
        spread = statistics.stdev(given)
    variances = [*(row.by_dimension[key].variance for key in keys), row.variance]
    return Line(
        row=row,
        judges=tuple(
            Cell(value=row.calibrated[name], beside=off, depth=_depth(off, far)) for name, off in away.items()
        ),
        spread=Cell(value=spread, depth=_depth(spread, far)),
        dimensions=tuple(
            Cell(value=one, depth=_depth(None if one is None else math.sqrt(one), scale.width / 3))
            for one in variances
        ),
    )


def _depth(value: float | None, far: float) -> float:
    return 0.0 if value is None else max(-1.0, min(1.0, value / far))


Pairs = tuple[tuple[tuple[Cell, PairAgreement] | None, ...], ...]


def pair_cells(report: Report) -> Pairs:
    """Judge by judge in panel order (see `cells_of_pairs`)."""
    return cells_of_pairs(report.agreement.pairs, [judge.name for judge in report.judges])


def cells_of_pairs(pairs: Sequence[PairAgreement], names: Sequence[str]) -> Pairs:
    """Judge by judge: alpha and how many arguments both scored, the deeper the less alike, from 1 to 0 and below; None
    where a judge would stand beside itself."""
    found = {frozenset(pair.judges): pair for pair in pairs}
    return tuple(tuple(_pair(found.get(frozenset((one, other)))) for other in names) for one in names)


def _pair(pair: PairAgreement | None) -> tuple[Cell, PairAgreement] | None:
    if pair is None:
        return None
    alpha = pair.alpha.value
    depth = 0.0 if alpha is None else max(0.0, min(1.0, 1.0 - alpha))
    return Cell(value=alpha, beside=pair.alpha.n, depth=depth), pair
