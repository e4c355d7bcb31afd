"""Two or more debates beside each other. Whoever sees their verdicts here no longer scores them blind."""

from collections.abc import Sequence

import streamlit as st

from debate_core.comparison import LEAST, ComparedDebate
from debate_core.examples import EXAMPLES, ensure
from debate_core.reporting.comparison import about_text, comparison_document, verdict_text
from debate_core.wording import capital
from pages.ui import router, state
from pages.ui.blocks.show import offer_downloads, show_block
from pages.ui.shown.words import clip, escaped, fault_shown


def show_comparison(asked: Sequence[str]) -> None:
    st.title("How do they compare?", anchor=False)
    st.button(
        "Back to the library",
        key="back",
        type="tertiary",
        icon=":material/arrow_back:",
        on_click=state.compare,
        args=((),),
    )
    found, missing = state.comparison(asked)
    for why in missing:
        st.warning(f"Not compared: {escaped(clip(why, 240))}.", icon=":material/search_off:")
    if found is None:
        st.markdown(f"It takes {LEAST} debates or more: choose them in the library.")
        if st.button("Compare two samples", key="compare_samples", icon=":material/menu_book:"):
            with fault_shown():
                state.compare([ensure(state.store(), one.id) for one in EXAMPLES[:LEAST]])
                st.rerun()
        return
    state.saw_outcomes([one.id for one in found.debates], "the comparison in the Library")
    with st.grid(min_column_width=300, key="compared"):
        for place, one in enumerate(found.debates, 1):
            with st.container(border=True, gap="small", key=f"compared_{one.id}", height="stretch"):
                _show_debate(place, one)
    document = comparison_document(found)
    for block in document.blocks:
        show_block(block)
    offer_downloads(document, "comparison")


def _show_debate(place: int, one: ComparedDebate) -> None:
    st.markdown(f"**{place}. {escaped(clip(one.topic, 160))}**")
    st.markdown(f"**{escaped(verdict_text(one))}**")
    st.caption(f"{escaped(capital(about_text(one)))} · {escaped(one.id)}")
    st.page_link(router.page("verdict"), label="Verdict", query_params={"debate": one.id})
