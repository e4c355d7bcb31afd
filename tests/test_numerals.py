"""Numbers and sentences read the same on every page."""

import doctest

from debate_core import numerals as numbers
from debate_core.exports.numbers import headline
from debate_core.measuring.estimate import Estimate
from debate_core.report import Report
from debate_core.report.outcome_words import luck
from pages.ui.charts import canvas
from pages.ui.shown import words
from pages.ui.shown.sentences import failure_sentences
from tests.building.structured import report_in


def with_outcome(gap: float, interval: tuple[float, float] | None = None, **changes: object) -> Report:
    report = report_in("agreed")
    found = {
        "gap": Estimate(value=gap, interval=interval, level=0.9),
        "by_judge": Estimate(value=gap, level=0.8),
    }
    return report.model_copy(update={"outcome": report.outcome.model_copy(update=found | changes)})


def test_the_examples_of_the_number_styles_hold() -> None:
    for module in (numbers, canvas, words):
        assert doctest.testmod(module).failed == 0


def test_the_banner_gives_the_gap_and_interval_from_the_named_sides_view() -> None:
    pro = with_outcome(call="pro", gap=1.42, interval=(0.61, 2.23))
    con = with_outcome(call="con", gap=-1.42, interval=(-2.23, -0.61))
    assert headline(pro) == "PRO, by 1.4 points (90% interval 0.6 to 2.2, these judges)"
    assert headline(con) == "CON, by 1.4 points (90% interval 0.6 to 2.2, these judges)"


def test_no_call_names_no_side() -> None:
    report = with_outcome(call="no_call", gap=2.0, p_pro=0.99)
    assert headline(report) == "No call"
    assert "likely" not in luck(report)["text"]


def test_a_probability_never_reads_as_certain() -> None:
    assert "over 99%" in luck(with_outcome(call="con", gap=-1.0, p_pro=0.0))["text"]


def test_of_a_failed_judge_the_cause_is_said() -> None:
    report = report_in("three_of_four")
    assert "Risk failed" in failure_sentences(report)[0]
    assert "not readable three times" in failure_sentences(report)[0]
