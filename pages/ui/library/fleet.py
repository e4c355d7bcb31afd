"""Who works for this store and what waits, where workers conduct its debates."""

import streamlit as st

from debate_core.domain.errors import StoreFailed
from pages.ui import state
from pages.ui.shown.figures import fold
from pages.ui.shown.words import escaped, show_fault

FOLLOW_SECONDS = 3.0


def show_fleet() -> None:
    fold("Workers and queue", "fold_fleet", _follow, icon=":material/dns:")


@st.fragment(run_every=FOLLOW_SECONDS, key="follow_fleet")
def _follow() -> None:
    try:
        said, tables = state.fleet_said()
    except StoreFailed as error:
        show_fault(str(error))
        return
    st.markdown(f"{escaped(said)}.")
    for title, rows in tables.items():
        st.markdown(f"**{escaped(title)}**")
        st.dataframe(rows, hide_index=True, alt=title)
