"""Weighted figures of labels, by hand, and what they become without weights."""

import numpy as np
import pytest

from debate_core.measuring.fleiss import cohen, label_figures, quadratic

nan = float("nan")
STEPS = np.array([[0.0, 1, 2, 2], [0, 2, 2, 1]])


def test_weighted_kappa_and_ac2_by_hand():
    # Three steps, weights 1, .75 (one step apart), 0. Pairs of the four arguments agree by 1, .75, 1, .75: .875.
    # Shares: step 0 2/8, step 1 2/8, step 2 4/8.
    # Chance of kappa: Σ w π π = 1/16 + 1/16 + 4/16 + 2·.75·(1/16 + 2/16) = 10.5/16 = .65625.
    # Chance of AC2: Σw/(q(q − 1)) · Σ π(1 − π) = 6/6 · (3/16 + 3/16 + 4/16) = .625.
    found = label_figures(STEPS, 3, weights=quadratic(3))
    assert found.percent.value == pytest.approx(0.875)
    assert found.kappa.value == pytest.approx((0.875 - 0.65625) / (1 - 0.65625))
    assert found.ac1.value == pytest.approx((0.875 - 0.625) / (1 - 0.625))


def test_weights_that_know_no_near_miss_are_no_weights():
    plain, weighted = label_figures(STEPS, 3), label_figures(STEPS, 3, weights=np.eye(3))
    for name in ("kappa", "ac1", "percent"):
        assert getattr(weighted, name).value == pytest.approx(getattr(plain, name).value)


def test_cohens_kappa_counts_what_both_labelled_and_is_undefined_where_chance_alone_agrees():
    one = np.array([[0.0, 0, 1, 1, nan], [0, 0, 0, 1, 1]])
    assert cohen(one, 2).value == pytest.approx(0.5)
    assert cohen(np.zeros((2, 4)), 2).value is None
    assert cohen(np.array([[0, nan], [0, 1.0]]), 2).value is None
    alike = cohen(np.array([[0.0, 1, 0, 1]] * 2), 2)
    assert (alike.value, alike.interval, "agree exactly" in alike.reason) == (1.0, None, True)
    first = label_figures(np.array([[0.0, 1, 0, 1], [1, 1, 0, 1]]), 2).percent
    assert (first.value, first.interval is None, first.reason) == (0.75, False, None)


def test_intervals_of_labels_leave_out_whole_clusters():
    rng = np.random.default_rng(2)
    labels = rng.integers(0, 2, (3, 10)).astype(float)
    labels[1, :7] = labels[0, :7]
    thrice, of = np.repeat(labels, 3, axis=1), np.repeat(np.arange(10), 3)
    once, clustered = label_figures(labels, 2).kappa, label_figures(thrice, 2, clusters=of).kappa
    assert clustered.value == pytest.approx(once.value)
    assert clustered.interval == pytest.approx(once.interval)
    of_two = cohen(thrice[:2], 2, clusters=of)
    assert of_two.interval == pytest.approx(cohen(labels[:2], 2).interval)
