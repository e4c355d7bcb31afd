"""What judges and panels do over many debates: follow the side, say the same again, prefer their own, err as their
family does; and how strong models are that met each other.

Knows gaps, calls, tables of composites, who met whom and who is of which family, in arrays; no names. Invariant: every
figure has an interval over topics, or the reason why there is none; a case that can't be compared counts nowhere; what
all judges share alike can't be seen here and is in no figure; a model that won (or lost) whatever it took part in has
no strength that these debates could tell.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from debate_core.measuring.arrays import Bools, Floats, Ints
from debate_core.measuring.gap import TIE_WITHIN, side_means
from debate_core.measuring.over_topics import (
    OverTopics,
    jackknife_over_topics,
    mean_over_topics,
    numbered,
    share_over_topics,
)

APART = "no two judges of one family, with enough judges of others, scored the same arguments"
STEPS = 40
FAR = 15.0
"""A log-odds this far from 0 is on its way to infinity."""
LOOSE = "some models never met the others, or won or lost against them throughout: no finite strength fits"
NO_SWAP = "no debate was judged with its sides swapped too"
NO_CALLS = "no two that belong together both named a side"
NO_AGAIN = "nothing was judged a second time"
NO_OWN = "no debate had one debater of its family and a judge of neither debater's"
NO_STRETCH = "too few: how wide each uses the scale needs two judges of other families that vary alike"


@dataclass(frozen=True, kw_only=True)
class Position:
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
        if not self.lean.clear or self.lean.value is None:
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
    calls = _signs(given) if called is None else np.asarray(called, dtype=np.float64).reshape(-1, 2)
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


def _signs(gaps: Floats) -> Floats:
    """1 for PRO, −1 for CON, 0 where they are level."""
    return np.where(np.abs(gaps) <= TIE_WITHIN, 0.0 * gaps, np.sign(gaps))


@dataclass(frozen=True, kw_only=True)
class Repeated:
    """``same``: share of pairs of the same thing judged twice with the same call. ``chance``: what the share would be
    if each call were drawn from all of them, whatever it is of; ``None`` without any."""

    same: OverTopics
    chance: float | None


def repeated(groups: Sequence[Sequence[Hashable]], topics: Sequence[Hashable]) -> Repeated:
    """How often two calls of one group, calls of what should give the same, are the same; ``topics`` one a group.

    Each two of a group count. Source: the observed and expected agreement of W. Scott, Public Opin. Q. 19 (1955),
    321-325.

    >>> found = repeated([["pro", "pro"], ["con", "no_call"], ["pro", "pro"]], ["a", "b", "c"])
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
    return Repeated(
        same=share_over_topics([hit for hit, _ in pairs], [on for _, on in pairs], NO_AGAIN),
        chance=sum((count / total) ** 2 for count in counted.values()) if total else None,
    )


@dataclass(frozen=True, kw_only=True)
class Compared:
    """Debates that the same judges judged. ``gaps`` (n_debates, n_judges): PRO minus CON in points, NaN missing;
    ``alike`` (n_debates, n_judges, n_judges): ``products`` of each; ``families`` (n_judges,) of the judges,
    ``debaters`` (n_debates) of PRO and CON; ``topics`` (n_debates,)."""

    gaps: Floats
    alike: Floats
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


