"""What is told in a room: the word, who leans where, and for whom an interval holds."""

from dataclasses import replace

import pytest

from debate_core.measuring.estimate import Estimate
from debate_core.report.outcome_words import NOT_NAMED, SIMULATED, leaning, luck, outcome_words
from debate_core.report.shared import _more_than
from tests.each import each
from tests.test_report import CLEAR, read, record

CON = tuple(tuple(reversed(row)) for row in CLEAR)
SPLIT = ((9, 9, 7, 1, 2, 4), (1, 2, 4, 9, 9, 7), (9, 8, 7, 2, 3, 4), (2, 1, 3, 8, 9, 8))


class Judge:
    def __init__(self, ballot, model="simulated:standard"):
        self.ballot, self.model = ballot, model


@each(
    ("ballots", "towards", "said"),
    [
        (["PRO", "PRO", "PRO", "PRO"], "PRO", "All four judges lean its way."),
        (["PRO", "PRO"], "", "Both judges lean PRO."),
        (["PRO", "CON", "PRO", "CON"], "", "Two judges lean PRO, two lean CON."),
        (["CON", "PRO", "PRO", "PRO"], "PRO", "Three judges lean its way, one leans CON."),
        (
            ["CON", "PRO", "CON", "TIE"],
            "CON",
            "Two judges lean its way, one leans PRO and one sees a tie (within 0.25 points).",
        ),
        (["TIE", "TIE", "CON"], "", "One judge leans CON, two see a tie (within 0.25 points)."),
        (["PRO", None, None], "", "The one judge with scores on both sides leans PRO."),
        ([None, None], "", ""),
    ],
)
def test_who_leans_where_counts_only_judges_with_a_position(ballots, towards, said):
    assert leaning(tuple(map(Judge, ballots)), towards) == said


def test_people_on_the_panel_are_not_called_judges():
    seats = (Judge("PRO"), Judge("PRO", None), Judge("CON", None))
    assert leaning(seats) == "Two who scored lean PRO, one leans CON."
    assert leaning(seats[:2], "PRO") == "Both who scored lean its way."


def test_a_named_side_is_told_with_its_results_the_higher_first():
    for tables, side, results in ((CLEAR, "PRO", "8.1 to 3.3"), (CON, "CON", "8.1 to 3.3")):
        found = outcome_words(read(record(tables)), 10)
        assert (found.word, found.sentence) == (side, f"{side} argued better: {results} out of 10.")
        assert (found.beside, found.scope) == ("All four judges lean its way.", SIMULATED)


def test_on_no_call_nobody_is_called_better():
    found = outcome_words(read(record(SPLIT)), 10)
    assert found.word == "NO CALL"
    assert found.sentence == "Two judges lean PRO, two lean CON."
    assert found.beside == NOT_NAMED


def test_a_judge_that_failed_stands_nowhere_and_the_others_keep_their_places():
    found = outcome_words(read(record(failed=("Business",))), 10)
    assert [(one.judge, one.seat) for one in found.stands] == [("Technical", 0), ("Risk", 2), ("General", 3)]


def test_no_call_says_where_judges_part():
    one = ((9, 6, 6, 6, 6, 5), (2, 6, 6, 7, 6, 6), (9, 6, 6, 6, 6, 6), (2, 6, 6, 7, 6, 6))
    found = outcome_words(read(record(one)), 10)
    assert found.word == "NO CALL"
    assert found.sentence.endswith("They disagree on one argument, PRO-1.")
    assert "PRO-1" in found.beside


def test_an_interval_is_said_by_the_sides_it_reaches_to():
    report = read(record(SPLIT))
    reach, by_judge = outcome_words(report, 10).reaches
    assert (reach.low, reach.high) == report.outcome.gap.interval
    assert reach.low < 0 < reach.high
    assert reach.said.startswith("these judges, 90% interval: CON by ")
    assert " to PRO by " in reach.said
    assert (by_judge.low, by_judge.high) == report.outcome.by_judge.interval
    assert by_judge.said.startswith("judges like these, 80% interval: CON by ")


