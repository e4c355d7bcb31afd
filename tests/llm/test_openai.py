"""OpenAI's wire over real HTTP and the real SDK, against a server that fails in every way servers do."""

import asyncio
import time

import pytest

from debate_core.errors import LeaseLost
from debate_core.llm.base import Message
from debate_core.llm.chat_wire import PROPER, ChatModel
from debate_core.llm.endpoint import Endpoint
from debate_core.llm.errors import FailureKind
from debate_core.llm.keys import Key
from tests.llm.calls import SECRET, ask, ask_badly, reached, request
from tests.llm.servers import (
    DONE,
    Reply,
    chat,
    chat_error,
    chunk,
    chunk_usage,
    events,
    page,
    said,
    serving,
)

SCHEMA = {"type": "object", "properties": {"n": {"type": "integer", "minimum": 1}}}
HOT = "Unsupported value: 'temperature' does not support 0.7 with this model. Only the default (1) is supported."
TOO_LONG = (
    "This model's maximum context length is 8192 tokens. However, your messages resulted in 9001 tokens. "
    "Please reduce the length of the messages."
)
LLAMA_TOO_LONG = {
    "code": 400,
    "message": "request (4531 tokens) exceeds the available context size (2048 tokens), try increasing it",
    "type": "exceed_context_size_error",
    "n_prompt_tokens": 4531,
    "n_ctx": 2048,
}

FAULTS: list[tuple[str, Reply, FailureKind]] = [
    ("wrong key", chat_error(401, f"Incorrect API key provided: {SECRET}.", "invalid_api_key"), "auth"),
    ("forbidden", chat_error(403, "You are not allowed to sample from this model"), "auth"),
    ("Gemini's wrong key", chat_error(400, "API key not valid. Please pass a valid API key."), "auth"),
    ("nothing left", chat_error(429, "You exceeded your current quota", "insufficient_quota"), "quota"),
    ("payment", chat_error(402, "Insufficient credits"), "quota"),
    ("no model", chat_error(404, "The model `m` does not exist", "model_not_found"), "not_found"),
    ("no model, said by 400", chat_error(400, "The model m does not exist"), "not_found"),
    ("no such path", page(404), "not_found"),
    ("too long", chat_error(400, TOO_LONG, "context_length_exceeded"), "context_overflow"),
    ("too long for llama.cpp", said({"error": LLAMA_TOO_LONG}, 400), "context_overflow"),
    ("too large", page(413), "context_overflow"),
    (
        "filtered prompt",
        chat_error(400, "Rejected by our safety system.", "content_policy_violation"),
        "content_filter",
    ),
    ("a 400 of no known sort", chat_error(400, "messages[0] is odd"), "internal"),
    ("too fast", chat_error(429, "Rate limit reached", "rate_limit_exceeded"), "retryable"),
    ("broken", chat_error(500, "The server had an error"), "retryable"),
    ("broken behind a proxy", page(502), "retryable"),
    ("overloaded", chat_error(529, "Overloaded"), "retryable"),
    (
        "sent elsewhere",
        Reply(status=307, headers={"location": "http://127.0.0.1:1/v1/chat/completions"}),
        "not_found",
    ),
    ("half a body of JSON", Reply(pieces=[b'{"id": "c", "choices": [{"mess']), "bad_response"),
    ("a page for people", page(), "bad_response"),
    ("JSON of another sort", said({"hello": "world"}), "bad_response"),
    ("a list", said([1, 2]), "bad_response"),
    ("no choices", said({"id": "c", "object": "chat.completion", "choices": []}), "bad_response"),
    ("bytes", Reply(pieces=[b"\xff\xfe\x00\x01"]), "bad_response"),
    ("nothing", chat(""), "bad_response"),
    ("a null", chat(None), "bad_response"),
    ("refused", chat(None, refusal="I can't help with that."), "content_filter"),
    ("filtered", chat("Well", "content_filter"), "content_filter"),
    ("cut rudely", Reply(pieces=[b'{"id": "c", "choi'], end="rude"), "cut_stream"),
]
STREAM_FAULTS: list[tuple[str, Reply, FailureKind, str]] = [
    ("cut politely", events(chunk("Half "), chunk("a")), "cut_stream", "Half a"),
    ("cut rudely", events(chunk("Half "), chunk("a"), end="rude"), "cut_stream", "Half a"),
    ("cut at once", events(), "cut_stream", ""),
    ("broken JSON", events(chunk("Half"), b'data: {"choices": [\n\n'), "bad_response", "Half"),
    ("no answer's JSON", events(chunk("Half"), b"data: [1]\n\n", DONE), "bad_response", "Half"),
    (
        "an error midway",
        events(chunk("Half"), b'data: {"error": {"message": "boom"}}\n\n'),
        "cut_stream",
        "Half",
    ),
    ("an error first", events(b'data: {"error": {"message": "boom"}}\n\n'), "retryable", ""),
    (
        "an overflow midway",
        events(b'data: {"error": {"code": 400, "type": "exceed_context_size_error", "message": "no"}}\n\n'),
        "context_overflow",
        "",
    ),
    ("a server that gave up", events(chunk("Half"), chunk(finish="abort"), DONE), "cut_stream", "Half"),
    (
        "filtered midway",
        events(chunk("Half"), chunk(finish="content_filter"), DONE),
        "content_filter",
        "Half",
    ),
    ("refused", events(chunk(refusal="I can't"), chunk(finish="stop"), DONE), "content_filter", ""),
    ("nothing", events(chunk(finish="stop"), DONE), "bad_response", ""),
    ("a page for people", page(), "bad_response", ""),
    ("wrong key", chat_error(401, "no"), "auth", ""),
]


