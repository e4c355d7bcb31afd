"""`open_table`: a file of judgments in whatever form it came; tools that are known stand in `exports.toml`."""

import contextlib
import functools
import pathlib
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Literal

import numpy as np
import pandas as pd

from debate_core.domain.errors import RatingsRefused
from debate_core.domain.frozen import FrozenValue
from debate_core.domain.imported import NOTHING, CsvOptions, Role
from debate_core.domain.numerals import pluralise
from debate_core.domain.wording import quoted
from debate_core.measuring.arrays import Bools, Ints
from debate_core.measuring.krippendorff import Level
from debate_core.ratings.cells import MISSING, mostly_numbers, number_in, words_of
from debate_core.ratings.header import PAIR, TIE, columns_of, role_of
from debate_core.ratings.records import cells_of, is_json, one_score_a_cell, read_json, steps_of
from debate_core.ratings.sheet import BETWEEN, LINE, Faults, Sheet, Texts, csv_sheet
from debate_core.ratings.table import RatingsTable, decode, read_sheet

WORDS = "The scores are words, so they are read as labels without an order."
MIXED = "choose rows by a value to read one kind."
_WINNERS = {
    **dict.fromkeys(("model_1", "model_a", "a", PAIR[0]), PAIR[0]),
    **dict.fromkeys(("model_2", "model_b", "b", PAIR[1]), PAIR[1]),
    **dict.fromkeys(("", *MISSING), ""),
    **dict.fromkeys(("tie", "tie (bothbad)", "both_bad", "tie (inconsistent)"), TIE),
}
_ORDERS = {"ab": PAIR[0], "a": PAIR[0], "ba": PAIR[1], "b": PAIR[1]}
_NAMING = ("judge", "item", "dimension", "standing")
_OTHER = dict(zip((*PAIR, TIE, ""), (*PAIR[::-1], TIE, ""), strict=True))


