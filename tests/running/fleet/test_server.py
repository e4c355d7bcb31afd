"""The fleet over a real PostgreSQL: limits hold over all workers, a stop is a fact, what a dead worker had goes on."""

import asyncio
import contextlib
import time
from datetime import timedelta

import pytest

from debate_core import composition
from debate_core.composition import open_store, runner_of
from debate_core.domain.cast import Debater
from debate_core.domain.config import Budget
from debate_core.domain.errors import LeaseHeld, SetUpError
from debate_core.llm.catalogue import Access
from debate_core.llm.keys import Key, RateGate
from debate_core.running.fleet import queue, runner
from debate_core.running.fleet.database import Database
from debate_core.running.fleet.queue import attempts, begin_attempt, end_attempt
from debate_core.running.fleet.runner import LOOK_EVERY, FleetRunner
from debate_core.running.fleet.worker import FleetRateLimiter, Worker, describe_worker
from debate_core.running.pace import Limit
from debate_core.store.record import load
from tests.postgres import new_place, own_server
from tests.running.conftest import config
from tests.voices import Scripted, answer, reaching

pytestmark = pytest.mark.slow

CONFIG = config()


@pytest.fixture(scope="module")
def place():
    return new_place()


@pytest.fixture
def fleet(place):
    with contextlib.closing(runner_of(place)) as fleet:
        composition._RUNNERS.clear()
        yield fleet
        fleet.store.close()


def test_limits_hold_over_all_workers_together_and_not_for_those_that_died(place):
    async def run():
        database = Database(place)
        await database.open()
        one, other = (describe_worker(name, 2, Access()) for name in ("one", "other"))
        await database.beat(one)
        await database.limit(
            {"openai": Limit(requests=2), "gemini": Limit(calls=1), "anthropic": Limit(tokens=100)}
        )
        first, second = await database.enter("openai", one.id, 9), await database.enter("openai", other.id, 9)
        third = await database.enter("openai", other.id, 9)
        calls = [
            await database.enter("gemini", who.id, 9) for who in (other, one, other)
        ]  # `other` gave no sign of life
        many = await database.enter("anthropic", one.id, 90)
        over = await database.enter("anthropic", other.id, 90)
        await database.note_end(many.call, 5)
        fits = await database.enter("anthropic", other.id, 90)
        await database.back_off("simulated", 7.0)
        held, free = await database.enter("simulated", one.id, 1), await database.enter("ollama", one.id, 1)
        await database.leave(one.id)
        await database.close()
        return first, second, third, calls, over, fits, held, free

    first, second, third, calls, over, fits, held, free = asyncio.run(run())
    assert first.call and second.call and third.call is None
    assert 30 < third.wait <= 60
    assert [bool(one.call) for one in calls] == [True, True, False]
    assert over.wait > 30 and fits.call
    assert 0 < held.wait <= 7
    assert (free.call, free.wait) == (None, 0.0)


ROUTER, OLLAMA = RateGate(provider="openrouter"), RateGate(provider="ollama", host="here:11434")


def test_a_call_is_let_in_by_what_others_used_and_waits_where_a_provider_said_it_is_asked_too_much(place):
    async def run():
        database = Database(place)
        await database.open()
        await database.limit({"openrouter": Limit(tokens=100)})
        one, other = FleetRateLimiter(database, "one"), FleetRateLimiter(database, "other")
        async with asyncio.timeout(60), one.acquire(ROUTER, 90) as turn:
            turn.count(5)
        async with asyncio.timeout(60), other.acquire(ROUTER, 90), one.acquire(OLLAMA, 90):
            one.back_off(OLLAMA, 0.3)
        began = time.monotonic()
        async with asyncio.timeout(60), other.acquire(RateGate(provider="ollama", host="there:1"), 1):
            elsewhere = time.monotonic() - began
        async with asyncio.timeout(60), other.acquire(OLLAMA, 1, told), one.acquire(OLLAMA, 1):
            waited = time.monotonic() - began
        await database.close()
        return elsewhere, waited

    waits = []

    async def told(seconds):
        waits.append(seconds)

    elsewhere, waited = asyncio.run(run())
    assert elsewhere < 0.3 and waited > 0.1
    assert len(waits) == 1 and 0.0 < waits[0] <= 0.3


def test_what_waits_can_be_stopped_from_anywhere_and_resumed_and_says_so(place, fleet):
    before = fleet.start(CONFIG, Access(who="ann"))
    record = fleet.start(CONFIG, Access(keys={"openai": Key("sk-never-in-a-job-1")}, who="ann"))
    assert fleet.wait_text(record).startswith("It waits for a worker, and none works at present.")
    assert fleet.store.goes_on(record)
    with pytest.raises(LeaseHeld):
        fleet.resume(record, Access())
    with contextlib.closing(FleetRunner(fleet.store, place, reach=composition.model_factory)) as elsewhere:
        assert elsewhere.stop(before, wait=60.0) and elsewhere.stop(record, wait=60.0)
    time.sleep(LOOK_EVERY)
    assert not fleet.conducts(record) and fleet.wait_text(record) == ""
    assert load(fleet.store, record).progress == "stopped"
    fleet.resume(record, Access(), budget=Budget(calls=99))
    for token in "abc":
        begin_attempt(fleet.store, record, token)
        end_attempt(fleet.store, token, "died")
    now = fleet.status()
    assert ([one.record for one in now.waiting], now.still) == ([record], ())
    assert fleet.stop(record, wait=60.0)
    assert fleet.status().still == (record,)


