"""Renders a report as Markdown: a model's words load, link and format nothing in it."""

import re
from collections.abc import Iterator

from debate_core.reporting.blocks import Block, Document, Table, cell_words
from debate_core.reporting.plain_text import clean

# Where a mark would do nothing it has no backslash: inside a word, or beside a number.
_MARKS = re.compile(r"([\\`*\[\]~$]|(?<!\w)_|_(?!\w)|<(?=[A-Za-z/!?])|&(?=#?\w+;))")
_LINE_START = re.compile(r"^([#+=>-]|\d+(?=[.)]))")
_ADDRESS = re.compile(r"(://|www\.|@|:(?=[\w+-]+:))", re.IGNORECASE)


def markdown(found: Document) -> str:
    head = [f"# {escape(found.title)}", ""]
    head += [f"*{escape(', '.join(found.badges))}*", ""] if found.badges else []
    head += [escape(found.about), ""] if found.about else []
    return "\n".join([*head, *(line for one in found.blocks for line in _lines(one, 2))])


def _lines(block: Block, level: int) -> Iterator[str]:
    yield from (f"{'#' * min(level, 6)} {escape(block.title)}", "")
    if block.sentence:
        yield from (escape(block.sentence), "")
    if block.items:
        box = "[ ] " if block.checklist else ""
        yield from (*(f"- {box}{escape(item)}" for item in block.items), "")
    for table in block.tables:
        if table.rows:
            yield from _table(table)
    for note in block.all_notes:
        yield from (f"*{escape(note)}*", "")
    for child in block.children:
        yield from _lines(child, level + 1)


def _table(table: Table) -> Iterator[str]:
    if table.title:
        yield from (f"**{escape(table.title)}**", "")
    rows = [[column.title for column in table.columns], *(cell_words(table, row) for row in table.rows)]
    head, *body = [f"|{'|'.join(f' {_cell(cell)} ' if cell else ' ' for cell in row)}|" for row in rows]
    yield from (head, "|---" * len(table.columns) + "|", *body, "")


def _cell(text: str) -> str:
    return _inline(text).replace("|", "\\|")


def escape(text: str) -> str:
    r"""Any text as Markdown that renders to the same characters, on one line, with no more backslashes than that takes.

    >>> print(escape("![x](http://a.b) | 1 < 2 <b>, as in snake_case and 0.40 (95%)"))
    !\[x\](http\://a.b) | 1 < 2 \<b>, as in snake_case and 0.40 (95%)
    >>> print(escape("# no title"), escape("1. no list"), escape("me@x.y :tada: www.a.b"))
    \# no title 1\. no list me\@x.y \:tada: www\.a.b
    """
    return _LINE_START.sub(
        lambda found: f"\\{found[0]}" if not found[0].isdigit() else f"{found[0]}\\", _inline(text)
    )


def _inline(text: str) -> str:
    """The same where no line begins with it."""
    return _ADDRESS.sub(lambda found: _before_last(found[0]), _MARKS.sub(r"\\\1", clean(text)))


def _before_last(mark: str) -> str:
    return f"\\{mark}" if mark[0] in ":@" else f"{mark[:-1]}\\{mark[-1]}"
