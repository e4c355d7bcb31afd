"""A list says of each debate what folding it anew would, and folds none that it knows."""

import itertools
import pathlib
import shutil
import tempfile
from dataclasses import replace
from functools import cache

import pytest

from debate_core.domain.errors import RecordNotFound, StoreFailed
from debate_core.examples import EXAMPLES, ensure
from debate_core.library import library
from debate_core.library import summary as library_summary
from debate_core.library.history import fold_history, history_entry
from debate_core.library.library import (
    drop_summary,
    list_summaries,
    read_history,
    read_history_entries,
    save_summary,
    summarise,
)
from debate_core.library.query import LibraryQuery, shelf
from debate_core.library.report import ReportSettings, report
from debate_core.library.track_record import past_report
from debate_core.store import SQLiteStore
from debate_core.store.events import DebateFinished, DebatePaused, OutcomeKnown, SheetRead
from debate_core.store.record import load
from tests.building.facts import but, put
from tests.building.reviewed import OLD
from tests.building.structured import STATES

pytestmark = pytest.mark.slow  # as a whole, some seconds

# Three judges near one another and one far off: after three such debates the fourth counts little.
TELLING = ((8, 7, 6, 4, 3, 2), (8, 7, 6, 4, 3, 3), (9, 7, 6, 4, 3, 2), (3, 9, 5, 8, 1, 6))
# No call as long as the fourth counts like the others, PRO once it doesn't (a test holds this to `report`).
CLOSE = ((8, 7, 5, 6, 6, 4), (6, 8, 5, 6, 6, 4), (6, 8, 6, 6, 6, 3), (3, 9, 6, 7, 9, 4))


def counting(store):
    """The store, which knows from now on whose events were read."""
    read, store.reads = store.read, []
    store.read = lambda record, **upto: store.reads.append(record) or read(record, **upto)
    return store


def scored(sheet, scores):
    """The sheet with one score an argument, on every dimension."""
    entries = tuple(
        but(entry, scores=dict.fromkeys(entry.scores, score))
        for entry, score in zip(sheet.entries, scores, strict=True)
    )
    return but(sheet, entries=entries)


def debate(tables):
    """The events of a finished debate with these scores."""
    rows = iter(tables)
    return [
        but(event, sheet=scored(event.sheet, next(rows))) if isinstance(event, SheetRead) else event
        for event in STATES["agreed"]
    ]


def change(store, statement):
    """Change the store's tables as no act of its own would."""
    with store._writing() as db:
        db.execute(statement)


def seconds():
    return map(float, itertools.count(1000)).__next__


@pytest.fixture
def store(opens):
    return counting(opens(clock=seconds()))


@cache
def _full():
    path = shutil.copy(OLD, pathlib.Path(tempfile.mkdtemp()) / "old.sqlite3")
    store = SQLiteStore(path)
    ensure(store, EXAMPLES[1].id)
    for state, events in STATES.items():
        put(store, state, list(events))
    list_summaries(store)
    store.close()
    return path


@pytest.fixture
def full(tmp_path):
    """A store with old debates of every kind, examples, and debates in every state, all summed up."""
    store = counting(SQLiteStore(shutil.copy(_full(), tmp_path)))
    yield store
    store.close()


def reported(store, name, lesson=None):
    """What a report under the default settings says, with every earlier debate folded anew."""
    held, lesson = load(store, name), lesson or (lambda record: history_entry(load(store, record)))
    earlier = [lesson(one.id) for one in store.records() if one.opened_at < held.opened_at]
    return report(held, fold_history(filter(None, earlier)), ReportSettings())


def test_a_summary_says_what_the_report_says(full):
    found = list_summaries(full)
    assert [one.id for one in found] == [one.id for one in full.records()]
    assert {one.outcome for one in found} == {"pro", "con", "no_call", None}
    lesson = cache(lambda record: history_entry(load(full, record)))
    for one in found:
        held, whole = load(full, one.id), reported(full, one.id, lesson)
        awaited = any(seat.state not in ("done", "failed") for seat in held.judging.seats)
        assert one.outcome == (None if awaited else whole.outcome.call)
        assert one.alpha == (None if awaited else whole.agreement.alpha.value)
        told = (None, None) if awaited else (whole.accord.value, whole.accord.advised)
        assert (one.accord, one.discussion_advised) == told
        assert (one.topic, one.progress, one.example) == (whole.topic, whole.progress, whole.example)
        assert (one.simulated, one.judges) == (whole.simulated, whole.judges_said)
        assert (one.calls, one.tokens, one.unknown) == (
            whole.usage.calls,
            whole.usage.tokens,
            whole.usage.unknown,
        )
        assert (one.kind, one.models) == ("debate", held.config.models)
        assert (one.sequence, one.opened_at) == (held.sequence, held.opened_at)


