"""`read_sheet`: a table of ratings from rows of text, long or wide, or one error that names every bad line."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import pandas as pd

from debate_core.domain.errors import RatingsRefused, SetUpError
from debate_core.domain.imported import NOTHING, CsvOptions, RatingsConfig, Role, RowsAre
from debate_core.domain.numerals import pluralise
from debate_core.measuring.arrays import Floats, Ints
from debate_core.measuring.fleiss import STANDINGS
from debate_core.measuring.krippendorff import Level, encode
from debate_core.ratings.cells import (
    DASHES,
    MISSING,
    Cells,
    KnownLabels,
    LabelsMet,
    Numbers,
    key_of,
    kind_of_scores,
    level_of,
    number_in,
    standing_in,
)
from debate_core.ratings.header import BESIDE, BETWEEN, SHOWN, TEXTS, Columns, RatingsTable
from debate_core.ratings.lines import KEPT, Faults, cell_text, names_text
from debate_core.ratings.sheet import Sheet, csv_sheet

STEPS = 50
"""So many different numbers at ordinal level are labels with an order."""
MOST_BYTES = 50_000_000
"""A file is read up to one byte more, and then refused."""
MOST_CELLS = 20_000_000
"""Judges × items held in memory at once (160 MB)."""
NAMED = 4
MANY_JUDGES = 12


class _Entries(NamedTuple):
    """Each score of a table in the order of the file: whose and of what by place in ``judges`` and ``subjects``, its
    text, its row and its column."""

    judges: list[str]
    subjects: list[str]
    judge: Ints
    subject: Ints
    texts: npt.NDArray[np.object_]
    rows: Ints
    columns: Ints


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
    return read_sheet(csv_sheet(text, Faults(), told.separator), level, categories, told)[0]


def read_sheet(
    sheet: Sheet, level: Level | None, categories: Sequence[str] | None, options: CsvOptions
) -> tuple[RatingsTable, Level]:
    """As `read_ratings`, of rows that were read; ``level`` None: as the scores speak for."""
    if categories is not None:
        _check_categories(categories)
    columns = sheet.header.columns(options)
    entries = (_wide if columns.rows else _long)(sheet, columns)
    marks = MISSING | {mark.casefold() for mark in options.missing}
    codes, texts = pd.factorize(entries.texts)
    standing_at = columns.roles.get("standing")
    level = level or level_of(texts, marks)
    declared = None if standing_at else categories
    kind = kind_of_scores(texts, level, declared, marks, comma=options.decimal_comma)
    scores = _values(sheet, entries, codes, texts, kind)
    names, subjects, dimensions, items = _items(sheet, columns, entries)
    segments = _parts(sheet, columns, entries, "segment")
    clusters = _parts(sheet, columns, entries, "cluster") or (entries.subjects if dimensions else None)
    _check_once(sheet, entries, items, names)
    shape = len(entries.judges), len(names)
    _check_size(sheet, *shape)
    places, met = None, list(kind.met)
    if standing_at:
        rulings = KnownLabels(categories or STANDINGS, "standing", marks)
        asked, given = pd.factorize(sheet.texts(standing_at))
        at = entries._replace(columns=np.full(len(asked), standing_at[0]))
        places = _filled(shape, entries.judge, items, _values(sheet, at, asked, given, rulings))
        met += rulings.met
    _check_read(sheet, entries, kind)
    if categories is not None and not standing_at and level not in ("nominal", "ordinal"):
        raise SetUpError(f"categories: expected a column standing, or level nominal or ordinal; got {level}")
    first = np.unique(items, return_index=True)[1]
    table = RatingsTable(
        form="wide" if columns.rows else "long",
        judges=tuple(entries.judges),
        items=tuple(names),
        subjects=len(entries.subjects),
        ratings=_filled(shape, entries.judge, items, scores),
        dimensions=dimensions,
        segments=tuple(segments[at] for at in subjects) if segments else None,
        clusters=tuple(clusters[at] for at in subjects) if clusters else None,
        places=places,
        has_standings=standing_at is not None,
        categories=tuple(categories or STANDINGS) if standing_at else (),
        notes=(*options.origin, *sheet.notes, *_shape_notes(columns.rows, entries), *_notes(columns, met)),
        pairs=_pairs(sheet, names, entries.rows[first]) if not columns.rows else None,
        lengths=_lengths(sheet, entries.rows[first]) if not columns.rows else None,
    )
    return with_labels(table, kind, level), level


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


def _long(sheet: Sheet, columns: Columns) -> _Entries:
    judge_at, item_at, (score_at, *_) = (columns.roles[role] for role in ("judge", "item", "score"))
    judge, judges = _named(sheet, judge_at, "a judge's name")
    subject, subjects = _named(sheet, item_at, "an item's name")
    rows = np.arange(len(sheet.lines))
    columns_of_rows = np.full(len(rows), score_at)
    return _Entries(judges, subjects, judge, subject, sheet.cells[:, score_at], rows, columns_of_rows)


def _wide(sheet: Sheet, columns: Columns) -> _Entries:
    items_as_rows = columns.rows == "items"
    sides: tuple[Role, Role] = ("judge", "item") if items_as_rows else ("item", "judge")
    across, along = sides
    heads = _heads(sheet, columns, across)
    name_at = columns.roles[along]
    place, names = _named(sheet, name_at, f"{'an' if along == 'item' else 'a'} {along}'s name")
    _check_size(sheet, len(sheet.lines), len(heads))
    rows = np.repeat(np.arange(len(sheet.lines)), len(heads))
    head = np.tile(np.arange(len(heads)), len(sheet.lines))
    texts, at = sheet.cells[:, list(columns.scores)].ravel(), np.array(columns.scores)[head]
    if items_as_rows:
        return _Entries(heads, names, head, place[rows], texts, rows, at)
    return _Entries(names, heads, place[rows], head, texts, rows, at)


def _named(sheet: Sheet, places: Sequence[int], what: str) -> tuple[Ints, list[str]]:
    """Whose or of what each row is, by place among the names in the order of their first appearance."""
    codes, names = pd.factorize(sheet.texts(places))
    if "" in names:
        for row in np.flatnonzero(codes == list(names).index(""))[:KEPT].tolist():
            sheet.fault(row, places[0], what, "none")
    return codes.astype(np.int64), list(names)


def _heads(sheet: Sheet, columns: Columns, across: str) -> list[str]:
    heads = [sheet.names[place] for place in columns.scores]
    places: dict[str, int] = {}
    for place, head in zip(columns.scores, heads, strict=True):
        if not head:
            sheet.faults.add(sheet.line, f"a name for every {across}", f"none in column {place + 1}")
        elif head in places:
            both = f"{cell_text(head)} in columns {places[head]} and {place + 1}"
            sheet.faults.add(sheet.line, f"every {across} in one column", both)
        places.setdefault(head, place + 1)
    sheet.faults.close()
    return heads


def _values(
    sheet: Sheet, entries: _Entries, codes: Ints, texts: npt.NDArray[np.object_], kind: Cells
) -> Floats:
    """The score of each entry; every entry that is none is a fault."""
    places = [kind.place(text) for text in texts]
    bad = np.array([*(place is None for place in places), False])[codes]
    for entry in np.flatnonzero(bad)[:KEPT].tolist():
        text = texts[codes[entry]]
        sheet.fault(entries.rows[entry], entries.columns[entry], kind.expected(text), cell_text(text))
    sheet.faults.count += max(0, int(bad.sum()) - KEPT)
    return np.array([np.nan if place is None else place for place in [*places, None]])[codes]


def _items(
    sheet: Sheet, columns: Columns, entries: _Entries
) -> tuple[list[str], Ints, tuple[str, ...] | None, Ints]:
    """The items, an item on several dimensions as many: their names, subjects and dimensions, and each entry's."""
    if "dimension" not in columns.roles:
        return entries.subjects, np.arange(len(entries.subjects)), None, entries.subject
    dimension, names = _named(sheet, columns.roles["dimension"], "a dimension's name")
    items, keys = pd.factorize(entries.subject * (len(names) + 1) + dimension[entries.rows])
    subjects, dimensions = np.divmod(keys, len(names) + 1)
    labels = [names[at] for at in dimensions]
    both = [f"{entries.subjects[at]}{BETWEEN}{label}" for at, label in zip(subjects, labels, strict=True)]
    return both, subjects, tuple(labels), items


