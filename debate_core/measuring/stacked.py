"""The figures that rules rest on, for a whole stack of panels at once: what a simulation needs to be quick.

Works on ratings (n, n_judges, n_items) with equal weights; says nothing in words and applies no rule. Invariant:
each figure is that of ``alpha``, ``gap`` and ``diverge`` on the table alone (a test holds them to 1e-9), NaN where
theirs is ``None``; a table that needs their care is named in ``alone`` and left to them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from math import isfinite

import numpy as np

from debate_core.measuring.additive import Fit, fit
from debate_core.measuring.agreement import Alpha
from debate_core.measuring.arrays import Bools, Floats
from debate_core.measuring.distributions import fdtrc, stdtrit
from debate_core.measuring.divergence import DUST, column_variances, holm
from debate_core.measuring.gap import NO_ERROR, Gap, SideResults
from debate_core.measuring.intervals import SMALL
from debate_core.measuring.sums import ROUNDING

CELLS = 1_000_000
"""Cells refitted at once, so that memory stays bounded."""
_NO_SIDES = SideResults(pro=None, con=None, shares=np.empty(0), side_means=np.empty((0, 2)))


@dataclass(frozen=True, kw_only=True)
class Bounded:
    """One figure a table: ``value``, ``low`` and ``high`` (n,), NaN where there is none.

    ``alone`` (n,): tables that only the function for one table can judge. ``judges`` (n, n_judges):
    those with a part in the gap.
    """

    value: Floats
    low: Floats
    high: Floats
    alone: Bools
    judges: Bools | None = None

    @cached_property
    def rows(self) -> list[tuple[float | None, tuple[float, float] | None]]:
        """Value and interval of each table, as one table's function would give them."""
        ends = zip(self.low.tolist(), self.high.tolist(), strict=True)
        return [
            (value if isfinite(value) else None, pair if isfinite(pair[0]) and isfinite(pair[1]) else None)
            for value, pair in zip(self.value.tolist(), ends, strict=True)
        ]


@dataclass(frozen=True, kw_only=True)
class Weighed:
    """What the default rules look at; ``divergent`` (n, n_items)."""

    alpha: Bounded
    gap: Bounded
    divergent: Bools
    level: float

    @property
    def alone(self) -> Bools:
        """Tables to be judged one by one."""
        return np.asarray(self.gap.alone | self.alpha.alone)

    def alpha_at(self, place: int) -> Alpha:
        """One table's alpha, in the shape of ``alpha``."""
        value, interval = self.alpha.rows[place]
        return Alpha(value=value, interval=interval)

    def gap_at(self, place: int) -> Gap:
        """One table's gap, in the shape of ``gap``, without the side results."""
        value, interval = self.gap.rows[place]
        assert self.gap.judges is not None
        taking = tuple(np.flatnonzero(self.gap.judges[place]).tolist())
        return Gap(value=value, interval=interval, level=self.level, judges=taking, sides=_NO_SIDES)


def weigh_stack(ratings: Floats, pro: Bools, level: float, test: tuple[float, float]) -> Weighed:
    """Alpha, gap and divergence of each table; ``test`` is the level and the least spread in points."""
    return Weighed(
        alpha=stacked_alpha(ratings),
        gap=stacked_gap(ratings, pro, level),
        divergent=stacked_divergence(ratings, *test),
        level=level,
    )


@dataclass(frozen=True, kw_only=True)
class Z:
    """What the classic rules look at, all on z-scores: alpha and gap (n,), ``divergent`` (n, n_items)."""

    alpha: Floats
    gap: Floats
    divergent: Bools

    @staticmethod
    def of(ratings: Floats, pro: Bools, variance: float) -> Z:
        """The figures of a stack; an argument diverges from this ``variance`` on."""
        z = stacked_zscores(ratings)
        wide = np.nan_to_num(column_variances(z)) >= variance
        return Z(alpha=stacked_alpha_value(z), gap=stacked_z_gap(z, pro), divergent=wide)


