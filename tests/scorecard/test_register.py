"""The register of suspect claims."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from debate_core.domain.live_judge import Overturn, SelfContradiction
from debate_core.scorecard.register import RegisterChange, fold_register
from tests.scorecard.proposals import arcs, claim, exposure, overturns, proposal

pytestmark = pytest.mark.slow  # as a whole, some seconds

FELL = "It fell by 41 percent."
STUDY = "A study in 2019 says so."


def of(register, name):
    return next(entry for entry in register.entries if entry.id == name)


@pytest.mark.parametrize(
    ("concern", "penalty"),
    [("no_mechanism", -1), ("invented_citation", -2), ("inverted_fact", -2), ("backwards_causation", -2)],
)
def test_each_concern_has_its_penalty(concern, penalty):
    register = fold_register([proposal(3, claims=(claim(concern=concern),))])
    (entry,) = register.entries
    assert (entry.id, entry.turn, entry.side) == ("T3-C1", 3, "pro")
    assert (entry.status, entry.penalty, entry.flagged_by, entry.exposed_by) == ("flagged", penalty, 3, None)
    flagged = {"status": "flagged", "penalty": penalty, "by": "live judge", "turn": 3}
    assert entry.history == (RegisterChange(**flagged, reason="No cause is given."),)


def test_a_claim_whose_words_are_not_in_the_turn_is_recorded_and_costs_nothing_when_exposed_either():
    said = [
        proposal(2, claims=(claim(found="not_found"),)),
        proposal(5, exposures=(exposure(2, name="T2-C1"),)),
    ]
    for exposed_by, until in ((None, 1), (5, 2)):
        (entry,) = fold_register(said[:until]).entries
        assert (entry.status, entry.penalty, entry.due, entry.exposed_by) == ("not_found", 0, 0, exposed_by)
        assert [change.reason.endswith("so it costs nothing.") for change in entry.history] == [True] * until


def test_an_exposure_without_a_reason_is_told_by_its_claim():
    said = [proposal(1, claims=(claim(),)), proposal(3, exposures=(exposure(1, why=""),))]
    assert fold_register(said).entries[0].history[1].reason.startswith("It fell by 41 percent. Raised")


def test_exposing_a_registered_claim_raises_it_to_the_larger_penalty_and_no_further():
    # flagged −1 for want of a mechanism; shown to be invented, −2: one point more, not two
    shown = exposure(1, "Nobody ever wrote that.", name="T1-C1")
    said = [proposal(1, claims=(claim(),)), proposal(4, exposures=(shown,))]
    (entry,) = fold_register(said).entries
    assert (entry.status, entry.penalty, entry.flagged_by, entry.exposed_by) == ("exposed", -2, 1, 4)
    assert entry.concern == "invented_citation"
    assert [(dock.turn, dock.points) for dock in entry.docks] == [(1, -1), (4, -1)]
    changes = [(change.status, change.penalty, change.turn) for change in entry.history]
    assert changes == [("flagged", -1, 1), ("exposed", -2, 4)]
    assert "Raised to −2 by −1: invented citation." in entry.history[1].reason


@pytest.mark.parametrize("concern", ["no_mechanism", "inverted_fact"])
def test_exposing_a_claim_already_docked_as_much_or_more_costs_nothing_more_and_says_so(concern):
    said = [
        proposal(1, claims=(claim(concern="backwards_causation"),)),
        proposal(4, exposures=(exposure(1, concern=concern, name="T1-C1"),)),
    ]
    (entry,) = fold_register(said).entries
    assert (entry.status, entry.penalty, entry.concern) == ("exposed", -2, "backwards_causation")
    assert "Already docked −2; not docked again." in entry.history[1].reason


def test_the_same_claim_exposed_without_its_id_is_known_by_its_words():
    said = [
        proposal(1, claims=(claim(FELL, "invented_citation"),)),
        proposal(3, exposures=(exposure(1, "it  fell by 41 PERCENT."),)),
        proposal(4, exposures=(exposure(1, STUDY),)),
        proposal(5, exposures=(exposure(1, STUDY),)),
    ]
    register = fold_register(said)
    assert [entry.id for entry in register.entries] == ["T1-C1", "T1-C2"]
    assert register.penalty(1) == -4
    assert of(register, "T1-C2").exposed_by == 4


def test_a_claim_said_twice_in_one_turn_is_one_claim_at_the_larger_penalty():
    twice = (claim(FELL, "no_mechanism"), claim(FELL, "inverted_fact"))
    (entry,) = fold_register([proposal(2, claims=twice)]).entries
    assert (entry.penalty, entry.status, entry.exposed_by) == (-2, "flagged", None)


def test_a_claim_with_words_of_the_turn_is_not_lost_behind_one_without():
    twice = (claim(FELL, found="not_found"), claim(FELL))
    register = fold_register([proposal(2, claims=twice)])
    assert [(entry.id, entry.penalty) for entry in register.entries] == [("T2-C1", 0), ("T2-C2", -1)]


def test_a_turn_cannot_expose_itself_or_a_later_one():
    exposures = exposure(2, STUDY), exposure(3), exposure(1, name="T2-C1")
    register = fold_register([proposal(2, claims=(claim(),), exposures=exposures)])
    assert [entry.id for entry in register.entries] == ["T2-C1"]
    assert register.penalty(2) == -1
    assert len(register.remarks) == 3


def test_an_exposure_of_an_id_nobody_has_is_registered_under_its_turn_and_remarked():
    register = fold_register([proposal(1), proposal(3, exposures=(exposure(1, name="T1-C7"),))])
    assert [entry.id for entry in register.entries] == ["T1-C1"]
    assert register.remarks == ("Turn 3 was said to expose 'T1-C7', which was not registered.",)


def test_an_exposure_of_a_turn_that_was_not_judged_is_kept():
    (entry,) = fold_register([proposal(3, exposures=(exposure(1),))]).entries
    assert (entry.id, entry.side, entry.penalty) == ("T1-C1", None, -2)


def test_an_id_stays_when_its_turn_is_judged_only_afterwards():
    late = proposal(1, claims=(claim(STUDY),))
    said = [proposal(3, exposures=(exposure(1, FELL),)), late]
    entries = [(entry.id, entry.text, entry.side) for entry in fold_register(said).entries]
    assert entries == [("T1-C1", FELL, "pro"), ("T1-C2", STUDY, "pro")]


def test_overturning_returns_the_points_and_both_stay_on_record():
    said = [proposal(2, claims=(claim(concern="inverted_fact"),)), proposal(3)]
    register = fold_register(said, [Overturn(claim="T2-C1", reason="I looked it up.")])
    (entry,) = register.entries
    assert (entry.status, entry.penalty, entry.due) == ("overturned", 0, -2)
    assert register.penalty(2) == 0
    assert [(change.status, change.by, change.reason) for change in entry.history] == [
        ("flagged", "live judge", "No cause is given."),
        ("overturned", "person", "I looked it up."),
    ]


def test_whose_word_a_flag_was_overturned_by_is_the_last_ones_also_when_it_is_exposed_later():
    said = [proposal(2, claims=(claim(concern="inverted_fact"),)), proposal(3, exposures=())]
    words = [
        Overturn(claim="T2-C1", person="Ana", after=1),
        Overturn(claim="T2-C1", overturned=False, person="Ben", after=1),
    ]
    for overturned, who in ((words[:1], "Ana"), (words, "Ben"), ([Overturn(claim="T2-C1")], "")):
        assert fold_register(said, overturned).entries[0].overturned_by == who
    exposed = [said[0], proposal(3, exposures=(exposure(2, name="T2-C1"),))]
    (entry,) = fold_register(exposed, words[:1]).entries
    assert (entry.history[-1].by, entry.overturned_by) == ("live judge", "Ana")


@pytest.mark.parametrize(
    ("exposures", "status"), [((), "flagged"), ((exposure(2, name="T2-C1"),), "exposed")]
)
def test_taking_an_overturning_back_restores_status_and_points(exposures, status):
    said = [proposal(2, claims=(claim(concern="inverted_fact"),)), proposal(3, exposures=exposures)]
    words = [Overturn(claim="T2-C1"), Overturn(claim="T2-C1", overturned=False)]
    (entry,) = fold_register(said, words).entries
    assert (entry.status, entry.penalty) == (status, -2)
    assert [change.status for change in entry.history][-2:] == ["overturned", status]


def test_an_exposure_after_an_overturning_is_on_record_but_a_persons_word_stands():
    said = [proposal(2, claims=(claim(),)), proposal(3, exposures=(exposure(2, name="T2-C1"),))]
    (entry,) = fold_register(said, [Overturn(claim="T2-C1", after=1)]).entries
    assert (entry.status, entry.penalty, entry.due, entry.exposed_by) == ("overturned", 0, -2, 3)
    changes = [(change.status, change.turn) for change in entry.history]
    assert changes == [("flagged", 2), ("overturned", None), ("overturned", 3)]


def test_overturning_twice_or_what_is_not_there_changes_nothing():
    said = [proposal(2, claims=(claim(),))]
    once = fold_register(said, [Overturn(claim="T2-C1")])
    assert fold_register(said, [Overturn(claim="T2-C1"), Overturn(claim="T2-C1")]) == once
    unknown = fold_register(said, [Overturn(claim="T9-C1")])
    assert unknown.entries == fold_register(said).entries
    assert unknown.remarks == ("A person spoke of 'T9-C1', which is not in the register.",)


def test_a_persons_word_is_not_lost_when_an_earlier_turn_is_judged_after_it():
    # two turns had been judged when T3-C1 was overturned; turn 2 was judged later and is put before it
    said = [proposal(1), proposal(2), proposal(3, claims=(claim(),))]
    for after in (2, 3):
        (entry,) = fold_register(said, [Overturn(claim="T3-C1", after=after)]).entries
        assert (entry.status, entry.penalty) == ("overturned", 0)


def test_contradictions_and_dropped_premises_are_recorded_with_both_turns():
    slips = (
        SelfContradiction(kind="contradiction", earlier=1, text="First it was free, now it costs."),
        SelfContradiction(kind="dropped_premise", earlier=1, text="The bridge is not spoken of again."),
        SelfContradiction(kind="contradiction", earlier=2, text="That was the other side."),
        SelfContradiction(kind="contradiction", earlier=3, text="That is this turn."),
    )
    register = fold_register([proposal(1), proposal(2), proposal(3, slips=slips)])
    assert [(slip.id, slip.kind) for slip in register.slips] == [
        ("T3-S1", "contradiction"),
        ("T3-S2", "dropped_premise"),
    ]
    assert {(slip.turn, slip.earlier, slip.side) for slip in register.slips} == {(3, 1, "pro")}
    assert len(register.remarks) == 2
    assert register.penalty(3) == 0


def test_the_register_tells_the_next_judging_each_claim_and_its_status():
    register = fold_register([proposal(1, claims=(claim(),)), proposal(3, exposures=(exposure(1, STUDY),))])
    assert register.texts_before(1) == {}
    assert list(register.texts_before(3)) == ["T1-C1"]  # turn 3 found the other one only now
    assert register.texts_before(4) == {
        "T1-C1": "It fell by 41 percent. (flagged: specific but without a mechanism)",
        "T1-C2": "A study in 2019 says so. (exposed: invented citation)",
    }


@given(arcs(), overturns, st.data())
def test_the_register_at_any_point_is_the_register_of_the_facts_up_to_there(said, words, data):
    count = data.draw(st.integers(0, len(said)))
    timed = [word for word in words if word.after is not None]
    whole = {entry.id: entry for entry in fold_register(said, timed).entries}
    known = [word for word in timed if word.after < count]
    for then in fold_register(said[:count], known).entries:
        now = whole[then.id]
        assert (now.turn, now.text, now.flagged_by) == (then.turn, then.text, then.flagged_by)
        assert now.history[: len(then.history)] == then.history
        assert now.docks[: len(then.docks)] == then.docks


@given(arcs(), overturns)
def test_the_history_ends_where_the_claim_stands_and_no_claim_costs_more_than_two(said, words):
    for entry in fold_register(said, words).entries:
        assert (entry.history[-1].status, entry.history[-1].penalty) == (entry.status, entry.penalty)
        assert -2 <= entry.due <= 0
        assert entry.penalty == (0 if entry.status in ("overturned", "not_found") else entry.due)
        assert entry.id.startswith(f"T{entry.turn}-C")
