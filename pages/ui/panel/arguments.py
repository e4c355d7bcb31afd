"""Where the judges disagree, and each judge's own line: from the blocks of the report, and drawn."""

from dataclasses import replace

import streamlit as st

from debate_core.report import Report
from debate_core.reporting.blocks import Block
from debate_core.reporting.figures import Heatmap
from pages.ui.blocks.show import show_notes, show_picture, show_sentence, show_tables
from pages.ui.shown.drawer import show_disputed
from pages.ui.shown.figures import fold
from pages.ui.shown.words import escaped

HEAD_HEIGHT, ROW_HEIGHT = 104, 55
"""About what the tinted cells take at 1280 px."""
MOST_SHOWN = 3
"""Disputed arguments whose reasons stand unfolded."""


def show_heatmap(report: Report, block: Block) -> None:
    if isinstance(block.figure, Heatmap):
        height = HEAD_HEIGHT + ROW_HEIGHT * len(block.figure.parts[0])
        show_picture(block.figure, key=f"heatmap_{report.debate}", height=height)


def show_numbers(block: Block) -> None:
    """Folded: what the tinted tables show, in numbers; a row opens its argument."""

    def show() -> None:
        st.caption("Choose a row (Shift+Space by keyboard) to read the argument.")
        show_tables(block, folded=False)
        show_notes(block)

    fold("The same in numbers", "fold_arguments", show)


def show_divergences(block: Block) -> None:
    """Each disputed argument, the widest first, with the reason and a way to read it; more than a few are folded."""
    if not block.sentence:  # nothing is disputed: what is widest apart stands in the tables
        return
    st.header(escaped(block.title), anchor=False)
    show_sentence(block)
    (table,) = block.tables
    first, rest = (
        replace(block, tables=(replace(table, rows=rows, opens=()),))
        for rows in (table.rows[:MOST_SHOWN], table.rows[MOST_SHOWN:])
    )
    show_disputed(first)
    if more := len(rest.tables[0].rows):
        label = f"Why they disagree on {more} more"
        fold(label, "fold_parted", lambda: show_disputed(rest), icon=":material/call_split:")
