"""What judges and panels do over many debates: follow the side, repeat themselves, prefer their own family."""

import math
from collections import Counter
from collections.abc import Hashable, Sequence
from itertools import combinations
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from debate_core.domain.frozen import FrozenValue
from debate_core.domain.numerals import TOLERANCE
from debate_core.measuring.arrays import Bools, Floats, mean_given, ratio, side_means, special
from debate_core.measuring.estimate import Estimate
from debate_core.measuring.gap import TIE_WITHIN, Contrast
from debate_core.measuring.intervals import (
    ALIKE,
    OverTopics,
    jackknife_over_topics,
    mean_over_topics,
    number_labels,
    share_over_topics,
)

NO_SWAP = "no debate was judged with its sides swapped too"
NO_CALLS = "no two debates to compare both had a winner"
NO_AGAIN = "nothing was judged again in this way"
NO_OWN = "no debate had one debater of its family and a judge of neither debater's"
NO_STRETCH = "too few: how wide each uses the scale needs two judges of other families that vary alike"


class Position(FrozenValue):
    """Whether what is named follows the side when debaters swap sides.

    ``lean``: points that PRO is given in whatever case, above 0 toward PRO; ``same_side``: share of swapped pairs in
    which the same side was named both times, ``pro_both`` and ``con_both`` of them how often which, of those in which a
    side was named both times; the same debater was named in the others.
    """

    lean: OverTopics
    same_side: OverTopics
    pro_both: int
    con_both: int

    @property
    def leans(self) -> Literal["pro", "con"] | None:
        """The side it leans to, where the interval of the lean leaves out 0."""
        if not self.lean.excludes_zero or self.lean.value is None:
            return None
        return "pro" if self.lean.value > 0 else "con"


def position(gaps: ArrayLike, topics: Sequence[Hashable], called: ArrayLike | None = None) -> Position:
    """The position effect in swapped pairs: ``gaps`` (n_pairs, 2), PRO minus CON in points, NaN where unknown, of a
    debate and of the same with its debaters' sides swapped.

    What the debaters are worth changes its sign when they swap and drops out of the pair's mean; what is left is the
    lean, and how much better a case the topic leaves to PRO: over topics that favour neither side on the whole, the
    lean. ``called`` (n_pairs, 2): 1 where PRO was named, −1 CON, 0 neither, NaN unknown; by default the gap's sign, 0
    within ``gap.TIE_WITHIN``. Source: the two-period crossover, S. Senn, Cross-over Trials in Clinical Research (2nd
    ed., 2002), ch. 3.

    >>> found = position([[3.0, -1.0], [2.0, 0.5], [-1.0, 2.5]], ["a", "b", "c"])
    >>> round(found.lean.value, 9), round(found.same_side.value, 3), found.pro_both, found.leans
    (1.0, 0.333, 1, 'pro')
    """
    given = np.asarray(gaps, dtype=np.float64).reshape(-1, 2)
    signs = np.where(np.abs(given) <= TIE_WITHIN + TOLERANCE, 0.0 * given, np.sign(given))
    calls = signs if called is None else np.asarray(called, dtype=np.float64).reshape(-1, 2)
    both = (calls == calls) & (calls != 0.0)
    named = np.asarray(both.all(axis=1))
    same = calls[named, 0] == calls[named, 1]
    on = [label for label, used in zip(topics, named, strict=True) if used]
    return Position(
        lean=mean_over_topics(given.mean(axis=1), topics, NO_SWAP),
        same_side=share_over_topics(same, on, NO_CALLS if len(given) else NO_SWAP),
        pro_both=int((calls[named].sum(axis=1) == 2.0).sum()),
        con_both=int((calls[named].sum(axis=1) == -2.0).sum()),
    )


class Repetition(FrozenValue):
    """``same``: share of pairs of the same thing judged twice with the same call. ``chance``: what the share would be
    if each call were drawn from all of them, whatever it is of; ``None`` without any."""

    same: OverTopics
    chance: float | None


def repetition(groups: Sequence[Sequence[Hashable]], topics: Sequence[Hashable]) -> Repetition:
    """How often two calls of one group, calls of what should give the same, are the same; ``topics`` one a group.

    Each two of a group count. Source: the observed and expected agreement of W. Scott, Public Opin. Q. 19 (1955),
    321-325.

    >>> found = repetition([["pro", "pro"], ["con", "no_call"], ["pro", "pro"], ["con"]], ["a", "b", "c", "d"])
    >>> round(found.same.value, 3), round(found.chance, 3)
    (0.667, 0.5)
    """
    pairs = [
        (one == other, on)
        for calls, on in zip(groups, topics, strict=True)
        for one, other in combinations(calls, 2)
    ]
    counted = Counter(call for calls in groups if len(calls) > 1 for call in calls)
    total = counted.total()
    return Repetition(
        same=share_over_topics([hit for hit, _ in pairs], [on for _, on in pairs], NO_AGAIN),
        chance=sum((count / total) ** 2 for count in counted.values()) if total else None,
    )