def self_preference(found: Compared, judge: int) -> OverTopics:
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
    >>> given = Compared(gaps=gaps, alike=alike, families="xyy", debaters=debaters, topics="abc")
    >>> round(self_preference(given, 0).value, 3)
    0.833
    """
    own, families = found.families[judge], found.families
    neutral = np.array([[one not in pair for one in families] for pair in found.debaters])
    others = neutral & ~np.isnan(found.gaps)
    count = others.sum(axis=1)
    mean = np.where(others, found.gaps, 0.0).sum(axis=1) / np.where(count > 0, count, np.nan)
    sign = np.array([float(pro == own) - float(con == own) for pro, con in found.debaters])
    used = (sign != 0.0) & ~np.isnan(found.gaps[:, judge] * mean)
    if not used.any():
        return OverTopics(value=None, reason=NO_OWN)
    topics = [label for label, one in zip(found.topics, used, strict=True) if one]
    place = numbered(topics)
    ours, theirs = (sign * found.gaps[:, judge])[used], (sign * mean)[used]
    apart = np.array([one != own for one in families])
    left = np.concatenate(
        [np.ones((1, place.size)), (place != np.arange(place.max() + 1)[:, None]).astype(np.float64)]
    )
    alike = np.einsum("bn,nij->bij", left, found.alike[used])
    stretch = _stretch(alike, judge, apart, apart & others[used].any(axis=0))
    # The mean over topics of topic means, of each set of topics left
    sizes = np.bincount(place)
    weights = left / sizes[place]
    values = (weights * (ours - stretch[:, None] * theirs)).sum(axis=1) / weights.sum(axis=1).clip(1e-12)
    if not np.isfinite(values[0]):
        return OverTopics(value=None, n=int(used.sum()), topics=len(sizes), reason=NO_STRETCH)
    return jackknife_over_topics(float(values[0]), values[1:], int(used.sum()))


def _stretch(alike: Floats, judge: int, apart: Bools, others: Bools) -> Floats:
    """How much wider a judge uses the scale than the ``others``, from sums of products (n_fits, n_judges, n_judges): by
    how both vary with third judges of other families; NaN where nothing tells."""
    up, down = np.zeros(len(alike)), np.zeros(len(alike))
    for other in np.flatnonzero(others):
        for third in np.flatnonzero(apart):
            if third != other:
                up += alike[:, judge, third]
                down += alike[:, other, third]
    return np.where(down > 1e-9, up / np.where(down > 1e-9, down, 1.0), np.nan)


@dataclass(frozen=True, kw_only=True)
class Strengths:
    """``models`` (n_models,): log-odds of each against an average one of them, in the order of their numbers. ``side``:
    log-odds that speaking for PRO adds; ``None`` where each pair always spoke on the same sides."""

    models: tuple[OverTopics, ...]
    side: OverTopics | None


def bradley_terry(pro: ArrayLike, con: ArrayLike, won: ArrayLike, topics: Sequence[Hashable]) -> Strengths:
    """Strengths of models numbered from 0, with 95% intervals over topics.

    ``pro`` and ``con`` (n,) are who spoke for which side, ``won`` (n,) is 1 where PRO was named, 0 where CON was, .5
    where neither. P(PRO is named) = 1/(1 + e^−(s_pro − s_con + side)), fitted by maximum likelihood; half a win each
    without a call; strengths sum to 0. The interval is the jackknife's, each topic left out in turn.
    Source: R. Bradley & M. Terry, Biometrika 39 (1952), 324-345; the side's advantage as A. Agresti, Categorical Data
    Analysis (3rd ed., 2013), § 11.6.2; when it is finite: L. Ford, Am. Math. Mon. 64 (1957), 28-33.

    Two models, one wins 3 of 4 on either side: log 3 apart, half of it each way.

    >>> found = bradley_terry([0, 1] * 4, [1, 0] * 4, [1, 0, 1, 0, 1, 0, 0, 1], list("aabbccdd"))
    >>> [round(one.value, 3) for one in found.models], abs(found.side.value) < 1e-9
    ([0.549, -0.549], True)
    """
    first, second = np.asarray(pro, dtype=np.int64), np.asarray(con, dtype=np.int64)
    results, place = np.asarray(won, dtype=np.float64), numbered(topics)
    models = int(max(first.max(initial=-1), second.max(initial=-1))) + 1
    if models < 2 or not first.size:
        return Strengths(models=(), side=None)
    design = _design(first, second, models)
    sided = bool(np.linalg.matrix_rank(design) == models)
    design = design if sided else design[:, :-1]
    g = int(place.max()) + 1
    left = np.concatenate([np.ones((1, first.size)), (place != np.arange(g)[:, None]).astype(np.float64)])
    fitted = _fitted(design, results, left)
    fitted[~_finite(first, second, results, left, models)] = np.nan
    strengths = np.concatenate(
        [fitted[:, : models - 1], -fitted[:, : models - 1].sum(axis=1, keepdims=True)], axis=1
    )
    seen = [int(((first == one) | (second == one)).sum()) for one in range(models)]
    return Strengths(
        models=tuple(_told(strengths[:, one], seen[one]) for one in range(models)),
        side=_told(fitted[:, -1], first.size) if sided else None,
    )


def _told(fits: Floats, n: int) -> OverTopics:
    """A figure from its fit on all topics, then without each."""
    if not np.isfinite(fits[0]):
        return OverTopics(value=None, n=n, topics=len(fits) - 1, reason=LOOSE)
    return jackknife_over_topics(float(fits[0]), fits[1:], n)


def _design(pro: Ints, con: Ints, models: int) -> Floats:
    """Columns (n, n_models) for all models but the last, whose strength is minus the others', then for the side."""
    rows = np.arange(pro.size)
    whole = np.zeros((pro.size, models))
    whole[rows, pro] += 1.0
    whole[rows, con] -= 1.0
    return np.column_stack([whole[:, :-1] - whole[:, -1:], np.ones(pro.size)])


