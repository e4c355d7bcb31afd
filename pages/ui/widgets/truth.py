"""What turned out to be true: recorded by a person, and what it says of each judge's ballot (CV-5).

Knows record, report and the store's facts. Invariant: it changes no outcome and no weight of this debate; only later
debates learn from it.
"""

import streamlit as st

from debate_core.errors import DebateError
from debate_core.events import REASON_MOST, OutcomeKnown
from debate_core.numerals import listed
from debate_core.record import Record
from debate_core.report import Report
from debate_core.scoresheet import BALLOTS
from pages.ui import state
from pages.ui.widgets.words import plain, show_words

_UNKNOWN = "Not known"


def show_truth(report: Report, held: Record) -> None:
    """The true outcome if it is known, which judges it proves right, and the way to record it."""
    st.subheader("What turned out to be true", anchor=False)
    known = held.true_outcome
    if known is None:
        st.markdown(
            "Not recorded. Once you know which side was right, record it: judges that were right before can then count "
            "for more in later debates (*classic* weights), and you see who tends to be right."
        )
    else:
        right = [plain(judge.name) for judge in report.judges if judge.ballot == known.outcome]
        wrong = [plain(judge.name) for judge in report.judges if judge.ballot not in {None, known.outcome}]
        said = f"The scores of {listed(right)} preferred it" if right else "No judge's scores preferred it"
        rest = f"; those of {listed(wrong)} did not" if right and wrong else ""
        st.markdown(f"**{known.outcome}**, as a person recorded it. {said}{rest}.")
        if known.reason:
            show_words(known.reason, quiet=True)
    if held.example is not None:
        st.caption("This is a written example: what is recorded of it counts for no judge.")
    elif held.progress != "finished":
        st.caption("It counts in the judges' history once the debate is finished.")
    with st.popover("Record what turned out to be true", icon=":material/fact_check:", key="record_truth"):
        _show_form(held)


def _show_form(held: Record) -> None:
    with st.form("truth", border=False):
        options = (*BALLOTS, _UNKNOWN)
        known = held.true_outcome
        st.radio(
            "It turned out to be",
            options,
            index=options.index(known.outcome if known else _UNKNOWN),
            horizontal=True,
            key=f"truth_{held.id}",
        )
        st.text_input(
            "How it is known",
            value=known.reason if known else "",
            max_chars=REASON_MOST,
            key=f"truth_reason_{held.id}",
        )
        st.form_submit_button(
            "Record", type="primary", icon=":material/save:", on_click=_record, args=(held.id,)
        )


def _record(debate: str) -> None:
    """Put a person's word in the store; it needs no lease."""
    chosen, reason = st.session_state[f"truth_{debate}"], str(st.session_state[f"truth_reason_{debate}"])
    outcome = None if chosen == _UNKNOWN else chosen
    try:
        state.store().append(debate, [OutcomeKnown(outcome=outcome, reason=reason.strip())])
    except DebateError as error:
        st.error(plain(str(error)), icon=":material/error:")
        return
    st.toast("Recorded.", icon=":material/check_circle:")
