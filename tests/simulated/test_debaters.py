"""The simulated debaters: the same by seed and call, true to what was said, read without a fault."""

import asyncio
import re
from collections import Counter
from itertools import pairwise, product

import pytest

from debate_core import calls as asks
from debate_core.domain import model as base
from debate_core.domain.personalities import PERSONALITIES, directive
from debate_core.domain.transcript import SIDES, Argument, Response, Topic, Transcript, Turn
from debate_core.simulated import Simulated
from debate_core.simulated.phrases import PHRASES, quotation, read_argument, read_words, sentences
from debate_core.simulated.topic import matter_of
from tests.approved import check_approved
from tests.each import each
from tests.simulated.simulated_debates import TOPICS, WIDE, ask, check_decided, debate, words_of
from tests.simulated.simulated_exchanges import exchange, speak

pytestmark = pytest.mark.slow

INVENTED = re.compile(r"invented|made[- ]up", re.I)


def test_a_seed_gives_the_debates_that_were_approved():
    told = [make(topic, seed=seed) for seed, topic in enumerate(TOPICS[:9]) for make in (debate, exchange)]
    check_decided("debates", (turn.model_dump(exclude_defaults=True) for one in told for turn in one.turns))


@each("topic", TOPICS[:8])
def test_two_seeds_give_debates_that_look_different(topic):
    first, second = (set(words_of(debate(topic, seed=seed))) for seed in (1, 2))
    assert len(first & second) < 0.25 * len(first)


def test_a_second_asking_is_answered_in_other_words():
    nothing = Transcript(topic=Topic(text=TOPICS[1]))
    purpose = asks.Opening(topic=nothing.topic, side="pro", count=3, transcript=nothing)
    assert ask(purpose, call="opening:pro") != ask(purpose, call="opening:pro#2")
    heard = Transcript(topic=Topic(text=TOPICS[1]), turns=exchange(TOPICS[1]).turns[:4])
    first, second = (speak(heard, 5, 10, call=call) for call in ("exchange:5", "exchange:5#2"))
    assert first != second


@each(("seed", "topic"), enumerate(WIDE))
def test_the_products_readers_take_every_speech_without_a_fault_or_warning(seed, topic):
    count = {0: 8, 1: 1}.get(seed % 8, 3)
    told = debate(topic, seed=seed, count=count)  # which asserts that nothing is asked for again
    assert [len(turn.arguments) for turn in told.turns_of("opening")] == [count, count]
    assert [len(turn.responses) for turn in told.turns_of("cross_examination")] == [count, count]
    assert not any(one.warnings for one in (*told.turns, *told.arguments, *told.closings.values()))
    for closing in told.closings.values():
        assert len(" ".join([*closing.concessions, closing.position]).split()) > 10


@each(("seed", "topic"), enumerate(WIDE))
def test_every_turn_of_an_exchange_is_one_new_argument_that_is_read_without_a_warning(seed, topic):
    turns = 10 if seed % 8 else 20
    told = exchange(topic, seed=seed, turns=turns)
    assert len({a.claim for a in told.arguments}) == turns
    for turn in told.turns:
        (argument,) = turn.arguments
        assert not turn.warnings and not argument.warnings
        # The topic stands in the claim, and in the answer that quotes it.
        words = f"{argument.claim} {argument.reasoning} {argument.evidence}".replace(topic, "")
        assert len(words.split()) <= 200
        assert INVENTED.search(argument.evidence) or not re.search(r"\d", argument.evidence)


