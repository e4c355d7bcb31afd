"""`read_ratings`: a table of ratings from the text of a CSV, long or wide, or one error that names every bad line."""

import re
from array import array
from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from debate_core.domain.errors import RatingsRefused, SetUpError
from debate_core.domain.imported import NOTHING, CsvOptions, RatingsConfig, Role
from debate_core.domain.numerals import pluralise
from debate_core.measuring.arrays import Floats, Ints
from debate_core.measuring.fleiss import STANDINGS
from debate_core.measuring.krippendorff import Level, encode
from debate_core.ratings.cells import (
    Cells,
    KnownLabels,
    LabelsMet,
    Numbers,
    TableReading,
    key_of,
    number_in,
    standing_in,
)
from debate_core.ratings.header import BESIDE, SHOWN, Columns, Parts, RatingsTable, columns_of
from debate_core.ratings.lines import Faults, TableRow, cell_text, names_text, rows_of, separator_of

STEPS = 50
"""So many different numbers at ordinal level are labels with an order."""
MOST_BYTES = 100_000_000
"""A file is read up to one byte more, and then refused."""
_APART = 1 << 32
NAMED = 4
MANY_JUDGES = 12


def read_ratings(
    text: str,
    *,
    level: Level = "interval",
    categories: Sequence[str] | None = None,
    told: CsvOptions = NOTHING,
) -> RatingsTable:
    """The table: long (a row a score: ``judge,item,score``, perhaps standing, dimension, segment, cluster), or wide
    with a row a judge or a row an item.

    ``categories``, ascending, are the standings of a long table with such a column; else, at nominal or ordinal level,
    all the scores that could be given. Raises RatingsRefused with every bad line, or with what has to be said because
    the table doesn't tell; SetUpError for categories that nothing is out of.

    >>> read_ratings("judge,PRO-1,CON-1\\nAnn,7.5,\\nBo,8,4\\n").ratings.tolist()
    [[7.5, nan], [8.0, 4.0]]
    >>> read_ratings("doc;rater 1;rater 2\\nA;7.5;8\\nB;NA;4\\n").ratings.tolist()
    [[7.5, nan], [8.0, 4.0]]
    """
    if categories is not None:
        _check_categories(categories)
    reading = TableReading(
        level=level, declared=categories, missing=told.missing, decimal_comma=told.decimal_comma
    )
    text = text.removeprefix("\ufeff")
    rows = rows_of(text, reading.faults, told.separator or separator_of(text, reading.faults))
    header = next(rows, None)
    if header is None:
        reading.faults.refuse(1, "a header and ratings", "an empty file")
    reading.last = header.line
    columns = columns_of(header, told, reading.faults)
    table = (_read_wide if columns.rows else _read_long)(columns, rows, reading)
    if categories is not None and not table.has_standings and level not in ("nominal", "ordinal"):
        raise SetUpError(f"categories: expected a column standing, or level nominal or ordinal; got {level}")
    table = replace(table, notes=(*told.origin, *table.notes))
    return with_labels(table, reading.cells, level)


def table_of(config: RatingsConfig) -> RatingsTable:
    """The table that was brought. Raises RatingsRefused with every bad line, SetUpError."""
    return read_ratings(config.text, level=config.level, categories=config.categories, told=config)


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
        got = ", ".join(cell_text(label) for label in categories) or "none"
        raise SetUpError(f"categories: expected two or more, all different, none empty; got {got}")


def _read_long(columns: Columns, rows: Iterator[TableRow], reading: TableReading) -> RatingsTable:
    kinds = _standings(reading) if columns.at("standing") is not None else None
    judge_at, item_at, score_at = (columns.roles[role] for role in ("judge", "item", "score"))
    standing_at = columns.roles.get("standing", score_at)
    judges: dict[str, int] = {}
    parts, given, pairs = Parts(columns.roles), _Given(), _ShownPairs(columns)
    width, known, good = len(columns.names), parts.known, reading.good
    for row in rows:
        line, cells = row
        if len(cells) != width:
            reading.fits(row, width)
            continue
        name, item, text = cells[judge_at], cells[item_at], cells[score_at]
        if not name or not item:
            _unnamed(row, judge_at, item_at, reading)
            continue
        place = known[item] if item in known else parts.place(row, item, reading.faults)
        pairs.add(place, item, cells)
        given.keys.append(judges.setdefault(name, len(judges)) * _APART + place)
        given.lines.append(line)
        score = good.get(text)
        if score is None:
            score, good = reading.score(line, text), reading.good
        given.scores.append(score)
        if kinds:
            given.standings.append(reading.look_up(kinds, line, cells[standing_at]))
    reading.last = given.lines[-1] if given.lines else reading.last
    given.check_twice(tuple(judges), parts.names, reading.faults)
    shape = len(judges), len(parts.names)
    reading.close(*shape)
    return parts.table(
        form="long",
        judges=tuple(judges),
        ratings=given.filled(given.scores, shape),
        places=given.filled(given.standings, shape) if kinds else None,
        has_standings=kinds is not None,
        categories=kinds.labels if kinds else (),
        notes=_notes(columns, reading, kinds.met if kinds else ()),
        pairs=pairs.all,
    )


