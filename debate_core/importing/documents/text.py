"""Decodes bytes, never guessing an encoding, and replaces characters that hide or reorder text."""

import codecs
import re
import unicodedata
from dataclasses import dataclass

from debate_core.answers.prompt import SHOWN, SILENT, storable
from debate_core.domain.errors import SetUpError

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),  # before UTF-16, whose mark it begins with
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_BREAK = re.compile("\r\n|[\r\x85\u2028\u2029]")
_PAGE = str.maketrans(
    "\f\v", "  "
)  # a form feed ends a page, not a line: line numbers stay those of an editor
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1a\x1c-\x1f\x7f]")
_BINARY = 0.01  # share of control characters from which on it is no text


@dataclass(frozen=True, kw_only=True)
class Extract:
    """The text of a file, and in sentences what of it is not in it; `starts`: at which character each page or section
    begins, and its name."""

    text: str
    left_out: tuple[str, ...]
    starts: tuple[tuple[int, str], ...] = ()


@dataclass(frozen=True, kw_only=True)
class DecodedText:
    """A text as it can be shown; `replaced`: how many characters in it act instead of showing, each now U+FFFD."""

    text: str
    replaced: int


def decode(data: bytes, name: str) -> str:
    """The text that bytes are. Raises SetUpError for bytes that are none, or neither UTF-8 nor what a mark declares."""
    mark, declared = next(((m, e) for m, e in _MARKS if data.startswith(m)), (b"", "utf-8"))
    if not mark and b"\0" in data:
        raise SetUpError(f"We can't read {name}: it isn't text. Nothing was kept. Bring another file")
    try:
        text = data[len(mark) :].decode(declared)
    except UnicodeDecodeError as error:
        hint = "" if mark else "; save it as UTF-8"
        raise SetUpError(f"{name} is not valid {declared.upper()} (byte {error.start}){hint}") from None
    if len(_CONTROL.findall(text)) > _BINARY * len(text):
        raise SetUpError(f"{name} is not text: too many of its characters are control characters")
    return text


def printable_text(text: str) -> DecodedText:
    """The text with newline line ends, and U+FFFD for controls, bidi marks and lone surrogates."""
    plain = _BREAK.sub("\n", storable(text.removeprefix("\ufeff"))).translate(_PAGE)
    acting = {
        char for char in set(plain) if unicodedata.category(char) in ("Cc", "Cf", "Cs") and char not in "\n\t"
    }
    table = {ord(char): SHOWN for char in acting if ord(char) not in SILENT}
    return DecodedText(text=plain.translate(table), replaced=sum(plain.count(chr(code)) for code in table))
