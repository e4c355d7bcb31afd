"""What reviewers score a text on: the built-in dimensions, some of them, or others.

Knows the dimensions through `state`. Invariant: there are two or more, of different names; what can't be one is said
and not taken.
"""

import streamlit as st
from pydantic import ValidationError

from debate_core.artifact import ARTIFACT_RUBRIC
from debate_core.rubric import Dimension
from pages.ui import state
from pages.ui.draft import plain_fault
from pages.ui.shown.words import escaped, show_fault

FEWEST, MOST = 2, 12


def ask_dimensions() -> None:
    """Each dimension with what its ends mean; leaving one out, adding one."""
    chosen, scale = state.dimensions(), ARTIFACT_RUBRIC.scale
    for place, one in enumerate(chosen):
        words, out = st.columns([3, 1], vertical_alignment="center")
        ends = f"{scale.low}: {one.low}; {scale.high}: {one.high}"
        words.markdown(f"**{escaped(one.title)}** {escaped(one.question)}  \n:gray[{escaped(ends)}]")
        rest = chosen[:place] + chosen[place + 1 :]
        out.button(
            "Leave out",
            key=f"leave_out_{one.key}",
            disabled=len(rest) < FEWEST,
            on_click=state.choose_dimensions,
            args=(rest,),
            help=f"Leave out {escaped(one.title)}",
        )
    if chosen != ARTIFACT_RUBRIC.dimensions:
        usual = (ARTIFACT_RUBRIC.dimensions,)
        st.button("The built-in six", key="usual_dimensions", on_click=state.choose_dimensions, args=usual)
    if len(chosen) < MOST:
        _ask_another(chosen)


def _ask_another(chosen: tuple[Dimension, ...]) -> None:
    with st.form("another_dimension", border=False, clear_on_submit=False):
        key = st.text_input("Another dimension", max_chars=31, placeholder="one lower-case word")
        question = st.text_input("What the reviewer asks", max_chars=200)
        low = st.text_input("1 means", max_chars=100)
        high = st.text_input("3 means", max_chars=100)
        if not st.form_submit_button("Add it", icon=":material/add:"):
            return
    if key.strip() in {one.key for one in chosen}:
        show_fault("There is a dimension of this name already.")
        return
    if not (question.strip() and low.strip() and high.strip()):
        show_fault("Say what is asked, and what both ends mean.")
        return
    try:
        new = Dimension(key=key.strip(), question=question.strip(), low=low.strip(), high=high.strip())
    except ValidationError as error:
        show_fault(plain_fault(error))
        return
    state.choose_dimensions((*chosen, new))
    st.rerun()
