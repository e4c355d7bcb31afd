"""Where the panel parts: which argument, which two judges, which dimension.

Works on one table of common composites and, if given, one table a dimension. Invariant: a test
that cannot be made is ``None``, never a pass; severity is no divergence.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import fdtrc

from debate_core.measuring.additive import Fit, fit
from debate_core.measuring.arrays import Floats, as_ratings, scalar
from debate_core.measuring.calibration import calibrate


@dataclass(frozen=True, kw_only=True)
class ArgumentFigures:
    """One argument's figures over judges (AG-8); ``None`` where there is nothing to go by.

    ``mean`` in points; ``variance`` and ``adjusted_variance`` (severity removed) sample variances
    in squared points; ``adjusted_spread`` the latter's root, in points. ``f`` with ``df`` and ``p``
    is the additive model's test, ``p_holm`` corrected over arguments. ``furthest`` are the indices
    of the two judges furthest apart, ``apart`` their distance in points once severity is removed,
    and ``dimension`` the one on which they part most. ``variance_by_dimension`` is raw.
    """

    index: int
    n_judges: int
    mean: float | None
    variance: float | None
    adjusted_variance: float | None
    adjusted_spread: float | None
    f: float | None = None
    df: tuple[int, int] | None = None
    p: float | None = None
    p_holm: float | None = None
    divergent: bool = False
    furthest: tuple[int, int] | None = None
    apart: float | None = None
    dimension: str | None = None
    variance_by_dimension: Mapping[str, float | None] | None = None


@dataclass(frozen=True, kw_only=True)
class Divergence:
    """All arguments' figures, the indices that are ``divergent``, and how many could be tested."""

    arguments: tuple[ArgumentFigures, ...]
    divergent: tuple[int, ...]
    tested: int


def diverge(
    ratings: ArrayLike,
    dimensions: Mapping[str, ArrayLike] | None = None,
    level: float = 0.05,
    least_spread: float = 1.0,
) -> Divergence:
    """AG-7's default test for each argument of a table (n_judges, n_items), with AG-8's figures.

    Divergent: Holm-corrected p at most ``level`` and adjusted spread at least ``least_spread``
    points. An argument with fewer than 2 scores, or a table too small to leave degrees of freedom,
    is not tested. Source: reference/statistics.md; extra sum of squares: Scheffé (1959), § 2.9;
    S. Holm, Scand. J. Stat. 6 (1979), 65-70.

    Six arguments on which four judges agree, but for a 2-2 split on the last:

    >>> panel = [[5, 6, 7, 4, 3, 8], [6, 7, 8, 5, 4, 9], [5, 6, 7, 4, 3, 2], [6, 7, 8, 5, 4, 3]]
    >>> found = diverge(panel)
    >>> found.divergent, found.arguments[5].furthest, round(found.arguments[5].adjusted_spread, 2)
    ((5,), (0, 2), 2.89)
    """
    table = as_ratings(ratings)
    whole = fit(table)
    adjusted = table - whole.judges[:, None]
    f, df, p = _tests(table, whole)
    corrected = holm(p)
    marginals = _variances(dimensions or {})
    figures = []
    for item in range(table.shape[1]):
        spread = _sample_variance(adjusted[:, item])
        pair, apart = _furthest(adjusted[:, item])
        root = None if spread is None else spread**0.5
        tested = bool(np.isfinite(p[item]))
        figures.append(
            ArgumentFigures(
                index=item,
                n_judges=int((~np.isnan(table[:, item])).sum()),
                mean=_mean(table[:, item]),
                variance=_sample_variance(table[:, item]),
                adjusted_variance=spread,
                adjusted_spread=root,
                f=scalar(f[item]),
                df=df[item] if tested else None,
                p=scalar(p[item]),
                p_holm=scalar(corrected[item]),
                divergent=tested and corrected[item] <= level and (root or 0.0) >= least_spread,
                furthest=pair,
                apart=apart,
                dimension=_parting(dimensions, item, pair),
                variance_by_dimension=None
                if dimensions is None
                else {name: scalar(of[item]) for name, of in marginals.items()},
            )
        )
    return Divergence(
        arguments=tuple(figures),
        divergent=tuple(one.index for one in figures if one.divergent),
        tested=int(np.isfinite(p).sum()),
    )


