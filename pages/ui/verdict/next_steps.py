"""What can be done next: a row of ways on, what to read by hand, and what would help to decide.

Knows the report and the pages. Invariant: it leads to where a thing is done and does none of it here.
"""

import streamlit as st

from debate_core.record import Record
from debate_core.report import Report
from debate_core.report.shape import Help
from pages.ui import router, state
from pages.ui.shown.deliberating import can_deliberate, show_door
from pages.ui.shown.drawer import show_link
from pages.ui.shown.figures import show_page_download
from pages.ui.shown.persons_word import ask_truth
from pages.ui.shown.sentences import waiting_judges
from pages.ui.shown.settled import show_settled
from pages.ui.shown.words import clip, escaped


def show_row(report: Report, record: Record) -> None:
    """The ways on, side by side; none while judges are awaited."""
    if waiting_judges(report):
        return
    first = report.outcome.call == "no_call" and record.deliberating is None and can_deliberate(record)
    with st.container(horizontal=True, vertical_alignment="center", gap="medium", key="next_row"):
        if first:
            show_door(record, primary=True)
        if st.button(
            "Review by hand",
            key="to_review",
            type="secondary" if first else "primary",
            icon=":material/rate_review:",
            help="You have seen this page, so your scores count as *not blind*: it is kept and said. A colleague's are "
            "blind.",
        ):
            router.go("review", report.debate)
        if not state.reveal_plays(record):
            reveal = {"on_click": state.play_reveal, "args": (record,)}
            st.button("Show the reveal", key="reveal", icon=":material/animation:", **reveal)
        if not first and record.deliberating is None:
            show_door(record)
        ask_truth(record)
        show_page_download(record.id, "Report as one file")


def show_by_hand(report: Report) -> None:
    """On no call, or where judges part: what to read by hand, what was settled, and what would help."""
    if report.review:
        st.subheader("Read these by hand", anchor=False)
        st.markdown("The judges are furthest apart on them, the widest first.")
        rows = {row.id: row for row in report.arguments}
        for name in report.review:
            show_link(report, name, rows[name].claim)
            if rows[name].why:
                st.caption(f"{escaped(rows[name].why or '')}.")
            show_settled(report, name)
    _show_others_settled(report)
    if report.helps and report.outcome.call == "no_call" and not waiting_judges(report):
        st.subheader("What would help to decide", anchor=False)
        for one in report.helps:
            _show_help(report, one)


def _show_others_settled(report: Report) -> None:
    """What was settled and isn't to be read by hand."""
    others = [one.argument for one in report.settled if one.argument not in report.review]
    if others:
        st.subheader("Settled by people", anchor=False)
    for name in others:
        show_link(report, name, next(row.claim for row in report.arguments if row.id == name))
        show_settled(report, name)


def _show_help(report: Report, one: Help) -> None:
    """One thing that would help, with a link to the argument it is about."""
    with st.container(horizontal=True, gap="small", vertical_alignment="center"):
        st.markdown(f"- {escaped(clip(one.text, 400))}", width="content")
        if one.argument:
            show_link(report, one.argument)
