"""Four sums per argument, from which every alpha follows: for each pairable argument the number of scores m, the within
sum m·s², and the columns of the pooled variance. Alpha without one argument or cluster is then a sum of rows.

Source of alpha: K. Krippendorff, Content Analysis (3rd ed., 2013), ch. 12; of the closed forms: our own algebra on it,
see docs/method.md.
"""

import math
from dataclasses import replace
from typing import Literal, NamedTuple, get_args

import numpy as np

from debate_core.domain.frozen import FrozenValue
from debate_core.measuring.arrays import INFINITE, Floats, Ints, ratio, scalar

Level = Literal["nominal", "ordinal", "interval", "ratio"]
LEVELS: tuple[Level, ...] = get_args(Level)

MOMENT_BLOCK = 1 << 17
"""Cells summed at once, so that what is in between fits a processor's cache."""
VALUE_BLOCK = 1 << 16
"""The same of one table whose sums by argument nobody asks for."""
TABLE_CELLS = 20_000_000
"""The largest argument × value table kept; above it a level by counts has a value, no interval."""
TABLE_VALUES = 4_096
"""The most different scores such a table has columns for."""
ROUNDING = 16 * float(np.finfo(np.float64).eps)
"""Differences this small relative to the scores are rounding, not variation."""


class UnitStatistics(FrozenValue):
    """Sums of a table's arguments, or of a stack's (leading axes ``…`` as the table had).

    ``count`` m and ``within`` m·s² (…, n_items), 0 where an argument has too few scores to count.
    ``columns`` is (…, n_items, p): (Σx, Σx²) for moments, value counts for distances, ``None`` when
    the table of counts would be too large. ``distance`` (p, p) holds squared distances of values, ``None``
    for moments. ``variance`` (…) is s² over all scores that count, NaN where the level does not apply or of one.
    """

    count: Floats
    within: Floats
    columns: Floats | None
    distance: Floats | None
    variance: Floats

    @property
    def units(self) -> Ints:
        """How many arguments count (…)."""
        n_units: Ints = np.add.reduce(self.count > 0, axis=-1)
        return n_units

    @property
    def values(self) -> Floats:
        """Alpha (…), at most 1: 1 − (Σ m s² / n) / s²; NaN without 2 pairable arguments or variation."""
        known = (self.units >= 2) & (self.variance > 0.0)
        within, n = np.add.reduce(self.within, axis=-1), np.add.reduce(self.count, axis=-1)
        return np.asarray(1.0 - within / np.where(known, n * self.variance, np.nan))

    @property
    def value(self) -> float | None:
        """Alpha of one table; ``None`` where undefined."""
        return scalar(float(self.values))


def pooled_variance(totals: Floats, n: Floats, distance: Floats | None) -> Floats:
    """s² of pooled scores (…) from summed columns (…, p) and their number (…); NaN or infinite below 2 scores."""
    with np.errstate(divide="ignore", invalid="ignore"):
        if distance is None:
            # Σx² − (Σx)²/n over n − 1: the sample variance
            return np.asarray((totals[..., 1] - totals[..., 0] ** 2 / n) / (n - 1.0))
        # ½ Σ_ij n_i n_j δ²_ij over n(n − 1) ordered pairs
        pairs = np.einsum("...i,...i->...", totals @ distance, totals)
        return np.asarray(0.5 * pairs / (n * (n - 1.0)))


def unit_statistics(table: Floats, level: Level = "interval", min_scores: int = 2) -> UnitStatistics:
    """Sums of tables (…, n_judges, n_items), NaN missing, at one level, of items with ``min_scores`` scores or more.

    Alpha needs ``min_scores=2``, the pairable ones; Hughes' jackknife counts single scores too.
    Raises ValueError for an unknown level and, at interval and ordinal level, for an infinite score.
    Source: as this module. m·s² of (1, 1) is 0, of (2, 4) it is 2 · 2.

    >>> unit_statistics(np.array([[1.0, 2.0], [1.0, 4.0]])).within.tolist()
    [0.0, 4.0]
    """
    if level == "interval":
        return moment_sums(table, min_scores)
    if level not in LEVELS:
        raise ValueError(f"level: expected one of {', '.join(LEVELS)}, got {level!r}")
    pairable = np.where((~np.isnan(table)).sum(axis=-2, keepdims=True) >= min_scores, table, np.nan)
    if level == "ordinal":
        return moment_sums(mid_ranks(pairable), min_scores)
    sums = _distance_sums(pairable, level)
    if level == "nominal":
        return sums
    # Scores below 0 have no ratio: no variance, so no alpha.
    negative = (pairable < 0).any(axis=(-2, -1))
    return replace(sums, variance=np.where(negative, np.nan, sums.variance))


