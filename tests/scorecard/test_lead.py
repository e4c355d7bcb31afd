"""Who leads beyond chance: Student's interval seldom finds a leader of equal sides; how often rounds would do it."""

from itertools import pairwise, permutations

import numpy as np
import pytest

from debate_core.domain.config import DebateConfig
from debate_core.domain.transcript import Topic
from debate_core.measuring.estimate import Estimate
from debate_core.scorecard.live_scores import TIE_WITHIN, leading_side, marks_difference, rounds_by_chance
from debate_core.scorecard.tally import scorecard
from tests.each import each
from tests.scorecard.proposals import composite, spoken

pytestmark = pytest.mark.slow  # as a whole, some seconds

EXCHANGES, SD = 2000, 8.0


def marks_of(turns, apart=0.0, exchanges=EXCHANGES):
    """Independent marks of turns 2, 3, … of so many exchanges, PRO's higher by `apart`: (exchanges, turns − 1)."""
    rng = np.random.default_rng(33 + turns)
    pro = np.arange(2, turns + 1) % 2 == 1
    return rng.normal(60.0, SD, (exchanges, turns - 1)) + apart * pro


def rounds_won(marks):
    """Rounds that each side wins, of marks of turns 2, 3, … in an exchange of an even number of turns."""
    won = {"pro": 0, "con": 0}
    for at, (first, second) in enumerate(pairwise(marks)):
        if abs(first - second) > TIE_WITHIN:
            won["con" if (first > second) == (at % 2 == 0) else "pro"] += 1
    return won


def leaders(marks):
    """Who leads in each exchange."""
    return [leading_side(rounds_won(one), marks_difference(one[1::2], one[0::2])) for one in marks.tolist()]


@each("turns", (6, 12, 20))
def test_equal_sides_lead_in_at_most_12_percent_of_exchanges(turns):
    found = leaders(marks_of(turns))
    assert sum(one is not None for one in found) <= 0.12 * EXCHANGES
    assert found.count("pro") and found.count("con")


def test_10_marks_apart_lead_in_at_least_45_percent_of_exchanges_of_ten_turns():
    found = leaders(marks_of(10, apart=10.0))
    assert found.count("pro") >= 0.45 * EXCHANGES
    assert found.count("con") <= 0.005 * EXCHANGES


def test_the_scorecard_has_the_leaders_of_these_simulations():
    marks = np.clip(marks_of(10, apart=10.0, exchanges=60), 21.0, 90.0)
    found = []
    for row in marks.tolist():
        said = [composite(n, one) for n, one in enumerate((60.0, *row), start=1)]
        found.append(scorecard(said, [], [], DebateConfig(topic=Topic(text="Trams")), spoken(10)))
    assert [one.rounds_won for one in found] == [rounds_won(row) for row in marks.tolist()]
    assert [one.leader for one in found] == [one or "level" for one in leaders(marks)]
    assert {"pro", "level"} <= {one.leader for one in found}


@each("n", [(2, 1), (3, 4), (8, 2)])
def test_the_interval_holds_the_true_difference_in_90_percent(n):
    rng = np.random.default_rng(5)
    pro, con = rng.normal(63.0, SD, (EXCHANGES, n[0])), rng.normal(60.0, SD, (EXCHANGES, n[1]))
    found = [marks_difference(*pair) for pair in zip(pro.tolist(), con.tolist(), strict=True)]
    held = sum(one.interval[0] <= 3.0 <= one.interval[1] for one in found)
    assert held / EXCHANGES == pytest.approx(0.9, abs=0.025)


def test_the_difference_is_the_same_from_the_other_side():
    one, other = marks_difference([70, 74, 69], [60, 64]), marks_difference([60, 64], [70, 74, 69])
    assert one.value == -other.value
    assert one.interval == pytest.approx((-other.interval[1], -other.interval[0]))
    assert (one.n, one.level) == (5, 0.9)


