"""How often the statistics are right on panels whose truth is known.

Thresholds are those of the acceptance list; every run is seeded. The figures are also printed by
``python -m bench.statistics simulation`` and stand in docs/statistics.md.
"""

import numpy as np
import pytest

from bench.trial import trial
from debate_core.measuring.agreement import alpha, kappa
from debate_core.measuring.divergence import diverge
from debate_core.measuring.simulation import PanelTruth, simulate

pytestmark = pytest.mark.simulation

USUAL = {"judges": 4, "arguments_a_side": 3, "noise": 1.0, "severity_sd": 1.5, "missing": 0.1}


def run(n=1000, seed=1, **truth):
    return trial(PanelTruth(**{**USUAL, **truth}), n, np.random.default_rng(seed))


def test_an_exact_tie_is_called_in_at_most_12_percent():
    found = run(gap=0.0, n=2000)
    assert found.wrong <= 0.12
    assert found.covered == pytest.approx(0.90, abs=0.02)


def test_a_gap_of_2_is_called_right_in_95_percent_and_wrong_in_half_a_percent_at_most():
    found = run(gap=2.0)
    assert found.right >= 0.95
    assert found.wrong <= 0.005


def test_a_gap_of_1_is_called_wrong_in_at_most_2_percent():
    found = run(gap=1.0)
    assert found.wrong <= 0.02
    assert found.right >= 0.4


def _found(n, seed, **truth):
    panels = simulate(PanelTruth(**{**USUAL, "gap": None, **truth}), n, np.random.default_rng(seed))
    return [diverge(ratings).divergent for ratings in panels.ratings]


@pytest.mark.parametrize("missing", [0.0, 0.1])
def test_false_alarms_of_divergence_stay_within_6_percent_a_panel(missing):
    found = _found(1200, 2, missing=missing)
    assert np.mean([bool(indices) for indices in found]) <= 0.06


def test_a_split_of_six_points_is_found_at_least_60_percent_of_the_time():
    found = _found(600, 3, split=6.0, missing=0.0)
    assert np.mean([0 in indices for indices in found]) >= 0.60
    quiet = _found(300, 4, split=6.0, noise=0.5)
    assert np.mean([0 in indices for indices in quiet]) >= 0.95


@pytest.mark.parametrize("items", [6, 20])
def test_hughes_interval_covers_the_true_alpha_about_95_percent_of_the_time(items):
    # arguments sd 2, error 1, no severity: alpha = 4/(4 + 1)
    truth = PanelTruth(gap=None, argument_sd=2.0, severity_sd=0.0, arguments_a_side=items // 2)
    panels = simulate(truth, 1000, np.random.default_rng(5))
    bounds = [alpha(ratings).interval for ratings in panels.ratings]
    held = [low <= 0.8 <= high for low, high in (pair for pair in bounds if pair)]
    assert len(held) == 1000
    assert np.mean(held) >= 0.92


def test_the_bootstrap_covers_at_50_arguments():
    truth = PanelTruth(gap=None, argument_sd=2.0, severity_sd=0.0, arguments_a_side=25)
    panels = simulate(truth, 600, np.random.default_rng(6))
    bounds = [alpha(ratings).interval for ratings in panels.ratings]
    assert np.mean([low <= 0.8 <= high for low, high in bounds]) >= 0.90


def test_kappas_jackknife_covers_the_kappa_of_many_arguments():
    rng = np.random.default_rng(7)
    labels = np.array(["REFUTED", "UNCERTAIN", "PARTIALLY_UPHELD", "UPHELD"])

    def standings(items):
        truth = rng.integers(0, 4, items)
        kept = rng.random((4, items)) < 0.75
        return labels[np.where(kept, truth, rng.integers(0, 4, (4, items)))].tolist()

    # a pair agrees by truth .75², else by chance: kappa = .5625
    found = [kappa(standings(20)).interval for _ in range(400)]
    assert np.mean([low <= 0.5625 <= high for low, high in found]) >= 0.90


def test_judges_who_share_errors_make_the_interval_too_narrow():
    apart = run(gap=1.0, n=400, missing=0.0)
    alike = run(gap=1.0, n=400, missing=0.0, families=(0, 0, 0, 0), shared=0.5)
    assert apart.covered >= 0.87
    assert alike.covered <= apart.covered - 0.10


def test_one_more_judge_buys_a_narrower_interval():
    assert run(gap=1.0, n=200, judges=6).width < run(gap=1.0, n=200, judges=4).width


def test_calibrated_gaps_name_the_better_side_more_often_when_a_block_is_missing():
    rng = np.random.default_rng(8)
    panels = simulate(PanelTruth(gap=1.0, severity_sd=1.5), 400, rng)
    ratings = panels.ratings.copy()
    ratings[:, 0, :2] = np.nan  # one judge missed two of pro's arguments
    from debate_core.measuring.gap import gap

    fitted = [gap(table, panels.truth.sides).value > 0 for table in ratings]
    raw = [np.nanmean(table[:, :3]) > np.nanmean(table[:, 3:]) for table in ratings]
    assert np.mean(fitted) >= np.mean(raw)
