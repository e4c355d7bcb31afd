"""Lab: how good is a panel like this?"""

import streamlit as st

from pages.ui import router, state
from pages.ui.lab.answer import show_answer, show_cover, show_limits, show_sizes, show_studies_link
from pages.ui.lab.form import show_form, show_heading
from pages.ui.lab.pair import show_pair

router.enter()

# read
asked = state.lab_asked()

# ask
st.title("How good is a panel like this?", anchor=False)
show_heading(asked)
with st.spinner(f"Simulating {asked.panels:,} panels of each size…"):
    found = state.lab_found(asked)

# show
show_pair(found)
with st.container(key="lab_answer"):
    show_answer(found)
form, cover = st.columns([1, 2], gap="medium")
with form:
    show_form(asked)
with cover:
    show_cover(found)
    show_sizes(found)
show_limits(found)
show_studies_link()
