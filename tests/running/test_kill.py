"""Kill -9 right after an event: what was committed is there, once; what was bought is not bought again."""

import os
import signal

import pytest

from debate_core.domain.config import Deliberation
from debate_core.llm.catalogue import Access
from debate_core.running.runner import Runner
from debate_core.store import SQLiteStore
from debate_core.store.events import DebateOpened
from tests.running.conftest import QUICK, config
from tests.voices import Scripted, answer, parted, reaching

RECORD = "thedebate"


class Dying(SQLiteStore):
    """A store whose process is killed right after it has committed the first event of a kind."""

    die_after = ""

    def append(self, record, events, *, lease=None):
        stored = super().append(record, events, lease=lease)
        if self.die_after in {event.kind for event in events}:
            os.kill(os.getpid(), signal.SIGKILL)
        return stored


def conduct_and_die(path, kind, voice=answer, **chosen):
    store = Dying(path)
    store.open_record(DebateOpened(config=config(**chosen)), RECORD)
    store.die_after = kind
    runner = Runner(store, reach=reaching(Scripted(otherwise=voice)), retry=QUICK)
    runner.resume(RECORD, Access())
    runner.wait(RECORD, 60)


@pytest.fixture(scope="module")
def killed(processes):
    """Conducts a debate in a process of its own, which is killed."""

    def killed(bench, *how, **chosen):
        child = processes.Process(target=conduct_and_die, args=(str(bench.path), *how), kwargs=chosen)
        child.start()
        child.join(60)
        assert child.exitcode == -signal.SIGKILL

    return killed


def facts(events):
    """What a log holds, without times and without who was asked when."""
    kinds = {"turn_spoken", "sheet_read", "sheet_revised", "briefing_written", "call_completed"}
    return {e.identity: e.model_dump(exclude={"seconds", "attempt"}) for e in events if e.kind in kinds}


@pytest.mark.crash
@pytest.mark.parametrize(
    "kind", ["call_started", "call_completed", "turn_spoken", "sheet_read", "briefing_written"]
)
def test_a_debate_whose_process_is_killed_resumes_to_the_same_report(bench, killed, kind):
    whole = bench.run()
    killed(bench, kind)
    before = bench.store.read(RECORD)
    assert [stored.sequence for stored in before] == list(range(1, len(before) + 1))
    assert kind in {stored.event.kind for stored in before}
    assert not bench.store.is_conducted(RECORD)
    bench.go_on(RECORD)
    assert bench.store.read(RECORD)[: len(before)] == before
    assert facts(bench.events(RECORD)) == facts(bench.events(whole))
    assert bench.meaning(RECORD) == bench.meaning(whole)


@pytest.mark.crash
@pytest.mark.parametrize("kind", ["deliberation_opened", "sheet_revised", "deliberation_closed"])
def test_a_deliberation_whose_process_is_killed_goes_on_without_buying_an_answer_twice(bench, killed, kind):
    killed(bench, kind, parted, deliberation=Deliberation(rounds=2))
    bench.go_on(RECORD, parted)
    held = bench.held(RECORD)
    assert (held.progress, held.deliberating.closed, held.judging.rounds) == ("finished", "nothing_moved", 2)
    assert sum(event.kind == "sheet_revised" for event in bench.events(RECORD)) == 4
