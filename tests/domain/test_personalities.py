"""Archetypes, and how pressure moves them: by pressure × elasticity × sign, so that a hand can work it out."""

import itertools
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from debate_core.domain.cast import Debater
from debate_core.domain.config import DebateConfig
from debate_core.domain.personalities import (
    MOVES,
    PERSONALITIES,
    TRAITS,
    Pressure,
    directive,
    drift,
    own_traits,
    traits_after,
)
from debate_core.domain.transcript import Topic
from tests.approved import check_approved

pressures = st.builds(Pressure, **dict.fromkeys(MOVES, st.integers(0, 3)))
archetypes = st.sampled_from(sorted(PERSONALITIES.values(), key=str))
PHILOSOPHER, STRATEGIST, PROVOCATEUR = map(
    PERSONALITIES.__getitem__, ("philosopher", "strategist", "provocateur")
)


def test_there_are_four_archetypes_of_twelve_traits_each():
    assert set(PERSONALITIES) == {"engineer", "philosopher", "strategist", "provocateur"}
    assert len(TRAITS) == 12
    for personality in PERSONALITIES.values():
        assert tuple(personality.traits) == TRAITS
        assert all(1 <= value <= 10 for value in personality.traits.values())


@pytest.mark.parametrize(
    ("kind", "moved"),
    [
        # 2 of pressure × .5 of elasticity moves each by 1
        ("cognitive", {"analytical": 1, "rigorous": 1}),
        ("credibility", {"evidence_led": 1, "figurative": -1}),
        ("emotional", {"composed": 1, "combative": -1}),
        ("strategic", {"curious": 1, "confident": 1, "provocative": -1}),
    ],
)
def test_each_pressure_moves_its_own_traits_and_no_other(kind, moved):
    before = dict.fromkeys(TRAITS, 5.0)
    after = drift(before, Pressure(**{kind: 2}), 0.5)
    assert {trait: after[trait] - 5 for trait in TRAITS if after[trait] != 5} == moved


def test_traits_stay_within_1_and_10():
    # 3 × 1 = 3: 9 + 3 stops at 10, 2 − 3 stops at 1
    after = drift({**dict.fromkeys(TRAITS, 9.0), "figurative": 2.0}, Pressure(credibility=3), 1.0)
    assert (after["evidence_led"], after["figurative"]) == (10, 1)


def test_drift_adds_up_over_turns():
    # elasticity .6: analytical 5 + .6 + 1.2 + 0, provocative 5 − 1.8 in the third
    states = traits_after(STRATEGIST, [Pressure(cognitive=1), Pressure(cognitive=2), Pressure(strategic=3)])
    assert [state["analytical"] for state in states] == [5, 5.6, 6.8, 6.8]
    assert [state["provocative"] for state in states] == [5, 5, 5, 3.2]


def test_a_strategist_losing_on_logic_grows_analytical():
    # 5 + 2 × (2 × .6) = 7.4
    start, *_, end = traits_after(STRATEGIST, [Pressure(cognitive=2)] * 2)
    assert start["analytical"] == 5
    assert end["analytical"] == pytest.approx(7.4)
    assert "step by step" not in directive(STRATEGIST, start)
    assert "Take the matter apart step by step" in directive(STRATEGIST, end)


@pytest.mark.parametrize(("pressure", "turns"), [(3, 2), (2, 2), (1, 4)])
def test_a_provocateur_under_credibility_pressure_reaches_for_evidence(pressure, turns):
    # from evidence-led 3, figurative 8; they cross once 2 × turns × pressure × .7 is over 5
    states = traits_after(PROVOCATEUR, [Pressure(credibility=pressure)] * turns)
    crossed = [state["evidence_led"] > state["figurative"] for state in states]
    assert crossed == [False] * turns + [True]


def test_what_has_moved_by_a_point_is_told_before_what_lies_further_out():
    # calm, plain, rigorous, ... : six of an engineer's traits lie further from the middle than 7
    moved = {**PERSONALITIES["engineer"].traits, "curious": 7.0}
    assert "; take up what is new or unexpected in what you have heard;" in directive(
        PERSONALITIES["engineer"], moved
    )


@given(archetypes, st.lists(pressures, max_size=20))
def test_any_pressure_keeps_the_traits_in_bounds_and_moves_each_one_way(archetype, felt):
    states = traits_after(archetype, felt)
    assert len(states) == len(felt) + 1
    ways = {trait: sign for moves in MOVES.values() for trait, sign in moves.items()}
    for earlier, later in itertools.pairwise(states):
        for trait in TRAITS:
            assert 1 <= later[trait] <= 10
            assert (later[trait] - earlier[trait]) * ways.get(trait, 0) >= 0
            assert trait in ways or later[trait] == earlier[trait]


