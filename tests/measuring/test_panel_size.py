"""Panels of several sizes, alpha's limit, and how sure a simulation is."""

from functools import partial
from types import SimpleNamespace

import numpy as np
import pytest

from debate_core.measuring.agreement import alpha, alpha_value
from debate_core.measuring.estimate import Share, paired_difference
from debate_core.measuring.panel_size import NO_INTERVAL, alpha_limit, alpha_limit_reason, panel_sizes, step
from debate_core.measuring.simulation import PanelTruth, simulate
from debate_core.verdicts.rules import Rules
from debate_core.verdicts.verdict import decide_many as decide_by_default
from tests.each import each

pytestmark = pytest.mark.slow

decide_many = partial(decide_by_default, rules=Rules(kind="independent"))


def rng(seed=6):
    return np.random.default_rng(seed)


LIMITS = {
    "severity": {},
    "a gap": {"gap": 3.0},
    "families": {"families": (0, 0, 1, 1), "shared": 0.6},
    "unequal noise, one family": {"noise": (0.5, 1.0, 2.0, 1.0), "families": (0, 0, 0, 0), "shared": 0.4},
    "spread and leanings": {"spread_sd": 0.3, "bias": 1.0, "bias_sd": 0.8, "gap": 2.0},
    "missing cells": {"missing": 0.4, "families": (0, 0, 0, 1), "shared": 0.5},
}


@pytest.mark.parametrize("kind", LIMITS)
def test_alphas_limit_is_what_20000_arguments_give(kind):
    panel = simulate(PanelTruth(**{"gap": 1.0, **LIMITS[kind], "arguments_a_side": 10_000}), 1, rng())
    assert alpha_value(panel.ratings[0]) == pytest.approx(alpha_limit(panel)[0], abs=0.015)


NO_FORMULA = {
    "rounded": {"rounded": True},
    "split": {"split": 2.0},
    "low ones missing": {"missing": 0.2, "missing_by": 1.0},
    "fewer of con": {"con_arguments": 2},
    "noisier pro": {"pro_noise": 2.0},
}


@each("kind", NO_FORMULA)
def test_what_has_no_formula_has_no_limit_and_a_reason(kind):
    truth = PanelTruth(**NO_FORMULA[kind])
    assert alpha_limit_reason(truth)
    with pytest.raises(ValueError, match="expected one with a formula"):
        alpha_limit(simulate(truth, 2, rng()))
    for nothing_missing in ({"missing_by": 1.0}, {"missing": 0.2}):
        assert alpha_limit_reason(PanelTruth(**nothing_missing)) is None


def test_a_truth_without_a_formula_has_intervals_that_nothing_is_held_against():
    (one,) = panel_sizes(PanelTruth(rounded=True), (4,), 20, rng(), decide_many)
    widths = [np.ptp(alpha(table).interval) for table in one.free.ratings]
    assert (one.alpha.held, one.alpha.width.value) == (None, pytest.approx(np.mean(widths)))


def test_fewer_judges_are_the_first_of_the_same_panel():
    panels = simulate(PanelTruth(judges=6, families=(0, 0, 1, 1, 2, 2), shared=0.5), 4, rng())
    fewer = panels.first(3)
    assert np.array_equal(fewer.ratings, panels.ratings[:, :3])
    assert fewer.truth.families == (0, 0, 1)
    assert fewer.severity.mean(axis=1) == pytest.approx(np.zeros(4), abs=1e-12)
    assert panels.first(1).ratings.shape == (4, 1, 6)
    for wrong in (0, 7):
        with pytest.raises(ValueError, match=f"expected 1 to 6, got {wrong}"):
            panels.first(wrong)


def test_freely_drawn_arguments_have_the_gap_on_average_only():
    panels = simulate(PanelTruth(gap=1.0, exact=False), 4000, rng())
    assert panels.gaps.mean() == pytest.approx(1.0, abs=0.06)
    # two means of three arguments with sd 1.5: 1.5 · √(2/3)
    assert panels.gaps.std() == pytest.approx(1.5 * (2 / 3) ** 0.5, rel=0.05)


def test_every_panel_is_counted_once_and_nobody_is_right_at_a_tie():
    for one in panel_sizes(PanelTruth(judges=4, gap=0.0), (2, 4), 50, rng(), decide_many):
        assert one.right.count == 0
        assert one.wrong.count + one.no_call.count == one.n == 50


