"""One record that can't be read is one record: named with the cause, its lines to be had, every other one as it was."""

import contextlib
import json
import sqlite3

import pytest

from debate_core.cli import main
from debate_core.domain.errors import RecordUnreadable
from debate_core.library import reviews
from debate_core.library.library import drop_summary, list_summaries
from debate_core.store import SQLiteStore
from debate_core.store.record import UNSOUND, load
from tests.building.structured import STATES

DAMAGES = {
    "an added field": (
        "body = json_set(body, '$.added', 'SECRET')",
        "added: a field that this version does not know",
    ),
    "a field inside": ("body = json_set(body, '$.turn.added', 1)", "turn.added: a field"),
    "another value": (
        "body = json_set(body, '$.turn.number', 'SECRET')",
        "turn.number: expected a whole number",
    ),
    "an unknown kind": ('body = \'{"kind": "unheard_of"}\'', "a kind of event this version knows"),
    "half of its JSON": ("body = substr(body, 1, 40)", "its JSON is damaged"),
    "no UTF-8": ("body = CAST(x'7b22ff22' AS TEXT)", "its JSON is damaged"),
    "nested without end": ("body = replace(hex(zeroblob(60000)), '00', '[')", "its JSON is damaged"),
    "no object": ("body = '[1]'", "an event as an object"),
    "no time": ("at = 'soon'", "at: expected a number"),
    "another call's end": (
        "body = json_set(body, '$.kind', 'call_failed')",
        "call: expected a value; none is there",
    ),
}


@pytest.fixture
def store(tmp_path):
    opened = SQLiteStore(tmp_path / "log.sqlite3")
    for name in ("before", "bad", "after"):
        opened.open_record(STATES["agreed"][0], name)
        opened.append(name, STATES["agreed"][1:])
    yield opened
    opened.close()


def damage(store, change, where="sequence = 2"):
    with contextlib.closing(sqlite3.connect(store.path, isolation_level=None)) as db:
        db.execute(f"UPDATE events SET {change} WHERE record = 'bad' AND {where}")


@pytest.mark.slow
@pytest.mark.parametrize("name", DAMAGES)
def test_it_is_named_with_the_cause_and_the_others_are_as_they_were(store, name):
    change, cause = DAMAGES[name]
    damage(store, change)
    with pytest.raises(RecordUnreadable, match="event 2") as raised:
        load(store, "bad")
    assert cause in raised.value.cause
    assert "SECRET" not in str(raised.value)
    after, bad, before = list_summaries(store)
    assert (after.progress, bad.progress, before.progress) == ("finished", None, "finished")
    assert cause in bad.fault
    assert len(list(store.lines("bad"))) == len(STATES["agreed"])


@pytest.mark.slow
@pytest.mark.parametrize("number", [1, 4, len(STATES["agreed"])])
def test_a_record_that_lacks_an_event_is_not_shown_as_whole(store, number):
    """Found by a stranger: a debate without one of its turns had a verdict as before."""
    with contextlib.closing(sqlite3.connect(store.path, isolation_level=None)) as db:
        db.execute("DELETE FROM events WHERE record = 'bad' AND sequence = ?", (number,))
    with pytest.raises(RecordUnreadable, match=f"event {number} is missing"):
        load(store, "bad")
    if number > 1:
        assert len(store.read("bad", upto=number - 1)) == number - 1
    after, bad, before = list_summaries(store)
    assert (after.fault, before.fault) == (None, None) and f"event {number} is missing" in bad.fault


def test_events_that_do_not_add_up_are_no_debate(store):
    damage(store, "body = (SELECT body FROM events WHERE record = 'bad' AND sequence = 2)", "sequence = 1")
    with pytest.raises(RecordUnreadable, match="don't add up") as raised:
        load(store, "bad")
    assert raised.value.cause == list_summaries(store)[1].fault.partition(": ")[2] == UNSOUND
    assert [one.fault is None for one in list_summaries(store)] == [True, False, True]


def test_its_lines_are_had_as_they_are_stored(store, capsys):
    damage(store, "body = CAST(x'7b22ff22' AS TEXT)")
    words = ["replay", "bad", "--store", str(store.path)]
    assert main(words) == 1
    assert "replay bad --raw" in capsys.readouterr().err
    assert main([*words, "--raw"]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert lines[1]["body"].encode("utf-8", "surrogateescape") == b'{"\xff"'
    assert json.loads(lines[0]["body"])["kind"] == "debate_opened"


def test_nothing_is_added_to_it(store, capsys):
    damage(store, "body = '[]'")
    assert main(["truth", "bad", "pro", "--store", str(store.path)]) != 0
    assert main(["truth", "bad", "PRO", "--store", str(store.path)]) == 1
    assert "event 2" in capsys.readouterr().err
    assert store.last_sequence("bad") == len(STATES["agreed"])


@pytest.mark.slow
def test_damage_that_came_after_its_summary_was_kept_is_found_by_who_reads_it(store, capsys):
    before = list_summaries(store)
    damage(store, "body = '[]'")
    assert main(["reviews", "export", "--store", str(store.path)]) == 0
    said = capsys.readouterr()
    assert "Left out: debate 'bad'" in said.err
    assert "after" in said.out
    drop_summary(store, "bad")
    assert [one.fault is None for one in list_summaries(store)] == [True, False, True]
    assert list_summaries(store)[0] == before[0]
    assert "bad" not in {place.record for place in reviews.queue(store, "Ada")}


def test_a_damaged_page_of_the_file_is_the_fault_of_who_stands_on_it(store):
    big = json.dumps({"kind": "debate_stopped", "pad": "x" * 20_000})
    damage(store, f"body = '{big}'")
    with contextlib.closing(sqlite3.connect(store.path)) as db:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    whole = store.path.read_bytes()
    store.close()
    # The first bytes of an overflow page say which page comes next.
    size = int.from_bytes(whole[16:18])
    at = whole.index(b"x" * 4000) // size * size
    store.path.write_bytes(whole[:at] + b"\xff\xff\xff\xff" + whole[at + 4 :])
    opened = SQLiteStore(store.path)
    assert [one.fault is None for one in list_summaries(opened)] == [True, False, True]
    opened.close()
