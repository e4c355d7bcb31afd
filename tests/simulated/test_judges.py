"""The simulated judges and the briefing: they read the text, say nothing of it that is not so, and read strictly."""

import json
import re
import time
from collections import Counter
from itertools import product
from statistics import fmean

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from debate_core import calls as asks
from debate_core.answers.quotes import find_quote
from debate_core.answers.retraction import disowns, speaks_of_itself
from debate_core.answers.scores import read_answer
from debate_core.domain.cast import BUILT_IN_JUDGES, Judge, Simulation
from debate_core.domain.rubric import EVIDENCE_FIRST, FALLACIES, STANDARD, Dimension, Rubric, Scale
from debate_core.domain.transcript import SIDES, Argument, Response, Topic, Transcript, Turn
from debate_core.simulated.phrases import PHRASES, read_argument, read_reply, read_words, variants
from tests.each import each
from tests.letters import WRITABLE
from tests.simulated.simulated_debates import (
    TOPICS,
    WIDE,
    ask,
    check_decided,
    debate,
    exact,
    read,
    sheet,
    sheets,
    swapped,
    words_of,
)
from tests.simulated.simulated_exchanges import exchange

pytestmark = pytest.mark.slow

CUSTOM = Rubric(
    name="Custom",
    dimensions=(
        Dimension(key="cost_sense", question="Are costs named?", low="never", high="always"),
        Dimension(key="kindness", question="Is it kind?", low="harsh", high="kind"),
        Dimension(key="clarity", question="Is it plain?", low="muddled", high="plain"),
    ),
    weights={"cost_sense": 0.5, "kindness": 0.2, "clarity": 0.3},
    scale=Scale(low=1, high=5),
)
STRONG = {
    "claim": "A lower limit would cut injuries at crossings.",
    "reasoning": "Because stopping distance grows with speed, drivers at thirty stop too late. As a result, "
    "injuries fall when speed falls. This holds only where drivers obey, which depends on checks.",
    "evidence": "Records of 24 streets, compared with 24 others, show that injuries fell from 51 to 33 a year.",
}
WEAK = {
    "claim": "Everyone knows that slow streets are obviously better.",
    "reasoning": "Nobody would ever deny it, and things are just better.",
    "evidence": "Many people feel this way.",
}
SAYS = {  # what a note may say only where the quality was hardly found
    quality: [said for one in PHRASES["note"][f"no_{quality}"] for said in variants(one) if "{" not in said]
    for quality in ("figure", "mechanism", "limits")
}
UNANSWERED = [said for one in PHRASES["note"]["unanswered"] for said in variants(one)]


def _placed(pro, con):
    turns = (
        Turn(number=1, phase="opening", side="pro", arguments=(Argument(id="PRO-1", side="pro", **pro),)),
        Turn(number=2, phase="opening", side="con", arguments=(Argument(id="CON-1", side="con", **con),)),
    )
    return Transcript(topic=Topic(text="Lower the speed limit in towns"), turns=turns)


def _odd():
    """An argument with five flaws, one that says nothing, and two that only take stock."""
    flaws = [
        "circular_reasoning",
        "ad_hominem",
        "slippery_slope",
        "appeal_to_authority",
        "anecdotal_evidence",
    ]
    told = {
        "PRO-1": ("You fools. It is as it is. All ends. He said so. I saw it.", [f"flaw:{one}" for one in flaws]),
        "CON-1": ("Yes, no.", []),
        "PRO-2": ("We agree on this much by now.", ["ending:genuine_agreement"]),
        "CON-2": ("It ends as it had begun.", ["ending:degenerate"]),
    }  # fmt: skip
    turns = []
    for number, (name, (claim, tags)) in enumerate(told.items(), start=1):
        side = SIDES[number % 2 - 1]
        argument = Argument(id=name, side=side, claim=claim, tags=";".join(tags))
        turns.append(Turn(number=number, phase="exchange", side=side, arguments=(argument,)))
    return Transcript(topic=Topic(text="Tax sugar"), turns=tuple(turns))


