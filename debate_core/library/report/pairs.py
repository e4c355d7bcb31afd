"""What a table of judgments of two at a time shows: strengths, how far judges agree, and what being first does."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from debate_core.measuring.arrays import Floats, Ints
from debate_core.measuring.bradley_terry import Strengths, davidson
from debate_core.measuring.over_topics import numbered
from debate_core.measuring.pair_judgments import ChoiceAgreement, PlaceEffect, choice_agreement, order_effect
from debate_core.ratings import RatingsTable
from debate_core.ratings.header import SHOWN, TIE

MOST_JUDGES = 12
"""Judges of whom each has strengths of its own."""


@dataclass(frozen=True, kw_only=True)
class PairReport:
    """``strengths``: of each of ``models``, over judges and questions, or over questions alone if there is one judge;
    ``by_judge``: each one's own, over questions, empty where there are one or too many; ``orders``: by judge;
    ``agreement``: None with one judge."""

    models: tuple[str, ...]
    strengths: Strengths
    by_judge: Mapping[str, Strengths]
    orders: Mapping[str, PlaceEffect]
    agreement: ChoiceAgreement | None


def first_won_of(table: RatingsTable) -> Floats | None:
    """1 where the one shown first is better (n_judges, n_items), 0 the second, .5 neither, NaN missing; None of a table
    of anything else."""
    if table.pairs is None or not set(table.labels or ("",)) <= {*SHOWN, TIE}:
        return None
    worth = {SHOWN[0]: 1.0, SHOWN[1]: 0.0, TIE: 0.5}
    values = np.array([*(worth[label] for label in table.labels or ()), np.nan])
    return np.asarray(values[np.nan_to_num(table.ratings, nan=-1.0).astype(np.int64)])


def pair_report(table: RatingsTable) -> PairReport | None:
    won = first_won_of(table)
    if won is None or table.pairs is None:
        return None
    questions, pairs = [pair[0] for pair in table.pairs], [pair[1:] for pair in table.pairs]
    names = [name for two in pairs for name in two]
    of, numbers, models = numbered(questions), numbered(names).reshape(-1, 2), tuple(dict.fromkeys(names))
    judges, items = np.nonzero(~np.isnan(won))

    def strengths(here: Ints, clusters: dict[str, Ints]) -> Strengths:
        first, second = numbers[items[here]].T
        return davidson(first, second, won[judges[here], items[here]], clusters, len(models))

    several = len(won) > 1
    each = [np.flatnonzero(judges == judge) for judge in range(len(won))]
    drawn = {"questions": of[items]} | ({"judges": judges} if several else {})
    return PairReport(
        models=models,
        strengths=strengths(np.arange(len(items)), drawn),
        by_judge={
            name: strengths(here, {"questions": of[items[here]]})
            for name, here in zip(table.judges, each, strict=True)
            if several and len(won) <= MOST_JUDGES
        },
        orders={
            name: order_effect(row, questions, pairs, table.lengths)
            for name, row in zip(table.judges, won, strict=True)
        },
        agreement=choice_agreement(won, questions, pairs) if several else None,
    )
