"""Noise learnt from earlier debates of the same judges: empirical Bayes for variances.

Source: G. Smyth, Stat. Appl. Genet. Mol. Biol. 3 (2004), art. 3, §§ 3 and 6.2: variances of panels of one kind are
σ² ~ d₀ s₀²/χ²(d₀), fitted by the moments of their logs; a variance s² on d degrees of freedom is then
(d₀ s₀² + d s²)/(d₀ + d) on d₀ + d. Learning it from earlier debates, and the F test below, are our own.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

import numpy as np

from debate_core.measuring.arrays import Floats, special

Number = TypeVar("Number", float, Floats)
ENOUGH = 10
"""Earlier debates of the same models from which noise is learnt. Our own."""
LARGER_LEVEL = 0.05
"""Of the test that a debate's own noise is larger than earlier debates allow. Our own."""
MOST_DF = 1000.0
"""What noise that never varied counts like, in degrees of freedom."""


@dataclass(frozen=True, kw_only=True)
class Learned:
    """What is believed of a ``variance`` beforehand, in squared points, as firmly as ``df`` degrees of freedom."""

    variance: float
    df: float

    def moderates(self, variance: Number, df: Number) -> tuple[Number, Number]:
        """The variance that ``df`` degrees of freedom tell, moderated both ways, and what it is then known with.

        >>> Learned(variance=1.0, df=45.0).moderates(2.0, 15.0)
        (1.25, 60.0)
        """
        return (self.df * self.variance + df * variance) / (self.df + df), self.df + df

    def larger(self, variance: float, df: float) -> bool:
        """Whether a variance on ``df`` degrees of freedom is larger than this allows: F test at 5%.

        >>> Learned(variance=1.0, df=60.0).larger(2.0, 15.0), Learned(variance=1.0, df=60.0).larger(1.5, 15.0)
        (True, False)
        """
        return bool(special().fdtrc(df, self.df, variance / self.variance) < LARGER_LEVEL)


@dataclass(frozen=True, kw_only=True)
class LearnedNoise:
    """What ``debates`` earlier ones tell of the same judges: the error of a ``score``, and how their ``own_gaps`` vary.
    ``fingerprint``: of these debates."""

    score: Learned
    own_gaps: Learned
    debates: int
    fingerprint: str = ""

    def times(self, factor: float) -> "LearnedNoise":
        """The same in another unit, whose square is ``factor`` times as large."""
        score, own_gaps = (
            Learned(variance=one.variance * factor, df=one.df) for one in (self.score, self.own_gaps)
        )
        return replace(self, score=score, own_gaps=own_gaps)


def learn(variances: Sequence[float], df: Sequence[float]) -> Learned | None:
    """What variances (n,) on ``df`` (n,) degrees of freedom, in squared points, tell of the next; None for fewer than
    two above 0 on at least one. Source: as this module.

    Ten alike, each on 15 degrees of freedom: they vary less than chance would have it, so that what they share is firm.

    >>> found = learn([2.0] * 10, [15.0] * 10)
    >>> round(found.variance, 2), found.df
    (2.0, 1000.0)
    """
    squares, free = np.array(variances, dtype=np.float64), np.array(df, dtype=np.float64)
    usable = (squares > 0) & (free >= 1)
    squares, free = squares[usable], free[usable]
    if squares.size < 2:
        return None
    # e = log s² − ψ(d/2) + log(d/2) has the mean log s₀² − ψ(d₀/2) + log(d₀/2) and the variance ψ'(d/2) + ψ'(d₀/2).
    logs = np.log(squares) - special().digamma(free / 2) + np.log(free / 2)
    beyond = float(logs.var(ddof=1) - special().polygamma(1, free / 2).mean())
    half = _inverse_trigamma(beyond) if beyond > 0 else MOST_DF
    if half >= MOST_DF / 2:
        return Learned(variance=float((free * squares).sum() / free.sum()), df=MOST_DF)
    shift = float(special().digamma(half)) - np.log(half)
    return Learned(variance=float(np.exp(logs.mean() + shift)), df=2.0 * half)


def _inverse_trigamma(value: float) -> float:
    """x with ψ'(x) = value, above 0, by Newton's method on 1/ψ', which is near a line. Source: Smyth, appendix."""
    x = 0.5 + 1.0 / value
    for _ in range(50):
        now = float(special().polygamma(1, x))
        step = now * (1.0 - now / value) / float(special().polygamma(2, x))
        x += step
        if -step / x < 1e-8:
            break
    return x
