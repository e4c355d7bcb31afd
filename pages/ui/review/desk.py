"""Where a person stands in the queue, and the ways on: next, previous, skip, undo, somebody else."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import streamlit as st

from debate_core.domain.errors import SetUpError
from debate_core.domain.numerals import join_and, pluralise
from debate_core.library import reviews
from debate_core.library.reviews import EVERYTHING, ToReview
from debate_core.reporting.people import people_agree_text
from debate_core.store.events import TEXT, ReviewGiven, TextReviewed
from debate_core.store.record import Record, ScoredRecord
from pages.ui import router, state
from pages.ui.shared.heading import MAX_LISTED, in_lines
from pages.ui.shared.person_input import ask_truth
from pages.ui.shared.widgets import offer_action
from pages.ui.shared.words import escaped, show_fault
from pages.ui.state.session import Named, widget_value

CHOICE = "choose_queue"


def offer_main(label: str, key: str, action: Callable[..., None], *given: object) -> None:
    """What one mainly does here, by a click or, where there are keys, by Ctrl+Enter."""
    by_key = f"{key.removesuffix('_now')}_by_key"
    offer_action(label, key, action, *given, kind="primary")
    if not state.narrow():
        offer_action(" ", by_key, action, *given, kind="tertiary", shortcut="Ctrl+Enter")


def place_in_sight(places: Sequence[ToReview]) -> ToReview | None:
    """The argument that the address names, else the first that is still to do; None when all is scored or skipped."""
    named = (st.query_params.get("of"), st.query_params.get("item"))
    place = next((one for one in places if (one.record, one.argument) == named), None)
    return place or next((one for one in places if not one.done and not one.skipped), None)


def ask_name() -> None:
    words = (
        "Disputed arguments, and some others, one at a time. You score before you see anyone's scores. Then theirs "
        "stand beside yours."
    )
    if "item" in st.query_params:
        words += " Where this browser has shown you theirs already, yours are marked *not blind*."
    st.markdown(words)
    take = partial(state.take_name, "review_name")
    st.text_input("Your name", key="review_name", max_chars=60, width=360, on_change=take)
    if st.button("Begin", key="review_begin", type="primary", on_click=take):
        show_fault("Type your name first, without hidden characters.")
    st.caption("Your name stands beside your scores. The server keeps it and your drafts for this browser.")


def show_nothing_waits() -> None:
    chosen = state.choice()
    words = "**Nothing to score here.** Arguments appear here once two judges have scored them."
    if chosen.kind or chosen.people:
        words = "**Nothing of your choice waits for you.**"
    if chosen.record and not state.may("review", chosen.record):
        words = "**Nothing to score here.** Everybody here reads this sample, so nobody scores it."
    if chosen.people and reviews.queue(state.store(), state.person(), replace(chosen, people=None)):
        words = "**All done:** others have scored everything you chose."
    st.markdown(words)
    if chosen == EVERYTHING:
        if st.button("Set up a debate", type="primary", key="to_set_up", icon=":material/tune:"):
            router.go("set_up")
        return
    with st.container(horizontal=True, gap="small"):
        st.button("Show everything", type="primary", key="all_debates", on_click=_choose_everything)
        _show_choice()


def _choose_everything() -> None:
    for key in ("debate", "of", "item", "kind", "people"):
        st.query_params.pop(key, None)


def _show_choice() -> None:
    choice = st.popover(
        "Choose what to score", icon=":material/filter_list:", type="tertiary", key=CHOICE, on_change="rerun"
    )
    if choice.open:
        with choice:
            _ask_choice()
            if not state.is_member():
                offer_action("Score as somebody else", "review_other", state.go_by, "")


def _ask_choice() -> None:
    chosen, lines = state.choice(), in_lines(state.recent(MAX_LISTED))
    at = [None, *lines]
    st.selectbox(
        "Debate",
        at,
        index=at.index(chosen.record) if chosen.record in lines else 0,
        format_func=lambda name: lines[name] if name else "All debates",
        **_choice_of("debate"),
    )
    st.segmented_control(
        "What",
        ("", *state.KINDS),
        default=chosen.kind or "",
        format_func=lambda kind: kind.capitalize() or "Both",
        required=True,
        **_choice_of("kind"),
    )
    st.number_input(
        "Share out: people who score each one",
        0,
        state.MAX_PEOPLE,
        chosen.people or 0,
        help="What so many others have scored leaves your queue, and what somebody has open comes last. 0: everybody "
        "scores everything. Send this page's address to those who share it.",
        **_choice_of("people"),
    )


def _choice_of(what: str) -> dict[str, Any]:
    """What makes a widget put its value into the address, as that word."""
    return {"key": f"choose_{what}", "on_change": _choose, "args": (what,)}


def _choose(what: str) -> None:
    go_to(None)
    Named(what).keep(widget_value(f"choose_{what}")() or None)


def show_desk(places: Sequence[ToReview], place: ToReview | None) -> None:
    done, here = sum(one.done for one in places), "All done"
    if place:
        here = f"{state.position(places, place)} of {len(places)} · {done} scored, {len(places) - done} to go"
    with st.container(horizontal=True, gap="small", vertical_alignment="center", key="desk", width="content"):
        st.caption(f"{here} · **{escaped(state.person())}**", width="content")
        _show_ways(places, place)
        offer_action("Undo", "undo", undo, icon="undo", kind="tertiary", disabled=state.last_deed() is None)
        _show_choice()


def _show_ways(places: Sequence[ToReview], place: ToReview | None) -> None:
    for label, key, step in (("Previous", "previous", -1), ("Next", "next", 1)):
        there = _neighbour(places, place, step) if place else places[-1] if step < 0 else None
        icon = "chevron_left" if step < 0 else "chevron_right"
        offer_action(label, key, go_to, there, icon=icon, kind="tertiary", disabled=there is None)
    if place and not place.done:
        offer_action("Skip", "skip", _turn_skip, place, icon="low_priority", kind="tertiary")


def _neighbour(places: Sequence[ToReview], place: ToReview, step: int) -> ToReview | None:
    at = state.position(places, place) - 1 + step
    return places[at] if 0 <= at < len(places) else None


def after(places: Sequence[ToReview], place: ToReview) -> ToReview | None:
    at = state.position(places, place) - 1
    return next((one for one in (*places[at + 1 :], *places[:at]) if not one.done and not one.skipped), None)


def go_to(place: ToReview | None) -> None:
    Named("of").keep(place and place.record)
    Named("item").keep(place and place.argument)


def press(places: Sequence[ToReview], place: ToReview, key: str) -> None:
    if key == "?":
        state.help_hidden.keep(not state.help_hidden())
        return
    state.page_is_due.keep(True)
    if key == "u":
        undo()
    elif key == "s" and not place.done:
        _turn_skip(place)
    elif there := {"n": _neighbour(places, place, 1), "p": _neighbour(places, place, -1)}.get(key):
        go_to(there)


def show_help(words: str) -> None:
    """The line about keys, and the way to hide it; nothing on a phone, which has none."""
    if state.narrow():
        return
    if not (hidden := state.help_hidden()):
        st.caption(words)
    label = f"{'Show' if hidden else 'Hide'} the keys (?)"
    offer_action(label, "review_help", state.help_hidden.keep, not hidden, icon="keyboard", kind="tertiary")


def _turn_skip(place: ToReview) -> None:
    state.form_beside(place).keep(None if state.form_beside(place)() == "skip" else "skip")


def show_skip(record: ScoredRecord, place: ToReview) -> None:
    st.markdown("**Why skip it?** It comes again at the end.")
    typed = state.typed_reason.of("skip", place.record, place.argument)
    st.text_input("Reason for skipping", key=typed.key)
    with st.container(horizontal=True, gap="small"):
        offer_main("Skip it", "skip_now", _skip, record, place, typed)
        offer_action("Score it instead", "skip_not", state.form_beside(place).keep, None)


def show_skipped(record: ScoredRecord, place: ToReview) -> None:
    mine = [one for one in record.skipped if (one.person, one.argument) == (state.person(), place.argument)]
    if mine:
        st.info(f"You skipped it: {escaped(mine[-1].reason)}")


def _skip(record: ScoredRecord, place: ToReview, typed: Callable[[], str]) -> None:
    with state.fault_on_top.keeping():
        reviews.skip(state.store(), record, state.person(), place.argument, typed())
        state.remember_deed(state.Deed(what="skipped", record=place.record, argument=place.argument))
        state.form_beside(place).keep(None)
        go_to(None)


def undo() -> None:
    """Take back what was done last in this session, and show the argument it was done to."""
    if not (deed := state.last_deed()):
        return
    place = ToReview(record=deed.record, argument=deed.argument, sampled="chosen")
    with state.fault_on_top.keeping():
        record = state.in_place(place)
        if deed.what == "scored":
            withdraw(record, deed.argument)
        elif deed.what == "skipped":
            reviews.take_up(state.store(), record, state.person(), deed.argument)
        elif isinstance(record, Record):
            stands = record.settled.get(deed.argument)
            if stands and stands.person != state.person():
                raise SetUpError(f"{reviews.settling_text(stands)} since: that is not yours to undo")
            reviews.reopen(state.store(), record, state.person(), deed.argument, "undone")
    state.forget(deed)
    st.query_params["of"], st.query_params["item"] = deed.record, deed.argument


def draft_from(given: ReviewGiven | TextReviewed) -> dict[str, object]:
    what = {"verdict": given.verdict} if isinstance(given, TextReviewed) else {"standing": given.standing}
    return {"reason": given.reason, "scores": dict(given.scores), **what}


def withdraw(record: ScoredRecord, argument: str) -> None:
    """Take back the person's last scores; where none are left, they are in hand again as a draft. Raises SetUpError."""
    gone = reviews.withdraw(state.store(), record, state.person(), argument)
    place = ToReview(record=record.id, argument=argument, sampled=gone.sampled)
    state.keep_draft(place, None)
    if len(reviews.reviews_by(record, state.person(), argument)) == 1:
        state.keep_draft(place, draft_from(gone))