def test_over_many_topics_no_claim_or_sentence_comes_twice_and_each_move_as_often_as_was_approved():
    assert len(WIDE) > 40
    claims = []
    moves = Counter()
    debates = set()
    for seed, topic in enumerate(WIDE):
        both = debate(topic, seed=seed, count=3), exchange(topic, seed=seed, turns=10)
        own = {argument.claim for told in both for argument in told.arguments}
        debates.add(frozenset(own))
        doing = matter_of(Topic(text=topic)).parts.get("doing", "this proposal")
        claims += own if doing != "this proposal" else ()
        moves += Counter(move for told in both for turn in told.turns for move in _moves(turn))
        for told, side in product(both, SIDES):
            said = Counter(one for text in words_of(told, side) for one in sentences(text))
            assert not [one for one, n in said.items() if n > 1], topic
    assert len(debates) == len(WIDE) and len(claims) > 60
    assert len(set(claims)) == len(claims)
    check_approved("simulated/moves", "".join(f"{move} {n}\n" for move, n in sorted(moves.items())))


def _moves(turn):
    """What a debater does in a turn, whatever the words."""
    parts = [*turn.arguments, *turn.responses, *([turn.closing] if turn.closing else [])]
    yield from (tag.partition("@")[0] for one in parts for tag in re.split("[; ]", one.tags))
    yield from (str(one.response_type) for one in turn.responses)
    if turn.closing:
        yield str(turn.closing.shift)


def test_answers_quote_a_whole_sentence_or_name_the_argument():
    quoted = 0
    for seed in range(10):
        told = debate(TOPICS[seed], seed=seed)
        for argument in told.arguments:
            texts = argument.claim, argument.reasoning, argument.evidence
            words = [one for text in texts for one in sentences(text)]
            own = {one.replace("“", "‘").replace("”", "’").rstrip(".") for one in words}
            quotes = re.findall(r"“([^”]+)”", told.responses[argument.id].reasoning)
            assert set(quotes) <= own
            quoted += len(quotes)
    assert quoted > 40


def test_a_quotation_is_a_whole_first_sentence_of_at_most_45_words_and_300_characters():
    for words, fits in (
        ("so " * 45, True),
        ("so " * 46, False),
        ("x" * 300, True),
        ("x" * 301, False),
        ("–", False),
    ):
        quoted = f"“{words.strip()}”" if fits else "it"
        assert quotation(f"{words.strip()}. And more.", "it") == quoted
    assert quotation("She said “no”.", "it") == "“She said ‘no’”" and quotation("", "it") == "it"


def test_of_a_text_60_sentences_and_6000_characters_are_read():
    assert [len(read_words(("One. " * many,), "").sentences) for many in (60, 61)] == [60, 60]
    assert [len(read_words(("x" * many,), "").sentences[0].text) for many in (6_000, 6_001)] == [6_000, 6_000]


def test_no_excerpt_ever_drops_a_not():
    claim = "This is a very long claim " + "which goes on and on " * 20 + "and is not true at all."
    topic, first = Topic(text="Tax sugar"), {"reasoning": "Because it is so, it follows.", "evidence": "One."}
    target = Argument(id="PRO-1", side="pro", claim=claim, **first)
    heard = Transcript(topic=topic, turns=(Turn(number=1, phase="opening", side="pro", arguments=(target,)),))
    asked = asks.CrossExamination(topic=topic, side="con", targets=(target,), transcript=heard)
    for seed in range(12):
        assert "very long" not in ask(asked, seed=seed)["responses"][0]["reasoning"]


@pytest.mark.parametrize(
    ("evidence", "way"), [("It fell from 51 to 33 in 24 streets.", "counted"), ("", "unshown")]
)
def test_an_answer_to_strange_words_asks_for_figures_where_none_were_given(evidence, way):
    target = Argument(id="PRO-1", side="pro", claim="A lower limit would cut injuries.", reasoning=evidence)
    topic = Topic(text="Tax sugar")
    heard = Transcript(topic=topic, turns=(Turn(number=1, phase="opening", side="pro", arguments=(target,)),))
    asked = asks.CrossExamination(topic=topic, side="con", targets=(target,), transcript=heard)
    tags = {ask(asked, seed=seed)["responses"][0]["tags"].partition(";")[0] for seed in range(12)}
    assert f"meets:{way}" in tags and len({f"meets:{one}" for one in ("counted", "unshown")} & tags) == 1


