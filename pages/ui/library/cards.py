"""What is looked for, and a card for each record found; what is chosen to be compared, was deleted, or can be brought
back. Whoever sees an outcome here scores that record not blind."""

import math
import time
from collections.abc import Sequence
from functools import partial

import streamlit as st

from debate_core.measuring.agreement import banded
from debate_core.numerals import coefficient, counted
from debate_core.options import changed, options_of
from debate_core.record import Status
from debate_core.reporting.library import KINDS, library_document, verdict_text
from debate_core.reporting.usage import calls_text, cap_text, cost_text
from debate_core.shelf import AT_ONCE, Shelf, Wanted
from debate_core.summary import Summary
from debate_core.wording import capital
from pages.ui import router, state
from pages.ui.blocks.show import offer_downloads
from pages.ui.shown.figures import fold, offer_file
from pages.ui.shown.heading import show_samples, show_status
from pages.ui.shown.options import show_option, show_refused
from pages.ui.shown.words import Colour, clip, escaped, show_fault
from pages.ui.state import Looked

_PAGER = "shelf_page"
_FILTERS = ("kind", "outcome", "agreement", "made", "needs", "studies")
_OPTIONS = options_of(Wanted)
TAG = "shelf_tag"
_COLOURS: dict[str, Colour] = {
    "pro": "blue",
    "con": "orange",
    "PASS": "green",
    "CONDITIONAL": "yellow",
    "FAIL": "red",
}
_ICONS = {
    "debate": ":material/forum:",
    "transcript": ":material/upload_file:",
    "artifact": ":material/description:",
    "ratings": ":material/table:",
}
_ASKED = "tags_asked_of"
_WAITS = "No worker has taken it yet. See *Workers and queue*."


def show_cards(shown: Sequence[Summary]) -> None:
    statuses = {one.id: one.status(state.store()) for one in shown}
    with st.grid(min_column_width=420, key="shelf_cards"):
        for one in shown:
            with st.container(border=True, gap="small", key=f"card_{one.id}", height="stretch"):
                _show_card(one, statuses[one.id])
    state.saw_outcomes([one.id for one in shown if one.outcome or one.verdict], "the Library page")
    if asked := next((one for one in shown if one.id == st.session_state.get(_ASKED)), None):
        _ask_tags(asked)
    offer_downloads(partial(library_document, shown), "library")
    if {"running", "waiting"} & set(statuses.values()):
        _follow({one.id: one.sequence for one in shown}, statuses)


@st.fragment(run_every=3.0, key="follow_shelf")
def _follow(sequences: dict[str, int], statuses: dict[str, Status | None]) -> None:
    for name, status in statuses.items():
        if (
            status in ("running", "waiting", "interrupted")
            and state.store().last_sequence(name) > sequences[name]
        ):
            st.rerun()


def _show_card(one: Summary, status: Status | None) -> None:
    if one.fault is not None or one.topic is None or status is None:
        _show_unreadable(one)
        return
    st.markdown(f"**{escaped(clip(one.topic, 160))}**")
    with st.container(horizontal=True, gap="small", vertical_alignment="center"):
        _show_badges(one, status)
    st.caption(" · ".join(_facts(one)))
    with st.container(horizontal=True, gap="small", vertical_alignment="center"):
        _show_link(one, *opens_on(one, status))
        if one.kind in ("debate", "transcript"):
            _ask_compare(one)
        page, told = partial(state.page_of, one.id), "One HTML file that opens offline, and prints unfolded."
        offer_file(
            "Report", page, f"{one.id}.html", "text/html", key=f"page_of_{one.id}", type="tertiary", help=told
        )
        _show_more(one)


def opens_on(one: Summary, status: Status) -> tuple[str, str]:
    if one.kind == "artifact":
        return "artifact", "Review"
    if one.kind == "ratings":
        return "panel", "Panel"
    return ("verdict", "Verdict") if status in ("finished", "failed") else ("watch", "Watch")


def _show_link(one: Summary, stem: str, label: str) -> None:
    names = {"artifact" if stem == "artifact" else "debate": one.id}
    told = f"Open “{escaped(clip(one.topic or one.id, 60))}”"
    st.page_link(router.page(stem), label=label, query_params=names, help=told)


