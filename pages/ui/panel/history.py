"""What earlier debates say of these judges, and whether people score as the judges do."""

from dataclasses import replace

import streamlit as st

from debate_core.library.report import Report
from debate_core.library.track_record import PastReport
from debate_core.reporting.blocks import Document
from debate_core.reporting.debate import blind_text
from debate_core.reporting.history import history_document, judges_block, qualities_block, strictness_block
from debate_core.reporting.people import people_document
from debate_core.store.record import Record
from pages.ui import router, state
from pages.ui.blocks.show import offer_downloads, show_block, show_tables
from pages.ui.shown import terms
from pages.ui.shown.figures import fold, fold_numbers
from pages.ui.shown.words import escaped

QUESTION = "Do people score as the judges do?"
_OPEN = "judges_before"


def show_judges(report: Report, record: Record, document: Document) -> None:
    """What each judge was told and how strict it is, each two beside each other, and how good they were before."""
    show_block(replace(document["judges"], figure=None), 3, folded=False)
    show_block(document["briefs"], 3)
    show_block(document["pairs"], 3, tip=terms.PAIRS)
    fold(
        "How good were these judges before?",
        _OPEN,
        lambda: _show(report, record, state.past_report(record)),
        icon=":material/history:",
    )


def _show(report: Report, record: Record, found: PastReport) -> None:
    document = history_document(found)
    if not found.judges:
        show_block(document.blocks[0], 3)
        return
    panel = [(judge.name, judge.model) for judge in report.judges if judge.model]
    show_block(judges_block(found, panel), 3)
    st.caption("A debate never counts toward its own judges' history.")
    if any(found.of(*who) for who in panel):
        show_block(strictness_block(found, panel), 3)
    titles = {one.key: one.title for one in record.config.rubric.dimensions}
    show_block(qualities_block(found, titles), 3)
    with fold_numbers("all judges and models of the store"):
        show_tables(judges_block(found), folded=False)
    offer_downloads(document, "history")


def show_people(report: Report) -> None:
    """People beside judges over all debates, or the way to the page where people score."""
    found = state.people_said()
    if not found.debates:
        _show_way("Nobody has scored blind yet: go to Review")
        return
    document = people_document(found)
    st.subheader(QUESTION, anchor=False)
    st.caption(escaped(f"{document.about} {blind_text(report)}"))
    for block in document.blocks:
        show_block(block, 3)
    offer_downloads(document, "people")
    _show_way("Score some yourself on Review")


def _show_way(label: str) -> None:
    st.page_link(router.page("review"), label=label, icon=":material/rate_review:")
