"""What the page Library shows: the shelf, records compared, and the workers."""

import math
from collections.abc import Sequence
from functools import partial

import streamlit as st

from debate_core.domain.numerals import join_and, pluralise
from debate_core.domain.options import OneOf, changes, options_of
from debate_core.domain.wording import capital
from debate_core.examples import EXAMPLES, ensure
from debate_core.library.comparison import MIN_DEBATES
from debate_core.library.library import summarise_each
from debate_core.library.query import AT_ONCE, LibraryQuery, LibraryView, list_deleted, tag, tags
from debate_core.library.summary import Summary
from debate_core.reporting.blocks import Block
from debate_core.reporting.comparison import LEAD, comparison_document
from debate_core.reporting.records import library_document, shelf_table
from debate_core.store.record import Status
from pages.ui import router, state
from pages.ui.blocks.show import (
    offer_downloads,
    show_block,
    show_notes,
    show_picture,
    show_sentence,
    show_tables,
)
from pages.ui.shared.heading import show_question, show_samples
from pages.ui.shared.widgets import fold, offer_action, offer_file, show_option, show_refused
from pages.ui.shared.words import clip, escaped, show_fault_once, showing_faults
from pages.ui.state import LibraryAddress

_OPTIONS = options_of(LibraryQuery)


def show_table(asked: LibraryAddress, rows: Sequence[Summary]) -> None:
    """What was found, a row each: a topic opens its record, a box chooses it, a head sorts by it."""
    statuses = {one.id: one.status(state.store()) for one in rows}
    table = shelf_table(rows, statuses, state.chosen(), asked.wanted.sort)

    def pick(what: str) -> None:
        deed, _, name = what.partition("/")
        if deed == "sort":
            state.choose(sort=table.next_order(name))
        elif deed == "choose":
            state.choose_record(name)
        elif deed == "open":
            state.opened_last.keep(name)

    show_picture(table, key="shelf", height=320, chosen=pick)
    name = state.opened_last.take()
    if record := next((one for one in rows if one.id == name), None):
        open_record(record, statuses[record.id])
    state.note_outcomes_seen([one.id for one in rows if one.outcome or one.verdict], "the Library page")
    offer_downloads(partial(library_document, rows), "library")
    if {"running", "waiting"} & set(statuses.values()):
        _follow({one.id: one.sequence for one in rows}, statuses)


@st.fragment(run_every=3.0, key="follow_shelf")
def _follow(sequences: dict[str, int], statuses: dict[str, Status | None]) -> None:
    for name, status in statuses.items():
        if (
            status in ("running", "waiting", "interrupted")
            and state.store().last_sequence(name) > sequences[name]
        ):
            st.rerun()


def open_record(one: Summary, status: Status | None) -> None:
    if one.kind == "artifact" and status:
        st.switch_page(router.page("artifact"), query_params={"artifact": one.id})
    if one.kind == "ratings" and status:
        router.go_to_table(one.id)
    router.go("verdict" if status in ("finished", "failed") else "watch", one.id)


@st.dialog("Tags")
def _ask_tags(records: Sequence[Summary]) -> None:
    common = [name for name in records[0].tags if all(name in one.tags for one in records)]
    st.markdown(_pick_text(records))
    with st.form("tags_form", border=False):
        key = f"tags_of_{'_'.join(one.id for one in records)}"
        given = st.text_input("Tags (with commas)", ", ".join(common), key=key).split(",")
        if known := [name for name in tags(state.store()) if name not in common]:
            st.caption(f"In use: {escaped(clip(', '.join(known), 300))}")
        if st.form_submit_button("Keep", type="primary", key="keep_tags"):
            with showing_faults():
                for one in records:
                    tag(state.store(), one.id, [*given, *(name for name in one.tags if name not in common)])
                st.rerun()


