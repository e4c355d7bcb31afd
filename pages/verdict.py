"""Verdict: what may I conclude?"""

from dataclasses import replace
from functools import partial

import streamlit as st

from debate_core.reporting.debate import debate_document
from debate_core.reporting.verdict import HELPS
from pages.ui import router, state, verdict
from pages.ui.blocks.show import offer_report, show_block, show_picture
from pages.ui.shared import heading
from pages.ui.shared.deliberation import show_after_discussion, show_beside
from pages.ui.shared.drawer import show_drawer
from pages.ui.shared.widgets import show_tabs

router.enter()

WHAT = "Once the judges have scored, you read here if there is a clear winner, how sure that is, and the briefing."

# read
name = state.debate()
record = state.record(name) if name else None
live = state.live(record) if record else None

# ask
if record is None:
    heading.show_nothing(WHAT, "verdict")
    st.stop()
st.title("What may I conclude?", anchor=False)
heading.show_heading(record, "verdict")
if record.judging.usable < 2:
    heading.show_unscored(record, WHAT)
    if live:
        verdict.show_reading(record, live)
        verdict.show_arc(record, live)
        offer_report(record)
    st.stop()
report = state.report_of(record)
document = debate_document(report, record)
state.note_seen(record, "the Verdict page")
argued = not report.outcome.nothing_argued

# show
show_drawer(report, record, asked=report.review)
with st.container(key="answer"):
    verdict.show_top(report, record, document)
    heading.show_incomplete(record, report)
    show_beside(report)
    verdict.show_row(report, record)
verdict.show_overturns(report, record, document)
verdict.show_reading(record, report)
if argued:
    heading.show_settings_changed(report)
trace = document["trace"].tables
parts = {"From claim to ruling": partial(show_picture, trace[0], key="trace")} if trace else {}
parts["Arguments"] = partial(verdict.show_arguments, document["arguments"])
if report.after_talk:
    parts["Discussion"] = partial(show_after_discussion, report, record)
if live:
    parts["Live judge"] = partial(verdict.show_arc, record, live)
if argued:
    parts["Read it another way"] = partial(heading.show_another_way, report, record)
    parts["The lead in numbers"] = partial(verdict.show_lead, document)
if helps := document.block("helps"):
    parts[HELPS] = partial(verdict.show_helps, helps)
if argued and not report.awaited:
    parts["What turned out true"] = partial(show_block, document["truth"], 3)
parts["Cost"] = partial(show_block, replace(document["cost"], folded=False), 3)
show_tabs(state.verdict_part.key, parts)
