"""Where a person stands in the queue, and the ways on: next, previous, skip, undo, somebody else. The address names the
argument in sight, so that a refresh shows the same."""

from collections.abc import Sequence
from typing import Any

import streamlit as st

from debate_core import reviews
from debate_core.errors import DebateError, SetUpError
from debate_core.events import ReviewGiven, TextReviewed
from debate_core.numerals import counted
from debate_core.record import Record
from debate_core.replay import Judged
from debate_core.reviews import ToReview
from debate_core.wording import capital
from pages.ui import router, state
from pages.ui.shown.words import escaped, show_fault

_FAULT, _WENT = "review_fault", "review_went"


def place_in_sight(places: Sequence[ToReview]) -> ToReview | None:
    """The argument that the address names, else the first that is still to do; None when all is scored or skipped."""
    named = (st.query_params.get("of"), st.query_params.get("item"))
    found = next((one for one in places if (one.record, one.argument) == named), None)
    return found or next((one for one in places if not one.done and not one.skipped), None)


def ask_name() -> None:
    st.markdown(
        "Disputed arguments, and some others, one at a time. You score before you see anyone's scores. Then theirs "
        "stand beside yours."
    )
    st.text_input("Your name", key="review_name", max_chars=60, width=360, on_change=_take_name)
    st.button("Begin", key="review_begin", type="primary", on_click=_take_name)
    st.caption("Your name stays in this browser and beside your scores.")


def _take_name() -> None:
    name = " ".join(st.session_state["review_name"].split())
    if name and name.isprintable():
        state.go_by(name)


def show_nothing_waits(only: str | None) -> None:
    which = "a" if only is None else "this"
    st.markdown(
        f"**Nothing to score yet.** Arguments appear here once {which} debate has two judges' scores."
    )
    if only is None:
        if st.button("Set up a debate", type="primary", key="to_set_up", icon=":material/tune:"):
            router.go("set_up")
    else:
        st.button("Show all debates", type="primary", key="all_debates", on_click=_look_through_all)


def _look_through_all() -> None:
    for key in ("debate", "of", "item"):
        st.query_params.pop(key, None)


def show_desk(places: Sequence[ToReview], place: ToReview | None) -> None:
    done, here = sum(one.done for one in places), "All done"
    if place:
        here = f"{state.position(places, place)} of {len(places)}"
    with st.container(horizontal=True, gap="small", vertical_alignment="center", key="desk"):
        said = f"{here} · {done} scored · **{escaped(state.person())}**"
        st.caption(said, width="content")
        if place:
            _show_ways(places, place)
        undoes: dict[str, Any] = {"on_click": undo, "disabled": state.last_deed() is None}
        st.button("Undo", key="undo", type="tertiary", icon=":material/undo:", **undoes)
        st.button("Somebody else", key="review_other", type="tertiary", on_click=state.go_by, args=("",))
    st.progress(done / len(places))


def _show_ways(places: Sequence[ToReview], place: ToReview) -> None:
    for label, key, step in (("Previous", "previous", -1), ("Next", "next", 1)):
        there = _beside(places, place, step)
        goes: dict[str, Any] = {"on_click": go_to, "args": (there,), "disabled": there is None}
        icon = ":material/chevron_left:" if step < 0 else ":material/chevron_right:"
        st.button(label, key=key, type="tertiary", icon=icon, **goes)
    if not place.done:
        skips: dict[str, Any] = {"on_click": _turn_skip, "args": (place,)}
        st.button("Skip", key="skip", type="tertiary", icon=":material/low_priority:", **skips)


def _beside(places: Sequence[ToReview], place: ToReview, step: int) -> ToReview | None:
    at = state.position(places, place) - 1 + step
    return places[at] if 0 <= at < len(places) else None


def after(places: Sequence[ToReview], place: ToReview) -> ToReview | None:
    at = state.position(places, place) - 1
    return next((one for one in (*places[at + 1 :], *places[:at]) if not one.done and not one.skipped), None)


def go_to(place: ToReview | None) -> None:
    if place is None:
        for key in ("of", "item"):
            st.query_params.pop(key, None)
        return
    st.query_params["of"], st.query_params["item"] = place.record, place.argument


def press(places: Sequence[ToReview], place: ToReview, key: str) -> None:
    if key == "?":
        state.help_hidden.keep(state.help_shown())
        return
    st.session_state[_WENT] = True
    if key == "u":
        undo()
    elif key == "s" and not place.done:
        _turn_skip(place)
    elif there := {"n": _beside(places, place, 1), "p": _beside(places, place, -1)}.get(key):
        go_to(there)


def went() -> bool:
    """Whether a key did something that the whole page must show; asked once."""
    return bool(st.session_state.pop(_WENT, False))


