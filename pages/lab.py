"""Lab: how good is a panel like this?"""

import streamlit as st

from debate_core.reporting.lab import lab_document
from pages.ui import router, state
from pages.ui.blocks.show import offer_downloads, show_beside, show_block
from pages.ui.lab.answer import show_studies_link, show_worked
from pages.ui.lab.form import show_form, show_heading

router.enter()

# read
asked = state.lab_asked()

# ask
st.title("How good is a panel like this?", anchor=False)
show_heading(asked)
with st.spinner(f"Simulating {asked.panels:,} panels of each size…"):
    found = state.lab_found(asked)
document = lab_document(found)
answer, one_model, cover, sizes, limits = document.blocks

# show
show_beside(one_model)
with st.container(key="lab_answer"):
    show_block(answer)
form, figures = st.columns([1, 2], gap="medium")
with form:
    show_form(asked)
with figures:
    show_block(cover)
    show_block(sizes, folded=False)
show_block(limits)
offer_downloads(document, "lab")
show_worked()
show_studies_link()
