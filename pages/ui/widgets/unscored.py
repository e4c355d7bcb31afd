"""A result page before two judges have scored: what is there so far, what will appear, and the next step.

Knows record. Invariant: no number of agreement or outcome is shown before there are two judges to compare.
"""

import streamlit as st

from debate_core.record import Record
from pages.ui import router, state
from pages.ui.widgets.words import clip, plain

_STATES = {
    "waiting": "waiting for the debate",
    "reading": "reading",
    "asked_again": "asked again",
    "done": "has scored",
    "failed": "failed",
}
_NEXT = {
    "running": ("Watch the debate", "It is running: this page fills by itself."),
    "interrupted": (
        "Go to the debate",
        "Nobody conducts it at present. It can be resumed; nothing that came is lost.",
    ),
    "paused": ("Go to the debate", "It is paused. It can be resumed; nothing that came is lost."),
    "stopped": ("Go to the debate", "It was stopped. It can be resumed; nothing that came is lost."),
    "finished": (
        "Read the debate",
        "The debate is over, and fewer than two judges gave scores that can be used.",
    ),
}


def show_unscored(held: Record, what: str) -> None:
    """Where it stands, what will appear here, and the one next step."""
    status = state.status(held)
    label, words = _NEXT[status]
    st.header(f"Not enough scores yet: {held.usable} of {len(held.seats)} judges", anchor=False)
    st.markdown(words)
    if held.cause:
        st.markdown(f"Why it does not go on: {plain(held.cause)}")
    st.markdown(what)
    if st.button(label, type="primary", key="to_watch", icon=":material/forum:"):
        router.go("watch", held.id)
    _show_judges(held)
    _show_arguments(held)


def _show_judges(held: Record) -> None:
    st.subheader("The judges", anchor=False)
    lines = [
        f"- **{plain(seat.name)}**: {_STATES[seat.state]}" + (f" ({plain(seat.cause)})" if seat.cause else "")
        for seat in held.seats
    ]
    st.markdown("\n".join(lines))


def _show_arguments(held: Record) -> None:
    """The claims made so far, without any score."""
    st.subheader("Arguments so far", anchor=False)
    claims = [f"- **{one.id}** {plain(clip(one.claim, 160))}" for one in held.transcript.arguments]
    st.markdown("\n".join(claims) if claims else "None yet.")
