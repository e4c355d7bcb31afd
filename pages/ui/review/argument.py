"""The argument as a person reads it: the question, the claim with its reasons, the answer it got, its side's closing.

Knows the transcript alone. Invariant: no judge's or other person's number, note, order or summary is in it.
"""

import streamlit as st

from debate_core.record import Record
from debate_core.transcript import Argument
from pages.ui.shown.heading import show_origin
from pages.ui.shown.speech import show_closing, show_response, show_warnings, side_badge
from pages.ui.shown.words import escaped, show_words


def show_argument(record: Record, name: str) -> None:
    """One argument with what was said of it afterwards."""
    transcript = record.transcript
    argument: Argument = next(one for one in transcript.arguments if one.id == name)
    with st.container(horizontal=True, gap="small", vertical_alignment="center"):
        side_badge(argument.side, name)
        show_origin(record, parts_named=False)
    st.caption(escaped(record.config.topic.text))
    st.header(escaped(" ".join(argument.claim.split())) or "No claim given", anchor=False)
    if argument.reasoning:
        show_words(argument.reasoning)
    if argument.evidence:
        show_words(argument.evidence, lead="Evidence.")
    show_warnings(argument.warnings)
    if response := transcript.responses.get(name):
        with st.container(border=True, gap="small"):
            show_response(response, None)
    elif record.config.format == "exchange":
        _show_turn_after(record, name)
    else:
        st.markdown("*The opponent has not answered this argument.*")
    if closing := transcript.closings.get(argument.side):
        with st.expander(f"How {argument.side.upper()} closed", expanded=True):
            show_closing(closing)


def _show_turn_after(record: Record, name: str) -> None:
    """In a free exchange, the opponent's next turn."""
    after = record.transcript.replied_in(name)
    if after is None:
        st.markdown("*No turn followed it.*")
        return
    with st.container(border=True, gap="small"):
        st.caption(f"Turn {after.number}, {after.side.upper()}, the opponent's next")
        for one in after.arguments:
            show_words(f"{one.claim} {one.reasoning} {one.evidence}")
