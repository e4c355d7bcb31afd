"""The log keeps every fact once, in order, and one writer at a time."""

import os
import sqlite3
import subprocess
import sys
import threading

import pytest

from debate_core.config import DebateConfig
from debate_core.errors import LeaseHeld, LeaseLost, RecordNotFound, StoreFailed
from debate_core.events import (
    CallCompleted,
    CallStarted,
    DebateFinished,
    DebateOpened,
    DebatePaused,
    DebateStopped,
)
from debate_core.lease import LEASE_SECONDS
from debate_core.llm.base import Usage
from debate_core.store import MIGRATIONS, Store
from debate_core.transcript import Topic


def opened(text="Should schools start later?"):
    return DebateOpened(config=DebateConfig(topic=Topic(text=text)))


def started(call="opening:pro", attempt=1):
    return CallStarted(call=call, attempt=attempt, model="simulated:standard", reserved=10)


def completed(call="opening:pro"):
    return CallCompleted(call=call, attempt=1, text="words", finish="stop", usage=Usage(), seconds=0.1)


class Clock:
    def __init__(self):
        self.now = 1000.0

    def __call__(self):
        return self.now


@pytest.fixture
def store(tmp_path):
    store = Store(tmp_path / "log.sqlite3", busy=0.05)
    yield store
    store.close()


def test_events_come_back_in_sequence_as_they_went_in(store):
    record = store.open_record(opened())
    store.append(record, [started(), completed()])
    store.append(record, [DebateFinished()])
    assert [(e.sequence, e.event.kind) for e in store.read(record)] == [
        (1, "debate_opened"),
        (2, "call_started"),
        (3, "call_completed"),
        (4, "debate_finished"),
    ]
    assert [e.sequence for e in store.read(record, after=2)] == [3, 4]
    assert [e.sequence for e in store.read(record, upto=2)] == [1, 2]
    assert store.last_sequence(record) == 4


def test_a_fact_that_can_happen_once_is_stored_once(store):
    record = store.open_record(opened())
    store.append(record, [started(), completed()])
    with pytest.raises(sqlite3.IntegrityError):
        store.append(record, [DebatePaused(cause="x"), completed()])
    # all or none: the pause before the duplicate is not there either
    assert store.last_sequence(record) == 3


def test_lone_surrogates_and_nul_never_reach_the_database(store):
    record = store.open_record(opened("Is \ud83d or \0 or \ud83d\ude00 a topic?"))
    assert store.read(record)[0].event.config.topic.text == "Is \ufffd or \ufffd or \U0001f600 a topic?"


def test_the_words_of_a_call_are_cleared_with_its_end(store):
    record = store.open_record(opened())
    store.append(record, [started()])
    store.write_words(record, "opening:pro", "wor")
    store.write_words(record, "opening:con", "other")
    assert store.words(record) == {"opening:pro": "wor", "opening:con": "other"}
    store.append(record, [completed()])
    assert store.words(record) == {"opening:con": "other"}


def test_a_record_has_one_writer_and_a_late_one_is_told(store):
    record = store.open_record(opened())
    first = store.acquire(record)
    with pytest.raises(LeaseHeld):
        store.acquire(record)
    store.release(first)
    second = store.acquire(record)
    assert second.fence == first.fence + 1
    with pytest.raises(LeaseLost):
        store.append(record, [DebateStopped()], lease=first)
    with pytest.raises(LeaseLost):
        store.renew(first)
    store.append(record, [DebateStopped()], lease=second)
    assert store.last_sequence(record) == 2


def test_a_lease_runs_out_unless_it_is_renewed(tmp_path):
    clock = Clock()
    store = Store(tmp_path / "log.sqlite3", clock=clock)
    record = store.open_record(opened())
    lease = store.acquire(record)
    clock.now += LEASE_SECONDS - 1
    store.renew(lease)
    clock.now += LEASE_SECONDS - 1
    assert store.conducted(record)
    clock.now += 2
    assert not store.conducted(record)
    store.acquire(record)
    store.close()


def test_the_lease_of_a_dead_process_on_this_machine_is_free_at_once(tmp_path):
    path = tmp_path / "log.sqlite3"
    code = (
        "import sys; from debate_core.store import Store; from tests.test_store import opened\n"
        "s = Store(sys.argv[1]); r = s.open_record(opened()); s.acquire(r); print(r, flush=True)\n"
        "sys.stdin.read()"
    )
    child = subprocess.Popen(
        [sys.executable, "-c", code, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    with child:
        record = child.stdout.readline().strip()
        store = Store(path)
        with pytest.raises(LeaseHeld, match=str(child.pid)):
            store.acquire(record)
        child.kill()
    assert not store.conducted(record)
    store.acquire(record)
    store.close()


def test_many_threads_append_without_losing_or_reordering(store):
    record = store.open_record(opened())

    def work(name):
        for attempt in range(20):
            store.append(record, [started(name, attempt)])

    threads = [threading.Thread(target=work, args=(f"judging:{n}",)) for n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    events = store.read(record)
    assert [e.sequence for e in events] == list(range(1, 82))
    for n in range(4):
        own = [
            e.event.attempt
            for e in events
            if e.event.kind == "call_started" and e.event.call.step.endswith(str(n))
        ]
        assert own == list(range(20))


def test_a_locked_database_is_said_and_nothing_is_lost(store):
    record = store.open_record(opened())
    other = sqlite3.connect(store.path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(StoreFailed, match="locked"):
        store.append(record, [started()])
    other.execute("ROLLBACK")
    other.close()
    store.append(record, [started()])
    assert store.last_sequence(record) == 2


def test_a_full_disk_is_said_and_nothing_is_lost(store):
    record = store.open_record(opened())
    pages = store._facts.execute("PRAGMA page_count").fetchone()[0]
    store._facts.execute(f"PRAGMA max_page_count = {pages}")
    big = DebatePaused(cause="x" * 200_000)
    with pytest.raises(StoreFailed, match="full"):
        store.append(record, [big])
    assert store.last_sequence(record) == 1
    store._facts.execute("PRAGMA max_page_count = 1000000")
    store.append(record, [big])
    assert store.last_sequence(record) == 2


def test_a_store_that_cannot_be_opened_says_so(tmp_path):
    path = tmp_path / "not_a_store"
    path.write_bytes(b"this is no database" * 100)
    with pytest.raises(StoreFailed, match="not a database"):
        Store(path)


def test_opening_a_store_again_migrates_nothing_twice(store):
    record = store.open_record(opened())
    again = Store(store.path)
    assert again._facts.execute("PRAGMA user_version").fetchone()[0] == len(MIGRATIONS)
    assert again.find(record).id == record
    again.close()


def test_an_unknown_record_is_named(store):
    with pytest.raises(RecordNotFound, match="'nothing'"):
        store.find("nothing")
    assert store.read("nothing") == []


def test_a_forked_name_is_no_owner():
    from debate_core.lease import Owner, born

    assert born(os.getpid()) != ""
    assert Owner().lives()
    assert not Owner(born="another life").lives()
