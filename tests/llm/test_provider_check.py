"""Checking a model with one small call, in its five outcomes; servers of this machine, found when asked for."""

import asyncio
import json
import socket

import pytest

from debate_core.domain.model import Server
from debate_core.llm import provider_check
from debate_core.llm.catalogue import Access, mix_models, row_named
from debate_core.llm.errors import ModelError
from debate_core.llm.keys import Endpoint, Key
from debate_core.llm.listing import _models, headers_of
from debate_core.llm.provider_check import (
    PLACES,
    KnownServer,
    _door,
    _outcome,
    _unknown,
    answers,
    check,
    find_servers,
)
from tests.each import each
from tests.llm.calls import SECRET
from tests.llm.servers import Reply, page, said, serving

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("no_keys")]

MORE = [{"id": "m-mini"}, {"id": "models/whisper"}]
LISTED = {
    "openai": ("/v1/models", {"data": [{"id": "m", "max_model_len": 131_072}, *MORE]}),
    "anthropic": ("/v1/models?limit=1000", {"data": [{"id": "m", "max_input_tokens": 131_072}, *MORE]}),
    "ollama": ("/api/tags", {"models": [{"name": "m:latest"}, {"name": "m-mini"}, {"name": "whisper"}]}),
}


def lists(wire):
    path, body = LISTED[wire.provider]
    return {path: said(body)}


def checked(wire, server, model="m", *, key=True):
    url = server if isinstance(server, str) else server.url
    servers = (Server(name=wire.provider, base_url=f"{url}/v1"),)
    keys = {row_named(wire.provider, servers).key_id: Key(SECRET)} if key else {}
    found = asyncio.run(check(f"{wire.provider}:{model}", Access(keys=keys, servers=servers)))
    assert SECRET not in found.message
    return found


def test_a_model_that_answers_is_ready_after_one_small_call(wire):
    with serving(wire.whole("ready"), aside=lists(wire)) as server:
        found = checked(wire, server)
    assert (found.outcome, found.models) == ("ready", ("m", "m-mini", "whisper"))
    assert found.context == 131_072
    assert [wire.capped(heard.body) for heard in server.heard] == [16]


def test_a_refused_key_is_called_that_and_nothing_is_bought(wire):
    refusal = wire.refusal(401, f"Incorrect API key provided: {SECRET}")
    with serving(wire.whole("ready"), aside={LISTED[wire.provider][0]: refusal}) as server:
        assert checked(wire, server).outcome == "key_refused"
    assert server.heard == []
    with serving(refusal, aside=lists(wire)) as server:
        assert checked(wire, server).outcome == "key_refused", "its list was public"


def test_a_server_that_asks_for_a_key_where_none_was_given_lacks_one_and_refused_none(wire):
    refusal = wire.refusal(401, "Bearer token required")
    with serving(refusal, aside={LISTED[wire.provider][0]: refusal}) as server:
        assert checked(wire, server, key=False).outcome == "key_missing"
    with serving(refusal, aside=lists(wire)) as server:
        assert checked(wire, server, key=False).outcome == "key_missing", "its list was public"


def test_a_model_that_is_wrong_only_by_its_name_is_told_the_nearest(wire):
    missing = wire.refusal(404, "model: m-mni")
    aside = {**lists(wire), "/api/show": missing}
    with serving(missing, aside=aside) as server:
        found = checked(wire, server, "m-mni")
    assert (found.outcome, found.nearest[0]) == ("model_unknown", "m-mini")
    assert f"{wire.provider} is there and has no model m-mni. Nearest: m-mini" in found.message
    with serving(missing, aside=aside) as server:
        assert "It has: m, m-mini" in checked(wire, server, "quite-another").message


@pytest.mark.parametrize("aside", [{}, {"/v1/models": page(404)}])
def test_an_address_without_such_a_server_is_unreachable(wire, aside):
    with serving(page(404), aside={**aside, "/api/show": page(404)}) as server:
        assert checked(wire, server).outcome == "unreachable"
    assert checked(wire, server.url).outcome == "unreachable"


@pytest.mark.parametrize("status", [429, 500])
def test_what_is_there_and_fails_is_neither_ready_nor_unreachable(wire, status):
    with serving(wire.refusal(status, "slow down"), aside=lists(wire)) as server:
        found = checked(wire, server)
    assert found.outcome == "failed" and "busy or failing" in found.message


