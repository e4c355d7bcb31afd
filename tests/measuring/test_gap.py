"""Pro minus con in points."""

import numpy as np
import pytest
from scipy import stats

from debate_core.measuring.gap import gap, gaps
from debate_core.measuring.table import panel_table

nan = float("nan")
SIDES = ["pro", "pro", "pro", "con", "con", "con"]
PANEL = np.array([[7.5, 8, 6.5, 4, 3.5, 5], [8, 8.5, 7, 3.5, 3, 4.5], [6, 7, 5.5, 5, 4.5, 6]])


def test_with_complete_data_the_gap_is_the_weighted_mean_of_judges_side_differences():
    weights = np.array([0.5, 0.3, 0.2])
    by_judge = PANEL[:, :3].mean(axis=1) - PANEL[:, 3:].mean(axis=1)
    found = gap(PANEL, SIDES, weights)
    assert found.value == pytest.approx(weights @ by_judge)
    assert found.sides.pro == pytest.approx(weights @ PANEL[:, :3].mean(axis=1))
    assert found.sides.con == pytest.approx(weights @ PANEL[:, 3:].mean(axis=1))
    assert found.sides.shares == pytest.approx(weights)


def test_an_unequal_number_of_arguments_favours_nobody():
    sides = ["pro", "con", "con", "con", "con", "con"]
    found = gap(np.full((2, 6), 6.0), sides)
    assert found.value == pytest.approx(0)
    assert (found.sides.pro, found.sides.con) == (pytest.approx(6), pytest.approx(6))


def test_a_severe_judges_missing_cell_does_not_move_the_gap():
    # effects 8 8 8 5 5 5; the second judge is 3 below. Raw means would give pro 8 of one judge.
    panel = np.array([[8.0, 8, 8, 5, 5, 5], [5, 5, 5, 2, 2, 2]])
    panel[1, 0] = panel[1, 1] = nan
    found = gap(panel, SIDES)
    assert found.value == pytest.approx(3)
    assert gap(panel, SIDES, adjusted=False).value == pytest.approx(3)
    assert found.sides.pro == pytest.approx(6.5)
    assert found.sides.con == pytest.approx(3.5)


def test_interval_and_probability_follow_from_the_residual_variance():
    rng = np.random.default_rng(2)
    panel = rng.normal(6, 1, (4, 6))
    found = gap(panel, SIDES)
    centred = panel - panel.mean(axis=0) - panel.mean(axis=1)[:, None] + panel.mean()
    variance = (centred**2).sum() / 15
    # each side's mean is over 12 cells: variance σ²(1/12 + 1/12)
    se = np.sqrt(variance / 6)
    assert found.df == 15
    assert found.se == pytest.approx(se)
    reach = stats.t.ppf(0.95, 15) * se
    assert found.interval == pytest.approx((found.value - reach, found.value + reach))
    assert found.p_pro == pytest.approx(stats.t.cdf(found.value / se, 15))


def test_a_judge_without_any_score_on_a_side_has_no_part():
    panel = np.vstack((PANEL, [9, 9, 9, nan, nan, nan]))
    found = gap(panel, SIDES, [0.25] * 4)
    assert found.judges == (0, 1, 2)
    assert found.sides.shares[3] == 0
    assert found.value == pytest.approx(gap(PANEL, SIDES).value)
    assert np.isnan(found.sides.side_means[3, 1])


def test_shares_sum_to_1_with_missing_cells():
    panel = PANEL.copy()
    panel[0, 0] = panel[1, 4] = nan
    shares = gap(panel, SIDES, [0.6, 0.3, 0.1]).sides.shares
    assert shares.sum() == pytest.approx(1)
    assert (shares > 0).all()


@pytest.mark.parametrize(
    ("ratings", "sides", "value", "reason"),
    [
        ([[5, 4], [8, 7]], ["pro", "con"], 1, "the judges differ by severity only"),
        ([[7, 6, 4, 3]], ["pro", "pro", "con", "con"], 3, "too few scores to tell error from effect"),
    ],
)
def test_where_nothing_shows_how_sure_a_gap_is_it_has_no_interval(ratings, sides, value, reason):
    found = gap(ratings, sides)
    assert found.value == pytest.approx(value)
    assert (found.interval, found.p_pro, found.se) == (None, None, None)
    assert found.interval_reason.startswith(reason)


