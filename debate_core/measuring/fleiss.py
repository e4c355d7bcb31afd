"""Kappa of standings: Fleiss' in Gwet's form for missing cells, with AC1 and percent agreement beside it."""

from collections.abc import Hashable, Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from debate_core.domain.frozen import FrozenValue
from debate_core.domain.numerals import TOLERANCE
from debate_core.domain.rubric import STANDINGS as STANDINGS
from debate_core.measuring.arrays import Floats, Ints, ratio, scalar
from debate_core.measuring.estimate import Estimate
from debate_core.measuring.intervals import EXACT, jackknife, sum_by_cluster
from debate_core.measuring.krippendorff import count_table

FEW = "too few with two labels, or all of one kind"


class LabelFigures(FrozenValue):
    """Kappa and AC1 (at most 1), and percent, the mean share of agreeing pairs of labels (0 to 1), each from the ``n``
    arguments with two labels or more."""

    kappa: Estimate
    ac1: Estimate
    percent: Estimate


def encode_standings(
    standings: Sequence[Sequence[Hashable | None]], categories: Sequence[Hashable]
) -> Floats:
    """Places among the categories, from 0, as an array (n_judges, n_items), NaN where missing.

    Raises ValueError for rows of unequal length and for a label that is no category.

    >>> encode_standings([["b", None]], ("a", "b")).tolist()
    [[1.0, nan]]
    """
    place = {category: float(k) for k, category in enumerate(categories)}
    widths = {len(row) for row in standings}
    if len(widths) > 1:
        raise ValueError(f"standings: expected rows of one length, got {sorted(widths)}")
    table = np.full((len(standings), widths.pop() if widths else 0), np.nan)
    for judge, row in enumerate(standings):
        for item, label in enumerate(row):
            if label is None:
                continue
            if label not in place:
                expected = ", ".join(map(str, categories))
                raise ValueError(f"standings: expected one of {expected}, got {label!r}")
            table[judge, item] = place[label]
    return table


def label_figures(
    table: Floats, n_categories: int, *, weights: Floats | None = None, clusters: Ints | None = None
) -> LabelFigures:
    """Kappa, AC1 and percent agreement of places (n_judges, n_items) among ``n_categories``, with jackknife intervals.

    Each is of all arguments with a label; pairs are of those with two or more. With fewer than 2 such arguments, or one
    label in all of them, kappa and AC1 are undefined; percent is without any such argument. ``weights`` (n_categories,
    n_categories), 1 on the diagonal: how far two labels agree; kappa is then weighted kappa, AC1 is AC2. ``clusters``
    (n_items,), numbered from 0: intervals leave out whole clusters.
    Source: J. Fleiss, Psychol. Bull. 76 (1971), 378-382; K. Gwet, Handbook of Inter-Rater Reliability (4th ed., 2014),
    pp. 145-150 for missing cells, pp. 103-107 for AC1, ch. 4 for weights; intervals: as ``intervals.jackknife``.

    >>> found = label_figures(np.array([[0.0, 0, 1, 1], [0, 1, 0, 1]]), 2)
    >>> found.kappa.value, found.percent.value
    (0.0, 0.5)
    """
    counts = count_table(np.where(np.isnan(table), -1.0, table).astype(np.int64), n_categories)
    labelled = counts.sum(axis=1) > 0
    counts, groups = counts[labelled], None if clusters is None else clusters[labelled]
    m = counts.sum(axis=1)
    pairable = m > 1
    n = int(pairable.sum())
    none = Estimate(value=None, n=n, reason=FEW)
    if not n:
        return LabelFigures(kappa=none, ac1=none, percent=none)
    matching = counts if weights is None else counts @ weights
    # Σ n_k(n*_k − 1) of m(m − 1) ordered pairs of an argument's labels agree; n* counts by how far.
    agreeing = np.nan_to_num(ratio((counts * matching).sum(axis=1) - m, m * (m - 1.0)))
    each = np.column_stack((agreeing, pairable, np.ones(m.size), counts / m[:, None]))
    sums = _with_and_without(each, groups)
    percent, share = ratio(sums[:, 0], sums[:, 1]), ratio(sums[:, 3:], sums[:, 2:3])
    if n < 2 or (counts[pairable].sum(axis=0) > 0).sum() < 2:
        return LabelFigures(kappa=none, ac1=none, percent=replace(none, value=scalar(percent[0])))
    spread = (share * (1.0 - share)).sum(axis=-1) / (n_categories - 1)
    chances = (share**2).sum(axis=-1), spread
    if weights is not None:
        chances = ((share @ weights) * share).sum(axis=-1), spread * weights.sum() / n_categories
    kappa, ac1 = (_figure(_beyond(percent, chance), n, low=-1.0) for chance in chances)
    return LabelFigures(kappa=kappa, ac1=ac1, percent=_figure(percent, n, low=0.0))


