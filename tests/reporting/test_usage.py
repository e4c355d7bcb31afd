"""What a record used against its budget: what is reserved stands apart, and each try counts."""

import contextlib
import re

from debate_core.domain.config import Budget
from debate_core.library.library import list_summaries
from debate_core.reporting.records import shelf_row
from debate_core.reporting.usage import budget_text
from debate_core.store import SQLiteStore
from debate_core.store.events import CallCompleted, CallFailed, CallStarted
from debate_core.store.record import Record, replay
from tests.building.facts import but, put, refused, started, stored
from tests.building.reviewed import old_store
from tests.building.simulated import STATES, after_openings, simulated_events, with_config
from tests.building.structured import report_for


def test_the_count_of_tokens_never_falls_and_what_is_reserved_stands_apart(tmp_path):
    reserved = 0
    with contextlib.closing(SQLiteStore(old_store(tmp_path))) as store:
        logs = [store.read(listing.id) for listing in store.records()]
    for opened, *events in logs:
        record, last = Record.from_first_event(opened), 0
        for event in events:
            record = record.apply(event)
            said = budget_text(record)
            now = int(re.search(r"([\d,]+) tokens", said)[1].replace(",", ""))
            assert now >= last, (opened.record, event.sequence)
            last, reserved = now, reserved + ("reserved for" in said)
        assert "reserved" not in said
    assert reserved


def test_limits_and_what_open_calls_may_take_are_said_beside_what_was_used():
    told = with_config(after_openings(), budget=Budget(calls=7, tokens=90_000))
    calls = (started(f"cross_examination:{side}", reserved=1_100) for side in ("pro", "con"))
    said = budget_text(replay(stored([*told, *calls])))
    assert "4 calls of 7 budgeted" in said and " tokens of 90,000 budgeted" in said
    assert " · cost unknown (openai:m: " in said and said.endswith("2,200 reserved for 2 open calls")


def test_a_call_that_is_tried_again_counts_once_beside_what_is_ahead_and_twice_in_the_budget():
    events = simulated_events()
    at = next(n for n, event in enumerate(events) if isinstance(event, CallStarted))
    begun = events[at]
    told = [*events[: at + 1], refused(begun.call), but(begun, attempt=2), *events[at + 1 :]]
    held = replay(stored(told))
    once = sum(isinstance(event, CallStarted) for event in events)
    assert (len(held.calls), held.spent.calls) == (once, once + 1)
    assert re.match(rf"{once + 1} calls.*, retries included · ", budget_text(held))


def test_a_row_of_the_library_says_that_each_try_counts_where_a_call_was_tried_again(store):
    events = STATES["retrying"]()
    call = next(one.call for one in events if isinstance(one, CallFailed))
    put(store, "again", [*events, started(call, 2)])
    put(store, "once", [one for one in events if not isinstance(one, CallFailed)])
    spent = {one.id: shelf_row(one, "interrupted").spent for one in list_summaries(store)}
    assert ["retries" in spent[name] for name in ("again", "once")] == [True, False]


def test_what_came_from_a_cache_is_said():
    events = simulated_events()
    calls = [event for event in events if isinstance(event, CallCompleted)]
    usage = calls[0].usage.model_copy(update={"cached": 1200})
    held = replay(stored(e.model_copy(update={"usage": usage}) if e is calls[0] else e for e in events))
    assert held.spent.cached == 1200
    assert ", 1,200 from" in budget_text(held)
    assert report_for(held).usage.cached == 1200
