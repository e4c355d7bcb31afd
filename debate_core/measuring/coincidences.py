"""All four levels of alpha in one pass, for scores on a grid of few values.

How often each pair of values meets within an argument, weighted by 1/(m − 1): from that matrix and
the totals alpha follows at every level, in memory that does not grow with the arguments. Values
only: intervals need the sums per argument. Invariant: equal to ``sums`` at each level.
Source: K. Krippendorff, Computing Krippendorff's Alpha-Reliability (2011), section C.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from debate_core.measuring.arrays import Floats
from debate_core.measuring.sums import Level, count_blocks, distances, grid_of, margins, mid_ranks

FEW = 128
"""Above this many values the matrix costs more than it saves."""


@dataclass(frozen=True, kw_only=True)
class Coincidences:
    """``meetings`` (V, V), ``totals`` (V,) of the pairable scores, and the number of arguments."""

    values: Floats
    meetings: Floats
    totals: Floats
    units: int

    def alpha(self, level: Level) -> float | None:
        """Alpha at one level; ``None`` without 2 pairable arguments or variation.

        >>> round(coincidences(np.array([[1.0, 2, 2], [1, 2, 3]])).alpha("ordinal"), 3)
        0.778
        """
        if self.units < 2 or np.count_nonzero(self.totals) < 2:
            return None
        apart = self._distances(level)
        n = float(self.totals.sum())
        observed = float((self.meetings * apart).sum()) / n
        expected = float(self.totals @ apart @ self.totals) / (n * (n - 1.0))
        return 1.0 - observed / expected

    def _distances(self, level: Level) -> Floats:
        if level in ("nominal", "ratio"):
            return distances(self.values, level)
        at = mid_ranks(self.totals) if level == "ordinal" else self.values
        return np.asarray((at[:, None] - at) ** 2)


def coincidences(table: Floats) -> Coincidences | None:
    """Count a table (n_judges, n_items) on its grid; ``None`` when it has none of few values."""
    grid = grid_of(table)
    if grid is None or grid.size > FEW:
        return None
    meetings, totals, units = np.zeros((grid.size, grid.size)), np.zeros(grid.size), 0
    for counts in count_blocks(table, grid):
        if counts is None:
            return None
        scored, _ = margins(counts)
        weight = np.where(scored >= 2, 1.0 / np.maximum(scored - 1.0, 1.0), 0.0)
        meetings += counts.T @ (counts * weight[:, None])
        totals += (scored >= 2).astype(np.float64) @ counts
        units += int((scored >= 2).sum())
    return Coincidences(values=grid.values, meetings=meetings, totals=totals, units=units)
