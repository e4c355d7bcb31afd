"""The same work from a shell: JSON on standard output, exit status 0 done, 1 failed, 2 wrong usage."""

import csv
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys

import pytest

from debate_core.cli import main
from debate_core.cli.arguments import parser
from debate_core.cli.running import config_of, raised
from debate_core.config import Budget
from debate_core.errors import SetUpError
from debate_core.store import Store

OLD = pathlib.Path(__file__).parents[1] / "fixtures" / "stores" / "0.1.0.sqlite3"
TOPIC = "Should schools start later in the morning?"


@pytest.fixture
def store(tmp_path, monkeypatch):
    path = tmp_path / "debates.sqlite3"
    monkeypatch.setenv("DEBATE_STORE", str(path))
    return path


def call(capsys, *words):
    status = main(words)
    return status, capsys.readouterr()


def run(capsys, *words):
    status, said = call(capsys, "run", "--topic", TOPIC, "--seed", "3", "--json", *words)
    assert status == 0, said.err
    return json.loads(said.out)


def test_run_without_models_conducts_a_simulated_debate_and_prints_its_report(store, capsys):
    found = run(capsys)
    assert found["simulated"] is True
    assert found["topic"] == TOPIC
    assert [row["status"] for row in found["judges"]] == ["done"] * 4
    assert len(found["arguments"]) == 6


def test_one_seed_gives_one_debate(store, capsys):
    first, second, other = run(capsys), run(capsys), json.loads(call_seed(capsys, "4"))
    kept = ("arguments", "outcome", "agreement", "briefing")
    assert [first[key] for key in kept] == [second[key] for key in kept]
    assert [row["claim"] for row in other["arguments"]] != [row["claim"] for row in first["arguments"]]


def call_seed(capsys, seed):
    return call(capsys, "run", "--topic", TOPIC, "--seed", seed, "--json")[1].out


def test_report_is_computed_anew_from_the_stored_facts(store, capsys):
    found = run(capsys)
    again = json.loads(call(capsys, "report", found["debate"], "--as", "json")[1].out)
    assert again == found
    other = json.loads(
        call(capsys, "report", found["debate"], "--json", "--calibration", "zscore", "--weights", "equal")[
            1
        ].out
    )
    assert other["settings"]["calibration"] == "zscore"
    assert [row["weight"] for row in other["judges"]] == [0.25] * 4
    assert other["agreement"]["alpha"] == found["agreement"]["alpha"]


@pytest.mark.parametrize("form", ["md", "csv"])
def test_a_report_has_other_forms_marked_simulated(store, capsys, form):
    found = run(capsys)
    status, said = call(capsys, "report", found["debate"], "--as", form)
    assert status == 0
    assert "imulated" in said.out
    assert "PRO-1" in said.out


def test_judges_and_sides_take_the_models_they_are_given(store, capsys):
    found = run(capsys, "--judge", "Technical=simulated:standard", "--judge", "Ethics=simulated:standard")
    assert [row["name"] for row in found["judges"]] == ["Technical", "Ethics"]
    assert [row["model"] for row in found["judges"]] == ["simulated:standard"] * 2


def test_a_config_file_is_taken_and_options_change_it(store, capsys, tmp_path):
    file = tmp_path / "config.json"
    file.write_text(json.dumps({"topic": {"text": TOPIC}, "arguments_per_side": 2, "order": "alternating"}))
    status, said = call(capsys, "run", "--config", str(file), "--arguments", "1", "--json", "--seed", "1")
    assert status == 0
    assert [row["id"] for row in json.loads(said.out)["arguments"]] == ["PRO-1", "CON-1"]


def test_list_and_replay_show_what_is_stored(store, capsys):
    found = run(capsys)
    (row,) = json.loads(call(capsys, "list", "--json")[1].out)
    assert (row["id"], row["status"], row["judges"]) == (found["debate"], "finished", "4 judges")
    lines = [json.loads(line) for line in call(capsys, "replay", found["debate"])[1].out.splitlines()]
    assert [line["sequence"] for line in lines] == list(range(1, len(lines) + 1))
    assert lines[0]["event"]["kind"] == "debate_opened"
    assert lines[-1]["event"]["kind"] == "debate_finished"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("run",), "topic"),
        (("run", "--topic", "x", "--judge", "Alone"), "2 judges"),
        (("run", "--topic", "x", "--arguments", "9"), "arguments_per_side"),
        (("run", "--topic", "x", "--pro", "nonsense"), "provider:model"),
        (("run", "--topic", "x", "--pro", "openai:gpt-4.1-mini"), "OPENAI_API_KEY"),
        (("report", "nothing"), "'nothing'"),
        (("resume", "nothing"), "'nothing'"),
    ],
)
def test_wrong_usage_is_status_2_with_what_was_expected(store, capsys, monkeypatch, words, said):
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    status, out = call(capsys, *words)
    assert status == 2
    assert said in out.err
    assert out.out == ""


def test_a_debate_out_of_budget_is_status_1_and_says_how_to_go_on(store, capsys):
    status, said = call(capsys, "run", "--topic", TOPIC, "--budget-calls", "3")
    assert status == 1
    assert "budget of 3 calls" in said.err
    (record,) = re.findall(r"resume (\w+) --budget-calls N", said.err)
    assert f"report {record}" in said.err
    # what was bought is there
    (row,) = json.loads(call(capsys, "list", "--json")[1].out)
    assert row["status"] == "paused"


