"""The format, who speaks, and the live judge that listens.

Knows the draft through `state`. Invariant: each widget writes the one choice it is named for; the live judge's limits
are said before anyone relies on it.
"""

from collections.abc import Mapping
from typing import Any

import streamlit as st

from debate_core.config import Feedback
from debate_core.personalities import ELASTICITY, PERSONALITIES
from debate_core.reporting.live import IN_SHORT, PANEL
from debate_core.transcript import PHASES, SIDES, Side, burden_words
from debate_core.wording import PHASE_NAMES
from pages.ui import state
from pages.ui.draft import Draft
from pages.ui.set_up.models import show_model, supports_temperature
from pages.ui.shown.options import marked
from pages.ui.shown.speech import side_badge
from pages.ui.shown.words import show_fault, show_words

ORDERS = {
    "simultaneous": "In each phase both speak at once, without seeing each other's speech.",
    "alternating": "In each phase PRO speaks first, and CON reads it before speaking.",
}
FORMATS = {"structured": "Three phases", "exchange": "Free exchange"}
BURDENS = {state.NO_BURDEN: "Neither side", "pro": "PRO", "con": "CON"}
FEEDBACKS: dict[Feedback, str] = {
    "lagged": "The judge scores a turn while the next one is spoken: nobody waits.",
    "strict": "Each turn waits for the score of the one before: slower, and feedback comes a turn earlier.",
}
_LIVE_LIMITS = f"{IN_SHORT} Debaters and a live judge on one model share blind spots. {PANEL}"


def show_explained(label: str, name: str, options: Mapping[Any, str], chosen: str) -> None:
    """A choice of few, and below it what the chosen one means."""
    st.segmented_control(
        label,
        list(options),
        format_func=marked(state.choice(name), str.capitalize),
        required=True,
        **state.kept(name),
    )
    st.caption(options[chosen])


def show_format(draft: Draft) -> None:
    """Phases or exchange, how much of it, in which order, and who speaks."""
    st.segmented_control(
        "Format",
        list(FORMATS),
        format_func=marked(state.choice("format"), lambda name: FORMATS[name]),
        required=True,
        **state.kept("format"),
    )
    if draft.format == "exchange":
        _show_turns()
    else:
        _show_phases(draft)
    for side, column in zip(SIDES, st.columns(2), strict=True):
        with column.container(border=True):
            _show_debater(side, draft)
    if "debaters" in draft.faults:
        show_fault(draft.faults["debaters"])
    st.text_area(
        "Background for the debaters",
        help="Facts for both sides, beside the topic.",
        **state.kept("background"),
    )
    st.segmented_control(
        "Burden of proof",
        list(BURDENS),
        format_func=marked(state.choice("burden"), lambda side: BURDENS[side]),
        required=True,
        help="The side that has to prove its case. Every prompt says so.",
        **state.kept("burden"),
    )
    if draft.burden:
        st.caption(burden_words(draft.burden))


def _show_turns() -> None:
    st.slider(
        "Turns",
        min_value=2,
        max_value=20,
        help="Both sides together. From 10 turns on, the live judge also says whether the positions converged.",
        **state.kept("turns"),
    )
    st.caption("PRO starts. Each turn is one argument.")


def _show_phases(draft: Draft) -> None:
    left, right = st.columns(2)
    left.slider("Arguments per side", min_value=1, max_value=8, **state.kept("arguments_per_side"))
    with right:
        show_explained("Order of speaking", "order", ORDERS, draft.order)


def _show_debater(side: Side, draft: Draft) -> None:
    debater = draft.pro if side == "pro" else draft.con
    side_badge(side)
    show_model(f"Model of {side.upper()}", state.choice(f"{side}_model"), draft, debater.model)
    takes = supports_temperature(debater.model, draft)
    phases = PHASES if draft.format == "structured" else ("exchange",)
    for phase, column in zip(phases, st.columns(3, vertical_alignment="bottom")[: len(phases)], strict=True):
        column.number_input(
            f"{PHASE_NAMES[phase]} temperature",
            min_value=0.0,
            max_value=2.0,
            step=0.1,
            format="%.1f",
            disabled=not takes,
            **state.kept(f"{side}_{phase}"),
        )
    if not takes:
        show_words(f"{debater.model or 'This model'} takes no temperature.", quiet=True)
    st.selectbox(
        f"Personality of {side.upper()}",
        [state.NO_PERSONALITY, *PERSONALITIES],
        format_func=lambda name: PERSONALITIES[name].name if name in PERSONALITIES else "None",
        **state.kept(f"{side}_personality"),
    )
    chosen = debater.personality
    st.caption(
        PERSONALITIES[chosen].described if chosen else "The model's own manner.",
        help="Changes the manner, not the model. A live judge's pressure moves it over the turns.",
    )
    if chosen:
        st.number_input(
            f"{ELASTICITY.title} of {side.upper()}",
            min_value=float(ELASTICITY.least),
            max_value=float(ELASTICITY.most),
            step=ELASTICITY.step,
            format="%.2f",
            placeholder=f"the {PERSONALITIES[chosen].name}'s, {PERSONALITIES[chosen].elasticity:g}",
            help=ELASTICITY.words,
            **state.kept(f"{side}_elasticity"),
        )


def show_live_judge(draft: Draft) -> None:
    """The switch, and the rest once it is on."""
    st.toggle(
        "Judge every turn live",
        **state.kept("live_on"),
        help="Scores each turn, lists suspect claims, and sums up the debate at the end.",
    )
    if draft.live is None:
        st.caption("Off: only the panel scores, at the end.")
        return
    left, right = st.columns(2)
    with left:
        show_model("Model of the live judge", state.choice("live_model"), draft, draft.live.model)
    with right:
        show_explained("Feedback", "live_feedback", FEEDBACKS, draft.live.feedback)
    st.checkbox(
        "Strict floor",
        **state.kept("live_strict_floor"),
        help="The winner of a dimension gets at least 55% of its maximum. Strict also keeps the loser below it.",
    )
    st.checkbox(
        "Compare in both orders",
        **state.kept("live_both_orders"),
        help="Compares each two turns twice, in both orders. If the answers differ, it is a draw.",
    )
    st.caption(_LIVE_LIMITS)
    if "live" in draft.faults:
        show_fault(draft.faults["live"])
