"""A wide table: each line a judge, each column after the first an item, an empty cell a missing score.

Knows its header and lines, not files. Invariant: judges and items are named, each once, and every line is as long as
the header.
"""

from collections.abc import Iterator
from itertools import pairwise

import numpy as np

from debate_core.measuring.arrays import Floats
from debate_core.ratings.cells import number_in
from debate_core.ratings.faults import counted, shown
from debate_core.ratings.lines import Row
from debate_core.ratings.raw import Raw, Reading

NAMED = 4
MANY_JUDGES = 12


def read_wide(header: Row, rows: Iterator[Row], reading: Reading) -> Raw:
    """Read every line, noting faults."""
    items = _items(header, reading)
    judges: dict[str, int] = {}
    ratings: list[Floats] = []
    last = header.line
    for row in rows:
        last = row.line
        if not reading.fits(row, len(items) + 1) or not _named(row, judges, reading):
            continue
        judges[row.cells[0]] = row.line
        scores = zip(items, row.cells[1:], strict=True)
        found = [reading.score(row.line, text, item) for item, text in scores]
        ratings.append(np.array(found))
        reading.check_size(row.line, len(judges), len(items))
    reading.faults.close()
    if not judges:
        reading.faults.refuse(last, "ratings below the header", "nothing more")
    return Raw(
        judges=tuple(judges),
        items=tuple(items),
        ratings=np.array(ratings),
        notes=(*_numbered(items), *_turned(len(judges), len(items))),
    )


def _items(header: Row, reading: Reading) -> list[str]:
    """The names in the header."""
    line, items = header.line, header.cells[1:]
    if not items:
        expected = "a header: judge,item,score[,standing], or a column for the judge and one for each item"
        reading.faults.refuse(line, expected, f"one column: {shown(header.cells[0])}")
    places: dict[str, int] = {}
    for column, item in enumerate(items, start=2):
        if not item:
            reading.faults.add(line, "a name for every item", f"none in column {column}")
        elif item in places:
            both = f"{shown(item)} in columns {places[item]} and {column}"
            reading.faults.add(line, "every item in one column", both)
        places.setdefault(item, column)
    if _are_scores(items):
        got = f"numbers: {', '.join(items[:NAMED])}"
        reading.faults.refuse(line, "a header with names of items (is there none?)", got)
    reading.faults.close()
    return items


def _are_scores(items: list[str]) -> bool:
    """Numbers that don't count upwards in whole steps: scores where the header should be."""
    numbers = [number_in(item) for item in items]
    known = [number for number in numbers if number is not None]
    if len(known) < len([item for item in items if item]) or not known:
        return False
    whole = all(number.is_integer() for number in known)
    return not whole or any(later <= earlier for earlier, later in pairwise(known))


def _named(row: Row, judges: dict[str, int], reading: Reading) -> bool:
    name = row.cells[0]
    if name and name not in judges:
        return True
    if not name:
        reading.faults.add(row.line, "a judge's name in the first column", "none")
    else:
        got = f"{shown(name)} again (first on line {judges[name]})"
        reading.faults.add(row.line, "every judge on one line", got)
    return False


def _numbered(items: list[str]) -> list[str]:
    """Say that a header of numbers was taken for names."""
    if any(number_in(item) is None for item in items):
        return []
    more = " …" if len(items) > NAMED else ""
    return [f"The first line was read as the names of items: {', '.join(items[:NAMED])}{more}"]


def _turned(judges: int, items: int) -> list[str]:
    """Ask whether lines and columns have changed places."""
    if judges <= max(items, MANY_JUDGES):
        return []
    return [
        f"Each line was read as a judge and each column as an item: {counted(judges, 'judge')}, "
        f"{counted(items, 'item')}. If it is the other way round, turn the table."
    ]
