"""The alpha that simulated judges would reach on unlimited arguments: what its interval should hold.

Knows declared truths only; never looks at a score. Invariant: where the truth cannot be had by formula there is a
reason in words and no number.

Take one panel of J judges as it is. Judge j's score of argument u is

    x_ju = c + b_j (θ_u − c) − s_j + l_j g_u + e_ju

with severity s, spread b, leaning l, g = ½ for pro's arguments and −½ for con's, and errors e with the covariance that
families give them. Over unlimited arguments, half of them pro's, θ − c has variance D = σ² + gap²/4 (the second part
is between the sides) and its covariance with g is gap/4. So the scores of the J judges have means m_j = c − s_j and the
covariance over arguments

    C_ij = D b_i b_j + (gap/4)(b_i l_j + l_i b_j) + ¼ l_i l_j + cov(e_i, e_j).

Alpha is 1 − W/T. W is the mean unbiased variance within an argument: half the mean squared difference of two of its
judges, W = mean C_jj − mean C_ij (i ≠ j) + the unbiased variance of m. T is the variance of all scores together, each
judge with the same part of them: T = mean C_jj + the variance of m with divisor J. Cells missing at random change
neither: every pair of judges is left as often as every other.
Source: our own derivation, from the variances that Krippendorff's alpha compares; see docs/method.md.
"""

from __future__ import annotations

import numpy as np

from debate_core.measuring.arrays import Floats
from debate_core.measuring.simulation import PanelTruth, SimulatedPanels


def alpha_limit_reason(truth: PanelTruth) -> str | None:
    """Why there is no formula for these panels; ``None`` when there is one.

    >>> alpha_limit_reason(PanelTruth(rounded=True))
    'whole scores between 1 and 10 have no formula for it'
    """
    if truth.rounded:
        return "whole scores between 1 and 10 have no formula for it"
    if truth.missing and truth.missing_by:
        return "scores that are missing the more often the lower they are have no formula for it"
    if truth.con_arguments is not None or truth.pro_noise != 1.0:
        return "sides of unlike number or noise have no formula for it"
    if truth.split:
        return "one split argument is no part of unlimited arguments of one kind"
    return None


def alpha_limit(panels: SimulatedPanels) -> Floats:
    """The limit for each panel (n,), at most 1; NaN where no score would vary. Two judges or more.

    Raises ValueError for rounded or split panels, which have no formula. Source: as this module.
    Arguments with sd 2, errors of 1, no severity, no gap: within 1, total 4 + 1, alpha .8.

    >>> from debate_core.measuring.simulation import simulate
    >>> truth = PanelTruth(argument_sd=2.0, severity_sd=0.0)
    >>> alpha_limit(simulate(truth, 2, np.random.default_rng(1))).round(6).tolist()
    [0.8, 0.8]
    """
    truth = panels.truth
    if reason := alpha_limit_reason(truth):
        raise ValueError(f"truth: expected one with a formula, but {reason}")
    judges, gap = truth.judges, truth.gap or 0.0
    spread, lean = panels.spread, panels.lean
    # C_ij, term by term as above
    crossed = spread[:, :, None] * lean[:, None, :]
    covariance = (
        (truth.argument_sd**2 + gap**2 / 4) * spread[:, :, None] * spread[:, None, :]
        + gap / 4 * (crossed + crossed.transpose(0, 2, 1))
        + lean[:, :, None] * lean[:, None, :] / 4
        + error_covariance(truth)
    )
    # Means of C_jj and of C_ij, i ≠ j; then W and T
    own = np.trace(covariance, axis1=1, axis2=2) / judges
    shared = (covariance.sum(axis=(1, 2)) - own * judges) / (judges * (judges - 1))
    within = own - shared + panels.severity.var(axis=1, ddof=1)
    total = own + panels.severity.var(axis=1)
    return np.asarray(np.where(total > 0, 1.0 - within / np.where(total > 0, total, 1.0), np.nan))


def error_covariance(truth: PanelTruth) -> Floats:
    """Covariance of two judges' errors of one argument (n_judges, n_judges), in squared points; our own.

    >>> error_covariance(PanelTruth(judges=3, noise=2.0, families=(0, 0, 1), shared=0.5)).tolist()
    [[4.0, 2.0, 0.0], [2.0, 4.0, 0.0], [0.0, 0.0, 4.0]]
    """
    noise = np.broadcast_to(np.asarray(truth.noise, dtype=np.float64), (truth.judges,))
    part = np.eye(truth.judges)
    if truth.families is not None:
        family = np.asarray(truth.families)
        part = np.where(family[:, None] == family, truth.shared, 0.0)
        np.fill_diagonal(part, 1.0)
    return np.asarray(np.outer(noise, noise) * part)
