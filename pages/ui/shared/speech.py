"""Speeches on screen, each with its suspect claims, and what is said of turns: links to them, and their marks."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Literal
from urllib.parse import urlencode

import streamlit as st

from debate_core.answers.quotes import fields_of_turn, find_quote
from debate_core.domain.transcript import (
    FIRST_MEASURED,
    NOVELTY,
    Argument,
    Closing,
    Novelty,
    QuestionAnswer,
    Response,
    Side,
    Transcript,
    Turn,
    opponent,
)
from debate_core.domain.wording import NO_RESPONSE, RESPONSES, capital, first_sentence, plain_fault_text
from debate_core.reporting.arguments import NO_ANSWER
from debate_core.reporting.live import new_words_text
from debate_core.reporting.live_turns import status_text
from debate_core.scorecard.register import RegisterEntry
from debate_core.store.record import Record
from pages.ui import state
from pages.ui.shared.words import Highlight, clip, escaped, escaped_marked, show_words

SIDE_COLOURS: Mapping[Side, Literal["blue", "orange"]] = {"pro": "blue", "con": "orange"}
LiveScores = Mapping[str, Sequence[Highlight]]
NO_MARKS: LiveScores = {}
LONGEST, LONGEST_LINE = 1500, 240
_UNSTRUCTURED = "It came in no readable form; its words are kept as they came."
_NUMBER = r"\d{1,4}"
_TURNS = re.compile(rf"\b(turns?) ({_NUMBER}(?:(?:\\\\?, | and ){_NUMBER})*)\b")


def side_badge(side: Side, words: str = "") -> None:
    st.badge(words or side.upper(), color=SIDE_COLOURS[side])


def show_turn(
    turn: Turn, transcript: Transcript, marks: LiveScores = NO_MARKS, *, new: Novelty | None, unfolded: bool
) -> None:
    """A whole speech, each part folded to what it claims; what is amiss stands outside. `transcript`: names what an
    answer answers; `marks`: its suspect claims; `new`: how much of it is new, where that is measured.
    """
    arguments = {argument.id: argument for argument in transcript.arguments}
    for argument in turn.arguments:
        with st.expander(_argument_text(argument), expanded=unfolded):
            whole = argument.structured and 0 < len(argument.claim) <= LONGEST_LINE
            _show_argued(argument, marks, titled=whole and argument.claim not in marks)
            _show_answers(turn.answers, transcript.questions)
            _show_field(turn.question, marks, f"Asks {opponent(turn.side).upper()}.")
            if new and not new.repeats:
                show_novelty(new)
        show_warnings(argument.warnings)
    for response in turn.responses:
        with st.expander(_response_text(response, arguments.get(response.argument_id)), expanded=unfolded):
            _show_answer(response, marks)
    if closing := turn.closing:
        shift = (
            f":gray-badge[{_shift_text(closing)}]" if closing.structured else ":yellow-badge[Unstructured]"
        )
        badges = [shift] if closing.structured or closing.warnings else []
        line = _line_text(turn.side, turn.side.upper(), first_sentence(closing.position), *badges)
        with st.expander(line, expanded=unfolded):
            _show_closing(closing, marks, transcript.questions)
        show_warnings(closing.warnings)
    show_warnings(turn.warnings)
    if new and new.repeats:
        show_novelty(new)


def _line_text(side: Side, name: str, words: str, *badges: str) -> str:
    line = escaped(clip(" ".join(words.split()), LONGEST_LINE))
    return " ".join([f":{SIDE_COLOURS[side]}-badge[{name}]", line, *badges])


def _argument_text(argument: Argument) -> str:
    words = argument.claim if argument.structured else first_sentence(argument.claim)
    # Words that were brought have no form that they fall short of, and no warning.
    unreadable = [] if argument.structured or not argument.warnings else [":yellow-badge[Unstructured]"]
    return _line_text(argument.side, argument.id, words or "No claim given", *unreadable)


def _response_text(response: Response, answered: Argument | None) -> str:
    verb = RESPONSES[response.response_type][0].lower() if response.response_type else NO_RESPONSE
    does = f":{SIDE_COLOURS[response.side]}[**{response.side.upper()} {verb}**]"
    kind = does if response.response_type else f":gray-badge[{capital(verb)}]"
    return _line_text(opponent(response.side), response.argument_id, answered.claim if answered else "", kind)


def _shift_text(closing: Closing) -> str:
    return f"Position {closing.shift}" if closing.shift else "Shift not given"


def show_novelty(novelty: Novelty) -> None:
    """How much of the turn its speaker had not said before, and that it repeats itself where hardly anything is new."""
    explained = NOVELTY if novelty.turn == FIRST_MEASURED else None
    st.caption(f":material/repeat: {escaped(new_words_text(novelty))}", help=explained)


def show_argument(argument: Argument, marks: LiveScores = NO_MARKS, *, titled: bool = False) -> None:
    """`titled`: the claim stands above already, whole."""
    with st.container(horizontal=True, gap="small"):
        side_badge(argument.side, argument.id)
        # Words that were brought have no form that they fall short of, and no warning.
        if not argument.structured and argument.warnings:
            st.badge("Unstructured", color="yellow", help=_UNSTRUCTURED)
    _show_argued(argument, marks, titled=titled)
    show_warnings(argument.warnings)


def _show_argued(argument: Argument, marks: LiveScores, *, titled: bool) -> None:
    if argument.structured:
        if not titled or not argument.reasoning:
            line = " ".join(argument.claim.split())
            # Marks count from the claim as it came; where spaces were folded they would stand wrong.
            stretches = marks.get(argument.claim, ()) if line == argument.claim else ()
            st.markdown(f"**{escaped_marked(line, stretches)}**" if line else "*No claim given*")
    else:
        show_words(argument.claim, marks=marks.get(argument.claim, ()))
    _show_field(argument.reasoning, marks)
    _show_field(argument.evidence, marks, "Evidence.")


def _show_field(text: str, marks: LiveScores, lead: str = "") -> None:
    if text:
        show_words(text, lead=lead, marks=marks.get(text, ()))


def show_response(response: Response) -> None:
    with st.container(horizontal=True, gap="small", vertical_alignment="center"):
        side_badge(response.side)
        if response.response_type is None:
            st.badge(capital(NO_RESPONSE), color="gray", icon=":material/block:")
        else:
            label, meaning = RESPONSES[response.response_type]
            st.badge(label, color="gray", help=meaning)
    _show_answer(response, NO_MARKS)


def _show_answer(response: Response, marks: LiveScores) -> None:
    _show_field(response.reasoning, marks)
    _show_field(response.question, marks, "Asks.")
    if response.response_type is None:
        st.caption("Asked twice; no readable answer came. Nothing is filled in.")
    if response.unreadable:
        with st.expander("The words that came"):
            show_words(response.unreadable)


def show_closing(closing: Closing, questions: Mapping[str, str]) -> None:
    with st.container(horizontal=True, gap="small"):
        side_badge(closing.side)
        if closing.structured:
            st.badge(_shift_text(closing), color="gray")
        elif closing.warnings:
            st.badge("Unstructured", color="yellow", help=_UNSTRUCTURED)
    _show_closing(closing, NO_MARKS, questions)
    show_warnings(closing.warnings)


def _show_closing(closing: Closing, marks: LiveScores, questions: Mapping[str, str]) -> None:
    _show_list("Concedes", closing.concessions)
    _show_list("Says nobody rebutted", closing.unrebutted)
    _show_field(closing.position, marks)
    _show_field(closing.why, marks, f"Why {closing.shift or 'so'}.")
    _show_answers(closing.answers, questions)


def _show_answers(answers: Sequence[QuestionAnswer], questions: Mapping[str, str]) -> None:
    for one in answers:
        if question := questions.get(one.argument_id):
            show_words(question, lead=f"Asked on {one.argument_id}.", quiet=True)
        show_words(one.answer or capital(NO_ANSWER), lead="Answers.")


def show_warnings(warnings: tuple[str, ...]) -> None:
    for words in warnings:
        st.markdown(f":material/warning: {escaped(plain_fault_text(words))}")


def _show_list(label: str, items: tuple[str, ...]) -> None:
    if items:
        st.markdown(f"**{label}**")
        st.markdown("\n".join(f"- {' '.join(escaped(item).split())}" for item in items))


def marks_in(turn: Turn, entries: Sequence[RegisterEntry]) -> LiveScores:
    marks: dict[str, list[Highlight]] = {}
    for entry in entries:
        for text in fields_of_turn(turn):
            mark = _mark(text, entry)
            if mark is not None:
                marks.setdefault(text, []).append(mark)
                break
    return marks


def _mark(text: str, entry: RegisterEntry) -> Highlight | None:
    if not entry.quote or entry.found in (None, "not_found"):
        return None
    label = f"{entry.id} {status_text(entry)}"
    words = re.findall(r"\w+", entry.quote)
    there = re.search(r"\W+".join(map(re.escape, words)), text, re.IGNORECASE) if words else None
    if there:
        return Highlight(begin=there.start(), end=there.end(), label=label)
    if find_quote(entry.quote, text) != "not_found":
        return Highlight(begin=len(text), end=len(text), label=f"{label}, near match")
    return None


def watch_link(record: Record, number: int, words: str = "") -> str:
    """A turn as a link to its place on Watch. A markdown link opens beside this page, so that nothing typed is lost."""
    label = words or f"turn {number}"
    if number not in {turn.number for turn in record.transcript.turns}:
        return label
    return f"[{label}](watch?{urlencode(state.link_to(record.id))}#turn-{number})"


def turn_link(number: int, words: str = "") -> str:
    return f"[{words or f'turn {number}'}](#turn-{number})"


def linking(link: Callable[[int, str], str], most: int = LONGEST) -> Callable[[str], str]:
    """Makes a sentence harmless, and a link of each turn that it names; cut where it is very long."""

    def link_turns(match: re.Match[str]) -> str:
        if match[1] == "turn":
            return link(int(match[2]), match[0])
        return f"turns {re.sub(_NUMBER, lambda one: link(int(one[0]), one[0]), match[2])}"

    return lambda text: _TURNS.sub(link_turns, escaped(clip(text, most)))
