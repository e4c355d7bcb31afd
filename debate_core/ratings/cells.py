"""What one cell may be: a number, one of the labels that were declared, or any label.

Knows single cells, not tables. Invariant: what is not exactly what was expected is refused, never mended: no decimal
comma, no thousands mark, no word for *missing* (an empty cell is that).
"""

import math
import re
from collections.abc import Sequence
from typing import Protocol

from debate_core.measuring.fleiss import STANDINGS
from debate_core.ratings.faults import shown

LARGEST = 1e100
"""Beyond this the squares of scores no longer add up in floating point."""
_NUMBER = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?", re.ASCII)
_COMMA = re.compile(r"[+-]?[0-9]+(,[0-9]+)+", re.ASCII)
_ABSENT = frozenset({"nan", "na", "n/a", "#n/a", "null"})
_ABSENT_WORDS = _ABSENT | {"none", "nil", "missing", "-", "–", "—", "?", "."}
LISTED = 12
"""So many labels are named in a message."""


class Cells(Protocol):
    """How the cells of one kind are read."""

    def place(self, text: str) -> float | None:
        """The number a cell that isn't empty stands for; None when it is not as expected."""

    def expected(self, text: str) -> str:
        """What was expected, with a hint from what came."""


class Numbers:
    """Scores as numbers."""

    def __init__(self, level: str) -> None:
        self._level = level
        self._known: dict[str, float | None] = {}

    def place(self, text: str) -> float | None:
        """The number, None unless it is written plainly with a decimal point.

        >>> [Numbers("interval").place(text) for text in ("7.5", "-.5", "1e2", "7,5", "1_000", "inf", "７", "1e999")]
        [7.5, -0.5, 100.0, None, None, None, None, None]
        """
        if text not in self._known:
            self._known[text] = number_in(text)
        return self._known[text]

    def expected(self, text: str) -> str:
        """What a number looks like here."""
        if text.casefold() in _ABSENT_WORDS:
            return "a number as score, or nothing where it is missing"
        if _COMMA.fullmatch(text):
            return "a number as score, with a decimal point and no other mark"
        if _NUMBER.fullmatch(text):
            return f"a number as score, between -{LARGEST:g} and {LARGEST:g}"
        return f"a number as score (level {self._level}; level nominal takes labels)"


class Known:
    """One of the labels that were declared, by its place among them."""

    def __init__(self, labels: Sequence[str], what: str) -> None:
        self.labels = tuple(labels)
        self._what = what
        self._places = {key_of(label): float(place) for place, label in enumerate(labels)}
        self._standings = self.labels == STANDINGS
        self._known: dict[str, float | None] = {}

    def place(self, text: str) -> float | None:
        """The label's place; the four standings are known in any case, with blanks or underscores.

        >>> Known(STANDINGS, "standing").place("partially upheld"), Known(("lo", "hi"), "score").place("HI")
        (2.0, None)
        """
        if text not in self._known:
            self._known[text] = self._places.get(standing_in(text) if self._standings else key_of(text))
        return self._known[text]

    def expected(self, text: str) -> str:
        """The labels, or the first of them."""
        more = f" … ({len(self.labels)} in all)" if len(self.labels) > LISTED else ""
        return f"a {self._what} out of {', '.join(self.labels[:LISTED])}{more} (or nothing)"


class Found:
    """Any label, numbered as they are met."""

    def __init__(self) -> None:
        self.labels: list[str] = []
        self._places: dict[str | float, float] = {}
        self._known: dict[str, float | None] = {}

    def place(self, text: str) -> float | None:
        """The label's number; None for a word that means *missing*.

        >>> found = Found()
        >>> [found.place(text) for text in ("yes", "no", "yes", "1", "1.0", "NaN")], found.labels
        ([0.0, 1.0, 0.0, 2.0, 2.0, None], ['yes', 'no', '1'])
        """
        if text not in self._known:
            self._known[text] = self._new(text)
        return self._known[text]

    def _new(self, text: str) -> float | None:
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
        return Found()
    if level == "ordinal" and standing_in(first) in STANDINGS:
        return Known(STANDINGS, "score")
    return Numbers(level)


def number_in(text: str) -> float | None:
    """A plain ASCII number within bounds, else None."""
    if not _NUMBER.fullmatch(text):
        return None
    value = float(text)
    return value if math.isfinite(value) and abs(value) <= LARGEST else None


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
