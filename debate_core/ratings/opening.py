"""`open_table`: a file of judgments in whatever form it came, as the text of a table and what it was read as."""

import contextlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

import pandas as pd

from debate_core.domain.errors import RatingsRefused
from debate_core.domain.imported import NOTHING, CsvOptions, Role
from debate_core.measuring.krippendorff import Level
from debate_core.ratings.cells import number_in
from debate_core.ratings.exports import EXPORTS, WORDS, Export
from debate_core.ratings.header import columns_of, role_of
from debate_core.ratings.reading import RatingsTable, decode, read_sheet
from debate_core.ratings.records import cells_of, is_json, one_score_a_cell, read_json, steps_of
from debate_core.ratings.sheet import LINE, Faults, Sheet, csv_sheet

ROWS_SHOWN, COLUMNS_SHOWN = 5, 24
FEW = 12
"""So many different texts in a column can be chosen from."""


@dataclass(frozen=True, kw_only=True, eq=False)
class OpenTable:
    """``text``: CSV; ``told``: how to read it, with what the file was read as; ``table``: what it holds."""

    text: str
    level: Level
    told: CsvOptions
    table: RatingsTable


@dataclass(frozen=True)
class TableLook:
    """The first rows of a file, and what each column is by its name: None where it doesn't count. ``known``: a known
    tool wrote it, and there is nothing to choose; ``sure``: the names tell. ``values``: a column and one of its few
    texts, by which rows can be chosen."""

    names: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    roles: tuple[Role | None, ...]
    known: bool
    sure: bool
    values: tuple[tuple[str, str], ...]


def look_at(content: bytes, told: CsvOptions = NOTHING) -> TableLook:
    """Raises RatingsRefused for a file that is no table at all.

    >>> look_at(b"doc,Ann,Bo\\n1,4,5\\n").roles, look_at(b"rater,doc,stars\\nAnn,1,4\\n").roles
    (('item', 'score', 'score'), ('judge', 'item', 'score'))
    """
    sheet, export, _ = _sheet(decode(content), told, LINE)
    few = [
        (name, pd.unique(texts))
        for name, texts in zip(sheet.names, sheet.cells.T[:COLUMNS_SHOWN], strict=False)
    ]
    values = tuple((name, text) for name, texts in few if 1 < len(texts) <= FEW for text in texts)
    sheet = export.table(sheet)[0] if export else sheet
    columns = [[number_in(text) is not None for text in texts if text] for texts in sheet.cells[:200].T]
    numbers = [bool(one) and all(one) for one in columns]
    roles = [
        role_of(name) or ("score" if one else None) for name, one in zip(sheet.names, numbers, strict=True)
    ]
    sure = False
    with contextlib.suppress(RatingsRefused):  # What the names don't tell, a person does.
        found = columns_of(sheet, NOTHING)
        by_place = {place: role for role, places in found.roles.items() for place in places}
        if sure := len({numbers[at] for at in found.scores}) < 2:
            roles = [by_place.get(at, "score" if at in found.scores else None) for at in range(len(roles))]
    rows = tuple(tuple(row) for row in sheet.cells[:ROWS_SHOWN].tolist())
    return TableLook(sheet.names, rows, tuple(roles), export is not None, sure, values)


def open_table(
    content: bytes,
    *,
    level: Level | None = None,
    categories: Sequence[str] | None = None,
    told: CsvOptions = NOTHING,
    where: Mapping[str, Sequence[str]] | None = None,
    place: Callable[[int], str] = LINE,
) -> OpenTable:
    """The table of a file: CSV, JSON, JSON Lines, or what a known tool writes. ``level`` None: numbers are interval,
    words are labels. ``where``: only rows with one of these texts in a column. ``place``: what a line is called. Raises
    RatingsRefused, SetUpError.

    >>> open_table(b"judge,item,score\\nAnn,1,good\\nBo,1,bad\\n").level
    'nominal'
    >>> open_table(b'[{"rater": "Ann", "item": 1, "score": 4}, {"rater": "Bo", "item": 1, "score": 5}]').level
    'interval'
    """
    text = decode(content)
    sheet, export, came = _sheet(text, told, place)
    came, sheet = came and not where, sheet.where(where or {})
    guess: Level | None = None
    if export is not None:
        sheet, guess = export.table(sheet)
    table, found_level = read_sheet(sheet, level or guess, categories, told)
    if export is None and level is None and found_level == "nominal":
        begin = len(told.origin) + len(sheet.notes)
        sheet = replace(sheet, notes=(*sheet.notes, WORDS))
        table = replace(table, notes=(*table.notes[:begin], WORDS, *table.notes[begin:]))
    told = told.model_copy(
        update={"origin": (*told.origin, *sheet.notes), "separator": told.separator if came else None}
    )
    return OpenTable(text=text if came else sheet.text(), level=found_level, told=told, table=table)


def _sheet(text: str, told: CsvOptions, place: Callable[[int], str]) -> tuple[Sheet, Export | None, bool]:
    """The rows of a file, the tool that wrote it, if one is known by its fields and nobody named columns, and whether
    they stand in the text as they are."""
    exports = () if told.columns or told.rows else EXPORTS
    if is_json(text):
        records, names = read_json(text), set[str]()
    else:
        sheet = csv_sheet(text, Faults(place), told.separator)
        names = set(sheet.names)
        known = next((one for one in exports if set(one.needs.split()) <= names), None)
        if known or not sheet.has_json or len(names) < len(sheet.names):
            return one_score_a_cell(sheet), known, known is None
        records = cells_of(sheet)
    # The first record tells of most, all of others.
    for one in sorted(exports, key=lambda one: len(one.rows)):
        steps = one.rows.split()
        if (first := records.first(steps)) and set(one.needs.split()) <= set().union(*first):
            return records.sheet(steps, known=True), one, False
    first = records.first(["[]"])
    if not any(first):
        Faults().refuse(1, "a list of judgments", "JSON of another shape")
    steps = steps_of(records.document)
    if steps == ["[]"] and names and names.issuperset(set().union(*first)):
        return one_score_a_cell(sheet), None, True
    found = records.sheet(steps, known=False)
    if not found.names:
        Faults().refuse(1, "a list of judgments", "JSON of another shape")
    short = tuple(name.removeprefix(f"{steps[1]}.") for name in found.names) if steps[1:] else found.names
    notes = () if names else ("Read as a list of JSON records.",)
    names_once = short if len(set(short)) == len(short) else found.names
    return replace(found, names=names_once, notes=notes), None, False
