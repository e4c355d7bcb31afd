"""What one cell may be: a number, a label, or a mark of a missing score; all else is noted as a fault."""

import re
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from debate_core.domain.numerals import pluralise
from debate_core.measuring.fleiss import STANDINGS
from debate_core.ratings.lines import Faults, TableRow, cell_text

MOST_CELLS = 20_000_000
"""Judges × items held in memory at once (160 MB)."""
LARGEST = 1e100
"""Beyond this the squares of scores no longer add up in floating point."""
_NUMBER = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?", re.ASCII)
_COMMA = re.compile(r"[+-]?[0-9]*,[0-9]+", re.ASCII)
_COMMAS = re.compile(r"[+-]?[0-9]+(,[0-9]+)+", re.ASCII)
DASHES = frozenset("-–—")
MISSING = frozenset({"na", "n/a", "#n/a", "nan", ".", "?"}) | DASHES
"""Marks of a missing score beside an empty cell, in any case."""
ASKED = frozenset({"none", "nil", "null", "missing"})
"""Words that may be labels too."""
EMPTY: Mapping[str, float] = {"": np.nan}
LISTED = 12
"""So many labels are named in a message."""


class Cells(ABC):
    """How the cells of one kind are read. ``marks``: of a missing score; ``met``: those that came; ``good``: what each
    text stands for."""

    def __init__(self, marks: frozenset[str] = MISSING) -> None:
        self.marks = marks
        self.met: list[str] = []
        self.good: dict[str, float] = dict(EMPTY)

    def place(self, text: str) -> float | None:
        """The number that a cell stands for, NaN where it is missing, None when it is not as expected."""
        value = self.good.get(text)
        if value is None:
            value = self._read(text)
            if value is None and text.casefold() in self.marks:
                self.met.append(text)
                value = np.nan
            if value is not None:
                self.good[text] = value
        return value

    @abstractmethod
    def _read(self, text: str) -> float | None: ...

    @abstractmethod
    def expected(self, text: str) -> str:
        """What was expected, with a hint from what came."""


class Numbers(Cells):
    """Scores as numbers, written plainly with a decimal point, or with a decimal comma where ``comma`` says so.

    >>> [Numbers("interval").place(text) for text in ("7.5", "-.5", "1e2", "7,5", "1_000", "inf", "７", "1e999", "NA")]
    [7.5, -0.5, 100.0, None, None, None, None, None, nan]
    >>> [Numbers("interval", comma=True).place(text) for text in ("7,5", "8", "7.5", "1,000,000")]
    [7.5, 8.0, None, None]
    """

    def __init__(self, level: str, marks: frozenset[str] = MISSING, *, comma: bool = False) -> None:
        super().__init__(marks)
        self.level, self.comma = level, comma

    def _read(self, text: str) -> float | None:
        if not self.comma:
            return number_in(text)
        return number_in(text.replace(",", ".")) if _COMMA.fullmatch(text) or "." not in text else None

    def expected(self, text: str) -> str:
        if text.casefold() in ASKED:
            return f"a number as score (or say that {text} is missing)"
        if self.comma:
            return "a number as score, with a decimal comma"
        if _COMMAS.fullmatch(text):
            hint = " (or say decimal comma)" if _COMMA.fullmatch(text) else ""
            return f"a number as score, with a decimal point{hint}"
        if _NUMBER.fullmatch(text):
            return f"a number as score, between -{LARGEST:g} and {LARGEST:g}"
        return "a number as score (labels need another level)"


class KnownLabels(Cells):
    """One of the labels that were declared, by its place among them; the four standings in any case, with blanks or
    underscores.

    >>> KnownLabels(STANDINGS, "standing").place("partially upheld"), KnownLabels(("lo", "hi"), "score").place("HI")
    (2.0, None)
    """

    def __init__(self, labels: Sequence[str], what: str, marks: frozenset[str] = MISSING) -> None:
        super().__init__(marks)
        self.labels = tuple(labels)
        self._what = what
        self._places = {key_of(label): float(place) for place, label in enumerate(labels)}
        self._standings = self.labels == STANDINGS

    def _read(self, text: str) -> float | None:
        return self._places.get(standing_in(text) if self._standings else key_of(text))

    def expected(self, text: str) -> str:
        more = f" … ({len(self.labels)} in all)" if len(self.labels) > LISTED else ""
        return f"a {self._what} out of {', '.join(self.labels[:LISTED])}{more} (or nothing)"


