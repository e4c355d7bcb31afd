"""The strips of past severities, asserted on the figure's dictionary."""

from debate_core.library.track_record import JudgeBefore, SeverityThen
from debate_core.measuring.estimate import Estimate
from pages.ui.charts.history import NEWEST, history_plot

NONE = Estimate(value=None, reason="too few")


def judge(name: str, found: dict[int, Estimate]) -> JudgeBefore:
    """A judge with these severities, by the number of the debate."""
    return JudgeBefore(
        judge=name,
        model="openai:a",
        debates=len(found),
        right=0,
        wrong=0,
        known=0,
        accuracy=None,
        shrunken=NONE,
        severity=NONE,
        severities=tuple(
            SeverityThen(debate=f"d{n}", opened_at=n * 86400.0, found=one) for n, one in found.items()
        ),
        people=NONE,
        people_on_divergent=NONE,
        telling=0,
        error_variance=None,
    )


def sure(value: float) -> Estimate:
    return Estimate(value=value, interval=(value - 0.5, value + 0.5))


def test_a_severity_stands_at_its_debate_with_its_interval_and_is_hollow_without() -> None:
    alone = Estimate(value=-0.4, reason="too few scores")
    figure = history_plot(
        [judge("<b>A", {0: sure(1.0), 2: alone}), judge("B", {1: sure(0.5), 2: NONE})]
    ).to_dict()
    first, second = figure["data"]
    assert (list(first["x"]), list(first["y"])) == ([0, 2], [1.0, -0.4])
    assert list(first["error_y"]["array"]) == [0.5, 0.0]
    assert list(first["marker"]["symbol"]) == ["circle", "circle-open"]
    assert (list(second["x"]), second["yaxis"]) == ([1], "y2")  # what is not known leaves a gap
    assert figure["layout"]["yaxis"]["range"] == figure["layout"]["yaxis2"]["range"]
    assert figure["layout"]["xaxis"]["title"]["text"] == "← 1970-01-01 · debates · 1970-01-03 →"
    assert "&lt;b>A" in figure["layout"]["annotations"][0]["text"]
    assert "+1.0 points (likely +0.5 to +1.5)" in first["customdata"][0][1]


def test_the_newest_debates_are_drawn_and_no_more() -> None:
    figure = history_plot([judge("A", {n: sure(0.1 * n) for n in range(NEWEST + 5)})]).to_dict()
    assert len(figure["data"][0]["x"]) == NEWEST
    assert figure["data"][0]["y"][0] == 0.5
