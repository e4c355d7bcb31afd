"""How sure a figure is: of agreement over arguments, for these judges; of a contrast, clustered by judge; of a share or
a mean over past cases, or over topics, where a topic counts as one draw however many debates it had. No interval over
arguments covers the choice of judges."""

from collections.abc import Hashable, Sequence
from typing import Self

import numpy as np
from numpy.typing import ArrayLike

from debate_core.domain.numerals import TOLERANCE
from debate_core.measuring.additive import ContrastError, Fit, centred_effects
from debate_core.measuring.arrays import Floats, Ints, ratio, special, variance_given
from debate_core.measuring.estimate import Z95, Alpha, Estimate, wilson
from debate_core.measuring.krippendorff import UnitStatistics, pooled_variance

_NONE = 1e-8
"""A share of an error that the fit leaves: less is rounding."""
MIN_TOPICS = 3
"""Topics, or past cases, from which on an interval is given: of two, it says nothing but that there are two."""
EXACT = "the judges agree exactly, so nothing shows how much this could vary"
RATIO = "the figure depends on a single case"
FLAT = "averaged over the judges, all cases come out alike"
HANGS = "without one of the cases, it can't be computed"
ALIKE = "all cases give the same figure"


def hughes(sums: UnitStatistics, clusters: Ints | None) -> tuple[Alpha, ...]:
    """Alpha of each table with Hughes' jackknife on the log variance ratio, t with (arguments − 1) degrees of freedom.

    ``sums`` of a stack (n tables), of arguments with one score or more. η = log(MSA/MSE); its standard error from the
    pseudo-values a·η − (a−1)·η₍₋u₎; back by (e^η − 1)/(e^η + n₀ − 1), or, where that misses a very low alpha, by its
    own 1 − (n − 1)/((u − 1)·e^η + n − u) of n scores of u arguments. Bounds are at most 1. ``clusters`` (n_items,),
    numbered from 0: whole clusters are left out in place of arguments, and a is their number. No bounds with fewer than
    3 arguments or clusters, when the judges agree exactly, when all are alike on average, or when one left out
    leaves nothing to estimate from. Source: J. Hughes, arXiv:2210.13265, section 3. Krippendorff's 4 × 12 example,
    nominal: .756 with (.228, .951).
    Clusters: the delete-a-group jackknife, J. Shao & D. Tu, The Jackknife and Bootstrap (1995), § 2.3, of any size.

    >>> from debate_core.measuring.krippendorff import unit_statistics
    >>> panel = np.array([[[7.0, 8, 5, 4, 3], [6, 8, 6, 4, 2], [7, 7, 5, 3, 3]]])
    >>> [round(bound, 2) for bound in hughes(unit_statistics(panel, min_scores=1), None)[0].interval]
    [0.74, 0.98]
    >>> hughes(unit_statistics(panel, min_scores=1), clusters=np.array([0, 0, 1, 1, 1]))[0].reason
    'fewer than 3 clusters to compare'
    """
    there = sum_by_cluster(sums.count[..., None], clusters)[..., 0] > 0
    a = there.sum(axis=-1)
    free = a - 1
    etas, n0 = _log_ratios(sums, clusters)
    eta, without, n0 = etas[:, 0], etas[:, 1:], n0[:, 0]
    exact = sums.within.sum(axis=-1) <= 1e-12 * sums.variance * sums.count.sum(axis=-1)
    steady = (np.isfinite(without) | ~there).all(axis=-1)
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        # Of pseudo-values a·η − (a − 1)·η without the argument, what differs; their standard error is η's.
        pseudo = np.where(there, free[:, None] * without, np.nan)
        error = np.sqrt(variance_given(pseudo, -1) / a)
        ends = eta + np.array([[-1.0], [1.0]]) * special().stdtrit(free, 0.975) * error
        low, high = 1.0 / (1.0 + n0 / np.expm1(ends))
        scores, items = sums.count.sum(axis=-1), (sums.count > 0).sum(axis=-1)
        own = 1.0 - (scores - 1.0) / ((items - 1.0) * np.exp(ends) + scores - items)
        low, high = np.where((low <= sums.values) & (sums.values <= high), (low, high), own)
        # P(alpha ≥ mark), the mark on η's scale, under the jackknife's t distribution.
        p_667, p_67, p_80 = (
            special().stdtr(free, (eta - np.log((1.0 + mark * (n0 - 1.0)) / (1.0 - mark))) / error)
            for mark in (2 / 3, 0.67, 0.8)
        )
    few = f"fewer than 3 {'cases' if clusters is None else 'clusters'} to compare"
    none = [a < 3, exact, ~np.isfinite(eta), ~steady, ~(error > TOLERANCE)]
    why = np.select(none, [few, EXACT, FLAT, RATIO, ALIKE], "")
    columns = sums.values, sums.units, why, low, high, p_667, p_67, p_80
    return tuple(
        Alpha(value=value, n=n, reason=reason)
        if reason
        else Alpha(value=value, n=n, interval=(lo, hi), p_667=p, p_67=r, p_80=q)
        for value, n, reason, lo, hi, p, r, q in zip(*(x.tolist() for x in columns), strict=True)
    )


