"""Taking a record from the queue: it ends, or goes back, and nothing is said that didn't happen."""

import asyncio
import contextlib
import logging
import time
from datetime import datetime, timedelta

import pytest
from pgqueuer.domain.errors import RetryRequested

from debate_core.domain.cast import Debater
from debate_core.domain.errors import RecordUnreadable, StoreFailed
from debate_core.running.fleet import claimer, queue
from debate_core.running.fleet.queue import QueueRequest, add_request
from debate_core.running.fleet.runner import FleetRunner
from debate_core.store import SQLiteStore
from debate_core.store.events import DebateResumed
from tests.building.facts import refused, started
from tests.running.conftest import Meanwhile
from tests.voices import Scripted, answer, reaching

NAME = "thedebate"


@pytest.fixture
def hall(hall):
    """With one record, which was asked for."""
    hall.opened(NAME)
    return hall


def test_what_was_asked_for_is_conducted_to_its_end_and_forgotten(hall, caplog):
    with caplog.at_level(logging.INFO):
        hall.take(NAME, hall.taker())
    takes, ended = caplog.messages
    assert takes.startswith(f"takes record={NAME} who=ann attempt=1 waited=")
    assert ended.startswith(f"ended record={NAME} progress=finished calls=11 seconds=")
    assert hall.held(NAME).progress == "finished"
    assert not hall.waits(NAME)
    assert not hall.store.is_conducted(NAME)


def test_the_time_that_a_record_waited_is_none_of_its_own(hall, monkeypatch):
    monkeypatch.setattr(claimer, "WAITED", -1.0)
    hall.take(NAME, hall.taker())
    assert hall.kinds(NAME)[1] == "debate_resumed"


@pytest.mark.slow
@pytest.mark.parametrize("looked", [True, False])
def test_words_reach_a_remote_store_only_while_somebody_looks(hall, looked, monkeypatch):
    seen = []

    async def speak(request, on_text):
        if on_text:
            on_text("a word")
            await asyncio.sleep(0.03)
            seen.append(hall.store.words(NAME))

    monkeypatch.setattr(SQLiteStore, "remote", True)
    if looked:
        hall.store.look(NAME)
    hall.take(NAME, hall.taker(Meanwhile(speak)))
    assert seen and any(seen) == looked


def test_what_nobody_waits_for_any_more_is_left_alone(hall):
    queue.forget_request(hall.store, NAME)
    hall.take(NAME, hall.taker())
    assert hall.kinds(NAME) == ["debate_opened"]


def test_one_waits_for_a_record_as_long_as_one_wants_and_not_where_nobody_asked_for_it(hall):
    runner = FleetRunner(hall.store, "postgresql://127.0.0.1:9/none", reach=reaching(None))
    with contextlib.closing(runner) as fleet:
        assert fleet.wait("another") and not fleet.wait(NAME, 0)


def test_what_another_conducts_goes_back_and_nothing_is_appended(hall):
    hall.store.acquire(NAME)
    with pytest.raises(RetryRequested):
        hall.take(NAME, hall.taker())
    assert hall.kinds(NAME) == ["debate_opened"]
    assert hall.waits(NAME)


@pytest.mark.parametrize("told", [True, False])
def test_a_stop_from_anywhere_is_a_fact_even_where_the_word_of_it_was_lost(hall, told):
    called = asyncio.Event()

    async def endless(request, on_text):
        called.set()
        await asyncio.Event().wait()

    async def stop(context):
        await called.wait()
        queue.forget_request(hall.store, NAME)
        if told:
            context.cancellation.cancel()
        else:
            await taker.stop_unasked()

    taker = hall.taker(Meanwhile(endless))
    hall.take(NAME, taker, stop)
    assert hall.held(NAME).progress == "stopped"
    assert hall.kinds(NAME)[-1] == "debate_stopped"
    assert not hall.store.is_conducted(NAME)


def test_what_is_handed_over_goes_on_elsewhere_and_buys_no_answer_again(hall):
    async def leave(request, on_text):
        first.hand_over()

    models = Meanwhile(leave), Scripted(otherwise=answer)
    first = hall.taker(models[0])
    with pytest.raises(RetryRequested) as again:
        hall.take(NAME, first)
    assert again.value.delay == timedelta(0)
    assert hall.held(NAME).progress == "open"
    assert "call_failed" not in hall.kinds(NAME)
    hall.take(NAME, hall.taker(models[1]))
    assert hall.held(NAME).progress == "finished"
    assert set(models[0].asked).isdisjoint(models[1].asked)


