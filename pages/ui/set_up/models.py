"""Models: choosing one, each provider ready or what it lacks, and servers the user names.

Knows `state` and the catalogue. Invariant: a provider is called ready only as far as that is known.
"""

import streamlit as st
from pydantic import ValidationError

from debate_core.config import Server
from debate_core.errors import ModelNotFound, SetUpError
from debate_core.llm.catalogue import Provider, providers, readiness, takes_temperature
from debate_core.llm.knocking import place
from pages.ui import state
from pages.ui.draft import Draft, plain_fault
from pages.ui.shown.access import show_key_field
from pages.ui.shown.words import escaped, show_fault


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


def show_access(draft: Draft) -> None:
    """A row per provider, then the servers."""
    st.caption(
        "A key typed here is kept for this browser session only: it is never stored, exported or shown again."
    )
    for provider in providers(draft.servers):
        with st.container(border=True, key=f"provider_{provider.name}"):
            _show_provider(provider, draft)
    st.markdown("**Add a server that speaks OpenAI's protocol**")
    _show_server_form(draft)


def _show_provider(provider: Provider, draft: Draft) -> None:
    found = readiness(provider.name, state.typed_keys(), draft.servers)
    with st.container(horizontal=True, vertical_alignment="center"):
        st.markdown(f"**{escaped(provider.label)}**", width="content")
        if found.ready:
            _show_state(provider)
        else:
            st.badge("Something is missing", color="gray", icon=":material/key:")
        if provider.example:
            st.caption(f"as in {escaped(provider.name)}\\:{escaped(provider.example)}", width="content")
    if provider.base_url:
        st.caption(escaped(provider.base_url))
        if found.ready and state.answers(provider.base_url) is False:
            st.markdown(
                f"Nothing answers at {escaped(place(provider.base_url))}: start the server there before the debate."
            )
    if not found.ready:
        st.markdown(escaped(found.missing))
    if provider.typed:
        kept = tuple(server for server in draft.servers if server.name != provider.name)
        st.button(
            "Remove this address",
            key=f"drop_server_{provider.name}",
            on_click=state.change,
            args=("servers", kept),
        )
    if provider.key_id in state.typed_keys():
        st.caption("A key is kept for this session.")
        st.button(
            "Forget the key",
            key=f"forget_{provider.name}",
            on_click=state.keep_key,
            args=(provider.key_id, ""),
        )
    elif provider.needs_key or provider.typed:
        show_key_field(provider.key_id)


def _show_state(provider: Provider) -> None:
    """What is known of a provider that lacks nothing: on this machine, with a key, or at an address."""
    answers = state.answers(provider.base_url) if provider.base_url else True
    if answers and provider.base_url:
        st.badge("Something answers", color="green", icon=":material/check:")
    elif answers:
        st.badge("Ready", color="green", icon=":material/check:")
    elif answers is False:
        st.badge("Nothing answers", color="yellow", icon=":material/link_off:")
    else:
        said = "Key is there, not tried" if provider.needs_key else "Not checked"
        st.badge(
            said, color="gray", icon=":material/key:", help="Whether it answers is seen when a debate starts."
        )


def _show_server_form(draft: Draft) -> None:
    with st.form("add_server", border=False, clear_on_submit=False):
        name, address, add = st.columns([2, 4, 1], vertical_alignment="bottom")
        typed = name.text_input("Name", placeholder="myserver", max_chars=31)
        base_url = address.text_input("Base URL", placeholder="http://127.0.0.1:8000/v1", max_chars=300)
        if add.form_submit_button("Add", width="stretch"):
            _add_server(typed.strip(), base_url.strip(), draft)


def _add_server(name: str, base_url: str, draft: Draft) -> None:
    try:
        server = Server(name=name, base_url=base_url)
        servers = (*(s for s in draft.servers if s.name != name), server)
        found = readiness(name, state.typed_keys(), servers)
    except ValidationError as error:
        where = {part for fault in error.errors() for part in fault["loc"]}
        show_fault(
            "A server's name is a lower-case word, as in myserver." if "name" in where else plain_fault(error)
        )
        return
    except SetUpError as error:
        show_fault(str(error))
        return
    if not found.ready:
        show_fault(found.missing)
        return
    state.change("servers", servers)
    st.rerun()
