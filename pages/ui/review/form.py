"""The questions that a person answers of one argument: a reason, a score a dimension, a standing; all by keyboard.

Knows the draft in the store and the rubric. Invariant: nothing is set until the person sets it; every widget is named
after its argument, so that a late key can't land on the next one; each key belongs to one button at a time; and giving
the same scores twice stores them once.
"""

import hashlib
import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import get_args

import streamlit as st

from debate_core import reviews
from debate_core.errors import FactStored, SetUpError
from debate_core.events import ReviewGiven
from debate_core.numerals import listed
from debate_core.record import Record
from debate_core.reviews import Place
from debate_core.rubric import Dimension
from debate_core.scoresheet import Standing
from debate_core.wording import named
from pages.ui import state
from pages.ui.review.keys import DOWN, UP, listen
from pages.ui.shown.words import escaped, show_fault

STANDING = "standing"
STANDINGS: tuple[Standing, ...] = ("UPHELD", "PARTIALLY_UPHELD", "REFUTED", "UNCERTAIN")
assert set(STANDINGS) == set(get_args(Standing))
_ACTIVE = "review_active"
_TEN = 10
HELP = (
    "**1** to **9**, and **0** for 10, answer the question that is marked; it moves on by itself. **↑** and **↓** go "
    "to another one. **Ctrl+Enter** gives your scores, or goes to the next argument. Keys don't fire while you write "
    "your reason: **Tab** leaves it."
)


@dataclass(frozen=True, kw_only=True)
class Question:
    """One thing to be answered: its options in order, and what its ends mean."""

    key: str
    title: str
    options: tuple[int | str, ...]
    ends: str


def questions(record: Record) -> tuple[Question, ...]:
    """A question a dimension, then the standing."""
    scale = record.config.rubric.scale
    scores = tuple(range(scale.low, scale.high + 1))
    asked = [
        Question(key=one.key, title=one.title, options=scores, ends=_ends(one, scores))
        for one in record.config.rubric.dimensions
    ]
    return (*asked, Question(key=STANDING, title="Standing", options=STANDINGS, ends=""))


def _ends(dimension: Dimension, scores: Sequence[int]) -> str:
    return f"{scores[0]} {dimension.low}, {scores[-1]} {dimension.high}"


@st.fragment(key="review_form")
def show_form(record: Record, place: Place, position: int) -> None:
    """The questions, what is still to do, and the button that gives the scores."""
    if st.session_state.pop(_name(place, "given"), False):
        st.rerun()
    state.began(place)
    asked, draft = questions(record), state.draft_of(place)
    st.caption("The judges' scores stay hidden until yours are given.")
    st.session_state.setdefault(_name(place, "reason"), draft.get("reason", ""))
    st.text_area(
        "Your reason",
        key=_name(place, "reason"),
        max_chars=reviews.REASON_MOST,
        height=88,
        placeholder="What in the argument, or in the answer it got, decides it?",
        on_change=_keep_reason,
        args=(place,),
    )
    listen(_name(place, "keys"), partial(_press, record, place))
    active = _active(place, asked)
    for question in asked:
        _show_question(place, question, active=question.key == active)
    _show_give(record, place, position)


def _show_question(place: Place, question: Question, *, active: bool) -> None:
    st.session_state.setdefault(_name(place, question.key), _answer(place, question))
    with st.container(horizontal=True, horizontal_alignment="distribute", gap="small"):
        st.markdown(f"**{escaped(question.title)}**{' ◂' if active else ''}", width="content")
        if question.ends:
            st.caption(escaped(question.ends), width="content")
    st.segmented_control(
        question.title,
        question.options,
        required=True,
        format_func=_said,
        key=_name(place, question.key),
        label_visibility="collapsed",
        on_change=_keep_answer,
        args=(place, question),
        width="stretch",
    )


def _said(option: int | str) -> str:
    return str(option) if isinstance(option, int) else named(option)  # type: ignore[arg-type]


def _name(place: Place, what: str) -> str:
    """The key of a widget of this argument."""
    return f"review_{place.record}_{place.argument}_{what}"


def _keep_reason(place: Place) -> None:
    state.keep_draft(place, {"reason": st.session_state[_name(place, "reason")]})


def _keep_answer(place: Place, question: Question) -> None:
    """Take what was clicked. Nothing chosen is no click, for a choice can't be undone: it is what the browser still
    showed when a key was pressed just before."""
    name = _name(place, question.key)
    if st.session_state[name] is None:
        st.session_state[name] = _answer(place, question)
    else:
        _set(place, question, st.session_state[name])