def test_resume_finishes_what_was_broken_off(store, capsys):
    whole = run(capsys)
    held = Store(store)
    events = [stored.event for stored in held.read(whole["debate"])]
    record = held.open_record(events[0])
    held.append(record, events[1:12])
    status, said = call(capsys, "resume", record, "--json")
    found = json.loads(said.out)
    assert status == 0
    for key in ("arguments", "outcome", "agreement", "briefing"):
        assert found[key] == whole[key]


def test_every_command_has_help(capsys):
    for command in ("run", "report", "list", "replay", "resume"):
        with pytest.raises(SystemExit) as stop:
            main([command, "--help"])
        assert stop.value.code == 0
        assert "--store" in capsys.readouterr().out


def test_a_terminated_run_is_stopped_and_not_lost(store):
    child = subprocess.Popen(
        [sys.executable, "-c", SLOW, "run", "--topic", TOPIC],
        stderr=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "DEBATE_STORE": str(store)},
    )
    with child:
        # The debate's id, and that the first call has begun, in either order.
        begun = [child.stderr.readline() for _ in range(2)]
        record = next(line for line in begun if line.startswith("debate ")).split()[-1]
        child.send_signal(signal.SIGTERM)
        said = child.stderr.read()
    assert child.returncode == 1
    assert "stopped" in said
    kinds = [stored.event.kind for stored in Store(store).read(record)]
    assert kinds[-1] == "debate_stopped"


SLOW = """
import asyncio, sys
class Slow:
    async def complete(self, request, on_text=None):
        print("called", file=sys.stderr, flush=True)
        await asyncio.sleep(60)
import debate_core.runner as runner
runner.Runner.__init__.__kwdefaults__["reach"] = lambda access: lambda name, ask: Slow()
from debate_core.cli import main
sys.exit(main(sys.argv[1:]))
"""


def test_sdks_are_not_imported_before_they_are_needed():
    code = (
        "import sys, debate_core.runner, debate_core.cli, debate_core.report\n"
        "print([m for m in ('openai', 'anthropic', 'xllamacpp', 'scipy.stats', 'streamlit') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_a_limit_on_the_command_line_leaves_the_files_other_limit(tmp_path):
    file = tmp_path / "config.json"
    file.write_text(json.dumps({"topic": {"text": TOPIC}, "budget": {"calls": 5, "tokens": 90_000}}))
    chosen = config_of(parser().parse_args(["run", "--config", str(file), "--budget-calls", "7"]))
    assert (chosen.budget.calls, chosen.budget.tokens) == (7, 90_000)


def test_a_server_on_the_command_line_is_added_or_takes_the_place_of_its_name(tmp_path):
    file = tmp_path / "config.json"
    servers = [{"name": name, "base_url": f"http://{name}.example/v1"} for name in ("first", "second")]
    file.write_text(json.dumps({"topic": {"text": TOPIC}, "servers": servers}))
    typed = ["--base-url", "second=http://new.example/v1", "--base-url", "third=http://third.example/v1"]
    chosen = config_of(parser().parse_args(["run", "--config", str(file), *typed]))
    assert {server.name: server.base_url for server in chosen.servers} == {
        "first": "http://first.example/v1",
        "second": "http://new.example/v1",
        "third": "http://third.example/v1",
    }


def test_the_burden_of_proof_is_put_on_a_side_and_reported(store, capsys, tmp_path):
    found = run(capsys, "--burden", "con", "--background", "Some begin at 7:30.", "--arguments", "1")
    assert found["burden"] == "con"
    for form in ([], ["--as", "md"]):
        assert "The burden of proof is on CON" in call(capsys, "report", found["debate"], *form)[1].out
    assert run(capsys, "--arguments", "1")["why_null"]["burden"].endswith("on neither side")


def test_the_csv_says_how_many_judges_scored_and_why_others_did_not(store, capsys):
    shutil.copy(OLD, store)
    status, said = call(capsys, "report", "failed000001", "--as", "csv")
    assert status == 0
    rows = list(csv.DictReader(said.out.splitlines()))
    assert {row["panel"] for row in rows} == {"3 of 5 judges"}
    causes = {row["judge"]: row["cause"] for row in rows}
    assert [name for name, cause in causes.items() if cause] == ["General", "Risk manager"]
    assert "the key was refused" in causes["General"]
    assert {row["example"] for row in rows} == {"no"}


@pytest.mark.parametrize(
    ("words", "budget"),
    [
        ((), None),
        (("--budget-calls", "9"), Budget(calls=9)),
        (("--budget-calls", "9", "--budget-tokens", "5"), "--budget-tokens"),
        (("--budget-calls", "3"), "--budget-calls"),
    ],
)
def test_resume_raises_the_limits_it_is_given_and_no_other(words, budget):
    options = parser().parse_args(["resume", "x", *words])
    if isinstance(budget, str):
        with pytest.raises(SetUpError, match=budget):
            raised(options, Budget(calls=3))
    else:
        assert raised(options, Budget(calls=3)) == budget
