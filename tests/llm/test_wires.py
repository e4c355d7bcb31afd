"""What every wire promises, over real HTTP and the real SDK, against a server that fails in every way servers do."""

import asyncio
import json
import time

import pytest

from debate_core.domain.errors import KeyMissing, LeaseLost
from debate_core.domain.model import Server
from debate_core.llm.catalogue import Access, connect, takes_temperature
from debate_core.llm.errors import ModelError
from debate_core.llm.keys import Endpoint, Key
from tests.each import each
from tests.llm.batches import BUSY, CANCELLED, EXPIRED, MISSING, REFUSED, Batching
from tests.llm.calls import SECRET, ask, ask_badly, reached, request, unwatched
from tests.llm.servers import WIRES, Reply, events, page, said, serving

pytestmark = pytest.mark.slow

OF_N = {"type": "object", "required": ["n"], "additionalProperties": False}
STRICT = {**OF_N, "properties": {"n": {"type": "integer"}}}
SCHEMA = {**OF_N, "properties": {"n": {"type": "integer", "minimum": 1}}}
AWAY = Reply(status=307, headers={"location": "http://127.0.0.1:1/v1"})

FAULTS = {
    "wrong key": (lambda wire: wire.refusal(401, f"Incorrect API key provided: {SECRET}."), "auth"),
    "no such path": (lambda _: page(404), "not_found"),
    "too fast": (lambda wire: wire.refusal(429, "slow down", retry_after="7"), "retryable"),
    "overloaded": (lambda wire: wire.refusal(529, "Overloaded"), "retryable"),
    "sent elsewhere": (lambda _: AWAY, "not_found"),
    "half a body of JSON": (lambda _: Reply(pieces=[b'{"id": "c", "choices": [{"mess']), "cut_stream"),
    "half a letter": (lambda _: Reply(pieces=['{"id": "é'.encode()[:-1]]), "cut_stream"),
    "a page for people": (lambda _: page(), "bad_response"),
    "JSON of another sort": (lambda _: said({"hello": "world"}), "bad_response"),
    "a list": (lambda _: said([1, 2]), "bad_response"),
    "bytes": (lambda _: Reply(pieces=[b"\xff\xfe\x00\x01"]), "bad_response"),
    "nothing": (lambda wire: wire.whole(""), "bad_response"),
    "refused": (lambda wire: wire.whole("Well", wire.ends["refused"]), "content_filter"),
    "cut rudely": (lambda _: Reply(pieces=[b'{"id": "c", "choi'], end="rude"), "cut_stream"),
}


def broken(wire):
    """A piece of a stream whose JSON ends half-way."""
    line, event = b'{"message": {"con', b'event: message_delta\ndata: {"choices": [\n\n'
    return line if wire.provider == "ollama" else event


STREAM_FAULTS = {
    "cut politely": (lambda wire: wire.half("Half ", "a"), "cut_stream", "Half a"),
    "cut rudely": (lambda wire: wire.half("Half ", "a", end="rude"), "cut_stream", "Half a"),
    "cut at once": (lambda _: events(), "cut_stream", ""),
    "broken JSON": (lambda wire: wire.half("Half", then=broken(wire)), "cut_stream", "Half"),
    "an error midway": (lambda wire: wire.half("Half", then=wire.error), "cut_stream", "Half"),
    "an error first": (lambda wire: events(wire.error), "retryable", ""),
    "refused midway": (lambda wire: wire.stream("Half", reason="refused"), "content_filter", "Half"),
    "nothing": (lambda wire: wire.stream(), "bad_response", ""),
    "a page for people": (lambda _: page(), "bad_response", ""),
    "wrong key": (lambda wire: wire.refusal(401, "no"), "auth", ""),
}


def test_a_whole_answer_comes_with_what_it_used(wire):
    with serving(wire.whole("Later is better.")) as server:
        got = ask(reached(wire.provider, f"{server.url}/v1"), request(cap=50))
    assert (got.text, got.finish) == ("Later is better.", "stop")
    # Anthropic's wire counts 4 new tokens and 8 out of the cache: 12 of input.
    assert (got.usage.input, got.usage.output, got.usage.cached) == (12, 5, wire.cached)
    sent = server.heard[0]
    assert (sent.path, wire.capped(sent.body), sent.body["stream"]) == (wire.path, 50, False)
    assert SECRET in (sent.headers.get("x-api-key"), sent.headers.get("authorization", "")[7:])


