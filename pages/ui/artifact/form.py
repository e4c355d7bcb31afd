"""Brings a text, with who reviews it on which dimensions, and says what that takes; or opens the example."""

import secrets
from typing import Any

import streamlit as st

from debate_core.domain.artifact import (
    ARTIFACT_RUBRIC,
    BUILT_IN_REVIEWERS,
    MAX_CHARACTERS,
    SIMULATED_REVIEWERS,
    Artifact,
    ArtifactConfig,
    Reviewer,
    artifact_rubric,
)
from debate_core.domain.config import Budget
from debate_core.domain.errors import SetUpError
from debate_core.domain.numerals import percent_text, pluralise
from debate_core.domain.options import options_of
from debate_core.domain.rubric import Dimension
from debate_core.domain.wording import capital, typed_name
from debate_core.examples import ensure_review
from debate_core.importing.documents.artifact import read_document, read_pasted
from debate_core.importing.files import PASTED
from pages.ui import router, state
from pages.ui.shared.access import show_prospect
from pages.ui.shared.deliberation import WHAT, ask_deliberation
from pages.ui.shared.seats import Seats
from pages.ui.shared.widgets import ask, offer_action, offer_to_delete
from pages.ui.shared.words import escaped, show_fault_once, showing_faults


def show_door() -> None:
    st.title("Review a text", anchor=False)
    st.markdown(
        "Paste it or upload a file. Reviewers read it, each alone. Their findings stand at their places in it."
    )
    with st.container(key="door"):
        st.page_link(router.page("set_up"), label="Debate a question instead", icon=":material/forum:")


def ask_config() -> ArtifactConfig | None:
    artifact = _ask_text()
    st.toggle("Discussion", help=WHAT["reviewer"], **state.BRINGING.widget("deliberation_on"))
    if state.BRINGING.read().deliberation:
        ask_deliberation(state.BRINGING.part("deliberation"))
    for name, place in zip(options_of(Budget), st.columns(3), strict=True):
        ask(state.BRINGING.part("budget"), name, place)
    for name in ("cap", "effort"):
        ask(state.BRINGING, name)
    if artifact is None:
        return None
    typed = state.BRINGING.read()
    config = ArtifactConfig(
        artifact=artifact,
        reviewers=state.reviewers(),
        rubric=artifact_rubric(state.dimensions()),
        cap=typed.cap,
        effort=typed.effort,
        deliberation=typed.deliberation,
        budget=typed.budget,
        servers=state.draft().servers,
        seed=secrets.randbelow(2**31),
    )
    show_prospect(config, f"{len(config.reviewers)} reviewers")
    if config.simulated:
        st.caption(f"{capital(SIMULATED_REVIEWERS)}. They need no key, and read English and code.")
    return config


@showing_faults()
def start(config: ArtifactConfig | None) -> str | None:
    """The start button, always enabled so that a click right after typing counts; the id of the review it began."""
    if not st.button("Start the review", type="primary", key="start_review", icon=":material/play_arrow:"):
        return None
    if config is None:
        raise SetUpError("Paste a text or bring a file first.")
    return state.runner().start(config, state.access(config.servers))


def _ask_text() -> Artifact | None:
    ask(state.BRINGING, "text", height=260)
    file = st.file_uploader(
        "Or bring a file",
        key="bring_file",
        help=f"Text, Markdown, source code, PDF or DOCX, of {MAX_CHARACTERS:,} characters at most.",
    )
    st.text_input(
        "Name of a pasted text",
        max_chars=120,
        placeholder="as in retention-policy.md (optional)",
        **state.BRINGING.widget("name"),
    )
    ask(state.BRINGING, "context", height=80)
    typed = state.BRINGING.read()
    with showing_faults():
        if file is not None:
            return _read(file.getvalue(), file.name, context=typed.context)
        if typed.text:
            return read_pasted(typed.text, name=typed.name or PASTED, context=typed.context)
    return None


_read = st.cache_data(show_spinner="Reading the file", max_entries=8)(read_document)


def show_example() -> None:
    with st.container(border=True, gap="small"):
        st.markdown("**Sample: a clinic's retention policy**")
        st.caption(
            "Five simulated reviewers read one page, then each other's findings. A person settled those. No key needed."
        )
        offer_action("Open the review", "open_example_review", _open_example, icon="menu_book")


