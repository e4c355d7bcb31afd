"""The form of an answer, declared once: its schema, the words it is asked for in, and its reading."""

import math
import re
from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from debate_core.answers import retraction
from debate_core.answers.fields import (
    MAX_FIELD,
    Notes,
    cut_short,
    is_placeholder,
    read_name,
    read_number,
    read_text,
    read_whole,
    read_word,
)
from debate_core.answers.json import ParsedObject, find_object
from debate_core.answers.prompt import Schema, bullets
from debate_core.domain.frozen import FrozenValue
from debate_core.domain.wording import clip

CUT = "The answer broke off before its end; write less."
MAX_ITEMS = 12
"""Entries of a list that are read at all; how many a prompt asks for is advice."""
_TURN = re.compile(r"(?:turn|t)?[ #]{0,2}([1-9][0-9]{0,2})", re.IGNORECASE)


class Part(FrozenValue, ABC):
    """One field of a form. `means`: the sentence that explains it; `hint`: its placeholder, by default its name."""

    means: str = ""
    hint: str = ""

    @abstractmethod
    def schema(self) -> Schema:
        """The JSON schema of its value."""

    def layout(self, name: str) -> str:
        return f'"<{self.hint or name}>"'

    def read(self, entry: "FormValue", name: str) -> Any:
        """Its value in an answer, what is wrong with it noted; as it came where only its reader knows what it means."""
        return entry.fields.get(name)


class Text(Part):
    """Words. `min_length`: characters below which a debater's say too little; `of_scores`: the top of the scale of the
    scores that they give the reason for, and may not take back."""

    needed: bool = True
    min_length: int = 0
    of_scores: int = 0

    def schema(self) -> Schema:
        return {"type": "string", **({"minLength": self.min_length} if self.min_length else {})}

    def read(self, entry: "FormValue", name: str) -> str:
        """Empty where it is absent. One that is needed and absent, or a placeholder, is a fault."""
        text = (read_text(entry.fields.get(name)) or "").strip()
        if is_placeholder(text):
            entry.fault(f"{name} still holds the placeholder of the form.")
        elif self.needed and not text:
            entry.fault(f"{name} should be a text; none came.")
        if self.of_scores and retraction.disowns(text, high=self.of_scores):
            entry.fault(retraction.DISOWNED)
        if len(text) > MAX_FIELD:
            entry.notes.warn(
                f"{entry.fault_name(name)} is longer than {MAX_FIELD:,} characters; only the first are kept."
            )
        return cut_short(text)


class NumberField(Part):
    """A number from 0 to `high`."""

    high: float

    @property
    def range(self) -> str:
        return f"0 to {self.high:g}"

    def schema(self) -> Schema:
        return {"type": "number"}

    def layout(self, name: str) -> str:
        return f"<{self.hint or self.range}>"

    def read(self, entry: "FormValue", name: str) -> float | None:
        """NaN beside a fault."""
        value = read_number(entry.fields.get(name), 0, self.high)
        if value is None:
            entry.fault(f"{name} should be a number from {self.range}.")
        return math.nan if value is None else value


class Whole(NumberField):
    """A whole number from 0 to `high`; 0 where it is absent."""

    def schema(self) -> Schema:
        return {"type": "integer"}

    def read(self, entry: "FormValue", name: str) -> int:
        written = entry.fields.get(name)
        value = 0 if written is None else read_whole(written, 0, int(self.high))
        if value is None:
            entry.fault(f"{name} should be a whole number from {self.range}.")
        return value or 0


class ChoiceField(Part):
    """One of `words`; any text in the schema where there are none, as servers refuse an empty list."""

    words: Sequence[str]
    needed: bool = True

    def schema(self) -> Schema:
        return {"type": "string", "enum": list(self.words)} if self.words else {"type": "string"}

    def layout(self, name: str) -> str:
        return f'"{self.words[0]}"' if len(self.words) == 1 else super().layout(name)

    def read(self, entry: "FormValue", name: str) -> str | None:
        """None beside a fault, or where it is absent and need not be there."""
        written = entry.fields.get(name)
        value = read_word(written, self.words)
        if value is None and (self.needed or written is not None):
            entry.fault(f"{name} should be one of {', '.join(self.words)}.")
        return value


class Turns(Part):
    """Numbers of turns, out of `known`; others are left out, with a warning."""

    known: Collection[int] = ()

    def schema(self) -> Schema:
        return {"type": "array", "items": {"type": "integer"}}

    def layout(self, name: str) -> str:
        return "[<number>]"

    def read(self, entry: "FormValue", name: str) -> tuple[int, ...]:
        value = entry.fields.get(name)
        items: list[Any] = [] if value is None else [value]
        if isinstance(value, list):
            items = value
        read = {str(item): read_turn(item, self.known) for item in items}
        for item in (item for item, number in read.items() if number is None):
            entry.notes.warn(
                f"{entry.where or name} cites “{clip(item, 20)}”, which is no turn of the debate."
            )
        return tuple(dict.fromkeys(number for number in read.values() if number is not None))


class Texts(Part):
    """A list of words, or of words out of `words`."""

    words: Sequence[str] = ()

    def schema(self) -> Schema:
        return {"type": "array", "items": ChoiceField(words=self.words).schema()}

    def layout(self, name: str) -> str:
        return f'["<{self.hint or name}>"]'


