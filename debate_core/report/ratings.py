"""What a table of ratings brought from elsewhere means: its agreement, in the shape of a debate's.

Knows the table and how agreement is made; not files. Invariant: the keys of `agreement` are those of a debate's report,
and what a large table leaves out is said.
"""

from collections.abc import Mapping
from typing import Literal

import numpy as np
from pydantic import Field

from debate_core.measuring.arrays import Floats
from debate_core.measuring.calibration import apart_note, calibrate
from debate_core.measuring.krippendorff import Level
from debate_core.ratings import Form, RatingsTable
from debate_core.report.agreeing import Rated, agreement_of
from debate_core.report.limits import LABEL_CELLS, Size
from debate_core.report.shape import Agreement, Whole

LISTED = 200
"""So many labels are listed; more are only counted."""
_UNCALIBRATED: Mapping[Level, str] = {
    "nominal": "severity is a difference of scores, and level nominal has no differences",
    "ordinal": "severity is a difference of scores, and level ordinal has no differences",
    "ratio": "taking severity off moves the zero that level ratio rests on; level interval has a consistency",
}


class RatingsReport(Whole):
    """One table: ``items``, ``scores`` and ``missing`` are counts. ``labelled``: what kappa is of, standings or the
    scores themselves; ``categories``: what those are out of (None without any, or with too many); ``declared``: whether
    they are all that could be given, ascending. ``by_judge``: how many scores each gave."""

    form: Form
    level: Level
    judges: tuple[str, ...]
    items: int
    scores: int
    missing: int
    labelled: Literal["standings", "scores"] | None
    categories: tuple[str, ...] | None
    declared: bool
    agreement: Agreement
    notes: tuple[str, ...] = ()
    by_judge: Mapping[str, int] = Field(default_factory=dict)


def report_ratings(table: RatingsTable, level: Level = "interval") -> RatingsReport:
    """The agreement of one table at one level, computed from nothing else."""
    given = ~np.isnan(table.ratings)
    of_scores: Literal["scores"] | None = None if table.labels is None else "scores"
    many = len(table.categories) > LISTED
    return RatingsReport(
        form=table.form,
        level=level,
        judges=table.judges,
        items=len(table.items),
        scores=int(given.sum()),
        missing=int((~given).sum()),
        labelled=of_scores if table.standings is None else "standings",
        categories=None if many else table.categories or None,
        declared=table.declared,
        agreement=agreement_of(_rated(table, level)),
        notes=(*table.notes, *([f"There are {len(table.categories):,} different labels."] if many else [])),
        by_judge=dict(zip(table.judges, given.sum(axis=1).tolist(), strict=True)),
    )


def _rated(table: RatingsTable, level: Level) -> Rated:
    calibrated, uncalibrated = _calibrated(table, level)
    standings = table.labelled
    too_many = standings is not None and len(table.items) * len(table.categories) > LABEL_CELLS
    return Rated(
        judges=table.judges,
        items=table.items,
        ratings=table.ratings,
        level=level,
        calibrated=calibrated,
        uncalibrated=uncalibrated,
        standings=None if too_many else standings,
        categories=table.categories,
        declared=table.declared,
        unlabelled=f"{len(table.categories):,} different labels of {len(table.items):,} items are too many"
        if too_many
        else "the table has no standings, and its scores are not read as labels",
    )


def _calibrated(table: RatingsTable, level: Level) -> tuple[Floats | None, str | None]:
    """Scores with severity removed, or why they have none."""
    if level in _UNCALIBRATED:
        return None, _UNCALIBRATED[level]
    reason = Size.of(table.ratings, "interval").calibrated or apart_note(table.ratings, table.judges)
    if reason:
        return None, reason
    return calibrate(table.ratings, "additive").ratings, None
