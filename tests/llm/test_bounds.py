"""No more of an answer is taken in than its tokens can hold; its end and its holes are told by events, not by bytes;
and the key it was had by is in none of its words."""

import gzip
import json
import logging
import tracemalloc
import zlib

import pytest

from debate_core.llm.transport import Bounds
from tests.each import each
from tests.llm.calls import SECRET, ask, ask_badly, reached, request, unwatched
from tests.llm.servers import DONE, WIRES, Reply, event, events, said, serving, text_delta

pytestmark = pytest.mark.slow

CAP = 50
MOST = Bounds(tokens=CAP)
LONG = "word " * (MOST.words // 5 + 1)


def packed(body, how="gzip", **headers):
    named = {"content-encoding": how, **headers}
    return Reply(headers=named, pieces=[gzip.compress(body) if how != "deflate" else zlib.compress(body)])


def body_of(reply):
    return b"".join(reply.pieces)


# ── as much as an answer may hold ──

STREAMS = {
    "words without end": lambda wire: events(wire.begin, wire.word("word " * 500), end="endless"),
    "words, then noise without end": lambda wire: events(
        wire.begin, wire.word("word "), wire.noise * 500, end="endless"
    ),
    "noise without end": lambda wire: events(wire.begin, wire.noise * 500, end="endless"),
    "a line without end": lambda wire: events(wire.begin, b"data: " + b"x" * 5000, end="endless"),
    "nothing but line ends": lambda wire: events(wire.begin, b"\n" * 5000, end="endless"),
    "words past the bound, then an end": lambda wire: wire.stream(*[LONG[:5000]] * 14),
}


@pytest.mark.parametrize("name", STREAMS)
def test_a_stream_is_cut_off_at_the_bound_and_what_came_is_kept(wire, name):
    with serving(STREAMS[name](wire)) as server:
        failed = ask_badly(reached(wire.provider, server.url), request(cap=CAP), on_text=unwatched)
    assert failed.kind == "bad_response"
    assert "more than an answer of 50 tokens can hold" in str(failed)
    assert bool(failed.partial) == ("words" in name)
    assert len(failed.partial) <= MOST.words


WHOLES = {
    "too many words": lambda wire: wire.whole(LONG),
    "a megabyte of junk": lambda _: Reply(pieces=[b'{"x": "' + b"y" * 1_000_000]),
    "an endless body": lambda _: Reply(pieces=[b"y" * 5000], end="endless"),
    "a packed megabyte": lambda _: packed(b'{"x": "' + b"y" * 1_000_000 + b'"}'),
}


@pytest.mark.parametrize("name", WHOLES)
def test_a_whole_answer_is_cut_off_at_the_bound(wire, name):
    with serving(WHOLES[name](wire)) as server:
        failed = ask_badly(reached(wire.provider, server.url), request(cap=CAP))
    assert failed.kind == "bad_response"
    assert "more than an answer of 50 tokens can hold" in str(failed)


def test_an_answer_as_long_as_may_be_is_taken(wire):
    words = LONG[: MOST.words]
    with serving(
        wire.whole(words), wire.stream(*[words[at : at + 16] for at in range(0, 800, 16)])
    ) as server:
        model = reached(wire.provider, server.url)
        assert ask(model, request(cap=CAP)).text == words
        assert ask(model, request(cap=CAP), on_text=unwatched).text == words[:800]


def test_a_long_refusal_is_still_known_by_its_status(wire):
    for status, kind in ((401, "auth"), (400, "internal")):
        with serving(Reply(status=status, pieces=[b"no " * 100_000], end="endless")) as server:
            failed = ask_badly(reached(wire.provider, server.url))
            assert failed.kind == kind and ("refused the key (401)" in str(failed)) == (kind == "auth")


def test_a_server_that_refuses_one_without_a_key_asks_for_one():
    with serving(Reply(status=401)) as server:
        assert "asks for a key (401)" in str(ask_badly(reached("ollama", server.url, key=None)))


@pytest.mark.parametrize("how", ["gzip", "x-gzip", "deflate"])
def test_a_packed_answer_that_nobody_asked_for_is_read(wire, how):
    whole, stream = body_of(wire.whole("Fine.")), body_of(wire.stream("Fi", "ne."))
    streamed = {"content-type": "text/event-stream"}
    with serving(packed(whole, how), packed(stream, how, **streamed)) as server:
        model = reached(wire.provider, server.url)
        assert ask(model).text == ask(model, on_text=unwatched).text == "Fine."


@pytest.mark.parametrize(("how", "body"), [("br", b"abc"), ("gzip", b"no gzip"), ("gzip, gzip", b"abc")])
def test_what_cannot_be_unpacked_is_said(wire, how, body):
    with serving(Reply(headers={"content-encoding": how}, pieces=[body])) as server:
        assert ask_badly(reached(wire.provider, server.url)).kind == "bad_response"


def test_600_mb_in_a_packed_answer_add_at_most_32_mib(wire):
    packer = zlib.compressobj(9, zlib.DEFLATED, 31)
    head = packer.compress(b"[") + packer.flush(zlib.Z_FULL_FLUSH)
    block = packer.compress(b" " * 1_000_000) + packer.flush(zlib.Z_FULL_FLUSH)
    bomb = Reply(headers={"content-encoding": "gzip"}, pieces=[head + block * 600])
    with serving(wire.whole("Fine."), bomb) as server:
        model = reached(wire.provider, server.url)
        ask(model, request(cap=3000))
        tracemalloc.start()
        try:
            failed = ask_badly(model, request(cap=3000))
            most = tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()
    assert failed.kind == "bad_response"
    assert most < 32 * 2**20


# ── its end and its holes ──


def data(body):
    return f"data: {json.dumps(body)}\n\n".encode()


CHAT, ANTHROPIC, _ = WIRES
DELTA = {"type": "text_delta", "text": "x"}


def chat_data(**delta):
    return data({"choices": [{"index": 0, **delta}]})


def block_delta(**more):
    return event("content_block_delta", index=0, **more)


HOLES = {
    "a misspelt delta": (CHAT, chat_data(detla={"content": "x"})),
    "misspelt content": (CHAT, chat_data(delta={"contnet": "x"})),
    "misspelt choices": (CHAT, data({"chocies": [{"delta": {"content": "x"}}]})),
    "no event line": (ANTHROPIC, data({"type": "content_block_delta", "index": 0, "delta": DELTA})),
    "a misspelt event": (ANTHROPIC, text_delta("x").replace(b"delta\n", b"detla\n", 1)),
    "an unknown delta": (ANTHROPIC, block_delta(delta={**DELTA, "type": "txet_delta"})),
    "a delta without a text": (ANTHROPIC, block_delta(delta={"type": "text_delta"})),
    "no delta": (ANTHROPIC, block_delta()),
}


@each("name", HOLES)
def test_a_hole_in_a_stream_is_a_failure(name):
    wire, hole = HOLES[name]
    with serving(wire.half("Half", then=hole + wire.end(wire.ends["stop"]))) as server:
        failed = ask_badly(reached(wire.provider, server.url), on_text=unwatched)
    assert failed.kind == "bad_response"
    assert failed.partial.startswith("Half")
    assert "a hole in its answer" in str(failed)


def test_an_end_in_the_words_is_no_end(wire):
    for words in ("Half [DONE]", "data: [DONE]\n\ndata: [DONE]", "event: message_stop"):
        with serving(wire.half(words)) as server:
            failed = ask_badly(reached(wire.provider, server.url), on_text=unwatched)
        assert (failed.kind, failed.partial) == ("cut_stream", words)


NO_HOLES = {
    "openai": (
        data({"choices": [], "prompt_filter_results": []}),
        chat_data(finish_reason=None, content_filter_offsets={"start": 1}),
        data({"object": "chat.completion.chunk"}),
        chat_data(delta={"reasoning_content": "hm"}),
    ),
    "anthropic": (
        *(event("ping"), event("something_new"), b"event: ping\ndata: {}\n\n", b": a comment\n\n"),
        block_delta(delta={"type": "thinking_delta", "thinking": "hm"}),
    ),
}


@pytest.mark.parametrize("wire", [CHAT, ANTHROPIC], ids=NO_HOLES)
def test_kinds_of_event_that_are_yet_to_come_are_no_holes(wire):
    end = chat_data(finish_reason="stop") + DONE if wire is CHAT else wire.end("end_turn")
    with serving(events(wire.begin, *NO_HOLES[wire.provider], wire.word("All"), end)) as server:
        assert ask(reached(wire.provider, server.url), on_text=unwatched).text == "All"


def test_json_too_deep_to_read_is_no_answer(wire):
    with serving(Reply(pieces=[b'{"x": ' + b"[" * 60_000])) as server:
        assert ask_badly(reached(wire.provider, server.url)).kind == "bad_response"


# ── the key ──


@pytest.mark.parametrize("size", [1, 5, 1000])
def test_a_key_that_a_model_says_back_is_struck_out_of_words_and_pieces(wire, size):
    words = f"Your key is {SECRET}, sk-ty as ever; the half of it is {SECRET[:16]}."
    pieces = [words[at : at + size] for at in range(0, len(words), size)]
    seen = []
    with serving(wire.whole(words), wire.stream(*pieces), wire.half(*pieces)) as server:
        model = reached(wire.provider, server.url)
        assert ask(model).text == "Your key is [key], sk-ty as ever; the half of it is [key]."
        streamed = ask(model, on_text=seen.append).text
        assert "Your key is [key]" in streamed
        partial = ask_badly(model, on_text=seen.append).partial
    for text in (streamed, "".join(seen), partial):
        assert SECRET[:12] not in text
        assert text.startswith("Your key is [key]")
        assert SECRET[5:17] not in text


def test_an_end_that_only_looks_like_the_beginning_of_the_key_is_passed_on(wire):
    seen = []
    with serving(wire.stream("As", "k a", "s", "k-te")) as server:
        got = ask(reached(wire.provider, server.url), on_text=seen.append)
    assert "".join(seen) == got.text == "Ask ask-te"


def test_the_word_that_stands_for_a_key_is_no_secret(wire):
    with serving(wire.whole("An ollama is no llama.")) as server:
        assert ask(reached(wire.provider, server.url, key="ollama")).text == "An ollama is no llama."


def test_no_logger_sees_a_header_or_a_key(wire, caplog, monkeypatch):
    monkeypatch.setenv("OPENAI_LOG", "debug")
    caplog.set_level(logging.DEBUG)
    with serving(said({"x": 1}, 500, x_inner="secret-of-theirs"), wire.whole("Fine.")) as server:
        model = reached(wire.provider, server.url)
        ask_badly(model)
        ask(model)
    assert SECRET not in caplog.text
    assert "secret-of-theirs" not in caplog.text