class _ShownPairs:
    """The two that each item is, as they were shown, if the table says."""

    def __init__(self, columns: Columns) -> None:
        self._at = [columns.names.index(name) for name in SHOWN if name in columns.names]
        self._pairs: list[tuple[str, str, str]] = []

    def add(self, place: int, item: str, cells: Sequence[str]) -> None:
        if len(self._at) == len(SHOWN) and place == len(self._pairs):
            first, second = (cells[at] for at in self._at)
            self._pairs.append((item.removesuffix(f": {first}{BESIDE}{second}"), first, second))

    @property
    def all(self) -> tuple[tuple[str, str, str], ...] | None:
        return tuple(self._pairs) or None


def _unnamed(row: TableRow, judge_at: int, item_at: int, reading: TableReading) -> None:
    for place, what in ((judge_at, "a judge's name"), (item_at, "an item's name")):
        if not row.cells[place]:
            reading.faults.add(row.line, what, "none")


def _standings(reading: TableReading) -> KnownLabels:
    declared, reading.declared = reading.declared or STANDINGS, None
    return KnownLabels(declared, "standing", reading.marks)


class _Given:
    """What a long table gave: numbers by judge and item, their lines and texts."""

    def __init__(self) -> None:
        self.keys, self.lines, self.scores, self.standings = array("q"), array("q"), array("d"), array("d")

    def filled(self, given: "array[float]", shape: tuple[int, int]) -> Floats:
        table = np.full(shape, np.nan)
        table[np.divmod(np.frombuffer(self.keys, dtype=np.int64), _APART)] = given
        return table

    def check_twice(self, judges: Sequence[str], items: Sequence[str], faults: Faults) -> None:
        if np.diff(np.sort(np.frombuffer(self.keys, dtype=np.int64))).all():
            return
        seen: dict[int, int] = {}
        for key, line in zip(self.keys, self.lines, strict=True):
            if (first := seen.setdefault(key, line)) != line:
                judge, item = divmod(key, _APART)
                who = f"judge {cell_text(judges[judge])} with item {cell_text(items[item])}"
                faults.add(line, "one line for each judge and item", f"{who} again (first on line {first})")


def _read_wide(columns: Columns, rows: Iterator[TableRow], reading: TableReading) -> RatingsTable:
    items_as_rows = columns.rows == "items"
    sides: tuple[Role, Role] = ("judge", "item") if items_as_rows else ("item", "judge")
    across, along = sides
    heads = _heads(columns, across, reading)
    owners = [(at, f"{across} {cell_text(head)}") for at, head in zip(columns.scores, heads, strict=True)]
    name_at = columns.roles[along]
    parts, seen, found = Parts(columns.roles if items_as_rows else {}), dict[str, int](), list[Floats]()
    for row in rows:
        if not reading.fits(row, len(columns.names)):
            continue
        name = row.cells[name_at]
        if not name:
            reading.faults.add(row.line, f"{_a(along)} {along}'s name in column {name_at + 1}", "none")
            continue
        place = parts.place(row, name, reading.faults) if items_as_rows else len(seen)
        label = parts.names[place] if items_as_rows else name
        if (first := seen.setdefault(label, row.line)) != row.line:
            got = f"{cell_text(label)} again (first on line {first})"
            reading.faults.add(row.line, f"every {along} on one line", got)
            continue
        found.append(np.array(reading.scores(row, owners)))
        reading.check_size(len(found), len(heads))
    reading.close(len(found), len(heads))
    ratings = np.array(found)
    judges = heads if items_as_rows else list(seen)
    if not items_as_rows:
        parts = Parts.named(heads)
    return parts.table(
        form="wide",
        judges=tuple(judges),
        ratings=np.ascontiguousarray(ratings.T) if items_as_rows else ratings,
        notes=(
            *_numbered(heads, across),
            *_turned(len(judges), len(parts.names), items_as_rows),
            *_notes(columns, reading),
        ),
    )


