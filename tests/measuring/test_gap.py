"""Pro minus con in points."""

from dataclasses import replace

import numpy as np
import pytest
from scipy import special

from debate_core.measuring.additive import Floor, floor_of
from debate_core.measuring.gap import gaps
from debate_core.measuring.table import panel_table
from tests.each import each

nan = float("nan")
SIDES = ["pro", "pro", "pro", "con", "con", "con"]
PANEL = np.array([[7.5, 8, 6.5, 4, 3.5, 5], [8, 8.5, 7, 3.5, 3, 4.5], [6, 7, 5.5, 5, 4.5, 6]])


def gap(ratings, sides, weights=None):
    (found,) = gaps([panel_table(ratings, sides, weights=weights)])
    return found


def test_with_complete_data_the_gap_is_the_weighted_mean_of_judges_side_differences():
    weights = np.array([0.5, 0.3, 0.2])
    by_judge = PANEL[:, :3].mean(axis=1) - PANEL[:, 3:].mean(axis=1)
    found = gap(PANEL, SIDES, weights)
    assert found.value == pytest.approx(weights @ by_judge)
    assert found.sides.pro == pytest.approx(weights @ PANEL[:, :3].mean(axis=1))
    assert found.sides.con == pytest.approx(weights @ PANEL[:, 3:].mean(axis=1))
    assert found.sides.shares == pytest.approx(weights)
    means = np.column_stack((PANEL[:, :3].mean(axis=1), PANEL[:, 3:].mean(axis=1)))
    assert found.sides.parts == pytest.approx(weights[:, None] * means)


@each("adjusted", [True, False])
def test_what_judges_contribute_adds_up_to_the_results_with_missing_cells_too(adjusted):
    table = PANEL.copy()
    table[0, 0] = table[2, 5] = nan
    table = np.vstack((table, [6, nan, 7, nan, nan, nan]))  # the last has no part
    panel = panel_table(table, SIDES, weights=[0.4, 0.3, 0.2, 0.1])
    (found,) = gaps([replace(panel, adjusted=adjusted)])
    assert np.nansum(found.sides.parts, axis=0) == pytest.approx([found.sides.pro, found.sides.con])
    assert np.isnan(found.sides.parts[3]).all() and found.sides.shares[3] == 0
    assert found.sides.shares.sum() == pytest.approx(1) and (found.sides.shares[:3] > 0).all()


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
    (plain,) = gaps([replace(panel_table(panel, SIDES), adjusted=False)])
    assert plain.value == pytest.approx(3)
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
    reach = special.stdtrit(15, 0.95) * se
    assert found.interval == pytest.approx((found.value - reach, found.value + reach))
    assert found.p_pro == pytest.approx(special.stdtr(15, found.value / se))


def test_a_judge_without_any_score_on_a_side_has_no_part():
    panel = np.vstack((PANEL, [9, 9, 9, nan, nan, nan]))
    found = gap(panel, SIDES, [0.25] * 4)
    assert found.judges == (0, 1, 2)
    assert found.sides.shares[3] == 0
    assert found.value == pytest.approx(gap(PANEL, SIDES).value)
    assert np.isnan(found.sides.side_means[3, 1])


def test_where_nothing_shows_how_sure_a_gap_is_it_has_no_interval():
    found = gap([[7, 6, 4, 3]], ["pro", "pro", "con", "con"])
    assert found.value == pytest.approx(3)
    assert (found.interval, found.by_judge.interval, found.p_pro, found.se, found.bare) == (None,) * 5
    assert found.reason.startswith("too few scores to tell error from effect")


def test_no_residual_is_no_proof_of_no_error():
    # 1 degree of freedom and none left: (4 · .25 + 1 · 0)/5 = .2, times Σ h² = 4 · (1/2)²
    found = gap([[5, 4], [8, 7]], ["pro", "con"])
    assert (found.value, found.se) == (pytest.approx(1), pytest.approx(0.2**0.5))
    # rounding to steps of 3 is more: 9/12
    table = replace(panel_table([[5, 4], [8, 7]], ["pro", "con"]), floor=floor_of(9.0, 3.0**2))
    assert gaps([table])[0].se == pytest.approx(0.75**0.5)
    # z-scores are 1/√2 from their mean where points were ½: squares twice as large
    assert gaps([table.calibrate("zscore")])[0].se == pytest.approx(1.5**0.5)
    assert panel_table([[5, 5], [5, 5]], ["pro", "con"]).calibrate("zscore").rescaled == 1.0


