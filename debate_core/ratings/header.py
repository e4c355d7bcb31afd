"""What the columns of a table are, by their names and by what was said of them."""

import csv
import re
from collections.abc import Mapping, Sequence
from itertools import pairwise

import pandas as pd

from debate_core.domain.frozen import FrozenValue
from debate_core.domain.imported import ROLES, CsvOptions, Role, RowsAre
from debate_core.domain.wording import quoted, quoted_names
from debate_core.ratings.cells import mostly_numbers, number_in, words_of
from debate_core.ratings.sheet import BETWEEN, Sheet

PAIR = ("first", "second")
"""The columns that name the two a judge chose from, in the order shown."""
TEXTS = ("first_text", "second_text")
BESIDE = " before "
TIE = "tie"
NEEDED: tuple[Role, ...] = ("judge", "item", "score")
"""Each made of several columns where somebody names several: names of their texts together, a score each."""
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
_ASIDE = re.compile(
    r"(?i)(unnamed.*|.*(index|stamp|_at|_time|_ms|tokens|duration|latency)|time|date|seed|epoch|turn|version|)"
)
"""Numbers under such a name are no scores."""


class Columns(FrozenValue):
    """``roles``: the columns of each one; ``scores``: those of scores, whose names are of ``heads``: judges, items or
    dimensions; None where one column has all scores; ``left_out``: columns that don't count."""

    roles: Mapping[Role, tuple[int, ...]]
    scores: tuple[int, ...]
    heads: Role | None
    left_out: tuple[str, ...]

    @property
    def rows(self) -> RowsAre | None:
        """What a wide table's row is."""
        by_heads: Mapping[Role | None, RowsAre] = {"judge": "items", "item": "judges"}
        return by_heads.get(self.heads)


def pair_text(question: str, first: str, second: str) -> str:
    """The name of a pair as it was shown: an item of its own. A question without a name is which of the two is better.

    >>> pair_text("q1", "x", "y"), pair_text("q1: x before y", "x", "y"), pair_text(BETWEEN.join("yx"), "y", "x")
    ('q1: x before y', 'q1: x before y', 'x and y: y before x')
    """
    pair = f"{first}{BESIDE}{second}"
    if question == f"{first}{BETWEEN}{second}":
        question = " and ".join(sorted((first, second)))
    return question if question.endswith(f": {pair}") else f"{question}: {pair}"


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


def columns_of(sheet: Sheet, options: CsvOptions) -> Columns:
    """Raises RatingsRefused where the names and the options don't tell."""
    given = {
        role: _places(sheet, role, name) for role in ROLES if (name := options.columns.get(role)) is not None
    }
    places = [place for one in given.values() for place in one]
    if len(set(places)) < len(places):
        got = quoted_names([sheet.names[place] for place in places])
        sheet.refuse("a column each for everything named", got)
    taken = {*places, *(sheet.place(name, "left out") for name in options.left_out)}
    free = [place for place in range(len(sheet.names)) if place not in taken]
    roles = set(given) | {role_of(sheet.names[place]) for place in free}
    if options.rows is None and len(roles & set(NEEDED)) >= 2:
        return _long_columns(sheet, given, free)
    both = [at for at, name in enumerate(sheet.names) if name.casefold() in PAIR]
    words = words_of(pd.unique(sheet.cells[:, both].ravel()))  # which aren't two judges' numbers
    if options.rows is None and "score" not in roles and len(both) == 2 and not mostly_numbers(words):
        expected = "beside first and second a column score: which of the two is better (first, second or tie)"
        sheet.refuse(f"{expected}; for two judges of these names say that the rows are items")
    return _wide_columns(sheet, options.rows, given, free)


def _places(sheet: Sheet, role: Role, name: str) -> tuple[int, ...]:
    known = name.strip().casefold() in [one.casefold() for one in sheet.names]
    names = [name] if known or role not in NEEDED else next(csv.reader([name], skipinitialspace=True))
    return tuple(sheet.place(one, role) for one in names)


