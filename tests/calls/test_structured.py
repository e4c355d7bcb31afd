"""Whose turn it is, and what a speaker may have heard."""

import json

from debate_core import calls as asks
from debate_core.calls import graph
from debate_core.calls.speech import Speech, turn_of, visible_to
from debate_core.domain.config import DebateConfig, Live
from debate_core.domain.imported import BroughtTurn, Imported, TranscriptConfig
from debate_core.domain.transcript import (
    PHASES,
    SIDES,
    Argument,
    Closing,
    Response,
    Topic,
    Transcript,
    opponent,
    turn_number,
)
from debate_core.store.events import TurnSpoken
from tests.calls.readers import NOTHING, asked, read, spoken
from tests.each import each

TOPIC = Topic(text="Should schools start after nine?")


def _config(order="simultaneous"):
    return DebateConfig(topic=TOPIC, order=order, arguments_per_side=2)


def _speech(phase, side):
    if phase == "opening":
        ids = (f"{side.upper()}-1", f"{side.upper()}-2")
        return Speech(arguments=tuple(Argument(id=name, side=side, claim=f"claim of {name}") for name in ids))
    if phase == "closing":
        return Speech(closing=Closing(side=side, position=f"position of {side}"))
    other = opponent(side).upper()
    return Speech(
        responses=(Response(argument_id=f"{other}-1", side=side, response_type="refute", reasoning="no"),)
    )


TURNS = (turn_of(phase, turn_number(phase, side), _speech(phase, side)) for phase in PHASES for side in SIDES)
WHOLE = Transcript(topic=TOPIC, turns=tuple(TURNS))


def _numbers(transcript):
    return [turn.number for turn in transcript.turns]


@each("side", SIDES)
@each(("phase", "heard"), [("opening", []), ("cross_examination", [1, 2]), ("closing", [1, 2, 3, 4])])
def test_simultaneous_speakers_hear_nothing_of_their_phase(phase, side, heard):
    assert _numbers(visible_to(_config(), WHOLE, phase, turn_number(phase, side))) == heard


@each("phase", PHASES)
@each("side", SIDES)
def test_alternating_speakers_hear_all_that_was_said_before_their_turn(phase, side):
    own = turn_number(phase, side)
    assert _numbers(visible_to(_config("alternating"), WHOLE, phase, own)) == list(range(1, own))


def test_an_opening_asks_for_the_configured_number_of_arguments():
    purpose = asked(_config(), Transcript(topic=TOPIC), "opening:con")
    assert purpose == asks.Opening(
        topic=TOPIC, side="con", count=2, transcript=Transcript(topic=TOPIC), tagged=True
    )


def test_a_cross_examination_targets_every_opposing_argument():
    purpose = asked(_config(), WHOLE, "cross_examination:con")
    assert isinstance(purpose, asks.CrossExamination)
    assert [target.id for target in purpose.targets] == ["PRO-1", "PRO-2"]
    assert purpose.transcript.responses == {}


def test_a_cross_examination_of_an_empty_opening_is_a_turn_without_a_call():
    turns = (turn_of("opening", 1, Speech()), turn_of("opening", 2, _speech("opening", "con")))
    fact = asked(_config(), Transcript(topic=TOPIC, turns=turns), "cross_examination:con")
    assert isinstance(fact, TurnSpoken)
    assert (fact.turn.number, fact.turn.responses, fact.calls) == (4, (), ())
    assert fact.turn.warnings


def test_a_closing_hears_the_answers_but_not_the_other_closing_unless_sides_alternate():
    purpose = asked(_config(), WHOLE, "closing:con")
    assert set(purpose.transcript.responses) == {"PRO-1", "CON-1"}
    assert purpose.transcript.closings == {}
    heard = asked(_config("alternating"), WHOLE, "closing:con").transcript
    assert set(heard.closings) == {"pro"}


def test_only_a_simulated_speakers_tags_are_kept_beside_its_words():
    own = {"claim": "Trees cool streets in summer", "reasoning": "They shade.", "evidence": "A count."}
    row = {**own, "tags": "case:why@x"}
    for tagged in (True, False):
        ask = asks.Opening(topic=Topic(text="Trees"), side="pro", transcript=NOTHING, count=1, tagged=tagged)
        turn = read(ask, json.dumps({"arguments": [row]}), turn="turn").turn
        assert [one.tags for one in turn.arguments] == (["case:why@x"] if tagged else [""])
        assert [one.claim for one in turn.arguments] == [own["claim"]]


def test_a_turn_that_was_brought_holds_a_token_for_each_four_characters_and_is_judged():
    sizes = (("pro", 8), ("con", 9))
    turns = [
        BroughtTurn(number=n, phase="exchange", side=side, speaker="", characters=size)
        for n, (side, size) in enumerate(sizes, 1)
    ]
    config = TranscriptConfig(topic=TOPIC, brought=Imported(file="a.txt", source="text", turns=tuple(turns)))
    steps = {one.name: one for one in graph(config)}
    assert [steps[f"exchange:{n}"].cap for n in (1, 2)] == [2, 3]
    assert steps["judging:Risk"].needs == ("exchange:1", "exchange:2")


@each("name", ["live:2", "pairwise:2", "conflict"])
def test_nothing_is_asked_of_a_turn_that_was_not_spoken(name):
    live = DebateConfig(topic=TOPIC, format="exchange", turns=6, live=Live())
    assert asked(live, spoken([1]), name) is None


def test_without_an_argument_there_is_nothing_to_judge():
    fact = asked(_config(), NOTHING, "judging:Risk")
    assert (fact.step, fact.failure.kind) == ("judging:Risk", "nothing_to_ask")
