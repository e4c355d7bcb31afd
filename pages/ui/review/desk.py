"""Where a person stands in the queue: who one is, how far, and the ways on: next, before, skip, somebody else.

Knows the queue and the address. Invariant: the address names the argument in sight once one has gone to it, so that a
refresh shows the same; nothing of others' scores is here.
"""

from collections.abc import Sequence

import streamlit as st

from debate_core import reviews
from debate_core.errors import SetUpError
from debate_core.record import Record
from debate_core.reviews import Place
from pages.ui import router, state
from pages.ui.shown.words import escaped, show_fault


def place_in_sight(places: Sequence[Place]) -> Place | None:
    """The argument that the address names, else the first that is still to do; None when all is done."""
    named = (st.query_params.get("of"), st.query_params.get("item"))
    found = next((one for one in places if (one.record, one.argument) == named), None)
    return found or next((one for one in places if not one.done), None)


def show_who(person: str) -> None:
    """Under which name one scores; the form for one, where there is none yet."""
    if person:
        with st.container(horizontal=True, gap="small", vertical_alignment="center"):
            st.caption(f"You score as **{escaped(person)}**", width="content")
            st.button("Somebody else", key="review_other", type="tertiary", on_click=state.go_by, args=("",))
        return
    st.markdown(
        "Arguments that the judges part on, and some that they don't, one at a time. You score each one before you see "
        "what the judges or other people made of it; then their scores stand beside yours."
    )
    st.text_input("Your name", key="review_name", max_chars=60, on_change=_take_name)
    st.button("Begin", key="review_begin", type="primary", on_click=_take_name)
    st.caption("The name is kept for this browser, and stands beside your scores in the record.")


def _take_name() -> None:
    name = " ".join(st.session_state["review_name"].split())
    if name and name.isprintable():
        state.go_by(name)


def show_nothing_waits(only: str | None) -> None:
    """What will appear here, and the one next step."""
    st.info("Nothing waits for you here: no debate with at least two judges' scores is in the store yet.")
    router_page = "set_up" if only is None else "review"
    st.page_link(router.page(router_page), label="Set up a debate" if only is None else "All debates")


def show_progress(places: Sequence[Place], place: Place | None) -> None:
    """How many are done, and which one this is."""
    done = sum(one.done for one in places)
    here = f"{state.position(places, place)} of {len(places)}" if place else "all done"
    st.progress(done / len(places), text=f"{here} · {done} scored")


def show_done(places: Sequence[Place]) -> None:
    """Everything in the queue is scored."""
    st.success(f"You have scored all {len(places)} arguments in your queue.", icon=":material/task_alt:")


def show_going_on(record: Record, places: Sequence[Place], place: Place, *, scored: bool) -> None:
    """The ways on from an argument."""
    at = state.position(places, place) - 1
    with st.container(horizontal=True, gap="small"):
        if scored:
            after = next((one for one in (*places[at + 1 :], *places[:at]) if not one.done), None)
            name, go = f"{place.record}_{place.argument}", {"on_click": _go_to, "args": (after,)}
            st.button("Next argument", key=f"next_{name}", type="primary", **go)
            st.button(" ", key=f"next_by_key_{name}", type="tertiary", shortcut="Ctrl+Enter", **go)
        if at:
            st.button(
                "Before",
                key=f"before_{place.record}_{place.argument}",
                on_click=_go_to,
                args=(places[at - 1],),
            )
        if not scored:
            _show_skip(record, place)


def _go_to(place: Place | None) -> None:
    if place is None:
        for key in ("of", "item"):
            st.query_params.pop(key, None)
        return
    st.query_params["of"], st.query_params["item"] = place.record, place.argument


def _show_skip(record: Record, place: Place) -> None:
    key = f"skip_{place.record}_{place.argument}"
    with st.popover("Skip", key=f"{key}_open"):
        st.text_input("Why", key=f"{key}_why", max_chars=reviews.REASON_MOST)
        st.button("Skip it", key=f"{key}_now", on_click=_skip, args=(record, place, key))
    if fault := st.session_state.pop(f"{key}_fault", None):
        show_fault(fault)


def _skip(record: Record, place: Place, key: str) -> None:
    try:
        reviews.skip(state.store(), record, state.person(), place.argument, st.session_state[f"{key}_why"])
    except SetUpError as error:
        st.session_state[f"{key}_fault"] = str(error)
        return
    _go_to(None)
