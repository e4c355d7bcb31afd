"""Renders a report as one HTML file: no script, nothing loaded, every word escaped; printed, nothing stays folded."""

import base64
import hashlib
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path

from markupsafe import Markup

from debate_core.library.findings.reporting import reviewed
from debate_core.library.library import history_before
from debate_core.library.report import ReportSettings, report
from debate_core.library.report.table import table_panel
from debate_core.reporting import pictures
from debate_core.reporting.blocks import Block, Document, cell_words
from debate_core.reporting.debate import debate_document
from debate_core.reporting.table import table_document
from debate_core.reporting.text import text_document
from debate_core.store import Store
from debate_core.store.record import ArtifactRecord, RatingsRecord, Record
from debate_core.store.replay import AnyRecord, load_any

_DOCUMENT = Path(__file__).parent / "templates" / "document.css"


@cache
def _style() -> str:
    return " ".join(_DOCUMENT.read_text(encoding="utf-8").split()) + pictures.style()


def html(found: Document) -> str:
    style = _style()
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    # The style is ours, to the byte that the policy names; nothing of a record is in it.
    trusted = Markup(style)  # noqa: S704
    return _rendered("document", found=found, style=trusted, digest=digest, shown=_section, **_card(found))


def _card(document: Document) -> dict[str, object]:
    if not document.beside or not document.blocks:
        return {"card": None, "blocks": document.blocks}
    first, *more = document.blocks
    card = tuple(one for one in first.children if one.key in document.card)
    more = [replace(one, figure=None) if one.figure == document.beside else one for one in more]
    return {
        "card": replace(first, notes=(), children=card),
        "beside": pictures.draw(document.beside),
        "notes": first.notes,
        "blocks": (*(one for one in first.children if one not in card), *more),
    }


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


def fragment(blocks: tuple[Block, ...]) -> str:
    """Blocks alone, for a page that has its own head, such as a notebook; our style holds for nothing else on it."""
    style = _style().replace(":root", "&")
    sections = "\n".join(_section(one, 1) for one in blocks)
    return f'<style>.split-decision{{padding:1px 16px;{style}}}</style><div class="split-decision">{sections}</div>'


def _section(block: Block, above: int) -> Markup:
    made = _rendered(
        "block", block=block, level=min(above + 1, 5), words=cell_words, draw=pictures.draw, shown=_section
    )
    return Markup(made)  # noqa: S704  our template, with everything in it escaped


def _rendered(template: str, **values: object) -> str:
    return pictures.environment().get_template(f"{template}.html").render(**values)