def test_a_seed_is_judged_as_was_approved():
    told = [make(TOPICS[seed], seed=seed) for seed in range(3) for make in (debate, exchange)]
    purposes = [
        asks.Scoring(judge=judge, rubric=rubric, transcript=one, con_first=rubric is CUSTOM)
        for one in (*told, _placed(STRONG, WEAK), _odd())
        for judge in BUILT_IN_JUDGES
        for rubric in (STANDARD, EVIDENCE_FIRST, CUSTOM)
    ]
    check_decided("judging", (ask(purpose, seed=4) for purpose in purposes))


def test_strange_words_say_nothing_below_four_and_something_from_nine_on():
    heard = {
        n: read_words((f"{'word ' * n}“quoted words count for nothing here at all”",), "")
        for n in (3, 4, 8, 9)
    }
    assert {n: one.empty for n, one in heard.items()} == {3: True, 4: False, 8: False, 9: False}
    names = {n: {tag.name for tag in one.sentences[0].tags} for n, one in heard.items()}
    assert [n for n in names if {"foreign:long", "meets:foreign"} <= names[n]] == [9]
    assert all("foreign:" in one for one in names.values())


@pytest.mark.parametrize("seed", range(4))
def test_a_whole_debate_with_sides_exchanged_is_scored_the_same(seed):
    told = debate(TOPICS[3], seed=seed)
    there, back = (sheet(one, exact(noise=1.0)).entries for one in (told, swapped(told)))
    turned = {"PRO": "CON", "CON": "PRO"}
    after = {turned[entry.argument_id[:3]] + entry.argument_id[3:]: entry.scores for entry in back}
    assert {entry.argument_id: entry.scores for entry in there} == after


@pytest.mark.parametrize("make", [debate, exchange])
def test_a_note_is_true_of_what_was_read_and_quotes_it_to_the_letter(make):
    for seed in range(4):
        told = make(TOPICS[seed], seed=seed)
        source = " ".join(words_of(told)).replace("“", "‘").replace("”", "’")
        for argument, entry in product(told.arguments, sheets(told, seed=seed)):
            scored = entry.entry(argument.id)
            assert scored is not None and scored.notes
            heard, answered = read_argument(argument), read_reply(argument, told).effect
            for quality, words in SAYS.items():
                assert heard.features[quality] <= 0.2 or not any(one in scored.notes for one in words)
            unanswered = any(one in scored.notes for one in UNANSWERED)
            assert unanswered == (answered == "unanswered" and not heard.takes_stock)
            assert scored.standing != "REFUTED" or answered == "hit"
            for quote in re.findall(r"“([^”]+)”", scored.notes):
                assert find_quote(quote, source) == "exact"


def test_no_note_takes_its_scores_back_and_no_first_note_speaks_of_itself():
    again = {"moved", "held", "higher", "lower"}  # said in a discussion alone
    for key, templates in PHRASES["note"].items():
        for wording in (one for template in templates for one in variants(template)):
            quoting = wording.replace("{quote}", "“An answer can be corrected, and silence can't”")
            assert not disowns(re.sub(r"\{\w+\}", "PRO-1", quoting), high=10), quoting
            words = re.sub(r"\{\w+\}", "PRO-1", wording.replace("{flaw}", "a single anecdote"))
            assert key in again or not speaks_of_itself(words, STANDARD.keys), words


def test_fallacies_are_seen_with_the_declared_chance():
    seen = {0.25: [], 0.6: [], 1.0: []}
    together = Counter()
    for seed in range(18, 42):
        told = debate(TOPICS[seed % 8], seed=seed)
        for chance, found in seen.items():
            judge = Judge(name="One", domain="general", simulation=Simulation(alertness=chance))
            for entry in sheet(told, judge, seed=seed).entries:
                there = read_argument(next(a for a in told.arguments if a.id == entry.argument_id)).flaws
                assert set(entry.fallacies or ()) <= set(there) <= set(FALLACIES)
                found += [name in (entry.fallacies or ()) for name in there]
        panel = sheets(told, seed=seed)
        for name in (a.id for a in told.arguments):
            together[sum(bool(entry.fallacies) for one in panel if (entry := one.entry(name)))] += 1
    for chance, found in seen.items():
        assert len(found) > 20
        assert fmean(found) == pytest.approx(chance, abs=0.15)
    assert all(together[n] for n in (1, 2, 3, 4))


