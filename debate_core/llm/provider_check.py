"""Checks a provider with one small call, and finds the servers of this machine, on a click."""

import asyncio
import difflib
import socket
from collections.abc import Mapping, Sequence
from ipaddress import ip_address
from typing import Literal
from urllib.parse import urlsplit

from debate_core.domain.errors import DebateError, KeyMissing, ModelNotFound
from debate_core.domain.frozen import FrozenValue
from debate_core.domain.model import Message, Request, provider_of
from debate_core.llm import catalogue
from debate_core.llm.errors import FailureKind, ModelError
from debate_core.llm.keys import AddressRefused, Endpoint

Outcome = Literal["ready", "key_missing", "key_refused", "model_unknown", "unreachable", "failed"]
WITHIN = 30.0  # seconds
LOOK = 0.5
CAP = 16
_THOUGHT = 512
_NEAREST = 3


class ModelCheck(FrozenValue):
    """What checking a model came to. `models`: those its server lists, or None; `nearest`: listed names much like a
    wrong one; `context`: the most tokens of a call, where said."""

    model: str
    outcome: Outcome
    message: str
    models: tuple[str, ...] | None = None
    nearest: tuple[str, ...] = ()
    context: int | None = None


class KnownServer(FrozenValue):
    provider: str
    label: str
    base_url: str
    wire: Literal["openai", "ollama"] = "openai"


PLACES = (
    KnownServer(provider="ollama", label="Ollama", base_url="http://127.0.0.1:11434", wire="ollama"),
    KnownServer(provider="llamacpp", label="llama.cpp", base_url="http://127.0.0.1:8080/v1"),
    KnownServer(provider="lmstudio", label="LM Studio", base_url="http://127.0.0.1:1234/v1"),
    KnownServer(provider="vllm", label="vLLM", base_url="http://127.0.0.1:8000/v1"),
)


class FoundServer(FrozenValue):
    """A server on this machine that lists its models."""

    place: KnownServer
    models: tuple[str, ...]


async def check(model: str, access: catalogue.Access) -> ModelCheck:
    """Ask the server for its models, then the model for a word or two, `WITHIN` seconds at most."""
    try:
        row, name = catalogue.parse(model, access.servers)
        if missing := catalogue.lack_text(row, access):
            outcome: Outcome = "unreachable" if row.elsewhere else "failed"
            if row.needs_key:
                outcome = "key_missing"
            return ModelCheck(model=model, outcome=outcome, message=missing)
        if row.wire == "simulated":
            return ModelCheck(model=model, outcome="ready", message="Ready: it is made here, without a call.")
        async with asyncio.timeout(WITHIN):
            return await _ask_once(model, name, await _list_models(row, access), access)
    except (KeyMissing, ModelNotFound, AddressRefused, ModelError) as error:
        return ModelCheck(model=model, outcome=_outcome(error, None, model, access), message=str(error))
    except TimeoutError:
        return ModelCheck(model=model, outcome="unreachable", message=f"No answer within {WITHIN:.0f} s.")


async def find_servers(places: Sequence[KnownServer]) -> tuple[FoundServer, ...]:
    """The servers that listen at their usual places on this machine, with their models; half a second for all."""
    return tuple(filter(None, await asyncio.gather(*map(_look, places))))


async def _look(place: KnownServer) -> FoundServer | None:
    from debate_core.llm.listing import models_of  # noqa: PLC0415  imports the HTTP library

    endpoint = Endpoint(
        provider=place.provider, base_url=place.base_url, typed=True, read_timeout=LOOK, connect_timeout=LOOK
    )
    try:
        async with asyncio.timeout(2 * LOOK):
            models = await models_of(place.wire, endpoint)
    except (ModelError, TimeoutError):
        return None
    return None if models is None else FoundServer(place=place, models=tuple(models))


async def _list_models(row: catalogue.Provider, access: catalogue.Access) -> Mapping[str, int | None] | None:
    """None where the provider lists nothing. Raises ModelError where it can't be reached, or refuses the key."""
    if row.wire == "local":
        return dict.fromkeys(row.models)
    from debate_core.llm.listing import models_of  # noqa: PLC0415  imports the HTTP library

    return await models_of(row.wire, catalogue.endpoint_of(row, access))


