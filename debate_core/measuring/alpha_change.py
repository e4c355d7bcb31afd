"""How much agreement changed between two rounds of the same judges on the same arguments.

The two alphas share arguments and judges, so their intervals can't be compared: the difference has one of its own.
Agreement after talk is no reliability: nobody scored alone. Invariant: ``value`` is ``None`` exactly when ``reason``
is given, and every value has an interval or the reason there is none.
"""

from __future__ import annotations

from dataclasses import dataclass

from numpy.typing import ArrayLike

from debate_core.measuring.krippendorff import Level


@dataclass(frozen=True, kw_only=True)
class AlphaChange:
    """``value`` is alpha ``after`` minus ``before``, above −2 to below 2; ``interval`` 95%, over arguments, for these
    judges. ``arguments``: how many both alphas rest on."""

    value: float | None
    before: float | None
    after: float | None
    interval: tuple[float, float] | None = None
    reason: str | None = None
    interval_reason: str | None = None
    arguments: int = 0


def alpha_change(before: ArrayLike, after: ArrayLike, level: Level = "interval") -> AlphaChange:
    """The difference of two alphas of the same cells, with its interval by a paired jackknife over arguments."""
    raise NotImplementedError
