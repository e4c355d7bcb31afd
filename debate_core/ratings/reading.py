"""`read_ratings`: a table of ratings from the text of a CSV, long or wide, or one error that names every bad line.

Knows both forms and what makes scores labels; not where the text came from, nor any statistic. Invariant: a table comes
back whole or not at all: every judge and item named, a judge's score of an item on one line only.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from operator import itemgetter
from typing import Literal

import numpy as np

from debate_core.errors import RatingsRefused, SetUpError
from debate_core.measuring.arrays import Floats, Ints
from debate_core.measuring.fleiss import STANDINGS
from debate_core.measuring.krippendorff import Level
from debate_core.numerals import counted
from debate_core.ratings.cells import Cells, Known, LabelsMet, Reading, key_of, number_in, standing_in
from debate_core.ratings.lines import Faults, Row, check_marks, rows_of, shown

Form = Literal["long", "wide"]
LabelLists = tuple[tuple[str | None, ...], ...]
"""Judges' lists of labels, None where one is missing."""
MOST_BYTES = 100_000_000
"""A file is read up to one byte more, and then refused."""
NEEDED = ("judge", "item", "score")
STANDING = "standing"
_APART = 1 << 32
_FORM = "judge,item,score[,standing]"
NAMED = 4
MANY_JUDGES = 12


@dataclass(frozen=True, kw_only=True, eq=False)
class RatingsTable:
    """``ratings`` (n_judges, n_items), NaN missing, judges and items in the order of their first appearance.

    ``labels``: where the scores are labels, what the places 0, 1, … stand for. ``standings``: out of ``categories``,
    None without such a column. ``declared``: ``categories`` are all that could be given, in ascending order; otherwise
    only those that were. ``notes``: what a reader should know of how it was read.
    """

    form: Form
    judges: tuple[str, ...]
    items: tuple[str, ...]
    ratings: Floats
    labels: tuple[str, ...] | None = None
    standings: LabelLists | None = None
    categories: tuple[str, ...] = ()
    declared: bool = True
    notes: tuple[str, ...] = ()

    @property
    def labelled(self) -> LabelLists | None:
        """What kappa is of: the standings, or else scores that are labels."""
        if self.standings is not None or self.labels is None:
            return self.standings
        return _named(self.ratings, self.labels)


def read_ratings(
    text: str, *, level: Level = "interval", categories: Sequence[str] | None = None
) -> RatingsTable:
    """The table, long (``judge,item,score[,standing]``) or wide (first column the judge, then a column an item).

    ``categories``, ascending, are the standings of a long table with such a column; else, at nominal or ordinal level,
    all the scores that could be given. Raises RatingsRefused with every bad line, SetUpError for categories that
    nothing is out of.

    >>> read_ratings("judge,PRO-1,CON-1\\nAnn,7.5,\\nBo,8,4\\n").ratings.tolist()
    [[7.5, nan], [8.0, 4.0]]
    """
    if categories is not None:
        _check_categories(categories)
    reading = Reading(level=level, declared=categories)
    rows = rows_of(text.removeprefix("\ufeff"), reading.faults)
    header = next(rows, None)
    if header is None:
        reading.faults.refuse(1, "a header and ratings", "nothing: the file is empty")
    reading.last = header.line
    check_marks(header, reading.faults)
    table = (_read_long if is_long(header) else _read_wide)(header, rows, reading)
    if categories is not None and table.standings is None and level not in ("nominal", "ordinal"):
        raise SetUpError(
            f"categories: expected a column standing, or level nominal or ordinal; got level {level} without one"
        )
    return _with_labels(table, reading.cells)


def decode(content: bytes) -> str:
    """The text of a file in UTF-8, with or without a byte order mark. Raises RatingsRefused.

    >>> decode("é".encode())
    'é'
    """
    if len(content) > MOST_BYTES:
        raise RatingsRefused(f"expected a file of at most {MOST_BYTES:,} bytes; got more")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        wide = content.startswith((b"\xff\xfe", b"\xfe\xff"))
        hint = " (it begins like UTF-16: save it as UTF-8)" if wide else " (save it as UTF-8)"
        line = 1 + len(re.findall(rb"\r\n|\r|\n", content[: error.start]))
        Faults().refuse(line, "text in UTF-8", f"the byte 0x{content[error.start]:02x}{hint}")


def _check_categories(categories: Sequence[str]) -> None:
    keys = [key_of(label) for label in categories]
    if len(keys) < 2 or "" in keys or len(set(keys)) < len(keys):
        got = ", ".join(shown(label) for label in categories) or "none"
        raise SetUpError(f"categories: expected two or more, all different, none empty; got {got}")


def is_long(header: Row) -> bool:
    """Whether the header means a long table, rightly written or not: two of its three names are there.

    >>> is_long(Row(1, ["Score", "JUDGE", "item"])), is_long(Row(1, ["judge", "PRO-1", "PRO-2"]))
    (True, False)
    """
    return len({cell.casefold() for cell in header.cells} & set(NEEDED)) >= 2


