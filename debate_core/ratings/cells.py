"""What one cell may be: a number, a label, or a mark of a missing score; and the level that scores speak for."""

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence

import numpy as np

from debate_core.measuring.fleiss import STANDINGS
from debate_core.measuring.krippendorff import Level

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
LISTED = 12
"""So many labels are named in a message."""


class Cells(ABC):
    """How the cells of one kind are read. ``marks``: of a missing score; ``met``: those that came."""

    def __init__(self, marks: frozenset[str] = MISSING) -> None:
        self.marks = marks
        self.met: list[str] = []

    def place(self, text: str) -> float | None:
        """The number that a cell stands for, NaN where it is missing, None when it is not as expected."""
        if not text:
            return np.nan
        value = self._read(text)
        if value is None and text.casefold() in self.marks:
            self.met.append(text)
            return np.nan
        return value

    @abstractmethod
    def _read(self, text: str) -> float | None: ...

    @abstractmethod
    def expected(self, text: str) -> str:
        """What was expected, with a hint from what came."""


class Numbers(Cells):
    """Scores as numbers, written plainly with a decimal point, or with a decimal comma where ``comma`` says so.

    >>> [Numbers().place(text) for text in ("7.5", "-.5", "1e2", "7,5", "1_000", "inf", "７", "1e999", "NA")]
    [7.5, -0.5, 100.0, None, None, None, None, None, nan]
    >>> [Numbers(comma=True).place(text) for text in ("7,5", "8", "7.5", "1,000,000")]
    [7.5, 8.0, None, None]
    """

    def __init__(self, marks: frozenset[str] = MISSING, *, comma: bool = False) -> None:
        super().__init__(marks)
        self.comma = comma

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

    >>> met = LabelsMet()
    >>> [met.place(text) for text in ("yes", "no", "yes", "1", "1.0", "NaN", "none")], met.labels
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


def level_of(texts: Iterable[str], marks: frozenset[str]) -> Level:
    """The level of scores when nobody said it: labels where no score is a number, in order where they are rulings.

    >>> [level_of(texts.split(), MISSING) for texts in ("7 8,5 NA", "good bad", "upheld REFUTED", "7 bad", "NA")]
    ['interval', 'nominal', 'ordinal', 'interval', 'interval']
    """
    words = [text for text in texts if text and text.casefold() not in marks]
    if not words or any(_NUMBER.fullmatch(text) or _COMMA.fullmatch(text) for text in words):
        return "interval"
    return "ordinal" if {standing_in(text) for text in words} <= set(STANDINGS) else "nominal"


def kind_of_scores(
    texts: Iterable[str], level: Level, declared: Sequence[str] | None, marks: frozenset[str], *, comma: bool
) -> Cells:
    """How scores are read at that level. ``declared``: those that could be given, ascending."""
    if declared is not None and level in ("nominal", "ordinal"):
        return KnownLabels(declared, "score", marks)
    if level == "nominal":
        return LabelsMet(marks)
    first = next((text for text in texts if text and text.casefold() not in marks), "")
    if level == "ordinal" and standing_in(first) in STANDINGS:
        return KnownLabels(STANDINGS, "score", marks)
    return Numbers(marks, comma=comma)
