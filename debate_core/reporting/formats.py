"""Renders a report as JSON, CSV, Markdown, text or HTML, and figures as markup; model words control nothing."""

import base64
import hashlib
import re
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, is_dataclass, replace
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from debate_core.domain.numerals import round_away
from debate_core.domain.wording import HIDDEN, in_csv
from debate_core.measuring.estimate import Estimate
from debate_core.phrases import cell_value_text, estimate_text, range_text, tick_text
from debate_core.reporting.blocks import Block, Document, Figure, Table, brief, cell_words, walk, words_of

HEAD = ("block", "title", "table", "row", "column", "text", "value", "low", "high", "level", "n", "reason")
"""The columns of the CSV; ``column`` says whether a ``text`` is a sentence, an item or a note."""


def values(document: Document) -> dict[str, Any]:
    return {
        "title": document.title,
        "badges": list(document.badges),
        "about": document.about,
        "blocks": [_block(one) for one in document.blocks],
    }


def _block(one: Block) -> dict[str, Any]:
    return {
        "key": one.key,
        "title": one.title,
        "sentence": one.sentence,
        "items": list(one.items),
        "tables": list(map(_table_values, one.tables)),
        "figure": None if one.figure is None else {"kind": type(one.figure).__name__, **asdict(one.figure)},
        "notes": list(one.all_notes),
        "children": [_block(child) for child in one.children],
    }


def _table_values(table: Table) -> dict[str, Any]:
    rows = [[asdict(cell) if is_dataclass(cell) else cell for cell in row] for row in table.rows]
    return {"title": table.title, "columns": list(map(asdict, table.columns)), "rows": rows}


def figures_csv(document: Document) -> str:
    return in_csv([HEAD, *(line for one in walk(document.blocks) for line in _csv_rows(one))])


def _csv_rows(one: Block) -> Iterator[tuple[object, ...]]:
    words = [("sentence", one.sentence)] if one.sentence else []
    words += [("item", item) for item in one.items] + [("note", note) for note in one.all_notes]
    if not (words or any(table.rows for table in one.tables)):
        words = [("title", one.title)]
    for kind, text in words:
        yield (one.key, one.title, None, None, kind, text, *(None,) * 6)
    for table in one.tables:
        for row in table.rows:
            name = words_of(row[0], table.columns[0])
            for cell, column in zip(row[1:], table.columns[1:], strict=True):
                where = (one.key, one.title, table.title, name, column.title, words_of(cell, column))
                if isinstance(cell, Estimate):
                    low, high = cell.interval or (None, None)
                    level = cell.level if cell.interval else None
                    yield (*where, cell.value, low, high, level, cell.n, cell.reason)
                else:
                    yield (*where, cell if isinstance(cell, int | float) else None, *(None,) * 5)


WIDTH = 100


def plain_text(document: Document) -> str:
    badges = f"  [{clean(', '.join(document.badges))}]" if document.badges else ""
    head = [f"{clean(document.title)}{badges}", *([_wrap(document.about)] if document.about else [])]
    return "\n\n".join(["\n".join(head), *(text for one in document.blocks for text in _blocks(one))]) + "\n"


def _blocks(block: Block) -> Iterator[str]:
    lines = [clean(block.title)]
    lines += [_wrap(block.sentence)] if block.sentence else []
    lines += [_wrap(f"{'[ ]' if block.checklist else '-'} {item}") for item in block.items]
    for table in filter(lambda one: one.rows, block.tables):
        lines += [f"  {clean(table.title)}"] if table.title else []
        lines += _rows(table)
    lines += map(_wrap, block.all_notes)
    yield "\n".join(lines)
    for child in block.children:
        yield from _blocks(child)


def _rows(table: Table) -> Iterable[str]:
    head = [clean(column.title) for column in table.columns]
    cells = [[clean(text) for text in cell_words(table, row)] for row in table.rows]
    aligned = columns([head, *cells] if any(head) else cells)
    if not cells or max(map(len, aligned)) <= WIDTH:
        return aligned if cells else []
    lines = []
    for first, *rest in cells:
        texts = (
            f"{title}: {text}" if title else text for title, text in zip(head[1:], rest, strict=True) if text
        )
        lines += [f"  {first}", *(_wrap(text, "    ") for text in texts)]
    return lines


