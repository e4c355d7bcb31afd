"""Where the panel parts: which argument, which two judges, which dimension.

Works on one table of common composites, or a stack of them, and, if given, one table a dimension. Invariant: a test
that cannot be made is ``None``, never a pass; severity is no divergence.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

import numpy as np
from numpy.typing import ArrayLike

from debate_core.domain.numerals import TOLERANCE
from debate_core.measuring.additive import Fit, fit
from debate_core.measuring.arrays import Bools, Floats, as_ratings, scalar
from debate_core.measuring.calibration import zscores
from debate_core.measuring.dispute_test import DisputeTest, dispute_test
from debate_core.measuring.learned_noise import Learned
from debate_core.measuring.rater_variance import Floor

POINTS = Floor()
"""The floor under errors of scores from 1 to 10."""


@dataclass(frozen=True, kw_only=True)
class ArgumentFigures:
    """One argument's figures over judges; ``None`` where there is nothing to go by.

    ``mean`` in points; ``variance`` and ``adjusted_variance`` (severity removed) sample variances
    in squared points; ``adjusted_spread`` the latter's root, in points. ``p``, corrected over arguments, as
    ``dispute_test`` has it. ``furthest`` are the indices of the two judges furthest apart, ``apart`` their distance in
    points once severity is removed, and ``dimension`` the one on which they part most. ``variance_by_dimension`` is
    raw, ``spread_by_dimension`` as ``adjusted_spread``. ``z_variance`` is the classic rule's figure.
    """

    index: int
    mean: float | None
    variance: float | None
    adjusted_variance: float | None
    adjusted_spread: float | None
    p: float | None = None
    furthest: tuple[int, int] | None = None
    apart: float | None = None
    dimension: str | None = None
    variance_by_dimension: Mapping[str, float | None] | None = None
    spread_by_dimension: Mapping[str, float | None] | None = None
    z_variance: float | None = None


def argument_figures(
    tests: "TableDivergence", dimensions: Mapping[str, ArrayLike] | None = None
) -> tuple[ArgumentFigures, ...]:
    """Each argument's figures, from how far judges part on the table and on one a dimension, of the same shape.

    An argument with fewer than 2 scores, or of a table too small to leave degrees of freedom, is not tested: its p is
    ``None``. Raises ValueError for another shape or an infinite score.

    >>> panel = [[5, 6, 7, 4, 3, 8], [6, 7, 8, 5, 4, 9], [5, 6, 7, 4, 3, 2], [6, 7, 8, 5, 4, 3]]
    >>> figures = argument_figures(divergence_of(panel))[5]
    >>> figures.furthest, round(figures.adjusted_spread, 2)
    ((0, 2), 2.89)
    """
    figures = [
        _figure(item, tests, scalar(variance))
        for item, variance in enumerate(column_variances(tests.ratings).tolist())
    ]
    if dimensions:
        figures = _by_dimension(figures, {name: as_ratings(of) for name, of in dimensions.items()})
    return tuple(figures)


@dataclass(frozen=True, kw_only=True)
class TableDivergence:
    """How far judges part on each argument of one table.

    ``adjusted`` (n_judges, n_items): the scores with severity removed; ``z`` their z-scores, for the classic rules.
    ``variance`` (n_items,) of the adjusted scores over judges with 2 scores or more, NaN with fewer than 2 such judges,
    ``z_variance`` that of z-scores. Who scored one argument only lies on its mean by construction, once severity is
    removed, and would make it look less disputed. ``test`` is made when it is first looked at.
    """

    ratings: Floats
    floor: Floor | Learned
    adjusted: Floats
    z: Floats
    variance: Floats
    z_variance: Floats

    @cached_property
    def test(self) -> DisputeTest:
        if self.ratings.size > _SMALL:
            return dispute_test(self.ratings, self.floor)
        return _test_of(self.ratings.tobytes(), self.ratings.shape, self.floor)

    def with_noise(self, learned: Learned) -> "TableDivergence":
        """The same, tested with the noise of earlier debates."""
        return replace(self, floor=learned)

    def wide(self, least_spread: float) -> Bools:
        """Which arguments' spread reaches its limit in points (n_items,): no other can diverge."""
        return np.asarray(np.sqrt(self.variance) >= least_spread - TOLERANCE)

    def divergent(self, level: float, least_spread: float) -> Bools:
        """Which arguments diverge (n_items,): corrected p and spread in points reach their limits; untested never.

        Source: as ``dispute_test``. That the spread must be wide too is our own; see docs/method.md.

        Six arguments on which four judges agree, but for a 2-2 split on the last:

        >>> panel = [[5, 6, 7, 4, 3, 8], [6, 7, 8, 5, 4, 9], [5, 6, 7, 4, 3, 2], [6, 7, 8, 5, 4, 3]]
        >>> divergence_of(panel).divergent(0.05, 1.0).nonzero()[0].tolist()
        [5]
        """
        wide = self.wide(least_spread)
        return np.asarray(wide & (self.test.p <= level)) if wide.any() else wide