def test_a_watched_answer_streams_and_counts(wire):
    with serving(wire.stream("Later ", "is better.")) as server:
        pieces = []
        got = ask(reached(wire.provider, server.url), on_text=pieces.append)
    assert pieces == ["Later ", "is better."]
    assert (got.text, got.finish, got.usage.total) == ("Later is better.", "stop", 17)
    assert server.heard[0].body["stream"] is True


@pytest.mark.parametrize("provider", ["openai", "anthropic"])
def test_a_batch_is_handed_in_goes_on_and_is_collected_by_name(provider):
    ends = {
        "1.": "Later is better.",
        "2.": EXPIRED,
        "3.": MISSING,
        "4.": CANCELLED,
        "5.": BUSY,
        "6.": REFUSED,
    }
    ends["7."] = ("authentication_error", 401)
    asked = {name: request(f"Speak {name}") for name in ends}

    def answer(words):
        return next(end for text, end in ends.items() if text in words)

    with serving(fake=Batching(answer, ended=False)) as server:
        model = reached(provider, f"{server.url}/v1")
        batch = asyncio.run(model.submit(asked))
        assert asyncio.run(model.collect(batch, 50)) is None
        server.ended = True
        lines = asyncio.run(model.collect(batch, 50))
    assert batch == "batch_1" and lines is not None and lines.keys() == ends.keys() - {"3."}
    assert model.read(lines["1."], asked["1."]).text == "Later is better."
    for name, kind, words in (
        ("2.", "deadline", "24 hours"),
        ("3.", "bad_response", "left the answer out"),
        ("4.", "cancelled", "had its batch cancelled"),
        ("5.", "retryable", "busy or failing"),
        ("6.", "internal", "no"),
        ("7.", "auth", "key"),
    ):
        with pytest.raises(ModelError, match=words) as caught:
            model.read(lines.get(name), asked[name])
        assert caught.value.kind == kind, name


@each(("code", "kind"), [("token_limit_exceeded", "retryable"), ("invalid_json_line", "internal")])
def test_a_batch_that_is_not_taken_fails_in_the_words_of_its_provider(code, kind):
    with serving(fake=Batching(str)) as server:
        server.failed = [{"code": code, "message": "Too much."}]
        model = reached("openai", f"{server.url}/v1")
        batch = asyncio.run(model.submit({"one": request()}))
        with pytest.raises(ModelError, match="Too much") as caught:
            asyncio.run(model.collect(batch, 50))
    assert caught.value.kind == kind


@pytest.mark.parametrize(("reply", "kind"), FAULTS.values(), ids=FAULTS)
def test_each_fault_has_its_kind(wire, reply, kind):
    with serving(reply(wire)) as server:
        failed = ask_badly(reached(wire.provider, server.url))
    assert failed.kind == kind
    assert f"127.0.0.1:{server.port}" in str(failed)
    assert len(server.heard) == 1, "the wire never tries again by itself"


@pytest.mark.parametrize(("reply", "kind", "partial"), STREAM_FAULTS.values(), ids=STREAM_FAULTS)
def test_each_fault_of_a_stream_has_its_kind_and_keeps_the_words(wire, reply, kind, partial):
    with serving(reply(wire)) as server:
        failed = ask_badly(reached(wire.provider, server.url), on_text=unwatched)
    assert (failed.kind, failed.partial) == (kind, partial)


@pytest.mark.parametrize("streams", [True, False])
@pytest.mark.parametrize(("reason", "words"), [("refused", "Half"), ("stop", "")])
def test_what_ends_without_an_answer_is_counted_as_its_server_says(wire, reason, words, streams):
    reply = wire.stream(words, reason=reason) if streams else wire.whole(words, wire.ends[reason])
    with serving(reply) as server:
        failed = ask_badly(reached(wire.provider, server.url), on_text=unwatched if streams else None)
    assert failed.usage.total == 17


@pytest.mark.parametrize("finish", ["stop", "length", "unconfirmed"])
def test_both_forms_say_how_an_answer_ended(wire, finish):
    with serving(wire.whole("All", wire.ends[finish]), wire.stream("All", reason=finish)) as server:
        model = reached(wire.provider, server.url)
        assert ask(model).finish == ask(model, on_text=unwatched).finish == finish


def test_an_answer_cut_by_its_cap_before_the_first_word_is_a_length(wire):
    with serving(wire.whole("", wire.ends["length"])) as server:
        assert ask(reached(wire.provider, server.url)).finish == "length"


def test_a_connection_that_breaks_after_the_end_was_seen_loses_nothing(wire):
    with serving(wire.stream("All", end="rude")) as server:
        assert ask(reached(wire.provider, server.url), on_text=unwatched).finish == "stop"


