"""A debate whose provider fails on the wire, on one wire or another, stops in words, keeps what it has, and its
neighbours notice nothing; what each wire makes of each fault, the tests of the wires ask."""

import itertools
from dataclasses import replace

import pytest

from debate_core.composition import model_factory
from debate_core.domain.cast import Debater
from debate_core.domain.config import Caps
from debate_core.domain.model import Server
from debate_core.domain.settings import RetryPolicy
from debate_core.llm.catalogue import Access, row_named
from debate_core.llm.keys import Key
from debate_core.store.events import CallFailed
from tests.llm.calls import SECRET
from tests.llm.servers import WIRES, events, serving
from tests.running.conftest import config

pytestmark = pytest.mark.slow

QUICK = RetryPolicy(read_timeout=20.0, deadline=30.0, tries=2, first_wait=0.0, longest_wait=0.0)
FAULTS = {
    "a refused key": (lambda wire: wire.refusal(401, "no such key"), "auth", "has the right key"),
    "a used up quota": (lambda wire: wire.refusal(402, "pay first"), "quota", "Check the account's billing"),
    "a busy provider": (lambda wire: wire.refusal(529, "overload"), "retryable", "is busy or failing (529)"),
    "a cut stream": (lambda wire: wire.half("Half a wo", end="rude"), "cut_stream", "broke off its answer"),
    "an endless stream": (
        lambda wire: events(wire.begin, wire.word("word " * 800), end="endless"),
        "bad_response",
        "more than an answer of 50 tokens can hold",
    ),
    "silence": (lambda wire: wire.half("Half", end="hang"), "deadline", "took too long: no word for 0 s"),
}


def on_wire(wire, url):
    pro, servers = (
        Debater(side="pro", model=f"{wire.provider}:m"),
        (Server(name=wire.provider, base_url=url),),
    )
    return config(arguments_per_side=1, pro=pro, servers=servers, caps=Caps(opening=50))


@pytest.mark.parametrize(("name", "wire"), [*zip(FAULTS, itertools.cycle(WIRES), strict=False)])
def test_a_debate_stops_in_words_and_keeps_what_it_has(name, wire, bench):
    reply, kind, words = FAULTS[name]
    retry = replace(QUICK, read_timeout=0.5) if name == "silence" else QUICK
    runner = bench.runner(retry=retry, reach=model_factory)
    with serving(reply(wire)) as server:
        chosen = on_wire(wire, server.url)
        access = Access(keys={row_named(wire.provider, chosen.servers).key_id: Key(SECRET)})
        record = runner.start(chosen, access)
        neighbour = runner.start(config(arguments_per_side=1), Access())
        assert runner.wait(record, 60)
    assert runner.wait(neighbour, 60)
    held = bench.held(record)
    assert held.progress == "paused", held.cause
    assert words in held.cause and wire.provider in held.cause
    failed = [one for one in bench.events(record) if isinstance(one, CallFailed)]
    assert {one.failure for one in failed} == {kind}
    assert len(failed) == (1 if kind in ("auth", "quota") else 2)
    assert "opening:con" in held.results
    assert bench.held(neighbour).progress == "finished"
    assert SECRET not in "".join(bench.store.lines(record))
