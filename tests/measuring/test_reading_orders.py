"""Re-reading noise and position preference: what goes in comes out, and intervals hold what they should."""

import numpy as np
import pytest

from debate_core.measuring.reading_orders import FEW, ONE_SIDE, reading_orders

PRO = np.array([True] * 3 + [False] * 3)


def drawn(gain, panels=2000, judges=4, seed=33):
    """Differences of two readings, each with errors of sd 0.8, where being read first adds `gain` to a lead."""
    rng = np.random.default_rng(seed)
    first, second = rng.normal(0.0, 0.8, (2, panels, judges, PRO.size))
    return first - second + np.where(PRO, gain, -gain)


@pytest.mark.parametrize("gain", [0.0, 0.7])
@pytest.mark.parametrize("judges", [1, 4])
def test_95_of_100_intervals_hold_the_gain_and_the_noise(gain, judges):
    found = [reading_orders(panel, PRO) for panel in drawn(gain, judges=judges)]
    for of, truth in (("preference", gain), ("noise", 0.8)):
        held = [low <= truth <= high for low, high in (getattr(one, of).interval for one in found)]
        assert np.mean(held) == pytest.approx(0.95, abs=3 * (0.95 * 0.05 / 2000) ** 0.5)


def test_a_second_reading_that_is_kinder_as_a_whole_changes_neither_figure():
    panel = drawn(0.7, panels=1)[0]
    kinder = reading_orders(panel - 1.5, PRO)
    assert kinder.preference.value == pytest.approx(reading_orders(panel, PRO).preference.value)
    assert kinder.noise.value == pytest.approx(reading_orders(panel, PRO).noise.value)


def test_swapping_which_side_is_pro_changes_the_sign_of_nothing_but_the_gain():
    panel = drawn(0.7, panels=1)[0]
    other = reading_orders(panel, ~PRO)
    assert other.preference.value == pytest.approx(-reading_orders(panel, PRO).preference.value)
    assert other.noise.value == pytest.approx(reading_orders(panel, PRO).noise.value)


def test_a_judge_without_a_second_reading_is_left_out_and_never_taken_as_no_difference():
    panel = drawn(0.7, panels=1)[0]
    missing = np.vstack([panel, np.full(PRO.size, np.nan)])
    assert reading_orders(missing, PRO) == reading_orders(panel, PRO)


def test_what_nothing_tells_is_undefined_with_its_reason():
    nobody = reading_orders(np.full((2, 6), np.nan), PRO)
    assert (nobody.preference.value, nobody.preference.reason) == (None, ONE_SIDE)
    assert (nobody.noise.value, nobody.noise.reason, nobody.noise.n) == (None, FEW, 0)
    two = reading_orders(np.array([[1.0, 0.0]]), np.array([True, False]))
    assert (two.preference.value, two.preference.interval, two.preference.reason) == (0.5, None, FEW)


def test_two_readings_that_are_the_same_show_no_noise_and_no_false_certainty():
    same = reading_orders(np.zeros((4, 6)), PRO)
    assert (same.noise.value, same.noise.interval) == (0.0, None) and same.noise.reason
    assert (same.preference.value, same.preference.interval) == (0.0, None) and same.preference.reason
