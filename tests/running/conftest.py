"""A store, a runner whose models are scripted, and a config small enough to read."""

import functools
import multiprocessing

import pytest

from debate_core.domain.config import DebateConfig, Live
from debate_core.domain.settings import RetryPolicy
from debate_core.domain.transcript import Topic
from debate_core.llm.catalogue import Access
from debate_core.running.runner import Runner
from debate_core.store import SQLiteStore
from debate_core.store.record import load
from tests.building.structured import report_for
from tests.voices import Scripted, answer, reaching

QUICK = RetryPolicy(first_wait=0.0, longest_wait=0.0, tries=3)
EXCHANGE = {"format": "exchange", "turns": 4, "live": Live()}


class Meanwhile(Scripted):
    """A model that answers everything, after `first` has done its part in the call."""

    def __init__(self, first):
        super().__init__(otherwise=answer)
        self.first = first

    async def complete(self, request, on_text=None):
        await self.first(request, on_text)
        return await super().complete(request, on_text)


class Bench:
    """One store; each run may have its own model and runner."""

    def __init__(self, path, opens=None):
        self.path = path
        self.runners = []
        self.opens = opens or functools.partial(SQLiteStore, path)
        self.store = self.opens(busy=0.2)

    def runner(self, model=None, retry=QUICK, reach=None):
        reach = reach or reaching(model or Scripted(otherwise=answer))
        runner = Runner(self.opens(busy=0.2), reach=reach, retry=retry)
        self.runners.append(runner)
        return runner

    def run(self, model=None, **changes):
        """Conduct a debate to its end; returns its id."""
        record = self.runner(model).start(config(**changes), Access())
        self.end(record)
        return record

    def resume(self, record, model=None, **options):
        self.runner(model).resume(record, Access(), **options)
        self.end(record)

    def go_on(self, record, says=answer):
        """Resume it with a new model: no answer is bought a second time. Returns the calls that were ever answered."""
        model = Scripted(otherwise=says)
        bought = {str(event.call) for event in self.events(record) if event.kind == "call_completed"}
        self.resume(record, model)
        assert bought.isdisjoint(model.asked)
        return bought | set(model.asked)

    def broken_off(self, events):
        """A record that holds the first events of another; returns its id."""
        record = self.store.open_record(events[0])
        self.store.append(record, events[1:])
        return record

    def deliberate(self, record, model=None, settings=None, **options):
        self.runner(model).deliberate(record, Access(), settings, **options)
        self.end(record)

    def end(self, record):
        """Wait until the newest runner has conducted the record to its end, and let go of it."""
        runner = self.runners.pop()
        assert runner.wait(record, 60)
        runner.close()
        runner.store.close()

    def close(self):
        for runner in self.runners:
            runner.close()
            runner.store.close()
        self.store.close()

    def held(self, record):
        return load(self.store, record)

    def report(self, record):
        return report_for(self.held(record))

    def outcome(self, record):
        """All that a report is made of: what was said, read and failed, and how far it came."""
        held = self.held(record)
        return held.config, held.results, held.failures, held.progress, held.concluded

    def meaning(self, record):
        """The report without what may differ between two runs: its id and what was spent."""
        return self.report(record).model_dump(exclude={"debate", "usage"})

    def events(self, record):
        return [stored.event for stored in self.store.read(record)]


def config(**changes):
    return DebateConfig(topic=Topic(text="Should schools start later in the morning?"), **changes)


@pytest.fixture(scope="session")
def processes():
    """Processes to be killed: all begin with what one server of theirs, the first test's, has imported for each."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["tests.running.test_kill", "tests.running.fleet.test_server"])
    return context


@pytest.fixture
def bench(tmp_path):
    bench = Bench(tmp_path / "log.sqlite3")
    yield bench
    bench.close()


@pytest.fixture
def anywhere(opens):
    """A bench whose store is a file, and one whose store is on a server."""
    bench = Bench(None, opens)
    yield bench
    bench.close()
