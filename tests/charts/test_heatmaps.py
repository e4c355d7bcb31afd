"""What the tables of tinted cells say, asserted on the figure's dictionary."""

import statistics
from typing import Any

import plotly.graph_objects as go
import pytest

from debate_core.numerals import coefficient
from debate_core.report import ReportSettings
from pages.ui.charts.heatmaps import MISSING, deviation_heatmap, pairs_heatmap, variance_heatmap
from tests.building.structured import IDS, JUDGES, record_of, report_in


def drawn(figure: go.Figure) -> tuple[list[list[float | None]], dict[str, Any]]:
    """The tints, and the points over them that are hovered and clicked."""
    tint, cells, *_ = figure.to_dict()["data"]
    assert (tint["type"], cells["name"]) == ("heatmap", "cells")
    return [list(line) for line in tint["z"]], cells


def test_every_cell_has_a_point_that_can_be_clicked_and_names_its_argument() -> None:
    figure = deviation_heatmap(report_in("split"))
    _, cells = drawn(figure)
    assert [(one[0], one[1]) for one in cells["customdata"]] == [(a, j) for a in IDS for j in JUDGES]
    assert figure.layout.clickmode == "event+select"
    assert cells["marker"]["opacity"] > 0
    assert "hoverinfo" not in cells
    assert cells["hovertemplate"]


def test_a_cell_shows_the_score_and_its_distance_from_the_mean_and_the_strip_their_variance() -> None:
    figure = deviation_heatmap(report_in("split", ReportSettings(calibration="none")))
    tints, cells = drawn(figure)
    # The composites of CON-1 are 9, 2.3, 8.25 and 2.55: mean 5.525.
    assert tints[3] == pytest.approx([3.475, 3.225, 2.725, 2.975])
    assert [text.partition("<br>")[0] for text in cells["text"][12:16]] == ["9.0", "2.3", "8.2", "2.5"]
    # Squares 12.075625 + 10.400625 + 7.425625 + 8.850625 = 38.7525, over 3.
    assert figure.data[2].x[3] == pytest.approx(12.9175)


@pytest.mark.parametrize("method", ["additive", "zscore"])
def test_cells_and_strip_are_of_the_scores_as_calibrated(method: Any) -> None:
    report = report_in("split", ReportSettings(calibration=method))
    figure = deviation_heatmap(report)
    for row, tints, spread in zip(report.arguments, drawn(figure)[0], figure.data[2].x, strict=True):
        values = [value for value in row.calibrated.values() if value is not None]
        mean = sum(values) / 4
        assert tints == pytest.approx([abs(value - mean) for value in values])
        assert spread == pytest.approx(statistics.variance(values))


def test_a_row_the_judges_part_on_is_marked_by_a_sign_not_by_colour_alone() -> None:
    report, rubric = report_in("split"), record_of("split").config.rubric
    for figure in (deviation_heatmap(report), variance_heatmap(report, rubric)):
        assert ["◆" in label for label in figure.layout.yaxis.ticktext] == [name == "CON-1" for name in IDS]


def test_a_failed_judge_keeps_its_column_with_dashes_and_no_zero() -> None:
    tints, cells = drawn(deviation_heatmap(report_in("three_of_four")))
    place = JUDGES.index("Risk")
    assert all(line[place] is None for line in tints)
    assert cells["text"][place :: len(JUDGES)] == [MISSING] * len(IDS)


def test_dimensions_and_the_composite_have_their_variances() -> None:
    report = report_in("split")
    tints, _ = drawn(variance_heatmap(report, record_of("split").config.rubric))
    # Logic of CON-1 is 9, 2, 8, 3: mean 5.5, squares 12.25 + 12.25 + 6.25 + 6.25 = 37, over 3.
    assert tints[3][0] == pytest.approx(37 / 3)
    assert tints[3][-1] == pytest.approx(12.9175)


def test_a_claim_cannot_write_markup_into_a_hover() -> None:
    report = report_in("split")
    row = report.arguments[0].model_copy(update={"claim": "<b>x</b> & <img src=x>"})
    changed = report.model_copy(update={"arguments": (row, *report.arguments[1:])})
    _, cells = drawn(deviation_heatmap(changed))
    assert cells["customdata"][0][3] == "&lt;b>x&lt;/b> &amp; &lt;img src=x>"


@pytest.mark.parametrize("state", ["agreed", "split", "three_of_four", "undefined"])
def test_the_square_of_pairs_is_symmetric_with_a_blank_diagonal(state: str) -> None:
    tints, _ = drawn(pairs_heatmap(report_in(state)))
    assert tints == [list(column) for column in zip(*tints, strict=True)]
    assert [tints[n][n] for n in range(len(JUDGES))] == [None] * len(JUDGES)


def test_every_pair_says_its_alpha_and_how_many_arguments_it_rests_on() -> None:
    report = report_in("agreed")
    _, cells = drawn(pairs_heatmap(report))
    said = dict(zip(zip(cells["x"], cells["y"], strict=True), cells["text"], strict=True))
    first = report.agreement.pairs[0]
    assert (len(said), first.judges) == (12, JUDGES[:2])
    assert said[(1, 0)] == said[(0, 1)]
    assert said[(1, 0)].startswith(f"{coefficient(first.value)}<br>")
    assert all("n 6" in text for text in said.values())


def test_a_failed_judge_has_dashes_and_no_argument_in_common_with_another() -> None:
    _, cells = drawn(pairs_heatmap(report_in("three_of_four")))
    risk = JUDGES.index("Risk")
    texts = [t for x, y, t in zip(cells["x"], cells["y"], cells["text"], strict=True) if risk in (x, y)]
    assert len(texts) == 6
    assert all(text.startswith("–") and "n 0" in text for text in texts)


def test_a_pair_leads_to_the_argument_the_two_are_furthest_apart_on() -> None:
    report = report_in("split")
    _, cells = drawn(pairs_heatmap(report))
    by_pair = {pair.judges: pair.furthest for pair in report.agreement.pairs}
    for x, y, data in zip(cells["x"], cells["y"], cells["customdata"], strict=True):
        assert data[0] == by_pair[JUDGES[min(x, y)], JUDGES[max(x, y)]]
        assert data[0] in IDS
