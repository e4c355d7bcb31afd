"""`truth` and `history`: what turned out to be true is a fact, and what it says of judges is computed."""

import json

import pytest

from debate_core.cli import main
from debate_core.events import REASON_MOST


@pytest.fixture(scope="module")
def finished(tmp_path_factory):
    """A store with two finished debates; their ids, the older first."""
    path = str(tmp_path_factory.mktemp("known") / "debates.sqlite3")
    for seed in (1, 2):
        assert main(["run", "--topic", "Should cities ban cars?", "--seed", str(seed), "--store", path]) == 0
    return path


def said(capsys, *words):
    capsys.readouterr()
    assert main(words) == 0
    return json.loads(capsys.readouterr().out)


def ids(capsys, path):
    return [row["id"] for row in said(capsys, "list", "--json", "--store", path)][::-1]


def judge(report, name):
    return next(one for one in report["judges"] if one["name"] == name)


def test_a_true_outcome_counts_for_later_debates_and_never_for_its_own(finished, capsys):
    first, second = ids(capsys, finished)
    before = said(capsys, "report", first, "--json", "--store", finished)
    ballots = {one["name"]: one["ballot"] for one in before["judges"]}
    found = said(capsys, "truth", first, ballots["Technical"].lower(), "--json", "--store", finished)
    assert found == {
        "debate": first,
        "true_outcome": {"outcome": ballots["Technical"], "reason": ""},
        "counts": True,
    }
    own = said(capsys, "report", first, "--json", "--store", finished)
    assert own["true_outcome"]["outcome"] == ballots["Technical"]
    assert judge(own, "Technical")["past"] == judge(before, "Technical")["past"]
    assert judge(own, "Technical")["past"]["known"] == 0
    assert judge(own, "Technical")["past"]["debates"] == 0
    later = said(capsys, "report", second, "--json", "--store", finished)
    assert judge(later, "Technical")["past"]["right"] == judge(later, "Technical")["past"]["known"] == 1
    assert judge(later, "Technical")["past"]["shrunken_accuracy"] == pytest.approx(2 / 3)
    for name, ballot in ballots.items():
        assert judge(later, name)["past"]["right"] == (ballot == ballots["Technical"])


def test_classic_weights_follow_the_share_of_ballots_that_were_right(finished, capsys):
    first, second = ids(capsys, finished)
    report = said(capsys, "report", first, "--json", "--store", finished)
    right = judge(report, "Technical")["ballot"]
    said(capsys, "truth", first, right, "--json", "--store", finished)
    later = said(capsys, "report", second, "--weights", "classic", "--json", "--store", finished)
    shares = [float(one["ballot"] == right) for one in report["judges"]]
    # the topic has no keyword: each domain weighs .25; classic is .7 × .25 + .3 × share right
    raw = [0.7 * 0.25 + 0.3 * share for share in shares]
    assert [one["weight"] for one in later["judges"]] == pytest.approx([value / sum(raw) for value in raw])


def test_a_true_outcome_can_be_taken_back_and_the_log_keeps_both(finished, capsys):
    first, _ = ids(capsys, finished)
    said(capsys, "truth", first, "TIE", "--reason", "a referee said so", "--json", "--store", finished)
    taken = said(capsys, "truth", first, "unknown", "--json", "--store", finished)
    assert taken["true_outcome"] is None
    assert all(row["known"] == 0 for row in said(capsys, "history", "--json", "--store", finished))
    capsys.readouterr()
    assert main(["replay", first, "--store", finished]) == 0
    events = [json.loads(line)["event"] for line in capsys.readouterr().out.splitlines()]
    told = [event["outcome"] for event in events if event["kind"] == "outcome_known"]
    assert told[-2:] == ["TIE", None]


def test_history_says_unknown_where_nothing_is_known_and_never_half(finished, capsys):
    first, _ = ids(capsys, finished)
    said(capsys, "truth", first, "unknown", "--json", "--store", finished)
    rows = said(capsys, "history", "--json", "--store", finished)
    assert [row["judge"] for row in rows] == ["Business", "General", "Risk", "Technical"]
    for row in rows:
        assert (row["accuracy"], row["shrunken_accuracy"], row["error_variance"]) == (None, None, None)
        assert row["debates"] == 2
    capsys.readouterr()
    assert main(["history", "--store", finished]) == 0
    assert "no true outcome is known" in capsys.readouterr().out


def test_a_debate_that_is_not_there_is_said(finished, capsys):
    assert main(["truth", "nosuch", "PRO", "--store", finished]) == 2
    assert "nosuch" in capsys.readouterr().err


def test_an_outcome_that_is_none_is_wrong_usage(finished, capsys):
    with pytest.raises(SystemExit) as stopped:
        main(["truth", "x", "maybe", "--store", finished])
    assert stopped.value.code == 2


def test_a_reason_longer_than_the_form_takes_is_refused_and_nothing_is_recorded(finished, capsys):
    first, _ = ids(capsys, finished)
    assert main(["replay", first, "--store", finished]) == 0
    before = capsys.readouterr().out
    assert main(["truth", first, "PRO", "--reason", "x" * (REASON_MOST + 1), "--store", finished]) == 2
    assert "--reason: expected at most 400 characters, got 401" in capsys.readouterr().err
    assert main(["replay", first, "--store", finished]) == 0
    assert capsys.readouterr().out == before
    taken = said(
        capsys, "truth", first, "unknown", "--reason", "x" * REASON_MOST, "--json", "--store", finished
    )
    assert taken["true_outcome"] is None
