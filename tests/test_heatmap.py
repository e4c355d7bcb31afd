"""What the tables of tinted cells hold, and how deep each tint is."""

import math
import statistics
from typing import Any

import pytest

from debate_core.report import ReportSettings
from debate_core.report.heatmap import lines, pair_cells, reach
from debate_core.rubric import STANDARD, Scale
from tests.building.structured import IDS, JUDGES, report_in

SCALE = STANDARD.scale


def lines_of(state: str, **settings: Any) -> tuple:
    return lines(report_in(state, ReportSettings(**settings)), STANDARD.keys, SCALE)


def test_a_cell_holds_the_score_and_its_distance_from_the_mean_and_the_line_their_spread():
    widest = lines_of("split", calibration="none")[0]
    assert widest.row.id == "CON-1"
    # The composites of CON-1 are 9, 2.3, 8.25 and 2.55: mean 5.525.
    assert [one.value for one in widest.judges] == pytest.approx([9, 2.3, 8.25, 2.55])
    assert [one.beside for one in widest.judges] == pytest.approx([3.475, -3.225, 2.725, -2.975])
    # Squares 12.075625 + 10.400625 + 7.425625 + 8.850625 = 38.7525, over 3; 3 points are the deepest tint.
    assert widest.spread.value == pytest.approx(math.sqrt(12.9175))
    assert [one.depth for one in widest.judges] == pytest.approx([1, -1, 2.725 / 3, -2.975 / 3])


@pytest.mark.parametrize("method", ["additive", "zscore", "minmax"])
def test_cells_are_of_the_scores_as_calibrated_and_lines_stand_widest_first(method):
    found = lines_of("split", calibration=method)
    for line in found:
        values = list(line.row.calibrated.values())
        assert [one.value for one in line.judges] == values
        assert line.spread.value == pytest.approx(statistics.stdev(values))
    spreads = [line.spread.value for line in found]
    assert spreads == sorted(spreads, reverse=True)


def test_a_spread_is_the_one_that_every_other_place_has():
    for line in lines_of("split"):
        assert line.spread.value == line.row.adjusted_spread


def test_a_failed_judge_keeps_its_place_without_value_or_tint():
    risk = JUDGES.index("Risk")
    for line in lines_of("three_of_four"):
        assert len(line.judges) == len(JUDGES)
        assert (line.judges[risk].value, line.judges[risk].beside, line.judges[risk].depth) == (None, None, 0)


def test_dimensions_and_the_composite_have_their_variances_tinted_by_their_root():
    widest = lines_of("split")[0]
    # Logic of CON-1 is 9, 2, 8, 3: mean 5.5, squares 12.25 + 12.25 + 6.25 + 6.25 = 37, over 3.
    assert widest.dimensions[0].value == pytest.approx(37 / 3)
    assert widest.dimensions[-1].value == pytest.approx(12.9175)
    assert widest.dimensions[0].depth == 1
    least = lines_of("agreed")[-1].dimensions[0]
    assert least.depth == pytest.approx(math.sqrt(least.value) / 3)


@pytest.mark.parametrize(
    ("calibration", "scale", "far"),
    [
        ("additive", SCALE, 3),
        ("none", Scale(low=1, high=4), 1),
        ("zscore", SCALE, 2),
        ("minmax", SCALE, 1 / 3),
    ],
)
def test_the_scale_of_tints_is_fixed_by_unit_and_scale(calibration, scale, far):
    assert reach(report_in("agreed", ReportSettings(calibration=calibration)), scale) == pytest.approx(far)


@pytest.mark.parametrize("state", ["agreed", "three_of_four", "undefined"])
def test_the_square_of_pairs_is_symmetric_with_an_empty_diagonal(state):
    found = pair_cells(report_in(state))
    assert found == tuple(zip(*found, strict=True))
    assert [found[n][n] for n in range(len(JUDGES))] == [None] * len(JUDGES)


def test_two_judges_have_their_alpha_how_many_arguments_it_rests_on_and_none_with_one_that_failed():
    cell, pair = pair_cells(report_in("agreed"))[0][1]
    assert (cell.value, cell.beside) == (pair.alpha.value, len(IDS))
    assert cell.depth == pytest.approx(min(1, 1 - pair.alpha.value))
    failed, _ = pair_cells(report_in("three_of_four"))[0][JUDGES.index("Risk")]
    assert (failed.value, failed.beside, failed.depth) == (None, 0, 0)
