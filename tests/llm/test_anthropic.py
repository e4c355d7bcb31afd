"""Anthropic's wire over real HTTP and the real SDK, against a server that fails in every way servers do."""

import asyncio
import time

import pytest

from debate_core.llm.base import Message
from debate_core.llm.errors import FailureKind
from tests.llm.calls import SECRET, ask, ask_badly, reached, request
from tests.llm.servers import (
    STOP,
    Reply,
    event,
    events,
    message,
    message_end,
    message_error,
    message_start,
    page,
    said,
    serving,
    text_delta,
)

SCHEMA = {"type": "object", "properties": {"n": {"type": "integer", "minimum": 1}}}
NO_CREDIT = "Your credit balance is too low to access the Anthropic API."
OVERLOADED = {"type": "overloaded_error", "message": "Overloaded"}
START = message_start()

FAULTS: list[tuple[str, Reply, FailureKind]] = [
    ("wrong key", message_error(401, f"invalid x-api-key: {SECRET}", "authentication_error"), "auth"),
    ("forbidden", message_error(403, "not allowed", "permission_error"), "auth"),
    ("nothing left", message_error(400, NO_CREDIT), "quota"),
    ("no model", message_error(404, "model: m", "not_found_error"), "not_found"),
    ("no such path", page(404), "not_found"),
    (
        "too long",
        message_error(400, "prompt is too long: 210000 tokens > 200000 maximum"),
        "context_overflow",
    ),
    (
        "too large",
        message_error(413, "Request exceeds the maximum size", "request_too_large"),
        "context_overflow",
    ),
    ("a 400 of no known sort", message_error(400, "messages.0: odd"), "internal"),
    ("too fast", message_error(429, "slow down", "rate_limit_error", retry_after="7"), "retryable"),
    ("broken", message_error(500, "Internal server error", "api_error"), "retryable"),
    ("overloaded", message_error(529, "Overloaded", "overloaded_error"), "retryable"),
    (
        "sent elsewhere",
        Reply(status=307, headers={"location": "http://127.0.0.1:1/v1/messages"}),
        "not_found",
    ),
    ("half a body of JSON", Reply(pieces=[b'{"id": "m", "content": [{"ty']), "bad_response"),
    ("a page for people", page(), "bad_response"),
    ("JSON of another sort", said({"hello": "world"}), "bad_response"),
    ("a list", said([1, 2]), "bad_response"),
    ("bytes", Reply(pieces=[b"\xff\xfe\x00\x01"]), "bad_response"),
    ("nothing", message(""), "bad_response"),
    ("refused", message("", "refusal"), "content_filter"),
    ("out of context", message("Half", "model_context_window_exceeded"), "context_overflow"),
    ("cut rudely", Reply(pieces=[b'{"id": "m", "cont'], end="rude"), "cut_stream"),
]
STREAM_FAULTS: list[tuple[str, Reply, FailureKind, str]] = [
    ("cut politely", events(START, text_delta("Half "), text_delta("a")), "cut_stream", "Half a"),
    ("cut after the reason", events(START, text_delta("Half"), message_end()), "cut_stream", "Half"),
    ("cut rudely", events(START, text_delta("Half"), end="rude"), "cut_stream", "Half"),
    ("cut at once", events(), "cut_stream", ""),
    (
        "broken JSON",
        events(START, text_delta("Half"), b'event: message_delta\ndata: {"a\n\n'),
        "bad_response",
        "Half",
    ),
    (
        "overloaded midway",
        events(START, text_delta("Half"), event("error", error=OVERLOADED)),
        "cut_stream",
        "Half",
    ),
    ("overloaded first", events(event("error", error=OVERLOADED)), "retryable", ""),
    ("refused", events(START, text_delta("I"), message_end("refusal"), STOP), "content_filter", "I"),
    ("nothing", events(START, message_end(), STOP), "bad_response", ""),
    ("a page for people", page(), "bad_response", ""),
    ("wrong key", message_error(401, "no"), "auth", ""),
]


def test_a_whole_answer_comes_with_what_it_used() -> None:
    with serving(message("Later is better.")) as server:
        got = ask(reached("anthropic", server.url))
    assert (got.text, got.finish) == ("Later is better.", "stop")
    # 4 new tokens and 8 out of the cache make 12 of input.
    assert (got.usage.input, got.usage.output, got.usage.cached) == (12, 5, 8)
    assert server.heard[0].path == "/v1/messages"
    assert server.heard[0].body["max_tokens"] == 50


def test_a_watched_answer_streams() -> None:
    stream = events(START, text_delta("Later "), event("ping"), text_delta("is better."), message_end(), STOP)
    with serving(stream) as server:
        pieces: list[str] = []
        got = ask(reached("anthropic", f"{server.url}/v1"), on_text=pieces.append)
    assert pieces == ["Later ", "is better."]
    assert (got.text, got.finish) == ("Later is better.", "stop")
    assert (got.usage.input, got.usage.output, got.usage.cached) == (12, 5, 8)
    assert server.heard[0].path == "/v1/messages", "a base URL with /v1 means the same"


