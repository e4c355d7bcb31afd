"""What two readings of one debate differ by, once PRO's side was read first and once CON's."""

from dataclasses import dataclass

import numpy as np

from debate_core.measuring.arrays import Bools, Floats, special
from debate_core.measuring.estimate import Estimate
from debate_core.measuring.gap import Contrast
from debate_core.measuring.intervals import ALIKE
from debate_core.numerals import DUST

ONE_SIDE = "no argument of one of the sides was scored in both orders"
FEW = "too few: chance shows from 3 arguments scored in both orders, two of them of one side"


@dataclass(frozen=True, kw_only=True)
class ReadingOrders:
    """``noise``: the standard deviation, in points, of the chance error of one reading of one argument; ``preference``:
    points that being read first adds to a side's lead, below 0 where being read last does."""

    noise: Estimate
    preference: Estimate


def reading_orders(differences: Floats, pro: Bools) -> ReadingOrders:
    """Re-reading noise and position preference of one judge or several together, from ``differences`` (n_judges,
    n_items): a judge's points when PRO was read first less those when CON was, NaN where either is missing.

    Reading first adds b to a side's lead, so the judge's own lead differs by 2b between the orders. ``preference`` is b
    for the mean over judges of each argument, in t's interval over arguments for these judges, on (arguments − 2)
    degrees of freedom. Noise is the standard deviation of the differences about their mean of a side, pooled over
    judges, over √2; a preference, or a reading that is kinder as a whole, isn't in it. Its interval is that of a
    variance of normal errors, equally large for every judge and argument. ``n`` counts differences. Both at 95%.
    Source: S. Senn, Cross-over Trials in Clinical Research (2nd ed., 2002), ch. 3; noise: J. Bland & D. Altman, BMJ 313
    (1996), 744.

    PRO's differ by 1 and 3, CON's by 0 and −2: b = (2 − (−1))/2, sums of squares 2 + 2 on 2 degrees of freedom, noise
    √(4/2)/√2 = 1; its error ½ √(2 (1/2 + 1/2)) = .707, times 4.303.

    >>> found = reading_orders(np.array([[1.0, 3.0, 0.0, -2.0]]), np.array([True, True, False, False]))
    >>> found.preference.value, [round(end, 2) for end in found.preference.interval]
    (1.5, [-1.54, 4.54])
    >>> round(found.noise.value, 9), [round(end, 2) for end in found.noise.interval]
    (1.0, [0.52, 6.28])
    """
    return ReadingOrders(noise=_noise(differences, pro), preference=_preference(differences, pro))


def _noise(differences: Floats, pro: Bools) -> Estimate:
    variance, free = noise_variance(differences, pro)
    n = int(np.isfinite(differences).sum())
    if not free:
        return Estimate(value=None, n=n, reason=FEW)
    value = (variance / 2) ** 0.5
    if value <= DUST:
        return Estimate(value=0.0, n=n, reason=ALIKE)
    ends = [value * (free / float(special().chdtri(free, tail))) ** 0.5 for tail in (0.025, 0.975)]
    return Estimate(value=value, interval=(ends[0], ends[1]), n=n)


def noise_variance(differences: Floats, pro: Bools) -> tuple[float, int]:
    """The variance of the differences about their mean of a side, pooled, in points squared, and its degrees of
    freedom; 0 of the second where nothing tells."""
    squares, free = 0.0, 0
    for row in differences:
        for side in (pro, ~pro):
            own = row[side & np.isfinite(row)]
            squares += float(((own - own.mean()) ** 2).sum()) if own.size else 0.0
            free += max(0, own.size - 1)
    return squares / max(1, free), free


def _preference(differences: Floats, pro: Bools) -> Estimate:
    there = np.isfinite(differences)
    count, n = there.sum(axis=0), int(there.sum())
    means = np.where(there, differences, 0.0).sum(axis=0) / np.where(count > 0, count, np.nan)
    sides = [means[side & (count > 0)] for side in (pro, ~pro)]
    if not all(own.size for own in sides):
        return Estimate(value=None, n=n, reason=ONE_SIDE)
    value = float(sides[0].mean() - sides[1].mean()) / 2
    variance, free = noise_variance(means[None, :], pro)
    if not free:
        return Estimate(value=value, n=n, reason=FEW)
    error = 0.5 * (variance * sum(1 / own.size for own in sides)) ** 0.5
    if error <= DUST:
        return Estimate(value=value, n=n, reason=ALIKE)
    return Contrast(value=value, n=n, se=error, df=free)
