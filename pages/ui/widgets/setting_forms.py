"""The parts of the set-up page that choose the debate itself: topic, presets, format, debaters, rubric, budget.

Knows the draft through `state`, never a running debate. Invariant: each widget writes the one choice it is named for.
"""

from collections.abc import Mapping
from typing import Any

import streamlit as st

from debate_core.config import DebateConfig
from debate_core.errors import ModelNotFound
from debate_core.llm.catalogue import parse, providers, takes_temperature
from debate_core.moderator.estimate import estimate
from debate_core.personalities import PERSONALITIES
from debate_core.record import Record
from debate_core.rubric import RUBRICS, STANDARD
from debate_core.transcript import PHASES, SIDES, Side, burden_words
from pages.ui import state
from pages.ui.draft import CUSTOM, FULL_PANEL, LIVE_EXCHANGE, QUICK_DEMO, SUGGESTIONS, Draft
from pages.ui.widgets.words import plain, show_words

ORDERS = {
    "simultaneous": "At the same time: neither side sees the other's speech of that phase until both have spoken.",
    "alternating": "In turn: PRO speaks first in each phase, and CON has read it before it speaks.",
}
FORMATS = {"structured": "Three phases", "exchange": "Free exchange"}
BURDENS = {state.NO_BURDEN: "Neither side", "pro": "PRO", "con": "CON"}
PRESETS = {"Quick demo": QUICK_DEMO, "Full panel": FULL_PANEL, "Live exchange": LIVE_EXCHANGE}
PHASE_NAMES = {
    "opening": "Opening",
    "cross_examination": "Cross-examination",
    "closing": "Closing",
    "exchange": "Exchange",
}


def show_explained(label: str, name: str, options: Mapping[Any, str], chosen: str) -> None:
    """A choice of few, and below it what the chosen one means."""
    st.segmented_control(
        label,
        list(options),
        format_func=str.capitalize,
        key=state.choice(name),
        required=True,
        persist_state="session",
    )
    st.caption(options[chosen])


def show_topic(draft: Draft) -> None:
    """The large topic field and three suggestions; one click fills."""
    st.text_area(
        "Topic",
        key=state.choice("topic"),
        height=96,
        max_chars=20_000,
        placeholder="A proposition that one side can hold and the other deny",
        help="State it so that PRO can hold it and CON can deny it.",
        persist_state="session",
    )
    if "topic" in draft.faults:
        st.error(draft.faults["topic"], icon=":material/error:")
    st.caption("Or take a suggestion")
    with st.container(horizontal=True, key="suggestions"):
        for number, words in enumerate(SUGGESTIONS):
            st.button(words, key=f"suggest_{number}", on_click=state.change, args=("topic", words), wrap=True)


def show_presets(draft: Draft, last: Record | None) -> None:
    """Three starting points; a preset keeps the topic that is written, the last debate brings its own."""
    st.caption("Presets")
    with st.container(horizontal=True, key="presets"):
        for name, preset in PRESETS.items():
            kept = preset.with_topic_of(draft)
            st.button(name, key=f"preset_{name}", on_click=state.fill, args=(kept,), help=preset.in_words)
        st.button(
            "My last",
            key="preset_My last",
            on_click=state.fill,
            args=(Draft.of(last.config) if last else draft,),
            disabled=last is None,
            help="Everything as in the newest debate, without its keys."
            if last
            else "There is no debate yet.",
        )


def show_prospect(config: DebateConfig, lacking: dict[str, str]) -> None:
    """What will happen, in one line: who, how many calls, how many tokens, and whether a key is needed."""
    ahead = estimate(config)
    judges = len(config.panel.judges)
    needs = "no key needed" if not any(_needs_key(config)) else "keys are there"
    if lacking:
        needs = f"{len(lacking)} thing{'s' if len(lacking) > 1 else ''} missing"
    said = "3 phases" if config.format == "structured" else f"{config.turns} turns"
    live = ", a live judge" if config.live else ""
    st.markdown(
        f"2 debaters, {said}{live}, {judges} judges: about **{ahead.calls} calls** (at most {ahead.calls_most} if "
        f"every answer must be asked for again), roughly **{ahead.tokens_typical:,} tokens**; {needs}."
    )


def show_format(draft: Draft) -> None:
    """Phases or exchange, how much of it, in which order, and who speaks."""
    st.segmented_control(
        "Format",
        list(FORMATS),
        format_func=lambda name: FORMATS[name],
        key=state.choice("format"),
        required=True,
        persist_state="session",
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
        key=state.choice("background"),
        max_chars=4000,
        help="Facts both sides are given. It is not part of the topic.",
        persist_state="session",
    )
    st.segmented_control(
        "Burden of proof",
        list(BURDENS),
        format_func=lambda side: BURDENS[side],
        key=state.choice("burden"),
        required=True,
        help="The side that has to prove the topic. It is in every prompt, and named beside the narrative.",
        persist_state="session",
    )
    if draft.burden:
        st.caption(burden_words(draft.burden))


def _show_turns() -> None:
    st.slider(
        "Turns",
        min_value=2,
        max_value=20,
        key=state.choice("turns"),
        help="Both sides together. From 10 turns on it is also asked whether the two positions converged.",
        persist_state="session",
    )
    st.caption("PRO and CON alternate, PRO first: one argument a turn, each having heard all before it.")


def _show_phases(draft: Draft) -> None:
    left, right = st.columns(2)
    left.slider(
        "Arguments per side",
        min_value=1,
        max_value=8,
        key=state.choice("arguments_per_side"),
        persist_state="session",
    )
    with right:
        show_explained("Order of speaking", "order", ORDERS, draft.order)


