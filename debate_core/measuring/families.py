"""How much of their error judges of one family share, beyond what all judges share.

Knows tables of composites and a family's number a judge; no models. Invariant: what all judges share alike can't be
seen here and is in no figure; an undefined one is ``None`` with its reason.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence

import numpy as np

from debate_core.measuring.arrays import Floats, Ints
from debate_core.measuring.over_topics import OverTopics, jackknife_over_topics, numbered

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
