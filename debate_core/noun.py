"""What every stored or reported noun is: a value that can't change and takes no field it doesn't know; and why one
could not be made, in words.

Knows pydantic only. Invariant: what stood where a fault is, is never quoted, but by a noun's own words.
"""

from dataclasses import dataclass

from pydantic import BaseModel, ConfigDict, ValidationError

_OWN = "value_error"
_WORDS = {"extra_forbidden": "a field that this version does not know"}


class Noun(BaseModel):
    """A frozen value; an unknown field is refused."""

    model_config = ConfigDict(frozen=True, extra="forbid")


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