def test_what_still_stands_in_the_queue_is_sent_until_its_place_is_free(fleet, monkeypatch):
    answers = [(), (), ("a",)]

    async def put(queries, asked):
        return answers.pop(0)

    monkeypatch.setattr(runner.queue, "put", put)
    monkeypatch.setattr(runner, "LOOK_EVERY", 0.0)
    fleet._do(fleet._send("a", queue.QueueRequest(who="ann")))
    assert answers == []


def test_a_key_is_the_workers_own_and_where_none_has_it_that_is_said(place, fleet, monkeypatch):
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    chosen = config(pro=Debater(side="pro", model="openai:gpt-4.1"))

    async def beat(access):
        database = Database(place)
        await database.open()
        await database.beat(describe_worker("w", 2, access))
        await database.close()

    asyncio.run(beat(Access()))
    with pytest.raises(SetUpError, match="No worker has a key for OpenAI"):
        fleet.check(chosen, Access(keys={"openai": Key("sk-given-here-12345")}))
    asyncio.run(beat(Access(keys={"openai": Key("sk-workers-own-12345")})))
    fleet.check(chosen, Access())
    fleet.check(chosen, Access(only="providers"))


def at(place, seconds, name="here"):
    """A worker whose models take so long a call."""
    models = reaching(Scripted(otherwise=answer, seconds=seconds))
    return Worker(open_store(place), place, describe_worker(name, 2, Access()), connects=models)


def work(place, seconds=0.3):
    """What the process does that is killed."""
    queue.STALE = timedelta(seconds=1)
    asyncio.run(at(place, seconds).run())


async def conducted(fleet, place, record):
    """Whether a worker without delay conducts the record to its end."""
    last = at(place, 0.0)
    working_on = asyncio.create_task(last.run())
    over = await asyncio.to_thread(fleet.wait, record, 120)
    last.leave()
    await working_on
    return over


def test_a_worker_conducts_what_waits_says_so_meanwhile_and_is_gone_when_it_has_left(place, fleet):
    record, worker = fleet.start(CONFIG, Access(who="ann")), at(place, 0.2, "mine")

    async def run():
        working_on = asyncio.create_task(worker.run({"simulated": Limit(calls=7)}))
        while not ((now := await asyncio.to_thread(fleet.status)).running and worker.busy):
            assert not working_on.done()
        one = (now.running[0].record, now.running[0].who, now.running[0].worker, worker.busy)
        assert await asyncio.to_thread(fleet.wait, record, 120)
        worker.leave()
        await working_on
        return one

    assert asyncio.run(run()) == (record, "ann", "mine", 1)
    assert load(fleet.store, record).progress == "finished"
    now = fleet.status()
    assert "mine" not in {one.name for one in now.workers} and not now.running
    assert [one.calls for one in now.providers if one.provider == "simulated"] == [7]


@pytest.mark.parametrize("which", [0, 1])
def test_either_of_a_workers_connections_that_breaks_is_noticed(place, fleet, which):
    async def run():
        async with queue.queue_at(place) as (_, driver):
            yield driver.lost
            await driver._connections[which].close()
            yield driver.lost

    async def seen():
        return [lost async for lost in run()]

    assert asyncio.run(seen()) == [False, True]


@pytest.mark.crash
def test_what_a_killed_worker_had_goes_on_elsewhere_and_no_committed_answer_is_bought_again(
    place, fleet, processes, monkeypatch
):
    child = processes.Process(target=work, args=(place,))
    child.start()
    record = fleet.start(CONFIG, Access())
    while fleet.store.last_sequence(record) < 9 and child.is_alive():
        fleet.store.wait_for(record, 8, 1.0)
    child.kill()
    child.join()
    at_kill = fleet.store.read(record)[-1].at
    assert load(fleet.store, record).progress == "open"
    monkeypatch.setattr(queue, "STALE", timedelta(seconds=1))
    assert asyncio.run(conducted(fleet, place, record))
    log = fleet.store.read(record)
    assert log[-1].event.kind == "debate_finished"
    assert min(one.at for one in log if one.at > at_kill) - at_kill < 60
    ended = {one.event.call: one.sequence for one in log if one.event.kind == "call_completed"}
    begun = [(one.event.call, one.sequence) for one in log if one.event.kind == "call_started"]
    assert all(sequence < ended[call] for call, sequence in begun)


@pytest.mark.crash
def test_only_a_worker_that_dies_while_the_database_is_there_and_unasked_counts(processes, monkeypatch):
    """Of four workers that are killed in the same call, one while the database is away and one that was asked to leave:
    two count, where it takes three to pause."""

    def ends():
        noted = attempts(fleet.store).get(record, [])
        return {one.token: one.end for one in noted}

    def killed(doing):
        last = fleet.store.last_sequence(record)
        child = processes.Process(target=work, args=(place, 600.0))
        child.start()
        while "call_started" not in {one.event.kind for one in fleet.store.read(record, after=last)}:
            assert child.is_alive()
            fleet.store.wait_for(record, fleet.store.last_sequence(record), 0.1)
        doing(child)
        child.kill()
        child.join()

    def asked_to_leave(child):
        child.terminate()
        while "left" not in ends().values():
            assert child.is_alive()
            fleet.store.wait_for(record, fleet.store.last_sequence(record), 0.1)

    with own_server() as (place, away), contextlib.closing(runner_of(place)) as fleet:
        record = fleet.start(CONFIG, Access())
        with contextlib.ExitStack() as meanwhile:
            killed(lambda _: meanwhile.enter_context(away()))
        killed(asked_to_leave)
        killed(lambda _: None)
        killed(lambda _: None)
        assert sorted(map(str, ends().values())) == ["None", "away", "died", "left"]
        monkeypatch.setattr(queue, "STALE", timedelta(seconds=1))
        assert asyncio.run(conducted(fleet, place, record))
        assert load(fleet.store, record).progress == "finished"
        assert ends() == {}
        fleet.store.close()
