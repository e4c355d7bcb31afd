"""The decision study as a plot."""

import numpy as np
import pytest

from debate_core.report.agreeing import generalizability_of
from debate_core.report.shape import Generalizability
from pages.ui.charts.history import study_plot


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
