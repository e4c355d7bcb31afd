"""The one fold: a record is its first event with every later one taken in; facts keep their structure."""

import pytest

from debate_core.domain.cast import BUILT_IN_JUDGES, Judge, Panel
from debate_core.domain.config import DebateConfig
from debate_core.domain.errors import RecordNotFound
from debate_core.domain.transcript import Topic
from debate_core.store import events as e
from debate_core.store.judging import distinct_name
from debate_core.store.record import replay
from tests.building import facts
from tests.building.exchanges import unjudged, whole_exchange
from tests.building.facts import completed, refused, started
from tests.building.reviewed import review
from tests.building.simulated import with_config
from tests.each import each

UNREAD, NONE = "no readable answer in 2 askings", "neither side gave an argument that could be scored"
CONFIG = DebateConfig(topic=Topic(text="Should schools start later?"))


def stored(*events, config=CONFIG):
    """The events behind an opening, a second apart."""
    return facts.stored([e.DebateOpened(config=config), *events])


def test_events_that_do_not_begin_a_debate_are_no_record():
    with pytest.raises(RecordNotFound):
        replay([])
    with pytest.raises(RecordNotFound):
        replay(stored(started())[1:])


def test_tokens_are_what_was_said_and_what_was_reserved_where_nobody_said():
    # 9 reserved and 30 said; 9 reserved and refused before a token; 9 reserved and nobody knows.
    spent = replay(
        stored(
            *(started("opening:pro"), completed("opening:pro", input=20, output=10, cached=16)),
            *(started("opening:con"), refused("opening:con", "auth")),
            *(started("closing:pro"), refused("closing:pro", "deadline")),
        )
    ).spent
    assert (spent.calls, spent.tokens, spent.unknown, spent.cached) == (3, 30 + 0 + 9, 1, 16)
    thought = replay(stored(started(), completed(input=20, output=10, thinking=7))).spent
    assert (spent.thinking, thought.thinking, thought.cached) == (0, 7, 0)


def test_an_attempt_that_never_ended_counts_as_spent_beside_the_next():
    spent = replay(stored(started(), started(attempt=2), completed(attempt=2, input=20, output=10))).spent
    assert (spent.calls, spent.tokens, spent.unknown) == (2, 9 + 30, 1)


def test_what_passes_before_a_resumption_is_no_time_of_the_debate():
    events = stored(
        started(), e.DebatePaused(cause="busy"), e.RecordTagged(tags=("later",)), e.DebateResumed()
    )
    assert replay(events).spent.seconds == 2.0
    at_once = [facts.but(one, at=9.0 - one.sequence) for one in stored(started())]
    assert replay(at_once).spent.seconds == 0.0


def test_a_judge_named_like_the_beginning_of_another_keeps_its_own_failures():
    judges = (
        *BUILT_IN_JUDGES[:2],
        Judge(name="Risk", domain="risk"),
        Judge(name="Risk manager", domain="risk"),
    )
    config = CONFIG.model_copy(update={"panel": Panel(judges=judges)})
    record = replay(stored(started("judging:Risk manager"), refused("judging:Risk manager"), config=config))
    assert [len(record.calls_of(f"judging:{judge.name}")) for judge in judges] == [0, 0, 0, 1]
    assert [seat.state for seat in record.judging.seats] == ["waiting", "waiting", "waiting", "reading"]


@each("name", ["Risk", "Risk: the boss", "Risk#2", "#", "a:b#3", "技術 #1"])
def test_a_judge_may_have_any_printable_name_and_no_two_calls_are_written_alike(name):
    calls = [e.CallId(step=f"judging:{name}", asking=n) for n in (1, 2, 3)]
    assert [e.CallId.read(str(call)) for call in calls] == calls
    assert Judge(name=name, domain="risk").name == name
    other = e.CallId(step="judging:Risk", asking=2)
    assert str(other) not in {str(call) for call in calls} or other in calls


@pytest.mark.parametrize(
    ("old", "step", "kind", "message"),
    [
        ({"kind": "judge_failed", "judge": "A", "cause": "auth: no: so"}, "judging:A", "auth", "no: so"),
        ({"kind": "live_failed", "step": "live:3", "cause": "deadline: slow"}, "live:3", "deadline", "slow"),
        ({"kind": "briefing_failed", "cause": UNREAD}, "briefing", "unreadable", UNREAD),
        ({"kind": "judge_failed", "judge": "A", "cause": NONE}, "judging:A", "nothing_to_ask", NONE),
    ],
)
def test_failures_as_0_1_0_wrote_them_read_as_today(old, step, kind, message):
    assert e.read_event(old) == e.StepFailed(step=step, failure=e.Failure(kind=kind, message=message))


def test_calls_as_0_1_0_wrote_them_read_as_today():
    old = {"kind": "answer_faulted", "call": "judging:Risk#3", "faults": []}
    assert e.read_event(old).call == e.CallId(step="judging:Risk", asking=3)


