"""How noisy each judge is, and what that makes of a weighted gap's interval."""

from dataclasses import replace

import numpy as np
import pytest

from debate_core.measuring.additive import contrast_error, fit, judge_variances, mixing
from debate_core.measuring.gap import gaps
from debate_core.measuring.simulation import PanelTruth, simulate
from debate_core.measuring.table import panel_table
from tests.measuring.test_gap import gap

pytestmark = pytest.mark.slow

SIDES = ["pro"] * 3 + ["con"] * 3


def _residual_maker(table):
    """I − X(X'X)⁺X' over the cells present, written out, with each cell's judge."""
    cells = np.argwhere(~np.isnan(table))
    design = np.zeros((len(cells), sum(table.shape)))
    for row, (judge, item) in enumerate(cells):
        design[row, judge] = design[row, table.shape[0] + item] = 1.0
    return np.eye(len(cells)) - design @ np.linalg.pinv(design), cells[:, 0]


@pytest.mark.parametrize("missing", [0.0, 0.2, 0.4])
def test_mixing_is_the_squared_residual_maker_by_judges(missing):
    rng = np.random.default_rng(3)
    table = rng.normal(6, 2, (4, 6))
    table[rng.random(table.shape) < missing] = np.nan
    maker, judge = _residual_maker(table)
    squared = maker**2
    brute = [[squared[np.ix_(judge == j, judge == k)].sum() for k in range(4)] for j in range(4)]
    assert mixing(fit(table)) == pytest.approx(np.array(brute), abs=1e-9)


def test_known_variances_count_by_their_ratios_alone():
    table = np.random.default_rng(4).normal(6, 1, (4, 6))
    contrast = np.full((4, 6), 1 / 12) * np.array([1, 1, 1, -1, -1, -1])
    one, ten = (contrast_error(fit(table), contrast, k * np.array([1.0, 2, 3, 4])) for k in (1, 10))
    assert one.se == pytest.approx(ten.se)
    assert one.df == pytest.approx(ten.df)
    # own variances add up to 4 × the pooled one, none being floored; all alike: the pooled error again
    assert judge_variances(fit(table)).sum() == pytest.approx(4 * float(fit(table).variance))
    alike = contrast_error(fit(table), contrast, np.ones(4))
    assert alike.se == pytest.approx((float(fit(table).variance) * (contrast**2).sum()) ** 0.5)
    assert alike.df == pytest.approx(15)


@pytest.mark.simulation
@pytest.mark.parametrize("missing", [0.0, 0.3])
def test_each_judges_variance_is_told_apart_with_scores_missing_too(missing):
    truth = PanelTruth(noise=(0.5, 1.0, 1.0, 2.0), arguments_a_side=30, missing=missing)
    panels = simulate(truth, 100, np.random.default_rng(6))
    found = np.mean([judge_variances(fit(table)) for table in panels.ratings], axis=0)
    assert found == pytest.approx(np.array([0.25, 1.0, 1.0, 4.0]), rel=0.15, abs=0.08)


def _cover(noise, weights, known=None, gap_true=0.0, n=500):
    truth = PanelTruth(noise=noise, gap=gap_true, missing=0.1)
    panels = simulate(truth, n, np.random.default_rng(7))
    share = np.array(weights) / np.sum(weights)
    tables = [replace(panel_table(one, SIDES, weights=share), variances=known) for one in panels.ratings]
    low, high = np.array([found.interval for found in gaps(tables)]).T
    return np.mean((low <= panels.gaps) & (panels.gaps <= high)), np.mean(low > 0)


@pytest.mark.simulation
@pytest.mark.parametrize(
    ("noise", "weights"),
    [
        ((1.0, 1.0, 1.0, 1.0), (0.20, 0.15, 0.45, 0.20)),
        ((1.0, 1.0, 2.0, 1.0), (0.20, 0.15, 0.45, 0.20)),
        ((0.5, 0.5, 2.0, 0.5), (0.20, 0.15, 0.45, 0.20)),
        ((0.5, 0.5, 1.0, 2.0), (4.0, 4.0, 1.0, 0.25)),
    ],
)
def test_a_weighted_gaps_interval_holds_whoever_is_noisy(noise, weights):
    assert _cover(noise, weights)[0] >= 0.87


@pytest.mark.simulation
def test_knowing_from_the_past_who_is_precise_names_the_right_side_more_often():
    noise, variances = (0.5, 0.5, 1.0, 2.0), np.array([0.25, 0.25, 1.0, 4.0])
    covered, named = _cover(noise, 1 / variances, variances, gap_true=1.0)
    _, equal = _cover(noise, (1, 1, 1, 1), gap_true=1.0)
    assert 0.86 <= covered <= 0.94
    assert named >= equal + 0.15


def test_weights_that_hardly_differ_give_nearly_the_pooled_interval():
    table = np.random.default_rng(8).normal(6, 1, (4, 6))
    equal, nearly = gap(table, SIDES), gap(table, SIDES, [0.2500001, 0.25, 0.25, 0.2499999])
    # the floor under a judge's own variance lifts the sum by a trace
    assert nearly.se == pytest.approx(equal.se, rel=0.01)
    assert nearly.df == pytest.approx(equal.df, rel=1e-4)
