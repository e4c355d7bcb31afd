"""The lines of a CSV, each with the number an editor shows for it, and what is wrong with which line.

Knows commas, quotes and words, not what a table means. Invariant: a line number is where a row begins, counted from 1,
quoted line breaks and blank lines included; a table with one fault is refused whole, and every fault is counted even
where not every one is worded.
"""

import csv
import io
from collections.abc import Iterator
from typing import NamedTuple, NoReturn

from debate_core.errors import RatingsRefused
from debate_core.numerals import counted

_OTHER_MARKS = {";": "semicolons", "\t": "tabs", "|": "bars"}
SHOWN = 10
"""So many faults stand in the message."""
KEPT = 1_000
"""So many are kept in words; the rest are counted."""
CLIPPED = 60
"""So many characters of what came are shown."""


class Faults:
    """The faults of one table, in the order they were met."""

    def __init__(self) -> None:
        self.words: list[str] = []
        self.count = 0

    def add(self, line: int, expected: str, got: str) -> None:
        """One fault: ``got`` in words, or through ``shown``."""
        self.count += 1
        if len(self.words) < KEPT:
            self.words.append(f"line {line}: expected {expected}; got {got}")

    def refuse(self, line: int, expected: str, got: str) -> NoReturn:
        """A fault after which nothing more can be read."""
        self.add(line, expected, got)
        self.close()
        raise AssertionError("close raises once there is a fault")

    def close(self) -> None:
        """Raises RatingsRefused if there is any fault."""
        if not self.count:
            return
        said = [f"  {words}" for words in self.words[:SHOWN]]
        if self.count > SHOWN:
            said.append(f"  and {self.count - SHOWN:,} more")
        found = f"{counted(self.count, 'fault')}; nothing was computed"
        raise RatingsRefused("\n".join([found, *said]), tuple(self.words))


def shown(text: str) -> str:
    """What came, quoted, clipped, and safe for a terminal.

    >>> shown("7,5"), shown("a" * 80)[-3:], shown("\\x1b[31m")
    ("'7,5'", "a…'", "'\\\\x1b[31m'")
    """
    return repr(text if len(text) <= CLIPPED else text[:CLIPPED] + "…")


class Row(NamedTuple):
    """One row: where it begins, and its cells without surrounding blanks."""

    line: int
    cells: list[str]


def rows_of(text: str, faults: Faults) -> Iterator[Row]:
    """The rows that hold anything, in order; a row that cannot be read is the last."""
    reader = csv.reader(_checked(text, faults), strict=True)
    while True:
        line = reader.line_num + 1
        try:
            cells = list(map(str.strip, next(reader)))
        except StopIteration:
            return
        except csv.Error as error:
            faults.refuse(line, "a row of comma-separated values", _words(str(error), line, reader.line_num))
        if any(cells):
            yield Row(line, cells)


def check_marks(header: Row, faults: Faults) -> None:
    """Refuse a table whose columns are set apart by something else than commas."""
    if len(header.cells) > 1:
        return
    for mark, name in _OTHER_MARKS.items():
        if mark in header.cells[0]:
            got = f"a header with {name}: {shown(header.cells[0])}"
            faults.refuse(header.line, "columns separated by commas", got)


def _checked(text: str, faults: Faults) -> Iterator[str]:
    """Each line with its ending; one with a NUL is refused, as it is no text."""
    for number, line in enumerate(io.StringIO(text, newline=""), start=1):
        if "\0" in line:
            faults.refuse(number, "text in UTF-8", "a NUL character (is it UTF-16, or not a text file?)")
        yield line


def _words(error: str, begins: int, ends: int) -> str:
    """What the csv module says, in this product's words."""
    if "unexpected end of data" in error:
        return f"a quote that is opened and never closed (up to line {ends})"
    if "field limit" in error:
        return f"one cell of over {csv.field_size_limit():,} characters (is a quote never closed?)"
    if "expected after" in error:
        where = "" if begins == ends else f", on line {ends}"
        return f'something other than a comma after a closing quote{where} (a quote inside is written "")'
    return error
