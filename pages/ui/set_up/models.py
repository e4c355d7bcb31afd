"""Models: choosing one, each provider ready or what it lacks, checking it, and servers found or named."""

import streamlit as st

from debate_core.domain.errors import SetUpError
from debate_core.domain.model import Server, provider_of
from debate_core.domain.numerals import join_and, pluralise
from debate_core.llm.catalogue import ROOM, Provider, providers
from debate_core.llm.keys import address_text
from debate_core.llm.provider_check import PLACES, FoundServer, ModelCheck, Outcome, nobody_text, place_name
from debate_core.running.estimate import too_large
from pages.ui import state
from pages.ui.draft import Draft
from pages.ui.shared.access import show_key_field, show_large
from pages.ui.shared.widgets import ask, offer_action
from pages.ui.shared.words import Colour, escaped, showing_faults

_BADGES: dict[Outcome, tuple[str, Colour, str]] = {
    "ready": ("Ready", "green", ":material/check:"),
    "key_missing": ("Key missing", "gray", ":material/key:"),
    "key_refused": ("Key refused", "red", ":material/key_off:"),
    "model_unknown": ("Model unknown", "yellow", ":material/search_off:"),
    "unreachable": ("Unreachable", "yellow", ":material/link_off:"),
    "failed": ("Not working", "yellow", ":material/warning:"),
}
_MAX_LISTED = 12
_WIRES = {"openai": "OpenAI's", "anthropic": "Anthropic's"}


def show_access(draft: Draft) -> None:
    """What this machine has, a row per provider, then a server by its address, and how much models think."""
    if state.reaches() == "simulated":
        st.markdown(
            "This is a demonstration: simulated models debate and judge. Run your own copy to use real ones."
        )
        return
    st.caption(
        "A key typed here lasts for this browser session. It is never stored, exported or shown again. A check is one "
        "small call, which a provider charges for."
    )
    if state.has_workers():
        st.caption("Workers conduct debates here, with their own keys. A key typed here serves checks only.")
    if not state.reaches():
        _show_servers_here(draft)
    for provider in providers(draft.servers):
        with st.container(border=True, key=f"provider_{provider.name}"):
            _show_provider(provider, draft)
    if not state.reaches():
        st.markdown("**Add a server**")
        _show_server_form(draft)
    ask(state.set_up, "effort")
    tokens = ROOM[draft.effort or "medium"]
    st.caption(
        f"Models that think may use up to {tokens:,} more tokens a call. They are counted and priced, and never shown "
        "as speech."
    )


def _show_servers_here(draft: Draft) -> None:
    ports = join_and([f"{one.label} ({place_name(one.base_url).rpartition(':')[2]})" for one in PLACES])
    look, icon = "Look for local servers", ":material/search:"
    if st.button(look, key="look_for_servers", icon=icon):
        with st.spinner("Looking"):
            state.look_for_servers()
        st.rerun()
    servers = state.servers_found()
    if servers is None:
        st.caption(f"On the usual ports of {ports}.")
    elif servers == ():
        st.markdown(f"Nothing answers on the usual ports of {ports}. Start a server, then look again.")
    for one in servers or ():
        with st.container(border=True, key=f"found_{one.place.provider}"):
            _show_server(one, draft)


def _show_server(server: FoundServer, draft: Draft) -> None:
    where = server.place
    with st.container(horizontal=True, vertical_alignment="center"):
        st.markdown(f"**{where.label}** at {escaped(place_name(where.base_url))}", width="content")
        st.badge(pluralise(len(server.models), "model"), color="green", icon=":material/check:")
    more = f" and {len(server.models) - _MAX_LISTED:,} more" if len(server.models) > _MAX_LISTED else ""
    names = [f"{where.provider}:{name}" for name in server.models[:_MAX_LISTED]]
    st.caption(escaped(", ".join(names) + more) or "No model: load one there first.")
    if not any(row.name == where.provider for row in providers(draft.servers)):
        added = (*draft.servers, Server(name=where.provider, base_url=where.base_url))
        offer_action(f"Add {where.label}", f"add_{where.provider}", state.set_up.value("servers").keep, added)


