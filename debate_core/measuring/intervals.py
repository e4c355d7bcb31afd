"""How sure an agreement figure is: intervals over arguments, for these judges.

Hughes' jackknife for alpha below 50 arguments, the bootstrap from 50, and the plain jackknife for
kappa. Resampling arguments says nothing about other judges: no interval here covers their choice.
Invariant: an interval is two finite numbers or ``None`` with the reason in plain words.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from debate_core.measuring.arrays import Floats
from debate_core.measuring.distributions import special
from debate_core.measuring.krippendorff import UnitStatistics

DRAWS = 2000
DRAW_CELLS = 1 << 16
"""Resampled arguments held at once, so that memory stays bounded."""
SMALL = 50
"""Below this many arguments Hughes' jackknife, from it the bootstrap: our own choice, see docs/method.md."""
EXACT = "the judges agree exactly: nothing shows how much this could vary"
HANGS = "it hangs on single arguments: without one of them it can no longer be computed"
ALIKE = "every argument tells the same: there is no spread to go by"


@dataclass(frozen=True, kw_only=True)
class Interval:
    """A two-sided interval, or ``None`` with the reason; ``p_667`` and ``p_80`` are chances, 0 to 1, of 2/3 and .8."""

    bounds: tuple[float, float] | None
    reason: str | None = None
    p_667: float | None = None
    p_80: float | None = None


UNDEFINED = Interval(bounds=None, reason="the figure itself is undefined")


def hughes(sums: UnitStatistics, level: float = 0.95) -> tuple[Interval, ...]:
    """Hughes' jackknife on the log of the variance ratio, t with (arguments − 1) degrees of freedom; one a table.

    ``sums`` of a stack (n tables), of arguments with one score or more. η = log(MSA/MSE); its standard
    error from the pseudo-values a·η − (a−1)·η₍₋u₎; back by (e^η − 1)/(e^η + n₀ − 1). Bounds are at most 1.
    No bounds with fewer than 3 arguments, when the judges agree exactly, or when some argument
    left out leaves nothing to estimate from.
    Source: J. Hughes, arXiv:2210.13265, section 3. Krippendorff's 4 × 12 example, nominal:
    .756 with (.228, .951).

    >>> from debate_core.measuring.krippendorff import unit_statistics
    >>> panel = np.array([[[7.0, 8, 5, 4, 3], [6, 8, 6, 4, 2], [7, 7, 5, 3, 3]]])
    >>> [round(bound, 2) for bound in hughes(unit_statistics(panel, least=1))[0].bounds]
    [0.74, 0.98]
    """
    a, there = sums.units, sums.count > 0
    free = np.maximum(a - 1, 1)
    etas, n0 = _log_ratios(sums)
    eta, without, n0 = etas[:, 0], etas[:, 1:], n0[:, 0]
    exact = sums.within.sum(axis=-1) <= 1e-12 * sums.variance * sums.count.sum(axis=-1)
    steady = np.isfinite(eta) & np.isfinite(np.where(there, without, 0.0)).all(axis=-1)
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        # Pseudo-values a·η − (a − 1)·η without the argument; their standard error is η's.
        pseudo = np.where(there, (a * eta)[:, None] - free[:, None] * without, 0.0)
        away = np.where(there, pseudo - (pseudo.sum(axis=-1) / a)[:, None], 0.0)
        error = np.sqrt((away**2).sum(axis=-1) / free / a)
        reach = special().stdtrit(free, 0.5 + level / 2) * error
        low, high = (_from_log(eta + side * reach, n0) for side in (-1.0, 1.0))
        # P(alpha ≥ mark), the mark on η's scale, under the jackknife's t distribution.
        p_667, p_80 = (
            special().stdtr(free, (eta - np.log((1.0 + mark * (n0 - 1.0)) / (1.0 - mark))) / error)
            for mark in (2 / 3, 0.8)
        )
    few = "fewer than 3 arguments to compare"
    why = np.select([a < 3, exact, ~steady, ~(error > 0.0)], [few, EXACT, HANGS, ALIKE], "")
    return tuple(
        Interval(bounds=None, reason=reason) if reason else Interval(bounds=(lo, hi), p_667=p, p_80=q)
        for reason, lo, hi, p, q in zip(*(x.tolist() for x in (why, low, high, p_667, p_80)), strict=True)
    )


