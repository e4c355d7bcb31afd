"""What came of a talk, as it is told."""

from types import SimpleNamespace

from debate_core.measuring.conformity import Effect, findings, shown
from debate_core.report.heard import EFFECTS, _effect, why_moved
from debate_core.report.talk import EffectRow

THOSE = "95% interval, these judges"


def row(p: float, shown: bool, interval: tuple[float, float]) -> dict[str, str]:
    effect = Effect(kind="planted", value=0.3, p=p, interval=interval, n=12)
    return _effect(EffectRow(effect=effect, shown=shown), THOSE)


def test_a_row_that_its_interval_seems_to_gainsay_says_which_of_the_two_decides():
    """Found in a review: "shown", p .04, beside an interval from below 0."""
    assert row(0.04, True, (-0.1, 0.7))[THOSE] == (
        "\N{MINUS SIGN}0.10 to 0.70; chance of so much from nothing 4%, by a test of its own, which looks one way only "
        "and decides"
    )
    assert row(0.01, True, (0.1, 0.5))[THOSE] == "0.10 to 0.50; chance of so much from nothing 1%"


def test_a_row_that_is_not_shown_for_two_tests_says_so():
    assert row(0.04, False, (-0.1, 0.7))["Found"] == "not shown, corrected for two tests"
    assert row(0.2, False, (-0.1, 0.7))["Found"] == "not shown"


def test_the_headline_says_only_what_the_rows_of_its_table_show():
    """Found in a trial: "moved on others' positions alone" above a row that said of these *not shown*."""
    effects = [Effect(kind="normative", value=0.1, p=0.2), Effect(kind="planted", value=0.4, p=0.01)]
    flags = shown(effects)
    assert flags == (False, True)
    rows = [EffectRow(effect=one, shown=flag) for one, flag in zip(effects, flags, strict=True)]
    conformity = SimpleNamespace(findings=findings(True, effects), effects=rows)
    said = why_moved(SimpleNamespace(conformity=conformity, after_talk=None, probes=()))
    headline, rest = said.split(" Not shown: ")
    assert headline.startswith("Conformity shown") and "another argument" in headline
    assert "positions alone" not in headline
    assert rest == f"{EFFECTS['normative']}."
