"""The simulated live judge reads what it is given, says something of this debate, and leans to no side."""

import json
import re
from collections import Counter
from functools import lru_cache
from statistics import fmean

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from debate_core import calls as asks
from debate_core.answers.quotes import find_quote, words_of_turn
from debate_core.domain.live_judge import CONCERNS, CONVERGENCES, LINKS
from debate_core.domain.transcript import (
    SIDES,
    Argument,
    Closing,
    Response,
    Topic,
    Transcript,
    Turn,
    opponent,
)
from debate_core.simulated.live import _cut
from debate_core.simulated.phrases import grants, read_turn
from tests.calls.readers import read_conflict
from tests.each import each
from tests.letters import WRITABLE
from tests.simulated.simulated_debates import TOPICS, WIDE, ask, check_decided, debate, sheets, swapped
from tests.simulated.simulated_exchanges import compare, converge, exchange, judge, tell

pytestmark = pytest.mark.slow

SEEDS = range(14)
PLAIN = (TOPICS[1], "Tax sugar", "Should we keep the monarchy?", "Voting should be compulsory")


@lru_cache(maxsize=64)
def judged(seed):
    """One exchange of the range, judged."""
    return judge(exchange(PLAIN[seed % 4] if seed % 3 else TOPICS[seed % 15], seed=seed), seed=seed)


@lru_cache(maxsize=64)
def mirrored(seed):
    """The same words with the sides exchanged, judged."""
    return judge(swapped(judged(seed).transcript), seed=seed)


@lru_cache(maxsize=64)
def told(seed):
    return tell(judged(seed).transcript, seed=seed)


def test_a_seed_judges_as_was_approved():
    said = []
    moody = MOODY.arguments[0].model_copy(update={"id": "CON-1", "side": "con"})
    answer = MOODY.model_copy(update={"number": 2, "side": "con", "arguments": (moody,)})
    silent = Turn(number=3, phase="exchange", side="pro")
    every = {seed: judged(seed) for seed in range(8)}
    # A debate in phases, and one in words that nobody scripted.
    every[8] = judge(debate(TOPICS[0], seed=8), seed=8, personalities=False)
    strange = Transcript(topic=Topic(text=TOPICS[0]), turns=(REASONED, answer, silent))
    every[9] = judge(strange, seed=9)
    for seed, one in every.items():
        transcript, narrative = one.transcript, tell(one.transcript, seed=seed)
        said += [one.answers, [pair.model_dump() for pair in one.comparisons]]
        purposes = (
            asks.NarrativeVerdict(transcript=transcript),
            asks.ConvergenceCheck(transcript=transcript),
            *(
                asks.ConflictResolution(transcript=transcript, scorecard=f"{side} leads", narrative=narrative)
                for side in ("PRO", "CON")
            ),
            asks.Brief(transcript=transcript, sheets=sheets(transcript, seed=seed)),
        )
        said += [ask(purpose, seed=seed) for purpose in purposes]
    check_decided("live", said)


@pytest.mark.parametrize("topic", WIDE[::3])
def test_every_answer_on_a_topic_of_any_kind_is_read_at_the_first_rung(topic):
    for transcript in (debate(topic, seed=2), exchange(topic, seed=2, turns=10)):
        result = judge(transcript, seed=2)  # asserts it
        assert [p.turn for p in result.proposals] == [turn.number for turn in transcript.turns]
        assert not any(p.remarks for p in result.proposals)
        assert tell(transcript, seed=2).spine and converge(transcript, seed=2) in CONVERGENCES


def test_links_come_in_order_with_quotes_of_the_turn_of_which_a_few_are_slightly_off():
    proposals = [p for seed in SEEDS for p in judged(seed).proposals]
    found = Counter(noun.found for p in proposals for noun in (*p.links, *p.claims) if noun.quote)
    assert not found["not_found"]
    assert 0.005 < found["near"] / found.total() < 0.1
    for p in proposals:
        assert tuple(link.kind for link in p.links) == LINKS
        assert (p.links[3].state == "not_applicable") is (p.turn == 1)


