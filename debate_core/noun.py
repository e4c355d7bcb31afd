"""What every stored or reported noun is: a value that can't change and takes no field it doesn't know; how its parts
stand in JSON; and why one could not be made, in words.

Knows pydantic only. Invariant: what stood where a fault is, is never quoted, but by a noun's own words.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel, ConfigDict, SerializerFunctionWrapHandler, ValidationError, model_serializer

_OWN = "value_error"
_WORDS = {"extra_forbidden": "a field that this version does not know"}


class Noun(BaseModel):
    """A frozen value; an unknown field is refused."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Keys:
    """Annotates a field of a ``FlatNoun``: in JSON its parts stand under these keys in place of the field, those in
    ``same`` under their own names."""

    def __init__(self, *same: str, **named: str) -> None:
        self.parts = named | dict(zip(same, same, strict=True))


class FlatNoun(Noun):
    """A noun in whose JSON the parts of some fields stand beside its other fields, as their ``Keys`` say."""

    @classmethod
    def keys_of(cls, name: str) -> Mapping[str, str]:
        """The key of each part of a field; empty where it stands as it is."""
        field = cls.model_fields.get(name)
        return next((one.parts for one in field.metadata if isinstance(one, Keys)), {}) if field else {}

    @model_serializer(mode="wrap")
    def _flat(self, dump: SerializerFunctionWrapHandler) -> dict[str, Any]:
        shown: dict[str, Any] = {}
        for name, value in dump(self).items():
            keys = self.keys_of(name)
            shown |= {key: value[part] for part, key in keys.items()} if keys else {name: value}
        return shown


@dataclass(frozen=True, kw_only=True)
class Fault:
    """One thing that keeps a noun from being made: where, from the outside in, and what was expected there; `own`: the
    noun says it itself, and what it is about."""

    place: tuple[str | int, ...]
    words: str
    own: bool


def faults_of(error: ValidationError) -> list[Fault]:
    """Everything that kept a noun from being made."""
    return [
        Fault(
            place=one["loc"],
            words=_WORDS.get(one["type"], one["msg"].removeprefix("Value error, ")),
            own=one["type"] == _OWN,
        )
        for one in error.errors(include_url=False, include_context=False, include_input=False)
    ]


def faults_said(error: ValidationError, before: str = "") -> str:
    """Everything that kept a noun from being made, each fault after its place, as who wrote a file or an option reads
    it; `before` stands before each place."""
    said = ((".".join(map(str, one.place)), one.words) for one in faults_of(error))
    return "; ".join(f"{before}{place}: {words}" if place else words for place, words in said)