def quadratic(n_categories: int) -> Floats:
    """Weights 1 − ((k − l)/(q − 1))² of two of q ordered labels (q, q): J. Cohen, Psychol. Bull. 70 (1968), 213-220.

    >>> quadratic(3).tolist()
    [[1.0, 0.75, 0.0], [0.75, 1.0, 0.75], [0.0, 0.75, 1.0]]
    """
    distances = np.subtract.outer(np.arange(n_categories), np.arange(n_categories))
    return np.asarray(1.0 - (distances / max(n_categories - 1, 1)) ** 2)


def cohen(
    pair: Floats, n_categories: int, *, weights: Floats | None = None, clusters: Ints | None = None
) -> Estimate:
    """Cohen's kappa of two judges' places (2, n_items), of the arguments both labelled; weighted with ``weights``.

    Chance is the product of each judge's own shares. Undefined where both gave one and the same label throughout, and
    with fewer than 2 arguments. Interval as ``label_figures``.
    Source: J. Cohen, Educ. Psychol. Meas. 20 (1960), 37-46; weighted: Psychol. Bull. 70 (1968), 213-220.

    Agreement 3 of 4; shares ½, ½ and ¾, ¼: chance ½. (¾ − ½)/(1 − ½).

    >>> cohen(np.array([[0.0, 0, 1, 1], [0, 0, 0, 1]]), 2).value
    0.5
    >>> [cohen(np.array([[0.0, 1], [0, last]]), 2).value for last in (1, np.nan)]
    [1.0, None]
    """
    both = ~np.isnan(pair).any(axis=0)
    if both.sum() < 2:
        return Estimate(value=None, n=int(both.sum()), reason=FEW)
    places, groups = pair[:, both].astype(np.int64), None if clusters is None else clusters[both]
    scale = np.eye(n_categories) if weights is None else weights
    one, other = np.eye(n_categories)[places]
    each = np.column_stack((np.ones(both.sum()), scale[places[0], places[1]], one, other))
    sums = _with_and_without(each, groups)
    n, first, second = sums[:, 0], sums[:, 2 : 2 + n_categories], sums[:, 2 + n_categories :]
    percent, chance = ratio(sums[:, 1], n), ratio(((first @ scale) * second).sum(axis=-1), n**2)
    return _figure(_beyond(percent, chance), int(both.sum()), low=-1.0)


def _with_and_without(each: Floats, clusters: Ints | None) -> Floats:
    whole = each.sum(axis=0, keepdims=True)
    return np.concatenate((whole, whole - sum_by_cluster(each, clusters)))


def _beyond(agreeing: Floats, chance: Floats) -> Floats:
    return ratio(agreeing - chance, 1.0 - chance, TOLERANCE)


def _figure(values: Floats, n: int, *, low: float) -> Estimate:
    value = scalar(values[0])
    if value is None or value == 1.0:
        return Estimate(value=value, n=n, reason=FEW if value is None else EXACT)
    return replace(jackknife(value, values[1:], low=low), n=n)


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
