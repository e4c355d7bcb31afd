"""Which study it is, how far it has come and what it used; or how to begin one.

Knows `state` and what the core says. Invariant: what is simulated is said before any number, and what failed or was not
begun is counted out loud.
"""

from collections.abc import Sequence

import streamlit as st

from debate_core.study.rows import Row
from debate_core.study.shape import StudyReport
from debate_core.study.telling import outcome_words, progress_words, spent_words
from pages.ui import state
from pages.ui.shown.words import clip, escaped

FOLLOW_SECONDS = 3.0
_RUN = """python -m debate_core study run examples/study.toml --check
python -m debate_core study run examples/study.toml
python -m debate_core study report examples/study.toml"""


def show_none() -> None:
    """That there is no study, or none of that name, and how to begin one."""
    if named := state.named_study():
        st.markdown(f"There is no study called {escaped(repr(clip(named, 80)))} in this store.")
    st.markdown(
        "A study conducts many debates as one design: topics, pairs of models, sides swapped, panels, repeats. Then it "
        "says whether outcomes follow the side, whether a panel says the same again, whether a judge prefers its own "
        "family, which model argues best, and how far judges agree. It is one file, run from a shell:"
    )
    st.code(_RUN, language="shell", wrap_lines=True)
    st.caption(
        "The first line says what it will take and buys nothing. The example is simulated and needs no key."
    )


def show_heading(found: StudyReport, others: Sequence[str]) -> None:
    """Name, badges and the way to another study; then how far it has come."""
    with st.container(horizontal=True, gap="small", vertical_alignment="center"):
        st.markdown(f"**{escaped(found.name)}**", width="content")
        if found.simulated != "no":
            st.badge(escaped(found.simulated.partition(":")[0].capitalize()), color="gray")
        _show_status(found)
        if others:
            st.menu_button(
                "Another study",
                list(others),
                format_func=lambda name: escaped(clip(name, 70)),
                key="pick_study",
                on_click=_open,
                icon=":material/history:",
                type="tertiary",
            )
    if found.finished < found.planned:
        st.progress(found.finished / found.planned, text=f"{progress_words(found)}.")
    st.caption(f"{found.finished} finished: {outcome_words(found)}. {spent_words(found).capitalize()}.")


def _open() -> None:
    state.open_study(str(st.session_state["pick_study"]))


def _show_status(found: StudyReport) -> None:
    if found.finished == found.planned:
        st.badge("Finished", color="green", icon=":material/check_circle:")
    elif found.running:
        st.badge("Running", color="violet", icon=":material/play_circle:")
    else:
        st.badge(
            "Not whole", color="yellow", icon=":material/pause_circle:", help="Run it again, and it goes on."
        )
    if found.failed:
        words = f"{found.failed} failed or stopped"
        st.badge(
            words, color="red", icon=":material/error:", help="Each with its cause in the table of debates."
        )


@st.fragment(run_every=FOLLOW_SECONDS, key="follow_study")
def follow(rows: Sequence[Row]) -> None:
    """Show the page anew when a debate was begun or has ended."""
    if state.rows_moved_on(rows):
        st.rerun()
