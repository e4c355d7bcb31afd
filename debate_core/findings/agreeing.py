"""How alike the reviewers scored an artifact over the rubric's dimensions, and where they part.

Knows sheets and measures. Invariant: as for a debate's panel, an undefined figure is None with its reason; one artifact
has no kappa, for each reviewer gives it one verdict.
"""

from collections.abc import Mapping, Sequence

import numpy as np

from debate_core.artifact import Reviewer, ReviewSheet, Verdict
from debate_core.measuring.arrays import Floats
from debate_core.measuring.deliberation import ARTIFACT_SHARE, Aspect, Disagreement, accord, disagreements
from debate_core.noun import Noun
from debate_core.report.agreeing import Rated, agreement_of
from debate_core.report.shape import Agreement
from debate_core.rubric import Rubric

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


def alike(reviewers: Sequence[Reviewer], sheets: Mapping[str, ReviewSheet], rubric: Rubric) -> Alike:
    """The measures on the sheets there are, by reviewer's name: alpha as of a debate's composites, with interval."""
    ratings = _ratings(reviewers, sheets, rubric)
    given = {
        key: [None if np.isnan(one) else float(one) for one in column]
        for key, column in zip(rubric.keys, ratings.T, strict=True)
    }
    verdicts: list[Verdict | None] = [
        sheet.verdict if (sheet := sheets.get(one.name)) else None for one in reviewers
    ]
    rated = Rated(
        judges=tuple(reviewer.name for reviewer in reviewers),
        items=rubric.keys,
        ratings=ratings,
        uncalibrated=NOT_CALIBRATED,
        unlabelled=NO_KAPPA,
    )
    width = float(rubric.scale.width)
    scores = {Aspect(key): column for key, column in given.items()}
    return Alike(
        agreement=agreement_of(rated),
        accord=accord(verdicts, scores, width).value,
        parted=tuple(_area(one) for one in disagreements(verdicts, scores, width, ARTIFACT_SHARE)),
        means={key: _mean([one for one in scores if one is not None]) for key, scores in given.items()},
    )


def _ratings(reviewers: Sequence[Reviewer], sheets: Mapping[str, ReviewSheet], rubric: Rubric) -> Floats:
    """Scores in points (n_reviewers, n_dimensions), NaN where missing."""
    ratings = np.full((len(reviewers), len(rubric.keys)), np.nan)
    for row, reviewer in enumerate(reviewers):
        sheet = sheets.get(reviewer.name)
        for column, key in enumerate(rubric.keys):
            if sheet is not None and key in sheet.scores:
                ratings[row, column] = sheet.scores[key]
    return ratings


def _area(found: Disagreement) -> Area:
    return Area(dimension=found.dimension, severity=found.severity, range=found.range)


def _mean(scores: Sequence[float]) -> float | None:
    return sum(scores) / len(scores) if scores else None
