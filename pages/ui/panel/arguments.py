"""Where the judges disagree, and each judge's own line: from the blocks of the report, and drawn."""

from dataclasses import replace

import streamlit as st

from debate_core.report import Report
from debate_core.reporting.blocks import Block
from debate_core.reporting.figures import Heatmap
from debate_core.rubric import Rubric
from pages.ui.blocks import show_notes, show_picture, show_sentence, show_tables
from pages.ui.charts.judges import scores_plot, severity_plot
from pages.ui.shown import terms
from pages.ui.shown.drawer import show_disputed
from pages.ui.shown.figures import fold, show_clickable
from pages.ui.shown.words import escaped

HEAD_HEIGHT, ROW_HEIGHT = 104, 55
"""About what the tinted cells take at 1280 px."""
MOST_SHOWN = 3
"""Disputed arguments whose reasons stand unfolded."""


def show_heatmap(report: Report, block: Block) -> None:
    if isinstance(block.figure, Heatmap):
        height = HEAD_HEIGHT + ROW_HEIGHT * len(block.figure.parts[0])
        show_picture(block.figure, key=f"heatmap_{report.debate}", height=height)


def show_numbers(report: Report, block: Block) -> None:
    """Folded: what the tinted tables show, in numbers; a row opens its argument."""

    def show() -> None:
        st.caption(f"Choose a row (Shift+Space by keyboard) to read the argument. {terms.VARIANCE}")
        st.caption(terms.DIVERGENT[report.settings.rules])
        show_tables(block, folded=False)
        show_notes(block)

    fold("The same in numbers", "fold_arguments", show)


def show_scores(report: Report, rubric: Rubric) -> None:
    """Folded: one line of dots per argument, a shape per judge."""

    def show() -> None:
        st.caption(
            f"A shape is a judge{' or a person' if report.seated else ''}; hollow is the score as given, filled is "
            "adjusted. Click a mark to read the argument."
        )
        show_clickable(
            "scores",
            scores_plot(report, rubric.scale),
            "Each judge's score of each argument, as given and adjusted; the numbers stand with the tinted tables",
        )

    fold("Every score, given and adjusted", "fold_scores", show, icon=":material/scatter_plot:")


def show_divergences(block: Block) -> None:
    """Each disputed argument, the widest first, with the reason and a way to read it; more than a few are folded."""
    if not block.sentence:  # nothing is disputed: what is widest apart stands in the tables
        return
    st.subheader(escaped(block.title), anchor=False)
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


def show_judges(report: Report, block: Block) -> None:
    def show() -> None:
        show_sentence(block)
        show_clickable(
            "severity",
            severity_plot(report),
            "Strictness of each judge in points with one standard error; the table below it has the numbers",
        )
        show_tables(block, folded=False)
        show_notes(block)
        st.caption(f"{terms.EFFECTIVE} {terms.HISTORY}")

    fold(escaped(block.title), "fold_judges", show, icon=":material/balance:")
