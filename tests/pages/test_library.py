"""The page Library: what is in the store, found, chosen, compared, deleted and brought back."""

import re
import sqlite3

import pytest

from debate_core.domain.errors import LeaseHeld
from debate_core.domain.options import options_of
from debate_core.examples import ensure_review
from debate_core.library.comparison import compare_debates
from debate_core.library.query import AT_ONCE, LibraryQuery, shelf
from debate_core.reporting.blocks import Block, Document, Table, columns
from debate_core.reporting.comparison import comparison_document
from debate_core.store.record import load
from pages.ui import state
from tests.building.facts import put
from tests.building.structured import STATES, report_for
from tests.building.studied import put_study
from tests.pages.conftest import choose, keys_of, markdown_of, plain, tables_of, words_of
from tests.pages.test_unreadable import damage


@pytest.fixture
def full(store):
    """One debate in each state, and copies enough for a second page."""
    for name, events in STATES.items():
        put(store, name, events)
    for number in range(AT_ONCE):
        put(store, f"early-{number:02}", STATES["speaking"])
    return store


def shown(app):
    """The ids of the rows on the page, in order."""
    markup = "".join(str(one.proto.json) for one in app.get("bidi_component"))
    return re.findall(r"open/([\w-]+)", markup)


def test_rows_come_twenty_at_a_time_newest_first_and_are_seen(full, open_page):
    app = open_page("library")
    assert shown(app) == [f"early-{number:02}" for number in reversed(range(AT_ONCE))]
    assert f"{AT_ONCE + len(STATES)} in all" in words_of(app)
    sorted_by = open_page("library", sort="least")
    assert options_of(LibraryQuery)["sort"].options["least"].lower() in words_of(sorted_by)
    assert not [one for one in sorted_by.button if one.key == "shelf_reset"], "an order leaves nothing out"
    app = open_page("library", page="2")
    assert shown(app) == list(reversed(STATES))
    said = words_of(app)
    for words in ("PRO", "No call", "0.64", "undefined", "Interrupted"):
        assert words in said, words
    with sqlite3.connect(full.path) as db:
        seen = {record for (record,) in db.execute("SELECT record FROM notes WHERE kind = 'seen'")}
    assert seen == {"agreed", "split", "no_call", "three_of_four", "undefined"}
    assert "no page 9" in words_of(open_page("library", page="9"))
    assert "expected a number" in words_of(open_page("library", page="x"))


def test_workers_and_queue_are_shown_only_where_workers_conduct(store, open_page, monkeypatch):
    assert "Workers and queue" not in [one.label for one in open_page("library").expander]
    monkeypatch.setattr(state, "has_workers", lambda: True)
    workers = Table(columns=columns("Worker"), rows=(("w_1",),))
    block = Block(key="workers", title="Workers", tables=(workers,))
    monkeypatch.setattr(state, "fleet_status", lambda: Document(title="1 worker", blocks=(block,)))
    app = open_page("library", unfolded=["fold_fleet"])
    assert "1 worker." in words_of(app)
    assert list(tables_of(app)[0]["Worker"]) == ["w_1"]


def test_an_empty_store_says_what_belongs_there_whatever_the_address_looks_for(open_page):
    app = open_page("library", q="zebra")
    assert "to_set_up" in keys_of(app) and "Nothing found" not in words_of(app)


def test_where_there_are_study_debates_alone_nobody_is_told_to_look_for_less(store, open_page):
    put_study(store.path)
    app = open_page("library")
    assert "0 of 12, without study debates" in words_of(app) and "Nothing found" not in words_of(app)
    assert "to_set_up" in keys_of(app)


