"""What a few past cases say: a share that never claims certainty, a mean that says how unsure it is.

Knows counts and arrays. Invariant: no figure without its interval, or without the reason why there is none.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from debate_core.measuring.arrays import Floats
from debate_core.measuring.distributions import special

LEAST = 3
"""Cases from which on a mean is given: of two, the interval says nothing but that there are two."""


def shrunken_interval(right: int, known: int, level: float = 0.95) -> tuple[float, float]:
    """The interval, 0 to 1, that belongs to (right + 1)/(known + 2): of a Beta(right + 1, known − right + 1).

    What is believed of the share right after ``right`` of ``known`` (0 or more), if every share was as likely before.
    Source: A. Gelman et al., Bayesian Data Analysis (3rd ed., 2013), § 2.4.

    With nothing known every share is as likely; after 3 of 4 it is a Beta(4, 2):

    >>> [round(end, 3) for end in shrunken_interval(0, 0)]
    [0.025, 0.975]
    >>> [round(end, 3) for end in shrunken_interval(3, 4)]
    [0.284, 0.947]
    """
    ends = special().betaincinv(right + 1, known - right + 1, [0.5 - level / 2, 0.5 + level / 2])
    return float(ends[0]), float(ends[1])


@dataclass(frozen=True, kw_only=True)
class Mean:
    """A mean over ``n`` cases in their unit, with its interval; both ``None`` with ``reason``."""

    value: float | None
    interval: tuple[float, float] | None
    n: int
    reason: str | None = None


def mean_over(values: Floats, level: float = 0.95) -> Mean:
    """The mean of values (n,), one a debate, with a t interval over debates; undefined below 3.

    Source: Student, Biometrika 6 (1908), 1-25. Of 1, 2, 3: 2 ± 4.303 · 1/√3.

    >>> [round(end, 2) for end in mean_over(np.array([1.0, 2.0, 3.0])).interval]
    [-0.48, 4.48]
    >>> mean_over(np.array([1.0])).reason
    'too few: a mean over debates needs 3, and there is 1'
    """
    n = len(values)
    if n < LEAST:
        there = "is 1" if n == 1 else f"are {n or 'none'}"
        return Mean(
            value=None, interval=None, n=n, reason=f"too few: a mean over debates needs 3, and there {there}"
        )
    value, error = float(values.mean()), float(values.std(ddof=1)) / n**0.5
    reach = float(special().stdtrit(n - 1, 0.5 + level / 2)) * error
    return Mean(value=value, interval=(value - reach, value + reach), n=n)


def reaches(errors: Floats, df: Floats, level: float = 0.95) -> Floats:
    """How far each t interval reaches either way (n,): standard errors times Student's t; NaN where either is NaN.

    >>> reaches(np.array([1.0, np.nan]), np.array([15.0, 15.0])).round(2).tolist()
    [2.13, nan]
    """
    return np.asarray(special().stdtrit(df, 0.5 + level / 2) * errors)
