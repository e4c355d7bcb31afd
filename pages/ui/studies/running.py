"""Starting a study from the page, a tile for each of its debates while they come, Stop, and going on."""

import time
from typing import Any

import streamlit as st

from debate_core.domain.numerals import pluralise
from debate_core.domain.wording import capital
from debate_core.reporting.study import cost_text, progress_text, progress_tiles
from debate_core.running.estimate import ahead_text
from debate_core.study.cells import study_ahead
from debate_core.study.design import Study
from debate_core.study.saying import say
from debate_core.study.shape import StudyReport
from pages.ui import state
from pages.ui.blocks.show import show_picture
from pages.ui.shown.words import escaped, fault_shown, in_words

LOOK_SECONDS, SHOW_SECONDS = 1.0, 8.0
"""How often the tiles are drawn anew while a study runs, and how often the findings below them."""


def show_run(study: Study, found: StudyReport) -> None:
    """The card of a study: how far it has come, and what one may do with it."""
    with st.container(border=True, key="study_run"):
        here = state.study_here(study)
        if found.running or (here and here.runs):
            _follow(study, found.finished, time.monotonic())
            return
        buttons, tiles = st.columns([1, 3], gap="medium", vertical_alignment="center")
        with buttons:
            _show_start(study, found)
        with tiles:
            _show_tiles(found)
        if here and here.progress.why:
            st.warning(escaped(f"{capital(here.progress.why)}."), icon=":material/pause_circle:")


def show_first_run(study: Study, label: str = "Run the sample study", key: str = "run_study") -> None:
    """The card of a study that nobody has run in this store."""
    with st.container(border=True, key=f"{key}_card"):
        buttons, words = st.columns([1, 3], gap="medium", vertical_alignment="center")
        with buttons:
            _button(label, study, key)
        words.markdown(escaped(_takes(study)))


def _takes(study: Study) -> str:
    lasts = "It takes about a minute." if study == state.sample_study() else ""
    return f"{pluralise(study.debates, 'debate')}, about {ahead_text(study_ahead(study))} {lasts}".strip()


def _show_start(study: Study, found: StudyReport) -> None:
    if found.finished < found.planned:
        whole = not (found.finished or found.failed)
        _button("Start the study" if whole else "Go on", study)
        used = "" if whole else f" Used so far: {cost_text(found)}."
        st.caption(escaped(f"In all {_takes(study)}{used}"))
    else:
        st.badge("Finished", color="green", icon=":material/check_circle:")


def _button(label: str, study: Study, key: str = "run_study") -> None:
    if st.button(label, key=key, type="primary", icon=":material/play_arrow:"):
        with fault_shown():
            state.begin_study(study)
            state.study.keep(study.name)
            st.rerun()


def _show_tiles(found: StudyReport) -> None:
    if tiles := progress_tiles(found):
        show_picture(tiles, key="study_tiles")
    st.caption(escaped(f"{progress_text(found)}. {capital(cost_text(found))}."))


@st.fragment(run_every=LOOK_SECONDS, key="follow_study")
@in_words
def _follow(study: Study, finished: int, since: float) -> None:
    """Tiles and Stop while it runs; the whole page anew now and then, and when it has ended."""
    found = say(state.results_of(study))
    here = state.study_here(study)
    runs = here is not None and here.runs
    buttons, tiles = st.columns([1, 3], gap="medium", vertical_alignment="center")
    with buttons:
        # A callback acts before anything is drawn: it must stop at once.
        stop: dict[str, Any] = {"on_click": here.stop if here else None, "disabled": not runs}
        st.button("Stop the study", key="stop_study", icon=":material/stop:", **stop)
        st.caption(
            "Finished debates are kept." if runs else "Another program runs this study. Stop it there."
        )
    with tiles:
        _show_tiles(found)
    due = found.finished != finished and time.monotonic() - since >= SHOW_SECONDS
    if due or not (runs or found.running):
        st.rerun()