def _show_badges(one: Summary, status: Status) -> None:
    if came_to := verdict_text(one):
        st.badge(
            came_to, color=_COLOURS.get(one.verdict or one.outcome or "", "gray"), icon=":material/gavel:"
        )
    if status != "finished":
        show_status(status, _WAITS if status == "waiting" else "")
    kind = one.kind or "debate"
    st.badge(KINDS[kind], color="gray", icon=_ICONS[kind])
    if one.example is not None:
        st.badge("Sample", color="gray", icon=":material/menu_book:")
    elif made := one.simulated_said.partition(":")[0]:
        st.badge(made.capitalize(), color="gray")
    if one.unread:
        # A text is scored by hand as one.
        said = "To review" if one.kind == "artifact" else f"{counted(one.unread, 'argument')} to review"
        st.badge(said, color="violet", icon=":material/rate_review:")
    for tag in one.tags:
        st.badge(escaped(tag), color="violet", icon=":material/sell:")


def _facts(one: Summary) -> list[str]:
    said = [time.strftime("%d %b %Y %H:%M", time.localtime(one.opened_at))]
    if one.judges:
        said.append(one.judges)
    if one.alpha is not None:
        # No band: its interval would choose the word, and no list folds the record for it.
        said.append(f"agreement {banded(one.alpha)}")
    elif one.outcome or one.verdict:
        said.append("agreement undefined")
    if one.accord is not None:
        said.append(f"consensus {coefficient(one.accord)}{', discussion advised' if one.advised else ''}")
    if one.calls:
        if one.example is None:
            said.append(
                f"{calls_text(one.calls, one.asked)}, {one.tokens or 0:,} tokens{cap_text(one.unknown)}"
            )
        said.append(cost_text(one.cost, one.cost_reason))
    return [escaped(part) for part in said]


def _ask_compare(one: Summary) -> None:
    chosen, key = state.chosen(), f"compare_{one.id}"
    full = len(chosen) >= state.COMPARED_MOST and one.id not in chosen
    st.session_state[key] = one.id in chosen
    st.checkbox("Compare", key=key, disabled=full, on_change=state.choose_record, args=(one.id, key))


def _show_more(one: Summary) -> None:
    st.menu_button(
        "More",
        ["Tags", "Delete"],
        key=f"more_{one.id}",
        type="tertiary",
        help=f"Tag or delete “{escaped(clip(one.topic or one.id, 60))}”",
        on_click=_do,
        args=(one,),
    )


def _do(one: Summary) -> None:
    match st.session_state.get(f"more_{one.id}"):
        case "Delete":
            state.delete(one)
        case "Tags":
            st.session_state[_ASKED] = one.id


@st.dialog("Tags")
def _ask_tags(one: Summary) -> None:
    st.session_state.pop(_ASKED, None)
    st.markdown(escaped(clip(one.topic or one.id, 140)))
    with st.form("tags_form", border=False):
        given = st.text_input("Tags (with commas)", ", ".join(one.tags), key=f"tags_of_{one.id}")
        if known := [tag for tag in state.tags() if tag not in one.tags]:
            st.caption(f"In use: {escaped(clip(', '.join(known), 300))}")
        if st.form_submit_button("Keep", type="primary", key="keep_tags"):
            state.tag(one.id, given.split(","))
            st.rerun()


def _show_unreadable(one: Summary) -> None:
    st.markdown(f"**Can't be read: {escaped(one.id)}**")
    st.caption(escaped(capital(clip(one.fault or "cause unknown", 240))) + ".")
    with st.container(horizontal=True, gap="small", vertical_alignment="center"):
        _show_link(one, "watch", "Why")
        _show_more(one)


def show_search(asked: Looked) -> None:
    wanted = asked.wanted
    show_refused(asked.refused)
    st.session_state[state.SEARCH] = wanted.words
    st.text_input(
        "Search",
        key=state.SEARCH,
        type="search",
        placeholder="Topic, speech, name, model or tag",
        on_change=lambda: state.seek(q=st.session_state[state.SEARCH].strip()),
    )
    chosen = len(changed(wanted).keys() - {"sort"}) + bool(wanted.tag)
    label = f"Filters and order · {counted(chosen, 'filter')} on" if chosen else "Filters and order"
    fold = st.expander(label, icon=":material/filter_list:", key="shelf_filters", expanded=bool(chosen))
    with fold, st.grid(min_column_width=190, key="shelf_choices"):
        for name in (*_FILTERS, "sort"):
            show_option(name, _OPTIONS[name], getattr(wanted, name), of="shelf")
        _show_tags(wanted.tag)