def moment_sums(table: Floats, min_scores: int) -> UnitStatistics:
    """Interval level, from count, Σx and Σx² per argument; shapes and errors as ``unit_statistics``.

    The lowest score is subtracted first: an offset of 1e9 then costs no digits.
    """
    # Infinite where nothing was scored; so is the lowest of an infinite score.
    low = np.asarray(np.fmin.reduce(table, axis=(-2, -1), initial=np.inf))
    if not np.isfinite(low).all() and np.isinf(table).any():
        raise ValueError(INFINITE)
    count, sums = _moments(table, low)
    totals = sums.sum(axis=-1)
    if not np.isfinite(totals).all():
        raise ValueError(INFINITE)
    few = (count > 0.0) & (count < min_scores)
    if few.any():
        # Anew, from the lowest score that counts: centred on another, equal scores would differ by rounding.
        return moment_sums(np.where(few[..., None, :], np.nan, table), min_scores)
    variance = pooled_variance(totals, count.sum(axis=-1), None)
    first, second = sums[..., 0, :], sums[..., 1, :]
    # m·s² of an argument: (m Σx² − (Σx)²)/(m − 1), 0 for a single score
    within = np.maximum(count * second - first**2, 0.0) / np.maximum(count - 1.0, 1.0)
    varied = variance > (ROUNDING * low) ** 2
    columns = np.swapaxes(sums, -1, -2)
    return UnitStatistics(
        count=count, within=within, columns=columns, distance=None, variance=variance * varied
    )


