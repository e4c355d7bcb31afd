"""From a debate's report, and from a table, to the numbers of its pictures."""

import statistics
from dataclasses import replace

import pytest

from debate_core.domain.rubric import STANDARD, Scale
from debate_core.library.report import ReportSettings
from debate_core.reporting.debate_figures import pairs_heatmap, reach, scores_heatmap
from tests.building.structured import IDS, JUDGES, report_in


def heatmap_of(state, **settings):
    return scores_heatmap(report_in(state, ReportSettings(**settings)), STANDARD)


def test_a_score_stands_with_its_distance_from_the_average_and_the_most_disputed_argument_comes_first():
    widest = heatmap_of("split", calibration="none").rows[0]
    cells = widest.cells[0]
    # The composites of CON-1 are 9, 2.3, 8.25 and 2.55: mean 5.525. 3 points are the deepest tint.
    assert (widest.name, [cell.text for cell in cells]) == ("CON-1", ["9.0", "2.3", "8.3", "2.6"])
    assert [cell.small for cell in cells] == ["+3.5", "−3.2", "+2.7", "−3.0"]
    assert [cell.depth for cell in cells] == pytest.approx([3.475 / 3, -3.225 / 3, 2.725 / 3, -2.975 / 3])
    assert cells[0].step == "kinder s12" and cells[1].step == "s12"
    assert (cells[1].label, cells[1].opens) == (
        "CON-1, Business: 2.3, −3.2 from the average",
        "CON-1/Business",
    )


@pytest.mark.parametrize("method", ["additive", "zscore", "minmax"])
def test_rows_stand_widest_first_by_the_scores_as_they_are_read(method):
    report = report_in("split", ReportSettings(calibration=method))
    given = {row.id: [one for one in row.calibrated.values() if one is not None] for row in report.arguments}
    spreads = [statistics.stdev(given[row.name]) for row in scores_heatmap(report, STANDARD).rows]
    assert spreads == sorted(spreads, reverse=True)


def test_how_far_apart_is_in_points_adjusted_for_strictness_and_four_points_are_the_deepest_tint():
    report = report_in("split")
    (widest, *_) = heatmap_of("split").rows
    overall, logic, *_ = widest.cells[1]
    row = next(one for one in report.arguments if one.id == widest.name)
    assert (overall.value, logic.value) == (row.adjusted_spread, row.by_dimension["logic"].adjusted_spread)
    assert logic.depth == pytest.approx(logic.value / 4)
    assert logic.label == f"CON-1, Logic: spread {logic.text}" and logic.opens == "CON-1"


def test_a_failed_judge_keeps_its_place_without_value_or_tint():
    risk = JUDGES.index("Risk")
    found = heatmap_of("three_of_four")
    assert found.groups[0].columns[risk].note == "failed"
    cells = [row.cells[0][risk] for row in found.rows]
    assert {(cell.value, cell.text, cell.depth) for cell in cells} == {(None, "–", 0)}
    assert heatmap_of("speaking") is None


@pytest.mark.parametrize(
    ("calibration", "scale", "far"),
    [
        ("additive", STANDARD.scale, 3),
        ("none", Scale(low=1, high=4), 1),
        ("zscore", STANDARD.scale, 2),
        ("minmax", STANDARD.scale, 1 / 3),
    ],
)
def test_the_scale_of_tints_is_fixed_by_unit_and_scale(calibration, scale, far):
    assert reach(report_in("agreed", ReportSettings(calibration=calibration)), scale) == pytest.approx(far)


def pairs_of(state):
    found = pairs_heatmap(report_in(state).agreement.pairs, JUDGES, "argument")
    return [row.cells[0] for row in found.rows]


def test_the_square_of_pairs_is_symmetric_with_an_empty_diagonal():
    found = pairs_of("three_of_four")
    assert found == [list(row) for row in zip(*found, strict=True)] or found == list(zip(*found, strict=True))
    assert [found[n][n] for n in range(len(JUDGES))] == [None] * len(JUDGES)


def test_two_judges_have_their_alpha_and_n_and_none_with_one_that_failed():
    cell = pairs_of("agreed")[0][1]
    assert cell.small == f"{len(IDS)} arguments" and cell.depth == pytest.approx(1 - cell.value)
    assert "6 arguments scored by both" in cell.label and cell.opens in IDS
    failed = pairs_of("three_of_four")[0][JUDGES.index("Risk")]
    assert (failed.value, failed.text, failed.depth) == (None, "–", 0)


def test_two_who_agree_worse_than_by_chance_lie_at_the_end_of_the_scale_and_not_beyond_it():
    worst = report_in("agreed").agreement.pairs[0]
    worst = worst.model_copy(update={"alpha": replace(worst.alpha, value=-0.4)})
    found = pairs_heatmap([worst], JUDGES, "argument")
    assert found.ends(found.groups[0]) == found.groups[0].ends
