"""A file as rows of text under named columns, with the place of each row in the file: CSV, JSON, JSON Lines."""

import csv
import io
import json
import re
from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from json import decoder, scanner
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd
from pandas.errors import EmptyDataError, ParserError

from debate_core.domain.imported import Separator
from debate_core.domain.numerals import pluralise
from debate_core.measuring.arrays import Ints
from debate_core.ratings.header import BETWEEN, Header
from debate_core.ratings.lines import MARKS, Faults, PlainTexts, cell_text, names_text, rows_of, separator_of

Fields = Mapping[str, Any]
HELD = frozenset({"choices", "rating", "number", "value", "score"})
"""An object with one of these is what that holds."""
_BLANK = re.compile(r"[^\S\r\n]")
_AT = "\0at"
_SHORT = 5
"""A list this short has its members as fields of their own, by place."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Sheet:
    """``cells`` (rows, columns), all text; ``lines``: where each row stands in the file, ``line``: the header;
    ``fields``: what the file calls the columns; ``notes``: what a reader should know of how it was read."""

    names: tuple[str, ...]
    cells: npt.NDArray[np.object_]
    lines: Ints
    line: int = 1
    faults: Faults
    fields: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def header(self) -> Header:
        return Header(self.line, self.names, self.faults)

    def fault(self, row: int, column: int, expected: str, got: str) -> None:
        name = (self.fields or self.names)[column]
        self.faults.add(int(self.lines[row]), expected, got, name or str(column + 1))

    def texts(self, places: Sequence[int]) -> npt.NDArray[np.object_]:
        """The texts of one column, or of several together."""
        if len(places) == 1:
            return self.cells[:, places[0]]
        return _grid((BETWEEN.join(filter(None, row)) for row in self.cells[:, list(places)]), 1)[:, 0]

    def joined(self, names: str) -> list[str]:
        """The texts of those of the fields that are there, which stand between blanks."""
        places = [self.names.index(name) for name in names.split() if name in self.names]
        return list(self.texts(places))

    def where(self, values: Mapping[str, Sequence[str]]) -> "Sheet":
        """The rows that hold one of the values in each of those columns. Raises RatingsRefused where none does."""
        sheet = self
        for name, wanted in values.items():
            texts = sheet.texts((self.header.place(name, "what rows are chosen by"),))
            rows = np.isin(texts.astype(str), [one.strip() for one in wanted])
            if not rows.any():
                there = names_text(list(dict.fromkeys(texts)))
                self.header.refuse(f"{name} to be {' or '.join(map(cell_text, wanted))} in some row", there)
            note = f"Only rows where {name} is {' or '.join(wanted)}: {rows.sum():,} of {len(rows):,}."
            sheet = replace(
                sheet, cells=sheet.cells[rows], lines=sheet.lines[rows], notes=(*sheet.notes, note)
            )
        return sheet

    def text(self) -> str:
        """As CSV."""
        out = io.StringIO()
        csv.writer(out, lineterminator="\n").writerows([self.names, *self.cells])
        return out.getvalue()


def csv_sheet(text: str, faults: Faults, separator: Separator | None = None) -> Sheet:
    """The rows under a header. Raises RatingsRefused; rows of another width are faults, noted and left out."""
    text = text.removeprefix("\ufeff")
    separator = separator or separator_of(text, faults)
    cells, lines = _even_cells(text, MARKS[separator]) or _cells(text, separator, faults)
    if '{"' in text or '["' in text:
        cells = _grid(map(_cell, cells.ravel()), cells.shape[1])
    names = tuple(cells[0])
    return Sheet(names=names, cells=cells[1:], lines=lines[1:], line=int(lines[0]), faults=faults)


def _even_cells(text: str, mark: str) -> tuple[npt.NDArray[np.object_], Ints] | None:
    """All cells, quickly, where none is quoted and every line has as many; None otherwise."""
    if '"' in text or "\0" in text:
        return None
    try:
        frame = pd.read_csv(
            io.StringIO(text, newline=""),
            sep=mark,
            header=None,
            dtype=object,
            na_filter=False,
            skip_blank_lines=False,
            quoting=csv.QUOTE_NONE,
        )
    except (EmptyDataError, ParserError):
        return None
    cells = frame.to_numpy()
    if text.count(mark) != (cells.shape[1] - 1) * len(cells):
        return None
    if _BLANK.search(text):
        cells = _grid(map(PlainTexts().__getitem__, cells.ravel()), cells.shape[1])
    full = (cells != "").any(axis=1)
    return (cells[full], np.flatnonzero(full) + 1) if full.any() else None


def _cells(text: str, separator: Separator, faults: Faults) -> tuple[npt.NDArray[np.object_], Ints]:
    rows = rows_of(text, faults, separator)
    header = next(rows, None)
    if header is None:
        faults.refuse(1, "a header and ratings", "an empty file")
    cells, lines, width = list(header.cells), array("q", [header.line]), len(header.cells)
    for row in rows:
        if len(row.cells) == width:
            cells.extend(row.cells)
            lines.append(row.line)
            continue
        hint = " (quote a value with a separator)" if len(row.cells) > width else ""
        faults.add(row.line, f"{pluralise(width, 'value')} as in the header", f"{len(row.cells)}{hint}")
    return _grid(cells, width), np.array(lines, dtype=np.int64)


def _grid(texts: Iterable[str], width: int) -> npt.NDArray[np.object_]:
    """Texts row by row; the one too many keeps numpy from reading them as numbers or rows."""
    return np.array([*texts, None], dtype=object)[:-1].reshape(-1, width)


def _cell(text: str) -> str:
    """What a cell holds: some tools put JSON into it."""
    if text[:2] not in ("[{", '["', '{"'):
        return text
    try:
        return value_text(json.loads(text)) or text
    except (ValueError, RecursionError):
        return text


def is_json(text: str) -> bool:
    return text.lstrip("\ufeff \t\r\n")[:1] in ("{", "[")


class JsonFile:
    """A JSON text, or one with an object on each line, and its records."""

    def __init__(self, text: str) -> None:
        self._text = text.removeprefix("\ufeff")
        self._numbers: list[int] | None = None
        self.document = self._read(json.JSONDecoder(parse_constant=_no_number))

    def records(self, steps: str) -> Iterator[Fields]:
        return innermost(self.document, steps.split())

    def sheet(self, steps: str, records: Sequence[Fields], *, lists: bool) -> Sheet:
        """The records as rows, a column for each field; ``lists``: those that hold lists, too."""
        names = [
            name
            for name in dict.fromkeys(name for one in records for name in one if name != _AT)
            if lists or not any(isinstance(one.get(name), list) for one in islice(records, 200))
        ]
        cells = [value_text(one.get(name)) for one in records for name in names]
        faults = Faults(lambda number: self._place(number, steps.split()))
        return Sheet(
            names=tuple(names),
            cells=_grid(cells, len(names) or 1),
            lines=np.arange(1, len(records) + 1),
            faults=faults,
        )

    def _read(self, reader: json.JSONDecoder) -> Any:
        faults = Faults()
        try:
            value = reader.decode(self._text)
            # One line of JSON Lines is a record; what a tool wraps around its records is none.
            wrapped = isinstance(value, dict) and {"results", "samples", "data"} & value.keys()
            return value if isinstance(value, list) or wrapped else [value]
        except RecursionError:
            faults.refuse(1, "JSON", "brackets within brackets without end")
        except ValueError as error:
            lines = [(at, line) for at, line in enumerate(self._text.split("\n"), start=1) if line.strip()]
            if len(lines) < 2 or not lines[1][1].lstrip().startswith("{"):
                faults.refuse(getattr(error, "lineno", 1), "JSON", str(error).partition(": line")[0])
        self._numbers, objects = [at for at, _ in lines], []
        try:
            for _, line in lines:
                objects.append(reader.decode(line))
        except (ValueError, RecursionError) as error:
            faults.refuse(
                self._numbers[len(objects)], "one JSON object on each line", str(error).partition(": line")[0]
            )
        return objects

    def _place(self, number: int, steps: Sequence[str]) -> str:
        """Where a record stands. Only a fault asks, so only then the text is read again with its places."""
        if self._numbers is not None and steps[0] == "[]":
            counts = [len(list(innermost([one], steps))) for one in self.document]
            return f"line {np.repeat(self._numbers, counts)[number - 1]}"
        if not hasattr(self, "_starts"):
            try:
                placed = self._read(_PlacedDecoder())
                self._starts = [one.get(_AT, 0) for one in innermost(placed, steps)]
            except RecursionError:
                self._starts = []
        starts = self._starts[number - 1 : number]
        return "".join(
            [f"record {number}", *(f" (line {self._text.count(chr(10), 0, at) + 1})" for at in starts)]
        )


class _PlacedDecoder(json.JSONDecoder):
    """Puts into each object where in the text it begins."""

    def __init__(self) -> None:
        super().__init__(parse_constant=_no_number)
        self.parse_object = self._object
        self.scan_once = scanner.py_make_scanner(self)  # type: ignore[attr-defined]

    def _object(self, start: tuple[str, int], *more: Any) -> tuple[Any, int]:
        value, end = decoder.JSONObject(start, *more)  # type: ignore[attr-defined]
        return {**value, _AT: start[1]}, end


def _no_number(word: str) -> None:
    """NaN and Infinity are no JSON; some tools write them for a score that is missing."""


def innermost(
    value: Any, steps: Sequence[str], prefix: str = "", around: Fields | None = None
) -> Iterator[Fields]:
    """The records that ``steps`` lead to, each flat, with the fields met on the way under their paths. A step is a
    field's name, ``[]`` for each of a list, or ``{}`` for each of an object, whose key becomes the field ``key``.

    >>> task = {"id": 7, "votes": [{"by": "Ann", "score": 1}, {"by": "Bo", "score": 2}]}
    >>> [(one["id"], one["votes.by"]) for one in innermost([task], ("[]", "votes", "[]"))]
    [(7, 'Ann'), (7, 'Bo')]
    """
    around_it = around or {}
    if not steps:
        if isinstance(value, dict):
            yield {**around_it, **_flat(value, prefix)}
        return
    step, rest = steps[0], steps[1:]
    if step == "[]":
        for one in value if isinstance(value, list) else ():
            yield from innermost(one, rest, prefix, around_it)
    elif step == "{}":
        for key, one in (value if isinstance(value, dict) else {}).items():
            if key != _AT:
                inner = one if rest or isinstance(one, dict) else {"value": one}
                yield from innermost(inner, rest, prefix, {**around_it, f"{prefix}key": key})
    elif isinstance(value, dict):
        others = {name: one for name, one in value.items() if name != step}
        outer = {**around_it, **_flat(others, prefix)}
        yield from innermost(value.get(step), rest, f"{prefix}{step}.", outer)


def _flat(value: Fields, prefix: str, *, inside: bool = False) -> dict[str, Any]:
    result: dict[str, Any] = {}
    for name, one in value.items():
        if name == _AT:
            result |= {} if inside else {_AT: one}
        elif isinstance(one, dict):
            result |= _flat(one, f"{prefix}{name}.", inside=True)
        else:
            result[f"{prefix}{name}"] = one
            if isinstance(one, list) and len(one) <= _SHORT:
                result |= {f"{prefix}{name}.{at}": member for at, member in enumerate(one)}
    return result


def value_text(value: Any) -> str:
    """A field as the cell of a table; several labels in one are one label, in the order of the alphabet.

    >>> value_text(["b", "a"]), value_text([{"rating": 4}]), value_text(True), value_text(None), value_text(4.0)
    ('a + b', '4', 'true', '', '4')
    """
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, float):
        return "" if value != value else repr(value).removesuffix(".0")
    if isinstance(value, dict):
        return value_text(next((value[name] for name in sorted(HELD) if name in value), None))
    if isinstance(value, list):
        return " + ".join(sorted(value_text(one) for one in value))
    return " ".join(str(value).split())
