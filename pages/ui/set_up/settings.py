"""Everything that can be set, by parts under tabs, folded: the format, who speaks and the live judge here."""

from collections.abc import Callable, Iterable, Mapping

import streamlit as st

from debate_core.domain.model import is_simulated
from debate_core.domain.personalities import PERSONALITIES
from debate_core.domain.transcript import PHASES, SIDES, Side
from debate_core.reporting.live import IN_SHORT, PANEL, WAITING
from pages.ui import state
from pages.ui.draft import Draft
from pages.ui.set_up.judges import show_deliberation, show_judges, show_rubric
from pages.ui.set_up.models import show_access, show_model, supports_temperature
from pages.ui.set_up.topic import MODELS, PART, SECTION, WHERE, show_rest
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
        ask(state.set_up, "narrative")
        return
    form = state.set_up.part("live")
    left, right = st.columns(2)
    with left:
        show_model("Model of the live judge", form.key("model"), draft, draft.live.model)
    ask(form, "feedback", right)
    ask(form, "strict_floor")
    ask(form, "both_orders")
    models = (draft.live.model, draft.pro.model, draft.con.model)
    several = len({model.partition(":")[0] for model in models if not is_simulated(model)}) > 1
    st.caption(f"{_LIVE_LIMITS} {WAITING}" if several else _LIVE_LIMITS)
    if "live" in draft.faults:
        show_fault(draft.faults["live"])


_AT_FAULT = "settings_at_fault"
_PARTS: Mapping[str, Callable[[Draft], None]] = {
    "Format and debaters": show_format,
    "Judges": show_judges,
    "Discussion": show_deliberation,
    "Rubric": show_rubric,
    "Live judge": show_live_judge,
    "Budget and seed": show_rest,
    MODELS: show_access,
}
OF_DEBATERS = ("Format and debaters", "Live judge")


def open_at_fault(draft: Draft, lacking: Iterable[str] = ()) -> bool:
    """Open the settings at what keeps the debate from starting, once; whether they were closed. `lacking`: the
    providers that something is missing of."""
    at_fault = [WHERE[fault] for fault in draft.faults if fault in WHERE] + [MODELS for _ in lacking]
    opens = bool(at_fault and not st.session_state.get(_AT_FAULT) and not st.session_state.get(SECTION))
    if opens:
        st.session_state[SECTION], st.session_state[PART] = True, at_fault[0]
    st.session_state[_AT_FAULT] = bool(at_fault)
    return opens


def show_parts(draft: Draft, without: tuple[str, ...] = ()) -> None:
    """The parts, but for those left out."""
    parts = [part for part in _PARTS if part not in without]
    for part, place in zip(parts, st.tabs(parts, key=PART, on_change="rerun"), strict=True):
        if place.open:
            with place:
                _PARTS[part](draft)