def show_search(asked: LibraryAddress, view: LibraryView) -> None:
    wanted = asked.wanted
    state.search.keep(wanted.words)
    with st.container(horizontal=True, vertical_alignment="center"):
        st.text_input(
            "Search",
            key=state.search.key,
            type="search",
            label_visibility="collapsed",
            placeholder="Search by topic, speech, name, model or tag",
            on_change=lambda: state.seek(q=state.search().strip()),
        )
        _show_count(asked, view)
    chosen = len(changes(wanted).keys() - {"sort"}) + bool(wanted.tag)
    label = f"Filters and order · {pluralise(chosen, 'filter')} on" if chosen else "Filters and order"
    fold = st.expander(label, icon=":material/filter_list:", key="shelf_filters", expanded=bool(chosen))
    with fold, st.grid(min_column_width=190, key="shelf_choices"):
        for name in ("kind", "outcome", "agreement", "made", "needs", "studies", "sort"):
            show_option(name, _OPTIONS[name], getattr(wanted, name), of="shelf")
        _show_tags(wanted.tag)


def _show_tags(now: str) -> None:
    counts = tags(state.store())
    state.tag_chosen.keep(now)
    st.selectbox(
        "Tag",
        list(dict.fromkeys(["", now, *counts])),
        key=state.tag_chosen.key,
        format_func=lambda one: (
            f"{one} ({counts.get(one, 0)})" if one else "Any" if counts else "None given yet"
        ),
        on_change=lambda: state.seek(tag=state.tag_chosen()),
    )


def _show_count(asked: LibraryAddress, view: LibraryView) -> None:
    if asked.wanted.takes_all:
        option, fewer = _OPTIONS["sort"], view.count < view.all
        order = option.options[asked.wanted.sort] if isinstance(option, OneOf) else ""
        left = f" in all, {order[:1].lower()}{order[1:]}."
        if fewer:
            left = f" of {view.all:,}, without study debates."
        st.caption(f"{view.count:,}{left}", width="content")
        return
    st.caption(f"{view.count:,} of {view.all:,}", width="content")
    offer_action("Show everything", "shelf_reset", state.seek_everything, icon="close", kind="tertiary")


def show_notices(asked: LibraryAddress) -> None:
    show_refused(asked.refused, asked.missing)
    show_fault_once(state.shelf_fault)
    if last := state.just_deleted():
        with st.container(horizontal=True, vertical_alignment="center", border=True, key="deleted_notice"):
            st.markdown(f"Deleted: {_pick_text(last)}", width="content")
            offer_action("Undo", "undo_delete", state.restore, [one.id for one in last], icon="undo")


def show_chosen() -> None:
    """What can be done with what is chosen, in sight however long the table: several are compared."""
    chosen = summarise_each(state.store(), state.chosen())
    if not chosen:
        return
    others = [one for one in chosen if one.kind not in ("debate", "transcript")]
    with st.container(horizontal=True, vertical_alignment="center", border=True, key="chosen_tray"):
        if len(chosen) == 1:
            _offer_chosen(chosen[0])
            hint = "Only debates can be compared." if others else "Choose another to compare."
        else:
            _offer_comparison(chosen, disabled=bool(others))
            names = join_and([_pick_text([one], 60) for one in others])
            hint = f"Only debates can be compared: leave out {names}." if others else ""
        if state.may("review", *state.chosen()) and st.button(
            "Tags", key="tag_chosen", icon=":material/sell:"
        ):
            _ask_tags(chosen)
        if state.may("delete", *state.chosen()):
            offer_action("Delete", "delete_chosen", state.delete, chosen, icon="delete")
        if hint:
            st.caption(hint, width="content")
        offer_action("Choose none", "choose_none", state.seek, kind="tertiary", kwargs={"chosen": ""})


def _offer_chosen(one: Summary) -> None:
    st.markdown(f"**{_pick_text([one], 60)}**", width="content")
    offer_file(
        "Report",
        partial(state.report_html, one.id),
        f"{one.id}.html",
        "text/html",
        key="report_of_chosen",
        disabled=bool(one.fault),
        help=one.fault and escaped(capital(one.fault)),
    )


def _offer_comparison(chosen: Sequence[Summary], *, disabled: bool) -> None:
    st.markdown(f"**{len(chosen)} chosen**", width="content")
    ids, icon = [one.id for one in chosen], "compare_arrows"
    offer_action("Compare", "compare_now", state.compare, ids, icon=icon, kind="primary", disabled=disabled)


