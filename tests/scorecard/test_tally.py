"""The scorecard of turns and rounds."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from debate_core.domain.config import DebateConfig, Live
from debate_core.domain.live_judge import Overturn
from debate_core.domain.transcript import SIDES, Argument, Topic, Transcript, Turn
from debate_core.scorecard.live_scores import ScoreFlag
from debate_core.scorecard.tally import argument_places, scorecard
from tests.each import each
from tests.scorecard.proposals import (
    STRUCTURED,
    TEXTS,
    arcs,
    chain,
    claim,
    compared,
    comparisons,
    composite,
    exposure,
    overturns,
    proposal,
    spoken,
)

pytestmark = pytest.mark.slow  # as a whole, some seconds

TOPIC = Topic(text="Trams")


def card(said, readings=(), words=(), turns=None, *, strict=False, order="alternating"):
    config = DebateConfig(topic=TOPIC, order=order, live=Live(strict_floor=strict))
    return scorecard(said, readings, words, config, spoken(len(said)) if turns is None else turns)


def composites(*values):
    """Proposals of turns 1, 2, … with these composites."""
    return [composite(n, value) for n, value in enumerate(values, start=1)]


def test_raw_and_adjusted_both_stand_with_the_flags_between():
    # turn 2: proposed 40 + 20 + 18 = 78; two links cap logic at 24; it lost logic to turn 1's 20, so 19; one claim
    # without a mechanism takes 1: 18 + 20 + 18 = 56
    second = proposal(2, logic=40, links=chain("present", "present", "missing", "missing"), claims=(claim(),))
    found = card([proposal(1, logic=20), second], [compared(2, logic="older")]).turns[1]
    assert (found.raw.logic, found.raw.composite) == (40, 78)
    assert (found.logic, found.rhetoric, found.tactics, found.composite) == (18, 20, 18, 56)
    flags = [(flag.kind, flag.raw, flag.adjusted) for flag in found.flags]
    assert flags == [("link_cap", 40, 24), ("loser_lowered", 24, 19), ("penalty", 19, 18)]


def test_the_first_turn_is_uncalibrated_and_so_is_one_that_was_not_compared():
    found = card([proposal(1), proposal(2), proposal(3)], [compared(2)])
    assert [score.calibrated for score in found.turns] == [False, True, False]


def test_a_later_exposure_docks_the_earlier_turn_and_points_at_what_exposed_it():
    # turn 1: logic 24 − 2
    found = card([proposal(1), proposal(2), proposal(3, exposures=(exposure(1),))])
    why = "T1-C1, invented citation: −2 on logic. Exposed by turn 3."
    docked = {"kind": "retroactive_penalty", "dimension": "logic", "raw": 24, "adjusted": 22}
    assert found.turns[0].flags == (ScoreFlag(**docked, reason=why, claim="T1-C1", by=3),)
    assert found.turns[0].composite == 60
    assert found.turns[2].composite == 62


def test_penalties_come_after_harmonising_and_move_no_other_turn():
    # turn 2 won against turn 1's 30, so it has 30; that turn 1 then loses 2 leaves turn 2 where it was
    said = [proposal(1, logic=30), proposal(2, logic=20), proposal(3, exposures=(exposure(1),))]
    found = card(said, [compared(2, logic="newer")])
    assert [score.logic for score in found.turns[:2]] == [28, 30]


def test_logic_never_falls_below_0():
    # 1 − 2 − 2 stays at 0
    twice = (claim(concern="inverted_fact"), claim("Rents rise, so wages fall.", "backwards_causation"))
    (found,) = card([proposal(1, logic=1, claims=twice)]).turns
    assert (found.logic, found.composite) == (0, 38)
    assert [(flag.raw, flag.adjusted) for flag in found.flags] == [(1, 0), (0, 0)]


def test_an_overturned_flag_gives_its_points_back_and_stays_on_the_card():
    said = [proposal(1, claims=(claim(concern="inverted_fact"),)), proposal(2)]
    assert card(said).turns[0].logic == 22
    found = card(said, words=[Overturn(claim="T1-C1")]).turns[0]
    assert found.logic == 24
    (flag,) = found.flags
    assert (flag.kind, flag.raw, flag.adjusted, flag.claim) == ("overturned", 24, 24, "T1-C1")
    assert flag.reason == "A person overturned T1-C1, inverted fact: its −2 does not count."
    (named,) = card(said, words=[Overturn(claim="T1-C1", person="Ana")]).turns[0].flags
    assert named.reason == "Ana overturned T1-C1, inverted fact: its −2 does not count."


def test_rounds_are_two_consecutive_turns_won_on_the_adjusted_composite():
    # turns 3 and 4, as proposed: PRO 65, CON 62; three claims take 2 each from PRO: 59 to 62
    three = tuple(claim(text, "inverted_fact") for text in TEXTS)
    said = [proposal(1), proposal(2), proposal(3, logic=27, claims=three), proposal(4)]
    second = card(said).rounds[1]
    assert second.composites == {"pro": 59, "con": 62}
    assert (second.number, second.turns, second.winner, second.counted) == (2, (3, 4), "con", True)


@each(
    ("turns", "rounds"),
    [(1, []), (2, []), (3, []), (4, ["23", "34"]), (5, ["23", "34"]), (6, ["23", "34", "45", "56"])],
)
def test_rounds_go_from_turn_2_on_so_that_each_side_answers_as_often(turns, rounds):
    found = card([proposal(n + 1) for n in range(turns)]).rounds
    assert ["".join(map(str, one.turns)) for one in found] == rounds


def test_a_side_leads_whose_marks_are_higher_by_more_than_chance():
    # turns 3 and 5 of PRO against 2, 4 and 6 of CON: 61 to 31, 30 ± 2.35 · √(4 / 3 · (1/2 + 1/3))
    found = card(composites(50, 30, 60, 32, 62, 31))
    assert found.rounds_won == {"pro": 4, "con": 0}
    assert found.difference.value == 30
    assert found.difference.interval == pytest.approx((27.52, 32.48), abs=0.01)
    assert found.leader == "pro"
    won = "PRO won 4 and CON 0 rounds"
    assert found.reason == f"PRO leads: {won}, and its marks are higher by more than chance."


def test_higher_marks_do_not_lead_against_more_rounds_won():
    # five turns of PRO stand high beside turns that were not judged; of the rounds left CON won 2 and PRO 1
    marks = {3: 80, 5: 80, 7: 80, 9: 80, 11: 80, 12: 64, 13: 60, 14: 64}
    said = [one for one in composites(*(marks.get(n, 50) for n in range(1, 15))) if one.turn in marks]
    found = card(said, turns=spoken(14))
    assert found.rounds_won == {"pro": 1, "con": 2}
    assert found.difference.above(0)
    assert found.leader == "level"
    won = "PRO won 1 and CON 2 rounds"
    assert found.reason.endswith(f"{won}, but PRO's marks are higher by more than chance.")


def test_where_chance_can_not_be_told_it_is_level_and_says_why():
    found = card(composites(50, 40, 60))
    assert (found.leader, found.difference.interval) == ("level", None)
    assert found.reason.endswith("rounds; too few marks to tell chance from skill.")


@each(("pro", "winner"), [(47.9, "con"), (48, None), (50, None), (52, None), (52.1, "pro")])
def test_a_round_within_2_marks_is_a_tie(pro, winner):
    (one, _) = card(composites(60, 50, pro, 50)).rounds
    assert (one.counted, one.winner) == (True, winner)
    assert one.reason == ("" if winner else "Tied: it counts for neither side.")


def test_a_turn_that_was_not_judged_is_missing_and_its_rounds_are_not_counted():
    said = [one for one in composites(50, 40, 30, 80, 70, 60) if one.turn != 3]
    found = card(said, turns=spoken(6))
    assert found.missing == (3,)
    assert [one.reason for one in found.rounds[:2]] == ["Not counted: turn 3 was not judged."] * 2
    assert [one.counted for one in found.rounds] == [False, False, True, True]
    assert [one.winner for one in found.rounds] == [None, None, "con", "pro"]
    assert found.means == {"pro": 70, "con": 60}


def test_two_turns_of_one_side_are_no_round():
    turns = tuple(Turn(number=n, phase="exchange", side="pro") for n in range(1, 5))
    found = card([proposal(n, side="pro") for n in range(1, 5)], turns=turns)
    assert found.rounds[0].reason == "Not counted: both turns are PRO's."
    assert found.leader is None


@pytest.mark.parametrize("count", [0, 1, 2])
def test_nobody_leads_before_both_sides_have_a_judged_turn_after_the_first(count):
    found = card([proposal(n + 1) for n in range(count)])
    assert found.leader is None
    need = "both sides need a judged turn after the first, which answers nobody"
    assert found.reason == f"Nobody leads: {need}."


def test_the_running_score_follows_every_turn():
    # turn 1 counts in no mean; of turns 2 to 4 CON has 40 and then (40 + 60) / 2 = 50
    found = card(composites(50, 40, 30, 60))
    assert [(one.turn, one.means, one.rounds) for one in found.running] == [
        (1, {"pro": None, "con": None}, {"pro": 0, "con": 0}),
        (2, {"pro": None, "con": 40}, {"pro": 0, "con": 0}),
        (3, {"pro": 30, "con": 40}, {"pro": 0, "con": 1}),
        (4, {"pro": 30, "con": 50}, {"pro": 0, "con": 2}),
    ]


def test_inconsistent_comparisons_are_counted():
    readings = [
        compared(2, logic="newer", rhetoric="newer"),
        compared(2, logic="older", rhetoric="newer", swapped=True),
        compared(3),
    ]
    found = card([proposal(1), proposal(2), proposal(3)], readings)
    assert (found.inconsistent, found.asked_twice) == (1, 3)


LINKS = chain("present", "present", "present", "missing")  # of four 8 + 8 × 3 = 32, of three 40


@pytest.mark.parametrize(
    ("turns", "order", "unheard"),
    [
        (spoken(6), "alternating", {1}),
        (spoken(6), "simultaneous", {1}),  # an exchange always alternates
        (STRUCTURED, "alternating", {1}),
        (STRUCTURED, "simultaneous", {1, 2}),  # neither opening heard the other
    ],
)
def test_the_premise_link_applies_once_the_speaker_has_heard_the_opponent(turns, order, unheard):
    said = [proposal(n, links=LINKS) for n in range(1, 7)]
    found = card(said, order=order, turns=turns)
    assert {score.turn for score in found.turns if score.cap == 40} == unheard
    assert {score.cap for score in found.turns} == {32, 40}


@given(arcs(), comparisons, overturns, st.booleans())
def test_marks_stay_in_bounds_and_never_above_the_cap(said, readings, words, strict):
    found = card(said, readings, words, spoken(6), strict=strict)
    for score in found.turns:
        assert 0 <= score.logic <= score.cap <= 40
        assert 0 <= score.rhetoric <= 30
        assert 0 <= score.tactics <= 30
        assert 0 <= score.composite <= 100
        assert score.composite == score.logic + score.rhetoric + score.tactics
    assert {score.turn for score in found.turns} | set(found.missing) == set(range(1, 7))


@given(arcs(), comparisons, overturns)
def test_nothing_is_changed_in_silence(said, readings, words):
    for score in card(said, readings, words, turns=spoken(6)).turns:
        for dimension in ("logic", "tactics"):
            flags = [flag for flag in score.flags if flag.dimension == dimension]
            steps = [score.raw.on(dimension), *(flag.adjusted for flag in flags)]
            assert [flag.raw for flag in flags] == steps[:-1]
            assert steps[-1] == score.on(dimension)
        touched = {flag.dimension for flag in score.flags}
        assert score.rhetoric == score.raw.rhetoric or touched & {"rhetoric", "delivery"}


@given(arcs(), comparisons)
def test_overturning_is_exactly_reversible_and_moves_its_own_turn_alone(said, readings):
    before = card(said, readings, turns=spoken(6))
    for entry in before.claims.entries:
        over = card(said, readings, [Overturn(claim=entry.id)], turns=spoken(6))
        for was, now in zip(before.turns, over.turns, strict=True):
            assert now == was or now.turn == entry.turn
            assert now.logic >= was.logic
        words = [Overturn(claim=entry.id), Overturn(claim=entry.id, overturned=False)]
        assert card(said, readings, words, turns=spoken(6)).turns == before.turns


@given(arcs(), comparisons, st.data())
def test_a_replays_scorecard_differs_from_the_last_only_by_what_came_later(said, readings, data):
    count = data.draw(st.integers(0, len(said)))
    then, now = card(said[:count], readings, turns=spoken(6)), card(said, readings, turns=spoken(6))
    later = {score.turn: score for score in now.turns}
    for score in then.turns:
        assert later[score.turn].raw == score.raw
        assert later[score.turn].logic <= score.logic
        assert later[score.turn].rhetoric == score.rhetoric


def test_arguments_lie_at_turns_in_an_exchange_alone():
    """Of two openings with an argument each no round begins: their turns follow each other by chance."""
    spoken = [Argument(id=f"{side.upper()}-1", side=side, claim="Costs rise.") for side in SIDES]
    for phase, places in (("exchange", {"PRO-1": 1, "CON-1": 2}), ("opening", {"PRO-1": 1, "CON-1": 1})):
        turns = [
            Turn(number=n, phase=phase, side=one.side, arguments=(one,)) for n, one in enumerate(spoken, 1)
        ]
        assert argument_places(Transcript(topic=Topic(text="Fridays"), turns=turns)) == places
