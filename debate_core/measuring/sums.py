"""Four sums per argument, from which every alpha follows.

For each pairable argument (two scores or more) this holds the number of scores m, the within sum
m·s² and the columns from which the variance over all pairable scores follows. Alpha, its value
without one argument, and its value on a resample are then sums of rows: no loop over resamples,
no value × value matrix except at ratio level.

Invariant: s² is half the mean squared distance of two scores, whatever the level's distance.
Source: K. Krippendorff, Content Analysis (3rd ed., 2013), ch. 12; closed forms derived from it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from debate_core.measuring.arrays import INFINITE, Bools, Floats, Ints

Level = Literal["nominal", "ordinal", "interval", "ratio"]
LEVELS: tuple[Level, ...] = ("nominal", "ordinal", "interval", "ratio")

BLOCK = 1 << 16
"""Cells counted at once: a block stays in the cache, and products on it start no threads."""
MOMENT_BLOCK = 1 << 18
"""Cells summed at once, with 2 MB of room: fewer and longer rows are read faster."""
TABLE_CELLS = 20_000_000
"""The largest argument × value table kept; above it a level by counts has a value, no interval."""
ROUNDING = 16 * float(np.finfo(np.float64).eps)
"""Differences this small relative to the scores are rounding, not variation."""


@dataclass(frozen=True, kw_only=True)
class UnitSums:
    """Sums of the arguments kept: ``count`` and ``within`` are (n_units,).

    ``columns`` is (n_units, p): (Σx, Σx²) for moments, value counts for distances, ``None`` when
    the table of counts would be too large. ``variance`` is s² over all pairable scores.
    """

    count: Floats
    within: Floats
    columns: Floats | None
    distance: Floats | None
    variance: float

    @property
    def value(self) -> float | None:
        """Alpha: 1 − (Σ m s² / n) / s²; ``None`` without 2 pairable arguments or variation."""
        if self.count.size < 2 or self.variance <= 0.0:
            return None
        return 1.0 - float(self.within.sum() / self.count.sum()) / self.variance

    def variance_of(self, totals: Floats, n: Floats) -> Floats:
        """s² of pooled scores from summed columns (…, p) and their number (…)."""
        with np.errstate(divide="ignore", invalid="ignore"):
            if self.distance is None:
                spread = totals[..., 1] - totals[..., 0] ** 2 / n
                return np.asarray(spread / (n - 1.0))
            pairs = np.einsum("...i,...i->...", totals @ self.distance, totals)
            return np.asarray(0.5 * pairs / (n * (n - 1.0)))


def unit_sums(table: Floats, level: Level = "interval", least: int = 2) -> UnitSums:
    """Sums of a table (n_judges, n_items) at one level, of items with ``least`` scores or more.

    Alpha needs ``least=2``, the pairable ones; Hughes' jackknife counts single scores too.

    >>> unit_sums(np.array([[1.0, 2.0], [1.0, 4.0]])).within.tolist()
    [0.0, 4.0]
    """
    if level == "interval":
        return moment_sums(table, least)
    if level == "ordinal":
        return _ordinal_sums(table, least)
    if level in ("nominal", "ratio"):
        return _distance_sums(table, level, least)
    raise ValueError(f"level: expected one of {', '.join(LEVELS)}, got {level!r}")


def moment_sums(table: Floats, least: int = 2) -> UnitSums:
    """Interval level, from count, Σx and Σx² per argument.

    The lowest score is subtracted first: an offset of 1e9 then costs no digits.
    """
    low = float(np.fmin.reduce(table, axis=None, initial=np.inf))
    if low == -np.inf:
        raise ValueError(INFINITE)
    low = low if low < np.inf else 0.0
    count, sums = _moments(table, low)
    if np.minimum.reduce(count, initial=np.inf) < least:
        if not np.isfinite(np.add.reduce(sums[0])):
            raise ValueError(INFINITE)
        # Anew, from the lowest score that counts: centred on another, equal scores would differ by rounding.
        return moment_sums(table[:, count >= least], least)
    n = float(np.add.reduce(count))
    if n < 2.0:
        return _nothing()
    first, second = sums
    total = float(np.add.reduce(first))
    if not np.isfinite(total):
        raise ValueError(INFINITE)
    variance = max((float(np.add.reduce(second)) - total * total / n) / (n - 1.0), 0.0)
    floor = (ROUNDING * abs(low)) ** 2
    return UnitSums(
        count=count,
        within=_within(count, first, second),
        columns=sums.T,
        distance=None,
        variance=variance if variance > floor else 0.0,
    )


def _within(count: Floats, first: Floats, second: Floats) -> Floats:
    """m·s² of each argument, 0 for a single score."""
    squares = np.maximum(count * second - first * first, 0.0)
    return np.asarray(squares / np.maximum(count - 1.0, 1.0))


def _nothing() -> UnitSums:
    empty = np.empty(0)
    return UnitSums(count=empty, within=empty, columns=np.empty((0, 2)), distance=None, variance=0.0)


def _moments(table: Floats, low: float) -> tuple[Floats, Floats]:
    """Count, and Σ(x − low) over Σ(x − low)², per item, in one pass, block by block."""
    judges, items = table.shape
    count, sums = np.full(items, float(judges)), np.empty((2, items))
    step = min(items, max(1, MOMENT_BLOCK // max(1, judges))) or 1
    room, marks = np.empty((judges, step)), np.empty((judges, step), dtype=np.bool_)
    for start in range(0, items, step):
        cells = slice(start, min(start + step, items))
        width = cells.stop - start
        block = np.subtract(table[:, cells], low, out=room[:, :width])
        count[cells] -= _column_counts(np.isnan(block, out=marks[:, :width]))
        np.fmax(block, 0.0, out=block)  # no score is below low, so this only makes NaN 0
        np.add.reduce(block, axis=0, out=sums[0, cells])
        np.multiply(block, block, out=block)
        np.add.reduce(block, axis=0, out=sums[1, cells])
    return count, sums


def _column_counts(marks: Bools) -> Floats:
    """How many rows are marked in each column; bytes add faster than booleans."""
    small = np.uint8 if marks.shape[0] < 256 else np.int64
    return np.asarray(np.add.reduce(marks.view(np.uint8), axis=0, dtype=small), dtype=np.float64)


def _with_scores(table: Floats, least: int) -> Floats:
    """The columns with ``least`` scores or more."""
    keep = (~np.isnan(table)).sum(axis=0) >= least
    return table if keep.all() else table[:, keep]


@dataclass(frozen=True, kw_only=True)
class Grid:
    """Evenly spaced values ``low + k / per_point`` with k below ``size``."""

    low: float
    per_point: float
    size: int

    @property
    def values(self) -> Floats:
        """All values of the grid, in order."""
        return np.asarray(self.low + np.arange(self.size) / self.per_point)


def value_counts(table: Floats, least: int = 2) -> tuple[Floats, Floats | None]:
    """Distinct values in order, and how often each item got each: (n_items kept, n_values).

    Items with fewer than ``least`` scores are dropped. The table is ``None`` when it would be too
    large. Scores on a grid of whole, half, twentieth or hundredth points take one pass.

    >>> values, counts = value_counts(np.array([[3.0, np.nan], [5.0, 3.0]]), least=1)
    >>> values.tolist(), counts.tolist()
    ([3.0, 5.0], [[1.0, 1.0], [1.0, 0.0]])
    """
    grid = grid_of(table)
    counts = None if grid is None else _counts_on(table, grid)
    if grid is not None and counts is not None:
        keep = margins(counts)[0] >= least
        return _trimmed(grid.values, counts if keep.all() else counts[keep])
    kept = _with_scores(table, least)
    values, places = encode(kept)
    if kept.shape[1] * values.size > TABLE_CELLS or values.size > 4096:
        return values, None
    return values, count_table(places, values.size)


def _trimmed(values: Floats, counts: Floats) -> tuple[Floats, Floats]:
    """Without the values that no item kept has."""
    used = margins(counts)[1] > 0
    return (values, counts) if used.all() else (values[used], counts[:, used])


def grid_of(table: Floats) -> Grid | None:
    """The grid a sample of the scores lies on, wide enough for all; ``None`` when on none."""
    sample = table[:, : max(1, 4096 // max(1, table.shape[0]))]
    sample = sample[~np.isnan(sample)]
    if sample.size == 0:
        return None
    low = float(np.fmin.reduce(table, axis=None))
    high = float(np.fmax.reduce(table, axis=None))
    for per_point in (1.0, 2.0, 20.0, 100.0):
        size = (high - low) * per_point + 1.0
        if size <= 1024 and size * table.shape[1] <= TABLE_CELLS:
            scaled = (sample - low) * per_point
            if float(np.abs(scaled - np.rint(scaled)).max()) < 1e-9:
                return Grid(low=low, per_point=per_point, size=int(np.rint(size)))
    return None


def _counts_on(table: Floats, grid: Grid) -> Floats | None:
    """Counts (n_items, size), block by block of items, ``None`` when some score is off the grid."""
    judges, items = table.shape
    counts = np.empty((items, grid.size))
    step = max(1, BLOCK // max(1, judges))
    for start in range(0, items, step):
        block = (table[:, start : start + step] - grid.low) * grid.per_point
        np.fmax(block, -1.0, out=block)  # a missing score becomes place −1
        places = np.rint(block)
        np.subtract(block, places, out=block)
        if float(np.einsum("ij,ij->", block, block)) > 1e-18:
            return None
        counts[start : start + step] = count_table(places.astype(np.int64), grid.size)
    return counts


def encode(table: Floats) -> tuple[Floats, Ints]:
    """Distinct values in order, and each cell's place among them (−1 where missing).

    Values that differ by rounding only are one.

    >>> values, places = encode(np.array([[3.0, np.nan], [5.0, 3.0]]))
    >>> values.tolist(), places.tolist()
    ([3.0, 5.0], [[0, -1], [1, 0]])
    """
    present = ~np.isnan(table)
    places = np.full(table.shape, -1, dtype=np.int64)
    values, inverse = np.unique(table[present], return_inverse=True)
    if values.size == 0:
        return values, places
    apart = np.diff(values) > ROUNDING * np.abs(values).max()
    places[present] = np.concatenate(([0], np.cumsum(apart)))[inverse]
    return values[np.concatenate(([True], apart))], places


def count_table(places: Ints, n_values: int) -> Floats:
    """How often each item got each place: (n_items, n_values); −1 is missing.

    >>> count_table(np.array([[0, 1], [1, -1]]), 2).tolist()
    [[1.0, 1.0], [0.0, 1.0]]
    """
    items = places.shape[1]
    width = n_values + 1
    cell = places + (1 + np.arange(items) * width)
    counts = np.bincount(cell.ravel(), minlength=items * width).reshape(items, width)
    return counts[:, 1:].astype(np.float64)


def table_sums(counts: Floats, values: Floats, level: Level) -> UnitSums:
    """Sums at any level from one table of counts (n_units, n_values), a score or more a row."""
    if counts.sum() < 2:
        return _nothing()
    if level in ("interval", "ordinal"):
        return _moment_sums_of(counts, None if level == "ordinal" else values)
    distance = distances(values, level)
    count, total = margins(counts)
    if level == "nominal":
        pairs = count * count - np.einsum("ij,ij->i", counts, counts)
    else:
        pairs = np.einsum("ij,ij->i", counts @ distance, counts)
    n = float(count.sum())
    return UnitSums(
        count=count,
        within=0.5 * pairs / np.maximum(count - 1.0, 1.0),
        columns=counts,
        distance=distance,
        variance=0.5 * float(total @ distance @ total) / (n * (n - 1.0)),
    )


def margins(counts: Floats) -> tuple[Floats, Floats]:
    """Row and column sums; einsum is faster here than a reduction and starts no threads."""
    return np.einsum("ij->i", counts), np.einsum("ij->j", counts)


def _moment_sums_of(counts: Floats, values: Floats | None) -> UnitSums:
    """Sums by moments when value k stands at ``values[k]``, or at its mid-rank."""
    count, total = margins(counts)
    n = float(count.sum())
    at = mid_ranks(total) if values is None else values
    centred = at - float(total @ at) / n
    columns = counts @ np.stack((centred, centred * centred), axis=1)
    first, second = columns.T
    only = int(np.count_nonzero(total)) < 2
    return UnitSums(
        count=count,
        within=_within(count, first, second),
        columns=columns,
        distance=None,
        variance=0.0 if only else (float(total @ centred**2) - float(total @ centred) ** 2 / n) / (n - 1.0),
    )


def mid_ranks(totals: Floats) -> Floats:
    """The middle rank of each value, from how often it occurs.

    >>> mid_ranks(np.array([2.0, 1.0])).tolist()
    [1.5, 3.0]
    """
    return np.asarray(np.cumsum(totals) - (totals - 1.0) / 2.0)


def distances(values: Floats, level: Level) -> Floats:
    """Squared distance of each pair of values; (0, 0) is 0 at ratio level."""
    if level == "nominal":
        return 1.0 - np.eye(values.size)
    return _ratio_distance(values[:, None], values[None, :])


def _ratio_distance(one: Floats, other: Floats) -> Floats:
    total = one + other
    return ((one - other) / np.where(total == 0.0, 1.0, total)) ** 2


def _ordinal_sums(table: Floats, least: int) -> UnitSums:
    """Ordinal level: moments of the pooled mid-ranks of the scores kept."""
    values, counts = value_counts(table, least)
    if counts is not None:
        return table_sums(counts, values, "ordinal")
    _, places = encode(_with_scores(table, least))
    totals = np.bincount(places[places >= 0], minlength=values.size).astype(np.float64)
    ranks = np.concatenate((mid_ranks(totals), [np.nan]))
    return moment_sums(ranks[places], least)


def _distance_sums(table: Floats, level: Level, least: int) -> UnitSums:
    """Nominal and ratio level, by a table of counts; judge pair by judge pair when too large."""
    values, counts = value_counts(table, least)
    if counts is not None:
        return table_sums(counts, values, level)
    kept = _with_scores(table, least)
    return _pairwise_sums(kept, values, encode(kept)[1], level)


def _pairwise_sums(table: Floats, values: Floats, places: Ints, level: Level) -> UnitSums:
    """The same sums in bounded memory, without columns (a value, but no interval)."""
    count = (places >= 0).sum(axis=0).astype(np.float64)
    pairs = np.zeros(table.shape[1])
    for judge in range(table.shape[0] - 1):
        one, others = table[judge], table[judge + 1 :]
        apart = (one != others) * 1.0 if level == "nominal" else _ratio_distance(one, others)
        pairs += np.where(np.isnan(one + others), 0.0, apart).sum(axis=0)
    totals = np.bincount(places[places >= 0], minlength=values.size).astype(np.float64)
    n = float(totals.sum())
    between = n * n - float(totals @ totals) if level == "nominal" else _ratio_between(values, totals)
    return UnitSums(
        count=count,
        within=pairs / np.maximum(count - 1.0, 1.0),
        columns=None,
        distance=None,
        variance=0.5 * between / (n * (n - 1.0)),
    )


def _ratio_between(values: Floats, totals: Floats) -> float:
    """Σ of ratio distances over all pairs of scores, a block of values at a time."""
    between = 0.0
    for start in range(0, values.size, 512):
        rows = slice(start, start + 512)
        apart = _ratio_distance(values[rows, None], values[None, :])
        between += float(totals[rows] @ (apart @ totals))
    return between
