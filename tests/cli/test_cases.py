"""What each command prints of every kind of record, number by number, as a person approved it."""

import asyncio
import contextlib
import json
import re
import signal
import sqlite3

import pytest

from debate_core import composition
from debate_core.running.runner import Runner
from debate_core.store import SQLiteStore
from debate_core.study.design import toml_text
from tests.approved import check_facts
from tests.building import cases
from tests.building.studied import TOPICS, study_of

pytestmark = pytest.mark.slow

REPORTS = "split no_call three_of_four one_judge_left live_failed verdict_named talked table"
COMMANDS = (
    *(("list", *more) for more in ((), ("--json",))),
    *(("report", one, *more) for one in REPORTS.split() for more in ((), ("--json",))),
    ("export", "talked", "--as", "md"),
    ("list", "--limit", "3"),
    ("list", "--limit", "0"),
    ("export", "table", "--as", "csv"),
    ("report", "split", "--rules", "classic", "--calibration", "zscore"),
    ("compare", "split", "no_call", "talked"),
    ("compare", "split", "no_call", "--json"),
    ("compare", "split"),
    ("history",),
    ("history", "--json", "--dimensions"),
    ("history", "--before", "talked"),
    ("people",),
    ("people", "--json"),
    ("reviews", "export"),
    ("reviews", "export", "no_call", "--json"),
    ("replay", "scoring"),
    ("replay", "scoring", "--upto", "3"),
    ("replay", "scoring", "--upto", "2", "--raw"),
    ("truth", "split", "CON"),
    ("truth", "scoring", "PRO", "--json"),
    ("truth", "example_1", "PRO"),
    ("truth", "split", "unknown"),
    ("report", "nothing"),
    ("report", "table", "--as", "sarif"),
    ("report", "split", "--as", "sarif"),
    ("report", "split", "--answers"),
    ("report", "split", "--json", "--as", "md"),
    ("prompts", "table"),
    ("compare", "split", "split"),
    ("agree", "TABLE", "--where", "judge=A", "--where", "judge=B", "--where", "judge=C"),
    ("agree", "TABLE", "--where", "judge"),
    ("agree", "TABLE", "--leave-out", "e,f", "--at-least", "0.5"),
    ("agree", "TABLE", "--items-as-rows", "--level", "ordinal"),
    ("work",),
    ("resume", "split"),
    ("versus", "simulated:standard", "simulated:standard"),
    ("versus", "simulated:careful", "simulated:hasty", "--topics", "2", "--check"),
    ("versus", "simulated:a", "openai:gpt", "--topics", "2", "--check", "--json"),
    ("study", "run", "FILE", "--check"),
    ("study", "run", "FILE", "--check", "--json", "--budget-calls", "9"),
    ("study", "report", "FILE"),
    ("study", "report", "FILE", "--out", "no folder/rows"),
)


@pytest.fixture
def filled(store):
    return cases.fill(store)


@pytest.mark.parametrize(("waiting", "said"), [(199, ""), (200, "Reading 200 debates once.\n")])
def test_a_list_that_takes_long_says_why(call, filled, monkeypatch, waiting, said):
    monkeypatch.setattr("debate_core.cli.inspect.count_stale", lambda _: waiting)
    assert call("list", "--limit", "1").err == said


def test_a_line_of_the_list_has_a_column_for_each_value(call, filled):
    with contextlib.closing(sqlite3.connect(filled)) as db:
        db.execute("UPDATE events SET body = '[]' WHERE record = 'scoring' AND sequence = 2")
        db.execute("DELETE FROM summaries WHERE record = 'scoring'")
        db.execute("INSERT INTO notes VALUES ('asked', 'live_running', '', '', '{}', 1)")
        db.commit()
    rows = (re.split("  +", line) for line in call("list").out.splitlines())
    lines = {name: columns for name, _, *columns in rows}
    assert lines["table"] == ["–", "alpha 0.16", "–", "t.csv", "Table · 4 judges, 6 items"]
    assert lines["example-retention-policy"][0] == "No call"
    assert lines["example-retention-policy"][3:] == [
        "retention-policy.md",
        "Text · 5 of 5 reviewers · simulated · to review",
    ]
    *columns, _, about = lines["no_call"]
    assert columns == ["No call", "alpha −0.20", "consensus 0.60, discussion advised"]
    assert about.startswith("Debate · 4 judges · simulated") and " · sample" in lines["example_1"][-1]
    assert lines["split"][:3] == ["No call", "alpha 0.21", "consensus 0.92"]
    assert lines["one_judge_left"][:3] == ["Failed", "–", "–"]
    assert (lines["live_running"][0], lines["live_missing"][0]) == ("Waiting", "Paused")
    assert lines["scoring"][0] == "–" and lines["scoring"][3] == "Can't be read: scoring"