class Export(FrozenValue):
    """How one tool writes judgments; names of fields stand between blanks. ``rows``: the steps to its innermost
    records; ``needs``: fields that tell it from others; ``judge``, ``item``: fields whose texts together name one;
    ``score``: the first of these that holds anything; ``wide``: how the names of score fields begin, each a judge;
    ``varies``: scores are the fields that differ within one item; ``numbered``: a judge may score an item twice, in the
    same order each time; ``missing``: the text of a score that is none; ``of_type``: a field and what it must say for a
    row to count. ``models``: the fields of the two, of which each ``score`` tells the better one; in a second game, or
    where ``order`` says so, the second is shown first."""

    tool: str
    rows: str = "[]"
    needs: str
    judge: str = ""
    item: str
    score: str = ""
    wide: str = ""
    varies: bool = False
    numbered: bool = False
    dimension: str = ""
    standing: str = ""
    missing: str = ""
    of_type: str = ""
    models: str = ""
    order: str = ""

    def table(self, sheet: Sheet) -> tuple[Sheet, Literal["nominal", "interval"]]:
        """The judgments under our own names, and the level of their scores. Raises RatingsRefused."""
        field, *values = self.of_type.split() or [""]
        sheet = sheet.take(np.isin(sheet.join(field).astype(str), values or [""]))
        frame = self._judgments(sheet)
        whole = ((frame["judge"] != "") & (frame["item"] != "")).to_numpy(dtype=bool)
        scores = words_of(frame["score"][whole])
        if not scores:
            judge = f"a judge ({' or '.join(self.judge.split())})" if self.judge else "a judge"
            expected = f"expected rows with {judge}, an item and a score; got {sheet.columns_text()}"
            raise RatingsRefused(f"read as {self.tool}: {expected}")
        numbers = sum(number_in(score) is not None for score in scores)
        dimensions = pd.unique(frame["dimension"][whole])
        about = f": {dimensions[0]}" if len(dimensions) == 1 and dimensions[0] else ""
        notes = [f"Read as {self.tool}{about}."]
        if not whole.all():
            notes.append(f"{pluralise(int((~whole).sum()), 'row')} without a judge or an item left out.")
        if self.order not in ("", *sheet.names):
            notes.append(f"Without a column {self.order}, {self.models.split()[0]} is read as shown first.")
        notes.append(WORDS if numbers < len(scores) else "All scores are numbers.")
        if 0 < numbers < len(scores):
            notes.append(f"{numbers} of them are numbers: {MIXED}")
        parts = PAIR if self.models else ("dimension",) if len(dimensions) > 1 else ()
        parts = (*parts, "standing") if self.standing else parts
        names = ("judge", "item", "score", *parts)
        table = replace(
            sheet,
            names=names,
            cells=frame.loc[whole, list(names)].to_numpy(dtype=object),
            lines=sheet.lines[frame.index[whole]],
            fields=("judge", "item", " or ".join(self.score.split()) or "score", *parts),
            notes=(*notes, *sheet.notes),
        )
        return table, "interval" if numbers == len(scores) else "nominal"

    def _judgments(self, sheet: Sheet) -> pd.DataFrame:
        fields = self._fields(sheet)
        texts = [np.where(one == self.missing, "", one) for one in map(sheet.join, fields)]
        if not (self.wide or self.varies or self.models):  # One score, in whichever field holds it.
            texts = [functools.reduce(lambda known, more: np.where(known == "", more, known), texts)]
        rows, head = np.divmod(np.arange(len(sheet.lines) * len(texts)), len(texts))
        names = {name: sheet.join(getattr(self, name))[rows] for name in _NAMING}
        scores = np.stack(texts, axis=1).ravel()
        frame = pd.DataFrame({**names, "score": scores}, index=rows, dtype=object)
        if self.wide:
            frame["judge"] = np.array([name.removeprefix(self.wide) for name in fields], dtype=object)[head]
        elif self.varies and len(fields) > 1:
            frame["dimension"] = np.array(fields, dtype=object)[head]
        elif self.models:
            self._show_pairs(sheet, frame, head == 1)
        elif self.numbered:
            again = frame.groupby(["judge", "item"]).cumcount()
            frame["judge"] += again.map(lambda before: f" ({before + 1})" if before else "")
        return frame

    def _show_pairs(self, sheet: Sheet, frame: pd.DataFrame, swapped: Bools) -> None:
        """Labels are places, not names: of two models out of many, chance agreement is about a half."""
        names, read = self.models.split(), partial(_meanings, sheet, sheet.lines[frame.index])
        one, other = (sheet.join(name)[frame.index] for name in names)
        if self.order in sheet.names:
            orders = sheet.join(self.order)[frame.index]
            swapped = read(self.order, orders, _ORDERS, "ab or ba: which was shown first") == PAIR[1]
        first, second = np.where(swapped, other, one), np.where(swapped, one, other)
        score = np.where(frame["score"] == one, names[0], frame["score"])
        score = np.where(frame["score"] == other, names[1], score)
        won = read(self.score, score, _WINNERS, f"{', '.join(names)}, tie or a name in these columns")
        frame["score"] = np.where(swapped, [_OTHER[who] for who in won], won)
        frame["item"] = np.where(frame["item"] == "", first + BETWEEN + second, frame["item"])
        frame[PAIR[0]], frame[PAIR[1]] = first, second

    def _fields(self, sheet: Sheet) -> list[str]:
        fields = self.score.split()
        if self.wide:
            fields = [name for name in sheet.names if name.startswith(self.wide)]
        elif self.varies:
            items, of_the_task = sheet.join(self.item), {*self.needs.split(), "created_at", "updated_at"}
            fields = [
                name
                for name in sheet.names
                if name not in of_the_task
                and pd.Series(sheet.join(name)).groupby(items).nunique().gt(1).any()
            ]
        if not fields:
            raise RatingsRefused(
                f"read as {self.tool}: expected a column with answers; got {sheet.columns_text()}"
            )
        return fields


def _meanings(
    sheet: Sheet, lines: Ints, column: str, texts: Texts, known: Mapping[str, str], expected: str
) -> Texts:
    for line, text in zip(lines.tolist(), texts, strict=True):
        if text.casefold() not in known:
            sheet.faults.add(line, expected, quoted(text), column)
    return np.array([known.get(text.casefold(), "") for text in texts], dtype=object)


