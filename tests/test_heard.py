"""What came of a talk, as it is told."""

from debate_core.report.heard import _effect
from debate_core.report.talk import EffectRow

THOSE = "95% interval, these judges"


def row(p: float, shown: bool, interval: tuple[float, float]) -> dict[str, str]:
    one = EffectRow(kind="planted", value=0.3, p=p, interval=interval, cells=12, shown=shown)
    return _effect(one, THOSE)


def test_a_row_that_its_interval_seems_to_gainsay_says_which_of_the_two_decides():
    """Found in a review: "shown", p .04, beside an interval from below 0."""
    assert row(0.04, True, (-0.1, 0.7))[THOSE] == (
        "\N{MINUS SIGN}.10 to .70; chance of so much from nothing 4%, by a test of its own, which looks one way only "
        "and decides"
    )
    assert row(0.01, True, (0.1, 0.5))[THOSE] == ".10 to .50; chance of so much from nothing 1%"


def test_a_row_that_is_not_shown_for_two_tests_says_so():
    assert row(0.04, False, (-0.1, 0.7))["Found"] == "not shown, corrected for two tests"
    assert row(0.2, False, (-0.1, 0.7))["Found"] == "not shown"
