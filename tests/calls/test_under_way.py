"""Judges at work: what is only begun is a look, and no number is half of one."""

import json
from statistics import fmean

import pytest

from debate_core.calls.judging import columns, preview
from debate_core.domain.rubric import STANDARD
from debate_core.store.events import CallStarted, SheetRead
from debate_core.store.record import replay
from tests.building.facts import stored
from tests.building.simulated import simulated_events
from tests.building.structured import record_of, report_for
from tests.each import each

IDS = ("PRO-1", "PRO-2")


def entry(name, score=10, **more):
    scores = {dimension.score_name: score for dimension in STANDARD.dimensions}
    return {"argument_id": name, **scores, "standing": "UPHELD", "fallacies": [], "notes": "A reason."} | more


WHOLE = json.dumps({"scores": [entry("PRO-1", 10), entry("PRO-2", 4)], "overall": {}})


def test_of_every_beginning_only_whole_numbers_are_seen_and_what_was_seen_stays():
    before = {}
    for end in range(len(WHOLE) + 1):
        seen = {
            name: one.composite for name, one in preview(WHOLE[:end], IDS, STANDARD, STANDARD.weights).items()
        }
        assert before.items() <= seen.items()
        before = seen
    assert before == {"PRO-1": pytest.approx(10.0), "PRO-2": pytest.approx(4.0)}


@each(
    "wrong", [entry("PRO-9"), entry("PRO-1", standing="FINE"), *(entry("PRO-1", n) for n in (11, "7", None))]
)
def test_what_is_out_of_form_is_left_out(wrong):
    assert preview(json.dumps({"scores": [wrong]}), IDS, STANDARD, STANDARD.weights) == {}


def test_a_sheet_that_was_read_counts_and_words_under_way_are_only_seen():
    events = simulated_events()
    first = next(n for n, event in enumerate(events) if isinstance(event, SheetRead))
    told = [*events[: first + 1]]
    record = replay(stored(told))
    read = told[-1].sheet.judge
    others = [seat.name for seat in record.judging.seats if seat.name != read]
    started = {event.call.step for event in told if isinstance(event, CallStarted)}
    begun = next(name for name in others if f"judging:{name}" in started)
    ids = record.judging.ids
    half = json.dumps({"scores": [entry(ids[0]), entry(ids[1])]})[:-9]
    found = {one.judge: one for one in columns(record.judging, {f"judging:{begun}": half}, {})}
    assert found[read].state == "counted"
    assert set(found[read].scores) == set(ids)
    reading = found[begun]
    assert (reading.state, set(reading.scores), reading.reads) == ("reading", set(ids[:2]), ids[2])
    words = {f"judging:{begun}": half, f"judging:{begun}#2": "{"}
    again = columns(record.judging, words, {begun: ("No scores.",)})
    asked = next(one for one in again if one.judge == begun)
    assert (asked.state, asked.scores, asked.cause) == ("asked_again", {}, "No scores.")
    of_one_failed = columns(record_of("three_of_four").judging, {}, {})
    assert [(one.judge, one.scores) for one in of_one_failed if one.state == "failed"] == [("Risk", {})]


def test_the_figures_that_were_watched_add_up_to_each_judges_lean():
    record = replay(stored(simulated_events()))
    assert any(seat.weights != record.judging.rubric.weights for seat in record.judging.seats)
    positions = {row.name: row.position for row in report_for(record).judges}
    for column in columns(record.judging, {}, {}):
        means = [
            fmean(one.composite for name, one in column.scores.items() if name.startswith(side))
            for side in ("PRO", "CON")
        ]
        assert means[0] - means[1] == pytest.approx(positions[column.judge])
