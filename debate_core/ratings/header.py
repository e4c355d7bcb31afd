"""A table of ratings, and what its columns are by their names and what was said of them."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Literal

from debate_core.domain.imported import ROLES, CsvOptions, Role, RowsAre
from debate_core.measuring.arrays import Floats
from debate_core.ratings.cells import number_in
from debate_core.ratings.lines import Faults, TableRow, cell_text, names_text

Form = Literal["long", "wide"]


@dataclass(frozen=True, kw_only=True, eq=False)
class RatingsTable:
    """``ratings`` (n_judges, n_items), NaN missing, judges and items in the order of their first appearance.

    An item on several dimensions is as many items of the table, named after both. ``dimensions``, ``segments`` and
    ``clusters``: what each item belongs to, None without such a column; ``subjects``: how many items there are when one
    on several dimensions counts once. ``labels``: where the scores are labels, what the places 0, 1, … stand for.
    ``places`` (n_judges, n_items): what kappa is of, as places among ``categories``: standings where the table
    ``has_standings``, else scores that are labels; None without either. ``declared``: ``categories`` are all that could
    be given; ``ordered``: they ascend. ``notes``: what a reader should know of how it was read. ``pairs``: where each
    item is two to choose from, the question and the two in the order shown.
    """

    form: Form
    judges: tuple[str, ...]
    items: tuple[str, ...]
    ratings: Floats
    subjects: int
    dimensions: tuple[str, ...] | None = None
    segments: tuple[str, ...] | None = None
    clusters: tuple[str, ...] | None = None
    labels: tuple[str, ...] | None = None
    places: Floats | None = None
    has_standings: bool = False
    categories: tuple[str, ...] = ()
    declared: bool = True
    ordered: bool = True
    notes: tuple[str, ...] = ()
    pairs: tuple[tuple[str, str, str], ...] | None = None


BETWEEN = " · "
"""Between an item and its dimension in the name of both."""
SHOWN = ("first", "second")
"""The columns that name the two a judge chose from, in the order shown."""
BESIDE = " before "
TIE = "tie"
NEEDED: tuple[Role, ...] = ("judge", "item", "score")
_NAMES: Mapping[Role, str] = {
    "judge": "judge rater annotator coder reviewer evaluator grader assessor observer labeler labeller scorer marker "
    "examiner worker juror expert respondent referee",
    "item": "item unit subject argument document doc question example instance sample case object target text essay "
    "image sentence prompt task stimulus answer patient passage",
    "score": "score rating value label grade mark code category annotation judgment judgement points",
    "standing": "standing",
    "dimension": "dimension criterion aspect trait attribute",
    "segment": "segment stratum subgroup subset",
    "cluster": "cluster source",
}
_KNOWN: Mapping[str, Role] = {name: role for role in ROLES for name in _NAMES[role].split()}
_NUMBERED: tuple[Role, ...] = ("judge", "item", "cluster")
"""A column of these may be called by an id, a name or a number: ``rater_id``."""
_TAIL = re.compile(r"[\s_.-]+(?i:id|ids|name|no|nr|number|key)$|(?<=[a-z])(?:ID|Id|No|Nr)$")
_COUNTED = re.compile(r"[\s_.-]*[0-9]+$")


@dataclass(frozen=True, kw_only=True)
class Columns:
    """``roles``: each one's column; ``scores``: the score columns of a wide table, () in a long one; ``rows``: what a
    wide row is; ``left_out``: columns that don't count."""

    line: int
    names: tuple[str, ...]
    roles: Mapping[Role, int]
    scores: tuple[int, ...] = ()
    rows: RowsAre | None = None
    left_out: tuple[str, ...] = ()

    def at(self, role: Role) -> int | None:
        return self.roles.get(role)


def role_of(name: str) -> Role | None:
    """The role a column's name means, whatever people call it.

    >>> [role_of(name) for name in ("Rater", "doc_id", "annotatorID", "rating", "Criterion", "PRO-1", "rater 1", "id")]
    ['judge', 'item', 'judge', 'score', 'dimension', None, None, 'item']
    """
    plain = name.strip()
    if plain.casefold() == "id":
        return "item"
    if found := _KNOWN.get(plain.casefold()):
        return found
    found = _KNOWN.get(_TAIL.sub("", plain).casefold())
    return found if found in _NUMBERED else None


