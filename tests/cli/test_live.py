"""The free exchange and the live judge from a shell."""

import json

import pytest

from debate_core.cli import main


@pytest.fixture(autouse=True)
def store(tmp_path, monkeypatch):
    monkeypatch.setenv("DEBATE_STORE", str(tmp_path / "debates.sqlite3"))


def run(capsys, *words):
    status = main(
        ("run", "--topic", "Should a town close its high street to cars?", "--seed", "4", "--json", *words)
    )
    said = capsys.readouterr()
    assert status == 0, said.err
    return json.loads(said.out)


def test_an_exchange_is_judged_live_and_the_report_says_all_of_it(capsys):
    found = run(capsys, "--format", "exchange", "--turns", "10", "--live", "--pro-personality", "provocateur")
    assert [score["turn"] for score in found["live"]] == list(range(1, 11))
    assert {
        "turn",
        "side",
        "logic",
        "rhetoric",
        "tactics",
        "composite",
        "raw",
        "links",
        "flags",
        "calibrated",
    } <= set(found["live"][0])
    assert [pair["newer"] for pair in found["pairwise"]] == list(range(2, 11))
    for claim in found["register"]:
        assert {"id", "turn", "text", "status", "penalty", "exposed_by", "history"} <= set(claim)
    assert {"leader", "rounds"} <= set(found["scorecard"])
    assert {"leader", "text", "turns"} <= set(found["narrative"])
    assert found["conflict"] is None or {"pattern", "text"} <= set(found["conflict"])
    assert found["convergence"]["kind"]
    assert {traits["side"] for traits in found["traits"]} == {"pro"}
    assert found["live_failures"] == {}


def test_without_a_live_judge_the_scorecard_is_the_sign_of_the_panels_gap(capsys):
    found = run(capsys)
    leader = {True: "pro", False: "con"}[found["outcome"]["gap"] > 0]
    assert (found["scorecard"]["leader"], found["scorecard"]["by"]) == (leader, "gap")
    assert (found["live"], found["narrative"], found["conflict"]) == ([], None, None)


def test_an_exchange_has_its_turns_and_no_more_than_twenty(capsys):
    assert [row["id"] for row in run(capsys, "--format", "exchange", "--turns", "3")["arguments"]] == [
        "PRO-1",
        "PRO-2",
        "CON-1",
    ]
    assert main(("run", "--topic", "x", "--format", "exchange", "--turns", "21")) == 2
