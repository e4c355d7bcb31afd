"""The object a live judge answers with, and its fields: read for certain, or noted as a fault.

Knows plain JSON values; not what they mean. Invariant: nothing is clamped or filled in. What does not fit the form is
a fault, to be put right by asking again; what points to nothing that exists is left out, with a remark. Neither quotes
the answer.
"""

import math
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from debate_core.judging.literals import read_name, read_number, read_text, read_whole, read_word
from debate_core.judging.surroundings import ASIDE, DISOWNED, is_disowned, takes_back
from debate_core.prompts.answers import Found, find_object
from debate_core.prompts.fence import sound
from debate_core.prompts.prompt import is_placeholder

CUT = "The answer broke off before its end; write less."
MOST = 12
_TURN = re.compile(r"(?:turn|t)?[ #]{0,2}([1-9][0-9]{0,2})", re.IGNORECASE)
Word = TypeVar("Word", bound=str)


@dataclass(kw_only=True)
class Notes:
    """What was noticed while reading: `faults` to ask again with; `remarks` on what was left out."""

    faults: list[str] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)

    def wrong(self, sentence: str) -> None:
        """Note what was expected and did not come."""
        if sentence not in self.faults:
            self.faults.append(sentence)

    def remark(self, sentence: str) -> None:
        """Note what was left out without harm."""
        if sentence not in self.remarks:
            self.remarks.append(sentence)


@dataclass(frozen=True, kw_only=True)
class Entry:
    """One object of an answer: `where` is how faults name it, empty for the whole answer."""

    fields: Mapping[str, object]
    where: str
    notes: Notes

    def number(self, name: str, high: float) -> float:
        """A number from 0 to `high`. NaN beside a fault."""
        value = read_number(self.fields.get(name), 0, high)
        if value is None:
            self._wrong(f"{name} should be a number from 0 to {high:g}.")
        return math.nan if value is None else value

    def whole(self, name: str, high: int) -> int:
        """A whole number from 0 to `high`; 0 where it is absent, and beside a fault."""
        written = self.fields.get(name)
        value = 0 if written is None else read_whole(written, 0, high)
        if value is None:
            self._wrong(f"{name} should be a whole number from 0 to {high}.")
        return value or 0

    def word(self, name: str, words: Sequence[Word]) -> Word | None:
        """One of `words`; None beside a fault."""
        value = read_word(self.fields.get(name), words)
        if value is None:
            self._wrong(f"{name} should be one of {', '.join(words)}.")
        return value

    def text(self, name: str, *, needed: bool = True) -> str:
        """A text; empty where it is absent. One that is needed and absent, or a placeholder, is a fault."""
        text = sound(read_text(self.fields.get(name)) or "").strip()
        if is_placeholder(text):
            self._wrong(f"{name} still holds the placeholder of the form.")
        elif needed and not text:
            self._wrong(f"{name} should be a text; none came.")
        return text

    def inner(self, name: str) -> "Entry | None":
        """The object under `name`; None beside a fault."""
        value = self.fields.get(name)
        if not isinstance(value, dict):
            self._wrong(f"{name} should be an object.")
            return None
        return as_entry(value, self._named(name), self.notes)

    def entries(self, name: str, called: str) -> list["Entry"]:
        """The objects listed under `name`; none where it is absent, which is remarked on."""
        value = self.fields.get(name)
        if value is None:
            self.notes.remark(f"{self._named(name)} was not given.")
            return []
        if not isinstance(value, list) or not all(isinstance(item, dict) for item in value):
            self._wrong(f"{name} should be a list of objects.")
            return []
        if len(value) > MOST:
            self._wrong(f"{name} should hold {MOST} entries at most.")
            return []
        return [as_entry(item, f"{called} {place}", self.notes) for place, item in enumerate(value, start=1)]

    def turns(self, name: str, known: Collection[int]) -> tuple[int, ...]:
        """The turns cited under `name` that exist, each once; others are left out with a remark."""
        value = self.fields.get(name)
        items = value if isinstance(value, list) else [] if value is None else [value]
        read = [read_turn(item, known) for item in items]
        if None in read:
            self.notes.remark(
                f"{self.where or 'The answer'} cites a turn that does not exist; it was left out."
            )
        return tuple(dict.fromkeys(number for number in read if number is not None))

    def _named(self, name: str) -> str:
        return f"{self.where}: {name}" if self.where else name

    def _wrong(self, sentence: str) -> None:
        self.notes.wrong(self._named(sentence))


def as_entry(value: Mapping[str, object], where: str, notes: Notes) -> Entry:
    """An object under names in our spelling. Two names that are one must have one value."""
    fields: dict[str, object] = {}
    for written, part in value.items():
        name = read_name(written)
        if name in fields and repr(fields[name]) != repr(part):
            notes.wrong(f"{where}: expected each name once." if where else "Expected each name once.")
        fields[name] = part
    return Entry(fields=fields, where=where, notes=notes)


def read_turn(written: object, known: Collection[int]) -> int | None:
    """The number of a known turn, however it is dressed: 3, "3", "turn 3", "T3"; else None."""
    if isinstance(written, str):
        match = _TURN.fullmatch(written.strip()[:20])
        written = int(match[1]) if match else None
    number = read_whole(written, 1, 999)
    return number if number in known else None


def own_entry(text: str, *, shown: str, form: str, notes: Notes) -> tuple[Found, Entry | None]:
    """The one object in an answer that is the judge's own; None beside a fault. `shown` is the words of others that the
    judge saw; `form` says what was expected. Whether it broke off is for the caller to judge."""
    found = find_object(text, transcript=shown)
    value = found.value[0] if isinstance(found.value, list) and len(found.value) == 1 else found.value
    if not isinstance(value, dict):
        for fault in (*found.faults, form):
            notes.wrong(fault)
        return found, None
    if is_disowned(found.around):
        notes.wrong(DISOWNED)
    if any(takes_back(line) for line in found.around.splitlines()):
        notes.wrong(ASIDE)
    return found, as_entry(value, "", notes)
