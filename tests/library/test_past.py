"""What past debates say of judges and dimensions: every small number with its interval, or why it has none."""

from dataclasses import replace
from functools import partial

import pytest

from debate_core.library.history import (
    Blind,
    HistoryEntry,
    Severity,
    entry_from_row,
    fold_history,
    history_entry,
)
from debate_core.library.track_record import NO_PEOPLE, past_report
from debate_core.measuring.intervals import ALIKE
from debate_core.reporting.history import history_document
from debate_core.store import JudgeHistoryRow
from debate_core.store.record import TrueOutcome, replay
from tests.building.facts import but, stored
from tests.building.reviewed import review
from tests.building.structured import STATES, on_scale, record_of

ANA = ("Ana's judge", "openai:a")

USUAL = Severity(0.5, 0.1, 15)


def lesson(number=0, **more):
    name = f"debate{number}"
    return HistoryEntry(debate=name, opened_at=float(number), **{"origin": (name, name), **more})


def judged(number, right=None, severity=USUAL, who=ANA, **more):
    told = {} if right is None else {who: right}
    return lesson(
        number, severities={who: severity}, right=told, truth=None if right is None else "PRO", **more
    )


def only(lessons):
    (found,) = past_report(lessons).judges
    return found


# ── right and wrong ──


def test_accuracy_is_shrunken_and_its_interval_is_of_the_same_belief():
    found = only([judged(1, True), judged(2, True), judged(3, False), judged(4, True), judged(5)])
    assert (found.debates, found.known, found.right, found.wrong) == (5, 4, 3, 1)
    assert found.shrunken.value == pytest.approx(4 / 6)
    # Beta(4, 2): its cumulative share up to x is 5x⁴ − 4x⁵.
    low, high = found.shrunken.interval
    assert [5 * x**4 - 4 * x**5 for x in (low, high)] == pytest.approx([0.025, 0.975])


def test_nothing_known_is_none_with_its_reason_and_never_one_half():
    found = past_report([judged(1)]).model_dump(mode="json")["judges"][0]
    assert (found["accuracy"], found["shrunken_accuracy"], found["accuracy_interval"]) == (None, None, None)
    assert found["why_null"]["accuracy"] == "no true outcome known"


def test_a_judge_is_its_name_and_its_model():
    other = (ANA[0], "anthropic:b")
    found = past_report([judged(1, True), judged(2, False, who=other)])
    assert [(one.judge, one.model, one.right) for one in found.judges] == [(*other, 0), (*ANA, 1)]
    assert found.of(*ANA).right == 1
    assert found.of("Ana's judge", "openai:c") is None


def test_a_studys_debates_on_one_topic_are_one_case_and_its_readings_of_one_debate_teach_once():
    """Swaps and readings were counted as so many independent debates: a study of one topic gave a range."""
    where = {"variances": {ANA: 1.0}, "preferred": {"logic": "PRO"}}
    said_in = ("debate1", "debate2", "debate1", "debate4")
    of_topic = [
        judged(n, n != 3, Severity(n, 0.1, 15), origin=("study: topic", speeches), **where)
        for n, speeches in enumerate(said_in, 1)
    ]
    past = past_report([*of_topic, judged(5, True, Severity(4.5, 0.1, 15)), judged(6, False)])
    (found,) = past.judges
    assert (past.debates, past.cases, found.debates, found.known, found.right) == (6, 3, 6, 6, 4)
    assert (found.severity.value, found.severity.n) == (pytest.approx(2.5), 3)
    assert only(of_topic).severity.reason == "it takes 3 cases, and there is 1"
    assert (found.shrunken.n, found.shrunken.value) == (3, pytest.approx((0.75 + 1 + 1) / 5))
    assert (past.dimensions[0].favoured, past.dimensions[0].share.n) == (4, 1)
    assert ": 3 cases." in history_document(past).blocks[0].sentence
    history = fold_history(of_topic)
    assert (len(history.of(*ANA).variances), found.telling, history.of(*ANA).known) == (3, 3, 1)


def test_a_true_outcome_recorded_later_of_an_earlier_debate_of_a_case_moves_no_verdict():
    of_topic = [
        judged(1, True, origin=("study: topic", "debate1"), known_at=300.0),
        judged(2, False, origin=("study: topic", "debate2"), known_at=100.0),
    ]
    history = fold_history(of_topic)
    for before in (200.0, 400.0):
        assert history.wrong([ANA], before)[0].tolist() == pytest.approx([float("nan"), 1.0], nan_ok=True)


# ── severity ──


def test_a_severity_has_the_t_interval_of_its_debate_and_the_mean_that_over_debates():
    found = only([judged(n, severity=Severity(float(n), 0.1, 15)) for n in (1, 2, 3)])
    # t with 15 degrees of freedom 2.1314, with 2 4.3027; standard error of 1, 2, 3: 1/√3.
    assert found.severities[0].found.interval == pytest.approx((1 - 0.21314, 1 + 0.21314), abs=1e-4)
    assert found.severity.value == pytest.approx(2.0)
    assert found.severity.interval == pytest.approx((2 - 4.3027 / 3**0.5, 2 + 4.3027 / 3**0.5), abs=1e-3)
    assert [then.opened_at for then in found.severities] == [1.0, 2.0, 3.0]


