"""What alpha becomes without one judge or one argument.

Answers "who or what makes the agreement what it is"; draws no conclusion. Invariant: an entry is
``None`` where alpha is then undefined, and arguments with fewer than 2 scores change nothing.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from debate_core.measuring.agreement import alpha_value
from debate_core.measuring.arrays import as_ratings, scalar
from debate_core.measuring.intervals import leave_out
from debate_core.measuring.sums import Level, unit_sums


@dataclass(frozen=True, kw_only=True)
class Influence:
    """``without_judge[j]`` and ``without_argument[u]`` are alpha with that one left out."""

    value: float | None
    without_judge: tuple[float | None, ...]
    without_argument: tuple[float | None, ...]


def influence(ratings: ArrayLike, level: Level = "interval") -> Influence:
    """Leave-one-out alphas of a table (n_judges, n_items), no unit, at most 1.

    Arguments come from the same sums; at ordinal level the ranks stay those of the whole table.
    Source: the DFBETAs of J. Hughes, R J. 13 (2021), 413-425.

    >>> found = influence([[1, 2, 3, 4], [1, 2, 3, 4], [4, 3, 2, 1]])
    >>> [round(value, 2) for value in found.without_judge]
    [-0.75, -0.75, 1.0]
    """
    table = as_ratings(ratings)
    return Influence(
        value=alpha_value(table, level),
        without_judge=without_judge(table, level),
        without_argument=without_argument(table, level),
    )


def without_judge(ratings: ArrayLike, level: Level = "interval") -> tuple[float | None, ...]:
    """Alpha without each judge."""
    table = as_ratings(ratings)
    rows = range(table.shape[0])
    return tuple(alpha_value(np.delete(table, judge, axis=0), level) for judge in rows)


def without_argument(ratings: ArrayLike, level: Level = "interval") -> tuple[float | None, ...]:
    """Alpha without each argument."""
    table = as_ratings(ratings)
    if alpha_value(table, level) is None:
        return tuple(None for _ in range(table.shape[1]))
    sums = unit_sums(table, level)
    pairable = (~np.isnan(table)).sum(axis=0) >= 2
    places = np.cumsum(pairable) - 1
    without = leave_out(sums)
    return tuple(
        scalar(without[place]) if has else sums.value for place, has in zip(places, pairable, strict=True)
    )