def _fitted(design: Floats, won: Floats, weights: Floats) -> Floats:
    """Newton's method on each row of weights (n_fits, n) at once; NaN where it runs away."""
    found = np.zeros((len(weights), design.shape[1]))
    for _ in range(STEPS):
        chance = 1.0 / (1.0 + np.exp(-np.clip(found @ design.T, -FAR, FAR)))
        slope = (weights * (won - chance)) @ design
        bend = np.einsum("bn,ni,nj->bij", weights * chance * (1.0 - chance), design, design)
        bend += 1e-9 * np.eye(design.shape[1])
        step = np.clip(np.linalg.solve(bend, slope[..., None])[..., 0], -2.0, 2.0)
        found = np.clip(found + step, -FAR, FAR)
        if np.abs(step).max() < 1e-10:
            break
    lost = (np.abs(found) >= FAR).any(axis=1) | (np.abs(step) > 1e-6).any(axis=1)
    return np.where(lost[:, None], np.nan, found)


def _finite(
    pro: Ints, con: Ints, won: Floats, weights: Floats, models: int
) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    """Whether, in each row of weights (n_fits, n), every model has won something off every other, if by way of
    others."""
    beaten = np.zeros((len(weights), models, models))
    rows = np.arange(len(weights))[:, None]
    np.add.at(beaten, (rows, pro[None], con[None]), weights * won)
    np.add.at(beaten, (rows, con[None], pro[None]), weights * (1.0 - won))
    reach = (beaten > 0) | np.eye(models, dtype=np.bool_)
    for _ in range(max(1, models - 1).bit_length()):
        reach = np.asarray((reach.astype(np.float64) @ reach.astype(np.float64)) > 0)
    return np.asarray(reach.all(axis=(1, 2)))


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
    pairs = np.array([(i, j) for i in range(judges) for j in range(i + 1, judges)], dtype=np.int64).reshape(
        -1, 2
    )
    place = numbered(topics)
    g = int(place.max()) + 1 if place.size else 0
    sums = np.zeros((g, 2, len(pairs)))
    for table, topic in zip(tables, place, strict=True):
        sums[topic] += _squares(table, pairs)
    n = int((sums[:, 1].sum(axis=1) > 0).sum()) if g else 0
    whole = sums.sum(axis=0)
    value = _share(whole, pairs, np.asarray(families)) if g else np.nan
    if not np.isfinite(value):
        return OverTopics(value=None, n=len(tables), topics=n, reason=APART)
    without = np.array([_share(whole - one, pairs, np.asarray(families)) for one in sums if one[1].any()])
    return jackknife_over_topics(float(value), without, len(tables))


def _squares(table: Floats, pairs: Ints) -> Floats:
    """Sums of squares of each pair's differences around their mean, and degrees of freedom (2, n_pairs)."""
    apart = table[pairs[:, 0]] - table[pairs[:, 1]]
    there = ~np.isnan(apart)
    count = there.sum(axis=1)
    mean = np.where(there, apart, 0.0).sum(axis=1) / np.maximum(count, 1)
    squares = np.where(there, (apart - mean[:, None]) ** 2, 0.0).sum(axis=1)
    return np.stack([squares, np.maximum(count - 1, 0)])


def _share(sums: Floats, pairs: Ints, families: Ints) -> float:
    """c over the mean v of those who have family; NaN where the pairs can't tell it."""
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
    kept = columns[:, [*seen, len(families)]] * np.sqrt(df[used])[:, None]
    fitted, _, rank, _ = np.linalg.lstsq(kept, squares[used] / np.sqrt(df[used]), rcond=None)
    if rank < kept.shape[1]:
        return float("nan")
    related = np.isin(seen, pairs[same & used])
    mean = float(fitted[:-1][related].mean())
    return float(fitted[-1]) / mean if mean > 1e-9 else float("nan")
