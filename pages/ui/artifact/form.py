"""Bringing a text: pasted or as a file, a note on it, and who is to review it.

Knows what is brought through `state`. Invariant: a text that can't be reviewed is refused in
words before any model is asked; what is typed stays when another page is looked at.
"""

import secrets
from typing import Any

import streamlit as st
from pydantic import ValidationError

from debate_core.artifact import (
    BUILT_IN_REVIEWERS,
    MAX_CHARACTERS,
    MAX_CONTEXT,
    Artifact,
    ArtifactConfig,
    Reviewer,
    artifact_rubric,
)
from debate_core.config import MAX_JUDGES, MIN_JUDGES
from debate_core.documents.reading import PASTED, read_document, read_pasted
from debate_core.errors import DebateError, SetUpError
from debate_core.llm.catalogue import providers
from debate_core.llm.price_list import prices_of
from debate_core.moderator.estimate import cost_words, estimate
from debate_core.numerals import percent
from pages.ui import state
from pages.ui.draft import plain_fault
from pages.ui.shown.access import show_key_field
from pages.ui.shown.words import escaped, show_fault


def ask_config() -> ArtifactConfig | None:
    """All that is chosen, and what it will take; None while there is no text."""
    artifact = _ask_text()
    if artifact is None:
        return None
    config = ArtifactConfig(
        artifact=artifact,
        reviewers=state.reviewers(),
        rubric=artifact_rubric(state.dimensions()),
        servers=state.draft().servers,
        seed=secrets.randbelow(2**31),
    )
    _show_prospect(config)
    return config


def start(config: ArtifactConfig | None) -> str | None:
    """The start button; the id of the review that it began. It stays enabled, so that a click right after typing
    counts."""
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
    """The text, pasted or as a file; None while there is none, or one that is refused in words."""
    st.text_area(
        "Text to review",
        height=260,
        placeholder="Paste a policy, a design, a clause, code",
        **state.kept_text("text"),
    )
    brought = st.file_uploader(
        "Or bring a file",
        key="bring_file",
        help=f"Text, Markdown, source code, PDF or DOCX, of {MAX_CHARACTERS:,} characters at most.",
    )
    st.text_input(
        "Name of a pasted text",
        max_chars=120,
        placeholder="as in retention-policy.md (optional)",
        **state.kept_text("name"),
    )
    st.text_area(
        "What the reviewers should know beside it",
        height=80,
        max_chars=MAX_CONTEXT,
        placeholder="Who will use it, for what, and which rules apply (optional)",
        **state.kept_text("context"),
    )
    text, context = state.brought("text") or "", state.brought("context") or ""
    try:
        if brought is not None:
            return read_document(brought.getvalue(), brought.name, context=context)
        name = (state.brought("name") or "").strip() or PASTED
        return read_pasted(text, name=name, context=context) if text.strip() else None
    except SetUpError as error:
        st.error(escaped(str(error)), icon=":material/error:")
        return None


def ask_reviewers() -> None:
    """Who reviews, with which weight, as which model."""
    chosen = state.reviewers()
    total = sum(one.weight for one in chosen)
    with st.container(horizontal=True, gap="small"):
        start = {"type": "tertiary", "icon": ":material/restart_alt:", "on_click": _choose}
        st.button("The built-in five", key="built_in", args=(BUILT_IN_REVIEWERS,), **start)
        if last := state.newest_reviewers():
            st.button("As in the newest review", key="as_last", args=(last,), **start)
    for place, one in enumerate(chosen):
        share = percent(one.weight / total)
        label = (
            f"**{escaped(one.name)}** · {escaped(one.domain)} · {share} of the weight · {escaped(one.model)}"
        )
        with st.expander(label, key=f"reviewer_{place}_{len(chosen)}"):
            _edit(place, one)
    if len(chosen) < MAX_JUDGES:
        new = Reviewer(name=f"Reviewer {len(chosen) + 1}", domain="general")
        st.button(
            "Add a reviewer",
            key="add_reviewer",
            icon=":material/add:",
            on_click=_choose,
            args=((*chosen, new),),
        )


def _edit(place: int, one: Reviewer) -> None:
    """One reviewer's fields; what can't be is said and not taken."""

    def field(name: str) -> dict[str, Any]:
        return {"key": f"reviewer{place}_{name}", "on_change": _change, "args": (place, name)}

    left, right = st.columns(2)
    left.text_input("Name", one.name, max_chars=60, **field("name"))
    right.text_input("Domain", one.domain, max_chars=60, **field("domain"))
    left.number_input("Weight", 0.01, 100.0, one.weight, 0.05, **field("weight"))
    at_hand = [f"{p.name}:{p.example}" for p in providers(state.draft().servers) if p.example]
    models = list(dict.fromkeys([one.model, *at_hand]))
    right.selectbox("Model", models, accept_new_options=True, help="provider:model", **field("model"))
    st.text_area("What it looks for", one.brief, max_chars=1000, **field("brief"))
    if fault := st.session_state.get(f"reviewer{place}_fault"):
        st.error(escaped(fault), icon=":material/error:")
    others = state.reviewers()[:place] + state.reviewers()[place + 1 :]
    if len(others) >= MIN_JUDGES:
        st.button("Remove", key=f"reviewer{place}_remove", on_click=_choose, args=(others,))


def _choose(chosen: tuple[Reviewer, ...]) -> None:
    """Take this panel; the fields begin anew."""
    state.choose_reviewers(chosen)
    for key in [key for key in st.session_state if str(key).startswith("reviewer")]:
        if key != "reviewers":
            del st.session_state[key]


def _change(place: int, name: str) -> None:
    chosen, fault = list(state.reviewers()), f"reviewer{place}_fault"
    value = st.session_state[f"reviewer{place}_{name}"]
    given = value.strip() if isinstance(value, str) else value
    st.session_state.pop(fault, None)
    try:
        chosen[place] = Reviewer.model_validate({**chosen[place].model_dump(), name: given})
    except ValidationError as error:
        st.session_state[fault] = plain_fault(error)
        return
    if len({one.name.casefold() for one in chosen}) < len(chosen):
        st.session_state[fault] = "Two reviewers have this name; give each its own."
        return
    state.choose_reviewers(chosen)


def _show_prospect(config: ArtifactConfig) -> None:
    """What will happen, in one line, and what is missing for it."""
    ahead = estimate(config, prices=prices_of(config.models, config.servers))
    st.markdown(
        f"{len(config.reviewers)} reviewers: **{ahead.calls} calls** (at most {ahead.calls_most} if every answer must "
        f"be asked for again), roughly **{ahead.tokens_typical:,} tokens**, {escaped(cost_words(ahead))}."
    )
    for provider, words in state.lacking(config).items():
        st.warning(escaped(words), icon=":material/key:")
        if "key" in words:
            show_key_field(provider)
    if config.simulated_said == "simulated":
        st.caption("Simulated reviewers need no key: they find by patterns, in English and in code.")
