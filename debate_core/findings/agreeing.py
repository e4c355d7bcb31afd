"""How alike the reviewers scored an artifact over the rubric's dimensions, and where they part.

Knows sheets and measures. Invariant: as for a debate's panel, an undefined figure is None with its reason; one artifact
has no kappa, for each reviewer gives it one verdict.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from debate_core.deliberation import closeness
from debate_core.judging.judging import Judging
from debate_core.judging.scored import points
from debate_core.measuring.deliberation import Disagreement
from debate_core.noun import Noun
from debate_core.report.agreeing import Rated, agreement_of
from debate_core.report.shape import Agreement

NO_KAPPA = "one artifact has one verdict from each reviewer, and kappa needs two things judged or more"
NOT_CALIBRATED = "the scores of one artifact are compared as they were given"


class Area(Noun):
    """Where reviewers part: on the verdict (`dimension` None) or a dimension. `severity`, 0 to 1, is 1 − the share of
    the commonest verdict, or the range over the scale's width; `range` in points."""

    dimension: str | None
    severity: float
    range: float | None


class Alike(Noun):
    """How alike the reviewers are. `agreement` is over the dimensions (the items there are); `accord`, 0 to 1, is how
    close they are now, not beyond chance; `parted` is worst first."""

    agreement: Agreement
    accord: float | None
    parted: tuple[Area, ...]
    means: Mapping[str, float | None]


def alike(judging: Judging[Any]) -> Alike:
    """The measures on the sheets of the round that is looked at, people's too where they are seated: alpha as of a
    debate's composites, with interval."""
    close, ratings = closeness(judging), points(judging, judging.sheets)
    rated = Rated(
        judges=judging.names,
        items=judging.ids,
        ratings=ratings,
        uncalibrated=NOT_CALIBRATED,
        unlabelled=NO_KAPPA,
    )
    return Alike(
        agreement=agreement_of(rated),
        accord=close.accord.value,
        parted=tuple(_area(one) for one in close.disagreements),
        means={
            key: _mean(column[~np.isnan(column)].tolist())
            for key, column in zip(judging.ids, ratings.T, strict=True)
        },
    )


def _area(found: Disagreement) -> Area:
    return Area(dimension=found.dimension, severity=found.severity, range=found.range)


def _mean(scores: Sequence[float]) -> float | None:
    return sum(scores) / len(scores) if scores else None
