"""Which arguments divide judges more than their other disagreements do: F of each, and how far chance would bring it.

With 4 judges or more chance is the permutation of each judge's residuals over arguments, against the largest F of all;
with fewer the F distribution stands in (``rough``). Draws are seeded from the residuals. Source: H. Scheffé, The
Analysis of Variance (1959), § 2.9 (extra sum of squares); P. Westfall & S. Young, Resampling-Based Multiple Testing
(1993), § 2.3 (single-step max); B. Phipson & G. Smyth, Stat. Appl. Genet. Mol. Biol. 9 (2010), art. 39, for (1 + k)/(1
+ B); permuting residuals: D. Freedman & D. Lane, J. Bus. Econ. Stat. 1 (1983), 292-298.
"""

from dataclasses import dataclass
from functools import lru_cache
from zlib import crc32

import numpy as np

from debate_core.measuring.additive import Fit
from debate_core.measuring.arrays import Bools, Floats, Ints, special
from debate_core.measuring.rater_variance import PRIOR_DF, Floor
from debate_core.numerals import DUST

ENOUGH_JUDGES = 4
DRAWS = 999
_ORDERS = 4096
"""Random orders of so many arguments, drawn once; a table and a judge start somewhere in them."""
_NONE = 1e-8
"""A share of an error that the fit leaves: less is rounding."""


@dataclass(frozen=True, kw_only=True)
class PermutationTest:
    """Each argument's ``f`` with ``first`` and ``second`` degrees of freedom and its ``p``, corrected for there being
    several (n_items,), NaN untested; ``rough`` where p is of the F distribution."""

    f: Floats
    first: Ints
    second: Ints
    p: Floats
    rough: bool


@dataclass(frozen=True, kw_only=True)
class _Statistic:
    """How F follows from residuals (n, n_judges, n_items). ``whole`` (n_items, n_judges, n_judges): each argument's
    quadratic form, r' W r, by which the sum of squared residuals falls when the argument is deleted."""

    whole: Floats
    first: Ints
    second: Ints
    floor: Floor

    def of(self, residuals: Floats) -> Floats:
        """F (n, n_items): what an argument adds to the residual squares, over what the others leave, each by its
        degrees of freedom; the latter with its floor. NaN untested."""
        by_item = residuals.transpose(2, 0, 1)
        extra = ((by_item @ self.whole) * by_item).sum(axis=-1).T
        left = np.maximum((residuals**2).sum(axis=(1, 2))[:, None] - extra, 0.0)
        second = np.maximum(self.second, 1)
        moderated = (PRIOR_DF * self.floor.prior + left) / (PRIOR_DF + second)
        error = np.maximum(left / second, np.maximum(moderated, self.floor.rounding))
        tested = (self.first > 0) & (self.second > 0)
        return np.where(tested, extra / np.maximum(self.first, 1) / error, np.nan)


def permutation_test(
    found: Fit, floor: Floor, draws: int = DRAWS, taken: int | None = None
) -> PermutationTest:
    """The test of each argument of one fitted table (n_judges, n_items); from the first ``taken`` of the draws only,
    the least that ``p`` of all of them can be. Source: as this module.

    Six arguments on which four judges agree, but for a 2-2 split on the last:

    >>> from debate_core.measuring.additive import fit
    >>> panel = [[5, 6, 7, 4, 3, 8], [6, 7, 8, 5, 4, 9], [5, 7, 7, 4, 3, 2], [6, 7, 8, 5, 4, 3]]
    >>> test = permutation_test(fit(np.array(panel, dtype=float)), Floor())
    >>> (test.p <= 0.05).tolist(), test.rough
    ([False, False, False, False, False, True], False)
    """
    present = found.cells > 0
    residuals = np.where(present, found.residuals, 0.0)
    maker = _residual_maker(found)
    statistic = _statistic(maker, present, int(found.df), floor)
    f = statistic.of(residuals[None])[0]
    rough = int(present.any(axis=1).sum()) < ENOUGH_JUDGES
    if rough or np.isnan(f).all():
        p = holm(_tail(f, statistic))
    else:
        shuffled = _shuffled(residuals, present, draws if taken is None else taken)
        # Refitted: what of shuffled residuals is no effect of judge or argument.
        anew = (shuffled.reshape(len(shuffled), -1) @ maker).reshape(shuffled.shape)
        largest = np.fmax.reduce(statistic.of(anew), axis=-1)
        reached = (largest[:, None] >= f * (1.0 - DUST)).sum(axis=0)
        p = np.where(np.isnan(f), np.nan, (1.0 + reached) / (1.0 + draws))
    return PermutationTest(f=f, first=statistic.first, second=statistic.second, p=p, rough=rough)


