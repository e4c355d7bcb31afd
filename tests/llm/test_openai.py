"""What OpenAI's wire has to itself: its failures in its own words, its options taken back, its names for the cap."""

import json
from types import SimpleNamespace

import pytest

from debate_core.domain.model import Message, Usage
from debate_core.llm.errors import ModelError, check_context
from debate_core.llm.keys import Endpoint, Key
from tests.each import each
from tests.llm.calls import SECRET, ask, ask_badly, reached, request, unwatched
from tests.llm.servers import DONE, chat, chat_error, chunk, events, said, serving

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

BLOCKED = {"index": 0, "finish_reason": "content_filter: PROHIBITED_CONTENT"}
FAULTS = {
    "nothing left": (chat_error(429, "You exceeded your current quota", "insufficient_quota"), "quota"),
    "no model": (chat_error(404, "The model `m` does not exist", "model_not_found"), "not_found"),
    "no model, said by 400": (chat_error(400, "The model m does not exist"), "not_found"),
    "too long": (chat_error(400, TOO_LONG, "context_length_exceeded"), "context_overflow"),
    "too long for llama.cpp": (said({"error": LLAMA_TOO_LONG}, 400), "context_overflow"),
    "filtered prompt": (chat_error(400, "Rejected.", "content_policy_violation"), "content_filter"),
    "no choices": (said({"id": "c", "object": "chat.completion", "choices": []}), "bad_response"),
    "a null": (chat(None), "bad_response"),
    "refused": (chat(None, refusal="I can't help with that."), "content_filter"),
    "blocked by Gemini": (said({"object": "chat.completion", "choices": [BLOCKED]}), "content_filter"),
    "blocked, in Google's own word": (chat(None, "SAFETY"), "content_filter"),
    "a choice without anything": (said({"object": "chat.completion", "choices": [{}]}), "bad_response"),
}
BLOCKED_STREAM = b"data: %s\n\n" % json.dumps({"choices": [BLOCKED]}).encode()
OVERFLOW = b'data: {"error": {"code": 400, "type": "exceed_context_size_error", "message": "no"}}\n\n'
STREAM_FAULTS = {
    "no answer's JSON": (events(chunk("Half"), b"data: [1]\n\n", DONE), "bad_response", "Half"),
    "an overflow midway": (events(OVERFLOW), "context_overflow", ""),
    "a server that gave up": (events(chunk("Half"), chunk(finish="abort"), DONE), "cut_stream", "Half"),
    "refused": (events(chunk(refusal="I can't"), chunk(finish="stop"), DONE), "content_filter", ""),
    "blocked by Gemini": (events(BLOCKED_STREAM, DONE), "content_filter", ""),
}


ROOM = {
    "vLLM": {"/v1/models": {"data": [{"id": "m", "max_model_len": 8_192}]}},
    "llama.cpp": {"/v1/models": {"data": [{"id": "m", "meta": {"n_ctx": 8_192, "n_ctx_train": 40_960}}]}},
    "llama.cpp under another name": {
        "/v1/models": {"data": [{"id": "/models/m.gguf", "meta": {"n_ctx_train": 40_960}}]},
        "/props": {"default_generation_settings": {"n_ctx": 8_192}},
    },
    "LM Studio": {
        "/v1/models": {"data": [{"id": "m"}]},
        "/api/v0/models": {
            "data": [{"id": "m", "max_context_length": 262_144, "loaded_context_length": 8_192}]
        },
    },
}


def test_a_call_that_fills_the_room_to_the_last_token_is_sent():
    check_context(request("x" * 43, cap=10), 20)
    with pytest.raises(ModelError, match="about 10 tokens and an answer of up to 10"):
        check_context(request("x" * 43, cap=10), 19)


@each("says", ROOM.values())
def test_a_call_that_a_typed_server_has_no_room_for_is_said_with_its_size_and_not_sent(says):
    with serving(chat("Fine."), aside={path: said(body) for path, body in says.items()}) as server:
        model = reached("openai", f"{server.url}/v1")
        assert ask(model).text == "Fine."
        failed = ask_badly(model, request("word " * 8_000, model="mine:m"))
    assert failed.kind == "context_overflow"
    assert "about 10,000 tokens" in str(failed) and "mine:m has room for 8,192" in str(failed)
    assert len(server.heard) == 1 and len({heard.path for heard in server.looked}) == len(server.looked)


