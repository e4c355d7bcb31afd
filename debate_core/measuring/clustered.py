"""A contrast's error as the judges' own parts in it tell it: clustered by judge.

Works on a fit of judge and argument effects, or a stack of fits. Each judge's errors may hang together in any way: a
judge's own lean to a side, or one side noisier than the other, moves its whole part, which errors pooled over cells
can't see. Invariant: nothing is taken from how a judge's scores vary among themselves; with complete data and equal
weights it is the t interval of the judges' own gaps, on judges less one degrees of freedom.
Source: R. Bell & D. McCaffrey, Surv. Methodol. 28 (2002), 169-181 (CR2 and its degrees of freedom).
"""

from __future__ import annotations

import numpy as np

from debate_core.measuring.additive import Fit
from debate_core.measuring.arrays import Floats
from debate_core.measuring.rater_variance import ContrastError

_NONE = 1e-8
"""A share of an error that the fit leaves: less is rounding."""


def clustered_error(found: Fit, contrast: Floats) -> ContrastError:
    """The error of Σ h x over the cells, h the ``contrast`` (…, n_judges, n_items), from an unweighted fit.

    CR2: judge j adds (h_j' A_j e_j)², e_j its residuals and A_j the symmetric root of the inverse of its block of the
    residual maker M, so that with equal independent errors it is right on average. Degrees of freedom (Σ λ)²/Σ λ² of
    the same. Both 0 with fewer than two judges in the contrast. Source: as this module.

    Three judges' own gaps are 1, 2 and 6: standard deviation √7, over √3.

    >>> from debate_core.measuring.additive import fit
    >>> table = np.array([[6.0, 5.0], [7.0, 5.0], [9.0, 3.0]])
    >>> found = clustered_error(fit(table), np.full((3, 2), 1 / 3) * [1, -1])
    >>> round(float(found.se), 6), round((7 / 3) ** 0.5, 6), round(float(found.df), 6)
    (1.527525, 1.527525, 2.0)
    """
    present = (found.cells > 0).astype(np.float64)
    judges, items = present.shape[-2:]
    per_item = np.maximum(present.sum(axis=-2), 1.0)
    # z (…, J, U, J): what a cell's judge effect looks like once its argument's mean is taken out.
    across = np.swapaxes(present / per_item[..., None, :], -1, -2)
    z = (np.eye(judges)[:, None, :] - across[..., None, :, :]) * present[..., None]
    flat = present * (1.0 - 1.0 / per_item)[..., None, :]
    # A judge's block of M: [u = u'](1 − 1/m_u) − z_u L⁺ z_u'
    block = flat[..., None] * np.eye(items) - z @ found.inverse[..., None, :, :] @ np.swapaxes(z, -1, -2)
    size, axes = np.linalg.eigh(block)
    root = np.where(size > _NONE, 1.0 / np.sqrt(np.where(size > _NONE, size, 1.0)), 0.0)
    turned = np.einsum("...ua,...u->...a", axes, contrast * present)
    weight = np.einsum("...ua,...a->...u", axes, root * turned) * present
    squares = (weight * np.nan_to_num(found.residuals)).sum(axis=-1) ** 2
    # G_jk = a_j' M a_k, M_ju,ku' = [u = u'](δ_jk − 1/m_u) − z_ju L⁺ z_ku'
    pulled = np.einsum("...ju,...jui->...ji", weight, z)
    between = -(weight / per_item[..., None, :]) @ np.swapaxes(weight, -1, -2)
    between = between - pulled @ found.inverse @ np.swapaxes(pulled, -1, -2)
    judge = np.arange(judges)
    between[..., judge, judge] += (weight**2).sum(axis=-1)
    whole, spread = between[..., judge, judge].sum(axis=-1), (between**2).sum(axis=(-2, -1))
    told = (found.df > 0) & (((contrast != 0.0).any(axis=-1)).sum(axis=-1) > 1) & (spread > _NONE**2)
    return ContrastError(
        se=np.where(told, np.sqrt(squares.sum(axis=-1)), 0.0),
        df=np.where(told, whole**2 / np.where(told, spread, 1.0), 0.0),
    )
