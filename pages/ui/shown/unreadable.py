"""A debate that can't be read: named, with the cause, and its lines as they are stored; every other debate stands. And
a store that can't be used, in words.

Knows the error, and the store's raw lines. Invariant: nothing of what stands in the damaged event is shown.
"""

import streamlit as st

from debate_core.errors import RecordUnreadable, StoreFailed
from pages.ui import state
from pages.ui.shown.heading import show_picker
from pages.ui.shown.words import escaped


def show_unreadable(error: RecordUnreadable) -> None:
    """Say which debate, why, what can be had of it all the same, and where the others are."""
    st.title("This debate can't be read", anchor=False)
    st.markdown(f"Debate {escaped(repr(error.record))}: {escaped(error.cause)}.")
    st.markdown("Nothing of it was changed. A newer version may read it. Every other debate is as it was.")
    with st.container(horizontal=True, gap="small"):
        st.download_button(
            "Its events as they are stored",
            "\n".join(state.store().lines(error.record)) + "\n",
            file_name="events.jsonl",
            mime="application/x-ndjson",
            icon=":material/download:",
        )
        show_picker()


def show_store_failed(error: StoreFailed) -> None:
    """Say what was expected of the store's file, what came, and what is kept."""
    st.title("The store can't be used", anchor=False)
    st.markdown(escaped(f"{str(error)[0].upper()}{str(error)[1:]}."))
