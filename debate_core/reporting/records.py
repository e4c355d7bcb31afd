"""Any record as a report, and the formats in which a report leaves the product."""

from collections.abc import Callable
from dataclasses import dataclass

from debate_core.domain.json_csv import in_json
from debate_core.library.findings.reporting import reviewed
from debate_core.library.library import history_before
from debate_core.library.report import ReportSettings, report
from debate_core.library.report.table import table_panel
from debate_core.reporting.blocks import Document
from debate_core.reporting.debate import debate_document
from debate_core.reporting.formats import figures_csv, markdown, values
from debate_core.reporting.html import html
from debate_core.reporting.table import table_document
from debate_core.reporting.text import text_document
from debate_core.store import Store
from debate_core.store.record import ArtifactRecord, RatingsRecord, Record
from debate_core.store.replay import AnyRecord, load_any


def report_file(store: Store, name: str) -> str:
    """Any record's report under the usual settings. Raises RecordNotFound, RecordUnreadable."""
    return html(
        record_document(
            load_any(store, name),
            lambda held: debate_document(report(held, history_before(store, held), ReportSettings()), held),
        )
    )


def record_document(held: AnyRecord, of_debate: Callable[[Record], Document]) -> Document:
    """Any record as a report, under the usual settings but for a debate."""
    if isinstance(held, ArtifactRecord):
        return text_document(reviewed(held), held)
    if isinstance(held, RatingsRecord):
        return table_document(table_panel(held.config), held.config.file, held)
    return of_debate(held)


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
