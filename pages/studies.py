"""Studies: what does a panel do over many debates?"""

import streamlit as st

from debate_core.reporting.study import study_document
from debate_core.study.report import study_report
from pages.ui import router
from pages.ui.shared.heading import show_question
from pages.ui.shared.widgets import fold
from pages.ui.studies import (
    all_studies,
    named_study,
    results_of,
    sample_study,
    show_debates,
    show_design,
    show_downloads,
    show_findings,
    show_first_run,
    show_name,
    show_none,
    show_run,
)

DESIGN = "Compare models, or design a study of your own"
QUESTION = "What does a panel do over many debates?"
router.enter()

# read
studies = all_studies()
study = studies.get(named_study() or next(iter(studies), ""))

# ask
if study is None:
    st.title(QUESTION, anchor=False)
    show_none(list(studies))
    show_first_run(sample_study())
    fold(DESIGN, "fold_design", show_design)
    st.stop()
with st.spinner("Reading the debates…"):
    results = results_of(study)
report = study_report(results)
document = study_document(report)

# show
if report.finished:
    show_question(QUESTION, document.blocks[0].title)
else:
    st.title(QUESTION, anchor=False)
show_name(report, [name for name in studies if name != study.name])
show_run(study, report)
if report.finished:
    show_findings(document.blocks)
    show_downloads(document, results.rows)
show_debates(results.rows)
fold(DESIGN, "fold_design", show_design)
