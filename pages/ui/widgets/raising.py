"""A budget that is used up: raise it and go on, as resuming alone would start no call.

Knows record and estimate. Invariant: the limits asked for are never below what stands, and nothing is raised unasked.
"""

import streamlit as st

from debate_core.config import Budget
from debate_core.moderator.estimate import estimate
from debate_core.record import Record


def ask_raise(held: Record) -> Budget | None:
    """The new budget when it was asked for; offered is what was spent and what the whole debate may take at most."""
    now, most = held.budget, estimate(held.config)
    with st.container(horizontal=True, vertical_alignment="bottom", key="raise_budget"):
        raised = Budget(
            calls=_ask("Most calls", "calls", now.calls, held.spent.calls + most.calls_most),
            tokens=_ask("Most tokens", "tokens", now.tokens, held.spent.tokens + most.tokens_most),
        )
        clicked = st.button(
            "Raise the budget and resume",
            type="primary",
            key="raise_and_resume",
            icon=":material/play_arrow:",
            disabled=raised == now,
        )
    return raised if clicked else None


def _ask(label: str, name: str, now: int | None, most: int) -> int | None:
    """A limit to raise; none where there was none."""
    if now is None:
        return None
    return st.number_input(
        label,
        min_value=now,
        value=max(now, most),
        step=1 if name == "calls" else 1000,
        key=f"raised_{name}",
        width=180,
        help=f"It was {now:,}. Offered is what was spent and the most the whole debate may take.",
    )
