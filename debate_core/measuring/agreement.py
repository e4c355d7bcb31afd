"""How alike the judges score, beyond chance: alpha, kappa and their bands, and alpha of each two judges."""

from collections.abc import Hashable, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from debate_core.domain.frozen import FrozenValue
from debate_core.domain.numerals import DECIMALS, TOLERANCE, near_text, share_words
from debate_core.measuring.arrays import Floats, Ints, as_ratings, scalar
from debate_core.measuring.estimate import Alpha, Estimate
from debate_core.measuring.fleiss import STANDINGS, encode_standings, label_figures
from debate_core.measuring.intervals import hughes, leave_out
from debate_core.measuring.krippendorff import Level, UnitStatistics, interval_value, unit_statistics

UNORDERED = "the categories were given no order"


class Kappa(Estimate):
    """Fleiss' kappa of standings (at most 1) of ``n`` arguments with two standings or more, over which intervals are,
    with its companions; ``note`` is for the reader."""

    ac1: Estimate
    percent: Estimate
    alpha_standings: Alpha
    note: str | None = None


class Band(FrozenValue):
    """A range of a coefficient that is told by one name: our own, see docs/method.md."""

    name: Literal["high", "moderate", "low", "unacceptable"]
    range: str


BANDS: tuple[tuple[float, Band], ...] = (
    (0.80, Band(name="high", range="0.80 and above")),
    (0.67, Band(name="moderate", range="0.67 to 0.80")),
    (0.50, Band(name="low", range="0.50 to 0.67")),
    (-np.inf, Band(name="unacceptable", range="below 0.50")),
)
"""The least alpha of each band, the highest first: .80 and .667 as K. Krippendorff, Content Analysis (3rd ed., 2013),
ch. 12; .50, and rounding to .67, are our own; see docs/method.md."""
STANDING_BANDS: tuple[tuple[float, Band], ...] = (
    (0.80, Band(name="high", range="0.80 and above")),
    (0.60, Band(name="moderate", range="0.60 to 0.80")),
    (0.40, Band(name="low", range="0.40 to 0.60")),
    (-np.inf, Band(name="unacceptable", range="below 0.40")),
)
"""The least kappa of each band, the highest first. The limits are of J. Landis & G. Koch, Biometrics 33 (1977),
159-174; the names are our own."""


def band_of(value: float, bands: Sequence[tuple[float, Band]] = BANDS) -> Band:
    """The band of a coefficient, by default an alpha, among ``bands``, the highest first.

    >>> [band_of(value).name for value in (1.2 - 0.4, 0.7999, 0.67, 0.6699, 0.5, 0.4999)]
    ['high', 'moderate', 'moderate', 'low', 'low', 'unacceptable']
    >>> band_of(0.4, STANDING_BANDS).name
    'low'
    """
    return next(entry for minimum, entry in bands if value >= minimum - TOLERANCE)


def beside_bands_text(value: float) -> str:
    """A coefficient with enough decimals to show which band it is in.

    >>> beside_bands_text(0.71), beside_bands_text(0.4996), beside_bands_text(0.7998)
    ('0.71', '0.4996', '0.7998')
    """
    return near_text(value, *(minimum for minimum, _ in BANDS if np.isfinite(minimum)))


def reached_bands(
    estimate: Estimate, bands: Sequence[tuple[float, Band]] = BANDS
) -> tuple[Band, Band] | None:
    """The bands in which the interval of a figure begins and ends; ``None`` without one.

    >>> [band.name for band in reached_bands(Estimate(value=0.7, interval=(0.55, 0.85)))]
    ['low', 'high']
    """
    if estimate.interval is None:
        return None
    low, high = estimate.interval
    return band_of(low, bands), band_of(high, bands)


def alpha_value(ratings: ArrayLike, level: Level = "interval") -> float | None:
    """Krippendorff's alpha alone, for speed.

    ratings (n_judges, n_items), NaN missing. No unit; at most 1, may be negative. ``None`` with
    fewer than 2 pairable items, no variation among their scores, or a negative score at ratio level.
    Raises ValueError for another shape, an infinite score or an unknown level.
    Source: K. Krippendorff, Content Analysis (3rd ed., 2013), pp. 277-301.

    Two judges, two items, (1, 1) and (2, 4): within variances 0 and 2, mean 1 over n = 4;
    variance of 1, 1, 2, 4 is 2; alpha = 1 − 1/2.

    >>> alpha_value([[1, 2], [1, 4]])
    0.5
    >>> alpha_value([[3, 3], [3, 3]]) is None
    True
    """
    table = as_ratings(ratings, finite=level != "interval")
    return interval_value(table) if level == "interval" else unit_statistics(table, level).value


