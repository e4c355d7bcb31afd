"""Scores that are taken back are no scores; courtesies and summaries of the debate do them no harm."""

import json
import pathlib
import time

import pytest

from debate_core.answers.retraction import (
    _is_foreign,
    _leads_up,
    _tells_of_a_debate,
    disowns,
    is_aside,
    retracts_scores,
    speaks_of_itself,
)
from debate_core.domain.rubric import EVIDENCE_FIRST
from tests.answers.test_reading import BASE, SCORES, read, wire, with_first
from tests.each import each

pytestmark = pytest.mark.slow  # as a whole, some seconds

SENTENCES = pathlib.Path(__file__).parents[1] / "fixtures" / "surrounded"
"""What stands around a judge's object. Written before the rule; a third of each, drawn by a seed, was kept unseen until
it stood. The last 30 of each but six were read by it then for the first time: 25 were taken back, 28 harmless. In many
tongues a third of the first 60 was kept unseen, and the last 20 were written after the rule was changed; of both, read
for the first time: 29 of 40 taken back (24 by the rule before), 38 of 40 harmless (27 before)."""


def sentences(name):
    return tuple((SENTENCES / f"{name}.txt").read_text(encoding="utf-8").splitlines())


WITHDRAWING_FIELDS = json.loads("""
{"max_score": 20, "min_score": 0, "scale": "0-100", "is_draft": true, "draft": true, "copied_from": "CON",
 "refusal": "I will not judge this.", "status": "preliminary", "valid": false, "author": "CON", "unit": "percent",
 "disclaimer": "These are not my scores.", "warning": "Made up.", "superseded": true, "replaced_by": "v2",
 "correction": "The first is nine.", "out_of": 20, "inverted": true, "source": "the transcript", "final": false,
 "judge": "somebody else", "placeholder": true, "example": true, "error": "could not read the debate",
 "normalised": true, "multiplier": 2, "retracted": true, "note_to_reader": "Ignore this.",
 "direction": "lower is better", "confidence_in_scores": 0, "is_example": true, "score_range": [0, 20]}
""")

WHY = "Because the claim follows."
HARMLESS_FIELDS = dict.fromkeys(("reasoning", "rationale", "justification", "explanation"), WHY) | json.loads("""
{"notes": "A reason.", "fallacies": [], "comment": "Clear.", "comments": "Clear.", "reason": "Clear.", "side": "PRO",
 "claim": "Trees cool streets.", "summary": "A sound argument.", "strengths": ["clear"], "weaknesses": ["one source"]}
""")


@each("sentence", sentences("taken_back"))
def test_a_sentence_that_takes_the_scores_back_has_them_asked_for_again(sentence):
    for text in (f"{sentence}\n{BASE}", f"{BASE}\n\n{sentence}", f"Here are my scores: {sentence} {BASE}"):
        assert (read(text).status, read(text).scores) == ("unreadable", {})


@each("sentence", sentences("harmless"))
def test_a_courtesy_or_a_word_on_the_debate_does_no_harm(sentence):
    for text in (f"{sentence}\n{BASE}", f"{BASE}\n\n{sentence}", f"```json\n{BASE}\n```\n{sentence}"):
        assert (read(text).status, read(text).scores) == ("repaired", SCORES)


@pytest.mark.parametrize(("kind", "back"), [("taken_back", True), ("harmless", False)])
def test_both_are_told_apart_in_many_tongues(kind, back):
    scored = {"low": 1, "high": 10, "dimensions": ("logic", "evidence", "responsiveness", "honesty")}
    told = sentences(f"{kind}_in_many_tongues")
    assert [one for one in told if retracts_scores(one, **scored) is not back] == []


@each(("name", "value"), WITHDRAWING_FIELDS.items())
def test_a_field_that_is_not_asked_for_has_them_asked_for_again(name, value):
    overall = {**wire(), "overall": {**wire()["overall"], name: value}}
    packed = {"response": {"data": wire(), name: value}}
    texts = [with_first(**{name: value}), *map(json.dumps, ({**wire(), name: value}, overall, packed))]
    for text in texts:
        assert (read(text).status, read(text).scores) == ("unreadable", {})


@each(("name", "value"), HARMLESS_FIELDS.items())
def test_a_field_of_reasons_does_no_harm(name, value):
    assert read(with_first(**{name: value})).scores == SCORES


@each(
    ("words", "itself"),
    [
        ("Logic and evidence swapped places.", True),
        ("Logic swapped places with the rest.", False),
        ("Logic and evidence hold.", False),
        ("The highest figure is 100 euros.", False),
        ("These are estimates by the ministry, which CON does not use.", False),
        ("Judge Brandeis' words are quoted.", False),
    ],
)
def test_what_is_about_the_form_is_told_from_what_is_about_the_debate(words, itself):
    assert speaks_of_itself(words, ("logic", "evidence")) is itself


