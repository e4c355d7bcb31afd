"""Studies: what does a panel do over many debates?"""

import streamlit as st

from debate_core.study.saying import say
from debate_core.study.telling import sections
from pages.ui import router, state
from pages.ui.studies.answers import follow, show_debates, show_heading, show_none, show_sections

router.enter()

# read
studies = state.studies()
study = studies.get(state.named_study() or next(iter(studies), ""))

# ask
st.title("What does a panel do over many debates?", anchor=False)
if study is None:
    show_none(list(studies))
    st.stop()
with st.spinner("Reading the debates…"):
    results = state.results_of(study)
found = say(results)

# show
show_heading(found, [name for name in studies if name != study.name])
show_sections(sections(found))
show_debates(results.rows)
if found.finished < found.planned:
    follow(results.rows)
