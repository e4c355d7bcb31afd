"""What the rules of outcome look at, on one table; and the three ways an outcome can go.

Holds values and computes none. Invariant: an undefined statistic is None, with its reason beside it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from debate_core.measuring.agreement import Alpha, Kappa
from debate_core.measuring.divergence import Divergence
from debate_core.measuring.gap import Gap

Call = Literal["pro", "con", "no_call"]
TIE = 1e-9
"""A gap this small is rounding."""


@dataclass(frozen=True, kw_only=True)
class Evidence:
    """What the rules look at; ``ruling_alpha`` is on z-scores under classic."""

    alpha: Alpha
    ruling_alpha: float | None
    kappa: Kappa | None
    divergence: Divergence
    divergent: tuple[int, ...]
    gap: Gap
    z_gap: float | None
