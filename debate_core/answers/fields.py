"""Reads the fields of an answer's objects where they are certain; else None, with a note."""

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from functools import lru_cache
from typing import TypeGuard, TypeVar

from debate_core.answers.json import SIMULATED_TAGS, readable
from debate_core.answers.prompt import storable
from debate_core.domain.rubric import FALLACIES, Scale

_DIGITS = str.maketrans("０１２３４５６７８９", "0123456789")
# `8`, `08`, `+8`, `8.0`, `8/10`, `8 out of 10`: the number, and what it is out of.
_SCORE = re.compile(r"\+?(0?[0-9]|[1-9][0-9]{1,2})(?:\.0{1,20})?(?: ?(?:/|out of|of) ?([1-9][0-9]{0,2}))?")
_NUMBER = re.compile(
    r"\+?((?:0|[1-9][0-9]{0,2})(?:\.[0-9]{1,20})?)(?: ?(?:/|out of|of) ?([0-9]{1,3}(?:\.[0-9])?))?"
)
_INVISIBLE = re.compile("[\u200b-\u200f\u2060\ufeff\u00ad]")
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
Word = TypeVar("Word", bound=str)
_PERCENT = re.compile(r"([0-9]{1,3}(?:\.[0-9]{1,6})?) ?(?:%|percent|per cent)")


@lru_cache(maxsize=200)
def read_name(name: str) -> str:
    """A field's name in our spelling: `logicScore`, `Logic-Score` and `logic score` are `logic_score`."""
    plain = unicodedata.normalize("NFKC", _INVISIBLE.sub("", name[:100]))
    return re.sub(r"[ -]", "_", _CAMEL.sub("_", plain.strip())).casefold()


def read_id(written: object, argument_ids: Sequence[str]) -> str | None:
    """The argument meant: but for letter case, outer spaces and `_` for `-`, an id is exact, and ASCII."""
    if not isinstance(written, str) or len(written) > 100 or not written.isascii():
        return None
    if written in argument_ids:
        return written
    meant = [known for known in argument_ids if _fold(known) == _fold(written)]
    return meant[0] if len(meant) == 1 else None


@lru_cache(maxsize=200)
def _fold(name: str) -> str:
    return re.sub(r"[ _-]", "-", name.strip(" \t\r\n").casefold())


def read_score(written: object, scale: Scale) -> int | None:
    """The whole number meant, when it is on the scale. A fraction of another scale, a rounded, worded or approximate
    number, a decimal comma, and `010` (octal or decimal?) are none."""
    if isinstance(written, str):
        return _read_written_score(written.strip(" \t\r\n").translate(_DIGITS), scale)
    if isinstance(written, Mapping):
        return _read_explained_score(written, scale)
    return _on_scale(written, scale)


def _number(written: object, low: float, high: float) -> Decimal | None:
    """A plain number within these, which true and false are not."""
    if isinstance(written, bool) or not isinstance(written, (int, float, Decimal)):
        return None
    number = Decimal(str(written))
    return number if number.is_finite() and Decimal(str(low)) <= number <= Decimal(str(high)) else None


def _on_scale(written: object, scale: Scale) -> int | None:
    number = _number(written, scale.low, scale.high)
    return int(number) if number is not None and number == number.to_integral_value() else None


def _read_written_score(text: str, scale: Scale) -> int | None:
    match = _SCORE.fullmatch(text)
    if not match or (match.group(2) is not None and int(match.group(2)) != scale.high):
        return None
    return _on_scale(Decimal(match.group(1)), scale)


def _read_explained_score(written: Mapping[object, object], scale: Scale) -> int | None:
    """A score with its reason beside it: one number, the scale's top at most, the rest words."""
    named = {read_name(str(name)): value for name, value in written.items()}
    numbers = [named.pop(key) for key in ("score", "value", "rating", "points") if key in named]
    tops = [named.pop(key) for key in ("max", "maximum", "out_of", "max_score", "of") if key in named]
    one_each = len(written) == len(named) + len(numbers) + len(tops)
    if not one_each or len(numbers) != 1 or isinstance(numbers[0], Mapping):
        return None
    if any(isinstance(top, bool) or top != scale.high for top in tops):
        return None
    if not all(value is None or isinstance(value, str) for value in named.values()):
        return None
    return read_score(numbers[0], scale)


