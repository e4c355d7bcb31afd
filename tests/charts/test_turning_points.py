"""Turning points on the running score, asserted on the figure's dictionary."""

from debate_core.report.live import live_of
from pages.ui.charts.canvas import MARK
from pages.ui.charts.running_score import running_score_plot
from tests.building.exchanges import events_of
from tests.exports.test_live import replayed


def test_each_turning_point_has_a_line_and_a_diamond_and_no_other_turn_has() -> None:
    found = live_of(replayed(events_of("verdict_differ")), None)
    drawn = running_score_plot(found.scorecard.running, found.live, (4, 6, 99)).to_dict()["layout"]
    lines = [(one["x0"], one["x1"]) for one in drawn["shapes"] if one["line"]["color"] == MARK]
    diamonds = [one["x"] for one in drawn["annotations"] if one["text"] == "◆"]
    assert lines == [(4, 4), (6, 6)]
    assert diamonds == [4, 6]
