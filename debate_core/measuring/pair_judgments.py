"""Judgments of which of two is better: strengths, agreement, and whether being shown first helps."""

import importlib
from collections.abc import Hashable, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import ArrayLike

from debate_core.domain.frozen import FrozenValue
from debate_core.domain.numerals import TOLERANCE
from debate_core.measuring.arrays import Floats, Ints, ratio, special
from debate_core.measuring.estimate import Estimate
from debate_core.measuring.intervals import (
    ALIKE,
    MIN_TOPICS,
    OverTopics,
    number_labels,
    share_of_counts,
    share_over_topics,
    sum_by_cluster,
    too_few_reason,
)

STEPS = 80
FAR = 15.0
"""A log-odds this far from 0 is on its way to infinity."""
LOOSE = "some models never met the others, or won or lost against them throughout: no finite strength fits"
ALL_TIED = "every judgment is a tie"
ONE_SIDE = "one side won every debate with a winner, so nothing tells the models apart"


class Strengths(FrozenValue):
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
    counts = [*np.bincount(np.concatenate([one, other]), minlength=models).tolist(), results.size]
    tied = results == 0.5
    if ordered:
        # Whether what coming first adds is no mere difference of strengths.
        contrasts = np.column_stack([np.eye(models)[one] - np.eye(models)[other], np.ones(one.size)])
        ordered = bool(np.linalg.matrix_rank(contrasts) == models)
    reason = None if _finite(one, other, results, models) else LOOSE
    if tied.size and tied.all():
        reason = ALL_TIED
    if reason is None:
        at, slopes, curve = _with_ties(one, other, (2.0 * (1.0 - results)).astype(np.int64), models, ordered)
        if np.abs(at).max() >= FAR:
            reason = ONE_SIDE if ordered and np.ptp(results[~tied]) == 0.0 else LOOSE
    if reason is not None:
        *unknown, lacking = (Estimate(value=None, n=n, reason=reason) for n in counts)
        return Strengths(models=tuple(unknown), first=lacking if ordered else None, tie=None)
    fewest, noun = min((np.unique(of).size, noun) for noun, of in clusters.items())
    few = too_few_reason(fewest, noun) if fewest < MIN_TOPICS else None
    reach = float(special().stdtrit(fewest - 1, 0.975)) * _sandwich(slopes, curve, [*clusters.values()])
    known = [
        Estimate(value=value, n=n, reason=few or ALIKE)
        if few or not size > TOLERANCE
        else Estimate(value=value, interval=(value - size, value + size), n=n)
        for value, size, n in zip(at.tolist(), reach.tolist(), counts, strict=False)
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
    contrasts = (np.eye(models)[pairs // models] - np.eye(models)[pairs % models]) / 2.0
    contrasts = np.column_stack([contrasts, *([np.full(len(pairs), 0.5)] if order else [])])
    design, counts = np.zeros((len(pairs), 3, contrasts.shape[1] + 1)), np.zeros((len(pairs), 3))
    design[:, 0, :-1], design[:, 2, :-1], design[:, 1, -1] = contrasts, -contrasts, 1.0
    np.add.at(counts, (place, outcomes), 1.0)
    if not counts[:, 1].any():
        design, counts, outcomes = design[:, ::2, :-1], counts[:, ::2], outcomes // 2
    at = np.zeros(design.shape[2])
    for _ in range(STEPS):
        odds = np.exp(design @ at)
        chances = odds / odds.sum(axis=1, keepdims=True)
        away = design - np.einsum("po,pok->pk", chances, design)[:, None]
        spread = np.concatenate(np.sqrt(counts.sum(axis=1, keepdims=True) * chances)[..., None] * away)
        curve = spread.T @ spread + 1e-12 * np.eye(len(at))
        # Strengths are free up to a constant: this fixes their sum at 0.
        curve[:models, :models] += 1.0
        step = np.clip(np.linalg.solve(curve, np.einsum("po,pok->k", counts, away)), -2.0, 2.0)
        at += step
        if np.abs(step).max() < 1e-10 or np.abs(at).max() > FAR:
            break
    return at, away[place, outcomes], curve


def _finite(one: Ints, other: Ints, won: Floats, models: int) -> bool:
    """Whether every model has won something off every other, if by way of others; a tie is half of it."""
    ahead, behind = won > 0.0, won < 1.0
    graph = np.zeros((models, models))
    graph[one[ahead], other[ahead]] = graph[other[behind], one[behind]] = 1.0
    graphs = importlib.import_module("scipy.sparse.csgraph")
    return bool(graphs.connected_components(graph, connection="strong", return_labels=False) == 1)


def _sandwich(slopes: Floats, curve: Floats, clusters: list[Ints]) -> Floats:
    """The standard errors (n_parameters,) over clusters of one kind, or of two."""
    influence = np.asarray(np.linalg.solve(curve, slopes.T).T, dtype=np.float64)
    alone = [_variances(influence, of) for of in clusters]
    both = np.sum(alone, axis=0)
    if len(clusters) > 1:
        both -= _variances(influence, number_labels([*zip(*clusters, strict=True)]))
    return np.asarray(np.sqrt(np.maximum.reduce([both, *alone])))


def _variances(influence: Floats, of: Ints) -> Floats:
    sums = sum_by_cluster(influence, of)
    return ratio((sums**2).sum(axis=0) * len(sums), len(sums) - 1)


NO_WINNER = "no judgment names a winner"
NO_TWO_WINNERS = "no pair has a winner from two judges"
ONE_PLACE = "each two nearly always stood in one order, so place can't be told from what stood there"
MIN_WEIGHT = 0.5
"""Of each judgment, on average: how much of its place can't be a difference of strengths. Our own."""
APART = "no two judges judged the same pair"


class PlaceEffect(FrozenValue):
    """``first``: the share of judgments with a winner that name the one shown first, between two that are equally
    strong: .5 without a preference; None where each two stood in one order too often to tell;
    ``contradicted``: the share of pairs judged in both orders that name one winner in one order and the other in the
    other; ``longer``: the share that name the one with the longer text, None without texts. All 0 to 1, their intervals
    over questions."""

    first: Estimate
    contradicted: Estimate
    longer: Estimate | None


def order_effect(
    first_won: ArrayLike,
    questions: Sequence[Hashable],
    pairs: Sequence[tuple[str, str]],
    lengths: Floats | None = None,
) -> PlaceEffect:
    """What the order of the two does to one judge. ``first_won`` (n,): 1 where the first shown won, 0 the second, .5 a
    tie, NaN missing; ``questions`` (n,): what was answered; ``pairs`` (n,): the names of the two, in order; ``lengths``
    (2, n): of their texts.

    Shares over clusters of one question. With one pair ``first`` is the mean of its two orders, whichever came more
    often. Source: L. Zheng et al., arXiv:2306.05685, § 3.3, on position bias; intervals
    as `share_over_topics`.

    >>> both = [("x", "y"), ("y", "x")]
    >>> found = order_effect([1, 1, 1, 0, 1, 1], ["a", "a", "b", "b", "c", "c"], both * 3)
    >>> round(found.first.value, 3), round(found.contradicted.value, 3), found.contradicted.n
    (0.833, 0.667, 3)

    Of the five texts that are not of one length the longer wins three times:

    >>> lengths = np.array([[9, 9, 5, 5, 9, 5], [5, 5, 9, 5, 5, 9]])
    >>> order_effect([1, 1, 1, 0, 1, 1], ["a", "a", "b", "b", "c", "c"], both * 3, lengths).longer.value
    0.6
    """
    won = np.asarray(first_won, dtype=np.float64)
    decided = np.flatnonzero((won == 0.0) | (won == 1.0)).tolist()
    by_pair: dict[tuple[Hashable, frozenset[str]], dict[tuple[str, str], float]] = {}
    for at in np.flatnonzero(~np.isnan(won)).tolist():
        by_pair.setdefault((questions[at], frozenset(pairs[at])), {})[pairs[at]] = float(won[at])
    both = [(key[0], tuple(orders.values())) for key, orders in by_pair.items() if len(orders) == 2]
    longer = None
    if lengths is not None:
        uneven = [n for n in decided if lengths[0, n] != lengths[1, n]]
        hits = np.where(lengths[0] > lengths[1], won, 1.0 - won)[uneven]
        longer = _share(hits, [questions[n] for n in uneven], "no winner among texts of different lengths")
    of = number_labels([questions[at] for at in decided])
    first = _place_share(won[decided], of, [pairs[at] for at in decided])
    return PlaceEffect(
        longer=longer,
        first=first,
        contradicted=_share(
            # The same position won both times, so the two orders name different winners.
            np.array([one == other != 0.5 for _, (one, other) in both], dtype=np.float64),
            [question for question, _ in both],
            "no pair was judged in both orders",
        ),
    )


def _place_share(won: Floats, questions: Ints, pairs: Sequence[tuple[str, str]]) -> Estimate:
    """The share that name the first shown, between two that are equally strong: by least squares on who was shown."""
    n = len(pairs)
    if not n:
        return Estimate(value=None, reason=NO_WINNER)
    rows, signs = np.repeat(np.arange(n), 2), np.tile([1.0, -1.0], n)
    names = number_labels([name for two in pairs for name in two])
    contrasts = importlib.import_module("scipy.sparse").csr_array((signs, (rows, names)))
    lsqr = importlib.import_module("scipy.sparse.linalg").lsqr
    # How far each judgment's place can't be a difference of strengths: it weighs so much.
    weight = 1.0 - contrasts @ lsqr(contrasts, np.ones(n), atol=1e-12, btol=1e-12)[0]
    hits, of = (np.bincount(questions, part).astype(np.float64) for part in (weight * won, weight))
    if of.sum() < MIN_WEIGHT * n or not 0.0 <= hits.sum() <= of.sum():
        return Estimate(value=None, n=n, reason=ONE_PLACE)
    return replace(_over_questions(share_of_counts(hits, of, NO_WINNER)), n=n)


def _share(hits: ArrayLike, questions: Sequence[Hashable], nothing: str) -> OverTopics:
    return _over_questions(share_over_topics(hits, questions, nothing))


def _over_questions(share: OverTopics) -> OverTopics:
    if share.known or share.value is None:
        return share
    return replace(share, reason=too_few_reason(share.topics, "questions"))


class ChoiceAgreement(FrozenValue):
    """Of two judges of a pair, how often both say the ``same``, and the ``same_winner`` where neither sees a tie, 0 to
    1. Intervals over questions, for these judges."""

    same: Estimate
    same_winner: Estimate


def choice_agreement(
    first_won: Floats, questions: Sequence[Hashable], names: Sequence[tuple[str, str]]
) -> ChoiceAgreement:
    """Agreement on pairs in whichever order they were shown. ``first_won`` (n_judges, n), NaN missing; ``questions``
    and ``names`` of the two (n,) as of `order_effect`.

    A judge of both orders names a winner who wins in both, else a tie.
    Source: L. Zheng et al., arXiv:2306.05685, § 3.4 on swaps and § 4.1 on agreement with ties (S1) and without (S2).

    >>> one_order, won = [("x", "y")] * 4, np.array([[1.0, 1, 0, 0.5], [1.0, 0, 0, 0]])
    >>> alike = choice_agreement(won, list("abcd"), one_order)
    >>> alike.same.value, round(alike.same_winner.value, 3)
    (0.5, 0.667)
    """
    won, begins = by_pair(first_won, questions, names)
    of = number_labels([questions[at] for at in begins.tolist()])
    # (3, n_pairs): how many judges name the other, see a tie, name the one.
    counts = np.stack([(won == result).sum(axis=0) for result in (0.0, 0.5, 1.0)])
    won_by_two = _share_alike(counts[[0, 2]], of, NO_TWO_WINNERS)
    return ChoiceAgreement(same=_share_alike(counts, of, APART), same_winner=won_by_two)


def _share_alike(counts: Ints, of: Ints, nothing: str) -> OverTopics:
    twos = counts * (counts - 1) // 2
    given = counts.sum(axis=0)
    hits = np.bincount(of, twos.sum(axis=0)).astype(np.float64)
    share = share_of_counts(hits, np.bincount(of, given * (given - 1) // 2).astype(np.int64), nothing)
    return _over_questions(share)


def by_pair(
    first_won: Floats, questions: Sequence[Hashable], names: Sequence[tuple[str, str]]
) -> tuple[Floats, Ints]:
    """Whether the one, by name, won each pair (n_judges, n_pairs), and where each pair first stands."""
    turned = np.array([one > other for one, other in names])
    won = np.where(turned, 1.0 - first_won, first_won)
    place = number_labels([(question, *sorted(two)) for question, two in zip(questions, names, strict=True)])
    low, high = np.full((2, place.max(initial=-1) + 1, len(won)), np.nan)
    np.fmin.at(low, place, won.T)
    np.fmax.at(high, place, won.T)
    begins = np.unique(place, return_index=True)[1]
    return np.where(np.isnan(low), np.nan, np.where(low == high, low, 0.5)).T, begins
