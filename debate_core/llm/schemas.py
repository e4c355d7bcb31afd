"""A JSON schema in the forms that servers take: a strict common subset, and llama.cpp's."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

# What strict modes refuse or ignore; the reading of answers checks all of it again anyway.
_DROPPED = frozenset(("prefixItems", "minimum", "maximum", "minLength"))


def strict_subset(schema: Mapping[str, Any], *, lengths: bool = False) -> dict[str, Any]:
    """`schema` without bounds, with one form for all places. `lengths`: with texts' least lengths, which Ollama,
    llama.cpp and vLLM heed.

    >>> strict_subset({"type": "array", "prefixItems": [{"enum": ["PRO-1"]}], "items": {"enum": ["PRO-1", "CON-1"]}})
    {'type': 'array', 'items': {'enum': ['PRO-1', 'CON-1']}}
    """
    dropped = _DROPPED - {"minLength"} if lengths else _DROPPED
    kept = {word: value for word, value in schema.items() if word not in dropped}
    return _within(kept, partial(strict_subset, lengths=lengths))


def positional(schema: Mapping[str, Any]) -> dict[str, Any]:
    """`schema` for llama.cpp: each place pinned, without `items`, which it would heed alone.

    >>> positional({"type": "array", "prefixItems": [{"enum": ["PRO-1"]}], "items": {"enum": ["PRO-1", "CON-1"]}})
    {'type': 'array', 'prefixItems': [{'enum': ['PRO-1']}]}
    """
    pinned = "prefixItems" in schema
    return _within(
        {word: value for word, value in schema.items() if not (pinned and word == "items")}, positional
    )


def _within(schema: Mapping[str, Any], form: Callable[[Mapping[str, Any]], dict[str, Any]]) -> dict[str, Any]:
    inside: Mapping[str, Callable[[Any], Any]] = {
        "properties": lambda named: {name: form(inner) for name, inner in named.items()},
        "prefixItems": lambda places: [form(place) for place in places],
        "items": form,
    }
    return {word: inside[word](value) if word in inside else value for word, value in schema.items()}
