"""What a judge scores: dimensions on a scale, with weights that sum to 1; and the sheet it fills."""

import math
import re
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Literal, Self, get_args

import numpy as np
from numpy.typing import NDArray
from pydantic import model_validator

from debate_core.domain.frozen import FrozenModel
from debate_core.domain.transcript import Side

_KEY = re.compile(r"[a-z][a-z0-9_]{0,30}")
# Words of a judge's answer: a dimension so named could not be told from them.
_TAKEN = """
id argument argument_id side claim standing fallacies fallacy notes note
scores score overall ballot confidence key_finding pro con total pro_total_raw con_total_raw
"""


class Scale(FrozenModel):
    """The allowed values of a score: whole numbers from `low` to `high`."""

    low: int = 1
    high: int = 10

    @property
    def width(self) -> int:
        return self.high - self.low

    @property
    def unit(self) -> float:
        """One of its points in points of the usual scale, 1 to 10: what scores of several scales are counted in.

        >>> Scale(low=1, high=4).unit
        3.0
        """
        return Scale().width / self.width

    def instruction(self) -> str:
        return f"a whole number from {self.low} to {self.high}"


_PLAIN = {
    "Was what had to be conceded conceded, without exaggeration?": "Did it concede fair points, without exaggerating?"
}
"""What judges are asked in words that prompts and records keep, as people read it."""


class Dimension(FrozenModel):
    key: str
    question: str
    low: str
    high: str

    @property
    def plain_question(self) -> str:
        return _PLAIN.get(self.question, self.question)

    @model_validator(mode="after")
    def _key_is_a_plain_word(self) -> Self:
        if not _KEY.fullmatch(self.key):
            raise ValueError(
                f"a dimension's key is a lower-case word of at most 31 letters, as in 'logic'; got {self.key!r}"
            )
        if self.key in _TAKEN.split() or self.key.endswith("_score"):
            raise ValueError(f"a dimension can't be called {self.key!r}: a judge's answer uses it otherwise")
        return self

    @property
    def score_name(self) -> str:
        return f"{self.key}_score"

    @property
    def title(self) -> str:
        return self.key.replace("_", " ").capitalize()


class Rubric(FrozenModel):
    name: str
    dimensions: tuple[Dimension, ...]
    weights: Mapping[str, float]
    scale: Scale = Scale()

    @model_validator(mode="after")
    def _weights_name_the_dimensions_and_sum_to_1(self) -> Self:
        keys = [d.key for d in self.dimensions]
        if not keys or len(set(keys)) != len(keys):
            raise ValueError(f"a rubric needs dimensions of different keys; got {keys!r}")
        if set(self.weights) != set(keys):
            raise ValueError(f"weights must name exactly {keys!r}; got {sorted(self.weights)!r}")
        total = sum(self.weights.values())
        if min(self.weights.values()) < 0 or not math.isclose(total, 1.0, abs_tol=1e-6):
            raise ValueError(f"weights must lie in 0 to 1 and sum to 1; they sum to {total:.4f}")
        return self

    @property
    def keys(self) -> tuple[str, ...]:
        return tuple(d.key for d in self.dimensions)

    @property
    def score_names(self) -> tuple[str, ...]:
        return tuple(d.score_name for d in self.dimensions)

    def fits(self, weights: Mapping[str, float] | None) -> bool:
        return weights is not None and set(weights) == set(self.keys)

    def composite(self, scores: Mapping[str, float], weights: Mapping[str, float] | None = None) -> float:
        """The scores of one argument, in points, under the common weights, or a judge's own. Raises KeyError for one
        that is missing."""
        return sum(weight * scores[key] for key, weight in (weights or self.weights).items())


_BOOK = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
STANDARD, EVIDENCE_FIRST = (Rubric.model_validate(_BOOK[name]) for name in ("standard", "evidence_first"))
RUBRICS = {rubric.name: rubric for rubric in (STANDARD, EVIDENCE_FIRST)}


