"""The shelf finds what was said, shows what is wanted, and gives back what was deleted as it was."""

import contextlib
import itertools
import shutil
import sqlite3

import pytest

from debate_core.domain.errors import LeaseHeld, RecordNotFound, SetUpError
from debate_core.domain.transcript import Topic
from debate_core.examples import EXAMPLES, ensure, ensure_review
from debate_core.library.library import list_summaries, read_history, summarise
from debate_core.library.query import KEPT_SECONDS, LibraryQuery, list_deleted, shelf, tag, tags, topic_of
from debate_core.reporting.records import shelf_table
from debate_core.store import SearchText, SQLiteStore, record_index
from debate_core.store.record import load
from tests.building.facts import changed, put
from tests.building.structured import STATES

pytestmark = pytest.mark.slow

EXAMPLE = EXAMPLES[0].id
DAY = 24 * 3600.0


class Clock:
    """Time that a test moves."""

    def __init__(self):
        self.ahead, self.ticks = 0.0, itertools.count(1000)

    def __call__(self):
        return next(self.ticks) + self.ahead


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """Debates in every state, an example and the review of a text, each summed up."""
    path = tmp_path_factory.mktemp("shelf") / "log.sqlite3"
    store = SQLiteStore(path, clock=Clock())
    for state, events in STATES.items():
        put(store, state, events)
    ensure(store, EXAMPLE)
    ensure_review(store)
    list_summaries(store)
    store.close()
    return path


@pytest.fixture(scope="module")
def on_server(whole):
    """The same on a server."""
    from tests.postgres import PostgresStore, new_place

    place = new_place()
    with contextlib.closing(SQLiteStore(whole)) as file, contextlib.closing(PostgresStore(place)) as store:
        for one in file.records():
            store.take_in(file.read(one.id))
            store.keep([one.summary])
        store.tell([SearchText(*row) for row in file._select("SELECT record, sequence, body FROM texts")])
    return place


@pytest.fixture
def file(tmp_path, clock, whole):
    with contextlib.closing(SQLiteStore(shutil.copy(whole, tmp_path / "log.sqlite3"), clock=clock)) as store:
        yield store


@pytest.fixture
def served(clock, on_server):
    from tests.postgres import PostgresStore, new_place

    with contextlib.closing(PostgresStore(new_place(on_server), clock=clock)) as store:
        yield store


@pytest.fixture(params=["file", "served"])
def store(request):
    return request.getfixturevalue(request.param)


def found(store, **wanted):
    return {one.id for one in shelf(store, LibraryQuery(**wanted)).records}


# ── words ──


@pytest.fixture(params=["file", "served", "no fts5"])
def either(request, monkeypatch):
    """A store with an index of words, and a file without."""
    store = request.getfixturevalue(request.param if request.param == "served" else "file")
    if request.param == "no fts5":
        with sqlite3.connect(store.path, isolation_level=None) as db:
            db.execute("DROP TABLE sought")
        monkeypatch.setattr(record_index, "_MODULE", "SELECT 0")
    return store


def test_words_find_what_was_said_by_their_beginnings_in_any_order(either):
    named = changed(STATES["agreed"][0], "config", topic=Topic(text="Über die Ökonomie der Städte 学校は朝"))
    put(either, "other", [named])
    every = set(STATES)
    for words, expected in {
        "monolith": every,
        "MONO split": every,
        "split mono": every,
        "monolith zebra": set(),
        "zebra": set(),
        "öko STÄDTE": {"other"},
        "学校": {"other"},
        "retention": {"example-retention-policy"},
        "agreed": {"agreed"},
    }.items():
        assert found(either, words=words) == expected, words


def test_no_words_break_the_search(either):
    every = {one.id for one in list_summaries(either)}
    for words in ('"', "mono* OR", "NOT", "a AND (", "%", "_", "NEAR/2", "'; --", "\0", "*", "🙂"):
        assert found(either, words=words) <= every, words


