"""The simulated debaters: true to the topic, the seed and what was said."""

import asyncio
import json
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from debate_core import asks
from debate_core.asks.closing import read_closing
from debate_core.asks.cross_examination import read_responses
from debate_core.asks.opening import read_opening
from debate_core.llm import base
from debate_core.simulated import Simulated
from debate_core.simulated.material import pool_for
from debate_core.simulated.phrasing import content_words
from debate_core.transcript import RESPONSE_TYPES, SHIFTS, SIDES, Response, Topic, Transcript, Turn, opponent
from tests.simulated.simulated_debates import TOPICS, ask, debate, open_side

# Many topics and seeds: the words are the product here.
pytestmark = pytest.mark.slow

# Words that would show a template put together wrongly.
SLIPS = re.compile(
    r"\b(the should|a|an|the) (should|would|can|of|is|the|a|an)\b|"
    r"\b(\w+) \3\b|\ba [aeio]\w|\ban [bcdfgjklmnpqrstvwxyz]\w|"
    r"\{|\}|!|  | ,| \.|\.\.",
    re.IGNORECASE,
)
ALLOWED = re.compile(
    r"\b(had had|that that|a one|a uni\w+|a use\w*|a us\w+|an hour\w*|a euro\w*|in in|is is)\b", re.IGNORECASE
)


def words_of(transcript: Transcript) -> list[str]:
    """Every text a debater spoke."""
    said = [text for a in transcript.arguments for text in (a.claim, a.reasoning, a.evidence)]
    said += [text for r in transcript.responses.values() for text in (r.reasoning, r.question)]
    for closing in transcript.closings.values():
        said += [*closing.concessions, *closing.unrebutted, closing.position]
    return said


def test_one_seed_gives_one_debate_to_the_letter() -> None:
    first = debate(TOPICS[0], seed=4)
    debate.cache_clear()
    assert debate(TOPICS[0], seed=4) == first


@pytest.mark.parametrize("topic", TOPICS[:8])
def test_two_seeds_give_debates_that_look_different(topic: str) -> None:
    spoken = [debate(topic, seed=seed).arguments for seed in (1, 2)]
    first, second = ({text for a in said for text in (a.claim, a.reasoning, a.evidence)} for said in spoken)
    assert len(first & second) <= 3  # of eighteen


def test_a_second_asking_is_answered_in_other_words() -> None:
    nothing = Transcript(topic=Topic(text=TOPICS[1]))
    purpose = asks.Opening(topic=nothing.topic, side="pro", count=3, heard=nothing)
    assert ask(purpose, call="opening:pro") != ask(purpose, call="opening:pro#2")


@pytest.mark.parametrize("topic", TOPICS)
@pytest.mark.parametrize("count", [1, 3, 8])
def test_every_argument_of_a_debate_is_another_one(topic: str, count: int) -> None:
    spoken = debate(topic, seed=count, count=count).arguments
    assert len(spoken) == 2 * count
    for field in ("claim", "reasoning", "evidence"):
        assert len({getattr(argument, field) for argument in spoken}) == 2 * count


@pytest.mark.parametrize("topic", TOPICS)
def test_there_is_enough_to_say_on_each_side(topic: str) -> None:
    pool = pool_for(Topic(text=topic))
    assert all(len(pool.of(side)) >= 8 for side in SIDES)


@pytest.mark.parametrize("topic", [t for t in TOPICS if "best way" not in t])
def test_the_topics_own_words_are_in_the_arguments(topic: str) -> None:
    own = {word[: max(3, len(word) - 3)] for word in content_words(topic) - {"should", "does", "good"}}
    for seed in range(4):
        for side in SIDES:
            spoken = " ".join(f"{a.claim} {a.reasoning}" for a in open_side(topic, side, seed=seed))
            assert any(word.startswith(stem) for word in content_words(spoken) for stem in own), (
                topic,
                spoken,
            )


