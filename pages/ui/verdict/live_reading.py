"""The live judge on Verdict: who is ahead on rounds and over the whole debate, what failed, the register of claims."""

from dataclasses import replace
from functools import partial

import streamlit as st

from debate_core.record import Record
from debate_core.report.live import LiveReport
from debate_core.reporting.blocks import Document
from debate_core.reporting.live import ROUNDS, live_document
from debate_core.reporting.live_turns import REGISTER
from debate_core.wording import Say
from pages.ui import router, state
from pages.ui.blocks.show import show_block, show_picture, show_sentence, show_tables
from pages.ui.shown import terms
from pages.ui.shown.access import ask_again
from pages.ui.shown.persons_word import show_flags
from pages.ui.shown.speech import linking, watch_link
from pages.ui.shown.words import escaped

_READING = (
    "The live judge reads each turn as it is spoken, and the whole debate at the end. The scorecard counts rounds. "
    "The narrative asks who held the steadier case. The two may differ."
)


def show_reading(record: Record, found: LiveReport) -> None:
    document = live_document(found, record.config.topic.burden)
    reading = document.blocks[0]
    st.subheader(escaped(reading.title), help=_READING, anchor=False)
    show_sentence(reading)
    _show_failures(record, document)
    card, story, why = (document.block(key) for key in ("scorecard", "narrative", "conflict"))
    if not card or not story:
        return
    say = linking(partial(watch_link, record))
    left, right = st.columns(2)
    with left, st.container(border=True, key="round_scorecard", height="stretch"):
        # Its picture stands below, over the whole width.
        show_block(replace(card, figure=None), 4, say=say)
    with right, st.container(border=True, key="narrative", height="stretch"):
        st.markdown(f"**{escaped(story.title)}**")
        show_sentence(story, say)
        for child in story.children[:-1]:
            show_block(child, 4, say=say)
    if why:
        with st.container(border=True, key="bridge"):
            show_block(why, 4, say=say)
            st.caption("How conflict patterns are found", help=terms.PATTERNS)


def _show_failures(record: Record, document: Document) -> None:
    now, failures = state.status(record), document.block("live-failures")
    if not failures or now == "running":
        return
    with st.container(border=True, key="live_failures"):
        show_block(failures, 4)
        if now == "finished" and not state.lacking(record.config):
            again, icon = "Ask the live judge again", ":material/refresh:"
            st.button(again, key="ask_live_again", icon=icon, on_click=ask_again, args=(record,))
        elif st.button("Go to the debate to ask again", key="live_to_watch", icon=":material/forum:"):
            router.go("watch", record.id)


def show_arc(record: Record, found: LiveReport) -> None:
    document, say = live_document(found, record.config.topic.burden), linking(partial(watch_link, record))
    claims = document.block("claims")
    if not claims:
        return
    _show_turning_points(document, say)
    st.subheader(escaped(claims.title), help=REGISTER, anchor=False)
    show_flags(record, found.claims)
    for key in ("slips", "convergence"):
        if block := document.block(key):
            show_block(block, 3, say=say)
    limits = document.block("live-limits")
    assert limits, "a live judge has limits"
    with st.expander(limits.title, icon=":material/info:"):
        show_sentence(limits)


def _show_turning_points(document: Document, say: Say) -> None:
    """The rounds with the turning points marked in them, and what turned there."""
    card, turns, turning = (document.block(key) for key in ("scorecard", "turns", "turning"))
    assert card and turns, "a turn was judged"
    st.subheader(turning.title if turning else "The running score", help=ROUNDS, anchor=False)
    if card.figure:
        show_picture(card.figure, key="turning_points")
    if turning:
        show_sentence(turning, say)
    show_tables(turns, folded=True)
