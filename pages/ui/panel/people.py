"""Do people score as the judges do? What blind scores over the whole store say, and who scored this debate.

Knows the report on people, as the core words it. Invariant: what was drawn at random is the headline and what judges
part on stands apart; like stands beside like; too little is said to be too little; where nobody scored blind there is
one sentence and the way to Review.
"""

import streamlit as st

from debate_core.exports.people import (
    basis,
    headline,
    likeness_rows,
    order_words,
    person_rows,
    stand_in_words,
)
from debate_core.numerals import counted, listed
from debate_core.people import PeopleReport
from debate_core.report import Report
from pages.ui import router
from pages.ui.shown import terms
from pages.ui.shown.figures import fold, show_table
from pages.ui.shown.words import escaped

QUESTION = "Do people score as the judges do?"


def show_people(report: Report, found: PeopleReport) -> None:
    """People beside judges over all debates, or the way to the page where people score."""
    if not found.debates:
        _show_way("Nobody has scored an argument blind yet: score some on Review")
        return
    fold(QUESTION, "fold_people", lambda: _show(report, found), icon=":material/groups:")


def _show(report: Report, found: PeopleReport) -> None:
    st.markdown(headline(found))
    st.caption(terms.PEOPLE)
    st.caption(f"{basis(found)} {_here(report)}")
    st.caption(
        "On arguments drawn at random. Hold the first line beside the second, the third beside the fourth. "
        f"{terms.LIKE_WITH_LIKE}"
    )
    show_table(likeness_rows(found.anchors), alt="How alike people and judges score what was drawn at random")
    with st.expander("On arguments the judges part on, apart", icon=":material/table_rows:"):
        st.caption("They were chosen for being disputed, so agreement on them is low by selection.")
        show_table(
            likeness_rows(found.divergent), alt="How alike people and judges score what judges part on"
        )
    st.markdown(stand_in_words(found))
    st.caption(terms.STAND_IN)
    with st.expander("Who scored, and whether the order tells", icon=":material/table_rows:"):
        show_table(
            person_rows(found), alt="Each person with the scores given, blind, and faster than one can read"
        )
        st.caption(" ".join([*order_words(found), terms.ORDER]))
    _show_way("Score some yourself on Review")


def _here(report: Report) -> str:
    """Who scored arguments of this debate blind."""
    said = [
        f"{escaped(one.name)} ({counted(blind, 'argument')})"
        for one in report.people
        if (blind := sum(one.blind.values()))
    ]
    return f"In this debate: {listed(said)}." if said else "Nobody scored this debate blind."


def _show_way(label: str) -> None:
    st.page_link(router.page("review"), label=label, icon=":material/rate_review:")
