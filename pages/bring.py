"""Bring: a debate, or a table of ratings, from elsewhere; what will be made of it is shown before anything starts."""

import streamlit as st

from pages.ui import router, state
from pages.ui.bring import ask_exported, ask_file, ask_table, ask_transcript, show_ways
from pages.ui.set_up.settings import OF_DEBATERS, open_at_fault, show_parts
from pages.ui.shared.widgets import fold

router.enter()

# read
draft = state.draft()

# ask
st.title("Bring a transcript or table", anchor=False)
st.markdown("A transcript: **a panel judges it**. A table of ratings: **see how far its judges agree**.")
with st.container(key="door"):
    st.page_link(router.page("set_up"), label="Start a debate", icon=":material/forum:")
file = ask_file()
if file is None:
    show_ways()
    st.stop()
kind = state.kind_of_file(file.data, file.name)

# show
if kind == "exported":
    ask_exported(file)
elif kind == "ratings":
    ask_table(file)
else:
    ask_transcript(file, draft)
    open_at_fault(draft)
    fold("Settings", state.settings_open.key, lambda: show_parts(draft, OF_DEBATERS), icon=":material/tune:")
