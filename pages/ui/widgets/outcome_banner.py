"""What may be concluded: a side with the gap and its interval, or *no call* with everything that helps to go on.

Knows the report. Invariant: on *no call* no side is named; reasons that block and cautions that don't stand apart.
"""

import streamlit as st

from debate_core.exports.numbers import headline, shared_errors
from debate_core.numerals import percent, points
from debate_core.report import Report
from debate_core.report.shape import Help, OutcomeFound
from debate_core.rules import changed_words
from pages.ui.charts.canvas import SIDE_COLOURS
from pages.ui.charts.gap import gap_plot
from pages.ui.widgets import terms
from pages.ui.widgets.argument_drawer import show_link
from pages.ui.widgets.chart import show_chart
from pages.ui.widgets.sentences import (
    odds_sentence,
    reading_sentence,
    waiting_judges,
)
from pages.ui.widgets.words import clip, plain


def show_banner(report: Report) -> None:
    """The answer, then why."""
    found = report.outcome
    with st.container(border=True, key="outcome_banner"):
        if waiting := waiting_judges(report):
            _show_not_yet(report, waiting)
            return
        if found.call == "no_call":
            st.header("No call", help=terms.NO_CALL, anchor=False, icon=":material/balance:")
            st.markdown("These judges' scores don't allow a side to be named. Why:")
            st.markdown("\n".join(f"- {plain(reason)}" for reason in found.reasons))
        else:
            _show_side(report, found)
        changed = changed_words(report.settings.ruling)
        with_changes = f", with changed thresholds: {changed}" if changed else ""
        st.caption(
            f"By {report.judges_said}, under the {report.settings.rules} rules{with_changes}. "
            f"{shared_errors(report, plain)}"
        )
    for caution in found.cautions:
        st.warning(f"**Caution.** {plain(caution)}", icon=":material/warning:")


def _show_not_yet(report: Report, waiting: int) -> None:
    """Before every judge has scored or failed, a side named would depend on who was quicker."""
    st.header("Not yet", anchor=False, icon=":material/hourglass_top:")
    st.markdown(
        f"{report.judges_said.capitalize()} have scored. No outcome is given before "
        f"{'the other one has' if waiting == 1 else 'the others have'} scored or failed."
    )


def _show_side(report: Report, found: OutcomeFound) -> None:
    side, _, rest = headline(found).partition(",")
    colour = SIDE_COLOURS["pro" if side == "PRO" else "con"]
    badge = f':color[\u00a0{side}\u00a0]{{foreground="#FFFFFF" background="{colour}"}}'
    st.header(f"{badge}{rest}", help=terms.GAP, anchor=False)
    if said := odds_sentence(report):
        st.markdown(said)


def show_next_steps(report: Report) -> None:
    """On no call, or where judges part: what to read by hand, and what would help."""
    if report.review:
        st.subheader("Read these by hand", anchor=False)
        st.markdown("The judges are furthest apart on them, the widest first.")
        rows = {row.id: row for row in report.arguments}
        for name in report.review:
            show_link(report, name, rows[name].claim)
            if rows[name].why:
                st.caption(f"{plain(rows[name].why or '')}.")
    if report.helps and report.outcome.call == "no_call" and not waiting_judges(report):
        st.subheader("What would help to decide", anchor=False)
        for one in report.helps:
            _show_help(report, one)


def _show_help(report: Report, one: Help) -> None:
    """One thing that would help, with a link to the argument it is about."""
    with st.container(horizontal=True, gap="small", vertical_alignment="center"):
        st.markdown(f"- {plain(clip(one.text, 400))}", width="content")
        if one.argument:
            show_link(report, one.argument)


def show_gap(report: Report) -> None:
    """The gap with its interval, the reading aid beside it, and each side's result with the judges' shares."""
    st.subheader("How large the gap is", help=terms.READING, anchor=False)
    if report.outcome.gap is None:
        st.markdown("**The gap is undefined**: the cautions and reasons above say why.")
        return
    st.markdown(reading_sentence(report) or "")
    show_chart(
        gap_plot(report.outcome),
        key="gap",
        alt=reading_sentence(report) or "The gap in points",
    )
    sides = " · ".join(f"**{side.upper()}** {points(value)}" for side, value in report.outcome.sides.items())
    shares = ", ".join(f"{plain(j.name)} {percent(j.share)}" for j in report.judges if j.share is not None)
    st.markdown(f"Side results: {sides}")
    st.caption(f"Each judge's share in them: {shares}.", help=terms.SHARE)
