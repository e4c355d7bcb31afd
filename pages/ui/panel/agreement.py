"""How far the judges agree, from the blocks of the debate's report, and the way to the lab with such a panel."""

import streamlit as st

from debate_core.domain.options import read
from debate_core.library.report import Report
from debate_core.library.report.drawn import panel_words
from debate_core.reporting.blocks import Block, Document
from debate_core.verdicts.lab import Question
from pages.ui import router
from pages.ui.blocks.show import READING_WIDTH, show_block, show_picture, show_tables
from pages.ui.shown import terms
from pages.ui.shown.words import escaped


def show_nothing_argued(report: Report) -> None:
    if report.outcome.nothing_argued:
        st.warning(escaped(" ".join(report.outcome.reasons)), icon=":material/speaker_notes_off:")


def show_gauges(block: Block) -> None:
    """The gauges, and below them the finding in words."""
    if block.figure:
        show_picture(block.figure, key=block.key)
    # A joiner keeps an id such as PRO-1 on one line.
    said = escaped(block.sentence).replace("\\-", "\\-\u2060")
    st.markdown(said, width=READING_WIDTH, help=" ".join((terms.GAUGES, *block.notes)))


def show_measures(report: Report, document: Document) -> None:
    """Every measure, what would make it enough, and what it depends on."""
    block = document["agreement"]
    show_tables(block, folded=False)
    if enough := document.block("enough"):
        show_block(enough, 3, tip=terms.RELATIVE)
    show_block(document["influence"], 3)
    if readings := document.block("readings"):
        show_block(readings, 3)
    if report.outcome.nothing_argued:
        return
    asked = panel_like(report).changed | report.settings.thresholds.changed
    label = "How good is a panel like this? Try it in the lab"
    st.page_link(router.page("lab"), label=label, icon=":material/science:", query_params=asked)


def panel_like(report: Report) -> Question:
    return read(Question, panel_words(report)).found
