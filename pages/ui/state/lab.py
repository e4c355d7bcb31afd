"""The question that the lab's address asks, and its answer.

Knows streamlit's session, caches and address. Invariant: the question is in the address alone, so it survives a refresh
and can be shared.
"""

import streamlit as st

from debate_core.lab import MANY_PANELS, PANELS, LabFound, Question, QuestionRead, lab, read_question
from debate_core.lab import NAMES as LAB_NAMES
from debate_core.rules import Thresholds
from pages.ui.address import from_query


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
        many = {"panels": str(MANY_PANELS)} if chosen == MANY_PANELS else {}
        st.query_params.from_dict(
            {key: text for key, text in st.query_params.to_dict().items() if key != "panels"} | many
        )
        return
    if isinstance(chosen, bool):
        change_lab(**{name: "yes" if chosen else "no"})
    else:
        change_lab(**{name: chosen if isinstance(chosen, str) else f"{chosen / per:g}"})


def change_lab(**choices: str) -> None:
    """Put other choices into the address, for a person's click on a suggestion."""
    _address_lab(read_question(lab_question().question.changed | choices).question)


def reset_lab() -> None:
    """Ask about the usual panel, under the usual thresholds, again."""
    st.query_params.from_dict({})


def lab_thresholds() -> Thresholds:
    """The thresholds that the address names; a debate's own settings don't count here, nor these there."""
    return from_query(st.query_params).thresholds


def _address_lab(question: Question) -> None:
    """The address in one step of its history, so that Back leads to what somebody chose."""
    now = st.query_params.to_dict()
    st.query_params.from_dict(
        {key: text for key, text in now.items() if key not in LAB_NAMES} | question.changed
    )


@st.cache_data(show_spinner=False, max_entries=60)
def _lab(question: Question, panels: int, thresholds: Thresholds) -> LabFound:
    return lab(question, panels, thresholds=thresholds)


def lab_found(question: Question, panels: int) -> LabFound:
    """What simulating such panels gives under the address's thresholds; the same question is simulated once."""
    return _lab(question, panels, lab_thresholds())
