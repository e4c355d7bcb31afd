"""An argument, or a text, as a person reads it, and the questions they answer of it, with the page's keys."""

import hashlib
import secrets
import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import streamlit as st

from debate_core.domain.artifact import VERDICT, VERDICT_MEANINGS, VERDICTS, Verdict
from debate_core.domain.errors import RecordNotFound
from debate_core.domain.frozen import FrozenValue
from debate_core.domain.numerals import join_and, pluralise
from debate_core.domain.rubric import STANDING, STANDING_MEANINGS, Standing
from debate_core.domain.transcript import Argument, opponent
from debate_core.domain.wording import RULINGS, capital
from debate_core.library import reviews
from debate_core.library.findings import text_pieces
from debate_core.library.reviews import ToReview
from debate_core.reporting.arguments import NO_ANSWER
from debate_core.store.events import ReviewGiven, TextReviewed
from debate_core.store.record import ArtifactRecord, Record, ScoredRecord
from pages.ui import state
from pages.ui.blocks.show import show_drawn, template_html
from pages.ui.review import desk
from pages.ui.shared.heading import show_origin
from pages.ui.shared.speech import show_closing, show_response, show_warnings, side_badge
from pages.ui.shared.widgets import component, offer_action
from pages.ui.shared.words import clip, escaped, show_fault_once, show_words, showing_faults
from pages.ui.state.session import widget_value

_COMPONENT = component("review_questions", "review/questions")
_REASON = "the reason"
Handle = Callable[[str, str], None]
"""Takes a question's key and the number of the option that answers it; or an empty key and the key pressed."""
STANDINGS: tuple[Standing, ...] = tuple(STANDING_MEANINGS)
_VERDICTS_MEAN: Mapping[Verdict, str] = VERDICT_MEANINGS | {
    "CONDITIONAL": "usable once your reason is dealt with"
}
_WORDS = {STANDING: STANDINGS, VERDICT: VERDICTS}
HELP = (
    "{} answer the marked question, **↑** and **↓** move. **Ctrl+Enter** gives your scores. **N** and **P** go on and "
    "back, {}**U** undoes, **?** hides this. **Tab** leads to the reason, and out of it."
)


class ReviewQuestion(FrozenValue):
    """One thing to be answered: options with their keys (empty: none), what its ends or each means, the answer."""

    key: str
    title: str
    options: tuple[str, ...]
    keys: tuple[str, ...]
    ends: str = ""
    means: tuple[str, ...] = ()
    answer: int | None


@st.fragment(key="review_form")
@showing_faults()
def show_form(record: ScoredRecord, places: Sequence[ToReview], place: ToReview) -> None:
    if state.page_is_due.take():
        st.rerun()
    if (begun := state.draft_elsewhere(place)) is not None:
        st.info("Somebody with this name has begun this review. Go on with it?", icon=":material/group:")
        with st.container(horizontal=True, gap="small"):
            offer_action(
                "Go on with it", _name(place, "go_on"), state.keep_draft, place, begun, kind="primary"
            )
            offer_action("Start afresh", _name(place, "afresh"), state.keep_draft, place, {})
        return
    state.began(place)
    draft = state.draft_of(place)
    if not _show_again(record, place, revises=draft.get("revises", False)):
        st.caption(_blind_text(record, place))
    state.review_reason(place).begin(draft.get("reason", ""))
    st.text_area(
        "Your reason",
        key=state.review_reason(place).key,
        height=68,
        placeholder="What decides it?",
        on_change=_keep_reason,
        args=(place,),
    )
    ask(_name(place, "questions"), _questions(record, place), partial(_take, record, places, place))
    _show_give(record, places, place)
    scale = record.config.rubric.scale
    most = "**9**, and **0** for 10," if scale.high >= 10 and scale.low else f"**{min(9, scale.high)}**"
    desk.show_help(HELP.format(f"**{scale.low}** to {most}", "" if place.done else "**S** skips, "))


def _show_again(record: ScoredRecord, place: ToReview, *, revises: bool) -> bool:
    own = (state.person(), place.argument)
    withdrawn = any((one.person, one.argument) == own for one in record.withdrawn)
    if revises:
        st.markdown("**Change your mind.** Your first scores are kept, too.")
    elif withdrawn:
        st.info("You took your scores back. New ones are *not blind*: you have seen the others'.")
    return revises or withdrawn


