"""Finding the one JSON object in an answer: what is found, what is left alone, and how long it takes."""

import json
import random
import time
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from debate_core.answers.json import MAX_BYTES, find_object, is_quoted
from debate_core.answers.repair import missing_brackets
from tests.each import each
from tests.letters import WRITABLE

ANSWER = {"claim": "Trees cool streets.", "n": 3, "list": ["a", "b"]}
TEXT = json.dumps(ANSWER)


FOUND = {
    ("accepted", "strict"): [f"  {TEXT}\n"],
    ("repaired", "unwrapped"): [
        f"```json\n{TEXT}\n```",
        f"Sure: {TEXT} Done.",
        f"{{both: mine}} are here:\n{TEXT}",
        f"<think>{{ no</think>{TEXT}",
        json.dumps(TEXT),
        "\ufeff" + TEXT,
    ],
    ("repaired", "repaired"): [TEXT.replace('"', "'"), TEXT[:-1] + ",}", TEXT[:-1], TEXT.replace('"n"', "n")],
}


@each("status", FOUND)
def test_an_object_is_accepted_as_it_stands_unwrapped_or_repaired(status):
    for text in FOUND[status]:
        found = find_object(text)
        assert (found.status, found.parse_stage, found.value) == (*status, ANSWER)


@each("text", ["", "no", "8", "null", '"x"', "{", "[1] and {two}", TEXT + " or " + TEXT.replace("3", "4")])
def test_none_or_several_objects_are_unreadable(text):
    found = find_object(text)
    assert (found.status, found.value) == ("unreadable", None)
    assert found.faults


def test_too_much_is_refused():
    for text in (
        "x" * (MAX_BYTES + 1),
        '{"a": 1} ' * 100,
        f'{{"a": {"1" * 65}}}',
        f'{{"a": {"[" * 32 + "]" * 32}}}',
    ):
        assert find_object(text).status == "refused"
    assert find_object("x" * (MAX_BYTES + 1)).faults[0].startswith("The answer was over 256 kB;")
    for text in (f'{{"a": {"1" * 64}}}', f'{{"a": {"[" * 31 + "]" * 31}}}'):
        assert find_object(text).status == "accepted"


def test_an_object_of_the_transcript_is_not_the_models_own():
    assert find_object(TEXT, transcript=f"They said {TEXT}!").status == "unreadable"
    assert find_object(TEXT, transcript="They said nothing of the kind.").status == "accepted"
    assert [is_quoted("Tea: " + "x" * n, "tea " + "x" * n) for n in (20, 21)] == [False, True]


def test_a_fraction_keeps_every_digit():
    found = find_object('{"n": 8.00000000000000000001}')
    assert found.value == {"n": Decimal("8.00000000000000000001")}


@each(
    ("text", "value"),
    [
        ('{\\"a\\q\\": 1}', {"a\\q": 1}),
        ("{a: None, b: true, c: False}", {"a": None, "b": True, "c": False}),
        (f'{{"a": 1e{"9" * 30},}}', {"a": Decimal("Infinity")}),
    ],
)
def test_what_is_bent_in_a_way_that_leaves_no_doubt_is_read(text, value):
    assert find_object(text).value == value


def test_where_an_answer_broke_off_is_told():
    found = find_object('{"claim": "Trees cool streets.", "more": {"why": "Because they')
    assert found.value == {"claim": "Trees cool streets.", "more": {}}
    assert found.cut == ("more", "why")


def test_words_around_an_object_are_kept_apart():
    assert find_object(f"Before. {TEXT} After [1].").around.split() == ["Before.", "After", "[1]", "."]


@each(
    ("text", "value"),
    [
        ('{"n": 8,5}', {"n": 8}),
        ('{"n": 8,5}', {"n": 85}),
        ('{"n": 1_0}', {"n": 10}),
        ('{"n": 010}', {"n": 10}),
        ('{"n": 8%}', {"n": 8}),
        ('{"n": ~8}', {"n": 8}),
        ('{"n": -8}', {"n": 8}),
        ('{"n": 8.00000000000000000001}', {"n": 8.0}),
        ('{"n": : 8}', {"n": 8}),
        ('{"n": 8, "n": 9}', {"n": 9}),
        ('{"n": true}', {"n": False}),
        ('{"n": null}', {"n": False}),
        ('{"n": 8}', {"n": 8, "m": 0}),
        ('{"n": 8, "m": 9}', {"n": 9, "m": 8}),
        ('{"a": {"n": 8}, "b": 1}', {"a": {"n": 8, "b": 1}}),
        ('{"a": "x", "n": 8}', {"a": 'x", "n": 8'}),
    ],
)
def test_the_guard_passes_no_value_that_the_text_does_not_say(text, value):
    assert missing_brackets(text, value) is None


def test_the_guard_passes_what_differs_in_marks_only():
    assert missing_brackets("{n: 8 'm': [1 2,]", {"n": 8, "m": [1, 2]}) == 1


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**6), 10**6) | st.text(WRITABLE, max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(WRITABLE, max_size=5), inner, max_size=3)
    ),
    max_leaves=10,
)


@pytest.mark.slow
@given(st.dictionaries(st.text(WRITABLE, max_size=5), _JSON, max_size=3))
def test_what_is_written_as_json_is_found_unchanged(value):
    assert find_object(json.dumps(value)).value == value


@given(st.text(WRITABLE, max_size=200) | st.text(alphabet="{}[]\":,\\'/*#`<>think01 \n", max_size=60))
def test_no_text_crashes_it(text):
    found = find_object(text)
    assert (found.value is None) == (found.status in ("unreadable", "refused"))


@pytest.mark.slow
def test_hard_texts_take_linear_time():
    rng = random.Random(3)
    marks = ['"', "'", "{", "}", "[", "]", ",", ":", "(", "#", "/", "`", "“", "\\", "a ", "1", "\n", "null"]
    for _ in range(20):
        pattern = "".join(rng.choices(rng.sample(marks, 4), k=rng.randint(2, 9)))
        text = rng.choice(["{", '{"a":', '[{"a":"']) + pattern * (
            rng.choice([9_000, 100_000]) // len(pattern)
        )
        start = time.process_time()
        find_object(text)
        assert time.process_time() - start < 1, pattern
