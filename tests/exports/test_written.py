"""What the written reports say beside their numbers."""

from dataclasses import replace

from debate_core.events import Failure
from debate_core.exports.lab import step_sentence
from debate_core.exports.ratings import ratings_as_plain
from debate_core.history import History
from debate_core.lab import Question, lab
from debate_core.ratings import read_ratings
from debate_core.report import ReportSettings, report
from debate_core.report.ratings import RatingsReport, report_ratings
from debate_core.reporting.debate import debate_document
from tests.building.structured import record_of


def rated() -> RatingsReport:
    """The report on a table of scores brought from elsewhere, whose judges don't agree."""
    return report_ratings(read_ratings("judge,a,b,c,d,e,f\nA,1,2,3,4,5,6\nB,6,1,5,2,4,3\nC,2,6,1,5,3,4\n"))


def test_odds_of_none_are_given_like_any_other() -> None:
    found = rated()
    alpha = found.agreement.alpha.model_copy(update={"p_667": 0.0, "p_80": 0.0})
    agreement = found.agreement.model_copy(update={"alpha": alpha})
    assert "under 1%, under 1%" in ratings_as_plain(found.model_copy(update={"agreement": agreement}))


def test_the_advice_on_a_table_speaks_of_no_gap() -> None:
    said = ratings_as_plain(rated())
    assert "Unacceptable (below 0.50). Look for the cause" in " ".join(said.split())
    assert "gap" not in said


def test_a_difference_of_shares_is_in_percentage_points() -> None:
    said = step_sentence(lab(Question(gap=1.0, judges=2), 400))
    assert " percentage points more)" in said


def test_a_failure_is_said_in_a_persons_words() -> None:
    held = record_of("three_of_four")
    failures = {
        "judging:Risk": Failure(kind="retryable", message="ollama answered 529"),
        "briefing": Failure(kind="cut_stream", message="ollama went away"),
    }
    results = {step: found for step, found in held.results.items() if step != "briefing"}
    record = replace(held, failures=failures, results=results)
    document = debate_document(report(record, History(), ReportSettings()), record)
    assert document["judges"].items[0].startswith("Risk failed: provider busy: ollama answered 529")
    assert document["briefing"].sentence == "Cut off on the way: ollama went away."
