"""After one's own scores: what judges and other people made of the same, and what can be done about it."""

from collections.abc import Iterator, Mapping, Sequence
from statistics import fmean
from typing import Literal

import streamlit as st

from debate_core.domain.errors import FactStored, RecordNotFound, SetUpError
from debate_core.domain.frozen import FrozenValue
from debate_core.domain.numerals import join_and, pluralise
from debate_core.domain.rubric import Rubric, Standing
from debate_core.library import reviews
from debate_core.library.reviews import ToReview, ruling_text
from debate_core.reporting.line_figures import Score, ScoreRow, Scores
from debate_core.reporting.room import sentences_text
from debate_core.store.events import ArgumentSettled, ReviewGiven, TextReviewed
from debate_core.store.judging import distinct_name
from debate_core.store.record import Record, ScoredRecord
from pages.ui import router, state
from pages.ui.blocks.show import show_picture
from pages.ui.review import desk
from pages.ui.review.form import STANDINGS, ask
from pages.ui.shared.person_input import ask_truth, show_flags
from pages.ui.shared.widgets import offer_action
from pages.ui.shared.words import clip, escaped, show_fault_once, show_words
from pages.ui.state.session import widget_value

YOU, FIRST = "You", "You, at first"
HELP = "{}**N** and **P** go on and back, **U** undoes, **?** hides this."
_LINE = 90
Settling = Literal["UPHELD", "PARTIALLY_UPHELD", "REFUTED", "UNCERTAIN", "irresolvable"]


class View(FrozenValue):
    """What somebody made of it: scores, a standing or a verdict in words, and why. `own`: who looks at it did."""

    name: str
    scores: Mapping[str, float]
    ruling: str
    notes: str
    own: bool = False


Views = Sequence[View]


def show_revealed(record: ScoredRecord, places: Sequence[ToReview], place: ToReview) -> None:
    state.note_seen(record, "the Review page", place.argument)
    mine = reviews.reviews_by(record, state.person(), place.argument)
    views, rubric = views_of(record, place.argument, state.person()), record.config.rubric
    with st.container(border=True, key="revealed"):
        st.header(_headline_text(views), anchor=False)
        if words := _furthest_text(views, rubric):
            st.caption(words)
        show_picture(_scores(views, rubric), key=f"revealed_{place.record}_{place.argument}")
        _show_reasons(views)
        if not mine[0].blind:
            st.info(f"Not blind: {escaped(mine[0].cause or '')}. Your scores are kept, but not counted.")
        elif len(mine) > 1:
            st.info("Your first, blind scores count. The later ones are kept and shown, but not counted.")
        _show_shared(record, place)
        settles = isinstance(record, Record) and state.form_beside(place)() == "settle"
        if isinstance(record, Record) and settles:
            _show_settle(record, place, [one.name for one in _others_of(views)])
        else:
            if isinstance(record, Record):
                _show_settled(record, place)
            _show_ways_on(record, places, place)
    ask(_name(place, "keys"), (), lambda _, key: desk.press(places, place, key))
    does = "settles it" if settles else "goes on"
    confirms = isinstance(record, Record) and settles and place.argument in record.settled
    desk.show_help(HELP.format("" if confirms else f"**Ctrl+Enter** {does}, "))
    if isinstance(record, Record):
        _show_of_debate(record, places, place)
    elif st.button("Open the review", key=_name(place, "whole"), icon=":material/description:"):
        st.switch_page(router.page("artifact"), query_params={"artifact": record.id})


def views_of(record: ScoredRecord, argument: str, person: str) -> list[View]:
    """One's own last and first scores, then the judges', then other people's, each under a name of its own."""
    latest = {one.person: one for one in record.reviews if one.argument == argument}
    mine = reviews.reviews_by(record, person, argument)
    own = [_of_person(YOU, mine[-1], own=True)] if mine else []
    own += [_of_person(FIRST, mine[0], own=True)] if len(mine) > 1 else []
    views = [*own, *_of_judges(record, argument)]
    for name, one in latest.items():
        if name != person:
            views.append(_of_person(distinct_name(name, [view.name for view in views]), one))
    return views


def _of_judges(record: ScoredRecord, argument: str) -> Iterator[View]:
    if isinstance(record, Record):
        for seat in record.judging.seats:
            if seat.sheet and (one := seat.sheet.entry(argument)):
                ruling = ruling_text(one.standing)
                yield View(name=seat.name, scores=one.scores, ruling=ruling, notes=one.notes or "")
        return
    none = dict.fromkeys(record.config.without_verdict, "no verdict (simulated)")
    for name, sheet in record.sheets().items():
        ruling = none.get(name, sheet.verdict.lower())
        yield View(name=name, scores=sheet.scores, ruling=ruling, notes=sheet.rationale)


