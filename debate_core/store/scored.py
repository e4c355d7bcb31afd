"""A judging's scores as arrays; a seat without a sheet is a row of NaN, in panel order."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from debate_core.domain.score_sheet import Ratings, Standing, composites, dimension_ratings, standing_lists
from debate_core.store.judging import Judging


@dataclass(frozen=True, kw_only=True)
class Scored:
    """One round's scores as arrays (n_judges, n_items): common and own composites, dimensions, standings."""

    judging: Judging
    ids: tuple[str, ...]
    sides: tuple[str, ...] | None
    common: Ratings
    own: Ratings
    dimensions: dict[str, Ratings]
    standings: list[list[Standing | None]]


def scored_of(judging: Judging) -> Scored:
    ids, sheets, rubric = judging.ids, judging.sheets, judging.rubric
    return Scored(
        judging=judging,
        ids=ids,
        sides=judging.sides,
        common=composites(sheets, ids, [rubric.weights] * len(sheets)),
        own=composites(sheets, ids, [seat.weights for seat in judging.seats]),
        dimensions={key: dimension_ratings(sheets, ids, key) for key in rubric.keys},
        standings=standing_lists(sheets, ids),
    )


def points(judging: Judging[Any], sheets: Sequence[Any]) -> Ratings:
    """Sheets in points (n_judges, n_items), NaN missing: common composites, or an artifact's scores."""
    if judging.sides is not None:
        return composites(sheets, judging.ids, [judging.rubric.weights] * len(sheets))
    scores = [[sheet.scores.get(key, np.nan) if sheet else np.nan for key in judging.ids] for sheet in sheets]
    return np.array(scores, dtype=np.float64).reshape(len(sheets), len(judging.ids))