@pytest.mark.parametrize("topic", TOPICS)
def test_all_evidence_says_that_it_is_invented(topic: str) -> None:
    for seed in range(3):
        for argument in debate(topic, seed=seed, count=8).arguments:
            assert re.search(
                r"invent|made up|made-up|fiction|imagin|devised|supposed", argument.evidence, re.I
            )


@pytest.mark.parametrize("topic", TOPICS)
def test_no_speech_shows_the_seams_of_its_making(topic: str) -> None:
    for seed in range(6):
        for text in words_of(debate(topic, seed=seed, count=4)):
            slip = SLIPS.search(ALLOWED.sub("-", text))
            assert slip is None, (slip, text)


def test_arguments_run_to_three_or_five_sentences() -> None:
    for topic in TOPICS:
        for argument in debate(topic, seed=2).arguments:
            text = f"{argument.claim} {argument.reasoning} {argument.evidence}"
            assert 3 <= len(re.findall(r"[.?](?:\s|$)", text)) <= 8, text


def test_answers_quote_the_argument_they_answer() -> None:
    quoted = answered = 0
    for seed in range(10):
        transcript = debate(TOPICS[seed % 8], seed=seed)
        for argument in transcript.arguments:
            said = transcript.responses[argument.id].reasoning
            answered += 1
            found = re.search(r"“([^”]+)”", said)
            quoted += found is not None and found[1].strip("…").lower() in argument.claim.lower().replace(
                "“", ""
            )
    assert quoted >= 0.8 * answered


def test_every_target_is_answered_once_and_in_form() -> None:
    transcript = debate(TOPICS[5], seed=9, count=8)
    assert set(transcript.responses) == {a.id for a in transcript.arguments}
    assert all(r.response_type in RESPONSE_TYPES for r in transcript.responses.values())
    assert all(r.question.endswith("?") for r in transcript.responses.values())


def test_careful_arguments_are_granted_more_often_than_careless_ones() -> None:
    granted = {True: [0, 0], False: [0, 0]}
    for seed in range(40):
        transcript = debate(TOPICS[seed % 8], seed=seed)
        for argument in transcript.arguments:
            weak = bool(
                re.search(
                    r"everyone|obvious|no doubt|Experts|sensible person",
                    f"{argument.claim} {argument.reasoning}",
                )
            )
            granted[weak][0] += transcript.responses[argument.id].response_type in ("concede", "partial")
            granted[weak][1] += 1
    assert (
        granted[True][1] and granted[False][0] / granted[False][1] > 2 * granted[True][0] / granted[True][1]
    )


def _closing(answers: dict[str, str]) -> dict[str, object]:
    """Pro's closing after con's arguments were answered as said."""
    opened = debate(TOPICS[0], seed=3, count=4)
    speeches = tuple(opened.turns_of("opening"))
    responses = tuple(
        Response(argument_id=name, side="pro", response_type=kind, reasoning="We accept it.")
        for name, kind in answers.items()
    )
    turn = Turn(number=3, phase="cross_examination", side="pro", responses=responses)
    heard = Transcript(topic=opened.topic, turns=(*speeches, turn))
    return ask(asks.Closing(topic=opened.topic, side="pro", heard=heard), call="closing:pro")


def test_a_closing_counts_what_was_conceded_and_no_more() -> None:
    said = _closing({"CON-1": "concede", "CON-2": "partial", "CON-3": "refute", "CON-4": "challenge"})
    assert [line.split()[0] for line in said["concessions"]] == ["CON-1", "CON-2"]
    assert "We conceded one argument and accepted one more in part." in str(said["position"])
    assert said["shift"] == "adjusted"


def test_a_closing_without_concessions_says_so() -> None:
    said = _closing({"CON-1": "refute", "CON-2": "challenge"})
    assert said["concessions"] == []
    assert "conceded nothing" in str(said["position"])


def test_a_closing_names_its_arguments_that_nobody_answered() -> None:
    said = _closing({"CON-1": "refute"})
    assert said["unrebutted"] == ["PRO-1", "PRO-2", "PRO-3", "PRO-4"]