def _of_person(name: str, review: ReviewGiven | TextReviewed, *, own: bool = False) -> View:
    ruling = review.verdict.lower() if isinstance(review, TextReviewed) else ruling_text(review.standing)
    return View(name=name, scores=review.scores, ruling=ruling, notes=review.reason, own=own)


def _others_of(views: Views) -> Views:
    return [one for one in views if not one.own]


def _headline_text(views: Views) -> str:
    own, others = views[0], _others_of(views)
    same = [escaped(one.name) for one in others if one.ruling == own.ruling]
    if not others:
        return "Only you scored it."
    if not same:
        return f"Nobody else says {own.ruling}."
    if len(same) == len(others):
        return f"Everybody says {own.ruling}."
    who = join_and(same) if len(same) < 3 else f"{len(same)} of {len(others)} others"
    return f"You say {own.ruling}, like {who}."


def _furthest_text(views: Views, rubric: Rubric) -> str:
    furthest = reviews.furthest(views[0].scores, [(one.name, one.scores) for one in _others_of(views)])
    if furthest is None:
        return ""
    title = {one.key: one.title.lower() for one in rubric.dimensions}[furthest.dimension]
    gave = f"you gave {furthest.own:g}, they gave {furthest.theirs:g}"
    return f"Furthest from {escaped(furthest.who)} on {title}: {gave}."


def _scores(views: Views, rubric: Rubric) -> Scores:
    """Everybody's scores, a line a quality, with the others' average. One's own are last: judges keep their shapes."""
    rows, views = [], sorted(views, key=lambda one: one.own)
    for one in rubric.dimensions:
        scores = tuple(Score(given=view.scores.get(one.key)) for view in views)
        others = [view.scores[one.key] for view in _others_of(views) if one.key in view.scores]
        average = fmean(others) if others else None
        rows.append(ScoreRow(argument=one.title, side=None, claim="", scores=scores, average=average))
    scale = rubric.scale
    return Scores(
        alt="Your scores beside everybody's",
        judges=tuple(one.name for one in views),
        rows=tuple(rows),
        scale=(float(scale.low), float(scale.high)),
        own=len(views) - len(_others_of(views)),
        averaged="others' average",
    )


def _show_reasons(views: Views) -> None:
    short = [clip(sentences_text(one.notes, _LINE), 2 * _LINE) for one in views]
    for one, words in zip(views, short, strict=True):
        show_words(words or "No reason given", lead=f"{escaped(one.name)} · {one.ruling}.")
    if short != [one.notes for one in views]:
        with st.expander("Reasons in full"):
            for one in views:
                show_words(one.notes or "No reason given", lead=f"{escaped(one.name)}.")


def _show_shared(record: ScoredRecord, place: ToReview) -> None:
    """Who else scored what as many people as share it out had scored without this one."""
    people = dict.fromkeys(one.person for one in record.reviews if one.argument == place.argument)
    others = [escaped(name) for name in people if name != state.person()]
    if 0 < (state.choice().people or 0) <= len(others):
        st.info(f"{join_and(others)} scored this one meanwhile.", icon=":material/group:")


def _show_ways_on(record: ScoredRecord, places: Sequence[ToReview], place: ToReview) -> None:
    there = desk.after(places, place)
    with st.container(horizontal=True, gap="small"):
        desk.offer_main("Next argument" if there else "Finish", _name(place, "on"), desk.go_to, there)
        blind = any(one.blind for one in reviews.reviews_by(record, state.person(), place.argument))
        if isinstance(record, Record) and blind and place.argument not in record.settled:
            offer_action("Settle it", _name(place, "settle"), state.form_beside(place).keep, "settle")
        back = (("Change my mind", "revise", _revise), ("Take my scores back", "withdraw", _withdraw))
        for label, key, act in back:
            offer_action(label, _name(place, key), act, record, place, kind="tertiary")
    show_fault_once(state.fault_beside)


def _revise(record: ScoredRecord, place: ToReview) -> None:
    last = reviews.reviews_by(record, state.person(), place.argument)[-1]
    state.keep_draft(place, {**desk.draft_from(last), "revises": True})


