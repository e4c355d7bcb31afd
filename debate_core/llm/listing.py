"""The models that a server lists; an answer that is no such list is None."""

import asyncio
import contextlib
import json
from collections.abc import Collection, Mapping, Sequence
from typing import Any

import httpx2

from debate_core.llm.errors import APIError, ModelError, failure
from debate_core.llm.keys import Endpoint
from debate_core.llm.transport import Bounds, http_client

_LONGEST = Bounds(tokens=8_000)
_MAX_NAME = 150
_STATED_WITHIN = 10.0  # seconds
_CONTEXTS = ("max_model_len", "context_length", "max_input_tokens", "loaded_context_length")
_PATHS = {"openai": "/models", "anthropic": "/v1/models?limit=1000", "ollama": "/api/tags"}


Listed = Mapping[str, int | None]
"""The models that a server lists, each with its context in tokens where that is said."""


async def models_of(wire: str, endpoint: Endpoint) -> Listed | None:
    base = endpoint.base_url if wire == "openai" else endpoint.base_url.removesuffix("/v1")
    return await listed_at(endpoint, base + _PATHS[wire], anthropic=wire == "anthropic")


async def listed_at(endpoint: Endpoint, url: str, *, anthropic: bool = False) -> Listed | None:
    """The models listed at a URL, or None. Raises ModelError where nothing answers, or refuses the key."""
    return _models(await answer_at(endpoint, url, anthropic=anthropic))


async def context_of(endpoint: Endpoint, model: str) -> int | None:
    """The context an Ollama's model was made with, or None. Raises ModelError."""
    body = await answer_at(endpoint, f"{endpoint.base_url.removesuffix('/v1')}/api/show", {"model": model})
    info = value_at(body, "model_info")
    fields = info.items() if isinstance(info, Mapping) else ()
    return _positive([value for name, value in fields if name.endswith(".context_length")])


async def context_at(endpoint: Endpoint, model: str) -> int | None:
    """The context of a model at a typed address, from its list, LM Studio's own, or llama.cpp's settings."""
    root = endpoint.base_url.removesuffix("/v1")
    with contextlib.suppress(ModelError, TimeoutError):
        async with asyncio.timeout(_STATED_WITHIN):
            for url in (f"{endpoint.base_url}/models", f"{root}/api/v0/models"):
                if length := (await listed_at(endpoint, url) or {}).get(model):
                    return length
            props = await answer_at(endpoint, f"{root}/props")
            return _context({"meta": value_at(props, "default_generation_settings")})
    return None


async def answer_at(
    endpoint: Endpoint,
    url: str,
    body: object = None,
    *,
    anthropic: bool = False,
    refusals: Collection[int] = frozenset({401, 403}),
) -> object:
    """The JSON that a server answers to a GET, or a POST of `body`. Raises ModelError, also for `refusals`."""
    headers = headers_of(endpoint, anthropic=anthropic)
    method = "GET" if body is None else "POST"
    try:
        async with http_client(endpoint, _LONGEST) as http:
            response = await http.request(method, url, json=body, headers=headers)
        if response.status_code in refusals:
            raise refusal(response, response.content)
    except ModelError:
        raise
    except Exception as error:
        failed = failure(error, endpoint)
    else:
        return parse_json(response.content) if response.status_code == 200 else None
    raise failed  # raised here, so that nothing hangs on it that holds the request with its key


def headers_of(endpoint: Endpoint, *, anthropic: bool = False) -> dict[str, str]:
    key = endpoint.key.reveal() if endpoint.key else ""
    if anthropic:
        return {"x-api-key": key, "anthropic-version": "2023-06-01"} if key else {}
    return {"Authorization": f"Bearer {key}"} if key else {}


def _models(body: object) -> Listed | None:
    rows = body.get("data", body.get("models")) if isinstance(body, Mapping) else None
    if not isinstance(rows, list):
        return None
    models: dict[str, int | None] = {}
    for row in rows:
        name = value_at(row, "id") or value_at(row, "name")
        if isinstance(name, str) and name.isprintable() and 0 < len(name) <= _MAX_NAME:
            models[name.removeprefix("models/").removesuffix(":latest")] = _context(row)
    return models


def _context(row: Mapping[str, Any]) -> int | None:
    return _positive([*(row.get(name) for name in _CONTEXTS), value_at(row, "meta", "n_ctx")])


def _positive(values: Sequence[object]) -> int | None:
    return next((value for value in values if isinstance(value, int) and value > 0), None)


def refusal(response: httpx2.Response, body: bytes) -> APIError:
    return APIError(parse_json(body), status=response.status_code, response=response)


def value_at(body: object, *names: str) -> Any:
    """What stands in an answer under a name, or a path of names; None where there is nothing."""
    for name in names:
        body = body.get(name) if isinstance(body, Mapping) else None
    return body


def parse_json(body: bytes | str) -> object:
    try:
        return json.loads(body)
    except (ValueError, RecursionError):
        return None