class LabelsMet(Cells):
    """Any label, numbered as they are met; None for a word that may mean *missing*.

    >>> found = LabelsMet()
    >>> [found.place(text) for text in ("yes", "no", "yes", "1", "1.0", "NaN", "none")], found.labels
    ([0.0, 1.0, 0.0, 2.0, 2.0, nan, None], ['yes', 'no', '1'])
    """

    def __init__(self, marks: frozenset[str] = MISSING) -> None:
        super().__init__(marks)
        self.labels: list[str] = []
        self._places: dict[str | float, float] = {}

    def _read(self, text: str) -> float | None:
        key = key_of(text)
        if text.casefold() in self.marks | ASKED:
            return None
        if key not in self._places:
            self._places[key] = float(len(self.labels))
            self.labels.append(text)
        return self._places[key]

    def expected(self, text: str) -> str:
        word = text.casefold()
        return f"a label as score (say whether {word} is a label or missing)"


def number_in(text: str) -> float | None:
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
class TableReading:
    """One table being read. ``declared``: the scores that could be given, ascending; ``missing``: further marks of a
    missing score; ``last``: the line read last."""

    level: str
    declared: Sequence[str] | None
    missing: Sequence[str] = ()
    decimal_comma: bool = False
    faults: Faults = field(default_factory=Faults)
    last: int = 1
    met: list[str] = field(default_factory=list)
    _cells: Cells | None = None

    @property
    def marks(self) -> frozenset[str]:
        return MISSING | {mark.casefold() for mark in self.missing}

    @property
    def cells(self) -> Cells | None:
        return self._cells

    @property
    def good(self) -> Mapping[str, float]:
        return self._cells.good if self._cells else EMPTY

    def score(self, line: int, text: str, owner: str | None = None) -> float:
        """The score of a cell that is not among the ``good`` ones yet; ``owner`` names its column."""
        if self._cells is None:
            if text.casefold() in self.marks and text not in (self.declared or ()):
                self.met.append(text)
                return np.nan
            self._cells = self._kind(text)
        return self.look_up(self._cells, line, text, owner)

    def scores(self, row: TableRow, owners: Sequence[tuple[int, str]]) -> list[float]:
        cells, good = row.cells, self.good
        return [
            good[cells[at]] if cells[at] in good else self.score(row.line, cells[at], owner)
            for at, owner in owners
        ]

    def _kind(self, first: str) -> Cells:
        if self.declared is not None and self.level in ("nominal", "ordinal"):
            return KnownLabels(self.declared, "score", self.marks)
        if self.level == "nominal":
            return LabelsMet(self.marks)
        if self.level == "ordinal" and standing_in(first) in STANDINGS:
            return KnownLabels(STANDINGS, "score", self.marks)
        return Numbers(self.level, self.marks, comma=self.decimal_comma)

    def look_up(self, cells: Cells, line: int, text: str, owner: str | None = None) -> float:
        value = cells.place(text)
        if value is None:
            where = "" if owner is None else f" for {owner}"
            self.faults.add(line, cells.expected(text), cell_text(text) + where)
            return np.nan
        return value

    def fits(self, row: TableRow, wanted: int) -> bool:
        self.last = row.line
        if len(row.cells) == wanted:
            return True
        hint = " (quote a value with a separator)" if len(row.cells) > wanted else ""
        expected = f"{pluralise(wanted, 'value')} as in the header"
        self.faults.add(row.line, expected, f"{len(row.cells)}{hint}")
        return False

    def close(self, judges: int, items: int) -> None:
        self.faults.close()
        if not judges or not items:
            self.faults.refuse(self.last, "ratings below the header", "nothing more")
        if isinstance(self._cells, LabelsMet) and "+" in self._cells.labels and DASHES & set(self.marks_met):
            expected = "all labels named: is - a label beside +, or missing?"
            self.faults.refuse(self.last, expected, "both + and -")
        self.check_size(judges, items)

    @property
    def marks_met(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys([*self.met, *(self._cells.met if self._cells else ())]))

    def check_size(self, judges: int, items: int) -> None:
        if judges * items > MOST_CELLS:
            got = f"{judges:,} judges × {items:,} items"
            self.faults.refuse(self.last, f"a table of at most {MOST_CELLS:,} judges × items", got)