def show_help(words: str) -> None:
    """The line about keys, and the way to hide it."""
    shown = state.help_shown()
    if shown:
        st.caption(words)
    turns: dict[str, Any] = {
        "on_click": state.help_hidden.keep,
        "args": (shown,),
        "icon": ":material/keyboard:",
    }
    st.button(f"{'Hide' if shown else 'Show'} the keys (?)", key="review_help", type="tertiary", **turns)


def _turn_skip(place: ToReview) -> None:
    state.open_beside(place, None if state.opened(place) == "skip" else "skip")


def show_skip(record: Judged, place: ToReview) -> None:
    st.markdown("**Why skip it?** It comes again at the end.")
    st.text_input("Reason for skipping", key=_skip_key(place))
    with st.container(horizontal=True, gap="small"):
        skips: dict[str, Any] = {"on_click": _skip, "args": (record, place)}
        st.button("Skip it", key="skip_now", type="primary", **skips)
        st.button(" ", key="skip_by_key", type="tertiary", shortcut="Ctrl+Enter", **skips)
        st.button("Score it instead", key="skip_not", on_click=state.open_beside, args=(place, None))


def show_skipped(record: Judged, place: ToReview) -> None:
    mine = [one for one in record.skipped if (one.person, one.argument) == (state.person(), place.argument)]
    if mine:
        st.info(f"You skipped it: {escaped(mine[-1].reason)}.")


def _skip_key(place: ToReview) -> str:
    return f"skip_{place.record}_{place.argument}_why"


def _skip(record: Judged, place: ToReview) -> None:
    try:
        why = str(st.session_state[_skip_key(place)])
        reviews.skip(state.store(), record, state.person(), place.argument, why)
    except SetUpError as error:
        say_fault(str(error))
        return
    state.did(state.Deed(what="skipped", record=place.record, argument=place.argument))
    state.open_beside(place, None)
    go_to(None)


def undo() -> None:
    """Take back what was done last in this session, and show the argument it was done to."""
    if not (deed := state.last_deed()):
        return
    place = ToReview(record=deed.record, argument=deed.argument, sampled="chosen")
    try:
        record = state.in_place(place)
        if deed.what == "scored":
            take_back(record, deed.argument)
        elif deed.what == "skipped":
            reviews.take_up(state.store(), record, state.person(), deed.argument)
        elif isinstance(record, Record):
            stands = record.settled.get(deed.argument)
            if stands and stands.person != state.person():
                raise SetUpError(f"{reviews.settling_said(stands)} since: that is not yours to undo")
            reviews.reopen(state.store(), record, state.person(), deed.argument, "undone")
    except DebateError as error:
        say_fault(str(error))
    state.forget(deed)
    st.query_params["of"], st.query_params["item"] = deed.record, deed.argument


def say_fault(words: str) -> None:
    """What is wrong, whatever is in sight when the page is drawn."""
    st.session_state[_FAULT] = words


def show_said() -> None:
    if fault := st.session_state.pop(_FAULT, None):
        show_fault(capital(fault))


def judged(given: ReviewGiven | TextReviewed) -> dict[str, object]:
    if isinstance(given, TextReviewed):
        return {"verdict": given.verdict}
    return {"standing": given.standing}


def take_back(record: Judged, argument: str) -> None:
    """Take back the person's last scores; where none are left, they are in hand again as a draft. Raises SetUpError."""
    gone = reviews.withdraw(state.store(), record, state.person(), argument)
    place = ToReview(record=record.id, argument=argument, sampled=gone.sampled)
    state.drop_draft(place)
    if len(reviews.given(record, state.person(), argument)) == 1:
        kept = {"reason": gone.reason, "scores": dict(gone.scores), **judged(gone)}
        state.keep_draft(place, kept)


def show_done(places: Sequence[ToReview], only: str | None) -> None:
    said, skipped = reviews.said_by(state.store(), state.person()), [one for one in places if one.skipped]
    left = f" and skipped {len(skipped)}" if skipped else ""
    st.success(
        f"You scored {counted(len(places) - len(skipped), 'argument')}{left}.",
        icon=":material/task_alt:",
    )
    st.markdown(
        f"In all you scored **{counted(said.blind, 'argument')} blind**. They count wherever people's scores do."
    )
    if said.not_blind:
        st.markdown(f"{counted(said.not_blind, 'other')}, not blind: kept, but not counted.")
    with st.container(horizontal=True, gap="small"):
        if st.button("See people's scores", type="primary", key="to_panel", icon=":material/balance:"):
            router.go("panel", only or places[0].record)
        if skipped:
            st.button("Show skipped ones", key="to_skipped", on_click=go_to, args=(skipped[0],))
        if only is not None:
            st.button("Show all debates", key="all_debates", on_click=_look_through_all)
