"""Library: what do we have?"""

import streamlit as st

from pages.ui import library as parts
from pages.ui import router, state
from pages.ui.shared.widgets import fold

router.enter()

# read
if compared := state.named_records("compare"):
    parts.show_comparison(compared)
    st.stop()
asked = state.library_address()
view = state.shelf(asked)

# ask
bring = "Bring a transcript, table or debate"
with st.container(horizontal=True, vertical_alignment="center", key="shelf_door"):
    st.title("What do we have?", anchor=False, width="content")
    st.page_link(router.page("bring"), label=bring, icon=":material/upload_file:")
if view.all:
    parts.show_search(asked, view)

# show
parts.show_notices(asked)
if view.records:
    parts.show_table(asked, view.records)
    parts.show_chosen()
    parts.show_pages(asked, view)
else:
    parts.show_none(view, asked)
parts.show_deleted()
if state.has_workers() and not state.reaches():
    fold("Workers and queue", "fold_fleet", parts.show_fleet, icon=":material/dns:")
