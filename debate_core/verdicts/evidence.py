"""What the rules of outcome look at, measured once: `evidence(table)`, or many tables at a time."""

from collections.abc import Callable, Sequence
from dataclasses import field, replace
from functools import cached_property
from typing import TypeVar

import numpy as np

from debate_core.domain.frozen import FrozenValue
from debate_core.domain.numerals import TOLERANCE
from debate_core.domain.wording import group
from debate_core.measuring.additive import fit
from debate_core.measuring.agreement import Kappa, alpha, kappa
from debate_core.measuring.arrays import Floats, as_sides, ratio, scalar, side_means
from debate_core.measuring.calibration import zscores
from debate_core.measuring.disputes import single_step_test
from debate_core.measuring.divergence import TableDivergence, divergences
from debate_core.measuring.estimate import Alpha
from debate_core.measuring.gap import Contrast, Gap, gaps
from debate_core.measuring.generalizability import relative_means, weighted_relative
from debate_core.measuring.krippendorff import unit_statistics
from debate_core.measuring.shared_errors import widening
from debate_core.measuring.table import Decision as Decision
from debate_core.measuring.table import PanelTable, Standings
from debate_core.measuring.weights import LearnedNoise
from debate_core.verdicts.rules import Rules

Measured = TypeVar("Measured")


def below(value: float, minimum: float) -> bool:
    """Whether a figure misses what a rule asks for, by more than rounding.

    >>> below(0.4999999999999999, 0.5), below(0.499, 0.5)
    (False, True)
    """
    return value < minimum - TOLERANCE


class AgreementEvidence(FrozenValue):
    """How alike the judges scored: what follows from common composites and standings, whatever judges weigh.

    ``relative`` is the relative coefficient of the panel's mean, ICC(C,k): how far a comparison of arguments can be
    relied on. ``z_alpha`` is of z-scores, for the classic rules. What takes longer is measured when it is asked for.
    """

    ratings: Floats
    alpha_value: float | None
    standings: Standings | None
    divergence: TableDivergence
    relative: float | None
    z_alpha: float | None
    by_weights: dict[bytes, float | None] = field(default_factory=dict, compare=False, repr=False)

    def weigh(self, table: PanelTable) -> float | None:
        """The relative coefficient of the mean as the judges of a table of these ratings weigh."""
        key = table.weights.tobytes()
        if key not in self.by_weights:
            self.by_weights[key] = scalar(weighted_relative(table.ratings, table.weights, table.variances))
        return self.by_weights[key]

    @cached_property
    def alpha(self) -> Alpha:
        return alpha(self.ratings)

    @cached_property
    def kappa(self) -> Kappa | None:
        """How alike their standings are; None without standings."""
        return None if self.standings is None else kappa(self.standings)


class Evidence(FrozenValue):
    """All that rules look at on one table; ``z_gap`` is the classic gap on z-scores."""

    table: PanelTable
    agreed: AgreementEvidence
    gap: Gap
    z_gap: float | None

    @cached_property
    def relative(self) -> float | None:
        """The relative coefficient of the panel's mean as its judges weigh: that of ``agreed`` with equal weights."""
        table = self.table
        weights = table.weights[list(table.usable)]
        if not weights.any() or np.ptp(weights) <= TOLERANCE:
            return self.agreed.relative
        return self.agreed.weigh(table)


