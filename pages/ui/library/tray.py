"""Beside the cards: what is chosen to be compared, what was just deleted, what can still be brought back, and pages.

Knows `state`. Invariant: a deletion is undone by one click where it was made, and for a week in the list below.
"""

import math

import streamlit as st

from debate_core.numerals import counted
from debate_core.shelf import AT_ONCE, Shelf
from debate_core.summary import Summary
from pages.ui import router, state
from pages.ui.shown.figures import fold
from pages.ui.shown.words import clip, escaped, show_fault
from pages.ui.state import Looked

_PAGER = "shelf_page"


def show_notices() -> None:
    """What could not be done; what was deleted, and the way back; what is chosen."""
    if fault := state.shelf_fault():
        show_fault(fault)
    if last := state.just_deleted():
        with st.container(horizontal=True, vertical_alignment="center", border=True, key="deleted_notice"):
            st.markdown(f"Deleted: {_called(last)}", width="content")
            st.button(
                "Undo", key="undo_delete", icon=":material/undo:", on_click=state.restore, args=(last.id,)
            )
    chosen = state.chosen()
    if not chosen:
        return
    with st.container(horizontal=True, vertical_alignment="center", border=True, key="compare_tray"):
        st.markdown(f"{counted(len(chosen), 'debate')} chosen", width="content")
        st.button(
            "Compare",
            key="compare_now",
            type="primary",
            icon=":material/compare_arrows:",
            disabled=len(chosen) < 2,
            help="Choose another one first." if len(chosen) < 2 else None,
            on_click=state.compare,
            args=(chosen,),
        )
        st.button(
            "Choose none", key="choose_none", type="tertiary", on_click=state.seek, kwargs={"chosen": ""}
        )


def show_pages(asked: Looked, found: Shelf) -> None:
    """The way to the other pages of what was found."""
    pages = math.ceil(found.found / AT_ONCE)
    if pages > 1:
        st.session_state[_PAGER] = min(asked.page, pages)
        st.pagination(pages, key=_PAGER, on_change=_turn)


def _turn() -> None:
    """Go to the page that was chosen, unless the choice is gone by now."""
    if _PAGER in st.session_state:
        state.seek(page=str(st.session_state[_PAGER]))


def show_none(found: Shelf, asked: Looked) -> None:
    """That there is nothing here, and the one next step."""
    if found.all == 0:
        st.markdown(
            "Debates and reviews of texts will stand here, each with its outcome and how far its judges agree."
        )
        if st.button("Set up a debate", type="primary", key="to_set_up", icon=":material/tune:"):
            router.go("set_up")
    elif found.found:
        st.markdown(f"There is no page {asked.page}.")
        st.button("First page", key="first_page", on_click=state.seek)
    else:
        st.markdown("Nothing is like that. Fewer words or filters find more.")


def show_deleted() -> None:
    """What was deleted and can be brought back, folded away."""
    gone = state.deleted()
    if gone:
        fold(f"Deleted ({len(gone)})", "shelf_deleted", lambda: _show_gone(gone), icon=":material/delete:")


def _show_gone(gone: list[Summary]) -> None:
    st.caption("Kept for 7 days after they were deleted, then gone for good.")
    for one in gone:
        with st.container(horizontal=True, vertical_alignment="center"):
            st.markdown(_called(one), width="content")
            st.button(
                "Bring back",
                key=f"restore_{one.id}",
                type="tertiary",
                icon=":material/undo:",
                on_click=state.restore,
                args=(one.id,),
            )


def _called(one: Summary) -> str:
    return escaped(clip(one.topic or one.id, 100))