def _show_tags(now: str) -> None:
    """The tags in use, and one that the address asks for."""
    tags = state.tags()
    st.session_state[TAG] = now
    st.selectbox(
        "Tag",
        ["", *dict.fromkeys([*([now] if now else []), *tags])],
        key=TAG,
        format_func=lambda one: f"{one} ({tags.get(one, 0)})" if one else "Any" if tags else "None given yet",
        help="Give tags under More.",
        on_change=lambda: state.seek(tag=st.session_state[TAG]),
    )


def show_count(asked: Looked, found: Shelf) -> None:
    wanted = asked.wanted
    if wanted.anything:
        left = f" of {found.all:,}, without study debates" if found.found < found.all else " in all"
        st.caption(f"{found.found:,}{left}, newest first.")
        return
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        words = f" with “{escaped(clip(wanted.words, 60))}”" if wanted.words.strip() else ""
        st.caption(f"{found.found:,} of {found.all:,}{words}", width="content")
        st.button(
            "Show everything",
            key="shelf_reset",
            type="tertiary",
            icon=":material/close:",
            on_click=state.seek_everything,
        )


def show_notices() -> None:
    if fault := state.shelf_fault.take():
        show_fault(fault)
    if last := state.just_deleted():
        with st.container(horizontal=True, vertical_alignment="center", border=True, key="deleted_notice"):
            st.markdown(f"Deleted: {_called(last)}", width="content")
            st.button(
                "Undo", key="undo_delete", icon=":material/undo:", on_click=state.restore, args=(last.id,)
            )
    chosen = state.chosen()
    if not chosen:
        return
    with st.container(horizontal=True, vertical_alignment="center", border=True, key="compare_tray"):
        st.markdown(f"{counted(len(chosen), 'debate')} chosen", width="content")
        st.button(
            "Compare",
            key="compare_now",
            type="primary",
            icon=":material/compare_arrows:",
            disabled=len(chosen) < 2,
            help="Choose another first." if len(chosen) < 2 else None,
            on_click=state.compare,
            args=(chosen,),
        )
        st.button(
            "Choose none", key="choose_none", type="tertiary", on_click=state.seek, kwargs={"chosen": ""}
        )


def show_pages(asked: Looked, found: Shelf) -> None:
    pages = math.ceil(found.found / AT_ONCE)
    if pages > 1:
        st.session_state[_PAGER] = min(asked.page, pages)
        st.pagination(pages, key=_PAGER, on_change=_turn)


def _turn() -> None:
    if _PAGER in st.session_state:
        state.seek(page=str(st.session_state[_PAGER]))


def show_none(found: Shelf, asked: Looked) -> None:
    if found.all == 0:
        st.markdown("Your debates, texts and tables appear here with their verdicts.")
        if st.button("Set up a debate", type="primary", key="to_set_up", icon=":material/tune:"):
            router.go("set_up")
        show_samples("verdict")
    elif found.found:
        st.markdown(f"There is no page {asked.page}.")
        st.button("First page", key="first_page", on_click=state.seek)
    else:
        st.markdown("Nothing found. Try fewer words or filters.")


def show_deleted() -> None:
    gone = state.deleted()
    if gone:
        fold(f"Deleted ({len(gone)})", "shelf_deleted", lambda: _show_gone(gone), icon=":material/delete:")


def _show_gone(gone: list[Summary]) -> None:
    st.caption("Kept for 7 days, then gone for good.")
    for one in gone:
        with st.container(horizontal=True, vertical_alignment="center"):
            st.markdown(_called(one), width="content")
            st.button(
                "Bring back",
                key=f"restore_{one.id}",
                type="tertiary",
                icon=":material/undo:",
                on_click=state.restore,
                args=(one.id,),
            )


def _called(one: Summary) -> str:
    return escaped(clip(one.topic or one.id, 100))
