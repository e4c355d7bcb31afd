"""Simulated panels hold the truth they declare."""

from dataclasses import replace

import numpy as np
import pytest

from debate_core.measuring.fleiss import STANDINGS
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
    pro, con = np.nanmean(found.ratings[:, :, :3]), np.nanmean(found.ratings[:, :, 3:])
    assert pro - con == pytest.approx(1.0, abs=0.05)


def test_judges_of_one_family_share_the_declared_part_of_their_errors():
    truth = PanelTruth(argument_sd=0, severity_sd=0, families=(0, 0, 1, 1), shared=0.2, errors="exponential")
    scores = simulate(truth, 8000, rng()).ratings[:, :, 0]
    found = np.corrcoef(scores.T)
    assert found[0, 1] == pytest.approx(0.2, abs=0.04)
    assert found[0, 2] == pytest.approx(0.0, abs=0.04)
    # an exponential's third moment is 2: of √.8 of one and √.2 of another, both the same way round
    assert ((scores - truth.centre) ** 3).mean() == pytest.approx(2 * (0.8**1.5 + 0.2**1.5), abs=0.15)


def test_whole_scores_stay_on_the_scale():
    found = simulate(PanelTruth(rounded=True, argument_sd=4), 50, rng()).ratings
    assert set(np.unique(found)) <= set(range(1, 11))


@pytest.mark.slow
@pytest.mark.parametrize("errors", ["normal", "exponential", "lognormal", "t3"])
def test_errors_of_any_shape_have_the_declared_size(errors):
    truth = PanelTruth(argument_sd=0, severity_sd=0, noise=2.0, pro_noise=1.5, errors=errors)
    found = simulate(truth, 20_000, rng()).ratings - truth.centre
    assert found.mean() == pytest.approx(0, abs=0.03)
    spread = 0.25 if errors == "t3" else 0.05
    assert found[..., 3:].std() == pytest.approx(2, rel=spread)
    assert found[..., :3].std() == pytest.approx(3, rel=spread)
    tail = (found[..., 3:] ** 3).mean()
    assert (tail > 8) == (errors in ("exponential", "lognormal"))


def test_standings_are_cut_from_the_same_reading_as_the_score():
    found = simulate(PanelTruth(missing=0.2, standings=True, argument_sd=3), 20, rng())
    given = found.ratings[~np.isnan(found.ratings)]
    expected = np.select([given < 4, given < 5, given < 6.5], STANDINGS[:3], STANDINGS[3])
    labels = np.array(found.standings, dtype=object)
    assert (labels[~np.isnan(found.ratings)] == expected).all()
    assert (labels[np.isnan(found.ratings)] == None).all()  # noqa: E711
    assert simulate(PanelTruth(), 1, rng()).standings is None


def test_low_scores_may_be_missing_more_often_and_as_many_on_the_whole():
    truth = PanelTruth(missing=0.2, severity_sd=0)
    by_chance, low = (simulate(replace(truth, missing_by=by), 4000, rng()).ratings for by in (0.0, 1.0))
    assert np.isnan(low).mean() == pytest.approx(0.2, abs=0.01)
    assert np.nanmean(low) > np.nanmean(by_chance) + 0.2


def test_sides_may_have_unlike_numbers_of_arguments():
    truth = PanelTruth(arguments_a_side=1, con_arguments=8, gap=2.0)
    found = simulate(truth, 3, rng())
    assert (found.ratings.shape, truth.sides.count("con")) == ((3, 4, 9), 8)
    assert found.gaps == pytest.approx([2.0] * 3)


def test_families_must_cover_the_panel():
    with pytest.raises(ValueError, match="expected 4, one a judge, got 2"):
        simulate(PanelTruth(families=(0, 1), shared=0.5), 1, rng())
