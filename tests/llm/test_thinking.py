"""Thinking has room of its own beside the cap on words, is never passed on as words, and is counted; an answer that is
nothing else is called that."""

import pytest

from debate_core.domain.model import Server
from debate_core.llm.catalogue import reasoning_tokens
from debate_core.llm.keys import Endpoint, Key
from tests.each import each
from tests.llm.calls import SECRET, ask, ask_badly, reached, request, unwatched
from tests.llm.servers import (
    DONE,
    MESSAGE,
    STOP,
    chat,
    chat_error,
    chunk,
    event,
    events,
    line,
    message,
    message_end,
    message_error,
    said,
    serving,
    spoken,
)

pytestmark = pytest.mark.slow  # the SDK takes seconds to import

MINE = (Server(name="mine", base_url="http://127.0.0.1:1/v1"),)
THINKER = request(reasoning_budget=4_000, effort="low", cap=50)
NO_THINKING = "thinking.type.enabled is not supported for this model"
DETAILS = {"prompt_tokens": 9, "completion_tokens": 4_050, "total_tokens": 4_059}


ROOMS = {
    (None, 10_000): "openai:o3-mini gemini:gemini-2.5-pro ollama:qwen3:8b",
    (None, 0): "anthropic:claude-sonnet-4-5 ollama:llama3.2",
    (
        "low",
        4_000,
    ): "openrouter:openai/gpt-5 openrouter:anthropic/claude-sonnet-4.5 anthropic:claude-sonnet-4-5 mine:m",
    (
        "low",
        0,
    ): "openrouter:openai/gpt-4.1 openrouter:anthropic/claude-3.5-haiku anthropic:claude-3-5-haiku-latest",
    ("high", 24_000): "openai:gpt-5",
    ("high", 0): "openai:gpt-5-chat-latest openai:gpt-4.1 local:smollm2 simulated:standard nobody:x",
}


@each(("effort", "room"), ROOMS)
def test_only_what_thinks_has_room_to(effort, room):
    for model in ROOMS[effort, room].split():
        assert reasoning_tokens(model, effort, MINE) == room, model


def test_the_room_is_beside_the_cap_on_every_wire(wire):
    with serving(wire.whole("Yes.")) as server:
        ask(reached(wire.provider, server.url), THINKER)
        ask(reached(wire.provider, server.url), request(effort="low", cap=50))
    assert [wire.capped(heard.body) for heard in server.heard] == [4_050, 50]
    asked = ("reasoning_effort", "thinking", "think", "reasoning")
    assert [any(name in heard.body for name in asked) for heard in server.heard] == [True, False]
    assert wire.provider != "ollama" or server.heard[0].body["think"] is True


def test_openrouter_is_asked_in_its_own_words():
    from debate_core.llm.chat_wire import DIALECTS, ChatModel

    with serving(chat("Yes.")) as server:
        endpoint = Endpoint(provider="openrouter", base_url=server.url, key=Key(SECRET))
        ask(ChatModel(endpoint, "m", DIALECTS["openrouter"]), THINKER)
    assert server.heard[0].body["reasoning"] == {"effort": "low"}


def test_a_claude_that_refuses_a_budget_is_told_an_effort_and_one_that_refuses_both_nothing():
    refusal = message_error(400, NO_THINKING)
    with serving(refusal, refusal, message("Yes.")) as server:
        model = reached("anthropic", server.url)
        ask(model, THINKER)
        ask(model, THINKER)
    kinds = [heard.body.get("thinking", {}).get("type") for heard in server.heard]
    assert kinds == ["adaptive", "enabled", None, None]
    assert server.heard[0].body["output_config"] == {"effort": "low"}
    assert server.heard[1].body["thinking"]["budget_tokens"] == 4_000


def test_a_server_that_knows_no_effort_is_asked_without():
    refusal = chat_error(400, "Unrecognized request argument supplied: reasoning_effort")
    with serving(refusal, chat("Yes.")) as server:
        assert ask(reached("openai", server.url), THINKER).text == "Yes."
    assert ["reasoning_effort" in heard.body for heard in server.heard] == [True, False]


@pytest.mark.parametrize("streams", [True, False])
def test_a_think_block_before_the_words_is_no_part_of_them(wire, streams):
    block = ("<thi", "nk>Let me lie", " {", "</think>", "\n\nYes", ".")
    seen = []
    with serving(wire.stream(*block) if streams else wire.whole("".join(block))) as server:
        got = ask(reached(wire.provider, server.url), on_text=seen.append if streams else None)
    assert got.text == "Yes."
    assert "".join(seen) == ("Yes." if streams else "")


def test_words_that_only_begin_like_a_think_block_are_words(wire):
    seen = []
    with serving(wire.stream("<", "thin ice"), wire.stream("<th")) as server:
        model = reached(wire.provider, server.url)
        assert ask(model, on_text=seen.append).text == "".join(seen) == "<thin ice"
        assert ask(model, on_text=seen.append).text == "<th"


def thought_only(wire, streams):
    if wire.provider == "openai":
        usage = DETAILS | {"completion_tokens_details": {"reasoning_tokens": 4_050}}
        whole = chat("", "length", usage)
        return events(chunk(reasoning_content="Hm."), chunk(finish="length"), DONE) if streams else whole
    if wire.provider == "anthropic":
        block = {"type": "thinking", "thinking": "Hm.", "signature": "s"}
        thought = {"output_tokens": 4_050, "output_tokens_details": {"thinking_tokens": 4_050}}
        counted = {"input_tokens": 9, **thought}
        opened = {**MESSAGE, "stop_reason": None, "content": [], "usage": counted}
        start = event("message_start", message=opened)
        begun = event("content_block_start", index=0, content_block=block)
        whole = said({**MESSAGE, "stop_reason": "max_tokens", "content": [block], "usage": counted})
        return events(start, begun, message_end("max_tokens"), STOP) if streams else whole
    last = {"done": True, "done_reason": "length", "prompt_eval_count": 9, "eval_count": 4_050}
    whole = spoken("", "length", thinking="Hm.")
    return events(line(message={"content": "", "thinking": "Hm."}), line(**last)) if streams else whole


@pytest.mark.parametrize("streams", [True, False])
def test_an_answer_that_was_all_thinking_is_called_that_and_counted(wire, streams):
    with serving(thought_only(wire, streams)) as server:
        failed = ask_badly(reached(wire.provider, server.url), THINKER, unwatched if streams else None)
    assert failed.kind == "all_thinking"
    assert "on thinking and said nothing" in str(failed)
    assert failed.usage.output or (wire.provider == "openai" and streams)
    told = {"anthropic": 4_050, "openai": None if streams else 4_050}
    assert failed.usage.thinking == told.get(wire.provider)


def test_geminis_thinking_is_counted_though_it_stands_in_the_sum_alone():
    usage = {"prompt_tokens": 10, "completion_tokens": 5, "total_tokens": 315}
    with serving(chat("Yes.", usage=usage)) as server:
        used = ask(reached("gemini", server.url)).usage
    assert (used.output, used.thinking, used.total) == (305, 300, 315)
