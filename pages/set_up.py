"""Set up: what shall they debate? One click starts; a finished verdict shows what comes of it; all else is folded."""

import streamlit as st

from pages.ui import router, state
from pages.ui.set_up.presets import show_example_cards, show_miniature, show_presets
from pages.ui.set_up.settings import show_settings
from pages.ui.set_up.topic import (
    show_missing,
    show_prospect,
    show_start,
    show_topic,
)
from pages.ui.shown.heading import show_picker
from pages.ui.shown.words import fault_shown

router.enter(waits=False)
hero, verdict = st.columns([13, 9], gap="large")
hero.title("Split Decision", anchor=False)
router.wait()

# read
draft = state.draft()
config = draft.sketch()
lacking = state.lacking(config) if config else {}

# ask
with hero:
    st.markdown("Two models argue. A panel of judges scores. **We tell you if there's a clear winner.**")
    st.header("What shall they debate?", anchor=False)
    show_topic(draft)
    show_presets(draft, state.newest())
    with st.container(
        key="prospect"
    ):  # fixed places: what comes and goes above would fold the sections below
        if config:
            show_prospect(config)
        show_missing(draft, lacking)
    clicked, refusal = show_start(config), st.container(key="refusal")
    with st.container(horizontal=True, gap="medium", key="doors"):
        st.page_link(router.page("artifact"), label="Review a text", icon=":material/description:")
        bring = "Bring a transcript or a table"
        st.page_link(router.page("bring"), label=bring, icon=":material/upload_file:")
if clicked and not draft.faults:  # each stands where it can be mended
    with refusal, fault_shown():
        router.go("watch", state.runner().start(draft.config(), state.access(draft.servers)))

# show
show_settings("Settings", draft, lacking)
show_picker("Open an earlier debate")
show_example_cards()
with verdict:
    show_miniature()
