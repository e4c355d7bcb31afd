"""Records of a JSON text, of one with an object on each line, or of a table with JSON in its cells, as flat rows."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from json import decoder, scanner
from typing import Any

import numpy as np

from debate_core.domain.wording import KeyTwice, object_once
from debate_core.ratings.cells import UNIT, unit_name, words_of
from debate_core.ratings.header import role_of
from debate_core.ratings.sheet import Faults, Sheet, Texts, grid

Fields = Mapping[str, Any]
HELD = frozenset({"choices", "rating", "number", "value", "score"})
"""An object with one of these is what that holds."""
_AT = "\0at"
_SHORT = 5
"""A list this short has its members as fields of their own, by place."""
_LOOKED_AT = 50


class Records:
    """``document``: the whole value; ``lines``: those of its members, None where they don't stand on lines."""

    def __init__(
        self, document: Any, lines: Sequence[int] | None, text: str = "", header: Sheet | None = None
    ) -> None:
        self.document, self.lines, self._text, self._header = document, lines, text, header
        self._starts: list[int] | None = None

    def first(self, steps: Sequence[str]) -> list[Fields]:
        return list(islice(innermost(self.document, steps), _LOOKED_AT))

    def sheet(self, steps: Sequence[str], *, known: bool) -> Sheet:
        """The records as rows, a column for each field; without lists unless a ``known`` tool wrote them, or
        no other field is the score."""
        if self.lines is None or steps[0] != "[]":
            records = list(innermost(self.document, steps))
            lines = np.arange(1, len(records) + 1)
            faults = Faults(lambda number: self._place_text(number, steps))
        else:
            groups = [list(innermost([one], steps)) for one in self.document]
            records, faults = [one for group in groups for one in group], Faults()
            lines = np.repeat(self.lines, [len(group) for group in groups])
        names = list(dict.fromkeys(name for one in records for name in one))
        if not known:
            lists = {name for one in records[:200] for name in one if isinstance(one[name], list)}
            names = [name for name in names if not lists & {name, name.rpartition(".")[0]}]
            roles = {*map(role_of, names)}
            if "judge" in roles and "score" not in roles:  # Several labels in one are one label.
                names += [name for name in lists if role_of(name) == "score"]
        return Sheet(
            names=tuple(names),
            cells=grid((value_text(one.get(name)) for one in records for name in names), len(names) or 1),
            lines=lines,
            line=self._header.line if self._header else 1,
            faults=self._header.faults if self._header else faults,
        )

    def _place_text(self, number: int, steps: Sequence[str]) -> str:
        """Where a record stands. Only a fault asks, so only then the text is read again with its places."""
        if self._starts is None:
            try:
                placed = innermost(read_json(self._text, _PlacedDecoder()).document, steps)
                self._starts = [
                    next(one[name] for name in reversed([*one]) if name.endswith(_AT)) for one in placed
                ]
            except RecursionError:
                self._starts = []
        line = [self._text.count("\n", 0, at) + 1 for at in self._starts[number - 1 : number]]
        return f"record {number}" + (f" (line {line[0]})" if line else "")


def is_json(text: str) -> bool:
    return text.lstrip("\ufeff \t\r\n")[:1] in ("{", "[")


def read_json(text: str, reader: json.JSONDecoder | None = None) -> Records:
    """Raises RatingsRefused."""
    text, faults = text.removeprefix("\ufeff"), Faults()
    reader = reader or json.JSONDecoder(object_pairs_hook=object_once, parse_constant=_no_number)
    try:
        value = reader.decode(text)
        # One line of JSON Lines is a record; what a tool wraps around its records is none.
        wrapped = isinstance(value, dict) and {"results", "samples", "data"} & value.keys()
        return Records(value if isinstance(value, list) or wrapped else [value], None, text)
    except RecursionError:
        faults.refuse(1, "JSON", "brackets within brackets without end")
    except KeyTwice as error:
        if not error.line:
            return read_json(text, _PlacedDecoder())  # Which knows where.
        faults.refuse(error.line, "each key once", str(error))
    except ValueError as error:
        lines = [(at, line) for at, line in enumerate(text.split("\n"), start=1) if line.strip()]
        if len(lines) < 2 or not lines[1][1].lstrip().startswith("{"):
            faults.refuse(getattr(error, "lineno", 1), "JSON", _break_text(error))
    objects: list[Any] = []
    try:
        objects.extend(reader.decode(line) for _, line in lines)
    except (ValueError, RecursionError) as error:
        faults.refuse(lines[len(objects)][0], "one JSON object on each line", _break_text(error))
    return Records(objects, [at for at, _ in lines], text)


def _break_text(error: Exception) -> str:
    if isinstance(error, json.JSONDecodeError):
        return f"a break at column {error.colno}"
    if isinstance(error, KeyTwice):
        return str(error)
    return "a number or brackets without end"


class _PlacedDecoder(json.JSONDecoder):
    """Puts into each object where in the text it begins."""

    def __init__(self) -> None:
        super().__init__(object_pairs_hook=object_once, parse_constant=_no_number)
        self.parse_object = self._object
        self.scan_once = scanner.py_make_scanner(self)  # type: ignore[attr-defined]

    def _object(self, start: tuple[str, int], *more: Any) -> tuple[Any, int]:
        try:
            value, end = decoder.JSONObject(start, *more)  # type: ignore[attr-defined]
        except KeyTwice as error:
            error.line = error.line or start[0].count("\n", 0, start[1]) + 1
            raise
        return {**value, _AT: start[1]}, end


