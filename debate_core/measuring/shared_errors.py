"""Errors that judges share: what they would do to the gap, and what known outcomes tell of them."""

import math
from collections.abc import Hashable, Sequence

import numpy as np
from numpy.typing import ArrayLike

from debate_core.domain.numerals import TOLERANCE
from debate_core.measuring.agreement import alpha
from debate_core.measuring.arrays import Floats, Ints, as_ratings, mean_given, special
from debate_core.measuring.estimate import Estimate
from debate_core.measuring.intervals import OverTopics, jackknife_over_topics, number_labels, too_few_reason

REAL_MODELS = 0.34
"""The mean share of their chance mistakes that six models of four vendors made in common."""
ASSUMED = (0.20, REAL_MODELS, 0.50)
"""Shares of the judges' error variance that are assumed in turn."""
MIN_DEBATES = 20
MIN_SHARE, MAX_SHARE = 0.20, 0.90
MIN_BALLOTS = 20
"""Wrong ballots, and right ones, below which the interval of a share held too seldom when simulated."""
_STEPS = np.linspace(0.0, 1.0, 201)


def widening(judges: int, share: float) -> float:
    """By how much an interval widens when ``judges`` have a ``share`` (0 to below 1) of their error variance in common.

    What all err alike vanishes from the residuals and stays in the mean: √((1 + (J − 1)ρ)/(1 − ρ)). Exact for equal
    weights, a little too wide for others. Source: the variance of a mean of equally correlated values, as in L. Kish,
    Survey Sampling (1965), for clusters of one size, over the share of it that residuals show.

    >>> round(widening(4, 0.5), 3)
    2.236
    """
    return math.sqrt((1.0 + (judges - 1.0) * share) / (1.0 - share))


def widen(estimate: Estimate, judges: int, share: float) -> Estimate:
    """A gap as sure as it is if the judges share so much of their error variance; as it is without an interval.

    >>> widen(Estimate(value=1.0, interval=(0.5, 1.5)), 4, 0.0).interval
    (0.5, 1.5)
    """
    if estimate.value is None or estimate.interval is None:
        return estimate
    factor, gap = widening(judges, share), estimate.value
    low, high = (gap + (end - gap) * factor for end in estimate.interval)
    return Estimate(value=gap, interval=(low, high), level=estimate.level, n=estimate.n)


def tipping_share(estimate: Estimate, judges: int) -> float | None:
    """The share of error variance in common, 0 to 1, from which on the gap's interval includes 0; ``None`` where it
    does as it is, or there is none. Source: ``widening`` solved for the share at which it is |gap|/half the interval's
    width.

    A gap of 3 ± 1 of 4 judges: (9 − 1)/(9 − 1 + 4).

    >>> round(tipping_share(Estimate(value=3.0, interval=(2.0, 4.0)), 4), 3)
    0.667
    """
    if estimate.value is None or estimate.interval is None:
        return None
    half = (estimate.interval[1] - estimate.interval[0]) / 2.0
    if abs(estimate.value) <= half:
        return None
    over = (abs(estimate.value) / half) ** 2 - 1.0
    return over / (over + judges)


class SharedBefore(Estimate):
    """The share of error variance in common, 0 to 1, from ``n`` debates of known outcome that two judges or more gave a
    ballot in, and the ``wrong`` ballots among theirs."""

    wrong: int

    @property
    def highest(self) -> float | None:
        """The upper end of what is known, between .20 and .90; None where nothing is. The bounds are our own."""
        return None if self.interval is None else min(max(self.interval[1], MIN_SHARE), MAX_SHARE)


def shared_before(wrong: ArrayLike) -> SharedBefore:
    """What judges share of their errors, from their ballots (n_judges, n_debates): 1 wrong, 0 right, NaN none.

    Alpha of being wrong (Hughes' jackknife over debates), taken to be what two normal errors with that share in common
    give when cut where so many ballots are wrong. A share below 0 is said as 0. ``None`` below 20 debates, 20 wrong and
    20 right ballots. Raises ValueError for another shape or an infinite entry.
    Source: K. Pearson, Phil. Trans. R. Soc. A 195 (1900), 1-47 (tetrachoric correlation); its use here is our own.

    >>> shared_before([[1, 0], [1, 0]]).reason
    'it takes 20 debates whose outcome was known before and that two of these judges scored, and there are 2'
    """
    table = as_ratings(wrong)
    table = table[:, (~np.isnan(table)).sum(axis=0) > 1]
    debates, errors = table.shape[1], int(np.nansum(table))
    given = int((~np.isnan(table)).sum())
    if debates < MIN_DEBATES:
        noun = "debates whose outcome was known before and that two of these judges scored"
        return _none(too_few_reason(debates, noun, MIN_DEBATES), debates, errors)
    if min(errors, given - errors) < MIN_BALLOTS:
        few, kind = min((errors, "wrong"), (given - errors, "right"))
        return _none(too_few_reason(few, f"{kind} ballots in them", MIN_BALLOTS), debates, errors)
    agreement = alpha(table)
    if agreement.value is None or agreement.interval is None:
        return _none(agreement.reason or "", debates, errors)
    rate = errors / given
    low, high = (_share_of(end, rate) for end in agreement.interval)
    return SharedBefore(value=_share_of(agreement.value, rate), interval=(low, high), n=debates, wrong=errors)