def turn_of(reasoning, evidence="", claim="Later lessons would help pupils."):
    said = Argument(id="PRO-1", side="pro", claim=claim, reasoning=reasoning, evidence=evidence)
    return Turn(number=1, phase="exchange", side="pro", arguments=(said,))


REASONED = turn_of(
    "Trams already run at capacity, so that every rider who gives up the car waits longer. Therefore journeys "
    "lengthen, and some riders return to driving.",
    "On line 4 the mean wait rose from 3 to 8 minutes.",
    "Closing the ring road would lengthen journeys.",
)
MOODY = turn_of("Dawn comes in its own time. Let the heart have its say.", "A song that pupils used to know.")


def test_a_chain_in_words_nobody_scripted_is_read_and_beats_mood_in_either_order():
    reasoned, moody = (
        judge(Transcript(topic=Topic(text=TOPICS[0]), turns=(turn,))).proposals[0]
        for turn in (REASONED, MOODY)
    )
    assert [link.state for link in reasoned.links[:3]] == ["present"] * 3
    assert all(link.state in ("weak", "missing") for link in moody.links[:3])
    assert reasoned.logic > moody.logic + 10
    answer = MOODY.model_copy(update={"number": 2, "side": "con"})
    for shown in (False, True):
        assert compare(REASONED, answer, Topic(text=TOPICS[0]), swapped=shown).logic == "older"


@pytest.mark.parametrize("seed", range(4))
def test_marks_follow_the_words_and_not_the_side(seed):
    for p, q in zip(judged(seed).proposals, mirrored(seed).proposals, strict=True):
        assert p.side != q.side
        assert [link.state for link in p.links] == [link.state for link in q.links]
        assert q.weaker == (opponent(p.weaker) if p.weaker else None)


def test_exchanges_with_swapped_sides_show_no_lean_beyond_chance():
    ahead = Counter()
    for seed in SEEDS:
        for one in (judged(seed), mirrored(seed)):
            ahead["pro" if (one.card.difference.value or 0) > 0 else "con"] += 1
            ahead["told " + tell(one.transcript, seed=seed).leader] += 1
    for pro, con in (("pro", "con"), ("told pro", "told con")):
        n = ahead[pro] + ahead[con]
        assert n > 15
        assert abs(ahead[pro] - ahead[con]) < 1.96 * n**0.5  # a fair coin's 95 in 100


def test_over_seeds_claims_are_flagged_exposed_and_docked_later():
    claims = [c for seed in SEEDS for p in judged(seed).proposals for c in p.claims]
    assert {c.concern for c in claims} == set(CONCERNS)
    assert 0.1 < len(claims) / len(SEEDS) < 3
    exposures = [e for seed in SEEDS for p in judged(seed).proposals for e in p.exposures]
    assert any(e.claim for e in exposures) and any(e.claim is None for e in exposures)
    claimed = [entry for seed in SEEDS for entry in judged(seed).card.claims.entries]
    assert any(dock.turn != entry.turn for entry in claimed for dock in entry.docks)
    slips = Counter(s.kind for seed in SEEDS for p in judged(seed).proposals for s in p.slips)
    assert slips["contradiction"] and slips["dropped_premise"]


def test_who_leads_is_seldom_against_the_narrative_and_most_debates_of_equals_are_level():
    leaders = [(judged(seed).card.leader, told(seed).leader) for seed in range(28)]
    beyond = [(leader, said) for leader, said in leaders if leader != "level"]
    assert 0 < len(beyond) <= 0.2 * len(leaders)
    assert sum(leader == said for leader, said in beyond) > len(beyond) / 2


