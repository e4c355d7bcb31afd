"""The simulated debaters in a free exchange: each turn takes up the last one and carries a line on."""

import re
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from debate_core import asks
from debate_core.asks.exchange import read_exchange
from debate_core.personalities import PERSONALITIES, Pressure, directive, drift
from debate_core.simulated.phrasing import content_words, plain
from debate_core.transcript import SIDES, Argument, Topic, Transcript, Turn
from tests.simulated.simulated_debates import TOPICS, ask
from tests.simulated.simulated_exchanges import exchange, speak
from tests.simulated.test_simulated import ALLOWED, SLIPS

# Many topics and seeds: the words are the product here.
pytestmark = pytest.mark.slow

INVENTED = re.compile(
    r"invented|made[- ]up|imagined|fictional|supposed for the demo|devised for this demo|not a real source",
    re.I,
)


def spoken(transcript: Transcript) -> list[Argument]:
    return [turn.arguments[0] for turn in transcript.turns]


def words_of(argument: Argument) -> str:
    return f"{argument.claim} {argument.reasoning} {argument.evidence}"


def sentences(argument: Argument) -> list[str]:
    return [s for s in re.split(r"(?<=[.?])\s+", argument.reasoning) if len(s.split()) >= 6]


def test_one_seed_gives_one_exchange_to_the_letter() -> None:
    first = exchange(TOPICS[0], seed=4)
    exchange.cache_clear()
    assert exchange(TOPICS[0], seed=4) == first


@pytest.mark.parametrize("topic", TOPICS[:8])
def test_two_seeds_give_exchanges_that_look_different(topic: str) -> None:
    first, second = ({words_of(a) for a in spoken(exchange(topic, seed=seed))} for seed in (1, 2))
    assert not first & second


@pytest.mark.parametrize("topic", TOPICS)
def test_every_turn_is_one_argument_that_reads_as_it_came(topic: str) -> None:
    for seed in range(2):
        for turn in exchange(topic, seed=seed).turns:
            argument = turn.arguments[0]
            text = base_json(argument)
            speech = read_exchange(text, side=turn.side, number=turn.number)
            assert not speech.faults and not speech.warnings
            assert speech.arguments == (argument,)


def base_json(argument: Argument) -> str:
    import json

    return json.dumps(
        {"claim": argument.claim, "reasoning": argument.reasoning, "evidence": argument.evidence}
    )


@pytest.mark.parametrize("topic", TOPICS)
def test_no_side_repeats_itself_over_twenty_turns(topic: str) -> None:
    for seed in range(2):
        transcript = exchange(topic, seed=seed, turns=20)
        for side in SIDES:
            mine = transcript.arguments_of(side)
            assert len({a.claim for a in mine}) == len({a.evidence for a in mine}) == len(mine) == 10
            said = [s for a in mine for s in sentences(a)]
            assert len(said) == len(set(said))


@pytest.mark.parametrize("topic", TOPICS)
def test_turns_are_sound_english_of_fair_length_and_call_their_evidence_invented(topic: str) -> None:
    for seed in range(2):
        for argument in spoken(exchange(topic, seed=seed)):
            text = words_of(argument)
            # What a side quotes may break off anywhere.
            own = re.sub(r"“[^”]*”", "“…”", text.replace("“…”", ""))
            slips = [m[0] for m in SLIPS.finditer(own) if not ALLOWED.search(m[0])]
            assert not slips, (slips, text)
            assert len(text.split()) <= 195
            assert INVENTED.search(argument.evidence)


def test_a_turn_takes_up_the_opponents_own_words() -> None:
    quoting = []
    for seed, topic in enumerate(TOPICS[:12]):
        turns = exchange(topic, seed=seed).turns
        for before, now in pairwise(turns[:-2]):
            quotes = re.findall(r"“([^”]+)”", now.arguments[0].reasoning)
            said = plain(words_of(before.arguments[0])).casefold()
            quoting.append(any(plain(q).casefold().strip(" .…") in said for q in quotes))
    assert sum(quoting) / len(quoting) > 0.6


