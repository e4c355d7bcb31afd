"""What a topic is taken for, and that it is never mangled."""

import re
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from debate_core import calls as asks
from debate_core.answers.fields import tags_of
from debate_core.domain.cast import BUILT_IN_JUDGES
from debate_core.domain.rubric import STANDARD
from debate_core.domain.transcript import SIDES, Topic
from debate_core.simulated.phrases import CASES, CLAUSES, PHRASES, POOLS, RULES, read_argument
from debate_core.simulated.topic import matter_of
from tests.approved import check_approved
from tests.each import each
from tests.letters import WRITABLE
from tests.simulated.simulated_debates import WIDE, debate, listed, words_of

pytestmark = pytest.mark.slow  # as a whole, some seconds

# What each is taken for, is approved; its parts have names; it has material of a theme; it has none.
NAMED = listed("""
Should Berlin ban fireworks by 2027? | Our town should close its centre within two years |
Should museums be free for students? | Cancel student debt | Plastic bags should be banned |
Should letters be replaced by mail? | Robots should do the cleaning | The EU should never cut farm aid |
Every new house should have to carry solar panels | Nurses should get a pay rise |
Should there be a maximum wage? | Should people be paid to vote? | Should we keep the monarchy? |
Public buses should be free of charge, paid for by parking fees | Tea or coffee? | Should we rent or buy? |
Python vs JavaScript | Should I learn Rust or Go? | Should the plastic ban end? |
Should the cat be happy or sad or both? | Should mobile apps have to work offline? | Rust or C++ |
Trains or coaches for school trips? | Ought the town to sell the old bridge? | Ought we not to eat horses? |
Sollte die Stadt die alte Brücke verkaufen? | Is Bach greater than Mozart? |
Could the town sell the old bridge? | Would a carbon tax help the poor? | Is life better than they say? |
Cats are more loyal than people think | asdfgh | Gas stove or washing by hand? | Early or late?
""")
THEMED = listed("""
Secondary schools should start later in the morning |
A city of half a million should close its centre to private cars |
A team of eight should split its monolith into microservices | Voting should be compulsory |
Should we get a dog? | Should my mother move in with us? | We should introduce a four-day week |
Countries should pay a basic income | Ban phones in schools | People should eat less meat |
Companies should allow remote work | Homework should be banned
""")
UNTHEMED = listed("""
Rent or buy in the city | Cars are getting too big | People should keep dogs on a lead |
Schools should teach chess | Should the catalogue be closed? | Homework causes stress
""")
OTHERS = listed("""
Abolishing the death penalty | Tax sugar | Soll man das Bargeld abschaffen? | We should not ban smoking |
Should we keep the monarchy? | Ban fireworks or lasers | Lift the ban on fireworks | Never lie |
Should we be worried about robots? | Should football clubs be owned by fans? |
Parents should not hit children | God exists | Vaccines cause autism |
Freedom is more important than security | It is wrong to lie to a dying friend | Why do we dream? |
Columbus reached America first | Love | 吃素更健康吗？ | There must be life on other planets |
Rent or buy in the city | Cats vs dogs | Is it better to be loved or feared | leaving your husband |
Should I stay in touch with my ex? | Was Mozart a better composer than Salieri?
""")


def _reading(text):
    matter = matter_of(Topic(text=text))
    kept = matter._replace(text=matter.quote)
    stands = {
        side: [key for key, of in PHRASES["stand"].items() if of == matter.stands(side)] for side in SIDES
    }
    return f"{kept} {stands} {matter.slots('con').get('it', '')}\n"


LONGEST = (
    *("Lake Tahoe Board should ban its horns", "Lake Tahoe Water Board should ban its horns"),
    *(
        f"We should ban old cars and vans and buses and trams and boats and {big}planes"
        for big in ("big ", "very big ")
    ),
    *(f"Ban cars {'old ' * many}from city centres" for many in (20, 21)),
    *(f"Should we sell the house and {then} to the coast?" for then in ("move", "garden")),
)
"""Who acts, what is named and what has a theme, each as long as may be and a word longer; a second deed, and none."""


@each(
    ("text", "quote"),
    [
        ("Tax it.", "“Tax it”"),
        ("Tax it..", "“Tax it..”"),
        ("x" * 220, f"“{'x' * 220}”"),
        ("x" * 221, "the topic as it was put"),
    ],
)
def test_a_topic_is_quoted_without_a_full_stop_where_it_is_short(text, quote):
    assert matter_of(Topic(text=text)).quote == quote


def test_a_topic_is_read_as_was_approved():
    topics = dict.fromkeys((*WIDE, *NAMED, *THEMED, *UNTHEMED, *OTHERS, *LONGEST))
    check_approved("simulated/topics", "".join(map(_reading, topics)))


@each("text", NAMED)
def test_the_parts_of_a_topic_are_called_by_their_names(text):
    parts = matter_of(Topic(text=text)).parts
    said = " ".join(f"{one.claim} {one.reasoning}" for one in debate(text, seed=2, count=8).arguments)
    # A deed of many words is "this proposal" in its claims, where a sentence has said what it is.
    names = [name for name in parts if name != "doing" or "thesis" not in parts]
    assert all(parts[name].casefold() in said.casefold() for name in names)


