"""People beside judges from a shell: in words, and as JSON in which every null has its reason."""

import pytest

from debate_core.store import SQLiteStore
from debate_core.store.record import load
from tests.building.reviewed import DEBATE, old_store, reviews_of
from tests.library.test_nulls import unexplained


@pytest.fixture
def path(tmp_path):
    return old_store(tmp_path)


def scored(path, *people):
    """These people's scores of the debate, put into the store."""
    store = SQLiteStore(path)
    record = load(store, DEBATE)
    for name, points in people:
        store.append(DEBATE, reviews_of(record, name, points, active_seconds=1.0))
    store.close()


@pytest.mark.slow
def test_a_store_in_which_nobody_scored_says_so_and_no_null_stands_without_its_reason(call, path):
    assert "Nobody has scored an argument blind yet" in call("people", "--store", path).out
    assert unexplained(call("people", "--json", "--store", path).json) == []
    scored(path, ("Ana", (7, 3, 7, 2, 8, 7)))
    assert unexplained(call("people", "--json", "--store", path).json) == []


@pytest.mark.slow
def test_people_are_seated_in_a_report_when_asked_for(call, path):
    scored(path, ("Ana", (2, 9, 2, 9, 2, 9)))
    ways = (), ("--people",), ("--no-people",)
    rows = {words: call("report", DEBATE, "--json", "--store", path, *words).json for words in ways}
    assert rows[()] == rows["--no-people",]
    assert rows["--people",]["judges"][-1]["name"] == "Ana"
    assert rows["--people",]["settings"]["people"] is True
    assert rows["--people",]["judges_said"] == "4 judges and 1 person"
