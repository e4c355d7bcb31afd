"""What the live judge could not do: each step that failed with its cause, and asking again; and why a part is absent.

Knows the record and its status. Invariant: a part that is absent is either awaited, failed with its cause, or was never
asked for, and the page says which.
"""

import streamlit as st

from debate_core.asks import step_in_words
from debate_core.record import Record
from debate_core.report.live import LiveFound
from pages.ui import router, state
from pages.ui.widgets.status import ask_again
from pages.ui.widgets.words import clip, plain

_LONGEST = 300


def show_live_failures(held: Record, found: LiveFound) -> None:
    """Every call of the live judge that failed, and the way to ask again."""
    now = state.status(held)
    if not found.live_failures or now == "running":
        return
    lines = [
        f"- {plain(step_in_words(held.config, step))}: {plain(clip(cause, _LONGEST))}"
        for step, cause in found.live_failures.items()
    ]
    st.warning(
        "\n".join(["**The live judge failed on:**", "", *lines, "", "What failed is missing, not zero."]),
        icon=":material/warning:",
    )
    if now == "finished" and not state.lacking(held.config):
        st.button(
            "Ask the live judge again",
            key="ask_live_again",
            icon=":material/refresh:",
            on_click=ask_again,
            args=(held,),
        )
    elif st.button("Go to the debate to ask again", key="live_to_watch", icon=":material/forum:"):
        router.go("watch", held.id)


def absence(held: Record, found: LiveFound, step: str, awaited: str) -> str:
    """Why a part is not there. `awaited`: when it comes, while the debate goes on."""
    if step in found.live_failures:
        return f":material/error: **It failed:** {plain(clip(found.live_failures[step], _LONGEST))}"
    now = state.status(held)
    if now == "finished":
        return "There is none: it was never asked for."
    return awaited if now == "running" else f"{awaited} Resuming the debate goes on with it."
