"""Which side each judge's own scores prefer: its position, and the ballot computed from it (JP-4).

Works on one table of own composites; knows nothing of what a judge *said*. Invariant: a judge without
scores on both sides has no position and casts no ballot.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from debate_core.measuring.arrays import Bools, Floats, as_ratings, as_sides
from debate_core.scoresheet import Ballot

TIE_WITHIN = 0.25
"""A judge's own side gap within this many points is a tie."""
_ROUNDING = 1e-9


def side_means(table: Floats, pro: Bools) -> Floats:
    """Raw mean of each judge on each side (n_judges, 2), pro then con, NaN where it scored nothing there.

    >>> side_means(np.array([[6.0, 8.0, 5.0], [np.nan, np.nan, 4.0]]), np.array([True, True, False])).tolist()
    [[7.0, 5.0], [nan, 4.0]]
    """
    means = np.full((table.shape[0], 2), np.nan)
    for column, side in enumerate((pro, ~pro)):
        part = table[:, side]
        count = (~np.isnan(part)).sum(axis=1)
        some = count > 0
        means[some, column] = np.nansum(part[some], axis=1) / count[some]
    return means


def ballot_of(position: float | None) -> Ballot | None:
    """The sign of a judge's own side gap in points, TIE within .25; ``None`` without one.

    >>> ballot_of(0.3), ballot_of(-0.25), ballot_of(-0.26), ballot_of(None)
    ('PRO', 'TIE', 'CON', None)
    """
    if position is None or np.isnan(position):
        return None
    if abs(position) <= TIE_WITHIN + _ROUNDING:
        return "TIE"
    return "PRO" if position > 0 else "CON"


def ballots(own: ArrayLike, sides: Sequence[str]) -> tuple[Ballot | None, ...]:
    """Each judge's computed ballot, from composites (n_judges, n_items) under its own weights.

    >>> ballots([[7, 5], [5, 5.2], [None, 5]], ["pro", "con"])
    ('PRO', 'TIE', None)
    """
    table = as_ratings(own)
    means = side_means(table, as_sides(sides, table.shape[1]))
    return tuple(ballot_of(float(pro - con)) for pro, con in means)