_SMALL = 1_000
"""Scores of a table whose test is kept."""


@lru_cache(maxsize=500)
def _test_of(ratings: bytes, shape: tuple[int, ...], floor: Floor | Learned) -> DisputeTest:
    """The same table is read by several rules, lists and pages."""
    return dispute_test(np.frombuffer(ratings).reshape(shape), floor)


def divergence_of(ratings: ArrayLike) -> TableDivergence:
    """How far judges part on each argument of one table (n_judges, n_items), NaN missing."""
    table = as_ratings(ratings)[None]
    return divergences(table, fit(table), (POINTS,))[0]


def divergences(tables: Floats, fitted: Fit, floors: Sequence[Floor]) -> tuple[TableDivergence, ...]:
    """``divergence_of`` of each of many tables (n, n_judges, n_items), from their fits."""
    adjusted, z = tables - fitted.judges[..., :, None], zscores(tables)
    alone = (~np.isnan(tables)).sum(axis=-1, keepdims=True) < 2
    variance, z_variance = (column_variances(np.where(alone, np.nan, one)) for one in (adjusted, z))
    return tuple(
        TableDivergence(
            ratings=tables[place],
            floor=floor,
            adjusted=adjusted[place],
            z=z[place],
            variance=variance[place],
            z_variance=z_variance[place],
        )
        for place, floor in enumerate(floors)
    )


def _figure(item: int, on_table: TableDivergence, variance: float | None) -> ArgumentFigures:
    """One argument's figures on the composite, with the ``variance`` of its scores."""
    adjusted = scalar(on_table.variance[item])
    pair, apart = _furthest(on_table.adjusted[:, item])
    scores = on_table.ratings[:, item]
    there = scores[~np.isnan(scores)]
    return ArgumentFigures(
        index=item,
        mean=float(there.mean()) if there.size else None,
        variance=variance,
        adjusted_variance=adjusted,
        adjusted_spread=None if adjusted is None else adjusted**0.5,
        p=scalar(on_table.test.p[item]),
        furthest=pair,
        apart=apart,
        z_variance=scalar(on_table.z_variance[item]),
    )


def _by_dimension(figures: list[ArgumentFigures], dimensions: Mapping[str, Floats]) -> list[ArgumentFigures]:
    """The same figures with variances by dimension, and the one on which the pair parts most."""
    tables = np.stack(list(dimensions.values()))
    by_table = divergences(tables, fit(tables), (POINTS,) * len(tables))
    adjusted = {name: of.adjusted for name, of in zip(dimensions, by_table, strict=True)}
    variances = dict(zip(dimensions, column_variances(tables), strict=True))
    spreads = {name: np.sqrt(of.variance) for name, of in zip(dimensions, by_table, strict=True)}
    return [
        replace(
            figure,
            dimension=_parting(adjusted, figure.index, figure.furthest),
            variance_by_dimension={name: scalar(of[figure.index]) for name, of in variances.items()},
            spread_by_dimension={name: scalar(of[figure.index]) for name, of in spreads.items()},
        )
        for figure in figures
    ]


def column_variances(ratings: Floats) -> Floats:
    """Sample variance over judges of each argument (…, n_items), NaN with fewer than 2 scores."""
    present = ~np.isnan(ratings)
    count = present.sum(axis=-2)
    mean = np.where(present, ratings, 0.0).sum(axis=-2) / np.maximum(count, 1)
    squares = (np.where(present, ratings - mean[..., None, :], 0.0) ** 2).sum(axis=-2)
    return np.asarray(np.where(count >= 2, squares / np.maximum(count - 1, 1), np.nan))


def _furthest(scores: Floats) -> tuple[tuple[int, int] | None, float | None]:
    """The two judges furthest apart, lower index first; ``None`` when all are equal."""
    judges = np.flatnonzero(~np.isnan(scores))
    if judges.size < 2:
        return None, None
    level = scores[judges].round(9)
    low, high = judges[level.argmin()], judges[level.argmax()]
    apart = float(scores[high] - scores[low])
    if apart <= TOLERANCE:
        return None, None
    return (int(min(low, high)), int(max(low, high))), apart


def _parting(levelled: Mapping[str, Floats], item: int, pair: tuple[int, int] | None) -> str | None:
    """The dimension on which two judges part most, their usual difference on it removed."""
    if pair is None:
        return None
    apart = {name: abs(of[pair[0], item] - of[pair[1], item]) for name, of in levelled.items()}
    known = {name: float(distance) for name, distance in apart.items() if np.isfinite(distance)}
    return max(known, key=lambda name: known[name]) if known else None