def columns(rows: Iterable[Sequence[str]], indent: int = 2) -> list[str]:
    """Rows of one length as lines, their cells aligned.

    >>> columns([("judge", "weight"), ("A", "0.5")])
    ['  judge  weight', '  A      0.5']
    """
    table = [tuple(row) for row in rows]
    wide = [max(map(len, column)) for column in zip(*table, strict=True)]
    lines = ("  ".join(map(str.ljust, row, wide)) for row in table)
    return [f"{' ' * indent}{line}".rstrip() for line in lines]


def _wrap(line: str, indent: str = "  ") -> str:
    return textwrap.fill(clean(line), WIDTH, initial_indent=indent, subsequent_indent=f"{indent}  ")


def clean(text: str) -> str:
    """Any text on one line, without control characters.

    >>> clean("a\\x1b[31m b\\n c")
    'a[31m b c'
    """
    return " ".join(HIDDEN.sub("", text.replace("\n", " ").replace("\t", " ")).split())


# Where a mark would do nothing it has no backslash: inside a word, or beside a number.
_MARKS = re.compile(r"([\\`*\[\]~$]|(?<!\w)_|_(?!\w)|<(?=[A-Za-z/!?])|&(?=#?\w+;))")
_LINE_START = re.compile(r"^(?:(\d+)(?=[.)])|(?=[#+=>-]))")
_ADDRESS = re.compile(r"(?=@|://|:[\w+-]+:)|(?<=www)(?=\.)", re.IGNORECASE)


def markdown(document: Document) -> str:
    head = [f"# {escape(document.title)}", ""]
    head += [f"*{escape(', '.join(document.badges))}*", ""] if document.badges else []
    head += [escape(document.about), ""] if document.about else []
    return "\n".join([*head, *(line for one in document.blocks for line in _lines(one, 2))])


def _lines(block: Block, level: int) -> Iterator[str]:
    yield from (f"{'#' * level} {escape(block.title)}", "")
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
    cells = [[_inline(cell).replace("|", "\\|") for cell in row] for row in rows]
    head, *body = [f"|{'|'.join(f' {cell} ' if cell else ' ' for cell in row)}|" for row in cells]
    yield from (head, "|---" * len(table.columns) + "|", *body, "")


def escape(text: str) -> str:
    r"""Any text as Markdown that renders to the same characters, on one line, with no more backslashes than that takes.

    >>> print(escape("![x](http://a.b) | 1 < 2 <b>, as in snake_case and 0.40 (95%)"))
    !\[x\](http\://a.b) | 1 < 2 \<b>, as in snake_case and 0.40 (95%)
    >>> print(escape("# no title"), escape("1. no list"), escape("me@x.y :tada: www.a.b"))
    \# no title 1\. no list me\@x.y \:tada: www\.a.b
    """
    return _LINE_START.sub(r"\1\\", _inline(text))


def _inline(text: str) -> str:
    return _ADDRESS.sub(r"\\", _MARKS.sub(r"\\\1", clean(text)))


@cache
def _style() -> str:
    return " ".join((_TEMPLATES / "document.css").read_text(encoding="utf-8").split()) + style("colours")


def html(document: Document) -> str:
    rules = _style()
    digest = base64.b64encode(hashlib.sha256(rules.encode()).digest()).decode()
    # The style is ours, to the byte that the policy names; nothing of a record is in it.
    trusted = Markup(rules)  # noqa: S704
    return _render(
        "document", found=document, style=trusted, digest=digest, shown=_section, **_card(document)
    )