def _a(noun: str) -> str:
    return "an" if noun[0] in "aeiou" else "a"


def _heads(columns: Columns, across: str, reading: TableReading) -> list[str]:
    line = columns.line
    heads = [columns.names[place] for place in columns.scores]
    places: dict[str, int] = {}
    for place, head in zip(columns.scores, heads, strict=True):
        if not head:
            reading.faults.add(line, f"a name for every {across}", f"none in column {place + 1}")
        elif head in places:
            both = f"{cell_text(head)} in columns {places[head]} and {place + 1}"
            reading.faults.add(line, f"every {across} in one column", both)
        places.setdefault(head, place + 1)
    reading.faults.close()
    return heads


def _numbered(heads: list[str], across: str) -> list[str]:
    if any(number_in(head) is None for head in heads):
        return []
    more = " …" if len(heads) > NAMED else ""
    return [f"The first line is read as names of {across}s: {', '.join(heads[:NAMED])}{more}"]


def _turned(judges: int, items: int, items_as_rows: bool) -> list[str]:
    if judges <= max(items, MANY_JUDGES):
        return []
    row, other = ("an item", "judges") if items_as_rows else ("a judge", "items")
    sizes = f"{pluralise(judges, 'judge')}, {pluralise(items, 'item')}"
    return [f"Each line is read as {row}: {sizes}. If rows are {other}, say so."]


def _notes(columns: Columns, reading: TableReading, more: Sequence[str] = ()) -> tuple[str, ...]:
    met = tuple(dict.fromkeys((*reading.marks_met, *more)))
    left = f"Columns that don't count: {names_text(list(columns.left_out))}."
    marks = f"Read as missing: {names_text(list(met))}."
    return (*([left] if columns.left_out else []), *([marks] if met else []))


def with_labels(table: RatingsTable, cells: Cells | None, level: Level) -> RatingsTable:
    """The table with the labels its scores were read as, in order; standings stay what kappa is of."""
    if isinstance(cells, Numbers) and level == "ordinal" and table.places is None:
        return _steps(table)
    if not isinstance(cells, LabelsMet | KnownLabels):
        return table
    labels, declared = tuple(cells.labels), True
    if isinstance(cells, LabelsMet):
        labels, order, declared = _arranged(cells.labels)
        # A place that is missing becomes the last one of these.
        moved = np.append(order, np.nan)[np.nan_to_num(table.ratings, nan=-1).astype(np.int64)]
        table = replace(table, ratings=moved, notes=(*table.notes, *_label_notes(labels, declared)))
    if table.places is not None:
        return replace(table, labels=labels)
    ordered = declared and (level == "ordinal" or labels == STANDINGS)
    return replace(
        table, labels=labels, categories=labels, places=table.ratings, declared=declared, ordered=ordered
    )


def _steps(table: RatingsTable) -> RatingsTable:
    values, places = encode(table.ratings)
    if not 2 <= values.size <= STEPS:
        return table
    steps = tuple(_spelled(f"{value!r}") for value in values.tolist())
    found = np.where(places < 0, np.nan, places.astype(np.float64))
    return replace(table, places=found, categories=steps, declared=False, ordered=True)


def _arranged(found: list[str]) -> tuple[tuple[str, ...], Ints, bool]:
    if found and {standing_in(label) for label in found} <= set(STANDINGS):
        places = [STANDINGS.index(standing_in(label)) for label in found]
        return STANDINGS, np.array(places), True
    ranked = sorted(range(len(found)), key=lambda place: _rank(found[place]))
    order = np.empty(len(found), dtype=np.int64)
    order[ranked] = np.arange(len(found))
    return tuple(_spelled(found[place]) for place in ranked), order, False


def _rank(label: str) -> tuple[bool, float, str]:
    value = number_in(label)
    return (True, 0.0, label) if value is None else (False, value, "")


def _spelled(label: str) -> str:
    """A number the same whichever way it was written first."""
    value = number_in(label)
    return label if value is None else repr(value).removesuffix(".0")


def _label_notes(labels: tuple[str, ...], standings: bool) -> list[str]:
    if standings:
        return ["The labels are read as the four rulings, in order."]
    alike: dict[str, list[str]] = {}
    for label in labels:
        alike.setdefault(" ".join(label.casefold().split()), []).append(label)
    return [
        f"{' and '.join(cell_text(label) for label in group)} count as different labels."
        for group in alike.values()
        if len(group) > 1
    ]
