"""How judges deliberate, asked: when they are close enough, how many rounds, how long, and which probes.

Knows the settings that the core has, and their ends. Invariant: what each setting does and what a probe asks is said
where it is chosen; nothing is chosen unasked.
"""

from collections.abc import Callable
from typing import Any, get_args

import streamlit as st

from debate_core.config import Deliberation, Probe
from debate_core.wording import PROBES, capital
from pages.ui.shown.options import marked

PROBES_MEAN: dict[Probe, str] = {
    "re_read": "they read everything once more without the others: what changes then is chance",
    "positions": "they see the others' scores without a reason",
    "reasons": "they see the others' reasons without a score",
    "planted": "they are shown another argument's scores as if they were this one's",
}
"""What judges are shown for each probe."""
_PROBES_HELP = (
    "One more call for each of them, never a result. Only against a probe can the page say *conformity shown* or "
    "*evidence moved them*; without one it says *unexplained moves*. Positions and reasons are compared with the "
    "re-read."
)


def ask_deliberation(kept: Callable[[str], dict[str, Any]]) -> None:
    """The settings, side by side; `kept` says under which key each stands."""
    with st.grid(3, min_column_width=180):
        st.number_input(
            "Close enough at",
            *ends_of("threshold"),
            step=0.05,
            format="%.2f",
            help="Accord, from 0 to 1, from which on no further round is held: .6 × the share of the panel on the "
            "commonest verdict + .4 × how near their scores are.",
            **kept("threshold"),
        )
        st.number_input(
            "Rounds at most",
            *ends_of("rounds"),
            step=1,
            help="In each, everybody reads the others and scores anew. 0 runs the probes alone.",
            **kept("rounds"),
        )
        st.number_input(
            "No new round after",
            1.0,
            ends_of("seconds")[1],
            step=10.0,
            format="%.0f",
            help="Seconds. A round under way is finished.",
            **kept("seconds"),
        )
    st.pills(
        "Probes",
        get_args(Probe),
        selection_mode="multi",
        format_func=marked(kept("probes")["key"], lambda probe: capital(PROBES[probe])),
        help=_PROBES_HELP,
        **kept("probes"),
    )
    chosen = st.session_state[kept("probes")["key"]] or ()
    st.caption(
        "  \n".join(
            f"*{capital(PROBES[one])}*: {PROBES_MEAN[one]}." for one in get_args(Probe) if one in chosen
        )
        or "No probe: it will be said who moved, and not what moved them."
    )


def ends_of(field: str) -> tuple[Any, Any]:
    """The least and the most that a setting may be, as its noun has them."""
    least, most = Deliberation.model_fields[field].metadata
    kind = float if field != "rounds" else int
    return kind(getattr(least, "ge", 0)), kind(most.le)
