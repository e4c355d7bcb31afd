"""A table of ratings, and what its columns are by their names and what was said of them."""

import csv
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal, NoReturn

from debate_core.domain.imported import ROLES, CsvOptions, Role, RowsAre
from debate_core.measuring.arrays import Floats
from debate_core.ratings.cells import number_in
from debate_core.ratings.lines import Faults, cell_text, names_text

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
    item is two to choose from, the question and the two in the order shown. ``lengths``
    (2, n_items): of their texts, in characters.
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
    lengths: Floats | None = None


BETWEEN = " · "
"""Between an item and its dimension in the name of both."""
SHOWN = ("first", "second")
TEXTS = ("first_text", "second_text")
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
SEVERAL: tuple[Role, ...] = ("judge", "item")
"""Made of several columns where somebody names several."""
_NUMBERED: tuple[Role, ...] = ("judge", "item", "cluster")
"""A column of these may be called by an id, a name or a number: ``rater_id``."""
_TAIL = re.compile(r"[\s_.-]+(?i:id|ids|name|no|nr|number|key)$|(?<=[a-z])(?:ID|Id|No|Nr)$")
_COUNTED = re.compile(r"[\s_.-]*[0-9]+$")


@dataclass(frozen=True, kw_only=True)
class Columns:
    """``roles``: the columns of each one; ``scores``: the score columns of a wide table, () in a long one; ``rows``:
    what a wide row is; ``left_out``: columns that don't count."""

    roles: Mapping[Role, tuple[int, ...]]
    scores: tuple[int, ...] = ()
    rows: RowsAre | None = None
    left_out: tuple[str, ...] = ()


def role_of(name: str) -> Role | None:
    """The role a column's name means, whatever people call it.

    >>> [role_of(name) for name in ("Rater", "doc_id", "annotatorID", "rating", "Criterion", "PRO-1", "rater 1", "id")]
    ['judge', 'item', 'judge', 'score', 'dimension', None, None, 'item']
    """
    plain = name.strip().casefold()
    if plain == "id":
        return "item"
    role = _KNOWN.get(_TAIL.sub("", name.strip()).casefold())
    return _KNOWN.get(plain) or (role if role in _NUMBERED else None)


