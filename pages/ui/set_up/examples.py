"""The example debates that come with the product: what each shows, and one click to read or replay it.

Knows the examples and `state`. Invariant: an example is marked as written for this project before it is opened.
"""

import streamlit as st

from debate_core.errors import DebateError
from debate_core.examples import EXAMPLES, Example, ensure
from pages.ui import router, state
from pages.ui.shown.words import plain


def show_examples() -> None:
    """A card for each."""
    st.header("Or read an example", anchor=False)
    st.caption("Debates written for this project: no model said these words. They need no key.")
    for example, column in zip(EXAMPLES, st.columns(len(EXAMPLES)), strict=True):
        with column.container(border=True, gap="small", height="stretch"):
            _show_example(example)


def _show_example(example: Example) -> None:
    st.markdown(f"**{plain(example.title)}**")
    st.badge(plain(example.shows), color="violet")
    st.caption(plain(example.lure))
    with st.container(horizontal=True):
        if st.button("Read", key=f"read_{example.id}", help=f"Read “{plain(example.title)}” as a whole"):
            _open(example)
        if st.button(
            "Replay",
            key=f"replay_{example.id}",
            icon=":material/replay:",
            help=f"Replay “{plain(example.title)}” turn by turn",
        ):
            _open(example, at="1")


def _open(example: Example, at: str | None = None) -> None:
    try:
        name = ensure(state.store(), example.id)
    except DebateError as error:
        st.error(plain(str(error)), icon=":material/error:")
    else:
        router.go("watch", name, at=at)
