"""What rests on what: the briefing with the arguments behind each statement, and each claim's way to its standing.

Knows report and record. Invariant: a statement that rests on nothing is marked so, a briefing that could not be had
says why; a standing without notes says *no reason given*; a tie is called a tie.
"""

import streamlit as st

from debate_core.briefing import Statement
from debate_core.record import Record
from debate_core.report import Report
from debate_core.report.shape import ArgumentRow
from debate_core.scoresheet import STANDING_MEANINGS, STANDINGS
from debate_core.wording import NO_RESPONSE, RESPONSES, capital, named, worded
from pages.ui import router, state
from pages.ui.shown import terms
from pages.ui.shown.drawer import NO_REASON, show_answer, show_links, split_words
from pages.ui.shown.figures import show_table
from pages.ui.shown.speech import side_badge
from pages.ui.shown.words import clip, plain, show_words

_HELP = (
    "Written by one model at the end, from the debate. It names no winner: the outcome above is the panel's. Each "
    "statement names the arguments it rests on."
)
_STANDINGS_HELP = "  \n".join(f"{named(name)}: {STANDING_MEANINGS[name]}." for name in reversed(STANDINGS))


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


def show_trace(report: Report, held: Record) -> None:
    """One line an argument; unfolded, the whole way from claim to standings."""
    st.subheader("From claim to standing", help=_STANDINGS_HELP, anchor=False)
    show_table(
        [_trace_line(row, held) for row in report.arguments],
        key="trace",
        alt="Each argument with the answer it got, its majority standing, the split and the fallacies seen",
    )
    for row in report.arguments:
        with st.expander(
            f"{row.id} · {standing_words(row)} · {plain(clip(row.claim, 90))}", key=f"trace_{row.id}"
        ):
            _show_row(report, row, held)


def standing_words(row: ArgumentRow) -> str:
    """The majority with its count, `tied`, or that nobody judged it."""
    if row.majority is None:
        return "no standing"
    given = sum(row.split.values())
    if row.majority == "tied":
        return f"tied among {given} judges"
    return f"{worded(row.majority)}, {row.split[row.majority]} of {given} judges"


def _trace_line(row: ArgumentRow, held: Record) -> dict[str, str]:
    crossed = held.config.format == "structured"
    return {
        "Argument": row.id,
        "Claim": clip(row.claim, 60),
        **({"Answer": _answer(row)} if crossed else {}),
        "Majority": named(row.majority) if row.majority else "no standing",
        "Split": split_words(row),
        "Fallacies": fallacy_words(row),
    }


def _answer(row: ArgumentRow) -> str:
    if row.response is None:
        return "Not answered yet"
    kind = row.response.response_type
    return RESPONSES[kind][0] if kind else capital(NO_RESPONSE)


def fallacy_words(row: ArgumentRow) -> str:
    """Each fallacy with how many judges saw it."""
    if row.fallacies is None:
        return "not given"
    judges = sum(standing is not None for standing in row.standings.values())
    seen = [f"{worded(name)} ({count} of {judges} judges)" for name, count in row.fallacies.items()]
    return ", ".join(seen) or "none seen"


def _show_row(report: Report, row: ArgumentRow, held: Record) -> None:
    said, judged = st.columns(2)
    with said:
        side_badge(row.side, row.id)
        show_words(row.claim)
        show_answer(row, held)
        show_links(report, [row.id])
    with judged:
        for name, standing in row.standings.items():
            words = named(standing) if standing else "No standing: this judge gave no scores"
            st.markdown(f"**{plain(name)}**: {words}")
            if standing:
                st.caption(plain(row.reasons[name] or "") or f"*{NO_REASON.capitalize()}*")
        st.markdown(
            f"Split: {split_words(row)}. Fallacies: {plain(fallacy_words(row))}.", help=terms.FALLACIES
        )