async def _ask_once(
    model: str, name: str, listed: Mapping[str, int | None] | None, access: catalogue.Access
) -> ModelCheck:
    names = None if listed is None else tuple(listed)
    budget = min(_THOUGHT, catalogue.reasoning_tokens(model, None, access.servers))
    words = (Message(role="user", content="Answer with the one word: ready"),)
    try:
        await catalogue.connect(model, access).complete(
            Request(call="check", model=model, messages=words, cap=CAP, reasoning_budget=budget)
        )
    except ModelError as error:
        outcome = _outcome(error, names, model, access)
        if outcome == "model_unknown":
            return _unknown(model, name, names or ())
        sentence = "Ready: it answered, though only by thinking." if outcome == "ready" else str(error)
        return ModelCheck(model=model, outcome=outcome, message=sentence, models=names)
    context = await _context(model, name, listed or {}, access)
    return ModelCheck(
        model=model, outcome="ready", message="Ready: it answered.", models=names, context=context
    )


async def _context(
    model: str, name: str, listed: Mapping[str, int | None], access: catalogue.Access
) -> int | None:
    row = catalogue.row_of(model, access.servers)
    if row.wire != "ollama" and (listed.get(name) or not row.typed):
        return listed.get(name)
    from debate_core.llm.listing import context_at, context_of  # noqa: PLC0415  imports the HTTP library

    endpoint = catalogue.endpoint_of(row, access)
    return await (context_of(endpoint, name) if row.wire == "ollama" else context_at(endpoint, name))


_OUTCOMES: Mapping[type[DebateError] | FailureKind, Outcome] = {
    KeyMissing: "key_missing",
    ModelNotFound: "model_unknown",
    AddressRefused: "unreachable",
    "all_thinking": "ready",
    "auth": "key_refused",
}


def _outcome(
    error: DebateError, listed: tuple[str, ...] | None, model: str, access: catalogue.Access
) -> Outcome:
    """What a failure means; `listed`: what the server has, so that it is there."""
    kind = error.kind if isinstance(error, ModelError) else type(error)
    if kind == "not_found":
        return "unreachable" if listed is None else "model_unknown"
    if kind == "auth" and catalogue.endpoint_of(catalogue.row_of(model, access.servers), access).key is None:
        return "key_missing"
    silent = listed is None and kind in ("retryable", "deadline", "cut_stream")
    return _OUTCOMES.get(kind, "unreachable" if silent else "failed")


def _unknown(model: str, name: str, listed: tuple[str, ...]) -> ModelCheck:
    provider = provider_of(model)
    nearest = nearest_names(name, listed)
    known = f"It has: {', '.join(listed[:8])}." if listed else ""
    if nearest:
        known = f"Nearest: {', '.join(nearest)}."
    more = f" It lists {len(listed):,} in all." if len(listed) > max(len(nearest), 1) else ""
    sentence = f"{provider} is there and has no model {name}. {known}{more}"
    return ModelCheck(
        model=model, outcome="model_unknown", message=sentence.strip(), models=listed, nearest=nearest
    )


def nearest_names(name: str, listed: Sequence[str]) -> tuple[str, ...]:
    """Up to three names that are much like a wrong one; one that only lacks or has an ending first.

    >>> nearest_names("gpt4.1-mini", ["gpt-4.1", "gpt-4.1-mini", "whisper-1"])
    ('gpt-4.1-mini', 'gpt-4.1')
    """
    begin = [one for one in listed if one.split(":")[0] == name.split(":")[0]]
    similar = difflib.get_close_matches(name, listed, _NEAREST, 0.6)
    return tuple(dict.fromkeys([*begin, *similar]))[:_NEAREST]


WAIT = 0.2  # seconds


def answers(base_url: str) -> bool | None:
    """Whether a connection to `base_url` opens at once; None where it is not on this machine.

    >>> answers("https://api.openai.com/v1") is None
    True
    """
    door = _door(base_url)
    if door is None:
        return None
    try:
        socket.create_connection(door, timeout=WAIT).close()
    except OSError:
        return False
    return True


def nobody_text(base_url: str) -> str:
    return f"Nothing answers at {place_name(base_url)}. Start the server there first."


def place_name(base_url: str) -> str:
    """Host and port as a person would look for them.

    >>> place_name("http://localhost:11434/v1"), place_name("https://a.example/v1")
    ('localhost:11434', 'a.example')
    """
    return urlsplit(base_url).netloc.rpartition("@")[-1]


def _door(base_url: str) -> tuple[str, int] | None:
    try:
        parts = urlsplit(base_url)
        host, port = parts.hostname or "", parts.port or {"http": 80, "https": 443}.get(parts.scheme, 0)
        here = host.casefold() == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return None
    return (host, port) if here and port else None
