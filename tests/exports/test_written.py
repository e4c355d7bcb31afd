"""What the written reports say beside their numbers."""

from dataclasses import replace

import pytest

from debate_core.events import Failure
from debate_core.exports.ratings import ratings_as_plain
from debate_core.exports.sections import escape
from debate_core.exports.written import as_markdown, as_plain
from debate_core.history import History
from debate_core.ratings import read_ratings
from debate_core.report import ReportSettings, report
from debate_core.report.outcome_words import change_words
from debate_core.report.ratings import RatingsReport, report_ratings
from debate_core.rules import Thresholds
from tests.building.structured import record_of, report_in


def rated() -> RatingsReport:
    """The report on a table of scores brought from elsewhere, whose judges don't agree."""
    return report_ratings(read_ratings("judge,a,b,c,d,e,f\nA,1,2,3,4,5,6\nB,6,1,5,2,4,3\nC,2,6,1,5,3,4\n"))


def test_both_forms_say_what_the_intervals_cannot_know() -> None:
    found = report_in("agreed")
    judges = tuple(judge.model_copy(update={"model": "openai:a_b"}) for judge in found.judges)
    found = found.model_copy(update={"judges": judges})
    assert "run on one model (openai:a_b): they share errors" in " ".join(as_plain(found).split())
    assert f"run on one model ({escape('openai:a_b')}): they share errors" in as_markdown(found)


@pytest.mark.parametrize("rules", ["default", "classic"])
def test_a_reading_that_cannot_alter_the_outcome_is_marked_and_not_counted(rules) -> None:
    found = report_in("agreed", ReportSettings(rules=rules))
    assert found.robustness is not None
    idle = [one.change for one in found.robustness if one.same]
    assert len(idle) == (8 if rules == "classic" else 2) + (found.settings.weights == "equal")
    for change in idle:
        (line,) = (
            one
            for one in as_markdown(found).splitlines()
            if one.startswith(f"| {escape(change_words(change))} |")
        )
        assert line.endswith("| same by construction |")
    counted = f"{len(found.robustness) - len(idle)} changes that could alter it"
    assert counted in " ".join(as_plain(found).split())


def test_odds_of_none_are_given_like_any_other() -> None:
    found = rated()
    alpha = replace(found.agreement.alpha, p_667=0.0, p_80=0.0)
    agreement = found.agreement.model_copy(update={"alpha": alpha})
    assert "under 1%, under 1%" in ratings_as_plain(found.model_copy(update={"agreement": agreement}))


def test_the_advice_on_a_table_speaks_of_no_gap() -> None:
    said = ratings_as_plain(rated())
    assert "Unacceptable (below 0.50). Look for the cause" in " ".join(said.split())
    assert "gap" not in said


@pytest.mark.parametrize("write", [as_plain, as_markdown])
def test_how_the_scores_were_read_stands_near_the_outcome(write) -> None:
    usual = " ".join(write(report_in("agreed")).split())
    assert "Read with additive calibration, evidence weights, the default rules." in usual
    settings = ReportSettings(
        calibration="none",
        weights="equal",
        rules="classic",
        topic_type="business",
        thresholds=Thresholds(alpha_least=-1.0, alpha_alone=True, divergent_share=0.5),
    )
    said = " ".join(write(report_in("agreed", settings)).split())
    assert (
        "Read with scores as given, not calibrated, equal weights, the classic rules, the topic taken as of type "
        "business; changed from the usual: agreement on scores, at least \u22121.0 instead of 0.5 and low "
        "agreement on scores alone means no call."
    ) in said
    assert said.index("Read with") < said.index("How far the judges agree")


@pytest.mark.parametrize("write", [as_plain, as_markdown])
def test_a_failure_is_said_in_a_persons_words(write) -> None:
    held = record_of("three_of_four")
    failures = {
        "judging:Risk": Failure(kind="retryable", message="ollama answered 529"),
        "briefing": Failure(kind="cut_stream", message="ollama went away"),
    }
    results = {step: found for step, found in held.results.items() if step != "briefing"}
    found = report(replace(held, failures=failures, results=results), History(), ReportSettings())
    said = write(found).replace("\\", "")
    assert "failed: provider busy: ollama answered 529" in said
    assert "cut off on the way: ollama went away" in said
    assert "retryable" not in said
    assert "cut_stream" not in said