@given(archetypes, st.lists(pressures, max_size=20))
def test_a_directive_names_manner_only(archetype, felt):
    """No trait's name as such, no number, no score or judge; nothing of what is true or of which side to take."""
    told = directive(archetype, traits_after(archetype, felt)[-1])
    assert told == directive(archetype, traits_after(archetype, felt)[-1])
    assert not re.search(r"\d", told)
    for word in ("judge", "score", "pressure", "trait", "elastic", "personality", "pro ", "con ", "_"):
        assert word not in told.casefold()
    assert told.endswith("Do not mention it.")
    assert len(told.split()) < 130


@pytest.mark.parametrize(
    "text", ["formal 9, evidence-led 2.5", "Formal: 9;\n evidence led = 2.5,", "formal 9\nevidence_led 2.5"]
)
def test_traits_of_ones_own_are_read_however_they_are_set_apart(text):
    assert own_traits(text, "PRO") == {"formal": 9, "evidence_led": 2.5}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (
            "formal 9, funny 3",
            ("got 'funny 3'", "The traits are analytical", "evidence led, figurative and provocative"),
        ),
        ("formal", ("as in 'formal 9', got 'formal'",)),
        ("9 formal", ("got '9 formal'",)),
        ("formal 0", ("a number from 1 to 10, got 'formal 0'",)),
        ("formal 10.5", ("a number from 1 to 10, got 'formal 10.5'",)),
        ("formal nan", ("a number from 1 to 10, got 'formal nan'",)),
        ("evidence-led high", ("a number from 1 to 10, got 'evidence-led high'",)),
        ("formal 9, curious 2, formal 9", ("formal once, got it twice",)),
    ],
)
def test_what_is_no_trait_from_1_to_10_is_refused_with_what_was_expected_and_whose_it_is(text, words):
    con = Debater(side="con", personality="engineer", traits=text)
    with pytest.raises(ValueError, match="CON's traits: expected") as refused:
        DebateConfig(topic=Topic(text="Trams"), con=con)
    assert [one for one in words if one not in str(refused.value)] == []


def test_a_manner_is_the_archetype_with_what_is_the_debaters_own_laid_over():
    archetype = PERSONALITIES["engineer"]
    own = Debater(side="pro", personality="engineer", traits="curious 2, formal 9.5", elasticity=1).manner
    assert own.traits == {**archetype.traits, "curious": 2, "formal": 9.5}
    assert (own.voice, own.elasticity) == (archetype.voice, 1)
    assert Debater(side="pro", personality="engineer").manner == archetype
    assert Debater(side="pro", traits="curious 2").manner is None


def test_a_trait_that_a_debater_set_is_told_before_others_that_lie_as_far_out():
    # 8, as far from the middle as an engineer's calm, which comes first; five others lie further out
    own = Debater(side="pro", personality="engineer", traits="formal 8").manner
    assert "use careful, formal language" in directive(own, own.traits)
    assert "use careful, formal language" not in directive(
        own.model_copy(update={"own": frozenset()}), own.traits
    )


def test_a_directive_compares_with_how_the_debater_itself_began():
    # from 3, where its archetype has 9: 3 + 2 × (3 × .3)
    own = Debater(side="pro", personality="engineer", traits="evidence-led 3").manner
    start, _, end = traits_after(own, [Pressure(credibility=3)] * 2)
    assert "Compared with" not in directive(own, start)
    assert end["evidence_led"] == 4.8
    assert "lean more on what can be checked" in directive(own, end)


def test_traits_are_in_a_configuration_only_where_they_are_set():
    topic = Topic(text="Trams")
    plain, own = (
        DebateConfig(topic=topic, pro=Debater(side="pro", **more)) for more in ({}, {"traits": "formal 9"})
    )
    assert '"elasticity":null}' in plain.model_dump_json() and "traits" not in plain.model_dump_json()
    assert DebateConfig.model_validate_json(own.model_dump_json()) == own != plain


def _rendered():
    hard = [Pressure(credibility=3, cognitive=1), Pressure(emotional=2), Pressure(strategic=3)]
    return "".join(
        f"======== {archetype}, {said}\n{directive(one, traits_after(one, felt)[-1])}\n"
        for archetype, one in sorted(PERSONALITIES.items())
        for said, felt in (("as it begins", []), ("after three hard turns", hard))
    )


def test_the_directives_read_as_approved():
    check_approved("directives/directives", _rendered())
