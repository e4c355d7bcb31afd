"""The models that a server lists.

Imports the HTTP library: import this module only when somebody asks. Invariant: an answer that is no list of models is
None, never an empty list.
"""

import json
from collections.abc import Mapping
from typing import Any

import httpx2

from debate_core.llm.arriving import Bounds
from debate_core.llm.catalogue import Provider
from debate_core.llm.endpoint import Endpoint
from debate_core.llm.errors import ModelError
from debate_core.llm.failures import APIError, failure
from debate_core.llm.transport import http_client

_LONGEST = Bounds(tokens=8_000)
_PATHS = {"openai": "/models", "anthropic": "/v1/models?limit=1000", "ollama": "/api/tags"}


async def models_of(row: Provider, endpoint: Endpoint) -> tuple[str, ...] | None:
    """What a provider lists, or None. Raises ModelError where it can't be reached or refuses the key."""
    base = endpoint.base_url if row.wire == "openai" else endpoint.base_url.removesuffix("/v1")
    return await names_at(endpoint, base + _PATHS[row.wire], anthropic=row.wire == "anthropic")


async def names_at(endpoint: Endpoint, url: str, *, anthropic: bool = False) -> tuple[str, ...] | None:
    """The names of the models listed at a URL, or None. Raises ModelError where nothing answers, or refuses the
    key."""
    headers = _headers(endpoint, anthropic=anthropic)
    try:
        async with http_client(endpoint, _LONGEST) as http:
            response = await http.get(url, headers=headers)
        if response.status_code in (401, 403):
            raise refusal(response, response.content)
    except ModelError:
        raise
    except Exception as error:
        failed = failure(error, endpoint)
    else:
        return _names(parsed(response.content)) if response.status_code == 200 else None
    raise failed  # raised here, so that nothing hangs on it that holds the request with its key


def _headers(endpoint: Endpoint, *, anthropic: bool) -> dict[str, str]:
    key = endpoint.key.reveal() if endpoint.key else ""
    if anthropic:
        return {"x-api-key": key, "anthropic-version": "2023-06-01"} if key else {}
    return {"Authorization": f"Bearer {key}"} if key else {}


def _names(body: object) -> tuple[str, ...] | None:
    """The names out of OpenAI's, Anthropic's, Gemini's or Ollama's list."""
    rows: Any = body.get("data", body.get("models")) if isinstance(body, Mapping) else None
    if not isinstance(rows, list):
        return None
    found = (row.get("id") or row.get("name") for row in rows if isinstance(row, Mapping))
    names = (name.removeprefix("models/") for name in found if isinstance(name, str) and name.isprintable())
    return tuple(dict.fromkeys(name.removesuffix(":latest") for name in names if 0 < len(name) <= 150))


def refusal(response: httpx2.Response, body: bytes) -> APIError:
    """What a server's refusal says."""
    return APIError(parsed(body), status=response.status_code, response=response)


def parsed(body: bytes) -> object:
    """The JSON of a body; None where it is none."""
    try:
        return json.loads(body)
    except (ValueError, RecursionError):
        return None