def _residual_maker(found: Fit) -> Floats:
    """M over all cells of one table (n_judges · n_items, the same), 0 where a cell is missing."""
    present = (found.cells > 0).astype(np.float64)
    judges, items = present.shape
    per_item = np.maximum(present.sum(axis=0), 1.0)
    z = (np.eye(judges)[:, None, :] - (present / per_item).T) * present[..., None]
    both = present[:, None, :] * present[None, :, :] * (np.eye(judges)[..., None] - 1.0 / per_item)
    maker = -(z.reshape(-1, judges) @ found.inverse @ z.reshape(-1, judges).T)
    maker = maker.reshape(judges, items, judges, items)
    item = np.arange(items)
    maker[:, item, :, item] += np.moveaxis(both, -1, 0)
    return np.asarray(maker.reshape(judges * items, judges * items))


def _statistic(maker: Floats, present: Bools, df: int, floor: Floor) -> _Statistic:
    """What deleting an argument would take from the residual squares: its cells' block of M, inverted."""
    judges, items = present.shape
    item = np.arange(items)
    block = maker.reshape(judges, items, judges, items)[:, item, :, item]
    size, axes = np.linalg.eigh(block)
    kept = size > _NONE
    whole = (axes * np.where(kept, 1.0 / np.where(kept, size, 1.0), 0.0)[:, None, :]) @ np.swapaxes(
        axes, -1, -2
    )
    first = kept.sum(axis=-1)
    return _Statistic(whole=whole, first=first, second=df - first, floor=floor)


def _tail(f: Floats, statistic: _Statistic) -> Floats:
    first, second = np.maximum(statistic.first, 1), np.maximum(statistic.second, 1)
    return np.where(np.isnan(f), np.nan, special().fdtrc(first, second, np.nan_to_num(f)))


def _shuffled(residuals: Floats, present: Bools, draws: int) -> Floats:
    """Each judge's residuals in random order over the arguments it scored (draws, n_judges, n_items)."""
    shuffled = np.zeros((draws, *residuals.shape))
    apart = _ORDERS // len(present)
    # No judge starts where another does: their orders would be the same.
    starts = np.random.default_rng(_seed(residuals)).integers(apart, size=len(present))
    for judge, scored in enumerate(present):
        places = scored.nonzero()[0]
        start, orders = starts[judge] + judge * apart, _orders(places.size)
        drawn = orders[start : start + draws]
        if len(drawn) < draws:
            drawn = orders[np.arange(start, start + draws) % _ORDERS]
        shuffled[:, judge, places] = residuals[judge, places][drawn]
    return shuffled


def _seed(residuals: Floats) -> int:
    """A seed from the residuals to six decimals, the same however the last digits were rounded."""
    return crc32(np.floor(residuals * 1e6 + 0.3141592).astype(np.int64).tobytes())


@lru_cache(maxsize=64)
def _orders(arguments: int) -> Ints:
    rng = np.random.default_rng(arguments)
    return rng.permuted(np.tile(np.arange(arguments), (_ORDERS, 1)), axis=1)


def holm(p: Floats) -> Floats:
    """Holm's corrected p along the last axis (…, n), 0 to 1, NaN kept and not counted.

    Source: S. Holm, Scand. J. Stat. 6 (1979), 65-70. Of three, .01 · 3, then .03 · 2, then at least as much:

    >>> holm(np.array([0.01, 0.04, np.nan, 0.03])).tolist()
    [0.03, 0.06, nan, 0.06]
    >>> holm(np.array([0.9, 0.8])).tolist()
    [1.0, 1.0]
    """
    order = np.argsort(p, axis=-1, kind="stable")  # NaN last
    tested = (~np.isnan(p)).sum(-1, keepdims=True)
    factor = np.maximum(tested - np.arange(p.shape[-1]), 0)
    # The smallest p times how many there are, the next times one less …, and none under the one before it.
    stepped = np.maximum.accumulate(np.take_along_axis(p, order, -1) * factor, axis=-1)
    corrected = np.empty_like(p)
    np.put_along_axis(corrected, order, np.minimum(stepped, 1.0), -1)
    return corrected