def _parts(sheet: Sheet, columns: Columns, entries: _Entries, role: Role) -> list[str] | None:
    """The part that each subject belongs to, by the first row that names it."""
    if role not in columns.roles:
        return None
    part, names = _named(sheet, columns.roles[role], f"a {role}'s name")
    rows = entries.rows[np.unique(entries.subject, return_index=True)[1]]
    wrong = (part[entries.rows] != part[rows[entries.subject]]) & (sheet.texts(columns.roles[role]) != "")[
        entries.rows
    ]
    for entry in np.flatnonzero(wrong)[:KEPT].tolist():
        row, subject = entries.rows[entry], entries.subject[entry]
        first = sheet.faults.place(int(sheet.lines[rows[subject]]))
        got = (
            f"{cell_text(names[part[row]])} for item {cell_text(entries.subjects[subject])}, "
            f"{cell_text(names[part[rows[subject]]])} on {first}"
        )
        expected = f"every item in one {role} (or leave the column out)"
        sheet.fault(row, columns.roles[role][0], expected, got)
    return [names[at] for at in part[rows]]


def _check_once(sheet: Sheet, entries: _Entries, items: Ints, names: Sequence[str]) -> None:
    keys = pd.Series(entries.judge * max(len(names), 1) + items)
    again = pd.Series(np.flatnonzero(keys.duplicated()), dtype=np.int64)
    once = again[~pd.Series(entries.rows[again]).duplicated()]
    for entry in once[:KEPT].tolist():
        judge, item = entries.judges[entries.judge[entry]], names[items[entry]]
        first = sheet.lines[entries.rows[np.flatnonzero(keys == keys[entry])[0]]]
        got = f"judge {cell_text(judge)} with item {cell_text(item)} again (first on {sheet.faults.place(int(first))})"
        line = int(sheet.lines[entries.rows[entry]])
        sheet.faults.add(line, "one score for each judge and item", got)
    sheet.faults.count += max(0, once.size - KEPT)


