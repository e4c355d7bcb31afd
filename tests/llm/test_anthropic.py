"""What Anthropic's wire has to itself: its failures in its own words, its blocks and their marks for the cache."""

from types import SimpleNamespace

import pytest

from debate_core.domain.model import Message, Usage
from tests.llm.calls import ask, ask_badly, reached, request, unwatched
from tests.llm.servers import (
    STOP,
    event,
    events,
    message,
    message_end,
    message_error,
    message_start,
    serving,
    text_delta,
)

pytestmark = pytest.mark.slow  # the SDK takes seconds to import

NO_CREDIT = "Your credit balance is too low to access the Anthropic API."
TOO_LONG = "prompt is too long: 210000 tokens > 200000 maximum"
HALF = (message_start(), text_delta("Half"))


@pytest.mark.parametrize(
    ("reply", "kind", "partial"),
    [
        (message_error(400, NO_CREDIT), "quota", ""),
        (message_error(400, TOO_LONG), "context_overflow", ""),
        (message("Half", "model_context_window_exceeded"), "context_overflow", "Half"),
        (events(*HALF, message_end()), "cut_stream", "Half"),
    ],
    ids=["nothing left", "too long", "out of context", "cut after the reason"],
)
def test_each_fault_has_its_kind_and_keeps_the_words(reply, kind, partial):
    with serving(reply) as server:
        streams = "event-stream" in str(reply.headers)
        failed = ask_badly(reached("anthropic", server.url), on_text=unwatched if streams else None)
    assert (failed.kind, failed.partial) == (kind, partial)


def test_pings_are_no_words_and_a_stop_sequence_is_an_end():
    with serving(events(*HALF, event("ping"), message_end("stop_sequence"), STOP)) as server:
        got = ask(reached("anthropic", server.url), on_text=unwatched)
    assert (got.text, got.finish, got.usage.cached) == ("Half", "stop", 8)
    assert server.heard[0].path == "/v1/messages", "a base URL without /v1 means the same"


def test_shared_blocks_are_marked_for_the_cache_and_the_rest_is_not():
    rules = Message(role="system", content="Be fair.", cacheable=True)
    transcript = Message(role="user", content="The transcript.", cacheable=True)
    messages = (rules, transcript, Message(role="user", content="You are Risk."))
    with serving(message("Fine.")) as server:
        ask(reached("anthropic", server.url), request(messages=messages))
    mark = {"cache_control": {"type": "ephemeral"}}
    body = server.heard[0].body
    assert body["system"] == [{"type": "text", "text": "Be fair.", **mark}]
    shared, own = {"text": "The transcript.", **mark}, {"text": "You are Risk."}
    blocks = [{"type": "text", **shared}, {"type": "text", **own}]
    assert body["messages"] == [{"role": "user", "content": blocks}]


def test_a_count_that_is_none_costs_no_answer():
    with serving(message("Yes.", input_tokens="x", output_tokens=10**30)) as server:
        got = ask(reached("anthropic", server.url))
    assert (got.text, got.usage.total) == ("Yes.", None)


def test_what_a_later_event_does_not_count_stays_as_it_was_counted_before():
    from debate_core.llm.anthropic import _usage

    before = Usage(input=1, output=2, cached=3, written=4, thinking=5)
    assert _usage(SimpleNamespace(), before) == before
    counts = {
        "input_tokens": 10,
        "output_tokens": 7,
        "cache_read_input_tokens": 2,
        "cache_creation_input_tokens": 3,
    }
    thought = SimpleNamespace(thinking_tokens=6)
    after = Usage(input=15, output=7, cached=2, written=3, thinking=6)
    assert _usage(SimpleNamespace(**counts, output_tokens_details=thought), before) == after
    assert _usage(SimpleNamespace(input_tokens=10), Usage()) == Usage(input=10)
