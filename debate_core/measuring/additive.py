"""Score = judge effect + argument effect + error, by weighted least squares on the cells present, for stacks of tables
(…, n_judges, n_items); and how noisy each judge is, told apart from one table.

Source: H. Scheffé, The Analysis of Variance (1959), §§ 4.2, 4.4; S. Searle, Linear Models (1971), § 7.1, for tables
with missing cells; of the noise F. Grubbs, J. Am. Stat. Assoc. 43 (1948), 243-264; C. R. Rao, J. Multivar. Anal. 1
(1971), 257-275; F. Satterthwaite, Biom. Bull. 2 (1946), 110-114, and R. Bell & D. McCaffrey, Surv. Methodol. 28 (2002),
169-181, for the degrees of freedom. The floor is our own; see docs/method.md."""

import math

import numpy as np

from debate_core.domain.frozen import FrozenValue
from debate_core.measuring.arrays import Bools, Floats, Ints, ratio, special

NEGLIGIBLE = 1e-12
"""A residual sum of squares below this share of the scores' squares is rounding."""


class Fit(FrozenValue):
    """One fit, or a stack of them (leading axes ``…`` as the table had).

    ``judges`` (…, J) effects summing to 0 and ``items`` (…, U) in the scores' unit, NaN where
    nothing was scored; ``residuals`` (…, J, U), NaN where missing; ``sse`` residual sum of squares
    and ``df`` its degrees of freedom; ``inverse`` (…, J, J) pseudo-inverse of the judges' system; ``cells``
    (…, J, U) the weight of each score, 0 where missing; ``connected`` whether all judges present are
    linked by shared arguments.
    """

    judges: Floats
    items: Floats
    residuals: Floats
    sse: Floats
    df: Ints
    inverse: Floats
    cells: Floats
    connected: Bools

    @property
    def variance(self) -> Floats:
        """Residual variance (…), SSE/df, in squared units; NaN without degrees of freedom."""
        return ratio(self.sse, self.df)


def fit(table: Floats, weights: Floats | None = None) -> Fit:
    """Fit one table (n_judges, n_items) or a stack of them, NaN missing; weights (…, n_judges), 0 leaves out.

    Always a fit: without scores its effects are NaN, and parts that share no argument have effects of their own, which
    ``connected`` says. Source: as this module.

    >>> both = fit(np.array([[5.0, 7.0], [6.0, 8.0]]))
    >>> both.judges.round(9).tolist(), both.items.tolist(), float(both.sse), int(both.df)
    ([-0.5, 0.5], [5.5, 7.5], 0.0, 1)
    """
    share = np.ones(table.shape[-2]) if weights is None else weights
    present = ~np.isnan(table) & (share > 0)[..., None]
    cell = present * share[..., None]
    x = present * np.nan_to_num(table)
    # Each argument's weighted mean, judges' effects not yet removed
    per_item = cell.sum(axis=-2)
    safe = np.where(per_item > 0, per_item, np.inf)
    mean = (cell * x).sum(axis=-2) / safe
    one = (0,) * (cell.ndim - 2)
    # Tables that lack the same scores, as complete ones do, have one system.
    equal = bool(one and cell.size and (cell == cell[one]).all())
    inverse, rank = _inverse(cell[one], safe[one]) if equal else _inverse(cell, safe)
    # The judges' normal equations once the arguments are eliminated: L β = Σ_u w (x − mean of u)
    right = (cell * (x - mean[..., None, :])).sum(axis=-1)
    effect = np.einsum("...ij,...j->...i", inverse, right)
    # An argument's effect: its mean less what the judges who scored it add to it
    item = mean - np.einsum("...ju,...j->...u", cell, effect) / safe
    residual = present * (x - effect[..., :, None] - item[..., None, :])
    sse = (residual**2).sum(axis=(-2, -1))
    # How large a sum of squares has to be, so as not to be rounding
    about = ((present * (x - mean[..., None, :])) ** 2).sum(axis=(-2, -1))
    scale = about + (x**2).sum(axis=(-2, -1)) * NEGLIGIBLE
    scored = present.any(axis=-2)
    return Fit(
        judges=np.where(present.any(axis=-1), effect, np.nan),
        items=np.where(scored, item, np.nan),
        residuals=np.where(present, residual, np.nan),
        sse=np.where(sse > NEGLIGIBLE * scale, sse, 0.0),
        df=present.sum(axis=(-2, -1)) - scored.sum(axis=-1) - rank,
        inverse=np.broadcast_to(inverse, (*cell.shape[:-1], cell.shape[-2])),
        cells=cell,
        # Linked judges leave one vector without a say, the same shift for all of them.
        connected=rank >= present.any(axis=-1).sum(axis=-1) - 1,
    )


