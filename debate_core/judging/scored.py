"""A judging's scores as arrays: the bridge from what judges said to what can be measured.

Knows judgings and arrays; computes no statistic. Invariant: a seat without a sheet is a row of NaN, in panel order.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from debate_core.judging.judging import Judging
from debate_core.scoresheet import Ratings, Standing, composites, dimension_ratings, standing_lists


@dataclass(frozen=True, kw_only=True)
class Scored:
    """What was scored in one round, as arrays (n_judges, n_items): common and own composites, each dimension,
    standings. `sides` is None where the items have none."""

    judging: Judging
    ids: tuple[str, ...]
    sides: tuple[str, ...] | None
    common: Ratings
    own: Ratings
    dimensions: dict[str, Ratings]
    standings: list[list[Standing | None]]


def scored_of(judging: Judging) -> Scored:
    """The scores of the round that is looked at."""
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
    """These sheets in points (n_judges, n_items), NaN where there is none: common composites of a debate's arguments;
    of an artifact, whose items are its dimensions and take no side, the scores as given."""
    if judging.sides is not None:
        return composites(sheets, judging.ids, [judging.rubric.weights] * len(sheets))
    scores = [[sheet.scores.get(key, np.nan) if sheet else np.nan for key in judging.ids] for sheet in sheets]
    return np.array(scores, dtype=np.float64).reshape(len(sheets), len(judging.ids))
