"""The answer in three lines, and drawn: what was found, whether it could be luck or why nobody is named, what it
doesn't mean; beside it each judge's lean and the intervals.

Knows the finding and the report. Invariant: on *no call* no side is named as the better one, and every reason stands
there; words reach the browser as text only.
"""

from pathlib import Path

import streamlit as st

from debate_core.exports.numbers import shared_errors
from debate_core.record import Record
from debate_core.report import Report
from debate_core.report.finding import NO_POSITION, Finding, finding, luck, not_meant
from debate_core.report.line import clipped, lean_said, shape, within
from debate_core.rules import changed_words
from pages.ui.shown.figures import RELEASE
from pages.ui.shown.sentences import waiting_judges
from pages.ui.shown.settled import show_if_settled
from pages.ui.shown.words import escaped

_HERE = Path(__file__).parent
_HEIGHT = 450
"""Between what it takes at 1280 and at 390 px, kept free until it is drawn; then its content says it."""
_ANSWER = st.components.v2.component(
    "verdict_answer",
    css=(_HERE / "answer.css").read_text(encoding="utf-8"),
    js=RELEASE + (_HERE / "answer.js").read_text(encoding="utf-8"),
)
_WORDS = {"NO CALL": "No call", "PRO": "PRO argued better", "CON": "CON argued better"}


def show_answer(report: Report, record: Record) -> None:
    """The answer, or that it is too early for one; then what a reader should still know."""
    if waiting := waiting_judges(report):
        _show_not_yet(report, waiting)
        return
    found = finding(report, record.config.rubric.scale.high)
    side = found.word.lower() if found.word in ("PRO", "CON") else ""
    _ANSWER(
        key=f"answer_{record.id}",
        height=_HEIGHT,
        data={
            "side": side,
            "word": _WORDS[found.word],
            "lede": found.lede,
            "parts": [
                luck(report),
                {"title": "What this doesn't mean", "text": not_meant(report), "items": []},
            ],
            "foot": _foot(report),
            **_drawn(found, report),
        },
    )
    show_if_settled(report)
    shared = report.shared_errors
    # What stands in the answer is not said twice.
    said = [one for one in report.outcome.cautions if one != shared.sentence or shared.near]
    if said:
        several = "\n".join(["**Cautions**", "", *(f"- {escaped(one)}" for one in said)])
        st.warning(several if said[1:] else f"**Caution.** {escaped(said[0])}", icon=":material/warning:")


def _drawn(found: Finding, report: Report) -> dict[str, object]:
    stands = {one.seat: one for one in found.stands}
    return {
        "what": "Each judge's own lean, in points",
        "stands": [
            {
                "judge": judge.called,
                "shape": shape(seat),
                "at": within(stands[seat].value) if seat in stands else None,
                "said": lean_said(stands[seat].value) if seat in stands else NO_POSITION,
            }
            for seat, judge in enumerate(report.judges)
        ],
        "estimate": None if found.estimate is None else within(found.estimate),
        "reaches": [
            {"low": clipped(one.low, one.high)[0], "high": clipped(one.low, one.high)[1], "whose": one.whose}
            for one in found.reaches
        ],
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
