"""A small table measured step by step: the figures of which alpha and kappa are made."""

from typing import NamedTuple

import numpy as np

from debate_core.measuring.arrays import Floats, as_ratings
from debate_core.measuring.fleiss import STANDINGS, label_figures
from debate_core.measuring.krippendorff import count_table, mid_ranks, unit_statistics

SCORES = as_ratings(
    [[7.5, 8, 6.5, 4, 3.5, 5], [8, 8.5, 7, 3.5, 3, 4.5], [6, 7, 5.5, 5, 4.5, 6], [np.nan, 8, 6, 4, np.nan, 5]]
)
"""Four judges' scores of six arguments (4, 6), in points; NaN missing."""
RULINGS = as_ratings([[3, 3, 2, 0, 0, 2], [3, 3, 3, 0, 0, 0], [3, 2, 2, 2, 0, 1], [3, 3, 2, 0, 0, 0]])
"""Their rulings (4, 6), as places among ``STANDINGS``."""
TWO_JUDGES = as_ratings([[5, 6, 7, 4, 3, 5], [8, 9, 10, 7, 6, 8]])
"""Two judges (2, 6) who differ by three points throughout."""


class AlphaSteps(NamedTuple):
    """How an alpha comes about. By item (n_items,): ``counts`` of scores, their ``means`` and ``variances``;
    ``expected`` is the variance of all scores, ``observed`` the mean of the items', each counted as often as it was
    scored. ``compared`` (n_judges, n_items) are the scores, or their ranks."""

    compared: Floats
    counts: Floats
    means: Floats
    variances: Floats
    observed: float
    expected: float
    value: float


def alpha_steps(ratings: Floats, *, ordinal: bool = False) -> AlphaSteps:
    """The steps to alpha of a table (n_judges, n_items), NaN missing, of which each item has two scores or more and
    not all are the same. ``ordinal``: of each score's middle rank. Source: as ``krippendorff``.

    Within variances 0 and 2, mean 1; the variance of 1, 1, 2, 4 is 2.

    >>> steps = alpha_steps(np.array([[1.0, 2], [1, 4]]))
    >>> steps.observed, steps.expected, steps.value
    (1.0, 2.0, 0.5)
    """
    compared = mid_ranks(ratings) if ordinal else ratings
    sums = unit_statistics(compared)
    expected = float(sums.variance)
    observed = float(sums.within.sum() / sums.count.sum())
    means, value = np.nanmean(compared, axis=0), 1.0 - observed / expected
    return AlphaSteps(compared, sums.count, means, sums.within / sums.count, observed, expected, value)


class KappaSteps(NamedTuple):
    """How kappa comes about: ``counts`` of each label by item (n_items, n_categories), the share of ``agreeing`` pairs
    by item (n_items,), each label's ``shares`` of all (n_categories,); ``observed`` is the mean of the agreeing,
    ``chance`` the sum of the squared shares."""

    counts: Floats
    agreeing: Floats
    shares: Floats
    observed: float
    chance: float
    value: float


def kappa_steps(places: Floats) -> KappaSteps:
    """The steps to Fleiss' kappa of places (n_judges, n_items) among ``STANDINGS``, none missing, not all the same.
    Source: as ``fleiss``.

    >>> steps = kappa_steps(np.array([[0.0, 0, 1, 1], [0, 1, 0, 1]]))
    >>> steps.agreeing.tolist(), steps.chance, steps.value
    ([1.0, 0.0, 0.0, 1.0], 0.5, 0.0)
    """
    counts = count_table(places.astype(np.int64), len(STANDINGS))
    each = [label_figures(places[:, [item]], len(STANDINGS)).percent.value for item in range(len(counts))]
    agreeing, shares = np.array(each, dtype=np.float64), counts.mean(axis=0) / len(places)
    observed, chance = float(agreeing.mean()), float((shares**2).sum())
    value = (observed - chance) / (1.0 - chance)
    return KappaSteps(counts, agreeing, shares, observed, chance, value)
