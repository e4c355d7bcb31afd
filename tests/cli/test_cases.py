"""What each command prints of every kind of record, number by number, as a person approved it."""

import pytest

from tests.approved import check_facts
from tests.building import cases
from tests.building.studied import study_of

REPORTS = (
    "split",
    "no_call",
    "three_of_four",
    "one_judge_left",
    "live_failed",
    "verdict_named",
    "talked",
    "table",
)
COMMANDS = (
    *(("list", *more) for more in ((), ("--json",))),
    *(("report", one, *more) for one in REPORTS for more in ((), ("--json",))),
    ("export", "talked", "--as", "md"),
    ("list", "--limit", "3"),
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
    ("truth", "split", "CON"),
    ("truth", "scoring", "PRO", "--json"),
    ("truth", "example_1", "PRO"),
    ("truth", "split", "unknown"),
    ("report", "nothing"),
    ("work",),
    ("resume", "split"),
    ("versus", "simulated:standard", "simulated:standard"),
    ("versus", "simulated:a", "simulated:b", "--topics", "2", "--check"),
    ("versus", "simulated:a", "openai:gpt", "--topics", "2", "--check", "--json"),
    ("study", "run", "FILE", "--check"),
    ("study", "run", "FILE", "--check", "--json", "--budget-calls", "9"),
    ("study", "report", "FILE"),
    ("study", "report", "FILE", "--out", "no folder/rows"),
)


@pytest.fixture
def filled(store):
    return cases.fill(store)


def test_each_command_prints_the_same_as_before(call, filled, tmp_path):
    (tmp_path / "study.json").write_text(study_of().model_dump_json(), encoding="utf-8")
    found = []
    for words in COMMANDS:
        said = call(*(tmp_path / "study.json" if word == "FILE" else word for word in words))
        out = said.json if "--json" in words and said.out else f" {said.out}"
        found.append((" ".join(words), [[said.status, out, f" {said.err}"]]))
    check_facts("cli/commands", found)
