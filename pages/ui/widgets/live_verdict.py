"""The live judge's part of the verdict: its reading held against itself, then the evidence behind it, then its limits.

Knows the widgets it is made of. Invariant: shown only in a debate with a live judge, and beside the outcome, never in
its place.
"""

import streamlit as st

from debate_core.record import Record
from debate_core.report import Report
from debate_core.report.live import LiveFound
from pages.ui.widgets.conflict_bridge import show_bridge
from pages.ui.widgets.convergence import show_convergence
from pages.ui.widgets.live_failures import show_live_failures
from pages.ui.widgets.register_table import show_register_history
from pages.ui.widgets.scorecard_narrative import show_both, show_heading
from pages.ui.widgets.turning_points import show_turning_points

_LIMITS = (
    "Its scores are estimates and change between runs.",
    "A judge can prefer a style over the reasoning under it.",
    "Neither judge nor register can check a source outside the debate: a true but obscure fact can be flagged. A "
    "person can overturn a flag.",
    "The first turns are less calibrated: the first has no comparison at all.",
    "Archetypes bend a model's manner, not its nature.",
)
_SHARED = "Both debaters are on one model and share its blind spots; what neither sees, neither can expose."


def show_reading(held: Record, found: LiveFound, report: Report | None) -> None:
    """Who leads on rounds and who in the telling, and why they differ. `report`: None before two judges scored."""
    show_heading(found, report)
    show_live_failures(held, found)
    if not found.live:
        st.markdown("No turn has been judged yet, so there is nothing to read.")
        return
    show_both(held, found)
    show_bridge(held, found)


def show_arc(held: Record, found: LiveFound) -> None:
    """Turning points, the register and convergence, and what none of it can tell."""
    if not found.live:
        return
    show_turning_points(held, found)
    show_register_history(held, found)
    show_convergence(held, found)
    with st.expander("What the live judge can't tell", icon=":material/info:"):
        same = held.config.pro.model == held.config.con.model
        st.markdown("\n".join(f"- {line}" for line in (*_LIMITS, *[_SHARED] * same)))