@dataclass(frozen=True)
class Header:
    """The names of a table's columns, and the line they stand on."""

    line: int
    names: Sequence[str]
    faults: Faults

    def columns(self, options: CsvOptions) -> Columns:
        """Raises RatingsRefused where the names and the options don't tell."""
        given = self._given(options.columns)
        left = {self.place(name, "left out") for name in options.left_out}
        taken = left.union(*given.values())
        free = [place for place in range(len(self.names)) if place not in taken]
        roles = set(given) | {role_of(self.names[place]) for place in free}
        if options.rows is None and len(roles & set(NEEDED)) >= 2:
            return self._long(given, free)
        return self._wide(options.rows, given, free)

    def place(self, name: str, role: str) -> int:
        names = [one.casefold() for one in self.names]
        if names.count(name.strip().casefold()) != 1:
            self.refuse(f"one column {cell_text(name)} as {role}")
        return names.index(name.strip().casefold())

    def refuse(self, expected: str, got: str = "") -> NoReturn:
        self.faults.refuse(self.line, expected, got or f"columns {names_text(list(self.names))}")

    def _given(self, columns: Mapping[str, str]) -> dict[Role, tuple[int, ...]]:
        roles = {role: self._places(name, role) for role in ROLES if (name := columns.get(role)) is not None}
        places = [place for one in roles.values() for place in one]
        if len(set(places)) < len(places):
            self.refuse(
                "a column each for everything named", names_text([self.names[place] for place in places])
            )
        return roles

    def _places(self, name: str, role: Role) -> tuple[int, ...]:
        """A column of that name, or those of a list with commas."""
        known = name.strip().casefold() in [one.casefold() for one in self.names]
        names = [name] if known or role not in SEVERAL else next(csv.reader([name], skipinitialspace=True))
        return tuple(self.place(one, role) for one in names)

    def _long(self, given: Mapping[Role, tuple[int, ...]], free: list[int]) -> Columns:
        """A column for each role, one row a score."""
        roles = dict(given) | self._named([role for role in ROLES if role not in given], free)
        for role in NEEDED:
            if role not in roles:
                expected = f"a column {role} (name it, or say whether rows are judges or items)"
                self.faults.add(self.line, expected, f"columns {names_text(list(self.names))}")
        self.faults.close()
        return Columns(roles=roles, left_out=self._others(roles, ()))

    def _named(self, roles: Sequence[Role], free: Sequence[int]) -> dict[Role, tuple[int, ...]]:
        """The column of each role by its own word, or else by another; an ``id`` comes last."""
        result: dict[Role, tuple[int, ...]] = {}
        for role in roles:
            able = [place for place in free if role_of(self.names[place]) == role]
            own = [place for place in able if self.names[place].casefold() == role]
            telling = [place for place in able if self.names[place].casefold() != "id"]
            places = own or telling or able
            if len(places) > 1:
                got = names_text([self.names[place] for place in places])
                self.faults.add(self.line, f"one column for the {role} (name it)", got)
            if places:
                result[role] = (places[0],)
        self.faults.close()
        return result

    def _others(self, roles: Mapping[Role, tuple[int, ...]], scores: Sequence[int]) -> tuple[str, ...]:
        known = {*scores, *(place for places in roles.values() for place in places)}
        others = [name for place, name in enumerate(self.names) if place not in known]
        return tuple(name or "(no name)" for name in others if scores or name not in (*SHOWN, *TEXTS))

    def _wide(self, rows: RowsAre | None, given: Mapping[Role, tuple[int, ...]], free: list[int]) -> Columns:
        if _are_scores(self.names[1:]):
            expected = "a header with names of judges or items (is there none?)"
            self.refuse(expected, f"numbers: {', '.join(self.names[1:5])}")
        rows = rows or self._rows_by_name(given, [self.names[place] for place in free])
        own: Role = "item" if rows == "items" else "judge"
        parts: tuple[Role, ...] = ("dimension", "segment", "cluster") if rows == "items" else ()
        roles = {role: places for role, places in given.items() if role in (own, "dimension", *parts)}
        roles |= self._named([role for role in (own, *parts) if role not in roles], free)
        if own not in roles and free:
            roles[own] = (free[0],)
        taken = [place for places in roles.values() for place in places]
        scores = tuple(place for place in free if place not in taken)
        if not scores:
            self.refuse("a header such as judge,item,score, or with a column for each judge or item")
        return Columns(roles=roles, scores=scores, rows=rows, left_out=self._others(roles, scores))

    def _rows_by_name(self, given: Mapping[Role, tuple[int, ...]], names: list[str]) -> RowsAre:
        roles = set(given) | {role_of(name) for name in names}
        if ("judge" in roles) != ("item" in roles):
            return "judges" if "judge" in roles else "items"
        counted = {role_of(_COUNTED.sub("", name)) if _COUNTED.search(name) else None for name in names[1:]}
        if counted == {"judge"}:
            return "items"
        if counted != {"item"} and len(names) > 1:
            expected = "a first column called judge or item (or say which the rows are)"
            self.refuse(expected, cell_text(self.names[0]) if self.names[0] else "none")
        return "judges"


def _are_scores(heads: Sequence[str]) -> bool:
    """Numbers that don't count upwards in whole steps: scores where the header should be."""
    numbers = [number_in(head) for head in heads]
    known = [number for number in numbers if number is not None]
    if len(known) < len([head for head in heads if head]) or not known:
        return False
    whole = all(number.is_integer() for number in known)
    return not whole or any(later <= earlier for earlier, later in pairwise(known))
