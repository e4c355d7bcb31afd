"""Tables of ratings (n_judges, n_items) with NaN for a missing score, and scipy's distributions, imported when used."""

import functools
import importlib
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from debate_core.domain.transcript import SIDES

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]
Ints = NDArray[np.int64]

INFINITE = "ratings: expected finite scores or NaN, got an infinite one"


def as_ratings(ratings: ArrayLike, *, finite: bool = True) -> Floats:
    """The table as float64 (n_judges, n_items); ``None`` becomes NaN.

    Raises ValueError for another number of dimensions and for an infinite score; ``finite=False`` leaves the search for
    those to the caller's own pass.

    >>> as_ratings([[1, None], [2, 3]]).tolist()
    [[1.0, nan], [2.0, 3.0]]
    """
    table = np.asarray(ratings, dtype=np.float64)
    if table.ndim != 2:
        raise ValueError(f"ratings: expected an array (n_judges, n_items), got {table.ndim} dimension(s)")
    if finite and np.isinf(table).any():
        raise ValueError(INFINITE)
    return table


def as_sides(sides: Sequence[str], n_items: int) -> Bools:
    """True (n_items,) where the argument is pro's.

    Raises ValueError unless every argument, of as many, is ``"pro"`` or ``"con"``.

    >>> as_sides(["pro", "con"], 2).tolist()
    [True, False]
    """
    unknown = sorted({str(side) for side in sides} - set(SIDES))
    if unknown:
        raise ValueError(f"sides: expected 'pro' or 'con', got {unknown[0]!r}")
    if len(sides) != n_items:
        raise ValueError(f"sides: expected {n_items} (one an argument), got {len(sides)}")
    return np.array([side == "pro" for side in sides], dtype=np.bool_)


def as_weights(weights: ArrayLike | None, n_judges: int) -> Floats:
    """One weight a judge (n_judges,), 0 or more, summing to 1; ``None`` means equal weights, all 0 that nobody counts.

    Raises ValueError for another number of weights, and for one below 0 or not finite.

    >>> as_weights([3, 1], 2).tolist()
    [0.75, 0.25]
    """
    if weights is None:
        return np.ones(n_judges) / n_judges
    given = np.asarray(weights, dtype=np.float64)
    if given.shape != (n_judges,):
        raise ValueError(f"weights: expected {n_judges} (one a judge), got shape {given.shape}")
    if not np.isfinite(given).all() or (given < 0).any():
        raise ValueError(f"weights: expected numbers of 0 or more, got {given.tolist()}")
    return np.asarray(given / given.sum()) if given.any() else given


def ratio(part: ArrayLike, whole: ArrayLike, floor: float = 0.0) -> Floats:
    """Part by whole, NaN where the whole is not above 0, or above the ``floor`` that is no rounding.

    >>> ratio([3.0, 0.0], [2, 0]).tolist()
    [1.5, nan]
    """
    return np.asarray(part / np.where(np.greater(whole, floor), whole, np.nan))


def mean_given(values: Floats, axis: int = 0, *, keepdims: bool = False) -> Floats:
    """The mean along an axis of what is no NaN, NaN where nothing is; as 1 item a row where it ``keepdims``.

    >>> mean_given(np.array([[1.0, np.nan], [2.0, np.nan]])).tolist()
    [1.5, nan]
    """
    given = (~np.isnan(values)).sum(axis=axis, keepdims=keepdims)
    return ratio(np.nansum(values, axis=axis, keepdims=keepdims), given)


def variance_given(values: Floats, axis: int = 0, *, keepdims: bool = False) -> Floats:
    """The sample variance along an axis of what is no NaN, NaN where fewer than 2 are.

    >>> variance_given(np.array([[1.0, 1.0], [np.nan, 3.0]])).tolist()
    [nan, 2.0]
    """
    squares = np.nansum((values - mean_given(values, axis, keepdims=True)) ** 2, axis=axis, keepdims=keepdims)
    return ratio(squares, (~np.isnan(values)).sum(axis=axis, keepdims=keepdims) - 1)


def side_means(table: Floats, pro: Bools) -> Floats:
    """Raw mean of each row (…, n_items) on each side (…, 2), pro then con, NaN where it scored nothing there.

    >>> side_means(np.array([[6.0, 8.0, 5.0], [np.nan, np.nan, 4.0]]), np.array([True, True, False])).tolist()
    [[7.0, 5.0], [nan, 4.0]]
    """
    return np.stack([mean_given(table[..., side], -1) for side in (pro, ~pro)], axis=-1)


def scalar(value: float) -> float | None:
    """The number, or ``None`` when it is NaN or infinite: no scalar result is NaN.

    >>> scalar(float("nan")) is None
    True
    """
    return float(value) if np.isfinite(value) else None


@functools.cache
def special() -> Any:
    """``scipy.special``: normal ``ndtr`` and its inverse ``ndtri``, Student's t ``stdtr`` and ``stdtrit``, F ``fdtrc``.

    All take arrays. ``stdtr(df, t)`` and ``ndtr(x)`` are probabilities up to a point, 0 to 1; ``stdtrit(df, p)`` and
    ``ndtri(p)`` the points; ``fdtrc(dfn, dfd, x)`` is the probability beyond x. NaN where undefined.

    >>> round(float(special().stdtrit(1, 0.75)), 6), float(special().fdtrc(2, 2, 1.0))
    (1.0, 0.5)
    """
    return importlib.import_module("scipy.special")
