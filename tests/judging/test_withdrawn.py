"""Scores that are taken back are no scores; courtesies and summaries of the debate do them no harm."""

import json
import time

import pytest

from debate_core.answers.withdrawn import take_back
from debate_core.rubric import EVIDENCE_FIRST
from tests.each import each
from tests.judging.surrounded import (
    HARMLESS,
    HARMLESS_FIELDS,
    LATER_HARMLESS,
    LATER_WITHDRAWN,
    MORE_HARMLESS,
    MORE_WITHDRAWN,
    WITHDRAWING_FIELDS,
    WITHDRAWN,
)
from tests.judging.test_reading import BASE, SCORES, read, wire, with_first


@each("sentence", [*WITHDRAWN, *LATER_WITHDRAWN])
def test_a_sentence_that_takes_the_scores_back_has_them_asked_for_again(sentence: str) -> None:
    for text in (f"{sentence}\n{BASE}", f"{BASE}\n\n{sentence}", f"Here are my scores: {sentence} {BASE}"):
        assert (read(text).status, read(text).scores) == ("unreadable", {})


@each("sentence", [*HARMLESS, *LATER_HARMLESS])
def test_a_courtesy_or_a_word_on_the_debate_does_no_harm(sentence: str) -> None:
    for text in (f"{sentence}\n{BASE}", f"{BASE}\n\n{sentence}", f"```json\n{BASE}\n```\n{sentence}"):
        assert (read(text).status, read(text).scores) == ("repaired", SCORES)


@pytest.mark.parametrize(("sentences", "back"), [(MORE_WITHDRAWN, True), (MORE_HARMLESS, False)])
def test_both_are_told_apart_in_many_tongues(sentences: tuple[str, ...], back: bool) -> None:
    scored = {"low": 1, "high": 10, "dimensions": ("logic", "evidence", "responsiveness", "honesty")}
    assert [one for one in sentences if take_back(one, **scored) is not back] == []


@each(("name", "value"), WITHDRAWING_FIELDS)
def test_a_field_that_is_not_asked_for_has_them_asked_for_again(name: str, value: object) -> None:
    overall = {**wire(), "overall": {**wire()["overall"], name: value}}
    packed = {"response": {"data": wire(), name: value}}
    texts = [with_first(**{name: value}), *map(json.dumps, ({**wire(), name: value}, overall, packed))]
    for text in texts:
        assert (read(text).status, read(text).scores) == ("unreadable", {})


@each(("name", "value"), HARMLESS_FIELDS)
def test_a_field_of_reasons_does_no_harm(name: str, value: object) -> None:
    assert read(with_first(**{name: value})).scores == SCORES


def test_a_field_that_says_nothing_does_no_harm() -> None:
    assert read(json.dumps({**wire(), "refusal": None, "error": ""})).scores == SCORES
    assert read(with_first(refusal=None, warning=[])).scores == SCORES


def test_the_scale_is_the_rubrics_own() -> None:
    for said, harm in (
        ("from 1 to 10", False),
        ("from one to ten", False),
        ("from 1 to 20", True),
        ("from 0 to 10", True),
    ):
        assert take_back(f"I scored each argument {said}.", low=1, high=10, dimensions=("logic",)) is harm
    assert not take_back("I scored each argument from 0 to 4.", low=0, high=4, dimensions=("logic",))
    other = {
        "clarity": "Its clarity: four, not seven.",
        "rebuttal": "The first one gets a nine for rebuttal.",
    }
    for sentence in other.values():
        assert take_back(sentence, low=1, high=10, dimensions=EVIDENCE_FIRST.keys)


@pytest.mark.parametrize(
    "word", ["and ", "not ", "score ", "high ", "take ", "1 ", "a = ", "< ", "3.3.", "a. ", "`"]
)
def test_a_long_text_is_looked_through_soon(word: str) -> None:
    for text in (word * (19_999 // len(word)), word * 60_000, ". ".join([(word * 900)[:900]] * 22)):
        start = time.process_time()
        take_back(text, low=1, high=10, dimensions=("logic", "evidence"))
        assert time.process_time() - start < 0.5
