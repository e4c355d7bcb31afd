"""The live judge on Verdict: who is ahead on rounds and over the whole debate, what failed, the register of claims."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

import streamlit as st

from debate_core.domain.model import provider_of
from debate_core.library.report.live import LiveReport
from debate_core.reporting.blocks import Block, Document
from debate_core.reporting.line_figures import Rounds
from debate_core.reporting.live import live_document
from debate_core.reporting.live_turns import REGISTER
from debate_core.reporting.scorecard import PAIRS, ROUNDS
from debate_core.running.estimate import ahead_text, estimate_narrative
from debate_core.store.record import Record
from pages.ui import router, state
from pages.ui.blocks.show import show_block, show_notes, show_parts, show_picture, show_sentence, show_tables
from pages.ui.shown import terms
from pages.ui.shown.access import ask_again, resumed, show_keys
from pages.ui.shown.figures import fold_numbers
from pages.ui.shown.persons_word import show_flags
from pages.ui.shown.speech import linking, watch_link
from pages.ui.shown.words import escaped

_READING = (
    "The live judge reads each turn as it is spoken, and the whole debate at the end. The scorecard counts rounds. "
    "The narrative asks who held the steadier case. The two may differ."
)


def show_reading(record: Record, found: LiveReport) -> None:
    """Scorecard and narrative in one picture, why they differ, and all that the narrative says."""
    document = live_document(found, record.config.topic.burden, record.config.rubric.scale.high)
    card, story, why = (document.block(key) for key in ("scorecard", "narrative", "conflict"))
    if not document.blocks or not (card or found.live_model):
        return
    reading = document.blocks[0]
    st.subheader(escaped(reading.title), help=_READING if found.live_model else PAIRS, anchor=False)
    drawn = card.figure if card and story and isinstance(card.figure, Rounds) else None
    if not drawn:
        show_sentence(reading)
    _show_failures(record, document)
    if not card or not story:
        return
    say = linking(partial(watch_link, record))
    with st.container(key="round_scorecard"):
        if drawn:
            show_picture(replace(drawn, note=reading.sentence), key="scorecard")
        numbers, told = st.columns(2)
        with numbers, fold_numbers():
            show_sentence(card, say)
            show_tables(card, folded=False)
            show_notes(card)
        with told:
            _show_narrative(record, story, say)
    if why:
        with st.container(border=True, key="bridge"):
            left, right = st.columns(2, gap="large")
            with left:
                show_block(replace(why, items=why.items[:1]), 4, say=say)
            with right:
                show_sentence(replace(why, sentence="", items=why.items[1:]), say)
            if found.conflict:
                st.caption("How conflict patterns are found", help=terms.PATTERNS)


def _show_narrative(record: Record, story: Block, say: Callable[[str], str]) -> None:
    if story.items:
        label = f"The narrative: {escaped(story.title)}"
        with st.expander(label, icon=":material/menu_book:", key="narrative"):
            show_parts(story, 3, say=say)
        return
    show_block(story, 4, say=say)
    with st.container(horizontal=True, vertical_alignment="center"):
        _offer_narrative(record)


def _offer_narrative(record: Record) -> None:
    """A button that has the debate read as a whole, with its cost; while it is read, the page waits for it."""
    if record.narrative_asked and state.status(record) == "running":
        st.caption("Reading the whole debate …", width="content")
        st.fragment(run_every=1.0)(_await_narrative)(record)
    elif record.may_narrate and record.progress == "finished":
        if provider_of(record.config.told_by) in state.lacking(record.config):
            show_keys(record)
            return
        told: dict[str, Any] = {"on_click": resumed, "args": (record,), "kwargs": {"narrative": True}}
        st.button("Have the narrative written", key="narrate", icon=":material/menu_book:", **told)
        st.caption(escaped(ahead_text(estimate_narrative(record))), width="content")


def _await_narrative(record: Record) -> None:
    if state.status(record) != "running":
        st.rerun()


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
    _show_turns(document)
    st.subheader(escaped(claims.title), help=REGISTER, anchor=False)
    show_flags(record, found.claims)
    for key in ("slips", "convergence"):
        if block := document.block(key):
            show_block(block, 3, say=say)
    limits = document.block("live-limits")
    assert limits, "a live judge has limits"
    with st.expander(limits.title, icon=":material/info:"):
        show_sentence(limits)


def _show_turns(document: Document) -> None:
    """The score after each turn, and each turn's marks."""
    turns = document.block("turns")
    assert turns, "a turn was judged"
    st.subheader("The running score", help=ROUNDS, anchor=False)
    show_tables(turns, folded=True)
