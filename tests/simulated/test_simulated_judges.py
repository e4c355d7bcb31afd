"""The simulated judges: they read the text, and what is declared of them shows in their scores."""

import json
import re
import time
from statistics import fmean

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from debate_core import asks
from debate_core.config import BUILT_IN_JUDGES, Judge
from debate_core.judging.reading import read_answer
from debate_core.measuring.agreement import alpha_value
from debate_core.rubric import EVIDENCE_FIRST, STANDARD, Dimension, Rubric, Scale
from debate_core.scoresheet import FALLACIES, composites
from debate_core.transcript import Argument, Response, Topic, Transcript, Turn
from tests.simulated.simulated_debates import TOPICS, ask, debate, exact, sheet, sheets

# Many topics and seeds: the words are the product here.
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
    "reasoning": "My neighbour saw it and somehow things are just better. Experts agree, and no sensible person would "
    "deny it.",
    "evidence": "Many people feel this way.",
}


def _placed(pro: dict[str, str], con: dict[str, str], first: str = "pro") -> Transcript:
    turns = [
        Turn(number=1, phase="opening", side="pro", arguments=(Argument(id="PRO-1", side="pro", **pro),)),
        Turn(number=2, phase="opening", side="con", arguments=(Argument(id="CON-1", side="con", **con),)),
    ]
    if first == "con":
        turns.reverse()
    return Transcript(topic=Topic(text="Lower the speed limit in towns"), turns=tuple(turns))


@pytest.mark.parametrize(
    "judge", [exact(), exact(domain="technical"), exact(domain="business"), exact(domain="risk")]
)
def test_arguments_that_change_places_take_their_scores_with_them(judge: Judge) -> None:
    there, back = sheet(_placed(STRONG, WEAK), judge), sheet(_placed(WEAK, STRONG), judge)
    assert there.entries[0].scores == back.entries[1].scores
    assert there.entries[1].scores == back.entries[0].scores
    assert there.entries[0].standing == back.entries[1].standing
    assert fmean(there.entries[0].scores.values()) > fmean(there.entries[1].scores.values()) + 2


def test_even_chance_error_follows_the_words_and_not_the_place() -> None:
    noisy = Judge(name="Noisy", domain="general")
    there, back = sheet(_placed(STRONG, WEAK), noisy), sheet(_placed(WEAK, STRONG), noisy)
    assert there.entries[0].scores == back.entries[1].scores


def test_a_whole_simulated_debate_with_sides_exchanged_is_scored_the_same() -> None:
    told = debate(TOPICS[3], seed=5)
    swapped = Transcript.model_validate_json(
        told.model_dump_json()
        .replace('"pro"', '"@"')
        .replace('"con"', '"pro"')
        .replace('"@"', '"con"')
        .replace("PRO-", "@-")
        .replace("CON-", "PRO-")
        .replace("@-", "CON-")
    )
    before, after = sheet(told, exact()), sheet(swapped, exact())
    for entry in before.entries:
        other = (
            entry.argument_id.translate(str.maketrans({}))
            .replace("PRO-", "@")
            .replace("CON-", "PRO-")
            .replace("@", "CON-")
        )
        found = after.entry(other)
        assert found is not None
        assert found.scores == entry.scores


def _mean(judge: Judge, side: str | None = None, seeds: range = range(16)) -> float:
    values = []
    for seed in seeds:
        for entry in sheet(debate(TOPICS[seed % 8], seed=seed), judge, seed=seed).entries:
            if side is None or entry.argument_id.startswith(side):
                values.append(fmean(entry.scores.values()))
    return fmean(values)


def test_declared_severity_is_what_the_means_differ_by() -> None:
    # Declared 1.0; scores that reach an end of the scale take a little off it.
    assert _mean(exact()) - _mean(exact(severity=1.0)) == pytest.approx(1.0, abs=0.15)


def test_declared_side_bias_lifts_pro_and_lowers_con_by_as_much() -> None:
    fair, leaning = exact(), exact(side_bias=0.8)
    assert _mean(leaning, "PRO") - _mean(fair, "PRO") == pytest.approx(0.8, abs=0.15)
    assert _mean(fair, "CON") - _mean(leaning, "CON") == pytest.approx(0.8, abs=0.15)


def test_declared_first_speaker_bias_favours_whoever_spoke_first() -> None:
    biased = exact(first_speaker_bias=2.0)
    pro_first, con_first = (
        sheet(_placed(STRONG, STRONG), biased),
        sheet(_placed(STRONG, STRONG, "con"), biased),
    )
    assert fmean(pro_first.entries[0].scores.values()) > fmean(pro_first.entries[1].scores.values()) + 1
    assert fmean(con_first.entries[1].scores.values()) > fmean(con_first.entries[0].scores.values()) + 1