def _card(document: Document) -> dict[str, object]:
    if not document.beside or not document.blocks:
        return {"card": None, "blocks": document.blocks}
    first, *more = document.blocks
    card = tuple(one for one in first.children if one.key in document.card)
    more = [replace(one, figure=None) if one.figure == document.beside else one for one in more]
    return {
        "card": replace(first, notes=(), children=card),
        "beside": draw(document.beside),
        "notes": first.notes,
        "blocks": (*(one for one in first.children if one not in card), *more),
    }


def fragment(blocks: tuple[Block, ...]) -> str:
    """Blocks alone, for a page that has its own head, such as a notebook; our style holds for nothing else on it."""
    rules = _style().replace(":root", "&")
    sections = "\n".join(_section(one, 1) for one in blocks)
    return f'<style>.split-decision{{padding:1px 16px;{rules}}}</style><div class="split-decision">{sections}</div>'


def _section(block: Block, above: int) -> Markup:
    made = _render("block", block=block, level=above + 1, draw=draw, shown=_section)
    return Markup(made)  # noqa: S704  our template, with everything in it escaped


def _render(template: str, **values: object) -> str:
    return environment().get_template(f"{template}.html").render(**values)


_TEMPLATES = Path(__file__).parent / "templates"
COLUMNS = 40
"""Columns below an axis: two for each of 20 turns."""
Scale = tuple[float, float]
SHAPES = (
    "M10 2.2a7.8 7.8 0 1 0 0 15.6a7.8 7.8 0 1 0 0-15.6z",
    "M3 3h14v14H3z",
    "M10 .8L19.2 10L10 19.2L.8 10z",
    "M10 1.6L19 17.6H1z",
    "M10 1L19 7.6L15.6 18.2H4.4L1 7.6z",
    "M7 1.5h6V7h5.5v6H13v5.5H7V13H1.5V7H7z",
    "M5.2 1.7h9.6L19.6 10l-4.8 8.3H5.2L.4 10z",
    "M7.2 1h5.6v18H7.2z",
)
"""A judge's shape by its seat, as an SVG path in a box of 20."""


def shape(seat: int) -> str:
    return SHAPES[seat % len(SHAPES)]


@cache
def environment(*more: Path) -> Environment:
    """The templates of files, of pictures and in ``more`` folders: all is escaped, hidden characters left out."""
    made = Environment(
        loader=FileSystemLoader([_TEMPLATES, *more]),
        autoescape=True,
        auto_reload=False,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=lambda value: HIDDEN.sub("", value) if type(value) is str else value,
    )
    made.filters |= {
        "drawn": draw,
        "along": lambda value, scale: f"{round_away(_percent(value, scale), 2):.2f}%",
        "wide": lambda ends, scale: (
            f"{round_away(_percent(ends[1], scale) - _percent(ends[0], scale), 2):.2f}%"
        ),
        "value": cell_value_text,
        "tick": tick_text,
        "range": range_text,
        "estimate": estimate_text,
        "shape": shape,
        "brief": brief,
        "cells": lambda row, table: cell_words(table, row),
    }
    return made


@cache
def style(*more: str) -> str:
    """The rules that pictures are drawn by; colours come from the page around them. ``more``: of pages alone."""
    css = ((_TEMPLATES / f"{one}.css").read_text(encoding="utf-8") for one in ("pictures", "lines", *more))
    # What stands in columns below an axis: how many there are, where one begins, where it ends.
    counts = (f".h{n}{{--h:{n}}}" for n in range(2, COLUMNS + 1, 2))
    places = (f".f{n}{{grid-column-start:{n}}}.e{n}{{grid-column-end:{n}}}" for n in range(1, COLUMNS + 2))
    return " ".join(" ".join((*css, "".join((*counts, *places)))).split())


@lru_cache(maxsize=128)
def draw(figure: Figure | Table) -> Markup:
    """A figure as markup without script or inline style, from the template of its kind's name."""
    template = environment().get_template(f"{type(figure).__name__.lower()}.html")
    # Our own template, with everything in it escaped.
    return Markup(template.render(figure=figure))  # noqa: S704


def _percent(value: float, scale: Scale) -> float:
    low, high = scale
    return 100 * min(1.0, max(0.0, (value - low) / (high - low)))
