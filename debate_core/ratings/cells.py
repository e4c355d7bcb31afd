"""What one cell may be: a number, a label, or a mark of a missing score; and the level that scores speak for."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

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


@dataclass(kw_only=True, eq=False)
class ScoreScale:
    """How the texts of scores are read: as numbers, or as places among ``labels``, which are all there can be where
    they were ``declared``. ``marks``: of a missing score; ``met``: those that came; ``comma``: 7,5 is 7.5;
    ``notes``: what a reader should know of the labels.

    >>> [ScoreScale().place(text) for text in ("7.5", "-.5", "1e2", "7,5", "1_000", "inf", "７", "1e999", "NA")]
    [7.5, -0.5, 100.0, None, None, None, None, None, nan]
    >>> [ScoreScale(comma=True).place(text) for text in ("7,5", "8", "7.5", "1,000,000")]
    [7.5, 8.0, None, None]
    >>> ScoreScale(labels=STANDINGS).place("partially upheld"), ScoreScale(labels=("lo", "hi")).place("HI")
    (2.0, None)
    >>> met = ScoreScale(labels=(), declared=False)
    >>> [met.place(text) for text in ("yes", "no", "yes", "1", "1.0", "NaN", "none")], met.labels
    ([0.0, 1.0, 0.0, 2.0, 2.0, nan, None], ('yes', 'no', '1'))
    """

    labels: tuple[str, ...] | None = None
    declared: bool = True
    what: str = "score"
    marks: frozenset[str] = MISSING
    comma: bool = False
    met: list[str] = field(default_factory=list)
    notes: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        self._places = {key_of(label): float(place) for place, label in enumerate(self.labels or ())}

    def place(self, text: str) -> float | None:
        """The number that a cell stands for, NaN where it is missing, None when it is not as expected."""
        word = text.casefold()
        if not text:
            return np.nan
        value = self._read(text)
        if value is None and word in self.marks:
            self.met.append(text)
            return np.nan
        if value is not None or self.declared or word in ASKED:
            return value
        self.labels = (*(self.labels or ()), text)
        return self._places.setdefault(key_of(text), float(len(self._places)))

    def _read(self, text: str) -> float | None:
        if self.labels is not None:
            return self._places.get(standing_key(text) if self.labels == STANDINGS else key_of(text))
        if not self.comma:
            return number_in(text)
        return number_in(text.replace(",", ".")) if _COMMA.fullmatch(text) or "." not in text else None

    def arrange(self, places: list[float]) -> list[float]:
        """The places once labels that were only met stand in their order."""
        if self.declared or self.labels is None:
            return places
        if self.labels and {standing_key(label) for label in self.labels} <= set(STANDINGS):
            order = [float(STANDINGS.index(standing_key(label))) for label in self.labels]
            self.labels, self.notes = STANDINGS, ("The labels are read as the four rulings, in order.",)
        else:
            keys = [(isinstance(key_of(label), str), key_of(label)) for label in self.labels]
            ranked = sorted(range(len(keys)), key=keys.__getitem__)
            order = np.argsort(ranked).astype(np.float64).tolist()
            self.labels = tuple(plain_number(self.labels[place]) for place in ranked)
        return [order[int(place)] if place >= 0 else place for place in places]

    def expected_text(self, text: str) -> str:
        """What was expected, with a hint from what came."""
        word = text.casefold()
        if self.labels is not None and self.declared:
            more = f" … ({len(self.labels)} in all)" if len(self.labels) > LISTED else ""
            return f"a {self.what} out of {', '.join(self.labels[:LISTED])}{more} (or nothing)"
        if self.labels is not None:
            return f"a label as score (say whether {word} is a label or missing)"
        hint = " (if these are labels, choose labels, or list them in order)"
        if word in ASKED:
            hint = f" (or say that {text} is missing)"
        elif self.comma:
            hint = ", with a decimal comma"
        elif _COMMAS.fullmatch(text):
            other = " (or say decimal comma)" if _COMMA.fullmatch(text) else ""
            hint = f", with a decimal point{other}"
        elif _NUMBER.fullmatch(text):
            hint = f", between -{LARGEST:g} and {LARGEST:g}"
        return f"a number as score{hint}"


def number_in(text: str) -> float | None:
    value = float(text) if _NUMBER.fullmatch(text) else np.inf
    return value if abs(value) <= LARGEST else None


def plain_number(label: str) -> str:
    """A number the same whichever way it was written first."""
    value = number_in(label)
    return label if value is None else repr(value).removesuffix(".0")


def key_of(text: str) -> str | float:
    """What makes two labels one: the same text, or the same number.

    >>> key_of("1") == key_of("1.0"), key_of("a") == key_of("A")
    (True, False)
    """
    value = number_in(text)
    return text if value is None else value


def standing_key(text: str) -> str:
    """A standing as the code writes it.

    >>> standing_key("Partially  upheld")
    'PARTIALLY_UPHELD'
    """
    return re.sub(r"[\s_]+", "_", text).upper()


def words_of(texts: Iterable[str], marks: frozenset[str] = MISSING) -> list[str]:
    """The texts without what is missing."""
    return [text for text in texts if text and text.casefold() not in marks]


UNIT = re.compile(r"\s*(%|/\s*[0-9]+)$")


def unit_name(text: str) -> str | None:
    """What a number is in, empty for a bare one; None for what is no number, with a point or a comma.

    >>> unit_name("85 %"), unit_name("8,5/10"), unit_name("85"), unit_name("n/10")
    ('%', '/10', '', None)
    """
    if number_in(UNIT.sub("", text).replace(",", ".")) is None:
        return None
    unit = UNIT.search(text)
    return unit[1].replace(" ", "") if unit else ""


def mostly_numbers(words: Sequence[str]) -> bool:
    """Whether more than half of them are numbers."""
    return 2 * sum(unit_name(text) is not None for text in words) > len(words)


def scale_of(
    texts: Iterable[str],
    level: Level | None,
    declared: Sequence[str] | None,
    marks: frozenset[str],
    *,
    comma: bool,
) -> tuple[ScoreScale, Level]:
    """How scores are read, and at which level: where nobody said it, labels where no score is a number, in order where
    they are rulings. ``declared``: those that could be given, ascending.

    >>> cases = ("7 8,5 NA", "good bad", "upheld REFUTED uncertain partially_upheld", "7 bad", "NA")
    >>> [scale_of(texts.split(), None, None, MISSING, comma=False)[1] for texts in cases]
    ['interval', 'nominal', 'ordinal', 'interval', 'interval']
    """
    words = words_of(texts, marks)
    if level is None:
        rulings = {standing_key(text) for text in words} <= set(STANDINGS)
        numbers = not words or any(_NUMBER.fullmatch(text) or _COMMA.fullmatch(text) for text in words)
        of_words: Level = "ordinal" if rulings else "nominal"
        level = "interval" if numbers else of_words
    if declared is not None and level in ("nominal", "ordinal"):
        return ScoreScale(labels=tuple(declared), marks=marks), level
    if level == "nominal":
        return ScoreScale(labels=(), declared=False, marks=marks), level
    if level == "ordinal" and words and standing_key(words[0]) in STANDINGS:
        return ScoreScale(labels=STANDINGS, marks=marks), level
    return ScoreScale(marks=marks, comma=comma), level
