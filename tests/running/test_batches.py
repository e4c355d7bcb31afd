"""Panels and briefings in a provider's batches: sent together, collected by whoever comes, never bought twice."""

import itertools
import time
from decimal import Decimal

import pytest

from debate_core.composition import model_factory
from debate_core.domain.cast import BUILT_IN_JUDGES, Judge, Panel
from debate_core.domain.errors import SetUpError
from debate_core.domain.model import Server
from debate_core.domain.rubric import STANDARD
from debate_core.domain.settings import RetryPolicy
from debate_core.llm.catalogue import Access, row_named
from debate_core.llm.keys import Key
from debate_core.llm.prices import prices_of
from debate_core.running.calls import looks
from debate_core.running.estimate import cost_text, estimate
from debate_core.running.runner import Runner
from debate_core.store import SQLiteStore
from tests import voices
from tests.llm.batches import BUSY, CANCELLED, EXPIRED, MISSING, REFUSED, Batching
from tests.llm.calls import SECRET
from tests.llm.servers import serving
from tests.running.conftest import config

pytestmark = pytest.mark.slow

QUICK = RetryPolicy(first_wait=0.0, longest_wait=0.0, tries=2, first_look=0.02)
PANEL = 4


def answered(words):
    if "brief a person" in words.casefold() or "Brief the decision-maker" in words:
        return voices.briefing("PRO-1")
    return voices.scores(["PRO-1", "CON-1"], STANDARD)


def by_judge(ends):
    """What comes of each judge's request, by a word of its point of view; of the others an answer."""

    def answer(words):
        end = next((end for domain, end in ends.items() if f"view: {domain}" in words), None)
        return end or answered(words)

    return answer


def batched(provider, url):
    model = f"{provider}:m"
    panel = Panel(judges=tuple(judge.model_copy(update={"model": model}) for judge in BUILT_IN_JUDGES))
    servers = (Server(name=provider, base_url=url),)
    return config(arguments_per_side=1, judging="batch", panel=panel, servers=servers)


@pytest.fixture
def provider():
    """Whose batches they are, where a test doesn't go through both."""
    return "openai"


@pytest.fixture
def conduct(bench, provider):
    """Conduct a debate with a server's batches, or go on with one; `until`: leave it once that holds of the log."""

    def run(server, record=None, *, until=None):
        chosen = batched(provider, server.url)
        access = Access(keys={row_named(provider, chosen.servers).key_id: Key(SECRET)})
        runner = Runner(bench.store, reach=model_factory, retry=QUICK)
        try:
            if record:
                runner.resume(record, access)
            else:
                record = runner.start(chosen, access)
            while until and not (until(bench.events(record)) and runner.in_batch(record)):
                time.sleep(0.01)
            if until:
                assert runner.stop(record)
            assert runner.wait(record, 60)
            assert runner.fault_text(record) is None
            return record
        finally:
            runner.close()

    return run


def kinds(events, kind):
    return [event for event in events if event.kind == kind]


@pytest.mark.parametrize("provider", ["openai", "anthropic"])
def test_a_panel_goes_in_one_batch_and_what_was_bought_is_not_bought_again(bench, conduct, tmp_path):
    answer = by_judge({"risk": voices.scores(["PRO-1", "CON-1"], STANDARD, 1)})
    with serving(fake=Batching(answer)) as server:
        record = conduct(server)
        held, events = bench.held(record), bench.events(record)
        assert (held.progress, held.judging.usable, held.briefing is not None) == ("finished", PANEL, True)
        assert [len(entries) for entries in server.batches] == [PANEL, 1] and not server.heard
        started = {event.entry for event in kinds(events, "call_started") if event.entry}
        assert started == {name for entries in server.batches for name in entries}
        scores = {s.judge: s.entry("PRO-1").scores["logic"] for s in held.judging.sheets}
        assert scores == {name: 9 if name == "Risk" else 8 for name in scores}, "matched, in any order"
        assert all(row.batched == (row.part != "side") for row in bench.report(record).usage.by)

        # what a process leaves that is killed once the panel's batch is bought
        last = [event.kind for event in events].index("call_batched") + PANEL
        bench.store.close()
        bench.store = SQLiteStore(tmp_path / "killed.sqlite3")
        bench.store.open_record(events[0], record, events[1:last])
        assert len(kinds(bench.events(record), "call_batched")) == PANEL
        conduct(server, record)
    assert [len(entries) for entries in server.batches] == [PANEL, 1, 1]
    again = bench.held(record)
    assert sorted(again.judging.sheets, key=str) == sorted(held.judging.sheets, key=str)


