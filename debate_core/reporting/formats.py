"""The formats in which any report can be had, JSON and CSV among them."""

from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from typing import Any

from debate_core.domain.json_csv import in_csv, in_json
from debate_core.measuring.estimate import Estimate
from debate_core.reporting.blocks import Block, Document, value_of, walk, words_of
from debate_core.reporting.html import html
from debate_core.reporting.plain_text import markdown

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
        "tables": [
            {
                "title": table.title,
                "columns": [asdict(column) for column in table.columns],
                "rows": [[value_of(cell) for cell in row] for row in table.rows],
            }
            for table in one.tables
        ],
        "figure": None if one.figure is None else {"kind": type(one.figure).__name__, **asdict(one.figure)},
        "notes": list(one.all_notes),
        "children": [_block(child) for child in one.children],
    }


def figures_csv(document: Document) -> str:
    return in_csv([HEAD, *(line for one in walk(document.blocks) for line in _lines(one))])


def _lines(one: Block) -> Iterator[tuple[object, ...]]:
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
                    yield (
                        *where,
                        cell.value,
                        low,
                        high,
                        cell.level if cell.interval else None,
                        cell.n,
                        cell.reason,
                    )
                else:
                    number = cell if isinstance(cell, int | float) else None
                    yield (*where, number, *(None,) * 5)


@dataclass(frozen=True, kw_only=True)
class Format:
    title: str
    extension: str
    mime: str
    render: Callable[[Document], str]

    def of(self, document: Document | Callable[[], Document]) -> str:
        return self.render(document if isinstance(document, Document) else document())


FORMATS = (
    Format(title="HTML", extension="html", mime="text/html", render=html),
    Format(title="Markdown", extension="md", mime="text/markdown", render=markdown),
    Format(
        title="JSON", extension="json", mime="application/json", render=lambda found: in_json(values(found))
    ),
    Format(title="CSV", extension="csv", mime="text/csv", render=figures_csv),
)
