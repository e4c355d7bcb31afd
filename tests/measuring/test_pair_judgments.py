"""How far judges agree on which of two is better."""

import numpy as np
import pytest

from debate_core.library.report.ratings import report_ratings
from debate_core.measuring.pair_judgments import (
    APART,
    NO_TWO_WINNERS,
    ONE_PLACE,
    choice_agreement,
    order_effect,
)
from debate_core.ratings import read_ratings
from tests.each import each

nan = float("nan")


def test_votes_that_guess_agree_as_often_as_mt_bench_says_random_ones_do():
    # L. Zheng et al. (2023), table 5: random votes agree in 33% with three answers, and in 50% of those with a winner.
    rng = np.random.default_rng(1)
    won = rng.choice([0.0, 0.5, 1.0], (2, 6000))
    random = choice_agreement(won, range(6000), [("x", "y")] * 6000)
    assert random.same.value == pytest.approx(1 / 3, abs=0.02)
    assert random.same_winner.value == pytest.approx(1 / 2, abs=0.02)


MT_BENCH = {
    "GPT-4 and a person, turn 1": ((1343, 886, 859, 727), (0.66, 0.85)),
    "GPT-4 and a person, turn 2": ((1325, 871, 864, 731), (0.66, 0.85)),
    "two people, turn 1": ((721, 454, 479, 388), (0.63, 0.81)),
    "two people, turn 2": ((707, 471, 474, 388), (0.67, 0.82)),
}
"""Pairs of votes and how many agree, of all (S1) and where both name a winner (S2), and what L. Zheng et al. (2023),
table 5, made of them. The counts are printed by FastChat's compute_agreement.py on lmsys/mt_bench_human_judgments; read
in the notebook LLM_Judge_Human_MT_Bench_Agreement_Calculation of molnarai/BuildingGenerativeAIBusinessSolutions."""


@each("who", MT_BENCH)
def test_mt_benchs_published_agreement_comes_out_of_its_published_counts(who):
    (votes, alike, decided, won), published = MT_BENCH[who]
    split, ties, half = decided - won, alike - won, votes - decided - (alike - won)
    one = [1.0] * decided + [0.5] * ties + [0.5] * half
    other = [1.0] * won + [0.0] * split + [0.5] * ties + [1.0] * half
    agreement = choice_agreement(np.array([one, other]), range(votes), [("x", "y")] * votes)
    assert (agreement.same.n, agreement.same_winner.n) == (votes, decided)
    assert (round(agreement.same.value, 2), round(agreement.same_winner.value, 2)) == published


def test_agreement_with_and_without_ties_by_hand():
    # Of three on one question every two count: x, x, tie make 3 votes, 1 alike; 1 of 1 where both name a winner.
    # On the next x and y, on the third two ties, and the judge of one vote counts nowhere.
    table = [[1, 1, 0.5, nan], [1, 0, 0.5, 1], [0.5, nan, nan, nan]]
    agreement = choice_agreement(np.array(table), range(4), [("x", "y")] * 4)
    assert (agreement.same.value, agreement.same.n) == (2 / 5, 5)
    assert (agreement.same_winner.value, agreement.same_winner.n) == (1 / 2, 2)
    # 7 votes of pairs both ways round make 14: 4 winners of either name, 6 ties. Alpha is 1 - observed/expected.
    words = {1: "first", 0: "second", 0.5: "tie"}
    rows = [
        f"{who},{item},{words[one]},x,y"
        for who, row in enumerate(table)
        for item, one in enumerate(row)
        if one in words
    ]
    alpha = report_ratings(
        read_ratings("\n".join(["judge,item,score,first,second", *rows]), level="nominal"), "nominal"
    ).agreement.alpha
    observed = 2 * (4 / 2 + 2 / 1 + 0) / 14
    expected = 1 - (2 * 4 * 3 + 6 * 5) / (14 * 13)
    assert (alpha.value, alpha.n) == (pytest.approx(1 - observed / expected), 3)


@each(
    ("won", "same"),
    [
        ([[1, 0], [1, 0]], 1.0),
        ([[1, 1], [1, 1]], 1.0),
        ([[1, 1], [1, 0]], 0.0),
        ([[1, nan], [nan, 0]], 1.0),
        ([[1, nan], [nan, 1]], 0.0),
        ([[1, 0.5], [0.5, 0.5]], 1.0),
    ],
)
def test_both_orders_of_a_pair_are_one_case_and_who_contradicts_itself_sees_a_tie(won, same):
    agreement = choice_agreement(np.array(won, dtype=float), ["a", "a"], [("x", "y"), ("y", "x")])
    assert (agreement.same.value, agreement.same.n) == (same, 1)


def test_which_of_the_two_has_which_name_changes_no_figure():
    rng = np.random.default_rng(2)
    won = rng.choice([0.0, 0.5, 1.0], (3, 40), p=[0.2, 0.2, 0.6])
    first = choice_agreement(won, range(40), [("x", "y")] * 40)
    assert first == choice_agreement(won, range(40), [("y", "x")] * 40)
    assert choice_agreement(1 - won, range(40), [("y", "x")] * 40).same == first.same


def test_judges_of_different_pairs_have_no_agreement():
    won = np.array([[1, nan], [nan, 1]])
    agreement = choice_agreement(won, ["a", "b"], [("x", "y")] * 2)
    assert (agreement.same.value, agreement.same.reason) == (None, APART)
    assert agreement.same_winner.reason == NO_TWO_WINNERS


@each(
    ("shown", "first"),
    [
        ([("x", "y")] * 4, None),
        ([("x", "y"), ("y", "z"), ("x", "z"), ("x", "y")], None),
        ([("x", "y")] * 39 + [("y", "x")], None),
        ([("x", "y"), ("y", "z"), ("z", "x"), ("x", "y")], 5 / 6),
        # x wins in either place: the mean of both orders, however often each came.
        ([("x", "y"), ("x", "y"), ("x", "y"), ("y", "x")], 1 / 2),
    ],
)
def test_a_preference_for_a_place_is_told_apart_from_strength_or_not_told(shown, first):
    won = [1] * (len(shown) - 1) + [0]
    share = order_effect(won, range(len(shown)), shown).first
    assert (share.value, share.n, share.reason) == (
        first and pytest.approx(first),
        len(shown),
        None if first else ONE_PLACE,
    )