def test_the_address_says_what_is_looked_for(full, open_page):
    app = open_page("library", outcome="pro", q="monolith")
    assert set(shown(app)) == {"agreed", "three_of_four"}
    app.text_input(key="shelf_search").input("zebra").run()
    assert app.query_params["q"] == "zebra"
    assert "Nothing found" in words_of(app)
    app.button(key="shelf_reset").click().run()
    assert len(shown(app)) == AT_ONCE
    assert not app.query_params
    app.selectbox(key="shelf_outcome").select("no_call").run()
    assert app.query_params["outcome"] == "no_call"
    assert "no_call" in shown(app)
    assert "usual value counts" in words_of(open_page("library", outcome="maybe"))


def test_what_is_deleted_is_undone_where_it_was(full, open_page):
    app = open_page("library", page="2", chosen="split,early-19")
    app.button(key="delete_chosen").click().run()
    assert "split" not in shown(app)
    assert "Deleted: 2 records" in words_of(app)
    app.button(key="undo_delete").click().run()
    assert shown(app) == list(reversed(STATES))
    assert "early-19" in {one.id for one in shelf(full, LibraryQuery(), most=99).records}
    full.acquire("speaking")
    app = open_page("library", page="2", chosen="speaking")
    app.button(key="delete_chosen").click().run()
    with pytest.raises(LeaseHeld) as held:
        full.delete("speaking")
    assert str(held.value)[1:] in words_of(app) and "speaking" in shown(app)


def test_refused_tags_stay_as_they_were_typed_with_the_reason(full, open_page):
    app = open_page("library", chosen="agreed").button(key="tag_chosen").click().run()
    app.text_input(key="tags_of_agreed").set_value("x" * 500)
    app.button(key="keep_tags").click()
    app.button(key="tag_chosen").click().run()  # In a browser the dialog stays open by itself.
    assert len(app.error) == 1 and app.text_input(key="tags_of_agreed").value == "x" * 500


def test_a_record_that_can_not_be_read_offers_no_report_and_says_why(full, open_page, store):
    damage(store, "agreed")
    offered = next(
        one for one in open_page("library", chosen="agreed").get("download_button") if one.label == "Report"
    )
    assert offered.proto.disabled and "event 2" in offered.proto.help


def test_what_an_address_chooses_and_is_gone_is_said_in_one_line_and_the_rest_stays_chosen(full, open_page):
    full.delete("split")
    app = open_page("library", chosen="agreed,split,nothing")
    assert "'split' and 'nothing'" in words_of(app)
    assert "**A 12" in markdown_of(app) and "delete_chosen" in keys_of(app)
    app.button(key="delete_chosen").click().run()
    said = words_of(app)
    assert "Deleted: A 12" in said and "'nothing'" not in said and "chosen" not in app.query_params


def test_a_picked_topic_opens_its_record(full, open_page):
    app = open_page("library")
    choose(app, shelf_opened="early-19")
    assert app.query_params["debate"] == "early-19"


def test_a_text_among_what_is_chosen_is_named_where_it_keeps_the_rest_from_being_compared(store, open_page):
    text = ensure_review(store)
    put(store, "agreed", STATES["agreed"])
    app = open_page("library", chosen=f"agreed,{text}")
    assert app.button(key="compare_now").disabled
    assert "compared: leave out" in words_of(app)
    assert "can be compared." in words_of(open_page("library", chosen=text))


def test_chosen_debates_are_compared_and_a_missing_one_is_said(full, open_page):
    app = open_page("library", outcome="pro", chosen="agreed,three_of_four")
    assert "2 chosen" in words_of(app)
    app.button(key="compare_now").click().run()
    assert app.query_params["compare"] == "agreed,three_of_four"
    records = [load(full, name) for name in ("agreed", "split")]
    document = comparison_document(compare_debates([(one, report_for(one)) for one in records]))
    app = open_page("library", compare="agreed,split,nothing")
    assert "no debate called" in words_of(app) and plain(app.title[0].value) == document["verdicts"].title
    assert "takes 2 debates" in words_of(open_page("library", compare="agreed"))
    sample = open_page("library", compare="agreed,example-second-check")
    assert "nurse at the" in words_of(sample), "a link to a sample opens it"
