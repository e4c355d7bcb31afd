"""The one judge that runs against the others, by more than chance."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from debate_core.measuring.arrays import special
from debate_core.measuring.table import PanelTable
from debate_core.measuring.weights import effective_judges, normalise
from debate_core.verdicts.evidence import Decision, RuledEvidence

LEVEL = 0.05
"""Of the test of one judge, corrected for testing each. Our own."""


class Decided(Protocol):
    """An outcome, as far as this module looks."""

    @property
    def call(self) -> Decision: ...

    @property
    def weighed(self) -> RuledEvidence: ...


@dataclass(frozen=True, kw_only=True)
class OddJudge:
    """The judge by index, its ``own`` gap in points, and what the others ``call`` without it, with their ``gap``."""

    judge: int
    own: float
    call: Decision
    gap: float


def odd_judge(weighed: RuledEvidence, others: Sequence[Decided]) -> OddJudge | None:
    """The one judge whose own gap points away from the side that the others name without it, by more than chance; None
    where there is none, or more than one.

    ``others``: what was decided without each judge that has a part in the gap, in their order. Source: Student's t of
    the difference of the two gaps, with the error and the degrees of freedom of the others' residuals; Bonferroni's
    correction for testing each judge. That the others must name a side is our own: see docs/method.md.
    """
    table, judges = weighed.evidence.table, weighed.gap.judges
    odd = []
    for judge, other in zip(judges, others, strict=True):
        pro, con = weighed.gap.sides.side_means[judge].tolist()
        gap = other.weighed.gap.value
        if other.call == "no_call" or gap is None or (pro - con) * gap >= 0:
            continue
        if _chance(pro - con, table, judge, other.weighed) <= LEVEL / len(judges):
            odd.append(OddJudge(judge=judge, own=pro - con, call=other.call, gap=gap))
    return odd[0] if len(odd) == 1 else None


def _chance(own: float, table: PanelTable, judge: int, others: RuledEvidence) -> float:
    """How often chance alone puts a judge's own gap so far from the others' gap, either way; 1 where nothing tells.

    With n arguments a side, theirs has the variance σ² Σw² Σ 1/n, and the judge's own σ² Σ 1/n of those it scored.
    """
    gap, sides = others.gap, np.array(table.sides)
    if gap.value is None or gap.se is None or gap.df is None or not gap.se > 0:
        return 1.0
    scored = ~np.isnan(table.own)
    mine, whole = (
        sum(1.0 / float((there & (sides == side)).sum()) for side in ("pro", "con"))
        for there in (scored[judge], scored.any(axis=0))
    )
    taking = np.isin(np.arange(others.evidence.table.weights.size), gap.judges)
    panel = effective_judges(normalise(others.evidence.table.weights, taking))
    error = gap.se * math.sqrt(1.0 + panel * mine / whole)
    return float(2.0 * special().stdtr(gap.df, -abs(own - gap.value) / error))