def chunks(ratings: Floats) -> Iterator[Floats]:
    """The stack in parts of bounded size; every refit without one argument is held at once."""
    step = max(1, CELLS // max(1, ratings.shape[1] * ratings.shape[2] ** 2))
    for start in range(0, ratings.shape[0], step):
        yield ratings[start : start + step]


@dataclass(frozen=True, kw_only=True)
class _Sums:
    """Of each argument that counts, 0 elsewhere (n, n_items): number, within sum, Σx and Σx²."""

    count: Floats
    within: Floats
    first: Floats
    second: Floats

    @property
    def variance(self) -> Floats:
        """s² over all scores that count (n,)."""
        return _pooled(self.count.sum(-1), self.first.sum(-1), self.second.sum(-1))


def _pooled(n: Floats, first: Floats, second: Floats) -> Floats:
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.asarray((second - first**2 / n) / (n - 1.0))


def _sums(ratings: Floats, least: int) -> _Sums:
    """The sums of arguments with ``least`` scores or more, the lowest score of these subtracted first."""
    present = ~np.isnan(ratings)
    present &= (present.sum(axis=1) >= least)[:, None]
    low = np.where(present, ratings, np.inf).min(axis=(1, 2), keepdims=True)
    x = np.where(present, ratings - np.where(np.isfinite(low), low, 0.0), 0.0)
    count = present.sum(axis=1).astype(np.float64)
    first, second = x.sum(axis=1), (x**2).sum(axis=1)
    within = np.maximum(count * second - first**2, 0.0) / np.maximum(count - 1.0, 1.0)
    return _Sums(count=count, within=within, first=first, second=second)


def stacked_alpha_value(ratings: Floats) -> Floats:
    """Interval alpha of each table (n,), NaN where undefined.

    >>> stacked_alpha_value(np.array([[[1.0, 2], [1, 4]], [[3, 3], [3, 3]]])).tolist()
    [0.5, nan]
    """
    sums = _sums(ratings, 2)
    present = ~np.isnan(ratings)
    present &= (present.sum(axis=1) >= 2)[:, None]
    lowest = np.where(present, ratings, np.inf).min(axis=(1, 2))
    floor = (ROUNDING * np.abs(np.where(np.isfinite(lowest), lowest, 0.0))) ** 2
    variance = sums.variance
    known = (sums.count > 0).sum(-1) >= 2
    known &= variance > floor
    with np.errstate(divide="ignore", invalid="ignore"):
        value = 1.0 - sums.within.sum(-1) / sums.count.sum(-1) / variance
    return np.asarray(np.where(known, value, np.nan))


def stacked_alpha(ratings: Floats, level: float = 0.95) -> Bounded:
    """Alpha with Hughes' interval, for tables of fewer than 50 arguments.

    >>> panel = np.array([[[7.0, 8, 5, 4, 3], [6, 8, 6, 4, 2], [7, 7, 5, 3, 3]]])
    >>> found = stacked_alpha(panel)
    >>> found.low.round(2).tolist(), found.high.round(2).tolist()
    ([0.74], [0.98])
    """
    if ratings.shape[2] >= SMALL:
        raise ValueError(f"ratings: expected fewer than {SMALL} arguments, got {ratings.shape[2]}")
    value = stacked_alpha_value(ratings)
    sums = _sums(ratings, 1)
    units = (sums.count > 0).sum(-1)
    parts = np.stack(
        (
            sums.count,
            sums.within,
            sums.count**2,
            np.where(sums.count > 1, sums.count, 0.0),
            sums.first,
            sums.second,
        ),
        axis=-1,
    )
    totals = parts.sum(axis=1)
    eta, n0 = _log_ratio(totals, units)
    without, _ = _log_ratio(totals[:, None] - parts, (units - 1)[:, None])
    there = sums.count > 0
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        pseudo = np.where(there, units[:, None] * eta[:, None] - (units - 1)[:, None] * without, 0.0)
        centre = pseudo.sum(-1) / units
        error = np.where(there, pseudo - centre[:, None], 0.0)
        error = np.sqrt((error**2).sum(-1) / (units - 1) / units)
        reach = stdtrit(np.maximum(units - 1, 1), 0.5 + level / 2) * error
        low, high = (_from_log(eta + side * reach, n0) for side in (-1.0, 1.0))
    exact = sums.within.sum(-1) <= 1e-12 * sums.variance * sums.count.sum(-1)
    steady = np.isfinite(np.where(there, without, 0.0)).all(-1) & np.isfinite(eta)
    known = np.isfinite(value) & (units >= 3) & ~exact & steady & (error > 0.0)
    return Bounded(
        value=value,
        low=np.where(known, low, np.nan),
        high=np.where(known, high, np.nan),
        alone=np.asarray(known & ((value < low) | (value > high))),
    )


def _log_ratio(totals: Floats, units: Floats) -> tuple[Floats, Floats]:
    """Hughes' η and n₀ from summed parts (…, 6)."""
    n, within, squares, paired, first, second = np.moveaxis(totals, -1, 0)
    with np.errstate(divide="ignore", invalid="ignore"):
        spread = _pooled(n, first, second) * (n - 1.0)
        mse = within / paired
        msa = (spread - (n - units) * mse) / (units - 1.0)
        return np.log(msa / mse), (n - squares / n) / (units - 1.0)


def _from_log(eta: Floats, n0: Floats) -> Floats:
    grown = np.exp(np.minimum(eta, 700.0))
    return np.asarray(np.where(eta > 700.0, 1.0, (grown - 1.0) / (grown + n0 - 1.0)))


def stacked_gap(ratings: Floats, pro: Bools, level: float = 0.90) -> Bounded:
    """The gap with its interval, judges' effects removed; ``pro`` (n_items,) marks pro's arguments.

    ``alone``: no judge scored both sides, or judges that share no argument.

    >>> two = np.array([[[5.0, 6, 4, 5], [7, 8, 6, 7]]])
    >>> stacked_gap(two, np.array([True, True, False, False])).value.round(9).tolist()
    [1.0]
    """
    present = ~np.isnan(ratings)
    both: Bools = np.asarray(present[:, :, pro].any(-1) & present[:, :, ~pro].any(-1))
    used = np.where(both[:, :, None], ratings, np.nan)
    found = fit(used)
    scored: Bools = np.asarray((~np.isnan(used)).any(axis=1))
    # Degrees of freedom tell the rank: one short of the judges when all are connected.
    rank = found.cells.sum((1, 2)) - scored.sum(-1) - found.df
    alone = ~both.any(-1) | (rank != both.sum(-1) - 1)
    cells = _cells(found, scored, pro)
    value = (cells * np.where(np.isnan(used), 0.0, used)).sum((1, 2))
    se = np.sqrt(np.nan_to_num(found.variance) * (cells**2).sum((1, 2)))
    known = (found.df >= 1) & (se > NO_ERROR)
    reach = np.where(known, stdtrit(np.maximum(found.df, 1), 0.5 + level / 2) * se, np.nan)
    return Bounded(value=value, low=value - reach, high=value + reach, alone=alone, judges=both)


def _cells(found: Fit, scored: Bools, pro: Bools) -> Floats:
    """What each score adds to the gap (n, n_judges, n_items)."""
    total = found.cells.sum(axis=1)
    safe = np.where(total > 0, total, 1.0)
    sides = [np.maximum((scored & side).sum(-1), 1)[:, None] for side in (pro, ~pro)]
    want = np.where(pro, 1.0 / sides[0], -1.0 / sides[1]) * scored / safe
    pull = np.einsum("nij,nju,nu->ni", found.inverse, found.cells, want)
    shift = np.einsum("nj,nju->nu", pull, found.cells) / safe
    return np.asarray(found.cells * (want[:, None] - pull[:, :, None] + shift[:, None]))


def stacked_divergence(ratings: Floats, level: float = 0.05, least_spread: float = 1.0) -> Bools:
    """Which arguments diverge in each table (n, n_items), by AG-7's default test.

    >>> panel = [[5, 6, 7, 4, 3, 8], [6, 7, 8, 5, 4, 9], [5, 6, 7, 4, 3, 2], [6, 7, 8, 5, 4, 3]]
    >>> stacked_divergence(np.array([panel], dtype=float)).tolist()
    [[False, False, False, False, False, True]]
    """
    whole = fit(ratings)
    items = ratings.shape[2]
    stack = np.repeat(ratings[:, None], items, axis=1)
    place = np.arange(items)
    stack[:, place, :, place] = np.nan
    without = fit(stack)
    first = whole.df[:, None] - without.df
    second = without.df
    with np.errstate(divide="ignore", invalid="ignore"):
        extra = np.maximum(whole.sse[:, None] - without.sse, 0.0) / first
        f = np.where(extra > 0, extra / (without.sse / second), 0.0)
    tested = (first > 0) & (second > 0) & ~np.isnan(f)
    p = np.where(
        np.isposinf(f), 0.0, fdtrc(np.maximum(first, 1), np.maximum(second, 1), np.where(tested, f, 0.0))
    )
    spread = np.sqrt(column_variances(ratings - whole.judges[:, :, None]))
    return np.asarray(
        (holm(np.where(tested, p, np.nan)) <= level) & (np.nan_to_num(spread) >= least_spread - DUST)
    )


def stacked_zscores(ratings: Floats) -> Floats:
    """Each judge's z-scores, 0 where it has fewer than 2 scores or no spread, NaN kept.

    >>> stacked_zscores(np.array([[[1.0, 2, 3], [5, 5, np.nan]]])).tolist()
    [[[-1.0, 0.0, 1.0], [0.0, 0.0, nan]]]
    """
    present = ~np.isnan(ratings)
    count = present.sum(-1, keepdims=True)
    x = np.where(present, ratings, 0.0)
    mean = x.sum(-1, keepdims=True) / np.maximum(count, 1)
    away = np.where(present, x - mean, 0.0)
    sd = np.sqrt((away**2).sum(-1, keepdims=True) / np.maximum(count - 1, 1))
    top = np.where(present, ratings, -np.inf).max(-1, keepdims=True)
    bottom = np.where(present, ratings, np.inf).min(-1, keepdims=True)
    varied = (count >= 2) & (top - bottom > 1e-12 * np.abs(x).max(-1, keepdims=True))
    z = np.where(varied, away / np.where(varied, sd, 1.0), 0.0)
    return np.asarray(np.where(present, z, np.nan))


def stacked_z_gap(z: Floats, pro: Bools) -> Floats:
    """Pro's sum of z-scores minus con's over the number of scores (n,): the classic gap; NaN without scores."""
    x = np.nan_to_num(z)
    count = (~np.isnan(z)).sum((1, 2))
    total = (x * np.where(pro, 1.0, -1.0)).sum((1, 2))
    return np.asarray(np.where(count > 0, total / np.maximum(count, 1), np.nan))
