"""How strong each of several models is, from comparisons of two of them at a time."""

import importlib
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from debate_core.measuring.arrays import Floats, Ints, special
from debate_core.measuring.estimate import Estimate
from debate_core.measuring.intervals import ALIKE
from debate_core.measuring.over_topics import (
    LEAST_TOPICS,
    OverTopics,
    jackknife_over_topics,
    numbered,
    too_few,
)

STEPS = 40
FAR = 15.0
"""A log-odds this far from 0 is on its way to infinity."""
LOOSE = "some models never met the others, or won or lost against them throughout: no finite strength fits"
ALL_TIED = "every judgment is a tie"


@dataclass(frozen=True, kw_only=True)
class Strengths:
    """``models`` (n_models,): log-odds of each against an average one of them, in the order of their numbers. ``side``:
    log-odds that speaking for PRO adds; ``None`` where each pair always spoke on the same sides."""

    models: tuple[OverTopics, ...]
    side: OverTopics | None


def bradley_terry(pro: ArrayLike, con: ArrayLike, won: ArrayLike, topics: Sequence[Hashable]) -> Strengths:
    """Strengths of models numbered from 0, with 95% intervals over topics.

    ``pro`` and ``con`` (n,) are who spoke for which side, ``won`` (n,) is 1 where PRO was named, 0 where CON was, .5
    where neither. P(PRO is named) = 1/(1 + e^−(s_pro − s_con + side)), fitted by maximum likelihood; half a win each
    without a call; strengths sum to 0. The interval is the jackknife's, each topic left out in turn.
    Source: R. Bradley & M. Terry, Biometrika 39 (1952), 324-345; the side's advantage as A. Agresti, Categorical Data
    Analysis (3rd ed., 2013), § 11.6.2; when it is finite: L. Ford, Am. Math. Mon. 64 (1957), 28-33.

    Two models, one wins 3 of 4 on either side: log 3 apart, half of it each way.

    >>> found = bradley_terry([0, 1] * 4, [1, 0] * 4, [1, 0, 1, 0, 1, 0, 0, 1], list("aabbccdd"))
    >>> [round(one.value, 3) for one in found.models], abs(found.side.value) < 1e-9
    ([0.549, -0.549], True)
    """
    first, second = np.asarray(pro, dtype=np.int64), np.asarray(con, dtype=np.int64)
    results, place = np.asarray(won, dtype=np.float64), numbered(topics)
    models = int(max(first.max(initial=-1), second.max(initial=-1))) + 1
    if models < 2 or not first.size:
        return Strengths(models=(), side=None)
    design = _design(first, second, models)
    sided = bool(np.linalg.matrix_rank(design) == models)
    design = design if sided else design[:, :-1]
    g = int(place.max()) + 1
    left = np.concatenate([np.ones((1, first.size)), (place != np.arange(g)[:, None]).astype(np.float64)])
    fitted = _fitted(design, results, left)
    fitted[~_finite(first, second, results, left, models)] = np.nan
    strengths = np.concatenate(
        [fitted[:, : models - 1], -fitted[:, : models - 1].sum(axis=1, keepdims=True)], axis=1
    )
    seen = [int(((first == one) | (second == one)).sum()) for one in range(models)]
    return Strengths(
        models=tuple(_told(strengths[:, one], seen[one]) for one in range(models)),
        side=_told(fitted[:, -1], first.size) if sided else None,
    )


def _told(fits: Floats, n: int) -> OverTopics:
    if not np.isfinite(fits[0]):
        return OverTopics(value=None, n=n, topics=len(fits) - 1, reason=LOOSE)
    return jackknife_over_topics(float(fits[0]), fits[1:], n)


def _design(pro: Ints, con: Ints, models: int) -> Floats:
    """Columns (n, n_models) for all models but the last, whose strength is minus the others', then for the side."""
    rows = np.arange(pro.size)
    whole = np.zeros((pro.size, models))
    whole[rows, pro] += 1.0
    whole[rows, con] -= 1.0
    return np.column_stack([whole[:, :-1] - whole[:, -1:], np.ones(pro.size)])


