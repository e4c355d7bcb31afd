"""A person's word on a debate: a flag overturned, what turned out to be true, what was settled."""

from collections.abc import Callable, Sequence
from functools import partial

import streamlit as st

from debate_core.domain.bounds import MAX_REASON, within
from debate_core.domain.numerals import pluralise
from debate_core.domain.rubric import BALLOTS
from debate_core.reporting.live_turns import claim_block
from debate_core.scorecard.register import RegisterEntry
from debate_core.store.events import FlagOverturned, OutcomeKnown
from debate_core.store.record import Record
from pages.ui import state
from pages.ui.blocks.show import show_sentence
from pages.ui.shared.speech import linking, watch_link
from pages.ui.shared.words import clip, escaped, showing_faults

_UNKNOWN = "Not known"


def show_flags(record: Record, entries: Sequence[RegisterEntry]) -> None:
    for entry in entries:
        block, words = claim_block(entry), clip(entry.quote or entry.text, 70)
        with st.expander(escaped(f"{entry.id} · {block.title} · {words}"), key=f"claim_{entry.id}"):
            show_sentence(block, linking(partial(watch_link, record)))
            if state.may("review", record.id) and (entry.status == "overturned" or entry.due):
                _ask_person(record, entry)


def _ask_person(record: Record, entry: RegisterEntry) -> None:
    typed = state.typed_reason.of(entry.id, len(entry.history))
    asked, label, icon = (
        ("Why does the flag stand after all?", "Take that back", ":material/redo:")
        if entry.status == "overturned"
        else ("Why is this flag wrong?", "Overturn this flag", ":material/undo:")
    )
    with st.form(f"word_on_{entry.id}", border=False):
        reason = st.text_input(asked, key=typed.key)
        # A callback acts before anything is drawn: scorecard and chart above must have the points at once.
        pressed = st.form_submit_button(label, icon=icon, on_click=_append, args=(record, entry, typed))
    if pressed and not reason.strip():
        st.error("Give a reason first. It stays beside the flag.", icon=":material/edit:")


def _append(record: Record, entry: RegisterEntry, typed: Callable[[], str]) -> None:
    reason, overturn = typed().strip(), entry.status != "overturned"
    if not reason:
        return
    moved = pluralise(-entry.due, "point")
    text = f"overturned: {moved} of logic returned" if overturn else f"stands again: {moved} of logic taken"
    word = FlagOverturned(claim=entry.id, overturned=overturn, reason=reason, person=state.person() or None)
    _record_word(record.id, word, f"{entry.id} {text}.")


def ask_truth(record: Record) -> None:
    if not state.may("review", record.id):
        return
    truth = st.popover("What turned out true", icon=":material/fact_check:", key="record_truth")
    with truth, st.form("truth", border=False):
        options = (*BALLOTS, _UNKNOWN)
        known = record.true_outcome
        now, why = (known.outcome, known.reason) if known else (_UNKNOWN, "")
        at = options.index(now)
        st.radio("It turned out to be", options, index=at, horizontal=True, key=state.truth.of(record.id).key)
        st.text_input("How it is known", value=why, key=state.truth_reason.of(record.id).key)
        icon = ":material/save:"
        st.form_submit_button("Record", type="primary", icon=icon, on_click=_record, args=(record.id,))


def _record(debate: str) -> None:
    chosen, reason = state.truth.of(debate)(), state.truth_reason.of(debate)()
    outcome = None if chosen == _UNKNOWN else chosen
    _record_word(debate, OutcomeKnown(outcome=outcome, reason=reason), "Recorded.")


@showing_faults()
def _record_word(debate: str, word: OutcomeKnown | FlagOverturned, text: str) -> None:
    within("Your reason", word.reason, MAX_REASON)
    state.store().append(debate, [word])
    st.toast(text, icon=":material/check_circle:")
