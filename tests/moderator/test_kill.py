"""Kill -9 at every event of a debate: what was committed is there, once; what was bought is not bought again."""

import multiprocessing
import os
import signal

import pytest

from debate_core.history import History
from debate_core.lease import Lease
from debate_core.llm.catalogue import Access
from debate_core.replay import load
from debate_core.report import ReportSettings, report
from debate_core.runner import Runner
from debate_core.store import Store
from tests.moderator.conftest import QUICK, config
from tests.voices import Scripted, answer, reaching

RECORD = "thedebate"
LONGEST = 36


class Dying(Store):
    """A store whose process is killed right after it has committed its n-th event."""

    die_at = 0

    def append(self, record, events, *, lease: Lease | None = None):
        stored = super().append(record, events, lease=lease)
        if stored and stored[-1].sequence >= self.die_at:
            os.kill(os.getpid(), signal.SIGKILL)
        return stored


def conduct_and_die(path, n):
    from debate_core.events import DebateOpened

    Dying.die_at = n
    store = Dying(path)
    store.open_record(DebateOpened(config=config()), RECORD)
    runner = Runner(store, reach=reaching(Scripted(otherwise=answer)), patience=QUICK)
    runner.resume(RECORD, Access())
    runner.wait(RECORD, 20)


@pytest.fixture(scope="module")
def processes():
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["debate_core.runner", "tests.voices", "tests.moderator.conftest"])
    return context


def facts(store, record):
    """What the log holds, without times and without who was asked when."""
    kinds = {"turn_spoken", "sheet_read", "briefing_written", "call_completed"}
    events = [stored.event for stored in store.read(record) if stored.event.kind in kinds]
    return {event.identity: event.model_dump(exclude={"seconds", "attempt"}) for event in events}


@pytest.mark.crash
def test_a_debate_killed_at_every_event_resumes_to_the_same_report(processes, tmp_path):
    whole = Store(tmp_path / "whole.sqlite3")
    runner = Runner(whole, reach=reaching(Scripted(otherwise=answer)), patience=QUICK)
    record = runner.start(config(), Access())
    assert runner.wait(record, 20)
    runner.close()
    settings = ReportSettings()
    expected = report(load(whole, record), History(), settings).model_dump(exclude={"debate", "usage"})
    killed = 0
    for n in range(2, LONGEST + 1):
        path = tmp_path / f"{n}.sqlite3"
        child = processes.Process(target=conduct_and_die, args=(str(path), n))
        child.start()
        child.join(30)
        if child.exitcode == 0:
            break
        assert child.exitcode == -signal.SIGKILL
        killed += 1
        store = Store(path)
        before = store.read(RECORD)
        assert [e.sequence for e in before] == list(range(1, len(before) + 1))
        assert len(before) >= n
        assert not store.conducted(RECORD)
        finished_already = before[-1].event.kind == "debate_finished"
        model = Scripted(otherwise=answer)
        again = Runner(store, reach=reaching(model), patience=QUICK)
        if not finished_already:
            again.resume(RECORD, Access())
            assert again.wait(RECORD, 20)
        again.close()
        after = store.read(RECORD)
        assert after[: len(before)] == before
        bought = {str(e.event.call) for e in before if e.event.kind == "call_completed"}
        assert bought.isdisjoint(model.asked)
        assert facts(store, RECORD) == facts(whole, record)
        found = report(load(store, RECORD), History(), settings).model_dump(exclude={"debate", "usage"})
        assert found == expected
        store.close()
    whole.close()
    # an opening, a resumption, 11 calls with two events each, 6 turns, 4 sheets, a briefing, an end: 36 events
    assert killed == LONGEST - 1