class ComparedGaps(FrozenValue):
    """Debates that the same judges judged. ``gaps`` (n_debates, n_judges): PRO minus CON in points, NaN missing;
    ``products`` (n_debates, n_judges, n_judges): ``products`` of each; ``families`` (n_judges,) of the judges,
    ``debaters`` (n_debates) of PRO and CON; ``topics`` (n_debates,)."""

    gaps: Floats
    products: Floats
    families: Sequence[Hashable]
    debaters: Sequence[tuple[Hashable, Hashable]]
    topics: Sequence[Hashable]


def products(ratings: Floats, pro: Bools) -> Floats:
    """Sums of products (n_judges, n_judges) of judges' deviations from their own mean of a side, in points squared, of
    a table (n_judges, n_items); a missing score adds nothing.

    >>> products(np.array([[1.0, 3.0, 5.0], [2.0, 6.0, 5.0]]), np.array([True, True, False])).tolist()
    [[2.0, 4.0], [4.0, 8.0]]
    """
    means = side_means(ratings, pro)
    away = np.nan_to_num(ratings - np.where(pro, means[:, :1], means[:, 1:]))
    return np.asarray(away @ away.T)


def self_preference(compared: ComparedGaps, judge: int) -> OverTopics:
    """How many points more a judge gives to a debater of its own family than judges of neither debater's family do.

    Only debates count with exactly one debater of the judge's family and such other judges: what the debater is worth
    stands in their gap too and drops out, once that is stretched by how much wider the judge uses the scale than they.
    Above 0 it prefers its own, or what its own does well. A lean of the judge to a side drops out where its family
    speaks for either side as often. The stretch is the ratio of covariances with a judge that is neither, of arguments
    of one side, which no preference for a side's debater changes; interval: the jackknife over topics. Undefined
    without two judges of other families that both vary as a third does.
    Source: the difference in differences, e.g. J. Angrist & J.-S. Pischke, Mostly Harmless Econometrics (2009), § 5.2;
    the stretch: an instrumental variable, W. Fuller, Measurement Error Models (1987), § 1.4.

    Of 3 points for its own PRO, others give 1 on half the scale, that is 2:

    >>> alike = np.array([[[4.0, 2, 2], [2, 1, 1], [2, 1, 1]]] * 3)
    >>> debaters = [("x", "z"), ("z", "x"), ("x", "z")]
    >>> gaps = np.array([[3.0, 1, 1], [-3, -1, -1], [3.5, 1, 2]])
    >>> given = ComparedGaps(gaps=gaps, products=alike, families="xyy", debaters=debaters, topics="abc")
    >>> found = self_preference(given, 0)
    >>> round(found.value, 3), [round(end, 2) for end in found.interval]
    (0.833, [0.12, 1.55])
    """
    own, families = compared.families[judge], compared.families
    neutral = np.array([[one not in pair for one in families] for pair in compared.debaters])
    others = neutral & ~np.isnan(compared.gaps)
    mean = mean_given(np.where(others, compared.gaps, np.nan), 1)
    sign = np.array([float(pro == own) - float(con == own) for pro, con in compared.debaters])
    used = (sign != 0.0) & ~np.isnan(compared.gaps[:, judge] * mean)
    if not used.any():
        return OverTopics(value=None, reason=NO_OWN)
    topics = [label for label, one in zip(compared.topics, used, strict=True) if one]
    place = number_labels(topics)
    ours, theirs = (sign * compared.gaps[:, judge])[used], (sign * mean)[used]
    other_family = np.array([one != own for one in families])
    left = np.concatenate(
        [np.ones((1, place.size)), (place != np.arange(place.max() + 1)[:, None]).astype(np.float64)]
    )
    products = np.einsum("bn,nij->bij", left, compared.products[used])
    stretch = _stretch(products, judge, other_family, other_family & others[used].any(axis=0))
    # The mean over topics of topic means, of each set of topics left
    sizes = np.bincount(place)
    weights = left / sizes[place]
    values = ratio((weights * (ours - stretch[:, None] * theirs)).sum(axis=1), weights.sum(axis=1))
    if not np.isfinite(values[0]):
        return OverTopics(value=None, n=int(used.sum()), topics=len(sizes), reason=NO_STRETCH)
    return jackknife_over_topics(float(values[0]), values[1:], int(used.sum()))


def _stretch(products: Floats, judge: int, other_family: Bools, others: Bools) -> Floats:
    """How much wider a judge uses the scale than the ``others``, from sums of products (n_fits, n_judges, n_judges): by
    how both vary with third judges of other families; NaN where nothing tells."""
    up, down = np.zeros(len(products)), np.zeros(len(products))
    for other in np.flatnonzero(others):
        for third in np.flatnonzero(other_family):
            if third != other:
                up += products[:, judge, third]
                down += products[:, other, third]
    return ratio(up, down, TOLERANCE)


ONE_SIDE = "no argument of one of the sides was scored in both orders"
FEW = "too few: chance shows from 3 arguments scored in both orders, two of them of one side"


class ReadingOrders(FrozenValue):
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
    squares = sum(float(own.var()) * own.size for own in parts if own.size)
    return squares / 2 / free if free else math.nan, free


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
