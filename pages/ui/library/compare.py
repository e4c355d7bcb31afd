"""Two or more debates beside each other. Whoever sees their verdicts here no longer scores them blind."""

from collections.abc import Sequence

import streamlit as st

from debate_core.examples import EXAMPLES, ensure
from debate_core.library.comparison import LEAST
from debate_core.reporting.blocks import Block
from debate_core.reporting.comparison import LEAD, comparison_document
from pages.ui import router, state
from pages.ui.blocks.show import offer_downloads, show_block, show_picture, show_sentence, show_tables
from pages.ui.shown.heading import show_question
from pages.ui.shown.words import clip, escaped, fault_shown

QUESTION = "How do they compare?"


def show_comparison(asked: Sequence[str]) -> None:
    found, missing = state.comparison(asked)
    document = comparison_document(found) if found else None
    if document:
        show_question(QUESTION, document["verdicts"].title)
    else:
        st.title(QUESTION, anchor=False)
    st.button(
        "Back to the library",
        key="back",
        type="tertiary",
        icon=":material/arrow_back:",
        on_click=state.compare,
        args=((),),
    )
    for why in missing:
        st.warning(f"Not compared: {escaped(clip(why, 240))}.", icon=":material/search_off:")
    if found is None or document is None:
        st.markdown(f"It takes {LEAST} debates or more: choose them in the library.")
        if st.button("Compare two samples", key="compare_samples", icon=":material/menu_book:"):
            with fault_shown():
                state.compare([ensure(state.whole_store(), one.id) for one in EXAMPLES[:LEAST]])
                st.rerun()
        return
    state.saw_outcomes([one.id for one in found.debates], "the comparison in the Library")
    first, *others = document.blocks
    show_sentence(first)
    for block in first.children:
        _show_debate(block)
    show_tables(first, folded=True)
    for block in others:
        show_block(block)
    offer_downloads(document, "comparison")


def _show_debate(block: Block) -> None:
    """A debate in words, beside them its leads: all debates on one line from CON over 0 to PRO."""
    words, line = st.columns([3, 7], gap="large")
    name = block.key.removeprefix(LEAD)
    with words:
        st.header(escaped(block.title), anchor=False)
        show_sentence(block)
        st.page_link(router.page("verdict"), label="Verdict", query_params={"debate": name})
    with line:
        if block.figure:
            show_picture(block.figure, key=f"compared_{name}")
