"""Panel: how far do the judges agree, and where do they part?"""

import streamlit as st

from pages.ui import router, state
from pages.ui.panel import agreement, arguments, history, people
from pages.ui.shown.after_talk import show_after_talk
from pages.ui.shown.drawer import show_drawer
from pages.ui.shown.heading import show_heading, show_incomplete, show_nothing, show_unscored
from pages.ui.shown.readings import show_robustness, show_settings
from pages.ui.shown.sentences import agreement_headline, agreement_sentence, waiting_judges

router.enter()

WHAT = (
    "When at least two judges have scored, this page says how far they agree, where they part, and opens each argument "
    "with every judge's scores and reasons side by side."
)

# read
name = state.debate()
record = state.record(name) if name else None

# ask
if record is None:
    show_nothing(WHAT)
    st.stop()
st.title("How far do the judges agree?", anchor=False)
show_heading(record, "panel")
if record.judging.usable < 2:
    show_unscored(record, WHAT)
    st.stop()
report = state.report_of(record)
state.saw(record, "the Panel page")
opening = st.container(key="opening")
show_settings(report)

# show
rubric = record.config.rubric
with opening:
    st.header(agreement_headline(report), anchor=False)
    st.markdown(agreement_sentence(report))
    show_incomplete(record, report)
agreement.show_gauges(report)
agreement.show_measures(report, rubric)
arguments.show_by_judge(report)
arguments.show_divergences(report)
arguments.show_by_dimension(report, rubric)
show_after_talk(report, record)
agreement.show_pairs(report)
agreement.show_influence(report)
arguments.show_scores(report, rubric)
arguments.show_judges(report)
history.show_history(report, record)
if not waiting_judges(report):
    show_robustness(report)
people.show_people(report, state.people_said())
if opened := state.argument(record):
    show_drawer(report, record, opened)
