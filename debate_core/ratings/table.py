"""`read_sheet`: a table of ratings from rows of text, long or wide, or one error that names every bad line."""

import codecs
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Literal

import numpy as np
import numpy.typing as npt
import pandas as pd

from debate_core.domain.errors import RatingsRefused, SetUpError
from debate_core.domain.frozen import FrozenValue
from debate_core.domain.imported import NOTHING, CsvOptions, RatingsConfig, Role
from debate_core.domain.numerals import pluralise
from debate_core.domain.wording import alike_notes, quoted, quoted_names
from debate_core.measuring.arrays import Bools, Floats, Ints
from debate_core.measuring.fleiss import STANDINGS
from debate_core.measuring.krippendorff import Level, encode
from debate_core.ratings.cells import DASHES, MISSING, ScoreScale, key_of, number_in, plain_number, scale_of
from debate_core.ratings.header import BESIDE, PAIR, TEXTS, Columns, columns_of, pair_text, role_of
from debate_core.ratings.records import one_score_a_cell, without_unit
from debate_core.ratings.sheet import BETWEEN, Faults, Sheet, Texts, csv_sheet, line_at

Form = Literal["long", "wide"]
_Arrays = Mapping[str, npt.NDArray[Any]]
STEPS = 50
"""So many different numbers at ordinal level are labels with an order."""
MAX_BYTES = 50_000_000
"""A file is read up to one byte more, and then refused."""
MAX_CELLS = 20_000_000
"""Judges × items held in memory at once (160 MB)."""
NAMED = 4
MANY_JUDGES = 12
_PARTS: tuple[Role, ...] = ("segment", "cluster")


class RatingsTable(FrozenValue, eq=False):
    """``ratings`` (n_judges, n_items), NaN missing, judges and items in the order of their first appearance.

    An item on several dimensions is as many items of the table, named after both. ``dimensions``, ``segments`` and
    ``clusters``: what each item belongs to, None without such a column; ``subjects``: how many items there are when one
    on several dimensions counts once. ``labels``: where the scores are labels, what the places 0, 1, … stand for.
    ``places`` (n_judges, n_items): what kappa is of, as places among ``categories``: standings where the table
    ``has_standings``, else scores that are labels; None without either. ``declared``: ``categories`` are all that could
    be given; ``ordered``: they ascend. ``notes``: what a reader should know of how it was read. ``pairs``: where each
    item is two to choose from, the question and the two in the order shown. ``lengths`` (2, n_items): of their texts,
    in characters.
    """

    form: Form
    judges: tuple[str, ...]
    items: tuple[str, ...]
    ratings: Floats
    subjects: int
    dimensions: tuple[str, ...] | None
    segments: tuple[str, ...] | None
    clusters: tuple[str, ...] | None
    labels: tuple[str, ...] | None
    places: Floats | None
    has_standings: bool
    categories: tuple[str, ...]
    declared: bool
    ordered: bool
    notes: tuple[str, ...]
    pairs: tuple[tuple[str, str, str], ...] | None
    lengths: Floats | None


def ratings_text(ratings: Any) -> str:
    """A frame, or an array (n_judges, n_items), as CSV. Raises ValueError for another shape."""
    if not hasattr(ratings, "to_csv"):
        cells: npt.NDArray[np.object_] = np.ma.filled(np.ma.array(ratings, dtype=object), None)
        if cells.ndim != 2:
            raise ValueError(f"ratings: expected an array (n_judges, n_items); got {cells.ndim} dimension(s)")
        judges, items = (range(1, many + 1) for many in cells.shape)
        ratings = pd.DataFrame(cells, [f"judge {at}" for at in judges], [f"item {at}" for at in items])
    named = any(name is not None for name in ratings.index.names)
    return str(ratings.to_csv(index=named or not all(isinstance(one, int) for one in ratings.index)))


def read_ratings(
    text: str,
    *,
    level: Level = "interval",
    categories: Sequence[str] | None = None,
    options: CsvOptions = NOTHING,
) -> RatingsTable:
    """The table: long (a row a score: ``judge,item,score``, perhaps standing, dimension, segment, cluster; or a column
    a dimension), or wide with a row a judge or a row an item.

    ``categories``, ascending, are the standings of a long table with such a column; else, at nominal or ordinal level,
    all the scores that could be given. Raises RatingsRefused with every bad line, or with what has to be said because
    the table doesn't tell; SetUpError for categories that nothing is out of.

    >>> read_ratings("judge,PRO-1,CON-1\\nAnn,7.5,\\nBo,8,4\\n").ratings.tolist()
    [[7.5, nan], [8.0, 4.0]]
    >>> read_ratings("doc;rater 1;rater 2\\nA;7.5;8\\nB;NA;4\\n").ratings.tolist()
    [[7.5, nan], [8.0, 4.0]]
    >>> read_ratings("rater,doc,clarity,depth\\nAnn,A,4,3\\nBo,A,5,2\\n").items
    ('A · clarity', 'A · depth')
    """
    return read_sheet(
        one_score_a_cell(csv_sheet(text, Faults(), options.separator)), level, categories, options
    )[0]


