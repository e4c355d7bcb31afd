"""Agreement of one table of ratings as a report holds it: a debate's, or a table brought from elsewhere.

Knows arrays with their labels and the measures; not where the table came from. Invariant: what is not there to be
measured is None with its reason.
"""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from debate_core.measuring.agreement import (
    Alpha,
    Kappa,
    alpha,
    alphas,
    kappa,
    without_argument,
    without_judge,
)
from debate_core.measuring.arrays import Floats
from debate_core.measuring.fleiss import STANDINGS
from debate_core.measuring.krippendorff import Level
from debate_core.measuring.pairs import pairs
from debate_core.report.limits import Size
from debate_core.report.shape import Agreement, PairAgreement, PanelAlpha, Statistic


@dataclass(frozen=True, kw_only=True)
class Rated:
    """A table to be measured: ``ratings`` (n_judges, n_items) with NaN missing, named both ways.

    ``calibrated`` is the same shape, or None with ``uncalibrated`` saying why; ``standings`` a list of judges' lists of
    labels out of ``categories``, or None with ``unlabelled`` saying why. ``declared``: the categories are all that
    could be given, ascending; otherwise those that were, in no order.
    """

    judges: Sequence[str]
    items: Sequence[str]
    ratings: Floats
    level: Level = "interval"
    calibrated: Floats | None = None
    uncalibrated: str | None = None
    standings: Sequence[Sequence[Hashable | None]] | None = None
    categories: Sequence[Hashable] = STANDINGS
    declared: bool = True
    unlabelled: str = "the table has no standings"
    dimensions: Mapping[str, Floats] = field(default_factory=dict)


def agreement_of(rated: Rated) -> Agreement:
    """Alpha on the table as given, kappa on standings, and what stands beside them."""
    size = Size.of(rated.ratings, rated.level)
    standings = None if rated.standings is None else kappa(rated.standings, rated.categories)
    absent = Statistic(value=None, reason=rated.unlabelled)
    return Agreement(
        level=rated.level,
        alpha=_alpha(rated, size),
        kappa=statistic(standings) if standings else absent,
        alpha_standings=_in_order(rated, standings) if standings else absent,
        consistency=_consistency(rated),
        ac1=standings.ac1 if standings and rated.declared else None,
        ac1_interval=standings.ac1_interval if standings and rated.declared else None,
        percent=standings.percent if standings else None,
        percent_interval=standings.percent_interval if standings else None,
        by_dimension=_by_dimension(rated.dimensions),
        pairs=() if size.pairs else pairs_of(rated),
        note=standings.note if standings else None,
        reasons=_reasons(rated, standings, size),
        **_without(rated, size),
    )


def _alpha(rated: Rated, size: Size) -> PanelAlpha:
    if size.alpha:
        return PanelAlpha(value=None, reason=size.alpha)
    found = alpha(rated.ratings, rated.level)
    more = {name: getattr(found, name) for name in ("p_667", "p_80", "panel_mean")}
    return PanelAlpha(**dict(statistic(found)), **more)


def _in_order(rated: Rated, standings: Kappa) -> Statistic:
    if rated.declared:
        return statistic(standings.alpha_standings)
    return Statistic(value=None, reason="nobody said in which order the categories are")


def _by_dimension(dimensions: Mapping[str, Floats]) -> dict[str, Statistic]:
    if not dimensions:
        return {}
    found = alphas(np.stack(list(dimensions.values())))
    return {key: statistic(one) for key, one in zip(dimensions, found, strict=True)}


def _consistency(rated: Rated) -> Statistic:
    if rated.calibrated is None:
        return Statistic(value=None, reason=rated.uncalibrated or "the scores were not calibrated")
    if reason := Size.of(rated.calibrated, rated.level).alpha:
        return Statistic(value=None, reason=reason)
    return statistic(alpha(rated.calibrated, rated.level))


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
    elif not rated.declared:
        found["ac1"] = "it needs the number of categories that could be given, and nobody said it"
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
        for one in pairs(rated.ratings, rated.level)
    )


def statistic(found: Alpha | Kappa) -> Statistic:
    """A figure with its interval, or the reason why one of them is missing."""
    return Statistic(value=found.value, interval=found.interval, reason=found.reason or found.interval_reason)