def looks_like_a_score(value: object) -> bool:
    """Whether a value could be taken for a number: a number, or words that begin or end with one."""
    if isinstance(value, str):
        return bool(re.match(r"\W{0,3}\d", value)) and len(value) <= 20
    if isinstance(value, Mapping):
        value = list(value.values())
    if isinstance(value, list):
        return any(looks_like_a_score(part) for part in value)
    return isinstance(value, (int, float, Decimal)) and not isinstance(value, bool)


def read_fallacy(written: object) -> str | None:
    """The known fallacy meant, in any spelling of its words: `Strawman`, `straw-man fallacy`."""
    if not isinstance(written, str):
        return None
    letters = re.sub(r"[^a-z]", "", written.casefold()).removesuffix("fallacy")
    return next((known for known in FALLACIES if known.replace("_", "") == letters), None)


def read_confidence(written: object) -> float | None:
    """A number from 0 to 1, or a marked percentage as its share; anything else was not given."""
    if isinstance(written, str):
        text = written.strip().casefold()
        if percent := _PERCENT.fullmatch(text):
            written = Decimal(percent.group(1)) / 100
        elif re.fullmatch(r"[01]?\.?[0-9]{1,12}", text):
            written = Decimal(text)
    share = _number(written, 0, 1)
    return None if share is None else float(share)


def read_number(written: object, low: float, high: float) -> float | None:
    """The number meant, fractions too, when it lies within `low` and `high`; NaN, `1e2` in words and `7,5` are none."""
    if isinstance(written, str):
        match = _NUMBER.fullmatch(written.strip(" \t\r\n").translate(_DIGITS))
        if not match or (match.group(2) is not None and Decimal(match.group(2)) != Decimal(str(high))):
            return None
        written = Decimal(match.group(1))
    number = _number(written, low, high)
    return None if number is None else float(number)


def read_whole(written: object, low: int, high: int) -> int | None:
    number = read_number(written, low, high)
    return int(number) if number is not None and number.is_integer() else None


def read_word(written: object, words: Sequence[Word]) -> Word | None:
    """The word of the list meant, in any letter case and with spaces or hyphens for `_`; ASCII only."""
    if not isinstance(written, str) or not written.isascii():
        return None
    plain = re.sub(r"[ _-]+", "_", written.strip(" \t\r\n")).casefold()
    return next((word for word in words if word.casefold() == plain), None)


def read_text(written: object) -> str | None:
    """Words fit for storing: NUL and lone surrogates shown as U+FFFD. A list of lines is one text; else None."""
    if isinstance(written, list) and written and all(isinstance(line, str) for line in written):
        written = "\n".join(written)
    return storable(written) if isinstance(written, str) else None


