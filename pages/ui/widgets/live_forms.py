"""The live judge on the set-up page: on or off, its model, when its feedback arrives, how strict it is.

Knows the draft through `state`. Invariant: its model is chosen apart from the debaters', and its limits are said before
anyone relies on it.
"""

import streamlit as st

from debate_core.config import Feedback
from pages.ui import state
from pages.ui.draft import Draft
from pages.ui.widgets.setting_forms import show_explained, show_fault, show_model

FEEDBACKS: dict[Feedback, str] = {
    "lagged": "Lagged: a turn is judged while the next one is spoken, so nobody waits. What it says reaches a "
    "speaker at its own next turn.",
    "strict": "Strict: each turn waits until the one before it is judged. Slower, and feedback comes a turn earlier.",
}
_LIMITS = (
    "Its scores are estimates and change between runs; it can prefer a style; it can't check a source outside the "
    "debate, so a true but obscure fact can be flagged; the first turns are the least sure. Debaters on one "
    "model share blind spots, and a live judge on that model shares them, too. The outcome remains the panel's."
)


def show_live_judge(draft: Draft) -> None:
    """The switch, and the rest once it is on."""
    st.toggle(
        "Judge every turn as it is spoken",
        key=state.choice("live_on"),
        persist_state="session",
        help="Scores each turn, keeps a register of suspect claims, and tells the arc at the end.",
    )
    if draft.live is None:
        st.caption("Off: only the panel scores, when all has been said.")
        return
    left, right = st.columns(2)
    with left:
        show_model("Model of the live judge", state.choice("live_model"), draft, draft.live.model)
    with right:
        show_explained("Feedback", "live_feedback", FEEDBACKS, draft.live.feedback)
    st.checkbox(
        "Strict floor",
        key=state.choice("live_strict_floor"),
        persist_state="session",
        help="The winner of a dimension has at least 55% of its maximum; strict also keeps the loser under that.",
    )
    st.checkbox(
        "Compare in both orders",
        key=state.choice("live_both_orders"),
        persist_state="session",
        help="Each two turns are compared twice, shown in either order; where the answers differ it is a draw.",
    )
    st.caption(_LIMITS)
    if "live" in draft.faults:
        show_fault(draft.faults["live"])
