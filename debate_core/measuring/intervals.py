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


UNDEFINED = Interval(bounds=None, reason="the figure itself is undefined")


def hughes(sums: UnitSums, level: float = 0.95) -> tuple[Interval, ...]:
    """Hughes' jackknife on the log of the variance ratio, t with (arguments − 1) degrees; one a table.

    ``sums`` of a stack (n tables), of arguments with one score or more. η = log(MSA/MSE); its standard
    error from the pseudo-values a·η − (a−1)·η₍₋u₎; back by (e^η − 1)/(e^η + n₀ − 1).
    No bounds with fewer than 3 arguments, when the judges agree exactly, or when some argument
    left out leaves nothing to estimate from.
    Source: J. Hughes, arXiv:2210.13265, section 3. Krippendorff's 4 × 12 example, nominal:
    .756 with (.228, .951).

    >>> from debate_core.measuring.sums import unit_sums
    >>> panel = np.array([[[7.0, 8, 5, 4, 3], [6, 8, 6, 4, 2], [7, 7, 5, 3, 3]]])
    >>> [round(bound, 2) for bound in hughes(unit_sums(panel, least=1))[0].bounds]
    [0.74, 0.98]
    """
    a, there = sums.units, sums.count > 0
    free = np.maximum(a - 1, 1)
    eta, n0 = _log_ratio(sums, leave_out=False)
    without, _ = _log_ratio(sums, leave_out=True)
    exact = sums.within.sum(axis=-1) <= 1e-12 * sums.variance * sums.count.sum(axis=-1)
    steady = np.isfinite(eta[:, 0]) & np.isfinite(np.where(there, without, 0.0)).all(axis=-1)
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        # Pseudo-values a·η − (a − 1)·η without the argument; their standard error is η's.
        pseudo = np.where(there, a[:, None] * eta - free[:, None] * without, 0.0)
        away = np.where(there, pseudo - (pseudo.sum(axis=-1) / a)[:, None], 0.0)
        error = np.sqrt((away**2).sum(axis=-1) / free / a)
        reach = stdtrit(free, 0.5 + level / 2) * error
        low, high = (_from_log(eta[:, 0] + side * reach, n0[:, 0]) for side in (-1.0, 1.0))
        # P(alpha ≥ mark), the mark on η's scale, under the jackknife's t distribution.
        p_667, p_80 = (
            stdtr(free, (eta[:, 0] - np.log((1.0 + mark * (n0[:, 0] - 1.0)) / (1.0 - mark))) / error)
            for mark in (2 / 3, 0.8)
        )
    few = "fewer than 3 arguments to compare"
    why = np.select([a < 3, exact, ~steady, ~(error > 0.0)], [few, EXACT, HANGS, ALIKE], "")
    return tuple(
        Interval(bounds=None, reason=reason) if reason else Interval(bounds=(lo, hi), p_667=p, p_80=q)
        for reason, lo, hi, p, q in zip(*(x.tolist() for x in (why, low, high, p_667, p_80)), strict=True)
    )


def _log_ratio(sums: UnitSums, *, leave_out: bool) -> tuple[Floats, Floats]:
    """η and n₀ of all arguments (n, 1), or of all but each (n, n_items)."""
    assert sums.columns is not None
    pairable = np.where(sums.count > 1, sums.count, 0.0)
    four = np.stack((sums.count, sums.within, sums.count**2, pairable), axis=-1)
    parts = np.concatenate((four, sums.columns), axis=-1)
    totals = parts.sum(axis=-2, keepdims=True)
    if leave_out:
        totals = totals - parts
    n, within, squares, paired = np.moveaxis(totals[..., :4], -1, 0)
    units = sums.units[:, None] - float(leave_out)
    with np.errstate(divide="ignore", invalid="ignore"):
        spread = sums.variance_of(totals[..., 4:], n) * (n - 1.0)
        mse = within / paired  # mean square within arguments
        msa = (spread - (n - units) * mse) / (units - 1.0)  # between arguments
        return np.log(msa / mse), (n - squares / n) / (units - 1.0)


def _from_log(eta: Floats, n0: Floats) -> Floats:
    """Alpha at a log variance ratio; 1 in the limit."""
    grown = np.exp(np.minimum(eta, 700.0))
    return np.asarray(np.where(eta > 700.0, 1.0, (grown - 1.0) / (grown + n0 - 1.0)))


def bootstrap(sums: UnitSums, rng: np.random.Generator, draws: int = DRAWS, level: float = 0.95) -> Interval:
    """Bootstrap over the arguments of one table, corrected for bias and skewness (BCa).

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
    pull = leave_out(sums)[sums.count > 0]
    pull = np.nanmean(pull) - pull[np.isfinite(pull)]
    scale = float((pull**2).sum()) ** 1.5
    skew = float((pull**3).sum()) / (6.0 * scale) if scale > 0 else 0.0
    at = bias + ndtri(shares)
    return np.asarray(ndtr(bias + at / np.maximum(1.0 - skew * at, 0.1)))


def leave_out(sums: UnitSums) -> Floats:
    """Alpha without each argument (…, n_items), NaN where undefined; one that doesn't count changes nothing."""
    if sums.columns is None:
        return np.full(sums.count.shape, np.nan)
    n, within = (part.sum(axis=-1, keepdims=True) - part for part in (sums.count, sums.within))
    variance = sums.variance_of(sums.columns.sum(axis=-2, keepdims=True) - sums.columns, n)
    values = sums.values[..., None]
    known = (variance > 1e-12 * sums.variance[..., None]) & np.isfinite(values) & (sums.units >= 3)[..., None]
    with np.errstate(divide="ignore", invalid="ignore"):
        without = np.where(known, 1.0 - within / n / variance, np.nan)
    return np.asarray(np.where(sums.count > 0, without, values))


def resample(sums: UnitSums, rng: np.random.Generator, draws: int = DRAWS) -> Floats:
    """Alpha on ``draws`` resamples of one table's arguments, NaN where one has no variation."""
    if sums.columns is None:
        raise ValueError("resample: expected sums with columns, got a value only")
    parts = np.column_stack((sums.count, sums.within, sums.columns))[sums.count > 0]
    units = parts.shape[0]
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