def _show_provider(provider: Provider, draft: Draft) -> None:
    lacks = state.lack_text(provider.name, draft.servers)
    model = _model_name(provider, draft)
    check = state.known_check(model, draft.servers)
    with st.container(horizontal=True, vertical_alignment="center"):
        st.markdown(f"**{escaped(provider.label)}**", width="content")
        if lacks:
            missing = "Key missing" if provider.needs_key else "Something is missing"
            st.badge(missing, color="gray", icon=":material/key:")
        elif check:
            words, color, icon = _BADGES[check.outcome]
            st.badge(words, color=color, icon=icon)
        else:
            _show_state(provider)
        if provider.example:
            st.caption(f"as in {escaped(provider.name)}\\:{escaped(provider.example)}", width="content")
    if provider.base_url:
        speaks = f", {_WIRES[provider.wire]} protocol" if provider.typed and provider.wire in _WIRES else ""
        st.caption(escaped(address_text(provider.base_url) + speaks))
        if not lacks and state.answers(provider.base_url) is False:
            st.markdown(escaped(nobody_text(provider.base_url)))
    if lacks:
        st.markdown(escaped(lacks))
    elif provider.wire != "simulated":
        _show_check(provider, model, check, draft)
    _show_key(provider)


def _show_key(provider: Provider) -> None:
    if provider.typed:
        offer_action("Remove this address", f"drop_server_{provider.name}", state.drop_server, provider.name)
    if provider.key_id in state.typed_keys():
        st.caption("Key kept for this session.")
        offer_action("Forget the key", f"forget_{provider.name}", state.keep_key, provider.key_id, "")
    elif provider.needs_key or provider.typed:
        show_key_field(provider)


def _model_name(provider: Provider, draft: Draft) -> str:
    """The provider's model to be checked: the one chosen or typed for that, else one at a seat, else its usual."""
    chosen = state.model_to_check(provider.name)()
    if chosen and not chosen.startswith(f"{provider.name}:"):
        chosen = f"{provider.name}:{chosen}"
        state.model_to_check(provider.name).keep(chosen)
    on_panel = [model for model in state.panel_models(draft) if provider_of(model) == provider.name]
    known = state.listed_models(provider.name, draft.servers)
    example = provider.example and f"{provider.name}:{provider.example}"
    return next(filter(None, (chosen, *on_panel, *known, example)), "")


def _show_check(provider: Provider, model: str, check: ModelCheck | None, draft: Draft) -> None:
    known = state.listed_models(provider.name, draft.servers)
    with st.container(horizontal=True, vertical_alignment="bottom"):
        st.selectbox(
            f"Model of {escaped(provider.label)}",
            list(dict.fromkeys([*([model] if model else []), *known])),
            key=state.model_to_check(provider.name).key,
            accept_new_options=True,
            placeholder=f"{provider.name}:…",
            width=320,
        )
        if st.button("Check", key=f"check_{provider.name}", disabled=not model):
            with st.spinner("Checking"):
                state.check_model(model, draft.servers)
            st.rerun()
        offer_action(
            "Use it everywhere", f"seat_{provider.name}", state.seat, model, draft, disabled=not model
        )
    if check:
        st.markdown(escaped(check.message))
        _show_room(check, draft)
        with st.container(horizontal=True, key=f"nearest_{provider.name}"):
            for name in check.nearest:
                right = f"{provider.name}:{name}"
                args = (provider.name, model, right, draft)
                offer_action(f"Use {escaped(right)} instead", f"instead_{right}", state.take_instead, *args)


def _show_room(check: ModelCheck, draft: Draft) -> None:
    if check.context is None:
        return
    st.caption(f"Room for {check.context:,} tokens a call.")
    config = draft.sketch()
    show_large(too_large(config, {check.model: check.context}) if config else ())


def _show_state(provider: Provider) -> None:
    answers = state.answers(provider.base_url) if provider.base_url else True
    if answers is None:
        words = "Key not tried" if provider.needs_key else "Not checked"
        st.badge(words, color="gray", icon=":material/key:", help="Check it below.")
    elif answers:
        words = "Something answers" if provider.base_url else "Ready"
        st.badge(words, color="green", icon=":material/check:")
    else:
        st.badge("Nothing answers", color="yellow", icon=":material/link_off:")


def _show_server_form(draft: Draft) -> None:
    with st.form("add_server", border=False, clear_on_submit=False):
        name, address, protocol, add = st.columns([2, 4, 2, 1], vertical_alignment="bottom")
        typed = name.text_input("Name", placeholder="myserver", max_chars=31)
        base_url = address.text_input("Base URL", placeholder="http://127.0.0.1:8000/v1", max_chars=300)
        wire = protocol.selectbox("Protocol", list(_WIRES), format_func=lambda one: _WIRES[one])
        if add.form_submit_button("Add", width="stretch"):
            _add_server({"name": typed.strip(), "base_url": base_url.strip(), "wire": wire}, draft)


@showing_faults()
def _add_server(typed: dict[str, str], draft: Draft) -> None:
    server = Server.model_validate(typed)
    servers = (*(one for one in draft.servers if one.name != server.name), server)
    if lacks := state.lack_text(server.name, servers):
        raise SetUpError(lacks)
    state.set_up.value("servers").keep(servers)
    st.rerun()
