"""Which judgings a speaker heeds, and the traits it speaks with."""

import pytest

from debate_core.domain.cast import Debater
from debate_core.domain.config import DebateConfig, Live
from debate_core.domain.personalities import Pressure
from debate_core.domain.transcript import Topic
from debate_core.scorecard.live_scores import (
    directive_at,
    heed,
    last_heeded_turn,
    traits_at,
    traits_over,
)
from tests.each import each
from tests.scorecard.proposals import proposal, spoken


def debate(feedback="lagged", **given):
    pro = Debater(side="pro", personality="strategist")
    usual = {"topic": Topic(text="Trams"), "format": "exchange", "live": Live(feedback=feedback), "pro": pro}
    return DebateConfig(**{**usual, **given})


def pressed(turn, weaker="pro", **pressure):
    return proposal(turn, weaker=weaker, pressure=Pressure(**pressure))


@each(
    ("config", "heeds"),
    [
        # turns 1 to 6: lagged hears all but the judging that runs beside it; strict all before it
        (debate("lagged"), [-1, 0, 1, 2, 3, 4]),
        (debate("strict"), [0, 1, 2, 3, 4, 5]),
        # simultaneous: the two turns of a phase are spoken at once
        (debate("strict", format="structured", order="simultaneous"), [0, 0, 2, 2, 4, 4]),
        (debate("strict", format="structured", order="alternating"), [0, 1, 2, 3, 4, 5]),
        (debate("lagged", format="structured", order="simultaneous"), [-1, 0, 1, 2, 3, 4]),
        (debate(live=None), [0] * 6),
    ],
)
def test_a_speaker_heeds_what_was_judged_before_it(config, heeds):
    assert [last_heeded_turn(number, config) for number in range(1, 7)] == heeds


def test_pressure_reaches_the_weaker_side_alone():
    # strategist, elasticity .6: 5 + 2 × .6 from turn 1; the pressure on CON is not PRO's
    said = [
        pressed(1, cognitive=2),
        pressed(2, weaker="con", cognitive=3),
        pressed(3, weaker=None, cognitive=3),
    ]
    found = traits_at("pro", 5, said, debate())
    assert found["analytical"] == pytest.approx(6.2)
    own = debate(pro=Debater(side="pro", personality="strategist", elasticity=0.25))
    assert traits_at("pro", 5, said, own)["analytical"] == pytest.approx(5.5)
    own = debate(pro=Debater(side="pro", personality="strategist", traits="analytical 9.5, formal 2"))
    assert [traits_at("pro", number, said, own)["analytical"] for number in (1, 5)] == [9.5, 10]
    assert traits_at("pro", 5, said, own)["formal"] == 2


def test_lagged_pressure_arrives_a_turn_of_its_own_later_than_strict():
    # turn 2's judging: strict reaches PRO in turn 3, lagged in turn 5
    said = [pressed(2, cognitive=2)]
    for feedback, values in (("strict", [5, 6.2, 6.2]), ("lagged", [5, 5, 6.2])):
        found = [traits_at("pro", number, said, debate(feedback))["analytical"] for number in (1, 3, 5)]
        assert found == pytest.approx(values)


def test_judgings_are_heeded_in_turn_order_whenever_they_came():
    said = [pressed(3), pressed(1), pressed(2)]
    assert [one.turn for one in heed(said, 5, debate())] == [1, 2, 3]


def test_a_side_without_a_personality_has_no_traits_and_no_directive():
    said = [pressed(1, weaker="con", cognitive=3)]
    assert traits_at("con", 4, said, debate()) is None
    assert directive_at("con", 4, said, debate()) == ""
    assert directive_at("pro", 3, said, debate()) != ""


def test_traits_are_listed_for_each_turn_of_a_side_that_has_them():
    said = [pressed(1, cognitive=2), pressed(3, cognitive=1)]
    found = traits_over(spoken(6), said, debate())
    assert {one.side for one in found} == {"pro"}
    assert [(one.turn, one.values["analytical"]) for one in found] == [(1, 5), (3, 6.2), (5, 6.8)]


def test_what_is_drawn_of_traits_begins_at_the_debaters_own():
    own = debate(pro=Debater(side="pro", personality="strategist", traits="analytical 2", elasticity=0.5))
    found = traits_over(spoken(6), [pressed(1, cognitive=2)], own)
    assert [one.values["analytical"] for one in found] == [2, 3, 3]
    assert {(one.personality, one.elasticity) for one in found} == {("strategist", 0.5)}
    assert "Go by the whole picture" in found[0].line and "Compared with" not in found[0].line
    assert "lean more on step-by-step analysis" in found[1].line