def columns_of(header: TableRow, told: CsvOptions, faults: Faults) -> Columns:
    said = _said(header, told, faults)
    left = {_place(name, header, "left out", faults) for name in told.left_out}
    free = [place for place in range(len(header.cells)) if place not in left | set(said.values())]
    named = [place for place in free if role_of(header.cells[place])]
    met = set(said) | {role_of(header.cells[place]) for place in named}
    if told.rows is None and len(met & set(NEEDED)) >= 2:
        return _long(header, said, named, faults)
    return _wide(header, told.rows, said, free, faults)


def _said(header: TableRow, told: CsvOptions, faults: Faults) -> dict[Role, int]:
    found = {
        role: _place(name, header, role, faults)
        for role in ROLES
        if (name := told.columns.get(role)) is not None
    }
    if len(set(found.values())) < len(found):
        got = names_text([header.cells[place] for place in found.values()])
        faults.refuse(header.line, "a column each for everything named", got)
    return found


def _place(name: str, header: TableRow, role: str, faults: Faults) -> int:
    cells = [cell.casefold() for cell in header.cells]
    if cells.count(name.strip().casefold()) != 1:
        faults.refuse(
            header.line, f"one column {cell_text(name)} as {role}", f"columns {names_text(header.cells)}"
        )
    return cells.index(name.strip().casefold())


def _long(header: TableRow, said: Mapping[Role, int], named: list[int], faults: Faults) -> Columns:
    """A column for each role, one row a score."""
    roles = dict(said)
    for role in ROLES:
        if role not in roles and (found := _only(role, header, named, faults)) is not None:
            roles[role] = found
    faults.close()
    for role in NEEDED:
        if role not in roles:
            expected = f"a column {role} (name it, or say whether rows are judges or items)"
            faults.add(header.line, expected, f"columns {names_text(header.cells)}")
    faults.close()
    used = set(roles.values())
    others = [cell for place, cell in enumerate(header.cells) if place not in used and cell not in SHOWN]
    return Columns(
        line=header.line,
        names=tuple(header.cells),
        roles=roles,
        left_out=tuple(cell or "(no name)" for cell in others),
    )


def _only(role: Role, header: TableRow, places: list[int], faults: Faults) -> int | None:
    """The column named by the role's own word, or else by another; an ``id`` comes last."""
    able = [place for place in places if role_of(header.cells[place]) == role]
    own = [place for place in able if header.cells[place].casefold() == role]
    telling = [place for place in able if header.cells[place].casefold() != "id"]
    found = own or telling or able
    if len(found) > 1:
        got = names_text([header.cells[place] for place in found])
        faults.add(header.line, f"one column for the {role} (name it)", got)
    return found[0] if found else None


def _wide(
    header: TableRow, rows: RowsAre | None, said: Mapping[Role, int], free: list[int], faults: Faults
) -> Columns:
    if _are_scores(header.cells[1:]):
        expected = "a header with names of judges or items (is there none?)"
        faults.refuse(header.line, expected, f"numbers: {', '.join(header.cells[1:5])}")
    rows = rows or _rows_by_name(header, said, free, faults)
    own: Role = "item" if rows == "items" else "judge"
    parts: tuple[Role, ...] = ("dimension", "segment", "cluster") if rows == "items" else ()
    roles = {role: place for role, place in said.items() if role in (own, "dimension", *parts)}
    named = [place for place in free if role_of(header.cells[place]) in (own, *parts)]
    for role in (own, *parts):
        if role not in roles and (found := _only(role, header, named, faults)) is not None:
            roles[role] = found
    faults.close()
    if own not in roles and free:
        roles[own] = free[0]
    scores = tuple(place for place in free if place not in roles.values())
    if not scores:
        expected = "a header such as judge,item,score, or with a column for each judge or item"
        faults.refuse(header.line, expected, f"columns {names_text(header.cells)}")
    known = {*roles.values(), *scores}
    others = tuple(cell or "(no name)" for place, cell in enumerate(header.cells) if place not in known)
    return Columns(
        line=header.line, names=tuple(header.cells), roles=roles, scores=scores, rows=rows, left_out=others
    )


