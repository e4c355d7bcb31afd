"""How far judges agree on which of two is better."""

import numpy as np
import pytest

from debate_core.measuring.pair_judgments import APART, choice_agreement
from tests.each import each

nan = float("nan")


def test_votes_that_guess_agree_as_often_as_mt_bench_says_random_ones_do():
    # L. Zheng et al. (2023), table 5: random votes agree in 33% with three answers, and in 50% of those with a winner.
    rng = np.random.default_rng(1)
    won = rng.choice([0.0, 0.5, 1.0], (2, 6000))
    random = choice_agreement(won, range(6000), [("x", "y")] * 6000)
    assert random.same.value == pytest.approx(1 / 3, abs=0.02)
    assert random.same_winner.value == pytest.approx(1 / 2, abs=0.02)
    assert random.nominal.interval[0] < 0 < random.nominal.interval[1]


def test_agreement_with_and_without_ties_by_hand():
    # 10 votes: both say the same in 6 (5 winners, 1 tie); both name a winner in 7, the same one in 5.
    one = [1, 1, 1, 0, 0, 0.5, 0.5, 1, 1, 0]
    other = [1, 1, 1, 0, 0, 0.5, 1, 0.5, 0, 1]
    agreement = choice_agreement(np.array([one, other], dtype=float), range(10), [("x", "y")] * 10)
    assert (agreement.same.value, agreement.same.n) == (0.6, 10)
    assert (agreement.same_winner.value, agreement.same_winner.n) == (pytest.approx(5 / 7), 7)
    # Both ways round there are 40 answers: 16 of either winner, 8 ties. Alpha is 1 − observed/expected disagreement.
    expected = 1 - (2 * 16 * 15 + 8 * 7) / (40 * 39)
    assert agreement.nominal.value == pytest.approx(1 - 0.4 / expected)


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
    turned = choice_agreement(1 - won, range(40), [("y", "x")] * 40)
    assert turned.between.value == pytest.approx(first.between.value)


def test_judges_of_different_pairs_have_no_agreement():
    won = np.array([[1, nan], [nan, 1]])
    agreement = choice_agreement(won, ["a", "b"], [("x", "y")] * 2)
    assert (agreement.same.value, agreement.same.reason) == (None, APART)
    assert agreement.between.value is None
