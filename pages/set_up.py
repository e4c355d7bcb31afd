"""Set up: what shall they debate? One click starts; everything else is folded below."""

import streamlit as st

from debate_core.errors import DebateError
from pages.ui import router, state
from pages.ui.set_up.debaters import show_format, show_live_judge
from pages.ui.set_up.judges import show_judges, show_rubric
from pages.ui.set_up.models import show_access
from pages.ui.set_up.topic import (
    show_budget,
    show_examples,
    show_missing,
    show_presets,
    show_prospect,
    show_start,
    show_topic,
)
from pages.ui.shown.heading import show_picker
from pages.ui.shown.words import show_fault

router.enter()

# read
draft = state.draft()
config = draft.sketch()
lacking = state.lacking(config) if config else {}

# ask
st.title("What shall they debate?")
show_topic(draft)
with st.container(key="prospect"):  # fixed places: what comes and goes above would fold the sections below
    if config:
        show_prospect(config, lacking)
    show_missing(draft, lacking)
clicked, refusal = show_start(), st.container(key="refusal")
if clicked:
    try:
        started = state.runner().start(draft.config(), state.access(draft.servers))
    except DebateError as error:
        with refusal:
            show_fault(str(error))
    else:
        router.go("watch", started)
show_presets(draft, state.newest())
show_examples()

# show (a label that changed would fold its section under the reader's hand)
with st.expander("Format and debaters", icon=":material/forum:"):
    show_format(draft)
with st.expander("Live judge", icon=":material/hearing:"):
    show_live_judge(draft)
with st.expander("Judges", icon=":material/balance:"):
    show_judges(draft)
with st.expander("Rubric", icon=":material/rule:"):
    show_rubric(draft)
with st.expander("Budget and seed", icon=":material/speed:"):
    show_budget()
with st.expander("Models and keys", icon=":material/key:", expanded=bool(lacking)):
    show_access(draft)
show_picker("Open an earlier debate")
