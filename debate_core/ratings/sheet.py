"""A file as rows of text under named columns, with the line of each row, and the faults at lines and columns."""

import csv
import io
import re
from bisect import insort
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from operator import itemgetter
from typing import Any, NoReturn

import numpy as np
import numpy.typing as npt
import pandas as pd
from pandas.errors import EmptyDataError, ParserError

from debate_core.domain.errors import RatingsRefused
from debate_core.domain.frozen import FrozenValue
from debate_core.domain.imported import SEPARATOR_LINE, Separator
from debate_core.domain.numerals import pluralise
from debate_core.domain.wording import in_csv, quoted, quoted_names, read_cell
from debate_core.measuring.arrays import Bools, Ints

MARKS: Mapping[Separator, str] = {"comma": ",", "semicolon": ";", "tab": "\t"}
LOOKED_AT = 20
"""Rows looked at to tell the separator."""
MAX_MESSAGE = 10
"""Faults in the message."""
MAX_FAULTS = 1_000
"""Faults kept in words; the rest are counted."""
LINE = "line {}".format


class Faults:
    """What is wrong with a file, and at which lines. ``place``: a line's number in words; ``done``: what isn't done."""

    def __init__(self, place: Callable[[int], str] = LINE, done: str = "computed") -> None:
        self.place, self.done, self.count = place, done, 0
        self._words: list[tuple[int, str]] = []

    def add(self, line: int, expected: str, got: str, column: str = "") -> None:
        self.count += 1
        where = f", column {quoted(column)}" if column else ""
        insort(self._words, (line, f"{where}: expected {expected}; got {got}"), key=itemgetter(0))
        del self._words[MAX_FAULTS:]

    def add_each(self, bad: Bools, add: Callable[[int], None]) -> None:
        """A fault where it is ``bad``, the first of them in words."""
        places = np.flatnonzero(bad)
        for place in places[:MAX_FAULTS].tolist():
            add(place)
        self.count += max(0, len(places) - MAX_FAULTS)

    def refuse(self, line: int, expected: str, got: str) -> NoReturn:
        self.add(line, expected, got)
        self.close()
        raise AssertionError("close raises once there is a fault")

    def close(self, line: int = 0) -> None:
        """Raises RatingsRefused if there is any fault, or any on a ``line``, with the first in the order of lines."""
        if not self.count or (line and line not in dict(self._words)):
            return
        words = tuple(self.place(line) + fault for line, fault in self._words)
        more = [f"  and {self.count - MAX_MESSAGE:,} more"] if self.count > MAX_MESSAGE else []
        title = f"{pluralise(self.count, 'fault')}; nothing was {self.done}"
        raise RatingsRefused("\n".join([title, *(f"  {one}" for one in words[:MAX_MESSAGE]), *more]), words)


def line_at(text: str) -> int:
    """The line on which a text ends.

    >>> line_at(""), line_at("a\\r\\nb\\rc\\nd")
    (1, 4)
    """
    return 1 + len(re.findall(r"\r\n|\r|\n", text))


def rows_of(text: str, faults: Faults, separator: Separator = "comma") -> Iterator[tuple[int, list[str]]]:
    """The rows that hold anything, in order, each with its line; a row that cannot be read is the last."""
    if "\0" in text:
        got = "a NUL character (is it UTF-16, or not a text file?)"
        faults.refuse(line_at(text[: text.index("\0")]), "text in UTF-8", got)
    reader = csv.reader(io.StringIO(text, newline=""), strict=True, delimiter=MARKS[separator])
    plain, line = PlainTexts().__getitem__, 1
    try:
        for row in reader:
            cells = [*map(plain, row)]
            if any(cells):
                yield line, cells
            line = reader.line_num + 1
    except csv.Error as error:
        got = _error_text(str(error), line, reader.line_num)
        faults.refuse(line, f"a row of {separator}-separated values", got)


