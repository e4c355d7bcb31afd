"""Where value, interval and bands stand on the scale that gauges share; the decision study as a plot."""

import numpy as np
import pytest

from debate_core.measuring.agreement import BANDS, STANDING_BANDS
from debate_core.measuring.estimate import Estimate
from debate_core.report.drawn import gauges
from debate_core.report.shape import Generalizability
from debate_core.report.study import generalizability_of
from pages.ui.charts.history import study_plot

SURE = Estimate(value=0.7, interval=(0.1, 0.85))


def test_the_scale_runs_from_half_below_0_to_1_and_the_bands_fill_it() -> None:
    (found,) = gauges([(SURE, BANDS)])
    assert found.value == pytest.approx(1.2 / 1.5)
    assert found.interval is not None
    assert (found.interval.low, found.interval.high) == (pytest.approx(0.6 / 1.5), pytest.approx(1.35 / 1.5))
    assert [band.name for band in found.bands] == ["unacceptable", "low", "moderate", "high"]
    assert [band.low for band in found.bands] == pytest.approx([0, 1 / 1.5, 1.17 / 1.5, 1.3 / 1.5])
    assert (found.bands[-1].high, found.bands[-1].depth, found.bands[0].depth) == (1, 1, 0)
    assert [tick.said for tick in found.ticks] == ["−0.50", "0", "0.50", "0.67", "0.80", "1"]


def test_kappa_has_bands_of_its_own() -> None:
    (found,) = gauges([(SURE, STANDING_BANDS)])
    assert [tick.said for tick in found.ticks] == ["−0.50", "0", "0.40", "0.60", "0.80", "1"]


def test_gauges_beside_each_other_share_their_scale_and_one_far_below_0_stretches_it() -> None:
    _, low = gauges([(SURE, BANDS), (Estimate(value=-0.3, interval=(-0.72, 0.2)), BANDS)])
    assert low.interval is not None
    assert low.interval.low == pytest.approx(0.08 / 1.8)
    assert {one.ticks[0].said for one in gauges([(SURE, BANDS), (Estimate(value=-0.72), BANDS)])} == {"−0.80"}


def test_what_is_undefined_has_no_place_and_without_an_interval_there_is_none() -> None:
    unsure, undefined = gauges(
        [(Estimate(value=0.4, reason="too few"), BANDS), (Estimate(value=None, reason="none"), BANDS)]
    )
    assert (unsure.interval, undefined.value, undefined.interval) == (None, None, None)


def study(*rows: list[float]) -> Generalizability:
    return generalizability_of(np.array(rows, dtype=np.float64), "interval")


def test_the_study_marks_the_panel_and_the_first_number_of_judges_that_is_enough() -> None:
    # Components 2.556, 5.244 and 1.019 of Shrout & Fleiss: one judge 0.71, two 2.556/(2.556 + 0.51) = 0.83, four 0.91.
    plot = study_plot(study([9, 6, 8, 7, 10, 6], [2, 1, 4, 1, 5, 2], [5, 3, 6, 2, 6, 4], [8, 2, 8, 6, 9, 7]))
    assert plot is not None
    assert {one.judges: one.mark for one in plot.places if one.mark} == {
        2: "0.80 by the figure alone",
        4: "this panel",
    }
    assert [one.judges for one in plot.places] == list(range(1, 9))
    assert (plot.places[0].x, plot.places[-1].x, plot.target) == (0, 1, 0.80)
    assert plot.alt == (
        "Coefficients of the mean of such judges. 1 judge: relative 0.71, absolute 0.29; 2 judges: relative 0.83, "
        "absolute 0.45 (0.80 by the figure alone); 4 judges: relative 0.91, absolute 0.62 (this panel)"
    )


@pytest.mark.parametrize("rows", [([1, 2, 3, 4], [4, 3, 2, 1]), ([5, 5, 5, 5], [5, 5, 5, 5])])
def test_where_no_number_of_judges_would_do_nothing_is_drawn(rows: tuple[list[float], ...]) -> None:
    assert study_plot(study(*rows)) is None
