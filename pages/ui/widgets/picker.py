"""Which debate a page is about: a list of the recent ones by topic, date and status.

Knows `state`. Invariant: the address changes only when a person picks.
"""

import time

import streamlit as st

from pages.ui import router, state
from pages.ui.state import Headline
from pages.ui.widgets.words import clip

MOST_LISTED = 40


def show_picker(label: str = "Debate", *, stay: str = "") -> None:
    """A list of recent debates; picking one opens it, on the page `stay` names or on Watch."""
    records = state.recent(MOST_LISTED)
    if not records:
        return
    by_id = {one.id: one for one in records}
    here = state.debate() if stay else None
    key = f"picked_{stay or 'none'}"
    if st.session_state.get(key) != here:
        st.session_state[key] = here
    chosen = st.selectbox(
        label,
        list(by_id),
        index=None,
        format_func=lambda name: in_a_line(by_id[name]) if name in by_id else str(name),
        key=key,
        placeholder=f"{len(records)} debate{'s' if len(records) != 1 else ''}",
    )
    if chosen and chosen != here:
        router.go(stay or "watch", chosen)


def in_a_line(held: Headline) -> str:
    """A debate by topic, date and status."""
    when = time.strftime("%d %b %Y %H:%M", time.localtime(held.opened_at))
    return f"{clip(held.topic, 70)} · {when} · {held.status}"