def _blind_text(record: ScoredRecord, place: ToReview) -> str:
    if seen := state.seen_where(place):
        return f"You may have seen others' scores: {escaped(seen)}. Yours will be marked *not blind*."
    whose = "judges" if isinstance(record, Record) else "reviewers"
    also = " Somebody else has this one open." if place.open_elsewhere else ""
    return f"The {whose}' scores stay hidden until yours are given.{also}"


def _questions(record: ScoredRecord, place: ToReview) -> tuple[ReviewQuestion, ...]:
    draft, scale = state.draft_of(place), record.config.rubric.scale
    scores = range(scale.low, scale.high + 1)
    given = draft.get("scores", {})
    asked = [
        ReviewQuestion(
            key=one.key,
            title=one.title,
            options=tuple(map(str, scores)),
            # 10 is chosen with 0, unless 0 is; what has no key of one digit has none.
            keys=tuple(str(n % 10) if 0 <= n < min(11, 10 + scale.low) else "" for n in scores),
            ends=f"{one.plain_question} {scores[0]}\u00a0{one.low}, {scores[-1]}\u00a0{one.high}".strip(),
            answer=scores.index(given[one.key]) if given.get(one.key) in scores else None,
        )
        for one in record.config.rubric.dimensions
    ]
    return (*asked, _in_all(record, draft))


def _in_all(record: ScoredRecord, draft: state.ReviewDraft) -> ReviewQuestion:
    key = STANDING if isinstance(record, Record) else VERDICT
    words: tuple[str, ...] = _WORDS[key]
    meanings: Mapping[Any, str] = STANDING_MEANINGS if isinstance(record, Record) else _VERDICTS_MEAN
    chosen = draft.get("standing") if key == STANDING else draft.get("verdict")
    options = tuple(capital(RULINGS.get(word, word.lower())) for word in words)
    return ReviewQuestion(
        key=key,
        title="Ruling" if key == STANDING else "Verdict",
        options=options,
        keys=tuple(str(n + 1) for n in range(len(words))),
        means=tuple(f"{name}: {meanings[word]}." for name, word in zip(options, words, strict=True)),
        answer=words.index(chosen) if chosen else None,
    )


def _take(record: ScoredRecord, places: Sequence[ToReview], place: ToReview, key: str, answer: str) -> None:
    if not key:
        desk.press(places, place, answer)
    elif key == _REASON:
        state.keep_draft(place, {"reason": answer})
    elif key in _WORDS:
        state.keep_draft(place, {key: _WORDS[key][int(answer)]})
    else:
        score = record.config.rubric.scale.low + int(answer)
        state.keep_draft(place, {"scores": {**state.draft_of(place).get("scores", {}), key: score}})


def _keep_reason(place: ToReview) -> None:
    state.keep_draft(place, {"reason": state.review_reason(place)()})


def _name(place: ToReview, what: str) -> str:
    return f"review_{place.record}_{place.argument}_{what}"


def _show_give(record: ScoredRecord, places: Sequence[ToReview], place: ToReview) -> None:
    revises = state.draft_of(place).get("revises", False)
    with st.container(horizontal=True, gap="small", vertical_alignment="center"):
        label = "Change my scores" if revises else "Score"
        desk.offer_main(label, _name(place, "give"), _give, record, places, place)
        if revises:
            offer_action("Keep the first", _name(place, "leave"), _leave, place)
        wanting, saved = _wanting(record, place), state.saved_at(place)
        when = f"Kept at {time.strftime('%H:%M', time.localtime(saved))}. " if saved else ""
        st.caption(when + (f"Still to do: {join_and(wanting)}." if wanting else "Ready."), width=320)
    show_fault_once(state.fault_beside)


def _leave(place: ToReview) -> None:
    state.keep_draft(place, None)
    state.page_is_due.keep(True)


def _wanting(record: ScoredRecord, place: ToReview) -> list[str]:
    open_ones = [one.title.lower() for one in _questions(record, place) if one.answer is None]
    return [*open_ones, *([] if state.draft_of(place).get("reason", "").strip() else ["a reason"])]


