"""What Ollama's wire has to itself: the context set, never left to be cut, and checked; its cloud's key."""

import pytest

from debate_core.llm.catalogue import Access, connect
from debate_core.llm.keys import Endpoint, Key
from debate_core.llm.ollama import OllamaModel
from tests.llm.calls import SECRET, ask, ask_badly, reached, request
from tests.llm.servers import events, line, said, serving, spoken

SMALL = {"/api/show": said({"model_info": {"clip.context_length": 0, "qwen2.context_length": 8_192}})}


def loaded(context):
    return {"/api/ps": said({"models": [{"name": "m:latest", "context_length": context}]})}


@pytest.mark.parametrize(("characters", "context"), [(300, 4_096), (13_000, 8_192), (60_000, 32_768)])
def test_the_context_is_set_to_hold_prompt_and_answer_and_nothing_may_be_cut(characters, context):
    with serving(spoken("Fine.")) as server:
        ask(reached("ollama", server.url), request("x" * characters))
    body = server.heard[0].body
    assert (body["options"]["num_ctx"], body["truncate"], body["shift"]) == (context, False, False)


def test_the_context_never_shrinks_again_for_each_other_one_loads_the_model_anew():
    with serving(spoken("Fine.")) as server:
        model = reached("ollama", server.url)
        ask(model, request("x" * 13_000))
        ask(model, request("x"))
    assert [heard.body["options"]["num_ctx"] for heard in server.heard] == [8_192, 8_192]
    assert [heard.path for heard in server.looked].count("/api/show") == 1


def test_a_prompt_that_the_model_has_no_room_for_is_said_with_its_size_and_not_sent():
    with serving(spoken("Fine."), aside=SMALL) as server:
        failed = ask_badly(reached("ollama", server.url), request("word " * 8_000, model="ollama:m"))
    assert failed.kind == "context_overflow"
    assert "about 10,000 tokens" in str(failed) and "has room for 8,192" in str(failed)
    assert server.heard == []


def test_a_model_that_was_loaded_with_less_than_was_asked_for_is_found_out():
    with serving(spoken("Fine."), aside=loaded(4_096)) as server:
        assert ask(reached("ollama", server.url)).text == "Fine."
        failed = ask_badly(reached("ollama", server.url), request("x" * 18_000))
    assert failed.kind == "context_overflow"
    assert "4,096" in str(failed)


def test_a_refusal_to_cut_is_too_long_for_the_model():
    with serving(said({"error": "the input length exceeds the context length"}, 400)) as server:
        assert ask_badly(reached("ollama", server.url)).kind == "context_overflow"


def test_what_a_server_does_not_say_of_itself_keeps_no_answer_back():
    silent = {"/api/show": said({"error": "no"}, 404), "/api/ps": said({"error": "no"}, 403)}
    with serving(spoken("Fine."), aside=silent) as server:
        assert ask(reached("ollama", server.url)).text == "Fine."


def test_thinking_apart_from_the_words_is_no_speech():
    thought = line(thinking="", message={"content": "", "thinking": "Hm."})
    seen = []
    with serving(events(thought, line("Yes."), line(done=True, done_reason="stop"))) as server:
        assert ask(reached("ollama", server.url), on_text=seen.append).text == "Yes."
    assert seen == ["Yes."]


def test_its_cloud_gets_its_key_and_the_one_on_this_machine_none(monkeypatch):
    monkeypatch.setenv("OLLAMA_API_KEY", "sk-of-the-environment")
    with serving(spoken("Fine.")) as server:
        ask(OllamaModel(Endpoint(provider="ollama-cloud", base_url=server.url, key=Key(SECRET)), "m"))
        ask(reached("ollama", server.url, key=None))
    assert server.heard[0].headers["authorization"] == f"Bearer {SECRET}"
    assert "authorization" not in server.heard[1].headers
    assert connect("ollama-cloud:gpt-oss:120b", Access())