def _none(reason: str, debates: int, wrong: int) -> SharedBefore:
    return SharedBefore(value=None, reason=reason, n=debates, wrong=wrong)


def _share_of(agreement: float, rate: float) -> float:
    low, high = 0.0, 1.0
    cut = float(special().ndtri(rate))
    for _ in range(20):
        middle = (low + high) / 2.0
        if _covariance(middle, cut) / (rate * (1.0 - rate)) < agreement:
            low = middle
        else:
            high = middle
    return low if low > 1e-6 else 0.0


def _covariance(share: float, cut: float) -> float:
    """The covariance of the cut errors: the bivariate normal density over correlations from 0 to ``share``."""
    # √(1 − t²) is 0 at t = 1 only: with t = sin u the density has no pole.
    angles = _STEPS * math.asin(share)
    return float(np.trapezoid(np.exp(-(cut**2) / (1.0 + np.sin(angles))), angles)) / (2.0 * math.pi)


APART = "no two judges of one family, with enough judges of others, scored the same arguments"


def shared_error(tables: Sequence[Floats], families: Sequence[int], topics: Sequence[Hashable]) -> OverTopics:
    """The share of a judge's error variance that it has in common with another of its family, at most 1.

    ``tables``: one (n_judges, n_items) a debate, NaN missing, the same judges in the same order; ``families``
    (n_judges,); ``topics`` one a table. Two judges' scores of a debate's arguments differ, severity aside, with
    variance v_i + v_j − 2c, c their shared error variance, 0 between families. v and c are fitted by least squares to
    these variances of all pairs, each weighing as many degrees of freedom as it has; the share is c over the mean v of
    the judges that have another of their family. Interval: the jackknife over topics. Undefined where c can't be told
    from the v, as with fewer than 4 judges.
    Source: F. Grubbs, J. Am. Stat. Assoc. 43 (1948), 243-264, for the v; c within families is our own, see
    docs/method.md.
    """
    judges = len(families)
    pairs = np.column_stack(np.triu_indices(judges, 1))
    sums = np.zeros((len(set(topics)), 2, len(pairs)))
    for table, topic in zip(tables, number_labels(topics), strict=True):
        differences = table[pairs[:, 0]] - table[pairs[:, 1]]
        squares = np.nansum((differences - mean_given(differences, 1, keepdims=True)) ** 2, axis=1)
        sums[topic] += np.stack([squares, np.maximum((~np.isnan(differences)).sum(axis=1) - 1, 0)])
    n = int((sums[:, 1].sum(axis=1) > 0).sum())
    whole = sums.sum(axis=0)
    value = _family_share(whole, pairs, np.asarray(families))
    if not np.isfinite(value):
        return OverTopics(value=None, n=len(tables), topics=n, reason=APART)
    without = [_family_share(whole - one, pairs, np.asarray(families)) for one in sums if one[1].any()]
    return jackknife_over_topics(float(value), np.array(without), len(tables))


def _family_share(sums: Floats, pairs: Ints, families: Ints) -> float:
    squares, df = sums
    used = df > 0
    same = families[pairs[:, 0]] == families[pairs[:, 1]]
    seen = np.unique(pairs[used])
    if not (same & used).any():
        return float("nan")
    columns = np.zeros((int(used.sum()), len(families) + 1))
    rows = np.arange(len(columns))
    columns[rows, pairs[used, 0]] = columns[rows, pairs[used, 1]] = 1.0
    columns[:, -1] = np.where(same[used], -2.0, 0.0)
    weighted = columns[:, [*seen, len(families)]] * np.sqrt(df[used])[:, None]
    fitted, _, rank, _ = np.linalg.lstsq(weighted, squares[used] / np.sqrt(df[used]), rcond=None)
    if rank < weighted.shape[1]:
        return float("nan")
    related = np.isin(seen, pairs[same & used])
    mean = float(fitted[:-1][related].mean())
    return float(fitted[-1]) / mean if mean > TOLERANCE else float("nan")
