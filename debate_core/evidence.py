"""What the rules of outcome look at, measured once: `evidence(table)`, or many tables at a time.

Measures tables; names no outcome. No threshold changes the evidence, only how it is weighed. Invariant: an undefined
statistic is None, with its reason beside it, and a table among many has the evidence it has alone.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

import numpy as np

from debate_core.measuring.agreement import Alpha, Kappa, alphas, kappa
from debate_core.measuring.arrays import as_sides, scalar
from debate_core.measuring.calibration import zscores
from debate_core.measuring.divergence import Parting, part
from debate_core.measuring.gap import Gap, gaps, side_means
from debate_core.measuring.krippendorff import unit_statistics
from debate_core.measuring.robustness import Decision as Decision
from debate_core.measuring.table import PanelTable
from debate_core.rules import Rules

TIE = 1e-9
"""A gap this small is rounding."""
Measured = TypeVar("Measured")


@dataclass(frozen=True, kw_only=True)
class Agreed:
    """How alike the judges scored: what follows from common composites and standings, whatever judges weigh.

    ``z_alpha`` is of z-scores, for the classic rules.
    """

    alpha: Alpha
    kappa: Kappa | None
    parting: Parting
    z_alpha: float | None


@dataclass(frozen=True, kw_only=True)
class Evidence:
    """All that rules look at on one table; ``z_gap`` is the classic gap on z-scores."""

    table: PanelTable
    agreed: Agreed
    gap: Gap
    z_gap: float | None


@dataclass(frozen=True, kw_only=True)
class Weighed:
    """Evidence as one set of rules looks at it: the gap at their level, the arguments that diverge by them (indices).

    ``alpha``: the agreement of scores they ask for, under classic rules of z-scores.
    """

    evidence: Evidence
    rules: Rules
    gap: Gap
    divergent: tuple[int, ...]
    alpha: float | None


def weigh(found: Evidence, rules: Rules) -> Weighed:
    """The evidence on one table by the thresholds of these rules. An undefined statistic stays ``None``.

    Source of default rules: as ``measuring.divergence.diverge``; classic: our own, see docs/method.md.
    """
    agreed, classic = found.agreed, rules.kind == "classic"
    if classic:
        divergent = agreed.parting.z_variance >= rules.z_variance
    else:
        divergent = agreed.parting.divergent(rules.divergence_level, rules.divergence_spread)
    return Weighed(
        evidence=found,
        rules=rules,
        gap=found.gap if found.gap.level == rules.gap_level else replace(found.gap, level=rules.gap_level),
        divergent=tuple(divergent.nonzero()[0].tolist()),
        alpha=agreed.z_alpha if classic else agreed.alpha.value,
    )


def evidence(table: PanelTable) -> Evidence:
    """The evidence on one table (n_judges, n_items): how alike its judges scored, and pro minus con.

    What is undefined is ``None`` with its reason. Raises ValueError for sides or standings that are none.
    Sources: of ``measuring.agreement``, ``measuring.divergence`` and ``measuring.gap``.

    >>> from debate_core.measuring.table import panel_table
    >>> found = evidence(panel_table([[8, 7, 4, 5], [9, 7, 5, 5]], ["pro", "pro", "con", "con"]))
    >>> round(found.gap.value, 9), found.agreed.kappa is None
    (3.0, True)
    """
    return evidence_on([table])[0]


def evidence_on(tables: Sequence[PanelTable]) -> tuple[Evidence, ...]:
    """The evidence on each table; tables of one shape and the same sides are measured in one stack.

    Tables that share their ratings, and differ in weights or calibration, share how they agree. As ``evidence``.
    """
    rated = {(id(one.ratings), id(one.standings)): one for one in tables}
    agreed = dict(zip(rated, _by_shape(list(rated.values()), _agreed), strict=True))
    found = zip(tables, _by_shape(tables, gaps), _by_shape(tables, _z_gaps), strict=True)
    return tuple(
        Evidence(table=one, agreed=agreed[id(one.ratings), id(one.standings)], gap=gap, z_gap=z_gap)
        for one, gap, z_gap in found
    )


def _by_shape(
    tables: Sequence[PanelTable], measure: Callable[[Sequence[PanelTable]], Sequence[Measured]]
) -> list[Measured]:
    """What a measure of a stack gives for each table, shape by shape, in the order of the tables."""
    alike: dict[Hashable, list[int]] = {}
    for place, one in enumerate(tables):
        alike.setdefault((one.own.shape, one.sides), []).append(place)
    found: dict[int, Measured] = {}
    for places in alike.values():
        found.update(zip(places, measure([tables[place] for place in places]), strict=True))
    return [found[place] for place in range(len(tables))]


def _agreed(tables: Sequence[PanelTable]) -> list[Agreed]:
    """How alike the judges of each table scored."""
    ratings = np.stack([one.ratings for one in tables])
    parting = part(ratings)
    z_alphas = unit_statistics(parting.z).values
    return [
        Agreed(
            alpha=found,
            kappa=None if one.standings is None else kappa(one.standings),
            parting=parting.at(place),
            z_alpha=scalar(z_alpha),
        )
        for place, (one, found, z_alpha) in enumerate(
            zip(tables, alphas(ratings), z_alphas.tolist(), strict=True)
        )
    ]


def _z_gaps(tables: Sequence[PanelTable]) -> list[float | None]:
    """Pro's weighted sum of z-scores minus con's, over the weight of all scores of both sides.

    People who scored one side only have no part: their z-scores there sum to 0 and would only draw the gap to 0.
    """
    sides = tables[0].sides
    if sides is None:
        return [None] * len(tables)
    own = np.stack([one.own for one in tables])
    z, pro = zscores(own), as_sides(sides, own.shape[-1])
    both = ~np.isnan(side_means(own, pro)).any(axis=-1)
    judges = np.arange(own.shape[-2]) < np.array([one.judges for one in tables])[:, None]
    weights = np.where(both | judges, np.stack([one.weights for one in tables]), 0.0)[..., None]
    weight = np.where(np.isnan(z), 0.0, weights)
    sign = np.where(pro, 1.0, -1.0)
    total = weight.sum(axis=(-2, -1))
    signed = (weight * np.nan_to_num(z) * sign).sum(axis=(-2, -1))
    gaps_of_z = np.where(total > 0.0, signed / np.where(total > 0.0, total, 1.0), np.nan)
    return [scalar(one) for one in gaps_of_z.tolist()]
