"""Accord, disagreements, stops and moves, worked by hand on 1-10 (width 9) and on 1-3 (width 2)."""

from dataclasses import replace

import numpy as np
import pytest

from debate_core.domain.config import Deliberation
from debate_core.measuring.deliberation import (
    ARTIFACT_SHARE,
    DEBATE_SHARE,
    Accord,
    Aspect,
    Disagreement,
    Standoff,
    accord,
    debate_evaluations,
    disagreements,
    moves,
    stop,
)
from tests.each import each

nan = float("nan")
LOGIC, HONESTY = Aspect("logic", "pro"), Aspect("honesty", "con")
CORRECT, CLEAR = Aspect("correctness"), Aspect("clarity")


@each(
    ("verdicts", "scores", "width", "value"),
    [
        (["PRO", "PRO"], {LOGIC: [6, 6]}, 9, 1.0),
        # 3 of 4: .75; ranges 3 and 0 of 9: closeness (2/3 + 1)/2
        ([*"PPPC"], {LOGIC: [4, 7, 5, None], HONESTY: [6, 6, 6, 6]}, 9, 0.45 + 0.4 * 5 / 6),
        # 2 of 4; range 9 of 9
        (["PRO", "PRO", "CON", "CON"], {LOGIC: [1, 10, 5, 5]}, 9, 0.3),
        # three ways: 1/3
        (["PRO", "CON", "TIE"], {LOGIC: [4, 4, 4]}, 9, 0.2 + 0.4),
        # nobody else scored it: closeness counts as 1
        (["PRO", "CON"], {LOGIC: [4, None]}, 9, 0.3 + 0.4),
        (["PRO", "CON"], {}, 9, 0.3 + 0.4),
        # the third judge failed: 1 of 2; range 3 of 9
        (["PRO", "CON", None], {LOGIC: [2, 5, None]}, 9, 0.3 + 0.4 * 2 / 3),
        # 2 of 4; ranges 2 and 1 of 2: closeness (0 + 1/2)/2
        ([*"PPFC"], {CORRECT: [1, 3, 2, 2], CLEAR: [2, 3, 2, 2]}, 2, 0.3 + 0.4 * 0.25),
        # range 1.5 of 2
        (["PASS", "PASS"], {CORRECT: [1, 2.5]}, 2, 0.6 + 0.4 * 0.25),
        # wider than the scale: closeness is 0, not below
        (["PASS", "PASS"], {CORRECT: [0, 4]}, 2, 0.6),
    ],
)
def test_accord_weighs_verdicts_and_closeness(verdicts, scores, width, value):
    assert accord(verdicts, scores, width).value == pytest.approx(value)


@pytest.mark.parametrize("verdicts", [[], ["PRO"], ["PRO", None, None]])
def test_fewer_than_two_judges_have_no_accord_and_no_disagreement_on_the_verdict(verdicts):
    found = accord(verdicts, {LOGIC: [1, 10]}, 9)
    assert (found.value, found.reason) == (None, "fewer than 2 gave a verdict")
    assert disagreements(verdicts, {}, 9, DEBATE_SHARE) == ()


def on(dimension, severity, spread, side=None):
    return Disagreement(type="dimension", dimension=dimension, side=side, severity=severity, range=spread)


HALVES = Disagreement(type="verdict", severity=0.5)


@each(
    ("verdicts", "scores", "width", "least", "areas"),
    [
        (["PRO", "PRO"], {LOGIC: [4, 6.9]}, 9, DEBATE_SHARE, []),
        (["PRO", "PRO"], {LOGIC: [4, 7]}, 9, DEBATE_SHARE, [on("logic", 1 / 3, 3, "pro")]),
        # 7.1 − 4.1 is a rounding error short of 3
        (["PRO", "PRO"], {LOGIC: [4.1, 7.1]}, 9, DEBATE_SHARE, [on("logic", 1 / 3, 3, "pro")]),
        (["PRO", "PRO"], {LOGIC: [9, None]}, 9, DEBATE_SHARE, []),
        (["PASS", "PASS"], {CORRECT: [1, 2]}, 2, ARTIFACT_SHARE, []),
        (["PASS", "PASS"], {CORRECT: [1, 2.5]}, 2, ARTIFACT_SHARE, [on("correctness", 0.75, 1.5)]),
        (["PASS", "PASS"], {CORRECT: [0, 4]}, 2, ARTIFACT_SHARE, [on("correctness", 1.0, 4)]),
        # severities 6/9, 1 − 2/4 and 4/9
        (
            ["PRO", "PRO", "CON", "TIE"],
            *({HONESTY: [3, 7, 5, 5], LOGIC: [3, 9, 5, 5]}, 9, DEBATE_SHARE),
            [on("logic", 2 / 3, 6, "pro"), HALVES, on("honesty", 4 / 9, 4, "con")],
        ),
        # of equal severity the verdict is first
        ([*"PPFF"], {CLEAR: [1, 2, 2, 2]}, 2, 0.5, [HALVES, on("clarity", 0.5, 1)]),
    ],
)
def test_disagreements_come_worst_first_with_their_severity(verdicts, scores, width, least, areas):
    found = disagreements(verdicts, scores, width, least)
    for one, area in zip(found, areas, strict=True):
        assert (one.type, one.dimension, one.side) == (area.type, area.dimension, area.side)
        assert (one.severity, one.range or 0) == pytest.approx((area.severity, area.range or 0))