def test_a_whole_answer_comes_with_what_it_used() -> None:
    with serving(chat("Later is better.")) as server:
        got = ask(reached("openai", f"{server.url}/v1"), request(cap=50, temperature=0.7))
    assert (got.text, got.finish) == ("Later is better.", "stop")
    assert (got.usage.input, got.usage.output, got.usage.cached) == (12, 5, 8)
    sent = server.heard[0]
    assert sent.path == "/v1/chat/completions"
    assert sent.headers["authorization"] == f"Bearer {SECRET}"
    assert sent.body["max_tokens"] == 50
    assert sent.body["temperature"] == 0.7
    assert sent.body["stream"] is False


def test_a_watched_answer_streams() -> None:
    with serving(
        events(chunk("Later "), chunk("is better."), chunk(finish="stop"), chunk_usage(), DONE)
    ) as server:
        pieces: list[str] = []
        got = ask(reached("openai", server.url), on_text=pieces.append)
    assert pieces == ["Later ", "is better."]
    assert (got.text, got.finish, got.usage.total) == ("Later is better.", "stop", 17)
    assert server.heard[0].body["stream_options"] == {"include_usage": True}


@pytest.mark.parametrize(
    ("reply", "kind"), [(r, k) for _, r, k in FAULTS], ids=[name for name, _, _ in FAULTS]
)
def test_each_fault_has_its_kind(reply: Reply, kind: FailureKind) -> None:
    with serving(reply) as server:
        failed = ask_badly(reached("openai", server.url))
    assert failed.kind == kind
    assert f"127.0.0.1:{server.port}" in str(failed)
    assert len(server.heard) == 1, "the wire never tries again by itself"


@pytest.mark.parametrize(
    ("reply", "kind", "partial"),
    [(r, k, p) for _, r, k, p in STREAM_FAULTS],
    ids=[name for name, _, _, _ in STREAM_FAULTS],
)
def test_each_fault_of_a_stream_has_its_kind_and_keeps_the_words(
    reply: Reply, kind: FailureKind, partial: str
) -> None:
    with serving(reply) as server:
        failed = ask_badly(reached("openai", server.url), on_text=lambda _: None)
    assert (failed.kind, failed.partial) == (kind, partial)


@pytest.mark.parametrize(
    ("pieces", "finish"),
    [
        ((chunk("All"), chunk(finish="stop"), DONE), "stop"),
        ((chunk("All"), chunk(finish="stop")), "stop"),
        ((chunk("All"), chunk(finish="length"), DONE), "length"),
        ((chunk("All"), DONE), "unconfirmed"),
        ((chunk("All"), chunk(finish="tool_calls"), DONE), "unconfirmed"),
    ],
)
def test_an_answer_is_complete_only_on_the_wires_own_end(pieces: tuple[bytes, ...], finish: str) -> None:
    with serving(events(*pieces)) as server:
        got = ask(reached("openai", server.url), on_text=lambda _: None)
    assert (got.text, got.finish) == ("All", finish)