@pytest.mark.parametrize("topic", TOPICS)
@pytest.mark.parametrize("count", [1, 3, 8])
def test_closings_stay_under_two_hundred_words(topic: str, count: int) -> None:
    for closing in debate(topic, seed=count, count=count).closings.values():
        words = " ".join([*closing.concessions, *closing.unrebutted, closing.position]).split()
        assert 10 < len(words) < 200
        assert closing.shift in SHIFTS


@pytest.mark.parametrize("count", range(1, 9))
def test_the_engines_own_readers_take_every_speech_without_a_warning(count: int) -> None:
    topic = TOPICS[count]
    transcript = debate(topic, seed=count, count=count)
    for side in SIDES:
        nothing = Transcript(topic=Topic(text=topic))
        opening = ask(
            asks.Opening(topic=nothing.topic, side=side, count=count, heard=nothing),
            seed=count,
            call=f"opening:{side}",
        )
        speech = read_opening(json.dumps(opening), side=side, count=count)
        assert len(speech.arguments) == count
        assert not speech.faults
        assert all(not a.warnings for a in speech.arguments)
        asked = asks.CrossExamination(
            topic=nothing.topic, side=side, targets=transcript.arguments_of(opponent(side)), heard=transcript
        )
        ids = [a.id for a in asked.targets]
        answers = read_responses(json.dumps(ask(asked, seed=count)), side=side, targets=asked.targets)
        assert [r.argument_id for r in answers.responses] == ids
        closed = ask(asks.Closing(topic=nothing.topic, side=side, heard=transcript), seed=count)
        read = read_closing(json.dumps(closed), side=side)
        assert read.closing is not None
        assert not read.closing.warnings


def test_the_second_speaker_of_an_alternating_opening_takes_up_the_first() -> None:
    topic = Topic(text=TOPICS[1])
    turn = Turn(number=1, phase="opening", side="pro", arguments=open_side(topic.text, "pro"))
    heard = Transcript(topic=topic, turns=(turn,))
    said = ask(asks.Opening(topic=topic, side="con", count=3, heard=heard), call="opening:con")
    assert "PRO-" in said["arguments"][0]["reasoning"]


def test_text_streams_in_small_pieces_that_add_up() -> None:
    nothing = Transcript(topic=Topic(text=TOPICS[0]))
    purpose = asks.Opening(topic=nothing.topic, side="pro", count=2, heard=nothing)
    message = base.Message(role="user", content="x" * 401)
    request = base.Request(call="c", model="simulated:standard", messages=(message,), cap=100, seed=1)
    pieces: list[str] = []
    completion = asyncio.run(Simulated(purpose).complete(request, pieces.append))
    assert "".join(pieces) == completion.text
    assert max(map(len, pieces)) <= 22
    assert completion.usage.input == 101
    assert completion.usage.output == -(-len(completion.text) // 4)


@settings(max_examples=60, deadline=None)
@given(text=st.text(max_size=200), background=st.text(max_size=50), seed=st.integers())
def test_no_topic_makes_it_fail(text: str, background: str, seed: int) -> None:
    topic = Topic(text=text, background=background)
    heard = Transcript(topic=topic)
    said = ask(asks.Opening(topic=topic, side="con", count=4, heard=heard), seed=seed)
    assert len({row["claim"] for row in said["arguments"]}) == 4


ENGLISH = "should we ban have schools be compulsory my children cats or dogs vs is it good for not the a to of does who"


@settings(max_examples=60, deadline=None)
@given(
    words=st.lists(st.sampled_from(ENGLISH.split()), min_size=1, max_size=12),
    mark=st.sampled_from(["?", ".", ""]),
)
def test_no_order_of_english_words_makes_it_fail(words: list[str], mark: str) -> None:
    assert len(debate(" ".join(words) + mark, count=2).arguments) == 4
