"""Score = judge effect + argument effect + error, by weighted least squares on the cells present, for stacks of tables
(…, n_judges, n_items). Solves the judges' graph Laplacian after eliminating the arguments.

Source: H. Scheffé, The Analysis of Variance (1959), §§ 4.2, 4.4; S. Searle, Linear Models (1971), § 7.1, for tables
with missing cells.
"""

from dataclasses import dataclass

import numpy as np

from debate_core.measuring.arrays import Bools, Floats, Ints

NEGLIGIBLE = 1e-12
"""A residual sum of squares below this share of the scores' squares is rounding."""


@dataclass(frozen=True, kw_only=True)
class Fit:
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
        return np.asarray(np.where(self.df > 0, self.sse / np.maximum(self.df, 1), np.nan))

    def at(self, place: int) -> "Fit":
        """That of one table of a stack."""
        return Fit(**{name: of[place] for name, of in vars(self).items()})


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
    x = np.where(present, table, 0.0)
    # Each argument's weighted mean, judges' effects not yet removed
    per_item = cell.sum(axis=-2)
    safe = np.where(per_item > 0, per_item, 1.0)
    mean = (cell * x).sum(axis=-2) / safe
    one = (0,) * (cell.ndim - 2)
    # Tables that lack the same scores, as complete ones do, have one system.
    alike = bool(one and cell.size and (cell == cell[one]).all())
    inverse, rank = _inverse(cell[one], safe[one]) if alike else _inverse(cell, safe)
    # The judges' normal equations once the arguments are eliminated: L β = Σ_u w (x − mean of u)
    right = (cell * (x - mean[..., None, :])).sum(axis=-1)
    effect = np.einsum("...ij,...j->...i", inverse, right)
    # An argument's effect: its mean less what the judges who scored it add to it
    item = mean - np.einsum("...ju,...j->...u", cell, effect) / safe
    residual = np.where(present, x - effect[..., :, None] - item[..., None, :], 0.0)
    sse = (residual**2).sum(axis=(-2, -1))
    # How large a sum of squares has to be, so as not to be rounding
    about = (np.where(present, x - mean[..., None, :], 0.0) ** 2).sum(axis=(-2, -1))
    scale = about + (np.where(present, x, 0.0) ** 2).sum(axis=(-2, -1)) * NEGLIGIBLE
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
    positive = size > 1e-10 * np.maximum(size.max(axis=-1, initial=0.0), 1e-300)[..., None]
    scaled = axes * np.where(positive, 1.0 / np.where(positive, size, 1.0), 0.0)[..., None, :]
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
