"""The lines of a CSV, each with the number an editor shows for it.

Knows commas and quotes, not what a table means. Invariant: a line number is where a row begins, counted from 1, quoted
line breaks and blank lines included.
"""

import csv
import re
from collections.abc import Iterator
from typing import NamedTuple

from debate_core.ratings.faults import Faults, shown

_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+")
_OTHER_MARKS = {";": "semicolons", "\t": "tabs", "|": "bars"}


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
            faults.refuse(
                header.line, "columns separated by commas", f"a header with {name}: {shown(header.cells[0])}"
            )


def _checked(text: str, faults: Faults) -> Iterator[str]:
    """Each line with its ending; one with a NUL is refused, as it is no text."""
    for number, found in enumerate(_LINE.finditer(text), start=1):
        line = found.group()
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
