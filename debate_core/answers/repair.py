"""Divides an answer into bracketed spans and prose, and reads a span as JSON: strictly or repaired."""

import html
import json
import re
from collections.abc import Iterator
from decimal import Decimal, InvalidOperation
from typing import Any

import json_repair

from debate_core.domain.frozen import FrozenValue
from debate_core.domain.wording import object_once

MAX_DEPTH = 32
MAX_DIGITS = 64
TOO_DEEP = "The answer was nested too deeply or held numbers too long; expected one plain JSON object."
_MARK = re.compile(rf'\\.|[{{}}\[\]"]|[0-9]{{{MAX_DIGITS + 1},}}+', re.DOTALL)
# A bracket of prose: of what follows it in its line nothing is a name, a value or another bracket.
_NO_OPENING = re.compile(r"[{\[](?:[ \t]++[A-Za-z][^\"'“:{}\[\]\n]*+\n|[`.)])")
_THOUGHT = r"(?:think|thinking|thoughts?|reasoning|scratchpad|analysis|reflection|draft)"
# Where a model's thinking opens and closes, as several families write it.
_TAG = re.compile(
    rf"(?P<opens>[<\[◁]{_THOUGHT}[>\]▷]|<\|begin_of_{_THOUGHT}\|>|<\|channel\|>(?!final)\w+<\|message\|>)"
    rf"|[<\[◁]/{_THOUGHT}[>\]▷]|<\|end_of_{_THOUGHT}\|>|<\|channel\|>final<\|message\|>",
    re.IGNORECASE,
)
_OPENING_TAG = re.compile(rf"\s*[<\[◁]({_THOUGHT})[>\]▷]", re.IGNORECASE)


class LimitExceeded(Exception):
    """The text is over a limit: it isn't parsed."""


class Span(FrozenValue):
    """A stretch of text from an opening bracket to where it closes, or to the text's end."""

    start: int
    end: int
    text: str
    closed: bool


class Body(FrozenValue):
    """An answer without its thinking, as prose and spans in their order. `thinking`: it never stopped."""

    text: str
    parts: tuple[str | Span, ...]
    thinking: bool

    def around(self, spans: list[Span]) -> str:
        words = (part if isinstance(part, str) else part.text for part in self.parts)
        return " ".join("\n" if part in spans else word for part, word in zip(self.parts, words, strict=True))


def measure(text: str) -> None:
    """Raises `LimitExceeded` where brackets nest deeper or a number is longer than any answer needs."""
    _divide(text)


def leave_thinking(text: str) -> str:
    """The text after a think block that opens it; what is thought may hold brackets that close nothing."""
    opening = _OPENING_TAG.match(text)
    if not opening:
        return text
    closing = re.search(rf"[<\[◁]/{opening.group(1)}[>\]▷]", text[opening.end() :], re.I)
    return text[opening.end() + closing.end() :] if closing else text


def find_spans(text: str) -> Body:
    parts: list[str | Span] = []
    thinking = False
    position = 0
    for span in (*_divide(text), None):
        gap = text[position : span.start if span else len(text)]
        position = span.end if span else len(text)
        tags = list(_TAG.finditer(gap))
        for tag in tags:
            opens = tag.group("opens") is not None
            if not opens and not thinking:
                parts.clear()
            thinking = opens
        if not thinking:
            parts.append(gap[tags[-1].end() :] if tags else gap)
            parts.extend([span] if span else [])
    return Body(text=text, parts=tuple(parts), thinking=thinking)


def _divide(text: str) -> list[Span]:
    spans: list[Span] = []
    depth, start, quoted = 0, 0, False
    for match in _MARK.finditer(text):
        mark = match.group()
        if not depth and _NO_OPENING.match(text, match.start()):
            continue
        if mark in "{[" and not quoted:
            start = start if depth else match.start()
            depth += 1
        elif mark == '"' and depth:
            quoted = not quoted
        elif mark in "}]" and depth and not quoted:
            depth -= 1
            if not depth and not _TAG.fullmatch(text, start, match.end()):
                spans.append(Span(start=start, end=match.end(), text=text[start : match.end()], closed=True))
        elif mark[0].isdigit() and depth and not quoted:
            raise LimitExceeded(TOO_DEEP)
        if depth > MAX_DEPTH:
            raise LimitExceeded(TOO_DEEP)
    if depth:
        spans.append(Span(start=start, end=len(text), text=text[start:].rstrip(), closed=False))
    return spans


