"""A long table: each line one judge's score of one item, and perhaps its standing.

Knows its header and lines, not files. Invariant: a judge scores an item on one line only.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np

from debate_core.measuring.arrays import Floats
from debate_core.measuring.fleiss import STANDINGS
from debate_core.ratings.cells import Known
from debate_core.ratings.faults import counted, shown
from debate_core.ratings.lines import Row
from debate_core.ratings.raw import Names, Raw, Reading

NEEDED = ("judge", "item", "score")
STANDING = "standing"
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
        if len(row.cells) == len(header.cells):
            gathered.take(row)
        else:
            expected = f"{counted(len(header.cells), 'value')} as in the header"
            reading.faults.add(row.line, expected, str(len(row.cells)))
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
    """The lines so far."""

    reading: Reading
    columns: dict[str, int]
    judges: Names = field(default_factory=Names)
    items: Names = field(default_factory=Names)
    seen: dict[tuple[int, int], int] = field(default_factory=dict)
    scores: list[float] = field(default_factory=list)
    standings: list[float] = field(default_factory=list)
    kinds: Known = field(init=False)

    def __post_init__(self) -> None:
        self.kinds = Known(self.reading.declared or STANDINGS, "standing")
        if STANDING in self.columns:  # what was declared is then of the standings
            self.reading.declared = None

    def take(self, row: Row) -> None:
        """One line, or its faults."""
        faults = self.reading.faults
        judge, item, text = (row.cells[self.columns[name]] for name in NEEDED)
        for name, what in ((judge, "a judge's name"), (item, "an item's name")):
            if not name:
                faults.add(row.line, what, "none")
        if not judge or not item:
            return
        key = (self.judges.place(judge), self.items.place(item))
        first = self.seen.setdefault(key, row.line)
        if first != row.line:
            got = f"judge {shown(judge)} with item {shown(item)} again (first on line {first})"
            faults.add(row.line, "one line for each judge and item", got)
        self.scores.append(self.reading.score(row.line, text))
        if STANDING in self.columns:
            given = row.cells[self.columns[STANDING]]
            self.standings.append(self._standing(row.line, given))

    def _standing(self, line: int, text: str) -> float:
        return self.reading.look_up(self.kinds, line, text) if text else np.nan

    def raw(self, last: int) -> Raw:
        """All lines as a table; there are no faults left."""
        self.reading.check_size(last, len(self.judges.all), len(self.items.all))
        return Raw(
            judges=self.judges.all,
            items=self.items.all,
            ratings=self._table(self.scores),
            standings=self._table(self.standings) if STANDING in self.columns else None,
            categories=self.kinds.labels,
        )

    def _table(self, cells: list[float]) -> Floats:
        table = np.full((len(self.judges.all), len(self.items.all)), np.nan)
        places = np.array(list(self.seen), dtype=np.int64)
        table[places[:, 0], places[:, 1]] = cells
        return table
