"""From a debate's report, and from a table, to the numbers of its pictures."""

from dataclasses import replace

import pytest

from debate_core.domain.rubric import STANDARD, Scale
from debate_core.library.report import ReportSettings
from debate_core.reporting.debate_figures import pairs_heatmap, reach, scores_heatmap
from tests.building import cases
from tests.building.facts import but
from tests.building.structured import JUDGES, report_in


def heatmap_of(state, **settings):
    return scores_heatmap(report_in(state, ReportSettings(**settings)))


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


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "notes"),
    [("failed_judge", ["", "", "failed", ""]), ("no_call", [*[""] * 4, *["person"] * 3])],
)
def test_a_column_says_who_failed_and_who_is_a_person(name, notes):
    group, _ = scores_heatmap(cases.report_of(name)).groups
    assert [(one.seat, one.note) for one in group.columns] == list(enumerate(notes))


@pytest.mark.slow
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
    report = report_in("agreed", ReportSettings(calibration=calibration))
    assert reach(but(report, rubric=but(STANDARD, scale=scale))) == pytest.approx(far)


def test_two_who_agree_worse_than_by_chance_lie_at_the_end_of_the_scale_and_not_beyond_it():
    worst = report_in("agreed").agreement.pairs[0]
    worst = worst.model_copy(update={"alpha": replace(worst.alpha, value=-0.4)})
    found = pairs_heatmap([worst], JUDGES, "argument")
    assert found.ends(found.groups[0]) == found.groups[0].ends
