"""What is looked for: words, filters, the order; how many there are of it, and what of the address can't be.

Knows the shelf as the core declares it, and `state`. Invariant: the address says what is looked for, so it can be
shared and survives a refresh.
"""

import streamlit as st

from debate_core.numerals import counted
from debate_core.options import changed, options_of
from debate_core.shelf import Shelf, Wanted
from pages.ui import state
from pages.ui.shown.options import show_option, show_refused
from pages.ui.shown.words import clip, escaped
from pages.ui.state import Looked

_FILTERS = ("kind", "outcome", "agreement", "made", "needs", "studies")
_OPTIONS = options_of(Wanted)
TAG = "shelf_tag"


def show_search(asked: Looked) -> None:
    """The words to look for, and behind a fold the filters, the tags and the order."""
    wanted = asked.wanted
    show_refused(asked.refused)
    st.session_state[state.SEARCH] = wanted.words
    st.text_input(
        "Search what was said",
        key=state.SEARCH,
        type="search",
        max_chars=200,
        placeholder="Words of a topic, a speech, a name, a model, a tag",
        on_change=lambda: state.seek(q=st.session_state[state.SEARCH].strip()),
    )
    chosen = len(changed(wanted).keys() - {"sort"}) + bool(wanted.tag)
    label = f"Filters and order · {counted(chosen, 'filter')} on" if chosen else "Filters and order"
    fold = st.expander(label, icon=":material/filter_list:", key="shelf_filters", expanded=bool(chosen))
    with fold, st.grid(min_column_width=190, key="shelf_choices"):
        for name in (*_FILTERS, "sort"):
            show_option(name, _OPTIONS[name], getattr(wanted, name), of="shelf")
        _show_tags(wanted.tag)


def _show_tags(now: str) -> None:
    """The tags in use; one that the address asks for stands there even where nothing has it."""
    tags = state.tags()
    st.session_state[TAG] = now
    st.selectbox(
        "Tag",
        ["", *dict.fromkeys([*([now] if now else []), *tags])],
        key=TAG,
        format_func=lambda one: f"{one} ({tags.get(one, 0)})" if one else "Any" if tags else "None given yet",
        help="Words that people gave records, under More on a card.",
        on_change=lambda: state.seek(tag=st.session_state[TAG]),
    )


def show_count(asked: Looked, found: Shelf) -> None:
    """How many there are of what is looked for, and the way back to everything."""
    wanted = asked.wanted
    if wanted.anything:
        left = f" of {found.all:,}, without debates of studies" if found.found < found.all else ""
        st.caption(f"{counted(found.found, 'record')}{left}, newest first.")
        return
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        words = f" with “{escaped(clip(wanted.words, 60))}”" if wanted.words.strip() else ""
        st.caption(f"{found.found:,} of {counted(found.all, 'record')}{words}", width="content")
        st.button(
            "Show everything",
            key="shelf_reset",
            type="tertiary",
            icon=":material/close:",
            on_click=state.seek_everything,
        )