def test_a_list_reads_no_events_of_what_it_knows(full):
    first, full.reads = list_summaries(full), []
    assert list_summaries(full) == first
    assert list_summaries(full, limit=3) == first[:3]
    assert full.reads == []
    assert read_history(full, load(full, first[0].id)).judges
    assert past_report(read_history_entries(full)).judges
    assert full.reads == [first[0].id]


def test_a_debate_is_folded_again_after_an_event_and_no_other_is(full):
    list_summaries(full)
    full.append("scoring", [DebatePaused(cause="the budget of 3 calls is reached")])
    full.reads = []
    assert summarise(full, "scoring").progress == "paused"
    assert full.reads == ["scoring"]


def test_what_was_forgotten_is_folded_again_and_a_store_that_fails_is_no_fault_of_a_record(full, monkeypatch):
    first = list_summaries(full)
    drop_summary(full, "agreed"), drop_summary(full, "nothing")
    full.reads = []
    assert list_summaries(full) == first and full.reads == ["agreed"]
    drop_summary(full, "agreed")
    monkeypatch.setattr(full, "read", lambda *_, **__: (_ for _ in ()).throw(StoreFailed("gone")))
    with pytest.raises(StoreFailed):
        list_summaries(full)


def test_what_other_code_computed_is_computed_again(full, monkeypatch):
    first = list_summaries(full)
    change(full, "UPDATE summaries SET body = replace(body, 'no_call', 'pro')")
    assert list_summaries(full) != first
    monkeypatch.setattr(library, "VERSION", "another")
    assert list_summaries(full) == first


def test_dropping_the_summaries_as_an_upgrade_does_changes_nothing_that_is_shown_or_chosen(full):
    first, con = list_summaries(full), LibraryQuery(outcome="con")
    history, chosen = read_history(full, load(full, first[0].id)), shelf(full, con)
    assert chosen.count
    change(full, "DELETE FROM summaries")
    assert read_history(full, load(full, first[0].id)) == history
    assert list_summaries(full) == first
    change(full, "DELETE FROM summaries")
    shelf(full, LibraryQuery(), most=1)  # only the newest one's outcome is computed
    assert shelf(full, con) == chosen


def test_a_record_whose_outcome_is_still_to_be_computed_is_taught_once(full, monkeypatch):
    change(full, "DELETE FROM summaries")
    taught = []
    monkeypatch.setattr(
        library_summary,
        "history_entry",
        lambda record, verdict: taught.append(record.id) or history_entry(record, verdict),
    )
    read_history(full, load(full, full.records()[0].id))
    once = sorted(taught)
    list_summaries(full)
    assert len(set(taught)) == len(taught) > len(once) > 1


def test_who_watches_is_told_of_each_record_that_is_looked_through(full):
    change(full, "DELETE FROM summaries")
    told, every = [], len(full.records())
    watching = library.watcher.set(lambda number, of: told.append((number, of)))
    list_summaries(full)
    library.watcher.reset(watching)
    assert told == [(number, every) for number in range(1, every + 1)]
    list_summaries(full)
    assert len(told) == every


def test_a_store_that_cannot_be_written_is_listed_all_the_same(full, tmp_path):
    first = list_summaries(full)
    change(full, "DELETE FROM summaries WHERE record IN ('agreed', 'structured01', 'structured02')")
    other = SQLiteStore(full.path)
    other._live.connection(0).execute("PRAGMA query_only = 1")  # as on a full disk
    assert list_summaries(other) == first
    held = load(other, "split")
    assert read_history(other, held) == read_history(full, held)
    save_summary(other, held)
    other.close()


# ── what an outcome rests on ──


