"""The text that comes with the product, reviewed: one click opens it.

Knows the example. Invariant: that its reviewers are simulated is said before it is opened.
"""

import streamlit as st

from debate_core.errors import DebateError
from debate_core.examples.artifact import ensure_review
from pages.ui import state
from pages.ui.shown.words import show_fault


def show_example() -> None:
    """A page of policy, and the way to its review."""
    with st.container(border=True, gap="small"):
        st.markdown("**Example: a clinic's retention policy**")
        st.caption(
            "One page, five simulated reviewers who then read each other, and what one person made of their findings. "
            "It needs no key."
        )
        if st.button("Open the review", key="open_example_review", icon=":material/menu_book:"):
            try:
                state.open_artifact(ensure_review(state.store()))
            except DebateError as error:
                show_fault(str(error))
            else:
                st.rerun()
