"""How strong each of several models is, from comparisons of two of them at a time."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from debate_core.measuring.arrays import Floats, Ints, special
from debate_core.measuring.estimate import Estimate
from debate_core.measuring.intervals import ALIKE, clustered
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
    counts = np.bincount(one, minlength=models) + np.bincount(other, minlength=models)
    reason, tied = LOOSE, results == 0.5
    if tied.any() and tied.all():
        reason = ALL_TIED
    elif results.size and bool(_finite(one, other, results, np.ones((1, results.size)), models)[0]):
        at, slopes, curve = _with_ties(one, other, (2.0 * (1.0 - results)).astype(np.int64), models)
        if np.abs(at).max() < FAR:
            errors = _sandwich(slopes, curve, list(clusters.values()))[:models]
            fewest, noun = min((np.unique(of).size, noun) for noun, of in clusters.items())
            few = too_few(fewest, noun) if fewest < LEAST_TOPICS else None
            reach = float(special().stdtrit(max(fewest - 1, 1), 0.975)) * errors
            return TiedStrengths(
                models=tuple(
                    Estimate(value=value, n=n, reason=few or ALIKE)
                    if few or not size > 0.0
                    else Estimate(value=value, interval=(value - size, value + size), n=n)
                    for value, size, n in zip(at.tolist(), reach.tolist(), counts.tolist(), strict=False)
                ),
                tie=float(np.exp(at[-1])) if tied.any() else 0.0,
            )
    return TiedStrengths(
        models=tuple(Estimate(value=None, n=n, reason=reason) for n in counts.tolist()), tie=None
    )


def _with_ties(one: Ints, other: Ints, outcomes: Ints, models: int) -> tuple[Floats, Floats, Floats]:
    """Strengths and, with ties, the log of ν; what each judgment adds to their slopes; and the curvature, by Newton's
    method. ``outcomes`` (n,): 0 where the one is better, 1 a tie, 2 the other."""
    pairs, place = np.unique(one * models + other, return_inverse=True)
    apart = (np.eye(models)[pairs // models] - np.eye(models)[pairs % models]) / 2.0
    design, counts = np.zeros((len(pairs), 3, models + 1)), np.zeros((len(pairs), 3))
    design[:, 0, :-1], design[:, 2, :-1], design[:, 1, -1] = apart, -apart, 1.0
    np.add.at(counts, (place, outcomes), 1.0)
    if not counts[:, 1].any():
        design, counts, outcomes = design[:, ::2, :-1], counts[:, ::2], outcomes // 2
    at, away, curve = np.zeros(design.shape[2]), design, np.zeros(0)
    for _ in range(2 * STEPS):
        odds = np.exp(design @ at)
        chances = odds / odds.sum(axis=1, keepdims=True)
        away = design - np.einsum("po,pok->pk", chances, design)[:, None]
        spread = np.sqrt(counts.sum(axis=1, keepdims=True) * chances)[..., None] * away
        curve = np.einsum("pok,pol->kl", spread, spread, optimize=True) + 1e-12 * np.eye(len(at))
        # Strengths are free up to a constant: this fixes their sum at 0.
        curve[:models, :models] += 1.0
        step = np.clip(np.linalg.solve(curve, np.einsum("po,pok->k", counts, away)), -2.0, 2.0)
        at += step
        if np.abs(step).max() < 1e-10 or np.abs(at).max() > FAR:
            break
    return at, away[place, outcomes], curve


def _sandwich(slopes: Floats, curve: Floats, clusters: list[Ints]) -> Floats:
    """The standard errors (n_parameters,) over clusters of one kind, or of two."""
    influence = np.asarray(np.linalg.solve(curve, slopes.T).T, dtype=np.float64)
    alone = [_variances(influence, of) for of in clusters]
    both = np.sum(alone, axis=0)
    if len(clusters) > 1:
        of_one, of_other = clusters
        both -= _variances(influence, of_one * (int(of_other.max()) + 1) + of_other)
    return np.asarray(np.sqrt(np.maximum.reduce([both, *alone])))


def _variances(influence: Floats, of: Ints) -> Floats:
    sums = clustered(influence, of)
    return np.asarray((sums**2).sum(axis=0) * len(sums) / max(len(sums) - 1, 1))
