"""Judgments of which of two is better: how far judges agree, and whether being shown first helps."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike

from debate_core.measuring.agreement import alpha
from debate_core.measuring.arrays import Floats, Ints
from debate_core.measuring.estimate import Alpha, Estimate
from debate_core.measuring.over_topics import (
    OverTopics,
    numbered,
    share_of_counts,
    share_over_topics,
    too_few,
)

NO_WINNER = "no judgment names a winner"
ONE_ORDER = "no pair was judged in both orders"
APART = "no two judges judged the same pair"


@dataclass(frozen=True, kw_only=True)
class PlaceEffect:
    """``first``: the share of judgments with a winner that name the one shown first, .5 without a preference;
    ``contradicted``: the share of pairs judged in both orders that name one winner in one order and the other in the
    other; ``longer``: the share that name the one with the longer text, None without texts. All 0 to 1, their intervals
    over questions."""

    first: Estimate
    contradicted: Estimate
    longer: Estimate | None = None


def order_effect(
    first_won: ArrayLike,
    questions: Sequence[Hashable],
    shown: Sequence[tuple[str, str]],
    lengths: Floats | None = None,
) -> PlaceEffect:
    """What the order of the two does to one judge. ``first_won`` (n,): 1 where the first shown won, 0 the second, .5 a
    tie, NaN missing; ``questions`` (n,): what was answered; ``shown`` (n,): the names of the two, in order; ``lengths``
    (2, n): of their texts.

    Shares over clusters of one question. Source: L. Zheng et al., arXiv:2306.05685, § 3.3, on position bias; intervals
    as `share_over_topics`.

    >>> both = [("x", "y"), ("y", "x")]
    >>> found = order_effect([1, 1, 1, 0, 1, 1], ["a", "a", "b", "b", "c", "c"], both * 3)
    >>> round(found.first.value, 3), round(found.contradicted.value, 3), found.contradicted.n
    (0.833, 0.667, 3)
    """
    won = np.asarray(first_won, dtype=np.float64)
    decided = np.flatnonzero((won == 0.0) | (won == 1.0)).tolist()
    by_pair: dict[tuple[Hashable, frozenset[str]], dict[tuple[str, str], float]] = {}
    for at in np.flatnonzero(~np.isnan(won)).tolist():
        by_pair.setdefault((questions[at], frozenset(shown[at])), {})[shown[at]] = float(won[at])
    both = [(key[0], tuple(orders.values())) for key, orders in by_pair.items() if len(orders) == 2]
    longer = None
    if lengths is not None:
        uneven = [n for n in decided if lengths[0, n] != lengths[1, n]]
        hits = np.where(lengths[0] > lengths[1], won, 1.0 - won)[uneven]
        longer = _share(hits, [questions[n] for n in uneven], NO_WINNER)
    return PlaceEffect(
        longer=longer,
        first=_share(won[decided], [questions[at] for at in decided], NO_WINNER),
        contradicted=_share(
            # The same position won both times, so the two orders name different winners.
            np.array([one == other != 0.5 for _, (one, other) in both], dtype=np.float64),
            [question for question, _ in both],
            ONE_ORDER,
        ),
    )


def _share(hits: ArrayLike, questions: Sequence[Hashable], nothing: str) -> OverTopics:
    return _over_questions(share_over_topics(hits, questions, nothing))


def _over_questions(share: OverTopics) -> OverTopics:
    if share.known or share.value is None:
        return share
    return replace(share, reason=too_few(share.topics, "questions"))


@dataclass(frozen=True, kw_only=True)
class ChoiceAgreement:
    """How far judges name the same one of two, over ``n`` pairs. ``nominal``: alpha of the one, the other and a tie as
    mere labels; ``between``: alpha with a tie halfway; of two judges, how often both say the ``same``, and the
    ``same_winner`` where neither sees a tie, 0 to 1. Intervals over questions, for these judges."""

    nominal: Alpha
    between: Alpha
    same: Estimate
    same_winner: Estimate


def choice_agreement(
    first_won: Floats, questions: Sequence[Hashable], names: Sequence[tuple[str, str]]
) -> ChoiceAgreement:
    """Agreement on pairs in whichever order they were shown. ``first_won`` (n_judges, n), NaN missing; ``questions``
    and ``names`` of the two (n,) as of `order_effect`.

    A judge of both orders names a winner who wins in both, else a tie. Which of two is called the one is arbitrary, so
    for alpha each pair counts both ways round, and chance favours neither.
    Source: L. Zheng et al., arXiv:2306.05685, § 3.4 on swaps and § 4.1 on agreement with ties (S1) and without (S2);
    counting both ways round as R. Fisher, Statistical Methods for Research Workers (1925), § 38.

    >>> one_order, won = [("x", "y")] * 4, np.array([[1.0, 1, 0, 0.5], [1.0, 0, 0, 0]])
    >>> alike = choice_agreement(won, list("abcd"), one_order)
    >>> alike.same.value, round(alike.same_winner.value, 3), round(alike.between.value, 3)
    (0.5, 0.667, 0.33)
    """
    won, of = _by_pair(first_won, questions, names)
    both, twice = np.concatenate([won, 1.0 - won], axis=1), np.tile(of, 2)
    # (3, n_pairs): how many judges name the other, see a tie, name the one.
    counts = np.stack([(won == result).sum(axis=0) for result in (0.0, 0.5, 1.0)])
    nominal, between = (
        replace(one, n=one.n // 2) for one in (alpha(both, "nominal", twice), alpha(both, "interval", twice))
    )
    return ChoiceAgreement(
        nominal=nominal,
        between=between,
        same=_alike(counts, of, APART),
        same_winner=_alike(counts[[0, 2]], of, NO_WINNER),
    )


def _alike(counts: Ints, of: Ints, nothing: str) -> OverTopics:
    twos = counts * (counts - 1) // 2
    given = counts.sum(axis=0)
    hits = np.bincount(of, twos.sum(axis=0)).astype(np.float64)
    share = share_of_counts(hits, np.bincount(of, given * (given - 1) // 2).astype(np.int64), nothing)
    return _over_questions(share)


def _by_pair(
    first_won: Floats, questions: Sequence[Hashable], names: Sequence[tuple[str, str]]
) -> tuple[Floats, Ints]:
    """Whether the one, by name, won each pair (n_judges, n_pairs), and the number of each pair's question."""
    turned = np.array([one > other for one, other in names])
    won = np.where(turned, 1.0 - first_won, first_won)
    place = numbered([(question, *sorted(two)) for question, two in zip(questions, names, strict=True)])
    least, most = np.full((2, place.max(initial=-1) + 1, len(won)), np.nan)
    np.fmin.at(least, place, won.T)
    np.fmax.at(most, place, won.T)
    of = np.zeros(len(least), dtype=np.int64)
    of[place] = numbered(questions)
    return np.where(np.isnan(least), np.nan, np.where(least == most, least, 0.5)).T, of
