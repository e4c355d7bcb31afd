"""What may be chosen: a number in a range, one of a few, a switch, words; declared once, at the field that holds it.

A field says its option in its type: `gap: Annotated[float, Number(...)] = 1.0`. From that come the check of its value,
how an address or a command line says it, a command's flag and help, a page's widget and its place in the session. What
an option doesn't allow is refused with what was expected, never clamped or guessed at.
"""

import math
from collections.abc import Collection, Mapping
from dataclasses import field, replace
from decimal import Decimal
from functools import cache, partial
from types import UnionType
from typing import Annotated, Any, Generic, TypeAlias, TypeVar, get_args, get_type_hints

from pydantic import BaseModel, Field, GetCoreSchemaHandler
from pydantic_core import CoreSchema

from debate_core.domain.frozen import FrozenValue

ChoicesT = TypeVar("ChoicesT")


class _Described(FrozenValue):
    """What is said of an option: its `title`, in `words` what it decides; `under` the presets of rules that look at it
    (empty where every preset does); the field that it `needs` to be chosen, to matter; the `format` of debates that it
    is for, where it isn't for all; its `flag` on a command line where that isn't its name; `spoken`: it is about
    speeches only, as what has a format is, so a transcript from elsewhere has no use for it."""

    title: str = field(kw_only=False)
    words: str = field(default="", kw_only=False)
    under: Collection[str] = ()
    needs: str = ""
    format: str = ""
    flag: str = ""
    spoken: bool = False

    @property
    def of_speeches(self) -> bool:
        return self.spoken or bool(self.format)

    def applies(self, preset: str) -> bool:
        return not self.under or preset in self.under

    def read(self, text: str) -> Any:
        """The value that a text names; other text comes back as it is, to be refused."""
        return text

    def as_text(self, value: Any) -> str:
        """The value as a text that `read` takes; empty for None."""
        return value or ""


class Number(_Described):
    """A number from `low` to `high`, both included unless it must be `above` `low`; `unit` as a reader sees it.

    `step` is what a click changes it by; `whole` takes whole numbers only; `percent` is a share that pages show in
    percent; `money` is read as a decimal; `digits` are shown behind the point; `empty` is what a page shows where none
    is chosen.
    """

    low: float = -math.inf
    high: float = math.inf
    above: bool = False
    money: bool = False
    step: float = 0.05
    digits: int | None = None
    empty: str = ""
    unit: str = ""
    whole: bool = False
    percent: bool = False

    @property
    def decimals(self) -> int:
        """How many digits are shown behind the point: as many as its step has, if not said."""
        steps = 0 if self.whole else 1 if self.step * 10 == round(self.step * 10) else 2
        return steps if self.digits is None else self.digits

    @property
    def expected_text(self) -> str:
        unit = f" ({self.unit})" if self.unit else ""
        words, ends = ["a whole number" if self.whole else "a number"], math.isfinite(self.high)
        if math.isfinite(self.low):
            start = "above" if self.above else "from" if ends else "of"
            words.append(f"{start} {self.low:g}{' or more' if start == 'of' else ''}")
        if ends:
            words.append(f"{'and at most' if self.above else 'to'} {self.high:.15g}")
        return " ".join(words) + unit

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        """Its range, as a constraint of a pydantic model's field."""
        low, high = (end if math.isfinite(end) else None for end in (self.low, self.high))
        start = Field(gt=low) if self.above else Field(ge=low)
        return handler.generate_schema(Annotated[source, start, Field(le=high)])

    def allows(self, value: Any) -> bool:
        if not isinstance(value, int if self.whole else int | float | Decimal) or not math.isfinite(value):
            return False
        return self.low <= value <= self.high and not (self.above and value == self.low)

    def read(self, text: str) -> Any:
        """The number; of money to the last digit."""
        try:
            return int(text) if self.whole else Decimal(text) if self.money else float(text)
        except (ValueError, ArithmeticError):
            return text

    def as_text(self, value: Any) -> str:
        return f"{value:g}"


class Switch(_Described):
    """On or off."""

    @property
    def expected_text(self) -> str:
        return "yes or no"

    def allows(self, value: Any) -> bool:
        return isinstance(value, bool)

    def read(self, text: str) -> Any:
        return {"yes": True, "no": False, "true": True, "false": False}.get(text.casefold(), text)

    def as_text(self, value: Any) -> str:
        return "yes" if value else "no"


class OneOf(_Described):
    """One of a few words, each with what a person reads for it, by default those of the field's type; `nothing` is read
    where None may stand. `means`: what choosing each of them does. `many`: any of them, in this order."""

    options: Mapping[str, str] = field(default_factory=dict)
    nothing: str = ""
    means: Mapping[str, str] = field(default_factory=dict)
    many: bool = False

    @property
    def expected_text(self) -> str:
        return f"one of {', '.join(self.options)}"

    def allows(self, value: Any) -> bool:
        return value in self.options or (value is None and bool(self.nothing))


class Words(_Described):
    """What a person writes; `hint` stands where nothing is written."""

    hint: str = ""

    @property
    def expected_text(self) -> str:
        return "words"

    def allows(self, value: Any) -> bool:
        return isinstance(value, str)


Option: TypeAlias = Number | Switch | OneOf | Words
Whole = partial(Number, whole=True, step=1)
"""A whole number."""
Positive = partial(Number, low=0, above=True)


@cache
def options_of(holder: Any) -> Mapping[str, Option]:
    hints = get_type_hints(holder, include_extras=True)
    return {
        name: _with_words(option, hint.__origin__)
        for name, hint in hints.items()
        for option in getattr(hint, "__metadata__", ())
        if isinstance(option, Option)
    }


def _with_words(option: Option, kind: Any) -> Option:
    if not isinstance(option, OneOf) or option.options:
        return option
    words = (one for part in (kind, *get_args(kind)) for one in get_args(part) if isinstance(one, str))
    return replace(option, options={word: word.capitalize() for word in words})


@cache
def part_of(holder: Any, name: str) -> type[BaseModel] | None:
    """The class that a field holds, or may hold; None for a field that holds a value."""
    hint = get_type_hints(holder)[name]
    kinds = get_args(hint) if isinstance(hint, UnionType) else (hint,)
    return next((kind for kind in kinds if isinstance(kind, type) and issubclass(kind, BaseModel)), None)


def check(chosen: Any) -> None:
    for name, option in options_of(chosen.__class__).items():
        _refuse(name, option, getattr(chosen, name))


def _refuse(name: str, option: Option, value: Any) -> None:
    if not option.allows(value):
        raise ValueError(f"{name}: expected {option.expected_text}, got {value!r}")


def changes(chosen: Any) -> dict[str, str]:
    """What differs from the usual, as an address or a command line has it."""
    default = chosen.__class__()
    return {
        name: option.as_text(getattr(chosen, name))
        for name, option in options_of(chosen.__class__).items()
        if getattr(chosen, name) != getattr(default, name)
    }


class OptionsRead(FrozenValue, Generic[ChoicesT]):
    """What words choose of a class with options; `refused`: those not taken, and what was expected."""

    value: ChoicesT
    refused: tuple[str, ...]


def read(holder: type[ChoicesT], words: Mapping[str, str]) -> OptionsRead[ChoicesT]:
    """Read an address or a command line; what is refused stays as usual, and unknown names are passed over."""
    kind: Any = holder
    values, refused = {}, []
    for name, option in options_of(kind).items():
        if name in words:
            value = option.read(words[name])
            try:
                _refuse(name, option, value)
                values[name] = value
            except ValueError as error:
                refused.append(str(error))
    return OptionsRead(value=holder(**values), refused=tuple(refused))
