"""Agreement of one table of ratings as a report holds it: a debate's, or a table brought from elsewhere.

Knows arrays with their labels and the measures; not where the table came from. Invariant: what is not there to be
measured is None with its reason.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from debate_core.measuring.agreement import (
    Kappa,
    alpha,
    alphas,
    kappa_of,
    without_argument,
    without_judge,
)
from debate_core.measuring.arrays import Floats, Ints
from debate_core.measuring.krippendorff import Level
from debate_core.measuring.pairs import pairs
from debate_core.report.limits import Size
from debate_core.report.shape import Agreement, PairAgreement, PanelAlpha, Statistic
from debate_core.report.study import generalizability_of, statistic


@dataclass(frozen=True, kw_only=True)
class Rated:
    """A table to be measured: ``ratings`` (n_judges, n_items) with NaN missing, named both ways.

    ``calibrated`` is the same shape, or None with ``uncalibrated`` saying why; ``places`` (n_judges, n_items) are
    labels out of so many ``categories`` by their place, or None with ``unlabelled`` saying why; ``ordered``: those
    ascend. ``dimensions``: ratings on each; ``segments``: the items of each; ``clusters`` (n_items,): numbers of what
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


def agreement_of(rated: Rated) -> Agreement:
    """Alpha on the table as given, kappa on standings, and what stands beside them."""
    size, groups = Size.of(rated.ratings, rated.level), rated.clusters
    found = (
        None
        if rated.places is None
        else kappa_of(rated.places, rated.categories, ordered=rated.ordered, clusters=groups)
    )
    absent = Statistic(value=None, reason=rated.unlabelled)
    return Agreement(
        level=rated.level,
        alpha=_alpha(rated, size),
        kappa=statistic(found) if found else absent,
        alpha_standings=statistic(found.alpha_standings) if found else absent,
        consistency=_consistency(rated),
        generalizability=generalizability_of(
            rated.ratings,
            rated.level,
            clustered=groups is not None,
            left_out=size.calibrated,
            noun=rated.noun,
            people=rated.people,
        ),
        ac1=found.ac1 if found else None,
        ac1_interval=found.ac1_interval if found else None,
        percent=found.percent if found else None,
        percent_interval=found.percent_interval if found else None,
        by_dimension=_by_dimension(rated),
        by_segment=_by_segment(rated, size),
        pairs=() if size.pairs else pairs_of(rated),
        note=found.note if found else None,
        reasons=_reasons(rated, found, size),
        **_without(rated, size),
    )


def _alpha(rated: Rated, size: Size) -> PanelAlpha:
    if size.alpha:
        return PanelAlpha(value=None, reason=size.alpha)
    found = alpha(rated.ratings, rated.level, rated.clusters)
    more = {name: getattr(found, name) for name in ("p_667", "p_67", "p_80")}
    return PanelAlpha(**dict(statistic(found)), **more)


def _by_dimension(rated: Rated) -> dict[str, Statistic]:
    """Alpha on each dimension; tables of one shape all at once, where nothing shares a source."""
    tables, groups = rated.dimensions, rated.dimension_clusters
    if not groups and len({table.shape for table in tables.values()}) == 1:
        found = alphas(np.stack(list(tables.values())), rated.level)
        return {key: statistic(one) for key, one in zip(tables, found, strict=True)}
    return {key: statistic(alpha(table, rated.level, groups.get(key))) for key, table in tables.items()}


def _by_segment(rated: Rated, size: Size) -> dict[str, Statistic]:
    """Alpha on the items of each segment."""
    if size.alpha:
        return dict.fromkeys(rated.segments, Statistic(value=None, reason=size.alpha))
    groups = rated.clusters
    return {
        name: statistic(
            alpha(rated.ratings[:, items], rated.level, None if groups is None else renumbered(groups[items]))
        )
        for name, items in rated.segments.items()
    }


def renumbered(groups: Ints) -> Ints:
    """The same groups, numbered from 0 without a gap."""
    return np.unique(groups, return_inverse=True)[1].astype(np.int64)


def _consistency(rated: Rated) -> Statistic:
    if rated.calibrated is None:
        return Statistic(value=None, reason=rated.uncalibrated or "the scores were not calibrated")
    if reason := Size.of(rated.calibrated, rated.level).alpha:
        return Statistic(value=None, reason=reason)
    return statistic(alpha(rated.calibrated, rated.level, rated.clusters))


def _without(rated: Rated, size: Size) -> dict[str, Mapping[str, float | None]]:
    """Alpha without each judge and each item, as far as the size allows."""
    judges = None if size.without_judge else without_judge(rated.ratings, rated.level)
    items = None if size.without_argument else without_argument(rated.ratings, rated.level)
    return {
        "without_judge": {} if judges is None else dict(zip(rated.judges, judges, strict=True)),
        "without_argument": {} if items is None else dict(zip(rated.items, items, strict=True)),
    }


def _reasons(rated: Rated, standings: Kappa | None, size: Size) -> dict[str, str]:
    """Why what has no place for a reason of its own is None or empty."""
    found = {key: getattr(size, key) for key in ("pairs", "without_judge", "without_argument")}
    if standings is None:
        found |= {"ac1": rated.unlabelled, "percent": rated.unlabelled}
    elif standings.ac1 is None:
        found["ac1"] = standings.reason
    return {key: reason for key, reason in found.items() if reason}


def pairs_of(rated: Rated) -> tuple[PairAgreement, ...]:
    """How alike each two judges scored, by name."""
    return tuple(
        PairAgreement(
            judges=(rated.judges[one.first], rated.judges[one.second]),
            n=one.n,
            furthest=None if one.furthest is None else rated.items[one.furthest],
            apart=one.apart,
            **dict(statistic(one.alpha)),
        )
        for one in pairs(rated.ratings, rated.level, rated.clusters)
    )
