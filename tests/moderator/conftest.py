"""A store, a runner whose models are scripted, and a config small enough to read."""

import pytest

from debate_core.config import DebateConfig
from debate_core.llm.catalogue import Access
from debate_core.runner import Runner
from debate_core.settings import Patience
from debate_core.store import Store
from debate_core.transcript import Topic
from tests.voices import Scripted, answer, reaching

QUICK = Patience(first_wait=0.0, longest_wait=0.0, tries=3)


class Bench:
    """One store; each run may have its own model and runner."""

    def __init__(self, path):
        self.path = path
        self.runners = []
        self.store = Store(path, busy=0.2)

    def runner(self, model=None, patience=QUICK):
        model = model or Scripted(otherwise=answer)
        runner = Runner(Store(self.path, busy=0.2), reach=reaching(model), patience=patience)
        self.runners.append(runner)
        return runner

    def run(self, model=None, **changes):
        """Conduct a debate to its end; returns its id."""
        runner = self.runner(model)
        record = runner.start(config(**changes), Access())
        assert runner.wait(record, 20)
        return record

    def resume(self, record, model=None, **options):
        runner = self.runner(model)
        runner.resume(record, Access(), **options)
        assert runner.wait(record, 20)

    def close(self):
        for runner in self.runners:
            runner.close()
            runner.store.close()
        self.store.close()

    def events(self, record):
        return [stored.event for stored in self.store.read(record)]

    def kinds(self, record):
        return [event.kind for event in self.events(record)]


def config(**changes):
    return DebateConfig(topic=Topic(text="Should schools start later in the morning?"), **changes)


@pytest.fixture
def bench(tmp_path):
    bench = Bench(tmp_path / "log.sqlite3")
    yield bench
    bench.close()
