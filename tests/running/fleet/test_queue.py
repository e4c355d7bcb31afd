"""Who waits, in which order; and what is found again when it was lost."""

import asyncio
import hashlib
import json

import pytest
from pgqueuer.adapters.inmemory import InMemoryDriver, InMemoryQueries
from pydantic import TypeAdapter

from debate_core.running.fleet.queue import (
    FORMAT,
    QueueRequest,
    add_request,
    entrypoint_name,
    forget_request,
    jobs,
    put,
    record_id,
    request_of,
    sweep,
    take_out,
)
from debate_core.store.events import KINDS

FACTS = "4d0b25cf05b2"
_SAID = {"title", "description", "default"}


def bare(schema, names=False):
    """A JSON schema without what is said for people; `names`: its keys are names of fields or of nouns."""
    if isinstance(schema, list):
        return [bare(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    return {
        key: bare(value, not names and key in ("properties", "$defs"))
        for key, value in schema.items()
        if names or key not in _SAID
    }


@pytest.fixture
def queries():
    return InMemoryQueries(driver=InMemoryDriver())


def order(queries):
    return [record_id(job) for job in asyncio.run(jobs(queries))]


def test_who_has_few_waiting_is_not_kept_behind_who_has_many(queries):
    asyncio.run(put(queries, {f"a{n}": QueueRequest(who="ann") for n in range(4)}))
    asyncio.run(put(queries, {f"b{n}": QueueRequest(who="ben") for n in range(2)}))
    asyncio.run(put(queries, {"a4": QueueRequest(who="ann")}))
    assert order(queries) == ["a0", "b0", "a1", "b1", "a2", "a3", "a4"]


def test_a_record_waits_at_most_once_and_can_be_taken_out(queries):
    asked = {"one": QueueRequest(who="ann")}
    assert [asyncio.run(put(queries, asked)), asyncio.run(put(queries, asked))] == [("one",), ()]
    asyncio.run(take_out(queries, "one"))
    assert order(queries) == []


def test_a_job_names_its_record_and_who_asked_and_nothing_else(queries):
    asyncio.run(put(queries, {"one": QueueRequest(who="ann", pace=400.0)}))
    (job,) = asyncio.run(jobs(queries))
    assert (job.payload, job.headers, job.entrypoint) == (b"one", {"who": "ann"}, entrypoint_name(FORMAT))


def test_a_worker_leaves_jobs_of_a_newer_form_alone(hall, queries):
    async def run():
        await put(queries, {"known": QueueRequest()})
        await queries.enqueue(entrypoint_name(FORMAT + 1), b"newer", 9, dedupe_key="newer")
        await hall.drain(queries, hall.taker())

    asyncio.run(run())
    assert order(queries) == ["newer"]


def test_the_sweep_finds_what_neither_waits_nor_is_conducted_nor_is_new(hall, queries):
    for name in ("waiting", "conducted", "lost"):
        hall.opened(name)
    hall.opened("brought", asked=False)
    hall.store.acquire("conducted")
    asyncio.run(put(queries, {"waiting": QueueRequest()}))
    now = request_of(hall.store, "lost").since
    assert asyncio.run(sweep(hall.store, queries, now)) == ()
    assert asyncio.run(sweep(hall.store, queries, now + 60)) == ("lost",)
    assert order(queries) == ["waiting", "lost"]


def test_what_was_asked_for_anew_is_not_forgotten_with_what_was_before(hall):
    hall.opened("one")
    before = request_of(hall.store, "one")
    add_request(hall.store, "one", QueueRequest(who="ann"))
    forget_request(hall.store, "one", before)
    assert request_of(hall.store, "one")
    assert hall.store.goes_on("one")


def test_facts_of_another_form_are_another_format():
    """Whoever changes what an event holds raises FORMAT, so that older workers leave such debates alone, and puts the
    new number here."""
    ours = {kind: event for kind, event in KINDS.items() if event.__module__.startswith("debate_core.")}
    forms = {kind: bare(TypeAdapter(event).json_schema()) for kind, event in sorted(ours.items())}
    told = json.dumps(forms, sort_keys=True).encode()
    assert (FORMAT, hashlib.sha256(told).hexdigest()[:12]) == (15, FACTS)