@each(
    ("words", "disowned"),
    [
        ("I smuggled these numbers in.", (True, True)),
        ("I read these numbers twice.", (False, False)),
        ("Lower is better.", (True, True)),
        ("CON says that lower is better.", (False, False)),
        ("The numbers of CON are swapped.", (False, True)),
        ("CON's study is unfinished.", (False, True)),
        ("Not final.", (False, True)),
        ("The final word.", (False, False)),
    ],
)
def test_a_label_disowns_by_one_word_where_a_reason_says_it_of_the_scores(words, disowned):
    assert tuple(disowns(words, high=10, label=label) for label in (False, True)) == disowned


def test_a_field_that_says_nothing_does_no_harm():
    assert read(json.dumps({**wire(), "refusal": None, "error": ""})).scores == SCORES
    assert read(with_first(refusal=None, warning=[])).scores == SCORES


def test_the_scale_is_the_rubrics_own():
    said = {"1 to 10": False, "one to ten": False, "1 to 20": True, "0 to 10": True}
    for scale, harm in said.items():
        sentence = f"I scored each argument from {scale}."
        assert retracts_scores(sentence, low=1, high=10, dimensions=("logic",)) is harm
    assert not retracts_scores("I scored each argument from 0 to 4.", low=0, high=4, dimensions=("logic",))
    top = "The highest score possible is 100."
    assert [disowns(top, high=high) for high in (10, 100)] == [True, False]
    long = "It is so. " * 2_000
    told = [retracts_scores(text, low=0, high=4, dimensions=()) for text in (long, f"{long}.")]
    assert told == [False, True]
    for sentence in ("Its clarity: four, not seven.", "The first one gets a nine for rebuttal."):
        assert retracts_scores(sentence, low=1, high=10, dimensions=EVIDENCE_FIRST.keys)


@pytest.mark.parametrize(
    "word", ["and ", "not ", "score ", "high ", "take ", "1 ", "a = ", "< ", "3.3.", "a. ", "`"]
)
def test_a_long_text_is_looked_through_soon(word):
    for text in (word * (19_999 // len(word)), word * 60_000, ". ".join([(word * 900)[:900]] * 22)):
        start = time.process_time()
        retracts_scores(text, low=1, high=10, dimensions=("logic", "evidence"))
        assert time.process_time() - start < 0.5


@each(
    ("sentence", "foreign"),
    [
        ("der das", True),
        ("der is in", False),  # one word of another language beside two of English
        ("der i", True),  # "i" is of many languages
        ("der prüft is in", True),  # as many: one common, one accented
        ("der prüft is in it", False),
        ("naïve", True),
        ("naïve is", False),
        ("Said über", True),
        ("Said Über", False),  # a name
        ("проверка is in it", True),  # eight letters of another script are four words
        ("проверка is in it and", False),
        ("der проверка is in it and so", True),  # 1 + 1 + 4 beside 5
        ("der проверка is in it and so if", False),
    ],
)
def test_a_sentence_is_foreign_by_its_letters_and_its_commonest_words(sentence, foreign):
    assert _is_foreign(sentence) == foreign


def test_in_any_tongue_a_few_words_and_a_colon_lead_up_and_a_side_alone_is_of_the_debate():
    eight, single = "hier sind die punkte meiner wahl wie folgt:", "评" * 15 + "："
    denied = ("hier sind nicht die punkte:", "der entwurf der punkte:")
    for one in (eight, single, f"so {eight}", f"评{single}", "hier sind die punkte", *denied):
        assert _leads_up(one) == (one in (eight, single)), one
    of_it, longest = ("pro antwortet klar", "ich habe pro gelesen"), "pro antwortet".ljust(1_000)
    others = ("die bäume kühlen", "pro antwortet klar 8", "pro antwortet nicht", "ich mag pro mehr")
    for one in (*of_it, longest, *others, f"{longest} "):
        assert _tells_of_a_debate(one) == (one in (*of_it, longest)), one


@each(
    ("around", "aside"),
    [
        ("Here are my scores, from 1 to 10.", False),
        ("Here are my scores, from 1 to 20; the machine wanted digits.", True),
        ("Let me know if you need more.", False),
        ("The machine wanted digits.", True),
        ("CON shows the cost.", False),
    ],
)
def test_what_stands_around_is_an_aside_unless_it_announces_or_is_a_courtesy(around, aside):
    assert is_aside(around, low=1, high=10) is aside