def _fitted(design: Floats, won: Floats, weights: Floats) -> Floats:
    """Newton's method on each row of weights (n_fits, n) at once; NaN where it runs away."""
    estimates = np.zeros((len(weights), design.shape[1]))
    for _ in range(STEPS):
        chance = 1.0 / (1.0 + np.exp(-np.clip(estimates @ design.T, -FAR, FAR)))
        slope = (weights * (won - chance)) @ design
        bend = np.einsum("bn,ni,nj->bij", weights * chance * (1.0 - chance), design, design)
        bend += 1e-9 * np.eye(design.shape[1])
        step = np.clip(np.linalg.solve(bend, slope[..., None])[..., 0], -2.0, 2.0)
        estimates = np.clip(estimates + step, -FAR, FAR)
        if np.abs(step).max() < 1e-10:
            break
    lost = (np.abs(estimates) >= FAR).any(axis=1) | (np.abs(step) > 1e-6).any(axis=1)
    return np.where(lost[:, None], np.nan, estimates)


def _finite(
    pro: Ints, con: Ints, won: Floats, weights: Floats, models: int
) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    """Whether, in each row of weights (n_fits, n), every model has won something off every other, if by way of
    others."""
    beaten = np.zeros((len(weights), models, models))
    rows = np.arange(len(weights))[:, None]
    np.add.at(beaten, (rows, pro[None], con[None]), weights * won)
    np.add.at(beaten, (rows, con[None], pro[None]), weights * (1.0 - won))
    reach = (beaten > 0) | np.eye(models, dtype=np.bool_)
    for _ in range(max(1, models - 1).bit_length()):
        reach = np.asarray((reach.astype(np.float64) @ reach.astype(np.float64)) > 0)
    return np.asarray(reach.all(axis=(1, 2)))


@dataclass(frozen=True, kw_only=True)
class TiedStrengths:
    """``models`` (n_models,): log-odds of each against an average one of them, ties aside, in the order of their
    numbers, ``n`` judgments each. ``tie``: Davidson's ν, twice the odds of a tie between two that are equally strong, 0
    without ties; None where no strengths fit."""

    models: tuple[Estimate, ...]
    tie: float | None


def davidson(
    first: ArrayLike, second: ArrayLike, won: ArrayLike, clusters: dict[str, Ints], models: int
) -> TiedStrengths:
    """Strengths of models numbered from 0, from judgments of which of two is better or that neither is.

    ``first`` and ``second`` (n,) are the two, ``won`` (n,) 1 where the first is better, 0 where the second, .5 a tie.
    π_i, π_j and ν √(π_i π_j) are in proportion to the chances of either and of a tie, fitted by maximum likelihood;
    log π sums to 0. ``clusters``: by what is drawn, such as judges or questions, the number (n,) of each judgment's.
    The 95% interval is of the sandwich over one or two of these, no narrower than over either alone, by Student's t
    with one degree of freedom less than the fewer; none below 3 of them.
    Source: R. Davidson, J. Am. Stat. Assoc. 65 (1970), 317-328; A. C. Cameron, J. Gelbach & D. Miller, J. Bus. Econ.
    Stat. 29 (2011), 238-249, equation 2.11 for the variance and § 2.3 for few clusters.

    One wins 4, loses 1 and ties twice: odds of 4 to 1 are log 4 apart; 2 ties on √(4 · 1) of wins make ν 1.

    >>> fit = davidson([0] * 7, [1] * 7, [1, 1, 1, 1, 0, 0.5, 0.5], {"questions": np.arange(7)}, 2)
    >>> [round(one.value, 3) for one in fit.models], round(fit.tie, 3)
    ([0.693, -0.693], 1.0)
    """
    one, other = np.asarray(first, dtype=np.int64), np.asarray(second, dtype=np.int64)
    results = np.asarray(won, dtype=np.float64)
    seen = np.bincount(one, minlength=models) + np.bincount(other, minlength=models)
    reason = LOOSE
    if results.size and (results == 0.5).all():
        reason = ALL_TIED
    elif results.size and bool(_finite(one, other, results, np.ones((1, results.size)), models)[0]):
        strengths, log_tie, curve = _with_ties(one, other, results, models)
        if max(np.abs(strengths).max(), log_tie) < FAR:
            errors = _sandwich(
                _slopes(one, other, results, strengths, log_tie), curve, list(clusters.values())
            )
            fewest, noun = min((np.unique(of).size, noun) for noun, of in clusters.items())
            few = too_few(fewest, noun) if fewest < LEAST_TOPICS else None
            reach = float(special().stdtrit(max(fewest - 1, 1), 0.975)) * errors
            return TiedStrengths(
                models=tuple(
                    Estimate(value=value, n=n, reason=few or ALIKE)
                    if few or not size > 0.0
                    else Estimate(value=value, interval=(value - size, value + size), n=n)
                    for value, size, n in zip(strengths.tolist(), reach.tolist(), seen.tolist(), strict=True)
                ),
                tie=float(np.exp(log_tie)),
            )
    return TiedStrengths(
        models=tuple(Estimate(value=None, n=n, reason=reason) for n in seen.tolist()), tie=None
    )