@each("topic", WIDE[::2])
def test_the_strict_ladder_accepts_every_sheet(topic):
    seed = len(topic)
    rubric = (STANDARD, EVIDENCE_FIRST, CUSTOM)[seed % 3]
    odd = exchange(topic, seed=seed, turns=6) if seed % 2 else None
    told = odd or debate(topic, seed=seed, count=1 + seed % 8)
    judge = BUILT_IN_JUDGES[seed % 4]
    text = json.dumps(ask(asks.Scoring(judge=judge, rubric=rubric, transcript=told), seed=seed))
    read = read_answer(text, argument_ids=[a.id for a in told.arguments], rubric=rubric)
    assert (read.status, read.parse_stage, read.faults) == ("accepted", "strict", ())
    assert set(read.scores) == {a.id for a in told.arguments}


@each("text", ['{"scores": []}', "", "   ", "Це аргумент іншою мовою.", "\ud800", "“" * 50])
def test_words_it_never_wrote_are_judged_all_the_same(text):
    odd = {"claim": text, "reasoning": text, "evidence": text}
    scored = sheet(_placed(odd, STRONG), exact())
    assert (set(scored.entries[0].scores.values()) == {2}) == (not re.search(r"\w", text))  # no word at all
    assert fmean(scored.entries[0].scores.values()) < fmean(scored.entries[1].scores.values())


@settings(max_examples=15, deadline=None)
@given(
    claim=st.text(WRITABLE, max_size=300),
    reasoning=st.text(WRITABLE, max_size=300),
    answer=st.text(WRITABLE, max_size=300),
)
def test_no_words_make_a_judge_fail(claim, reasoning, answer):
    told = _placed({"claim": claim, "reasoning": reasoning, "evidence": ""}, STRONG)
    said = Response(argument_id="PRO-1", side="con", response_type="refute", reasoning=answer)
    turn = Turn(number=3, phase="cross_examination", side="con", responses=(said,))
    heard = Transcript(topic=told.topic, turns=(*told.turns, turn))
    assert len(sheet(heard, exact()).entries) == 2
    asked = asks.CrossExamination(
        topic=told.topic, side="con", targets=told.arguments_of("pro"), transcript=told
    )
    assert len(ask(asked)["responses"]) == 1
    assert ask(asks.ClosingCall(topic=told.topic, side="pro", transcript=heard))["shift"]


@pytest.mark.parametrize("unit", ["because of this, so ", "a", "either or ", "1.1", "“", "{", "word. "])
def test_two_hundred_kilobytes_are_read_in_a_moment(unit):
    long = unit * (200_000 // len(unit))
    told = _placed({"claim": long, "reasoning": long, "evidence": long}, STRONG)
    began = time.process_time()
    sheet(told, exact())
    ask(
        asks.CrossExamination(topic=told.topic, side="con", targets=told.arguments_of("pro"), transcript=told)
    )
    assert time.process_time() - began < 1.5


@each("topic", WIDE[::3])
def test_a_briefing_rests_on_this_debate_and_is_read_without_a_remark(topic):
    for told in (debate(topic, seed=6), exchange(topic, seed=6, turns=6)):
        purpose = asks.Brief(transcript=told, sheets=sheets(told, seed=6))
        briefing = read(purpose, ask(purpose, call="briefing")).briefing
        statements = [briefing.key_insight, *briefing.unresolved, briefing.recommendation]
        assert len(statements) >= 4 and all(one.rests_on for one in statements)
        assert all(argument in briefing.key_insight.text for argument in briefing.key_insight.rests_on)


def test_key_insights_are_as_many_as_debates_and_of_an_empty_one_there_is_none():
    told = [debate(TOPICS[seed], seed=seed) for seed in range(10)]
    said = {ask(asks.Brief(transcript=t, sheets=sheets(t)))["key_insight"]["text"] for t in told}
    assert len(said) == 10
    empty = ask(asks.Brief(transcript=Transcript(topic=Topic(text="Homework")), sheets=()))
    assert empty["unresolved"] == []
    assert "nothing" in empty["key_insight"]["text"]