def test_one_who_stops_while_a_batch_is_under_way_collects_it_on_resuming(bench, conduct):
    with serving(fake=Batching(answered, ended=False)) as server:
        record = conduct(server, until=lambda events: len(kinds(events, "call_batched")) == PANEL)
        held = bench.held(record)
        assert (held.progress, held.in_batch("judging:Risk"), held.failures) == ("stopped", True, {})
        assert not kinds(bench.events(record), "call_failed")
        server.ended = True
        conduct(server, record)
        assert [len(entries) for entries in server.batches] == [PANEL, 1]
    assert bench.held(record).judging.usable == PANEL


def test_a_look_that_fails_is_made_again_or_waits_for_a_person_and_nothing_is_bought_anew(bench, conduct):
    with serving(fake=Batching(answered)) as server:
        server.looks = [529, 401]
        record = conduct(server)
        held = bench.held(record)
        assert held.progress == "paused" and "in a batch could not be collected: " in held.cause
        assert not server.looks and not kinds(bench.events(record), "call_failed")
        conduct(server, record)
    assert [len(entries) for entries in server.batches] == [PANEL, 1]
    assert bench.held(record).judging.usable == PANEL


@pytest.mark.parametrize("provider", ["openai", "anthropic"])
def test_each_entry_that_fails_fails_for_itself_in_words_and_costs_nothing(bench, conduct, provider):
    ends = {"technical": EXPIRED, "business": CANCELLED, "risk": REFUSED}
    with serving(fake=Batching(by_judge(ends))) as server:
        record = conduct(server)
    held = bench.held(record)
    failed = {seat.name: seat.failure.kind for seat in held.judging.failed}
    assert failed == {"Technical": "deadline", "Business": "cancelled", "Risk": "internal"}
    assert "did not answer within 24 hours" in held.failures["judging:Technical"].message
    assert (held.judging.usable, held.progress) == (1, "finished")
    assert len(server.batches) == 2, "an entry whose batch has expired is not sent again unasked"
    assert held.spent.unknown == 0 and provider in held.failures["judging:Risk"].message
    assert SECRET not in "".join(bench.store.lines(record))


def test_an_entry_that_failed_for_now_goes_into_a_new_batch_under_a_new_name(bench, conduct):
    ends = {"risk": BUSY, "general": MISSING}
    fake = Batching(by_judge(ends))
    taken = fake.taken
    fake.taken = lambda entries, *rest: (fake.batches and ends.clear(), taken(entries, *rest))[1]
    with serving(fake=fake) as server:
        record = conduct(server)
    first, again, briefing = server.batches
    assert (len(first), len(again), len(briefing)) == (PANEL, 2, 1)
    assert set(first).isdisjoint(again)
    assert bench.held(record).judging.usable == PANEL


def test_a_model_without_batches_is_refused_before_anything_is_bought_and_never_asked_at_full_price(bench):
    mixed = (Judge(name="A", domain="a", model="openai:m"), Judge(name="B", domain="b", model="gemini:m"))
    keys = Access(keys={"openai": Key(SECRET), "gemini": Key(SECRET)})
    with pytest.raises(SetUpError, match=r"batches need models of .* not gemini:m"):
        bench.runner().start(config(judging="batch", panel=Panel(judges=mixed)), keys)


def test_a_batch_is_looked_for_ever_more_rarely_and_for_little_more_than_a_day():
    pauses = list(looks(RetryPolicy()))
    assert pauses[:4] == [5.0, 7.5, 11.25, 16.875] and max(pauses) == 300.0
    assert 26 * 3600 < sum(pauses) < 26 * 3600 + 600
    assert all(b >= a for a, b in itertools.pairwise(pauses))


def test_a_batch_has_half_the_price_and_the_estimate_says_so():
    judges = tuple(judge.model_copy(update={"model": "openai:gpt-4.1"}) for judge in BUILT_IN_JUDGES)
    costs = {}
    for how in ("fast", "batch"):
        chosen = config(judging=how, panel=Panel(judges=judges))
        costs[how] = estimate(chosen, prices=prices_of(chosen.models))
    assert costs["batch"].cost_typical * 2 == costs["fast"].cost_typical > Decimal(0)
    assert cost_text(costs["batch"]).endswith("5 wait up to 24 hours in batches, at half price.")