def test_a_debate_under_way_is_found_by_what_was_said_last(store):
    assert found(store, words="monolith") >= {"speaking", "scoring"}
    assert found(store, words="zanzibar") == set()
    tag(store, "speaking", ["Zanzibar"])
    assert found(store, words="zanzibar") == {"speaking"}


def test_an_index_that_is_damaged_is_made_anew(file):
    store = file
    assert found(store, words="monolith") >= set(STATES)
    with sqlite3.connect(store.path, isolation_level=None) as db:
        db.execute("DELETE FROM sought_data")
    assert found(store, words="monolith") >= set(STATES)
    tag(store, "speaking", ["Zanzibar"])
    assert found(store, words="zanzibar") == {"speaking"}


# ── filters and order ──


def test_filters_leave_what_is_wanted(store):
    calls = {one.id: one.outcome for one in list_summaries(store)}
    for wanted, expected in (
        ({"kind": "artifact"}, {"example-retention-policy"}),
        ({"outcome": "pro"}, {name for name, call in calls.items() if call == "pro"}),
        ({"kind": "artifact", "outcome": "no_call"}, {"example-retention-policy"}),
        ({"outcome": "none"}, {"speaking", "scoring", "some_scored"}),
        ({"made": "person"}, {EXAMPLE}),
        ({"made": "model"}, {name for name in STATES if "model" in _made(store, name)}),
        ({"agreement": "high"}, {one.id for one in list_summaries(store) if (one.alpha or 0.0) >= 0.8}),
        ({"needs": "yes"}, {one.id for one in list_summaries(store) if one.parting}),
        ({"kind": "debate", "outcome": "FAIL"}, set()),
    ):
        assert found(store, **wanted) == expected, wanted


def _made(store, name):
    models = load(store, name).config.models
    return {"simulated" if one.startswith("simulated:") else "model" for one in models}


@pytest.mark.parametrize("sort", ["least", "most"])
def test_what_has_no_figure_comes_last_whatever_the_order(store, sort):
    alphas = [one.alpha for one in shelf(store, LibraryQuery(sort=sort)).records]
    known = [alpha for alpha in alphas if alpha is not None]
    assert alphas == sorted(known, reverse=sort == "most") + [None] * (len(alphas) - len(known))


def test_a_page_has_its_part_and_says_how_many_there_are(store):
    whole = shelf(store, LibraryQuery())
    part = shelf(store, LibraryQuery(), most=3, skip=2)
    assert part.records == whole.records[2:5]
    assert (part.count, part.all) == (len(whole.records),) * 2
    assert shelf(store, LibraryQuery(), skip=1000).records == ()
    for n in range(21 - whole.all):
        put(store, f"more {n}", STATES["speaking"][:1])
    assert (len(shelf(store, LibraryQuery()).records), shelf(store, LibraryQuery()).count) == (20, 21)


# ── tags ──


def test_tags_are_kept_with_the_facts_and_the_last_word_counts(store):
    tag(store, "agreed", [" board  meeting ", "Q4", "Q4", ""])
    tag(store, "split", ["Q4"])
    tag(store, "example-retention-policy", ["Q4"])
    assert tags(store) == {"Q4": 3, "board meeting": 1}
    assert found(store, tag="Q4") == {"agreed", "split", "example-retention-policy"}
    tag(store, "split", [])
    assert (load(store, "split").tags, load(store, "agreed").tags) == ((), ("board meeting", "Q4"))
    assert summarise(store, "agreed").outcome == "pro"
    numbers = [str(n) for n in range(21)]
    for wrong, got in ((["x" * 40, "x" * 41], "of 41"), (["a\x00b"], "of 3"), (numbers, "21 of them")):
        with pytest.raises(SetUpError, match=f"got .*{got}$"):
            tag(store, "agreed", wrong)


# ── deleting ──


