"""How sure an agreement figure is: intervals over arguments, for these judges.

Hughes' jackknife for alpha below 50 arguments, the bootstrap from 50, and the plain jackknife for
kappa. Resampling arguments says nothing about other judges: no interval here covers their choice.
Invariant: an interval is two finite numbers or ``None`` with the reason in plain words.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from debate_core.measuring.arrays import Floats
from debate_core.measuring.distributions import ndtr, ndtri, stdtr, stdtrit
from debate_core.measuring.sums import UnitSums

DRAWS = 2000
DRAW_CELLS = 1 << 16
"""Resampled arguments held at once, so that memory stays bounded."""
SMALL = 50
"""Below this many arguments Hughes' jackknife, from it the bootstrap (SPEC AG-4)."""


EXACT = "the judges agree exactly: nothing shows how much this could vary"
HANGS = "it hangs on single arguments: without one of them it can no longer be computed"
ALIKE = "every argument tells the same: there is no spread to go by"


@dataclass(frozen=True, kw_only=True)
class Interval:
    """A two-sided interval, or ``None`` with the reason; ``p_667`` and ``p_80`` are chances 0-1."""

    bounds: tuple[float, float] | None
    reason: str | None = None
    p_667: float | None = None
    p_80: float | None = None


def hughes(sums: UnitSums, level: float = 0.95) -> Interval:
    """Hughes' jackknife on the log of the variance ratio, t with (arguments − 1) degrees.

    ``sums`` are of arguments with one score or more. η = log(MSA/MSE); its standard error from the
    pseudo-values a·η − (a−1)·η₍₋u₎; back by (e^η − 1)/(e^η + n₀ − 1).
    No bounds with fewer than 3 arguments, when the judges agree exactly, or when some argument
    left out leaves nothing to estimate from.
    Source: J. Hughes, arXiv:2210.13265, section 3. Krippendorff's 4 × 12 example, nominal:
    .756 with (.228, .951).

    >>> from debate_core.measuring.sums import unit_sums
    >>> panel = np.array([[7.0, 8, 5, 4, 3], [6, 8, 6, 4, 2], [7, 7, 5, 3, 3]])
    >>> [round(bound, 2) for bound in hughes(unit_sums(panel, least=1)).bounds]
    [0.74, 0.98]
    """
    a = sums.count.size
    if a < 3:
        return Interval(bounds=None, reason="fewer than 3 arguments to compare")
    if float(sums.within.sum()) <= 1e-12 * sums.variance * float(sums.count.sum()):
        return Interval(bounds=None, reason=EXACT)
    eta, n0 = _log_ratio(sums, leave_out=False)
    without, _ = _log_ratio(sums, leave_out=True)
    if not (np.isfinite(eta).all() and np.isfinite(without).all()):
        return Interval(bounds=None, reason=HANGS)
    centre = float(eta[0])
    pseudo = a * centre - (a - 1) * without
    error = float(pseudo.std(ddof=1)) / a**0.5
    if error <= 0.0:
        return Interval(bounds=None, reason=ALIKE)
    reach = float(stdtrit(a - 1, 0.5 + level / 2)) * error
    low, high = (_from_log(centre + side * reach, float(n0[0])) for side in (-1.0, 1.0))
    p_667, p_80 = (_chance(mark, centre, error, (a - 1, float(n0[0]))) for mark in (2 / 3, 0.8))
    return Interval(bounds=(low, high), p_667=p_667, p_80=p_80)


def _log_ratio(sums: UnitSums, *, leave_out: bool) -> tuple[Floats, Floats]:
    """η and n₀ of all arguments, or of all but each."""
    assert sums.columns is not None
    pairable = np.where(sums.count > 1, sums.count, 0.0)
    parts = np.column_stack((sums.count, sums.within, sums.count**2, pairable, sums.columns))
    totals = parts.sum(axis=0) - parts if leave_out else parts.sum(axis=0, keepdims=True)
    n, within, squares, paired = totals[:, :4].T
    units = float(sums.count.size - leave_out)
    with np.errstate(divide="ignore", invalid="ignore"):
        spread = sums.variance_of(totals[:, 4:], n) * (n - 1.0)
        mse = within / paired
        msa = (spread - (n - units) * mse) / (units - 1.0)
        return np.log(msa / mse), (n - squares / n) / (units - 1.0)


def _from_log(eta: float, n0: float) -> float:
    """Alpha at a log variance ratio; 1 in the limit."""
    if eta > 700.0:
        return 1.0
    grown = float(np.exp(eta))
    return (grown - 1.0) / (grown + n0 - 1.0)


