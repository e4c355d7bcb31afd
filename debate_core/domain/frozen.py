"""What every stored or reported value is: a frozen value whose faults are told without quoting what stood there, and
which says of each null in its JSON why it is one.

A field that can be null has its reason as `Null`; else the object's own `reason` tells. In JSON:

- an object that holds a null says why in its own `reason`, or else in `why_null`, by the name of the field;
- a null inside a mapping (`raw` by judge, `sides` by side) is told under the mapping's name;
- where the parts of an estimate stand in its owner, its reason is told there, too;
- what only explains something else (`reason`, `gap_reason`, `cause`, `note`, `why` …) needs no reason.
"""

import dataclasses
from collections.abc import Callable, Mapping
from typing import Any, TypeVar, dataclass_transform

from pydantic import BaseModel, ConfigDict, SerializerFunctionWrapHandler, ValidationError, model_serializer
from pydantic_core import ErrorDetails

from debate_core.domain.errors import SetUpError

ModelT = TypeVar("ModelT", bound=BaseModel)

_OWN = "value_error"
_LISTED = 12
_EXPECTED = {
    "extra_forbidden": "a field that this version does not know",
    "missing": "expected a value; none is there",
    "greater_than_equal": "expected {ge:.15g} or more",
    "greater_than": "expected more than {gt:.15g}",
    "less_than_equal": "expected {le:.15g} at most",
    "less_than": "expected less than {lt:.15g}",
    "literal_error": "expected {expected}",
    "string_too_short": "expected {min_length} or more characters",
    "string_too_long": "expected at most {max_length} characters",
    "too_short": "expected {min_length} or more of them",
    "too_long": "expected at most {max_length} of them",
    "finite_number": "expected a finite number",
    "string_unicode": "expected words that can be written",
    "invalid_key": "expected names that are words",
}
_KINDS = {
    "int": "a whole number",
    "float": "a number",
    "decimal": "a number",
    "bool": "yes or no",
    "string": "words",
    "list": "a list",
    "tuple": "a list",
    "dict": "an object",
    "model": "fields of its own",
}
"""What was expected where a value is of another kind, by the beginning of the validation library's name for it."""
_FORMS = {
    r"^[a-z][a-z0-9_-]{0,30}$": "a short name: lower-case letters, digits, - and _, a letter first",
    r"^[0-9a-f]{64}$": "64 digits and letters from a to f",
}
"""What a pattern asks for."""
EXPLAINS = frozenset(("reason", "cause", "fault", "note", "no_judges", "too_early", "why", "why_null")) | {
    f"{part}_reason" for part in ("robustness", "gap", "interval", "tipping")
}


@dataclass_transform(frozen_default=True, kw_only_default=True, field_specifiers=(dataclasses.field,))
class FrozenValue:
    """Every class that extends it is a frozen dataclass, made by keywords alone: a value that needs no check."""

    def __init_subclass__(cls, *, eq: bool = True, **more: Any) -> None:
        super().__init_subclass__(**more)
        dataclasses.dataclass(frozen=True, kw_only=True, eq=eq)(cls)


class FrozenModel(BaseModel):
    """A frozen value that is checked when it is made; an unknown field is refused."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Null:
    """Annotates a field that may hold None: `why`, in words, or a function of its object that tells."""

    def __init__(self, why: str | Callable[[Any], str | None]) -> None:
        self.why = why


class Keys:
    """Annotates a field of a ``FlatModel``: its parts' JSON keys; those in ``same`` keep their names."""

    def __init__(self, *same: str, **named: str) -> None:
        self.parts = named | dict(zip(same, same, strict=True))


class FlatModel(FrozenModel):
    """A model in whose JSON the parts of some fields stand beside its other fields."""

    @classmethod
    def keys_of(cls, name: str) -> Mapping[str, str]:
        field = cls.model_fields.get(name)
        return next((one.parts for one in field.metadata if isinstance(one, Keys)), {}) if field else {}

    @model_serializer(mode="wrap")
    def _flat(self, dump: SerializerFunctionWrapHandler) -> dict[str, Any]:
        flat: dict[str, Any] = {}
        for name, value in dump(self).items():
            keys = self.keys_of(name)
            flat |= {key: value[part] for part, key in keys.items()} if keys else {name: value}
        return flat


def explain(value: Any, dumped: Any) -> None:
    """Put `why_null` into what `value` was dumped to: into every object that has a null to explain."""
    if isinstance(value, BaseModel):
        _explain_object(value, dumped)
    elif isinstance(value, Mapping):
        for inner, value_dumped in zip(value.values(), dumped.values(), strict=True):
            explain(inner, value_dumped)
    elif isinstance(value, tuple):
        for inner, value_dumped in zip(value, dumped, strict=True):
            explain(inner, value_dumped)


def _explain_object(model: BaseModel, dumped: dict[str, Any]) -> None:
    reasons: dict[str, str | None] = {}
    for name, field in type(model).model_fields.items():
        value = getattr(model, name)
        if isinstance(model, FlatModel) and (keys := model.keys_of(name).values()):
            if "reason" not in keys:
                reasons |= {key: value.reason for key in keys if dumped.get(key, "") is None}
            continue
        key = name if name in dumped else str(field.serialization_alias)
        if key not in dumped:
            continue  # Left out by whoever asked for the dump.
        null = value is None or (isinstance(value, Mapping) and None in value.values())
        if null and name not in EXPLAINS:
            for why in (one.why for one in field.metadata if isinstance(one, Null)):
                reasons[key] = why(model) if callable(why) else why
        explain(value, dumped[key])
    if reasons:
        dumped["why_null"] = reasons


class Fault(FrozenValue):
    """One thing that keeps a model from being made: where, and what was expected; `own`: said by the model itself."""

    place: tuple[str | int, ...]
    words: str
    own: bool


def faults_of(error: ValidationError) -> list[Fault]:
    return [
        Fault(place=one["loc"], words=_words(one), own=one["type"] == _OWN)
        for one in error.errors(include_url=False, include_input=False)
        if one["type"] != "default_factory_not_called"  # The fault of another field, which is listed itself.
    ]


def _words(fault: ErrorDetails) -> str:
    """What was expected, in our words, or in the model's own."""
    kind, limits = fault["type"], fault.get("ctx", {})
    if kind == _OWN:
        return fault["msg"].removeprefix("Value error, ")
    if kind in _EXPECTED:
        return _EXPECTED[kind].format(**limits)
    if kind == "string_pattern_mismatch":
        return f"expected {_FORMS.get(limits['pattern'], 'words of another form')}"
    first, _, rest = kind.partition("_")
    of_kind = rest.startswith(("type", "parsing", "from_float", "attributes_type"))
    return f"expected {_KINDS[first]}" if of_kind and first in _KINDS else "expected another value"


def faults_text(error: ValidationError, before: str = "") -> str:
    """The first faults in words, each after its place, and how many more; `before` stands before each place."""
    faults = faults_of(error)
    pairs = ((".".join(map(str, one.place)), one.words) for one in faults[:_LISTED])
    text = "; ".join(f"{before}{place}: {words}" if place else f"{before}{words}" for place, words in pairs)
    return text + (f" … and {len(faults) - _LISTED} more" if len(faults) > _LISTED else "")


def build(kind: type[ModelT], values: Mapping[str, Any], before: str = "") -> ModelT:
    """A model of these values. Raises SetUpError with what of them it can't be; `before` stands before each place."""
    try:
        return kind.model_validate(values)
    except ValidationError as error:
        raise SetUpError(faults_text(error, before)) from error
