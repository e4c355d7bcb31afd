"""The guard behind repair: whether a repaired value says what the broken text said.

Refuses to repair, and to trust the repairer. Invariant: a value passes only when its words, numbers and brackets
are the text's, in the same order, but for closing brackets lacking at the very end; each number stands alone
between its marks; and no string holds what looks like the JSON around it.
"""

import re
from collections.abc import Iterator
from decimal import Decimal

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


class _Alone(str):
    """A string that is one word and begins like a number."""

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
        if _is_number(word) and not _stands_alone(before, after):
            return None
    return lacking


def _is_number(word: object) -> bool:
    return isinstance(word, (int, float, _Alone)) and not isinstance(word, bool)


def _stands_alone(before: str, after: str) -> bool:
    """Whether the marks around a number leave it whole: one colon or comma before, a comma after, quotes in pairs."""
    left, right = _BEFORE.fullmatch(before), _AFTER.fullmatch(after)
    if left is None or right is None:
        return False
    opening = left.group("quote") or left.group("listed") or ""
    return bool(opening) <= bool(right.group("quote"))


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
    if read is None or isinstance(read, bool):
        return written.casefold() in ({"null", "none"} if read is None else {str(read).casefold()})
    return bool(_NUMBER.fullmatch(written)) and Decimal(written) == Decimal(str(read))


def _swallows_structure(value: object) -> bool:
    """Whether a string or a name holds what looks like JSON: then it's in doubt where it ends."""
    if isinstance(value, dict):
        return any(_UNCLEAN_NAME.search(name) or _swallows_structure(part) for name, part in value.items())
    if isinstance(value, list):
        return any(map(_swallows_structure, value))
    return isinstance(value, str) and _SWALLOWED.search(value) is not None
