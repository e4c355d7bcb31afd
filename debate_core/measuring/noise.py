"""How noisy each judge is, told apart from one table, and what that makes of a weighted contrast's error.

Works on a fit of judge and argument effects; knows no weights but those in the contrast. A judge's residuals also carry
the others' errors, so their sums of squares are unmixed: with M the residual maker of the fit, judge j's has the
expectation Σ_k A_jk σ_k², A_jk = Σ M² over the cells of j and of k. Invariant: no variance falls under a twentieth of
the panel's, and with two judges, whose residuals mirror one another, both have the same.
Source: F. Grubbs, J. Am. Stat. Assoc. 43 (1948), 243-264, which this is for complete tables; C. R. Rao, J. Multivar.
Anal. 1 (1971), 257-275, for any; R. Bell & D. McCaffrey, Surv. Methodol. 28 (2002), 169-181, for the degrees of
freedom.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from debate_core.measuring.additive import Fit
from debate_core.measuring.arrays import Floats

LEAST_SHARE = 0.05
"""No judge is taken to be more precise than this share of the panel's error variance."""


@dataclass(frozen=True, kw_only=True)
class Spread:
    """A contrast's standard error and the degrees of freedom it is known with."""

    se: float
    df: float


def judge_variances(found: Fit) -> Floats | None:
    """Each judge's error variance (n_judges,) in squared units, unbiased before it is floored, from an unweighted fit.

    ``None`` without degrees of freedom; NaN for a judge without scores.

    >>> from debate_core.measuring.additive import fit
    >>> judge_variances(fit(np.array([[5.0, 6, 7], [5, 6, 7], [6, 6, 6]]))).round(3).tolist()
    [0.017, 0.017, 1.0]
    """
    if int(found.df) <= 0:
        return None
    seen = np.asarray((found.cells > 0).any(axis=1))
    own = np.linalg.pinv(mixing(found), rcond=1e-8, hermitian=True) @ _squares(found)
    return np.where(seen, np.maximum(own, LEAST_SHARE * float(found.variance)), np.nan)


def contrast_error(found: Fit, contrast: Floats, known: Floats | None = None) -> Spread:
    """The error of Σ h x over the cells, h the ``contrast`` (n_judges, n_items), from an unweighted fit.

    The fit must have degrees of freedom left.

    ``known`` (n_judges,) are error variances of the judges from elsewhere, of which only the ratios count: this table
    gives their size. Without them each judge's own variance is told apart here. Where all judges count alike this is
    the pooled error with the fit's degrees of freedom.

    >>> from debate_core.measuring.additive import fit
    >>> table = np.array([[6.0, 6, 8, 7], [5, 5, 6, 6], [4, 6, 6, 5]])
    >>> alike = np.full((3, 4), 1 / 6) * [1, 1, -1, -1]
    >>> found = contrast_error(fit(table), alike)
    >>> pooled = (float(fit(table).variance) * (alike**2).sum()) ** 0.5
    >>> bool(abs(found.se - pooled) < 1e-9), round(found.df, 9)
    (True, 6.0)
    """
    part, mixed = (contrast**2).sum(axis=1), mixing(found)
    if known is not None:
        share = np.where(np.isnan(known), 0.0, known)
        expected = float(share @ mixed.sum(axis=1))
        size = float(found.sse) / expected
        return Spread(se=float(np.sqrt(size * (part @ share))), df=expected**2 / float(share @ mixed @ share))
    own = judge_variances(found)
    if own is None:
        raise ValueError("found: expected a fit with degrees of freedom left, got none")
    inverse = np.linalg.pinv(mixed, rcond=1e-8, hermitian=True)
    return Spread(
        se=float(np.sqrt(part @ np.nan_to_num(own, nan=0.0))),
        df=float(part.sum()) ** 2 / float(part @ inverse @ part),
    )


def _squares(found: Fit) -> Floats:
    """Each judge's residual sum of squares; exactly 0 where the fit called them rounding."""
    squares = np.asarray((np.nan_to_num(found.residuals, nan=0.0) ** 2).sum(axis=1))
    return squares if float(found.sse) > 0 else np.zeros_like(squares)


def mixing(found: Fit) -> Floats:
    """A (n_judges, n_judges): how much of each judge's error variance is in each one's residual sum of squares.

    Complete with J judges and U arguments: (U − 1)((J − 1)/J)² on the diagonal, (U − 1)/J² beside it.

    >>> from debate_core.measuring.additive import fit
    >>> mixing(fit(np.zeros((3, 4)))).round(4).tolist()[0]
    [1.3333, 0.3333, 0.3333]
    """
    present = (found.cells > 0).astype(np.float64)
    judges = present.shape[0]
    own = np.eye(judges)[:, None, :]
    # z (J, U, J): what a cell's judge effect looks like once its argument's mean is taken out.
    z = (own - (present / np.maximum(present.sum(axis=0), 1.0)).T[None]) * present[:, :, None]
    pulled = z @ found.inverse
    flat = np.eye(judges)[:, :, None] - 1.0 / np.maximum(present.sum(axis=0), 1.0)
    both = present[:, None] * present[None]
    same = np.einsum("jua,kua->jku", pulled, z)
    spreads = np.einsum("jua,jub->jab", z, z)
    turned = found.inverse @ spreads
    across = np.einsum("jab,kba->jk", turned, turned)
    return np.asarray((both * (flat**2 - 2.0 * flat * same)).sum(axis=2) + across)
