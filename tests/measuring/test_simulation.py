"""Simulated panels hold the truth they declare."""

import numpy as np
import pytest

from bench.trial import trial
from debate_core.measuring.simulation import PanelTruth, simulate


def rng():
    return np.random.default_rng(6)


def test_one_seed_gives_one_panel():
    one, other = (simulate(PanelTruth(missing=0.2), 3, rng()) for _ in range(2))
    assert np.array_equal(one.ratings, other.ratings, equal_nan=True)


def test_the_declared_truth_is_in_the_scores():
    truth = PanelTruth(gap=2.0, severity_sd=2.0, noise=0.0)
    found = simulate(truth, 50, rng())
    means = found.ratings.mean(axis=2)
    assert means.mean(axis=1, keepdims=True) - means == pytest.approx(found.severity)
    sides = found.ratings[:, :, :3].mean(axis=2) - found.ratings[:, :, 3:].mean(axis=2)
    assert sides == pytest.approx(np.full((50, 4), 2.0))


def test_noise_missing_cells_and_bias_have_the_declared_size():
    quiet = PanelTruth(argument_sd=0, severity_sd=0, noise=(0.5, 1.0, 2.0, 1.0), missing=0.25, bias=1.0)
    found = simulate(quiet, 4000, rng())
    assert np.isnan(found.ratings).mean() == pytest.approx(0.25, abs=0.01)
    assert np.nanstd(found.ratings[:, :, 0], axis=0) == pytest.approx([0.5, 1, 2, 1], rel=0.05)
    assert np.nanmean(found.ratings[:, :, :3]) - np.nanmean(found.ratings[:, :, 3:]) == pytest.approx(
        1.0, abs=0.05
    )


def test_judges_of_one_family_share_the_declared_part_of_their_errors():
    truth = PanelTruth(argument_sd=0, severity_sd=0, families=(0, 0, 1, 1), shared=0.5)
    scores = simulate(truth, 8000, rng()).ratings[:, :, 0]
    found = np.corrcoef(scores.T)
    assert found[0, 1] == pytest.approx(0.5, abs=0.04)
    assert found[0, 2] == pytest.approx(0.0, abs=0.04)


def test_whole_scores_stay_on_the_scale():
    found = simulate(PanelTruth(rounded=True, argument_sd=4), 50, rng()).ratings
    assert set(np.unique(found)) <= set(range(1, 11))


def test_a_trial_counts_each_panel_once():
    found = trial(PanelTruth(gap=2.0), 20, rng())
    assert found.right + found.wrong + found.no_call == pytest.approx(1)
    assert found.right > 0.8


def test_families_must_cover_the_panel():
    with pytest.raises(ValueError, match="expected 4, one a judge, got 2"):
        simulate(PanelTruth(families=(0, 1), shared=0.5), 1, rng())
