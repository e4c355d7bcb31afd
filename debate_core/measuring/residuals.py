"""The score that stands furthest from what its judge and its argument predict."""

import numpy as np

from debate_core.measuring.additive import fit
from debate_core.measuring.arrays import Floats, special
from debate_core.measuring.rater_variance import PRIOR_DF, Floor

LEVEL = 0.05
_NONE = 1e-8
"""A share of a score that the fit leaves: less is rounding."""


def furthest_score(table: Floats, floor: Floor) -> tuple[int, int, float] | None:
    """Judge and argument by index, and the score predicted, in the table's unit, without that one; None where none
    stands out.

    The largest externally studentised residual of the additive fit, at 5% after Bonferroni's correction over scores;
    the error as its ``floor`` lifts it. A pointer, no verdict: with heavy tails one stands out in 16 to 36% of tables.
    Source: R. D. Cook & S. Weisberg, Residuals and Influence in Regression (1982), § 2.2.

    >>> panel = np.array([[5.0, 6, 7, 4, 3, 9], [6, 7, 8, 5, 4, 4], [5, 6, 7, 4, 3, 3], [6, 7, 8, 5, 4, 4]])
    >>> judge, argument, predicted = furthest_score(panel, Floor())
    >>> judge, argument, round(predicted, 1)
    (0, 5, 3.0)
    """
    fitted = fit(table)
    present = fitted.cells > 0
    df = int(fitted.df)
    if df < 2 or not bool(fitted.connected):
        return None
    left = _left(present.astype(np.float64), fitted.inverse)
    testable = present & (left > _NONE)
    with np.errstate(divide="ignore", invalid="ignore"):
        # The residual that a score would have without its own pull, and the squares the others leave.
        own = np.where(testable, fitted.residuals / np.where(testable, left, 1.0), np.nan)
        squares = np.maximum(float(fitted.sse) - own**2 * left, 0.0)
        moderated = (PRIOR_DF * floor.prior + squares) / (PRIOR_DF + df - 1)
        error = np.maximum(squares / (df - 1), np.maximum(moderated, floor.rounding))
        size = np.abs(own) * np.sqrt(left / error)
    if not np.isfinite(size).any():
        return None
    judge, argument = divmod(int(np.nanargmax(size)), table.shape[1])
    p = 2.0 * float(special().stdtr(df - 1, -float(size[judge, argument]))) * int(testable.sum())
    if p > LEVEL:
        return None
    return judge, argument, float(table[judge, argument] - own[judge, argument])


def _left(present: Floats, inverse: Floats) -> Floats:
    """How much of its own error each score's residual keeps (n_judges, n_items): M's diagonal."""
    per_item = np.maximum(present.sum(axis=0), 1.0)
    z = np.eye(present.shape[0])[:, None, :] - (present / per_item).T[None]
    pulled = np.einsum("jua,ab,jub->ju", z, inverse, z)
    return np.asarray(present * (1.0 - 1.0 / per_item - pulled))
