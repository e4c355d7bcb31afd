"""Making judges' scores comparable: five named ways, each with its unit.

Severity is how far a judge scores **below** the panel, in points: positive is strict, negative is lenient, and
``calibrated = raw + severity``.
"""

from collections.abc import Sequence
from typing import Literal, NamedTuple, get_args

import numpy as np
from numpy.typing import ArrayLike

from debate_core.domain.frozen import FrozenValue
from debate_core.domain.numerals import TOLERANCE
from debate_core.measuring.additive import fit, judge_variances, parts
from debate_core.measuring.arrays import Floats, as_ratings, as_sides, mean_given, special, variance_given

Method = Literal["none", "zscore", "minmax", "by_length", "additive"]
METHODS: tuple[Method, ...] = get_args(Method)
Unit = Literal["points", "z", "0 to 1"]


class Severity(NamedTuple):
    """How far a judge scores below its panel, with standard error and degrees of freedom, and whether it is clear of
    the error."""

    points: float | None = None
    se: float | None = None
    df: int | None = None
    clear: bool = False


class Calibration(FrozenValue):
    """Calibrated ratings (n_judges, n_items) in ``unit``, NaN kept.

    Only ``additive`` fills the rest: ``severity`` (n_judges,) in points below the panel, and, unless there are no
    degrees of freedom (``df``, of the residuals), its standard error ``severity_se`` and each judge's error variance
    ``judge_variance`` (n_judges,) in squared points. When judges share no argument (``apart_note``) all of them are
    ``None`` and the ratings stay raw.
    """

    ratings: Floats
    method: Method
    unit: Unit
    severity: Floats | None = None
    severity_se: Floats | None = None
    judge_variance: Floats | None = None
    df: int | None = None

    def severity_of(self, judge: int) -> Severity:
        """One judge's; clear by t at 5%, Bonferroni over judges, for the strictest is picked after looking: of two one
        mirrors the other. Our own."""
        if self.severity is None or not np.isfinite(self.severity[judge]):
            return Severity()
        points = float(self.severity[judge])
        if self.severity_se is None:
            return Severity(points)
        judges, se = np.isfinite(self.severity).sum(), float(self.severity_se[judge])
        t = float(special().stdtrit(self.df, 1.0 - 0.025 / (judges if judges > 2 else 1)))
        return Severity(points, se, self.df, abs(points) > max(t * se, TOLERANCE))


def calibrate(
    ratings: ArrayLike, method: Method = "additive", sides: Sequence[str] | None = None
) -> Calibration:
    """Calibrate a table (n_judges, n_items), NaN missing, by one of five methods.

    ``sides`` serves ``by_length`` only: 3 arguments a side or fewer is min-max, more is z-score
    (without sides: 6 arguments or fewer); comparing debates is always z-score, so ask for that.
    Missing scores stay NaN; what only ``additive`` tells is ``None`` under another method, and where it can't be told.
    Raises ValueError for another shape, an infinite score, an unknown method or unknown sides.
    Source: additive: H. Scheffé, The Analysis of Variance (1959), §§ 4.2, 4.4; the choice by length is our own, see
    docs/method.md.

    Judge 0 scores 1.5 below judge 1 throughout, so is .75 below the panel:

    >>> two = calibrate([[5, 6, 7, 4, 3, 5], [6.5, 7.5, 8.5, 5.5, 4.5, 6.5]])
    >>> two.severity.round(6).tolist(), two.ratings[:, 0].round(6).tolist()
    ([0.75, -0.75], [5.75, 5.75])
    """
    table = as_ratings(ratings)
    if method not in METHODS:
        raise ValueError(f"method: expected one of {', '.join(METHODS)}, got {method!r}")
    if method == "additive":
        return _additive(table)
    if method == "none":
        return Calibration(ratings=table.copy(), method=method, unit="points")
    items = table.shape[1]
    pro = items / 2 if sides is None else int(as_sides(sides, items).sum())
    if method == "minmax" or (method == "by_length" and max(pro, items - pro) <= 3):
        return Calibration(ratings=minmax(table), method=method, unit="0 to 1")
    return Calibration(ratings=zscores(table), method=method, unit="z")


def zscores(tables: Floats) -> Floats:
    """(x − mean)/sample standard deviation of each judge (…, n_judges, n_items), NaN kept.

    0 with fewer than 2 scores or no spread; at most (n − 1)/√n either way with n scores (R. Shiffler, Am. Stat. 42
    (1988), 79-80).

    >>> zscores(np.array([[1.0, 2, 3], [5, 5, np.nan], [5, np.nan, np.nan]])).tolist()
    [[-1.0, 0.0, 1.0], [0.0, 0.0, nan], [0.0, nan, nan]]
    """
    mean, variance = (of(tables, -1, keepdims=True) for of in (mean_given, variance_given))
    return _rescale(tables, tables - mean, np.sqrt(variance), 0.0)


def minmax(tables: Floats) -> Floats:
    """(x − min)/(max − min) of each judge (…, n_judges, n_items), 0 to 1, NaN kept.

    .5, our own choice, with fewer than 2 scores or no spread.

    >>> minmax(np.array([[1.0, 2, 3], [5, 5, np.nan], [5, np.nan, np.nan]])).tolist()
    [[0.0, 0.5, 1.0], [0.5, 0.5, nan], [0.5, nan, nan]]
    """
    low, high = _ends(tables)
    return _rescale(tables, tables - low, high - low, 0.5)


def _ends(tables: Floats) -> tuple[Floats, Floats]:
    low = np.fmin.reduce(tables, axis=-1, keepdims=True, initial=np.inf)
    return low, np.fmax.reduce(tables, axis=-1, keepdims=True, initial=-np.inf)


def _rescale(tables: Floats, above: Floats, width: Floats, when_equal: float) -> Floats:
    low, high = _ends(tables)
    varied = high - low > 1e-12 * np.maximum(np.abs(low), np.abs(high))
    return np.where(varied | np.isnan(tables), above / np.where(varied, width, np.nan), when_equal)


def _additive(table: Floats) -> Calibration:
    fitted = fit(table)
    if not fitted.connected:
        return Calibration(ratings=table.copy(), method="additive", unit="points")
    known = bool(fitted.df > 0)
    # Var(β) = σ² L⁺
    error = np.sqrt(fitted.variance * np.diagonal(fitted.inverse))
    return Calibration(
        ratings=table - fitted.judges[:, None],
        method="additive",
        unit="points",
        severity=-fitted.judges,
        severity_se=np.where(np.isnan(fitted.judges), np.nan, error) if known else None,
        judge_variance=judge_variances(fitted) if known else None,
        df=int(fitted.df) if known else None,
    )


def apart_note(table: Floats, names: Sequence[str] = ()) -> str | None:
    """Which judges of a table (n_judges, n_items) share no argument, by name or counted from 1; ``None`` when all do.

    >>> apart_note(np.array([[1.0, np.nan], [np.nan, 2.0]]), ("A", "B")).split(":")[0]
    'judge A and judge B scored none in common'
    """
    groups = [[names[j] if names else str(j + 1) for j in group] for group in parts(table)]
    if len(groups) < 2:
        return None
    named = " and ".join(f"judge{'s' if group[1:] else ''} {', '.join(group)}" for group in groups)
    return f"{named} scored none in common: their scores can't be put on one scale, so nothing was adjusted."
