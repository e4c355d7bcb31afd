"""The simulated live judge reads what it is given, and over seeds shows all that a live judge can show."""

import re
from collections import Counter
from functools import lru_cache
from pathlib import Path
from statistics import fmean

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from debate_core import asks, simulated
from debate_core.scorecard.nouns import CONCERNS, CONVERGENCES, LINKS, Narrative
from debate_core.transcript import SIDES, Argument, Closing, Response, Topic, Transcript, Turn, opponent
from tests.asks.readers import read_conflict
from tests.simulated.simulated_debates import TOPICS, ask, debate
from tests.simulated.simulated_exchanges import Judged, _text, compare, converge, exchange, judge, tell

# Many topics and seeds: the words are the product here.
pytestmark = pytest.mark.slow

SEEDS = range(24)


@lru_cache(maxsize=64)
def judged(seed: int) -> Judged:
    """One exchange of the range, judged."""
    return judge(exchange(TOPICS[seed % len(TOPICS)], seed=seed), seed=seed)


@lru_cache(maxsize=64)
def told(seed: int) -> Narrative:
    return tell(judged(seed).transcript, seed=seed)


def swapped(transcript: Transcript) -> Transcript:
    """The same words in the same order, the sides exchanged."""
    turns = []
    for turn in transcript.turns:
        side = opponent(turn.side)
        turns.append(
            turn.model_copy(
                update={
                    "side": side,
                    "arguments": tuple(a.model_copy(update={"side": side}) for a in turn.arguments),
                }
            )
        )
    return transcript.model_copy(update={"turns": tuple(turns)})


def test_one_seed_judges_alike_and_another_otherwise() -> None:
    transcript = exchange(TOPICS[0], seed=1)
    assert judge(transcript, seed=1).answers == judge(transcript, seed=1).answers
    assert judge(transcript, seed=1).answers != judge(transcript, seed=2).answers


def test_every_answer_reads_at_the_first_rung() -> None:
    for seed in SEEDS:  # `judge` and `tell` assert it
        assert len(judged(seed).proposals) == 10
        assert told(seed).spine


def test_quotes_occur_in_the_turn_and_a_few_are_slightly_off() -> None:
    found = Counter(
        noun.found
        for seed in SEEDS
        for p in judged(seed).proposals
        for noun in (*p.links, *p.claims)
        if noun.quote
    )
    assert not found["not_found"]
    assert 0.01 < found["near"] / found.total() < 0.12


def test_links_come_in_order_and_the_first_turn_has_no_premise_to_meet() -> None:
    for seed in SEEDS:
        for p in judged(seed).proposals:
            assert tuple(link.kind for link in p.links) == LINKS
            assert (p.links[3].state == "not_applicable") is (p.turn == 1)


def turn_of(reasoning: str, evidence: str = "", claim: str = "Later lessons would help pupils.") -> Turn:
    said = Argument(id="PRO-1", side="pro", claim=claim, reasoning=reasoning, evidence=evidence)
    return Turn(number=1, phase="exchange", side="pro", arguments=(said,))


REASONED = turn_of(
    "Because the body clock shifts in adolescence, pupils fall asleep later. As a result, sleep on school nights "
    "grows by half an hour.",
    "In a count in nine schools, sleep rose from 6.4 to 7.1 hours.",
)
MOODY = turn_of(
    "There is a garden in every child, and dawn comes to it in its own time. Let the heart have its say.",
    "A song that pupils used to know.",
)


def one(turn: Turn, seed: int = 1) -> dict[str, float]:
    transcript = Transcript(topic=Topic(text=TOPICS[0]), turns=(turn,))
    proposal = judge(transcript, seed=seed).proposals[0]
    return {"logic": proposal.logic, **{link.kind: link.state for link in proposal.links}}