class PlainTexts(dict[str, str]):
    """Each text without blanks around it and as `in_csv` took it, held once however often it comes."""

    def __missing__(self, cell: str) -> str:
        text = self[cell] = read_cell(cell.strip())
        return text


def separator_of(text: str, faults: Faults) -> Separator:
    """The mark that separates the columns of the header and, where several could, evenly those of the first rows.

    >>> separator_of("judge;a, b;c\\nA;1;2\\n", Faults()), separator_of("judge\\ta\\nA\\t1", Faults())
    ('semicolon', 'tab')
    """
    widths = {name: _widths(text, mark) for name, mark in MARKS.items()}
    able = [name for name, counts in widths.items() if counts and counts[0] > 1]
    left = [name for name in able if len(set(widths[name])) == 1] or able
    begins = text.lstrip()
    first, line = begins.partition("\n")[0].strip(), line_at(text[: len(text) - len(begins)])
    if len(left) > 1:
        expected = f"one separator (say whether {' or '.join(left)})"
        faults.refuse(line, expected, f"both in {quoted(first)}")
    if not left and "|" in first:
        expected = "columns separated by commas, semicolons or tabs"
        faults.refuse(line, expected, f"a header with bars: {quoted(first)}")
    return left[0] if left else "comma"


def _widths(text: str, mark: str) -> list[int]:
    rows = csv.reader(io.StringIO(text, newline=""), delimiter=mark)
    try:
        return [len(row) for row in islice((row for row in rows if any(map(str.strip, row))), LOOKED_AT)]
    except csv.Error:  # Told with its line when the rows are read.
        return [text.count(mark) + 1]


def _error_text(error: str, begins: int, ends: int) -> str:
    if "unexpected end of data" in error:
        return f"a quote that is opened and never closed (up to line {ends})"
    if "field limit" in error:
        return f"one cell of over {csv.field_size_limit():,} characters (is a quote never closed?)"
    if "expected after" in error:
        where = "" if begins == ends else f", on line {ends}"
        return f'something other than a separator after a closing quote{where} (a quote inside is written "")'
    return "a line that can't be split into cells"


Texts = npt.NDArray[np.object_]
BETWEEN = " · "
"""Between the texts that together are a name."""


class Sheet(FrozenValue, eq=False):
    """``cells`` (rows, columns), all text; ``lines``: where each row stands in the file, ``line``: the header;
    ``fields``: what the file calls the columns; ``has_json``: some cell may hold JSON; ``notes``: what a reader should
    know of how it was read."""

    names: tuple[str, ...]
    cells: Texts
    lines: Ints
    line: int
    faults: Faults
    fields: tuple[str, ...] = ()
    has_json: bool = False
    notes: tuple[str, ...] = ()

    def fault(self, row: int, column: int, expected: str, got: str) -> None:
        name = (self.fields or self.names)[column]
        self.faults.add(int(self.lines[row]), expected, got, name or str(column + 1))

    def refuse(self, expected: str, got: str = "") -> NoReturn:
        """Raises RatingsRefused because of the header."""
        self.faults.refuse(self.line, expected, got or self.columns_text())

    def columns_text(self) -> str:
        return f"columns {quoted_names(list(self.names))}"

    def place_text(self, row: int) -> str:
        return self.faults.place(int(self.lines[row]))

    @property
    def last(self) -> int:
        """The last line that holds anything."""
        return int(self.lines[-1]) if len(self.lines) else self.line

    def place(self, name: str, role: str) -> int:
        """The one column of that name, in any case. Raises RatingsRefused."""
        names = [one.casefold() for one in self.names]
        if names.count(name.strip().casefold()) != 1:
            self.refuse(f"one column {quoted(name)} as {role}")
        return names.index(name.strip().casefold())

    def texts(self, places: Sequence[int]) -> Texts:
        """The texts of one column, or of several together."""
        if len(places) == 1:
            return self.cells[:, places[0]]
        return grid((BETWEEN.join(filter(None, row)) for row in self.cells[:, list(places)]), 1)[:, 0]

    def join(self, names: str) -> Texts:
        """The texts of those of the fields that are there, which stand between blanks."""
        return self.texts([self.names.index(name) for name in names.split() if name in self.names])

    def take(self, rows: Bools) -> "Sheet":
        return replace(self, cells=self.cells[rows], lines=self.lines[rows])

    def where(self, values: Mapping[str, Sequence[str]]) -> "Sheet":
        """The rows that hold one of the values in each of those columns. Raises RatingsRefused where none does."""
        sheet = self
        for name, wanted in values.items():
            texts = sheet.cells[:, self.place(name, "what rows are chosen by")]
            rows = np.isin(texts.astype(str), [one.strip() for one in wanted])
            if not rows.any():
                there = quoted_names(list(dict.fromkeys(texts)))
                self.refuse(f"{name} to be {' or '.join(map(quoted, wanted))} in some row", there)
            note = f"Only rows where {name} is {' or '.join(wanted)}: {rows.sum():,} of {len(rows):,}."
            sheet = replace(sheet.take(rows), notes=(*sheet.notes, note))
        return sheet

    def text(self) -> str:
        """As CSV."""
        return in_csv([self.names, *self.cells])


