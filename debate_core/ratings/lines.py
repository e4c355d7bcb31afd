"""The rows of a CSV with the number an editor shows for each, and the faults of a file with their lines and columns."""

import csv
import io
import re
from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from typing import NamedTuple, NoReturn

from debate_core.domain.errors import RatingsRefused
from debate_core.domain.imported import Separator
from debate_core.domain.numerals import pluralise

MARKS: Mapping[Separator, str] = {"comma": ",", "semicolon": ";", "tab": "\t"}
LOOKED_AT = 20
"""Rows looked at to tell the separator."""
SHOWN = 10
"""Faults in the message."""
KEPT = 1_000
"""Faults kept in words; the rest are counted."""
CLIPPED = 60
_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+")


class Faults:
    """What is wrong with a file, and at which lines. ``place``: a line's number in words."""

    def __init__(self, place: Callable[[int], str] = "line {}".format) -> None:
        self.place, self.count = place, 0
        self._words: list[tuple[int, str]] = []

    def add(self, line: int, expected: str, got: str, column: str = "") -> None:
        self.count += 1
        if len(self._words) < 4 * KEPT:
            where = f", column {cell_text(column)}" if column else ""
            self._words.append((line, f"{where}: expected {expected}; got {got}"))

    def refuse(self, line: int, expected: str, got: str) -> NoReturn:
        self.add(line, expected, got)
        self.close()
        raise AssertionError("close raises once there is a fault")

    def close(self) -> None:
        """Raises RatingsRefused if there is any fault, with the first ones in the order of their lines."""
        if not self.count:
            return
        first = sorted(self._words, key=lambda fault: fault[0])[:KEPT]
        words = tuple(self.place(line) + fault for line, fault in first)
        more = [f"  and {self.count - SHOWN:,} more"] if self.count > SHOWN else []
        title = f"{pluralise(self.count, 'fault')}; nothing was computed"
        raise RatingsRefused("\n".join([title, *(f"  {one}" for one in words[:SHOWN]), *more]), words)


def cell_text(text: str) -> str:
    """What came, quoted, clipped, and safe for a terminal.

    >>> cell_text("7,5"), cell_text("a" * 80)[-3:], cell_text("\\x1b[31m")
    ("'7,5'", "a…'", "'\\\\x1b[31m'")
    """
    return repr(text if len(text) <= CLIPPED else text[:CLIPPED] + "…")


def names_text(names: list[str]) -> str:
    """Names that came, the first few of them.

    >>> names_text(["a", "b"]), names_text(list("abcdefgh"))
    ("'a', 'b'", "'a', 'b', 'c', 'd', 'e' … (8 in all)")
    """
    more = f" … ({len(names)} in all)" if len(names) > 5 else ""
    return ", ".join(map(cell_text, names[:5])) + more


class TableRow(NamedTuple):
    line: int
    cells: list[str]


def rows_of(text: str, faults: Faults, separator: Separator = "comma") -> Iterator[TableRow]:
    """The rows that hold anything, in order; a row that cannot be read is the last."""
    if "\0" in text:
        number = sum(1 for _ in _LINE.finditer(text[: text.index("\0") + 1]))
        faults.refuse(number, "text in UTF-8", "a NUL character (is it UTF-16, or not a text file?)")
    reader = csv.reader(io.StringIO(text, newline=""), strict=True, delimiter=MARKS[separator])
    texts = PlainTexts()
    while True:
        line = reader.line_num + 1
        try:
            cells = [*map(texts.__getitem__, next(reader))]
        except StopIteration:
            return
        except csv.Error as error:
            expected = f"a row of {separator}-separated values"
            faults.refuse(line, expected, _error_text(str(error), line, reader.line_num))
        if any(cells):
            yield TableRow(line, cells)


class PlainTexts(dict[str, str]):
    """Each text without blanks around it, held once however often it comes."""

    def __missing__(self, cell: str) -> str:
        text = self[cell] = cell.strip()
        return text


def separator_of(text: str, faults: Faults) -> Separator:
    """The mark that separates the columns of the header and, where several could, evenly those of the first rows.

    >>> separator_of("judge;a, b;c\\nA;1;2\\n", Faults()), separator_of("judge\\ta\\nA\\t1", Faults())
    ('semicolon', 'tab')
    """
    widths = {name: _widths(text, mark) for name, mark in MARKS.items()}
    able = [name for name, counts in widths.items() if counts and counts[0] > 1]
    even = [name for name in able if len(set(widths[name])) == 1]
    left, begins = even or able, text.lstrip()
    first = begins[: 10 * CLIPPED].partition("\n")[0].strip()
    line = 1 + len(_LINE.findall(text[: len(text) - len(begins)]))
    if len(left) > 1:
        expected = f"one separator (say whether {' or '.join(left)})"
        faults.refuse(line, expected, f"both in {cell_text(first)}")
    if not left and "|" in first:
        expected = "columns separated by commas, semicolons or tabs"
        faults.refuse(line, expected, f"a header with bars: {cell_text(first)}")
    return left[0] if left else "comma"


def _widths(text: str, mark: str) -> list[int]:
    rows = csv.reader((line[0].replace("\0", "") for line in _LINE.finditer(text)), delimiter=mark)
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
    return error
