"""Words as a stream: whoever listens gets each change once, catches up on what they missed, and only while they may."""

import asyncio
import json
import time

import pytest
from starlette.requests import Request

from debate_core.composition import runner_of
from debate_core.domain.settings import STORE_VARIABLE
from debate_core.library import stage
from debate_core.library.stage import listener_token, offer_words
from debate_core.store.access import OPERATOR, Signer, Visitor, own, show_to, signer_beside
from pages.routes import words
from tests.building.simulated import fill
from tests.routes.test_stage import HERE, visit

ANN, BOB = Visitor(key="ann", role="member"), Visitor(key="bob", role="member")


@pytest.fixture
def store(tmp_path, monkeypatch):
    monkeypatch.setenv(STORE_VARIABLE, str(tmp_path / "debates.sqlite3"))
    monkeypatch.setattr(stage, "_offered", {})
    return runner_of(tmp_path / "debates.sqlite3").store


@pytest.fixture
def debate(store):
    name = fill(store, ["finished"])["finished"]
    offer_words(store.place, name, 1, lambda: ['{"stands": "1 running"}', '"Trees"'])
    return name


def changed(parts, message):
    """As the script does."""
    for one in message.decode().strip().split("\n\n"):
        many, changes = json.loads(one.removeprefix("data: "))
        now = [*parts[:many], *[""] * (many - len(parts))]
        for at, begin, end, put in changes:
            now[at] = now[at][:begin] + put + now[at][len(now[at]) - end :]
        parts = now
    return list(parts)


def test_each_change_is_told_by_what_is_new_and_whoever_missed_some_catches_up(store):
    async def acts():
        room = words.Room(store, "x", lambda: None, lambda one: True)
        states = [['"a"'], ['"a"', '"Trees"'], ['"a"', '"Trees cool"'], ['"b"', '"Trees cool"'], ['"b"']]
        heard: list[str] = []
        for number, parts in enumerate(states):
            room.take(parts)
            room.take(parts)
            heard = changed(heard, room.since(number))
            assert heard == parts and room.number == number + 1
        assert b"Trees" not in room.changes[2] and b" cool" in room.changes[2]
        assert changed(states[1], room.since(2)) == changed([], room.since(0)) == states[-1]
        assert room.since(room.number).startswith(b":")

    asyncio.run(acts())


def token(store, person, record, at=0.0):
    return listener_token(signer_beside(store.place), person, record, at or time.time())


def status(record, by):
    scope = {"type": "http", "method": "GET", "headers": [], "path_params": {"record": record}}
    return asyncio.run(words.hear_words(Request(scope | {"query_string": f"t={by}".encode()}))).status_code


def test_a_person_hears_what_they_may_see_for_minutes_and_nothing_else(store, debate):
    own(store, debate, ANN)
    mine = token(store, ANN, debate)
    assert status(debate, mine) == status(debate, token(store, OPERATOR, debate)) == 200
    offer_words(store.place, "other", 1, lambda: ['"secret"'])
    own(store, "other", BOB)
    forged = Signer(b"x" * 32).sign("listener", json.dumps([debate, "ann", "member", 2e9]), 2e9)
    viewers = signer_beside(store.place).sign("viewer", json.dumps([debate, "ann", "member", 2e9]), 2e9)
    for record, by in (
        (debate, token(store, BOB, debate)),
        ("other", mine),
        ("other", token(store, ANN, "other")),
        (debate, token(store, ANN, debate, time.time() - 400)),
        (debate, forged),
        (debate, viewers),
        (debate, mine[:-2]),
        (debate, ""),
        ("nothing", token(store, OPERATOR, "nothing")),
    ):
        assert status(record, by) == 404


def test_who_loses_the_right_loses_the_stream_and_the_others_keep_it(store, debate):
    own(store, debate, ANN)
    show_to(store, debate, "team")
    room = words.Room(store, debate, list, lambda one: words._may_hear(store, debate, one))
    assert not store.looked_at(debate)
    assert room._check([ANN, BOB]) == set()
    assert store.looked_at(debate), "or a worker on another machine hands on no words"
    show_to(store, debate, "private")
    assert room._check([ANN, BOB]) == {BOB}


def test_nobody_from_outside_hears_a_desk_that_shows_its_stage(store, debate, monkeypatch):
    monkeypatch.setenv("SPLIT_DECISION_STAGE", "1")
    by = token(store, OPERATOR, debate)

    async def acts(client):
        return (await client.get(f"{HERE}/words/{debate}?t={by}")).status_code

    assert visit(acts, "192.168.1.7") == 404


def test_a_link_takes_the_streams_of_a_hall_and_leaves_others_theirs(store, debate, monkeypatch):
    link, full = Visitor(key=debate, role="link", link=1), words.Room(store, debate, list, lambda one: True)
    monkeypatch.setattr(words, "_rooms", {("stage", debate): full})

    async def status_of(person):
        sent = []

        async def send(message):
            sent.append(message)

        room = words.Room(store, debate, lambda: None, lambda one: True)
        await words.Stream("watch", person, 0.0, room)({"type": "http"}, asyncio.Event().wait, send)
        return sent[0]["status"]

    for taken, statuses in ((799, (200, 200)), (800, (503, 200)), (2000, (503, 503))):
        full.listeners[link] = taken
        assert (asyncio.run(status_of(link)), asyncio.run(status_of(ANN))) == statuses
