"""The log keeps every fact once, in order, and one writer at a time."""

import contextlib
import os
import pathlib
import shutil
import sqlite3
import subprocess
import sys
import threading

import pytest

from debate_core.domain.config import DebateConfig
from debate_core.domain.errors import FactStored, LeaseHeld, LeaseLost, RecordNotFound, StoreFailed
from debate_core.domain.transcript import Topic
from debate_core.store import SQLiteStore, SummaryRow
from debate_core.store.events import (
    DebateFinished,
    DebateOpened,
    DebatePaused,
    DebateStopped,
)
from debate_core.store.tables import MIGRATIONS
from tests.building.facts import completed, started
from tests.building.reviewed import OLD


def opened(text="Should schools start later?"):
    return DebateOpened(config=DebateConfig(topic=Topic(text=text)))


class Clock:
    def __init__(self):
        self.now = 1000.0

    def __call__(self):
        return self.now


@pytest.fixture
def store(opens):
    return opens(busy=0.5)


@pytest.fixture
def file(tmp_path):
    """A store in a file, for what only a file can be."""
    with contextlib.closing(SQLiteStore(tmp_path / "log.sqlite3", busy=0.05)) as store:
        yield store


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
    with pytest.raises(FactStored, match="'answer opening:pro'"):
        store.append(record, [DebatePaused(cause="x"), completed()])
    # all or none: the pause before the duplicate is not there either
    assert store.last_sequence(record) == 3


def test_a_record_is_opened_once(store):
    store.open_record(opened(), "one")
    with pytest.raises(FactStored, match="'one'"):
        store.open_record(opened("Another?"), "one")
    assert [stored.event for stored in store.read("one")] == [opened()]


def test_a_record_that_is_not_there_is_named_and_nothing_is_appended_to_it(store):
    for look in (store.find, store.acquire, lambda name: store.append(name, [started()])):
        with pytest.raises(RecordNotFound, match="'nothing'"):
            look("nothing")
    assert store.read("nothing") == store.records() == []


def test_the_newest_sequence_number_is_known_whoever_appends(file):
    record = file.open_record(opened())
    file.append(record, [started(), completed()])
    with sqlite3.connect(file.path) as other:
        other.execute(
            "INSERT INTO events SELECT record, 4, at, kind, 'other', body FROM events WHERE sequence = 2"
        )
    other.close()
    assert file.find(record).last == file.last_sequence(record) == 4
    file.append(record, [DebateFinished()])
    assert file.last_sequence(record) == 5


def test_records_come_newest_first_and_page_by_page(opens):
    clock = Clock()
    store = opens(clock=clock)
    for name in "abcd":
        clock.now += 1
        store.open_record(opened(), name)
    assert [one.id for one in store.records()] == ["d", "c", "b", "a"]
    assert [one.id for one in store.records(2)] == ["d", "c"]
    assert store.records()[0].opened_at == store.read("d")[0].at == 1004.0


def test_a_look_is_forgotten_soon_after_the_last(opens):
    clock = Clock()
    store = opens(clock=clock)
    assert not store.looked_at("one")
    store.look("one")
    assert store.looked_at("one")
    assert not store.looked_at("two")
    clock.now += 9.9
    assert store.looked_at("one")
    clock.now += 0.2
    assert not store.looked_at("one")


def test_events_stand_as_far_apart_as_they_came_whatever_becomes_of_the_clock(tmp_path):
    clock, steady = Clock(), Clock()
    store = SQLiteStore(tmp_path / "log.sqlite3", clock=clock, steady=steady)
    record = store.open_record(opened())
    for jump, waited in ((3600.0, 2.0), (-9000.0, 1.5)):
        clock.now += jump
        steady.now += waited
        store.append(record, [started(attempt=int(waited * 2))])
    assert [stored.at for stored in store.read(record)] == [1000.0, 1002.0, 1003.5]
    store.close()
    another = SQLiteStore(store.path, clock=clock, steady=steady)
    another.append(record, [DebateFinished()])
    assert another.read(record)[-1].at == clock.now
    another.close()
    usual = SQLiteStore(store.path)
    record = usual.open_record(opened())
    usual._told_time = clock  # the machine's own, put back
    usual.append(record, [started()])
    assert usual.read(record)[-1].at > clock.now + 1e9
    usual.close()


def row(record, sequence, version="now", body="{}"):
    return SummaryRow(record=record, sequence=sequence, version=version, body=body)


def test_a_summary_of_fewer_events_does_not_replace_one_of_more(store):
    record = store.open_record(opened())
    store.append(record, [started()])
    store.keep([row(record, 2)])
    store.keep([row(record, 1, body="late")])
    assert store.find(record).summary == row(record, 2)
    store.keep([row(record, 1, version="other")])
    assert store.find(record).summary == row(record, 1, version="other")


