"""A store on a server is made by who writes, keeps its password to itself, and holds nobody up."""

import asyncio
import contextlib
import threading
from concurrent.futures import ThreadPoolExecutor

import psycopg
import pytest

from debate_core.composition import open_store
from debate_core.domain.errors import LeaseHeld, RecordNotFound, StoreFailed
from debate_core.llm.catalogue import Access
from debate_core.store import postgres
from debate_core.store.events import DebateOpened, DebatePaused
from debate_core.store.postgres import PostgresStore
from debate_core.store.room import VoteClosed, cast_vote, set_stage, tally_of
from debate_core.store.tables import SCHEMA, STEPS
from tests.each import each
from tests.postgres import empty_place, new_place
from tests.running.conftest import Bench, Meanwhile, config

pytestmark = pytest.mark.slow  # a server of its own


@pytest.fixture(scope="module")
def place():
    return empty_place()


@pytest.fixture
def store(place):
    with contextlib.closing(PostgresStore(place, busy=2.0)) as store:
        yield store


@pytest.fixture
def other(place):
    """Somebody else at the same database."""
    with psycopg.connect(place, autocommit=True, options=f"-c search_path={SCHEMA}") as db:
        yield db


@pytest.fixture
def record(store):
    return store.open_record(DebateOpened(config=config()))


def test_looking_makes_no_tables(other):
    place = new_place()
    with contextlib.closing(PostgresStore(place)) as store:
        assert store.records() == []
        assert store.last_sequence("none") == 0
        with pytest.raises(RecordNotFound):
            store.find("none")
    with psycopg.connect(place) as db:
        assert db.execute("SELECT to_regnamespace(%s)", (SCHEMA,)).fetchone() == (None,)


def test_tables_are_made_once_whoever_writes_first():
    place = new_place()
    with contextlib.ExitStack() as open_ones:
        stores = [open_ones.enter_context(contextlib.closing(PostgresStore(place))) for _ in range(3)]
        with ThreadPoolExecutor() as at_once:
            list(at_once.map(lambda store: store.open_record(DebateOpened(config=config())), stores))
        assert len(stores[0].records()) == 3


def test_tables_of_a_newer_version_are_refused(store, other):
    other.execute("INSERT INTO form VALUES (%s)", (len(STEPS) + 1,))
    try:
        for act in (store.records, lambda: store.open_record(DebateOpened(config=config()))):
            with pytest.raises(StoreFailed, match="use a newer one"):
                act()
    finally:
        other.execute("DELETE FROM form WHERE step > %s", (len(STEPS),))


@each(
    "address",
    [
        "postgresql://ann:s3cret@localhost:1/debates?connect_timeout=2",
        "postgresql://ann:s3cret/x@localhost/debates",
        "postgresql://ann@localhost:1/debates?password=s3cret",
        "postgresql://ann:12/s3cret@localhost/debates",
        "postgresql://ann:x@localhost:1/debates?s3cret",
    ],
)
def test_no_password_is_in_what_is_said_of_a_store_that_is_not_there(address):
    with contextlib.closing(open_store(address)) as store:
        with pytest.raises(StoreFailed) as failed:
            store.records()
        assert "s3cret" not in f"{failed.value}{store.place}"
        assert "postgresql://" in str(failed.value)


def test_only_the_words_of_calls_under_way_may_be_lost():
    place = new_place()  # the one of all tests may have a queue's tables too
    with contextlib.closing(PostgresStore(place)) as store, psycopg.connect(place) as db:
        store.open_record(DebateOpened(config=config()))
        unlogged = "SELECT relname FROM pg_class WHERE relpersistence = 'u' AND relkind = 'r'"
        assert db.execute(unlogged).fetchall() == [("words",)]


def test_who_opens_a_store_waits_for_nobody_that_appends(place, record, other):
    with other.transaction():
        other.execute("UPDATE records SET last = last WHERE id = %s", (record,))
        other.execute("LOCK TABLE events IN ROW EXCLUSIVE MODE")
        with contextlib.closing(PostgresStore(place, busy=0.2)) as second:
            assert second.find(record).last == 1
            second.open_record(DebateOpened(config=config()))
            with pytest.raises(StoreFailed, match="lock timeout"):
                second.append(record, [DebatePaused(cause="x")])


def test_of_many_that_take_a_record_at_once_one_has_it(store, record):
    def take(_):
        with contextlib.suppress(LeaseHeld):
            return store.acquire(record)

    with ThreadPoolExecutor() as at_once:
        taken = [lease for lease in at_once.map(take, range(6)) if lease]
    assert [lease.fence for lease in taken] == [1]


def test_connections_that_were_ended_are_not_used_again(store, record, other):
    other.execute(
        "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE pid <> pg_backend_pid()"
    )
    assert store.last_sequence(record) == 1


def test_one_connection_is_enough_for_a_thread(place, monkeypatch):
    monkeypatch.setattr(postgres, "MAX_CONNECTIONS", 1)
    with contextlib.closing(PostgresStore(place, busy=0.5)) as store:
        record = store.open_record(DebateOpened(config=config()))
        store.renew(store.acquire(record))
        store.look(record)
        with pytest.raises(LeaseHeld):
            store.delete(record)


def test_who_waits_for_an_event_is_told(store, record, other):
    assert not store.wait_for(record, 1, 0.0)
    seen = []
    waiting = threading.Thread(target=lambda: seen.append(store.wait_for(record, 1, 60.0)))
    waiting.start()
    store.append(record, [DebatePaused(cause="x")])
    waiting.join(60)
    assert seen == [True]


def test_what_no_database_can_hold_is_no_fault_of_it(store):
    assert store.last_sequence("a\0b\ud800") == 0


def test_a_stop_is_stored_however_often_it_is_asked_for_and_the_loop_goes_on_meanwhile(place, other):
    """A second stop comes while the first is being stored, which waits for a lock."""
    speaking = threading.Event()

    async def linger(*_):
        speaking.set()
        await asyncio.sleep(60)

    bench = Bench(None, lambda **_: PostgresStore(place))
    with contextlib.closing(bench):
        runner = bench.runner(Meanwhile(linger))
        record = runner.start(config(), Access())
        assert speaking.wait(60)
        with other.transaction():
            other.execute("SELECT 1 FROM records WHERE id = %s FOR UPDATE", (record,))
            for _ in range(2):
                assert not runner.stop(record, wait=0.05)
            asyncio.run_coroutine_threadsafe(asyncio.sleep(0), runner._loop).result(30)
        assert runner.wait(record, 60)
        kinds = [event.kind for event in bench.events(record)]
        assert kinds[-1] == "debate_stopped"
        assert kinds.count("call_failed") == kinds.count("call_started")
        assert not bench.store.is_conducted(record)


def test_votes_are_kept_as_in_a_file(store, record):
    for moment, choice in (("before", "pro"), ("before", "con"), ("after", "pro")):
        set_stage(store, record, voting=moment)
        cast_vote(store, record, moment, "a phone", choice)
    assert tally_of(store, record).moved == {("con", "pro"): 1}
    with pytest.raises(VoteClosed):
        cast_vote(store, record, "before", "a phone", "pro")
