"""The bridge between scorecard and narrative where they differ: the pattern, what it means, the judge's words (LV-7).

Reads the live part of a report. Invariant: shown as it stands now; an explanation written before a person's word on the
register changed the scorecard says so; one that is missing says why.
"""

import streamlit as st

from debate_core.record import Record
from debate_core.report.live import LiveFound
from debate_core.scorecard.nouns import Conflict, Pattern
from pages.ui.widgets.live_failures import absence
from pages.ui.widgets.turn_links import LONGEST, UNSUPPORTED, turns_cited
from pages.ui.widgets.words import show_words

PATTERNS: dict[Pattern, tuple[str, str]] = {
    "coherence_collapse": (
        "Coherence collapse",
        "The side ahead on rounds won them one at a time, but kept shifting its central claim.",
    ),
    "asymmetric_depth": (
        "Asymmetric depth",
        "One side won on style; the other held the stronger logic.",
    ),
    "convergence_failure": (
        "Convergence failure",
        "The sides argued past each other, so rounds were won that answered nothing.",
    ),
    "none_of_these": ("None of the known patterns", "The judge explains the difference in its own way."),
}
_HELP = (
    "Leaders are compared by code. Where they differ, one call asks the live judge why, and for a pattern: coherence "
    "collapse, asymmetric depth, convergence failure, or none of these."
)
_STALE = "It was written when they differed; a person's word on the register has changed the scorecard since."


def show_bridge(held: Record, found: LiveFound) -> None:
    """Why they differ; nothing where they never did."""
    if not found.differ:
        if found.conflict:
            with st.expander("The explanation of an earlier difference"):
                st.caption(_STALE)
                _show_conflict(held, found.conflict)
        return
    with st.container(border=True, key="bridge"):
        st.markdown("#### Why they differ", help=_HELP)
        if found.conflict:
            _show_conflict(held, found.conflict)
        else:
            st.markdown(absence(held, found, "conflict", "The live judge is asked when both are there."))


def _show_conflict(held: Record, conflict: Conflict) -> None:
    name, meaning = PATTERNS[conflict.pattern]
    st.markdown(f"**{name}.** {meaning}")
    show_words(conflict.text, most=LONGEST)
    st.markdown(f"It cites {turns_cited(held, conflict.turns)}." if conflict.turns else UNSUPPORTED)