@each("text", UNTHEMED)
def test_a_topic_of_no_theme_has_no_words_of_a_field(text):
    assert not matter_of(Topic(text=text)).theme
    said = " ".join(words_of(debate(text, seed=2, count=8)))
    assert not any(POOLS[name][side][0]["why"] in said for name, side in product(RULES["theme"], SIDES))


def test_a_negation_turns_the_sides_round():
    for plain in ("Homework should be banned", "We should abolish zoos"):
        negated = plain.replace("should", "should not")
        one, other = (matter_of(Topic(text=text)) for text in (plain, negated))
        assert one.pile("pro") == other.pile("con")
        # Whoever is for a ban has reasons for it that name it, too, whatever side of its theme they are on.
        assert one.cases("pro", 1)[-1]["name"].startswith("deed.pro")


@each("text", ("asdfgh", "Sollte die Stadt die alte Brücke verkaufen?", "Why do we dream?", "God exists"))
def test_where_nothing_is_understood_both_sides_still_debate_it_and_never_another_subject(text):
    for claim in (argument.claim for argument in debate(text, seed=2, count=8).arguments):
        assert re.search(r"[Tt]his (?:claim|proposal)", claim)


@each("text", WIDE)
def test_a_side_says_at_once_where_it_stands_and_no_phrase_leaves_a_bracket(text):
    told, own = debate(text, seed=3, count=8), matter_of(Topic(text=text))
    for side in SIDES:
        argument = told.arguments_of(side)[0]
        assert any(tag.name == "stands" for one in read_argument(argument).sentences for tag in one.tags)
        # PRO speaks first, and says it once, before its first reason.
        unread = own.parts.get("doing") == "this proposal" or (
            own.kind == "open" and "thesis" not in own.parts
        )
        honest = "know nothing of this topic" in argument.reasoning
        assert honest == (unread and not own.theme and side == "pro")
    for said in words_of(told):
        assert not re.search(r"[{}\[\]|]|\s\s|\.\.| ,|\?\.|”\.”", said)


def test_what_nobody_can_read_is_never_mangled():
    long = f"We should not {'really ' * 95}do it"
    for text in (long, "Der Wald sollte wachsen", "She said “no” and meant [it]"):
        said = " ".join(words_of(debate(text, seed=1)))
        assert "really really" not in said and "Wald" not in said and "[it]" not in said


@each("text", WIDE)
def test_every_sentence_comes_with_its_tags_and_every_argument_with_its_case(text):
    told = debate(text, seed=3, count=8)
    for argument in told.arguments:
        heard = read_argument(argument)
        assert len(argument.tags.split(";")) == len(heard.sentences)
        assert heard.case in matter_of(told.topic).cases(argument.side, 3)
        assert heard.find_tags("case:claim") and not heard.find_tags("case:answer")
    for response in told.responses.values():
        assert response.tags.startswith(("meets:", "grants:", "evades:"))
    assert all("closing:" in closing.tags for closing in told.closings.values())


def test_no_prompt_holds_a_tag_and_no_tag_a_word_of_the_topic():
    told = debate("Should museums be free to enter?", seed=4)
    tags = [one.tags for one in (*told.arguments, *told.responses.values(), *told.closings.values())]
    assert all(tags) and not any("museum" in one for one in tags)
    purpose = asks.Scoring(judge=BUILT_IN_JUDGES[0], rubric=STANDARD, transcript=told)
    prompt = " ".join(message.content for message in purpose.prompt("f" * 32).messages)
    assert told.arguments[0].claim in prompt and "case:" not in prompt and "meets:" not in prompt


def test_tags_that_do_not_fit_the_words_are_no_tags():
    argument = debate("Tax sugar", seed=4).arguments[0]
    other = argument.model_copy(update={"reasoning": f"{argument.reasoning} And one sentence more."})
    assert read_argument(argument).case and not read_argument(other).case
    assert tags_of({"tags": argument.tags}) == argument.tags
    assert [tags_of({"tags": odd}) for odd in (None, ["case:why"], "a “word”", "x" * 4_001)] == [""] * 4


def test_the_clauses_of_a_case_hold_no_word_of_a_topic():
    for case in CASES.values():
        for field in CLAUSES:
            assert not re.search(r"\{[a-z]", case[field])
            assert not case[field].endswith(".")


def test_every_kind_has_enough_to_say_on_each_side():
    assert {matter_of(Topic(text=text)).kind for text in (*WIDE, *OTHERS)} == set(PHRASES["kinds"])
    for text in (*WIDE, *THEMED, *UNTHEMED):
        matter = matter_of(Topic(text=text))
        cases = {side: [case["name"] for case in matter.cases(side, 1)] for side in SIDES}
        assert all(len(set(own)) == len(own) >= 10 for own in cases.values())
        assert not set(cases["pro"]) & set(cases["con"])


ENGLISH = "should we ban have schools be compulsory my children cats or dogs vs is it good for not the a to of does who"
ANY = st.one_of(
    st.text(WRITABLE, max_size=200), st.lists(st.sampled_from(ENGLISH.split()), max_size=12).map(" ".join)
)


@settings(max_examples=20, deadline=None)
@given(text=ANY, seed=st.integers())
def test_no_topic_and_no_order_of_english_words_makes_a_debate_fail(text, seed):
    claims = [argument.claim for argument in debate(text, seed=seed, count=4).arguments]
    assert len(set(claims)) == 8
