"""The answer, and drawn: what was found, whether it could be luck, what it doesn't mean; then what can be done next."""

from typing import Any

import streamlit as st

from debate_core.record import Record
from debate_core.report import Report
from debate_core.reporting.blocks import Block, Document
from pages.ui import router, state
from pages.ui.blocks.show import offer_report, show_block, show_picture
from pages.ui.shown.deliberating import show_door
from pages.ui.shown.drawer import show_disputed, show_way
from pages.ui.shown.figures import component
from pages.ui.shown.persons_word import ask_truth
from pages.ui.shown.presenter import show_presenter, show_way_in
from pages.ui.shown.words import clip, escaped
from pages.ui.verdict.outcome import TO_VERIFY, show_briefing, show_to_verify

ASK_PEOPLE = "Ask people who know the field"
LISTED = "what-would-help"
_HEIGHT = 340
"""What it takes at 1280 px, kept free until it is drawn; then its content says it."""
_ANSWER = component("verdict_answer", "verdict/answer")


def show_answer(report: Report, record: Record, document: Document) -> None:
    block = document["verdict"]
    if report.awaited:
        with st.container(border=True, key="outcome_banner"):
            show_block(block)
        return
    call = report.outcome.call
    parts = [one for one in block.children if one.key in ("luck", "why", "not_meant")]
    positions = document.block("positions")
    figure = positions.figure if positions else None
    with st.container(border=True, key="answer_card"):
        words, line = st.columns([61, 39], gap="large") if figure else (st.container(), st.container())
        with words:
            _ANSWER(
                key=f"answer_{record.id}",
                height=_HEIGHT,
                data={
                    "side": "" if call == "no_call" else call,
                    "word": block.title,
                    "lede": block.sentence,
                    "parts": [
                        {"title": one.title, "text": one.sentence, "items": list(one.items)} for one in parts
                    ],
                    "foot": " ".join(block.notes),
                },
            )
            for one in parts:
                if one.figure:
                    show_picture(one.figure, key=f"{one.key}_{record.id}")
        if figure:
            with line:
                show_picture(figure, key=f"leads_{record.id}")
    if settled := document.block("if_settled"):
        st.markdown(f":material/task_alt: {escaped(settled.sentence)}")
    if cautions := document.block("cautions"):
        lines = (f"- {escaped(one)}" for one in cautions.items)
        st.warning("\n".join([f"**{cautions.title}**", "", *lines]), icon=":material/warning:")


def show_row(report: Report, record: Record, document: Document) -> None:
    """The ways on, side by side; on no call those that could settle it first."""
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
    if open_ and (after := document.block("next")):
        st.markdown(f"**{escaped(after.title)}.**")
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
            where = LISTED if document.block("helps") else TO_VERIFY
            st.markdown(f"[Gather what is listed below](#{where})", width="content")
    with st.container(key="next_row", **row) if open_ else ways:
        if not state.reveal(record, "verdict")():
            reveal: dict[str, Any] = {"on_click": state.play_reveal, "args": (record, "verdict")}
            st.button("Show the reveal", key="reveal", icon=":material/animation:", **reveal)
        show_way_in(record)
        if talk and not open_:
            show_door(record)
        ask_truth(record)
    offer_report(record)
    show_presenter(record)


def show_briefing_beside(report: Report, record: Record, document: Document) -> None:
    """The briefing, and beside it what to look at; what to verify goes where there is room."""
    disputed, helps = document["disputed"], document.block("helps")
    depends_on, find_out = st.columns(2, gap="large")
    with depends_on:
        show_briefing(report, record, document["briefing"])
    with depends_on if disputed.tables or helps else find_out:
        show_to_verify(report, document["briefing"])
    with find_out:
        if disputed.tables:
            st.subheader(escaped(disputed.title), anchor=False)
            show_disputed(disputed)
        if helps:
            _show_helps(helps)


def _show_helps(block: Block) -> None:
    st.subheader(block.title, anchor=LISTED)
    for place, (what, argument) in enumerate(block.tables[0].rows):
        with st.container(horizontal=True, gap="small", vertical_alignment="center"):
            st.container(width="stretch").markdown(f"- {escaped(clip(str(what), 400))}")
            if argument:
                show_way(str(argument), f"help_{place}")