def test_both_intervals_are_said_each_with_those_it_holds_for():
    report = read(record())
    gap = report.outcome.gap.value
    told = {"gap": (0.9, (1.2, 1.5)), "by_judge": (0.8, (-0.2, 2.9))}
    changed = {key: Estimate(value=gap, interval=ends, level=at) for key, (at, ends) in told.items()}
    outcome = report.outcome.model_copy(update=changed)
    said = luck(report.model_copy(update={"outcome": outcome}))["text"]
    assert said.endswith(
        " The difference could be PRO by 1.2 to 1.5 points (these judges, 90% interval) and CON by 0.2 to PRO by 2.9 "
        "points (judges like these, 80% interval)."
    )


NEAR = ((8, 7, 5, 4, 6, 5), (7, 5, 7, 5, 5, 5), (8, 7, 5, 3, 5, 5), (7, 8, 7, 5, 6, 5))
"""A lead that some errors in common would undo."""
ALIKE = "All these judges run on one model, and so share errors. "


@pytest.mark.parametrize(
    ("models", "near", "first", "caution"),
    [
        (("openai:a",) * 4, False, ALIKE, True),
        (("openai:a", "openai:a", "openai:a", "gemini:b"), False, "PRO's lead holds", False),
        (("simulated:standard",) * 4, False, "PRO's lead holds", False),
        (("simulated:standard",) * 4, True, "PRO's lead holds", True),
    ],
)
def test_a_named_side_says_from_which_share_of_errors_in_common_on_it_falls(models, near, first, caution):
    tables = NEAR if near else CLEAR
    found = read(record(tables, models=models))
    shared, outcome = found.shared_errors, found.outcome
    # (f² − 1)/(f² − 1 + J), f the gap over half its interval
    f2 = (outcome.gap.value / ((outcome.gap.interval[1] - outcome.gap.interval[0]) / 2)) ** 2
    assert outcome.tipping_share == shared.tipping_share == pytest.approx((f2 - 1) / (f2 + 3))
    assert (shared.tipping_share < 0.5) == near
    assert [one.includes_0 for one in shared.at] == [one.share > outcome.tipping_share for one in shared.at]
    assert shared.sentence.startswith(first)
    assert outcome.cautions[-1] == shared.sentence
    # Once on the page: as a caution where so much sharing is to be reckoned with.
    assert shared.near == caution
    assert (shared.in_short in luck(found)["text"]) == (not caution)


def test_a_share_that_rounds_to_nothing_is_said_as_one_that_would_do():
    assert [_more_than(share) for share in (0.001, 0.22)] == ["as much as 1%", "more than 22%"]


def test_classic_rules_which_ask_no_interval_are_not_said_to_hold_by_it():
    found = read(record(NEAR), rules="classic")
    assert found.outcome.call == "pro"
    assert found.shared_errors.sentence.startswith(
        "The gap's interval leaves out 0 unless these judges share"
    )


def test_scores_written_by_hand_are_no_models():
    one = ("openai:a",) * 4
    found = read(record(models=one)).shared_errors
    written = read(replace(record(models=one), example="by hand")).shared_errors
    assert (found.one_model, written.one_model) == (True, False)


def test_on_no_call_there_is_no_tipping_share_and_the_intervals_stand():
    found = read(record(SPLIT))
    assert (found.outcome.tipping_share, found.outcome.tipping_reason) == (None, "no side is named")
    assert (found.shared_errors.sentence, found.shared_errors.reason) == (None, "no side is named")
    assert [one.share for one in found.shared_errors.at] == [0.2, 0.35, 0.5]


def test_too_few_judges_are_told_in_the_words_of_the_reason():
    report = read(record(failed=("Business", "Risk", "General")))
    found = outcome_words(report, 10)
    assert found.word == "NO CALL"
    assert found.reaches == ()
    assert found.sentence == leaning(report.judges) == "The one judge with scores on both sides leans PRO."
