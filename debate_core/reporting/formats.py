"""The formats in which any report can be had."""

from collections.abc import Callable
from dataclasses import dataclass

from debate_core.json_csv import in_json
from debate_core.reporting.blocks import Document
from debate_core.reporting.data import figures_csv, values
from debate_core.reporting.html import html
from debate_core.reporting.markdown import markdown


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