# A backslash and what it stands for; then the bracket or word that is compared, free of quotes, commas and colons.
_ESCAPE = re.compile(r"\\(u[0-9a-fA-F]{4}|.)", re.DOTALL)
_CONTROL = {"n": "\n", "r": "\r", "t": "\t", "b": " ", "f": " ", "\\": ""}
_WORD = re.compile(r"[{}\[\]]|[^\s{}\[\]\"'“”„‟‘’,:]+")
_NUMBER = re.compile(r"[+-]?(?:0?[0-9]|[1-9][0-9]*+)(?:\.[0-9]++)?(?:[eE][+-]?[0-9]{1,6})?")
_STRAY_ESCAPE = re.compile(r"\\[\s0-9]|[0-9]\\\s*[,}\]]")
# What may stand before and after a number: one colon or comma, and a quote that has its partner.
_BEFORE = re.compile(r"[\"'“”]?\s*:?\s*(?P<quote>[\"'“”]?)|\s*,?\s*(?P<listed>[\"'“”]?)")
_AFTER = re.compile(r"(?P<quote>[\"'“”]?)\s*,?\s*[\"'“”]?")
# Inside a string: a name with its colon, an opened object, or half of a field's name. Its quote then ended elsewhere.
_SWALLOWED = re.compile(
    r"\w[\"'“”]\s*+:|[{\[]\s*+[\"'“]?\w++[\"'”]?\s*+:|[A-Za-z]_[A-Za-z_]++\s*+:|[\"'“”][A-Za-z]++_|_[A-Za-z]++[\"'“”]"
)
_CLASH = re.compile(r"[\"'“”]{2,}")
_UNCLEAN_NAME = re.compile(r"[\"'“”:{}\[\]\n]")
MAX_REPAIR = 12_000  # json-repair is quadratic where it backtracks; these bounds keep it within tens of ms
MAX_STRAY_QUOTES = 24
MAX_BRACKETS = 400
MAX_ODD_MARKS = 40
TOO_BROKEN = "Expected valid JSON; the answer was too long, or had too many errors, to be put right."
CONTRADICTION = "Expected each name once; the answer gives one twice with different values."

Json = dict[str, object] | list[object]
_STRING = r'"(?:\\.|[^"\\])*+"?'
# A whole string, a word of Python, or a comment; then a comma, or an ellipsis, before a closing bracket.
_STRING_OR_STRAY = re.compile(
    rf"{_STRING}|'(?P<python>(?:\\.|[^'\\\n])*+)(?P<ends>'?)|\b(?:True|False|None)\b"
    r"|(?P<comment>//[^\n]*+|#[^\n]*+|/\*.*?\*/)",
    re.DOTALL,
)
_STRING_OR_REST = re.compile(
    rf"({_STRING})|(?:,|([}}\]]))\s*+(?:\.{{3}}|…)\s*+,?(?=\s*+[}}\]])|,(?=\s*+[}}\]])", re.DOTALL
)
_PYTHON_ESCAPE = re.compile(r"\\(.)|\"", re.DOTALL)
NAMED_ARGUMENT = re.compile(r"\b[A-Za-z]+-[0-9]{1,3}\b")
_QUOTE_IN_PLACE = re.compile(r'[{\[,:]\s*+"|"(?=\s*+[}\],:])')
_TYPOGRAPHIC = str.maketrans("“”„‟", '""""')


class AmbiguousAnswer(Exception):
    """The text has more than one reading, or none."""


class RepairedValue(FrozenValue):
    """A value read from a span; `cut`: the path to the last value where it broke off; `comments`: those beside it."""

    value: Json
    repaired: bool
    cut: tuple[str | int, ...] = ()
    comments: str = ""


def read_json(text: str) -> object:
    """The value of strict JSON (names once, no NaN), or None. Fractions become `Decimal`."""
    return _read_as(text, object_pairs_hook=object_once, parse_constant=int)  # refuses NaN and Infinity


def _read_as(text: str, **how: Any) -> object:
    try:
        value: object = json.loads(text, parse_float=_decimal, **how)
    except (ValueError, RecursionError):
        return None
    return value


def repair(text: str, *, closed: bool) -> RepairedValue | None:
    plain = _undo_escaping(text)
    if plain is not text:
        measure(plain)
    value = read_json(plain)
    if isinstance(value, (dict, list)):
        return RepairedValue(value=value, repaired=False)
    return _read_tolerantly(plain) or _repair(plain, closed=closed)


def _undo_escaping(text: str) -> str:
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


def _read_tolerantly(text: str) -> RepairedValue | None:
    """JSON with raw line ends, NaN, Python's strings and words, comments, or stray commas and ellipses."""
    if text.count("/*") > 64:
        return None
    tidy = _STRING_OR_STRAY.sub(_without_stray, text)
    tidy = _STRING_OR_REST.sub(lambda match: match[1] or match[2] or " ", tidy)
    value = _read_as(tidy, strict=False, object_pairs_hook=_keep_same, parse_constant=str)
    strays = list(_STRING_OR_STRAY.finditer(text))
    in_doubt = any(stray["ends"] for stray in strays) and _swallows_structure(value)
    if in_doubt or not isinstance(value, (dict, list)):
        return None
    return RepairedValue(
        value=value, repaired=True, comments="\n".join(stray["comment"] or "" for stray in strays)
    )