def alpha(ratings: ArrayLike, level: Level = "interval", clusters: Ints | None = None) -> Alpha:
    """Krippendorff's alpha with its interval or the reason it is undefined.

    Shapes, range, undefined and errors as ``alpha_value``. The interval is Hughes' jackknife over arguments, or over
    ``clusters`` (n_items,) of arguments that share a source, numbered from 0; for these judges. There is none where
    nothing shows how much alpha could vary.
    Source: Krippendorff (2013), pp. 277-301; J. Hughes, arXiv:2210.13265, section 3.

    >>> panel = [[7.5, 8, 6.5, 4, 3.5, 5], [8, 8.5, 7, 3.5, 3, 4.5],
    ...          [6, 7, 5.5, 5, 4.5, 6], [None, 8, 6, 4, None, 5]]
    >>> round(alpha(panel).value, 4)
    0.8133
    >>> alpha([[5, 6, 7]]).reason
    'fewer than 2 judges'
    """
    return alphas(as_ratings(ratings)[None], level, clusters)[0]


def alphas(tables: Floats, level: Level = "interval", clusters: Ints | None = None) -> tuple[Alpha, ...]:
    """Alpha of each table of a stack (n, n_judges, n_items), all at once: what ``alpha`` says of each.

    Undefined, errors and source as ``alpha``.
    """
    sums = unit_statistics(tables, level)
    return tuple(
        one
        if one.value is not None and np.isfinite(one.value)
        else Alpha(value=None, n=one.n, reason=_undefined_reason(table, level))
        for table, one in zip(tables, _with_intervals(tables, sums, level, clusters), strict=True)
    )


def _with_intervals(
    tables: Floats, sums: UnitStatistics, level: Level, clusters: Ints | None
) -> tuple[Alpha, ...]:
    if sums.columns is None:
        why = "too many different scores for a range at this level"
        counts = zip(sums.values.tolist(), sums.units.tolist(), strict=True)
        return tuple(Alpha(value=value, n=n, reason=why) for value, n in counts)
    if not ((~np.isnan(tables)).sum(axis=-2) == 1).any():
        return hughes(sums, clusters=clusters)
    counting = hughes(unit_statistics(tables, level, min_scores=1), clusters)
    values = zip(counting, sums.values.tolist(), sums.units.tolist(), strict=True)
    alphas = tuple(replace(one, value=value, n=n) for one, value, n in values)
    if not any(map(_off, alphas)):
        return alphas
    paired = hughes(sums, clusters)
    return tuple(pair if _off(one) else one for one, pair in zip(alphas, paired, strict=True))


def _off(alpha: Alpha) -> bool:
    low, high = alpha.interval or (-np.inf, np.inf)
    return alpha.value is not None and not low <= alpha.value <= high


def _undefined_reason(table: Floats, level: Level, thing: str = "score") -> str:
    if level == "ratio" and bool((table < 0).any()):
        return "negative scores have no ratio"
    present = ~np.isnan(table)
    if int(present.any(axis=1).sum()) < 2:
        return "fewer than 2 judges"
    if int((present.sum(axis=0) >= 2).sum()) < 2:
        return f"fewer than two have {thing}s from two judges or more"
    return f"every {thing} is the same"


def without_judge(ratings: ArrayLike, level: Level = "interval") -> tuple[float | None, ...]:
    """Alpha (n_judges) with each judge left out in turn: who makes the agreement what it is; ``None`` where undefined.

    Ratings, range and errors as ``alpha_value``. Source: the DFBETAs of J. Hughes, R J. 13 (2021), 413-425.

    >>> [round(value, 2) for value in without_judge([[1, 2, 3, 4], [1, 2, 3, 4], [4, 3, 2, 1]])]
    [-0.75, -0.75, 1.0]
    """
    table = as_ratings(ratings)
    return tuple(alpha_value(np.delete(table, judge, axis=0), level) for judge in range(table.shape[0]))


def without_argument(
    ratings: ArrayLike, level: Level = "interval", clusters: Ints | None = None
) -> tuple[float | None, ...]:
    """Alpha (n_items) with each argument, or each of ``clusters`` (n_items,), left out in turn, from the same sums;
    ``None`` where undefined.

    One with fewer than 2 scores changes nothing. At ordinal level the ranks stay those of the whole table.
    Ratings, range and errors as ``alpha_value``. Source: as ``without_judge``.

    >>> [round(value, 2) for value in without_argument([[1, 2, 9], [2, 1, 9]])]
    [0.99, 0.99, -0.5]
    """
    left_out = leave_out(unit_statistics(as_ratings(ratings), level), clusters)
    return tuple(scalar(value) for value in left_out.tolist())


def kappa(
    standings: Sequence[Sequence[Hashable | None]], categories: Sequence[Hashable] = STANDINGS
) -> Kappa:
    """Fleiss' kappa of standings, with AC1, ordinal alpha and percent agreement.

    standings: a list of judges' lists of labels, ``None`` missing; categories in ascending order
    (all that could be given: AC1 needs their number). At most 1, no unit; with missing cells it can
    fall below −1. ``value`` is ``None`` with fewer than 2 judges or pairable arguments, or no variation.
    Raises ValueError for rows of unequal length and for a label that is no category.
    Source: J. Fleiss, Psychol. Bull. 76 (1971), 378-382; K. Gwet, Handbook of Inter-Rater
    Reliability (4th ed., 2014), pp. 145-150 for missing cells, pp. 103-107 for AC1.

    Agreeing pairs 2 of 4 items, shares ½ each: (½ − ½)/(1 − ½).

    >>> kappa([["U", "U", "R", "R"], ["U", "R", "U", "R"]], ("R", "U")).value
    0.0
    """
    return kappa_of(encode_standings(standings, categories), len(categories))


