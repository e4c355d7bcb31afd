"""The running score and trait drift as values: what is missing is missing, and sides differ by more than colour."""

from debate_core.replay import replay
from debate_core.report.live import live_of
from pages.ui.charts.turns import running_score, trait_drift_plot
from tests.building.exchanges import whole_exchange
from tests.pages.test_replay import stored


def found(without: str = ""):
    return live_of(replay(stored([e for e in whole_exchange() if e.identity != without])), None, {})


def test_each_side_has_its_means_and_a_mark_a_turn() -> None:
    live = found()
    drawn = running_score(live.scorecard.running, live.live)
    # Turn 1: 30 − 2 + 20 + 21; turn 3: 27 + 19 (brought under turn 2's 20) + 20; turn 5: 30 + 20 + 22.
    assert [one["value"] for one in drawn["marks"] if one["side"] == "pro"] == [69, 66, 72]
    assert drawn["sides"][0]["means"][-1][1] == (69 + 66 + 72) / 3


def test_each_turning_point_is_marked_and_no_other_turn_is() -> None:
    live = found()
    # 99 is no turn.
    drawn = running_score(live.scorecard.running, live.live, turning=(4, 6, 99))
    assert [one["number"] for one in drawn["turns"] if one["turning"]] == [4, 6]


def test_an_unjudged_turn_has_no_mark_and_says_so_on_the_axis() -> None:
    live = found(without="live:5")
    drawn = running_score(live.scorecard.running, live.live)
    assert [one["turn"] for one in drawn["marks"] if one["side"] == "pro"] == [1, 3]
    assert [one["said"] for one in drawn["turns"]] == ["1", "2", "3", "4", "5 ×", "6"]


def test_traits_have_a_small_chart_each_from_1_to_10() -> None:
    figure = trait_drift_plot(found().traits)
    assert len(figure.data) == 2 * 12
    analytical = next(trace for trace in figure.data if trace.name == "PRO analytical")
    assert list(analytical.x) == [1, 3, 5]
    assert [round(value, 1) for value in analytical.y] == [5.0, 6.2, 7.4]