@each("anthropic, names", [(True, ["anthropic-version", "x-api-key"]), (False, ["Authorization"])])
def test_a_list_is_asked_for_with_the_key_where_there_is_one(anthropic, names):
    for key, there in ((Key(SECRET), names), (None, [])):
        headers = headers_of(Endpoint(provider="x", base_url="http://x", key=key), anthropic=anthropic)
        assert sorted(headers) == there and all(SECRET in headers[one] for one in there[-1:])


@each(
    ("body", "models"),
    [
        ({"data": [{"id": "models/a:latest", "name": "b"}, {"name": "c", "max_input_tokens": 9}]}, {"a": None, "c": 9}),
        ({"models": [{"name": "d", "max_model_len": 0, "meta": {"n_ctx": 7}}]}, {"d": 7}),
        ({"data": [{"id": "e", "context_length": 1, "meta": 5}]}, {"e": 1}),
        ({"data": [{"id": "f", "meta": {"n_ctx": "7"}}]}, {"f": None}),
        ({"data": [*({"id": name} for name in ("x" * 150, "y" * 151, "", "a\nb", 5, None)), "z"]}, {"x" * 150: None}),
        *((body, None) for body in ({"data": {}}, [{"id": "a"}], None)),
    ],
)  # fmt: skip
def test_a_list_gives_models_their_plain_names_and_the_context_that_is_said(body, models):
    assert _models(body) == models


FEW = ("gpt-4.1", "gpt-4.1-mini", "gpt-4.1-nano", "gpt-4.1-max")


@each(
    ("name", "listed", "words"),
    [
        ("m", (), ""),
        ("m", ("whisper",), " It has: whisper."),
        ("m", tuple("123456789"), " It has: 1, 2, 3, 4, 5, 6, 7, 8. It lists 9 in all."),
        ("gpt-4.1-mni", FEW, " Nearest: gpt-4.1-mini, gpt-4.1-max, gpt-4.1-nano. It lists 4 in all."),
        ("qwen3", ("qwen3:8b",), " Nearest: qwen3:8b."),
        ("qwen3", ("qwen3:8b", "whisper"), " Nearest: qwen3:8b. It lists 2 in all."),
    ],
)
def test_of_a_model_that_is_not_there_the_nearest_or_the_first_are_named_and_how_many_there_are(
    name, listed, words
):
    assert _unknown(f"mine:{name}", name, listed).message == f"mine is there and has no model {name}.{words}"


@each(
    ("kind", "unlisted", "listed"),
    [
        ("not_found", "unreachable", "model_unknown"),
        *((kind, "unreachable", "failed") for kind in ("retryable", "deadline", "cut_stream")),
        ("quota", "failed", "failed"),
        ("all_thinking", "ready", "ready"),
        ("auth", "key_missing", "key_missing"),
    ],
)
def test_what_a_failure_means_depends_on_whether_the_server_listed_its_models(kind, unlisted, listed):
    access, failed = Access(servers=(Server(name="mine", base_url="http://x"),)), ModelError("No.", kind=kind)
    assert [_outcome(failed, names, "mine:m", access) for names in (None, ())] == [unlisted, listed]


def test_a_server_without_a_list_is_ready_all_the_same(wire):
    with serving(wire.whole("ready"), aside={LISTED[wire.provider][0]: page(404)}) as server:
        found = checked(wire, server)
    assert (found.outcome, found.models) == ("ready", None)


def test_a_server_that_never_answers_is_given_up(wire, monkeypatch):
    monkeypatch.setattr(provider_check, "WITHIN", 0.2)
    with serving(wire.whole("ready"), aside={LISTED[wire.provider][0]: Reply(end="hang")}) as server:
        assert checked(wire, server).outcome == "unreachable"


@pytest.mark.parametrize(
    ("model", "outcome", "words"),
    [
        ("openai:gpt-4.1-mini", "key_missing", "OPENAI_API_KEY"),
        ("ollama-cloud:x", "key_missing", "OLLAMA_API_KEY"),
        ("nobody:x", "model_unknown", "or a server you named"),
        ("simulated:standard", "ready", "without a call"),
        ("far:m", "unreachable", "link-local"),
    ],
)
@pytest.mark.usefixtures("offline")
def test_what_needs_no_call_is_told_without_one(model, outcome, words):
    far = (Server(name="far", base_url="http://169.254.169.254/v1"),)
    found = asyncio.run(check(model, Access(servers=far)))
    assert found.outcome == outcome
    assert words in found.message