def sum_by_cluster(parts: Floats, clusters: Ints | None) -> Floats:
    """Sums (…, n_clusters, p) of what each item (…, n_items, p) adds; without clusters each item is its own.

    >>> sum_by_cluster(np.array([[1.0], [2.0], [4.0]]), np.array([0, 1, 0])).ravel().tolist()
    [5.0, 2.0]
    """
    if clusters is None:
        return parts
    order = np.argsort(clusters, kind="stable")
    starts = np.flatnonzero(np.diff(clusters[order], prepend=-1))
    return np.asarray(np.add.reduceat(parts[..., order, :], starts, axis=-2))


def _log_ratios(sums: UnitStatistics, clusters: Ints | None) -> tuple[Floats, Floats]:
    assert sums.columns is not None
    there = sums.count > 0
    pairable = np.where(sums.count > 1, sums.count, 0.0)
    five = np.stack((sums.count, sums.within, sums.count**2, pairable, there * 1.0), axis=-1)
    parts = sum_by_cluster(np.concatenate((five, sums.columns), axis=-1), clusters)
    whole = parts.sum(axis=-2, keepdims=True)
    totals = np.concatenate((whole, whole - parts), axis=-2)
    n, within, squares, paired, units = (totals[..., k] for k in range(5))
    with np.errstate(divide="ignore", invalid="ignore"):
        spread = pooled_variance(totals[..., 5:], n, sums.distance) * (n - 1.0)  # sum of squares in all
        mse = within / paired  # mean square within arguments
        msa = (spread - (n - units) * mse) / (units - 1.0)  # between arguments
        return np.log(msa / mse), (n - squares / n) / (units - 1.0)


def leave_out(sums: UnitStatistics, clusters: Ints | None = None) -> Floats:
    """Alpha without each argument (…, n_items), or without each of ``clusters`` (…, n_clusters), at most 1.

    NaN where undefined: fewer than 3 that count, no variation left, or sums without columns. Source: the jackknife's
    leave-one-out values, Efron & Tibshirani (1993), § 11.2.
    """
    if sums.columns is None:
        return np.full(sums.count.shape, np.nan)
    own = np.stack((sums.count, sums.within), axis=-1)
    parts = sum_by_cluster(np.concatenate((own, sums.columns), axis=-1), clusters)
    left = parts.sum(axis=-2, keepdims=True) - parts
    n, within, counts = left[..., 0], left[..., 1], parts[..., 0] > 0
    variance = pooled_variance(left[..., 2:], n, sums.distance)
    values = sums.values[..., None]
    # Without variation but for rounding, and of two arguments, nothing is left to tell.
    enough = (counts.sum(axis=-1) >= 3)[..., None]
    known = (variance > 1e-12 * sums.variance[..., None]) & np.isfinite(values) & enough
    without = 1.0 - within / np.where(known, n * variance, np.nan)
    return np.asarray(np.where(counts, without, values))


def jackknife_error(without: Floats) -> float:
    """The standard error of a figure from its values ``without`` (n,) each part of the data; 0 where all are alike.

    Source: Efron & Tibshirani (1993), § 11.2.

    >>> round(jackknife_error(np.array([0.4, 0.5, 0.6])), 4), jackknife_error(np.full(4, 0.1 + 0.2))
    (0.1155, 0.0)
    """
    # √((n − 1)/n Σ(θ₍₋u₎ − their mean)²)
    error = float(np.sqrt((without.size - 1) / without.size * ((without - without.mean()) ** 2).sum()))
    return error if error > TOLERANCE else 0.0


def jackknife(value: float, without: Floats, low: float = -1.0, high: float = 1.0) -> Estimate:
    """A figure with the plain jackknife over its n arguments: t with (n − 1) degrees of freedom, from the figure
    ``without`` each.

    Kept at ``high`` or less, and at ``low`` or more unless the value itself is lower. No bounds with fewer than 3
    arguments, where one decides whether the figure is defined (NaN without it), or where all tell the same.
    Source: Efron & Tibshirani (1993), § 11.2; the t: J. Tukey, Ann. Math. Stat. 29 (1958), 614.

    Standard error √(2/3 · .02) = .1155; t with 2 degrees of freedom 4.303; .5 ± .497.

    >>> [round(bound, 3) for bound in jackknife(0.5, np.array([0.4, 0.5, 0.6])).interval]
    [0.003, 0.997]
    """
    n = without.size
    if n < 3:
        return Estimate(value=value, n=n, reason="fewer than 3 cases to compare")
    if not np.isfinite(without).all():
        return Estimate(value=value, n=n, reason=HANGS)
    error = jackknife_error(without)
    if not error:
        return Estimate(value=value, n=n, reason=ALIKE)
    reach = float(special().stdtrit(n - 1, 0.975)) * error
    return Estimate(
        value=value, n=n, interval=(max(value - reach, min(value, low)), min(value + reach, high))
    )


