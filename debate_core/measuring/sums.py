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

from debate_core.measuring.arrays import Bools, Floats, Ints

Level = Literal["nominal", "ordinal", "interval", "ratio"]
LEVELS: tuple[Level, ...] = ("nominal", "ordinal", "interval", "ratio")

BLOCK = 1 << 16
"""Cells read at once, so that a block stays in the processor's cache."""
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
    """Interval level, from count, Σx and Σx² per argument about a global centre."""
    centre = _centre(table)
    count, first, second = _moments(table, centre)
    keep = count >= least
    if not keep.all():
        count, first, second = count[keep], first[keep], second[keep]
    if count.size == 0 or float(count.sum()) < 2.0:
        return _nothing()
    within = _within(count, first, second)
    n, total = float(count.sum()), float(first.sum())
    variance = max((float(second.sum()) - total * total / n) / (n - 1.0), 0.0)
    floor = (ROUNDING * abs(centre)) ** 2
    return UnitSums(
        count=count,
        within=within,
        columns=np.stack((first, second), axis=1),
        distance=None,
        variance=variance if variance > floor else 0.0,
    )


def _within(count: Floats, first: Floats, second: Floats) -> Floats:
    """m·s² of each argument, 0 for a single score."""
    squares = np.maximum(second - first * first / count, 0.0)
    return np.asarray(squares * (count / np.maximum(count - 1.0, 1.0)))


def _nothing() -> UnitSums:
    empty = np.empty(0)
    return UnitSums(count=empty, within=empty, columns=np.empty((0, 2)), distance=None, variance=0.0)


