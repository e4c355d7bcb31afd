"""The causal chain of one turn: each link as it counts, with the words it rests on.

Reads a turn's counted links. Invariant: a link's state is a word and a symbol; a quote says whether it was found.
"""

from collections.abc import Sequence

import streamlit as st

from debate_core.scorecard.caps import LINK_WORDS
from debate_core.scorecard.marks import CountedLink, points
from debate_core.scorecard.nouns import Found, LinkState
from pages.ui.widgets import terms
from pages.ui.widgets.words import clip, plain

STATES: dict[LinkState, tuple[str, str]] = {
    "present": (":material/check_circle:", "present"),
    "weak": (":material/contrast:", "weak"),
    "missing": (":material/cancel:", "missing"),
    "not_applicable": (":material/block:", "can't apply"),
}
FOUND: dict[Found, str] = {
    "exact": "exact words",
    "near": "near match",
    "not_found": "words not found in the turn",
}


def show_links(links: Sequence[CountedLink], cap: float) -> None:
    """The chain, link by link, and what it allows on logic."""
    st.markdown(f"**Causal chain** allows {points(cap)} on logic", help=terms.LINKS)
    st.markdown("  \n".join(_line(link) for link in links))


def _line(link: CountedLink) -> str:
    icon, state = STATES[link.counted]
    name = LINK_WORDS[link.kind]
    given = f", given as {STATES[link.given][1]}" if link.given and link.given != link.counted else ""
    words = f" “{plain(clip(link.quote, 220))}”" if link.quote.strip() else ""
    found = f" *({FOUND[link.found]})*" if link.found and words else ""
    reason = f" {plain(link.reason)}" if link.reason else ""
    return f"{icon} **{name[0].upper()}{name[1:]}** {state}{given}.{words}{found}{reason}"