def shrunken_share(right: Floats) -> Estimate:
    """What is believed of the share right after cases (n,), each 0 to 1 ``right``, if every share was as likely before:
    (right + 1)/(n + 2), with the interval of a Beta(right + 1, n − right + 1).

    Source: the rule of succession, P.-S. Laplace, Essai philosophique sur les probabilités (1814), 7th principle; A.
    Gelman et al., Bayesian Data Analysis (3rd ed., 2013), § 2.4. After 3 of 4 it is a Beta(4, 2):

    >>> found = shrunken_share(np.array([1.0, 1.0, 0.0, 1.0]))
    >>> round(found.value, 3), [round(end, 3) for end in found.interval]
    (0.667, [0.284, 0.947])
    """
    count, n = float(right.sum()), right.size
    low, high = special().betaincinv(count + 1, n - count + 1, [0.025, 0.975])
    return Estimate(value=(count + 1) / (n + 2), interval=(float(low), float(high)), n=n)


def mean_over(values: Floats, noun: str = "debates") -> Estimate:
    """The mean of values (n,), one a debate, or a case, in their unit, with a t interval over these; undefined below 3,
    without an interval where all are alike.

    Source: Student, Biometrika 6 (1908), 1-25. Of 1, 2, 3: 2 ± 4.303 · 1/√3.

    >>> [round(end, 2) for end in mean_over(np.array([1.0, 2.0, 3.0])).interval]
    [-0.48, 4.48]
    >>> [mean_over(np.ones(n)).reason.partition(", ")[2] for n in (0, 1, 2, 3)]
    ['and there are none', 'and there is 1', 'and there are 2', '']
    """
    n = len(values)
    if n < MIN_TOPICS:
        return Estimate(value=None, n=n, reason=too_few_reason(n, noun))
    # The jackknife's error of a mean is its standard error.
    return jackknife(float(values.mean()), (values.sum() - values) / (n - 1), -np.inf, np.inf)


def clustered_error(fitted: Fit, contrast: Floats) -> ContrastError:
    """The error of Σ h x over the cells, h the ``contrast`` (…, n_judges, n_items), from an unweighted fit.

    CR2: judge j adds (h_j' A_j e_j)², e_j its residuals and A_j the symmetric root of the inverse of its block of the
    residual maker M, so that with equal independent errors it is right on average. Degrees of freedom (Σ λ)²/Σ λ² of
    the same, 0 with fewer than two judges in the contrast. Each judge's errors may hang together in any way: a
    judge's own lean to a side, or one side noisier than the other, moves its whole part, which errors pooled over cells
    can't see; nothing is taken from how a judge's scores vary among themselves. With complete data and equal weights it
    is the t interval of the judges' own gaps, on judges less one degrees of freedom. Source: R. Bell & D. McCaffrey,
    Surv. Methodol. 28 (2002), 169-181.

    Three judges' own gaps are 1, 2 and 6: standard deviation √7, over √3.

    >>> from debate_core.measuring.additive import fit
    >>> table = np.array([[6.0, 5.0], [7.0, 5.0], [9.0, 3.0]])
    >>> found = clustered_error(fit(table), np.full((3, 2), 1 / 3) * [1, -1])
    >>> round(float(found.se), 6), round((7 / 3) ** 0.5, 6), round(float(found.df), 6)
    (1.527525, 1.527525, 2.0)
    """
    present = (fitted.cells > 0).astype(np.float64)
    judges, items = present.shape[-2:]
    per_item, z = centred_effects(present)
    flat = present * (1.0 - 1.0 / per_item)[..., None, :]
    # A judge's block of M: [u = u'](1 − 1/m_u) − z_u L⁺ z_u'
    block = flat[..., None] * np.eye(items) - z @ fitted.inverse[..., None, :, :] @ np.swapaxes(z, -1, -2)
    size, axes = np.linalg.eigh(block)
    root = 1.0 / np.sqrt(np.where(size > _NONE, size, np.inf))
    turned = np.einsum("...ua,...u->...a", axes, contrast * present)
    weight = np.einsum("...ua,...a->...u", axes, root * turned) * present
    squares = (weight * np.nan_to_num(fitted.residuals)).sum(axis=-1) ** 2
    # G_jk = a_j' M a_k, M_ju,ku' = [u = u'](δ_jk − 1/m_u) − z_ju L⁺ z_ku'
    pulled = np.einsum("...ju,...jui->...ji", weight, z)
    between = -(weight / per_item[..., None, :]) @ np.swapaxes(weight, -1, -2)
    between = between - pulled @ fitted.inverse @ np.swapaxes(pulled, -1, -2)
    judge = np.arange(judges)
    between[..., judge, judge] += (weight**2).sum(axis=-1)
    whole, spread = between[..., judge, judge].sum(axis=-1), (between**2).sum(axis=(-2, -1))
    estimable = (fitted.df > 0) & (((contrast != 0.0).any(axis=-1)).sum(axis=-1) > 1) & (spread > _NONE**2)
    return ContrastError(
        se=np.sqrt(squares.sum(axis=-1)), df=np.where(estimable, ratio(whole**2, spread), 0.0)
    )