def test_the_floor_narrows_no_interval_and_leaves_a_large_variance_as_it_is():
    noisy = np.random.default_rng(2).normal(6, 3, (4, 6))
    bare, usual = (
        gaps([replace(panel_table(noisy, SIDES), floor=Floor(prior=prior))])[0] for prior in (0.0, 0.25)
    )
    assert usual.interval == pytest.approx(bare.interval)
    assert usual.by_judge.interval == pytest.approx(bare.by_judge.interval)


def test_the_interval_judge_by_judge_is_the_t_interval_of_their_own_gaps():
    panel = np.random.default_rng(2).normal(6, 3, (4, 6))
    own = panel[:, :3].mean(axis=1) - panel[:, 3:].mean(axis=1)
    reach = special.stdtrit(3, 0.9) * own.std(ddof=1) / 2
    found = gap(panel, SIDES)
    assert found.by_judge.interval == pytest.approx((own.mean() - reach, own.mean() + reach))


def test_with_missing_cells_the_judges_parts_have_the_error_of_cr2():
    """Bell & McCaffrey by its definition: clusters are judges; a column for each judge but the first, each argument."""
    panel = np.random.default_rng(4).normal(6, 3, (4, 6))
    panel[0, 1] = panel[2, 5] = panel[3, 0] = nan
    cells = np.argwhere(~np.isnan(panel))
    design = np.array([np.eye(4)[j, 1:].tolist() + np.eye(6)[u].tolist() for j, u in cells])
    contrast = np.array([0.0] * 3 + [1 / 3] * 3 + [-1 / 3] * 3)
    bread = np.linalg.inv(design.T @ design)
    maker = np.eye(len(cells)) - design @ bread @ design.T
    residuals, h = maker @ panel[tuple(cells.T)], design @ bread @ contrast
    squares, columns = 0.0, []
    for judge in range(4):
        mine = np.flatnonzero(cells[:, 0] == judge)
        size, axes = np.linalg.eigh(maker[np.ix_(mine, mine)])
        root = axes @ np.diag([0.0 if s < 1e-9 else s**-0.5 for s in size]) @ axes.T
        squares += float(h[mine] @ root @ residuals[mine]) ** 2
        columns.append(maker[:, mine] @ root @ h[mine])
    size = np.linalg.eigvalsh(np.array(columns) @ np.array(columns).T)
    found = gaps([replace(panel_table(panel, SIDES), floor=Floor(prior=0.0))])[0]
    assert (found.by_judge.se, found.by_judge.df) == pytest.approx(
        (squares**0.5, size.sum() ** 2 / (size**2).sum())
    )


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
    assert found.reason is not None


def test_unknown_sides_are_refused():
    with pytest.raises(ValueError, match="expected 'pro' or 'con', got 'left'"):
        gap([[1, 2]], ["left", "con"])
    with pytest.raises(ValueError, match="expected 2"):
        gap([[1, 2]], ["pro"])


def with_people(*rows):
    """The panel with people below it, each with scores of some arguments."""
    return np.vstack((PANEL, rows))


FEW = [9, nan, nan, 2, nan, nan]
OVERLAPPING = [8, 8, nan, nan, nan, 3], [nan, nan, 2, 7, nan, nan], [nan, nan, 5, nan, nan, 5]


@pytest.mark.parametrize("people", [(FEW,), (FEW, [nan, 4, nan, nan, 6, nan]), OVERLAPPING])
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


@each("row", [[9, 2, 9, nan, nan, nan], [nan, nan, nan, nan, 1, nan], [nan] * 6])
@each("weights", [None, [0.4, 0.3, 0.1, 0.2]])
def test_a_row_on_one_side_alone_neither_moves_nor_narrows_the_interval(row, weights):
    rest = None if weights is None else weights[:3]
    found, without = gap(with_people(row), SIDES, weights), gap(PANEL, SIDES, rest)
    assert found.interval == pytest.approx(without.interval)
    assert (found.value, found.df) == (pytest.approx(without.value), pytest.approx(without.df))


@pytest.mark.slow
@pytest.mark.parametrize("weights", [None, [0.4, 0.2, 0.2, 0.2, 0.25, 0.25]])
def test_the_interval_holds_what_it_promises_with_people_who_scored_few_and_err_twice_as_much(weights):
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
