"""What moved deliberating judges, as far as probes can tell: pull toward the others, and the words it earns.

Judges who re-read change scores too, and by chance half of that goes toward the others; judges who learn something
new come nearer to one another as surely as judges who conform. So no label on a move tells them apart: only the same
judges asked again without the others, with their positions only, with their reasons only, or with the positions of
another argument do. Works on composites (n_judges, n_items) in points, NaN missing; a probe's are never a result.
Invariant: every figure has an interval and a p value or the reason there is none, and one seed gives one answer.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from debate_core.measuring.arrays import Floats, Ints, as_ratings
from debate_core.measuring.shares import Share

LEVEL = 0.05
"""The share of false accusations that a finding may cost."""
PERMUTATIONS = 1999
SEED = 20_260_600
"""Seeds the permutations when none is given, so that one table has one p value."""

Kind = Literal["normative", "informational", "planted"]
"""Positions − re-read; reasons − re-read; positions of another argument."""
Finding = Literal[
    "conformity shown", "evidence moved them", "unexplained moves", "can't tell", "nothing moved"
]


@dataclass(frozen=True, kw_only=True)
class Pull:
    """λ, the part of the way to the others' mean that judges went: 0 none, 1 all of it, below 0 away from them.

    ``interval`` is 95%, over arguments, for these judges. ``cells``: scores it rests on. ``None`` with a reason.
    Of itself it shows no influence: re-reading alone has a pull above 0, for who erred upward comes down again.
    """

    value: float | None
    interval: tuple[float, float] | None = None
    cells: int = 0
    reason: str | None = None
    interval_reason: str | None = None


@dataclass(frozen=True, kw_only=True)
class Effect:
    """What one probe shows: ``value`` as a pull, or points moved a planted point; one-sided ``p`` of none at all.

    ``interval`` is 95%, over arguments. ``None`` with a reason.
    """

    kind: Kind
    value: float | None
    p: float | None = None
    interval: tuple[float, float] | None = None
    cells: int = 0
    reason: str | None = None
    interval_reason: str | None = None

    @property
    def shown(self) -> bool:
        """Whether it is more than chance makes of no effect, at ``LEVEL``, this probe taken alone."""
        return self.p is not None and self.p <= LEVEL


def pull(before: Floats, after: Floats) -> Pull:
    """λ = Σ(g − ḡ)Δ / Σ(g − ḡ)², g the others' mean minus the judge's own before, Δ after minus before."""
    raise NotImplementedError


def re_read_rate(before: Floats, re_read: Floats) -> Share | None:
    """The share of composites that change when a judge merely reads again; ``None`` where nothing was scored twice."""
    raise NotImplementedError


def normative(before: Floats, positions: Floats, re_read: Floats, seed: int = SEED) -> Effect:
    """N = λ_P − λ_0: the pull of the others' positions alone, beyond that of re-reading."""
    raise NotImplementedError


def informational(before: Floats, reasons: Floats, re_read: Floats, seed: int = SEED) -> Effect:
    """I = λ_E − λ_0: the pull of the others' reasons without their scores, beyond that of re-reading."""
    raise NotImplementedError


def planted(before: Floats, after: Floats, sources: Ints, seed: int = SEED) -> Effect:
    """N_X: points a judge moved for each point of the positions it was shown of another argument.

    ``sources`` (n_judges, n_items): the index of the argument whose positions (the others' mean ``before``) were shown
    in each one's place, −1 where none were; drawn at random for each judge, never the argument itself.
    """
    raise NotImplementedError


def findings(moved: bool, effects: Sequence[Effect]) -> tuple[Finding, ...]:
    """What may be said of a deliberation in which scores ``moved`` or not, given its probes (none: no probe was run)."""
    raise NotImplementedError
