"""The briefing for the decision-maker: each statement with the arguments it rests on.

Knows the report. Invariant: a statement that rests on nothing is marked so; a briefing that could not be had says why.
"""

import streamlit as st

from debate_core.briefing import Statement
from debate_core.record import Record
from debate_core.report import Report
from pages.ui import router, state
from pages.ui.widgets.argument_drawer import show_links
from pages.ui.widgets.words import plain, show_words

_HELP = (
    "Written by one model at the end, from the debate. It names no winner: the outcome above is the panel's. Each "
    "statement names the arguments it rests on."
)


def show_briefing(report: Report, held: Record) -> None:
    """Key insight, what to verify oneself, recommendation; or why there is none."""
    st.subheader("Briefing", help=_HELP, anchor=False)
    found = report.briefing
    if found.value is None:
        _show_absent(held, found.reason)
        return
    with st.container(border=True, key="briefing"):
        _show_statement(report, "Key insight", found.value.key_insight)
        for place, statement in enumerate(found.value.unresolved):
            _show_statement(report, "To verify yourself" if place == 0 else "", statement)
        _show_statement(report, "Recommendation", found.value.recommendation)


def _show_statement(report: Report, title: str, statement: Statement) -> None:
    if title:
        st.markdown(f"**{title}**")
    show_words(statement.text)
    if statement.supported:
        with st.container(horizontal=True, gap="small", vertical_alignment="center"):
            st.caption("Rests on", width="content")
            show_links(report, statement.rests_on)
    else:
        st.badge("Unsupported: names no argument", color="yellow", icon=":material/link_off:")


def _show_absent(held: Record, reason: str | None) -> None:
    if held.briefing_cause:
        st.markdown(f"**There is no briefing**: {plain(held.briefing_cause)}. The scores are not affected.")
        st.markdown("It can be asked for again: on Watch, resume the debate and ask again what failed.")
        if st.button("Go to the debate", key="briefing_to_watch", icon=":material/replay:"):
            router.go("watch", held.id)
        return
    if state.status(held) == "running":
        st.markdown("It is written when the judges are done.")
        return
    st.markdown(f"There is none: {plain(reason or 'not written')}.")