def test_the_judge_reads_a_chain_and_calls_mood_what_it_is() -> None:
    reasoned, moody = one(REASONED), one(MOODY)
    assert [reasoned[kind] for kind in LINKS[:3]] == ["present"] * 3
    assert all(moody[kind] in ("weak", "missing") for kind in LINKS[:3])
    assert reasoned["logic"] > moody["logic"] + 10


def test_a_mechanism_in_words_nobody_scripted_is_read_too() -> None:
    turn = turn_of(
        "Trams already run at capacity, so that every rider who gives up the car waits longer. Therefore journeys "
        "lengthen, and some riders return to driving.",
        "On line 4 the mean wait rose from 3 to 8 minutes.",
        "Closing the ring road would lengthen journeys.",
    )
    assert [one(turn)[kind] for kind in LINKS[:3]] == ["present"] * 3


@pytest.mark.parametrize("seed", range(6))
def test_marks_follow_the_words_and_not_the_side(seed: int) -> None:
    transcript = judged(seed).transcript
    other = judge(swapped(transcript), seed=seed).proposals
    for p, q in zip(judged(seed).proposals, other, strict=True):
        assert p.side != q.side
        same = {"side", "weaker"}
        assert p.model_dump(exclude=same) == q.model_dump(exclude=same)
        assert q.weaker == (opponent(p.weaker) if p.weaker else None)
    turned = tell(swapped(transcript), seed=seed).leader
    plainly = told(seed).leader
    # The narrative's chance error is the call's, so that two lines as good as each other may be told either way.
    assert turned != plainly or plainly == "level" or abs(gap(transcript)) < 0.1


def gap(transcript: Transcript) -> float:
    from debate_core.simulated.arc import arc_of

    return arc_of(transcript, "pro").strength - arc_of(transcript, "con").strength


def test_over_seeds_claims_are_flagged_exposed_and_docked_later() -> None:
    concerns = Counter(c.concern for seed in SEEDS for p in judged(seed).proposals for c in p.claims)
    assert set(concerns) == set(CONCERNS)
    exposures = [e for seed in SEEDS for p in judged(seed).proposals for e in p.exposures]
    assert any(e.claim for e in exposures) and any(e.claim is None for e in exposures)
    docks = [
        d for seed in SEEDS for e in judged(seed).card.claims.entries for d in e.docks if d.turn != e.turn
    ]
    assert docks
    slips = Counter(s.kind for seed in SEEDS for p in judged(seed).proposals for s in p.slips)
    assert slips["contradiction"] and slips["dropped_premise"]


def test_the_judge_knows_nothing_of_how_a_debate_was_meant_to_go() -> None:
    here = Path(simulated.__file__).parent
    for name in ("hearing", "suspicion", "weighing", "live", "arc", "wording"):
        text = (here / f"{name}.py").read_text(encoding="utf-8")
        assert not re.search(r"simulated\.(course|exchange|manner|material|speech)\b", text), name


def test_no_debate_is_all_suspicion() -> None:
    claims = [sum(len(p.claims) for p in judged(seed).proposals) for seed in SEEDS]
    assert fmean(claims) < 4


def test_over_seeds_scorecard_and_narrative_agree_mostly_and_part_sometimes() -> None:
    parted = [judged(seed).card.leader != told(seed).leader for seed in SEEDS]
    assert 0.1 < fmean(parted) < 0.6


def test_conflicts_are_explained_and_more_than_one_pattern_occurs() -> None:
    patterns = set()
    for seed in SEEDS:
        transcript, card, narrative = judged(seed).transcript, judged(seed).card, told(seed)
        if card.leader == narrative.leader:
            continue
        purpose = asks.ConflictResolution(transcript=transcript, scorecard=card.in_words, narrative=narrative)
        answer = _text(ask(purpose, seed=seed, call="conflict"))
        reading = read_conflict(answer, turns=[t.number for t in transcript.turns])
        assert reading.conflict is not None and reading.conflict.turns
        patterns.add(reading.conflict.pattern)
    assert len(patterns) >= 2


