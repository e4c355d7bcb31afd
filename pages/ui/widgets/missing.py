"""A page without its debate: an empty store, or an address that names none; each with the one next step.

Knows `state` and the router. Invariant: a mistyped address never opens another debate.
"""

import streamlit as st

from pages.ui import router, state
from pages.ui.widgets.picker import show_picker
from pages.ui.widgets.words import clip, plain


def show_nothing(would_appear: str) -> None:
    """Say what is missing, what would appear, and the next step."""
    named = st.query_params.get("debate")
    if named and state.newest():
        st.title("No such debate", anchor=False)
        st.markdown(
            f"There is no debate called {plain(repr(clip(named, 40)))} in this store. Pick one that is there."
        )
        show_picker("Debates that are there", stay="watch")
    else:
        st.title("No debate yet", anchor=False)
        st.markdown(would_appear)
        if named:
            st.caption(f"The address names {plain(repr(clip(named, 40)))}, which this store does not hold.")
    if st.button("Set up a debate", type="primary", key="to_set_up", icon=":material/tune:"):
        router.go("set_up")
