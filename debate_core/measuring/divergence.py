"""Where the panel parts: which argument, which two judges, which dimension; severity is no divergence."""

from collections.abc import Mapping, Sequence
from functools import cached_property, lru_cache
from typing import Annotated

import numpy as np
from numpy.typing import ArrayLike

from debate_core.domain.frozen import FrozenModel, FrozenValue, Null
from debate_core.domain.numerals import DECIMALS, TOLERANCE
from debate_core.measuring.additive import Fit, Floor, fit
from debate_core.measuring.arrays import Bools, Floats, as_ratings, mean_given, scalar, variance_given
from debate_core.measuring.calibration import zscores
from debate_core.measuring.disputes import DisputeTest, Test, dispute_test
from debate_core.measuring.weights import Prior

POINTS = Floor()
"""The floor under errors of scores from 1 to 10."""


class DimensionScores(FrozenModel):
    """One dimension of an argument over judges, in points; `adjusted_spread`: with severity removed."""

    mean: Annotated[float | None, Null("no judge has scored it on this dimension")]
    variance: Annotated[float | None, Null("fewer than 2 judges have scored it on this dimension")]
    adjusted_spread: Annotated[float | None, Null("strictness can't be told from these scores")] = None


class ArgumentFigures(FrozenValue):
    """One argument's figures over judges; ``None`` where there is nothing to go by.

    ``mean`` in points; ``variance`` and ``adjusted_variance`` (severity removed) sample variances
    in squared points; ``adjusted_spread`` the latter's root, in points. ``chance``, corrected over arguments, as
    ``dispute_test`` has it. ``furthest`` are the indices of the two judges furthest apart, ``apart_by`` their distance
    in points once severity is removed, and ``apart_on`` the dimension on which they part most. ``z_variance`` is the
    classic rule's figure.
    """

    index: int
    mean: float | None
    variance: float | None
    adjusted_variance: float | None
    adjusted_spread: float | None
    chance: float | None
    furthest: tuple[int, int] | None
    apart_by: float | None
    apart_on: str | None
    by_dimension: Mapping[str, DimensionScores]
    z_variance: float | None


def argument_figures(
    tests: "TableDivergence", dimensions: Mapping[str, ArrayLike]
) -> tuple[ArgumentFigures, ...]:
    """Each argument's figures, from how far judges part on the table and on one a dimension, of the same shape.

    An argument with fewer than 2 scores, or of a table too small to leave degrees of freedom, is not tested: its chance
    is ``None``. Raises ValueError for another shape or an infinite score.

    >>> panel = [[5, 6, 7, 4, 3, 8], [6, 7, 8, 5, 4, 9], [5, 6, 7, 4, 3, 2], [6, 7, 8, 5, 4, 3]]
    >>> figures = argument_figures(divergence_of(panel), {})[5]
    >>> figures.furthest, round(figures.apart_by, 2), round(figures.adjusted_spread, 2)
    ((0, 2), 5.0, 2.89)
    """
    tables = np.reshape(
        [as_ratings(of) for of in dimensions.values()], (len(dimensions), *tests.ratings.shape)
    )
    of_each = divergences(tables, fit(tables), (POINTS,) * len(tables))
    by_dimension = dict(zip(dimensions, of_each, strict=True))
    return tuple(_figures(item, tests, by_dimension) for item in range(len(tests.variance)))


class TableDivergence(FrozenValue):
    """How far judges part on each argument of one table.

    ``adjusted`` (n_judges, n_items): the scores with severity removed; ``z`` their z-scores, for the classic rules.
    ``variance`` (n_items,) of the adjusted scores over judges with 2 scores or more, NaN with fewer than 2 such judges,
    ``z_variance`` that of z-scores. Who scored one argument only lies on its mean by construction, once severity is
    removed, and would make it look less disputed. ``test`` is made when it is first looked at, ``by`` one of the two.
    """

    ratings: Floats
    floor: Floor | Prior
    adjusted: Floats
    z: Floats
    variance: Floats
    z_variance: Floats
    by: Test = dispute_test

    @cached_property
    def test(self) -> DisputeTest:
        if self.ratings.size > _SMALL:
            return self.by(self.ratings, self.floor)
        return _test_of(self.ratings.tobytes(), self.ratings.shape, self.floor, self.by)

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


_SMALL = 1_000  # scores of a table whose test is kept


@lru_cache(maxsize=500)
def _test_of(ratings: bytes, shape: tuple[int, ...], floor: Floor | Prior, by: Test) -> DisputeTest:
    """The same table is read by several rules, lists and pages."""
    return by(np.frombuffer(ratings).reshape(shape), floor)


def divergence_of(ratings: ArrayLike) -> TableDivergence:
    """How far judges part on each argument of one table (n_judges, n_items), NaN missing."""
    table = as_ratings(ratings)[None]
    return divergences(table, fit(table), (POINTS,))[0]


def divergences(tables: Floats, fitted: Fit, floors: Sequence[Floor]) -> tuple[TableDivergence, ...]:
    """``divergence_of`` of each of many tables (n, n_judges, n_items), from their fits."""
    adjusted, z = tables - fitted.judges[..., :, None], zscores(tables)
    alone = (~np.isnan(tables)).sum(axis=-1, keepdims=True) < 2
    variance, z_variance = (variance_given(np.where(alone, np.nan, one), -2) for one in (adjusted, z))
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


def _figures(
    item: int, on_table: TableDivergence, by_dimension: Mapping[str, TableDivergence]
) -> ArgumentFigures:
    pair, distance = _furthest(on_table.adjusted[:, item])
    on = _spread(on_table, item)
    return ArgumentFigures(
        index=item,
        mean=on.mean,
        variance=on.variance,
        adjusted_variance=scalar(on_table.variance[item]),
        adjusted_spread=on.adjusted_spread,
        chance=scalar(on_table.test.p[item]),
        furthest=pair,
        apart_by=distance,
        apart_on=_widest_dimension({name: of.adjusted[:, item] for name, of in by_dimension.items()}, pair),
        by_dimension={name: _spread(of, item) for name, of in by_dimension.items()},
        z_variance=scalar(on_table.z_variance[item]),
    )


def _spread(of: TableDivergence, item: int) -> DimensionScores:
    scores = of.ratings[:, item]
    return DimensionScores(
        mean=scalar(float(mean_given(scores))),
        variance=scalar(float(variance_given(scores))),
        adjusted_spread=scalar(float(np.sqrt(of.variance[item]))),
    )


def _furthest(scores: Floats) -> tuple[tuple[int, int] | None, float | None]:
    judges = np.flatnonzero(~np.isnan(scores))
    if judges.size < 2:
        return None, None
    level = scores[judges].round(DECIMALS)
    low, high = judges[level.argmin()], judges[level.argmax()]
    distance = float(scores[high] - scores[low])
    if distance <= TOLERANCE:
        return None, None
    return (int(min(low, high)), int(max(low, high))), distance


def _widest_dimension(levelled: Mapping[str, Floats], pair: tuple[int, int] | None) -> str | None:
    """The dimension, the first of several, on which two judges part most, their usual difference on it removed."""
    if pair is None:
        return None
    distances = {name: abs(of[pair[0]] - of[pair[1]]) for name, of in levelled.items()}
    known = {name: round(float(by), DECIMALS) for name, by in distances.items() if np.isfinite(by)}
    return max(known, key=lambda name: known[name]) if known else None
