"""Decodes bytes, never guessing an encoding, replaces characters that hide text, and reads JSON strictly."""

import codecs
import json
import re
import unicodedata
from typing import Any, NoReturn

from debate_core.answers.prompt import REPLACEMENT, SILENT, storable
from debate_core.domain.frozen import FrozenValue
from debate_core.domain.wording import KeyTwice, object_once
from debate_core.importing.dialogues import NotBrought
from debate_core.importing.documents.formats import unreadable

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),  # before UTF-16, whose mark it begins with
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
COMPOUND = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
"""How Office files of before 2007 begin, and encrypted ones of today."""
_BREAK = re.compile("\r\n|[\r\x85\u2028\u2029]")
_PAGE = str.maketrans(
    "\f\v", "  "
)  # a form feed ends a page, not a line: line numbers stay those of an editor
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1a\x1c-\x1f\x7f]")
_BINARY = 0.01  # share of control characters from which on it is no text


class DecodedText(FrozenValue):
    """A text as it can be shown; `replaced`: how many characters in it act instead of showing, each now U+FFFD."""

    text: str
    replaced: int


def mark_of(data: bytes) -> tuple[bytes, str]:
    """The mark that bytes begin with, empty without one, and the encoding it declares."""
    return next(((mark, encoding) for mark, encoding in _MARKS if data.startswith(mark)), (b"", "utf-8"))


def decode(data: bytes, name: str) -> str:
    """The text that bytes are. Raises SetUpError for bytes that are none, or neither UTF-8 nor what a mark declares."""
    mark, declared = mark_of(data)
    if not mark and b"\0" in data:
        raise unreadable(name, "it isn't text", "Bring another file")
    try:
        text = data[len(mark) :].decode(declared)
    except UnicodeDecodeError as error:
        why = f"byte {error.start} is not valid {declared.upper()}"
        raise unreadable(name, why, "Save it as text in UTF-8") from None
    if len(_CONTROL.findall(text)) > _BINARY * len(text):
        raise unreadable(name, "too many of its characters are control characters", "Bring another file")
    return text


def printable_text(text: str) -> DecodedText:
    """The text with newline line ends, and U+FFFD for controls, bidi marks and lone surrogates."""
    plain = _BREAK.sub("\n", storable(text.removeprefix("\ufeff"))).translate(_PAGE)
    acting = {
        char for char in set(plain) if unicodedata.category(char) in ("Cc", "Cf", "Cs") and char not in "\n\t"
    }
    table = {ord(char): REPLACEMENT for char in acting if ord(char) not in SILENT}
    return DecodedText(text=plain.translate(table), replaced=sum(plain.count(chr(code)) for code in table))


DEPTH = 64
MAX_OBJECTS, MAX_LISTS, MAX_VALUES = 100_000, 200_000, 1_000_000
"""Objects, objects and lists together, and commas that a text may have: more than ten megabytes of talk need."""
# A string without an end goes on to the text's, so that no text is read from its middle twice.
_STRING = re.compile(r'"[^"\\]*+(?:\\[\s\S][^"\\]*+)*+(?:"|\\?\Z)')
_MARK = re.compile(rf"{_STRING.pattern}|[\[\]{{}}]")


def read_strict(text: str, name: str) -> Any:
    deepest, lists = _nesting(text)
    if deepest > DEPTH:
        raise NotBrought(f"{name}: expected JSON at most {DEPTH} levels deep")
    # Commas outside of strings are counted once there are many at all.
    values = text.count(",") > MAX_VALUES and _STRING.sub("", text).count(",") > MAX_VALUES
    if text.count("{") > MAX_OBJECTS or lists > MAX_LISTS or values:
        raise NotBrought(f"{name}: expected fewer objects, lists or values")
    try:
        return json.loads(text, object_pairs_hook=object_once, parse_constant=_constant)
    except json.JSONDecodeError as error:
        raise NotBrought(
            f"{name}: expected JSON; it is broken at line {error.lineno}, column {error.colno}"
        ) from None
    except ValueError as error:  # a key twice, NaN, or a number of thousands of digits
        reason = str(error) if isinstance(error, _Refused | KeyTwice) else "a number with too many digits"
        raise NotBrought(f"{name}: expected unambiguous JSON; got {reason}") from None


class _Refused(ValueError):
    """What JSON may not hold here."""


def _constant(name: str) -> NoReturn:
    raise _Refused(f"{name}, which is no number")


def _nesting(text: str) -> tuple[int, int]:
    """How deep brackets outside of strings nest, up to `DEPTH`, and how many open; counted before anything is built."""
    depth = deepest = brackets = 0
    for mark in _MARK.finditer(text):
        character = text[mark.start()]
        if character in "[{":
            depth, brackets = depth + 1, brackets + 1
            deepest = max(deepest, depth)
            if depth > DEPTH or brackets > MAX_LISTS:
                break
        elif character in "]}":
            depth -= 1
    return deepest, brackets
