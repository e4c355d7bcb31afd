"""What a live screen shows of a speech that is still being written."""

import json
import time

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from debate_core.answers.json import lines_of, partial_object, readable, speech_parts
from tests.each import each
from tests.letters import WRITABLE

COOL = {"claim": 'Trees "cool" streets.', "reasoning": "Leaves give off\nwater.", "evidence": "Ask 😀."}
OPENING = {"arguments": [COOL, {"claim": "Second.", "reasoning": "Because.", "evidence": "None."}]}
PARTIAL = {"argument_id": "CON-1", "response_type": "partial", "reasoning": "It holds.", "question": "And?"}
REFUTES = {"argument_id": "CON-2", "response_type": "refute", "reasoning": "It fails.", "question": "Why?"}
RESPONSES = {"responses": [PARTIAL, REFUTES]}
CLOSING = {"concessions": ["Cost.", "Roots."], "unrebutted": [], "position": "Plant.", "shift": "adjusted"}
SPEECHES = [OPENING, RESPONSES, CLOSING]
JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(st.characters()),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(WRITABLE, max_size=8), inner, max_size=4)
    ),
    max_leaves=12,
)
PIECES = """ {" { } [ ] " \\ \\u d83d \\ude00 ``` json , : claim 7 """
ANYTHING = st.one_of(
    st.text(st.characters(), max_size=80),
    st.lists(st.sampled_from([*PIECES.split(), "\n", " "]), max_size=20).map("".join),
    JSON_VALUES.map(json.dumps),
    JSON_VALUES.map(lambda value: f"Here:\n```json\n{json.dumps(value, ensure_ascii=False)}\n```\nDone."),
)


READ = (
    'Argument 1\nClaim: Trees "cool" streets.\nReasoning: Leaves give off\nwater.\nEvidence: Ask 😀.\n'
    "\nArgument 2\nClaim: Second.\nReasoning: Because.\nEvidence: None.",
    "Answer to CON-1\nType: partial\nReasoning: It holds.\nQuestion: And?\n"
    "\nAnswer to CON-2\nType: refute\nReasoning: It fails.\nQuestion: Why?",
    "Concedes: Cost.\nConcedes: Roots.\nPosition: Plant.\nPosition after the exchange: adjusted",
)


@each(("speech", "read"), zip(SPEECHES, READ, strict=True))
def test_each_kind_of_speech_reads_line_by_line_also_in_a_code_fence(speech, read):
    assert readable(json.dumps(speech)) == read
    assert readable(f"```json\n{json.dumps(speech, indent=2)}\n```\n").rstrip() == read


def test_an_audience_sees_each_part_line_by_line_and_a_question_before_its_answer():
    opening, answers, closing = (speech_parts(json.dumps(speech)) for speech in SPEECHES)
    words = [line.text for part in opening for line in lines_of(part, {})]
    assert words == [*COOL.values(), "Second.", "Because.", "None."]
    replies = [[line.text for line in lines_of(part, {})] for part in answers]
    assert replies == [["It holds.", "And?"], ["It fails.", "Why?"]]
    assert [line.text for line in lines_of(closing[0], {})] == ["– Cost.\n– Roots.", "Plant."]
    answered = {
        "answers": [{"argument_id": "PRO-1", "answer": "A lot."}, {"argument_id": ["?"], "answer": "So."}]
    }
    lines = lines_of(answered, {"PRO-1": "How much?", "PRO-2": "Why?"})
    assert [line.name for line in lines] == ["question", "answers", "answers"]
    assert [line.text for line in lines] == ["How much?", "A lot.", "So."]


def test_a_speech_under_way_shows_the_words_that_came():
    assert readable('{"arguments": [{"claim": "Trees cool str') == "Argument 1\nClaim: Trees cool str"
    assert readable('{"argu') == ""
    assert [partial_object(text) for text in ('{"a": [{"b": "c', "a [b]")] == [{"a": [{"b": "c"}]}, None]


@each("text", ["Plain words.", "a { b } [c]", "He said [sic] this: {1, 2}.", "x < y\n- z", "1 ```code"])
def test_text_that_is_no_object_is_shown_as_it_is(text):
    assert readable(text + " End") == text + " End"


@pytest.mark.slow
@given(ANYTHING)
@example('{"a": "\\ud83d\\ude00"}')
@example("\ud83d\ude00")
def test_what_was_shown_stays(text):
    before = ""
    for end in range(len(text) + 1):
        shown = readable(text[:end])
        assert shown.startswith(before)
        before = shown
    before.encode("utf-8")


@pytest.mark.slow
@given(
    st.dictionaries(st.text(WRITABLE, max_size=8), JSON_VALUES | st.text(WRITABLE), min_size=1, max_size=4)
)
def test_every_text_of_an_object_is_shown(value):
    shown = readable(json.dumps(value))
    for text in value.values():
        if isinstance(text, str) and text.isprintable():
            assert text in shown


@pytest.mark.slow
@each("piece", ['{"a":1}', '{"', "[{", '"', "\\", "```", "{ ", "[", '{"a":["', "x", "\\u12", " "])
@each("start", ["", '{"claim": "'])
def test_a_long_speech_takes_linear_time(piece, start):
    def seconds(size):
        text = start + piece * (size // len(piece))
        began = time.process_time()
        readable(text)
        return time.process_time() - began

    small, large = (min(seconds(size) for _ in range(3)) for size in (10_000, 40_000))
    assert large < 16 * small + 0.02
