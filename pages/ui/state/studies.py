"""The studies of the store: which one a page is about, what it has come to, and conducting it."""

import pathlib
from collections.abc import Sequence
from dataclasses import replace

import streamlit as st
from pydantic import ValidationError

from debate_core.domain.errors import SetUpError
from debate_core.running.runner import Runner
from debate_core.study.conducting import Conductor, background_of, begin
from debate_core.study.design import Study, read_study
from debate_core.study.judged import Read, Results, results
from debate_core.study.rows import StudyRow
from pages.ui.state.debates import access, runner, store
from pages.ui.state.reviewing import saw_outcomes
from pages.ui.state.session import Named

study = Named("study")
"""The study that the address names."""
NO_STUDIES = "this server runs no studies for visitors"
_SEEN = "study_rows_seen"
_SAMPLE = pathlib.Path(__file__).parents[3] / "examples" / "study.toml"


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


@st.cache_data(show_spinner=False)
def sample_study() -> Study:
    """The study in the examples. Raises SetUpError."""
    return read_study(_SAMPLE)


def begin_study(study: Study) -> None:
    """Conduct it in the background with this session's keys, as fast as it goes. Raises DebateError."""
    held = studies().get(study.name, study)
    if held != study and study != sample_study():
        raise SetUpError(f"there is another study called {study.name!r} in this store: choose another name")
    conducts = runner()
    if not isinstance(conducts, Runner):
        raise SetUpError(NO_STUDIES)
    begin(study, conducts, replace(access(), pace=0.0))


def study_here(study: Study) -> Conductor | None:
    """What conducts it in this process, or did last."""
    conducts = runner()
    return background_of(conducts, study.name) if isinstance(conducts, Runner) else None


def saw_rows(rows: Sequence[StudyRow]) -> None:
    """Note that the outcomes of these debates are on the page: once in a session."""
    seen: set[str] = st.session_state.setdefault(_SEEN, set())
    new = [row.id for row in rows if row.outcome and row.id not in seen]
    saw_outcomes(new, "the Studies page")
    seen.update(new)