def show_model(label: str, key: str, draft: Draft, current: str) -> None:
    """A model by name: one of those at hand, or any `provider:model` typed."""
    at_hand = [f"{p.name}:{p.example}" for p in providers(draft.servers) if p.example]
    st.selectbox(
        label,
        list(dict.fromkeys([*reversed(at_hand), current])),
        key=key,
        accept_new_options=True,
        help="provider:model. Choose one or type another, as in openai:gpt-4.1 or myserver:some-model.",
        persist_state="session",
    )


def supports_temperature(model: str, draft: Draft) -> bool:
    """Whether the model takes a temperature; a model nobody knows is not said to."""
    try:
        return takes_temperature(model, draft.servers)
    except ModelNotFound:
        return False


def show_fault(words: str) -> None:
    """What is wrong, where it can be put right."""
    st.error(plain(words), icon=":material/error:")


def show_rubric(draft: Draft) -> None:
    """Which qualities are scored, what 1 and 10 mean, and their weights."""
    st.segmented_control(
        "Rubric",
        [*RUBRICS, CUSTOM],
        key=state.choice("rubric"),
        required=True,
        persist_state="session",
    )
    if draft.rubric == CUSTOM:
        _show_custom_rubric(draft)
        return
    rubric = RUBRICS.get(draft.rubric, STANDARD)
    for dimension in rubric.dimensions:
        weight = rubric.weights[dimension.key]
        st.progress(weight, text=f"**{dimension.title}** · weight {weight:.2f}")
        st.caption(f"{dimension.question} 1 means {dimension.low}, 10 means {dimension.high}.")


def show_budget() -> None:
    """The most a debate may use, and the seed of simulated chance."""
    calls, tokens, seed = st.columns(3)
    calls.number_input(
        "Most calls",
        value=None,
        min_value=1,
        step=1,
        key=state.choice("calls"),
        placeholder="no limit",
        help="The debate pauses before it would pass this.",
        persist_state="session",
    )
    tokens.number_input(
        "Most tokens",
        value=None,
        min_value=1,
        step=1000,
        key=state.choice("tokens"),
        placeholder="no limit",
        help="Input and output together. Reserved before each call starts.",
        persist_state="session",
    )
    seed.number_input(
        "Seed",
        step=1,
        key=state.choice("seed"),
        help="Simulated debaters and judges say the same to the letter for one seed.",
        persist_state="session",
    )


def _show_debater(side: Side, draft: Draft) -> None:
    debater = draft.pro if side == "pro" else draft.con
    st.badge(side.upper(), color="blue" if side == "pro" else "orange")
    show_model(f"Model of {side.upper()}", state.choice(f"{side}_model"), draft, debater.model)
    takes = supports_temperature(debater.model, draft)
    phases = PHASES if draft.format == "structured" else ("exchange",)
    for phase, column in zip(phases, st.columns(3)[: len(phases)], strict=True):
        column.number_input(
            f"{PHASE_NAMES[phase]} temperature",
            min_value=0.0,
            max_value=2.0,
            step=0.1,
            format="%.1f",
            key=state.choice(f"{side}_{phase}"),
            disabled=not takes,
            persist_state="session",
        )
    if not takes:
        show_words(f"Temperature: not supported by {debater.model or 'this model'}.", quiet=True)
    st.selectbox(
        f"Personality of {side.upper()}",
        [state.NO_PERSONALITY, *PERSONALITIES],
        format_func=lambda name: PERSONALITIES[name].name if name in PERSONALITIES else "None",
        key=state.choice(f"{side}_personality"),
        persist_state="session",
    )
    chosen = debater.personality
    st.caption(
        PERSONALITIES[chosen].described if chosen else "Speaks in the model's own manner.",
        help="An archetype bends a model's manner, not its nature. A live judge's pressure moves it over the turns.",
    )


def _show_custom_rubric(draft: Draft) -> None:
    if not state.dimension_rows():
        st.caption("No dimension yet.")
    for number, row in zip(state.dimension_rows(), draft.dimensions, strict=True):
        with st.container(border=True, key=f"dimension_{number}"):
            _show_dimension(number, row.key)
    st.button("Add a dimension", key="add_dimension", on_click=state.add_dimension, icon=":material/add:")
    total = f"The weights sum to {draft.rubric_sum:.2f}"
    if "rubric" in draft.faults:
        st.caption(f"{total}; they must sum to 1.")
        show_fault(draft.faults["rubric"])
    else:
        st.caption(f"{total}.")


def _show_dimension(number: int, name: str) -> None:
    def key(field: str) -> str:
        return state.choice(f"row{number}_{field}")

    first, second, third = st.columns([3, 2, 1], vertical_alignment="bottom")
    first.text_input(
        "Name", key=key("key"), max_chars=31, placeholder="one lower-case word", persist_state="session"
    )
    second.number_input(
        "Weight", min_value=0.0, max_value=1.0, step=0.05, key=key("weight"), persist_state="session"
    )
    third.button(
        "Remove",
        key=f"drop_{number}",
        on_click=state.drop_dimension,
        args=(number,),
        help=f"Remove the dimension {plain(name) or 'without a name'}",
        width="stretch",
    )
    st.text_input("What the judge asks", key=key("question"), max_chars=200, persist_state="session")
    low, high = st.columns(2)
    low.text_input("1 means", key=key("low"), max_chars=100, persist_state="session")
    high.text_input("10 means", key=key("high"), max_chars=100, persist_state="session")


def _needs_key(config: DebateConfig) -> list[str]:
    rows = {provider.name: provider for provider in providers(config.servers)}
    wanted = dict.fromkeys(parse(name, config.servers).provider for name in config.models)
    return [name for name in wanted if rows[name].needs_key]
