"""A long table: each line one judge's score of one item, and perhaps its standing.

Knows its header and lines, not files. Invariant: a judge scores an item on one line only.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from operator import itemgetter

import numpy as np

from debate_core.measuring.arrays import Floats
from debate_core.measuring.fleiss import STANDINGS
from debate_core.ratings.cells import Known
from debate_core.ratings.faults import shown
from debate_core.ratings.lines import Row
from debate_core.ratings.raw import Raw, Reading

NEEDED = ("judge", "item", "score")
STANDING = "standing"
_APART = 1 << 32
_FORM = "judge,item,score[,standing]"


def is_long(header: Row) -> bool:
    """Whether the header means a long table, rightly written or not: two of its three names are there.

    >>> is_long(Row(1, ["Score", "JUDGE", "item"])), is_long(Row(1, ["judge", "PRO-1", "PRO-2"]))
    (True, False)
    """
    return len({cell.casefold() for cell in header.cells} & set(NEEDED)) >= 2


def read_long(header: Row, rows: Iterator[Row], reading: Reading) -> Raw:
    """Read every line, noting faults."""
    gathered = _Gathered(reading=reading, columns=_columns(header, reading))
    last = header.line
    for row in rows:
        last = row.line
        if reading.fits(row, len(header.cells)):
            gathered.take(row)
    reading.faults.close()
    if not gathered.seen:
        reading.faults.refuse(last, "ratings below the header", "nothing more")
    return gathered.raw(last)


def _columns(header: Row, reading: Reading) -> dict[str, int]:
    """Where each named column is."""
    names = [cell.casefold() for cell in header.cells]
    missing = [name for name in NEEDED if name not in names]
    unknown = [cell for cell in header.cells if cell.casefold() not in (*NEEDED, STANDING)]
    twice = sorted({name for name in names if names.count(name) > 1 and name in (*NEEDED, STANDING)})
    said = [f"no column {name}" for name in missing]
    said += [f"a column {shown(name)}" if name else "a column without a name" for name in unknown]
    said += [f"two columns {name}" for name in twice]
    if said:
        reading.faults.refuse(header.line, f"the columns {_FORM}", ", ".join(said))
    return {name: place for place, name in enumerate(names)}


@dataclass(kw_only=True)
class _Gathered:
    """The lines so far: places of names, and the line of each judge with each item (two places in one number)."""

    reading: Reading
    columns: dict[str, int]
    judges: dict[str, int] = field(default_factory=dict)
    items: dict[str, int] = field(default_factory=dict)
    seen: dict[int, int] = field(default_factory=dict)
    scores: list[float] = field(default_factory=list)
    standings: list[float] = field(default_factory=list)
    kinds: Known = field(init=False)
    needed: Callable[[list[str]], tuple[str, ...]] = field(init=False)

    def __post_init__(self) -> None:
        self.needed = itemgetter(*(self.columns[name] for name in NEEDED))
        self.kinds = Known(self.reading.declared or STANDINGS, "standing")
        if STANDING in self.columns:  # what was declared is then of the standings
            self.reading.declared = None

    def take(self, row: Row) -> None:
        """One line, or its faults."""
        judge, item, text = self.needed(row.cells)
        if not judge or not item:
            self._unnamed(row.line, judge, item)
            return
        key = self.judges.setdefault(judge, len(self.judges)) * _APART
        key += self.items.setdefault(item, len(self.items))
        first = self.seen.setdefault(key, row.line)
        if first != row.line:
            got = f"judge {shown(judge)} with item {shown(item)} again (first on line {first})"
            self.reading.faults.add(row.line, "one line for each judge and item", got)
        self.scores.append(self.reading.score(row.line, text))
        if STANDING in self.columns:
            given = row.cells[self.columns[STANDING]]
            self.standings.append(self._standing(row.line, given))

    def _unnamed(self, line: int, judge: str, item: str) -> None:
        for name, what in ((judge, "a judge's name"), (item, "an item's name")):
            if not name:
                self.reading.faults.add(line, what, "none")

    def _standing(self, line: int, text: str) -> float:
        return self.reading.look_up(self.kinds, line, text) if text else np.nan

    def raw(self, last: int) -> Raw:
        """All lines as a table; there are no faults left."""
        self.reading.check_size(last, len(self.judges), len(self.items))
        return Raw(
            judges=tuple(self.judges),
            items=tuple(self.items),
            ratings=self._table(self.scores),
            standings=self._table(self.standings) if STANDING in self.columns else None,
            categories=self.kinds.labels,
        )

    def _table(self, cells: list[float]) -> Floats:
        table = np.full((len(self.judges), len(self.items)), np.nan)
        table[np.divmod(np.fromiter(self.seen, dtype=np.int64), _APART)] = cells
        return table
