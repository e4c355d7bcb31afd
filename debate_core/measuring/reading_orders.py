"""What two readings of one debate differ by, once PRO's side was read first and once CON's."""

from dataclasses import dataclass

import numpy as np

from debate_core.domain.numerals import TOLERANCE
from debate_core.measuring.arrays import Bools, Floats, special
from debate_core.measuring.estimate import Estimate
from debate_core.measuring.gap import Contrast
from debate_core.measuring.intervals import ALIKE
from debate_core.measuring.people import mean_given

ONE_SIDE = "no argument of one of the sides was scored in both orders"
FEW = "too few: chance shows from 3 arguments scored in both orders, two of them of one side"


@dataclass(frozen=True, kw_only=True)
class ReadingOrders:
    """``noise``: the standard deviation of the chance error of one reading of one argument; ``preference``: what being
    read first adds to a side's lead, below 0 where being read last does; in points."""

    noise: Estimate
    preference: Estimate


def reading_orders(differences: Floats, pro: Bools) -> ReadingOrders:
    """Re-reading noise and position preference of one judge or several together, from ``differences`` (n_judges,
    n_items): a judge's points when PRO was read first less those when CON was, NaN where either is missing.

    A preference b moves a judge's own lead by 2b between the orders. It is that of each argument's mean over judges; t
    over arguments, for these judges, on (arguments − 2) degrees of freedom. Noise is the standard deviation of the
    differences about their mean of a side, pooled over judges, over √2: neither a preference nor a reading kinder as a
    whole is in it; its interval holds for normal errors, alike for all. ``n`` counts differences.
    Source: S. Senn, Cross-over Trials in Clinical Research (2nd ed., 2002), ch. 3; noise: J. Bland & D. Altman, BMJ 313
    (1996), 744.

    PRO's differ by 1 and 3, CON's by 0 and −2: b = (2 − (−1))/2, sums of squares 2 + 2 on 2 degrees of freedom, noise
    √(4/2)/√2 = 1; the error of b is ½ √(2 (1/2 + 1/2)) = .707, times 4.303.

    >>> found = reading_orders(np.array([[1.0, 3.0, 0.0, -2.0]]), np.array([True, True, False, False]))
    >>> found.preference.value, [round(end, 2) for end in found.preference.interval]
    (1.5, [-1.54, 4.54])
    >>> round(found.noise.value, 9), [round(end, 2) for end in found.noise.interval]
    (1.0, [0.52, 6.28])
    """
    n = int(np.isfinite(differences).sum())
    return ReadingOrders(noise=_noise(differences, pro, n), preference=_preference(differences, pro, n))


def _variance(differences: Floats, pro: Bools) -> tuple[float, int]:
    """The variance of one reading in points squared, and its degrees of freedom: 0 where nothing tells."""
    parts = [row[side & np.isfinite(row)] for row in differences for side in (pro, ~pro)]
    free = sum(own.size - 1 for own in parts if own.size)
    return sum(float(own.var()) * own.size for own in parts if own.size) / 2 / max(1, free), free


def _noise(differences: Floats, pro: Bools, n: int) -> Estimate:
    variance, free = _variance(differences, pro)
    value = variance**0.5
    if not free or value <= TOLERANCE:
        return Estimate(value=0.0 if free else None, n=n, reason=ALIKE if free else FEW)
    low, high = (value * (free / float(special().chdtri(free, tail))) ** 0.5 for tail in (0.025, 0.975))
    return Estimate(value=value, interval=(low, high), n=n)


def _preference(differences: Floats, pro: Bools, n: int) -> Estimate:
    means = mean_given(differences)
    sides = [means[side & ~np.isnan(means)] for side in (pro, ~pro)]
    if not all(own.size for own in sides):
        return Estimate(value=None, n=n, reason=ONE_SIDE)
    value = float(sides[0].mean() - sides[1].mean()) / 2
    variance, free = _variance(means[None, :], pro)
    error = (variance / 2 * sum(1 / own.size for own in sides)) ** 0.5
    if not free or error <= TOLERANCE:
        return Estimate(value=value, n=n, reason=ALIKE if free else FEW)
    return Contrast(value=value, n=n, se=error, df=free)
