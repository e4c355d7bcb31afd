"""What may be chosen: a number in a range, one of a few, a switch; declared once, at the field that holds the choice.

A field says its option in its type: `gap: Annotated[float, Number(...)] = 1.0`. Its check, its text in addresses and
commands, its help and its widget come from that. Nothing is clamped: what isn't allowed is refused.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Generic, TypeAlias, TypeVar, get_type_hints

Noun = TypeVar("Noun")
_SWITCH = {"yes": True, "no": False, "true": True, "false": False}


@dataclass(frozen=True, kw_only=True)
class _Told:
    """What is said of an option: its `title`, in `words` what it decides, and `under` the presets of rules that
    look at it (empty where every preset does)."""

    title: str
    words: str
    under: Collection[str] = ()

    def applies(self, preset: str) -> bool:
        """Whether a preset of rules looks at it."""
        return not self.under or preset in self.under

    def read(self, text: str) -> Any:
        """The value that a text names; other text comes back as it is, to be refused."""
        return text

    def written(self, value: Any) -> str:
        """The value as a text that `read` takes; empty for None."""
        return value or ""


@dataclass(frozen=True, kw_only=True)
class Number(_Told):
    """A number from `least` to `most`, both included; `unit` as a reader sees it.

    `step` is what a click changes it by; `whole` takes whole numbers only; `percent` is a share that pages show in
    percent.
    """

    least: float
    most: float
    step: float = 0.05
    unit: str = ""
    whole: bool = False
    percent: bool = False

    @property
    def expected(self) -> str:
        unit = f" ({self.unit})" if self.unit else ""
        return f"a {'whole ' if self.whole else ''}number from {self.least:g} to {self.most:g}{unit}"

    def allows(self, value: Any) -> bool:
        return isinstance(value, int if self.whole else int | float) and self.least <= value <= self.most

    def read(self, text: str) -> Any:
        try:
            return int(text) if self.whole else float(text)
        except ValueError:
            return text

    def written(self, value: Any) -> str:
        return f"{value:g}"


@dataclass(frozen=True, kw_only=True)
class Switch(_Told):
    """On or off."""

    @property
    def expected(self) -> str:
        return "yes or no"

    def allows(self, value: Any) -> bool:
        return isinstance(value, bool)

    def read(self, text: str) -> Any:
        return _SWITCH.get(text.casefold(), text)

    def written(self, value: Any) -> str:
        return "yes" if value else "no"


@dataclass(frozen=True, kw_only=True)
class OneOf(_Told):
    """One of a few words, each with what a person reads for it; `nothing` is read where None may stand."""

    options: Mapping[str, str]
    nothing: str = ""

    @property
    def expected(self) -> str:
        return f"one of {', '.join(self.options)}"

    def allows(self, value: Any) -> bool:
        return value in self.options or (value is None and bool(self.nothing))


Option: TypeAlias = Number | Switch | OneOf


@cache
def options_of(noun: Any) -> Mapping[str, Option]:
    hints = get_type_hints(noun, include_extras=True)
    return {
        name: option
        for name, hint in hints.items()
        for option in getattr(hint, "__metadata__", ())
        if isinstance(option, Option)
    }


def check(chosen: Any) -> None:
    for name, option in options_of(chosen.__class__).items():
        _refuse(name, option, getattr(chosen, name))


def _refuse(name: str, option: Option, value: Any) -> None:
    if not option.allows(value):
        raise ValueError(f"{name}: expected {option.expected}, got {value!r}")


def changed(chosen: Any) -> dict[str, str]:
    usual = chosen.__class__()
    return {
        name: option.written(getattr(chosen, name))
        for name, option in options_of(chosen.__class__).items()
        if getattr(chosen, name) != getattr(usual, name)
    }


@dataclass(frozen=True, kw_only=True)
class Read(Generic[Noun]):
    """What words say of a noun; `refused`: those not taken, and what was expected."""

    found: Noun
    refused: tuple[str, ...]


def read(noun: type[Noun], words: Mapping[str, str]) -> Read[Noun]:
    """Read an address or a command line; what is refused stays as usual, and unknown names are passed over."""
    kind: Any = noun
    values, refused = {}, []
    for name, option in options_of(kind).items():
        if name in words:
            value = option.read(words[name])
            try:
                _refuse(name, option, value)
                values[name] = value
            except ValueError as error:
                refused.append(str(error))
    return Read(found=noun(**values), refused=tuple(refused))