def _centre(table: Floats) -> float:
    """A value amid the scores; subtracting it keeps an offset of 1e9 from costing digits."""
    block = table[:, : max(1, BLOCK // max(1, table.shape[0]))]
    total = float(block.sum())
    if np.isfinite(total):
        return total / block.size if block.size else 0.0
    present = block[~np.isnan(block)]
    if present.size == 0:
        present = table[~np.isnan(table)]
    return float(present.mean()) if present.size else 0.0


def _moments(table: Floats, centre: float) -> tuple[Floats, Floats, Floats]:
    """Count, Σ(x − centre) and Σ(x − centre)² per item, in one pass, block by block."""
    judges, items = table.shape
    count, first, second = np.empty(items), np.empty(items), np.empty(items)
    step = max(1, BLOCK // max(1, judges))
    for start in range(0, items, step):
        cells = slice(start, start + step)
        block = table[:, cells] - centre
        column = block.sum(axis=0)
        if np.isnan(column.sum()):
            present = ~np.isnan(block)
            block = np.where(present, block, 0.0)
            column = block.sum(axis=0)
            count[cells] = present.sum(axis=0)
        else:
            count[cells] = judges
        first[cells] = column
        second[cells] = np.einsum("ij,ij->j", block, block)
    return count, first, second


def _with_scores(table: Floats, least: int) -> Floats:
    """The columns with ``least`` scores or more."""
    keep = (~np.isnan(table)).sum(axis=0) >= least
    return table if keep.all() else table[:, keep]


def encode(table: Floats) -> tuple[Floats, Ints]:
    """Distinct values in order, and each cell's place among them (−1 where missing).

    >>> values, places = encode(np.array([[3.0, np.nan], [5.0, 3.0]]))
    >>> values.tolist(), places.tolist()
    ([3.0, 5.0], [[0, -1], [1, 0]])
    """
    present = ~np.isnan(table)
    low, high = _integer_range(table, present)
    if high - low <= 1024:
        shifted = np.where(present, table - low, -1.0).astype(np.int64)
        seen = np.bincount(shifted.ravel() + 1, minlength=int(high - low) + 2)[1:] > 0
        place = np.concatenate((np.cumsum(seen) - 1, [-1]))
        return (np.flatnonzero(seen) + low).astype(np.float64), place[shifted]
    values, inverse = np.unique(table[present], return_inverse=True)
    apart = np.diff(values) > ROUNDING * np.abs(values).max(initial=0.0)
    group = np.concatenate(([0], np.cumsum(apart)))
    places = np.full(table.shape, -1, dtype=np.int64)
    places[present] = group[inverse]
    return values[np.concatenate(([True], apart))], places


def _integer_range(table: Floats, present: Bools) -> tuple[float, float]:
    """Lowest and highest score when all are whole numbers, else an endless range."""
    if not present.any():
        return 0.0, 0.0
    low, high = float(np.nanmin(table)), float(np.nanmax(table))
    whole = high - low <= 1024 and low == int(low)
    whole = whole and bool(((table == np.rint(table)) | ~present).all())
    return (low, high) if whole else (0.0, np.inf)


def count_table(places: Ints, n_values: int) -> Floats:
    """How often each argument got each value: (n_items, n_values).

    >>> count_table(np.array([[0, 1], [1, -1]]), 2).tolist()
    [[1.0, 1.0], [0.0, 1.0]]
    """
    items = places.shape[1]
    width = n_values + 1
    cell = places + 1 + np.arange(items) * width
    counts = np.bincount(cell.ravel(), minlength=items * width).reshape(items, width)
    return counts[:, 1:].astype(np.float64)


def table_sums(counts: Floats, values: Floats, level: Level) -> UnitSums:
    """Sums at any level from one table of counts (n_units, n_values), a score or more a row."""
    if counts.sum() < 2:
        return _nothing()
    if level in ("interval", "ordinal"):
        at = mid_ranks(counts.sum(axis=0)) if level == "ordinal" else values
        return _moment_sums_of(counts, at)
    distance = _distances(values, level)
    count = counts.sum(axis=1)
    pairs = np.einsum("ij,ij->i", counts @ distance, counts)
    total = counts.sum(axis=0)
    n = float(count.sum())
    return UnitSums(
        count=count,
        within=0.5 * pairs / np.maximum(count - 1.0, 1.0),
        columns=counts,
        distance=distance,
        variance=0.5 * float(total @ distance @ total) / (n * (n - 1.0)),
    )


def _moment_sums_of(counts: Floats, at: Floats) -> UnitSums:
    """Sums by moments when value k of the table stands at ``at[k]``."""
    count, n = counts.sum(axis=1), float(counts.sum())
    centred = at - float(counts.sum(axis=0) @ at) / n
    columns = counts @ np.stack((centred, centred * centred), axis=1)
    first, second = columns[:, 0], columns[:, 1]
    within = _within(count, first, second)
    only = int(np.count_nonzero(counts.sum(axis=0))) < 2
    variance = 0.0 if only else (float(second.sum()) - float(first.sum()) ** 2 / n) / (n - 1.0)
    return UnitSums(count=count, within=within, columns=columns, distance=None, variance=variance)


def mid_ranks(totals: Floats) -> Floats:
    """The middle rank of each value, from how often it occurs.

    >>> mid_ranks(np.array([2.0, 1.0])).tolist()
    [1.5, 3.0]
    """
    return np.asarray(np.cumsum(totals) - (totals - 1.0) / 2.0)


def _distances(values: Floats, level: Level) -> Floats:
    """Squared distance of each pair of values; (0, 0) is 0 at ratio level."""
    if level == "nominal":
        return 1.0 - np.eye(values.size)
    return _ratio_distance(values[:, None], values[None, :])


def _ratio_distance(one: Floats, other: Floats) -> Floats:
    total = one + other
    return ((one - other) / np.where(total == 0.0, 1.0, total)) ** 2


def _ordinal_sums(table: Floats, least: int) -> UnitSums:
    """Ordinal level: moments of the pooled mid-ranks of the scores kept."""
    values, places = encode(_with_scores(table, least))
    if places.shape[1] * values.size <= TABLE_CELLS:
        return table_sums(count_table(places, values.size), values, "ordinal")
    totals = np.bincount(places[places >= 0], minlength=values.size).astype(np.float64)
    ranks = np.concatenate((mid_ranks(totals), [np.nan]))
    return moment_sums(ranks[places], least)


def _distance_sums(table: Floats, level: Level, least: int) -> UnitSums:
    """Nominal and ratio level, by a table of counts; judge pair by judge pair when too large."""
    kept = _with_scores(table, least)
    values, places = encode(kept)
    if places.shape[1] * values.size <= TABLE_CELLS and values.size <= 4096:
        return table_sums(count_table(places, values.size), values, level)
    return _pairwise_sums(kept, values, places, level)


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
    between = 0.0
    for start in range(0, values.size, 512):
        rows = slice(start, start + 512)
        apart = (
            1.0 - (values[rows, None] == values)
            if level == "nominal"
            else (_ratio_distance(values[rows, None], values[None, :]))
        )
        between += float(totals[rows] @ (apart @ totals))
    return UnitSums(
        count=count,
        within=pairs / np.maximum(count - 1.0, 1.0),
        columns=None,
        distance=None,
        variance=0.5 * between / (n * (n - 1.0)),
    )
