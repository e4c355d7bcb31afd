"""Verdict: what may I conclude?"""

import streamlit as st

from pages.ui import router, state
from pages.ui.shown.heading import show_heading, show_incomplete, show_nothing, show_unscored
from pages.ui.shown.line import show_reveal
from pages.ui.shown.readings import show_robustness, show_settings
from pages.ui.shown.sentences import waiting_judges
from pages.ui.verdict import live_arc, live_reading, next_steps, outcome

router.enter()

WHAT = (
    "When the judges have scored, this page says whether a side may be named and how sure that is, or why not; then "
    "the briefing, and the way of every claim to its standing."
)

# read
name = state.debate()
record = state.record(name) if name else None
found = state.live(record) if record else None

# ask
if record is None:
    show_nothing(WHAT)
    st.stop()
st.title("What may I conclude?", anchor=False)
show_heading(record, "verdict")
if record.judging.usable < 2:
    show_unscored(record, WHAT)
    if found:
        live_reading.show_reading(record, found, None)
        live_arc.show_arc(record, found)
    st.stop()
report = state.report_of(record)
state.saw(record, "the Verdict page")
answer = st.container(key="answer")
show_settings(report)

# show
with answer:
    if state.reveal_plays(record) and not waiting_judges(report):
        show_reveal(record, report)
    outcome.show_banner(report)
    show_incomplete(record, report)
    next_steps.show_row(report, record)
outcome.show_positions(report)
next_steps.show_by_hand(report)
outcome.show_gap(report)
if found:
    live_reading.show_reading(record, found, report)
outcome.show_briefing(report, record)
outcome.show_trace(report, record)
if found:
    live_arc.show_arc(record, found)
if not waiting_judges(report):
    show_robustness(report)
    outcome.show_truth(report, record)
