"""The judge × judge square, asserted on the figure's dictionary."""

import pytest

from debate_core.numerals import coefficient
from pages.ui.charts.pairs import pairs_heatmap
from tests.building.structured import JUDGES, report_in


@pytest.mark.parametrize("state", ["agreed", "split", "three_of_four", "undefined"])
def test_the_square_is_symmetric_with_a_blank_diagonal(state: str) -> None:
    tint = pairs_heatmap(report_in(state)).to_dict()["data"][0]["z"]
    for y in range(len(JUDGES)):
        assert tint[y][y] is None
        assert [tint[y][x] for x in range(len(JUDGES))] == [tint[x][y] for x in range(len(JUDGES))]


def test_every_cell_says_its_alpha_and_how_many_arguments_it_rests_on() -> None:
    report = report_in("agreed")
    cells = pairs_heatmap(report).to_dict()["data"][1]
    assert len(cells["x"]) == 12
    said = dict(zip(zip(cells["x"], cells["y"], strict=True), cells["text"], strict=True))
    first = report.agreement.pairs[0]
    assert first.judges == (JUDGES[0], JUDGES[1])
    assert said[(1, 0)] == said[(0, 1)]
    assert said[(1, 0)].startswith(f"{coefficient(first.value)}<br>")
    assert all("n 6" in text for text in said.values())


def test_a_failed_judge_has_dashes_and_none_in_common() -> None:
    report = report_in("three_of_four")
    cells = pairs_heatmap(report).to_dict()["data"][1]
    risk = JUDGES.index("Risk")
    texts = [t for x, y, t in zip(cells["x"], cells["y"], cells["text"], strict=True) if risk in (x, y)]
    assert len(texts) == 6
    assert all(text.startswith("–") and "n 0" in text for text in texts)


def test_a_cell_leads_to_the_argument_the_two_are_furthest_apart_on() -> None:
    report = report_in("split")
    cells = pairs_heatmap(report).to_dict()["data"][1]
    by_pair = {pair.judges: pair.furthest for pair in report.agreement.pairs}
    known = {row.id for row in report.arguments}
    for x, y, data in zip(cells["x"], cells["y"], cells["customdata"], strict=True):
        pair = tuple(JUDGES[i] for i in sorted((x, y)))
        assert data[0] == by_pair[pair]
        assert data[0] in known
