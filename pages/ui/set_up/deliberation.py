"""Whether the judges read each other once they have scored alone, and how.

Knows the draft through `state`. Invariant: it is off until somebody turns it on; that the first scores stay the result
is said where it is chosen.
"""

import streamlit as st

from pages.ui import state
from pages.ui.draft import Draft
from pages.ui.shown.deliberation_form import ask_deliberation

STAYS = "The first scores, given alone, stay the result; what comes of the talk stands beside them."


def show_deliberation(draft: Draft) -> None:
    """The switch, and the rest once it is on."""
    st.toggle(
        "Deliberation",
        **state.kept("deliberation_on"),
        help="Once all have scored alone, each judge reads the others' scores and reasons, under letters drawn anew, "
        "and scores again.",
    )
    if draft.deliberation is None:
        st.caption("Off: the judges never read each other. It can also be started on a finished debate.")
        return
    st.caption(STAYS)
    ask_deliberation(lambda name: state.kept(f"deliberation_{name}"))
