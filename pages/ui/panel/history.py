"""How good each judge with its model was in debates before this one, and which dimensions told what turned out true;
whether people score as the judges do, and who scored this debate.

Nothing of this debate or a later one is in its past. What was drawn at random is the headline, and what was chosen
stands apart; where nobody scored blind there is one sentence and the way to Review.
"""

import streamlit as st

from debate_core.exports.past import day, dimension_row, judge_row, known_words, severity_cell, severity_said
from debate_core.exports.people import (
    basis,
    headline,
    likeness_rows,
    order_words,
    person_rows,
    stand_in_words,
)
from debate_core.numerals import counted, listed
from debate_core.past import JudgeBefore, PastReport
from debate_core.people import PeopleReport
from debate_core.record import Record
from debate_core.report import Report
from debate_core.wording import named
from pages.ui import router, state
from pages.ui.charts.history import NEWEST, history_plot
from pages.ui.shown import terms
from pages.ui.shown.figures import fold, fold_numbers, show_chart, show_table
from pages.ui.shown.words import escaped, in_words

QUESTION = "Do people score as the judges do?"
_OPEN = "judges_before"


@st.fragment(key="history")
@in_words
def show_history(report: Report, record: Record) -> None:
    """The section, folded: unfolded it reads what every earlier debate taught."""
    fold = st.expander(
        "How good were these judges before?", icon=":material/history:", key=_OPEN, on_change="rerun"
    )
    if fold.open:
        with fold:
            _show(report, record, state.past_report(record))


def _show(report: Report, record: Record, found: PastReport) -> None:
    if not found.judges:
        st.markdown("No finished debate of this store came before this one: nothing is known of any judge.")
        return
    st.markdown(f"**Before this debate: {escaped(known_words(found))}** A debate never teaches about itself.")
    show_table(
        [
            _row(judge.name, judge.model, found.of(judge.name, judge.model))
            for judge in report.judges
            if judge.model
        ],
        alt="Each judge of this panel: past debates, right, wrong, accuracy, severity, agreement with people, model",
    )
    st.caption(terms.PAST)
    _show_severities(report, found)
    _show_dimensions(record, found)
    with fold_numbers("all judges and models of the store"):
        show_table(
            [judge_row(one) for one in found.judges],
            alt="Every judge with its model that scored in a finished debate before this one",
        )


def _row(judge: str, model: str, one: JudgeBefore | None) -> dict[str, str]:
    return {"Judge": judge, "Debates": "0", "Model": model} if one is None else judge_row(one)


def _show_severities(report: Report, found: PastReport) -> None:
    here = [one for judge in report.judges if judge.model and (one := found.of(judge.name, judge.model))]
    if not here:
        return
    st.markdown("**Severity over time**")
    st.caption(
        f"Points below the panel in each of the newest {NEWEST} debates at most, the oldest on the left, with 95% "
        "intervals; hollow where there is none. Up is stricter than that debate's panel: another panel, another zero."
    )
    show_chart(history_plot(here), key="history_severity", alt=_in_words(here))
    with fold_numbers("severity in each debate"):
        show_table(
            [
                {
                    "Day": day(then.opened_at),
                    "Debate": then.debate,
                    "Judge": one.judge,
                    "Severity, points": severity_cell(then.found),
                }
                for one in here
                for then in reversed(one.severities)
            ],
            alt="Severity of each judge of this panel in each past debate, the newest first",
        )


def _in_words(judges: list[JudgeBefore]) -> str:
    said = listed([f"{one.judge} {severity_said(one.severity)}" for one in judges])
    return f"Severity of each judge in past debates with its interval. On average: {said}. The numbers stand below"


def _show_dimensions(record: Record, found: PastReport) -> None:
    """Which dimensions' scores preferred what turned out to be true."""
    st.markdown("**Which qualities told what turned out to be true**")
    st.caption(terms.DIMENSIONS_TRUE)
    if not found.dimensions:
        st.markdown("Not known: of no debate before this one it is known that a side was right.")
        return
    titles = {one.key: one.title for one in record.config.rubric.dimensions}
    show_table(
        [dimension_row(titles.get(one.dimension, named(one.dimension)), one) for one in found.dimensions],
        alt="For each dimension, in how many debates the panel's scores of it preferred the side that was right",
    )


def show_people(report: Report, found: PeopleReport) -> None:
    """People beside judges over all debates, or the way to the page where people score."""
    if not found.debates:
        _show_way("Nobody has scored blind yet: go to Review")
        return
    fold(QUESTION, "fold_people", lambda: _show_people(report, found), icon=":material/groups:")


def _show_people(report: Report, found: PeopleReport) -> None:
    st.markdown(headline(found))
    st.caption(terms.PEOPLE)
    st.caption(f"{basis(found)} {_here(report)}")
    st.caption(
        "On arguments drawn at random. Hold the first line beside the second, the third beside the fourth. "
        f"{terms.LIKE_WITH_LIKE}"
    )
    show_table(likeness_rows(found.anchors), alt="How alike people and judges score what was drawn at random")
    low = "They were chosen for being disputed, so agreement on them is low by selection."
    _show_apart(likeness_rows(found.divergent), "the judges disagree on", low)
    if found.named.person_judge.n:
        wide = "The judges are furthest apart on them, perhaps by chance. They were not drawn at random."
        _show_apart(likeness_rows(found.named), "Verdict names", wide)
    st.markdown(stand_in_words(found))
    st.caption(terms.STAND_IN)
    with st.expander("Who scored, and whether the order tells", icon=":material/table_rows:"):
        show_table(
            person_rows(found), alt="Each person with the scores given, blind, and faster than one can read"
        )
        st.caption(" ".join([*order_words(found), terms.ORDER]))
    _show_way("Score some yourself on Review")


def _show_apart(rows: list[dict[str, str]], which: str, why: str) -> None:
    with st.expander(f"On arguments {which}, apart", icon=":material/table_rows:"):
        st.caption(why)
        show_table(rows, alt=f"How alike people and judges score arguments {which}")


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