class OverTopics(Estimate):
    """An estimate over ``n`` cases on ``topics`` topics, its interval over topics."""

    topics: int = 0

    @classmethod
    def of(cls, estimate: Estimate, n: int, topics: int, reason: str | None) -> Self:
        return cls(value=estimate.value, interval=estimate.interval, n=n, topics=topics, reason=reason)


def too_few_reason(count: int, noun: str = "topics", least: int = MIN_TOPICS) -> str:
    """Why so many topics, or whatever else is drawn, give no interval, or no other figure.

    >>> too_few_reason(1)
    'it takes 3 topics, and there is 1'
    """
    there = "is 1" if count == 1 else f"are {count or 'none'}"
    return f"it takes {least} {noun}, and there {there}"


def number_labels(topics: Sequence[Hashable]) -> Ints:
    """Each label as a number (n,) from 0, in the order of first sight.

    >>> number_labels(["b", "a", "b"]).tolist()
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
    'it takes 3 topics, and there are 2'
    """
    n, means = int((~np.isnan(np.asarray(values, dtype=np.float64))).sum()), topic_means(values, topics)
    if not n:
        return OverTopics(value=None, reason=nothing)
    return jackknife_over_topics(float(means.mean()), ratio(means.sum() - means, len(means) - 1), n)


def topic_means(values: ArrayLike, topics: Sequence[Hashable]) -> Floats:
    """The mean (n_topics,) of each topic's ``values`` (n,), NaN left out."""
    given = np.asarray(values, dtype=np.float64)
    there = ~np.isnan(given)
    place = number_labels([label for label, used in zip(topics, there, strict=True) if used])
    return np.asarray(np.bincount(place, weights=given[there]) / np.bincount(place))


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
    place = number_labels(topics)
    counts: Floats = np.bincount(place, np.asarray(hits, dtype=np.float64)).astype(np.float64)
    return share_of_counts(counts, np.bincount(place), nothing)


def share_of_counts(hits: Floats, of: Floats | Ints, nothing: str) -> OverTopics:
    """The same, from each topic's ``hits`` (n_topics,) and ``of`` (n_topics,) how many cases, or of what worth."""
    there = np.abs(of) > TOLERANCE
    hits, of = hits[there], of[there]
    n, g = round(float(of.sum())), of.size
    if not g:
        return OverTopics(value=None, reason=nothing)
    value = float(hits.sum() / of.sum())
    if g < MIN_TOPICS:
        return OverTopics(value=value, n=n, topics=g, reason=too_few_reason(g))
    worth = _worth(hits, of, value)
    # Fewer still, for the spread is told from g topics only.
    worth *= (Z95 / float(special().stdtrit(g - 1, 0.975))) ** 2
    return OverTopics(value=value, interval=wilson(value * worth, worth), n=n, topics=g)


def _worth(hits: Floats, of: Floats | Ints, value: float) -> float:
    n, g = float(of.sum()), of.size
    alone = value * (1.0 - value) / n
    if alone <= 0.0:
        return float(g)
    over = float(((hits - value * of) ** 2).sum()) / n**2 * g / (g - 1)
    return min(n, max(float(g), n * alone / over if over > 0 else n))


def jackknife_over_topics(value: float, without: Floats, n: int) -> OverTopics:
    """A figure with the t interval of the jackknife from its values ``without`` (g,) each topic in turn.

    No interval below ``MIN_TOPICS`` or where it is undefined (NaN) without one of them. Source: B. Efron & R.
    Tibshirani, An Introduction to the Bootstrap (1993), § 11.5; J. Tukey, Ann. Math. Stat. 29 (1958), 614.

    >>> found = jackknife_over_topics(0.5, np.array([0.4, 0.5, 0.6]), 30)
    >>> [round(end, 3) for end in found.interval]
    [0.003, 0.997]
    """
    g, figure = len(without), jackknife(value, without, -np.inf, np.inf)
    return OverTopics.of(figure, n, g, too_few_reason(g) if g < MIN_TOPICS else figure.reason)
