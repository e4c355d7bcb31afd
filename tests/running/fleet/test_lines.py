"""What a worker says of itself: lines, health, limits, how the fleet stands."""

import logging
import urllib.error
import urllib.request
from datetime import UTC, datetime

import pytest

from debate_core.cli.work import _limit
from debate_core.domain.errors import SetUpError
from debate_core.reporting.fleet import fleet_document
from debate_core.reporting.formats import plain_text
from debate_core.running.fleet.claimer import log_event
from debate_core.running.fleet.database import GONE, WorkerState, wait_for
from debate_core.running.fleet.runner import FleetStatus, ProviderLimit, QueuePlace, waiting_words
from debate_core.running.fleet.worker import health_at
from debate_core.running.pace import Limit
from tests.reporting.test_cases import check

ME = WorkerState(
    id="1", name="w1", slots=20, busy=3, form=1, ready=("simulated",), seen=datetime.fromtimestamp(98, UTC)
)
PLACES = [QueuePlace(record=name, who=who, since=90.0) for name, who in (("first", "ann"), ("second", ""))]


def standing(**changes):
    usual = {"workers": (ME,), "running": (), "waiting": tuple(PLACES), "providers": (), "lost": ()}
    return FleetStatus(**(usual | changes))


def test_a_line_is_a_line_whatever_stands_in_it(caplog):
    with caplog.at_level(logging.INFO):
        log_event("ended", record="ab12", cause='two\nlines, "quoted"', seconds=1.25)
    assert caplog.messages == ['ended record=ab12 cause="two\\nlines, \\"quoted\\"" seconds=1.2']


@pytest.mark.slow
@pytest.mark.parametrize(
    ("silent", "path", "status"), [(1.0, "health", 200), (GONE, "health", 503), (1.0, "", 404)]
)
def test_health_tells_whether_it_gives_signs_of_life(silent, path, status):
    class Silent:
        me, busy, silent_for = ME, 3, silent

    with health_at("0", Silent()) as port:
        try:
            found = urllib.request.urlopen(f"http://127.0.0.1:{port}/{path}").status
        except urllib.error.HTTPError as error:
            found = error.code
            error.close()
    assert found == status


def test_a_health_address_that_is_none_is_said():
    with pytest.raises(SetUpError, match="expected a free PORT"), health_at("here", None):
        pass


@pytest.mark.parametrize(
    ("given", "limit"),
    [
        ("openai:calls=8,tokens=20000", Limit(calls=8, tokens=20000)),
        ("openai:", Limit()),
        ("openai:calls=0", None),
        ("openai:sums=1", None),
        ("nobody:calls=1", None),
        ("openai", None),
    ],
)
def test_a_limit_is_read_or_refused(given, limit):
    if limit is None:
        with pytest.raises(SetUpError, match="--limit"):
            _limit(given, ())
    else:
        assert _limit(given, ()) == ("openai", limit)


@pytest.mark.parametrize(
    ("limit", "counted", "wait"),
    [
        ({}, {}, 0.0),
        ({"requests": 2}, {"requests": 1}, 0.0),
        ({"requests": 2}, {"requests": 2}, 30.0),
        ({"tokens": 100}, {"requests": 1, "tokens": 91}, 30.0),
        ({"tokens": 100}, {"requests": 1, "tokens": 90}, 0.0),
        ({"tokens": 5}, {}, 0.0),  # more than a minute's, and the minute to itself
        ({"calls": 2}, {"calls": 2}, 0.2),
    ],
)
def test_a_call_waits_as_long_as_a_limit_wants(limit, counted, wait):
    none = {"calls": None, "requests": None, "tokens": None}
    so_far = {"calls": 0, "requests": 0, "tokens": 0, "leaves": 30.0}
    assert wait_for(none | limit, so_far | counted, 10) == wait


NONE = "It waits for a worker, and none works at present. Whoever runs this store can start one."


@pytest.mark.parametrize(
    ("record", "changes", "said"),
    [
        ("second", {}, "It waits for a worker: 1 other before it."),
        ("first", {}, "It waits for a worker: it is the next."),
        ("asked for, not yet queued", {}, "It waits for a worker: 2 others before it."),
        ("first", {"workers": ()}, NONE),
        ("third", {"running": (QueuePlace(record="third", who="", since=0.0, worker="w1"),)}, ""),
    ],
)
def test_what_waits_is_told_its_place(record, changes, said):
    assert waiting_words(standing(**changes), record) == said


def test_what_a_worker_that_has_gone_left_is_not_said_to_be_conducted():
    running = tuple(
        QueuePlace(record=one, who="", since=0.0, worker=one) for one in ("w1", "a worker that has gone")
    )
    document = fleet_document(standing(running=running), datetime.fromtimestamp(100, UTC))
    left = "1 left by a worker that has gone"
    assert document.title == f"1 worker with 20 slots: 1 running, 2 waiting, {left}"
    text = plain_text(document)
    assert "waits, place 1 " in text and "waits, place 2 " in text and "place 3" not in text


def test_a_record_is_called_by_its_topic_where_that_is_known():
    ends = {"deadly": "its worker died (3 times)"}
    now, topics = standing(still=("deadly",), ends=ends), {"second": "Are trees good?", "deadly": "x"}
    document = fleet_document(now, datetime.fromtimestamp(100, UTC), topics.get)
    called = [row[0] for block in document.blocks[1:] for row in block.tables[0].rows]
    assert called == ["first", "Are trees good? · second", "x · deadly"]


def test_how_it_stands_is_told_as_was_approved():
    ends = {"first": "interrupted: the database was away (1 time)", "deadly": "its worker died (3 times)"}
    openai = ProviderLimit(provider="openai", calls=8, held=3.0)
    own = ProviderLimit(provider="own", requests=500, tokens=20_000)
    now = standing(
        providers=(openai, own, ProviderLimit(provider="free")), lost=("gone",), still=("deadly",), ends=ends
    )
    check("fleet", fleet_document(now, datetime.fromtimestamp(100, UTC)))