def _read_long(header: Row, rows: Iterator[Row], reading: Reading) -> RatingsTable:
    """Read every line, noting faults."""
    columns = _columns(header, reading)
    needed, kinds = itemgetter(*(columns[name] for name in NEEDED)), None
    if STANDING in columns:  # What was declared is then of the standings.
        kinds, reading.declared = Known(reading.declared or STANDINGS, STANDING), None
    judges: dict[str, int] = {}
    items: dict[str, int] = {}
    seen: dict[int, int] = {}  # The line of each judge with each item: two places in one number.
    scores: list[float] = []
    standings: list[float] = []
    for row in rows:
        if not reading.fits(row, len(header.cells)):
            continue
        judge, item, score = needed(row.cells)
        if not judge or not item:
            _unnamed(row.line, judge, item, reading)
            continue
        key = judges.setdefault(judge, len(judges)) * _APART + items.setdefault(item, len(items))
        if (first := seen.setdefault(key, row.line)) != row.line:
            got = f"judge {shown(judge)} with item {shown(item)} again (first on line {first})"
            reading.faults.add(row.line, "one line for each judge and item", got)
        scores.append(reading.score(row.line, score))
        if kinds:
            standings.append(reading.look_up(kinds, row.line, row.cells[columns[STANDING]]))
    reading.close(len(judges), len(items))
    given = [scores, standings] if kinds else [scores]
    tables = np.full((len(given), len(judges), len(items)), np.nan)
    tables[:, *np.divmod(np.fromiter(seen, dtype=np.int64), _APART)] = given
    return RatingsTable(
        form="long",
        judges=tuple(judges),
        items=tuple(items),
        ratings=tables[0],
        standings=_named(tables[1], kinds.labels) if kinds else None,
        categories=kinds.labels if kinds else (),
    )


def _unnamed(line: int, judge: str, item: str, reading: Reading) -> None:
    for name, what in ((judge, "a judge's name"), (item, "an item's name")):
        if not name:
            reading.faults.add(line, what, "none")


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


def _read_wide(header: Row, rows: Iterator[Row], reading: Reading) -> RatingsTable:
    """Read every line, noting faults."""
    items = _items(header, reading)
    judges: dict[str, int] = {}
    ratings: list[Floats] = []
    for row in rows:
        if not reading.fits(row, len(items) + 1) or not _new_judge(row, judges, reading):
            continue
        judges[row.cells[0]] = row.line
        scores = zip(items, row.cells[1:], strict=True)
        found = [reading.score(row.line, text, item) for item, text in scores]
        ratings.append(np.array(found))
        reading.check_size(len(judges), len(items))
    reading.close(len(judges), len(items))
    return RatingsTable(
        form="wide",
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


def _new_judge(row: Row, judges: dict[str, int], reading: Reading) -> bool:
    name = row.cells[0]
    if not name:
        reading.faults.add(row.line, "a judge's name in the first column", "none")
    elif name in judges:
        got = f"{shown(name)} again (first on line {judges[name]})"
        reading.faults.add(row.line, "every judge on one line", got)
    return bool(name) and name not in judges


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


def _with_labels(table: RatingsTable, cells: Cells | None) -> RatingsTable:
    """The table with the labels that its scores were read as, if they were, in their order."""
    if not isinstance(cells, LabelsMet | Known):
        return table
    labels, ordered = tuple(cells.labels), True
    if isinstance(cells, LabelsMet):
        labels, order, ordered = _arranged(cells.labels)
        # A place that is missing becomes the last one of these.
        moved = np.append(order, np.nan)[np.nan_to_num(table.ratings, nan=-1).astype(np.int64)]
        table = replace(table, ratings=moved, notes=(*table.notes, *_label_notes(labels, ordered)))
    if table.standings is not None:
        return replace(table, labels=labels)
    return replace(table, labels=labels, categories=labels, declared=ordered)


def _arranged(found: list[str]) -> tuple[tuple[str, ...], Ints, bool]:
    """The labels, where each one's place has gone, and whether they are known to be all and in order."""
    if found and {standing_in(label) for label in found} <= set(STANDINGS):
        places = [STANDINGS.index(standing_in(label)) for label in found]
        return STANDINGS, np.array(places), True
    ranked = sorted(range(len(found)), key=lambda place: _rank(found[place]))
    order = np.empty(len(found), dtype=np.int64)
    order[ranked] = np.arange(len(found))
    return tuple(_spelled(found[place]) for place in ranked), order, False


def _rank(label: str) -> tuple[bool, float, str]:
    """Numbers first, then text."""
    value = number_in(label)
    return (True, 0.0, label) if value is None else (False, value, "")


def _spelled(label: str) -> str:
    """A number the same whichever way it was written first."""
    value = number_in(label)
    return label if value is None else repr(value).removesuffix(".0")


def _label_notes(labels: tuple[str, ...], ordered: bool) -> list[str]:
    if ordered:
        return ["The labels were read as the four standings: all four count, and they have an order."]
    alike: dict[str, list[str]] = {}
    for label in labels:
        alike.setdefault(" ".join(label.casefold().split()), []).append(label)
    return [
        f"{' and '.join(shown(label) for label in group)} count as different labels."
        for group in alike.values()
        if len(group) > 1
    ]


def _named(places: Floats, labels: tuple[str, ...]) -> LabelLists:
    return tuple(
        tuple(None if np.isnan(place) else labels[int(place)] for place in row) for row in places.tolist()
    )
