"""Panel: how far do the judges agree, and where don't they?"""

from dataclasses import replace
from functools import partial

import streamlit as st

from debate_core.reporting.agreement_words import one_model_text
from debate_core.reporting.debate import debate_document
from debate_core.reporting.scores import scores_block
from debate_core.store.judging import INDEPENDENT
from pages.ui import panel, router, state
from pages.ui.blocks.show import offer_report, show_block
from pages.ui.shared import heading
from pages.ui.shared.deliberation import ask_round, show_after_discussion
from pages.ui.shared.drawer import show_drawer
from pages.ui.shared.widgets import show_tabs
from pages.ui.shared.words import escaped

router.enter()

QUESTION = "How far do the judges agree?"
WHAT = (
    "When at least two judges have scored, this page says how far they agree, where they disagree, and opens each "
    "argument with every judge's scores and reasons side by side."
)

# read
if table := state.table():
    panel.show_ratings(table)
    st.stop()
name = state.debate()
record = state.record(name) if name else None

# ask
if record is None:
    heading.show_nothing(WHAT, "panel")
    st.stop()
if record.judging.usable < 2:
    st.title(QUESTION, anchor=False)
    heading.show_heading(record, "panel")
    heading.show_unscored(record, WHAT)
    st.stop()
report = state.report_of(record)
document = debate_document(report, record)
heading.show_question(QUESTION, document["agreement"].title)
heading.show_heading(record, "panel")
state.note_seen(record, "the Panel page")

# show
argued = not report.outcome.nothing_argued
if not argued:
    st.warning(escaped(" ".join(report.outcome.reasons)), icon=":material/speaker_notes_off:")
heading.show_incomplete(record, report)
seen = ask_round(record)
whole = state.report_of(record, seen) if seen else report
scores = scores_block(whole)
panel.show_heatmap(scores, f"heatmap_{whole.debate}")
show_drawer(whole, record, seen or INDEPENDENT)
panel.show_gauges(document["agreement"])
panel.show_every_score(scores, document["judges"], one_model_text(report))
parts = {
    "Disputed arguments": partial(panel.show_divergences, document["disputed"]),
    "Scores in numbers": partial(panel.show_numbers, scores),
}
if argued and (report.after_talk or report.may_deliberate or record.example):
    parts["Discussion"] = partial(show_after_discussion, report, record, switch=False)
parts["Judges"] = partial(panel.show_judges, report, record, document)
parts["Measures"] = partial(panel.show_measures, report, document)
parts["People"] = partial(panel.show_people, report)
if argued:
    parts["Read it another way"] = partial(heading.show_another_way, report, record)
parts["Cost"] = partial(show_block, replace(document["cost"], folded=False), 3)
show_tabs("panel_parts", parts)
if argued:
    heading.show_settings_changed(report)
offer_report(record)