def _closing(answers):
    """Pro's closing after con's arguments were answered as said."""
    opened = debate(TOPICS[0], seed=3, count=4)
    responses = tuple(
        Response(argument_id=name, side="pro", response_type=kind, reasoning="We accept it.")
        for name, kind in answers.items()
    )
    turn = Turn(number=3, phase="cross_examination", side="pro", responses=responses)
    heard = Transcript(topic=opened.topic, turns=(*opened.turns_of("opening"), turn))
    return ask(asks.ClosingCall(topic=opened.topic, side="pro", transcript=heard), call="closing:pro")


def test_a_closing_lists_what_was_conceded_and_no_more():
    said = _closing({"CON-1": "concede", "CON-2": "partial", "CON-3": "refute", "CON-4": "challenge"})
    assert [line[:5] for line in said["concessions"]] == ["CON-1", "CON-2"]
    assert "CON-1 and CON-2" in str(said["position"])
    assert said["shift"] == "adjusted" and "CON-1 and CON-2" in str(said["why"])


def test_a_closing_names_each_of_its_unanswered_arguments_and_rests_on_one_with_its_reason():
    said = _closing({"CON-1": "refute"})
    assert said["concessions"] == []
    assert [line[:5] for line in said["unrebutted"]] == ["PRO-1", "PRO-2", "PRO-3", "PRO-4"]
    case = read_argument(debate(TOPICS[0], seed=3, count=4).arguments[0]).case
    assert case and f"PRO-1: {case['why']}" in said["position"]


def test_a_turn_takes_up_what_was_said_last():
    taken = []
    for seed in range(10):
        turns = exchange(TOPICS[seed], seed=seed, turns=8).turns
        for before, now in pairwise(turns[:-1]):
            said = " ".join([one for a in before.arguments for one in (a.claim, a.reasoning, a.evidence)])
            words = [one.replace("“", "‘").replace("”", "’").rstrip(".") for one in sentences(said)]
            taken.append(any(one in now.arguments[0].reasoning for one in words))
    assert sum(taken) > 0.6 * len(taken)


def test_a_directive_shows_in_at_most_one_sentence_of_a_turn():
    manner = directive(PERSONALITIES["provocateur"], PERSONALITIES["provocateur"].traits)
    styles = {style for styles in PHRASES["style"].values() for style in styles}
    plainly, styled = (exchange(TOPICS[2], seed=3, directive=way) for way in ("", manner))
    assert styles and plainly != styled
    for one, other in zip(plainly.turns[1::2], styled.turns[1::2], strict=True):
        assert len(other.arguments[0].reasoning) < len(one.arguments[0].reasoning) + 260


def test_a_side_that_hears_nothing_or_strange_words_still_speaks():
    topic = Topic(text=TOPICS[2])
    assert speak(Transcript(topic=topic), 2, 10).arguments[0].reasoning
    odd = Argument(id="PRO-1", side="pro", claim="{quote} “”", reasoning="", structured=False)
    silent = Turn(number=1, phase="exchange", side="pro")
    for first in (silent, silent.model_copy(update={"arguments": (odd,)})):
        assert speak(Transcript(topic=topic, turns=(first,)), 2, 2).arguments[0].claim


def test_text_streams_in_small_pieces_that_add_up():
    nothing = Transcript(topic=Topic(text=TOPICS[0]))
    purpose = asks.Opening(topic=nothing.topic, side="pro", count=2, transcript=nothing)
    message = base.Message(role="user", content="x" * 401)
    request = base.Request(call="c", model="simulated:standard", messages=(message,), cap=100, seed=1)
    pieces = []
    completion = asyncio.run(Simulated(purpose).complete(request, pieces.append))
    assert "".join(pieces) == completion.text
    assert max(map(len, pieces)) <= 22
    assert completion.usage.input == 101
    assert completion.usage.output == -(-len(completion.text) // 4)
