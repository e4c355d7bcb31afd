"""The start button of the set-up page, and what stands in its way.

Knows the draft; starts nothing itself. Invariant: what is missing is said before anything starts, and
where to mend it.
"""

import streamlit as st

from pages.ui.draft import Draft
from pages.ui.widgets.words import plain

_WHERE = {"debaters": "Format and debaters", "judges": "Judges", "rubric": "Rubric", "live": "Live judge"}


def show_missing(draft: Draft, lacking: dict[str, str]) -> None:
    """Each thing that keeps the debate from starting, with the section that mends it."""
    for section, words in draft.faults.items():
        if section in _WHERE:
            st.warning(f"{plain(words)} See *{_WHERE[section]}* below.", icon=":material/warning:")
    for words in lacking.values():
        st.warning(f"{plain(words)} See *Models and keys* below.", icon=":material/key:")


def show_start() -> bool:
    """The start button; true when it was clicked. It stays enabled, so that a click right after typing counts."""
    return st.button("Start the debate", type="primary", key="start_debate", icon=":material/play_arrow:")