def _check_size(sheet: Sheet, judges: int, items: int) -> None:
    if judges * items > MOST_CELLS:
        got = f"{judges:,} judges × {items:,} items"
        last = int(sheet.lines[-1])
        sheet.faults.refuse(last, f"a table of at most {MOST_CELLS:,} judges × items", got)


def _check_read(sheet: Sheet, entries: _Entries, kind: Cells) -> None:
    sheet.faults.close()
    last = int(sheet.lines[-1]) if len(sheet.lines) else sheet.line
    if not entries.texts.size:
        sheet.faults.refuse(last, "ratings below the header", "nothing more")
    if isinstance(kind, LabelsMet) and "+" in kind.labels and DASHES & set(kind.met):
        expected = "all labels named: is - a label beside +, or missing?"
        sheet.faults.refuse(last, expected, "both + and -")


def _filled(shape: tuple[int, int], judge: Ints, item: Ints, values: Floats) -> Floats:
    table = np.full(shape, np.nan)
    table[judge, item] = values
    return table


def _pairs(sheet: Sheet, names: Sequence[str], rows: Ints) -> tuple[tuple[str, str, str], ...] | None:
    """The two that each item is, as they were shown, if the table says."""
    if not set(SHOWN) <= set(sheet.names):
        return None
    first, second = (sheet.cells[rows, sheet.names.index(name)] for name in SHOWN)
    both = zip(names, first, second, strict=True)
    return tuple((name.removesuffix(f": {one}{BESIDE}{two}"), one, two) for name, one, two in both) or None


def _lengths(sheet: Sheet, rows: Ints) -> Floats | None:
    if not set(TEXTS) <= set(sheet.names):
        return None
    texts = (sheet.cells[rows, sheet.names.index(name)] for name in TEXTS)
    return np.array([[len(text) for text in of_one] for of_one in texts], dtype=np.float64)


def _shape_notes(rows: RowsAre | None, entries: _Entries) -> Iterator[str]:
    """What a reader of a wide table should know: that its heads are numbers, and which way it was read."""
    judges, items = len(entries.judges), len(entries.subjects)
    heads, across = (entries.judges, "judge") if rows == "items" else (entries.subjects, "item")
    if rows and all(number_in(head) is not None for head in heads):
        more = " …" if len(heads) > NAMED else ""
        yield f"The first line is read as names of {across}s: {', '.join(heads[:NAMED])}{more}"
    if rows and judges > max(items, MANY_JUDGES):
        row, other = ("an item", "judges") if rows == "items" else ("a judge", "items")
        sizes = f"{pluralise(judges, 'judge')}, {pluralise(items, 'item')}"
        yield f"Each line is read as {row}: {sizes}. If rows are {other}, say so."


def _notes(columns: Columns, met: Sequence[str]) -> tuple[str, ...]:
    left = f"Columns that don't count: {names_text(list(columns.left_out))}."
    marks = f"Read as missing: {names_text(list(dict.fromkeys(met)))}."
    return (*([left] if columns.left_out else []), *([marks] if met else []))


def with_labels(table: RatingsTable, cells: Cells, level: Level) -> RatingsTable:
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
    steps_of = np.where(places < 0, np.nan, places.astype(np.float64))
    return replace(table, places=steps_of, categories=steps, declared=False, ordered=True)


def _arranged(found: list[str]) -> tuple[tuple[str, ...], Ints, bool]:
    if found and {standing_in(label) for label in found} <= set(STANDINGS):
        places = [STANDINGS.index(standing_in(label)) for label in found]
        return STANDINGS, np.array(places), True
    ranked = sorted(range(len(found)), key=lambda place: _rank(found[place]))
    return tuple(_spelled(found[place]) for place in ranked), np.argsort(ranked), False


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
