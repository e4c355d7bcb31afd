"""The answer in three lines, and drawn: what was found, whether it could be luck or why nobody is named, what it
doesn't mean; beside it each judge's lean and the intervals; then what can be done next.

On *no call* no side is named as the better one, and every reason stands there. Words reach the browser as text only.
The ways on lead to where a thing is done and do none of it here.
"""

from typing import Any

import streamlit as st

from debate_core.exports.numbers import shared_errors
from debate_core.record import Record
from debate_core.report import Report
from debate_core.report.how_far import beyond, counted_words
from debate_core.report.line import clipped, shape, within
from debate_core.report.outcome_words import OutcomeWords, flips_words, lean_of, levels_said, outcome_words
from debate_core.report.shape import Help
from debate_core.rules import changed_words
from debate_core.wording import capital
from pages.ui import router, state
from pages.ui.shown.deliberating import show_door
from pages.ui.shown.drawer import show_parting, show_way
from pages.ui.shown.figures import component, show_page_download
from pages.ui.shown.persons_word import ask_truth, show_if_settled
from pages.ui.shown.presenter import show_presenter, show_way_in
from pages.ui.shown.sentences import the_panel
from pages.ui.shown.words import clip, escaped
from pages.ui.verdict.outcome import TO_VERIFY, show_briefing, show_to_verify

ASK_PEOPLE = "Ask people who know the field"
LISTED = "what-would-help"
_HEIGHT = 340
"""What it takes at 1280 px, kept free until it is drawn; then its content says it."""
_ANSWER = component("verdict_answer", "verdict/answer")


def show_answer(report: Report, record: Record) -> None:
    """The answer, or that it is too early for one; then what a reader should still know."""
    if waiting := report.awaited:
        _show_not_yet(report, waiting)
        return
    found = outcome_words(report, record.config.rubric.scale.high)
    side = found.word.lower() if found.word in ("PRO", "CON") else ""
    _ANSWER(
        key=f"answer_{record.id}",
        height=_HEIGHT,
        data={
            "side": side,
            "scope": found.scope if report.simulated else "",
            "word": found.title,
            "lede": found.lede,
            "parts": list(found.parts),
            "foot": _foot(report),
            **_drawn(found, report),
        },
    )
    show_if_settled(report)
    shared = report.shared_errors
    # What stands in the answer is not said twice.
    said = [one for one in report.outcome.cautions if one != shared.sentence or shared.near]
    if side and (flips := flips_words(report.robustness or ())):
        said.append(f"Read another way the outcome changes, {flips}.")
    if said:
        several = "\n".join(["**Cautions**", "", *(f"- {escaped(one)}" for one in said)])
        st.warning(several if said[1:] else f"**Caution.** {escaped(said[0])}", icon=":material/warning:")


def _drawn(found: OutcomeWords, report: Report) -> dict[str, object]:
    stands = {one.seat: one for one in found.stands}
    return {
        "what": "Each judge's own lean in points, by its own weights",
        "stands": [
            {
                "judge": judge.called,
                "shape": shape(seat),
                "at": within(stands[seat].value) if seat in stands else None,
                "said": lean_of(judge),
            }
            for seat, judge in enumerate(report.judges)
        ],
        "estimate": None if found.estimate is None else within(found.estimate),
        "reaches": [
            {"low": clipped(one.low, one.high)[0], "high": clipped(one.low, one.high)[1], "whose": one.whose}
            for one in found.reaches
        ],
        "levels": levels_said(report),
    }


def _foot(report: Report) -> str:
    """Who judged, by which rules, and what the intervals can't know."""
    changed = changed_words(report.settings.ruling)
    with_changes = f", with changed thresholds: {changed}" if changed else ""
    found = report.shared_errors
    alike = "" if found.one_model and found.sentence else f" {shared_errors(report)}"
    return f"By {report.judges_said}, under the {report.settings.rules} rules{with_changes}.{alike}"


def _show_not_yet(report: Report, waiting: int) -> None:
    """Before every judge has scored or failed, a side named would depend on who was quicker."""
    with st.container(border=True, key="outcome_banner"):
        st.header("Not yet", anchor=False, icon=":material/hourglass_top:")
        st.markdown(
            f"{report.judges_said.capitalize()} have scored. No outcome is given before "
            f"{'the other one has' if waiting == 1 else 'the others have'} scored or failed."
        )


