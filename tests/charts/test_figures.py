"""Score dots and judges' lines, asserted on the figure's dictionary."""

from typing import Any

import plotly.graph_objects as go
import pytest

from debate_core.report import ReportSettings
from pages.ui.charts.judges import scores_plot, severity_plot
from tests.building.structured import JUDGES, record_of, report_in


def traces(figure: go.Figure) -> dict[str, Any]:
    return {trace["name"]: trace for trace in figure.to_dict()["data"] if "name" in trace}


def all_figures(state: str) -> list[go.Figure]:
    report, rubric = report_in(state), record_of(state).config.rubric
    return [scores_plot(report, rubric.scale), severity_plot(report)]


@pytest.mark.parametrize("state", ["agreed", "split", "no_call", "three_of_four", "undefined"])
def test_no_figure_brings_its_own_background_font_colour_or_template(state: str) -> None:
    for figure in all_figures(state):
        layout = figure.to_dict()["layout"]
        assert not figure.layout.template.to_plotly_json()
        assert layout["paper_bgcolor"] == layout["plot_bgcolor"] == "rgba(0,0,0,0)"
        assert "color" not in layout.get("font", {})


def test_raw_is_hollow_and_calibrated_filled_on_one_axis_when_both_are_points() -> None:
    report = report_in("agreed")
    figure = scores_plot(report, record_of("agreed").config.rubric.scale).to_dict()
    dots = [t for t in figure["data"] if t["mode"] == "markers"]
    hollow = {(t["customdata"][0][1], t["marker"]["symbol"].endswith("-open")) for t in dots}
    assert hollow == {("raw", True), ("calibrated", False)}
    assert {t["xaxis"] for t in dots} == {"x"}
    assert list(dots[0]["x"]) == [row.raw["Technical"] for row in report.arguments]


def test_another_unit_gets_an_axis_of_its_own() -> None:
    report = report_in("agreed", ReportSettings(calibration="zscore"))
    figure = scores_plot(report, record_of("agreed").config.rubric.scale).to_dict()
    assert {t["customdata"][0][1]: t["xaxis"] for t in figure["data"]} == {"raw": "x", "calibrated": "x2"}


def test_severity_leads_to_the_argument_on_which_a_judge_is_furthest_from_the_panel() -> None:
    # All score alike but for CON-1, which two put at 8 or 9 and two at 2 or 3.
    marks = traces(severity_plot(report_in("split")))["severity"]["customdata"]
    assert [one[0] for one in marks] == ["CON-1"] * 4
    assert all("Furthest from the panel on CON-1: click to read it" in one[1] for one in marks)


def test_severity_has_its_standard_error_and_a_failed_judge_a_line_that_says_so() -> None:
    report = report_in("three_of_four")
    figure = severity_plot(report)
    drawn = traces(figure)["severity"]
    known = [judge for judge in report.judges if judge.severity is not None]
    assert list(drawn["error_x"]["array"]) == [judge.severity_se for judge in known]
    notes = {note["y"]: note["text"] for note in figure.to_dict()["layout"]["annotations"]}
    assert notes == {JUDGES.index("Risk"): "failed: no scores"}
