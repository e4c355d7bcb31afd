"""How strong each of several models is, from comparisons of two of them at a time."""

import importlib
from dataclasses import dataclass

import numpy as np

from debate_core.measuring.arrays import Floats, Ints, special
from debate_core.measuring.estimate import Estimate
from debate_core.measuring.intervals import ALIKE, clustered
from debate_core.measuring.over_topics import LEAST_TOPICS, too_few

STEPS = 80
FAR = 15.0
"""A log-odds this far from 0 is on its way to infinity."""
LOOSE = "some models never met the others, or won or lost against them throughout: no finite strength fits"
ALL_TIED = "every judgment is a tie"


@dataclass(frozen=True, kw_only=True)
class Strengths:
    """``models`` (n_models,): log-odds of each against an average one of them, ties aside, in the order of their
    numbers, ``n`` comparisons each. ``first``: log-odds that coming first adds; None where it was not asked for, or
    each two always came in one order. ``tie``: Davidson's ν, twice the odds of a tie between two that are equally
    strong, 0 without ties; None where no strengths fit."""

    models: tuple[Estimate, ...]
    first: Estimate | None
    tie: float | None


def davidson(
    first: Ints, second: Ints, won: Floats, clusters: dict[str, Ints], models: int, ordered: bool = False
) -> Strengths:
    """Strengths of models numbered from 0, from comparisons that name one of two or neither.

    ``first`` and ``second`` (n,) are the two, ``won`` (n,) 1 where the first is better, 0 where the second, .5 a tie.
    π_i, π_j and ν √(π_i π_j) are in proportion to the chances of either and of a tie, fitted by maximum likelihood;
    log π sums to 0. ``ordered``: coming first multiplies π_i. ``clusters``: by what is drawn, such as judges or
    questions, the number (n,) of each comparison's. The 95% interval is of the sandwich over one or two of these, no
    narrower than over either alone, by Student's t with one degree of freedom less than the fewer; none below 3.
    Source: R. Davidson, J. Am. Stat. Assoc. 65 (1970), 317-328, without ties R. Bradley & M. Terry, Biometrika 39
    (1952), 324-345; the order as R. Davidson & R. Beaver, Biometrics 33 (1977), 693-702; when it is finite: L. Ford,
    Am. Math. Mon. 64 (1957), 28-33; A. C. Cameron, J. Gelbach & D. Miller, J. Bus. Econ. Stat. 29 (2011), 238-249,
    equation 2.11 for the variance and § 2.3 for few clusters.

    One wins 4, loses 1 and ties twice: odds of 4 to 1 are log 4 apart; 2 ties on √(4 · 1) of wins make ν 1.

    >>> fit = davidson([0] * 7, [1] * 7, [1, 1, 1, 1, 0, 0.5, 0.5], {"questions": np.arange(7)}, 2)
    >>> [round(one.value, 3) for one in fit.models], round(fit.tie, 3)
    ([0.693, -0.693], 1.0)
    """
    one, other = np.asarray(first, dtype=np.int64), np.asarray(second, dtype=np.int64)
    results = np.asarray(won, dtype=np.float64)
    counts = np.bincount(one, minlength=models) + np.bincount(other, minlength=models)
    tied = results == 0.5
    if ordered:
        # Whether what coming first adds is no mere difference of strengths.
        apart = np.column_stack([np.eye(models)[one] - np.eye(models)[other], np.ones(one.size)])
        ordered = bool(np.linalg.matrix_rank(apart) == models)
    reason = None if _finite(one, other, results, models) else LOOSE
    if tied.size and tied.all():
        reason = ALL_TIED
    if reason is None:
        at, slopes, curve = _with_ties(one, other, (2.0 * (1.0 - results)).astype(np.int64), models, ordered)
        reason = None if np.abs(at).max() < FAR else LOOSE
    if reason is not None:
        unknown = tuple(Estimate(value=None, n=n, reason=reason) for n in counts.tolist())
        lacking = Estimate(value=None, n=results.size, reason=reason)
        return Strengths(models=unknown, first=lacking if ordered else None, tie=None)
    fewest, noun = min((np.unique(of).size, noun) for noun, of in clusters.items())
    few = too_few(fewest, noun) if fewest < LEAST_TOPICS else None
    errors = _sandwich(slopes, curve, list(clusters.values()))
    reach = float(special().stdtrit(max(fewest - 1, 1), 0.975)) * errors
    known = [
        Estimate(value=value, n=n, reason=few or ALIKE)
        if few or not size > 0.0
        else Estimate(value=value, interval=(value - size, value + size), n=n)
        for value, size, n in zip(at.tolist(), reach.tolist(), [*counts.tolist(), results.size], strict=False)
    ]
    tie = float(np.exp(at[-1])) if tied.any() else 0.0
    return Strengths(models=tuple(known[:models]), first=known[models] if ordered else None, tie=tie)


def _with_ties(
    one: Ints, other: Ints, outcomes: Ints, models: int, order: bool
) -> tuple[Floats, Floats, Floats]:
    """Strengths, what coming first adds with ``order``, and with ties the log of ν; what each comparison adds to their
    slopes; and the curvature, by Newton's method. ``outcomes`` (n,): 0 where the one is better, 1 a tie, 2 the
    other."""
    pairs, place = np.unique(one * models + other, return_inverse=True)
    apart = (np.eye(models)[pairs // models] - np.eye(models)[pairs % models]) / 2.0
    apart = np.column_stack([apart, *([np.full(len(pairs), 0.5)] if order else [])])
    design, counts = np.zeros((len(pairs), 3, apart.shape[1] + 1)), np.zeros((len(pairs), 3))
    design[:, 0, :-1], design[:, 2, :-1], design[:, 1, -1] = apart, -apart, 1.0
    np.add.at(counts, (place, outcomes), 1.0)
    if not counts[:, 1].any():
        design, counts, outcomes = design[:, ::2, :-1], counts[:, ::2], outcomes // 2
    at, away, curve = np.zeros(design.shape[2]), design, np.zeros(0)
    for _ in range(STEPS):
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


def _finite(one: Ints, other: Ints, won: Floats, models: int) -> bool:
    """Whether every model has won something off every other, if by way of others; a tie is half of it."""
    beaten = np.zeros((models, models))
    np.add.at(beaten, (one, other), won)
    np.add.at(beaten, (other, one), 1.0 - won)
    graphs = importlib.import_module("scipy.sparse.csgraph")
    return bool(graphs.connected_components(beaten, connection="strong", return_labels=False) == 1)


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