def test_a_connection_that_breaks_after_the_end_was_seen_loses_nothing() -> None:
    with serving(events(chunk("All"), chunk(finish="stop"), end="rude")) as server:
        assert ask(reached("openai", server.url), on_text=lambda _: None).finish == "stop"


@pytest.mark.parametrize(
    ("finish", "expected"), [("length", "length"), (None, "unconfirmed"), ("eos", "stop")]
)
def test_a_whole_answer_says_how_it_ended(finish: str | None, expected: str) -> None:
    with serving(chat("All", finish)) as server:
        assert ask(reached("openai", server.url)).finish == expected


def test_an_answer_cut_by_its_cap_before_the_first_word_is_a_length() -> None:
    with serving(chat("", "length")) as server:
        assert ask(reached("openai", server.url)).finish == "length"


def test_sizes_of_an_overflow_are_said_in_words() -> None:
    with serving(chat_error(400, TOO_LONG, "context_length_exceeded")) as server:
        assert "it has 9,001 tokens, and the model takes 8,192" in str(
            ask_badly(reached("openai", server.url))
        )


@pytest.mark.parametrize(
    ("headers", "message", "after"),
    [
        ({"retry_after": "7"}, "slow down", 7.0),
        ({"retry_after_ms": "1500"}, "slow down", 1.5),
        (
            {"retry_after": "Wed, 21 Oct 2026 07:28:09 GMT", "date": "Wed, 21 Oct 2026 07:28:00 GMT"},
            "slow down",
            None,
        ),
        ({"retry_after": "soon"}, "slow down", None),
        ({"retry_after": "-3"}, "slow down", None),
        ({"retry_after": "99999999"}, "slow down", 3600.0),
        ({}, "You exceeded your current quota. Please retry in 33.5s.", 33.5),
        ({}, "slow down", None),
    ],
)
def test_what_the_server_asks_to_wait_is_passed_on(
    headers: dict[str, str], message: str, after: float | None
) -> None:
    with serving(chat_error(429, message, **headers)) as server:
        failed = ask_badly(reached("openai", server.url))
    assert failed.kind == "retryable"
    if "date" not in headers:
        assert failed.after == after


def test_a_refused_temperature_is_taken_back_once_and_for_all() -> None:
    with serving(chat_error(400, HOT, "unsupported_value"), chat("Fine.")) as server:
        model = reached("openai", server.url)
        assert ask(model, request(temperature=0.7)).text == "Fine."
        assert ask(model, request(temperature=0.7)).text == "Fine."
    assert ["temperature" in heard.body for heard in server.heard] == [True, False, False]


def test_a_refused_schema_is_taken_back_and_the_answer_left_to_the_reading() -> None:
    with serving(chat_error(400, "response_format json_schema is not supported"), chat('{"n": 3}')) as server:
        assert ask(reached("openai", server.url), request(schema=SCHEMA)).text == '{"n": 3}'
    assert ["response_format" in heard.body for heard in server.heard] == [True, False]


def test_what_is_refused_for_ever_ends() -> None:
    with serving(chat_error(400, "temperature response_format max_tokens stream_options seed")) as server:
        failed = ask_badly(reached("openai", server.url), request(temperature=1.0, schema=SCHEMA))
    assert failed.kind == "internal"
    assert len(server.heard) == 4


def test_the_schema_travels_in_the_strict_common_subset() -> None:
    with serving(chat('{"n": 3}')) as server:
        ask(reached("openai", server.url), request(schema=SCHEMA))
    form = server.heard[0].body["response_format"]
    assert form["type"] == "json_schema"
    assert form["json_schema"]["schema"] == {
        "type": "object",
        "properties": {"n": {"type": "integer"}},
        "required": ["n"],
        "additionalProperties": False,
    }


def test_openai_itself_has_its_own_name_for_the_cap() -> None:
    with serving(chat("Fine.")) as server:
        endpoint = Endpoint(provider="openai", base_url=server.url, key=Key(SECRET))
        ask(ChatModel(endpoint, "m", PROPER))
        ask(ChatModel(endpoint, "m"))
    assert [("max_completion_tokens" in h.body, "max_tokens" in h.body) for h in server.heard] == [
        (True, False),
        (False, True),
    ]


def test_a_server_that_wants_the_other_name_for_the_cap_gets_it() -> None:
    wants = (
        "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens'."
    )
    with serving(chat_error(400, wants), chat("Fine.")) as server:
        ask(reached("openai", server.url), request(cap=50))
    assert server.heard[1].body["max_completion_tokens"] == 50
    assert "max_tokens" not in server.heard[1].body


