"""A record out of another store: what it holds, and taking it in.

Knows the reader of exported files. Invariant: it is taken in whole or not at all; whether weights may learn of its
judges is a person's word, off unless said.
"""

import streamlit as st

from debate_core.bringing.exported import read_exported, take_in
from debate_core.errors import DebateError
from debate_core.numerals import counted
from debate_core.replay import replay_any
from pages.ui import router, state
from pages.ui.shown.words import escaped, show_fault


def ask_exported(brought: state.Brought) -> None:
    """Its topic and size, and the button."""
    try:
        events = read_exported(brought.data, brought.name)
    except DebateError as error:
        show_fault(str(error))
        return
    record = replay_any(events)
    st.header("A record of another store", anchor=False)
    st.markdown(
        f"**{escaped(record.called.capitalize())}**, {counted(len(events), 'event')}, under the id `{record.id}`."
    )
    st.caption("Addresses of servers in it stay behind, so that no key is ever sent where a file says.")
    teaches = st.checkbox(
        "Let weights learn of its judges",
        key="elsewhere_teaches",
        help="Off: the judges' history here is of this store's own debates only.",
    )
    if st.button("Take it in", type="primary", key="take_in", icon=":material/download:"):
        try:
            router.go("watch", take_in(state.store(), events, teaches=teaches))
        except DebateError as error:
            show_fault(str(error))
