"""Lab: how good is a panel like this?"""

import streamlit as st

from debate_core.reporting.lab import lab_document
from debate_core.reporting.worked_example import worked_document
from pages.ui import router, state
from pages.ui.blocks.show import offer_downloads, show_beside, show_block
from pages.ui.lab import show_first, show_form, show_heading
from pages.ui.shared.widgets import fold
from pages.ui.shared.words import escaped
from pages.ui.studies import all_studies

router.enter()

# read
asked = state.lab_query()

# ask
st.title("How good is a panel like this?", anchor=False)
show_heading(asked)
with st.spinner(f"Simulating {asked.panels:,} panels of each size…"):
    simulated = state.simulated_lab(asked)
document = lab_document(simulated)
answer, one_model, cover, sizes, limits = document.blocks
worked = worked_document()


def show_worked() -> None:
    st.markdown(escaped(worked.about))
    for block in worked.blocks:
        show_block(block, 3)
    offer_downloads(worked, "worked")


# show
show_beside(one_model, below=lambda: show_first(asked.question))
with st.container(key="lab_answer"):
    show_block(answer)
form, figures = st.columns([2, 5], gap="medium")
with form:
    show_form(asked)
with figures:
    show_block(cover)
    show_block(sizes, folded=state.narrow())
show_block(limits)
offer_downloads(document, "lab")
fold(worked.title, "worked", show_worked, icon=":material/calculate:")
if all_studies():
    label = "The studies: sides swapped, judged again"
    st.page_link(router.page("studies"), label=label, icon=":material/experiment:")