EXPORTS = tuple(
    Export(**entry)
    for entry in tomllib.loads(pathlib.Path(__file__).with_name("exports.toml").read_text("utf-8"))["export"]
)


ROWS_SHOWN, COLUMNS_SHOWN = 5, 24
FEW = 12
"""So many different texts in a column can be chosen from."""


class OpenTable(FrozenValue, eq=False):
    """``text``: CSV; ``options``: how to read it, with what the file was read as; ``table``: what it holds."""

    text: str
    level: Level
    options: CsvOptions
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


def look_at(content: bytes, options: CsvOptions = NOTHING) -> TableLook:
    """Raises RatingsRefused for a file that is no table at all.

    >>> look_at(b"doc,Ann,Bo\\n1,4,5\\n").roles, look_at(b"rater,doc,stars\\nAnn,1,4\\n").roles
    (('item', 'score', 'score'), ('judge', 'item', 'score'))
    """
    sheet, export, _ = _sheet(decode(content), options, LINE)
    first = zip(sheet.names, sheet.cells.T[:COLUMNS_SHOWN], strict=False)
    few = [(name, pd.unique(texts)) for name, texts in first]
    values = tuple((name, text) for name, texts in few if 1 < len(texts) <= FEW for text in texts)
    sheet = export.table(sheet)[0] if export else sheet
    columns = [words_of(pd.unique(texts)) for texts in sheet.cells[:200].T]
    numbers = [mostly_numbers(words) for words in columns]
    roles = [
        role_of(name) or ("score" if one else None) for name, one in zip(sheet.names, numbers, strict=True)
    ]
    sure = False
    with contextlib.suppress(RatingsRefused):  # What the names don't tell, a person does.
        known = columns_of(sheet, NOTHING)
        by_place = {place: role for role, places in known.roles.items() for place in places}
        sure = len({numbers[at] for at in known.scores if columns[at]}) < 2
        if sure:
            roles = [by_place.get(at, "score" if at in known.scores else None) for at in range(len(roles))]
    rows = tuple(tuple(row) for row in sheet.cells[:ROWS_SHOWN].tolist())
    return TableLook(sheet.names, rows, tuple(roles), export is not None, sure, values)


def open_table(
    content: bytes | str,
    *,
    level: Level | None = None,
    categories: Sequence[str] | None = None,
    options: CsvOptions = NOTHING,
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
    text = content if isinstance(content, str) else decode(content)
    sheet, export, came = _sheet(text, options, place)
    came, sheet = came and not where, sheet.where(where or {})
    guess: Level | None = None
    if export is not None:
        sheet, guess = export.table(sheet)
    table, found_level = read_sheet(sheet, level or guess, categories, options)
    if export is None and level is None and found_level == "nominal":
        begin = len(options.origin) + len(sheet.notes)
        sheet = replace(sheet, notes=(*sheet.notes, WORDS))
        table = replace(table, notes=(*table.notes[:begin], WORDS, *table.notes[begin:]))
    options = options.model_copy(
        update={"origin": (*options.origin, *sheet.notes), "separator": options.separator if came else None}
    )
    return OpenTable(text=text if came else sheet.text(), level=found_level, options=options, table=table)


def _sheet(text: str, options: CsvOptions, place: Callable[[int], str]) -> tuple[Sheet, Export | None, bool]:
    """The rows of a file, the tool that wrote it, if one is known by its fields and nobody named columns, and whether
    they stand in the text as they are."""
    exports = () if options.columns or options.rows else EXPORTS
    if is_json(text):
        records, names = read_json(text), set[str]()
    else:
        sheet = csv_sheet(text, Faults(place), options.separator)
        plain = tuple(map(str.casefold, sheet.names))
        if {"a", "b", "winner"} <= {*plain}:
            sheet = replace(sheet, names=plain)
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
    whole = records.sheet(steps, known=False)
    if not whole.names:
        Faults().refuse(1, "a list of judgments", "JSON of another shape")
    short = tuple(name.removeprefix(f"{steps[1]}.") for name in whole.names) if steps[1:] else whole.names
    notes = () if names else ("Read as a list of JSON records.",)
    names_once = short if len(set(short)) == len(short) else whole.names
    return replace(whole, names=names_once, notes=notes), None, False
