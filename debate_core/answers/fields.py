"""Reads the fields of an answer's objects: as text only where that is certain, with a note where it is not."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import TypeGuard, TypeVar

from debate_core.answers.fence import storable
from debate_core.answers.preview import readable

_PLACEHOLDER = re.compile(r"<[^<>\n]{1,60}>")
_TAGS = re.compile(r"[\w:@.; ]{0,4000}", re.ASCII)
KEPT_MOST = 8_000
"""Characters of one field that are kept, at most: more than a thousand words."""
Word = TypeVar("Word", bound=str)
_WORD = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]|[^\W_]+(?:['’\-][^\W_]+)*")


@dataclass(kw_only=True)
class Notes:
    """What was noticed while reading: `faults` to ask again with, and `warnings` of what was left out or fell short."""

    final: bool = False
    faults: list[str] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)

    def wrong(self, sentence: str, then: str = "") -> None:
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
    return text if len(text) <= KEPT_MOST else text[: KEPT_MOST - 1] + "…"


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
    alike = [value for key, value in entry.items() if key.strip().casefold() == name]
    return alike[0] if len(alike) == 1 else None


def objects_under(value: object, name: str, *, marked_by: str) -> list[object] | None:
    """The list an answer holds under `name`, or None where there is none for certain.

    A bare list and a single object count where an object has the field `marked_by`.
    """
    if isinstance(value, list):
        return value if any(is_object(entry) and marked_by in entry for entry in value) else None
    if not is_object(value):
        return None
    held = pick(value, name)
    if isinstance(held, list):
        return held
    if is_object(held) and marked_by in held:
        return [held]
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
        notes.wrong(f"{where}: {name} is missing.")
    elif text is None and isinstance(value, str):
        notes.wrong(f"{where}: {name} still holds the placeholder of the form.", "It was left out.")
    elif text is None:
        notes.wrong(f"{where}: {name} should be plain text; something else came.", "Its words were kept.")
    return words_of(value) if text is None else text


def words_for_certain(entry: Mapping[str, object], name: str, where: str, notes: Notes) -> str:
    """The text of a field that has to hold words."""
    words = text_of(entry, name, where, notes)
    if not words and pick(entry, name) is not None:
        notes.wrong(f"{where}: {name} holds no words.")
    return words


def word_of(entry: Mapping[str, object], name: str, words: Sequence[Word]) -> Word | None:
    """The word out of `words` that a field holds, in any letter case; else None."""
    given = (plain(pick(entry, name)) or "").casefold()
    return next((word for word in words if word == given), None)


def texts_of(entry: Mapping[str, object], name: str, notes: Notes) -> tuple[str, ...]:
    """The texts of a list field; a single text counts as a list of one."""
    value = pick(entry, name)
    if value is None:
        notes.wrong(f"{name} is missing.", "Nothing is recorded under it.")
        return ()
    items = value if isinstance(value, list) else [value]
    if any(plain(item) is None for item in items):
        notes.wrong(
            f"{name} should be a list of plain sentences; something else came.", "Its words were kept."
        )
    return tuple(text for item in items if (text := words_of(item)))


def words_of(value: object) -> str:
    """Every word of a value, placeholders apart."""
    return "\n".join(text for text in texts_in(value) if text and not is_placeholder(text))


def tags_of(entry: Mapping[str, object]) -> str:
    """The tags of a simulated speaker, which no other keeps; empty where they have another form."""
    tags = entry.get("tags")
    return tags if isinstance(tags, str) and _TAGS.fullmatch(tags) else ""


def words_came(text: str) -> str:
    """The words of an answer that could not be read, without the brackets of a form it may have tried."""
    return (readable(text) or storable(text)).strip()


def word_count(text: str) -> int:
    """How many words: a hyphenated or elided word is one; where a script has no spaces, each character is."""
    return sum(1 for _ in _WORD.finditer(text))


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