def test_no_temperature_travels() -> None:
    with serving(message("Fine.")) as server:
        ask(reached("anthropic", server.url), request(temperature=0.7))
    assert "temperature" not in server.heard[0].body


def test_shared_blocks_are_marked_for_the_cache_and_the_rest_is_not() -> None:
    messages = (
        Message(role="system", content="Be fair.", cacheable=True),
        Message(role="user", content="The transcript.", cacheable=True),
        Message(role="user", content="You are Risk."),
    )
    with serving(message("Fine.")) as server:
        ask(reached("anthropic", server.url), request(messages=messages))
    mark = {"cache_control": {"type": "ephemeral"}}
    body = server.heard[0].body
    assert body["system"] == [{"type": "text", "text": "Be fair.", **mark}]
    assert body["messages"] == [
        {
            "role": "user",
            "content": [
                {"type": "text", "text": "The transcript.", **mark},
                {"type": "text", "text": "You are Risk."},
            ],
        }
    ]


def test_the_schema_travels_and_is_taken_back_where_it_is_refused() -> None:
    refused = message_error(400, "output_config.format: not supported by this model")
    with serving(refused, message('{"n": 3}')) as server:
        model = reached("anthropic", server.url)
        assert ask(model, request(schema=SCHEMA)).text == '{"n": 3}'
        assert ask(model, request(schema=SCHEMA)).text == '{"n": 3}'
    assert ["output_config" in heard.body for heard in server.heard] == [True, False, False]
    assert server.heard[0].body["output_config"]["format"]["schema"]["required"] == ["n"]


@pytest.mark.parametrize(
    ("reply", "kind"), [(r, k) for _, r, k in FAULTS], ids=[name for name, _, _ in FAULTS]
)
def test_each_fault_has_its_kind(reply: Reply, kind: FailureKind) -> None:
    with serving(reply) as server:
        failed = ask_badly(reached("anthropic", server.url))
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
        failed = ask_badly(reached("anthropic", server.url), on_text=lambda _: None)
    assert (failed.kind, failed.partial) == (kind, partial)


@pytest.mark.parametrize(
    ("reason", "finish"),
    [("end_turn", "stop"), ("stop_sequence", "stop"), ("max_tokens", "length"), (None, "unconfirmed")],
)
def test_both_forms_say_how_an_answer_ended(reason: str | None, finish: str) -> None:
    streamed = events(START, text_delta("All"), message_end(reason), STOP)
    with serving(message("All", reason), streamed) as server:
        model = reached("anthropic", server.url)
        assert ask(model).finish == finish
        assert ask(model, on_text=lambda _: None).finish == finish


def test_a_connection_that_breaks_after_the_end_was_seen_loses_nothing() -> None:
    with serving(events(START, text_delta("All"), message_end(), STOP, end="rude")) as server:
        assert ask(reached("anthropic", server.url), on_text=lambda _: None).finish == "stop"


def test_what_the_server_asks_to_wait_is_passed_on() -> None:
    with serving(message_error(429, "slow down", "rate_limit_error", retry_after="7")) as server:
        assert ask_badly(reached("anthropic", server.url)).after == 7.0


def test_sizes_of_an_overflow_are_said_in_words() -> None:
    with serving(message_error(400, "prompt is too long: 210000 tokens > 200000 maximum")) as server:
        words = str(ask_badly(reached("anthropic", server.url)))
    assert "it has 210,000 tokens, and the model takes 200,000" in words


def test_a_redirect_carries_the_prompt_nowhere() -> None:
    with serving(message("Gotcha.")) as thief:
        away = Reply(status=307, headers={"location": f"{thief.url}/v1/messages"})
        with serving(away) as server:
            ask_badly(reached("anthropic", server.url), request("My secret plan"))
    assert thief.heard == []


def test_nothing_of_the_environment_travels_to_a_typed_address(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN"):
        monkeypatch.setenv(name, "sk-ant-from-the-environment")
    monkeypatch.setenv("ANTHROPIC_CUSTOM_HEADERS", "X-Inner: from-the-environment")
    monkeypatch.setenv("ANTHROPIC_BASE_URL", "http://127.0.0.1:1/")
    with serving(message("Fine.")) as server:
        ask(reached("anthropic", server.url, key=None))
    assert "environment" not in str(server.heard[0].headers)


@pytest.mark.parametrize("end", ["hang", "drip"])
def test_a_call_is_over_half_a_second_after_it_is_cancelled(end: str) -> None:
    async def cancelled(model, server) -> float:
        task = asyncio.create_task(model.complete(request(), lambda _: None))
        await asyncio.to_thread(server.asked.wait, 10)
        began = time.monotonic()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        return time.monotonic() - began

    with serving(events(START, text_delta("Half"), end=end)) as server:
        assert asyncio.run(cancelled(reached("anthropic", server.url), server)) < 0.5
        assert server.left.wait(5), "the server was told"
