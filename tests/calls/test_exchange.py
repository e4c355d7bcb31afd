"""The free exchange: whose turn it is, its ids, and one argument read for certain, asked for once more, or kept as it
came."""

import json
from dataclasses import replace

import pytest

from debate_core import calls as asks
from debate_core.calls.ask import TaskAnswer
from debate_core.calls.speech import BROKEN_OFF, merge_speeches, turn_of
from debate_core.domain.cast import Debater
from debate_core.domain.config import DebateConfig
from debate_core.domain.personalities import PERSONALITIES, directive
from debate_core.domain.transcript import (
    Argument,
    QuestionAnswer,
    Topic,
    Transcript,
    Turn,
    argument_id,
    side_of_turn,
)
from tests.calls.readers import CALL, NOTHING, asked, but_for, read_exchange
from tests.calls.rendered import QUESTIONED
from tests.each import each

TOPIC = Topic(text="Should schools start after nine?")
CONFIG = DebateConfig(topic=TOPIC, format="exchange", turns=6)
MANNERED = CONFIG.model_copy(
    update={side: Debater(side=side, personality="engineer") for side in ("pro", "con")}
)
REASONED = {
    "claim": "Trees cool streets.",
    "reasoning": "Leaves give off water, which takes heat out of the air.",
}
GOOD = {**REASONED, "evidence": "No source at hand; compare two streets."}


def _read(answer, *, number=3, final=False):
    text = answer if isinstance(answer, str) else json.dumps(answer)
    return read_exchange(text, side=side_of_turn(number), number=number, final=final)


def _said(number):
    return turn_of("exchange", number, _read({**GOOD, "claim": f"Claim of turn {number}."}, number=number))


def _only(speech):
    assert len(speech.arguments) == 1
    return speech.arguments[0]


def test_a_speaker_has_heard_every_turn_before_its_own_and_none_after():
    whole = Transcript(topic=TOPIC, turns=tuple(_said(n) for n in range(1, 7)))
    purpose = asked(MANNERED, whole, "exchange:4")
    assert (purpose.side, purpose.number, purpose.turns) == ("con", 4, 6)
    assert [turn.number for turn in purpose.transcript.turns] == [1, 2, 3]
    assert purpose.directive
    assert asked(CONFIG, whole, "exchange:1").transcript.turns == ()


@pytest.mark.parametrize("phase", ["opening", "cross_examination", "closing"])
def test_a_directive_reaches_every_speech_of_the_structured_debate(phase):
    config = MANNERED.model_copy(update={"format": "structured"})
    arguments = (Argument(id="CON-1", side="con", claim="a claim"),)
    turns = (Turn(number=2, phase="opening", side="con", arguments=arguments),)
    purpose = asked(config, Transcript(topic=TOPIC, turns=turns), f"{phase}:pro")
    assert purpose.directive == directive(PERSONALITIES["engineer"], PERSONALITIES["engineer"].traits)
    assert purpose.directive in purpose.prompt("m" * 32).messages[-1].content


