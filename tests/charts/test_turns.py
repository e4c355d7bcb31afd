"""Trait drift as values."""

from debate_core.library.report.live import live_of
from debate_core.store.replay import replay
from pages.ui.charts.turns import trait_drift_plot
from tests.building.exchanges import whole_exchange
from tests.pages.test_replay import stored


def found():
    return live_of(replay(stored(whole_exchange())), None, {})


def test_traits_have_a_small_chart_each_from_1_to_10() -> None:
    figure = trait_drift_plot(found().traits)
    assert len(figure.data) == 2 * 12
    analytical = next(trace for trace in figure.data if trace.name == "PRO analytical")
    assert list(analytical.x) == [1, 3, 5]
    assert [round(value, 1) for value in analytical.y] == [5.0, 6.2, 7.4]
