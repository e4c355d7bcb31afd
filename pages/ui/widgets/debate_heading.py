"""What a result page is about: the topic, whose scores these are, and whether the debate still goes on.

Knows record and status. Invariant: simulated data and missing judges are said before any number.
"""

import streamlit as st

from debate_core.record import Record, Status
from debate_core.report import Report
from pages.ui import state
from pages.ui.widgets.picker import show_picker
from pages.ui.widgets.sentences import failure_sentences
from pages.ui.widgets.status import show_badges
from pages.ui.widgets.words import plain

FOLLOW_SECONDS = 2.0


def show_heading(held: Record, page: str) -> None:
    """Topic and badges, and beside them the way to another debate."""
    now = state.status(held)
    state.keep_address(held)
    st.markdown(f"**{plain(held.config.topic.text)}**")
    with st.container(horizontal=True, gap="small", vertical_alignment="center"):
        show_badges(held, now)
        if not held.failed and held.usable:
            st.badge(held.judges_said, color="gray", icon=":material/groups:")
        show_picker(stay=page)
    follow(held, now)


def follow(held: Record, shown: Status) -> None:
    """Until the debate is finished, show the page anew when something was said or scored, or its status changed."""
    if shown != "finished":
        _follow(held, shown)


@st.fragment(run_every=FOLLOW_SECONDS, key="follow")
def _follow(held: Record, shown: Status) -> None:
    if state.store().last_sequence(held.id) > held.sequence or state.status(held) != shown:
        st.rerun()


def show_missing_judges(report: Report) -> None:
    """Each judge without scores, with the cause."""
    for sentence in failure_sentences(report):
        st.warning(sentence, icon=":material/person_off:")


def show_unfinished(held: Record, report: Report) -> None:
    """That numbers may still change, or stayed as they were when it was stopped."""
    status = state.status(held)
    if status == "finished" or held.usable == len(held.seats):
        return
    waiting = sum(seat.state not in {"done", "failed"} for seat in held.seats)
    if not waiting:
        return
    word = {"running": "is still running", "stopped": "was stopped"}.get(status, f"is {status}")
    st.info(
        f"The debate {word}: {report.judges_said} have scored so far. All numbers below are of these judges and change "
        "when another one has scored.",
        icon=":material/hourglass_top:",
    )