def _with_ties(one: Ints, other: Ints, won: Floats, models: int) -> tuple[Floats, float, Floats]:
    """Strengths (n_models,), the log of ν and the curvature (n_models + 1,) square, by Newton's method on the counts of
    each two."""
    low, high = np.minimum(one, other), np.maximum(one, other)
    pairs, place = np.unique(low * models + high, return_inverse=True)
    a, b = np.divmod(pairs, models)
    wins = np.bincount(place, np.where(one == low, won, 1.0 - won) - 0.5)
    count, ties = np.bincount(place), np.bincount(place, won == 0.5)
    at = np.zeros(models + 1)
    at[-1] = 0.0 if ties.any() else -np.inf
    for _ in range(2 * STEPS):
        ahead, tied = _chances(at[a] - at[b], at[-1])
        slope, curve = np.zeros(models + 1), np.zeros((models + 1, models + 1))
        np.add.at(slope, a, wins - count * ahead)
        np.subtract.at(slope, b, wins - count * ahead)
        slope[-1] = (ties - count * tied).sum()
        spread, joint = count * ((1.0 - tied) / 4.0 - ahead**2), -count * tied * ahead
        for i, j, sign in ((a, a, 1.0), (b, b, 1.0), (a, b, -1.0), (b, a, -1.0)):
            np.add.at(curve, (i, j), sign * spread)
        np.add.at(curve[-1], a, joint)
        np.subtract.at(curve[-1], b, joint)
        curve[:, -1] = curve[-1]
        curve[-1, -1] = (count * tied * (1.0 - tied)).sum() if ties.any() else 1.0
        # Strengths are free up to a constant: this fixes their sum at 0.
        curve[:-1, :-1] += 1.0
        step = np.clip(np.linalg.solve(curve + 1e-12 * np.eye(models + 1), slope), -2.0, 2.0)
        at += step
        if np.abs(step).max() < 1e-10 or np.abs(at[:-1]).max() > FAR:
            break
    return at[:-1], float(at[-1]), curve


def _chances(apart: Floats, log_tie: float) -> tuple[Floats, Floats]:
    """Half of what the first's chance to win is ahead of the second's, and the chance of a tie, at a distance in
    log-odds."""
    win, lose, tie = np.exp(apart / 2.0), np.exp(-apart / 2.0), np.exp(log_tie)
    whole = win + lose + tie
    return (win - lose) / whole / 2.0, tie / whole


def _slopes(one: Ints, other: Ints, won: Floats, strengths: Floats, log_tie: float) -> Any:
    """What each judgment adds to the slope: sparse, (n, n_models + 1)."""
    ahead, tied = _chances(strengths[one] - strengths[other], log_tie)
    part, rows = (won - 0.5) - ahead, np.arange(won.size)
    values = np.concatenate([part, -part, (won == 0.5) - tied])
    columns = np.concatenate([one, other, np.full(won.size, len(strengths))])
    return _sparse().csr_matrix((values, (np.tile(rows, 3), columns)), (won.size, len(strengths) + 1))


def _sandwich(slopes: Any, curve: Floats, clusters: list[Ints]) -> Floats:
    """The standard errors (n_models,) over clusters of one kind, or of two."""
    bread = np.asarray(np.linalg.inv(curve), dtype=np.float64)
    alone = [_variances(slopes, bread, of) for of in clusters]
    both = np.sum(alone, axis=0)
    if len(clusters) > 1:
        of_one, of_other = clusters
        both -= _variances(slopes, bread, of_one * (int(of_other.max()) + 1) + of_other)
    return np.asarray(np.sqrt(np.maximum.reduce([both, *alone]))[:-1])


def _variances(slopes: Any, bread: Floats, of: Ints) -> Floats:
    _, place = np.unique(of, return_inverse=True)
    g = int(place.max()) + 1
    member = _sparse().csr_matrix((np.ones(place.size), (place, np.arange(place.size))))
    return np.asarray((((member @ slopes) @ bread) ** 2).sum(axis=0) * g / max(g - 1, 1))


def _sparse() -> Any:
    return importlib.import_module("scipy.sparse")
