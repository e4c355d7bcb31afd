"""A key for this session, the limits of what is about to start, and going on with a debate that stands still."""

import contextlib
from typing import Any

import streamlit as st

from debate_core.domain.artifact import ArtifactConfig
from debate_core.domain.config import DebateConfig
from debate_core.domain.errors import DebateError, ModelNotFound, SetUpError
from debate_core.domain.numerals import dollars
from debate_core.llm.catalogue import addresses_text, key_id
from debate_core.llm.prices import prices_of
from debate_core.running.estimate import (
    CostEstimate,
    ahead_text,
    discussion_text,
    estimate,
    limited,
    size_text,
)
from debate_core.store.replay import ScoredRecord
from pages.ui import state
from pages.ui.shown.words import escaped, show_fault

_REFUSED = "refused_key"


def show_key_field(provider: str) -> None:
    field = f"key_of_{provider}"
    st.text_input(
        f"Key for {escaped(provider)}, for this session",
        type="password",
        key=field,
        autocomplete="off",
        on_change=_keep,
        args=(provider, field),
    )
    refused = st.session_state.get(_REFUSED, {})
    if provider in refused:
        show_fault(refused[provider])


def _keep(provider: str, field: str) -> None:
    refused = st.session_state.setdefault(_REFUSED, {})
    refused.pop(provider, None)
    try:
        state.keep_key(provider, st.session_state[field] or "")
    except SetUpError as error:
        refused[provider] = str(error)
    st.session_state[field] = ""


def show_prospect(config: DebateConfig | ArtifactConfig, who: str) -> None:
    """What it will take and `who` takes part, where it would pause, and what is missing for it."""
    ahead = estimate(config, prices=prices_of(config.models, config.servers))
    show_size(config, ahead, who)
    for provider, words in state.lacking(config).items():
        st.warning(escaped(words), icon=":material/key:")
        with contextlib.suppress(ModelNotFound):  # Where the words are of a model that nobody provides.
            if "key" in words:
                show_key_field(key_id(provider, config.servers))


def show_size(config: DebateConfig | ArtifactConfig, ahead: CostEstimate, who: str) -> None:
    most, size = limited(config).budget, f"{size_text(ahead)} {discussion_text(config, ahead)}"
    limits = [f"{most.calls:,} calls"]
    limits += [f"{most.tokens:,} tokens"] if config.budget.tokens else []
    limits += [dollars(most.dollars)] if most.dollars else []
    stops = f"Stops to ask you at {' or '.join(limits)}."
    # What costs nothing is said in one line.
    free = not (config.budget.calls or config.budget.tokens or config.budget.dollars) and config.simulated
    tip = f"{size} {stops}" if free else size
    st.markdown(escaped(f"{who}, about {ahead_text(ahead)}"), help=escaped(tip), width="content")
    if not free:
        st.caption(escaped(stops))
    if places := addresses_text(config.models, config.servers):
        st.caption(escaped(places))
    show_large(ahead.too_large)


def show_large(said: tuple[str, ...]) -> None:
    if said:
        st.warning("  \n".join(map(escaped, said)), icon=":material/warning:")


def ask_again(record: ScoredRecord) -> None:
    """Ask everything that failed anew; a callback, so the page is drawn with the debate going on."""
    resumed(record, retry_failed=True)


def show_keys(record: ScoredRecord) -> None:
    """A resumed debate needs its keys anew: they are never stored."""
    for provider, words in state.lacking(record.config).items():
        st.caption(escaped(words))
        with contextlib.suppress(ModelNotFound):
            if "key" in words and not state.shared():
                show_key_field(key_id(provider, record.config.servers))


def resumed(record: ScoredRecord, **more: Any) -> bool:
    """Go on with it, as a runner's `resume` does; whether that could be done."""
    try:
        access = state.access(record.config.servers)
        state.runner().resume(record.id, access, **more)
    except DebateError as error:
        show_fault(str(error))
        return False
    return True


def show_stop(record: ScoredRecord, label: str, key: str) -> None:
    # A callback acts before anything is drawn: it must stop at once.
    stop: dict[str, Any] = {"on_click": state.runner().stop, "args": (record.id,)}
    here = state.runner().conducts(record.id)
    st.button(label, key=key, icon=":material/stop:", disabled=not here, **stop)
