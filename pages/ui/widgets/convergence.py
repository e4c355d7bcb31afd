"""What became of the two positions: the first two turns against the last two (LV-10).

Reads the live part of a report. Invariant: a debate too short for it is said to be *not checked*, never to have not
converged.
"""

import streamlit as st

from debate_core.asks.convergence import CONVERGENCE_FROM
from debate_core.record import Record
from debate_core.report.live import LiveFound
from debate_core.scorecard.nouns import ConvergenceKind
from pages.ui.widgets.live_failures import absence
from pages.ui.widgets.turn_links import LONGEST, UNSUPPORTED, turns_cited
from pages.ui.widgets.words import show_words

KINDS: dict[ConvergenceKind, tuple[str, str]] = {
    "genuine_agreement": (
        "Genuine agreement",
        "By the end they agree on the matter itself, not only in tone.",
    ),
    "definitional_dispute": (
        "Definitional dispute",
        "What is left between them is what a word means, not what is the case.",
    ),
    "narrowed_to_degree": (
        "Narrowed to degree",
        "They agree on the direction and differ on how much, how fast or how far.",
    ),
    "degenerate": (
        "Degenerate",
        "Both now defend the same thing: one of them has given up its side without saying so.",
    ),
    "none": ("No convergence", "They stand as far apart as they began."),
}
_HELP = (
    f"In debates of {CONVERGENCE_FROM} turns or more, the live judge compares the positions of turns 1 and 2 with "
    "those of the last two."
)


def show_convergence(held: Record, found: LiveFound) -> None:
    """The kind, what it means, the judge's words and the turns; or why it was not checked."""
    st.subheader("Convergence", help=_HELP, anchor=False)
    said = found.convergence
    if said:
        name, meaning = KINDS[said.kind]
        st.markdown(f"**{name}.** {meaning}")
        show_words(said.text, most=LONGEST)
        st.markdown(f"It cites {turns_cited(held, said.turns)}." if said.turns else UNSUPPORTED)
    elif held.turns_in_all < CONVERGENCE_FROM:
        st.markdown(f"*Not checked:* fewer than {CONVERGENCE_FROM} turns.")
    else:
        st.markdown(absence(held, found, "convergence", "It is checked when every turn has been spoken."))
