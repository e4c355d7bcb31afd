"""What a proposal may claim at most."""

import pytest
from pydantic import ValidationError

from debate_core.scorecard.live_scores import LiveScores, cap_marks
from tests.each import each
from tests.scorecard.proposals import ALL, chain, link, proposal

P, W, M, N = "present", "weak", "missing", "not_applicable"


@each(
    ("states", "opponent_before", "cap"),
    [
        # all four can apply: 8 + 8 × links present, a weak one half
        ((P, P, P, P), True, 40.0),  # 8 + 8 × 4
        ((P, P, P, W), True, 36.0),  # 8 + 8 × 3.5
        ((P, P, P, M), True, 32.0),  # 8 + 8 × 3
        ((P, W, W, M), True, 24.0),  # 8 + 8 × 2
        ((P, M, M, M), True, 16.0),  # 8 + 8 × 1
        ((W, M, M, M), True, 12.0),  # 8 + 8 × .5
        ((M, M, M, M), True, 8.0),
        # the first turn has no opponent: 8 + 32 × share of three
        ((P, P, P, N), False, 40.0),  # 3 of 3
        ((P, P, W, N), False, 8 + 32 * 2.5 / 3),  # 34.67
        ((P, P, M, N), False, 8 + 32 * 2 / 3),  # 29.33
        ((W, W, W, N), False, 24.0),  # 1.5 of 3
        ((M, M, M, N), False, 8.0),
        # without an opponent the fourth is out whatever the judge says of it
        ((P, P, P, M), False, 40.0),
        ((M, M, M, P), False, 8.0),
        # a link that can apply doesn't get out of it by being called not applicable
        ((P, P, P, N), True, 32.0),  # 8 + 8 × 3
        ((N, P, P, P), True, 32.0),
        ((N, N, N, N), True, 8.0),
        ((N, P, P, N), False, 8 + 32 * 2 / 3),
    ],
)
def test_the_link_cap_follows_the_links_that_can_apply(states, opponent_before, cap):
    found = cap_marks(proposal(logic=40, links=chain(*states)), opponent_before=opponent_before)
    assert found.cap == pytest.approx(cap)
    assert found.marks.logic == pytest.approx(cap)
    assert found.raw.logic == 40


@each(("state", "reason"), [(P, "The speaker had heard no opponent yet."), (N, "")])
def test_without_an_opponent_a_link_to_one_is_left_out_and_the_judge_corrected_if_it_was_given(state, reason):
    *_, last = cap_marks(proposal(links=chain(P, P, P, state)), opponent_before=False).links
    assert (last.counted, last.reason) == (N, reason)


def test_logic_is_the_smaller_of_proposal_and_cap_and_only_a_change_is_flagged():
    # two links: cap 8 + 8 × 2 = 24
    two = chain(P, P, M, M)
    assert cap_marks(proposal(logic=20, links=two)).marks.logic == 20
    assert cap_marks(proposal(logic=24, links=two)).flags == ()
    found = cap_marks(proposal(logic=31, links=two))
    assert found.marks.logic == 24
    (flag,) = found.flags
    assert (flag.kind, flag.dimension, flag.raw, flag.adjusted) == ("link_cap", "logic", 31, 24)
    there = "cause present, process present, measurable consequence missing"
    assert flag.reason == f"Logic is at most 24 with {there}, the opponent's weakest premise missing."


@each(
    ("spoilt", "reason"),
    [
        (link("process", P, found="not_found"), "not found in the turn"),
        (link("process", W, found="not_found"), "not found in the turn"),
        (link("process", P, quote=""), "No words were quoted"),
        (link("process", W, quote="  "), "No words were quoted"),
        (link("process", P, found=None), "not found in the turn"),
    ],
)
def test_a_link_without_words_of_the_turn_counts_as_missing_and_says_why(spoilt, reason):
    near = tuple(link(one.kind, found="near") for one in ALL)
    assert cap_marks(proposal(links=near)).cap == 40  # a near match counts
    # three links left: 8 + 8 × 3
    found = cap_marks(proposal(logic=40, links=(ALL[0], spoilt, *ALL[2:])))
    assert found.cap == 32
    counted = found.links[1]
    assert (counted.given, counted.counted) == (spoilt.state, "missing")
    assert reason in counted.reason


def test_a_link_the_judge_left_out_is_missing_and_one_given_twice_is_worth_the_lesser():
    # cause weak (of present and weak), process missing, two present: 8 + 8 × 2.5
    given_twice = (ALL[0], link("cause", W), *ALL[2:])
    found = cap_marks(proposal(links=given_twice))
    assert found.cap == 28
    assert [one.counted for one in found.links] == [W, M, P, P]
    assert found.links[1].given is None
    assert found.links[1].reason == "The judge did not say."


def test_delivery_may_not_exceed_framing_when_framing_is_under_half_its_maximum():
    # framing 3 < 3.75, so delivery 6 becomes 3: rhetoric 3 + 5 + 5 + 3 = 16, proposed 19
    found = cap_marks(proposal(framing=3, delivery=6))
    assert found.delivery == 3
    assert found.raw.rhetoric == 19
    assert found.marks.rhetoric == 16
    (flag,) = found.flags
    assert (flag.kind, flag.dimension, flag.raw, flag.adjusted) == ("delivery_cap", "delivery", 6, 3)
    assert "Delivery may not exceed framing (3)" in flag.reason
    # with two links too: logic 24, rhetoric 16, tactics 18
    both = cap_marks(proposal(logic=40, links=chain(P, P, M, M), framing=3, delivery=6))
    assert both.marks.composite == 24 + 16 + 18
    assert both.raw.composite == 40 + 19 + 18
    assert [flag.kind for flag in both.flags] == ["link_cap", "delivery_cap"]


@pytest.mark.parametrize(("framing", "delivery"), [(3.75, 7.5), (5, 7), (3, 3), (3, 2)])
def test_delivery_stands_where_framing_is_half_or_more_or_delivery_is_no_higher(framing, delivery):
    found = cap_marks(proposal(framing=framing, delivery=delivery))
    assert found.delivery == delivery
    assert found.flags == ()


@each(("mark", "most"), [("logic", 40), ("rhetoric", 30), ("tactics", 30), ("composite", 100)])
def test_a_mark_lies_between_0_and_its_maximum(mark, most):
    marks = dict.fromkeys(("logic", "rhetoric", "tactics", "composite"), 0)
    assert [getattr(LiveScores(**marks | {mark: end}), mark) for end in (0, most)] == [0, most]
    for beyond in (-0.5, most + 0.5):
        with pytest.raises(ValidationError, match=mark):
            LiveScores(**marks | {mark: beyond})
