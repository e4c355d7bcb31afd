"""Who agrees with whom: alpha of two judges at a time, on what both scored."""

import numpy as np
import pytest

from debate_core.measuring.agreement import alpha, pairs
from debate_core.measuring.gap import ballot_of, ballots

nan = float("nan")
PANEL = np.array(
    [[7.5, 8, 6.5, 4, 3.5, 5], [8, 8.5, 7, 3.5, 3, 4.5], [6, 7, 5.5, 5, 4.5, 6], [nan, 8, 6, 4, nan, 5]]
)


def test_a_pairs_alpha_is_alpha_of_its_two_rows_on_what_both_scored():
    found = {(one.first, one.second): one for one in pairs(PANEL)}
    assert len(found) == 6
    for (first, second), one in found.items():
        rows = PANEL[[first, second]]
        both = rows[:, ~np.isnan(rows).any(axis=0)]
        assert one.alpha.n == both.shape[1]
        assert one.alpha.value == pytest.approx(alpha(both).value)
        assert one.alpha.interval == pytest.approx(alpha(both).interval)


def test_severity_is_disagreement_in_alpha_but_not_in_where_they_part():
    found = pairs([[1, 2, 3, 4], [4, 5, 6, 7]])[0]
    # always 3 apart: variance 4.5 within; 1, 2, 3, 4, 4, 5, 6, 7 have variance 28/7 = 4: alpha = 1 − 4.5/4
    assert found.alpha.value == pytest.approx(-0.125)
    assert found.furthest is None


def test_a_pair_that_shares_too_little_says_so():
    found = pairs([[1, nan, 3], [nan, 2, 3], [1, 2, nan]])
    assert [one.alpha.n for one in found] == [1, 1, 1]
    assert {one.alpha.value for one in found} == {None}
    assert found[0].alpha.reason == "they scored only 1 in common"
    assert pairs([[1, nan], [nan, 2]])[0].alpha.reason == "they scored none in common"


def test_neither_two_arguments_nor_labels_have_one_they_part_on_and_one_judge_makes_no_pair():
    two = pairs([[1, 2], [2, 5]])[0]
    # variances .5 and 4.5 within; 1, 2, 2, 5 have 3: alpha = 1 − 2.5/3
    assert (two.furthest, two.alpha.value) == (None, pytest.approx(1 / 6))
    assert pairs([[0, 1, 2, 1], [0, 1, 0, 2]], "nominal")[0].furthest is None
    assert pairs([[1, 2, 3]]) == ()


def test_a_quarter_of_a_point_is_a_tie_though_it_was_summed_from_tenths():
    assert 4.15 - 3.9 > 0.25 and ballot_of(4.15 - 3.9) == "TIE"
    assert ballots([[4.15, 3.9], [4.16, 3.9]], ["pro", "con"]) == ("TIE", "PRO")
