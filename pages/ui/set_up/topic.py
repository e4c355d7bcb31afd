"""What is debated, at what cost; the start, and what stands in its way."""

import streamlit as st

from debate_core.domain.config import Budget, Caps, Choices, DebateConfig
from debate_core.domain.options import options_of
from debate_core.domain.transcript import ONE_CLAIM
from debate_core.llm.prices import prices_of
from debate_core.running.estimate import estimate, reading_text
from pages.ui import state
from pages.ui.draft import IN_SHORT, SUGGESTIONS, Draft
from pages.ui.set_up.models import show_model
from pages.ui.shown.access import show_size
from pages.ui.shown.options import ask
from pages.ui.shown.room import show_room_ahead
from pages.ui.shown.words import escaped

SECTION, PART = "settings", "settings_part"
"""Whether the settings stand open, and at which part."""
MODELS = "Models and keys"
SUMMED = ("briefing_model", "narrative_model")
"""The models of those who sum up."""
PLACED = ("format", "turns", "arguments_per_side", "order", "judging", "reading", "effort", *SUMMED)
"""Settings of a debate that have a place of their own."""
WHERE = {
    "debaters": "Format and debaters",
    "judges": "Judges",
    "rubric": "Rubric",
    "live": "Live judge",
    "summary": "Budget and seed",
}
"""Where each fault is mended."""


def show_topic(draft: Draft) -> None:
    """The large topic field and three suggestions; one click fills."""
    ask(state.set_up.part("topic"), "text", height=80, label_visibility="collapsed")
    if "topic" in draft.faults:
        st.error(draft.faults["topic"], icon=":material/error:")
    elif draft.topic.names_two:
        st.caption(f":material/info: {ONE_CLAIM}")
    with st.container(horizontal=True, key="suggestions"):
        for number, (short, words) in enumerate(zip(IN_SHORT, SUGGESTIONS, strict=True)):
            key = f"suggest_{number}"
            st.button(short, key=key, on_click=state.set_up.change, args=("text", words), help=words)


def show_prospect(config: DebateConfig) -> None:
    """What it takes, in one line."""
    prices = prices_of(config.models, config.servers)
    ahead = estimate(config, prices=prices)
    turns = "" if config.format == "structured" else f"{config.turns} turns, "
    live = " and a live judge" if config.live else ""
    talk = " that discuss" if config.deliberation else ""
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        show_size(config, ahead, f"{turns}{len(config.panel.judges)} judges{talk}{live}")
        if config.simulated:
            st.button(
                "Use real models",
                key="use_real_models",
                type="tertiary",
                on_click=_open_settings,
                args=(True, MODELS),
            )
    if twice := reading_text(config, ahead, prices):
        st.caption(escaped(twice))


def show_missing(draft: Draft, lacking: dict[str, str]) -> None:
    """Each thing that keeps the debate from starting, with the section that mends it."""
    for section, words in draft.faults.items():
        if section in WHERE:
            st.warning(f"{escaped(words)} See *Settings*, *{WHERE[section]}*.", icon=":material/warning:")
    for words in lacking.values():
        st.warning(f"{escaped(words)} See *Settings*, *{MODELS}*.", icon=":material/key:")


def show_start(topic: str) -> bool:
    """The start button; true when it was clicked. It stays enabled, so that a click right after typing counts. Beside
    it what opens the settings and closes them."""
    with st.container(horizontal=True, vertical_alignment="center", key="start"):
        clicked = st.button(
            "Start the debate", type="primary", key="start_debate", icon=":material/play_arrow:"
        )
        opened = st.session_state.get(SECTION, False)
        label = "Close settings" if opened else "Settings"
        st.button(label, key="open_settings", on_click=_open_settings, args=(not opened,))
        show_room_ahead(topic)
    return clicked


def _open_settings(opened: bool, part: str | None = None) -> None:
    st.session_state[SECTION] = opened
    if part:
        st.session_state[PART] = part


def show_rest(draft: Draft) -> None:
    """The most a debate may use, and every setting that has no place of its own, as the seed of simulated chance."""
    limits, rest = options_of(Budget), [name for name in options_of(Choices) if name not in PLACED]
    places = st.columns(len(limits) + len(rest))
    for name, place in zip(limits, places, strict=False):
        ask(state.set_up.part("budget"), name, place)
    for name, place in zip(rest, places[len(limits) :], strict=True):
        ask(state.set_up, name, place)
    options = options_of(Choices)
    for name, place in zip(SUMMED, st.columns(2), strict=True):
        with place:
            key, chosen = state.set_up.key(name), getattr(draft, name) or ""
            show_model(options[name].title, key, draft, chosen, options[name].words)
    st.markdown("**Lengths**, in tokens a call at most")
    caps = [name for name, one in options_of(Caps).items() if one.format in ("", draft.format)]
    with st.grid(4, min_column_width=170, key="caps"):
        for name in caps:
            if draft.live or name != "live":
                ask(state.set_up.part("caps"), name)