def _log_ratios(sums: UnitStatistics) -> tuple[Floats, Floats]:
    """η and n₀ (n, 1 + n_items): of all arguments, then of all but each."""
    assert sums.columns is not None
    pairable = np.where(sums.count > 1, sums.count, 0.0)
    four = np.stack((sums.count, sums.within, sums.count**2, pairable), axis=-1)
    parts = np.concatenate((four, sums.columns), axis=-1)
    whole = parts.sum(axis=-2, keepdims=True)
    totals = np.concatenate((whole, whole - parts), axis=-2)
    n, within, squares, paired = (totals[..., k] for k in range(4))
    units = np.repeat(sums.units[:, None], n.shape[-1], axis=-1).astype(np.float64)
    units[:, 1:] -= 1.0
    with np.errstate(divide="ignore", invalid="ignore"):
        spread = sums.variance_of(totals[..., 4:], n) * (n - 1.0)  # sum of squares in all
        mse = within / paired  # mean square within arguments
        msa = (spread - (n - units) * mse) / (units - 1.0)  # between arguments
        return np.log(msa / mse), (n - squares / n) / (units - 1.0)


def _from_log(eta: Floats, n0: Floats) -> Floats:
    """Alpha at a log variance ratio, (e^η − 1)/(e^η + n₀ − 1); 1 in the limit."""
    grown = np.exp(np.minimum(eta, 700.0))
    return np.asarray(np.where(eta > 700.0, 1.0, (grown - 1.0) / (grown + n0 - 1.0)))


def bootstrap(
    sums: UnitStatistics, rng: np.random.Generator, draws: int = DRAWS, level: float = 0.95
) -> Interval:
    """Bootstrap over the arguments of one table (n_items), corrected for bias and skewness (BCa).

    Draws without variation are left out; no bounds when more than a tenth of them are, when alpha is undefined or
    when all draws are alike. The chances are plain shares of the draws. Raises ValueError as ``resample``.
    Source: B. Efron, J. Am. Stat. Assoc. 82 (1987), 171-185; B. Efron & R. Tibshirani, An Introduction to the
    Bootstrap (1993), § 14.3.
    """
    values = resample(sums, rng, draws)
    values = values[np.isfinite(values)]
    if values.size < 0.9 * draws or sums.value is None:
        return Interval(bounds=None, reason="too many resamples show no variation at all")
    if values.min() == values.max():
        return Interval(bounds=None, reason="every resample gives the same figure")
    low, high = np.quantile(values, _bca(sums, values, np.array([0.5 - level / 2, 0.5 + level / 2])))
    return Interval(
        bounds=(float(low), float(high)),
        p_667=float((values >= 2 / 3).mean()),
        p_80=float((values >= 0.8).mean()),
    )


def _bca(sums: UnitStatistics, values: Floats, shares: Floats) -> Floats:
    """The shares of the draws to cut at, from the bias of the draws and the jackknife's skewness (§ 14.3 there)."""
    assert sums.value is not None
    # z₀: how much of the draws lies below the value, ties by half
    below = float(((values < sums.value) + 0.5 * (values == sums.value)).mean())
    bias = float(special().ndtri(min(max(below, 1.0 / values.size), 1.0 - 1.0 / values.size)))
    # The acceleration Σd³ / 6(Σd²)^1.5, d how far each argument pulls alpha
    pull = leave_out(sums)[sums.count > 0]
    pull = np.nanmean(pull) - pull[np.isfinite(pull)]
    scale = float((pull**2).sum()) ** 1.5
    skew = float((pull**3).sum()) / (6.0 * scale) if scale > 0 else 0.0
    at = bias + special().ndtri(shares)
    return np.asarray(special().ndtr(bias + at / np.maximum(1.0 - skew * at, 0.1)))