def csv_sheet(text: str, faults: Faults, separator: Separator | None) -> Sheet:
    """The rows under a header. Raises RatingsRefused; rows of another width are faults, noted and left out."""
    text = text.removeprefix("\ufeff")
    if first := SEPARATOR_LINE.match(text):
        separator = separator or next(name for name, mark in MARKS.items() if mark == first[1])
        text = f"\n{text[first.end() :]}"  # Each row keeps its line.
    separator = separator or separator_of(text, faults)
    cells, lines = _plain_cells(text, MARKS[separator]) or _cells(text, separator, faults)
    json, line = '{"' in text or '["' in text, int(lines[0])
    return Sheet(
        names=tuple(cells[0]), cells=cells[1:], lines=lines[1:], line=line, faults=faults, has_json=json
    )


def _plain_cells(text: str, mark: str) -> tuple[Texts, Ints] | None:
    """All cells and the line of each row, quickly, where nothing is quoted and every line has as many; else None."""
    if '"' in text or "\0" in text:
        return None
    plain: dict[str, Any] = {"header": None, "dtype": object, "na_filter": False, "skip_blank_lines": False}
    try:
        frame = pd.read_csv(io.StringIO(text, newline=""), sep=mark, quoting=csv.QUOTE_NONE, **plain)
    except (EmptyDataError, ParserError):
        return None
    cells = frame.to_numpy()
    if text.count(mark) != (cells.shape[1] - 1) * len(cells):
        return None
    if re.search(r"[^\S\r\n]|'|\\u", text):
        cells = grid(map(PlainTexts().__getitem__, cells.ravel()), cells.shape[1])
    full = (cells != "").any(axis=1)
    return (cells[full], np.flatnonzero(full) + 1) if full.any() else None


def _cells(text: str, separator: Separator, faults: Faults) -> tuple[Texts, Ints]:
    rows = rows_of(text, faults, separator)
    line, row = next(rows, (0, []))
    if not line:
        faults.refuse(1, "a header and ratings", "an empty file")
    width, lines, cells = len(row), [line], row
    for line, row in rows:
        if len(row) == width:
            cells.extend(row)
            lines.append(line)
        else:
            hint = " (quote a value with a separator)" if len(row) > width else ""
            faults.add(line, f"{pluralise(width, 'value')} as in the header", f"{len(row)}{hint}")
    return grid(cells, width), np.array(lines, dtype=np.int64)


def grid(texts: Iterable[str], width: int) -> Texts:
    """Texts row by row; the one too many keeps numpy from reading them as numbers or rows."""
    return np.array([*texts, None], dtype=object)[:-1].reshape(-1, width)
