"""What is told under one heading, and how a terminal and Markdown set it; values as JSON.

Knows no report. Invariant: what a model wrote is made harmless by the form's own `Say` before it comes into a section:
`clean` keeps its control characters from the terminal, `escape` lets it load, link and format nothing in Markdown.
"""

import io
import json
import re
import textwrap
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from defusedcsv import csv

from debate_core.wording import HIDDEN, escaped_hidden

WIDTH = 100
_ESCAPED = re.compile(r"\\u([0-9a-f]{4})")
_PUNCTUATION = re.compile(r"([!-/:-@\[-`{-~])")


@dataclass(frozen=True, kw_only=True)
class Section:
    """One heading, what is said first, a table of `rows` of one length, and lines; ready to be set, nothing in it can
    format. A table without a `head` names what each row is of and gives it."""

    title: str
    said: str = ""
    head: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    lines: tuple[str, ...] = ()


def in_text(one: Section) -> str:
    """A section for a terminal."""
    table = [one.head, *one.rows] if one.head and one.rows else one.rows
    said = [wrapped(one.said)] if one.said else []
    return block(one.title, [*said, *columns(table), *map(wrapped, one.lines)])


def in_markdown(one: Section) -> str:
    """A section for a wiki or a mail, with an empty line after it."""
    said = [one.said, ""] if one.said else []
    rows = [
        f"|{'|'.join(f' {cell} ' if cell else ' ' for cell in cells)}|" for cells in (one.head, *one.rows)
    ]
    table = [rows[0], "|---" * len(one.head) + "|", *rows[1:]] if one.head else []
    between = [""] if table and one.lines else []
    lines = [f"- {line}" for line in one.lines]
    return "\n".join([f"## {one.title}", "", *said, *table, *between, *lines, ""])


def block(title: str, lines: Iterable[str]) -> str:
    """A title with lines below it."""
    return "\n".join([title, *lines])


def columns(rows: Iterable[Sequence[str]], indent: int = 2) -> list[str]:
    """Rows of one length as lines, their cells aligned.

    >>> columns([("judge", "weight"), ("A", ".5")])
    ['  judge  weight', '  A      .5']
    """
    table = [tuple(row) for row in rows]
    wide = [max(map(len, column)) for column in zip(*table, strict=True)]
    lines = ("  ".join(map(str.ljust, row, wide)) for row in table)
    return [f"{' ' * indent}{line}".rstrip() for line in lines]


def wrapped(line: str) -> str:
    """One line, or as many as it takes, set in."""
    return textwrap.fill(line, WIDTH, initial_indent="  ", subsequent_indent="    ")


def in_json(values: object) -> str:
    """Values as JSON to be read by people too. Raises ValueError for a number that JSON can't hold."""
    return escaped_hidden(json.dumps(values, ensure_ascii=False, indent=2, allow_nan=False))


def in_csv(rows: Iterable[Iterable[object]]) -> str:
    """Rows as CSV: an empty cell where None; no cell begins a spreadsheet's formula, hidden characters are written
    out."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    for row in rows:
        writer.writerow("" if one is None else _written_out(one) for one in row)
    return out.getvalue()


def _written_out(cell: object) -> object:
    """A backslash that stands before such an escape is escaped too, so that each text has one form of its own."""
    return escaped_hidden(_ESCAPED.sub(r"\\u005cu\1", cell)) if isinstance(cell, str) else cell


def read_cell(text: str) -> str:
    r"""The text that `in_csv` wrote into a cell.

    >>> read_cell(r"a\u202eb \u005cu202e") == "a\u202eb " + r"\u202e"
    True
    """
    return _ESCAPED.sub(lambda found: chr(int(found[1], 16)), text)


def clean(text: str) -> str:
    """Model text on one line, without control characters.

    >>> clean("a\\x1b[31m b\\n c")
    'a[31m b c'
    """
    return " ".join(visible(text.replace("\n", " ").replace("\t", " ")).split())


def visible(text: str) -> str:
    """Model text with its lines, without control characters.

    >>> visible("a\\x1b[31m b\\n c")
    'a[31m b\\n c'
    """
    return HIDDEN.sub("", text)


def escape(text: str) -> str:
    """Model text as Markdown that renders to the same characters, on one line.

    >>> escape("![x](http://a.b) | 1 < 2")
    '\\\\!\\\\[x\\\\]\\\\(http\\\\:\\\\/\\\\/a\\\\.b\\\\) \\\\| 1 \\\\< 2'
    """
    return _PUNCTUATION.sub(r"\\\1", clean(text))