@pytest.mark.parametrize(
    "body", ["[]", '{"kind": "novelty"}', '{"kind": "debate_finished", "extra": 1}', "{}"]
)
def test_an_event_of_no_known_kind_is_refused_with_what_was_expected(body):
    with pytest.raises(ValueError, match=r"expected|Extra inputs"):
        e.read_event(body)


def test_a_speech_that_was_faulted_once_is_asked_its_second_time_after_a_retry_of_others():
    faulted = e.AnswerFaulted(call="opening:pro", faults=("1 argument is missing.",))
    lost = e.StepFailed(step="live:1", failure=e.Failure(kind="deadline", message="slow"))
    events = stored(
        started(), completed(), faulted, lost, e.DebatePaused(cause="x"), e.DebateResumed(retry_failed=True)
    )
    assert replay(events).first_askings == {"live:1": 1}


@each("person", ["", "a" * 61, "a\x00"])
def test_a_person_has_a_name_of_1_to_60_characters_that_can_be_printed(person):
    assert (review("a").person, review("a" * 60).person) == ("a", "a" * 60)
    with pytest.raises(ValueError, match="person"):
        review(person)


@pytest.mark.parametrize(
    ("cause", "ours"),
    [
        ("the budget of 7 calls is used up; raise it in a new debate, or read what is there", True),
        ("the next call may use 3,000 tokens, and 200 of the budget of 9,000 are left", True),
        ("PRO's opening could not be had: the monthly budget of this key is used up", False),
    ],
)
def test_a_pause_of_0_1_0_is_for_want_of_our_budget_only_where_it_says_so(cause, ours):
    assert e.read_event({"kind": "debate_paused", "cause": cause}).by_budget is ours


def test_what_a_person_takes_back_or_leaves_is_of_one_argument_and_one_person():
    given = [review(), review(version=2), review("Ben"), review(argument="PRO-2")]
    back = e.ReviewWithdrawn(person="Ana", argument="PRO-1", version=2)
    record = replay(stored(*given, back))
    assert [*record.reviews, *record.withdrawn] == [given[0], *given[2:], given[1]]
    left = [
        e.ReviewSkipped(person=who, argument=what, reason="No.") for who, what in (("Ana", "A"), ("Ana", "B"))
    ]
    assert replay(stored(*left)).skipped == tuple(left)
    assert replay(stored(*left, e.SkipUndone(person="Ana", argument="A"))).skipped == (left[1],)


@pytest.mark.parametrize(
    ("events", "statuses", "why"),
    [
        ((), ("running", "interrupted"), ("", "It was interrupted.")),
        ((e.DebatePaused(cause="Busy."),), ("paused",) * 2, ("It paused: Busy.",) * 2),
        ((e.DebatePaused(cause=""),), ("paused",) * 2, ("It paused: no cause was given.",) * 2),
        ((e.DebateStopped(),), ("stopped",) * 2, ("It was stopped.",) * 2),
        ((e.DebateFinished(),), ("finished",) * 2, ("", "")),
    ],
)
def test_a_debate_says_where_it_stands_and_why_nothing_more_comes(events, statuses, why):
    record = replay(stored(*events))
    assert tuple(record.status(conducted) for conducted in (True, False)) == statuses
    assert tuple(map(record.still_text, statuses)) == why


def test_a_debate_is_read_as_a_whole_once_and_again_only_where_that_failed():
    """By a call of its own where its settings asked for none; not while the one they asked for is to come."""
    failure = e.StepFailed(step="narrative", failure=e.Failure(kind="deadline", message="slow"))

    def exchange(narrative, *more):
        events = [one for one in whole_exchange(*more) if one.identity != "narrative" or one is failure]
        return with_config(unjudged(events), narrative=narrative)

    told = [
        replay(facts.stored(exchange(asked, *more))).may_narrate
        for asked, more in ((False, ()), (True, ()), (True, (failure,)))
    ]
    assert told == [True, False, True]


def test_a_debate_has_failed_once_it_is_over_and_fewer_than_two_judges_have_scored():
    failure = e.Failure(kind="deadline", message="slow")
    lost = [
        e.StepFailed(step=f"judging:{seat.name}", failure=failure) for seat in replay(stored()).judging.seats
    ]
    told = [
        replay(stored(*events)).came_to
        for events in ((), lost, (e.DebateFinished(),), (*lost, e.DebateFinished()))
    ]
    assert told == ["open", "open", "finished", "failed"]


def test_a_seat_waits_reads_is_asked_again_and_is_done_or_failed():
    faulted = e.AnswerFaulted(call="opening:pro", faults=("1 argument is missing.",))
    lost = e.StepFailed(step="opening:pro", failure=e.Failure(kind="deadline", message="slow"))
    asked = ((), (started(),), (started(), completed(), faulted), (started(), refused(), lost))
    states = [replay(stored(*events)).state_of("opening:pro") for events in asked]
    assert states == ["waiting", "reading", "asked_again", "failed"]


def test_a_person_seated_is_called_as_nobody_else():
    assert (distinct_name("risk", ["Risk", "Risk (person)"]), distinct_name("Ana", ["Risk"])) == (
        "risk (person) (person)",
        "Ana",
    )
