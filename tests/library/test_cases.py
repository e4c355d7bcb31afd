"""What each kind of report, and of list, comes to, number by number, as a person approved it."""

from dataclasses import asdict

import pytest

from debate_core.library import reviews
from debate_core.library.library import list_summaries, read_history
from debate_core.library.query import LibraryQuery, shelf
from debate_core.library.stage import origin_text, stage_view, stops_of
from debate_core.store import SQLiteStore
from debate_core.store.record import load
from tests.approved import check_facts
from tests.building import cases

pytestmark = pytest.mark.slow

QUERIES = {
    "sort": ("newest", "oldest", "topic_last", "verdict", "least", "most", "dearest", "tokens", "tags"),
    "kind": ("debate", "transcript", "artifact", "ratings"),
    "outcome": ("pro", "con", "no_call", "FAIL"),
    "agreement": ("high", "low", "poor"),
    "made": ("model", "simulated", "person"),
    "needs": ("yes", "no"),
    "words": ("cars", "monolith services", "nothing like it"),
}


@pytest.fixture
def store(tmp_path):
    store = SQLiteStore(cases.fill(tmp_path / "all.sqlite3"), clock=lambda: 10_000.0)
    yield store
    store.close()


ALIKE = {
    *("verdict_named", "verdict_one_judge", "verdict_long", "split", "talked", "scoring", "one_judge_left"),
    *("marred", "live_missing", "example_3"),
}
"""What goes through no line of a report that another of these debates, or a test by its name, doesn't go through;
`tests/cli/test_cases.py` has the JSON of four of them."""


@pytest.mark.parametrize("name", [one for one in cases.NAMES if one not in ALIKE])
def test_a_debate_comes_to_the_same_as_before(name):
    found = cases.report_of(name)
    parts = {**found.model_dump(mode="json"), "calibrated": found.calibration.done}
    parts |= {"stretch": found.stretches, "turns": found.turns_planned} if found.live_model else {}
    check_facts(f"library/{name}", parts.items())


def test_so_do_reviews_tables_and_what_is_said_over_many():
    for name in cases.texts():
        check_facts(f"library/{name}", cases.text_of(name).model_dump(mode="json").items())
    for name, panel in cases.tables().items():
        own = {one: getattr(panel, one) for one in ("disputed", "reach", "adjusted", "severity", "pairs")}
        found = panel.report.model_dump(mode="json") | own | {"line": panel.lines()}
        check_facts(f"library/table_{name}", found.items())
    for name, found in (("past", cases.past()), ("comparison", cases.comparison())):
        check_facts(f"library/{name}", found.model_dump(mode="json").items())
    check_facts("library/people", asdict(cases.people()).items())


def lists_of(store):
    yield "page", list_summaries(store)
    for field, values in QUERIES.items():
        for value in values:
            view = shelf(store, LibraryQuery(**{field: value}), most=7, skip=1)
            yield f"shelf {field} {value}", [[view.count, view.all, [one.id for one in view.records]]]
    for person, kind, people in (("Zoe", "", None), ("Ana", "texts", None), ("Ana", "debates", 3)):
        choice = reviews.Choice(kind=kind, people=people)
        yield f"queue {person} {kind} {people}", reviews.queue(store, person, choice)
    yield "given Ana", reviews.count_given(store, "Ana")
    for name in cases.debates():
        record = load(store, name)
        view = stage_view(store, name)
        yield (
            f"stage {name}",
            [[view.progress, view.phase, origin_text(view.record), view.shows_outcome, view.sequence]],
        )
        yield f"stops {name}", [[(one.name, one.sequence) for one in stops_of(record)]]
        yield f"history {name}", read_history(store, record)


def test_so_do_the_lists_of_a_store(store):
    check_facts("library/lists", lists_of(store))
