"""Where the judges disagree, and each judge's own line: from the blocks of the report, and drawn."""

from collections.abc import Mapping
from dataclasses import replace

import streamlit as st

from debate_core.library.report import Report
from debate_core.reporting.blocks import Block
from debate_core.reporting.figures import Heatmap
from debate_core.reporting.line_figures import ScoreKind, Scores
from pages.ui.blocks.show import show_notes, show_picture, show_sentence, show_tables
from pages.ui.shown.drawer import show_disputed
from pages.ui.shown.words import escaped

HEAD_HEIGHT, ROW_HEIGHT = 104, 55
"""About what the tinted cells take at 1280 px."""
KINDS: Mapping[ScoreKind, str] = {"given": "As given", "adjusted": "Adjusted", "both": "Both"}
_KIND = "which_scores"


def show_heatmap(report: Report, block: Block) -> None:
    if isinstance(block.figure, Heatmap):
        height = HEAD_HEIGHT + ROW_HEIGHT * len(block.figure.parts[0])
        show_picture(block.figure, key=f"heatmap_{report.debate}", height=height)


def show_every_score(scores: Block, judges: Block) -> None:
    """Each score on its line, as given, adjusted or both; beside it how strict each judge is."""
    block = scores.children[0]
    figure = block.figure
    if not isinstance(figure, Scores):
        return
    lines, strictness = st.columns([71, 29], gap="large")
    with lines:
        st.header(escaped(block.title), anchor=False)
        if figure.adjusted:
            with st.container(horizontal=True, vertical_alignment="center"):
                st.container(width="stretch").markdown(escaped(block.sentence))
                figure = replace(figure, kind=_ask_kind())
        show_picture(figure, key=f"{block.key}_{figure.kind}")
    with strictness:
        st.subheader(escaped(judges.title), anchor=False)
        if judges.figure:
            show_picture(judges.figure, key="strictness")


def _ask_kind() -> ScoreKind:
    chosen: ScoreKind | None = st.segmented_control(
        "Which scores",
        list(KINDS),
        format_func=lambda one: KINDS[one],
        default="both",
        key=_KIND,
        label_visibility="collapsed",
        required=True,
    )
    return chosen or "both"


def show_numbers(block: Block) -> None:
    """What the tinted tables show, in numbers; a row opens its argument."""
    st.caption("Choose a row (Shift+Space by keyboard) to read the argument.")
    show_tables(block, folded=False)
    show_tables(block.children[0], folded=False)
    show_notes(block)


def show_divergences(block: Block) -> None:
    """Each disputed argument, the widest first, with the reason and a way to read it."""
    st.subheader(escaped(block.title), anchor=False)
    show_sentence(block)
    show_disputed(block)
