"""What a topic is taken for, and that it is never mangled."""

import re
from collections import defaultdict
from itertools import product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from debate_core.simulated.phrases import FIELDS, PHRASES, POOLS, THEMES, entries, known_in, render
from debate_core.simulated.topic import matter_of
from debate_core.transcript import SIDES, Topic
from tests.each import each
from tests.letters import WRITABLE
from tests.simulated.simulated_debates import WIDE, debate, words_of

pytestmark = pytest.mark.slow  # as a whole, some seconds

KINDS = {
    "Abolishing the death penalty": "proposal",
    "Tax sugar": "proposal",
    "Soll man das Bargeld abschaffen?": "proposal",
    "We should not ban smoking": "change",
    "Should we keep the monarchy?": "change",
    "God exists": "fact",
    "Vaccines cause autism": "fact",
    "Freedom is more important than security": "value",
    "It is wrong to lie to a dying friend": "value",
    "Rent or buy in the city": "choice",
    "Cats vs dogs": "choice",
    "leaving your husband": "personal",
    "Is it better to be loved or feared": "choice",
    "Ban fireworks or lasers": "rule",
    "Lift the ban on fireworks": "proposal",
    "Should I stay in touch with my ex?": "staying",
    "Why do we dream?": "question",
    "Columbus reached America first": "fact",
    "Love": "name",
    "吃素更健康吗？": "sentence",
    "There must be life on other planets": "sentence",
}
"""Topics and what they put up for debate."""
SOME_THEME = {
    "Secondary schools should start later in the morning": "school_start",
    "A city of half a million should close its centre to private cars": "cars",
    "A team of eight should split its monolith into microservices": "microservices",
    "Voting should be compulsory": "voting",
    "Should we get a dog?": "pet",
    "Should my mother move in with us?": "living_together",
    "We should introduce a four-day week": "four_day_week",
    "Countries should pay a basic income": "basic_income",
    "Ban phones in schools": "phones",
    "People should eat less meat": "meat",
    "Companies should allow remote work": "remote_work",
    "Homework should be banned": "homework",
    "Rent or buy in the city": "",
    "Cars are getting too big": "",
    "People should keep dogs on a lead": "",
    "Schools should teach chess": "",
    "Should the catalogue be closed?": "",
    "Homework causes stress": "",
}


@each(("text", "kind"), KINDS.items())
def test_a_topic_is_taken_for_what_it_puts_up_for_debate(text: str, kind: str) -> None:
    assert matter_of(Topic(text=text)).kind == kind


@each(("text", "theme"), SOME_THEME.items())
def test_a_dozen_themes_have_material_and_no_other_topic_gets_the_words_of_a_field(
    text: str, theme: str
) -> None:
    assert matter_of(Topic(text=text)).theme == theme
    if not theme:
        said = " ".join(words_of(debate(text, seed=2, count=8)))
        assert not any(one.cases[side][0].why in said for one, side in product(THEMES.values(), SIDES))


def test_a_negation_turns_the_sides_round() -> None:
    for plain, negated in (
        ("Homework should be banned", "Homework should not be banned"),
        ("We should abolish zoos", "We should not abolish zoos"),
    ):
        one, other = (matter_of(Topic(text=text)) for text in (plain, negated))
        assert one.pile("pro") == other.pile("con")


@pytest.mark.parametrize("text", [t for t in WIDE if len(t) <= 200])
def test_a_topic_is_quoted_to_the_letter_in_every_claim_and_no_phrase_leaves_a_bracket(text: str) -> None:
    told = debate(text, seed=3, count=8)
    own = matter_of(told.topic)
    assert own.theme or all(f"“{text}”" in argument.claim for argument in told.arguments)
    nested = text.replace("“", "‘").replace("”", "’")
    for said in words_of(told):
        assert not re.search(
            r"[{}\[\]|]|\s\s|\.\.| ,|\?\.|”\.”", said.replace(text, "T").replace(nested, "T")
        )


def test_a_long_topic_is_not_quoted_and_never_cut() -> None:
    text = "We should not " + "really " * 95 + "do it"
    said = " ".join(words_of(debate(text, seed=1)))
    assert "really really" not in said and "the topic as it was put" in said


TWICE = ("frame:compared", "frame:recheck")  # by which judges know that something was found again


def test_every_phrase_of_the_books_is_known_again_by_its_own_tag() -> None:
    slots = defaultdict(lambda: "“It”", it="the claim", other="the second option")
    for template, known in entries():
        if known.tag.startswith(("frame:", "question:")) and known.tag not in TWICE:
            continue  # made of slots: what stands in them is known
        for seed in range(4):
            said = render(template, Random(seed), slots)
            assert known in known_in(said), (template, said)


def test_the_clauses_of_a_case_hold_no_word_of_a_topic() -> None:
    books = [*POOLS.values(), *(theme.cases for theme in THEMES.values())]
    for case in (case for book in books for cases in book.values() for case in cases):
        for field in FIELDS[1:]:
            assert not re.search(r"\{[a-z]", getattr(case, field))
            assert not getattr(case, field).endswith(".")


def test_every_kind_has_enough_to_say_on_each_side() -> None:
    assert {matter_of(Topic(text=text)).kind for text in (*WIDE, *KINDS)} == set(PHRASES["kinds"])
    for text in (*WIDE, *SOME_THEME):
        cases = {side: matter_of(Topic(text=text)).cases(side, 1) for side in SIDES}
        assert all(len(set(own)) == len(own) >= 10 for own in cases.values())
        assert not set(cases["pro"]) & set(cases["con"])


ENGLISH = "should we ban have schools be compulsory my children cats or dogs vs is it good for not the a to of does who"
ANY = st.one_of(
    st.text(WRITABLE, max_size=200), st.lists(st.sampled_from(ENGLISH.split()), max_size=12).map(" ".join)
)


@settings(max_examples=50, deadline=None)
@given(text=ANY, seed=st.integers())
def test_no_topic_and_no_order_of_english_words_makes_a_debate_fail(text: str, seed: int) -> None:
    claims = [argument.claim for argument in debate(text, seed=seed, count=4).arguments]
    assert len(set(claims)) == 8
