"""The records of a JSON, JSON Lines or CSV file, and the innermost of them with the fields of all around them."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from debate_core.ratings.lines import Faults, cell_text, rows_of, separator_of

Fields = Mapping[str, Any]
HELD = frozenset({"choices", "rating", "number", "value", "score"})
"""An object with one of these is what that holds."""
_SHORT = 5
"""A list this short has its members as fields of their own, by place."""


def is_json(text: str) -> bool:
    return text.lstrip()[:1] in ("{", "[") and bool(text.strip())


def document_of(text: str) -> Any:
    """What a JSON text holds, or the list of what its lines hold. Raises RatingsRefused.

    >>> document_of('{"a": 1}\\n{"a": 2}'), document_of('{"a": 1}')
    ([{'a': 1}, {'a': 2}], {'a': 1})
    """
    faults = Faults()
    try:
        return json.loads(text, parse_constant=_no_number)
    except RecursionError:
        faults.refuse(1, "JSON", "brackets within brackets without end")
    except ValueError as error:
        lines = [(at, line) for at, line in enumerate(text.splitlines(), start=1) if line.strip()]
        if len(lines) < 2 or not lines[1][1].lstrip().startswith("{"):
            faults.refuse(getattr(error, "lineno", 1), "JSON", str(error).partition(": line")[0])
    return [_line(at, line, faults) for at, line in lines]


def _line(at: int, line: str, faults: Faults) -> Any:
    try:
        return json.loads(line, parse_constant=_no_number)
    except (ValueError, RecursionError) as error:
        faults.refuse(at, "one JSON object on each line", str(error).partition(": line")[0])


def _no_number(word: str) -> None:
    """NaN and Infinity are no JSON; some tools write them for a score that is missing."""


def table_records(text: str) -> list[Fields]:
    """The rows of a CSV under its header. Raises RatingsRefused."""
    faults = Faults()
    rows = rows_of(text, faults, separator_of(text, faults))
    header = next(rows, None)
    if header is None:
        return []
    result: list[Fields] = []
    for row in rows:
        if len(row.cells) != len(header.cells):
            faults.add(row.line, f"{len(header.cells)} values as in the header", str(len(row.cells)))
        result.append({name: _cell(cell) for name, cell in zip(header.cells, row.cells, strict=False)})
    faults.close()
    return result


def _cell(text: str) -> Any:
    """What a cell holds: some tools put JSON into it."""
    if text[:2] in ("[{", '["', '{"'):
        try:
            result = json.loads(text)
        except (ValueError, RecursionError):
            return text
        return value_text(result) if isinstance(result, dict) and HELD & result.keys() else result
    return text


def innermost(
    value: Any, steps: tuple[str, ...], prefix: str = "", around: Fields | None = None
) -> Iterator[Fields]:
    """The records that ``steps`` lead to, each flat, with the fields met on the way under their paths. A step is a
    field's name, ``[]`` for each of a list, or ``{}`` for each of an object, whose key becomes the field ``key``.

    >>> task = {"id": 7, "votes": [{"by": "Ann", "score": 1}, {"by": "Bo", "score": 2}]}
    >>> [(one["id"], one["votes.by"]) for one in innermost([task], ("[]", "votes", "[]"))]
    [(7, 'Ann'), (7, 'Bo')]
    """
    around_it = around or {}
    if not steps:
        if isinstance(value, dict):
            yield {**around_it, **_flat(value, prefix)}
        return
    step, rest = steps[0], steps[1:]
    if step == "[]":
        for one in value if isinstance(value, list) else ():
            yield from innermost(one, rest, prefix, around_it)
    elif step == "{}":
        for key, one in (value if isinstance(value, dict) else {}).items():
            yield from innermost(
                one if rest or isinstance(one, dict) else {"value": one},
                rest,
                prefix,
                {**around_it, f"{prefix}key": key},
            )
    elif isinstance(value, dict):
        others = {name: one for name, one in value.items() if name != step}
        yield from innermost(
            value.get(step), rest, f"{prefix}{step}.", {**around_it, **_flat(others, prefix)}
        )


def _flat(value: Mapping[str, Any], prefix: str) -> dict[str, Any]:
    result: dict[str, Any] = {}
    for name, one in value.items():
        if isinstance(one, dict):
            result |= _flat(one, f"{prefix}{name}.")
            continue
        result[f"{prefix}{name}"] = one
        if isinstance(one, list) and len(one) <= _SHORT:
            result |= {f"{prefix}{name}.{at}": member for at, member in enumerate(one)}
    return result


def value_text(value: Any) -> str:
    """A field as the cell of a table; several labels in one are one label, in the order of the alphabet.

    >>> value_text(["b", "a"]), value_text([{"rating": 4}]), value_text(True), value_text(None), value_text(4.0)
    ('a + b', '4', 'true', '', '4')
    """
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, float):
        return repr(value).removesuffix(".0")
    if isinstance(value, dict):
        inner = next((value[name] for name in sorted(HELD) if name in value), None)
        return value_text(inner)
    if isinstance(value, list):
        return " + ".join(sorted(value_text(one) for one in value))
    return " ".join(str(value).split())


def names_of(records: list[Fields]) -> list[str]:
    """Every field of the first records that is no text of several lines, in the order of first appearance."""
    return list(
        dict.fromkeys(
            name for one in records[:200] for name, value in one.items() if not isinstance(value, list)
        )
    )


def fields_text(names: list[str]) -> str:
    return ", ".join(map(cell_text, names[:12])) + (" …" if len(names) > 12 else "")