def test_a_panel_without_an_interval_holds_nothing_and_says_so():
    nothing = SimpleNamespace(call="no_call", likely=None)
    (one,) = panel_sizes(PanelTruth(judges=2), (2,), 5, rng(), lambda many, *_: [nothing] * len(many))
    assert (one.gap.held, one.gap.truth, one.gap.width, one.gap.reason) == (None, None, None, NO_INTERVAL)
    assert (one.off_by, step(one, one).was, one.alpha.reason) == (None, None, None)


def test_an_interval_that_ends_at_the_true_gap_holds_it_and_one_that_ends_beside_it_misses_it():
    truth = PanelTruth(judges=2, gap=1.0, spread_sd=0.3)
    panels = simulate(truth, 4, np.random.default_rng(int(rng().integers(2**32))))
    gaps = (panels.gaps * panels.spread.mean(axis=1)).tolist()
    beside = np.nextafter(gaps, np.inf).tolist()
    ends = [(gaps[0], 9.0), (beside[1], 9.0), (-9.0, gaps[2]), (-9.0, 2 * gaps[3] - beside[3])]
    drawn = [
        SimpleNamespace(call=call, likely=end) for call, end in zip(("pro", "con") * 2, ends, strict=True)
    ]
    (one,) = panel_sizes(truth, (2,), 4, rng(), lambda *_: drawn)
    assert (one.misses.tolist(), one.gap.held) == ([False, True, False, True], Share(count=2, of=4))
    assert (one.rights.tolist(), one.wrongs.tolist()) == ([True, False] * 2, [False, True] * 2)


def test_one_more_judge_is_compared_on_the_same_panels():
    two, three = panel_sizes(PanelTruth(judges=3, gap=1.0), (2, 3), 200, rng(), decide_many)
    found = step(two, three)
    assert found.right.value == pytest.approx(three.right.value - two.right.value)
    assert found.right.excludes_zero
    assert found.right.interval[0] > 0
    assert found.width.interval[1] < 0
    fewer = panel_sizes(PanelTruth(judges=2), (2,), 20, rng(), decide_many)[0]
    with pytest.raises(ValueError, match="got 20 and 200"):
        step(fewer, three)


@pytest.mark.simulation
def test_wilsons_interval_holds_a_small_share_in_about_95_of_100_simulations():
    counts = rng().binomial(400, 0.02, 1000)
    held = [low <= 0.02 <= high for low, high in (Share(count=int(c), of=400).interval for c in counts)]
    assert 0.93 <= np.mean(held) <= 0.985


def test_a_difference_of_shares_ends_at_1():
    """Nine gained of nine, with the halves (9.5 - 0.5)/11."""
    none, every = np.zeros(9, dtype=bool), np.ones(9, dtype=bool)
    reach = 1.959964 * (10 - 81 / 11) ** 0.5 / 11
    assert paired_difference(none, every).interval == pytest.approx((9 / 11 - reach, 1.0))
    assert paired_difference(every, none).interval == pytest.approx((-1.0, reach - 9 / 11))


@pytest.mark.simulation
def test_the_paired_difference_covers_its_truth():
    draws = rng().random((2000, 400))
    before, after = draws < 0.6, (draws > 0.05) & (draws < 0.7)  # .6 and .65, gained .1, lost .05
    found = [paired_difference(*pair).interval for pair in zip(before, after, strict=True)]
    assert np.mean([low <= 0.05 <= high for low, high in found]) >= 0.93


@pytest.mark.simulation
@pytest.mark.parametrize("gap", [0.0, 4.0])
def test_alphas_interval_covers_its_limit_whatever_the_gap(gap):
    truth = PanelTruth(judges=4, gap=gap, missing=0.1)
    (found,) = panel_sizes(truth, (4,), 700, rng(), decide_many)
    assert found.alpha.held.value == pytest.approx(0.95, abs=0.03)


@pytest.mark.simulation
def test_another_judge_of_the_same_model_narrows_the_interval_and_hardly_the_error():
    own = PanelTruth(judges=8, gap=1.0, missing=0.1)
    alike = PanelTruth(judges=8, gap=1.0, missing=0.1, families=(0,) * 8, shared=0.5)
    apart, related = (panel_sizes(truth, (4, 8), 250, rng(), decide_many) for truth in (own, alike))
    assert apart[1].off_by < 0.75 * apart[0].off_by
    assert related[1].off_by > 0.88 * related[0].off_by
    assert related[1].gap.width.value < 0.75 * related[0].gap.width.value
    assert related[1].gap.held.value < related[0].gap.held.value < 0.7
