"""Where the panel parts: which argument, which two judges, which dimension.

Works on one table of common composites and, if given, one table a dimension. Invariant: a test
that cannot be made is ``None``, never a pass; severity is no divergence.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike

from debate_core.measuring.additive import Fit, fit
from debate_core.measuring.arrays import Floats, as_ratings, scalar
from debate_core.measuring.calibration import calibrate
from debate_core.measuring.distributions import fdtrc

DUST = 1e-9
"""A spread this little under its limit is rounding: whole scores reach the limit exactly."""


@dataclass(frozen=True, kw_only=True)
class ArgumentFigures:
    """One argument's figures over judges (AG-8); ``None`` where there is nothing to go by.

    ``mean`` in points; ``variance`` and ``adjusted_variance`` (severity removed) sample variances
    in squared points; ``adjusted_spread`` the latter's root, in points. ``f`` with ``df`` and ``p``
    is the additive model's test, ``p_holm`` corrected over arguments. ``furthest`` are the indices
    of the two judges furthest apart, ``apart`` their distance in points once severity is removed,
    and ``dimension`` the one on which they part most. ``variance_by_dimension`` is raw.
    ``z_variance`` is the classic rule's figure, where that was asked for.
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
    z_variance: float | None = None


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
    tests = _tests(table, whole)
    figures = []
    for item in range(table.shape[1]):
        figure = _figure(item, table, adjusted, tests)
        wide = (figure.adjusted_spread or 0.0) >= least_spread - DUST
        divergent = wide and figure.p_holm is not None and figure.p_holm <= level
        figures.append(replace(figure, divergent=divergent))
    if dimensions is not None:
        figures = _by_dimension(figures, {name: as_ratings(of) for name, of in dimensions.items()})
    return Divergence(
        arguments=tuple(figures),
        divergent=tuple(one.index for one in figures if one.divergent),
        tested=sum(one.p is not None for one in figures),
    )


@dataclass(frozen=True, kw_only=True)
class _Tests:
    """F, its degrees of freedom, p and Holm's p of each argument (n_items,); NaN untested."""

    f: Floats
    df: tuple[tuple[int, int], ...]
    p: Floats
    p_holm: Floats


def _figure(item: int, table: Floats, adjusted: Floats, tests: _Tests) -> ArgumentFigures:
    """One argument's figures on the composite."""
    spread = _sample_variance(adjusted[:, item])
    pair, apart = _furthest(adjusted[:, item])
    return ArgumentFigures(
        index=item,
        n_judges=int((~np.isnan(table[:, item])).sum()),
        mean=_mean(table[:, item]),
        variance=_sample_variance(table[:, item]),
        adjusted_variance=spread,
        adjusted_spread=None if spread is None else spread**0.5,
        f=scalar(tests.f[item]),
        df=tests.df[item] if np.isfinite(tests.p[item]) else None,
        p=scalar(tests.p[item]),
        p_holm=scalar(tests.p_holm[item]),
        furthest=pair,
        apart=apart,
    )


def _by_dimension(figures: list[ArgumentFigures], dimensions: Mapping[str, Floats]) -> list[ArgumentFigures]:
    """The same figures with variances by dimension, and the one on which the pair parts most."""
    variances = {name: column_variances(table) for name, table in dimensions.items()}
    levelled = {name: table - fit(table).judges[:, None] for name, table in dimensions.items()}
    return [
        replace(
            figure,
            dimension=_parting(levelled, figure.index, figure.furthest),
            variance_by_dimension={name: scalar(of[figure.index]) for name, of in variances.items()},
        )
        for figure in figures
    ]


def _tests(table: Floats, whole: Fit) -> _Tests:
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
    df = tuple((int(a), int(b)) for a, b in zip(first, second, strict=True))
    return _Tests(f=f, df=df, p=p, p_holm=holm(p))


def holm(p: Floats) -> Floats:
    """Holm's corrected p along the last axis, NaN kept and not counted.

    >>> holm(np.array([0.01, 0.04, np.nan, 0.03])).tolist()
    [0.03, 0.06, nan, 0.06]
    """
    order = np.argsort(p, axis=-1, kind="stable")  # NaN last
    tested = (~np.isnan(p)).sum(-1, keepdims=True)
    factor = np.maximum(tested - np.arange(p.shape[-1]), 0)
    stepped = np.maximum.accumulate(np.take_along_axis(p, order, -1) * factor, axis=-1)
    corrected = np.empty_like(p)
    np.put_along_axis(corrected, order, np.minimum(stepped, 1.0), -1)
    return corrected


def classic_variances(ratings: ArrayLike) -> Floats:
    """Sample variance over judges of the z-scores of each argument (n_items,), NaN if undefined.

    The rule as first written calls 3.0 and more divergent. Source: SPEC AG-7.

    >>> classic_variances([[5, 6, 7, 4, 3, 5], [8, 9, 10, 7, 6, 8]]).round(12).tolist()
    [0.0, 0.0, 0.0, 0.0, 0.0, 0.0]
    """
    return column_variances(calibrate(ratings, "zscore").ratings)


def with_z_variances(found: Divergence, ratings: ArrayLike) -> Divergence:
    """The same figures with each argument's variance of z-scores beside them.

    >>> panel = [[5, 6, 7, 4], [6, 5, 7, 4]]
    >>> [one.z_variance for one in with_z_variances(diverge(panel), panel).arguments][2:]
    [0.0, 0.0]
    """
    variances = classic_variances(ratings)
    figures = [replace(one, z_variance=scalar(variances[one.index])) for one in found.arguments]
    return replace(found, arguments=tuple(figures))


def column_variances(ratings: Floats) -> Floats:
    """Sample variance over judges of each argument (…, n_items), NaN with fewer than 2 scores."""
    present = ~np.isnan(ratings)
    count = present.sum(axis=-2)
    mean = np.where(present, ratings, 0.0).sum(axis=-2) / np.maximum(count, 1)
    squares = (np.where(present, ratings - mean[..., None, :], 0.0) ** 2).sum(axis=-2)
    return np.asarray(np.where(count >= 2, squares / np.maximum(count - 1, 1), np.nan))


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


def _parting(levelled: Mapping[str, Floats], item: int, pair: tuple[int, int] | None) -> str | None:
    """The dimension on which two judges part most, their usual difference on it removed."""
    if pair is None:
        return None
    apart = {name: abs(of[pair[0], item] - of[pair[1], item]) for name, of in levelled.items()}
    known = {name: float(distance) for name, distance in apart.items() if np.isfinite(distance)}
    return max(known, key=lambda name: known[name]) if known else None
