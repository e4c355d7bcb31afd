"""What must not matter, does not matter."""

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from debate_core.measuring.agreement import alpha_value, kappa
from debate_core.measuring.calibration import calibrate
from debate_core.measuring.krippendorff import LEVELS
from tests.measuring.test_gap import gap

pytestmark = pytest.mark.slow  # as a whole, some seconds

SCORE = st.one_of(st.just(float("nan")), st.integers(1, 10).map(float))
TABLES = hnp.array_shapes(min_dims=2, max_dims=2, min_side=2, max_side=7).flatmap(
    lambda shape: hnp.arrays(np.float64, shape, elements=SCORE)
)


def same(one, other, tolerance=1e-9):
    assert (one is None) == (other is None)
    if one is not None:
        assert one == pytest.approx(other, abs=tolerance)


@given(TABLES, st.sampled_from(LEVELS), st.randoms(use_true_random=False))
def test_neither_order_nor_a_judge_who_scored_nothing_matters_and_alpha_never_exceeds_1(table, level, random):
    rows, columns = list(range(table.shape[0])), list(range(table.shape[1]))
    random.shuffle(rows)
    random.shuffle(columns)
    found, absent = alpha_value(table, level), np.full((1, table.shape[1]), np.nan)
    same(found, alpha_value(table[rows][:, columns], level))
    same(found, alpha_value(np.vstack((table, absent)), level))
    assert found is None or found <= 1 + 1e-12


@given(TABLES, st.floats(0.1, 50), st.floats(-1e3, 1e3))
def test_interval_alpha_survives_a_change_of_scale_and_ordinal_alpha_any_rising_one(table, slope, shift):
    same(alpha_value(table), alpha_value(table * slope + shift), 1e-7)
    same(alpha_value(table), alpha_value(-table))
    same(alpha_value(table), alpha_value(table + 1e9), 1e-9)
    same(alpha_value(table, "ordinal"), alpha_value(np.exp(table), "ordinal"))


@given(hnp.arrays(np.float64, (3, 6), elements=st.integers(1, 10).map(float)), st.floats(-5, 5))
def test_one_judges_severity_does_not_move_calibrated_scores_apart(table, shift):
    moved = table.copy()
    moved[1] += shift
    base, after = calibrate(table), calibrate(moved)
    apart = base.ratings - base.ratings.mean()
    assert after.ratings - after.ratings.mean() == pytest.approx(apart, abs=1e-9)
    assert after.severity[1] - base.severity[1] == pytest.approx(-shift * 2 / 3, abs=1e-9)


@given(TABLES, st.floats(-5, 5), st.integers(1, 6))
def test_one_judges_severity_does_not_move_the_gap(table, shift, pro):
    assume(pro < table.shape[1])
    sides = ["pro"] * pro + ["con"] * (table.shape[1] - pro)
    moved = table.copy()
    moved[0] += shift
    same(gap(table, sides).value, gap(moved, sides).value, 1e-8)
    same(gap(table, sides).se, gap(moved, sides).se, 1e-6)


@given(hnp.arrays(np.float64, (4, 6), elements=st.integers(1, 10).map(float)))
def test_swapping_the_sides_turns_the_gap_over(table):
    sides = ["pro", "con"] * 3
    found, turned = gap(table, sides), gap(table, ["con", "pro"] * 3)
    assert found.value == pytest.approx(-turned.value, abs=1e-9)
    assert (found.p_pro is None) == (turned.p_pro is None)
    if found.p_pro is not None and turned.p_pro is not None:
        assert found.p_pro == pytest.approx(1 - turned.p_pro, abs=1e-9)


ANSWERS = ["UPHELD", "REFUTED", None]
LABELS = hnp.arrays(
    object, st.tuples(st.integers(2, 5), st.integers(2, 6)), elements=st.sampled_from(ANSWERS)
)


@given(LABELS.map(np.ndarray.tolist))
def test_kappa_never_exceeds_1_and_is_unmoved_by_order(standings):
    found = kappa(standings)
    assert found.value is None or found.value <= 1 + 1e-12
    same(found.value, kappa(standings[::-1]).value)
