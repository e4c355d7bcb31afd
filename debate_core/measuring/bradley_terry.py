"""How strong each of several models is, from debates between two of them at a time."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from debate_core.measuring.arrays import Floats, Ints
from debate_core.measuring.over_topics import OverTopics, jackknife_over_topics, numbered

STEPS = 40
FAR = 15.0
"""A log-odds this far from 0 is on its way to infinity."""
LOOSE = "some models never met the others, or won or lost against them throughout: no finite strength fits"


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
