"""Where the panel parts."""

import numpy as np
import pytest
from scipy import special

from debate_core.measuring.additive import fit
from debate_core.measuring.calibration import zscores
from debate_core.measuring.divergence import column_variances, diverge

nan = float("nan")


def _panel(seed=1, judges=4, items=6):
    return np.random.default_rng(seed).normal(6, 1, (judges, items))


@pytest.mark.parametrize("judges", [3, 4])
def test_with_complete_data_delete_and_refit_equals_the_closed_f(judges):
    # spread enough that no variance is lifted to its floor
    panel = 3 * _panel(judges=judges)
    judges, items = panel.shape
    e = panel - panel.mean(axis=0) - panel.mean(axis=1)[:, None] + panel.mean()
    part = (e**2).sum(axis=0) / (1 - 1 / items)
    free = (judges - 1) * (items - 2)
    f = (part / (judges - 1)) / (((e**2).sum() - part) / free)
    found = diverge(panel)
    assert [figures.f for figures in found.arguments] == pytest.approx(f)
    assert {figures.df for figures in found.arguments} == {(judges - 1, free)}
    assert found.rough == (judges < 4)
    if found.rough:  # Holm's smallest of six
        least = special.fdtrc(judges - 1, free, f).min()
        assert min(figures.p for figures in found.arguments) == pytest.approx(min(1.0, 6 * least))


def test_from_four_judges_on_p_is_how_often_a_shuffled_panel_has_an_f_as_large():
    panel = _panel()
    panel[:2, 5] += 2
    panel[2:, 5] -= 2
    residuals = fit(panel).residuals
    rng, draws = np.random.default_rng(8), 4000
    f = [figures.f for figures in diverge(panel).arguments]
    squares = fit(np.stack([rng.permuted(residuals, axis=1) for _ in range(draws)])).residuals ** 2
    part = squares.sum(axis=1) / (1 - 1 / 6)
    rest = squares.sum(axis=(1, 2))[:, None] - part
    reached = (((part / 3) / (rest / 12)).max(axis=1) >= f[5]).sum()
    found = diverge(panel)
    assert found.arguments[5].p == pytest.approx(reached / draws, abs=0.02)
    assert found == diverge(panel)
    assert [round(figures.p * 1000, 6) % 1 for figures in found.arguments] == [0.0] * 6  # (1 + k)/(1 + 999)


def test_missing_cells_take_their_degrees_of_freedom_along():
    panel = _panel()
    panel[0, 0] = panel[1, 2] = nan
    # 22 cells, 3 + 6 parameters: 13; without argument 0 (3 cells): 19 − 8 = 11
    assert diverge(panel).arguments[0].df == (2, 11)
    assert diverge(panel).arguments[1].df == (3, 10)


def test_severity_is_no_divergence():
    base = np.array([5.0, 6, 7, 4, 3, 5])
    found = diverge([base, base + 3, base - 2])
    assert found.divergent == ()
    assert all(figures.adjusted_spread == pytest.approx(0, abs=1e-9) for figures in found.arguments)
    assert found.arguments[0].variance == pytest.approx(np.var([5, 8, 3], ddof=1))


def test_a_significant_but_small_difference_is_not_divergent():
    rng = np.random.default_rng(5)
    panel = 6 + rng.normal(0, 0.01, (4, 6))
    panel[:2, 3] += 0.5
    found = diverge(panel)
    assert found.arguments[3].p < 0.05
    assert found.divergent == ()
    assert diverge(panel, least_spread=0.2).divergent == (3,)


def test_the_two_judges_and_the_dimension_on_which_they_part_are_named():
    rng = np.random.default_rng(7)
    logic, evidence = (6 + rng.normal(0, 0.1, (3, 5)) for _ in range(2))
    evidence[0, 2] += 5
    evidence[2, 2] -= 3
    found = diverge((logic + evidence) / 2, {"logic": logic, "evidence": evidence})
    assert found.arguments[2].furthest == (0, 2)
    assert found.arguments[2].dimension == "evidence"
    assert found.arguments[2].variance_by_dimension["evidence"] == pytest.approx(
        np.var(evidence[:, 2], ddof=1)
    )
    alone = diverge(evidence).arguments[2]
    assert found.arguments[2].spread_by_dimension["evidence"] == pytest.approx(alone.adjusted_spread)


def test_an_argument_with_one_score_and_a_table_too_small_are_not_tested():
    panel = _panel()
    panel[1:, 4] = nan
    found = diverge(panel)
    figures = found.arguments[4]
    assert (figures.p, figures.df, figures.variance, figures.furthest) == (None, None, None, None)
    assert found.tested == 5
    small = diverge([[5, 6], [8, 2]])
    assert (small.tested, small.divergent) == (0, ())
    assert diverge(np.full((3, 2), nan)).arguments[0].mean is None


def test_classic_variance_is_of_z_scores_over_judges():
    # each judge's outlier is on the last argument, two up and two down: z = ±5/√6
    up, down = [5, 5, 5, 5, 5, 9], [5, 5, 5, 5, 5, 1]
    found = column_variances(zscores(np.array([up, up, down, down], dtype=float)))
    # sample variance of (a, a, −a, −a) is 4a²/3, a² = 25/6
    assert found[5] == pytest.approx(4 / 3 * 25 / 6)


def test_a_spread_that_misses_its_limit_by_rounding_alone_counts():
    panel = _panel() / 10
    panel[:, 0] += np.array([1.0, -1.0, 1.0, -1.0])
    spread = diverge(panel).arguments[0].adjusted_spread
    assert diverge(panel, least_spread=spread + 1e-12).divergent == (0,)
    assert diverge(panel, least_spread=spread + 1e-6).divergent == ()


def test_who_scored_one_argument_only_makes_it_look_no_less_disputed():
    panel = np.array(
        [[5, 6, 7, 4, 3, 8], [6, 7, 8, 5, 4, 9], [5, 6, 7, 4, 3, 2], [6, 7, 8, 5, 4, 3]], dtype=float
    )
    people = np.full((3, 6), np.nan)
    people[:, 5] = 5.0, 1.0, 9.0
    alone, joined = diverge(panel), diverge(np.vstack((panel, people)))
    before, after = alone.arguments[5], joined.arguments[5]
    assert after.adjusted_spread == pytest.approx(before.adjusted_spread)
    assert (after.f, joined.divergent) == (pytest.approx(before.f), alone.divergent)
