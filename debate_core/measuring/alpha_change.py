"""How far two agreements on the same arguments lie apart, with an interval that knows they share arguments."""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike

from debate_core.measuring.agreement import alphas
from debate_core.measuring.arrays import Floats, Ints, as_ratings
from debate_core.measuring.estimate import Estimate
from debate_core.measuring.intervals import HANGS, clustered, leave_out
from debate_core.measuring.krippendorff import Level, unit_statistics

SAME = "no score changed"
TALK = ("before talk", "after talk")


@dataclass(frozen=True, kw_only=True)
class AlphaChange(Estimate):
    """Alpha ``after`` minus ``before``, over ``n`` arguments, for these judges.

    Both alphas are of what counts in both tables, so each may differ from its table's own.
    """

    before: float | None
    after: float | None


def alpha_change(before: ArrayLike, after: ArrayLike, level: Level = "interval") -> AlphaChange:
    """Alpha after minus alpha before, of the same judges and arguments, with an interval paired over arguments.

    ``before`` and ``after`` (n_judges, n_items), NaN missing; only scores given both times count. Undefined, interval
    and source as ``alpha_difference``; no interval when no score changed. Raises ValueError for tables of different
    shapes, an infinite score or an unknown level.

    >>> first = [[7, 8, 5, 4, 3], [4, 8, 6, 2, 5], [7, 5, 5, 3, 1]]
    >>> then = [[7, 8, 5, 4, 3], [6, 8, 6, 3, 3], [7, 7, 5, 3, 2]]
    >>> found = alpha_change(first, then)
    >>> round(found.before, 2), round(found.after, 2), [round(end, 2) for end in found.interval]
    (0.49, 0.92, [0.15, 0.75])
    >>> alpha_change(first, first).reason
    'no score changed'
    """
    first, then = as_ratings(before), as_ratings(after)
    if first.shape != then.shape:
        raise ValueError(f"after: expected the shape of before, {first.shape}, got {then.shape}")
    missing = np.isnan(first) | np.isnan(then)
    return _difference(np.where(missing, np.nan, np.stack((first, then))), level, TALK, None)


def alpha_difference(
    first: ArrayLike,
    second: ArrayLike,
    level: Level = "interval",
    *,
    clusters: Ints | None = None,
    names: tuple[str, str] = ("the first", "the second"),
) -> AlphaChange:
    """Alpha of the second table minus alpha of the first, of the same arguments, whoever the judges of either are.

    ``first`` (n_judges, n_items) and ``second`` (n_others, n_items), NaN missing; only arguments that two judges or
    more scored in both count. Undefined when either alpha is. The interval joins the two alphas' own, as far from the
    difference as each bound is from its alpha, less what the two share: r, the correlation of their values without each
    argument, or without each of ``clusters`` (n_items,). No interval when either alpha has none, as where all agree
    exactly. ``names`` stand in reasons. Raises ValueError for unequal numbers of arguments, an infinite score or an
    unknown level.
    Source: G. Zou, Psychol. Methods 12 (2007), 399-413, for dependent coefficients; the intervals as ``alpha``; r from
    the jackknife (B. Efron & R. Tibshirani, An Introduction to the Bootstrap, 1993, § 11.2) is our own.

    >>> found = alpha_difference([[1, 2, 3, 4], [2, 1, 4, 3]], [[1, 2, 3, 4], [1, 2, 3, 5], [2, 2, 3, 4]])
    >>> round(found.before, 2), round(found.after, 2), found.n
    (0.65, 0.89, 4)
    """
    one, other = as_ratings(first), as_ratings(second)
    if one.shape[1] != other.shape[1]:
        raise ValueError(f"second: expected the {one.shape[1]} arguments of first, got {other.shape[1]}")
    joint = np.logical_and(*((~np.isnan(table)).sum(axis=0) >= 2 for table in (one, other)))
    # Judges without scores fill up the smaller table: they change no figure.
    tables = np.full((2, max(one.shape[0], other.shape[0]), one.shape[1]), np.nan)
    for place, table in enumerate((one, other)):
        tables[place, : table.shape[0]] = np.where(joint, table, np.nan)
    return _difference(tables, level, names, clusters)


def _difference(tables: Floats, level: Level, names: tuple[str, str], clusters: Ints | None) -> AlphaChange:
    first, then = alphas(tables, level, clusters)
    sums = unit_statistics(tables, level)
    change = AlphaChange(
        value=None, before=first.value, after=then.value, n=int(np.atleast_1d(sums.units)[0])
    )
    if first.value is None or then.value is None:
        which, lacking = (names[0], first) if first.value is None else (names[1], then)
        return replace(change, reason=f"{which}: {lacking.reason}")
    gap = then.value - first.value
    change = replace(change, value=gap)
    if np.array_equal(tables[0], tables[1], equal_nan=True):
        return replace(change, reason=SAME)
    if first.interval is None or then.interval is None:
        which, lacking = (names[0], first) if first.interval is None else (names[1], then)
        return replace(change, reason=f"{which}: {lacking.reason}")
    there = clustered(sums.count[..., None], clusters)[..., 0] > 0
    shared = _shared(leave_out(sums, clusters)[:, there[0] & there[1]])
    if shared is None:
        return replace(change, reason=HANGS)
    # d ∓ √(a² + b² − 2rab), a and b the reach of each part
    down = then.value - then.interval[0], first.interval[1] - first.value
    up = then.interval[1] - then.value, first.value - first.interval[0]
    low, high = (max(one**2 + other**2 - 2.0 * shared * one * other, 0.0) ** 0.5 for one, other in (down, up))
    return replace(change, interval=(gap - low, gap + high))


def _shared(without: Floats) -> float | None:
    """The correlation of two figures (2, n_items) over leaving out each argument; ``None`` where undefined."""
    apart = without - without.mean(axis=1, keepdims=True)
    size = float(np.sqrt((apart[0] ** 2).sum() * (apart[1] ** 2).sum()))
    if not size > 0.0:
        return None
    return float(np.clip(apart[0] @ apart[1] / size, -1.0, 1.0))