@pytest.mark.parametrize("topic", [t for t in TOPICS if "best way" not in t])
def test_the_exchange_stays_on_its_topic(topic: str) -> None:
    stems = tuple(word[: max(3, len(word) - 3)] for word in content_words(topic) - {"should", "does", "good"})
    for seed in range(2):
        said = content_words(" ".join(a.claim for a in spoken(exchange(topic, seed=seed))))
        assert any(word.startswith(stems) for word in said)


def figures(arguments: list[Argument]) -> int:
    return sum(len(re.findall(r"\d+", a.reasoning)) for a in arguments)


def test_a_directive_shows_in_the_manner() -> None:
    exact = "Take the matter apart step by step; leave out no step of the reasoning."
    calm = "Stay calm and even in tone."
    heated = "Let heat show; use images and comparisons."
    for topic in TOPICS[:4]:
        plainly, exactly, calmly, hotly = (
            [t.arguments[0] for t in exchange(topic, seed=3, directive=manner).turns if t.side == "con"]
            for manner in ("", exact, calm, heated)
        )
        assert figures(exactly) > figures(plainly)
        assert all(a.reasoning != b.reasoning for a, b in zip(calmly, hotly, strict=True))
        said = " ".join(a.reasoning for a in calmly)
        assert re.search(r"without haste|quietly|evenly|one thing after another|no need for heat", said, re.I)


def test_a_provocateur_under_credibility_pressure_reaches_for_evidence() -> None:
    start = PERSONALITIES["provocateur"]
    traits = dict(start.traits)
    for _ in range(3):
        traits = drift(traits, Pressure(credibility=3), start.elasticity)
    before, after = directive("provocateur", start.traits), directive("provocateur", traits)
    lengths = []
    for manner in (before, after):
        evidence = [
            t.arguments[0].evidence
            for topic in TOPICS[:5]
            for t in exchange(topic, seed=2, directive=manner).turns
            if t.side == "con"
        ]
        lengths.append(sum(len(text.split()) for text in evidence))
    assert lengths[1] > 1.2 * lengths[0]


def test_a_second_asking_is_answered_in_other_words() -> None:
    heard = Transcript(topic=Topic(text=TOPICS[1]), turns=exchange(TOPICS[1]).turns[:4])
    first, second = (speak(heard, 5, 10, call=call) for call in ("exchange:5", "exchange:5#2"))
    assert first != second


def test_a_side_that_hears_nothing_or_strange_words_still_speaks() -> None:
    topic = Topic(text=TOPICS[2])
    nothing = Transcript(topic=topic)
    assert speak(nothing, 2, 10).arguments[0].reasoning
    odd = Argument(id="PRO-1", side="pro", claim="{quote} “”", reasoning="", structured=False)
    silent = Turn(number=1, phase="exchange", side="pro")
    for first in (silent, silent.model_copy(update={"arguments": (odd,)})):
        heard = Transcript(topic=topic, turns=(first,))
        assert speak(heard, 2, 2).arguments[0].claim


@settings(max_examples=25, deadline=None)
@given(st.text(min_size=1, max_size=80), st.integers(0, 9), st.sampled_from([2, 5, 8]))
def test_no_topic_makes_an_exchange_fail(topic: str, seed: int, turns: int) -> None:
    for turn in exchange.__wrapped__(topic, seed=seed, turns=turns).turns:
        assert turn.arguments[0].claim.strip()


def test_the_answer_has_the_form_asked_for() -> None:
    purpose = asks.Exchange(
        topic=Topic(text=TOPICS[0]),
        side="pro",
        number=1,
        turns=6,
        heard=Transcript(topic=Topic(text=TOPICS[0])),
    )
    assert set(ask(purpose)) == {"claim", "reasoning", "evidence"}