def test_a_summary_is_stale_without_a_row_after_an_event_and_under_another_version(store):
    record = store.open_record(opened())
    assert [one.id for one in store.stale("now")] == [record]
    store.keep([row(record, 1)])
    assert store.stale("now") == []
    assert [one.id for one in store.stale("later")] == [record]
    store.append(record, [started()])
    assert [one.id for one in store.stale("now")] == [record]
    assert store.stale("now", before=store.find(record).opened_at) == []


def test_lone_surrogates_and_nul_never_reach_the_database(store):
    record = store.open_record(opened("Is \ud83d or \0 or \ud83d\ude00 a topic?"))
    assert store.read(record)[0].event.config.topic.text == "Is \ufffd or \ufffd or \U0001f600 a topic?"


def test_the_words_of_a_call_are_cleared_with_its_end(store):
    record = store.open_record(opened())
    store.append(record, [started()])
    store.add_words(record, "opening:pro", "wor")
    store.add_words(record, "opening:con", "other")
    store.add_words(record, "opening:pro", "ds")
    assert store.words(record) == {"opening:pro": "words", "opening:con": "other"}
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


def test_a_lease_runs_out_unless_it_is_renewed(opens):
    clock = Clock()
    store = opens(clock=clock)
    record = store.open_record(opened())
    lease = store.acquire(record)
    clock.now += 5
    store.renew(lease)
    clock.now += 5.9
    assert store.is_conducted(record)
    clock.now += 0.2
    assert not store.is_conducted(record)
    store.acquire(record)


@pytest.mark.slow
def test_the_lease_of_a_dead_process_is_free_at_once_and_outside_of_tests_each_fact_goes_to_the_disk(
    tmp_path,
):
    path = tmp_path / "log.sqlite3"
    code = (
        "import sys; from debate_core.store import SQLiteStore; from tests.store.test_store import opened\n"
        "s = SQLiteStore(sys.argv[1]); r = s.open_record(opened()); s.acquire(r); print(r)\n"
        "print(s._facts.connection(0).execute('PRAGMA synchronous').fetchone()[0], flush=True)\n"
        "sys.stdin.read()"
    )
    child = subprocess.Popen(
        [sys.executable, "-c", code, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    with child:
        record, reach = child.stdout.readline().strip(), child.stdout.readline().strip()
        assert reach == "2"  # FULL
        store = SQLiteStore(path)
        with pytest.raises(LeaseHeld, match=str(child.pid)):
            store.acquire(record)
        child.kill()
    assert not store.is_conducted(record)
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


def test_a_locked_database_is_said_and_nothing_is_lost(file):
    record = file.open_record(opened())
    other = sqlite3.connect(file.path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(StoreFailed, match="locked"):
        file.append(record, [started()])
    other.execute("ROLLBACK")
    other.close()
    file.append(record, [started()])
    assert file.last_sequence(record) == 2


def test_only_facts_go_as_far_as_the_disk_and_who_looks_opens_the_file_once(file):
    file.open_record(opened())
    for reach, far in (("facts", 0), ("live", 1)):  # OFF in tests, else FULL; NORMAL
        with file._writing(reach) as db:
            assert db.execute("PRAGMA synchronous").fetchone() == (far,)
    assert file._file._readable() is file._file._readable() is not None


EVENTS = "SELECT record, sequence, at, kind, identity, body FROM events ORDER BY record, sequence"


def rows_in(path, question):
    db = sqlite3.connect(path)
    found = db.execute(question).fetchall()
    db.close()
    return found


@pytest.fixture
def first(tmp_path):
    """A store that version 0.1.0 wrote."""
    return pathlib.Path(shutil.copy(OLD, tmp_path / "old.sqlite3"))


def test_a_store_of_the_first_form_is_brought_to_this_one_and_its_events_are_as_they_were(first):
    before, size = rows_in(first, EVENTS), first.stat().st_size
    store = SQLiteStore(first)
    assert rows_in(first, EVENTS) == before
    for listing in store.records():
        own = [event for event in before if event[0] == listing.id]
        assert (listing.last, listing.opened_at) == (own[-1][1], own[0][2])
        assert listing.summary is None
    store.close()
    assert rows_in(first, "PRAGMA user_version") == [(len(MIGRATIONS),)]
    assert rows_in(first, "PRAGMA integrity_check") == [("ok",)]
    assert first.stat().st_size < 0.8 * size


def test_a_store_that_0_1_0_has_opened_since_opens_again(first):
    for _ in range(2):
        store = SQLiteStore(first)
        assert len(store.records()) == 6
        store.close()
        rows_in(first, "PRAGMA user_version = 1")


def test_a_forked_name_is_no_owner():
    from debate_core.store.log import Owner, born

    assert born(os.getpid()) != ""
    assert Owner().lives()
    assert not Owner(born="another life").lives()
    assert Owner(host="another machine", born="another life").lives()
    with subprocess.Popen(["true"]) as ended:
        os.waitid(os.P_PID, ended.pid, os.WEXITED | os.WNOWAIT)
        assert born(ended.pid) == "", (
            "a process that has ended is none, though nobody has asked for its status"
        )