def leave_out(sums: UnitStatistics) -> Floats:
    """Alpha without each argument (…, n_items), at most 1; one that doesn't count changes nothing.

    NaN where undefined: fewer than 3 arguments that count, no variation left, or sums without columns.
    Source: the jackknife's leave-one-out values, Efron & Tibshirani (1993), § 11.2.
    """
    if sums.columns is None:
        return np.full(sums.count.shape, np.nan)
    n, within = (part.sum(axis=-1, keepdims=True) - part for part in (sums.count, sums.within))
    variance = sums.variance_of(sums.columns.sum(axis=-2, keepdims=True) - sums.columns, n)
    values = sums.values[..., None]
    # Without variation but for rounding, and of two arguments, nothing is left to tell.
    known = (variance > 1e-12 * sums.variance[..., None]) & np.isfinite(values) & (sums.units >= 3)[..., None]
    with np.errstate(divide="ignore", invalid="ignore"):
        without = np.where(known, 1.0 - within / n / variance, np.nan)
    return np.asarray(np.where(sums.count > 0, without, values))


def resample(sums: UnitStatistics, rng: np.random.Generator, draws: int = DRAWS) -> Floats:
    """Alpha (draws,) on resamples of one table's arguments, NaN where one has no variation.

    Each resample is a row of counts times the table's sums, so that none is computed from scores. Raises ValueError for
    sums without columns. Source: Efron & Tibshirani (1993), § 6.2; of the sums, our own, see docs/method.md.
    """
    if sums.columns is None:
        raise ValueError("resample: expected sums with columns, got a value only")
    parts = np.column_stack((sums.count, sums.within, sums.columns))[sums.count > 0]
    units = parts.shape[0]
    values = np.empty(draws)
    step = max(1, DRAW_CELLS // max(units, 1))
    for start in range(0, draws, step):
        rows = min(step, draws - start)
        picked = rng.integers(0, units, (rows, units), dtype=np.int32)
        # Each row of draws counted in places of its own: one bincount for all.
        picked += (np.arange(rows, dtype=np.int32) * units)[:, None]
        counts = np.bincount(picked.ravel(), minlength=rows * units).reshape(rows, units)
        totals = counts.astype(np.float64) @ parts
        n = totals[:, 0]
        variance = sums.variance_of(totals[:, 2:], n)
        variance[variance <= 1e-12 * sums.variance] = np.nan
        values[start : start + rows] = 1.0 - totals[:, 1] / n / variance
    return values


def jackknife(
    value: float, without: Floats, level: float = 0.95, least: float = -1.0, most: float = 1.0
) -> Interval:
    """Plain jackknife over arguments: t with (arguments − 1) degrees of freedom, from the figure ``without`` each.

    Kept at ``most`` or less, and at ``least`` or more unless the value itself is lower. No bounds with fewer than 3
    arguments, where one decides whether the figure is defined (NaN without it), or where all tell the same.
    Source: Efron & Tibshirani (1993), § 11.2; the t: J. Tukey, Ann. Math. Stat. 29 (1958), 614.

    Standard error √(2/3 · .02) = .1155; t with 2 degrees of freedom 4.303; .5 ± .497.

    >>> [round(bound, 3) for bound in jackknife(0.5, np.array([0.4, 0.5, 0.6])).bounds]
    [0.003, 0.997]
    """
    units = without.size
    if units < 3:
        return Interval(bounds=None, reason="fewer than 3 arguments with a standing")
    if not np.isfinite(without).all():
        return Interval(bounds=None, reason=HANGS)
    # √((n − 1)/n Σ(θ₍₋u₎ − their mean)²)
    error = float(np.sqrt((units - 1) / units * ((without - without.mean()) ** 2).sum()))
    if error <= 1e-12:
        return Interval(bounds=None, reason=ALIKE)
    reach = float(special().stdtrit(units - 1, 0.5 + level / 2)) * error
    return Interval(bounds=(max(value - reach, min(value, least)), min(value + reach, most)))
