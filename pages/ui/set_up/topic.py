"""What is debated, from which starting point, at what cost; the start, what stands in its way, and examples to read.

Knows the draft through `state`; starts nothing itself. Invariant: each widget writes the one choice it is named for;
what is missing is said before anything starts, and where to mend it; an example is marked as written for this project
before it is opened.
"""

import streamlit as st

from debate_core.bounds import TOPIC_MOST
from debate_core.config import DebateConfig
from debate_core.errors import DebateError
from debate_core.examples import EXAMPLES, Example, ensure
from debate_core.llm.catalogue import parse, providers
from debate_core.moderator.estimate import estimate, limited
from debate_core.numerals import counted
from debate_core.record import Record
from pages.ui import router, state
from pages.ui.draft import FULL_PANEL, LIVE_EXCHANGE, QUICK_DEMO, SUGGESTIONS, Draft
from pages.ui.shown.words import escaped

PRESETS = {"Quick demo": QUICK_DEMO, "Full panel": FULL_PANEL, "Live exchange": LIVE_EXCHANGE}
_WHERE = {"debaters": "Format and debaters", "judges": "Judges", "rubric": "Rubric", "live": "Live judge"}


def show_topic(draft: Draft) -> None:
    """The large topic field and three suggestions; one click fills."""
    st.text_area(
        "Topic",
        height=96,
        max_chars=TOPIC_MOST,
        placeholder="A proposition that one side can hold and the other deny",
        help="State it so that PRO can hold it and CON can deny it.",
        **state.kept("topic"),
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
        needs = f"{counted(len(lacking), 'thing')} missing"
    said = "3 phases" if config.format == "structured" else f"{config.turns} turns"
    live = ", a live judge" if config.live else ""
    st.markdown(
        f"2 debaters, {said}{live}, {judges} judges: about **{ahead.calls} calls** (at most {ahead.calls_most} if "
        f"every answer must be asked for again), roughly **{ahead.tokens_typical:,} tokens**; {needs}."
    )
    most = limited(config).budget
    st.caption(f"It pauses before it would use more than {most.calls:,} calls or {most.tokens:,} tokens.")


def _needs_key(config: DebateConfig) -> list[str]:
    rows = {provider.name: provider for provider in providers(config.servers)}
    wanted = dict.fromkeys(parse(name, config.servers).provider for name in config.models)
    return [name for name in wanted if rows[name].needs_key]


def show_missing(draft: Draft, lacking: dict[str, str]) -> None:
    """Each thing that keeps the debate from starting, with the section that mends it."""
    for section, words in draft.faults.items():
        if section in _WHERE:
            st.warning(f"{escaped(words)} See *{_WHERE[section]}* below.", icon=":material/warning:")
    for words in lacking.values():
        st.warning(f"{escaped(words)} See *Models and keys* below.", icon=":material/key:")


def show_start() -> bool:
    """The start button; true when it was clicked. It stays enabled, so that a click right after typing counts."""
    return st.button("Start the debate", type="primary", key="start_debate", icon=":material/play_arrow:")


def show_budget() -> None:
    """The most a debate may use, and the seed of simulated chance."""
    calls, tokens, seed = st.columns(3)
    calls.number_input(
        "Most calls",
        value=None,
        min_value=1,
        step=1,
        placeholder="three times the estimate",
        help="The debate pauses before it would pass this.",
        **state.kept("calls"),
    )
    tokens.number_input(
        "Most tokens",
        value=None,
        min_value=1,
        step=1000,
        placeholder="three times the estimate",
        help="Input and output together. Reserved before each call starts.",
        **state.kept("tokens"),
    )
    seed.number_input(
        "Seed",
        step=1,
        help="Simulated debaters and judges say the same to the letter for one seed.",
        **state.kept("seed"),
    )


def show_examples() -> None:
    """A card for each."""
    st.header("Or read an example", anchor=False)
    st.caption("Debates written for this project: no model said these words. They need no key.")
    for example, column in zip(EXAMPLES, st.columns(len(EXAMPLES)), strict=True):
        with column.container(border=True, gap="small", height="stretch"):
            _show_example(example)


def _show_example(example: Example) -> None:
    st.markdown(f"**{escaped(example.title)}**")
    st.badge(escaped(example.shows), color="violet")
    st.caption(escaped(example.lure))
    with st.container(horizontal=True):
        if st.button("Read", key=f"read_{example.id}", help=f"Read “{escaped(example.title)}” as a whole"):
            _open(example)
        if st.button(
            "Replay",
            key=f"replay_{example.id}",
            icon=":material/replay:",
            help=f"Replay “{escaped(example.title)}” turn by turn",
        ):
            _open(example, at="1")


def _open(example: Example, at: str | None = None) -> None:
    try:
        name = ensure(state.store(), example.id)
    except DebateError as error:
        st.error(escaped(str(error)), icon=":material/error:")
    else:
        router.go("watch", name, at=at)