@pytest.mark.parametrize(
    ("ratings", "sides", "reason"),
    [
        ([[5, 6], [6, 7]], ["pro", "pro"], "one side has no argument"),
        ([[5, nan], [nan, 7]], ["pro", "con"], "no judge scored both sides"),
        (np.full((2, 2), nan), ["pro", "con"], "no judge scored both sides"),
        # judge 1 saw pro 1, 2 and con 1; judge 2 saw pro 3 and con 2, 3
        ([[5, 6, nan, 4, nan, nan], [nan, nan, 7, nan, 3, 4]], SIDES, "judge 1 shares no argument"),
    ],
)
def test_a_gap_that_cannot_be_computed_says_why(ratings, sides, reason):
    found = gap(ratings, sides)
    assert found.value is None
    assert found.reason.startswith(reason)
    assert found.interval_reason is not None


def test_unknown_sides_are_refused():
    with pytest.raises(ValueError, match="expected 'pro' or 'con', got 'left'"):
        gap([[1, 2]], ["left", "con"])
    with pytest.raises(ValueError, match="expected 2"):
        gap([[1, 2]], ["pro"])


def with_people(*rows):
    """The panel with people below it, each with scores of some arguments."""
    return np.vstack((PANEL, rows))


@pytest.mark.parametrize(
    "people",
    [
        ([9, nan, nan, 2, nan, nan],),
        ([9, nan, nan, 2, nan, nan], [nan, 4, nan, nan, 6, nan]),
        ([8, 8, nan, nan, nan, 3], [nan, nan, 2, 7, nan, nan], [nan, nan, 5, nan, nan, 5]),
    ],
)
def test_partly_filled_rows_that_share_no_argument_are_fitted_as_least_squares_has_it(people):
    panel = with_people(*people)
    present = ~np.isnan(panel)
    judges, items = panel.shape
    # A column for each judge but the first and one for each argument; the gap is a contrast of the latter.
    rows = [np.eye(judges)[j, 1:].tolist() + np.eye(items)[u].tolist() for j, u in np.argwhere(present)]
    design, scores = np.array(rows), panel[present]
    contrast = np.array([0.0] * (judges - 1) + [1 / 3] * 3 + [-1 / 3] * 3)
    found_by, squares, *_ = np.linalg.lstsq(design, scores, rcond=None)
    free = scores.size - judges - items + 1
    error = np.sqrt(squares[0] / free * contrast @ np.linalg.inv(design.T @ design) @ contrast)
    found = gap(panel, SIDES)
    assert found.value == pytest.approx(contrast @ found_by)
    assert (found.df, found.se) == (free, pytest.approx(error))


@pytest.mark.parametrize("row", [[9, 2, 9, nan, nan, nan], [nan, nan, nan, nan, 1, nan], [nan] * 6])
@pytest.mark.parametrize("weights", [None, [0.4, 0.3, 0.1, 0.2]])
def test_a_row_on_one_side_alone_neither_moves_nor_narrows_the_interval(row, weights):
    rest = None if weights is None else weights[:3]
    found, without = gap(with_people(row), SIDES, weights), gap(PANEL, SIDES, rest)
    assert found.interval == pytest.approx(without.interval)
    assert (found.value, found.df) == (pytest.approx(without.value), pytest.approx(without.df))


@pytest.mark.parametrize("weights", [None, [0.4, 0.2, 0.2, 0.2, 0.25, 0.25]])
def test_the_interval_holds_what_it_promises_with_people_who_scored_a_few_arguments_and_err_twice_as_much(
    weights,
):
    rng = np.random.default_rng(11)
    scored = np.ones((6, 6), dtype=bool)
    scored[4:] = [[1, 0, 0, 1, 0, 0], [0, 1, 1, 0, 1, 0]]
    truth, tables = rng.normal(6.0, 1.2, (600, 6)), []
    for arguments in truth:
        errors = rng.normal(0, 1, (6, 6)) * np.array([1, 1, 1, 1, 2, 2])[:, None]
        ratings = arguments + rng.normal(0, 1, (6, 1)) + errors
        tables.append(panel_table(np.where(scored, ratings, nan), SIDES, weights=weights))
    gap_of = truth[:, :3].mean(axis=1) - truth[:, 3:].mean(axis=1)
    ends = np.array([found.interval for found in gaps(tables)])
    held = (ends[:, 0] <= gap_of) & (gap_of <= ends[:, 1])
    assert held.mean() == pytest.approx(0.90, abs=0.035)