def kappa_of(
    places: Floats, n_categories: int, *, ordered: bool = True, clusters: Ints | None = None
) -> Kappa:
    """What ``kappa`` says, of labels as places (n_judges, n_items) among categories, from 0, NaN missing.

    Without an order (``ordered``) there is no ordinal alpha. ``clusters`` (n_items,): intervals leave out whole ones.
    Undefined and source as ``kappa``.

    >>> kappa_of(np.array([[1.0, 1, 0, 0], [1, 0, 1, 0]]), 2).value
    0.0
    """
    by_label = label_figures(places, n_categories, clusters=clusters)
    figures = [by_label.kappa, by_label.ac1, by_label.percent]
    if by_label.kappa.value is None:
        why = _undefined_reason(places, "nominal", "answer")
        figures = [replace(one, reason=why) for one in figures]
    value, ac1, percent = figures
    return Kappa(
        **vars(value),
        ac1=ac1,
        percent=percent,
        alpha_standings=alpha(places, "ordinal", clusters)
        if ordered
        else Alpha(value=None, reason=UNORDERED),
        note=_paradox_note(value.value, percent.value),
    )


def _paradox_note(value: float | None, percent: float | None) -> str | None:
    """The prevalence paradox, where it bears: A. Feinstein & D. Cicchetti, J. Clin. Epidemiol. 43 (1990), 543-549."""
    if value is None or percent is None or percent < 0.75 or value >= 0.40:
        return None
    return (
        f"Two judges give the same answer {share_words(percent)} of the time, yet kappa is low "
        f"({near_text(value)}). Nearly all answers are of one kind, so much of that would happen by chance. AC1 "
        "suffers less from this."
    )


BLOCK = 1 << 20
"""Cells of pairs held at once."""


class Pair(FrozenValue):
    """Two judges, by index (``first`` < ``second``), and their alpha, over the arguments both scored.

    ``furthest`` is the argument (an index) on which they are furthest apart once their usual difference
    is removed, ``apart`` that distance in points; ``None`` when they never differ, or below interval level.
    """

    first: int
    second: int
    alpha: Alpha
    furthest: int | None = None
    apart: float | None = None


def pairs(ratings: ArrayLike, level: Level = "interval", clusters: Ints | None = None) -> tuple[Pair, ...]:
    """Alpha of every two judges of a table (n_judges, n_items), n(n − 1)/2 of them in panel order; none of one judge.

    A pair that scored fewer than 2 arguments in common has no alpha, with that reason. Intervals over ``clusters``
    (n_items,), range and errors as ``alpha``.
    Source: as ``agreement.alpha``, on two rows of the table; where they part most is our own, see docs/method.md.

    Judges 1 and 2 differ by 1 throughout but on the last argument, where they are 3 apart:

    >>> found = pairs([[1, 2, 3, 4], [2, 3, 4, 7], [None, None, None, 5]])
    >>> [(one.first, one.second, one.alpha.n) for one in found]
    [(0, 1, 4), (0, 2, 1), (1, 2, 1)]
    >>> found[0].furthest, found[0].apart, found[1].alpha.reason
    (3, 1.5, 'they scored only 1 in common')
    """
    table = as_ratings(ratings)
    named = list(combinations(range(table.shape[0]), 2))
    step = max(1, BLOCK // max(2 * table.shape[1], 1))
    rows_of_pairs: list[Pair] = []
    for start in range(0, len(named), step):
        block = named[start : start + step]
        both = table[np.array(block, dtype=np.int64)]  # (n_pairs, 2, n_items)
        both = np.where(np.isnan(both).any(axis=1, keepdims=True), np.nan, both)
        estimates = alphas(both, level, clusters)
        rows_of_pairs += [
            _pair(pair, scores, one, level) for pair, scores, one in zip(block, both, estimates, strict=True)
        ]
    return tuple(rows_of_pairs)


def _pair(pair: tuple[int, int], both: Floats, alpha: Alpha, level: Level) -> Pair:
    shared = np.flatnonzero(~np.isnan(both[0]))
    furthest, distance = (None, None) if level in ("nominal", "ordinal") else _furthest(both, shared)
    if shared.size < 2:
        few = f"they scored {'only 1' if shared.size else 'none'} in common"
        alpha = Alpha(value=None, n=alpha.n, reason=few)
    return Pair(first=pair[0], second=pair[1], alpha=alpha, furthest=furthest, apart=distance)


def _furthest(both: Floats, shared: Ints) -> tuple[int | None, float | None]:
    if shared.size < 3:
        return None, None
    # How far their difference on each argument lies from the usual one
    difference = both[0, shared] - both[1, shared]
    away = np.abs(difference - difference.mean()).round(DECIMALS)
    place = int(away.argmax())
    return (int(shared[place]), float(away[place])) if away[place] > 0 else (None, None)