def read_sheet(
    sheet: Sheet, level: Level | None, categories: Sequence[str] | None, options: CsvOptions
) -> tuple[RatingsTable, Level]:
    """As `read_ratings`, of rows that were read; ``level`` None: as the scores speak for."""
    _check_categories(categories)
    columns = columns_of(sheet, options)
    scores = _scores(sheet, columns)
    marks = MISSING | {mark.casefold() for mark in options.missing}
    standing_at = columns.roles.get("standing", ())
    declared, texts = None if standing_at else categories, pd.unique(scores["score"])
    sheet, texts = (sheet, texts) if level == "nominal" else without_unit(sheet, columns.scores, texts)
    scale, level = scale_of(texts, level, declared, marks, comma=options.decimal_comma)
    rulings = ScoreScale(labels=tuple(categories or STANDINGS), what="standing", marks=marks)
    values = _values(sheet, columns.scores, scale)
    standings = _values(sheet, standing_at, rulings)[scores["row"]] if standing_at else values
    (judge, judges), (item, items) = map(_places, (scores["judge"], scores["name"]))
    of_items = _of_items(sheet, columns, scores, item, items)
    if len(judges) * len(items) > MAX_CELLS:
        size = f"{len(judges):,} judges × {len(items):,} items"
        sheet.faults.refuse(sheet.last, f"a table of at most {MAX_CELLS:,} judges × items", size)
    once = _counts(sheet, scores, pd.Series(judge * len(items) + item), options)
    _check_read(sheet, scale, level, declared, values)
    ratings, rules = (np.full((len(judges), len(items)), np.nan) for _ in range(2))
    for cells, given in ((ratings, values), (rules, standings)):
        cells[judge[once], item[once]] = given[once]
    table = RatingsTable(
        form="wide" if columns.rows else "long",
        judges=judges,
        items=items,
        ratings=ratings,
        labels=scale.labels,
        has_standings=bool(standing_at),
        **_labelling(ratings, scale, level, rules if standing_at else None, rulings),
        notes=(
            *options.origin,
            *sheet.notes,
            *_shape_notes(columns, judges, items),
            *alike_notes(judges, "judges"),
            *_notes(sheet, columns, options, [*scale.met, *rulings.met]),
            *_repeats_notes(sheet, scores["row"][~once], options),
            *scale.notes,
            *alike_notes(() if scale.declared else scale.labels or (), "labels"),
        ),
        **of_items,
    )
    return table, level


def _of_items(
    sheet: Sheet, columns: Columns, scores: _Arrays, item: Ints, items: Sequence[str]
) -> dict[str, Any]:
    parts = {role: _part(sheet, columns, scores, role) for role in _PARTS}
    begins = np.unique(item, return_index=True)[1]
    by_item = {role: None if part is None else tuple(part[begins]) for role, part in parts.items()}
    dimensions = tuple(scores["dimension"][begins]) if "dimension" in scores else None
    names_two, written = (_extras(sheet, columns, scores["row"][begins], names) for names in (PAIR, TEXTS))
    return {
        "subjects": pd.unique(scores["item"]).size,
        "dimensions": dimensions,
        "segments": by_item["segment"],
        "clusters": by_item["cluster"] or (tuple(scores["item"][begins]) if dimensions else None),
        "pairs": _pairs(items, *names_two) if names_two else None,
        "lengths": np.array([[*map(len, one)] for one in written], dtype=np.float64) if written else None,
    }


def _labelling(
    ratings: Floats, scale: ScoreScale, level: Level, standings: Floats | None, rulings: ScoreScale
) -> dict[str, Any]:
    """What kappa is of: the standings of a table that has some, else scores that are labels, or few enough steps of an
    order."""
    labels = scale.labels
    if standings is not None:
        return {"places": standings, "categories": rulings.labels or (), "declared": True, "ordered": True}
    if labels is not None:
        declared = scale.declared or labels == STANDINGS
        ordered = declared and (level == "ordinal" or labels == STANDINGS)
        return {"places": ratings, "categories": labels, "declared": declared, "ordered": ordered}
    if level == "ordinal" and (steps := encode(ratings))[0].size in range(2, STEPS + 1):
        kinds = tuple(plain_number(repr(step)) for step in steps[0].tolist())
        places = np.where(steps[1] < 0, np.nan, steps[1])
        return {"places": places, "categories": kinds, "declared": False, "ordered": True}
    return {"places": None, "categories": (), "declared": True, "ordered": True}


