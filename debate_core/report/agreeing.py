"""Agreement of one table of ratings as a report holds it: a debate's, or a table brought from elsewhere.

Knows arrays with their labels and the measures; not where the table came from. Invariant: what is not there to be
measured is None with its reason.
"""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field

from debate_core.measuring.agreement import Alpha, Kappa, alpha, kappa
from debate_core.measuring.arrays import Floats
from debate_core.measuring.fleiss import STANDINGS
from debate_core.measuring.influence import influence
from debate_core.measuring.pairs import pairs
from debate_core.measuring.sums import Level
from debate_core.report.shape import Agreement, AlphaFound, PairFound, Statistic


@dataclass(frozen=True, kw_only=True)
class Rated:
    """A table to be measured: ``ratings`` (n_judges, n_items) with NaN missing, named both ways.

    ``calibrated`` is the same shape, or None with ``uncalibrated`` saying why; ``standings`` a list of judges' lists of
    labels out of ``categories`` (ascending; all that could be given), or None where there are none.
    """

    judges: Sequence[str]
    items: Sequence[str]
    ratings: Floats
    level: Level = "interval"
    calibrated: Floats | None = None
    uncalibrated: str | None = None
    standings: Sequence[Sequence[Hashable | None]] | None = None
    categories: Sequence[Hashable] = STANDINGS
    dimensions: Mapping[str, Floats] = field(default_factory=dict)


def agreement_of(rated: Rated) -> Agreement:
    """Alpha on the table as given, kappa on standings, and what stands beside them."""
    standings = None if rated.standings is None else kappa(rated.standings, rated.categories)
    absent = Statistic(value=None, reason="the table has no standings")
    calibrated = rated.calibrated
    without = influence(rated.ratings, rated.level)
    return Agreement(
        level=rated.level,
        alpha=_alpha(alpha(rated.ratings, rated.level)),
        kappa=absent if standings is None else statistic(standings),
        alpha_standings=absent if standings is None else statistic(standings.alpha_standings),
        consistency=Statistic(value=None, reason=rated.uncalibrated or "the scores were not calibrated")
        if calibrated is None
        else statistic(alpha(calibrated, rated.level)),
        ac1=None if standings is None else standings.ac1,
        ac1_interval=None if standings is None else standings.ac1_interval,
        percent=None if standings is None else standings.percent,
        percent_interval=None if standings is None else standings.percent_interval,
        by_dimension={key: statistic(alpha(table)) for key, table in rated.dimensions.items()},
        pairs=pairs_of(rated),
        without_judge=dict(zip(rated.judges, without.without_judge, strict=True)),
        without_argument=dict(zip(rated.items, without.without_argument, strict=True)),
        note=None if standings is None else standings.note,
    )


def pairs_of(rated: Rated) -> tuple[PairFound, ...]:
    """How alike each two judges scored, by name."""
    return tuple(
        PairFound(
            judges=(rated.judges[one.first], rated.judges[one.second]),
            n=one.n,
            furthest=None if one.furthest is None else rated.items[one.furthest],
            apart=one.apart,
            **statistic(one.alpha).model_dump(),
        )
        for one in pairs(rated.ratings, rated.level)
    )


def statistic(found: Alpha | Kappa) -> Statistic:
    """A figure with its interval, or the reason why one of them is missing."""
    return Statistic(value=found.value, interval=found.interval, reason=found.reason or found.interval_reason)


def _alpha(found: Alpha) -> AlphaFound:
    return AlphaFound(
        **statistic(found).model_dump(), p_667=found.p_667, p_80=found.p_80, panel_mean=found.panel_mean
    )