Standing = Literal["REFUTED", "UNCERTAIN", "PARTIALLY_UPHELD", "UPHELD"]
STANDINGS: tuple[Standing, ...] = get_args(Standing)
STANDING = "standing"
"""What a change of a ruling names in place of a dimension."""
STANDING_MEANINGS: dict[Standing, str] = _BOOK["standing_meanings"]
Fallacy = Literal[
    "straw_man",
    "appeal_to_authority",
    "slippery_slope",
    "false_dilemma",
    "anecdotal_evidence",
    "circular_reasoning",
    "ad_hominem",
]
FALLACIES: tuple[Fallacy, ...] = get_args(Fallacy)
FALLACY_QUESTIONS: dict[Fallacy, str] = _BOOK["fallacy_questions"]
FALLACY_EXAMPLES: dict[Fallacy, str] = _BOOK["fallacy_examples"]
"""One case of each, of our own."""
Ballot = Literal["PRO", "CON", "TIE"]
BALLOTS: tuple[Ballot, ...] = get_args(Ballot)
Ratings = NDArray[np.float64]


class ArgumentScores(FrozenModel):
    """One judge's view of one argument. `scores`: halves where two readings are averaged. None: not given."""

    argument_id: str
    scores: Mapping[str, int | float]
    standing: Standing
    fallacies: tuple[str, ...] | None = None
    notes: str | None = None


class Overall(FrozenModel):
    """What a judge said of the whole debate; `confidence` in 0 to 1 if it was such a number."""

    ballot: Ballot | None = None
    confidence: float | None = None
    key_finding: str | None = None


class Scoresheet(FrozenModel):
    """All of one judge's scores at one reading of a debate."""

    judge: str
    entries: tuple[ArgumentScores, ...]
    overall: Overall = Overall()

    @property
    def given(self) -> dict[tuple[str, str], float | str]:
        """Each score and standing, by argument and dimension."""
        rows = ((one.argument_id, {**one.scores, STANDING: one.standing}) for one in self.entries)
        return {(name, key): value for name, row in rows for key, value in row.items()}

    @property
    def confidence(self) -> float | None:
        return self.overall.confidence

    def entry(self, argument_id: str) -> ArgumentScores | None:
        return next((e for e in self.entries if e.argument_id == argument_id), None)


def mean_sheet(first: Scoresheet, second: Scoresheet) -> Scoresheet:
    """Two readings of a judge as one: each score the mean of both; rulings and words are the first's."""
    entries = []
    for one in first.entries:
        other = second.entry(one.argument_id) or one
        both = {key: (score + other.scores.get(key, score)) / 2 for key, score in one.scores.items()}
        means = {key: int(mean) if mean == int(mean) else mean for key, mean in both.items()}
        entries.append(one.model_copy(update={"scores": means}))
    return first.model_copy(update={"entries": tuple(entries)})


def dimension_ratings(
    sheets: Sequence[Scoresheet | None], argument_ids: Sequence[str], dimension: str
) -> Ratings:
    """One dimension's scores as an array (n_judges, n_items), in points, NaN where missing.

    A None sheet is a judge that failed: a row of NaN.
    """
    ratings = np.full((len(sheets), len(argument_ids)), np.nan)
    for j, sheet in enumerate(sheets):
        scores = {one.argument_id: one.scores for one in reversed(sheet.entries)} if sheet else {}
        ratings[j] = [scores.get(name, {}).get(dimension, np.nan) for name in argument_ids]
    return ratings


def composites(
    sheets: Sequence[Scoresheet | None], argument_ids: Sequence[str], weights: Sequence[Mapping[str, float]]
) -> Ratings:
    """Weighted composites as an array (n_judges, n_items), in points, NaN where any weighted dimension is missing.

    `weights` holds one mapping per judge (the common ones repeated, or each judge's own): dimension key to weight.
    """
    ratings = np.zeros((len(sheets), len(argument_ids)))
    for dimension in sorted({key for mapping in weights for key in mapping}):
        share = np.array([mapping.get(dimension, 0.0) for mapping in weights])[:, None]
        ratings += np.where(share > 0, share * dimension_ratings(sheets, argument_ids, dimension), 0.0)
    missing = [[sheet is None or sheet.entry(a) is None for a in argument_ids] for sheet in sheets]
    ratings[np.array(missing, dtype=bool).reshape(ratings.shape)] = np.nan
    return ratings


def standing_lists(
    sheets: Sequence[Scoresheet | None], argument_ids: Sequence[str]
) -> list[list[Standing | None]]:
    return [
        [entry.standing if sheet and (entry := sheet.entry(a)) else None for a in argument_ids]
        for sheet in sheets
    ]


def argument_side(argument_id: str) -> Side:
    return "pro" if argument_id.startswith("PRO-") else "con"