def test_a_redirect_carries_the_prompt_nowhere() -> None:
    with serving(chat("Gotcha.")) as thief:
        away = Reply(status=307, headers={"location": f"{thief.url}/v1/chat/completions"})
        with serving(away) as server:
            failed = ask_badly(reached("openai", server.url), request("My secret plan"))
    assert "pointing to another address (307)" in str(failed)
    assert thief.heard == []


def test_nothing_of_the_environment_travels_to_a_typed_address(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("OPENAI_API_KEY", "OPENAI_ORG_ID", "OPENAI_PROJECT_ID", "OPENAI_ADMIN_KEY"):
        monkeypatch.setenv(name, f"sk-from-the-environment-{name}")
    monkeypatch.setenv("OPENAI_CUSTOM_HEADERS", "X-Inner: sk-from-the-environment")
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:1/")
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:1/")
    with serving(chat("Fine.")) as server:
        ask(reached("openai", server.url, key=None))
    assert "environment" not in str(server.heard[0].headers)
    assert server.heard[0].headers["authorization"] == "Bearer none"


@pytest.mark.parametrize("end", ["hang", "drip"])
@pytest.mark.parametrize("watched", [True, False], ids=["streamed", "whole"])
def test_a_call_is_over_half_a_second_after_it_is_cancelled(end: str, watched: bool) -> None:
    async def cancelled(model, server) -> float:
        task = asyncio.create_task(model.complete(request(), (lambda _: None) if watched else None))
        await asyncio.to_thread(server.asked.wait, 10)
        began = time.monotonic()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        return time.monotonic() - began

    with serving(events(chunk("Half"), end=end)) as server:
        assert asyncio.run(cancelled(reached("openai", server.url), server)) < 0.5
        assert server.left.wait(5), "the server was told"


@pytest.mark.parametrize("pieces", [(), (chunk("Half"),)], ids=["before a word", "after one"])
def test_silence_ends_a_call(pieces: tuple[bytes, ...]) -> None:
    with serving(events(*pieces, end="hang")) as server:
        endpoint = Endpoint(provider="x", base_url=server.url, key=Key(SECRET), silence=0.1)
        failed = ask_badly(ChatModel(endpoint, "m"), on_text=lambda _: None)
    assert failed.kind == "deadline"
    assert failed.partial == ("Half" if pieces else "")


def test_a_server_that_drips_for_ever_falls_to_the_callers_own_deadline() -> None:
    async def late(model) -> None:
        async with asyncio.timeout(0.2):
            await model.complete(request(), lambda _: None)

    with serving(events(chunk("Half"), end="drip")) as server, pytest.raises(TimeoutError):
        asyncio.run(late(reached("openai", server.url)))


def test_nobody_at_the_address_is_said_with_what_to_do() -> None:
    with serving(chat("x")) as server:
        url = server.url
    failed = ask_badly(reached("openai", url))
    assert failed.kind == "retryable"
    assert "cannot be reached: is it running" in str(failed)


def test_what_the_watcher_raises_on_purpose_passes_through() -> None:
    def lost(_: str) -> None:
        raise LeaseLost("another process has it")

    with serving(events(chunk("Half"), chunk(finish="stop"), DONE)) as server, pytest.raises(LeaseLost):
        ask(reached("openai", server.url), on_text=lost)


def test_one_model_serves_many_calls_at_once_and_any_loop() -> None:
    async def many(model) -> list[str]:
        calls = [model.complete(request(call=f"judging:{n}")) for n in range(20)]
        return [got.text for got in await asyncio.gather(*calls)]

    with serving(chat("Fine.")) as server:
        model = reached("openai", server.url)
        assert asyncio.run(many(model)) == ["Fine."] * 20
        assert asyncio.run(many(model)) == ["Fine."] * 20


def test_messages_travel_in_their_order_and_roles() -> None:
    messages = (
        Message(role="system", content="Be fair.", cacheable=True),
        Message(role="user", content="Speak."),
    )
    with serving(chat("Fine.")) as server:
        ask(reached("openai", server.url), request(messages=messages))
    assert server.heard[0].body["messages"] == [
        {"role": "system", "content": "Be fair."},
        {"role": "user", "content": "Speak."},
    ]
