"""Reads JSON of unknown origin strictly: no repeated keys, no NaN, bounded depth and size."""

import json
import re
from typing import Any, NoReturn

from debate_core.importing.dialogues import NotBrought

DEPTH = 64
MOST_OBJECTS, MOST_LISTS, MOST_VALUES = 100_000, 200_000, 1_000_000
"""Objects, objects and lists together, and commas that a text may have: more than ten megabytes of talk need."""
_SHOWN = 40
# A string without an end goes on to the text's, so that no text is read from its middle twice.
_STRING = re.compile(r'"[^"\\]*+(?:\\[\s\S][^"\\]*+)*+(?:"|\\?\Z)')
_MARK = re.compile(rf"{_STRING.pattern}|[\[\]{{}}]")


def read_strict(text: str, name: str) -> Any:
    deepest, lists = _nesting(text)
    if deepest > DEPTH:
        raise NotBrought(f"{name}: expected JSON at most {DEPTH} levels deep")
    if text.count("{") > MOST_OBJECTS or lists > MOST_LISTS or _values(text) > MOST_VALUES:
        raise NotBrought(f"{name}: expected fewer objects, lists or values")
    try:
        return json.loads(text, object_pairs_hook=_object, parse_constant=_constant)
    except json.JSONDecodeError as error:
        raise NotBrought(
            f"{name}: expected JSON; it is broken at line {error.lineno}, column {error.colno}"
        ) from None
    except ValueError as error:  # a key twice, NaN, or a number of thousands of digits
        reason = str(error) if isinstance(error, _Refused) else "a number has too many digits"
        raise NotBrought(f"{name}: expected unambiguous JSON; {reason}") from None


def _values(text: str) -> int:
    """How many commas stand in it; outside of strings, once there are many."""
    many = text.count(",")
    return many if many <= MOST_VALUES else _STRING.sub("", text).count(",")


class _Refused(ValueError):
    """What JSON may not hold here."""


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields = dict(pairs)
    if len(fields) < len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                raise _Refused(f"the key {key[:_SHOWN]!r} stands twice in one object")
            seen.add(key)
    return fields


def _constant(name: str) -> NoReturn:
    raise _Refused(f"{name} is no number")


def _nesting(text: str) -> tuple[int, int]:
    """How deep brackets outside of strings nest, up to `DEPTH`, and how many open; counted before anything is built."""
    depth = deepest = opened = 0
    for mark in _MARK.finditer(text):
        character = text[mark.start()]
        if character in "[{":
            depth, opened = depth + 1, opened + 1
            deepest = max(deepest, depth)
            if depth > DEPTH or opened > MOST_LISTS:
                break
        elif character in "]}":
            depth -= 1
    return deepest, opened
