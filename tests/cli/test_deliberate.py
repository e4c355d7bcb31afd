"""`deliberate`: judges of a stored debate read each other; what came of it is printed, and the result stays."""

import re

import pytest

from debate_core import composition
from debate_core.cli import main
from debate_core.examples import EXAMPLES, ensure
from debate_core.simulated import Simulated
from debate_core.store import SQLiteStore
from tests.postgres import empty_place

pytestmark = pytest.mark.slow

PARTED = ("--topic", "Should schools start later in the morning?", "--seed", "6")


@pytest.fixture
def one(run):
    """The id of a finished debate."""
    return run(*PARTED)["debate"]


def test_a_stored_debate_is_deliberated_and_its_result_stays(one, call):
    before = call("report", one, "--json").json
    said = call("deliberate", one, "--rounds", "1", "--probe", "re_read", "--json").json
    assert set(said) >= {"debate", "deliberation", "after_talk", "probes", "conformity"}
    assert [talk["round"] for talk in said["deliberation"]] == [2]
    assert said["after_talk"]["settings"]["probes"] == ["re_read"]
    after = call("report", one, "--json").json
    assert after["outcome"] == before["outcome"]
    assert after | said | {"why_null": after["why_null"]} == after
    # what was chosen stays chosen, but for what is said anew
    again = call("deliberate", one, "--rounds", "2", "--probe", "none", "--json")
    assert again.json["after_talk"]["settings"] == {
        **said["after_talk"]["settings"],
        "rounds": 2,
        "probes": [],
    }
    assert len(again.json["deliberation"]) <= 2


def test_in_words_it_says_what_moved_whom_and_that_it_is_not_the_outcome(one, call):
    said = call("deliberate", one, "--rounds", "1")
    assert said.status == 0
    text = " ".join(said.out.split())
    assert re.search("(After the discussion their|left the judges') consensus", text)
    assert "We count the independent scores" in text and "up to 4 calls" in said.err
    audit = call("report", one, "--as", "audit").json
    assert (audit["debate"], audit["rounds"]) == (one, 1)
    assert "consensus not reached" in call("report", one, "--as", "audit-md").out
    asked = call("prompts", one, "--role", "General", "--json").json
    assert [one["asks_for"] for one in asked] == ["the scores of General", "the scores of General in round 2"]


def test_where_judges_are_close_it_says_that_no_control_round_was_run_either(one, call):
    told = "No control round was run"
    near = " ".join(call("deliberate", one, "--threshold", "0.1", "--probe", "re_read").out.split())
    assert "No round of discussion was held" in near and near.count(told) == 1
    assert told in " ".join(call("report", one, "--as", "text").out.split())
    assert told not in call("deliberate", one, "--rounds", "0", "--probe", "re_read").out


def test_an_unknown_debate_or_probe_is_wrong_usage(store, call, capsys):
    assert call("deliberate", "nothing").status == 2
    with pytest.raises(SystemExit) as ended:
        main(["deliberate", "x", "--probe", "mind_reading"])
    assert ended.value.code == 2
    assert "re_read" in capsys.readouterr().err


def test_an_imported_debates_judges_are_reached_at_the_server_that_is_typed(
    call, store, tmp_path, monkeypatch
):
    reached = []

    def reach(access):
        reached.append([one.base_url for one in access.servers])
        return lambda name, ask: Simulated(ask)

    monkeypatch.setattr(composition, "model_factory", reach)
    server = ("--base-url", "mine=https://mine.example/v1")
    exported = tmp_path / "one.json"
    name = call("run", *PARTED, "--judge-model", "mine:m", "--json", *server).json["debate"]
    exported.write_text(call("export", name).out)
    monkeypatch.setenv("DEBATE_STORE", str(tmp_path / "other.sqlite3"))
    assert call("import", exported).out == f"{name}\n"
    assert "got 'mine'" in call("deliberate", name).err
    assert "round" in call("deliberate", name, *server, "--json").json["deliberation"][0]
    assert reached == [["https://mine.example/v1"]] * 2


def test_a_typed_server_of_which_workers_would_not_hear_is_refused_with_what_to_do(one, call, tmp_path):
    exported, place = tmp_path / "one.json", empty_place()
    exported.write_text(call("export", one).out)
    assert call("import", exported, "--store", place).out == f"{one}\n"
    for command in ("resume", "deliberate"):
        refused = call(command, one, "--base-url", "http://127.0.0.1:9/v1", "--store", place)
        assert (refused.status, f"export {one}, import it into a store in a file" in refused.err) == (2, True)


def test_an_examples_judges_can_not_be_reached(store, call):
    held = SQLiteStore(store)
    ensure(held, EXAMPLES[0].id)
    held.close()
    said = call("deliberate", EXAMPLES[0].id)
    assert said.status == 2
    assert "a discussion needs 2 judges who can take part; none can. " in said.err
    # What keeps all of them away is said once.
    assert said.err.count("Technical") == said.err.count("General: ") == 1