def test_what_was_deleted_is_nowhere_and_comes_back_as_it_was(store):
    before, lines = list_summaries(store), list(store.lines("agreed"))
    taught = read_history(store, load(store, "undefined"))
    store.delete("agreed")
    assert "agreed" not in {one.id for one in list_summaries(store)} | found(store, words="agreed")
    assert [one.id for one in list_deleted(store)] == ["agreed"]
    assert store.last_sequence("agreed") == 0
    with pytest.raises(RecordNotFound):
        load(store, "agreed")
    with pytest.raises(RecordNotFound):
        tag(store, "agreed", ["x"])
    assert read_history(store, load(store, "undefined")) != taught
    store.restore("agreed")
    assert list_summaries(store) == before
    assert list(store.lines("agreed")) == lines
    assert list_deleted(store) == []


def test_after_seven_days_nothing_of_it_is_left(store, clock):
    list_summaries(store)
    store.delete("agreed")
    clock.ahead = 7 * DAY - 60
    store.purge(KEPT_SECONDS)
    assert list_deleted(store)
    clock.ahead = 7 * DAY + 60
    store.purge(KEPT_SECONDS)
    assert list_deleted(store) == []
    for table in ("records", "events", "summaries", "texts"):
        name = "id" if table == "records" else "record"
        assert store._select(f"SELECT 1 FROM {table} WHERE {name} = 'agreed'") == []
    if not store.remote:
        assert store._select("PRAGMA integrity_check") == [("ok",)]
    assert found(store, words="agreed") == set()
    put(store, "agreed", STATES["agreed"])


def test_what_somebody_conducts_is_not_deleted(store):
    store.acquire("speaking")
    with pytest.raises(LeaseHeld, match="stop it"):
        store.delete("speaking")
    assert store.last_sequence("speaking")


def test_an_example_that_was_deleted_is_opened_again(store):
    store.delete(EXAMPLE)
    ensure(store, EXAMPLE)
    assert store.last_sequence(EXAMPLE)


@pytest.mark.parametrize(
    ("wanted", "takes_all"),
    [({"sort": "oldest"}, True), ({"words": "x"}, False), ({"tag": "x"}, False), ({"kind": "debate"}, False)],
)
def test_an_order_alone_leaves_nothing_out(wanted, takes_all):
    assert LibraryQuery(**{"words": " ", **wanted}).takes_all is takes_all


def test_the_topic_of_a_record_is_known_while_it_is_there(store):
    topic = summarise(store, EXAMPLE).topic
    assert (topic_of(store, EXAMPLE), topic_of(store, "nothing")) == (topic, None)


def test_a_row_says_what_a_record_came_to_or_why_it_can_not_be_read(store):
    held = summarise(store, EXAMPLE)
    torn = held.model_copy(update={"fault": "half of it is missing"})
    whole, broken = shelf_table([held, torn], {EXAMPLE: "finished"}, [EXAMPLE], "newest").rows
    assert whole.topic == held.topic and whole.standing and whole.chosen and not whole.spent
    (stopped,) = shelf_table([held], {EXAMPLE: "stopped"}, (), "newest").rows
    assert "stopped" in stopped.about.casefold() and "finished" not in whole.about.casefold()
    assert (broken.topic, broken.about) == (f"Can't be read: {EXAMPLE}", "Half of it is missing.")
    assert not (broken.standing or broken.agreement or broken.cost)
    advised = [
        held.model_copy(update={"discussion_advised": True, "example": of}) for of in (held.example, None)
    ]
    rows = shelf_table(advised, {EXAMPLE: "finished"}, (), "newest").rows
    assert ["discussion advised" in row.consensus for row in rows] == [False, True], (
        "a sample has no judges to ask"
    )
    orders = [
        shelf_table([held], {}, (), sort).next_order("Topic") for sort in ("topic", "topic_last", "most")
    ]
    assert orders == ["topic_last", "topic", "topic"]
    table = held.model_copy(update={"kind": "ratings", "outcome": None})
    assert shelf_table([table], {EXAMPLE: "finished"}, (), "newest").rows[0].standing == ""
    (unknown,) = shelf_table([held], {}, (), "newest").rows
    assert unknown.about == "Cause unknown." and not unknown.chosen