def _no_number(word: str) -> None:
    """NaN and Infinity are no JSON; some tools write them for a score that is missing."""


def cells_of(sheet: Sheet) -> Records:
    """The rows of a table as records: JSON in a cell is what it says, the fields of an object columns of their own."""
    rows = []
    for cells in sheet.cells:
        row: dict[str, Any] = {}
        for name, cell in zip(sheet.names, map(cell_value, cells), strict=True):
            if isinstance(cell, dict):
                row |= {f"{name}.{key}" if key in sheet.names else key: one for key, one in cell.items()}
            elif cell:
                row[name] = cell
        rows.append(row)
    return Records(rows, sheet.lines.tolist(), header=sheet)


def cell_value(text: str) -> Any:
    """What a cell holds, for some tools put JSON into it: a text, a list, or an object of several scores.

    >>> cell_value("[good"), cell_value('{"rating": 4}'), cell_value('{"clarity": 4, "depth": 3}')
    ('[good', '4', {'clarity': 4, 'depth': 3})
    """
    if text[:1] not in ("[", "{"):
        return text
    try:
        value = json.loads(text, strict=False, object_pairs_hook=object_once)
    except (ValueError, RecursionError):
        return text
    return value_text(value) if isinstance(value, dict) and HELD & value.keys() else value


def one_score_a_cell(sheet: Sheet) -> Sheet:
    """JSON in a cell as one text."""
    if not sheet.has_json:
        return sheet

    def plain(text: str) -> str:
        value = cell_value(text)
        if isinstance(value, str):
            return value
        return value_text(value) or text if '"' in text else text

    return replace(sheet, cells=grid(map(plain, sheet.cells.ravel()), len(sheet.names)))


def without_unit(sheet: Sheet, scores: Sequence[int], texts: Texts) -> tuple[Sheet, Texts]:
    """Scores, and their different ``texts``, bare where all are in percent or out of the same number; it is noted."""
    units = {*map(unit_name, words_of(texts))}
    if len(units) != 1 or not (unit := units.pop()):
        return sheet, texts
    cells = sheet.cells.copy()
    cells[:, scores] = grid((UNIT.sub("", text) for text in cells[:, scores].ravel()), len(scores))
    bare = np.array([UNIT.sub("", text) for text in texts], dtype=object)
    return replace(sheet, cells=cells, notes=(*sheet.notes, f"Numbers in {unit}.")), bare


def steps_of(document: Any) -> list[str]:
    """To the scores of records as nobody known writes them: each of them, or each of a list that they hold.

    >>> steps_of([{"item": 1, "by": [{"grader": "A", "score": 4}]}]), steps_of([{"score": 4, "log": [{"score": 1}]}])
    (['[]', 'by', '[]'], ['[]'])
    """
    for record in document[:_LOOKED_AT]:
        if any(role_of(name) == "score" and not isinstance(one, list) for name, one in record.items()):
            break
        for name, one in record.items():
            members = [member for member in one if isinstance(member, dict)] if isinstance(one, list) else []
            if any(len(member) > 1 and "score" in map(role_of, member) for member in members):
                return ["[]", name, "[]"]
    return ["[]"]


def innermost(
    value: Any, steps: Sequence[str], prefix: str = "", around: Fields | None = None
) -> Iterator[Fields]:
    """The records that ``steps`` lead to, each flat, with the fields met on the way under their paths. A step is a
    field's name, ``[]`` for each of a list, ``{}`` for each of an object, whose key becomes the field ``key``, or ``*``
    with the end of a field's name, for each place of all such lists and of those whose names go on from theirs.

    >>> task = {"id": 7, "votes": [{"by": "Ann", "score": 1}, {"by": "Bo", "score": 2}]}
    >>> [(one["id"], one["votes.by"]) for one in innermost([task], ("[]", "votes", "[]"))]
    [(7, 'Ann'), (7, 'Bo')]
    >>> list(innermost({"id": 7, "tone.votes": [1, 2], "tone.votes.by": ["A", "B"]}, ("*.votes",)))[1]
    {'id': 7, 'key': 'tone', '.votes': 2, '.votes.by': 'B'}
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
            if key != _AT:
                inner = one if rest or isinstance(one, dict) else {"value": one}
                yield from innermost(inner, rest, prefix, {**around_it, f"{prefix}key": key})
    elif step[0] == "*" and isinstance(value, dict):
        others = {name: one for name, one in value.items() if not isinstance(one, list)}
        for stem in [name.removesuffix(step[1:]) for name in value if name.endswith(step[1:])]:
            columns = {
                name.removeprefix(stem): one
                for name, one in value.items()
                if name.startswith(stem + step[1:])
            }
            for members in zip(*(one or () for one in columns.values()), strict=False):
                yield {**_flat(others, prefix), "key": stem, **dict(zip(columns, members, strict=True))}
    elif isinstance(value, dict):
        others = {name: one for name, one in value.items() if name != step}
        outer = {**around_it, **_flat(others, prefix)}
        yield from innermost(value.get(step), rest, f"{prefix}{step}.", outer)


def _flat(value: Fields, prefix: str) -> dict[str, Any]:
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
        return "" if value != value else repr(value).removesuffix(".0")
    if isinstance(value, dict):
        return value_text(next((value[name] for name in sorted(HELD) if name in value), None))
    if isinstance(value, list):
        return " + ".join(sorted(value_text(one) for one in value))
    return " ".join(str(value).split())