def test_of_an_empty_store_it_is_said_how_to_begin_and_what_cannot_be_read_is_left_out(call, store):
    SQLiteStore(store).close()
    empty = call("list")
    assert (empty.out, empty.err.startswith("No debates yet. Start one: ")) == ("", True)
    cases.fill(store)
    with contextlib.closing(sqlite3.connect(store)) as db:
        db.execute("UPDATE events SET body = '[]' WHERE record = 'no_call' AND sequence = 2")
        db.commit()
    said = call("report", "no_call")
    assert said.status == 1 and said.err.endswith("Its stored lines: replay no_call --raw\n")
    assert call("reviews", "export").err.startswith("Left out: ")


def test_each_command_prints_the_same_as_before(call, filled, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "study.json").write_text(study_of().model_dump_json(), encoding="utf-8")
    (tmp_path / "t.csv").write_text(cases.SCORES, encoding="utf-8")
    files = {"FILE": tmp_path / "study.json", "TABLE": "t.csv"}
    found = []
    for words in COMMANDS:
        said = call(*(files.get(word, word) for word in words))
        assert not said.text or said.text.rstrip("\n") + "\n" == said.text, words
        out = said.json if "--json" in words and said.text else f" {said.text}"
        found.append((" ".join(words), [[said.status, out, f" {said.err}"]]))
    check_facts("cli/commands", found)


def test_a_study_is_conducted_within_its_budget_and_goes_on_when_run_again(call, store, tmp_path):
    file, rows = tmp_path / "study.toml", tmp_path / "rows.csv"
    file.write_text(toml_text(study_of(topics=TOPICS[:1], readings=1)), "utf-8")
    assert call("study", "run", file, "--check").status == 0 and not store.exists()
    assert call("study", "run", file, "--budget-calls", "0").status == 2
    few = call("study", "run", file, "--budget-calls", "30", "--json")
    assert (few.status, json.loads(few.text)["finished"]) == (1, 1)
    assert few.err.startswith("1 of 2 debates have not finished: ") and "by --budget-calls" in few.err
    rest = call("study", "run", file, "--out", rows, "--json")
    assert (rest.json["finished"], rest.json["planned"]) == (2, 2)
    assert call("study", "report", file, "--json").json == rest.json
    assert rest.err.startswith("A row a debate: ") and str(rows) in rest.err
    assert len(rows.read_text().splitlines()) == 3


def test_an_interrupt_while_a_debate_begins_leaves_none_that_seems_to_run(call, store, tmp_path, monkeypatch):
    class Slow:
        async def complete(self, request, on_text=None):
            await asyncio.sleep(60)

    def start_and_interrupt(*values, **more):
        start(*values, **more)
        signal.raise_signal(number)

    start, file = Runner.start, tmp_path / "study.toml"
    file.write_text(toml_text(study_of(topics=TOPICS[:1], readings=1)), "utf-8")
    monkeypatch.setattr(composition, "model_factory", lambda access: lambda name, ask: Slow())
    monkeypatch.setattr(Runner, "start", start_and_interrupt)
    for number in (signal.SIGINT, signal.SIGTERM):
        handler = signal.getsignal(number)
        said = call("study", "run", file, "--json", "--store", f"{store}-{number}")
        assert signal.getsignal(number) is handler
        report = json.loads(said.text)
        assert [report[name] for name in ("running", "stopped", "not_begun")] == [0, 1, 1]
        assert said.status == 1 and "Go on by running it again" in said.err
