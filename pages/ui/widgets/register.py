"""The register of suspect claims as a list: each with its status, what it costs, and the turns it hangs on.

Reads a report's claims. Invariant: a claim's status is a word; points in force and the turn that exposed it are said.
"""

from collections.abc import Sequence

import streamlit as st

from debate_core.numerals import MINUS
from debate_core.scorecard.register import CONCERN_WORDS, Entry
from pages.ui.widgets import terms
from pages.ui.widgets.claims_in_text import status_words
from pages.ui.widgets.words import clip, plain

_LONGEST = 200


def turn_link(number: int) -> str:
    """A turn, as a link to its place on the page."""
    return f"[turn {number}](#turn-{number})"


def entry_line(entry: Entry) -> str:
    """One claim as a line of a list."""
    status = status_words(entry)
    if entry.exposed_by is not None:
        status = f"exposed by {turn_link(entry.exposed_by)}"
        status += "; overturned by a person" if entry.status == "overturned" else ""
    cost = f"{MINUS}{-entry.penalty} on logic" if entry.penalty else "costs nothing"
    words = plain(clip(entry.quote or entry.text, _LONGEST))
    why = f" {plain(clip(entry.why, _LONGEST))}" if entry.why else ""
    return f"- **{entry.id}** {CONCERN_WORDS[entry.concern]}, {status}, {cost}. “{words}”{why}"


def show_register(entries: Sequence[Entry]) -> None:
    """The register as it stands, beside the running score."""
    st.subheader("Suspect claims", anchor=False, help=terms.REGISTER)
    if not entries:
        st.caption("None so far.")
        return
    for entry in entries:
        side = f"{entry.side.upper()}, " if entry.side else ""
        cost = f"{MINUS}{-entry.penalty}" if entry.penalty else "no points"
        st.markdown(
            f"**{entry.id}** {side}{turn_link(entry.turn)} · {CONCERN_WORDS[entry.concern]} · "
            f"{status_words(entry)} · {cost}  \n{plain(clip(entry.text, 120))}"
        )
