"""A key named on the command line goes only where somebody here has said, and nothing given in haste is repeated."""

import json

import pytest

from debate_core.domain.cast import Debater
from debate_core.domain.config import DebateConfig
from debate_core.domain.model import Server
from debate_core.domain.transcript import Topic
from debate_core.store import SQLiteStore
from debate_core.store.events import DebateOpened, DebateStopped
from tests.llm.servers import chat_error, serving

SECRET = "sk-proj-4f9a8b7c6d5e4f3a2b1c"


@pytest.fixture(autouse=True)
def _a_key(monkeypatch):
    monkeypatch.setenv("MY_KEY", SECRET)


@pytest.fixture
def elsewhere():
    """A server that takes openai's place, and refuses every key."""
    with serving(chat_error(401, "no")) as server:
        yield server


def stored(path, url):
    store = SQLiteStore(path)
    pro, servers = Debater(side="pro", model="openai:m"), (Server(name="openai", base_url=url),)
    config = DebateConfig(topic=Topic(text="x"), pro=pro, servers=servers)
    record = store.open_record(DebateOpened(config=config))
    store.append(record, [DebateStopped()])
    store.close()
    return record


@pytest.mark.slow
def test_a_stored_configuration_gets_a_key_for_its_own_address_only_by_leave(store, call, elsewhere):
    record = stored(store, f"{elsewhere.url}/v1")
    words = ("resume", record, "--key-variable", "openai=MY_KEY")
    said = call(*words)
    assert said.status == 2
    assert f"has 'openai' at {elsewhere.url.removeprefix('http://')}/v1" in said.err.replace("http://", "")
    assert "Add --yes" in said.err
    assert not elsewhere.heard
    assert call(*words, "--yes").status == 1
    assert elsewhere.heard[0].headers["authorization"] == f"Bearer {SECRET}"


@pytest.mark.parametrize(("answer", "status"), [("Yes", 1), (" y ", 1), ("n", 2), ("", 2)])
def test_on_a_terminal_leave_is_asked_for(store, call, elsewhere, monkeypatch, answer, status):
    record = stored(store, f"{elsewhere.url}/v1")
    monkeypatch.setattr("sys.stdin.isatty", lambda: True)
    monkeypatch.setattr("builtins.input", lambda _: answer)
    assert call("resume", record, "--key-variable", "openai=MY_KEY").status == status
    assert bool(elsewhere.heard) == (status == 1)


def test_so_does_one_that_is_read_from_a_file_but_not_an_address_typed_here(store, call, elsewhere, tmp_path):
    file = tmp_path / "config.json"
    servers = [{"name": "openai", "base_url": f"{elsewhere.url}/v1"}]
    file.write_text(json.dumps({"topic": {"text": "x"}, "servers": servers}))
    words = ("run", "--config", file, "--pro", "openai:m", "--key-variable", "openai=MY_KEY")
    assert call(*words).status == 2
    assert not elsewhere.heard
    assert call(*words, "--base-url", f"{elsewhere.url}/v1").status == 1
    assert elsewhere.heard


@pytest.mark.parametrize(
    "given",
    [
        ("--key-variable", f"openai={SECRET}"),
        ("--key-variable", SECRET),
        ("--key-variable", f"{SECRET}=MY_KEY"),
        ("--base-url", f"http://127.0.0.1:1/v1?key={SECRET}"),
        ("--base-url", f"mine=http://127.0.0.1:1/v1?key={SECRET}"),
        ("--base-url", f"mine=http://me:{SECRET}@127.0.0.1:1/v1"),
        ("--base-url", f"mine=ftp://127.0.0.1:1/v1#{SECRET}"),
        ("--base-url", f"mine=127.0.0.1/v1?key={SECRET}"),
        ("--base-url", f"local=http://127.0.0.1/v1?key={SECRET}"),
        ("--base-url", f"mine=http://127.0.0.1:port/v1?key={SECRET}"),
    ],
)
def test_nothing_given_for_a_key_or_in_an_address_is_printed_back(store, call, given):
    said = call("run", "--topic", "x", "--pro", "mine:m", "--con", "openai:m", *given)
    assert said.status == 2
    assert SECRET not in said.err + said.text
    assert SECRET[8:] not in said.err + said.text
    assert not store.exists()
