"""Floor calibration: the newer of two compared turns. The maxima are 40, 30, 30; the floors 22, 16.5, 16.5."""

import pytest

from debate_core.scorecard.live_scores import cap_marks, harmonise, merge_comparisons
from tests.each import each
from tests.scorecard.proposals import chain, compared, proposal

pytestmark = pytest.mark.slow  # as a whole, some seconds


def calibrate(older, newer, *, strict=False, **won):
    """The newer turn after being compared with the older one."""
    return harmonise(
        [cap_marks(older), cap_marks(newer)], merge_comparisons([compared(2, **won)]), strict=strict
    )[1]


@each(
    ("older", "newer", "won", "adjusted"),
    [
        # won: the floor of 22, or what the older turn has where that is more
        (10, 15, "newer", 22),
        (25, 15, "newer", 25),
        (25, 30, "newer", 30),
        (25, 25, "newer", 25),
        (22, 22, "newer", 22),
        # lost: one point under the older turn at most; what is lower stays
        (25, 30, "older", 24),
        (25, 25, "older", 24),
        (25, 24, "older", 24),
        (25, 10, "older", 10),
        (0.5, 3, "older", 0),  # never below 0
        # a draw moves nothing
        (25, 10, "draw", 10),
        (10, 25, "draw", 25),
    ],
)
def test_the_newer_turns_logic_follows_the_comparison(older, newer, won, adjusted):
    found = calibrate(proposal(1, logic=older), proposal(2, logic=newer), logic=won)
    assert found.marks.logic == adjusted
    assert found.raw.logic == newer
    flags = [(flag.dimension, flag.raw, flag.adjusted, flag.by) for flag in found.flags]
    assert flags == ([] if adjusted == newer else [("logic", newer, adjusted, 1)])


@pytest.mark.parametrize(
    ("older", "newer", "won", "adjusted"),
    [
        (30, 30, "older", 21),  # 55% of 40 is 22; under it is 21, lower than 30 − 1
        (15, 30, "older", 14),  # 15 − 1 is lower than 21
        (30, 12, "older", 12),
        (10, 15, "newer", 22),  # nothing changes for a winner
    ],
)
def test_strict_also_keeps_a_loser_under_the_floor(older, newer, won, adjusted):
    found = calibrate(proposal(1, logic=older), proposal(2, logic=newer), strict=True, logic=won)
    assert found.marks.logic == adjusted


def test_rhetoric_and_tactics_have_floors_of_their_own():
    # 55% of 30 is 16.5; rhetoric 4 × 2 = 8 rises to it, tactics to the older turn's 18
    low = proposal(2, framing=2, clarity=2, resonance=2, delivery=2, tactics=10)
    older = proposal(1, framing=4, clarity=4, resonance=4, delivery=4)
    found = calibrate(older, low, rhetoric="newer", tactics="newer")
    assert (found.marks.logic, found.marks.rhetoric, found.marks.tactics) == (24, 16.5, 18)
    assert found.marks.composite == 24 + 16.5 + 18
    assert {flag.kind for flag in found.flags} == {"winner_raised"}
    flags = [(flag.dimension, flag.raw, flag.adjusted) for flag in found.flags]
    assert flags == [("rhetoric", 8, 16.5), ("tactics", 10, 18)]


def test_a_winner_above_its_link_cap_is_flagged_as_not_to_be_harmonised():
    # one link: cap 16, proposed 12; the floor of 22 is out of reach, so 16
    newer = proposal(2, logic=12, links=chain("present", "missing", "missing", "missing"))
    found = calibrate(proposal(1, logic=30), newer, logic="newer")
    assert found.marks.logic == 16
    (flag,) = found.flags
    assert (flag.kind, flag.raw, flag.adjusted) == ("cannot_be_harmonised", 12, 16)
    won = "It won logic against turn 1, so it has at least 30 (what that turn has)"
    assert flag.reason == f"{won}. It cannot be harmonised: its links allow 16 at most."
    # three links: 32, which the older turn has too, are within reach
    three = newer.model_copy(update={"links": chain("present", "present", "present", "missing")})
    (flag,) = calibrate(proposal(1, logic=32), three, logic="newer").flags
    assert (flag.kind, flag.adjusted) == ("winner_raised", 32)
    # one that its cap has lowered to 16 is flagged too
    capped_before = calibrate(proposal(1), newer.model_copy(update={"logic": 40}), logic="newer")
    assert [flag.kind for flag in capped_before.flags] == ["link_cap", "cannot_be_harmonised"]
    assert capped_before.marks.logic == 16


def test_a_flag_says_raw_adjusted_and_why():
    found = calibrate(proposal(1, logic=10), proposal(2, logic=15), logic="newer")
    (flag,) = found.flags
    assert (flag.kind, flag.raw, flag.adjusted, flag.by) == ("winner_raised", 15, 22, 1)
    assert flag.reason == "It won logic against turn 1, so it has at least 22 (55% of 40)."
    (flag,) = calibrate(proposal(1, logic=25), proposal(2, logic=30), logic="older").flags
    lost = "It lost logic against turn 1"
    assert flag.reason == f"{lost}, so it has at most 24: one point under that turn's 25."


def test_two_orders_that_agree_are_one_result_and_two_that_differ_a_draw_and_counted():
    pair = merge_comparisons([compared(2, logic="newer"), compared(2, logic="newer", swapped=True)])[2]
    assert (pair.logic, pair.readings, pair.inconsistent) == ("newer", 2, ())
    first = compared(2, logic="newer", rhetoric="newer", tactics="older")
    again = compared(2, logic="older", rhetoric="draw", tactics="older", swapped=True)
    pair = merge_comparisons([first, again])[2]
    assert (pair.logic, pair.rhetoric, pair.tactics) == ("draw", "draw", "older")
    assert pair.inconsistent == ("logic", "rhetoric")


def test_a_comparison_with_a_turn_that_was_not_judged_keeps_to_the_floor_alone():
    # turn 1 has no marks: the winner's 55% stands, "not less than the older turn's" cannot be asked
    (found,) = harmonise([cap_marks(proposal(2, logic=15))], merge_comparisons([compared(2, logic="newer")]))
    assert found.marks.logic == 22
    (found,) = harmonise([cap_marks(proposal(2, logic=35))], merge_comparisons([compared(2, logic="older")]))
    assert found.marks.logic == 35


def test_of_a_turns_comparisons_the_one_with_the_nearest_earlier_turn_counts():
    assert merge_comparisons([compared(2, older=2), compared(2, older=3)]) == {}
    nearest, other = compared(5, older=4, logic="newer"), compared(5, older=2, logic="older")
    assert merge_comparisons([nearest, other])[5].logic == "newer"
