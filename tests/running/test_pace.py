"""The limits of providers: who waits, for how long, and in which order."""

import asyncio
from dataclasses import replace
from types import SimpleNamespace

import pytest

from debate_core import calls as asks
from debate_core.domain.model import Server
from debate_core.domain.settings import RetryPolicy
from debate_core.llm.catalogue import Access, connect
from debate_core.llm.errors import ModelError, failure
from debate_core.llm.keys import Endpoint, Key, RateGate
from debate_core.running import pace as module
from debate_core.running.calls import Caller
from debate_core.running.pace import Limit, RateLimiter
from debate_core.store.record import replay_any
from tests.running.conftest import config
from tests.voices import Scripted, answer, opening

OPENAI = RateGate(provider="openai")


class Clock:
    """Seconds that go on by what is waited for, and never really pass."""

    def __init__(self, monkeypatch):
        self.now = 1000.0
        monkeypatch.setattr(module.asyncio, "timeout", self.skip)

    def __call__(self):
        return self.now

    def skip(self, seconds):
        self.now += seconds
        return _Over()


class _Over:
    async def __aenter__(self):
        raise TimeoutError

    async def __aexit__(self, *args):
        return None


@pytest.fixture
def clock(monkeypatch):
    return Clock(monkeypatch)


def begun(clock, limit, calls, tokens=10, then=None):
    """When each of so many calls, one after another, was let in; seconds from the first."""

    async def run():
        pace, times = RateLimiter(clock), []
        pace.limit({"openai": Limit(**limit)})
        for place in range(calls):
            async with pace.acquire(OPENAI, tokens) as turn:
                times.append(clock.now - 1000.0)
                turn.count(None if then is None else then)
            if place == 0 and limit.get("hold"):
                pace.back_off(OPENAI, 5.0)
        return times

    return asyncio.run(run())


@pytest.mark.parametrize(
    ("limit", "then", "times"),
    [
        ({}, None, [0, 0, 0, 0, 0]),
        ({"requests": 2}, None, [0, 0, 60, 60, 120]),
        ({"tokens": 20}, None, [0, 0, 60, 60, 120]),
        ({"tokens": 5}, None, [0, 60, 120, 180, 240]),  # more than a minute's: alone in its minute
        ({"tokens": 20}, 5, [0, 0, 0, 60, 60]),  # 5 were used of 10: a third call fits
    ],
)  # fmt: skip
def test_requests_and_tokens_hold_in_any_minute(clock, limit, then, times):
    assert begun(clock, limit, 5, then=then) == times


def test_a_call_that_is_told_to_wait_holds_its_endpoint_back_and_no_other(clock):
    async def run():
        pace = RateLimiter(clock)
        pace.back_off(OPENAI, 7.0)
        elsewhere, another = replace(OPENAI, host="here:80"), replace(OPENAI, account="theirs")
        for one in (RateGate(provider="anthropic"), elsewhere, another):
            async with pace.acquire(one, 1):
                other = clock.now
        async with pace.acquire(OPENAI, 1, told):
            waited = clock.now
        pace.back_off(OPENAI, 0.01)  # what a call's own wait leaves of the hold: not worth a fact
        async with pace.acquire(OPENAI, 1, told):
            return other - 1000.0, waited - 1000.0

    waits = []

    async def told(seconds):
        waits.append(seconds)

    assert asyncio.run(run()) == (0.0, 7.0)
    assert waits == [7.0]


def test_calls_at_once_wait_for_one_to_end_and_go_on_in_the_order_they_came():
    async def run():
        pace, order, most = RateLimiter(), [], 0
        pace.limit({"openai": Limit(calls=2)})
        under_way = 0

        async def one(name):
            nonlocal under_way, most
            async with pace.acquire(OPENAI, 1):
                order.append(name)
                under_way += 1
                most = max(most, under_way)
                await asyncio.sleep(0)
                under_way -= 1

        await asyncio.gather(*map(one, range(6)))
        return order, most

    assert asyncio.run(run()) == ([0, 1, 2, 3, 4, 5], 2)


