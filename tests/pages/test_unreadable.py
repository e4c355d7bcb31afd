"""A debate that can't be read takes down its own page alone."""

import contextlib
import sqlite3

import pytest

from debate_core.domain.errors import StoreFailed
from debate_core.store import SQLiteStore
from tests.each import each
from tests.pages.conftest import words_of


def damage(store, record, body="[]"):
    with contextlib.closing(sqlite3.connect(store.path, isolation_level=None)) as db:
        db.execute("UPDATE events SET body = ? WHERE record = ? AND sequence = 2", (body, record))


def test_it_is_named_with_the_cause_and_its_lines_and_every_other_page_is_as_it_was(
    open_page, store, debates
):
    damage(store, debates["finished"])
    for stem in ("watch", "panel", "verdict"):
        app = open_page(stem, debates["finished"])
        said = words_of(app)
        assert "can't be read" in said and "event 2" in said
        assert app.get("download_button")
    for stem in ("set_up", "review", "lab"):
        open_page(stem)
    assert "can't be read" not in words_of(open_page("watch", debates["paused"]))


@each(("body", "newer"), [('{"kind": "unheard_of"}', True), ('{"kind', False)])
def test_a_newer_version_is_hoped_for_only_where_the_form_may_be_newer(
    open_page, store, debates, body, newer
):
    damage(store, debates["finished"], body)
    assert ("newer version may" in words_of(open_page("watch", debates["finished"]))) == newer


def test_a_store_that_is_none_is_said_and_left_alone(open_page, store):
    store.path.write_text("a list of things to do " * 100)
    with pytest.raises(StoreFailed) as refused:
        SQLiteStore(store.path).ids()
    assert str(refused.value)[1:] in words_of(open_page("watch"))


def test_a_part_that_follows_the_store_says_what_it_can_not_read(open_page, store, debates):
    # What a fragment raises never reaches the page that holds it.
    running = debates["running"]
    with contextlib.closing(sqlite3.connect(store.path, isolation_level=None)) as db:
        db.execute("DROP TABLE words")
    app = open_page("watch", running)
    assert "not be used" in "".join(one.value for one in app.error)
    assert "Opening" in words_of(app)
