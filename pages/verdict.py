"""Verdict: what may I conclude?"""

import streamlit as st

from pages.ui import router, state
from pages.ui.shown.heading import show_heading, show_incomplete, show_nothing, show_unscored
from pages.ui.shown.readings import show_robustness, show_settings
from pages.ui.shown.sentences import waiting_judges
from pages.ui.verdict.live_arc import show_arc
from pages.ui.verdict.live_reading import show_reading
from pages.ui.verdict.outcome import (
    show_banner,
    show_briefing,
    show_gap,
    show_next_steps,
    show_positions,
    show_trace,
    show_truth,
)

router.enter()

WHAT = (
    "When the judges have scored, this page says whether a side may be named and how sure that is, or why not; then "
    "the briefing, and the way of every claim to its standing."
)

# read
name = state.debate()
held = state.record(name) if name else None
found = state.live(held) if held else None

# ask
if held is None:
    show_nothing(WHAT)
    st.stop()
st.title("What may I conclude?", anchor=False)
show_heading(held, "verdict")
if held.usable < 2:
    show_unscored(held, WHAT)
    if found:
        show_reading(held, found, None)
        show_arc(held, found)
    st.stop()
report = state.report_of(held)
answer = st.container(key="answer")
show_settings(report)

# show
with answer:
    show_banner(report)
    show_incomplete(held, report)
show_positions(report)
show_next_steps(report)
show_gap(report)
if found:
    show_reading(held, found, report)
show_briefing(report, held)
show_trace(report, held)
if found:
    show_arc(held, found)
if not waiting_judges(report):
    show_robustness(report)
    show_truth(report, held)
