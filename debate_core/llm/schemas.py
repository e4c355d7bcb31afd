"""A JSON schema in the forms that servers take: what all strict modes share, and what llama.cpp takes. Knows
no provider.

Invariant: a list whose places have forms of their own (`prefixItems`) has as its `items` the one form that takes them
all, as `answers.form.Many` writes it.
"""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

# What strict modes refuse or ignore; the reading of answers checks all of it again anyway.
_DROPPED = frozenset(("prefixItems", "minimum", "maximum", "minLength"))


def strict_subset(schema: Mapping[str, Any], *, lengths: bool = False) -> dict[str, Any]:
    """`schema` in the strict common subset: no bounds, one form for all places. `lengths`: with the least lengths of
    texts, which Ollama, llama.cpp and vLLM heed.

    >>> strict_subset({"type": "array", "prefixItems": [{"enum": ["PRO-1"]}], "items": {"enum": ["PRO-1", "CON-1"]}})
    {'type': 'array', 'items': {'enum': ['PRO-1', 'CON-1']}}
    """
    dropped = _DROPPED - {"minLength"} if lengths else _DROPPED
    kept = {word: value for word, value in schema.items() if word not in dropped}
    return _within(kept, partial(strict_subset, lengths=lengths))


def positional(schema: Mapping[str, Any]) -> dict[str, Any]:
    """`schema` as llama.cpp takes it: whole, with each place pinned and no `items` beside them, which it would heed
    alone.

    >>> positional({"type": "array", "prefixItems": [{"enum": ["PRO-1"]}], "items": {"enum": ["PRO-1", "CON-1"]}})
    {'type': 'array', 'prefixItems': [{'enum': ['PRO-1']}]}
    """
    pinned = "prefixItems" in schema
    return _within(
        {word: value for word, value in schema.items() if not (pinned and word == "items")}, positional
    )


def _within(schema: Mapping[str, Any], form: Callable[[Mapping[str, Any]], dict[str, Any]]) -> dict[str, Any]:
    """The schema with every schema inside it in that form; a property may be named like a word of schemas."""
    inside: Mapping[str, Callable[[Any], Any]] = {
        "properties": lambda named: {name: form(inner) for name, inner in named.items()},
        "prefixItems": lambda places: [form(place) for place in places],
        "items": form,
    }
    return {word: inside[word](value) if word in inside else value for word, value in schema.items()}