def _scores(sheet: Sheet, columns: Columns) -> _Arrays:
    """Of each score in the order of the file: its text as ``score``, its ``row`` and ``head`` by place, what
    stands beside it by role, and the ``name`` of its item, with its dimension."""
    rows, heads = np.divmod(np.arange(len(sheet.lines) * len(columns.scores)), len(columns.scores))
    parts = {role: places for role, places in columns.roles.items() if role not in ("score", "standing")}
    texts = {role: sheet.texts(places) for role, places in parts.items()}
    for role, names in texts.items():
        expected = f"{'an' if role == 'item' else 'a'} {role}'s name"
        sheet.faults.add_each(
            names == "", partial(sheet.fault, column=parts[role][0], expected=expected, got="none")
        )
    extra: dict[str, Texts] = {role: names[rows] for role, names in texts.items()}
    if columns.heads:
        extra[columns.heads] = np.array(_heads(sheet, columns, columns.heads), dtype=object)[heads]
    if pair := _extras(sheet, columns, rows, PAIR):
        extra["item"] = np.array([*map(pair_text, extra["item"], *pair)], dtype=object)
    name = extra["item"]
    if "dimension" in extra:
        name = name + BETWEEN + extra["dimension"]
    score = sheet.cells[:, list(columns.scores)].ravel()
    return {"row": rows, "head": heads, "score": score, "name": name, **extra}


def _places(names: Texts) -> tuple[Ints, tuple[str, ...]]:
    places, known = pd.factorize(names)
    return places, tuple(known)


def _heads(sheet: Sheet, columns: Columns, role: Role) -> list[str]:
    places = dict[str, int]()
    for place in columns.scores:
        head = sheet.names[place]
        if not head:
            sheet.faults.add(sheet.line, f"a name for every {role}", f"none in column {place + 1}")
        elif head in places:
            both = f"{quoted(head)} in columns {places[head]} and {place + 1}"
            sheet.faults.add(sheet.line, f"every {role} in one column", both)
        places.setdefault(head, place + 1)
    sheet.faults.close(sheet.line)
    groups = {head.rpartition(".")[0] for head in places}
    return [head.rpartition(".")[2] if role == "dimension" and len(groups) == 1 else head for head in places]


def _values(sheet: Sheet, columns: tuple[int, ...], scale: ScoreScale) -> Floats:
    codes, texts = pd.factorize(sheet.cells[:, list(columns)].ravel())
    places = [scale.place(text) for text in texts]

    def add(at: int) -> None:
        (row, column), text = divmod(at, len(columns)), texts[codes[at]]
        sheet.fault(row, columns[column], scale.expected_text(text), quoted(text))

    sheet.faults.add_each(np.array([*(place is None for place in places), False])[codes], add)
    values = scale.arrange([np.nan if place is None else place for place in places])
    return np.array([*values, np.nan])[codes]


def _part(sheet: Sheet, columns: Columns, scores: _Arrays, role: Role) -> Texts | None:
    """The part that each score's item belongs to, by the first row that names it; None without such a column."""
    if role not in columns.roles:
        return None
    item = pd.factorize(scores["item"])[0]
    begins = np.unique(item, return_index=True)[1][item]
    first = {name: scores[name][begins] for name in (role, "row")}

    def add(at: int) -> None:
        got = (
            f"{quoted(scores[role][at])} for item {quoted(scores['item'][at])}, "
            f"{quoted(first[role][at])} on {sheet.place_text(first['row'][at])}"
        )
        expected = f"every item in one {role} (or leave the column out)"
        sheet.fault(scores["row"][at], columns.roles[role][0], expected, got)

    sheet.faults.add_each((scores[role] != first[role]) & (scores[role] != ""), add)
    return first[role]


def _counts(sheet: Sheet, scores: _Arrays, keys: "pd.Series[int]", options: CsvOptions) -> Bools:
    """Which scores count, one a judge and item; ``keys``: the same number for the same two. One fault for all rows that
    come again, unless the options say which counts."""
    again = np.flatnonzero(keys.duplicated())
    if len(again) and not options.repeats:
        at, *others = again[np.unique(scores["row"][again], return_index=True)[1]].tolist()
        first = sheet.place_text(scores["row"][np.flatnonzero(keys == keys[at])[0]])
        both = f"judge {quoted(scores['judge'][at])} with item {quoted(scores['name'][at])}"
        more = f"; {_rows_text(sheet, scores['row'][others], 'more row')}" if others else ""
        expected = "one score for each judge and item (or say which counts, the first or the last)"
        sheet.faults.add(
            int(sheet.lines[scores["row"][at]]), expected, f"{both} again (first on {first}){more}"
        )
    return ~keys.duplicated(keep=options.repeats or "first").to_numpy()