def show_row(report: Report, record: Record) -> None:
    """The ways on, side by side; none while judges are awaited. On no call those that could settle it come first."""
    if report.awaited:
        return
    if report.outcome.nothing_argued:
        if st.button(
            "Debate it with another model", type="primary", key="another_model", icon=":material/tune:"
        ):
            router.go("set_up")
        return
    open_ = report.outcome.call == "no_call"
    talk = report.may_deliberate and state.status(record) == "finished"
    if open_:
        _show_ways(report, talk=talk)
    row: dict[str, Any] = {"horizontal": True, "vertical_alignment": "center", "gap": "small"}
    ways = st.container(key="ways_row", **row)
    with ways:
        if open_ and talk:
            show_door(record, primary=True)
        if st.button(
            ASK_PEOPLE if open_ else "Review by hand",
            key="to_review",
            type="secondary" if open_ and talk else "primary",
            icon=":material/rate_review:",
            help="You have seen this page, so your scores count as *not blind*: it is kept and said. A colleague's are "
            "blind.",
        ):
            router.go("review", report.debate)
        if open_ and report.helps:
            where = LISTED if _listed(report) else TO_VERIFY
            st.markdown(f"[Gather what is listed below](#{where})", width="content")
    with st.container(key="next_row", **row) if open_ else ways:
        if not state.reveal_plays(record, "verdict"):
            reveal: dict[str, Any] = {"on_click": state.play_reveal, "args": (record, "verdict")}
            st.button("Show the reveal", key="reveal", icon=":material/animation:", **reveal)
        show_way_in(record)
        if talk and not open_:
            show_door(record)
        ask_truth(record)
        show_page_download(record.id, "Report as one file")
    show_presenter(record)


def _show_ways(report: Report, *, talk: bool) -> None:
    """How many ways on there are from a no call, and what none of them can do."""
    ways = counted_words(1 + talk + bool(report.helps), "way")
    limit = (
        "No decision should rest on scores that mean nothing: real models can judge the same words."
        if report.void
        else "Shown for how they work: no decision should rest on simulated models."
        if report.simulated
        else "No critical decision should rest on this as it is. Judges who come to agree can still be wrong."
    )
    st.markdown(f"**{capital(ways)} on.** {limit}")


def has_by_hand(report: Report) -> bool:
    """Whether there is anything to read by hand, settled, or listed."""
    return bool(report.review or report.settled or _listed(report))


def show_briefing_beside(report: Report, record: Record) -> None:
    """The briefing, and beside it what to look at; what to verify goes where there is room."""
    hangs_on, find_out = st.columns(2, gap="large")
    with hangs_on:
        show_briefing(report, record)
    with hangs_on if has_by_hand(report) else find_out:
        show_to_verify(report)
    with find_out:
        show_by_hand(report)


def show_by_hand(report: Report) -> None:
    """On no call, or where judges part: what to read by hand, what was settled, and what would help."""
    if report.review:
        st.subheader("Read these by hand", anchor=False)
        rows_tested = [row for row in report.arguments if row.tested]
        alike = rows_tested and not any(row.divergent for row in rows_tested)
        chance = f" On none of them do they differ {beyond(report)}." if alike else ""
        st.markdown(f"{the_panel(report)} are furthest apart on them, the widest first.{chance}")
        rows = {row.id: row for row in report.arguments}
        for name in report.review:
            show_parting(report, rows[name])
    _show_others_settled(report)
    if listed := _listed(report):
        st.subheader("What would help to decide", anchor=LISTED)
        for place, one in enumerate(listed):
            _show_help(one, place)


def _listed(report: Report) -> list[Help]:
    """What would help on no call, beside what the briefing asks, which stands under a title of its own."""
    if report.outcome.call != "no_call" or report.awaited:
        return []
    briefing = report.briefing.value
    asked = {one.text for one in briefing.unresolved} if briefing else set()
    return [one for one in report.helps if one.text not in asked]


def _show_others_settled(report: Report) -> None:
    """What was settled and isn't to be read by hand."""
    settled = {one.argument for one in report.settled} - set(report.review)
    if settled:
        st.subheader("Settled by people", anchor=False)
    for row in report.arguments:
        if row.id in settled:
            show_parting(report, row)


def _show_help(one: Help, place: int) -> None:
    """One thing that would help, with the way to the argument it is about."""
    with st.container(horizontal=True, gap="small", vertical_alignment="center"):
        st.container(width="stretch").markdown(f"- {escaped(clip(one.text, 400))}")
        if one.argument:
            show_way(one.argument, f"help_{place}")