def _inverse(cell: Floats, per_item: Floats) -> tuple[Floats, Ints]:
    """Pseudo-inverse and rank of diag(Σ_u w) − Σ_u w w'/W_u; its null space is one vector a part."""
    rows = cell.sum(axis=-1)
    laplacian = -((cell / per_item[..., None, :]) @ np.swapaxes(cell, -1, -2))
    judge = np.arange(cell.shape[-2])
    laplacian[..., judge, judge] += rows
    # Eigenvalues that are 0 but for rounding are shifts of a whole part: they have no say.
    size, axes = np.linalg.eigh(laplacian)
    positive = size > 1e-10 * size.sum(axis=-1, keepdims=True)
    scaled = axes / np.where(positive, size, np.inf)[..., None, :]
    return np.asarray(scaled @ np.swapaxes(axes, -1, -2)), positive.sum(axis=-1)


def parts(table: Floats) -> tuple[tuple[int, ...], ...]:
    """The groups of judges of a table (n_judges, n_items) linked by shared arguments; one when all are comparable.

    Judges without any score are in none; without any judge there is no group.
    Source: D. Weeks & D. Williams, Technometrics 6 (1964), 319-324.

    >>> parts(np.array([[1, np.nan], [np.nan, 2], [3, np.nan], [np.nan, np.nan]]))
    ((0, 2), (1,))
    """
    present = ~np.isnan(table)
    left, groups = present.any(axis=1), []
    while left.any():
        group = np.arange(left.size) == left.argmax()
        # Judges who share an argument with the group join it, until nobody new does.
        while (grown := present[:, present[group].any(axis=0)].any(axis=1)).sum() > group.sum():
            group = grown
        groups.append(tuple(np.flatnonzero(group).tolist()))
        left = left & ~group
    return tuple(groups)


ODD_LEVEL = 0.05
_NONE = 1e-8
"""A share of a score that the fit leaves: less is rounding."""
MIN_SHARE = 0.05
"""No judge is taken to be more precise than this share of the panel's error variance."""


PRIOR_DF = 4.0
"""The error expected beforehand counts like that of so many residuals: our own choice."""
PRIOR_SHARE = 1 / 18
"""The error's standard deviation expected beforehand, in widths of the scale: half a point on 1 to 10. Our own."""


class Floor(FrozenValue):
    """What no error variance of a score is taken to be below, in squared points: ``rounding``, that of scores cut to
    steps; and a part of what was expected beforehand (``prior``), the smaller the more residuals there are."""

    prior: float = (9 * PRIOR_SHARE) ** 2
    rounding: float = 0.0

    @property
    def width(self) -> float:
        """How wide the scale is, in points, and so how large a lead can be."""
        return math.sqrt(self.prior) / PRIOR_SHARE

    def under(self, squares: Floats, df: Floats | int) -> Floats:
        """The error variance (…) that residual ``squares`` on ``df`` degrees of freedom tell, no lower than this."""
        moderated = (PRIOR_DF * self.prior + squares) / (PRIOR_DF + df)
        return np.maximum(squares / df, np.maximum(moderated, self.rounding))


def floor_of(width: float, steps: float) -> Floor:
    """The floor under scores of a scale so wide, in points; ``steps``: Σ w²Δ² of the steps Δ of what a score is made of
    with weights w, 0 where they aren't known. Δ²/12 is the variance of rounding: W. F. Sheppard, Proc. Lond. Math.
    Soc. 29 (1898), 353-380.

    >>> floor_of(9.0, 1.0)
    Floor(prior=0.25, rounding=0.08333333333333333)
    """
    return Floor(prior=(width * PRIOR_SHARE) ** 2, rounding=steps / 12)


class ContrastError(FrozenValue):
    """A contrast's standard error and the degrees of freedom it is known with (…), 0 where nothing tells."""

    se: Floats
    df: Floats


def judge_variances(fitted: Fit) -> Floats:
    """Each judge's error variance (…, n_judges), above 0 in squared units, from an unweighted fit.

    Unbiased before it is floored; NaN without degrees of freedom, and for a judge without scores; 0 where no residual
    is left. Source: as this module.

    >>> from debate_core.measuring.additive import fit
    >>> judge_variances(fit(np.array([[5.0, 6, 7], [5, 6, 7], [6, 6, 6]]))).round(3).tolist()
    [0.017, 0.017, 1.0]
    >>> judge_variances(fit(np.array([[5.0, 6, 7, 9], [5, 7, 6, 8]]))).round(3).tolist()
    [0.458, 0.458]
    """
    # Each judge's residual sum of squares, expected to be A σ²; exactly 0 where the fit called them rounding.
    squares = (np.nan_to_num(fitted.residuals) ** 2).sum(axis=-1) * (fitted.sse > 0)[..., None]
    own = np.einsum("...jk,...k->...j", _unmixing(mixing(fitted)), squares)
    floored = np.maximum(own, MIN_SHARE * fitted.variance[..., None])
    return np.where((fitted.cells > 0).any(axis=-1), floored, np.nan)


