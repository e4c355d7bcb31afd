"""Set up: what shall they debate? One click starts; a finished verdict shows what comes of it; all else is folded."""

import streamlit as st

from pages.ui import router, state
from pages.ui.set_up import settings
from pages.ui.set_up.presets import SAMPLE, ask_own, show_example_cards, show_miniature, show_presets
from pages.ui.shared.heading import show_picker
from pages.ui.shared.room import name_ahead
from pages.ui.shared.words import showing_faults

router.enter(waits=False)
is_open = state.settings_open()
hero, verdict = (st.container(), None) if is_open else st.columns([13, 9], gap="large")
with hero.container(key="lede"):
    st.markdown(
        "Two models argue. A panel of judges scores. **We tell you if there’s a clear winner, and when there isn’t.**"
    )
hero.title("What shall they debate?", anchor=False)
router.wait()

# read
draft = state.draft()
config = draft.sketch()
lacking = state.lacking(config) if config else {}
if settings.open_at_fault(draft, lacking):
    st.rerun()

# ask
with hero:
    settings.show_topic(draft)
    clicked, refusal = settings.show_start(draft.topic.text), st.container(key="refusal")
    with st.container(key="prospect"):  # what comes and goes above would fold the sections below
        if config:
            settings.show_prospect(config)
        settings.show_missing(draft, lacking)
if clicked and not draft.faults:  # each stands where it can be mended
    with refusal, showing_faults():
        record = state.runner().start(draft.config(), state.access(draft.servers), name=name_ahead())
        state.close_draft("set_up")
        router.go("watch", record)
if is_open:
    with st.container(border=True, key="all_settings"):
        with st.container(horizontal=True, vertical_alignment="bottom"):
            show_presets(draft, state.newest())
            ask_own()
        settings.show_parts(draft)

# show
if verdict:
    with verdict:
        show_miniature()
samples = "Or open a sample debate, written by hand"
with st.container(horizontal=True, vertical_alignment="center", gap="medium", key="doors"):
    if not state.narrow():
        st.header(samples, anchor=False, width="content")
    st.page_link(router.page("artifact"), label="Review a text", icon=":material/description:")
    st.page_link(router.page("bring"), label="Bring a transcript or a table", icon=":material/upload_file:")
    show_picker("Open an earlier debate")
if state.narrow():
    st.header(samples, anchor=False)
show_example_cards(but=SAMPLE if verdict else None)
