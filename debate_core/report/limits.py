"""What is too much to compute, or to print, for a large table, and why it is left out."""

from dataclasses import dataclass

import numpy as np

from debate_core.measuring.arrays import Floats
from debate_core.measuring.krippendorff import TABLE_CELLS, TABLE_VALUES, Level

PAIRED_CELLS = 2_000_000
"""Pairs × items, or × different scores: about a second's work."""
PAIRS = 5_000
NAMED_ITEMS = 200
CELLS_ANEW = 50_000_000
"""Cells read again, once without each judge."""
CALIBRATED_JUDGES = 500
FITTED_CELLS = 4_000_000_000
"""Judges × judges × items of one fit."""
RATIO_VALUES = 20_000
"""At ratio level every two different scores are compared."""
PAIRWISE_CELLS = 2_000_000_000
"""Above TABLE_VALUES different scores, every two judges' cells are compared."""
LABEL_CELLS = 5_000_000
"""Items × labels."""


@dataclass(frozen=True, kw_only=True)
class Size:
    judges: int
    items: int
    values: int
    level: Level

    @classmethod
    def of(cls, ratings: Floats, level: Level) -> "Size":
        judges, items = ratings.shape
        present = ratings[~np.isnan(ratings)]
        counted = level != "interval"
        return cls(judges=judges, items=items, values=np.unique(present).size if counted else 0, level=level)

    @property
    def alpha(self) -> str | None:
        pairwise = self.values > TABLE_VALUES or self.values * self.items > TABLE_CELLS
        too_many = self.level == "ratio" and self.values > RATIO_VALUES
        if not too_many and not (pairwise and self.judges**2 * self.items > PAIRWISE_CELLS):
            return None
        return (
            f"{self.values:,} different scores are too many to compare each with each at level {self.level}"
        )

    @property
    def pairs(self) -> str | None:
        number = self.judges * (self.judges - 1) // 2
        if number <= PAIRS and number * self.items * max(1, self.values // 64) <= PAIRED_CELLS:
            return None
        return f"left out: {number:,} pairs of judges over {self.items:,} items"

    @property
    def without_judge(self) -> str | None:
        wide = self.values * self.items > CELLS_ANEW // 25
        if self.judges * self.judges * self.items <= CELLS_ANEW and not wide:
            return None
        return f"left out: {self.judges:,} judges over {self.items:,} items, once without each"

    @property
    def without_argument(self) -> str | None:
        return (
            None if self.items <= NAMED_ITEMS else f"left out: {self.items:,} items, more than {NAMED_ITEMS}"
        )

    @property
    def calibrated(self) -> str | None:
        if self.judges > CALIBRATED_JUDGES:
            return (
                f"{self.judges:,} judges are more than the {CALIBRATED_JUDGES} whose strictness is estimated"
            )
        if self.judges**2 * self.items > FITTED_CELLS:
            return f"{self.judges:,} judges over {self.items:,} items are too many to estimate strictness"
        return None
