"""Everything that can be set, by parts under tabs, folded; only the part that is open is computed and sent. Where
something keeps the debate from starting, the section stands open at the part that mends it, once; after that it is the
reader's.
"""

from collections.abc import Callable, Iterable, Mapping

import streamlit as st

from pages.ui.draft import Draft
from pages.ui.set_up.debaters import show_format, show_live_judge
from pages.ui.set_up.judges import show_deliberation, show_judges, show_rubric
from pages.ui.set_up.models import show_access
from pages.ui.set_up.topic import MODELS, PART, SECTION, WHERE, show_budget
from pages.ui.shown.figures import fold

_AT_FAULT = "settings_at_fault"
_PARTS: Mapping[str, Callable[[Draft], None]] = {
    "Format and debaters": show_format,
    "Judges": show_judges,
    "Discussion": show_deliberation,
    "Rubric": show_rubric,
    "Live judge": show_live_judge,
    "Budget and seed": lambda _: show_budget(),
    MODELS: show_access,
}
OF_DEBATERS = ("Format and debaters", "Live judge")


def show_settings(
    label: str, draft: Draft, lacking: Iterable[str] = (), without: tuple[str, ...] = ()
) -> None:
    """The parts, but for those left out; `lacking`: the providers that something is missing of."""
    parts = [part for part in _PARTS if part not in without]
    at_fault = [WHERE.get(fault) for fault in draft.faults] + [MODELS for _ in lacking]
    at_fault = [part for part in at_fault if part in parts]
    if at_fault and not st.session_state.get(_AT_FAULT) and not st.session_state.get(SECTION):
        st.session_state[SECTION], st.session_state[PART] = True, at_fault[0]
    st.session_state[_AT_FAULT] = bool(at_fault)

    def show() -> None:
        for part, place in zip(parts, st.tabs(parts, key=PART, on_change="rerun"), strict=True):
            if place.open:
                with place:
                    _PARTS[part](draft)

    fold(label, SECTION, show, icon=":material/tune:")
