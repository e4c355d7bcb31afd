"""What a statistic that is not certain comes to: its value, how far it could be off, and of how many cases it is;
shares of what was counted, means of what was measured, and how sure a simulation is of each."""

from collections.abc import Callable
from dataclasses import replace
from statistics import NormalDist
from typing import Self

import numpy as np

from debate_core.domain.frozen import FrozenValue
from debate_core.measuring.arrays import Bools, Floats


class Estimate(FrozenValue):
    """A ``value`` in the unit of what was measured, with its two-sided ``interval`` at ``level`` (0 to 1), from ``n``
    cases; which cases, the statistic's own docstring says.

    ``value`` is ``None`` where it is undefined and ``interval`` where it is unknown: then ``reason`` says why.

        >>> [Estimate(value=1.5, interval=ends).excludes_zero for ends in ((0.1, 2.0), (0.0, 2.0), (-2.0, 0.0))]
        [True, False, False]
    """

    value: float | None
    interval: tuple[float, float] | None = None
    level: float = 0.95
    n: int = 0
    reason: str | None = None

    @property
    def known(self) -> bool:
        return self.interval is not None

    @property
    def excludes_zero(self) -> bool:
        return self.above(0.0) or self.below(0.0)

    def per(self, times: int) -> Self:
        """The same of cases that each came so many times."""
        return replace(self, n=self.n // times)

    def above(self, limit: float) -> bool:
        return self.interval is not None and self.interval[0] > limit

    def below(self, limit: float) -> bool:
        return self.interval is not None and self.interval[1] < limit

    def through(self, monotonic: Callable[[float], float]) -> "Estimate":
        """The same in another unit, by a function that only rises or only falls.

        >>> Estimate(value=0.5, interval=(0.25, 1.0)).through(lambda share: 100 * (1 - share)).interval
        (0.0, 75.0)
        """
        ends = sorted(map(monotonic, self.interval or ()))
        return Estimate(
            value=None if self.value is None else monotonic(self.value),
            interval=(ends[0], ends[1]) if ends else None,
            level=self.level,
            n=self.n,
            reason=self.reason,
        )


class Alpha(Estimate):
    """Krippendorff's alpha of ``n`` arguments that two judges or more scored: 1 agreement, 0 chance, below 0 less alike
    than chance; its interval over arguments, for these judges. ``p_667``, ``p_67`` and ``p_80`` are the confidence (0
    to 1) that alpha reaches 2/3, .67 and .80, ``None`` where there is no interval."""

    p_667: float | None = None
    p_67: float | None = None
    p_80: float | None = None


Z95 = NormalDist().inv_cdf(0.975)


class Share(FrozenValue):
    """``count`` of ``of`` (1 or more)."""

    count: int
    of: int

    @property
    def value(self) -> float:
        return self.count / self.of

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's 95% interval, within 0 to 1; never of no width.

        Source: E. B. Wilson, J. Am. Stat. Assoc. 22 (1927), 209-212.

        With z² = 3.84 and none of 100: 0 to z²/(100 + z²) = .037; with 50: .5 ± z/2 · √(100 + z²)/(100 + z²).

        >>> [round(end, 3) for end in Share(count=0, of=100).interval]
        [0.0, 0.037]
        >>> [round(end, 3) for end in Share(count=100, of=100).interval]
        [0.963, 1.0]
        >>> [round(end, 3) for end in Share(count=50, of=100).interval]
        [0.404, 0.596]
        """
        return wilson(self.count, self.of)

    @property
    def estimate(self) -> Estimate:
        return Estimate(value=self.value, interval=self.interval, n=self.of)


def wilson(count: float, of: float) -> tuple[float, float]:
    """The 95% interval of a share, of whole cases or of what weighted ones are worth (``of`` above 0)."""
    z2 = Z95**2
    # (k + z²/2 ± z √(k(n − k)/n + z²/4)) / (n + z²)
    centre = (count + z2 / 2) / (of + z2)
    reach = Z95 / (of + z2) * (count * (of - count) / of + z2 / 4) ** 0.5
    low = 0.0 if count == 0 else max(0.0, centre - reach)
    return low, 1.0 if count == of else min(1.0, centre + reach)


class SimulatedMean(Estimate):
    """A mean or a difference over simulated panels, which always has both value and interval."""

    value: float
    interval: tuple[float, float]


def mean_of(values: Floats) -> SimulatedMean | None:
    """The mean of values (n,), NaN left out, with a 95% interval by its standard error; ``None`` below 2 values.

    In the values' unit, mean ± 1.96 s/√n. Source: the normal approximation that simulations use, e.g. A. Law,
    Simulation Modeling and Analysis (4th ed., 2007), § 4.5. Standard error of 1, 2, 3: 1/√3 = .577; 2 ± 1.96 · .577.

    >>> [round(end, 2) for end in mean_of(np.array([1.0, 2.0, 3.0, np.nan])).interval]
    [0.87, 3.13]
    >>> mean_of(np.array([1.0, np.nan])), mean_of(np.array([1.0, 3.0])).value
    (None, 2.0)
    """
    there = values[~np.isnan(values)]
    if there.size < 2:
        return None
    # ± z s/√n
    value, reach = float(there.mean()), Z95 * float(there.std(ddof=1)) / float(there.size) ** 0.5
    return SimulatedMean(value=value, interval=(value - reach, value + reach))


def paired_difference(before: Bools, after: Bools) -> SimulatedMean:
    """Share of True after minus share before (n,), of the same n ≥ 1 panels, −1 to 1, with a 95% interval.

    The plain difference; its interval from half a panel more in each of the four cells.
    Source: A. Agresti & Y. Min, Stat. Med. 24 (2005), 729-740.

    Of 10 panels 4 gained and 1 lost: .3; with the halves (4.5 − 1.5)/12 = .25 and a standard error
    of √(6 − 9/12)/12 = .191.

    >>> gained = np.arange(10) < 4
    >>> found = paired_difference(np.arange(10) == 9, gained)
    >>> round(found.value, 3), [round(end, 3) for end in found.interval]
    (0.3, [-0.124, 0.624])
    >>> paired_difference(gained, gained).value, paired_difference(gained, gained).excludes_zero
    (0.0, False)
    >>> paired_difference(gained[:2], gained[8:]).interval[0], paired_difference(gained[8:], gained[:2]).interval[1]
    (-1.0, 1.0)
    """
    gained, lost = int((after & ~before).sum()), int((before & ~after).sum())
    n = before.size + 2
    up, down = gained + 0.5, lost + 0.5
    centre = (up - down) / n
    # z √(b + c − (b − c)²/n) / n, b gained and c lost
    reach = Z95 * (up + down - (up - down) ** 2 / n) ** 0.5 / n
    return SimulatedMean(
        value=(gained - lost) / before.size, interval=(max(-1.0, centre - reach), min(1.0, centre + reach))
    )