def killed(hall, *facts):
    """What a worker leaves that took the record up, and was killed in its first call, or after these facts."""
    lease = hall.store.acquire(NAME)
    queue.begin_attempt(hall.store, NAME, lease.token)
    attempt = 1 + hall.kinds(NAME).count("call_started")
    begun = started(attempt=attempt)
    hall.store.append(NAME, [DebateResumed(), begun, *facts], lease=lease)
    hall.store.release(lease)
    return lease.token


def ends(hall):
    """How the attempts at the record ended that are still noted, in the order of the alphabet."""
    return sorted(str(one.end) for one in queue.attempts(hall.store).get(NAME, []))


def test_a_record_that_costs_one_worker_after_another_stands_still_until_it_is_resumed(hall):
    for _ in range(3):
        killed(hall)
    hall.take(NAME, hall.taker())
    held = hall.held(NAME)
    assert (held.progress, hall.waits(NAME)) == ("paused", False)
    assert "cost 3 workers" in held.cause and "killed or out of memory (3 times)" in held.cause
    assert ends(hall) == ["died"] * 3
    lease = hall.store.acquire(NAME)
    hall.store.append(NAME, [DebateResumed()], lease=lease)
    hall.store.release(lease)
    add_request(hall.store, NAME, QueueRequest())
    hall.take(NAME, hall.taker())
    assert hall.held(NAME).progress == "finished"
    assert ends(hall) == []


@pytest.mark.slow
def test_who_gets_on_or_hands_over_in_order_costs_no_worker(hall):
    failed = refused(attempt=2)
    killed(hall)
    killed(hall, failed)
    for _ in range(2):
        killed(hall)
    told = []

    async def look(request, on_text):
        told.append(queue.ends_text(queue.attempts(hall.store)[NAME]))

    for _ in range(3):
        leaving = hall.taker()
        leaving.leave()
        with pytest.raises(RetryRequested):
            hall.take(NAME, leaving)
    hall.take(NAME, hall.taker(Meanwhile(look)))
    assert hall.held(NAME).progress == "finished"
    assert "killed or out of memory (4 times)" in told[0], "those before it got on are told as well"
    assert ends(hall) == []


def interrupted(hall):
    """A worker that takes the record up, whose store goes away in its first call, and that lives on."""

    def fail(*_, **__):
        raise StoreFailed("the database is away")

    async def lose(request, on_text):
        if away:
            hall.store.append = hall.store.note = hall.store.renew = fail

    away, taker = ["for a while"], hall.taker(Meanwhile(lose))
    with pytest.raises(RetryRequested):
        hall.take(NAME, taker)
    away.clear()
    del hall.store.append, hall.store.note, hall.store.renew
    return taker


def test_an_attempt_that_the_absence_of_the_database_ended_does_not_count_and_is_called_so(hall, monkeypatch):
    for _ in range(2):
        killed(hall)
    taker = interrupted(hall)
    asyncio.run(taker.tell_ends())
    assert ends(hall) == ["away", "died", "died"]
    told = []
    with monkeypatch.context() as later:
        later.setattr(queue, "end_attempt", lambda *end: told.append(end))
        asyncio.run(taker.tell_ends())
    assert not told, "what was told is not told again"
    killed(hall)
    hall.take(NAME, hall.taker())
    held = hall.held(NAME)
    assert held.progress == "paused"
    assert "interrupted: the database was away (1 time)" in held.cause
    assert "killed or out of memory (3 times)" in held.cause


def test_who_has_found_the_database_again_tells_first_and_then_takes_the_record_up_itself(hall, caplog):
    for _ in range(2):
        killed(hall)
    with caplog.at_level(logging.INFO):
        hall.take(NAME, interrupted(hall))
    assert hall.held(NAME).progress == "finished"
    assert 'cause="interrupted: the database was away"' in caplog.text
    assert f"earlier attempts record={NAME} ended=" in caplog.text
    assert f"takes over record={NAME} " in caplog.text
    assert "killed or out of memory (3 times)" not in caplog.text


def test_what_a_worker_tells_late_is_of_its_own_attempt_alone(hall):
    late = interrupted(hall)
    other = killed(hall)
    asyncio.run(late.tell_ends())
    assert {one.token: one.end for one in queue.attempts(hall.store)[NAME]}[other] is None
    assert ends(hall) == ["None", "away"]


@pytest.mark.slow
def test_a_worker_that_died_before_the_database_was_started_anew_does_not_count(hall, monkeypatch):
    seen = []

    async def look(request, on_text):
        seen.append(ends(hall))

    killed(hall)
    monkeypatch.setattr(SQLiteStore, "up_since", lambda store: 9.0)
    for _ in range(2):
        killed(hall)
    hall.take(NAME, hall.taker(Meanwhile(look)))
    assert hall.held(NAME).progress == "finished"
    assert seen[0] == ["None", "away", "died", "died"]


