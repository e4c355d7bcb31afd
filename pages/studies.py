"""Studies: what does a panel do over many debates?"""

import streamlit as st

from debate_core.reporting.study import study_document
from debate_core.study.saying import say
from pages.ui import router, state
from pages.ui.blocks.show import show_block
from pages.ui.studies.answers import follow, show_debates, show_downloads, show_heading, show_none

router.enter()

# read
studies = state.studies()
study = studies.get(state.study() or next(iter(studies), ""))

# ask
st.title("What does a panel do over many debates?", anchor=False)
if study is None:
    show_none(list(studies))
    st.stop()
with st.spinner("Reading the debates…"):
    results = state.results_of(study)
found = say(results)
document = study_document(found)

# show
show_heading(found, document, [name for name in studies if name != study.name])
for block in document.blocks:
    show_block(block)
show_downloads(document, results.rows)
show_debates(results.rows)
if found.finished < found.planned:
    follow(results.rows)