class Fixed(Part):
    """A number asked for in a fixed form and never read."""

    def schema(self) -> Schema:
        return {"type": "number"}

    def layout(self, name: str) -> str:
        return self.hint


class Inner(Part):
    """An object of its own. `bare`: the field that a bare sentence stands for."""

    form: "Form"
    bare: str = ""
    needed: bool = True

    def schema(self) -> Schema:
        return self.form.schema()

    def layout(self, name: str) -> str:
        return self.form.layout

    def read(self, entry: "FormValue", name: str) -> "FormValue | None":
        """None beside a fault, or where it is absent and need not be there."""
        value: Any = _spread(entry.fields.get(name), self.bare)
        if not isinstance(value, dict):
            if self.needed or value is not None:
                entry.fault(f"{name} should be an object.")
            return None
        return as_entry(value, self.form, entry.notes, entry.fault_name(name))


class Many(Part):
    """A list of objects. `called`: what faults call one; `places`: the names of its places, each with its own form if
    `each`; `bare`: the field that a bare sentence stands for."""

    form: "Form"
    called: str = ""
    places: Sequence["Form"] = ()
    each: bool = False
    bare: str = ""
    needed: bool = False
    max_items: int = MAX_ITEMS

    def schema(self) -> Schema:
        places = {"prefixItems": [place.schema() for place in self.places]} if self.places else {}
        return {"type": "array", **places, "items": self.form.schema()}

    def layout(self, name: str) -> str:
        return f"[{', '.join(form.layout for form in (self.places if self.each else [self.form]))}]"

    def read(self, entry: "FormValue", name: str) -> "list[FormValue]":
        """None where it is absent, which is warned about, unless it is needed."""
        value: Any = entry.fields.get(name)
        if value is None and not self.needed:
            entry.notes.warn(f"{entry.fault_name(name)} was not given.")
            return []
        items = [_spread(item, self.bare) for item in value] if isinstance(value, list) else [value]
        if not isinstance(value, list) or not all(isinstance(item, dict) for item in items):
            entry.fault(f"{name} should be a list of objects.")
            return []
        if len(items) > self.max_items:
            entry.fault(f"{name} should hold {self.max_items} entries at most.")
            return []
        return [
            as_entry(item, self.form, entry.notes, f"{self.called} {place}")
            for place, item in enumerate(items, start=1)
        ]


def _spread(value: object, bare: str) -> Any:
    return {bare: value} if bare and isinstance(value, str) else value


@dataclass(frozen=True)
class Form:
    """An object: its fields in order."""

    parts: Mapping[str, Part]

    def schema(self) -> Schema:
        return {
            "type": "object",
            "properties": {name: part.schema() for name, part in self.parts.items()},
            "required": list(self.parts),
            "additionalProperties": False,
        }

    @property
    def layout(self) -> str:
        return "{" + ", ".join(f'"{name}": {part.layout(name)}' for name, part in self.parts.items()) + "}"

    def lines(self) -> str:
        return bullets([f"{name}: {part.means}" for name, part in self.parts.items() if part.means])

    def range(self, name: str) -> str:
        part = self.parts[name]
        assert isinstance(part, NumberField)
        return part.range

    @property
    def expected(self) -> str:
        *names, last = self.parts
        return f"Expected an object with {', '.join(names)} and {last}."


class FormValue(FrozenValue):
    """One object of an answer, read field by field. `where` is how faults name it, empty for the whole answer."""

    fields: Mapping[str, object]
    form: Form
    notes: Notes
    where: str

    def __getitem__(self, name: str) -> Any:
        return self.form.parts[name].read(self, name)

    def values(self) -> dict[str, Any]:
        return {name: self[name] for name in self.form.parts}

    def fault(self, sentence: str) -> None:
        self.notes.fault(self.fault_name(sentence))

    def fault_name(self, name: str) -> str:
        return f"{self.where}: {name}" if self.where else name


def as_entry(value: Mapping[str, object], form: Form, notes: Notes, where: str = "") -> FormValue:
    """An object under names in our spelling. Two names that are one must have one value."""
    fields: dict[str, object] = {}
    for written, part in value.items():
        name = read_name(written)
        if name in fields and repr(fields[name]) != repr(part):
            notes.fault(f"{where}: expected each name once." if where else "Expected each name once.")
        fields[name] = part
    return FormValue(fields=fields, form=form, where=where, notes=notes)


def parse_object(
    text: str, form: Form, *, plain: str, notes: Notes, may_break: str
) -> tuple[ParsedObject, FormValue | None]:
    """The one object in an answer that is the model's own, or None beside a fault. `plain`: the words of others it saw;
    `may_break`: the field within which an answer may break off without a fault."""
    parsed = find_object(text, transcript=plain)
    value = parsed.single
    if value is None:
        for fault in (*parsed.faults, form.expected):
            notes.fault(fault)
        return parsed, None
    if retraction.retracts_scores(parsed.around, low=0, high=100, dimensions=tuple(form.parts)):
        notes.fault(retraction.WITHDRAWN)
    if parsed.cut and (not may_break or parsed.cut[0] != may_break):
        notes.fault(CUT)
    return parsed, as_entry(value, form, notes)


def read_turn(written: object, known: Collection[int]) -> int | None:
    """The number of a known turn, however it is dressed: 3, "3", "turn 3", "T3"; else None."""
    if isinstance(written, str):
        match = _TURN.fullmatch(written.strip())
        written = int(match[1]) if match else None
    number = read_whole(written, 1, 999)
    return number if number in known else None