def _without_stray(match: re.Match[str]) -> str:
    """The same in JSON. A comment with a number of its own, or with a field, stays: it may put another in its place."""
    text, comment = match.group(), match["comment"]
    if match["ends"]:
        inner = _PYTHON_ESCAPE.sub(
            lambda at: "'" if at[1] == "'" else at[0] if at[1] else '\\"', match["python"]
        )
        return f'"{inner}"'
    if comment and not _SWALLOWED.search(comment):
        return text if any(map(str.isdigit, NAMED_ARGUMENT.sub("", comment))) else " "
    return {"True": "true", "False": "false", "None": "null"}.get(text, text)


def _repair(text: str, *, closed: bool) -> RepairedValue | None:
    stray_quotes = text.count('"') + text.count("\\") - len(_QUOTE_IN_PLACE.findall(text))
    brackets, odd = len(re.findall(r"[{}\[\]]", text)), len(re.findall(r"[()`#…]|//|/\*", text))
    if len(text) > MAX_REPAIR or stray_quotes > MAX_STRAY_QUOTES:
        raise LimitExceeded(TOO_BROKEN)
    if brackets > MAX_BRACKETS or odd > MAX_ODD_MARKS:
        raise LimitExceeded(TOO_BROKEN)
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
        return RepairedValue(value=value, repaired=True)
    path = _last_path(value)
    if not path:
        return None
    if not text.rstrip().endswith('"'):
        inner: Any = value
        for key in path[:-1]:
            inner = inner[key]
        del inner[path[-1]]
    return RepairedValue(value=value, repaired=True, cut=path)


def _last_path(value: object) -> tuple[str | int, ...]:
    path: list[str | int] = []
    while isinstance(value, (dict, list)) and value:
        key, value = list(value.items() if isinstance(value, dict) else enumerate(value))[-1]
        path.append(key)
    return tuple(path)


def _keep_same(pairs: list[tuple[str, object]]) -> dict[str, object]:
    result: dict[str, object] = {}
    for name, value in pairs:
        if name in result and repr(result[name]) != repr(value):
            raise AmbiguousAnswer(CONTRADICTION)
        result[name] = value
    return result


def _decimal(literal: str) -> Decimal:
    try:
        return Decimal(literal)
    except InvalidOperation:
        return Decimal("Infinity")


class _Alone(str):
    __slots__ = ()


def missing_brackets(text: str, value: object) -> int | None:
    """How many closing brackets `text` lacks at its end for it to say `value`; None where they differ elsewhere."""
    if _STRAY_ESCAPE.search(text) or _swallows_structure(value):
        return None
    plain = _ESCAPE.sub(_unescape, text)
    written = list(_WORD.finditer(plain))
    read = list(_words(value))
    lacking = len(read) - len(written)
    if lacking < 0 or any(word not in ("}", "]") for word in read[len(written) :]):
        return None
    end = 0
    for place, (match, word) in enumerate(zip(written, read, strict=False)):
        following = written[place + 1].start() if place + 1 < len(written) else len(plain)
        before, after = plain[end : match.start()], plain[match.end() : following]
        end = match.end()
        if before.count(":") > 1 or _CLASH.fullmatch(before) or not _same_word(match.group(), word):
            return None
        number = isinstance(word, (int, float, _Alone)) and not isinstance(word, bool)
        if number and not _stands_alone(before, after):
            return None
    return lacking


def _stands_alone(before: str, after: str) -> bool:
    """Whether the marks around a number leave it whole: one colon or comma before, a comma after, quotes in pairs."""
    left, right = _BEFORE.fullmatch(before), _AFTER.fullmatch(after)
    if left is None or right is None:
        return False
    opened = left["quote"] or left["listed"]
    return not opened or bool(right["quote"])


def _unescape(match: re.Match[str]) -> str:
    escape = match.group(1)
    return chr(int(escape[1:], 16)) if len(escape) == 5 else _CONTROL.get(escape, escape)


def _words(value: object) -> Iterator[object]:
    if isinstance(value, dict):
        yield "{"
        for name, part in value.items():
            yield from _WORD.findall(str(name).replace("\\", ""))
            yield from _words(part)
        yield "}"
    elif isinstance(value, list):
        yield "["
        for part in value:
            yield from _words(part)
        yield "]"
    elif isinstance(value, str):
        words = _WORD.findall(value.replace("\\", ""))
        alone = len(words) == 1 and words[0][0] in "0123456789+-."
        yield from map(_Alone, words) if alone else words
    else:
        yield value


def _same_word(written: str, read: object) -> bool:
    if isinstance(read, str):
        return written == read
    if read is None:
        return written.casefold() in ("null", "none")
    if isinstance(read, bool):
        return written.casefold() == str(read).casefold()
    return bool(_NUMBER.fullmatch(written)) and Decimal(written) == Decimal(str(read))


def _swallows_structure(value: object) -> bool:
    """Whether a string or a name holds what looks like JSON: then it's in doubt where it ends."""
    if isinstance(value, dict):
        return any(_UNCLEAN_NAME.search(name) or _swallows_structure(part) for name, part in value.items())
    if isinstance(value, list):
        return any(map(_swallows_structure, value))
    return isinstance(value, str) and _SWALLOWED.search(value) is not None