def test_marks_and_narrative_agree_mostly_and_part_sometimes_for_more_than_one_reason():
    # whether or not the marks are apart beyond chance: it is asked where they are
    patterns, parted = set(), 0
    for seed in SEEDS:
        transcript, card, narrative = judged(seed).transcript, judged(seed).card, told(seed)
        ahead = "PRO" if (card.difference.value or 0) > 0 else "CON"
        if ahead == narrative.leader.upper():
            continue
        parted += 1
        leads = f"{card.in_words}\n{ahead} leads: its marks are higher by more than chance."
        purpose = asks.ConflictResolution(transcript=transcript, scorecard=leads, narrative=narrative)
        reading = read_conflict(json.dumps(ask(purpose, seed=seed, call="conflict")), turns=range(1, 11))
        assert reading.conflict is not None and reading.conflict.turns
        assert f"turn {reading.conflict.turns[0]} " in reading.conflict.text
        patterns.add(reading.conflict.pattern)
    assert 0.1 < parted / len(SEEDS) < 0.6
    assert len(patterns) >= 2


def test_each_way_in_which_simulated_positions_can_end_occurs():
    topics = ("Tax sugar", "God exists")
    kinds = [converge(exchange(topics[seed % 2], seed=seed), seed=seed) for seed in range(30)]
    # None ends in a quarrel about a word: the simulated debaters have no word to name.
    assert set(kinds) == set(CONVERGENCES) - {"definitional_dispute"}
    assert 0.3 < kinds.count("none") / 30 < 0.8


@each("seed", range(8))
def test_a_narrative_quotes_the_turns_that_it_cites_and_is_of_this_debate(seed):
    turns = {turn.number: words_of_turn(turn) for turn in judged(seed).transcript.turns}
    narrative = told(seed)
    statements = (*narrative.spine, *narrative.evolved, *narrative.broke, *narrative.turning_points)
    for one in statements:
        assert one.turns
        for quote in re.findall(r"“([^”]+)”", one.text):
            assert any(find_quote(quote, turns[number]) == "exact" for number in one.turns)
    others = {one.text for other in range(8) if other != seed for one in told(other).spine}
    assert not others & {one.text for one in narrative.spine}


def test_pressure_falls_on_both_sides_in_every_kind_and_only_where_somebody_has_a_personality():
    pressed = [p for seed in SEEDS for p in judged(seed).proposals if p.weaker]
    assert {p.weaker for p in pressed} == set(SIDES)
    for kind in ("cognitive", "emotional", "strategic", "credibility"):
        assert {p.pressure.of(kind) for p in pressed} >= {1, 2}
    answers = judge(exchange(TOPICS[0], seed=1), seed=1, personalities=False).answers
    assert not any("pressure" in answer or "weaker" in answer for answer in answers)


def test_the_order_in_which_two_turns_are_shown_matters_a_little():
    agreed = []
    for seed in SEEDS[:10]:
        transcript = judged(seed).transcript
        for older, newer in zip(transcript.turns, transcript.turns[1:], strict=False):
            one, two = (compare(older, newer, transcript.topic, seed=seed, swapped=s) for s in (False, True))
            agreed += [getattr(one, name) == getattr(two, name) for name in ("logic", "tactics", "rhetoric")]
    assert 0.6 < fmean(agreed) < 0.97


TEXT = st.text(WRITABLE, max_size=60)


@settings(max_examples=20, deadline=None)
@given(TEXT, st.lists(st.tuples(TEXT, TEXT, TEXT), min_size=2, max_size=5))
def test_no_words_make_the_judge_fail(topic, said):
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


def test_what_a_turn_grants_is_quoted_from_it_and_an_opening_grants_nothing():
    turns = [turn for seed in range(6) for turn in debate(TOPICS[seed], seed=seed).turns]
    granted = {turn: quote for turn in turns if (quote := grants(read_turn(turn)))}
    assert {turn.phase for turn in granted} == {"cross_examination", "closing"}
    for turn, quote in granted.items():
        assert find_quote(quote.strip("“”"), words_of_turn(turn)) == "exact"


def test_a_quote_of_the_judge_has_at_most_60_words_and_600_characters():
    for text, most in (("so " * 61, "so " * 60), ("x" * 601, "x" * 600)):
        assert _cut(text) == _cut(most) == most.strip()
