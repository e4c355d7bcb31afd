"""Renders a report as text for a terminal or as Markdown: model words control, load, link and format nothing in it."""

import re
import textwrap
from collections.abc import Iterable, Iterator, Sequence

from debate_core.domain.wording import HIDDEN
from debate_core.reporting.blocks import Block, Document, Table, cell_words

WIDTH = 100


def plain_text(document: Document) -> str:
    badges = f"  [{clean(', '.join(document.badges))}]" if document.badges else ""
    head = [f"{clean(document.title)}{badges}", *([_wrapped(document.about)] if document.about else [])]
    return "\n\n".join(["\n".join(head), *(text for one in document.blocks for text in _blocks(one))]) + "\n"


def _blocks(block: Block) -> Iterator[str]:
    lines = [clean(block.title)]
    lines += [_wrapped(block.sentence)] if block.sentence else []
    lines += [_wrapped(f"{'[ ]' if block.checklist else '-'} {item}") for item in block.items]
    for table in filter(lambda one: one.rows, block.tables):
        lines += [f"  {clean(table.title)}"] if table.title else []
        lines += _rows(table)
    lines += map(_wrapped, block.all_notes)
    yield "\n".join(lines)
    for child in block.children:
        yield from _blocks(child)


def _rows(table: Table) -> Iterable[str]:
    head = [clean(column.title) for column in table.columns]
    cells = [[clean(text) for text in cell_words(table, row)] for row in table.rows]
    aligned = columns([head, *cells] if any(head) else cells)
    if not cells or max(map(len, aligned)) <= WIDTH:
        return aligned if cells else []
    return [
        line
        for row in cells
        for line in (
            f"  {row[0]}",
            *(
                textwrap.fill(
                    f"{title}: {text}" if title else text,
                    WIDTH,
                    initial_indent="    ",
                    subsequent_indent="      ",
                )
                for title, text in zip(head[1:], row[1:], strict=True)
                if text
            ),
        )
    ]


def columns(rows: Iterable[Sequence[str]], indent: int = 2) -> list[str]:
    """Rows of one length as lines, their cells aligned.

    >>> columns([("judge", "weight"), ("A", "0.5")])
    ['  judge  weight', '  A      0.5']
    """
    table = [tuple(row) for row in rows]
    wide = [max(map(len, column)) for column in zip(*table, strict=True)]
    lines = ("  ".join(map(str.ljust, row, wide)) for row in table)
    return [f"{' ' * indent}{line}".rstrip() for line in lines]


def _wrapped(line: str) -> str:
    return textwrap.fill(clean(line), WIDTH, initial_indent="  ", subsequent_indent="    ")


def clean(text: str) -> str:
    """Any text on one line, without control characters.

    >>> clean("a\\x1b[31m b\\n c")
    'a[31m b c'
    """
    return " ".join(HIDDEN.sub("", text.replace("\n", " ").replace("\t", " ")).split())


# Where a mark would do nothing it has no backslash: inside a word, or beside a number.
_MARKS = re.compile(r"([\\`*\[\]~$]|(?<!\w)_|_(?!\w)|<(?=[A-Za-z/!?])|&(?=#?\w+;))")
_LINE_START = re.compile(r"^([#+=>-]|\d+(?=[.)]))")
_ADDRESS = re.compile(r"(://|www\.|@|:(?=[\w+-]+:))", re.IGNORECASE)


def markdown(document: Document) -> str:
    head = [f"# {escape(document.title)}", ""]
    head += [f"*{escape(', '.join(document.badges))}*", ""] if document.badges else []
    head += [escape(document.about), ""] if document.about else []
    return "\n".join([*head, *(line for one in document.blocks for line in _lines(one, 2))])


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
