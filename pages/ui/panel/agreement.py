"""How far the judges agree, from the blocks of the debate's report, and the way to the lab with such a panel."""

import streamlit as st

from debate_core.lab import Question
from debate_core.options import read
from debate_core.report import Report
from debate_core.report.drawn import panel_words
from debate_core.reporting.blocks import Block
from pages.ui import router
from pages.ui.blocks.show import (
    READING_WIDTH,
    show_block,
    show_notes,
    show_picture,
    show_sentence,
    show_tables,
)
from pages.ui.shown import terms
from pages.ui.shown.figures import fold
from pages.ui.shown.words import escaped


def show_finding(report: Report, block: Block) -> None:
    if report.outcome.nothing_argued:
        st.warning(escaped(" ".join(report.outcome.reasons)), icon=":material/speaker_notes_off:")
    # A joiner keeps an id such as PRO-1 on one line.
    st.markdown(escaped(block.sentence).replace("\\-", "\\-\u2060"), width=READING_WIDTH)


def show_gauges(block: Block) -> None:
    if block.figure:
        show_picture(block.figure, key=block.key)
    st.caption("How to read these", help=" ".join((terms.GAUGES, *block.notes)))


def show_drawn(block: Block, tip: str, numbers: str) -> None:
    """A block with its picture; `numbers`: what its tables are folded under."""
    st.header(escaped(block.title), help=tip, anchor=False)
    show_sentence(block)
    if block.figure:
        show_picture(block.figure, key=block.key)
    show_notes(block)
    fold(numbers, f"fold_{block.key}", lambda: show_tables(block, folded=False))


def show_measures(report: Report, block: Block, influence: Block) -> None:
    def show() -> None:
        show_tables(block, folded=False)
        show_block(influence, 4)
        if report.outcome.nothing_argued:
            return
        asked = panel_like(report).changed | report.settings.thresholds.changed
        label = "How good is a panel like this? Try it in the lab"
        st.page_link(router.page("lab"), label=label, icon=":material/science:", query_params=asked)

    fold("Every measure, and what the agreement depends on", "fold_measures", show)


def panel_like(report: Report) -> Question:
    return read(Question, panel_words(report)).found