def test_declared_spread_widens_the_scores() -> None:
    def spread(judge: Judge) -> float:
        told = [sheet(debate(TOPICS[seed % 8], seed=seed), judge) for seed in range(10)]
        return float(np.std([value for s in told for e in s.entries for value in e.scores.values()]))

    assert spread(exact(spread=0.5)) < 0.7 * spread(exact())
    assert spread(exact(spread=0.0)) < 0.01


def test_declared_noise_moves_scores_from_seed_to_seed() -> None:
    told = debate(TOPICS[2], seed=2)
    quiet = {sheet(told, exact(), seed=seed).entries[0].scores["logic"] for seed in range(12)}
    loud = {sheet(told, exact(noise=2.0), seed=seed).entries[0].scores["logic"] for seed in range(12)}
    assert len(quiet) == 1
    assert len(loud) > 2


def test_judges_of_different_domains_look_at_different_things() -> None:
    figures_only = {
        "claim": "The measure pays.",
        "reasoning": "It pays. That is the point of it. It has been counted in many places by many hands.",
        "evidence": "An audit of 300 accounts found costs fell from 40 to 25 pounds, compared with 38 before.",
    }
    mechanism_only = {
        "claim": "The measure pays.",
        "reasoning": "First, because waiting costs hours, work piles up; as a result errors grow. Therefore less "
        "waiting means fewer errors, which leads to lower cost.",
        "evidence": "This is how such work runs.",
    }
    told = _placed(figures_only, mechanism_only)
    business, technical = sheet(told, exact(domain="business")), sheet(told, exact(domain="technical"))

    def gap(scores: object) -> float:
        entries = scores.entries
        return fmean(entries[0].scores.values()) - fmean(entries[1].scores.values())

    assert gap(business) > gap(technical) + 1


def test_an_answer_that_finds_the_gap_costs_more_than_one_that_evades() -> None:
    told = _placed(STRONG, WEAK)

    def after(text: str) -> int:
        answer = Response(argument_id="PRO-1", side="con", response_type="refute", reasoning=text)
        turn = Turn(number=3, phase="cross_examination", side="con", responses=(answer,))
        heard = Transcript(topic=told.topic, turns=(*told.turns, turn))
        return sheet(heard, exact()).entries[0].scores["responsiveness"]

    hit = after(
        "The conclusion does not follow: drivers who stop too late do so from inattention, and injuries on these "
        "streets fell before speed did. The missing step is that speed, and not checks, made injuries fall."
    )
    assert hit < after("That is not what matters here.")


def test_fallacies_are_named_as_the_scoresheet_names_them_and_only_where_they_stand() -> None:
    found = sheet(_placed(STRONG, WEAK), exact())
    assert found.entries[0].fallacies == ()
    assert set(found.entries[1].fallacies or ()) >= {"appeal_to_authority", "anecdotal_evidence"}
    assert set(found.entries[1].fallacies or ()) <= set(FALLACIES)


def test_notes_quote_the_argument_or_the_answer() -> None:
    for seed in range(8):
        told = debate(TOPICS[seed], seed=seed)
        for scores in sheets(told, seed=seed):
            for entry in scores.entries:
                argument = next(a for a in told.arguments if a.id == entry.argument_id)
                answer = told.responses[argument.id].reasoning
                source = f"{argument.claim} {argument.reasoning} {argument.evidence} {answer}"
                flat = " ".join(re.sub(r"[“”]", " ", source).lower().split())
                for quote in re.findall(r"“([^”]+)”", entry.notes or ""):
                    assert quote.strip("… ").lower() in flat


def test_agreement_on_the_default_panel_is_mostly_middling() -> None:
    alphas = []
    for topic in TOPICS[:8]:
        for seed in range(5):
            told = debate(topic, seed=seed)
            table = composites(
                sheets(told, seed=seed), [a.id for a in told.arguments], [STANDARD.weights] * 4
            )
            alphas.append(alpha_value(table, level="interval"))
    inside = [value for value in alphas if 0.3 <= value <= 0.85]
    assert len(inside) >= 0.65 * len(alphas)
    assert 0.45 <= float(np.median(alphas)) <= 0.75


def test_scores_use_the_scale() -> None:
    values = [
        v
        for seed in range(16)
        for s in sheets(debate(TOPICS[seed % 8], seed=seed), seed=seed)
        for e in s.entries
        for v in e.scores.values()
    ]
    assert {3, 4, 5, 6, 7, 8, 9} <= set(values)
    assert max(values.count(v) for v in range(1, 11)) < 0.35 * len(values)