def test_an_earlier_debate_that_finishes_later_changes_the_outcome(store):
    *late, end = debate(TELLING)
    assert isinstance(end, DebateFinished)
    for name in "abcdefghi":
        put(store, name, debate(TELLING))
    put(store, "late", late)
    put(store, "close", debate(CLOSE))
    assert summarise(store, "close").outcome == reported(store, "close").outcome.call == "no_call"
    store.append("late", [end])
    assert summarise(store, "close").outcome == reported(store, "close").outcome.call == "pro"


def test_a_later_debate_changes_no_outcome_and_costs_no_folding(store):
    put(store, "close", debate(CLOSE))
    first = summarise(store, "close")
    for name in "abc":
        put(store, name, debate(TELLING))
    list_summaries(store)
    store.reads = []
    assert summarise(store, "close") == first
    assert store.reads == []


def test_a_true_outcome_is_learnt_and_concludes_nothing_anew(store):
    for name in "abc":
        put(store, name, debate(TELLING))
    put(store, "close", debate(CLOSE))
    list_summaries(store)
    held, store.reads = load(store, "close"), []
    store.append("a", [OutcomeKnown(outcome="PRO")])
    history = read_history(store, held)
    assert {one.known for one in history.judges.values()} == {1}
    list_summaries(store)
    assert set(store.reads) == {"a"}  # the others' outcomes stand: evidence weights look at precision alone
    # what the usual rules said of it stands beside what turned out to be true
    assert {name: (one.named, one.truth) for name, one in history.verdicts.items()} == {"a": ("pro", "PRO")}
    assert replace(history, verdicts={}) == fold_history(history_entry(load(store, name)) for name in "abc")


# ── keeping ──


def test_what_the_conductor_keeps_is_what_a_reader_would_make(store):
    for name in "abcdefghij":
        put(store, name, debate(TELLING))
    list_summaries(store)
    opened, *rest = debate(CLOSE)
    store.open_record(opened, "close")
    for event in rest:
        store.append("close", [event])
        save_summary(store, load(store, "close"))
        assert store.find("close").summary.sequence == store.last_sequence("close")
    kept, store.reads = list_summaries(store), []
    assert list_summaries(store) == kept
    assert store.reads == []
    found = reported(store, "close").outcome
    assert (kept[0].outcome, found.noise.debates) == (found.call, 10)


def test_keeping_while_earlier_debates_are_not_summed_up_folds_none_of_them(store):
    put(store, "a", debate(TELLING))
    put(store, "close", debate(CLOSE))
    held, store.reads = load(store, "close"), []
    save_summary(store, held)
    assert store.reads == []
    assert summarise(store, "close").outcome == "no_call"


def test_of_two_writers_the_one_that_knows_more_is_believed(opens, store):
    put(store, "one", debate(CLOSE)[:-1])
    early = load(store, "one")
    other = opens()
    other.append("one", [DebateFinished()])
    save_summary(other, load(other, "one"))
    save_summary(store, early)
    assert summarise(store, "one").progress == summarise(other, "one").progress == "finished"


# ── what can't be read ──


@pytest.fixture
def broken(store):
    """A store with a debate that holds a fact of a kind to come, between two others."""
    put(store, "old", debate(TELLING))
    put(store, "strange", debate(TELLING))
    put(store, "new", debate(CLOSE))
    change(
        store,
        "UPDATE events SET body = '{\"kind\": \"unheard_of\"}' WHERE record = 'strange' AND sequence = 3",
    )
    return store


def test_a_record_that_cannot_be_read_breaks_no_list(broken):
    new, strange, old = list_summaries(broken)
    assert (new.outcome, old.progress) == ("no_call", "finished")
    assert (strange.id, strange.topic, strange.outcome, strange.status(broken)) == (
        "strange",
        None,
        None,
        None,
    )
    assert strange.fault.startswith("it can't be read: event 3")
    broken.reads = []
    assert list_summaries(broken) == [new, strange, old]
    assert broken.reads == []
    history = read_history(broken, load(broken, "new"))
    assert history == fold_history([history_entry(load(broken, "old"))])


def test_a_record_that_is_not_there_is_named(store):
    assert list_summaries(store) == []
    with pytest.raises(RecordNotFound, match="'nothing'"):
        summarise(store, "nothing")