@pytest.mark.parametrize(
    ("severity", "value", "words"),
    [
        (Severity(None, None, None), None, "could not be held against"),
        (Severity(0.5, None, None), 0.5, "too few scores"),
        (Severity(0.5, 0.0, 15), 0.5, "in strictness only"),
    ],
)
def test_a_severity_without_an_interval_says_why(severity, value, words):
    (then,) = only([judged(1, severity=severity)]).severities
    assert (then.found.value, then.found.interval) == (value, None)
    assert words in then.found.reason


# ── agreement with people ──


def scored(number, people, judge, drawn="anchor"):
    blind = Blind(drawn=[drawn] * len(judge), people=people, judges={ANA: judge})
    return judged(number, blind=blind)


def test_a_judge_that_scores_as_a_person_does_agrees_in_full_and_few_debates_give_no_interval():
    same = [scored(n, {"Ana": [2.0, 5.0 + n]}, [2.0, 5.0 + n]) for n in range(4)]
    whole = only(same).people
    assert whole.value == pytest.approx(1.0)
    assert (whole.interval, whole.reason) == (None, ALIKE)
    few = only(same[:2]).people
    assert (few.interval, "3 debates" in few.reason) == (None, True)


def test_what_judges_part_on_stands_apart_from_what_was_drawn_at_random():
    found = only(
        [scored(1, {"Ana": [2.0, 5.0]}, [9.0, 1.0], "divergent"), scored(2, {"Ana": [2.0, 5.0]}, [2.0, 5.0])]
    )
    assert found.people.value == pytest.approx(1.0)
    assert found.people_on_divergent.value < 0


def test_without_a_person_the_agreement_says_why_there_is_none():
    assert only([judged(1)]).people.reason == NO_PEOPLE
    assert only([scored(1, {"Ana": [None, None]}, [2.0, 3.0])]).people.reason == NO_PEOPLE


# ── dimensions ──


def test_dimensions_are_counted_where_a_side_was_right_and_ties_are_said():
    lessons = [
        lesson(1, truth="PRO", preferred={"logic": "PRO", "evidence": "TIE"}),
        lesson(2, truth="CON", preferred={"logic": "CON", "evidence": "PRO"}),
        lesson(3, truth="TIE"),
        lesson(4),
    ]
    found = past_report(lessons)
    assert (found.debates, found.known, found.ties) == (4, 3, 1)
    rows = {one.dimension: one for one in found.dimensions}
    assert [(o.favoured, o.against, o.level) for o in rows.values()] == [(2, 0, 0), (0, 1, 1)]
    low, high = rows["logic"].share.interval
    assert (rows["logic"].share.value, high) == (1.0, 1.0)
    assert low == pytest.approx(2 / (2 + 1.959964**2), abs=1e-4)  # Wilson's, all of 2


# ── what a debate teaches ──


scored_of_queue = partial(review, sampled="anchor")
REVIEWS = (
    scored_of_queue("Ana", "PRO-1", 7),
    scored_of_queue("Ana", "PRO-1", 2, version=2, blind=False),
    scored_of_queue("Ana", "PRO-2", 6, sampled="chosen"),
    scored_of_queue("Ana", "CON-1", 5),
    scored_of_queue("Technical", "CON-1", 4, sampled="divergent"),
    scored_of_queue("Eve", "CON-2", 9, blind=False),
)


@pytest.fixture(scope="module")
def taught():
    held = replace(record_of("agreed"), true_outcome=TrueOutcome(outcome="PRO"), reviews=REVIEWS)
    return history_entry(held)


def test_a_lesson_is_read_as_it_was_kept(taught):
    kept = JudgeHistoryRow(taught.opened_at, taught.debate, taught.text, taught.digest)
    again = entry_from_row(kept)
    assert (again, again.digest) == (taught, taught.digest)


def test_on_a_wider_scale_the_same_scores_teach_the_same(taught):
    reviews = tuple(
        but(one, scores={key: 10 * points - 9 for key, points in one.scores.items()}) for one in REVIEWS
    )
    record = replay(stored(on_scale(STATES["agreed"], 91, by=10)))
    found = history_entry(replace(record, true_outcome=TrueOutcome(outcome="PRO"), reviews=reviews))
    assert found.variances == pytest.approx(taught.variances)
    for who, severity in taught.severities.items():
        assert found.severities[who] == pytest.approx(severity)
    assert found.blind.people["Ana"] == pytest.approx(taught.blind.people["Ana"])


def test_only_first_blind_scores_of_what_a_queue_held_are_in_it(taught):
    assert taught.blind.drawn == ["anchor", "divergent"]
    # A person called like a judge is a person all the same.
    assert taught.blind.people == {"Ana": [7.0, 5.0], "Technical": [None, 4.0]}
    assert len(taught.blind.judges) == 4


def test_a_tie_an_example_and_an_unfinished_debate_teach_no_dimension():
    tied = replace(record_of("agreed"), true_outcome=TrueOutcome(outcome="TIE"))
    assert history_entry(tied).preferred == {}
    assert history_entry(replace(tied, example="the makers")) is None
    assert history_entry(record_of("some_scored")) is None
