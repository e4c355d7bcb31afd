"""Texts: what do reviewers find in a text, and may it be used?"""

import streamlit as st

from debate_core.reporting.text import text_document
from pages.ui import router, state
from pages.ui.artifact import findings, form
from pages.ui.blocks.show import show_blocks
from pages.ui.shared.deliberation import show_after_discussion, show_beside
from pages.ui.shared.heading import show_picker
from pages.ui.shared.replay import show_replay

router.enter()

# read
name = state.artifact()

# ask
# It goes as a whole, before the review is drawn above it: nothing pushes it down.
asked = st.empty()
if name is None:
    with asked.container():
        form.show_door()
        left, right = st.columns([11, 9], gap="large")
    with left:
        config = form.ask_config()
        if started := form.start(config):
            state.close_draft("bring")
            state.open_artifact(started)
            st.rerun()
    with right:
        form.show_example()
        show_picker("Open an earlier review", stay="artifact")
        st.header("Reviewers", anchor=False)
        form.ask_reviewers()
        with st.expander("What is scored", icon=":material/straighten:"):
            form.ask_dimensions()
    st.stop()
whole = state.artifact_record(name)
stop = state.stop(whole)
record = state.artifact_record(name, stop.sequence) if stop else whole
now = state.status(whole)
review = state.reviewed_of(record)
document = text_document(review, record)
chosen = findings.chosen_number(review)
state.unfold(review, chosen)
state.keep_artifact(record)
state.note_seen(record, "the Texts page")
findings.show_heading(whole, now, document["verdict"].title, replayed=stop is not None)
if stop:
    show_replay(whole, stop)

# show
findings.show_verdict(document)
show_beside(review)
left, right = st.columns([11, 9], gap="medium")
with left, st.container(key="text_side"):
    findings.show_text(record, review, document, chosen)
    with st.expander("What was brought", icon=":material/description:"):
        show_blocks(document, "text", level=2)
    with st.expander("Cost", icon=":material/payments:"):
        show_blocks(document, "cost", level=2, folded=False)
with right:
    seats, listed, todo, agreement, discussion = st.tabs(
        state.REVIEW_TABS, key=state.review_tab.key, on_change="rerun"
    )
    with seats:
        findings.show_board(record, now if stop is None else "finished")
        findings.show_people(review, document)
    with listed:
        findings.show_findings(review, document, chosen)
    with todo:
        show_blocks(document, "todo", level=2)
    with agreement:
        show_blocks(document, "agreement", level=2, folded=False)
    with discussion:
        show_blocks(document, "accord", level=2, folded=False)
        show_after_discussion(review, record)
    if review.outcome.usable:
        findings.show_files(review, document)
