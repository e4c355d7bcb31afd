"""The same verdict on a whole stack of panels, some 25 times as fast: what a simulation asks.

Takes figures from `measuring.stacked` and holds them against the rules of `verdict.rule`; knows no rule itself.
Invariant: call, reasons, divergent arguments and intervals are those of `decide` on each table alone (a test holds them
together); a table that the stack leaves alone is weighed as `decide` weighs it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from debate_core.evidence import Call, Evidence
from debate_core.measuring.arrays import Floats, as_sides, as_weights, scalar
from debate_core.measuring.divergence import Divergence
from debate_core.measuring.stacked import Weighed, Z, chunks, weigh_stack
from debate_core.measuring.table import PanelTable
from debate_core.rules import DEFAULT, Rules
from debate_core.verdict import rule, weigh


@dataclass(frozen=True, kw_only=True)
class BriefOutcome:
    """What simulations ask of an Outcome; ``interval`` is the gap's, ``alpha_interval`` 95%."""

    call: Call
    gap: float | None
    interval: tuple[float, float] | None
    reasons: tuple[str, ...]
    divergent: tuple[int, ...]
    alpha: float | None
    alpha_interval: tuple[float, float] | None


def decide_many(ratings: Floats, sides: Sequence[str], rules: Rules = DEFAULT) -> tuple[BriefOutcome, ...]:
    """``decide`` on each table of a stack (n, n_judges, n_items): equal weights, no standings.

    >>> panel = np.array([[[8.0, 8, 7, 4, 3, 4], [9, 8, 8, 5, 4, 4], [7, 8, 7, 3, 3, 4]]])
    >>> found = decide_many(panel, ["pro"] * 3 + ["con"] * 3)[0]
    >>> found.call, round(found.gap, 2), found.reasons
    ('pro', 4.0, ())
    """
    pro, weights = as_sides(sides, ratings.shape[2]), as_weights(None, ratings.shape[1])
    given = partial(PanelTable, sides=tuple(sides), weights=weights)
    test = (rules.divergence_level, rules.divergence_spread)
    found: list[BriefOutcome] = []
    for part in chunks(ratings):
        z = Z.of(part, pro, rules.z_variance) if rules.kind == "classic" else None
        weighed = weigh_stack(part, pro, rules.gap_level, test)
        for place, ratings_of_one in enumerate(part):
            table = given(ratings=ratings_of_one, own=ratings_of_one)
            evidence = weigh(table, rules) if weighed.alone[place] else _evidence_at(weighed, z, place)
            found.append(_brief(evidence, table, rules))
    return tuple(found)


def _brief(evidence: Evidence, table: PanelTable, rules: Rules) -> BriefOutcome:
    ruling = rule(evidence, table, rules)
    return BriefOutcome(
        call=ruling.call,
        gap=evidence.gap.value,
        interval=evidence.gap.interval,
        reasons=ruling.reasons,
        divergent=evidence.divergent,
        alpha=evidence.alpha.value,
        alpha_interval=evidence.alpha.interval,
    )


def _evidence_at(weighed: Weighed, z: Z | None, place: int) -> Evidence:
    """The evidence on one table of the stack."""
    alpha = weighed.alpha_at(place)
    divergent = tuple(np.flatnonzero((z or weighed).divergent[place]).tolist())
    return Evidence(
        alpha=alpha,
        ruling_alpha=alpha.value if z is None else scalar(z.alpha[place]),
        kappa=None,
        divergence=Divergence(arguments=(), divergent=divergent, tested=0),
        divergent=divergent,
        gap=weighed.gap_at(place),
        z_gap=None if z is None else scalar(z.gap[place]),
    )