@pytest.mark.slow
@each(("reply", "kind"), FAULTS.values())
def test_each_fault_has_its_kind(reply, kind):
    with serving(reply) as server:
        assert ask_badly(reached("openai", server.url)).kind == kind


@pytest.mark.parametrize(("reply", "kind", "partial"), STREAM_FAULTS.values(), ids=STREAM_FAULTS)
def test_each_fault_of_a_stream_has_its_kind_and_keeps_the_words(reply, kind, partial):
    with serving(reply) as server:
        failed = ask_badly(reached("openai", server.url), on_text=unwatched)
    assert (failed.kind, failed.partial) == (kind, partial)


@pytest.mark.parametrize(
    ("pieces", "finish"),
    [
        ((chunk(finish="stop"),), "stop"),
        ((chunk(finish="eos"), DONE), "stop"),
        ((DONE,), "unconfirmed"),
        ((chunk(finish="tool_calls"), DONE), "unconfirmed"),
    ],
)
def test_an_answer_is_complete_only_on_the_wires_own_end(pieces, finish):
    with serving(events(chunk("All"), *pieces)) as server:
        got = ask(reached("openai", server.url), on_text=unwatched)
    assert (got.text, got.finish) == ("All", finish)
    assert server.heard[0].body["stream_options"] == {"include_usage": True}


def test_a_refused_temperature_is_taken_back_once_and_for_all():
    with serving(chat_error(400, HOT, "unsupported_value"), chat("Fine.")) as server:
        model = reached("openai", server.url)
        for _ in range(2):
            assert ask(model, request(temperature=0.7)).text == "Fine."
    assert [heard.body.get("temperature") for heard in server.heard] == [0.7, None, None]


def test_what_is_refused_for_ever_ends():
    with serving(chat_error(400, "temperature response_format max_tokens stream_options seed")) as server:
        failed = ask_badly(reached("openai", server.url), request(temperature=1.0, schema={"type": "object"}))
    assert failed.kind == "internal"
    assert len(server.heard) == 4


def test_openai_itself_has_its_own_name_for_the_cap():
    from debate_core.llm.chat_wire import PROPER, ChatModel

    with serving(chat("Fine.")) as server:
        endpoint = Endpoint(provider="openai", base_url=server.url, key=Key(SECRET))
        ask(ChatModel(endpoint, "m", PROPER))
    assert "max_tokens" not in server.heard[0].body
    assert server.heard[0].body["max_completion_tokens"] == 50


def test_a_server_that_wants_the_other_name_for_the_cap_gets_it():
    wants = (
        "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens'."
    )
    with serving(chat_error(400, wants), chat("Fine.")) as server:
        ask(reached("openai", server.url), request(cap=50))
    assert server.heard[1].body["max_completion_tokens"] == 50
    assert "max_tokens" not in server.heard[1].body


def test_messages_travel_in_their_order_and_roles():
    said = [("system", "Be fair."), ("user", "Speak.")]
    messages = tuple(Message(role=role, content=words, cacheable=True) for role, words in said)
    with serving(chat("Fine.")) as server:
        ask(reached("openai", server.url), request(messages=messages))
    assert server.heard[0].body["messages"] == [{"role": role, "content": words} for role, words in said]


@each(
    ("counts", "usage"),
    [
        ((10, 5, 15), Usage(input=10, output=5, thinking=3, cached=4, written=2)),
        ((10, 5, 20), Usage(input=10, output=10, thinking=5, cached=4, written=2)),  # as Gemini counts
        ((10, 5, None), Usage(input=10, output=5, thinking=3, cached=4, written=2)),
        ((None, 5, 20), Usage(output=5, thinking=3, cached=4, written=2)),
    ],
)
def test_tokens_are_counted_as_said_and_what_only_the_sum_has_was_thought(counts, usage):
    from debate_core.llm.chat_wire import _usage

    named = zip(("prompt_tokens", "completion_tokens", "total_tokens"), counts, strict=True)
    said_of = {
        "completion_tokens_details": SimpleNamespace(reasoning_tokens=3),
        "prompt_tokens_details": SimpleNamespace(cached_tokens=4, cache_write_tokens=2),
    }
    assert _usage(SimpleNamespace(**dict(named), **said_of)) == usage
    assert _usage(None) is None