@pytest.mark.parametrize(
    ("headers", "message", "after"),
    [
        ({"retry_after": "7"}, "slow down", 7.0),
        ({"retry_after_ms": "1500"}, "slow down", 1.5),
        ({"retry_after": "Wed, 21 Oct 2015 07:28:00 GMT"}, "slow down", 0.0),
        ({}, "You exceeded your current quota. Please retry in 33.5s.", 33.5),
        ({}, "slow down", None),
    ],
)
def test_what_the_server_asks_to_wait_is_passed_on(wire, headers, message, after):
    with serving(wire.refusal(429, message, **headers)) as server:
        failed = ask_badly(reached(wire.provider, server.url))
    assert (failed.kind, failed.after) == ("retryable", after)


def test_a_schema_travels_strictly_and_is_taken_back_for_all_where_it_is_refused(wire):
    refusal = wire.refusal(400, f"{wire.form} json_schema is not supported")
    with serving(refusal, wire.whole('{"n": 3}')) as server:
        model = reached(wire.provider, server.url)
        for _ in range(2):
            assert ask(model, request(schema=SCHEMA)).text == '{"n": 3}'
    assert [wire.form in heard.body for heard in server.heard] == [True, False, False]
    assert wire.schema(server.heard[0].body[wire.form]) == STRICT


def test_the_least_length_of_a_text_goes_to_servers_that_heed_it_and_to_no_other(wire):
    from debate_core.llm.chat_wire import ChatModel

    asked = {**SCHEMA, "properties": {"n": {"type": "string", "minLength": 10}}}
    with serving(wire.whole('{"n": "ten or more"}')) as server:
        ask(reached(wire.provider, server.url), request(schema=asked))
    sent = "minLength" in json.dumps(wire.schema(server.heard[0].body[wire.form]))
    assert sent == (wire.provider != "anthropic")  # A server that a person named, not OpenAI's own.
    own = ChatModel(Endpoint(provider="openai", base_url="https://api.openai.com/v1", key=None), "m")
    assert "minLength" not in json.dumps(own._format(request(schema=asked)))


def test_a_redirect_carries_the_prompt_nowhere(wire):
    with serving(wire.whole("Gotcha.")) as thief:
        away = Reply(status=307, headers={"location": thief.url + wire.path})
        with serving(away) as server:
            failed = ask_badly(reached(wire.provider, server.url), request("My secret plan"))
    assert "redirected to another address (307)" in str(failed)
    assert thief.heard == []


def test_nothing_of_the_environment_reaches_a_typed_address(wire, monkeypatch):
    ours = wire.provider.upper()
    for name in wire.variables:
        monkeypatch.setenv(f"{ours}_{name}", f"sk-from-the-environment-{name}")
    named = "X-Inner", "Authorization", "x-api-key", "User-Agent", "Accept", "anthropic-version"
    headers = "\n".join(f"{name}: sk-from-the-environment" for name in named)
    for provider in ("OPENAI", "ANTHROPIC", ours):
        monkeypatch.setenv(f"{provider}_CUSTOM_HEADERS", headers)
    monkeypatch.setenv(f"{ours}_BASE_URL", "http://127.0.0.1:1/")
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:1/")
    with serving(wire.whole("Fine.")) as server:
        for key in (None, SECRET):
            ask(reached(wire.provider, server.url, key=key))
    sent, with_key = (heard.headers for heard in server.heard)
    assert "environment" not in f"{sent}{with_key}"
    assert SECRET not in str(sent) and SECRET in str(with_key)
    assert {"none", None} & {sent.get("x-api-key"), sent.get("authorization", "Bearer none")[7:]}


def test_a_gateway_of_the_environment_is_called_with_its_key(wire, monkeypatch):
    if wire.provider == "ollama":
        pytest.skip("its address is not the environment's")
    name = wire.provider.upper()
    with serving(wire.whole("Fine.")) as server:
        monkeypatch.setenv(f"{name}_BASE_URL", f" {server.url}/v1/ ")
        with pytest.raises(KeyMissing):  # One that was typed for the usual address does not go there.
            connect(f"{wire.provider}:m", Access(keys={wire.provider: Key("sk-for-the-usual-one")}))
        monkeypatch.setenv(f"{name}_API_KEY", SECRET)
        assert ask(connect(f"{wire.provider}:m", Access())).text == "Fine."
    (heard,) = server.heard
    assert heard.path == {"openai": "/v1/chat/completions", "anthropic": "/v1/messages"}[wire.provider]
    assert SECRET in (heard.headers.get("x-api-key"), heard.headers.get("authorization", "")[7:])