def _give(record: ScoredRecord, places: Sequence[ToReview], place: ToReview) -> None:
    # Answers and words that came with the very click count, whichever callback runs first.
    take(_name(place, "questions"), partial(_take, record, places, place))
    _keep_reason(place)
    draft, wanting = state.draft_of(place), _wanting(record, place)
    try:
        now = state.in_place(place)
    except RecordNotFound as gone:  # deleted on another page meanwhile
        state.fault_on_top.keep(str(gone))
        return
    if reviews.reviews_by(now, state.person(), place.argument) and not draft.get("revises"):
        desk.go_to(place)  # A second press, or one in a second tab: the first was enough, and is shown.
        state.page_is_due.keep(True)
        return
    if wanting:
        state.fault_beside.keep(f"Still to do: {join_and(wanting)}.")
        return
    seen = state.seen_where(place)
    fields = {
        "person": state.person(),
        "argument": place.argument,
        "scores": draft["scores"],
        "reason": draft["reason"],
        "blind": seen is None,
        "cause": None if seen is None else f"scores seen before: {seen}",
        "sampled": place.sampled,
        "probability": place.probability,
        "position": None if place.sampled == "chosen" else state.position(places, place),
        "active_seconds": round(time.monotonic() - state.began(place), 1),
        "shown": _digest(record, place.argument),
    }
    with state.fault_beside.keeping():
        if isinstance(record, Record):
            reviews.give(state.store(), record, ReviewGiven(standing=draft["standing"], **fields))
        else:
            reviews.give(state.store(), record, TextReviewed(verdict=draft["verdict"], **fields))
        state.keep_draft(place, None)
        state.remember_deed(state.Deed(what="scored", record=place.record, argument=place.argument))
        state.page_is_due.keep(True)
        # What others made of it is shown in the same place, until one goes on.
        desk.go_to(place)


def _digest(record: ScoredRecord, argument: str) -> str:
    if not isinstance(record, Record):
        return record.config.artifact.sha256[:16]
    one = next(one for one in record.transcript.arguments if one.id == argument)
    response = record.transcript.responses.get(argument)
    text = one.model_dump_json() + (response.model_dump_json() if response else "")
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def show_argument(record: Record, name: str) -> None:
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
        st.markdown("*The opponent gave no answer.*")
    if closing := transcript.closings.get(argument.side):
        with st.expander(f"How {argument.side.upper()} closed", expanded=True):
            answers = tuple(one for one in closing.answers if one.argument_id == name)
            show_closing(closing.model_copy(update={"answers": answers}), transcript.questions)


def _show_turn_after(record: Record, name: str) -> None:
    after = record.transcript.replied_in(name)
    if after is None:
        st.markdown("*No later turn.*")
        return
    with st.container(border=True, gap="small"):
        st.caption(f"What {after.side.upper()} said next (turn {after.number})")
        for one in after.arguments:
            show_words(f"{one.claim} {one.reasoning} {one.evidence}")
        if after.question:
            show_words(after.question, lead="Asks.")
    answer = record.transcript.answers.get(name)
    if answer is not None:
        show_words(answer or capital(NO_ANSWER), lead=f"{opponent(after.side).upper()} answers.")


def show_artifact(record: ArtifactRecord) -> None:
    artifact = record.config.artifact
    st.caption(f"Whole text, {pluralise(len(artifact.lines), 'line')}. It scrolls in its frame.")
    st.header(escaped(clip(artifact.name, 120)), anchor=False)
    alt, lines = f"{artifact.name}: the text to score", text_pieces(artifact, ())
    show_drawn("artifact/text", key=f"to_score_{record.id}", alt=alt, artifact=artifact, lines=lines)
    for sentence in artifact.left_out:
        st.caption(escaped(sentence))
    if artifact.context:
        show_words(artifact.context, lead="Context for the reviewers.")


def ask(name: str, asked: Sequence[ReviewQuestion], handle: Handle) -> None:
    """Show the questions and hand each answer and page key to `handle`. `name`: of what is answered."""
    session = state.review_session.begin(secrets.token_hex(4))
    _COMPONENT(
        key=name,
        data={
            "item": f"{session} {name}",
            "asked": [{"key": one.key, "keys": one.keys, "answer": one.answer} for one in asked],
            "markup": template_html("review/questions", asked=asked),
        },
        default={"said": [], "reason": ""},
        on_said_change=lambda: take(name, handle),
        on_reason_change=lambda: handle(_REASON, widget_value(name)()["reason"]),
    )


def take(name: str, handle: Handle) -> None:
    words: list[str] = list((widget_value(name)() or {}).get("said") or ())
    handled = state.words_handled.of(name)
    new = words[handled() :]
    handled.keep(max(len(words), handled()))
    for word in new:
        key, _, answer = word.partition("=")
        handle(key, answer)