def contrast_error(fitted: Fit, contrast: Floats, known: Floats | None = None) -> ContrastError:
    """The error of Σ h x over the cells, h the ``contrast`` (…, n_judges, n_items), from an unweighted fit.

    ``known`` (…, n_judges) are error variances of the judges from elsewhere, of which only the ratios count: this table
    gives their size. Without them (none, or a row all NaN) each judge's own variance is told apart here. Where all
    judges count alike this is the pooled error with the fit's degrees of freedom, 0 where there are none. Source: as
    this module.

    >>> from debate_core.measuring.additive import fit
    >>> table = np.array([[6.0, 6, 8, 7], [5, 5, 6, 6], [4, 6, 6, 5]])
    >>> alike = np.full((3, 4), 1 / 6) * [1, 1, -1, -1]
    >>> found = contrast_error(fit(table), alike)
    >>> pooled = (float(fit(table).variance) * (alike**2).sum()) ** 0.5
    >>> bool(abs(found.se - pooled) < 1e-9), round(float(found.df), 9)
    (True, 6.0)
    """
    # Var(Σ h x) = Σ_j σ_j² Σ_u h_ju²: part is Σ_u h_ju²
    part, mixed = (contrast**2).sum(axis=-1), mixing(fitted)
    learned = np.full(part.shape, np.nan) if known is None else known
    share, own = np.nan_to_num(learned), np.nan_to_num(judge_variances(fitted))
    with np.errstate(divide="ignore", invalid="ignore"):
        expected = (share * mixed.sum(axis=-1)).sum(axis=-1)
        sized = (part * share).sum(axis=-1) * fitted.sse / expected
        sure = expected**2 / np.einsum("...j,...jk,...k->...", share, mixed, share)
        # Told apart here: Satterthwaite's degrees of freedom of Σ part σ².
        inverse = _unmixing(mixed)
        separate = part.sum(axis=-1) ** 2 / np.einsum("...j,...jk,...k->...", part, inverse, part)
    elsewhere = (share > 0).any(axis=-1)
    variance = np.where(elsewhere, sized, (part * own).sum(axis=-1))
    return ContrastError(
        se=np.sqrt(variance), df=np.where(fitted.df > 0, np.where(elsewhere, sure, separate), 0.0)
    )


def sized_variances(fitted: Fit, known: Floats) -> Floats:
    """Error variances ``known`` (n_judges,) from elsewhere, in the size that this table's residuals give them.

    The residual sum of squares is expected to be Σ_k σ_k² Σ_j A_jk. Source: as this module.

    >>> from debate_core.measuring.additive import fit
    >>> table = fit(np.array([[5.0, 6, 7, 9], [5, 7, 6, 8], [6, 7, 8, 8]]))
    >>> bool(abs(sized_variances(table, np.full(3, 7.0)) - table.variance).max() < 1e-9)
    True
    """
    share = np.nan_to_num(known)
    return np.asarray(known * fitted.sse / (share * mixing(fitted).sum(axis=-1)).sum(axis=-1))


def apply_floor(error: ContrastError, prior: Floats, rounding: Floats) -> ContrastError:
    """The error (…) with the variance no smaller than ``rounding`` (…), nor than its own moderated by ``prior`` (…).

    Moderated: (d₀ s₀² + d s²)/(d₀ + d), d₀ of the prior and d of the residuals. The largest of the three counts, for
    a prior alone would also make large variances smaller; and it adds no degrees of freedom, for none were seen.
    Nothing is said where there are none.
    Source: G. Smyth, Stat. Appl. Genet. Mol. Biol. 3 (2004), art. 3, for the moderated variance; the largest: our own.

    No residual at all on 4 degrees of freedom, and a prior of 1: (4 · 1 + 4 · 0)/8.

    >>> float(apply_floor(ContrastError(se=np.zeros(1), df=np.full(1, 4.0)), np.ones(1), np.zeros(1)).se[0] ** 2)
    0.5000000000000001
    """
    own = error.se**2
    moderated = (PRIOR_DF * prior + error.df * own) / (PRIOR_DF + error.df)
    return ContrastError(se=np.sqrt(np.maximum(own, np.maximum(moderated, rounding))), df=error.df)


def _unmixing(mixed: Floats) -> Floats:
    """A⁺; of two judges A is singular, and both get half."""
    return np.asarray(np.linalg.pinv(mixed, rcond=1e-8, hermitian=True))


