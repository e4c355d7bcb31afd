"""The briefing: every statement rests on arguments that exist, and none names a winner."""

import json

from debate_core.calls.briefing import NAMES_A_WINNER, Brief
from debate_core.domain.transcript import Statement
from tests.calls.readers import but_for, read_briefing
from tests.calls.rendered import CLOSED, MARK, SHEETS, words
from tests.each import each

IDS = ("PRO-1", "PRO-2", "CON-1")
GOOD = {
    "key_insight": {"text": "Care before school decides it.", "rests_on": ["PRO-1", "CON-1"]},
    "unresolved": [{"text": "Who pays for the care? Ask the town.", "rests_on": ["CON-1"]}],
    "recommendation": {"text": "Try it for a term where care is offered.", "rests_on": ["PRO-2"]},
}


def _read(**changes):
    return read_briefing(json.dumps(but_for(GOOD, **changes)), argument_ids=IDS)


def test_a_good_briefing_is_read_whole():
    reading = _read()
    assert reading.faults == ()
    assert reading.briefing.key_insight == Statement(**GOOD["key_insight"])
    assert [question.rests_on for question in reading.briefing.unresolved] == [("CON-1",)]
    assert reading.briefing.recommendation.rests_on


NOWHERE = [["PRO-9"], ["con-2", "elsewhere"], "PRO-7", [3], ["PRO-12"], ["XPRO-1"], [{}]]
DRESSED = [["con-1"], "CON-1", ["[CON-1]"], ["CON-1", "CON-1"], ["CON-1 (care)"]]


@each(("named", "ids"), [*((one, ()) for one in NOWHERE), *((one, ("CON-1",)) for one in DRESSED)])
def test_an_id_is_read_however_it_is_dressed_and_dropped_where_it_does_not_exist(named, ids):
    reading = _read(key_insight={"text": "Care decides it.", "rests_on": named})
    insight = reading.briefing.key_insight
    assert insight.rests_on == ids


def test_a_bare_sentence_is_an_unsupported_statement():
    reading = _read(recommendation="Try it for a term.")
    assert reading.briefing.recommendation == Statement(text="Try it for a term.")


@each("name", ["key_insight", "unresolved", "recommendation"])
@each("value", [..., None, {}, {"text": " "}, {"text": "<sentence>"}, 3, {"text": [3]}])
def test_a_statement_without_words_is_a_fault(name, value):
    if name == "unresolved" and isinstance(value, dict):
        value = [value]
    reading = _read(**{name: value})
    assert reading.briefing is None
    assert reading.faults


def test_no_open_question_is_in_order():
    reading = _read(unresolved=[])
    assert reading.briefing.unresolved == ()


WINNERS = """
PRO wins on cost. The con side has clearly won. The winner is PRO. The debate goes to CON. CON lost the debate.
This was won by the pro side. PRO narrowly prevails.
"""


@each("text", [f"{text.strip()}." for text in WINNERS.split(".") if text.strip()])
def test_a_briefing_that_names_a_winner_is_asked_for_again(text):
    reading = _read(key_insight={"text": text, "rests_on": []})
    assert reading.briefing is None
    assert reading.faults == (f"key_insight {NAMES_A_WINNER}",)


@each(
    "text",
    [
        "PRO won't hold without care before school.",
        "PRO-1 leads to the question of cost.",
        "Whoever wins the contract must offer care.",
        "Consider the pros and cons won over time.",
        "PRO concedes that costs rise; CON has not shown by how much.",
    ],
)
def test_ordinary_sentences_name_no_winner(text):
    assert _read(key_insight={"text": text, "rests_on": []}).briefing is not None


def test_a_judge_is_told_by_its_note_or_by_its_ruling_alone_and_one_without_scores_not_at_all():
    noted, bare, none = (
        words(Brief(transcript=CLOSED, sheets=sheets).prompt(MARK))
        for sheets in (SHEETS[2:3], SHEETS[:1], ())
    )
    assert "Judges on PRO-1: Judge 1 REFUTED. Their notes" in noted
    assert "Judges on PRO-1: Judge 1 UPHELD.\n" in bare
    assert "Judges on" not in none