def test_a_server_of_ones_own_may_speak_anthropics_protocol():
    mine = next(wire for wire in WIRES if wire.provider == "anthropic")
    with serving(mine.whole("Fine.")) as server:
        servers = (Server(name="mine", base_url=f"{server.url}/v1", wire="anthropic"),)
        assert ask(connect("mine:m", Access(servers=servers))).text == "Fine."
    assert server.heard[0].path == "/v1/messages"
    assert not takes_temperature("mine:m", servers)


@pytest.mark.parametrize("end", ["hang", "drip"])
@pytest.mark.parametrize("on_text", [unwatched, None], ids=["streamed", "whole"])
def test_a_call_is_over_half_a_second_after_it_is_cancelled(wire, end, on_text):
    async def cancelled(model, server):
        task = asyncio.create_task(model.complete(request(), on_text))
        server.asked.clear()
        await asyncio.to_thread(server.asked.wait, 60)
        began = time.monotonic()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        return time.monotonic() - began

    with serving(wire.half("Half", end=end)) as server:
        took = (asyncio.run(cancelled(reached(wire.provider, server.url), server)) for _ in range(3))
        assert any(seconds < 0.5 for seconds in took), "once at least, should the machine be busy"
        assert server.left.wait(60), "the server was told"


@pytest.mark.parametrize("words", [(), ("Half",)], ids=["before a word", "after one"])
def test_silence_ends_a_call(wire, words):
    with serving(wire.half(*words, end="hang")) as server:
        endpoint = Endpoint(
            provider="x", base_url=server.url, key=Key(SECRET), read_timeout=0.5 if words else 0.1
        )
        failed = ask_badly(wire.model(endpoint, "m"), on_text=unwatched)
    assert (failed.kind, failed.partial) == ("deadline", "".join(words))


def test_a_server_that_drips_for_ever_falls_to_the_callers_own_deadline(wire):
    async def late(model):
        async with asyncio.timeout(0.2):
            await model.complete(request(), unwatched)

    with serving(wire.half("Half", end="drip")) as server, pytest.raises(TimeoutError):
        asyncio.run(late(reached(wire.provider, server.url)))


def test_nobody_at_the_address_is_said_with_what_to_do(wire):
    with serving(wire.whole("x")) as server:
        url = server.url
    failed = ask_badly(reached(wire.provider, url))
    assert failed.kind == "retryable"
    assert "cannot be reached: is it running" in str(failed)


def test_what_the_watcher_raises_on_purpose_passes_through(wire):
    def lost(_):
        raise LeaseLost("another process has it")

    with serving(wire.stream("Half")) as server, pytest.raises(LeaseLost):
        ask(reached(wire.provider, server.url), on_text=lost)


def test_one_model_serves_many_calls_at_once_and_any_loop(wire):
    async def many(model):
        calls = [model.complete(request(call=f"judging:{n}")) for n in range(8)]
        return [got.text for got in await asyncio.gather(*calls)]

    with serving(wire.whole("Fine.")) as server:
        model = reached(wire.provider, server.url)
        for _ in range(2):
            assert asyncio.run(many(model)) == ["Fine."] * 8


def test_a_request_holds_all_that_was_asked_for_and_no_more(wire):
    asked = request(cap=50, reasoning_budget=100, effort="low", temperature=0.7, seed=3, schema=SCHEMA)
    with serving(wire.whole('{"n": 3}')) as server:
        ask(reached(wire.provider, server.url), asked)
    plain = {"model": "m", "messages": [{"role": "user", "content": "Speak."}], "stream": False}
    form = {"type": "json_schema", "schema": STRICT}
    named = {"type": "json_schema", "json_schema": {"name": "answer", "strict": True, "schema": STRICT}}
    blocks = [{"type": "text", "text": "Speak."}]
    config = {"format": form, "effort": "low"}
    options = {"num_ctx": 4_096, "num_predict": 150, "temperature": 0.7, "seed": 3}
    wanted = {
        "openai": {
            "max_tokens": 150,
            "temperature": 0.7,
            "reasoning_effort": "low",
            "response_format": named,
        },
        "anthropic": {"max_tokens": 150, "thinking": {"type": "adaptive"}, "output_config": config}
        | {"messages": [{"role": "user", "content": blocks}]},
        "ollama": {"options": options, "truncate": False, "shift": False, "think": True, "format": STRICT},
    }
    assert server.heard[0].body == plain | wanted[wire.provider]
