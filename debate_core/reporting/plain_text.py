"""Renders a report as text for a terminal: no control character of a model's words reaches it."""

import textwrap
from collections.abc import Iterable, Iterator, Sequence

from debate_core.domain.wording import HIDDEN
from debate_core.reporting.blocks import Block, Document, Table, cell_words

WIDTH = 100


def plain_text(found: Document) -> str:
    badges = f"  [{clean(', '.join(found.badges))}]" if found.badges else ""
    head = [f"{clean(found.title)}{badges}", *([_wrapped(found.about)] if found.about else [])]
    return "\n\n".join(["\n".join(head), *(text for one in found.blocks for text in _blocks(one))]) + "\n"


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
