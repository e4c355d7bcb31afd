"""What the two tables of tinted cells say, asserted on the figure's dictionary."""

import pytest

from debate_core.report import ReportSettings
from pages.ui.charts.heatmaps import MISSING, deviation_heatmap, spread_of, variance_heatmap
from tests.building.structured import IDS, JUDGES, record_of, report_in


def test_every_cell_has_a_point_that_can_be_clicked_and_names_its_argument() -> None:
    drawn = deviation_heatmap(report_in("split")).to_dict()
    cells = next(trace for trace in drawn["data"] if trace.get("name") == "cells")
    assert [(one[0], one[1]) for one in cells["customdata"]] == [(a, j) for a in IDS for j in JUDGES]
    assert drawn["layout"]["clickmode"] == "event+select"
    assert cells["marker"]["opacity"] > 0
    assert cells["hoverinfo"] != "skip" if "hoverinfo" in cells else cells["hovertemplate"]


def test_a_cell_shows_the_calibrated_score_and_its_distance_from_the_arguments_mean() -> None:
    report = report_in("split")
    row = report.arguments[3]
    values = [row.calibrated[name] for name in JUDGES]
    mean = sum(v for v in values if v is not None) / 4
    drawn = deviation_heatmap(report).to_dict()
    tint = next(trace for trace in drawn["data"] if trace["type"] == "heatmap")
    assert list(tint["z"][3]) == pytest.approx([abs(v - mean) for v in values if v is not None])


def test_a_row_the_judges_part_on_is_marked_by_a_sign_not_by_colour_alone() -> None:
    for figure in (
        deviation_heatmap(report_in("split")),
        variance_heatmap(report_in("split"), record_of("split").config.rubric),
    ):
        labels = figure.to_dict()["layout"]["yaxis"]["ticktext"]
        assert ["◆" in label for label in labels] == [name == "CON-1" for name in IDS]


def test_a_failed_judge_keeps_its_column_with_dashes_and_no_zero() -> None:
    drawn = deviation_heatmap(report_in("three_of_four")).to_dict()
    tint = next(trace for trace in drawn["data"] if trace["type"] == "heatmap")
    cells = next(trace for trace in drawn["data"] if trace.get("name") == "cells")
    place = JUDGES.index("Risk")
    assert all(line[place] is None for line in tint["z"])
    assert [
        text for text, one in zip(cells["text"], cells["customdata"], strict=True) if one[1] == "Risk"
    ] == [MISSING] * len(IDS)


def test_the_strip_shows_the_variance_of_what_the_cells_show() -> None:
    for method in ("additive", "zscore", "none"):
        report = report_in("split", ReportSettings(calibration=method))
        strip = next(t for t in deviation_heatmap(report).to_dict()["data"] if t.get("name") == "variance")
        assert list(strip["x"]) == [spread_of(row) for row in report.arguments]


def test_dimensions_and_the_composite_have_their_variances() -> None:
    report, rubric = report_in("split"), record_of("split").config.rubric
    tint = next(t for t in variance_heatmap(report, rubric).to_dict()["data"] if t["type"] == "heatmap")
    # Logic of CON-1 is 9, 2, 8, 3: mean 5.5, squares 12.25 + 12.25 + 6.25 + 6.25 = 37, over 3.
    assert tint["z"][3][0] == pytest.approx(37 / 3)
    assert tint["z"][3][-1] == pytest.approx(report.arguments[3].variance)


def test_a_claim_cannot_write_markup_into_a_hover() -> None:
    report = report_in("split")
    row = report.arguments[0].model_copy(update={"claim": "<b>x</b> & <img src=x>"})
    changed = report.model_copy(update={"arguments": (row, *report.arguments[1:])})
    cells = next(t for t in deviation_heatmap(changed).to_dict()["data"] if t.get("name") == "cells")
    assert cells["customdata"][0][3] == "&lt;b>x&lt;/b> &amp; &lt;img src=x>"
