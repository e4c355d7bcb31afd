"""Brings a text, pasted or as a file, and says what reviewing it takes; or opens the example."""

import secrets

import streamlit as st

from debate_core.domain.artifact import (
    MAX_CHARACTERS,
    SIMULATED_REVIEWERS,
    Artifact,
    ArtifactConfig,
    artifact_rubric,
)
from debate_core.domain.config import Budget, Deliberation
from debate_core.domain.errors import DebateError, SetUpError
from debate_core.domain.options import options_of
from debate_core.domain.wording import capital
from debate_core.examples.opening import ensure_review
from debate_core.importing.documents.reading import MAX_BYTES, PASTED, read_document, read_pasted
from pages.ui import router, state
from pages.ui.shown.access import show_prospect
from pages.ui.shown.deliberating import WHAT, ask_deliberation
from pages.ui.shown.options import ask
from pages.ui.shown.words import clip, escaped, fault_shown, show_fault


def show_door() -> None:
    st.title("Review a text", anchor=False)
    if unknown := state.unknown_artifact():
        st.warning(
            f"This store holds no review called {escaped(clip(unknown, 40))}.", icon=":material/search_off:"
        )
    st.markdown(
        "Paste it or upload a file. Each reviewer reads it alone; code finds the place of each quote."
    )
    with st.container(key="door"):
        st.page_link(router.page("set_up"), label="Debate a question instead", icon=":material/forum:")


def ask_config() -> ArtifactConfig | None:
    state.BRINGING.begin(state.TextDraft())
    artifact, talk = _ask_text(), _ask_deliberation()
    for name, place in zip(options_of(Budget), st.columns(3), strict=True):
        ask(state.BRINGING.part("budget"), name, place)
    if artifact is None:
        return None
    config = ArtifactConfig(
        artifact=artifact,
        reviewers=state.reviewers(),
        rubric=artifact_rubric(state.dimensions()),
        deliberation=talk,
        budget=state.BRINGING.read().budget,
        servers=state.draft().servers,
        seed=secrets.randbelow(2**31),
    )
    _show_prospect(config)
    return config


def start(config: ArtifactConfig | None) -> str | None:
    """The start button, always enabled so that a click right after typing counts; the id of the review it began."""
    if not st.button("Start the review", type="primary", key="start_review", icon=":material/play_arrow:"):
        return None
    if config is None:
        show_fault("Paste a text or bring a file first.")
        return None
    try:
        return state.runner().start(config, state.access(config.servers))
    except DebateError as error:
        show_fault(str(error))
        return None


def _ask_text() -> Artifact | None:
    ask(state.BRINGING, "text", height=260)
    brought = st.file_uploader(
        "Or bring a file",
        key="bring_file",
        max_upload_size=MAX_BYTES // 1_000_000,
        help=f"Text, Markdown, source code, PDF or DOCX, of {MAX_CHARACTERS:,} characters at most.",
    )
    st.text_input(
        "Name of a pasted text",
        max_chars=120,
        placeholder="as in retention-policy.md (optional)",
        **state.BRINGING.kept("name"),
    )
    ask(state.BRINGING, "context", height=80)
    typed = state.BRINGING.read()
    with fault_shown():
        if brought is not None:
            return _read(brought.getvalue(), brought.name, typed.context)
        if typed.text:
            return read_pasted(typed.text, name=typed.name or PASTED, context=typed.context)
    return None


@st.cache_data(show_spinner="Reading the file", max_entries=8)
def _outcome(data: bytes, name: str, context: str) -> Artifact | str:
    try:
        return read_document(data, name, context=context)
    except SetUpError as error:
        return str(error)


def _read(data: bytes, name: str, context: str) -> Artifact:
    """Read once, however often the page is drawn. Raises SetUpError."""
    found = _outcome(data, name, context)
    if isinstance(found, str):
        raise SetUpError(found)
    return found


def _ask_deliberation() -> Deliberation | None:
    st.toggle("Discussion", help=WHAT["artifact"], **state.BRINGING.kept("deliberates"))
    if not state.BRINGING.read().deliberates:
        return None
    state.TALK.begin(Deliberation())
    ask_deliberation(state.TALK)
    return state.TALK.read()


def _show_prospect(config: ArtifactConfig) -> None:
    show_prospect(config, f"{len(config.reviewers)} reviewers")
    if config.simulated:
        st.caption(f"{capital(SIMULATED_REVIEWERS)}. They need no key, and read English and code.")


def show_example() -> None:
    """A page of policy, and the way to its review."""
    with st.container(border=True, gap="small"):
        st.markdown("**Sample: a clinic's retention policy**")
        st.caption(
            "One page, five simulated reviewers who then read each other, and what one person made of their findings. "
            "It needs no key."
        )
        if st.button("Open the review", key="open_example_review", icon=":material/menu_book:"):
            with fault_shown():
                state.open_artifact(ensure_review(state.whole_store()))
                st.rerun()
