"""Where value, interval and bands stand on the scale that gauges share."""

import pytest

from debate_core.report.gauge import gauges
from debate_core.report.shape import Statistic

SURE = Statistic(value=0.7, interval=(0.1, 0.85))


def test_the_scale_runs_from_half_below_0_to_1_and_the_bands_fill_it() -> None:
    (found,) = gauges([SURE])
    assert found.value == pytest.approx(1.2 / 1.5)
    assert found.interval is not None
    assert (found.interval.low, found.interval.high) == (pytest.approx(0.6 / 1.5), pytest.approx(1.35 / 1.5))
    assert [band.name for band in found.bands] == ["unacceptable", "low", "moderate", "high"]
    assert [band.low for band in found.bands] == pytest.approx([0, 1 / 1.5, 1.17 / 1.5, 1.3 / 1.5])
    assert (found.bands[-1].high, found.bands[-1].depth, found.bands[0].depth) == (1, 1, 0)
    assert [tick.said for tick in found.ticks] == ["−.50", "0", ".50", ".67", ".80", "1"]


def test_gauges_beside_each_other_share_their_scale_and_one_far_below_0_stretches_it() -> None:
    _, low = gauges([SURE, Statistic(value=-0.3, interval=(-0.72, 0.2))])
    assert low.interval is not None
    assert low.interval.low == pytest.approx(0.08 / 1.8)
    assert {one.ticks[0].said for one in gauges([SURE, Statistic(value=-0.72)])} == {"−.80"}


def test_what_is_undefined_has_no_place_and_without_an_interval_there_is_none() -> None:
    unsure, undefined = gauges([Statistic(value=0.4, reason="too few"), Statistic(value=None, reason="none")])
    assert (unsure.interval, undefined.value, undefined.interval) == (None, None, None)
