"""The lab's figures, asserted on their dictionaries."""

from typing import Any

import plotly.graph_objects as go
import pytest

from debate_core.reporting.lab import lab_document
from debate_core.verdicts.lab import LabReport, Question, lab
from pages.ui.charts.lab import sizes_plot


def traces(figure: go.Figure) -> dict[str, Any]:
    return {trace["name"]: trace for trace in figure.to_dict()["data"] if "name" in trace}


def test_no_figure_brings_its_own_background_font_colour_or_template(found: LabReport) -> None:
    figure = sizes_plot(found)
    layout = figure.to_dict()["layout"]
    assert not figure.layout.template.to_plotly_json()
    assert layout["paper_bgcolor"] == layout["plot_bgcolor"] == "rgba(0,0,0,0)"
    assert "color" not in layout.get("font", {})


@pytest.fixture(scope="module")
def found() -> LabReport:
    return lab(Question(), 40)


@pytest.fixture(scope="module")
def alike() -> LabReport:
    return lab(Question(related="all", gap=0.0), 40)


def test_each_outcome_has_a_line_with_its_interval_and_a_shape_of_its_own(found: LabReport) -> None:
    drawn = traces(sizes_plot(found))
    assert set(drawn) == {"right", "no call", "wrong"}
    assert len({line["marker"]["symbol"] for line in drawn.values()}) == 3
    assert len({line["line"]["dash"] for line in drawn.values()}) == 3
    right = drawn["right"]
    assert list(right["x"]) == [2, 3, 4, 5, 6, 7, 8]
    asked = found.asked.right
    assert right["y"][2] == asked.value
    assert right["error_y"]["array"][2] == pytest.approx(asked.interval[1] - asked.value)
    assert right["error_y"]["arrayminus"][2] == pytest.approx(asked.value - asked.interval[0])


def test_at_a_tie_no_line_is_called_right(alike: LabReport) -> None:
    assert set(traces(sizes_plot(alike))) == {"no call", "named a side"}


def test_the_size_chosen_is_marked(found: LabReport) -> None:
    (band,) = sizes_plot(found).to_dict()["layout"]["shapes"]
    assert (band["x0"], band["x1"]) == (3.7, 4.3)


def test_an_interval_without_a_truth_is_no_line_and_says_why() -> None:
    (table,) = lab_document(lab(Question(whole="yes"), 20)).block("cover").tables
    promised, holds = zip(*(row[1:3] for row in table.rows), strict=True)
    assert promised == (0.9, 0.95)
    assert holds[0].known and holds[1].value is None and "no formula" in holds[1].reason


def test_no_figure_of_the_lab_brings_its_own_background_or_font_colour(found: LabReport) -> None:
    for figure in (sizes_plot(found),):
        layout = figure.to_dict()["layout"]
        assert layout["paper_bgcolor"] == layout["plot_bgcolor"] == "rgba(0,0,0,0)"
        assert "color" not in layout.get("font", {})