def _chance(mark: float, centre: float, error: float, shape: tuple[int, float]) -> float:
    """P(alpha ≥ mark) under the jackknife's t distribution."""
    degrees, n0 = shape
    eta = np.log((1.0 + mark * (n0 - 1.0)) / (1.0 - mark))
    return float(stdtr(degrees, (centre - eta) / error))


def bootstrap(sums: UnitSums, rng: np.random.Generator, draws: int = DRAWS, level: float = 0.95) -> Interval:
    """Bootstrap over arguments, corrected for bias and skewness (BCa).

    Each resample is a row of counts times the sums; draws without variation are left out, and there
    are no bounds when more than a tenth of them are. The chances are plain shares of the draws.
    Source: B. Efron, J. Am. Stat. Assoc. 82 (1987), 171-185; closed form: reference/statistics.md.
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


def _bca(sums: UnitSums, values: Floats, shares: Floats) -> Floats:
    """The shares of the draws to cut at, from the bias of the draws and the jackknife's skewness."""
    assert sums.value is not None
    below = float(((values < sums.value) + 0.5 * (values == sums.value)).mean())
    bias = float(ndtri(min(max(below, 1.0 / values.size), 1.0 - 1.0 / values.size)))
    pull = leave_out(sums)
    pull = np.nanmean(pull) - pull[np.isfinite(pull)]
    scale = float((pull**2).sum()) ** 1.5
    skew = float((pull**3).sum()) / (6.0 * scale) if scale > 0 else 0.0
    at = bias + ndtri(shares)
    return np.asarray(ndtr(bias + at / np.maximum(1.0 - skew * at, 0.1)))


def leave_out(sums: UnitSums) -> Floats:
    """Alpha without each argument kept (n_units,), NaN where it is then undefined."""
    if sums.columns is None or sums.count.size < 3:
        return np.full(sums.count.size, np.nan)
    n, within = (part.sum() - part for part in (sums.count, sums.within))
    variance = sums.variance_of(sums.columns.sum(axis=0) - sums.columns, n)
    variance = np.where(variance > 1e-12 * sums.variance, variance, np.nan)
    return np.asarray(1.0 - within / n / variance)


def resample(sums: UnitSums, rng: np.random.Generator, draws: int = DRAWS) -> Floats:
    """Alpha on ``draws`` resamples of the arguments, NaN where one has no variation."""
    if sums.columns is None:
        raise ValueError("resample: expected sums with columns, got a value only")
    units = sums.count.size
    parts = np.column_stack((sums.count, sums.within, sums.columns))
    values = np.empty(draws)
    step = max(1, DRAW_CELLS // max(units, 1))
    for start in range(0, draws, step):
        rows = min(step, draws - start)
        picked = rng.integers(0, units, (rows, units), dtype=np.int32)
        picked += (np.arange(rows, dtype=np.int32) * units)[:, None]
        counts = np.bincount(picked.ravel(), minlength=rows * units).reshape(rows, units)
        totals = counts.astype(np.float64) @ parts
        n = totals[:, 0]
        variance = sums.variance_of(totals[:, 2:], n)
        variance[variance <= 1e-12 * sums.variance] = np.nan
        values[start : start + rows] = 1.0 - totals[:, 1] / n / variance
    return values


def jackknife(value: float, without: Floats, level: float = 0.95, least: float = -1.0) -> Interval:
    """Plain jackknife over arguments: t interval with (arguments − 1) degrees of freedom.

    Kept at 1 or less, and at ``least`` or more unless the value itself is lower.

    Standard error √(2/3 · .02) = .1155; t with 2 degrees of freedom 4.303; .5 ± .497.

    >>> [round(bound, 3) for bound in jackknife(0.5, np.array([0.4, 0.5, 0.6])).bounds]
    [0.003, 0.997]
    """
    units = without.size
    if units < 3:
        return Interval(bounds=None, reason="fewer than 3 arguments with a standing")
    if not np.isfinite(without).all():
        return Interval(bounds=None, reason=HANGS)
    error = float(np.sqrt((units - 1) / units * ((without - without.mean()) ** 2).sum()))
    if error <= 1e-12:
        return Interval(bounds=None, reason=ALIKE)
    reach = float(stdtrit(units - 1, 0.5 + level / 2)) * error
    return Interval(bounds=(max(value - reach, min(value, least)), min(value + reach, 1.0)))
