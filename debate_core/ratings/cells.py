"""What one cell may be: a number, one of the labels that were declared, or any label.

Knows cells and faults, neither form of a table. Invariant: what is not exactly what was expected is refused, never
mended (no decimal comma, no thousands mark, no word for *missing*: an empty cell is that), and noted without raising,
so that every bad line is told at once.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property

import numpy as np

from debate_core.measuring.fleiss import STANDINGS
from debate_core.numerals import counted
from debate_core.ratings.lines import Faults, Row, shown

MOST_CELLS = 20_000_000
"""Judges × items held in memory at once (160 MB)."""
LARGEST = 1e100
"""Beyond this the squares of scores no longer add up in floating point."""
_NUMBER = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?", re.ASCII)
_COMMA = re.compile(r"[+-]?[0-9]+(,[0-9]+)+", re.ASCII)
_ABSENT = frozenset({"nan", "na", "n/a", "#n/a", "null"})
_ABSENT_WORDS = _ABSENT | {"none", "nil", "missing", "-", "–", "—", "?", "."}
LISTED = 12
"""So many labels are named in a message."""


class Cells(ABC):
    """How the cells of one kind are read; each text once."""

    @cached_property
    def place(self) -> Callable[[str], float | None]:
        """Gives the number a cell that isn't empty stands for, None when it is not as expected."""
        return cache(self._read)

    @abstractmethod
    def _read(self, text: str) -> float | None: ...

    @abstractmethod
    def expected(self, text: str) -> str:
        """What was expected, with a hint from what came."""


@dataclass(eq=False)
class Numbers(Cells):
    """Scores as numbers, written plainly with a decimal point.

    >>> [Numbers("interval").place(text) for text in ("7.5", "-.5", "1e2", "7,5", "1_000", "inf", "７", "1e999")]
    [7.5, -0.5, 100.0, None, None, None, None, None]
    """

    level: str

    def _read(self, text: str) -> float | None:
        return number_in(text)

    def expected(self, text: str) -> str:
        """What a number looks like here."""
        if text.casefold() in _ABSENT_WORDS:
            return "a number as score, or nothing where it is missing"
        if _COMMA.fullmatch(text):
            return "a number as score, with a decimal point and no other mark"
        if _NUMBER.fullmatch(text):
            return f"a number as score, between -{LARGEST:g} and {LARGEST:g}"
        return f"a number as score (level {self.level}; level nominal takes labels)"


class Known(Cells):
    """One of the labels that were declared, by its place among them; the four standings in any case, with blanks or
    underscores.

    >>> Known(STANDINGS, "standing").place("partially upheld"), Known(("lo", "hi"), "score").place("HI")
    (2.0, None)
    """

    def __init__(self, labels: Sequence[str], what: str) -> None:
        self.labels = tuple(labels)
        self._what = what
        self._places = {key_of(label): float(place) for place, label in enumerate(labels)}
        self._standings = self.labels == STANDINGS

    def _read(self, text: str) -> float | None:
        return self._places.get(standing_in(text) if self._standings else key_of(text))

    def expected(self, text: str) -> str:
        """The labels, or the first of them."""
        more = f" … ({len(self.labels)} in all)" if len(self.labels) > LISTED else ""
        return f"a {self._what} out of {', '.join(self.labels[:LISTED])}{more} (or nothing)"


class LabelsMet(Cells):
    """Any label, numbered as they are met; None for a word that means *missing*.

    >>> found = LabelsMet()
    >>> [found.place(text) for text in ("yes", "no", "yes", "1", "1.0", "NaN")], found.labels
    ([0.0, 1.0, 0.0, 2.0, 2.0, None], ['yes', 'no', '1'])
    """

    def __init__(self) -> None:
        self.labels: list[str] = []
        self._places: dict[str | float, float] = {}

    def _read(self, text: str) -> float | None:
        key = key_of(text)
        if text.casefold() in _ABSENT:
            return None
        if key not in self._places:
            self._places[key] = float(len(self.labels))
            self.labels.append(text)
        return self._places[key]

    def expected(self, text: str) -> str:
        """Where a missing score must be left empty."""
        return f"a label as score, or nothing where it is missing ({shown(text)} is a label only if declared)"


def cells_for(level: str, declared: Sequence[str] | None, first: str) -> Cells:
    """How scores are read at a level: ``declared`` labels, or else what the first score shows them to be.

    >>> type(cells_for("ordinal", None, "upheld")).__name__, type(cells_for("ordinal", None, "3")).__name__
    ('Known', 'Numbers')
    """
    if declared is not None and level in ("nominal", "ordinal"):
        return Known(declared, "score")
    if level == "nominal":
        return LabelsMet()
    if level == "ordinal" and standing_in(first) in STANDINGS:
        return Known(STANDINGS, "score")
    return Numbers(level)


def number_in(text: str) -> float | None:
    """A plain ASCII number within bounds, else None."""
    if not _NUMBER.fullmatch(text):
        return None
    value = float(text)
    return value if abs(value) <= LARGEST else None


def key_of(text: str) -> str | float:
    """What makes two labels one: the same text, or the same number.

    >>> key_of("1") == key_of("1.0"), key_of("a") == key_of("A")
    (True, False)
    """
    value = number_in(text)
    return text if value is None else value


def standing_in(text: str) -> str:
    """A standing as the code writes it.

    >>> standing_in("Partially  upheld")
    'PARTIALLY_UPHELD'
    """
    return re.sub(r"[\s_]+", "_", text).upper()


@dataclass(kw_only=True)
class Reading:
    """One table being read at ``level``; ``declared``: the scores that could be given, ascending, if somebody said;
    ``last``: the line that was read last."""

    level: str
    declared: Sequence[str] | None
    faults: Faults = field(default_factory=Faults)
    cells: Cells | None = None
    last: int = 1

    def score(self, line: int, text: str, item: str | None = None) -> float:
        """The score of a cell; ``item`` names its column."""
        if text and self.cells is None:
            self.cells = cells_for(self.level, self.declared, text)
        return self.look_up(self.cells, line, text, item)

    def look_up(self, cells: Cells | None, line: int, text: str, item: str | None = None) -> float:
        """What a cell stands for, NaN where it is empty or, with a fault noted, not as expected."""
        if not text or cells is None:
            return np.nan
        value = cells.place(text)
        if value is None:
            where = "" if item is None else f" for item {shown(item)}"
            self.faults.add(line, cells.expected(text), shown(text) + where)
            return np.nan
        return value

    def fits(self, row: Row, wanted: int) -> bool:
        """Whether a row is as long as the header; if not, a fault is noted."""
        self.last = row.line
        if len(row.cells) == wanted:
            return True
        hint = " (a value with a comma in it stands in quotes)" if len(row.cells) > wanted else ""
        expected = f"{counted(wanted, 'value')} as in the header"
        self.faults.add(row.line, expected, f"{len(row.cells)}{hint}")
        return False

    def close(self, judges: int, items: int) -> None:
        """Refuse a table with faults, without ratings, or too large."""
        self.faults.close()
        if not judges:
            self.faults.refuse(self.last, "ratings below the header", "nothing more")
        self.check_size(judges, items)

    def check_size(self, judges: int, items: int) -> None:
        """Refuse what would not fit in memory."""
        if judges * items > MOST_CELLS:
            got = f"{judges:,} judges × {items:,} items"
            self.faults.refuse(self.last, f"a table of at most {MOST_CELLS:,} judges × items", got)