def show_done(places: Sequence[ToReview]) -> None:
    """What was scored, how far those who scored agree so far, and the ways on."""
    skipped = [one for one in places if one.skipped]
    blind, not_blind = reviews.count_given(state.store(), state.person())
    left = f" and skipped {len(skipped)}" if skipped else ""
    debates = [one.record for one in places if one.argument != TEXT]
    texts = sum(one.argument == TEXT for one in places if not one.skipped)
    counts = {"argument": len(places) - len(skipped) - texts, "text": texts}
    what = join_and([pluralise(count, kind) for kind, count in counts.items() if count]) or "nothing"
    st.success(f"You scored {what}{left}.", icon=":material/task_alt:")
    st.markdown(f"In all you scored **{blind} blind**. Blind scores count once people's are switched on.")
    if not_blind:
        st.markdown(f"{pluralise(not_blind, 'other')}, not blind: kept, but not counted.")
    st.markdown(escaped(people_agree_text(state.people_so_far(state.choice().record))))
    with st.container(horizontal=True, gap="small"):
        if debates:
            _show_ways_on(debates[-1])
        elif st.button("Open the review", type="primary", key="to_text", icon=":material/description:"):
            st.switch_page(router.page("artifact"), query_params={"artifact": places[-1].record})
        if skipped:
            offer_action("Show skipped ones", "to_skipped", go_to, skipped[0])
        if state.choice() != EVERYTHING:
            st.button("Show everything", key="all_debates", on_click=_choose_everything)


def _show_ways_on(debate: str) -> None:
    if st.button("Read the verdict", type="primary", key="to_verdict", icon=":material/gavel:"):
        router.go("verdict", debate)
    if st.button("See people's scores", key="to_panel", icon=":material/balance:"):
        router.go("panel", debate)
    ask_truth(state.record(debate))
