"""As what an argument was settled, by whom and why; and what a no call would be without what was settled.

Knows the report. Invariant: it stands beside the judges' standings and the outcome, never in their place.
"""

import streamlit as st

from debate_core.exports.numbers import settled_words
from debate_core.report import Report
from debate_core.reviews import standing_said
from debate_core.wording import capital
from pages.ui.shown.words import escaped


def show_settled(report: Report, name: str) -> None:
    """One argument's settlement; nothing where it isn't settled."""
    if one := report.settlement(name):
        st.markdown(f":material/task_alt: {capital(settled_words(one, escaped))}")


def settled_cell(report: Report, name: str) -> dict[str, str]:
    """One argument's cell of a table; no column at all while nothing is settled. Who and why stand where it is read."""
    one = report.settlement(name)
    said = standing_said(one.standing) if one else "not settled"
    return {"Settled as": capital(said)} if report.settled else {}


def show_if_settled(report: Report) -> None:
    """What the outcome would be if settled arguments no longer counted as divergent."""
    if report.if_settled:
        st.markdown(f":material/task_alt: {escaped(report.if_settled.sentence)}")
