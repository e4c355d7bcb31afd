"""Library: what do we have?"""

import streamlit as st

from pages.ui import router, state
from pages.ui.library import (
    show_chosen,
    show_comparison,
    show_deleted,
    show_fleet,
    show_none,
    show_notices,
    show_pages,
    show_search,
    show_table,
)

router.enter()

# read
if compared := state.compared():
    show_comparison(compared)
    st.stop()
asked = state.library_address()
view = state.shelf(asked)

# ask
bring = "Bring a transcript, table or debate"
with st.container(horizontal=True, vertical_alignment="center", key="shelf_door"):
    st.title("What do we have?", anchor=False, width="content")
    st.page_link(router.page("bring"), label=bring, icon=":material/upload_file:")
if view.all:
    show_search(asked, view)

# show
show_notices()
if view.shown:
    show_table(asked, view.shown)
    show_chosen()
    show_pages(asked, view)
else:
    show_none(view, asked)
show_deleted()
if state.shared() and not state.reaches():
    show_fleet()
