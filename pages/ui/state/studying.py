"""Which study a page is about, and what it has come to. Invariant: the address names the study; a reading of a debate
is kept only while its log is as long as it was."""

from collections.abc import Sequence

import streamlit as st
from pydantic import ValidationError

from debate_core.study.design import Study
from debate_core.study.judged import Read, Results, results
from debate_core.study.rows import Row
from pages.ui.state.debates import store
from pages.ui.state.reviewing import saw_outcomes
from pages.ui.state.session import Named

study = Named("study")
"""The study that the address names."""
_SEEN = "study_rows_seen"


def studies() -> dict[str, Study]:
    """The studies of the store by name, the one begun last first; without those of another version."""
    found = {}
    for name, (body, _) in store().all_noted("study").items():
        try:
            found[name] = Study.model_validate_json(body)
        except ValidationError:
            continue
    return found


@st.cache_resource(show_spinner=False, max_entries=4)
def _known(path: str, study: str) -> dict[tuple[str, int], Read]:
    return {}


def results_of(study: Study) -> Results:
    """What became of its debates; one that has finished is read once."""
    return results(store(), study, _known(store().place, study.model_dump_json()))


def rows_moved_on(rows: Sequence[Row]) -> bool:
    """Whether a debate of these ran a moment ago and no longer does, or was begun since."""
    return any(
        bool(store().last_sequence(row.id))
        if row.status == "not_begun"
        else row.status in ("running", "interrupted") and store().goes_on(row.id) != (row.status == "running")
        for row in rows
    )


def saw_rows(rows: Sequence[Row]) -> None:
    """Note that the outcomes of these debates are on the page: once in a session."""
    seen: set[str] = st.session_state.setdefault(_SEEN, set())
    new = [row.id for row in rows if row.outcome and row.id not in seen]
    saw_outcomes(new, "the Studies page")
    seen.update(new)
