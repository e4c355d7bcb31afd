"""Agreement of one table of ratings as a report holds it: a debate's, or a table brought from elsewhere.

Knows arrays with their labels and the measures; not where the table came from. Invariant: what is not there to be
measured is None with its reason.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from debate_core.measuring.agreement import (
    alpha,
    alphas,
    kappa_of,
    without_argument,
    without_judge,
)
from debate_core.measuring.arrays import Floats, Ints
from debate_core.measuring.estimate import Alpha, Estimate
from debate_core.measuring.krippendorff import Level
from debate_core.measuring.pairs import pairs
from debate_core.report.limits import Size
from debate_core.report.shape import Agreement, PairAgreement
from debate_core.report.study import generalizability_of


@dataclass(frozen=True, kw_only=True)
class Rated:
    """A table to be measured: ``ratings`` (n_judges, n_items) with NaN missing, named both ways.

    ``calibrated`` is the same shape, or None with ``uncalibrated`` saying why; ``places`` (n_judges, n_items) are
    labels out of so many ``categories`` by their place, or None with ``unlabelled`` saying why; ``ordered``: those
    ascend. ``dimensions``: ratings on each; ``segments``: the items of each; ``meaningless``: why their
    scores say nothing of what could be relied on; ``clusters`` (n_items,): numbers of what
    shares a source, over which intervals then go; ``dimension_clusters``: the same, by dimension. ``noun``: what an
    item is called; ``people``: some of the judges are people.
    """

    judges: Sequence[str]
    items: Sequence[str]
    ratings: Floats
    level: Level = "interval"
    calibrated: Floats | None = None
    uncalibrated: str | None = None
    places: Floats | None = None
    categories: int = 0
    ordered: bool = True
    unlabelled: str = "the table has no standings"
    dimensions: Mapping[str, Floats] = field(default_factory=dict)
    segments: Mapping[str, Ints] = field(default_factory=dict)
    clusters: Ints | None = None
    dimension_clusters: Mapping[str, Ints] = field(default_factory=dict)
    noun: str = "argument"
    people: bool = False
    meaningless: str | None = None


def agreement_of(rated: Rated) -> Agreement:
    """Alpha on the table as given, kappa on standings, and what stands beside them."""
    size, groups = Size.of(rated.ratings, rated.level), rated.clusters
    found = (
        None
        if rated.places is None
        else kappa_of(rated.places, rated.categories, ordered=rated.ordered, clusters=groups)
    )
    absent = Estimate(value=None, reason=rated.unlabelled)
    return Agreement(
        level=rated.level,
        alpha=_alpha(rated.ratings, rated),
        kappa=found or absent,
        alpha_standings=found.alpha_standings if found else absent,
        consistency=Alpha(value=None, reason=rated.uncalibrated or "the scores were not calibrated")
        if rated.calibrated is None
        else _alpha(rated.calibrated, rated),
        generalizability=generalizability_of(
            rated.ratings,
            rated.level,
            clustered=groups is not None,
            left_out=rated.meaningless or size.calibrated,
            noun=rated.noun,
            people=rated.people,
        ),
        ac1=found.ac1 if found else absent,
        percent=found.percent if found else absent,
        by_dimension=_by_dimension(rated),
        by_segment=_by_segment(rated, size),
        pairs=() if size.pairs else pairs_of(rated),
        note=found.note if found else None,
        reasons=_reasons(found.ac1 if found else absent, found.percent if found else absent, size),
        **_without(rated, size),
    )


def _alpha(ratings: Floats, rated: Rated) -> Alpha:
    if too_large := Size.of(ratings, rated.level).alpha:
        return Alpha(value=None, reason=too_large)
    return alpha(ratings, rated.level, rated.clusters)


def _by_dimension(rated: Rated) -> dict[str, Alpha]:
    """Alpha on each dimension; tables of one shape all at once, where nothing shares a source."""
    tables, groups = rated.dimensions, rated.dimension_clusters
    if not groups and len({table.shape for table in tables.values()}) == 1:
        found = alphas(np.stack(list(tables.values())), rated.level)
        return dict(zip(tables, found, strict=True))
    return {key: alpha(table, rated.level, groups.get(key)) for key, table in tables.items()}


def _by_segment(rated: Rated, size: Size) -> dict[str, Alpha]:
    """Alpha on the items of each segment."""
    if size.alpha:
        return dict.fromkeys(rated.segments, Alpha(value=None, reason=size.alpha))
    groups = rated.clusters
    return {
        name: alpha(
            rated.ratings[:, items], rated.level, None if groups is None else renumbered(groups[items])
        )
        for name, items in rated.segments.items()
    }


def renumbered(groups: Ints) -> Ints:
    """The same groups, numbered from 0 without a gap."""
    return np.unique(groups, return_inverse=True)[1].astype(np.int64)


def _without(rated: Rated, size: Size) -> dict[str, Mapping[str, float | None]]:
    """Alpha without each judge and each item, as far as the size allows."""
    judges = None if size.without_judge else without_judge(rated.ratings, rated.level)
    items = None if size.without_argument else without_argument(rated.ratings, rated.level)
    return {
        "without_judge": {} if judges is None else dict(zip(rated.judges, judges, strict=True)),
        "without_argument": {} if items is None else dict(zip(rated.items, items, strict=True)),
    }


def _reasons(ac1: Estimate, percent: Estimate, size: Size) -> dict[str, str]:
    """Why what has no place for a reason of its own is None or empty."""
    found = {key: getattr(size, key) for key in ("pairs", "without_judge", "without_argument")}
    found |= {key: one.reason for key, one in (("ac1", ac1), ("percent", percent)) if one.value is None}
    return {key: reason for key, reason in found.items() if reason}


def pairs_of(rated: Rated) -> tuple[PairAgreement, ...]:
    """How alike each two judges scored, by name."""
    return tuple(
        PairAgreement(
            judges=(rated.judges[one.first], rated.judges[one.second]),
            furthest=None if one.furthest is None else rated.items[one.furthest],
            apart=one.apart,
            alpha=one.alpha,
        )
        for one in pairs(rated.ratings, rated.level, rated.clusters)
    )
