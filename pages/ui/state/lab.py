"""The question that the lab's address asks, and its answer.

Knows streamlit's session, caches and address. Invariant: the question is in the address alone, so it survives a refresh
and can be shared.
"""

import streamlit as st

from debate_core.lab import MANY_PANELS, PANELS, LabFound, Question, QuestionRead, lab, read_question
from debate_core.lab import NAMES as LAB_NAMES
from debate_core.rules import Thresholds
from pages.ui.state.debates import settings


def lab_choice(name: str) -> str:
    """The session key of a choice in the lab, for the widget that shows it."""
    return f"lab_{name}"


def lab_question() -> QuestionRead:
    """The panel that the address asks about; what it can't be is refused and stays as usual."""
    return read_question({name: st.query_params[name] for name in LAB_NAMES if name in st.query_params})


def lab_panels() -> int:
    """How many panels of each size are simulated: the usual number, or the many that the address asks for."""
    return MANY_PANELS if st.query_params.get("panels") == str(MANY_PANELS) else PANELS


def ask_lab(name: str, per: int = 1) -> None:
    """Put a choice that a person just made in the lab into the address; `per` 100 where it is shown in percent."""
    chosen = st.session_state[lab_choice(name)]
    if name == "panels":
        st.query_params.pop("panels", None)
        if chosen == MANY_PANELS:
            st.query_params["panels"] = str(MANY_PANELS)
        return
    if isinstance(chosen, bool):
        change_lab(**{name: "yes" if chosen else "no"})
    else:
        change_lab(**{name: chosen if isinstance(chosen, str) else f"{chosen / per:g}"})


def change_lab(**choices: str) -> None:
    """Put other choices into the address, for a person's click on a suggestion."""
    _address_lab(read_question(lab_question().question.changed | choices).question)


def reset_lab() -> None:
    """Ask about the usual panel again."""
    _address_lab(Question())


def _address_lab(question: Question) -> None:
    for name in LAB_NAMES:
        st.query_params.pop(name, None)
    for name, text in question.changed.items():
        st.query_params[name] = text


@st.cache_data(show_spinner=False, max_entries=60)
def _lab(question: Question, panels: int, thresholds: Thresholds) -> LabFound:
    return lab(question, panels, thresholds=thresholds)


def lab_found(question: Question, panels: int) -> LabFound:
    """What simulating such panels gives under this session's thresholds; the same question is simulated once."""
    return _lab(question, panels, settings().thresholds)
