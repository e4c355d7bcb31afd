"""Five ways to make judges comparable, and when that is impossible."""

import numpy as np
import pytest

from debate_core.measuring.additive import fit, judge_variances
from debate_core.measuring.calibration import METHODS, apart_note, calibrate
from tests.each import each

nan = float("nan")
PANEL = np.array([[5.0, 6, 7, 4, 3, 5], [8, 9, 10, 7, 6, 8], [6, nan, 8, 5, nan, 6]])


@each("method", METHODS)
def test_missing_cells_stay_missing_the_input_is_untouched_and_one_judge_or_none_is_no_error(method):
    before = PANEL.copy()
    found = calibrate(PANEL, method)
    assert (np.isnan(found.ratings) == np.isnan(PANEL)).all()
    assert np.array_equal(before, PANEL, equal_nan=True)
    one = calibrate([[5, 6, 7]], method)
    assert (one.ratings.shape, one.severity_se, one.judge_variance) == ((1, 3), None, None)
    assert np.isnan(calibrate(np.full((2, 3), nan), method).ratings).all()
    with pytest.raises(ValueError, match=r"expected one of none, .* got 'rank'"):
        calibrate(PANEL, "rank")


def test_by_length_is_min_max_up_to_3_arguments_a_side_and_z_above():
    three, four = ["pro", "con"] * 3, ["pro", "con"] * 4
    assert calibrate(PANEL, "by_length", three).unit == "0 to 1"
    assert calibrate(np.tile(PANEL, 2)[:, :8], "by_length", four).unit == "z"
    assert calibrate(PANEL, "by_length", ["pro"] * 4 + ["con"] * 2).unit == "z"


def test_severity_is_points_below_the_panel_and_sums_to_nothing():
    found = calibrate(PANEL)
    # judge 0 is 3 below judge 1 and 1 below judge 2: effects −4/3, 5/3, −1/3
    assert found.severity == pytest.approx([4 / 3, -5 / 3, 1 / 3])
    assert found.severity_se == pytest.approx([0, 0, 0], abs=1e-9)
    assert fit(PANEL).items == pytest.approx(PANEL[0] + 4 / 3)
    assert found.unit == "points"
    assert np.nanmax(np.abs(found.ratings - (PANEL + found.severity[:, None]))) < 1e-12


def test_a_judge_between_a_strict_and_a_lenient_one_is_not_called_either_by_rounding():
    fitted = calibrate(np.array([[1.0], [0.3], [-0.4]]) + np.arange(1, 7) / 7)
    assert [fitted.severity_of(judge).clear for judge in range(3)] == [True, False, True]


def test_severity_and_its_error_equal_ordinary_least_squares_with_missing_cells():
    rng = np.random.default_rng(3)
    panel = rng.normal(6, 2, (4, 6))
    panel[0, 1] = panel[2, 3] = panel[2, 5] = nan
    judge, item = np.nonzero(~np.isnan(panel))
    # effects coding: the last judge's effect is minus the sum of the others
    design = np.zeros((judge.size, 3 + 6))
    for row, (j, u) in enumerate(zip(judge, item, strict=True)):
        design[row, :3] = np.eye(3)[j] if j < 3 else -1
        design[row, 3 + u] = 1
    y = panel[judge, item]
    solved, rss, _, _ = np.linalg.lstsq(design, y, rcond=None)
    sigma2 = rss[0] / (y.size - 9)
    errors = np.sqrt(sigma2 * np.diag(np.linalg.inv(design.T @ design)))
    found = calibrate(panel)
    assert found.severity[:3] == pytest.approx(-solved[:3])
    assert found.severity_se[:3] == pytest.approx(errors[:3])
    assert fit(panel).variance == pytest.approx(sigma2)
    assert found.judge_variance == pytest.approx(judge_variances(fit(panel)))


def test_judges_who_share_no_argument_are_named_and_not_solved():
    panel = np.array([[5, 6, nan, nan], [4, 6, nan, nan], [nan, nan, 7, 8]])
    found = calibrate(panel)
    assert (found.severity, found.severity_se, found.judge_variance) == (None, None, None)
    assert np.array_equal(found.ratings, panel, equal_nan=True)
    assert "judges 1, 2 and judge 3 scored none in common" in apart_note(panel)


def test_a_judge_without_scores_has_no_severity_and_leaves_the_others_alone():
    with_absent = calibrate(np.vstack((PANEL[:2], np.full((1, 6), nan))))
    assert np.isnan(with_absent.severity[2])
    assert with_absent.severity[:2] == pytest.approx(calibrate(PANEL[:2]).severity)


@each(("judges", "items"), [(2, 3), (3, 3), (4, 6), (6, 3)])
def test_of_equally_strict_judges_one_is_called_strict_or_lenient_in_one_panel_of_twenty(judges, items):
    """Two standard errors, whatever the number of scores and judges, called 17 to 29% of these panels' judges so."""
    draws = np.random.default_rng(5).normal(6.0, 1.0, (1000, judges, items))
    clear = [
        any(found.severity_of(judge).clear for judge in range(judges)) for found in map(calibrate, draws)
    ]
    assert 0.03 < np.mean(clear) < 0.068
    strict = draws[:200] - 3.0 * (np.arange(judges) == 0)[:, None]
    assert np.mean([calibrate(one).severity_of(0).clear for one in strict]) > (0.9 if judges == 4 else 0.25)
