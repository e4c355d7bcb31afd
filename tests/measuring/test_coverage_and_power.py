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


@pytest.mark.parametrize(
    ("gap", "n", "right", "wrong"), [(0.0, 2000, 0.0, 0.12), (1.0, 1000, 0.4, 0.02), (2.0, 1000, 0.95, 0.005)]
)
def test_ties_are_seldom_called_and_gaps_are_called_right(gap, n, right, wrong):
    found = trial(PanelTruth(**{**USUAL, "gap": gap}), n, np.random.default_rng(1))
    assert found.right >= right
    assert found.wrong <= wrong
    assert found.covered == pytest.approx(0.90, abs=0.02)


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


@pytest.mark.parametrize(("items", "n", "least"), [(6, 1000, 0.92), (20, 1000, 0.92), (50, 600, 0.92)])
def test_alphas_interval_covers_the_true_alpha_about_95_percent_of_the_time(items, n, least):
    # arguments sd 2, error 1, no severity: alpha = 4/(4 + 1)
    truth = PanelTruth(gap=None, argument_sd=2.0, severity_sd=0.0, arguments_a_side=items // 2)
    panels = simulate(truth, n, np.random.default_rng(5))
    bounds = [alpha(ratings).interval for ratings in panels.ratings]
    held = [low <= 0.8 <= high for low, high in (pair for pair in bounds if pair)]
    assert len(held) == n
    assert np.mean(held) >= least


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
