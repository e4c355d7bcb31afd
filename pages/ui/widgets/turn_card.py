"""One speech on screen: arguments, answers to arguments, a closing; each with what is wrong with it in plain sight.

Knows transcript nouns. Invariant: every word of a debater goes through `words`; a side is named by word and colour.
"""

from collections.abc import Mapping
from typing import Literal

import streamlit as st

from debate_core.transcript import Argument, Closing, Response, ResponseType, Side, Turn
from pages.ui.widgets.words import clip, plain, show_words

SIDE_COLOURS: Mapping[Side, Literal["blue", "orange"]] = {"pro": "blue", "con": "orange"}
RESPONSE_WORDS: Mapping[ResponseType, tuple[str, str]] = {
    "refute": ("Refutes", "A factual or logical error."),
    "challenge": ("Challenges", "The evidence is insufficient or its conditions are not met."),
    "concede": ("Concedes", "The argument is accepted."),
    "partial": ("Accepts in part", "The core is accepted; degree or scope is disputed."),
}
NO_RESPONSE = "No response"


def side_badge(side: Side, words: str = "") -> None:
    """A side's name in its colour, or an id of that side."""
    st.badge(words or side.upper(), color=SIDE_COLOURS[side])


def show_turn(turn: Turn, arguments: Mapping[str, Argument]) -> None:
    """A whole speech. `arguments`: every argument by id, so that an answer can name what it answers."""
    for argument in turn.arguments:
        with st.container(border=True, gap="small"):
            show_argument(argument)
    for response in turn.responses:
        with st.container(border=True, gap="small"):
            show_response(response, arguments.get(response.argument_id))
    if turn.closing:
        with st.container(border=True, gap="small"):
            show_closing(turn.closing)
    show_warnings(turn.warnings)


def show_argument(argument: Argument) -> None:
    """Id, claim, reasoning and evidence, and what falls short."""
    with st.container(horizontal=True, gap="small"):
        side_badge(argument.side, argument.id)
        if not argument.structured:
            st.badge(
                "Unstructured",
                color="yellow",
                help="It came in no readable form; its words are kept as they came.",
            )
    if argument.structured:
        st.markdown(
            f"**{plain(' '.join(argument.claim.split()))}**" if argument.claim.strip() else "*No claim given*"
        )
    else:
        show_words(argument.claim)
    if argument.reasoning:
        show_words(argument.reasoning)
    if argument.evidence:
        show_words(argument.evidence, lead="Evidence.")
    show_warnings(argument.warnings)


def show_response(response: Response, answered: Argument | None) -> None:
    """An answer, tied to the argument it answers."""
    with st.container(horizontal=True, gap="small", vertical_alignment="center"):
        side_badge(response.side)
        if response.response_type is None:
            st.badge(NO_RESPONSE, color="gray", icon=":material/block:")
        else:
            label, meaning = RESPONSE_WORDS[response.response_type]
            st.badge(label, color="gray", help=meaning)
        other: Side = "con" if response.side == "pro" else "pro"
        side_badge(other, response.argument_id)
    if answered is not None:
        st.caption(f"On: {plain(clip(answered.claim, 160))}")
    if response.reasoning:
        show_words(response.reasoning)
    if response.question:
        show_words(response.question, lead="Asks.")
    if response.response_type is None:
        st.caption("Asked twice; no readable answer came. Nothing is filled in.")
    if response.unreadable:
        with st.expander("The words that came"):
            show_words(response.unreadable)


def show_closing(closing: Closing) -> None:
    """What was conceded, what stands, and the final position."""
    with st.container(horizontal=True, gap="small"):
        side_badge(closing.side)
        if not closing.structured:
            st.badge(
                "Unstructured",
                color="yellow",
                help="It came in no readable form; its words are kept as they came.",
            )
        elif closing.shift:
            st.badge(f"Position {closing.shift}", color="gray")
        else:
            st.badge("Shift not given", color="gray")
    if closing.position:
        show_words(closing.position)
    _show_list("Concedes", closing.concessions)
    _show_list("Holds unrebutted", closing.unrebutted)
    show_warnings(closing.warnings)


def show_warnings(warnings: tuple[str, ...]) -> None:
    """What falls short, said and not hidden."""
    for words in warnings:
        st.markdown(f":material/warning: {plain(words)}")


def _show_list(label: str, items: tuple[str, ...]) -> None:
    if items:
        st.markdown(f"**{label}**")
        st.markdown("\n".join(f"- {' '.join(plain(item).split())}" for item in items))
