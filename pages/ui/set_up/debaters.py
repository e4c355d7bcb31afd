"""The format, who speaks, and the live judge that listens, whose limits are said before anyone relies on it."""

import streamlit as st

from debate_core.personalities import PERSONALITIES
from debate_core.reporting.live import IN_SHORT, PANEL
from debate_core.transcript import PHASES, SIDES, Side
from pages.ui import state
from pages.ui.draft import Draft
from pages.ui.set_up.models import show_model, supports_temperature
from pages.ui.shown.options import ask
from pages.ui.shown.speech import side_badge
from pages.ui.shown.words import show_fault, show_words

_LIVE_LIMITS = f"{IN_SHORT} Debaters and a live judge on one model share blind spots. {PANEL}"


def show_format(draft: Draft) -> None:
    """Phases or exchange, how much of it, in which order, and who speaks."""
    ask(state.set_up, "format")
    if draft.format == "exchange":
        ask(state.set_up, "turns", slides=True)
        st.caption("PRO starts. Each turn is one argument.")
    else:
        left, right = st.columns(2)
        ask(state.set_up, "arguments_per_side", left, slides=True)
        ask(state.set_up, "order", right)
    for side, column in zip(SIDES, st.columns(2), strict=True):
        with column.container(border=True):
            _show_debater(side, draft)
    if "debaters" in draft.faults:
        show_fault(draft.faults["debaters"])
    ask(state.set_up.part("topic"), "background")
    ask(state.set_up.part("topic"), "burden")


def _show_debater(side: Side, draft: Draft) -> None:
    debater, form = draft.pro if side == "pro" else draft.con, state.set_up.part(side)
    side_badge(side)
    show_model(f"Model of {side.upper()}", form.key("model"), draft, debater.model)
    takes = supports_temperature(debater.model, draft)
    phases = PHASES if draft.format == "structured" else ("exchange",)
    for phase, column in zip(phases, st.columns(3, vertical_alignment="bottom")[: len(phases)], strict=True):
        ask(form.part("temperatures"), phase, column, disabled=not takes)
    if not takes:
        show_words(f"{debater.model or 'This model'} takes no temperature.", quiet=True)
    ask(form, "personality", label=f"Personality of {side.upper()}")
    if chosen := debater.personality:
        usual = f"the {PERSONALITIES[chosen].name}'s, {PERSONALITIES[chosen].elasticity:g}"
        ask(form, "elasticity", label=f"Elasticity of {side.upper()}", placeholder=usual)


def show_live_judge(draft: Draft) -> None:
    """The switch, and the rest once it is on."""
    st.toggle(
        "Judge every turn live",
        **state.set_up.kept("live_on"),
        help="Scores each turn, lists suspect claims, and sums up the debate at the end.",
    )
    if draft.live is None:
        st.caption("Off: only the panel scores, at the end.")
        return
    form = state.set_up.part("live")
    left, right = st.columns(2)
    with left:
        show_model("Model of the live judge", form.key("model"), draft, draft.live.model)
    ask(form, "feedback", right)
    ask(form, "strict_floor")
    ask(form, "both_orders")
    st.caption(_LIVE_LIMITS)
    if "live" in draft.faults:
        show_fault(draft.faults["live"])