_PLACEHOLDER = re.compile(r"<[^<>\n]{1,60}>")
MAX_FIELD = 8_000
"""Characters of one field that are kept, at most: more than a thousand words."""
_WORD = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]|[^\W_]+(?:['’\-][^\W_]+)*")


@dataclass(kw_only=True)
class Notes:
    """What was noticed while reading: `faults` to ask again with, and `warnings` of what was left out or fell short."""

    final: bool = False
    faults: list[str] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)

    def fault(self, sentence: str, then: str = "") -> None:
        """`then` says what was done about it at the last reading."""
        if self.final:
            self.warn(f"{sentence} {then}".strip())
        elif sentence not in self.faults:
            self.faults.append(sentence)

    def warn(self, sentence: str) -> None:
        if sentence not in self.warnings:
            self.warnings.append(sentence)


def cut_short(text: str) -> str:
    """As much of a field as is kept, with a mark where it was more.

    >>> cut_short("short"), len(cut_short("x" * 9_000))
    ('short', 8000)
    """
    return text if len(text) <= MAX_FIELD else text[: MAX_FIELD - 1] + "…"


def is_placeholder(text: str) -> bool:
    """Whether a value is what the form shows in its place: an answer that still holds it says nothing.

    >>> is_placeholder("<claim>"), is_placeholder("x < y > z")
    (True, False)
    """
    return _PLACEHOLDER.fullmatch(text) is not None


def is_object(value: object) -> TypeGuard[Mapping[str, object]]:
    return isinstance(value, dict)


def pick(entry: Mapping[str, object], name: str) -> object:
    """The value of a field, its name read without regard to case; None where it is missing or there are two."""
    if name in entry:
        return entry[name]
    values = [value for key, value in entry.items() if key.strip().casefold() == name]
    return values[0] if len(values) == 1 else None


def objects_under(value: object, name: str, *, marked_by: str) -> list[object] | None:
    """The list an answer holds under `name`, or None. A bare list or object counts if one has the field `marked_by`."""
    if isinstance(value, list):
        return value if any(is_object(entry) and marked_by in entry for entry in value) else None
    if not is_object(value):
        return None
    value_here = pick(value, name)
    if isinstance(value_here, list):
        return value_here
    if is_object(value_here) and marked_by in value_here:
        return [value_here]
    return [value] if marked_by in value else None


def plain(value: object) -> str | None:
    """A value as text: text, a number or a list of texts; None for anything else, `""` for null."""
    if value is None:
        return ""
    if isinstance(value, str):
        text = storable(value).strip()
        return None if is_placeholder(text) else text
    if isinstance(value, (int, Decimal)) and not isinstance(value, bool):
        return str(value)
    if isinstance(value, list) and value and all(isinstance(part, str) for part in value):
        return "\n".join(storable(part).strip() for part in value)
    return None


def text_of(entry: Mapping[str, object], name: str, where: str, notes: Notes) -> str:
    """The text of a field; what is wrong with it is noted under `where`, and its words are still given."""
    value = pick(entry, name)
    text = plain(value)
    if value is None:
        notes.fault(f"{where}: {name} is missing.")
    elif text is None and isinstance(value, str):
        notes.fault(f"{where}: {name} still holds the placeholder of the form.", "It was left out.")
    elif text is None:
        notes.fault(f"{where}: {name} should be plain text; something else came.", "Its words were kept.")
    return words_of(value) if text is None else text


def words_for_certain(entry: Mapping[str, object], name: str, where: str, notes: Notes) -> str:
    """The text of a field that has to hold words."""
    words = text_of(entry, name, where, notes)
    if not words and pick(entry, name) is not None:
        notes.fault(f"{where}: {name} holds no words.")
    return words


def texts_of(entry: Mapping[str, object], name: str, notes: Notes) -> tuple[str, ...]:
    """The texts of a list field; a single text counts as a list of one."""
    value = pick(entry, name)
    if value is None:
        notes.fault(f"{name} is missing.", "Nothing is recorded under it.")
        return ()
    items = value if isinstance(value, list) else [value]
    if any(plain(item) is None for item in items):
        notes.fault(
            f"{name} should be a list of plain sentences; something else came.", "Its words were kept."
        )
    return tuple(text for item in items if (text := words_of(item)))


def words_of(value: object) -> str:
    """Every word of a value, placeholders apart."""
    return "\n".join(text for text in texts_in(value) if text and not is_placeholder(text))


def tags_of(entry: Mapping[str, object]) -> str:
    """The tags of a simulated speaker, which no other keeps; empty where they have another form."""
    tags = entry.get("tags")
    return tags if isinstance(tags, str) and SIMULATED_TAGS.fullmatch(tags) else ""


def words_came(text: str) -> str:
    """The words of an answer that could not be read; without the brackets of a form, where that loses none."""
    words, whole = readable(text).strip(), storable(text).strip()
    return words if _WORD.findall(words)[-1:] == _WORD.findall(whole)[-1:] else whole


def word_count(text: str) -> int:
    """How many words: a hyphenated or elided word is one; where a script has no spaces, each character is."""
    return len(_WORD.findall(text))


def is_bare(entry: object) -> bool:
    return not words_of(entry)


def texts_in(value: object) -> Iterator[str]:
    """Every plain value in a value, as text."""
    if isinstance(value, dict):
        for inner in value.values():
            yield from texts_in(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from texts_in(inner)
    elif value is not None:
        yield storable(str(value)).strip()
