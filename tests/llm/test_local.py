"""The local model in its own process, over real HTTP and both real SDKs: a model that nobody scripted."""

import asyncio
import json
import os
import select
import signal
import subprocess
import sys
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path

import pytest

from debate_core.answers.form import ChoiceField, Form, Many
from debate_core.calls.judging import OnScale
from debate_core.domain.rubric import STANDARD
from debate_core.llm import local
from debate_core.llm.catalogue import LOCAL_PACKAGES, Access, connect
from debate_core.llm.keys import Key
from tests.llm.calls import ask, ask_badly, request
from tests.llm.servers import WIRES

pytestmark = pytest.mark.local_model

ROOT = Path(__file__).parents[2]
MISSING = [package for package in LOCAL_PACKAGES if find_spec(package) is None]
IDS = ("PRO-1", "CON-1")
CHAT, ANTHROPIC, _ = WIRES


@pytest.fixture(scope="module")
def server():
    if MISSING and os.environ.get("CI") == "true":
        pytest.fail(f"with CI=true the local model must be installed; missing: {', '.join(MISSING)}")
    if MISSING:
        pytest.skip(
            f"the optional local model is not installed ({', '.join(MISSING)}): requirements-local.txt"
        )
    return local.shared_server()


@pytest.fixture
def model(server):
    return connect("local:smollm2", Access())


@pytest.fixture(params=[CHAT, ANTHROPIC], ids=lambda wire: wire.provider)
def wire(request):
    """Each of the two wires that the local server speaks."""
    return request.param.model


def judges_schema():
    """As a kind of call declares it: each place pinned, and one form that takes them all."""

    def row(*names):
        return Form({"argument_id": ChoiceField(words=names), "logic_score": OnScale(scale=STANDARD.scale)})

    return Form({"scores": Many(form=row(*IDS), places=[row(name) for name in IDS])}).schema()


def test_words_stream_as_they_are_written_and_are_counted(server, wire):
    pieces = []
    asked = request("Tell me about bees.", cap=24, temperature=0.7)
    got = ask(wire(server.endpoint, "smollm2"), asked, pieces.append)
    assert len(pieces) > 5
    assert "".join(pieces) == got.text
    assert got.usage.input is not None
    assert 0 < (got.usage.output or 0) <= 24


def test_a_reply_cut_by_its_cap_says_so_streamed_or_not(server, wire):
    # Cut at its first token: an answer of a word or two, which the wire without a temperature gives at times, ends by
    # itself before a fifth.
    asked = request("Count from one to a hundred in words.", cap=1)
    model = wire(server.endpoint, "smollm2")
    assert ask(model, asked).finish == "length"
    assert ask(model, asked, lambda _: None).finish == "length"


def test_a_judges_answer_is_held_to_the_schema_with_its_ids_in_their_places(model):
    words = f"Judge the arguments {', '.join(IDS)} about bananas. Answer in JSON."
    got = ask(model, request(words, cap=400, temperature=0.2, schema=judges_schema()))
    assert got.finish == "stop"
    scores = json.loads(got.text)["scores"]
    assert tuple(score["argument_id"] for score in scores) == IDS
    assert all(1 <= score["logic_score"] <= 10 for score in scores)


def test_two_calls_at_once_are_both_answered(model):
    async def both():
        calls = [model.complete(request("Say hello.", cap=8, call=f"opening:{n}")) for n in range(2)]
        return [got.text for got in await asyncio.gather(*calls)]

    assert all(asyncio.run(both()))


def test_a_call_that_is_given_up_while_it_speaks_leaves_the_model_to_the_next(model):
    async def next_of_two():
        said = asyncio.Event()
        first = model.complete(request("Tell me about bees.", cap=400), lambda _: said.set())
        speaking = asyncio.create_task(first)
        await said.wait()
        speaking.cancel()
        with pytest.raises(asyncio.CancelledError):
            await speaking
        return (await model.complete(request("Say hello.", cap=8))).text

    assert asyncio.run(next_of_two())


def test_a_prompt_that_is_too_long_is_refused_with_its_size(server, wire):
    failed = ask_badly(wire(server.endpoint, "smollm2"), request("word sea blue " * 3_000))
    assert failed.kind == "context_overflow"
    assert "8,192" in str(failed)


def test_it_answers_only_who_knows_its_key(server, wire):
    stranger = replace(server.endpoint, key=Key("sk-wrong-1234567890"))
    failed = ask_badly(wire(stranger, "smollm2"))
    assert failed.kind == "auth"
    assert "refused the key (401)" in str(failed)


def test_anthropics_wire_passes_over_a_schema_in_silence(server):
    model = ANTHROPIC.model(server.endpoint, "smollm2")
    assert ask(model, request("Say hello.", cap=8, schema=judges_schema())).text


PARENT = """
import os, signal, sys
from debate_core.llm.local import start
print(start().process.pid, flush=True)
sys.stdin.read()
"""


@pytest.mark.skipif(
    not hasattr(os, "pidfd_open"), reason="watches a process that is not its child by a pidfd"
)
def test_it_dies_with_its_parent_and_prints_nothing(server):
    pipe = subprocess.PIPE
    with subprocess.Popen(
        [sys.executable, "-c", PARENT], cwd=ROOT, stdin=pipe, stdout=pipe, stderr=pipe
    ) as parent:
        child = os.pidfd_open(int(parent.stdout.readline()))
        parent.send_signal(signal.SIGKILL)
        parent.wait(60)
        gone, _, _ = select.select([child], [], [], 60)
        os.close(child)
        assert gone, "the local model outlived its parent"
        assert (parent.stdout.read(), parent.stderr.read()) == (b"", b"")


def test_a_process_that_cannot_start_says_why(monkeypatch, tmp_path):
    if MISSING:
        pytest.skip(f"the optional local model is not installed ({', '.join(MISSING)})")
    broken = tmp_path / "broken.gguf"
    broken.write_bytes(b"no model")
    monkeypatch.setattr(local, "_model_file", lambda: broken)
    monkeypatch.setattr(local, "_RUNNING", [])
    failed = ask_badly(local.LocalModel())
    assert failed.kind == "internal"
    assert "could not be started" in str(failed)
