"""What was brought, as a record: a debate out of another store; a table of ratings with what it shows."""

import json
import re

import pytest

from debate_core.domain.config import Server
from debate_core.domain.errors import RatingsRefused
from debate_core.examples import ensure
from debate_core.importing.dialogues import NotBrought
from debate_core.importing.exported import export_json, read_exported, take_in
from debate_core.importing.tables import keep_table, table_config
from debate_core.library import library
from debate_core.library.report.table import table_panel
from debate_core.store import SQLiteStore
from debate_core.store.record import RatingsRecord, load_any
from debate_core.store.room import cast_vote, set_stage
from tests.building import cases
from tests.building.reviewed import old_store
from tests.each import each

pytestmark = pytest.mark.slow  # as a whole, some seconds

EXAMPLE = "example-library-hours"


@pytest.fixture
def other(tmp_path):
    store = SQLiteStore(tmp_path / "other.sqlite3")
    yield store
    store.close()


@pytest.fixture
def file(store):
    """An exported debate, as it is read back."""
    ensure(store, EXAMPLE)
    return json.loads(export_json(store, EXAMPLE))


def read(file):
    return read_exported(json.dumps(file).encode(), "a.json")


def test_an_exported_debate_is_the_same_in_another_store_but_for_servers(store, other, file):
    server = Server(name="mine", base_url="http://127.0.0.1:9").model_dump(mode="json")
    file["events"][0]["event"]["config"]["servers"] = [server]
    assert take_in(other, read(file), in_history=False) == EXAMPLE
    assert other.read(EXAMPLE) == store.read(EXAMPLE)
    assert take_in(other, read(file), in_history=False) == EXAMPLE, "taken in again, nothing changes"
    lines = "\n\n".join(json.dumps({"record": one.pop("record"), **one}) for one in file["events"])
    lines = lines.replace('{"record": ', '{"record":')
    assert take_in(other, read_exported(lines.encode(), "a.jsonl"), in_history=False) == EXAMPLE, (
        "nor from its events line by line"
    )


@pytest.mark.parametrize("teaches", [False, True])
def test_it_teaches_history_only_where_a_person_says_so(store, other, file, teaches):
    for one in file["events"]:
        one["event"].pop("example", None)  # examples teach nothing anyway
    take_in(other, read(file), in_history=teaches)
    assert bool(library.read_history_entries(other)) == teaches


def test_a_rooms_votes_go_with_an_export_only_when_asked_and_name_no_phone(store, other, file):
    set_stage(store, EXAMPLE, voting="before")
    cast_vote(store, EXAMPLE, "before", "a-phone", "pro")
    assert json.loads(export_json(store, EXAMPLE)) == file
    asked = export_json(store, EXAMPLE, votes=True)
    assert json.loads(asked)["votes"] == {"before": {"pro": 1}, "moved": []} and "a-phone" not in asked
    assert take_in(other, read(json.loads(asked)), in_history=False) == EXAMPLE


def test_an_id_that_holds_other_events_is_refused_and_stays_as_it_is(store, file):
    before = store.read(EXAMPLE)
    file["events"].pop()
    with pytest.raises(NotBrought, match="other events"):
        take_in(store, read(file), in_history=False)
    assert store.read(EXAMPLE) == before


def test_whatever_a_store_holds_can_be_taken_in_elsewhere(store, other, tmp_path):
    for path in (cases.fill(tmp_path / "cases.sqlite3"), old_store(tmp_path)):
        full = SQLiteStore(path)
        for name in full.ids():
            take_in(other, read_exported(export_json(full, name).encode(), "a.json"), in_history=False)
        assert {*full.ids()} <= {*other.ids()}
        full.close()


def scored(events):
    sheet = next(one["event"]["sheet"] for one in events if one["event"]["kind"] == "sheet_read")
    return sheet, sheet["entries"][0]


@each(
    ("words", "change"),
    [
        (
            "gives PRO-1 12 for logic; expected a whole number from 1 to 10",
            lambda _, one: one["scores"].update(logic=12),
        ),
        ("gives PRO-1 2.5 for logic; expected", lambda _, one: one["scores"].update(logic=2.5)),
        ("scores logic of PRO-9, which it doesn't have", lambda _, one: one.update(argument_id="PRO-9")),
        ("scores charm of PRO-1, which it doesn't have", lambda _, one: one["scores"].update(charm=5)),
        ("it has scores by Nobody, who is no judge of it", lambda sheet, _: sheet.update(judge="Nobody")),
    ],
)
def test_a_score_that_nobody_can_have_given_is_refused(store, words, change):
    ensure(store, EXAMPLE)
    file = json.loads(export_json(store, EXAMPLE))
    change(*scored(file["events"]))
    with pytest.raises(NotBrought, match=re.escape(words)):
        read(file)


