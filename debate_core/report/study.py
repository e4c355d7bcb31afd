"""What scores can be relied on for, and what would make it enough: generalizability and its decision study."""

from math import isfinite
from typing import Any

from debate_core.measuring.arrays import Floats
from debate_core.measuring.estimate import Estimate
from debate_core.measuring.generalizability import (
    LEAST_COMPLETE,
    generalizability,
    judges_needed,
    side_study,
    whole_ends,
)
from debate_core.measuring.krippendorff import Level
from debate_core.phrases import enough_text, missing_text
from debate_core.report.shape import Generalizability, OutcomeReport, SidesStudy

_FIGURES = ("one_way_one", "one_way_mean", "relative_one", "relative_mean", "absolute_one", "absolute_mean")


def generalizability_of(
    ratings: Floats,
    level: Level,
    *,
    clustered: bool = False,
    left_out: str | None = None,
    noun: str = "argument",
    people: bool = False,
) -> Generalizability:
    """Coefficients and components of ratings (n_judges, n_items), or why there are none; ``noun`` names an item,
    ``people``: some of the judges are people."""
    if level in ("nominal", "ordinal"):
        left_out = f"scores of level {level} have no variance"
    if left_out:
        return _none(left_out)
    found = generalizability(ratings, clustered=clustered)
    if found.components is None:
        return _none(found.reason or "")
    figures: dict[str, Any] = dict(zip(_FIGURES, found.family.values(), strict=True))
    parts = found.components
    needed = judges_needed(parts, figures["relative_one"])
    known = not clustered and found.complete >= LEAST_COMPLETE
    judges = "judges and people" if people else "judges"
    return Generalizability(
        **figures,
        components=parts,
        scores_per_item=found.per_item,
        judges_for_80=parts.judges_for(),
        note=missing_text(found.missing, found.per_item, found.complete if known else None, noun, judges)
        if found.missing
        else None,
        judges_for_80_interval=whole_ends(needed),
        sentence=enough_text(found.family["ICC(C,k)"], found.per_item, needed, noun, judges),
    )


def _none(reason: str) -> Generalizability:
    none: dict[str, Any] = dict.fromkeys(_FIGURES, Estimate(value=None, reason=reason))
    return Generalizability(
        **none,
        components=None,
        scores_per_item=None,
        judges_for_80=None,
        judges_for_80_interval=None,
        reason=reason,
    )


def sides_study_of(outcome: OutcomeReport, judges: int, arguments: int) -> SidesStudy:
    gap = outcome.gap
    if gap.value is None or not gap.se or not isfinite(gap.se):
        reason = gap.reason or "the lead has no standard error"
        return SidesStudy(coefficient=None, judges=None, more_arguments=None, reason=reason)
    found = side_study(gap.value, gap.se, judges, arguments)
    if found.judges is None or found.arguments is None:
        reason = "the lead is no larger than its standard error"
        return SidesStudy(coefficient=0.0, judges=None, more_arguments=None, reason=reason)
    return SidesStudy(
        coefficient=found.coefficient,
        judges=found.judges,
        more_arguments=max(0, found.arguments - arguments),
    )