def _rows_text(sheet: Sheet, rows: Ints, noun: str) -> str:
    places = [sheet.place_text(row) for row in rows[:NAMED].tolist()]
    return f"{pluralise(len(rows), noun)}: {', '.join(places)}{', …' if len(rows) > NAMED else ''}"


def _repeats_notes(sheet: Sheet, rows: Ints, options: CsvOptions) -> Iterator[str]:
    if rows.size:
        text = _rows_text(sheet, np.unique(rows), "row")
        yield f"Where a judge scored an item again, the {options.repeats} score counts. Left out, {text}."


def _check_read(
    sheet: Sheet, scale: ScoreScale, level: Level, declared: Sequence[str] | None, values: Floats
) -> None:
    sheet.faults.close()
    if np.isnan(values).all():
        sheet.faults.refuse(sheet.last, "ratings below the header", "none")
    if not scale.declared and "+" in (scale.labels or ()) and DASHES & set(scale.met):
        expected = "all labels named: is - a label beside +, or missing?"
        sheet.faults.refuse(sheet.last, expected, "both + and -")
    if declared is not None and level not in ("nominal", "ordinal"):
        raise SetUpError(f"categories: expected a column standing, or level nominal or ordinal; got {level}")


def _extras(sheet: Sheet, columns: Columns, rows: Ints, names: tuple[str, ...]) -> list[Texts] | None:
    if columns.rows or not set(names) <= {*sheet.names} - {sheet.names[at] for at in columns.scores}:
        return None
    return [sheet.join(name)[rows] for name in names]


def _pairs(items: Sequence[str], first: Texts, second: Texts) -> tuple[tuple[str, str, str], ...]:
    both = zip(items, first, second, strict=True)
    return tuple((name.removesuffix(f": {one}{BESIDE}{two}"), one, two) for name, one, two in both)


def table_of(config: RatingsConfig) -> RatingsTable:
    """The table that was brought. Raises RatingsRefused with every bad line, SetUpError."""
    return read_ratings(config.text, level=config.level, categories=config.categories, options=config)


def decode(content: bytes) -> str:
    """The text of a file in UTF-8, or in UTF-16 that its mark declares, each letter in one form. Raises RatingsRefused.

    >>> decode("é".encode())
    'é'
    """
    if len(content) > MAX_BYTES:
        raise RatingsRefused(f"expected a file of at most {MAX_BYTES:,} bytes; got more")
    try:
        wide = content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
        return unicodedata.normalize("NFC", content.decode("utf-16" if wide else "utf-8-sig"))
    except UnicodeDecodeError as error:
        line = line_at(content[: error.start].decode("latin-1"))
        Faults().refuse(line, "text in UTF-8", f"the byte 0x{content[error.start]:02x} (save it as UTF-8)")


def _check_categories(categories: Sequence[str] | None) -> None:
    if categories is None:
        return
    keys = [key_of(label) for label in categories]
    if len(keys) < 2 or "" in keys or len(set(keys)) < len(keys):
        got = ", ".join(map(quoted, categories)) or "none"
        raise SetUpError(f"categories: expected two or more, all different, none empty; got {got}")


def _shape_notes(columns: Columns, judges: Sequence[str], items: Sequence[str]) -> Iterator[str]:
    """What a reader of a wide table should know: that its heads are numbers, and which way it was read."""
    if columns.rows is None:
        return
    heads, across = (judges, "judge") if columns.rows == "items" else (items, "item")
    if all(number_in(head) is not None for head in heads):
        more = " …" if len(heads) > NAMED else ""
        yield f"The first line is read as names of {across}s: {', '.join(heads[:NAMED])}{more}"
    if len(judges) > max(len(items), MANY_JUDGES):
        row, other = ("an item", "judges") if columns.rows == "items" else ("a judge", "items")
        sizes = f"{pluralise(len(judges), 'judge')}, {pluralise(len(items), 'item')}"
        yield f"Each line is read as {row}: {sizes}. If rows are {other}, say so."


def _notes(sheet: Sheet, columns: Columns, options: CsvOptions, met: Sequence[str]) -> Iterator[str]:
    names = [sheet.names[place] for place in columns.scores]
    chosen = columns.rows or "score" in options.columns
    if not chosen and any(role_of(name) != "score" for name in names):
        yield f"Read as scores: {quoted_names(names)}."
    if columns.left_out:
        yield f"Columns that don't count: {quoted_names(list(columns.left_out))}."
    if met:
        yield f"Read as missing: {quoted_names(list(dict.fromkeys(met)))}."