@showing_faults()
def _open_example() -> None:
    state.open_artifact(ensure_review(state.whole_store()))


MIN_REVIEWERS, MAX_REVIEWERS = 2, 12


def ask_reviewers() -> None:
    seats = Seats(kind=Reviewer, now=state.reviewers(), keep=state.reviewers.keep, draft=state.draft())
    with st.container(horizontal=True, gap="small"):
        look: dict[str, Any] = {"icon": "restart_alt", "kind": "tertiary"}
        offer_action("The built-in five", "built_in", seats.keep, BUILT_IN_REVIEWERS, **look)
        if last := state.newest_reviewers():
            offer_action("As in the newest review", "as_last", seats.keep, last, **look)
    _show_saved()
    total = sum(one.weight for one in seats.now)
    for place, one in enumerate(seats.now):
        with st.container(border=True, key=f"reviewer_{place}"):
            seats.show_row(place, f"{percent_text(one.weight / total)} of the weight · ")
    seats.offer_another()
    seats.show_edited()


def _show_saved() -> None:
    saved = state.saved_reviewers()
    with st.expander(f"Saved lists ({len(saved)})", icon=":material/bookmarks:", key="saved_lists"):
        for number, (name, those) in enumerate(saved.items()):
            with st.container(horizontal=True, gap="small", vertical_alignment="center"):
                label = f"{escaped(name)} · {pluralise(len(those), 'reviewer')}"
                offer_action(label, f"take_list_{number}", state.reviewers.keep, those)
                offer_to_delete(name, f"drop_list_{number}", _keep_list)
        st.text_input("Name of a list", key=state.list_name.key, max_chars=60)
        offer_action("Save these reviewers", "save_list", _save_list, icon="bookmark_add")
        show_fault_once(state.list_fault)


def _save_list() -> None:
    with state.list_fault.keeping():
        if not (name := typed_name(state.list_name())):
            raise SetUpError("give the list a name first")
        _keep_list(name, state.reviewers())


def _keep_list(name: str, chosen: tuple[Reviewer, ...] | None) -> None:
    with state.list_fault.keeping():
        state.save_reviewers(name, chosen)
        state.list_name.keep("")


def ask_dimensions() -> None:
    chosen, scale = state.dimensions(), ARTIFACT_RUBRIC.scale
    for place, one in enumerate(chosen):
        words, out = st.columns([3, 1], vertical_alignment="center")
        ends = f"{scale.low}: {one.low}; {scale.high}: {one.high}"
        words.markdown(f"**{escaped(one.title)}** {escaped(one.question)}  \n:gray[{escaped(ends)}]")
        rest = chosen[:place] + chosen[place + 1 :]
        label, few = f"Leave out {escaped(one.title)}", len(rest) < MIN_REVIEWERS
        with out:
            key, keep = f"leave_out_{one.key}", state.dimensions.keep
            offer_action("Leave out", key, keep, rest, disabled=few, help=label)
    if chosen != ARTIFACT_RUBRIC.dimensions:
        usual = (ARTIFACT_RUBRIC.dimensions,)
        offer_action("The built-in six", "usual_dimensions", state.dimensions.keep, *usual)
    if len(chosen) < MAX_REVIEWERS:
        _ask_another(chosen)


def _ask_another(chosen: tuple[Dimension, ...]) -> None:
    with st.form("another_dimension", border=False, clear_on_submit=False):
        key = st.text_input("Another dimension", placeholder="one lower-case word")
        question = st.text_input("What the reviewer asks")
        low = st.text_input("1 means")
        high = st.text_input("3 means")
        if not st.form_submit_button("Add it", icon=":material/add:"):
            return
    with showing_faults():
        if key.strip() in {one.key for one in chosen}:
            raise SetUpError("There is a dimension of this name already.")
        if not (question.strip() and low.strip() and high.strip()):
            raise SetUpError("Say what is asked, and what both ends mean.")
        new = Dimension(key=key.strip(), question=question.strip(), low=low.strip(), high=high.strip())
        state.dimensions.keep((*chosen, new))
        st.rerun()