def interval_value(table: Floats) -> float | None:
    """Alpha of one table (n_judges, n_items), NaN missing, at interval level: as ``unit_statistics(table).value``, in a
    third of its time, for nothing is kept of single arguments. Errors and source as there.

    >>> interval_value(np.array([[1.0, 2.0], [1.0, 4.0]]))
    0.5
    """
    judges, items = table.shape
    step = max(1, VALUE_BLOCK // max(1, judges))
    first_block = table[:, :step]
    low = float(np.fmin.reduce(first_block, axis=None, initial=np.inf))
    if items > step:  # so far below the first block that the others, read once each, hardly reach lower
        low -= float(np.fmax.reduce(first_block, axis=None, initial=-np.inf)) - low
    if not math.isfinite(low):
        return unit_statistics(table).value  # nothing was scored, or an infinite score
    add = np.add.reduce
    bytes_add_faster = np.uint8 if judges < 256 else np.int64
    given, first, second = np.empty(items, bytes_add_faster), np.empty(items), np.empty(items)
    buffer = np.empty((judges, min(step, items)))
    for start in range(0, items, step):
        block = slice(start, start + step)
        scores = table[:, block]
        above = np.subtract(scores, low, out=buffer[:, : scores.shape[1]])
        if start and np.fmin.reduce(above, axis=None) < 0.0:
            return unit_statistics(table).value
        add((above >= 0.0).view(np.uint8), axis=0, dtype=bytes_add_faster, out=given[block])
        np.fmax(above, 0.0, out=above)  # no score is below low, so this only makes NaN 0
        add(above, axis=0, out=first[block])
        np.einsum("ju,ju->u", above, above, out=second[block])
    count = given.astype(np.float64)
    units, n = np.count_nonzero(given), float(add(count))
    total, squares = float(add(first)), float(add(second))
    if not math.isfinite(squares) or np.logical_or.reduce(given == 1):
        return unit_statistics(table).value  # refuses infinite scores, and leaves single ones out
    if units < 2:
        return None
    # No count is 1, and where it is 0 so is what is divided.
    within = float(add((count * second - first * first) / (count - 1.0)))
    variance = (squares - total**2 / n) / (n - 1.0)
    return 1.0 - max(within, 0.0) / (n * variance) if variance > (ROUNDING * low) ** 2 else None


def _moments(table: Floats, low: Floats) -> tuple[Floats, Floats]:
    """Count (…, n_items), and Σ(x − low) over Σ(x − low)² (…, 2, n_items), block by block."""
    *lead, judges, items = table.shape
    count, sums = np.empty((*lead, items)), np.empty((*lead, 2, items))
    bytes_add_faster = np.uint8 if judges < 256 else np.int64
    step = max(1, MOMENT_BLOCK // max(1, low.size * judges))
    for start in range(0, items, step):
        cells = slice(start, start + step)
        above = table[..., cells] - low[..., None, None]
        missing = np.isnan(above).view(np.uint8)
        count[..., cells] = judges - np.add.reduce(missing, axis=-2, dtype=bytes_add_faster)
        above = np.fmax(above, 0.0)  # no score is below low, so this only makes NaN 0
        sums[..., 0, cells] = above.sum(axis=-2)
        sums[..., 1, cells] = np.einsum("...ju,...ju->...u", above, above)
    return count, sums


def encode(table: Floats) -> tuple[Floats, Ints]:
    """Distinct values (n_values,) in order, and each cell's place among them (shape of the table; −1 where missing).

    Values that differ by rounding only are one; without any score there is none.

    >>> values, places = encode(np.array([[3.0, np.nan], [5.0, 3.0]]))
    >>> values.tolist(), places.tolist()
    ([3.0, 5.0], [[0, -1], [1, 0]])
    """
    present = ~np.isnan(table)
    places = np.full(table.shape, -1, dtype=np.int64)
    values, inverse = np.unique(table[present], return_inverse=True)
    if values.size == 0:
        return values, places
    is_new = np.diff(values) > ROUNDING * np.abs(values).max()
    places[present] = np.concatenate(([0], np.cumsum(is_new)))[inverse]
    return values[np.concatenate(([True], is_new))], places


def count_table(places: Ints, n_values: int) -> Floats:
    """How often each item of (…, n_judges, n_items) got each place: (…, n_items, n_values), 0 or more; −1 is missing.

    >>> count_table(np.array([[0, 1], [1, -1]]), 2).tolist()
    [[1.0, 1.0], [0.0, 1.0]]
    """
    *lead, _, items = places.shape
    width = n_values + 1
    columns = int(np.prod(lead)) * items
    # Every item of every table has a row of its own, with a place 0 for what is missing.
    cell = places + 1 + width * np.arange(columns).reshape(*lead, 1, items)
    counts = np.bincount(cell.ravel(), minlength=columns * width).reshape(*lead, items, width)
    return counts[..., 1:].astype(np.float64)


def mid_ranks(table: Floats) -> Floats:
    """Each score's middle rank, from 1, among its table's (…, n_judges, n_items), NaN kept.

    Interval alpha of these is ordinal alpha: our own algebra, see docs/method.md; mid-ranks: E. Lehmann,
    Nonparametrics (1975), § 1.4.

    >>> mid_ranks(np.array([[7.0, 9.0], [7.0, np.nan]])).tolist()
    [[1.5, 3.0], [1.5, nan]]
    """
    *lead, judges, items = table.shape
    values, places = encode(table)
    totals = _totals(places, values.size)
    flat = places.reshape(*lead, judges * items)
    # Of t scores alike, the last has the cumulated count as its rank; the middle is (t − 1)/2 before it.
    ranks = np.cumsum(totals, axis=-1) - (totals - 1.0) / 2.0
    ranks = np.concatenate((ranks, np.full((*lead, 1), np.nan)), axis=-1)  # place −1: missing
    return np.take_along_axis(ranks, flat % (values.size + 1), -1).reshape(table.shape)


def _totals(places: Ints, n_values: int) -> Floats:
    *lead, judges, items = places.shape
    return count_table(places.reshape(*lead, judges * items, 1), n_values)[..., 0, :]


def distances(values: Floats, level: Level) -> Floats:
    """Squared distance of each two of (p,) values at nominal or ratio level (p, p), 0 to 1; (0, 0) is 0.

    Source: Krippendorff (2011), Computing Krippendorff's Alpha-Reliability, section E.

    >>> distances(np.array([0.0, 1.0, 3.0]), "ratio").tolist()
    [[0.0, 1.0, 1.0], [1.0, 0.0, 0.25], [1.0, 0.25, 0.0]]
    """
    if level == "nominal":
        return 1.0 - np.eye(values.size)
    return _ratio_distance(values[:, None], values[None, :])


def _ratio_distance(one: Floats, other: Floats) -> Floats:
    return np.nan_to_num(ratio(one - other, one + other)) ** 2


def _distance_sums(table: Floats, level: Level) -> UnitStatistics:
    """Nominal and ratio level, by a table of counts; judge pair by judge pair when too large."""
    values, places = encode(table)
    items = int(np.prod(places.shape[:-2])) * places.shape[-1]
    if items * values.size > TABLE_CELLS or values.size > TABLE_VALUES:
        return _pairwise_sums(table, values, places, level)
    counts, distance = count_table(places, values.size), distances(values, level)
    count, n = counts.sum(axis=-1), counts.sum(axis=(-2, -1))
    # Σ of squared distances over ordered pairs of an argument's scores; at nominal level m² − Σ n_k².
    if level == "nominal":
        pairs = count**2 - np.einsum("...i,...i->...", counts, counts)
    else:
        pairs = np.einsum("...i,...i->...", counts @ distance, counts)
    return UnitStatistics(
        count=count,
        within=0.5 * pairs / np.maximum(count - 1.0, 1.0),
        columns=counts,
        distance=distance,
        variance=pooled_variance(counts.sum(axis=-2), n, distance),
    )


def _pairwise_sums(table: Floats, values: Floats, places: Ints, level: Level) -> UnitStatistics:
    count = (places >= 0).sum(axis=-2).astype(np.float64)
    pairs = np.zeros(count.shape)
    for judge in range(table.shape[-2] - 1):
        one, others = table[..., judge : judge + 1, :], table[..., judge + 1 :, :]
        distances = (one != others) * 1.0 if level == "nominal" else _ratio_distance(one, others)
        pairs += np.where(np.isnan(one + others), 0.0, distances).sum(axis=-2)
    totals = _totals(places, values.size)
    n = totals.sum(axis=-1)
    between = n * n - (totals**2).sum(axis=-1) if level == "nominal" else _ratio_between(values, totals)
    return UnitStatistics(
        count=count,
        within=pairs / np.maximum(count - 1.0, 1.0),
        columns=None,
        distance=None,
        variance=ratio(0.5 * between, n * (n - 1.0)),
    )


def _ratio_between(values: Floats, totals: Floats) -> Floats:
    between = np.zeros(totals.shape[:-1])
    for start in range(0, values.size, 512):
        rows = slice(start, start + 512)
        distances = _ratio_distance(values[rows, None], values[None, :])
        between += ((totals[..., rows] @ distances) * totals).sum(axis=-1)
    return between


class AlphaSteps(NamedTuple):
    """How an alpha comes about. By item (n_items,): ``counts`` of scores, their ``means`` and ``variances``;
    ``expected`` is the variance of all scores, ``observed`` the mean of the items', each counted as often as it was
    scored. ``compared`` (n_judges, n_items) are the scores, or their ranks."""

    compared: Floats
    counts: Floats
    means: Floats
    variances: Floats
    observed: float
    expected: float
    value: float


def alpha_steps(ratings: Floats, *, ordinal: bool = False) -> AlphaSteps:
    """The steps to alpha of a table (n_judges, n_items), NaN missing, of which each item has two scores or more and
    not all are the same. ``ordinal``: of each score's middle rank. Source: as ``krippendorff``.

    Within variances 0 and 2, mean 1; the variance of 1, 1, 2, 4 is 2.

    >>> steps = alpha_steps(np.array([[1.0, 2], [1, 4]]))
    >>> steps.observed, steps.expected, steps.value
    (1.0, 2.0, 0.5)
    """
    compared = mid_ranks(ratings) if ordinal else ratings
    sums = unit_statistics(compared)
    expected = float(sums.variance)
    observed = float(sums.within.sum() / sums.count.sum())
    means, value = np.nanmean(compared, axis=0), 1.0 - observed / expected
    return AlphaSteps(compared, sums.count, means, sums.within / sums.count, observed, expected, value)
