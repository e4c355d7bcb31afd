"""What long and wide tables share while they are read: the kind of score, faults, the array.

Knows cells and faults, neither form. Invariant: nothing here raises for one bad cell; it is noted and reading goes on,
so that every bad line is told at once.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from debate_core.measuring.arrays import Floats
from debate_core.ratings.cells import Cells, cells_for
from debate_core.ratings.faults import Faults, counted, shown
from debate_core.ratings.lines import Row

MOST_CELLS = 20_000_000
"""Judges × items held in memory at once (160 MB)."""


@dataclass(kw_only=True)
class Reading:
    """One table being read at ``level``; ``declared``: the scores that could be given, ascending, if somebody said."""

    level: str
    declared: Sequence[str] | None
    faults: Faults = field(default_factory=Faults)
    cells: Cells | None = None

    def score(self, line: int, text: str, item: str | None = None) -> float:
        """The score of a cell, NaN where it is empty or not as expected; ``item`` names its column."""
        if not text:
            return np.nan
        if self.cells is None:
            self.cells = cells_for(self.level, self.declared, text)
        return self.look_up(self.cells, line, text, item)

    def look_up(self, cells: Cells, line: int, text: str, item: str | None = None) -> float:
        """What the cell stands for, NaN with a fault noted where it isn't as expected."""
        value = cells.place(text)
        if value is None:
            where = "" if item is None else f" for item {shown(item)}"
            self.faults.add(line, cells.expected(text), shown(text) + where)
            return np.nan
        return value

    def fits(self, row: Row, wanted: int) -> bool:
        """Whether a row is as long as the header; if not, a fault is noted."""
        if len(row.cells) == wanted:
            return True
        hint = " (a value with a comma in it stands in quotes)" if len(row.cells) > wanted else ""
        expected = f"{counted(wanted, 'value')} as in the header"
        self.faults.add(row.line, expected, f"{len(row.cells)}{hint}")
        return False

    def check_size(self, line: int, judges: int, items: int) -> None:
        """Refuse what would not fit in memory."""
        if judges * items > MOST_CELLS:
            got = f"{judges:,} judges × {items:,} items"
            self.faults.refuse(line, f"a table of at most {MOST_CELLS:,} judges × items", got)


@dataclass(frozen=True, kw_only=True, eq=False)
class Raw:
    """A table as its form gave it: ``standings`` as places among ``categories``, None without such a column."""

    judges: tuple[str, ...]
    items: tuple[str, ...]
    ratings: Floats
    standings: Floats | None = None
    categories: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