def _long_columns(sheet: Sheet, given: Mapping[Role, tuple[int, ...]], free: list[int]) -> Columns:
    """A column for each role, one row a score; or a column for each dimension."""
    roles = dict(given) | _places_by_name(sheet, [role for role in ROLES if role not in given], free)
    if {"judge", "item"} <= roles.keys() and "score" not in roles:
        taken = [place for places in roles.values() for place in places]
        numbers = tuple(at for at in free if at not in taken and _holds_scores(sheet, at))
        roles |= {"score": numbers} if numbers else {}
    if "item" not in roles and {*PAIR} <= {*sheet.names}:
        roles["item"] = tuple(map(sheet.names.index, PAIR))
    for role in NEEDED:
        if role not in roles:
            expected = f"a column {role} (name it, or say whether rows are judges or items)"
            sheet.faults.add(sheet.line, expected, sheet.columns_text())
    sheet.faults.close(sheet.line)
    scores = roles["score"]
    if len(scores) > 1 and "dimension" in roles:
        got = quoted_names([sheet.names[place] for place in scores])
        sheet.refuse("one column for the score beside one for the dimension (name it)", got)
    return _columns(sheet, roles, scores, "dimension" if len(scores) > 1 else None)


def _holds_scores(sheet: Sheet, place: int) -> bool:
    """Whether it mostly holds numbers, and its name doesn't say that they are something else."""
    name, words = sheet.names[place], words_of(pd.unique(sheet.cells[:, place]))
    aside = _ASIDE.fullmatch(name.strip()) or _TAIL.search(name) or name in (*PAIR, *TEXTS)
    return mostly_numbers(words) and not aside


def _places_by_name(sheet: Sheet, roles: Sequence[Role], free: Sequence[int]) -> dict[Role, tuple[int, ...]]:
    """The column of each role by its own word, or else by another; an ``id`` comes last."""
    result: dict[Role, tuple[int, ...]] = {}
    for role in roles:
        able = [place for place in free if role_of(sheet.names[place]) == role]
        own = [place for place in able if sheet.names[place].casefold() == role]
        places = own or [place for place in able if sheet.names[place].casefold() != "id"] or able
        if len(places) > 1:
            got = quoted_names([sheet.names[place] for place in places])
            sheet.faults.add(sheet.line, f"one column for the {role} (name it)", got)
        if places:
            result[role] = (places[0],)
    sheet.faults.close(sheet.line)
    return result


def _columns(
    sheet: Sheet, roles: Mapping[Role, tuple[int, ...]], scores: tuple[int, ...], heads: Role | None
) -> Columns:
    known = {*scores, *(place for places in roles.values() for place in places)}
    labels = (*PAIR, *TEXTS) if heads is None else ()
    left = [name for place, name in enumerate(sheet.names) if place not in known and name not in labels]
    return Columns(
        roles=roles, scores=scores, heads=heads, left_out=tuple(name or "(no name)" for name in left)
    )


def _wide_columns(
    sheet: Sheet, rows: RowsAre | None, given: Mapping[Role, tuple[int, ...]], free: list[int]
) -> Columns:
    if _are_scores(sheet.names[1:]):
        expected = "a header with names of judges or items (is there none?)"
        sheet.refuse(expected, f"numbers: {', '.join(sheet.names[1:5])}")
    rows = rows or _rows_by_name(sheet, given, [sheet.names[place] for place in free])
    own: Role = "item" if rows == "items" else "judge"
    parts: tuple[Role, ...] = ("dimension", "segment", "cluster") if rows == "items" else ()
    roles = {role: places for role, places in given.items() if role in (own, "dimension", *parts)}
    roles |= _places_by_name(sheet, [role for role in (own, *parts) if role not in roles], free)
    if own not in roles and free:
        roles[own] = (free[0],)
    taken = [place for places in roles.values() for place in places]
    scores = tuple(place for place in free if place not in taken)
    if not scores:
        sheet.refuse("a header such as judge,item,score, or with a column for each judge or item")
    return _columns(sheet, roles, scores, "judge" if rows == "items" else "item")


def _rows_by_name(sheet: Sheet, given: Mapping[Role, tuple[int, ...]], names: list[str]) -> RowsAre:
    roles = set(given) | {role_of(name) for name in names}
    if ("judge" in roles) != ("item" in roles):
        return "judges" if "judge" in roles else "items"
    counted = {role_of(_COUNTED.sub("", name)) if _COUNTED.search(name) else None for name in names[1:]}
    if counted == {"judge"}:
        return "items"
    if counted != {"item"} and len(names) > 1:
        expected = "a first column called judge or item (or say which the rows are)"
        sheet.refuse(expected, quoted(sheet.names[0]) if sheet.names[0] else "none")
    return "judges"


def _are_scores(heads: Sequence[str]) -> bool:
    """Numbers that don't count upwards in whole steps: scores where the header should be."""
    known = [number for head in heads if (number := number_in(head)) is not None]
    if len(known) < len([head for head in heads if head]) or not known:
        return False
    return not all(map(float.is_integer, known)) or any(later <= one for one, later in pairwise(known))