def renamed(events):
    """The events with one argument's id made markdown."""
    turn = next(one["event"]["turn"] for one in events if one["event"]["kind"] == "turn_spoken")
    turn["arguments"][0]["id"] = "![x](http://a.b)"


DAMAGE = {
    "its first event opens no record": lambda events: events.pop(0),
    "its events are not 1, 2, 3 …": lambda events: events.pop(4),
    "it holds events of more than one record": lambda events: events[3].update(record="x"),
    "an event stands in it twice": lambda events: events.append({**events[1], "sequence": len(events) + 1}),
    "event 3 can't be read": lambda events: events[2]["event"].update(kind="later"),
    "its times are invalid": lambda events: events[2].update(at=0.0),
    "times are invalid": lambda events: events[2].update(at=1e11),  # milliseconds
    "its argument ids are not like PRO-1": renamed,
    "1 to 50,000 events; got 0": lambda events: events.clear(),
}  # fmt: skip


@pytest.mark.parametrize("words", DAMAGE)
def test_a_damaged_export_is_refused_in_words(file, words):
    DAMAGE[words](file["events"])
    with pytest.raises(NotBrought, match=rf"a\.json: .*{words}"):
        read(file)


@pytest.mark.parametrize("text", ["[1]", '{"events": []}'])
def test_what_is_no_export_is_refused_with_what_was_expected(text):
    with pytest.raises(NotBrought, match=r"a\.json: expected an? \w+"):
        read_exported(text.encode(), "a.json")


TABLE = b"judge,PRO-1,PRO-2,CON-1,CON-2\nAnn,9,8,3,2\nBo,8,9,2,3\nCem,8,8,3,\n"


def test_a_table_becomes_a_record_with_its_agreement_and_no_model(store):
    name = keep_table(store, table_config(TABLE, "t.csv"))
    record, row = RatingsRecord.load(store, name), library.summarise(store, name)
    assert (record.kind, record.progress, record.config.models) == ("ratings", "finished", ())
    assert (row.kind, row.topic, row.judges) == ("ratings", "t.csv", "3 judges, 4 items")
    assert row.alpha == pytest.approx(table_panel(record.config).report.agreement.alpha.value)
    assert row.outcome == "pro", "its items name sides, as on its page"
    assert load_any(store, name) == record
    assert (
        take_in(store, read_exported(export_json(store, name).encode(), "t.json"), in_history=False) == name
    )


def test_sides_in_the_names_of_items_have_a_call_and_none_where_they_are_missing():
    assert table_panel(table_config(TABLE, "t.csv")).sides.call == "pro"
    assert table_panel(table_config(TABLE.replace(b"CON-", b"item "), "t.csv")).sides is None


def test_items_stand_widest_apart_first_with_severity_taken_out():
    panel = table_panel(table_config(b"judge,a,b,c\nAnn,5,5,9\nBo,4,4,2\n", "t.csv"))
    assert panel.lines()[0].item == "c"
    assert panel.adjusted and panel.severity["Bo"] > panel.severity["Ann"]
    assert sum(mark.away for mark in panel.lines()[0].marks) == pytest.approx(0)


def test_labels_have_no_distances():
    panel = table_panel(
        table_config(b"judge,a,b\nAnn,yes,no\nBo,yes,yes\nCem,yes,\n", "t.csv", level="nominal")
    )
    assert {one.points for one in panel.severity.values()} == {None}
    assert (panel.distances, panel.lines()[0].item, panel.lines()[0].spread) == (False, "b", 0.5)
    assert [mark.text for mark in panel.lines()[1].marks] == ["yes"] * 3


def test_one_bad_line_and_nothing_is_stored(store):
    with pytest.raises(RatingsRefused):
        keep_table(store, table_config(b"judge,item,score\nAnn,a,7\nBo,a,x\n", "t.csv"))
    assert not store.records()
