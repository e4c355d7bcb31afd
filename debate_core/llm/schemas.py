"""A JSON schema in the forms that servers take: what all strict modes share, and what llama.cpp takes. Knows
no provider."""

from collections.abc import Mapping, Sequence
from typing import Any

# What strict modes refuse or ignore; the reading of answers checks all of it again anyway.
_BOUNDS = "minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength pattern format"
_COUNTS = "minItems maxItems uniqueItems minProperties maxProperties contains minContains maxContains"
_NOTES = "default examples title $schema $id"
_DROPPED = frozenset(f"{_BOUNDS} {_COUNTS} {_NOTES} prefixItems items".split())


def strict_subset(schema: Mapping[str, Any]) -> dict[str, Any]:
    """`schema` in the strict common subset: every property required, no others, no bounds, one `items` for
    all places.

    >>> strict_subset({"type": "object", "properties": {"n": {"type": "integer", "minimum": 1}}})["required"]
    ['n']
    >>> places = [{"const": "PRO-1"}, {"const": "CON-1"}]
    >>> strict_subset({"type": "array", "prefixItems": places, "items": False})
    {'type': 'array', 'items': {'enum': ['PRO-1', 'CON-1']}}
    """
    kept: dict[str, Any] = {}
    for word, value in schema.items():
        if word in ("properties", "$defs", "definitions"):
            kept[word] = {name: strict_subset(inner) for name, inner in value.items()}
        elif word == "const":
            kept["enum"] = [value]
        elif word in ("anyOf", "oneOf", "allOf"):
            kept["anyOf" if word == "oneOf" else word] = [strict_subset(inner) for inner in value]
        elif word not in _DROPPED:
            kept[word] = value
    places = [strict_subset(place) for place in schema.get("prefixItems", ())]
    if isinstance(schema.get("items"), Mapping):
        places.append(strict_subset(schema["items"]))
    if places:
        kept["items"] = _merged(places)
    if "properties" in kept:
        kept["required"] = list(kept["properties"])
        kept["additionalProperties"] = False
    return kept


def positional(schema: Mapping[str, Any]) -> dict[str, Any]:
    """`schema` as llama.cpp takes it: whole, with each place pinned and no `items` beside them, which it would heed
    alone (or, when false, refuse).

    >>> positional({"type": "array", "prefixItems": [{"const": "PRO-1"}], "items": False})
    {'type': 'array', 'prefixItems': [{'const': 'PRO-1'}]}
    """
    return {
        word: _positional(value)
        for word, value in schema.items()
        if word != "items" or not (isinstance(value, bool) or "prefixItems" in schema)
    }


def _positional(value: Any) -> Any:
    if isinstance(value, Mapping):
        return positional(value)
    return [_positional(inner) for inner in value] if isinstance(value, list | tuple) else value


def _merged(places: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """One schema that takes what any of `places` takes."""
    distinct = [place for at, place in enumerate(places) if place not in places[:at]]
    first = dict(distinct[0])
    if len(distinct) == 1:
        return first
    if all("enum" in place for place in distinct):
        first["enum"] = list(dict.fromkeys(value for place in distinct for value in place["enum"]))
        return first
    names = [list(place.get("properties", ())) for place in distinct]
    if not names[0] or any(other != names[0] for other in names):
        return {"anyOf": [dict(place) for place in distinct]}
    first["properties"] = {
        name: _merged([place["properties"][name] for place in distinct]) for name in names[0]
    }
    return first
