"""Which debate a page is about: a list of the recent ones by topic, date and status.

Knows `state`. Invariant: the address changes only when a person picks.
"""

import time
from collections import Counter
from collections.abc import Sequence

import streamlit as st

from pages.ui import router, state
from pages.ui.shown.words import clip, plain
from pages.ui.state import Headline

MOST_LISTED = 40


def show_picker(label: str = "Another debate", *, stay: str = "watch") -> None:
    """The recent debates behind one button; picking one opens it on the page `stay` names."""
    here = state.debate()
    lines = in_lines([one for one in state.recent(MOST_LISTED) if one.id != here])
    if not lines:
        return
    chosen = st.menu_button(
        label,
        list(lines),
        format_func=lambda name: plain(lines.get(name, name)),
        key=f"pick_on_{stay}",
        icon=":material/history:",
        type="tertiary",
    )
    if chosen in lines:
        router.go(stay, chosen)


def in_lines(debates: Sequence[Headline]) -> dict[str, str]:
    """Each debate by topic, date and status, and as an example; by its id too where two would read alike."""
    lines = {one.id: _line(one) for one in debates}
    often = Counter(lines.values())
    return {name: line if often[line] == 1 else f"{line} · {name}" for name, line in lines.items()}


def _line(one: Headline) -> str:
    example = " · example" if one.example else ""
    return f"{clip(one.topic, 70)} · {_when(one.opened_at)} · {one.status}{example}"


def _when(seconds: float) -> str:
    return time.strftime("%d %b %Y %H:%M", time.localtime(seconds))