def show_pages(asked: LibraryAddress, view: LibraryView) -> None:
    pages = math.ceil(view.count / AT_ONCE)
    if pages > 1:
        state.page_chosen.keep(min(asked.page, pages))
        st.pagination(pages, key=state.page_chosen.key, on_change=_turn)


def _turn() -> None:
    if state.page_chosen.is_there:
        state.seek(page=str(state.page_chosen()))


def show_none(view: LibraryView, asked: LibraryAddress) -> None:
    if not view.all or (not view.count and asked.wanted.takes_all):  # or all are of studies
        st.markdown("Your debates, texts and tables appear here with their verdicts.")
        if st.button("Set up a debate", type="primary", key="to_set_up", icon=":material/tune:"):
            router.go("set_up")
        show_samples("verdict")
    elif view.count:
        st.markdown(f"There is no page {asked.page}.")
        st.button("First page", key="first_page", on_click=state.seek)
    else:
        st.markdown("Nothing found. Try fewer words or filters.")


def show_deleted() -> None:
    gone = [one for one in list_deleted(state.store()) if state.may("delete", one.id)]
    if gone:
        fold(f"Deleted ({len(gone)})", "shelf_deleted", lambda: _show_gone(gone), icon=":material/delete:")


def _show_gone(gone: list[Summary]) -> None:
    st.caption("Kept for 7 days, then gone for good.")
    for one in gone:
        with st.container(horizontal=True, vertical_alignment="center"):
            st.markdown(_pick_text([one]), width="content")
            offer_action(
                "Bring back", f"restore_{one.id}", state.restore, [one.id], icon="undo", kind="tertiary"
            )


def _pick_text(records: Sequence[Summary], most: int = 100) -> str:
    first = records[0]
    return escaped(clip(first.topic or first.id, most)) if len(records) == 1 else f"{len(records)} records"


QUESTION = "How do they compare?"
LEAD_HEIGHT = 190
"""About what a debate's leads take."""


def show_comparison(asked: Sequence[str]) -> None:
    compared, missing = state.comparison(asked)
    document = comparison_document(compared) if compared else None
    if document:
        show_question(QUESTION, document["verdicts"].title)
    else:
        st.title(QUESTION, anchor=False)
    offer_action("Back to the library", "back", state.compare, (), icon="arrow_back", kind="tertiary")
    for why in missing:
        st.warning(f"Not compared: {escaped(clip(why, 240))}.", icon=":material/search_off:")
    if compared is None or document is None:
        st.markdown(f"It takes {MIN_DEBATES} debates or more: choose them in the library.")
        if st.button("Compare two samples", key="compare_samples", icon=":material/menu_book:"):
            with showing_faults():
                state.compare([ensure(state.whole_store(), one.id) for one in EXAMPLES[:MIN_DEBATES]])
                st.rerun()
        return
    state.note_outcomes_seen([one.id for one in compared.debates], "the comparison in the Library")
    first, *others = document.blocks
    show_sentence(first)
    for block in first.children:
        _show_debate(block)
    show_tables(first, folded=True)
    for column, block in zip((*st.columns(2, gap="large"), st.container()), others, strict=True):
        with column:
            show_block(block)
    offer_downloads(document, "comparison")


def _show_debate(block: Block) -> None:
    words, line = st.columns([3, 7], gap="large")
    name = block.key.removeprefix(LEAD)
    with words, st.container(key=f"compared_words_{name}"):
        st.header(escaped(block.title), anchor=False)
        show_notes(block)
        show_sentence(block)
        st.page_link(router.page("verdict"), label="Read the verdict", query_params={"debate": name})
    with line:
        if block.figure:
            show_picture(block.figure, key=f"compared_{name}", height=LEAD_HEIGHT)


@st.fragment(run_every=3.0, key="follow_fleet")
@showing_faults()
def show_fleet() -> None:
    document = state.fleet_status()
    st.markdown(f"{escaped(document.title)}.")
    for block in document.blocks:
        show_block(block, 3)
