"""Reads a span of an answer as JSON: strictly, after undoing an escape, or repaired behind a guard.

Refuses to know what the JSON should hold, and to choose between two readings. Invariant: a mended value has
the same words, numbers and brackets in the same order as the text; only quotes, commas, colons and
backslashes may differ, and brackets that a cut-off text lacks at its very end.
"""

import html
import json
import re
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from typing import Any

import json_repair

from debate_core.answers.fidelity import missing_brackets
from debate_core.answers.spans import TooMuch, measure

MAX_REPAIR = 12_000  # json-repair is quadratic where it backtracks; these bounds keep it within tens of ms
MAX_STRAY_QUOTES = 24
MAX_BRACKETS = 400
MAX_ODD_MARKS = 40
TOO_BROKEN = "Expected valid JSON; the answer was too long, or had too many errors, to be put right."
CONTRADICTION = "Expected each name once; the answer gives one twice with different values."

Json = dict[str, object] | list[object]
# A whole string, which is kept; or a comment, or a comma before a closing bracket, which are not.
_STRING_OR_STRAY = re.compile(
    r'"(?:\\.|[^"\\])*+"?|//[^\n]*+|#[^\n]*+|/\*(?:[^*]|\*(?!/))*+\*/|,(?=\s*+[}\]])', re.DOTALL
)
_QUOTE_IN_PLACE = re.compile(r'[{\[,:]\s*+"|"(?=\s*+[}\],:])')
_TYPOGRAPHIC = str.maketrans("“”„‟", '""""')


class Doubt(Exception):
    """The text has more than one reading, or none."""


class _Repeated(Exception):
    """A name stands twice in one object."""


@dataclass(frozen=True, kw_only=True)
class Mended:
    """A value read from a span; `cut` is the path to the last value where the text broke off."""

    value: Json
    repaired: bool
    cut: tuple[str | int, ...] = ()


def read_json(text: str) -> object:
    """The value of strict JSON (names once, no NaN), or None. Fractions become `Decimal`."""
    try:
        value: object = json.loads(
            text, object_pairs_hook=_once, parse_constant=_refuse_constant, parse_float=_decimal
        )
    except (ValueError, _Repeated, RecursionError):
        return None
    return value


def mend(text: str, *, closed: bool) -> Mended | None:
    """The value of a span, or None where it can't be had without guessing."""
    plain = _undo_escaping(text)
    if plain is not text:
        measure(plain)
    value = read_json(plain)
    if isinstance(value, (dict, list)):
        return Mended(value=value, repaired=False)
    value = _read_tolerantly(plain)
    if isinstance(value, (dict, list)):
        return Mended(value=value, repaired=True)
    return _repair(plain, closed=closed)


def _undo_escaping(text: str) -> str:
    """The text before it was escaped as a whole for HTML or for a string, or was given typographic quotes."""
    if '"' not in text and ("&quot;" in text or "&#34;" in text):
        return html.unescape(text)
    if '\\"' in text and '"' not in text.replace('\\"', ""):
        try:
            inner = json.loads(f'"{text}"', strict=False)
        except ValueError:
            return text
        return str(inner)
    if '"' not in text and re.search("[“”„‟]", text):
        return text.translate(_TYPOGRAPHIC)
    return text


def _read_tolerantly(text: str) -> object:
    """JSON with raw line ends in strings, NaN (read as a word), a name repeated with the same value, comments
    without numbers, or a comma before a closing bracket."""
    if text.count("/*") > 64:
        return None
    tidy = _STRING_OR_STRAY.sub(_without_stray, text)
    try:
        value: object = json.loads(
            tidy, strict=False, object_pairs_hook=_same, parse_constant=str, parse_float=_decimal
        )
    except (ValueError, RecursionError):
        return None
    return value


def _without_stray(match: re.Match[str]) -> str:
    found = match.group()
    if found.startswith('"'):
        return found
    return found if any(c.isdigit() for c in found) else " "


def _repair(text: str, *, closed: bool) -> Mended | None:
    if len(text) > MAX_REPAIR or _stray_quotes(text) > MAX_STRAY_QUOTES:
        raise TooMuch(TOO_BROKEN)
    if (
        len(re.findall(r"[{}\[\]]", text)) > MAX_BRACKETS
        or len(re.findall(r"[()`#…]|//|/\*", text)) > MAX_ODD_MARKS
    ):
        raise TooMuch(TOO_BROKEN)
    try:
        value = json_repair.loads(text, skip_json_loads=True)
    except Exception:  # the repairer fails on some texts in ways of its own (AssertionError, for one)
        return None
    if not isinstance(value, (dict, list)):
        return None
    missing = missing_brackets(text, value)
    if missing is None or (missing and closed):
        return None
    if not missing or text.rstrip()[-1] in "}]":
        return Mended(value=value, repaired=True)
    path = _last_path(value)
    if not path:
        return None
    if not text.rstrip().endswith('"'):
        _drop(value, path)
    return Mended(value=value, repaired=True, cut=path)


def _stray_quotes(text: str) -> int:
    return text.count('"') + text.count("\\") - len(_QUOTE_IN_PLACE.findall(text))


def _last_path(value: object) -> tuple[str | int, ...]:
    path: list[str | int] = []
    while isinstance(value, (dict, list)) and value:
        key, value = list(value.items() if isinstance(value, dict) else enumerate(value))[-1]
        path.append(key)
    return tuple(path)


def _drop(value: Any, path: tuple[str | int, ...]) -> None:
    for key in path[:-1]:
        value = value[key]
    if path:
        del value[path[-1]]


def _once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    if len({name for name, _ in pairs}) != len(pairs):
        raise _Repeated
    return dict(pairs)


def _same(pairs: list[tuple[str, object]]) -> dict[str, object]:
    result: dict[str, object] = {}
    for name, value in pairs:
        if name in result and repr(result[name]) != repr(value):
            raise Doubt(CONTRADICTION)
        result[name] = value
    return result


def _decimal(literal: str) -> Decimal:
    try:
        return Decimal(literal)
    except InvalidOperation:
        return Decimal("Infinity")


def _refuse_constant(name: str) -> object:
    raise ValueError(name)