def test_a_worker_that_was_asked_to_leave_and_killed_then_does_not_count(hall):
    noted = []

    async def leave_and_look(request, on_text):
        taker.leave()
        await taker.tell_ends()
        noted.append(ends(hall))

    taker = hall.taker(Meanwhile(leave_and_look))
    with pytest.raises(RetryRequested):
        hall.take(NAME, taker)
    assert noted[0] == ["left"]  # All that is known of it, were it killed here.
    assert ends(hall) == []


def test_what_the_version_before_noted_of_attempts_keeps_no_worker_from_the_record(hall):
    hall.store.note("taken", NAME, '{"times":3,"sequence":1}')
    hall.take(NAME, hall.taker())
    assert hall.held(NAME).progress == "finished"


def test_a_worker_that_has_just_found_the_database_waits_for_what_others_have_to_tell(hall):
    for _ in range(3):
        killed(hall)
    back = hall.taker()
    back.in_reach_since = time.monotonic()
    with pytest.raises(RetryRequested):
        hall.take(NAME, back)
    assert hall.held(NAME).progress == "open"
    back.in_reach_since -= claimer.BACK
    hall.take(NAME, back)
    assert hall.held(NAME).progress == "paused"


@pytest.mark.parametrize("elsewhere", [True, False])
def test_a_record_whose_key_is_not_here_is_anothers_or_waits_for_a_person(hall, elsewhere, monkeypatch):
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    name = hall.opened("real", pro=Debater(side="pro", model="openai:gpt-4.1"))
    hall.elsewhere = elsewhere
    with pytest.raises(RetryRequested) if elsewhere else contextlib.nullcontext():
        hall.take(name, hall.taker())
    held = hall.held(name)
    assert held.progress == ("open" if elsewhere else "paused")
    assert elsewhere or "OPENAI_API_KEY" in held.cause
    assert "call_started" not in hall.kinds(name)


@pytest.mark.parametrize("error", [StoreFailed("full"), RecordUnreadable(NAME, "a newer kind")])
def test_what_fails_here_or_is_newer_than_this_version_goes_back_whole(hall, error, monkeypatch):
    def fail(store, record):
        raise error

    monkeypatch.setattr(claimer, "load_any", fail)
    with pytest.raises(RetryRequested):
        hall.take(NAME, hall.taker(), attempt=50)
    assert hall.kinds(NAME) == ["debate_opened"]
    assert hall.waits(NAME)
    assert not hall.store.is_conducted(NAME)


def test_a_fault_of_the_program_is_tried_anew_and_then_waits_for_a_person_without_its_text(hall, monkeypatch):
    def fail(store, record):
        raise TypeError("sk-secret")

    def away(*_, **__):
        raise StoreFailed("the database is away")

    with monkeypatch.context() as patched:
        patched.setattr(claimer, "load_any", fail)
        with pytest.raises(RetryRequested) as again:
            hall.take(NAME, hall.taker())
        with patched.context() as full:
            full.setattr(hall.store, "append", away)
            with pytest.raises(RetryRequested):
                hall.take(NAME, hall.taker(), attempt=claimer.FAULTS - 1)
        assert not hall.store.is_conducted(NAME), "a cause that could not be noted holds nobody up"
        hall.take(NAME, hall.taker(), attempt=claimer.FAULTS - 1)
    held = hall.held(NAME)
    assert held.progress == "paused"
    assert "TypeError" in held.cause
    assert "sk-secret" not in held.cause + str(again.value)
    assert not hall.waits(NAME)


def test_the_queues_warnings_are_passed_on_without_details_and_the_same_once_in_half_a_minute(
    monkeypatch, capsys
):
    ours, theirs, drivers = (logging.getLogger(name) for name in (claimer.__name__, "pgqueuer", "psycopg"))
    before = [(one, one.level, one.propagate, [*one.handlers]) for one in (ours, theirs, drivers)]
    now = [100.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    claimer.to_standard_error("w1")
    try:
        for now[0] in (100.0, 129.0, 130.0):
            theirs.warning("lost: %s", "a detail")
        theirs.info("nothing")
        drivers.error("away", exc_info=OSError("a detail"))
    finally:
        for one, level, one.propagate, one.handlers in before:
            one.setLevel(level)
    times, said = zip(*(line.split(" w1 ") for line in capsys.readouterr().err.splitlines()), strict=True)
    assert all(one.endswith("Z") and datetime.fromisoformat(one) for one in times)
    assert said == (*["queue warns about=lost error=-"] * 2, "queue warns about=away error=OSError")
