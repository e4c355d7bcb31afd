"""Re-reading noise and position preference: what goes in comes out, and intervals hold what they should."""

import numpy as np
import pytest

from debate_core.measuring.habits import FEW, ONE_SIDE, reading_orders

PRO = np.array([True] * 3 + [False] * 3)


def drawn(gain, panels=500, judges=4, seed=33):
    """Differences of two readings, each with errors of sd 0.8, where being read first adds `gain` to a lead."""
    rng = np.random.default_rng(seed)
    first, second = rng.normal(0.0, 0.8, (2, panels, judges, PRO.size))
    return first - second + np.where(PRO, gain, -gain)


@pytest.mark.slow
@pytest.mark.parametrize("gain", [0.0, 0.7])
@pytest.mark.parametrize("judges", [1, 4])
def test_95_of_100_intervals_hold_the_gain_and_the_noise(gain, judges):
    found = [reading_orders(panel, PRO) for panel in drawn(gain, judges=judges)]
    within = 3 * (0.95 * 0.05 / len(found)) ** 0.5
    for of, truth in (("preference", gain), ("noise", 0.8)):
        held = [low <= truth <= high for low, high in (getattr(one, of).interval for one in found)]
        assert np.mean(held) == pytest.approx(0.95, abs=within)


def test_neither_a_kinder_reading_nor_the_sides_names_nor_a_judge_without_a_second_reading_moves_the_figures():
    panel = drawn(0.7, panels=1)[0]
    found, kinder, turned = (
        reading_orders(*one) for one in ((panel, PRO), (panel - 1.5, PRO), (panel, ~PRO))
    )
    for one, sign in ((kinder, 1), (turned, -1)):
        assert one.preference.value == pytest.approx(sign * found.preference.value)
        assert one.noise.value == pytest.approx(found.noise.value)
    missing = np.vstack([panel, np.full(PRO.size, np.nan)])
    assert reading_orders(missing, PRO) == found


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