class RuledEvidence(FrozenValue):
    """Evidence as one set of rules looks at it: the gap at their levels, the arguments that diverge by them (indices).

    ``alpha``: the agreement of scores they ask for, under classic rules of z-scores. ``excluded``: arguments that
    don't count as divergent. ``assumed``: a share of errors in common in place of the one that the rules assume.
    """

    evidence: Evidence
    rules: Rules
    gap: Gap
    alpha: float | None
    excluded: frozenset[int] = frozenset()
    assumed: float | None = None

    @cached_property
    def share(self) -> float:
        """The share of their error variance that the judges are taken to have in common, from 0 to below 1."""
        if self.assumed is not None:
            return self.assumed
        if self.rules.kind != "default":
            return 0.0
        rules = self.rules
        return self.evidence.table.share_among(
            self.gap.judges, rules.assumed_share, rules.assumed_family_share
        )

    @cached_property
    def widened(self) -> Contrast:
        """The gap, as sure as it is if the judges share so much."""
        return self.gap.pooled.widen(widening(len(self.gap.judges), self.share))

    @property
    def cautious(self) -> Contrast:
        """The gap, no surer than it may be told: with the widened error, or by the default rules with that of the
        judges' own gaps where it is larger."""
        by_judge, widened = self.gap.by_judge, self.widened
        larger = by_judge.se and widened.se and by_judge.se > widened.se
        return by_judge if larger and self.rules.kind == "default" else widened

    @property
    def relative(self) -> float | None:
        """The reliability of the panel's mean that the rules ask for: as judges weigh by the default rules."""
        return self.evidence.relative if self.rules.kind == "default" else self.evidence.agreed.relative

    @cached_property
    def learned(self) -> LearnedNoise | None:
        """What earlier debates tell of the noise, where these rules look at it."""
        return self.evidence.table.learned if self.rules.kind == "default" else None

    @cached_property
    def divergence(self) -> TableDivergence:
        """Where judges part, tested as these rules do, with the noise of earlier debates where they look at it."""
        divergence = self.evidence.agreed.divergence
        if self.rules.kind == "independent":
            return replace(divergence, by=single_step_test)
        return replace(divergence, floor=self.learned.score) if self.learned else divergence

    @cached_property
    def divergent(self) -> tuple[int, ...]:
        divergence, rules = self.divergence, self.rules
        if rules.kind == "classic":
            is_divergent = divergence.z_variance >= rules.z_variance - TOLERANCE
        else:
            is_divergent = divergence.divergent(rules.divergence_level, rules.divergence_spread)
        return tuple(item for item in is_divergent.nonzero()[0].tolist() if item not in self.excluded)


def apply_rules(evidence: Evidence, rules: Rules) -> RuledEvidence:
    """The evidence on one table by the thresholds of these rules. An undefined statistic stays ``None``.

    Source of default rules: as ``measuring.divergence.TableDivergence``; classic: our own, see docs/method.md.
    """
    agreed, measured = evidence.agreed, evidence.gap
    if (measured.level, measured.by_judge.level) != (rules.gap_level, rules.judge_level):
        measured = measured.at(rules.gap_level, rules.judge_level)
    if rules.kind == "default" and evidence.table.learned:
        measured = measured.moderate(evidence.table.learned)
    asked = agreed.z_alpha if rules.kind == "classic" else agreed.alpha_value
    return RuledEvidence(evidence=evidence, rules=rules, gap=measured, alpha=asked)


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
    agreed = dict(zip(rated, _by_shape(list(rated.values()), _agreements), strict=True))
    measured = zip(tables, _by_shape(tables, gaps), _by_shape(tables, _z_gaps), strict=True)
    return tuple(
        Evidence(table=one, agreed=agreed[id(one.ratings), id(one.standings)], gap=gap, z_gap=z_gap)
        for one, gap, z_gap in measured
    )


def _by_shape(
    tables: Sequence[PanelTable], measure: Callable[[Sequence[PanelTable]], Sequence[Measured]]
) -> list[Measured]:
    """What a measure of a stack gives for each table, shape by shape, in the order of the tables."""
    by_place: dict[int, Measured] = {}
    for places in group(((one.own.shape, one.sides), place) for place, one in enumerate(tables)).values():
        by_place.update(zip(places, measure([tables[place] for place in places]), strict=True))
    return [by_place[place] for place in range(len(tables))]


def _agreements(tables: Sequence[PanelTable]) -> list[AgreementEvidence]:
    ratings = np.stack([one.ratings for one in tables])
    fitted = fit(ratings)
    tests = divergences(ratings, fitted, [one.floor for one in tables])
    plain, on_z = unit_statistics(ratings).values, unit_statistics(np.stack([one.z for one in tests])).values
    relative = relative_means(ratings, fitted)
    return [
        AgreementEvidence(
            ratings=one.ratings,
            alpha_value=scalar(plain[place]),
            standings=one.standings,
            divergence=tests[place],
            relative=scalar(relative[place]),
            z_alpha=scalar(on_z[place]),
        )
        for place, one in enumerate(tables)
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
    return [scalar(one) for one in ratio(signed, total).tolist()]
