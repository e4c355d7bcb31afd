"""What is debated, at what cost; the start, and what stands in its way.

Knows the draft through `state`; starts nothing itself. Invariant: each widget writes the one choice it is named for;
what is missing is said before anything starts, and where to mend it.
"""

import streamlit as st

from debate_core.config import DebateConfig
from debate_core.llm.catalogue import parse, providers
from debate_core.llm.price_list import prices_of
from debate_core.moderator.estimate import ahead_words, estimate, talk_words
from debate_core.numerals import counted
from debate_core.transcript import ONE_CLAIM, Topic
from pages.ui import state
from pages.ui.draft import IN_SHORT, SUGGESTIONS, Draft
from pages.ui.set_up.presets import ask_own
from pages.ui.shown.access import ask_limits, show_limits
from pages.ui.shown.words import escaped

REAL_MODELS = "Simulated models. A key or Ollama brings real ones: *Settings*, *Models and keys*."
WHERE = {"debaters": "Format and debaters", "judges": "Judges", "rubric": "Rubric", "live": "Live judge"}
"""Where each fault is mended."""


def show_topic(draft: Draft) -> None:
    """The large topic field and three suggestions; one click fills."""
    st.text_area(
        "Topic",
        height=96,
        placeholder="A proposition that one side can hold and the other deny",
        label_visibility="collapsed",
        **state.kept("topic"),
    )
    if "topic" in draft.faults:
        st.error(draft.faults["topic"], icon=":material/error:")
    elif Topic(text=draft.topic).names_two:
        st.caption(f":material/info: {ONE_CLAIM}")
    with st.container(horizontal=True, key="suggestions"):
        for number, (short, words) in enumerate(zip(IN_SHORT, SUGGESTIONS, strict=True)):
            key = f"suggest_{number}"
            st.button(short, key=key, on_click=state.change, args=("topic", words), help=words)


def show_prospect(config: DebateConfig, lacking: dict[str, str]) -> None:
    """What will happen, in one line: who, how many calls, tokens, what they cost, and whether a key is needed."""
    ahead = estimate(config, prices=prices_of(config.models, config.servers))
    judges = len(config.panel.judges)
    needs = "no key needed" if not any(_needs_key(config)) else "keys are there"
    if config.simulated_said == "simulated":
        needs = "no key needed: simulated, no real model is asked"
    if lacking:
        needs = f"{counted(len(lacking), 'thing')} missing"
    said = "3 phases" if config.format == "structured" else f"{config.turns} turns"
    live = ", a live judge" if config.live else ""
    talk = " that deliberate" if config.deliberation else ""
    st.markdown(
        f"2 debaters, {said}{live}, {judges} judges{talk}: about {escaped(ahead_words(ahead))}; {needs}. "
        f"{talk_words(config, ahead)}"
    )
    show_limits(config, ahead)


def _needs_key(config: DebateConfig) -> list[str]:
    rows = {provider.name: provider for provider in providers(config.servers)}
    wanted = dict.fromkeys(parse(name, config.servers).provider for name in config.models)
    return [name for name in wanted if rows[name].needs_key]


def show_missing(draft: Draft, lacking: dict[str, str]) -> None:
    """Each thing that keeps the debate from starting, with the section that mends it."""
    for section, words in draft.faults.items():
        if section in WHERE:
            st.warning(f"{escaped(words)} See *Settings*, *{WHERE[section]}*.", icon=":material/warning:")
    for words in lacking.values():
        st.warning(f"{escaped(words)} See *Settings*, *Models and keys*.", icon=":material/key:")


def show_start(config: DebateConfig | None) -> bool:
    """The start button; true when it was clicked. It stays enabled, so that a click right after typing counts."""
    with st.container(horizontal=True, vertical_alignment="center", key="start"):
        clicked = st.button(
            "Start the debate", type="primary", key="start_debate", icon=":material/play_arrow:"
        )
        ask_own()
        if config and config.simulated:
            st.caption(REAL_MODELS, width="content")
    return clicked


def show_budget() -> None:
    """The most a debate may use, and the seed of simulated chance."""
    *limits, seed = st.columns(4)
    ask_limits(limits, state.kept, "debate")
    seed.number_input(
        "Seed",
        step=1,
        help="Simulated debaters and judges say the same to the letter for one seed.",
        **state.kept("seed"),
    )