def _tests(table: Floats, whole: Fit) -> tuple[Floats, list[tuple[int, int]], Floats]:
    """F of each argument by deleting it and refitting, all refits in one stack."""
    items = table.shape[1]
    stack = np.repeat(table[None], items, axis=0)
    stack[np.arange(items), :, np.arange(items)] = np.nan
    without = fit(stack)
    first = int(whole.df) - without.df
    second = without.df
    with np.errstate(divide="ignore", invalid="ignore"):
        extra = np.maximum(whole.sse - without.sse, 0.0) / first
        f = np.where(extra > 0, extra / (without.sse / second), 0.0)
    f = np.where((first > 0) & (second > 0), f, np.nan)
    p = np.full(items, np.nan)
    tested = np.isfinite(f)
    p[tested] = fdtrc(first[tested], second[tested], f[tested])
    p[np.isposinf(f)] = 0.0
    return f, [(int(a), int(b)) for a, b in zip(first, second, strict=True)], p


def holm(p: Floats) -> Floats:
    """Holm's corrected p, NaN kept and not counted.

    >>> holm(np.array([0.01, 0.04, np.nan, 0.03])).tolist()
    [0.03, 0.06, nan, 0.06]
    """
    corrected = np.full_like(p, np.nan)
    tested = np.flatnonzero(~np.isnan(p))
    order = tested[np.argsort(p[tested], kind="stable")]
    factor = np.arange(order.size, 0, -1)
    corrected[order] = np.minimum(np.maximum.accumulate(p[order] * factor), 1.0)
    return corrected


def classic_variances(ratings: ArrayLike) -> Floats:
    """Sample variance over judges of the z-scores of each argument (n_items,), NaN if undefined.

    The rule as first written calls 3.0 and more divergent. Source: SPEC AG-7.

    >>> classic_variances([[5, 6, 7, 4, 3, 5], [8, 9, 10, 7, 6, 8]]).round(12).tolist()
    [0.0, 0.0, 0.0, 0.0, 0.0, 0.0]
    """
    return _column_variances(calibrate(ratings, "zscore").ratings)


def _column_variances(table: Floats) -> Floats:
    """Sample variance of each column over what is there."""
    present = ~np.isnan(table)
    count = present.sum(axis=0)
    x = np.where(present, table, 0.0)
    mean = x.sum(axis=0) / np.maximum(count, 1)
    squares = (np.where(present, table - mean, 0.0) ** 2).sum(axis=0)
    return np.asarray(np.where(count >= 2, squares / np.maximum(count - 1, 1), np.nan))


def _variances(dimensions: Mapping[str, ArrayLike]) -> dict[str, Floats]:
    return {name: _column_variances(as_ratings(of)) for name, of in dimensions.items()}


def _mean(scores: Floats) -> float | None:
    present = scores[~np.isnan(scores)]
    return float(present.mean()) if present.size else None


def _sample_variance(scores: Floats) -> float | None:
    present = scores[~np.isnan(scores)]
    return float(present.var(ddof=1)) if present.size > 1 else None


def _furthest(scores: Floats) -> tuple[tuple[int, int] | None, float | None]:
    """The two judges furthest apart, lower index first; ``None`` when all are equal."""
    judges = np.flatnonzero(~np.isnan(scores))
    if judges.size < 2:
        return None, None
    level = scores[judges].round(9)
    low, high = judges[level.argmin()], judges[level.argmax()]
    apart = float(scores[high] - scores[low])
    if apart <= 1e-9:
        return None, None
    return (int(min(low, high)), int(max(low, high))), apart


def _parting(
    dimensions: Mapping[str, ArrayLike] | None, item: int, pair: tuple[int, int] | None
) -> str | None:
    """The dimension on which two judges part most, their usual difference on it removed."""
    if not dimensions or pair is None:
        return None
    apart: dict[str, float] = {}
    for name, of in dimensions.items():
        table = as_ratings(of)
        level = table - fit(table).judges[:, None]
        distance = abs(level[pair[0], item] - level[pair[1], item])
        if np.isfinite(distance):
            apart[name] = float(distance)
    return max(apart, key=lambda name: apart[name]) if apart else None
