"""The register of suspect claims with its whole history, where a person can overturn a flag or take that back (LV-5).

Reads the live part of a report; writes a person's word to the store. Invariant: nothing is ever taken out: the flag,
its penalty and why it was overturned stay on record, and only the points change.
"""

import streamlit as st

from debate_core.errors import DebateError
from debate_core.events import FlagOverturned
from debate_core.numerals import MINUS
from debate_core.record import Record
from debate_core.report.live import LiveFound
from debate_core.scorecard.register import CONCERN_WORDS, Change, Entry, SlipFound
from pages.ui import state
from pages.ui.widgets import terms
from pages.ui.widgets.live_card import SLIP_WORDS
from pages.ui.widgets.turn_links import watch_link
from pages.ui.widgets.words import clip, plain, show_words

_STATUS = {
    "flagged": "Flagged",
    "exposed": "Exposed",
    "overturned": "Overturned",
    "not_found": "Words not found",
}
_LONGEST = 600


def show_register_history(held: Record, found: LiveFound) -> None:
    """One line a claim; unfolded, its words, its history, and a person's say in it. Then the slips."""
    st.subheader("Suspect claims", help=terms.REGISTER, anchor=False)
    if found.claims:
        st.dataframe(
            [_line(entry) for entry in found.claims],
            hide_index=True,
            key="register",
            alt="Each suspect claim with its turn, concern, status and points",
        )
    else:
        st.markdown("The live judge flagged none.")
    for entry in found.claims:
        with st.expander(_label(entry), key=f"claim_{entry.id}"):
            _show_entry(held, entry)
    if found.slips:
        st.markdown("**Contradictions and dropped premises**")
        st.markdown("\n".join(_slip(held, slip) for slip in found.slips))


def points_words(penalty: int) -> str:
    """A penalty as a screen says it.

    >>> points_words(-2), points_words(-1), points_words(0)
    ('−2 points', '−1 point', 'costs nothing')
    """
    if not penalty:
        return "costs nothing"
    return f"{MINUS}{-penalty} point{'s' if penalty < -1 else ''}"


def _line(entry: Entry) -> dict[str, str]:
    return {
        "Claim": entry.id,
        "Turn": f"{entry.turn}, {entry.side.upper()}" if entry.side else str(entry.turn),
        "Words": clip(entry.quote or entry.text, 60),
        "Concern": CONCERN_WORDS[entry.concern],
        "Status": _STATUS[entry.status],
        "Logic": f"{MINUS}{-entry.penalty}" if entry.penalty else "0",
        "Exposed by": f"turn {entry.exposed_by}" if entry.exposed_by else "–",
    }


def _label(entry: Entry) -> str:
    status = f"{_STATUS[entry.status].lower()}{f' by turn {entry.exposed_by}' * (entry.status == 'exposed')}"
    words = plain(clip(entry.quote or entry.text, 70))
    return f"{entry.id} · {status}, {points_words(entry.penalty)} · {words}"


def _show_entry(held: Record, entry: Entry) -> None:
    speaker = f"{entry.side.upper()} in " if entry.side else ""
    st.markdown(f"{speaker}{watch_link(held, entry.turn)}: {CONCERN_WORDS[entry.concern]}.")
    show_words(f"“{entry.quote or entry.text}”", most=_LONGEST)
    if entry.quote and entry.quote != entry.text:
        show_words(f"As the judge puts it: {entry.text}", quiet=True, most=_LONGEST)
    st.markdown("\n".join(["What became of it:", "", *(_change(held, entry, one) for one in entry.history)]))
    if entry.status == "overturned":
        _ask(held, entry, overturn=False)
    elif entry.due:
        _ask(held, entry, overturn=True)


def _change(held: Record, entry: Entry, change: Change) -> str:
    reason = f" {plain(clip(change.reason, _LONGEST))}" if change.reason else ""
    if change.by == "person":
        did = "Overturned" if change.status == "overturned" else "Put back"
        return f"- **{did} by a person**, {points_words(change.penalty)}.{reason}"
    where = watch_link(held, change.turn) if change.turn else "a turn"
    later = change.turn != entry.turn
    did = {"flagged": "Flagged", "exposed": "Exposed", "not_found": "Flagged, words not found"}.get(
        change.status, "Shown again"
    )
    return f"- **{did}** by the live judge {'in' if later else 'on'} {where}, {points_words(change.penalty)}.{reason}"


def _ask(held: Record, entry: Entry, *, overturn: bool) -> None:
    """A person's word: overturning needs a reason, which stays on record; so does taking it back."""
    key = f"reason_{entry.id}_{len(entry.history)}"
    with st.form(f"word_on_{entry.id}", border=False):
        reason = st.text_input(
            "Why is this flag wrong?" if overturn else "Why does the flag stand after all?",
            key=key,
            max_chars=500,
        )
        # A callback acts before anything is drawn: scorecard and chart above must have the points at once.
        pressed = st.form_submit_button(
            "Overturn this flag" if overturn else "Take that back",
            icon=":material/undo:" if overturn else ":material/redo:",
            on_click=_append,
            args=(held, entry, key),
        )
    if pressed and not reason.strip():
        st.error("Say why first: the reason stays on record beside the flag.", icon=":material/edit:")


def _append(held: Record, entry: Entry, key: str) -> None:
    """Put a person's word in the store; it needs no lease. Without a reason nothing is said."""
    reason, overturn = str(st.session_state[key]).strip(), entry.status != "overturned"
    if not reason:
        return
    try:
        state.store().append(held.id, [FlagOverturned(claim=entry.id, overturned=overturn, reason=reason)])
    except DebateError as error:
        st.error(plain(str(error)), icon=":material/error:")
        return
    moved = f"{-entry.due} point{'s' if entry.due < -1 else ''}"
    said = f"overturned: {moved} of logic returned" if overturn else f"stands again: {moved} of logic taken"
    st.toast(f"{entry.id} {said}.", icon=":material/check_circle:")


def _slip(held: Record, slip: SlipFound) -> str:
    later, earlier = watch_link(held, slip.turn), watch_link(held, slip.earlier)
    words = plain(clip(slip.text, _LONGEST))
    return f"- **{slip.id}** {slip.side.upper()} in {later} {SLIP_WORDS[slip.kind]} {earlier}: {words}"