def test_each_convergence_outcome_occurs() -> None:
    outcomes = Counter(converge(judged(seed).transcript, seed=seed) for seed in SEEDS)
    assert set(outcomes) == set(CONVERGENCES)


def test_pressure_falls_on_both_sides_and_is_of_every_kind() -> None:
    pressed = [p for seed in SEEDS for p in judged(seed).proposals if p.weaker]
    assert {p.weaker for p in pressed} == set(SIDES)
    for kind in ("cognitive", "emotional", "strategic", "credibility"):
        assert {p.pressure.of(kind) for p in pressed} >= {1, 2}
    assert all(p.pressure.cognitive > 0 for p in pressed)


def test_no_pressure_is_spoken_of_where_nobody_has_a_personality() -> None:
    answers = judge(exchange(TOPICS[0], seed=1), seed=1, personalities=False).answers
    assert not any("pressure" in answer or "weaker" in answer for answer in answers)


def test_the_order_in_which_two_turns_are_shown_matters_a_little() -> None:
    agreed: list[bool] = []
    firsts = seconds = 0
    for seed in SEEDS[:10]:
        transcript = judged(seed).transcript
        for older, newer in zip(transcript.turns, transcript.turns[1:], strict=False):
            one, two = (compare(older, newer, transcript.topic, seed=seed, swapped=s) for s in (False, True))
            for name in ("logic", "tactics", "rhetoric"):
                agreed.append(getattr(one, name) == getattr(two, name))
                firsts += (getattr(one, name) == "older") + (getattr(two, name) == "newer")
                seconds += (getattr(one, name) == "newer") + (getattr(two, name) == "older")
    assert 0.6 < fmean(agreed) < 0.97
    assert firsts > seconds


def test_a_reasoned_turn_beats_a_moody_one_on_logic_in_either_order() -> None:
    moody = MOODY.model_copy(update={"number": 2, "side": "con"})
    for shown in (False, True):
        assert compare(REASONED, moody, Topic(text=TOPICS[0]), swapped=shown).logic == "older"


@pytest.mark.parametrize("topic", TOPICS)
def test_the_structured_debate_is_judged_live_as_well(topic: str) -> None:
    transcript = debate(topic, seed=2)
    result = judge(transcript, seed=2)
    assert [p.turn for p in result.proposals] == [1, 2, 3, 4, 5, 6]
    assert tell(transcript, seed=2).spine
    answered = [p.links[3].state for p in result.proposals[2:4]]
    assert "present" in answered


TEXT = st.text(max_size=60)


@settings(max_examples=40, deadline=None)
@given(TEXT, st.lists(st.tuples(TEXT, TEXT, TEXT), min_size=2, max_size=5))
def test_no_words_make_the_judge_fail(topic: str, said: list[tuple[str, str, str]]) -> None:
    turns = []
    for n, (claim, reasoning, evidence) in enumerate(said, start=1):
        side = SIDES[(n - 1) % 2]
        if n == 4:
            closing = Closing(side=side, position=claim, concessions=(reasoning,))
            turns.append(Turn(number=n, phase="closing", side=side, closing=closing))
        elif n == 3:
            answer = Response(argument_id="CON-1", side=side, response_type="refute", reasoning=reasoning)
            turns.append(Turn(number=n, phase="cross_examination", side=side, responses=(answer,)))
        else:
            argument = Argument(
                id=f"{side.upper()}-1", side=side, claim=claim, reasoning=reasoning, evidence=evidence
            )
            turns.append(Turn(number=n, phase="exchange", side=side, arguments=(argument,)))
    transcript = Transcript(topic=Topic(text=topic), turns=tuple(turns))
    judge(transcript)
    tell(transcript)
    converge(transcript)


def test_an_empty_turn_is_judged_as_empty() -> None:
    transcript = Transcript(
        topic=Topic(text=TOPICS[0]), turns=(Turn(number=1, phase="exchange", side="pro"),)
    )
    proposal = judge(transcript).proposals[0]
    assert proposal.logic < 5 and not proposal.claims