def mixing(fitted: Fit) -> Floats:
    """A (…, n_judges, n_judges): how much of each judge's error variance is in each one's residual sum of squares.

    Complete with J judges and U arguments: (U − 1)((J − 1)/J)² on the diagonal, (U − 1)/J² beside it.

    >>> from debate_core.measuring.additive import fit
    >>> mixing(fit(np.zeros((3, 4)))).round(4).tolist()[0]
    [1.3333, 0.3333, 0.3333]
    """
    # M_ju,ku' = [u = u'](δ_jk − 1/m_u) − x, its squares summed over u and u'. With a_u 1/m_u for each who scored u and
    # z_ju = e_j − a_u, x = z_ju L⁺ z_ku' = L⁺_jk − (L⁺ a_u)_k − (L⁺ a_u')_j + a_u L⁺ a_u'.
    scored, inverse = np.swapaxes(fitted.cells > 0, -1, -2).astype(np.float64), fitted.inverse
    mean = scored / np.maximum(scored.sum(axis=-1, keepdims=True), 1.0)
    pulled = mean @ inverse
    level = (mean * pulled).sum(axis=-1, keepdims=True)
    eyes, over = np.eye(scored.shape[-1]), np.swapaxes(mean, -1, -2)
    # For u = u' all but x², between two judges and what a judge has alone.
    beside = np.swapaxes(mean * pulled, -1, -2) @ scored
    same = inverse * (over @ scored) - beside - np.swapaxes(beside, -1, -2) + over @ (scored * level)
    drawn = np.diagonal(inverse, axis1=-2, axis2=-1)[..., None, :] - 2.0 * pulled + level
    alone = (scored - 2.0 * mean - 2.0 * scored * drawn).sum(axis=-2)
    # For all x²: the trace of L⁺ S_j L⁺ S_k, S_j = Σ_u z_ju z_ju'.
    of_judges = ((own - mean) * scored[..., judge, None] for judge, own in enumerate(eyes))
    each = np.stack([inverse @ (np.swapaxes(z, -1, -2) @ z) for z in of_judges], axis=-3)
    left, right = (one.reshape(*each.shape[:-2], -1) for one in (each, np.swapaxes(each, -1, -2)))
    return np.asarray(over @ mean + 2.0 * same + eyes * alone[..., None] + left @ np.swapaxes(right, -1, -2))


def centred_effects(present: Floats) -> tuple[Floats, Floats]:
    """How many scored each argument (…, n_items), at least 1, of cells (…, n_judges, n_items) that are 1 where a score
    is; and z (…, J, U, J): what a cell's judge effect looks like once its argument's mean is taken out."""
    per_item = np.maximum(present.sum(axis=-2), 1.0)
    across = np.swapaxes(present / per_item[..., None, :], -1, -2)
    effects = np.eye(present.shape[-2])[:, None, :] - across[..., None, :, :]
    return per_item, effects * present[..., None]


def furthest_score(table: Floats, floor: Floor) -> tuple[int, int, float] | None:
    """Judge and argument by index, and the score predicted, in the table's unit, without that one; None where none
    stands out.

    The largest externally studentised residual of the additive fit, at 5% after Bonferroni's correction over scores;
    the error as its ``floor`` lifts it. A pointer, no verdict: with heavy tails one stands out in 16 to 36% of tables.
    Source: R. D. Cook & S. Weisberg, Residuals and Influence in Regression (1982), § 2.2.

    >>> panel = np.array([[5.0, 6, 7, 4, 3, 4.5], [6, 7, 8, 5, 4, 4], [5, 6, 7, 4, 3, 3], [6, 7, 8, 5, 4, 4]])
    >>> judge, argument, predicted = furthest_score(panel, Floor())
    >>> judge, argument, round(predicted, 1)
    (0, 5, 3.0)
    """
    fitted = fit(table)
    present, df = fitted.cells > 0, int(fitted.df)
    if df < 2 or not bool(fitted.connected):
        return None
    # How much of its own error each score's residual keeps: M's diagonal.
    per_item, z = centred_effects(present.astype(np.float64))
    left = present * (1.0 - 1.0 / per_item - np.einsum("jua,ab,jub->ju", z, fitted.inverse, z))
    testable = present & (left > _NONE)
    with np.errstate(divide="ignore", invalid="ignore"):
        # The residual that a score would have without its own pull, and the squares the others leave.
        own = np.where(testable, fitted.residuals / left, np.nan)
        squares = np.maximum(float(fitted.sse) - own**2 * left, 0.0)
        size = np.abs(own) * np.sqrt(left / floor.under(squares, df - 1))
    if not np.isfinite(size).any():
        return None
    judge, argument = divmod(int(np.nanargmax(size)), table.shape[1])
    p = 2.0 * float(special().stdtr(df - 1, -float(size[judge, argument]))) * int(testable.sum())
    return None if p > ODD_LEVEL else (judge, argument, float(table[judge, argument] - own[judge, argument]))
