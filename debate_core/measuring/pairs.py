"""How alike each two judges score, and the argument on which they part most."""

from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import ArrayLike

from debate_core.measuring.agreement import alphas
from debate_core.measuring.arrays import Floats, Ints, as_ratings
from debate_core.measuring.estimate import Alpha
from debate_core.measuring.krippendorff import Level

BLOCK = 1 << 20
"""Cells of pairs held at once."""


@dataclass(frozen=True, kw_only=True)
class Pair:
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
    found: list[Pair] = []
    for start in range(0, len(named), step):
        block = named[start : start + step]
        both = table[np.array(block, dtype=np.int64)]  # (n_pairs, 2, n_items)
        both = np.where(np.isnan(both).any(axis=1, keepdims=True), np.nan, both)
        alike = alphas(both, level, clusters)
        found += [_pair(pair, rows, one, level) for pair, rows, one in zip(block, both, alike, strict=True)]
    return tuple(found)


def _pair(pair: tuple[int, int], both: Floats, found: Alpha, level: Level) -> Pair:
    shared = np.flatnonzero(~np.isnan(both[0]))
    furthest, apart = (None, None) if level in ("nominal", "ordinal") else _furthest(both, shared)
    if shared.size < 2:
        few = f"they scored {'only 1' if shared.size else 'none'} in common"
        found = Alpha(value=None, n=found.n, reason=few)
    return Pair(first=pair[0], second=pair[1], alpha=found, furthest=furthest, apart=apart)


def _furthest(both: Floats, shared: Ints) -> tuple[int | None, float | None]:
    if shared.size < 3:
        return None, None
    # How far their difference on each argument lies from the usual one
    difference = both[0, shared] - both[1, shared]
    away = np.abs(difference - difference.mean()).round(9)
    place = int(away.argmax())
    return (int(shared[place]), float(away[place])) if away[place] > 0 else (None, None)