@pytest.mark.parametrize("rubric", [STANDARD, EVIDENCE_FIRST, CUSTOM], ids=lambda r: r.name)
@pytest.mark.parametrize("count", range(1, 9))
def test_the_engines_reader_accepts_every_sheet(rubric: Rubric, count: int) -> None:
    told = debate(TOPICS[count], seed=count, count=count)
    for judge in BUILT_IN_JUDGES:
        purpose = asks.Judging(judge=judge, rubric=rubric, transcript=told)
        text = json.dumps(ask(purpose, call=f"judging:{judge.name}"))
        read = read_answer(text, argument_ids=[a.id for a in told.arguments], rubric=rubric)
        assert read.status == "accepted", read.faults
        assert set(read.scores) == {a.id for a in told.arguments}


def test_its_given_ballot_agrees_with_its_own_scores() -> None:
    for seed in range(10):
        told = debate(TOPICS[seed % 8], seed=seed)
        for judge in BUILT_IN_JUDGES:
            scored, own = sheet(told, judge, seed=seed), judge.own_weights(STANDARD)
            means = {
                side: fmean(
                    sum(own[k] * v for k, v in e.scores.items())
                    for e in scored.entries
                    if e.argument_id[:3] == side
                )
                for side in ("PRO", "CON")
            }
            gap = means["PRO"] - means["CON"]
            expected = "TIE" if abs(gap) <= 0.25 else "PRO" if gap > 0 else "CON"
            assert scored.overall.ballot == expected


HARD = (
    '{"scores": [{"argument_id": "PRO-1"}]}',
    "",
    "   ",
    "Це аргумент іншою мовою, без жодного числа.",
    "\ud800",
    "“" * 50,
)


@pytest.mark.parametrize("text", HARD)
def test_words_it_never_wrote_are_judged_all_the_same(text: str) -> None:
    odd = {"claim": text, "reasoning": text, "evidence": text}
    scored = sheet(_placed(odd, STRONG), exact())
    assert fmean(scored.entries[0].scores.values()) < fmean(scored.entries[1].scores.values())


@settings(max_examples=60, deadline=None)
@given(claim=st.text(max_size=300), reasoning=st.text(max_size=300), answer=st.text(max_size=300))
def test_no_words_make_a_judge_fail(claim: str, reasoning: str, answer: str) -> None:
    told = _placed({"claim": claim, "reasoning": reasoning, "evidence": ""}, STRONG)
    said = Response(argument_id="PRO-1", side="con", response_type="refute", reasoning=answer)
    turn = Turn(number=3, phase="cross_examination", side="con", responses=(said,))
    heard = Transcript(topic=told.topic, turns=(*told.turns, turn))
    assert len(sheet(heard, exact()).entries) == 2
    asked = asks.CrossExamination(topic=told.topic, side="con", targets=told.arguments_of("pro"), heard=told)
    assert len(ask(asked)["responses"]) == 1
    assert ask(asks.Closing(topic=told.topic, side="pro", heard=heard))["shift"]


@pytest.mark.parametrize("unit", ["because of this, so ", "a", "either or ", "1.1", "“", "{", "word. "])
def test_two_hundred_kilobytes_are_read_in_a_moment(unit: str) -> None:
    long = unit * (200_000 // len(unit))
    told = _placed({"claim": long, "reasoning": long, "evidence": long}, STRONG)
    began = time.perf_counter()
    sheet(told, exact())
    ask(asks.CrossExamination(topic=told.topic, side="con", targets=told.arguments_of("pro"), heard=told))
    assert time.perf_counter() - began < 1.5


@pytest.mark.parametrize("topic", TOPICS)
def test_a_briefing_rests_on_what_was_said_and_names_no_winner(topic: str) -> None:
    told = debate(topic, seed=6)
    said = ask(asks.Brief(transcript=told, sheets=sheets(told, seed=6)), call="briefing")
    ids = {a.id for a in told.arguments}
    statements = [said["key_insight"], *said["unresolved"], said["recommendation"]]
    assert said["unresolved"]
    for statement in statements:
        assert statement["rests_on"]
        assert set(statement["rests_on"]) <= ids
        assert not re.search(
            r"\b(winner|wins?|won|pro side|con side|prevail\w*|better case)\b", statement["text"], re.I
        )


def test_a_briefing_of_an_empty_debate_says_that_there_is_nothing() -> None:
    said = ask(asks.Brief(transcript=Transcript(topic=Topic(text="Homework")), sheets=()))
    assert said["unresolved"] == []
    assert "nothing" in said["key_insight"]["text"]
