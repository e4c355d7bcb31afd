"""Against the packages everybody uses (tests only)."""

import krippendorff
import numpy as np
import pytest

from debate_core.measuring.agreement import alpha, alpha_value, kappa
from debate_core.measuring.fleiss import cohen, quadratic
from debate_core.measuring.krippendorff import LEVELS
from tests.each import each

nan = float("nan")


@pytest.fixture
def theirs():
    """What statsmodels has for labels; its import takes seconds."""
    from statsmodels.stats import inter_rater

    return inter_rater


def _tables():
    rng = np.random.default_rng(12)
    for judges, items, step, missing in (
        (2, 5, 1, 0),
        (4, 6, 0.5, 0.1),
        (4, 20, 1, 0.3),
        (8, 30, 0.05, 0.2),
        (10, 200, 0.5, 0.1),
        (3, 40, 0.37, 0.1),
    ):
        truth = rng.uniform(2, 9, items)
        table = np.rint((truth + rng.normal(0, 1, (judges, items))) / step) * step
        table = np.clip(table, step, 10)
        table[rng.random(table.shape) < missing] = nan
        yield table


@each("table", list(_tables()))
@each("level", LEVELS)
def test_alpha_equals_the_krippendorff_package_to_1e_12(table, level):
    expected = krippendorff.alpha(np.round(table, 10), level_of_measurement=level)
    assert alpha_value(np.round(table, 10), level) == pytest.approx(expected, abs=1e-12)


@each("level", LEVELS)
def test_many_continuous_scores_take_a_road_without_a_table_to_the_same_alpha(level, monkeypatch):
    rng = np.random.default_rng(2)
    table = np.abs(rng.uniform(1, 10, 400) + rng.normal(0, 0.5, (3, 400))).round(2)
    table[0, :100] = nan
    # the package is asked with the few items that it has memory for
    few = krippendorff.alpha(table[:, :60], level_of_measurement=level)
    by_table = alpha_value(table, level)
    for most in (4096, 0):
        monkeypatch.setattr("debate_core.measuring.krippendorff.TABLE_VALUES", most)
        assert alpha_value(table[:, :60], level) == pytest.approx(few, abs=1e-12)
        assert alpha_value(table, level) == pytest.approx(by_table, abs=1e-12)
    without_table = alpha(table, level)
    assert without_table.value == pytest.approx(by_table, abs=1e-12)
    assert (without_table.interval is None) == (level in ("nominal", "ratio"))


@pytest.mark.slow
def test_kappa_equals_statsmodels_on_complete_standings(theirs):
    rng = np.random.default_rng(4)
    labels = np.array(["REFUTED", "UNCERTAIN", "PARTIALLY_UPHELD", "UPHELD"])
    places = rng.integers(0, 4, (4, 12))
    counts = np.stack([(places == k).sum(axis=0) for k in range(4)], axis=1)
    assert kappa(labels[places].tolist()).value == pytest.approx(theirs.fleiss_kappa(counts))


@pytest.mark.slow
@each("weighted", [False, True])
@each("labels", [2, 3, 5])
def test_cohens_kappa_equals_statsmodels_with_and_without_weights(labels, weighted, theirs):
    rng = np.random.default_rng(labels)
    pair = rng.integers(0, labels, (2, 60)).astype(float)
    pair[1, :40] = pair[0, :40]
    table = np.zeros((labels, labels))
    np.add.at(table, tuple(pair.astype(int)), 1)
    expected = theirs.cohens_kappa(table, wt="quadratic" if weighted else None, return_results=False)
    ours = cohen(pair, labels, weights=quadratic(labels) if weighted else None)
    assert ours.value == pytest.approx(float(expected), abs=1e-12)
    assert ours.interval[0] < ours.value < ours.interval[1]