@each(
    ("pro", "con", "value", "reason"),
    [
        ([], [60], None, "a side has no marks yet"),
        ([70], [60], 10, "too few marks to tell chance from skill"),
        ([70, 70], [60, 60], 10, "each side's marks are all alike, so nothing"),
        ([70, 70], [60], 10, "each side's marks are all alike, so nothing"),
        # a third is no sum of halves: what is left over is rounding, and no variance
        ([200 / 3 + 1e-14, 200 / 3], [0.1 + 0.2, 0.3], 200 / 3 - 0.3, "each side's marks are all alike"),
    ],
)
def test_without_marks_that_vary_nothing_tells_chance(pro, con, value, reason):
    found = marks_difference(pro, con)
    assert found.value == (None if value is None else pytest.approx(value))
    assert found.interval is None
    assert found.reason.startswith(reason)
    assert leading_side({"pro": 3, "con": 0}, found) is None


def beyond(low, high):
    return Estimate(value=(low + high) / 2, interval=(low, high), level=0.9, n=9)


@each(
    ("won", "interval", "leads"),
    [
        ((3, 1), (1, 9), "pro"),
        ((2, 2), (1, 9), "pro"),
        ((1, 3), (1, 9), None),  # more rounds went to the other side
        ((4, 0), (-1, 9), None),  # a count alone tells nothing
        ((0, 4), (-9, -1), "con"),
        ((2, 2), (-9, -1), "con"),
        ((3, 1), (-9, -1), None),
        ((3, 1), (0, 9), None),
    ],
)
def test_a_side_leads_beyond_chance_unless_it_won_fewer_rounds(won, interval, leads):
    assert leading_side(dict(zip(("pro", "con"), won, strict=True)), beyond(*interval)) == leads


def chance_of(marks, by):
    """The exact share of orders of the marks of turns 2, 3, … in which a side leads by so many rounds or more."""
    orders = [rounds_won(order) for order in permutations(marks)]
    return sum(abs(won["pro"] - won["con"]) >= by for won in orders) / len(orders)


@each(
    ("marks", "by"),
    [
        ((78, 66, 77, 72, 76), 4),  # of the exchange in tests/building/exchanges.py
        ((78, 66, 77, 72, 76), 2),
        ((50, 51, 52, 53, 70), 1),  # with ties
        ((40, 80, 41, 80, 42), 4),
    ],
)
def test_how_often_rounds_fall_so_by_chance_is_the_share_of_orders_of_the_marks(marks, by):
    # 4,000 orders: a standard error of .008 at most
    by_turn = dict(enumerate(marks, start=2))
    found = rounds_by_chance(by_turn, list(pairwise(by_turn)), by)
    assert found == pytest.approx(chance_of(marks, by), abs=0.025)
    assert found == rounds_by_chance(by_turn, list(pairwise(by_turn)), by)


def test_rounds_that_lie_apart_are_told_by_who_spoke_first_in_each():
    # turn 4 was not judged: rounds 2–3, led by CON's turn, and 5–6, led by PRO's, of four marks of which two are far up
    found = rounds_by_chance({2: 50.0, 3: 80.0, 5: 80.0, 6: 50.0}, [(2, 3), (5, 6)], 2)
    # PRO has both where 3 and 5 are up, CON where 2 and 6 are; two of six ways
    assert found == pytest.approx(1 / 3, abs=0.025)


def test_no_rounds_have_no_chance_and_none_ahead_is_always_reached():
    assert rounds_by_chance({2: 50.0}, [], 0) is None
    assert rounds_by_chance({2: 50.0, 3: 70.0}, [(2, 3)], 0) == 1.0


def test_two_marks_apart_are_a_tie_by_chance_as_in_the_round_though_rounding_parts_them_further():
    assert TIE_WITHIN < 64.4 - 62.4
    assert rounds_by_chance({2: 64.4, 3: 62.4}, [(2, 3)], 1) == 1 / 4001
