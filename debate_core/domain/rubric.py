"""What a judge scores: dimensions on a scale, with weights that sum to 1."""

import math
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Self

from pydantic import model_validator

from debate_core.domain.noun import FrozenModel

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

    def as_schema(self) -> dict[str, object]:
        return {"type": "integer", "minimum": self.low, "maximum": self.high}


class Dimension(FrozenModel):
    key: str
    question: str
    low: str
    high: str

    @model_validator(mode="after")
    def _key_is_a_plain_word(self) -> Self:
        if not _KEY.fullmatch(self.key):
            raise ValueError(
                f"a dimension's key is a lower-case word of at most 31 letters, as in 'logic'; got {self.key!r}"
            )
        if self.key in _TAKEN.split() or self.key.endswith("_score"):
            raise ValueError(
                f"a dimension can't be called {self.key!r}: a judge's answer uses that word otherwise"
            )
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
        if any(not 0 <= w <= 1 for w in self.weights.values()) or not math.isclose(
            sum(self.weights.values()), 1.0, abs_tol=1e-6
        ):
            raise ValueError(
                f"weights must lie in 0 to 1 and sum to 1; they sum to {sum(self.weights.values()):.4f}"
            )
        return self

    @property
    def keys(self) -> tuple[str, ...]:
        return tuple(d.key for d in self.dimensions)

    @property
    def score_names(self) -> tuple[str, ...]:
        return tuple(d.score_name for d in self.dimensions)

    def fits(self, weights: Mapping[str, float] | None) -> bool:
        return weights is not None and set(weights) == set(self.keys)

    def composite(self, scores: Mapping[str, float]) -> float:
        """The scores of one argument under the common weights, in points. Raises KeyError for one that is missing."""
        return sum(weight * scores[key] for key, weight in self.weights.items())


_BOOK = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
STANDARD, EVIDENCE_FIRST = (Rubric.model_validate(_BOOK[name]) for name in ("standard", "evidence_first"))
RUBRICS = {rubric.name: rubric for rubric in (STANDARD, EVIDENCE_FIRST)}
