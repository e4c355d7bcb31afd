"""Lab: how good is a panel like this?"""

import streamlit as st

from pages.ui import router, state
from pages.ui.lab.answer import show_answer, show_cover, show_limits, show_sizes
from pages.ui.lab.form import show_form, show_heading

router.enter()

# read
read = state.lab_question()
panels = state.lab_panels()

# ask
st.title("How good is a panel like this?", anchor=False)
show_heading(read)
answer = st.container(key="lab_answer")
form, cover = st.columns([1, 2], gap="medium")
with form:
    show_form(read.question, panels)

# show
with answer, st.spinner(f"Simulating {panels:,} panels of each size…"):
    found = state.lab_found(read.question, panels)
with answer:
    show_answer(found)
with cover:
    show_cover(found)
show_sizes(found)
show_limits(found)
