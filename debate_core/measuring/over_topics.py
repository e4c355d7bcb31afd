"""Means and shares over many debates: topics are drawn, and a topic counts as one draw however many debates it had."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import ArrayLike

from debate_core.measuring.arrays import Floats, Ints, special
from debate_core.measuring.estimate import Z95, Estimate, wilson
from debate_core.measuring.intervals import ALIKE, jackknife_error

LEAST_TOPICS = 3
"""Topics from which on an interval is given: of two, it says nothing but that there are two."""


@dataclass(frozen=True, kw_only=True)
class OverTopics(Estimate):
    """An estimate over ``n`` cases on ``topics`` topics, its interval over topics."""

    topics: int = 0

    @classmethod
    def of(cls, estimate: Estimate, n: int, topics: int, reason: str | None) -> Self:
        return cls(value=estimate.value, interval=estimate.interval, n=n, topics=topics, reason=reason)


def too_few(count: int, noun: str = "topics") -> str:
    """Why so many topics, or whatever else is drawn, give no interval.

    >>> too_few(1)
    'too few: an interval over topics needs 3, and there is 1'
    """
    return f"too few: an interval over {noun} needs {LEAST_TOPICS}, and there {'is' if count == 1 else 'are'} {count}"


def numbered(topics: Sequence[Hashable]) -> Ints:
    """Each label as a number (n,) from 0, in the order of first sight.

    >>> numbered(["b", "a", "b"]).tolist()
    [0, 1, 0]
    """
    places = {label: place for place, label in enumerate(dict.fromkeys(topics))}
    return np.array([places[label] for label in topics], dtype=np.int64)


def mean_over_topics(values: ArrayLike, topics: Sequence[Hashable], nothing: str = "none") -> OverTopics:
    """The mean over topics of each topic's mean of ``values`` (n,), in their unit; a t interval over topics.

    NaN is left out; undefined without any value, for the reason ``nothing``. Source: Student, Biometrika 6 (1908),
    1-25, on the means of clusters (L. Kish, Survey Sampling, 1965, § 6.2, of clusters of equal weight).

    Topic means 1, 2 and 3: 2 ± 4.303 · 1/√3.

    >>> found = mean_over_topics([0.0, 2.0, 2.0, 3.0], ["a", "a", "b", "c"])
    >>> found.value, [round(end, 2) for end in found.interval], found.n
    (2.0, [-0.48, 4.48], 4)
    >>> mean_over_topics([1.0, 2.0], ["a", "b"]).reason
    'too few: an interval over topics needs 3, and there are 2'
    """
    given = np.asarray(values, dtype=np.float64)
    there = ~np.isnan(given)
    n = int(there.sum())
    if not n:
        return OverTopics(value=None, reason=nothing)
    place = numbered([label for label, used in zip(topics, there, strict=True) if used])
    counts = np.bincount(place)
    means = np.bincount(place, weights=given[there]) / counts
    g, value = len(means), float(means.mean())
    # The jackknife's error of a mean is its standard error.
    return jackknife_over_topics(value, (means.sum() - means) / max(g - 1, 1), n)


def share_over_topics(hits: ArrayLike, topics: Sequence[Hashable], nothing: str = "none") -> OverTopics:
    """The share of true ``hits`` (n,), 0 to 1, with a Wilson interval on as many cases as these are worth.

    Cases of one topic are alike, so n of them are worth n divided by the design effect (the variance over topics beside
    that of independent cases), at least as many as there are topics, and fewer for the few topics it is told from.
    Undefined without a case, for the reason ``nothing``. Source: E. Korn & B. Graubard, Surv. Methodol. 24 (1998),
    193-201, with E. Wilson's interval.

    All of 8 on 4 topics count as 4: the lower end is 4/(4 + z²) for z = 1.96 stretched to t's 3.18.

    >>> found = share_over_topics([True] * 8, [1, 1, 2, 2, 3, 3, 4, 4])
    >>> found.value, [round(end, 2) for end in found.interval]
    (1.0, [0.28, 1.0])
    """
    place = numbered(topics)
    counts: Floats = np.bincount(place, np.asarray(hits, dtype=np.float64)).astype(np.float64)
    return share_of_counts(counts, np.bincount(place), nothing)


def share_of_counts(hits: Floats, of: Ints, nothing: str = "none") -> OverTopics:
    """The same, from how many ``hits`` (n_topics,) each topic has, and ``of`` (n_topics,) how many."""
    hits, of = hits[of > 0], of[of > 0]
    n, g = int(of.sum()), of.size
    if not n:
        return OverTopics(value=None, reason=nothing)
    value = float(hits.sum()) / n
    if g < LEAST_TOPICS:
        return OverTopics(value=value, n=n, topics=g, reason=too_few(g))
    worth = _worth(hits, of, value)
    # Fewer still, for the spread is told from g topics only.
    worth *= (Z95 / float(special().stdtrit(g - 1, 0.975))) ** 2
    return OverTopics(value=value, interval=wilson(value * worth, worth), n=n, topics=g)


def _worth(hits: Floats, of: Ints, value: float) -> float:
    n, g = float(of.sum()), of.size
    alone = value * (1.0 - value) / n
    if alone <= 0.0:
        return float(g)
    over = float(((hits - value * of) ** 2).sum()) / n**2 * g / (g - 1)
    return min(n, max(float(g), n * alone / over if over > 0 else n))


def jackknife_over_topics(value: float, without: Floats, n: int) -> OverTopics:
    """A figure with the t interval of the jackknife from its values ``without`` (g,) each topic in turn.

    No interval below ``LEAST_TOPICS`` or where it is undefined (NaN) without one of them. Source: B. Efron & R.
    Tibshirani, An Introduction to the Bootstrap (1993), § 11.5; J. Tukey, Ann. Math. Stat. 29 (1958), 614.

    >>> found = jackknife_over_topics(0.5, np.array([0.4, 0.5, 0.6]), 30)
    >>> [round(end, 3) for end in found.interval]
    [0.003, 0.997]
    """
    g = len(without)
    figure = OverTopics(value=value, n=n, topics=g, reason=too_few(g))
    if g < LEAST_TOPICS:
        return figure
    if not np.isfinite(without).all():
        reason = "it depends on a single topic: undefined without it"
        return OverTopics(value=value, n=n, topics=g, reason=reason)
    error = jackknife_error(without)
    if not error:
        return OverTopics(value=value, n=n, topics=g, reason=ALIKE)
    reach = float(special().stdtrit(g - 1, 0.975)) * error
    return OverTopics(value=value, interval=(value - reach, value + reach), n=n, topics=g)
