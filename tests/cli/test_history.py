"""`truth` and `history`: what turned out to be true is a fact, and what it says of judges is computed."""

import json

import pytest

from debate_core.cli import main
from debate_core.domain.bounds import MAX_REASON
from tests.cli.conftest import copied


@pytest.fixture(scope="module")
def conducted(tmp_path_factory):
    """A store with two finished debates."""
    path = tmp_path_factory.mktemp("known") / "debates.sqlite3"
    for seed in "12":
        assert main(["run", "--topic", "Should cities ban cars?", "--seed", seed, "--store", str(path)]) == 0
    return path


@pytest.fixture
def path(conducted, tmp_path):
    """A copy of it, of which nothing is known yet."""
    return copied(conducted, tmp_path / "debates.sqlite3")


@pytest.fixture
def said(path, call):
    """What a command says of that store, as JSON."""
    return lambda *words: call(*words, "--json", "--store", path).json


@pytest.fixture
def ids(said):
    """The two debates, the older first."""
    return [row["id"] for row in said("list")][::-1]


def judge(report, name):
    return next(one for one in report["judges"] if one["name"] == name)


@pytest.mark.slow
def test_a_true_outcome_counts_for_later_debates_and_never_for_its_own(said, ids):
    first, second = ids
    before = said("report", first)
    ballots = {one["name"]: one["ballot"] for one in before["judges"]}
    known = {"outcome": ballots["Technical"], "reason": ""}
    recorded = said("truth", first, ballots["Technical"].lower())
    assert recorded == {"debate": first, "true_outcome": known, "counts": True}
    own = said("report", first)
    assert own["true_outcome"]["outcome"] == ballots["Technical"]
    past = judge(own, "Technical")["past"]
    assert past == judge(before, "Technical")["past"]
    assert past["known"] == past["debates"] == 0
    later = said("report", second)
    past = judge(later, "Technical")["past"]
    assert past["right"] == past["known"] == 1
    assert past["shrunken_accuracy"] == pytest.approx(2 / 3)
    for name, ballot in ballots.items():
        assert judge(later, name)["past"]["right"] == (ballot == ballots["Technical"])


@pytest.mark.slow
def test_classic_weights_follow_the_share_of_ballots_that_were_right(said, ids):
    report = said("report", ids[0])
    right = judge(report, "Technical")["ballot"]
    said("truth", ids[0], right)
    later = said("report", ids[1], "--weights", "classic")
    shares = [float(one["ballot"] == right) for one in report["judges"]]
    # the topic has no keyword: each domain weighs .25; classic is .7 × .25 + .3 × share right
    raw = [0.7 * 0.25 + 0.3 * share for share in shares]
    assert [one["weight"] for one in later["judges"]] == pytest.approx([value / sum(raw) for value in raw])


def test_a_true_outcome_can_be_taken_back_and_the_log_keeps_both(said, ids, call, path):
    said("truth", ids[0], "TIE", "--reason", "a referee said so")
    assert said("truth", ids[0], "unknown", "--reason", "x" * MAX_REASON)["true_outcome"] is None
    events = [json.loads(line)["event"] for line in call("replay", ids[0], "--store", path).out.splitlines()]
    told = [event["outcome"] for event in events if event["kind"] == "outcome_known"]
    assert told[-2:] == ["TIE", None]


def test_history_before_a_debate_holds_nothing_of_it_or_a_later_one(said, ids, call, path):
    first, second = ids
    assert said("history", "--before", first) == []
    for one, outcome in ((first, "PRO"), (second, "CON")):
        said("truth", one, outcome)
    (row, *_) = said("history", "--before", second)
    assert [then["debate"] for then in row["severities"]] == [first]
    assert (row["known"], said("history")[0]["known"]) == (1, 2)
    assert "Nothing is known of these judges yet" in call("history", "--before", first, "--store", path).out
    assert "nosuch" in call("history", "--before", "nosuch", "--store", path).err


def test_what_is_no_debate_no_outcome_or_too_long_a_reason_is_refused_and_nothing_recorded(ids, call, path):
    before = call("replay", ids[0], "--store", path).out
    assert "nosuch" in call("truth", "nosuch", "PRO", "--store", path).err
    long = call("truth", ids[0], "PRO", "--reason", "x" * (MAX_REASON + 1), "--store", path)
    expected = "--reason: expected at most 2,000 characters; got 2,001"
    assert (long.status, expected in long.err) == (2, True)
    with pytest.raises(SystemExit) as stopped:
        call("truth", ids[0], "maybe", "--store", path)
    assert stopped.value.code == 2
    assert call("replay", ids[0], "--store", path).out == before
