"""What people's scores say beside the judges', over records: what counts, and what too little of it leaves unsaid."""

import numpy as np
import pytest

from debate_core.library import people
from debate_core.library.history import history_entry
from debate_core.library.library import list_reviewed, list_summaries
from debate_core.library.people import people_report, report_people
from debate_core.measuring.people import OrderEffect
from debate_core.reporting.people import effect_text
from debate_core.store import SQLiteStore, Store
from debate_core.store.record import load
from tests.building.facts import put
from tests.building.reviewed import DEBATE, bring, old_store, reviews_of

pytestmark = pytest.mark.slow


@pytest.fixture
def store(tmp_path):
    opened = SQLiteStore(old_store(tmp_path))
    yield opened
    opened.close()


def test_without_people_everything_is_none_and_says_why(store):
    found = people_report(store)
    assert found.people == ()
    assert found.anchors.person_judge.value is None
    assert "3 people" in found.test.reason
    assert "12 blind scores" in found.drift.reason


def test_scores_that_were_not_blind_and_later_versions_count_nowhere(store):
    record = load(store, DEBATE)
    n = len(record.judging.ids)
    store.append(DEBATE, reviews_of(record, "Ana", range(3, 3 + n)))
    first = people_report(store)
    store.append(DEBATE, reviews_of(record, "Ana", [1] * n, version=2, blind=False, cause="scored before"))
    store.append(DEBATE, reviews_of(record, "Eve", [9] * n, blind=False, cause="the Panel page"))
    then = people_report(store)
    assert then.anchors == first.anchors
    assert [(one.name, one.given, one.blind) for one in then.people] == [("Ana", 2 * n, n), ("Eve", n, 0)]


def test_what_verdict_named_has_figures_of_its_own_and_moves_no_headline(store):
    record = load(store, DEBATE)
    store.append(DEBATE, reviews_of(record, "Ana", [3, 5, 7, *[None] * 3]))
    before = people_report(store)
    assert (before.anchors.person_judge.items, before.named.person_judge.value) == (3, None)
    store.append(DEBATE, reviews_of(record, "Ana", [*[None] * 3, 9, 1, 5], sampled="named", probability=None))
    store.append(DEBATE, reviews_of(record, "Ben", [None, None, 2, 9, 1, 5], sampled="named"))
    found = people_report(store)
    assert (found.anchors, found.divergent) == (before.anchors, before.divergent)
    assert found.named.person_judge.items == 4  # Ben's queue named what Ana's drew as an anchor
    assert found.named.person_person.items == 3
    blind = history_entry(load(store, DEBATE)).blind
    assert blind.drawn == ["anchor"] * 3
    assert blind.people == {"Ana": [3.0, 5.0, 7.0], "Ben": [None] * 3}


def test_a_person_who_scores_as_the_panel_does_is_as_like_it_as_can_be(store):
    record = load(store, DEBATE)
    scored = report_people([record])
    assert scored.anchors.person_panel_mean.value is None
    mean = people.scored_of(record.judging).common
    points = np.clip(np.round(np.nanmean(mean, axis=0)), 1, 10).astype(int)
    store.append(DEBATE, reviews_of(record, "Ana", points.tolist()))
    found = people_report(store)
    assert found.anchors.person_panel_mean.value > 0.9
    assert found.anchors.person_panel_mean.interval is None
    assert "3 debates" in found.anchors.person_panel_mean.reason
    assert found.divergent.person_judge.value is None


def test_words_in_sight_too_short_to_be_read_are_counted(store):
    record = load(store, DEBATE)
    n = len(record.judging.ids)
    store.append(DEBATE, reviews_of(record, "Ana", [5] * n, active_seconds=0.5))
    store.append(DEBATE, reviews_of(record, "Ben", [5] * n, active_seconds=300.0))
    assert [(one.name, one.hasty) for one in people_report(store).people] == [("Ana", n), ("Ben", 0)]


def noisy(rng, truth, sd):
    return np.clip(np.round(truth + rng.normal(0, sd, len(truth))), 1, 10).astype(int).tolist()


@pytest.mark.parametrize(("sd", "asked"), [(0.6, True), (None, False)])
def test_whether_the_panel_may_stand_in_is_asked_only_where_people_agree_with_one_another(store, sd, asked):
    rng = np.random.default_rng(3)
    for n in range(5):
        record = bring(store, f"other{n}")
        truth = np.nanmean(people.scored_of(record.judging).common, axis=0)
        for name in ("Ana", "Ben", "Eve"):
            points = noisy(rng, truth, sd) if sd else rng.integers(1, 11, len(truth)).tolist()
            store.append(record.id, reviews_of(record, name, points))
    found = people_report(store)
    assert found.debates == found.simulated == 5
    if asked:
        assert found.test.passed
        assert [found.names[row.person] for row in found.test.people] == ["Ana", "Ben", "Eve"]
    else:
        assert (found.test.share, found.test.people) == (None, ())
        assert "don't agree with one another" in found.test.reason


def test_written_examples_count_for_nobody(store):
    record = bring(store, "other")
    store.append(record.id, reviews_of(record, "Ana", [5, 6, 7, 5, 6, 7]))
    assert list(list_reviewed(store)) == ["other"]
    opened, *rest = [one.event for one in store.read("other")]
    put(store, "written", [opened.model_copy(update={"example": "the authors"}), *rest])
    assert list(list_reviewed(store)) == ["other"]
    assert people_report(store).debates == 1


def test_only_records_that_hold_scores_are_read_again(store, monkeypatch):
    store.append(DEBATE, reviews_of(load(store, DEBATE), "Ana", [5, 6, 7, 5, 6, 7]))
    list_summaries(store)
    read, whole = [], Store.read
    monkeypatch.setattr(
        Store, "read", lambda self, name, **more: read.append(name) or whole(self, name, **more)
    )
    people_report(store)
    assert read == [DEBATE]


def test_no_chance_reads_as_none_nor_on_the_wrong_side_of_its_level():
    """Found in a review: "p .00", and "no more than chance gives, p .05"."""
    said = [effect_text(OrderEffect(slope=0.1, p=p, n=40), "Later") for p in (0.0005, 0.054)]
    assert "more than chance would explain (p under 0.001, 40 scores)" in said[0]
    assert "no more than chance would explain (p 0.054, 40 scores)" in said[1]
