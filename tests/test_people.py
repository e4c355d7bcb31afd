"""What people's scores say beside the judges', over records: what counts, and what too little of it leaves unsaid."""

import pathlib
import shutil

import numpy as np
import pytest

from debate_core import people
from debate_core.events import ReviewGiven
from debate_core.people import people_report, report_people
from debate_core.replay import load
from debate_core.store import Store

OLD = pathlib.Path(__file__).parent / "fixtures" / "stores" / "0.1.0.sqlite3"
DEBATE = "structured01"


@pytest.fixture
def store(tmp_path):
    shutil.copy(OLD, tmp_path / "debates.sqlite3")
    opened = Store(tmp_path / "debates.sqlite3")
    yield opened
    opened.close()


def given(record, person, points, **more):
    """One review of each of a record's arguments, with these points on every dimension."""
    keys = record.config.rubric.keys
    said = {
        "standing": "UPHELD",
        "reason": "As read.",
        "blind": True,
        "sampled": "anchor",
        "probability": 0.5,
    } | more
    return [
        ReviewGiven(person=person, argument=name, scores=dict.fromkeys(keys, score), position=n, **said)
        for n, (name, score) in enumerate(zip(record.judging.ids, points, strict=True), 1)
    ]


def test_without_people_everything_is_none_and_says_why(store):
    found = people_report(store)
    assert found.people == ()
    assert found.anchors.person_judge.value is None
    assert "3 people" in found.test.reason
    assert "12 blind scores" in found.drift.reason


def test_scores_that_were_not_blind_and_later_versions_count_nowhere(store):
    record = load(store, DEBATE)
    n = len(record.judging.ids)
    store.append(DEBATE, given(record, "Ana", range(3, 3 + n)))
    first = people_report(store)
    store.append(DEBATE, given(record, "Ana", [1] * n, version=2, blind=False, cause="scored before"))
    store.append(DEBATE, given(record, "Eve", [9] * n, blind=False, cause="the Panel page"))
    then = people_report(store)
    assert then.anchors == first.anchors
    assert [(one.name, one.given, one.blind) for one in then.people] == [("Ana", 2 * n, n), ("Eve", n, 0)]


def test_a_person_who_scores_as_the_panel_does_is_as_like_it_as_can_be(store):
    record = load(store, DEBATE)
    scored = report_people([record])
    assert scored.anchors.person_panel_mean.value is None
    mean = people.scored_of(record.judging).common
    points = np.clip(np.round(np.nanmean(mean, axis=0)), 1, 10).astype(int)
    store.append(DEBATE, given(record, "Ana", points.tolist()))
    found = people_report(store)
    assert found.anchors.person_panel_mean.value > 0.9
    assert found.anchors.person_panel_mean.interval is None
    assert "3 debates" in found.anchors.person_panel_mean.reason
    assert found.divergent.person_judge.value is None


def test_words_in_sight_too_short_to_be_read_are_counted(store):
    record = load(store, DEBATE)
    n = len(record.judging.ids)
    store.append(DEBATE, given(record, "Ana", [5] * n, active_seconds=0.5))
    store.append(DEBATE, given(record, "Ben", [5] * n, active_seconds=300.0))
    assert [(one.name, one.hasty) for one in people_report(store).people] == [("Ana", n), ("Ben", 0)]