def _rows_by_name(header: TableRow, said: Mapping[Role, int], free: list[int], faults: Faults) -> RowsAre:
    names = [header.cells[place] for place in free]
    met = set(said) | {role_of(name) for name in names}
    if ("judge" in met) != ("item" in met):
        return "judges" if "judge" in met else "items"
    counted = set(_roles_counted(names[1:]))
    if counted == {"judge"}:
        return "items"
    if counted != {"item"} and len(names) > 1:
        expected = "a first column called judge or item (or say which the rows are)"
        faults.refuse(header.line, expected, cell_text(header.cells[0]) if header.cells[0] else "none")
    return "judges"


def _roles_counted(names: list[str]) -> Iterator[Role | None]:
    for name in names:
        yield role_of(_COUNTED.sub("", name)) if _COUNTED.search(name) else None


def _are_scores(heads: list[str]) -> bool:
    """Numbers that don't count upwards in whole steps: scores where the header should be."""
    numbers = [number_in(head) for head in heads]
    known = [number for number in numbers if number is not None]
    if len(known) < len([head for head in heads if head]) or not known:
        return False
    whole = all(number.is_integer() for number in known)
    return not whole or any(later <= earlier for earlier, later in pairwise(known))


class Parts:
    def __init__(self, roles: Mapping[Role, int]) -> None:
        self.names: list[str] = []
        self._dimension_at = roles.get("dimension")
        self._part_at: dict[Role, int] = {
            role: roles[role] for role in ("segment", "cluster") if role in roles
        }
        self._items: dict[str, int] = {}
        self._places: dict[str | tuple[str, str], int] = {}
        self._dimensions: list[str] = []
        self._of: list[str] = []
        self._parts: dict[tuple[Role, str], tuple[str, int]] = {}

    @property
    def known(self) -> Mapping[str, int]:
        return self._items if self._dimension_at is None and not self._part_at else {}

    @classmethod
    def named(cls, items: Sequence[str]) -> "Parts":
        found = cls({})
        found.names, found._of = list(items), list(items)
        found._items = {item: place for place, item in enumerate(items)}
        return found

    def place(self, row: TableRow, item: str, faults: Faults) -> int:
        key: str | tuple[str, str] = item
        if self._dimension_at is not None:
            key = item, row.cells[self._dimension_at]
            if not key[1]:
                faults.add(row.line, "a dimension's name", "none")
        for role, at in self._part_at.items():
            self._check(role, row, at, item, faults)
        found = self._places.setdefault(key, len(self._places))
        if found == len(self.names):
            self._items.setdefault(item, len(self._items))
            self._of.append(item)
            self._dimensions.append(key[1] if isinstance(key, tuple) else "")
            self.names.append(BETWEEN.join(key) if isinstance(key, tuple) else item)
        return found

    def _check(self, role: Role, row: TableRow, at: int, item: str, faults: Faults) -> None:
        name = row.cells[at]
        first, line = self._parts.setdefault((role, item), (name, row.line))
        if not name:
            faults.add(row.line, f"a {role}'s name", "none")
        elif name != first:
            expected = f"every item in one {role} (or leave the column out)"
            faults.add(
                row.line,
                expected,
                f"{cell_text(name)} for item {cell_text(item)}, {cell_text(first)} on line {line}",
            )

    def table(self, **more: Any) -> RatingsTable:
        split = self._dimension_at is not None
        parts = {
            role: tuple(self._parts[role, item][0] for item in self._of) if role in self._part_at else None
            for role in ("segment", "cluster")
        }
        return RatingsTable(
            items=tuple(self.names),
            subjects=len(self._items),
            dimensions=tuple(self._dimensions) if split else None,
            segments=parts["segment"],
            clusters=parts["cluster"] or (tuple(self._of) if split else None),
            **more,
        )
