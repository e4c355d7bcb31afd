"""Intervals: published values, and refusal to be too sure."""

import json
from pathlib import Path

import numpy as np
import pytest

from debate_core.measuring.agreement import alpha, kappa
from debate_core.measuring.intervals import bootstrap, resample
from debate_core.measuring.krippendorff import unit_statistics

FIXTURES = Path(__file__).parents[1] / "fixtures" / "agreement"
nan = float("nan")


def test_hughes_jackknife_gives_krippendorffs_example_its_published_interval():
    case = json.loads((FIXTURES / "krippendorff2011_4obs_12units_missing.json").read_text())
    assert alpha(case["data"], "nominal").interval == pytest.approx(
        case["extra"]["hughes_nominal_jackknife95"], abs=5e-4
    )


def test_judges_who_agree_exactly_get_no_interval_rather_than_certainty():
    found = alpha([[1, 2, 3, 4], [1, 2, 3, 4]])
    assert (found.value, found.interval, found.p_80) == (1, None, None)
    assert "agree exactly" in found.interval_reason
    same = kappa([["UPHELD", "REFUTED", "UPHELD"]] * 2)
    assert (same.value, same.percent) == (1, 1)
    assert (same.interval, same.ac1_interval, same.percent_interval) == (None, None, None)
    assert alpha([[1, 5], [2, 4]]).interval_reason == "fewer than 3 arguments to compare"


def test_chances_fall_as_the_mark_rises_and_the_mean_is_more_reliable_than_one_judge():
    rng = np.random.default_rng(1)
    found = alpha(rng.normal(6, 2, 8) + rng.normal(0, 1, (4, 8)))
    assert 0 < found.p_80 < found.p_667 < 1
    assert found.panel_mean == pytest.approx(4 * found.value / (1 + 3 * found.value))
    assert alpha([[1, 2, 3], [3, 2, 1]]).panel_mean is None


def test_from_50_arguments_the_bootstrap_repeats_itself_and_takes_a_generator():
    rng = np.random.default_rng(1)
    panel = rng.normal(6, 2, 60) + rng.normal(0, 1, (4, 60))
    assert alpha(panel) == alpha(panel)
    other = alpha(panel, rng=np.random.default_rng(5))
    assert other.interval != alpha(panel).interval
    assert other.interval == pytest.approx(alpha(panel).interval, abs=0.03)


@pytest.mark.parametrize("level", ["nominal", "interval", "ratio"])
def test_a_resample_from_the_sums_equals_alpha_of_the_resampled_table(level):
    rng = np.random.default_rng(3)
    panel = rng.integers(1, 6, (3, 12)).astype(float)
    panel[0, 4] = nan
    sums = unit_statistics(panel, level)
    found = resample(sums, np.random.default_rng(8), draws=20)
    picked = np.random.default_rng(8).integers(0, 12, (20, 12), dtype=np.int32)
    for value, items in zip(found, picked, strict=True):
        assert value == pytest.approx(unit_statistics(panel[:, items], level).value)


def test_resamples_without_variation_are_not_counted_as_agreement():
    panel = np.full((2, 60), 3.0)
    panel[0, 0] = 9
    found = bootstrap(unit_statistics(panel), np.random.default_rng(0))
    assert found.bounds is None
    assert found.reason == "too many resamples show no variation at all"


def test_the_companions_of_kappa_have_the_jackknife_of_leaving_each_argument_out():
    standings = [list("UUPRRP"), list("UUURRR"), [*list("UPPPR"), None], list("UUPRRR")]
    order = ("R", "P", "U")
    found = kappa(standings, order)
    left = [kappa([row[:u] + row[u + 1 :] for row in standings], order) for u in range(6)]
    for name, value, interval in (
        ("ac1", found.ac1, found.ac1_interval),
        ("percent", found.percent, found.percent_interval),
        ("value", found.value, found.interval),
    ):
        without = np.array([getattr(one, name) for one in left])
        # the jackknife by hand: t with 5 degrees of freedom is 2.571
        error = np.sqrt(5 / 6 * ((without - without.mean()) ** 2).sum())
        assert interval[0] == pytest.approx(value - 2.5705818 * error)
        assert interval[1] == pytest.approx(min(value + 2.5705818 * error, 1.0))