def _set(place: Place, question: Question, answer: int | str) -> None:
    if question.key == STANDING:
        state.keep_draft(place, {"standing": answer})
        return
    scores = {
        key: score for key, score in state.draft_of(place).get("scores", {}).items() if key != question.key
    }
    state.keep_draft(place, {"scores": scores if answer is None else {**scores, question.key: answer}})


def _answer(place: Place, question: Question) -> int | str | None:
    draft = state.draft_of(place)
    if question.key == STANDING:
        return draft.get("standing")
    return draft.get("scores", {}).get(question.key)


# ── the keyboard ──


def _active(place: Place, asked: Sequence[Question]) -> str:
    """The question that keys answer: the one chosen, else the first that is open, else the last."""
    chosen: dict[tuple[str, str], str] = st.session_state.setdefault(_ACTIVE, {})
    if found := chosen.get((place.record, place.argument)):
        return found
    return next((one.key for one in asked if _answer(place, one) is None), asked[-1].key)


def _press(record: Record, place: Place, key: str) -> None:
    """Answer the marked question with its option of that number, 0 the tenth; or mark the one before or after."""
    asked = questions(record)
    active = _active(place, asked)
    at = [one.key for one in asked].index(active)
    if key in (UP, DOWN):
        there = asked[(at + (1 if key == DOWN else -1)) % len(asked)]
        st.session_state[_ACTIVE][place.record, place.argument] = there.key
        return
    options = asked[at].options
    option = (int(key) - 1) % _TEN
    if option < len(options):
        st.session_state[_name(place, active)] = options[option]
        _set(place, asked[at], options[option])
        st.session_state[_ACTIVE].pop((place.record, place.argument), None)


# ── giving ──


def _show_give(record: Record, place: Place, position: int) -> None:
    wanting = _wanting(record, place)
    given = {"on_click": _give, "args": (record, place, position)}
    with st.container(horizontal=True, gap="small"):
        st.button("Score", type="primary", key=_name(place, "give"), **given)
        st.button(" ", type="tertiary", shortcut="Ctrl+Enter", key=_name(place, "give_by_key"), **given)
    saved = state.saved_at(place)
    kept = f"Kept at {time.strftime('%H:%M', time.localtime(saved))}. " if saved else ""
    st.caption(kept + (f"Still to do: {listed(wanting)}." if wanting else "Ready."))
    if fault := st.session_state.pop(_name(place, "fault"), None):
        show_fault(fault)
    st.caption(HELP)


def _wanting(record: Record, place: Place) -> list[str]:
    draft = state.draft_of(place)
    open_ones = [one.title.lower() for one in questions(record) if _answer(place, one) is None]
    return [*open_ones, *([] if draft.get("reason", "").strip() else ["a reason"])]


def _give(record: Record, place: Place, position: int) -> None:
    """Store the scores of this argument, if nothing is wanting; a second time it changes nothing."""
    draft, wanting = state.draft_of(place), _wanting(record, place)
    if wanting:
        st.session_state[_name(place, "fault")] = f"Not given yet: {listed(wanting)} to go."
        return
    seen = state.seen_where(record.id)
    review = ReviewGiven(
        person=state.person(),
        argument=place.argument,
        scores=draft["scores"],
        standing=draft["standing"],  # type: ignore[arg-type]
        reason=draft["reason"],
        blind=seen is None,
        cause=None if seen is None else f"its scores were in sight before: {seen}",
        sampled=place.sampled,
        probability=place.probability,
        position=position,
        active_seconds=round(time.monotonic() - state.began(place), 1),
        shown=_digest(record, place.argument),
    )
    try:
        reviews.give(state.store(), record, review)
    except (SetUpError, FactStored) as error:
        st.session_state[_name(place, "fault")] = str(error)
        return
    state.drop_draft(place)
    st.session_state[_name(place, "given")] = True
    # What others made of it is shown in the same place, until one goes on.
    st.query_params["of"], st.query_params["item"] = place.record, place.argument


def _digest(record: Record, argument: str) -> str:
    """16 hexadecimal digits of the argument and the answer it got, as they were shown."""
    one = next(one for one in record.transcript.arguments if one.id == argument)
    response = record.transcript.responses.get(argument)
    text = one.model_dump_json() + (response.model_dump_json() if response else "")
    return hashlib.sha256(text.encode()).hexdigest()[:16]