@pytest.mark.parametrize("number", [1, 2, 3, 20])
def test_a_good_answer_is_one_argument_under_the_engines_id(number):
    speech = _read(GOOD, number=number)
    argument = _only(speech)
    side = side_of_turn(number)
    assert (argument.id, argument.side) == (argument_id(side, (number + 1) // 2), side)
    assert argument.claim == GOOD["claim"] and argument.structured
    assert speech.faults == speech.warnings == argument.warnings == ()
    turn = turn_of("exchange", number, speech)
    assert (turn.number, turn.phase, turn.side) == (number, "exchange", side_of_turn(number))
    assert turn.arguments == (argument,)


SHOUTED = {key.upper(): value for key, value in GOOD.items()}
DRESSED = [{"arguments": [GOOD]}, [GOOD], {"arguments": GOOD}, SHOUTED, {**GOOD, "id": "CON-9", "number": 7}]


@each("answer", DRESSED)
def test_an_answer_is_read_however_it_is_dressed_and_its_own_id_is_ignored(answer):
    speech = _read(answer)
    assert speech.faults == ()
    assert _only(speech).id == "PRO-2" and _only(speech).claim == GOOD["claim"]


def test_two_arguments_are_one_too_many():
    two = {"arguments": [GOOD, {**GOOD, "claim": "Trees calm traffic."}]}
    assert _read(two).faults == ("1 argument was asked for; 2 came.",)
    last = _read(two, final=True)
    assert _only(last).claim == GOOD["claim"]
    assert last.warnings == ("1 argument was asked for; 2 came. Only the first is kept.",)


def test_half_a_chain_of_reasoning_is_kept_with_its_words():
    cut = json.dumps(GOOD)[: json.dumps(GOOD).index("which") + 5]
    first = _read(cut)
    assert BROKEN_OFF in first.faults
    last = merge_speeches(first, _read(cut, final=True))
    assert "Leaves give off water, which" in _only(last).claim
    assert not _only(last).structured
    assert _only(merge_speeches(first, _read(GOOD, final=True))).claim == GOOD["claim"]


QUESTION, ANSWER = "Who pays for care?", "The town does."
ASKS = asks.Exchange(topic=QUESTIONED.topic, side="pro", number=5, turns=6, transcript=QUESTIONED)


def _answered(ask=ASKS, final=False, **changes):
    """What is read of an answer to a question on PRO-2 beside one on CON-2."""
    said = GOOD | {"answers": [{"argument_id": "PRO-2", "answer": ANSWER}], "question": QUESTION}
    text = json.dumps(but_for(said, **changes))
    return ask.speech(TaskAnswer(text=text, plain="", call=CALL, calls=(CALL,), final=final))


def test_a_turn_answers_what_it_was_asked_and_asks_of_the_last_argument_where_a_turn_is_left():
    answer = QuestionAnswer(argument_id="PRO-2", answer=ANSWER)
    assert ASKS.target == QUESTIONED.turns[3].arguments[0] and ASKS.questions == ["PRO-2"]
    for speech in (
        _answered(),
        _answered(claim=..., arguments=[GOOD]),
        _answered(QUESTION=QUESTION, question=...),
    ):
        assert (speech.answers, speech.question, speech.faults) == ((answer,), QUESTION, ())
    assert [_answered(question=nothing).question for nothing in ("", ..., "<question>", None, {})] == [""] * 5
    last, first, before = (
        replace(ASKS, turns=5),
        replace(ASKS, transcript=NOTHING, number=1),
        replace(ASKS, wording=4),
    )
    for ask, answers in ((last, (answer,)), (first, ()), (before, ())):
        assert ask.target is None and (_answered(ask).question, _answered(ask).answers) == ("", answers)
    whole = turn_of("exchange", 5, _answered(question="x" * 9_000))
    then = Transcript(topic=TOPIC, turns=(*QUESTIONED.turns, whole))
    assert then.answers["PRO-2"] == ANSWER and len(then.questions["CON-2"]) == 8_000
    assert then.questions.keys() == {"PRO-1", "CON-1", "PRO-2", "CON-2"}


@each(
    "none",
    [..., [], "", [{"argument_id": "PRO-2", "answer": " "}], [{"argument_id": "PRO-1", "answer": ANSWER}]],
)
def test_a_missing_answer_is_asked_for_once_more_and_then_stands_as_none(none):
    first, last = _answered(answers=none), _answered(answers=none, final=True)
    missing = "The question on PRO-2 was not answered."
    assert first.faults == (missing,) and last.answers == (QuestionAnswer(argument_id="PRO-2"),)
    assert f"{missing} It stands as no answer." in merge_speeches(first, last).warnings
    late = merge_speeches(first, _answered(evidence=..., final=True))  # the fuller argument, with the answer
    assert (
        late.answers[0].answer == ANSWER and _only(late).evidence and missing not in " ".join(late.warnings)
    )


def test_words_in_no_form_are_kept_and_hold_no_answer_and_no_question():
    speech = ASKS.speech(
        TaskAnswer(text="The town pays. Who else?", plain="", call=CALL, calls=(CALL,), final=True)
    )
    assert _only(speech).claim == "The town pays. Who else?" and not speech.readable
    assert (speech.answers, speech.question) == ((QuestionAnswer(argument_id="PRO-2"),), "")