# ── servers of this machine ──


def test_servers_of_this_machine_are_found_with_their_models_and_what_is_none_is_not():
    listing = {"/api/tags": said({"models": [{"name": "qwen3:8b"}, {"name": "llama3.2:latest"}]})}
    openai = {"/v1/models": said({"data": [{"id": "some-model"}]})}
    with (
        serving(page(), aside=listing) as one,
        serving(page(), aside=openai) as two,
        serving(page(), aside={"/v1/models": page()}) as three,
        socket.create_server(("127.0.0.1", 0)) as mute,
    ):
        dead = socket.create_server(("127.0.0.1", 0))
        dead.close()
        addresses = {
            "ollama": one.url,
            "vllm": f"{two.url}/v1",
            "llamacpp": f"{three.url}/v1",
            "mute": f"http://127.0.0.1:{mute.getsockname()[1]}",
        }
        places = [
            KnownServer(
                provider=name, label=name, base_url=url, wire="ollama" if name == "ollama" else "openai"
            )
            for name, url in addresses.items()
        ]
        found = asyncio.run(find_servers(places))
    models = {one.place.provider: one.models for one in found}
    assert models == {"ollama": ("qwen3:8b", "llama3.2"), "vllm": ("some-model",)}


def test_only_this_machine_is_looked_at_and_no_key_goes_along():
    assert all(place.base_url.startswith("http://127.0.0.1:") for place in PLACES)
    with serving(page(), aside={"/v1/models": said({"data": [{"id": "m"}]})}) as server:
        place = KnownServer(provider="openai", label="x", base_url=f"{server.url}/v1")
        asyncio.run(find_servers((place,)))
    sent = server.looked[0].headers
    assert "authorization" not in sent and SECRET not in json.dumps(dict(sent))


# ── knocking: only at this machine, and nothing is said that was not tried ──


@pytest.fixture
def listening():
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server.getsockname()[1]


def test_something_that_listens_on_this_machine_answers(listening):
    for host in ("127.0.0.1", "localhost", "LOCALHOST"):
        assert answers(f"http://{host}:{listening}/v1") is True


def test_nothing_there_does_not_answer(listening):
    with socket.create_server(("127.0.0.1", 0)) as server:
        free = server.getsockname()[1]
    assert answers(f"http://127.0.0.1:{free}/v1") is False
    doors = [_door(f"{scheme}://127.0.0.1/v1") for scheme in ("http", "https", "ftp")]
    assert doors == [("127.0.0.1", 80), ("127.0.0.1", 443), None]


ELSEWHERE = """
https://api.openai.com/v1 http://10.0.0.1:8000 http://localhost.example.com:80 http://[::1 http://127.0.0.1:99999
ftp://127.0.0.1
"""


@pytest.mark.parametrize("address", [*ELSEWHERE.split(), ""])
@pytest.mark.usefixtures("offline")
def test_no_other_machine_is_knocked_at(address):
    assert answers(address) is None


# ── panels of several families ──

MANY = ["openai:gpt-5", "anthropic:claude-x", "openrouter:meta/llama-3"]


@pytest.mark.parametrize(
    ("ready", "debaters", "seats"),
    [
        (["openai:gpt-4.1", "openai:gpt-5"], {"gemini:gemini-2.5-pro"}, None),
        (["openai:gpt-4.1", "anthropic:claude-x"], {"openai:gpt-4.1"}, None),
        (["openrouter:openai/gpt-4.1", "anthropic:claude-x"], {"openai:gpt-4.1-2025-04-14"}, None),
        (["openai:gpt-4.1", "anthropic:x"], set(), ("openai:gpt-4.1", "anthropic:x", "openai:gpt-4.1")),
        (MANY, {"openai:gpt-4.1"}, ("anthropic:claude-x", "openrouter:meta/llama-3", "openai:gpt-5")),
    ],
)
def test_a_mixed_panel_seats_families_in_turn_and_never_a_debaters_own_model(ready, debaters, seats):
    assert mix_models(3, ready, debaters) == seats
