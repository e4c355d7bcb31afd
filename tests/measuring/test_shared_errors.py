"""Errors in common: what an assumed share does to an interval, and what known outcomes tell of it."""

import numpy as np
import pytest
from scipy.special import ndtri

from debate_core.measuring.estimate import Estimate
from debate_core.measuring.gap import gaps
from debate_core.measuring.shared_errors import ASSUMED, SharedBefore, shared_before, tipping_share, widen
from debate_core.measuring.table import panel_table


def test_at_the_tipping_share_the_interval_ends_at_0():
    found = Estimate(value=-1.2, interval=(-1.9, -0.5))
    assert widen(found, 5, tipping_share(found, 5)).interval[1] == pytest.approx(0.0)
    for none in (Estimate(value=-1.2, reason="one judge"), Estimate(value=None, reason="no judge")):
        assert (widen(none, 5, 0.5), tipping_share(none, 5)) == (none, None)
    assert tipping_share(Estimate(value=-0.7, interval=(-1.4, 0.0)), 5) is None


@pytest.mark.simulation
@pytest.mark.parametrize("judges", [4, 8])
@pytest.mark.parametrize("share", ASSUMED)
def test_the_interval_holds_as_often_as_it_promises_when_the_share_is_right(judges, share):
    # An exact tie, 3 v 3: 90% of the widened intervals hold 0. 1,000 panels have a standard error of .95 points.
    rng, panels = np.random.default_rng(judges), 1000
    common = rng.normal(size=(panels, 1, 6)) * share**0.5
    ratings = common + rng.normal(size=(panels, judges, 6)) * (1 - share) ** 0.5
    ratings += rng.normal(size=(panels, judges, 1))
    found = gaps([panel_table(one, ["pro"] * 3 + ["con"] * 3) for one in ratings])
    ends = np.array([widen(one, judges, share).interval for one in found])
    held = np.mean((ends[:, 0] <= 0) & (ends[:, 1] >= 0))
    assert 0.87 <= held <= 0.93
    assert np.mean([one.interval[0] <= 0 <= one.interval[1] for one in found]) < 0.8


def wrong_ballots(rng, share, rate, judges, debates):
    """1 where a judge is wrong: normal errors with that share in common, cut at that rate."""
    common, own = rng.normal(size=(1, debates)), rng.normal(size=(judges, debates))
    return (share**0.5 * common + (1 - share) ** 0.5 * own < ndtri(rate)).astype(float)


@pytest.mark.parametrize("share", [0.0, 0.35, 0.6])
def test_what_judges_shared_is_found_again_in_known_outcomes(share):
    # Ten thousand debates leave a standard error of about .01.
    found = shared_before(wrong_ballots(np.random.default_rng(3), share, 0.3, 4, 10_000))
    assert found.value == pytest.approx(share, abs=0.04)
    assert found.interval[0] <= share <= found.interval[1]


@pytest.mark.simulation
def test_its_interval_holds_in_few_debates():
    # 25 debates, three in ten ballots wrong: 95% promised, 200 stores have a standard error of 1.5 points.
    rng = np.random.default_rng(4)
    found = [shared_before(wrong_ballots(rng, 0.35, 0.3, 4, 25)) for _ in range(200)]
    held = [one.interval[0] <= 0.35 <= one.interval[1] for one in found if one.interval]
    assert len(held) > 150
    assert np.mean(held) >= 0.90


@pytest.mark.parametrize(
    ("table", "reason"),
    [
        (np.zeros((4, 0)), "and there are none"),
        (np.ones((1, 40)), "and there are none"),
        (np.zeros((4, 40)), "it takes 20 wrong ballots in them, and there are none"),
        (np.ones((4, 40)), "it takes 20 right ballots in them, and there are none"),
        (np.tile([1.0, 0.0], (2, 20)), "nothing shows how much this could vary"),
    ],
)
def test_too_little_is_none_with_its_reason(table, reason):
    found = shared_before(table)
    assert (found.value, found.interval) == (None, None)
    assert found.reason.endswith(reason)


def test_what_judges_share_at_most_lies_between_a_fifth_and_nine_tenths():
    known = [
        SharedBefore(value=0.3, interval=ends, wrong=9)
        for ends in ((0.0, 0.1), (0.2, 0.6), (0.3, 0.95), None)
    ]
    assert [one.highest for one in known] == [0.2, 0.6, 0.9, None]
