"""The argument as a person reads it: the question, the claim with its reasons, the answer it got, its side's closing;
or the text that was brought, by line.

Knows the transcript, or the text, alone. Invariant: no judge's or other person's number, note, order or summary is in
it.
"""

import streamlit as st

from debate_core.artifact_record import ArtifactRecord
from debate_core.record import Record
from debate_core.transcript import Argument
from pages.ui.shown.heading import show_origin
from pages.ui.shown.speech import show_closing, show_response, show_warnings, side_badge
from pages.ui.shown.words import clip, escaped, show_words


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
            show_response(response)
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


def show_artifact(record: ArtifactRecord) -> None:
    """The text with its lines numbered, and what its reviewers were told beside it."""
    artifact = record.config.artifact
    st.caption("A text, as a whole")
    st.header(escaped(clip(artifact.name, 120)), anchor=False)
    with st.container(border=False, height=620, key="text_to_score"):
        st.code(artifact.text, language=None, line_numbers=True, wrap_lines=True)
    for sentence in artifact.left_out:
        st.caption(escaped(sentence))
    if artifact.context:
        show_words(artifact.context, lead="What the reviewers were told beside it.")