def test_a_debates_judge_stands_at_its_ballot_and_at_its_means_on_each_side():
    own = np.array([[8.0, 6, 5], [4, 6, 8], [7, 7, nan]])
    logic = np.array([[9.0, 6, 5], [4, nan, 8], [7, 7, nan]])
    found = debate_evaluations(own, {"logic": logic}, ["pro", "pro", "con"])
    # 7 against 5; 5 against 8; nothing to hold against
    assert found.verdicts == ("PRO", "CON", None)
    assert found.scores == {LOGIC: (7.5, 4.0, 7.0), Aspect("logic", "con"): (5.0, 8.0, None)}


FAR = Accord(value=0.5, judges=3)
GOING_ON = Standoff(accord=FAR, disagreements=(HALVES,), judges=3, rounds=1, seconds=40.0, moved=True)


@each(
    ("change", "why"),
    [
        ({}, None),
        ({"rounds": 0, "moved": None, "seconds": 0.0}, None),
        ({"accord": Accord(value=0.8)}, "accord_reached"),
        ({"accord": Accord(value=0.1 + 0.7)}, "accord_reached"),  # .7999…
        ({"accord": Accord(value=0.79)}, None),
        ({"disagreements": ()}, "no_disagreement"),
        ({"moved": False}, "nothing_moved"),
        ({"rounds": 3}, "round_limit"),
        ({"seconds": 120.0}, "time_limit"),
        ({"judges": 1}, "too_few_judges"),
        ({"accord": Accord(value=None, reason="…")}, "too_few_judges"),
        # who agree in the last round, late, have agreed
        ({"accord": Accord(value=0.9), "rounds": 3, "seconds": 200.0, "moved": False}, "accord_reached"),
    ],
)
def test_each_stop_has_its_reason(change, why):
    assert stop(replace(GOING_ON, **change), Deliberation()) == why


def test_limits_are_settings():
    assert stop(GOING_ON, Deliberation(threshold=0.5)) == "accord_reached"
    assert stop(GOING_ON, Deliberation(rounds=1)) == "round_limit"
    assert stop(GOING_ON, Deliberation(evaluations=GOING_ON.judges + 1)) == "too_few_judges"
    assert stop(GOING_ON, Deliberation(seconds=30.0)) == "time_limit"


@each(
    ("first", "then", "cited", "label", "toward"),
    [
        ([4, 7, 9], 4, False, "held", ()),
        ([4, 7, 9], 4, True, "held", ()),
        ([4, 7, 9], 6, True, "toward_with_evidence", (1, 2)),
        ([4, 7, 9], 6, False, "toward_without_evidence", (1, 2)),
        ([4, 7, 9], 3, True, "away", ()),
        # the others' mean is 8: 12 is as far beyond as 4 was before, 11 is nearer
        ([4, 7, 9], 12, False, "away", (2,)),
        ([4, 7, 9], 11, False, "toward_without_evidence", (2,)),
        # from where the others are, every way is away; nearer to one of them all the same
        ([8, 7, 9], 9, False, "away", (2,)),
        ([4, 8, nan], 6, False, "toward_without_evidence", (1,)),
        ([4, nan, nan], 4, False, "held", ()),
        ([4, nan, nan], 6, False, None, ()),
    ],
)
def test_a_move_is_labelled_by_where_it_ends_and_whether_it_cites(first, then, cited, label, toward):
    before = np.array(first, dtype=float)[:, None]
    after = np.where(np.arange(3)[:, None] == 0, float(then), before)
    found = moves(before, after, np.full((3, 1), cited), "ABC", "X")[0]
    assert (found.judge, found.before, found.after) == ("A", 4.0 if first[0] == 4 else 8.0, then)
    assert (found.label, found.toward) == (label, tuple("ABC"[one] for one in toward))


def test_stubborn_judges_do_not_move_and_what_is_missing_moves_nowhere():
    table = np.array([[4.0, nan, 6], [7, 8, nan]])
    assert {one.label for one in moves(table, table, np.ones((2, 3), dtype=bool), "AB", "XYZ")} == {"held"}
    later = np.array([[nan, 5.0, 7], [7, 8, 9]])
    places = [
        (one.judge, one.argument) for one in moves(table, later, np.ones((2, 3), dtype=bool), "AB", "XYZ")
    ]
    assert places == [("B", "X"), ("B", "Y"), ("A", "Z")]
