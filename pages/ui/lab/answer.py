"""The measures step by step, and the way to what real judges did."""

import streamlit as st

from debate_core.reporting.worked import worked_document
from pages.ui import router, state
from pages.ui.blocks.show import offer_downloads, show_block
from pages.ui.shown.figures import fold
from pages.ui.shown.words import escaped


def show_worked() -> None:
    """The measures on a small table, folded until somebody asks."""
    document = worked_document()

    def show() -> None:
        st.markdown(escaped(document.about))
        for block in document.blocks:
            show_block(block, 3)
        offer_downloads(document, "worked")

    fold(document.title, "worked", show, icon=":material/calculate:")


def show_studies_link() -> None:
    if state.studies():
        label = "What judges did when sides were swapped and debates judged again: the studies"
        st.page_link(router.page("studies"), label=label, icon=":material/experiment:")