def test_one_that_is_cancelled_while_it_waits_leaves_its_place():
    async def run():
        pace = RateLimiter()
        pace.limit({"openai": Limit(calls=1)})
        async with pace.acquire(OPENAI, 1):
            waiting = asyncio.create_task(pace.acquire(OPENAI, 1).__aenter__())
            await asyncio.sleep(0)
            waiting.cancel()
            await asyncio.gather(waiting, return_exceptions=True)
        async with asyncio.timeout(60), pace.acquire(OPENAI, 1):
            return True

    assert asyncio.run(run())


def conduct(bench, model, retry):
    """A debate on that model, conducted; and how long which providers were held back."""
    runner, held = bench.runner(model, retry), []
    runner.pace.back_off = lambda *asked: held.append(asked)
    record = runner.start(config(), Access())
    bench.end(record)
    return record, held


def test_a_429_holds_all_of_its_provider_back_and_the_debate_goes_on(bench):
    refused = ModelError("asked too much", kind="retryable", after=0.0)
    refused.busy = True
    model = Scripted({"opening:pro": [refused, opening("pro")]}, otherwise=answer)
    record, held = conduct(bench, model, RetryPolicy(first_wait=0.0))
    assert bench.held(record).progress == "finished"
    assert held == [(RateGate(provider="simulated"), 0.0)]


def test_a_provider_that_asks_for_a_day_pauses_the_debate_and_holds_others_no_longer_than_promised(bench):
    refused = ModelError("mine at host is busy, saying “come back tomorrow”", kind="retryable", after=86400.0)
    refused.busy = True
    waiting = [refused]

    def unless_waiting(ask):
        if waiting and isinstance(ask, asks.Scoring):
            raise waiting.pop()
        return answer(ask)

    record, held = conduct(bench, Scripted(otherwise=unless_waiting), RetryPolicy())
    paused = bench.held(record)
    assert paused.progress == "paused" and "come back tomorrow" in paused.cause
    assert held == [(RateGate(provider="simulated"), RetryPolicy().longest_wait)]
    assert all(call.attempts == 1 for call in paused.calls.values())
    bench.resume(record)
    assert bench.held(record).progress == "finished"


def test_a_call_that_waits_for_its_endpoint_says_so_in_the_log_until_it_begins(bench):
    runner = bench.runner()
    runner.pace.back_off(RateGate(provider="simulated"), 0.2)
    record = runner.start(config(), Access())
    bench.end(record)
    events = bench.store.read(record)
    first, *_ = held = [place for place, one in enumerate(events) if one.event.kind == "call_held"]
    assert all(0.0 < events[place].event.seconds <= 0.2 for place in held)
    one = events[first].event
    assert replay_any(events[: first + 1]).held == {one.call.step: one.seconds}
    assert not bench.held(record).held


def test_a_typed_server_named_like_a_provider_and_a_typed_key_have_gates_of_their_own(monkeypatch):
    mine = Server(name="openai", base_url="http://127.0.0.1:9/v1")
    own = connect("openai:gpt", Access(keys={"openai": Key("sk-1234567890")})).gate
    other = connect("openai:gpt", Access(keys={"openai": Key("sk-0987654321")})).gate
    there = connect("openai:gpt", Access(servers=(mine,))).gate
    assert len({own, other, there}) == 3
    assert own == connect("openai:gpt-5", Access(keys={"openai": Key("sk-1234567890")})).gate
    assert "1234567890" not in repr(own)
    monkeypatch.setenv("OPENAI_API_KEY", "sk-operator-1234")
    monkeypatch.setenv("OPENAI_BASE_URL", mine.base_url)
    gateway = connect("openai:gpt", Access()).gate
    assert gateway.host == there.host and gateway != there


@pytest.mark.parametrize(("status", "busy"), [(429, True), (503, False)])
def test_only_a_429_says_that_other_calls_will_fare_no_better(status, busy):
    error = Exception("no")
    error.status_code = status
    endpoint = Endpoint(provider="openai", base_url="https://api.openai.com/v1", key=None, typed=False)
    assert failure(error, endpoint).busy is busy


def test_each_wait_before_another_try_is_twice_the_last_and_none_is_too_long():
    caller = SimpleNamespace(_retry=RetryPolicy(first_wait=2.0, longest_wait=10.0, tries=6))
    error = ModelError("busy", kind="retryable")
    assert [Caller._retry_in(caller, number, error) for number in range(1, 7)] == [
        2.0,
        4.0,
        8.0,
        10.0,
        10.0,
        None,
    ]