def _withdraw(record: ScoredRecord, place: ToReview) -> None:
    with state.fault_beside.keeping():
        desk.withdraw(record, place.argument)
        state.forget(state.Deed(what="scored", record=place.record, argument=place.argument))


def _name(place: ToReview, what: str) -> str:
    return f"revealed_{place.record}_{place.argument}_{what}"


def _show_settled(record: Record, place: ToReview) -> None:
    if (settled := record.settled.get(place.argument)) is None:
        return
    as_what = f"**Settled as {ruling_text(settled.standing)}** by {escaped(settled.person)}"
    st.markdown(f":material/task_alt: {as_what}{_why_text(settled)}")
    for one in record.superseded_settlements(place.argument):
        st.caption(f"Before that {_settled_words(one)}")
    offer_action("Open it again", _name(place, "reopen"), _reopen, record, place, kind="tertiary")


def _settled_words(one: ArgumentSettled) -> str:
    return f"{escaped(one.person)} settled it as {ruling_text(one.standing)}{_why_text(one)}"


def _why_text(one: ArgumentSettled) -> str:
    follows = f", following {', '.join(map(escaped, one.follows))}" if one.follows else ""
    return f"{follows}: {escaped(one.reason)}"


def _show_settle(record: Record, place: ToReview, others: Sequence[str]) -> None:
    """Ctrl+Enter settles while this is open."""
    options: tuple[Settling, ...] = (*STANDINGS, "irresolvable")
    st.subheader("Settle it", anchor=False)
    st.caption("Shown beside the argument with your reason. It changes no score and no verdict.")
    words = {one: ruling_text(None if one == "irresolvable" else one).capitalize() for one in options}
    st.pills("It is", options, format_func=words.__getitem__, key=_name(place, "settled_as"))
    st.multiselect("Who is right", others, key=_name(place, "follows"))
    st.text_area("Why", key=_name(place, "settled_why"), height=80)
    _show_decision(record, place)
    show_fault_once(state.fault_beside)


def _show_decision(record: Record, place: ToReview) -> None:
    other = record.settled.get(place.argument)
    if other:
        st.warning(
            f"{_settled_words(other)}  \nYours is not stored yet. Confirm it to replace theirs. Both are kept.",
            icon=":material/group:",
        )
    with st.container(horizontal=True, gap="small"):
        if other:  # Without Ctrl+Enter: pressed twice, it would confirm before the other's words were read.
            offer_action("Confirm mine", _name(place, "confirm"), _settle, record, place)
            offer_action("Withdraw mine", _name(place, "withdraw_mine"), state.form_beside(place).keep, None)
            return
        desk.offer_main("Settle", _name(place, "settle_now"), _settle, record, place)
        offer_action("Not now", _name(place, "settle_not"), state.form_beside(place).keep, None)


def _settle(record: Record, place: ToReview) -> None:
    chosen: Settling | None = widget_value(_name(place, "settled_as"))()
    try:
        if chosen is None:
            raise SetUpError("choose a ruling first")
        standing: Standing | None = None if chosen == "irresolvable" else chosen
        settlement = ArgumentSettled(
            person=state.person(),
            argument=place.argument,
            standing=standing,
            follows=tuple(widget_value(_name(place, "follows"))()),
            reason=widget_value(_name(place, "settled_why"))(),
        )
        reviews.settle(state.store(), record, settlement)
    except RecordNotFound as gone:
        state.fault_on_top.keep(str(gone))
        return
    except (SetUpError, FactStored) as error:
        if isinstance(error, SetUpError) or place.argument not in state.record(place.record).settled:
            state.fault_beside.keep(str(error))  # else the other's decision says it
        return
    state.remember_deed(state.Deed(what="settled", record=place.record, argument=place.argument))
    state.form_beside(place).keep(None)


def _reopen(record: Record, place: ToReview) -> None:
    with state.fault_on_top.keeping():
        reviews.reopen(state.store(), record, state.person(), place.argument)
        state.forget(state.Deed(what="settled", record=place.record, argument=place.argument))


def _show_of_debate(record: Record, places: Sequence[ToReview], place: ToReview) -> None:
    live = state.live(record)
    if live and (flagged := reviews.flags_in(live.claims, record, place.argument)):
        st.subheader("Suspect claims", anchor=False)
        show_flags(record, flagged)
    if waiting := sum(one.record == record.id and not one.done for one in places):
        st.caption(f"Score {pluralise(waiting, 'more argument')} to record how it turned out.")
        return
    if known := record.true_outcome:
        st.markdown(f"Recorded as true: **{known.outcome}**.")
    ask_truth(record)
