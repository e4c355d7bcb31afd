"""Studies: what does a panel do over many debates?"""

import streamlit as st

from debate_core.reporting.study import heading_text, study_document
from debate_core.study.conductor import all_studies
from debate_core.study.report import study_report
from pages.ui import router, state
from pages.ui import studies as parts
from pages.ui.shared.heading import show_question
from pages.ui.shared.widgets import fold

DESIGN = "Compare models, or design a study of your own"
QUESTION = "What does a panel do over many debates?"
router.enter()

# read
studies = all_studies(state.store())
study = studies.get(parts.named_study() or next(iter(studies), ""))

# ask
if study is None:
    st.title(QUESTION, anchor=False)
    parts.show_none(list(studies))
    parts.show_first_run(parts.sample_study())
    fold(DESIGN, "fold_design", parts.show_design)
    st.stop()
with st.spinner("Reading the debates…"):
    results = parts.results_of(study)
report = study_report(results)
document = study_document(report)

# show
if report.finished:
    running = parts.is_running(study, report)
    # Only the tiles count a running study's debates: they are drawn anew more often.
    heading = "This study is running" if running else heading_text(report, document.blocks[0])
    show_question(QUESTION, heading)
else:
    st.title(QUESTION, anchor=False)
parts.show_name(report, [name for name in studies if name != study.name])
parts.show_run(study, report)
if report.finished:
    parts.show_findings(document.blocks, heading)
    parts.show_downloads(document, results.rows)
parts.show_debates(results.rows)
fold(DESIGN, "fold_design", parts.show_design)
