"""Wrong usage is status 2 and says what was expected, before anything is asked, printed or stored."""

import pathlib
import shlex

from tests.each import each
from tools.examples.review import POLICY

CHAT = pathlib.Path(__file__).parents[2] / "examples" / "four-day-week.json"
NINES, SIDES = "9" * 20, "--pro user --con assistant"
EXCHANGE, STRUCTURED = "works only with --format exchange", "works only with --format structured"
REFUSED = {
    "run": "expected a topic",
    "run One --topic Another": "got 'One' besides --topic",
    "run --topic x --judge Alone": "2 or more have to judge",
    "run --topic x --arguments 9": "--arguments: expected",
    "run --topic x --turns 8": f"--turns {EXCHANGE}",
    "run --topic x --format exchange --turns 21": "turns",
    "run --topic x --format exchange --arguments 2": f"--arguments {STRUCTURED}",
    "run --topic x --format exchange --order alternating": f"--order {STRUCTURED}",
    "run --topic x --pro nonsense": "provider:model",
    "run --topic x --pro ollama:m-cloud --budget-dollars 1": "needs a known price",
    "run --topic x --pro openai:gpt-4.1-mini": "OPENAI_API_KEY",
    "run --topic x --pro openai:o3 --pro-temperature-opening 1": "--pro-temperature-opening: openai:o3 takes no",
    "run --topic x --pro-temperature-exchange 1": f"--pro-temperature-exchange {EXCHANGE}",
    "run --topic x --con-elasticity .4": "--con-elasticity works only with --con-personality",
    "run --topic x --con-traits 'formal 9'": "--con-traits works only with --con-personality",
    "run --topic x --pro-personality engineer --pro-traits 'formal 11'": "PRO's traits: expected a number from 1",
    "run --topic x --live-feedback strict": "--live-feedback works only with --live",
    "run --topic x --cap-live 900": "--cap-live works only with --live",
    "run --topic x --deliberate-rounds 2": "--deliberate-rounds works only with --deliberate",
    "run --topic x --judge-temperature 2.1": "--judge-temperature: expected a number from 0 to 2",
    "run --topic x --judge-model openai:o3 --judge-temperature 1": "--judge-temperature: openai:o3 takes no",
    "run --topic x --store sqlite:///x": "a file or postgresql://… as store; got sqlite://…",
    "versus simulated:a simulated:b --repeats 1001": "--repeats: expected a whole number from 1 to 1000",
    "versus simulated:a simulated:b --judge-temperature 1": "-temperature: simulated:standard takes no temperature",
    "work --slots 1": "--slots: expected a whole number from 2 to 60",
    "work --slots 61": "--slots: expected a whole number from 2 to 60",
    "lab --judges 9": "judges: expected a whole number from 2 to 8 (judges), got '9'",
    "lab --missing nan": "missing: expected a number from 0 to 0.5 (of all scores), got 'nan'",
    "lab --panels 3": "--panels: expected a whole number from 10 to 100000, got '3'",
    "lab --seed -1": "--seed: expected a whole number of 0 or more, got '-1'",
    "lab --worked --judges 3": "worked example and takes no --judges",
    "lab --worked --arguments 3": "worked example and takes no --arguments",
    "lab --worked --seed 3": "worked example and takes no --seed",
    "deliberate x --rounds -1": "--rounds: expected a whole number from 0",
    "deliberate x --threshold 1.2": "--threshold: expected a number from 0 to 1",
    "deliberate x --seconds 0": "--seconds: expected a number above 0 and at most",
    "report nothing": "'nothing'",
    "report x --threshold gap_level=1.2": "expected a number from 0.5 to 0.999",
    "report x --threshold alpha_least=much": "alpha_least: expected a number from -1 to 1, got 'much'",
    "report x --threshold alpha_least=nan": "expected a number from -1 to 1",
    "report x --threshold alpha_alone=maybe": "alpha_alone: expected yes or no, got 'maybe'",
    "report x --threshold alpha=.5": "NAME one of alpha_least",
    "report x --threshold alpha_least": "expected NAME=VALUE",
    "report x --json --as md": "expected no --as beside it, or --as json; got --as md",
    "report x --json --as csv": "expected no --as beside it, or --as json; got --as csv",
    "export x --json --as md": "--json: expected no --as beside it, or --as json; got --as md",
    "export x --rules classic": "report settings need --as md, csv or html",
    "export x --json --threshold z_gap=.2": "report settings need --as md, csv or html",
    "export x --as md --votes": "--votes works only with --as json",
    "history --dimensions": "--dimensions works only with --json",
    "replay x --upto -3": "--upto: expected a whole number of 1 or more, got '-3'",
    f"list --limit {NINES}": f"--limit: expected a whole number from 1 to 1000000, got '{NINES}'",
    "review /no/such/file.md": "can't be read",
    f"review {POLICY} --name x.py": "--name works only with - as FILE",
    f"review {POLICY} --reviewer 'Only one'": "2 or more have to judge",
    f"review {POLICY} --reviewer 'A=: x' --reviewer B": "--reviewer: expected NAME, NAME=MODEL or NAME=MODEL: BRIEF",
    f"review {POLICY} --reviewer-model openai:gpt-4.1": "key",
    f"review {POLICY} --json --as md": "--json",
    f"judge {CHAT}": "--pro NAME and --con NAME. The speakers are 'user', 'assistant'",
    f"judge {CHAT} --pro Bob": "got 'Bob'. The speakers are 'user', 'assistant'",
    f"judge {CHAT} --chat 2": "--chat: expected 1 to 1; got 2",
    f"judge {CHAT} --chat 0": "--chat: expected 1 to 1; got 0",
    f"judge {CHAT} {SIDES} --judge-model ollama:m-cloud --budget-dollars 1": "needs a known price",
    "judge none.json": "can't be read",
    "study report 'none of it'": "(to report, also a study's name); got 'none of it'",
    "resume nothing": "'nothing'",
}


@each(("typed", "said"), REFUSED.items())
def test_what_cannot_be_done_is_refused_with_what_was_expected(store, call, monkeypatch, typed, said):
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    found = call(*shlex.split(typed))
    assert (found.status, found.text, store.exists()) == (2, "", False)
    assert said in found.err
