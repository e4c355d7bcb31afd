"""Judgments of which of two is better: whether being shown first helps, and whether swapping the two changes them."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike

from debate_core.measuring.estimate import Estimate
from debate_core.measuring.over_topics import LEAST_TOPICS, OverTopics, share_over_topics

NO_WINNER = "no judgment names a winner"
ONE_ORDER = "no pair was judged in both orders"


@dataclass(frozen=True, kw_only=True)
class PlaceEffect:
    """``first``: the share of judgments with a winner that name the one shown first, .5 without a preference;
    ``contradicted``: the share of pairs judged in both orders that name one winner in one order and the other in the
    other. Both 0 to 1, their intervals over questions."""

    first: Estimate
    contradicted: Estimate


def order_effect(
    first_won: ArrayLike, questions: Sequence[Hashable], shown: Sequence[tuple[str, str]]
) -> PlaceEffect:
    """What the order of the two does to one judge. ``first_won`` (n,): 1 where the first shown won, 0 the second, .5 a
    tie, NaN missing; ``questions`` (n,): what was answered; ``shown`` (n,): the names of the two, in order.

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
    return PlaceEffect(
        first=_share(won[decided], [questions[at] for at in decided], NO_WINNER),
        contradicted=_share(
            # The same position won both times, so the two orders name different winners.
            np.array([one == other != 0.5 for _, (one, other) in both], dtype=np.float64),
            [question for question, _ in both],
            ONE_ORDER,
        ),
    )


def _share(hits: ArrayLike, questions: Sequence[Hashable], nothing: str) -> OverTopics:
    share = share_over_topics(hits, questions, nothing)
    if share.known or share.value is None:
        return share
    reason = f"too few: an interval over questions needs {LEAST_TOPICS}, and there are fewer"
    return replace(share, reason=reason)
