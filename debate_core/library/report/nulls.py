"""Why a value of a report is null, and how the reason gets beside the null. A field that can be null has its reason as
`Null`, fixed or by the case; else the object's own `reason` tells.

In JSON every null stands with its reason:

- an object that holds a null says why in its own `reason`, or else in `why_null`, by the name of the field;
- a null inside a mapping (`raw` by judge, `sides` by side) is told under the mapping's name;
- where the parts of an estimate stand in its owner, its reason is told there, too;
- what only explains something else (`reason`, `gap_reason`, `cause`, `note`, `why` …) needs no reason.
"""

from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel

from debate_core.domain.noun import FlatNoun, Null

EXPLAINS = frozenset(("reason", "cause", "note", "why", "why_null")) | frozenset(
    f"{part}_reason" for part in ("robustness", "gap", "interval", "tipping")
)


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
        if isinstance(model, FlatNoun) and (keys := model.keys_of(name).values()):
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
