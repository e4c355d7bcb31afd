"""What a table of judgments of two at a time says of those it compares, and of its judges."""

import random
import re

import pytest

from debate_core.library.report.ratings import first_won_of
from debate_core.library.report.table import panel_of
from debate_core.ratings import read_ratings
from debate_core.reporting.formats import plain_text
from debate_core.reporting.table import table_document
from tests.each import each

STRENGTHS = {"sonnet": 1.5, "haiku": 0.0, "limerick": -1.5}


def battles(judges=("ann", "bo", "cy"), questions=60, strengths=STRENGTHS):
    draw = random.Random(4)
    rows = ["judge,item,score,first,second"]
    for question in range(questions):
        first, second = draw.sample([*strengths], 2)
        chance = 1 / (1 + 2.718 ** (strengths[second] - strengths[first]))
        for judge in judges:
            better = "tie" if draw.random() < 0.1 else "first" if draw.random() < chance else "second"
            rows.append(f"{judge},{question}: {first} before {second},{better},{first},{second}")
    return "\n".join(rows) + "\n"


def document_of(text):
    return table_document(panel_of(read_ratings(text, level="nominal"), "nominal"), "battles.csv")


@each(
    ("text", "level"),
    [
        ("judge,a,b\nann,first,tie\nbo,tie,first\n", "nominal"),
        ("judge,item,score,first,second\nann,1,3,x,y\nbo,1,4,x,y\n", "interval"),
    ],
)
def test_only_where_two_were_shown_and_one_was_called_better_is_there_a_winner(text, level):
    assert first_won_of(read_ratings(text, level=level)) is None


@pytest.fixture(scope="module")
def document():
    return document_of(battles())


def test_strengths_are_ranked_with_a_range_over_judges_and_questions_and_by_judge(document):
    block = document.block("strengths")
    assert block.sentence == "Ties are left out of these shares."
    assert block.title == "sonnet wins more often than average; limerick wins less often than average"
    assert [row[0] for row in block.tables[0].rows] == ["sonnet", "haiku", "limerick"]
    assert block.tables[0].whose == "similar panels"
    assert block.figure.reference == 0.5 and block.figure.unit == "share"
    (by_judge,) = block.children
    assert [one.title for one in by_judge.tables[0].columns] == ["Compared", "ann", "bo", "cy"]
    assert by_judge.tables[0].whose == "this panel" and len(by_judge.figure.rows) == 9


@each(("judges", "parts"), [(1, 0), (2, 1), (12, 1), (13, 0)])
def test_strengths_by_judge_are_for_two_to_twelve_judges(judges, parts):
    names = tuple(f"j{one}" for one in range(judges))
    assert len(document_of(battles(names, questions=12)).block("strengths").children) == parts


def test_a_stranger_can_read_its_words_and_its_picture(document):
    text = plain_text(document)
    assert not re.search(
        "log-odds|share apart|as most\\b(?! judges)|most frequent|regard to chance", text, re.I
    )
    away, apart = document.block("items").figure.groups
    assert (apart.title, apart.ends) == ("How many differ from most", ("0%", "50%", "100%"))
    assert (away.ends, away.caption) == (("as most judges", "differs"), "")
    cells = [row.cells[1][0].text for row in document.block("items").figure.rows]
    assert set(cells) <= {"0%", "33%", "67%"} and len(set(cells)) > 1


def test_agreement_on_winners_stands_with_ties_and_without(document):
    block = document.block("choices")
    counted, decided = (row[1].value for row in block.tables[0].rows)
    assert block.title.endswith(f"in {decided:.0%} of cases") and decided > counted


def test_where_each_order_counts_by_itself_it_is_said_beside_a_share_where_both_count_as_one():
    """Found in a review: "the same answer in 100%" above "they disagree on 2 of the 2 pairs"."""
    rows = [f"{who},{one},q,x,y\n{who},{one},q,y,x\n" for who, one in (("ann", "first"), ("bo", "second"))]
    document = document_of("judge,score,item,first,second\n" + "".join(rows))
    assert document.block("choices").tables[0].rows[0][1].value == 1.0
    title = "They disagree on 2 of 2 pairs that both judged, each order by itself"
    assert document.block("items").title == title


def test_which_of_two_stands_first_in_a_table_changes_no_agreement():
    rows = [
        one.split(",")
        for one in battles(judges=("ann", "bo"), strengths={"old": -2, "new": 2}).splitlines()[1:]
    ]
    other, found = {"first": "second", "second": "first"}, []
    # Turned: no row, one judge's, every other question, each that the weaker begins.
    for turn in (lambda n: 0, lambda n: n % 2, lambda n: n // 2 % 2, lambda n: rows[n][3] == "old"):
        table = ["judge,item,score,first,second"]
        for n, (who, item, better, *two) in enumerate(rows):
            first, second = two[::-1] if turn(n) else two
            item = f"{item.partition(':')[0]}: {first} before {second}"
            better = other.get(better, better) if turn(n) else better
            table.append(f"{who},{item},{better},{first},{second}")
        panel = panel_of(read_ratings("\n".join(table), level="nominal"), "nominal", ["ann"])
        report, beside = panel.report, panel.people.alike.person_judge
        figures = (
            report.agreement.alpha,
            report.agreement.alpha_standings,
            report.agreement.ac1,
            report.labels.cohen,
        )
        found.append(
            [(round(one.value, 9), one.n) for one in figures] + [(round(beside.value, 9), beside.items)]
        )
        assert panel.people.mean is None
    assert found[1:] == found[:1] * 3
    assert [one for one, _ in found[0]] == [0.707053993, 0.883370871, 0.76745876, 0.705882353, 0.883370871]
    assert report.agreement.pairs[0].alpha.n == len(report.agreement.without_argument) == 60


def test_a_share_of_too_few_questions_is_no_heading():
    answers = [("first", "first")] * 2 + [("tie", "first"), ("tie", "second")] * 2
    rows = [
        f"{judge},q{n},{one},x,y"
        for n, pair in enumerate(answers)
        for judge, one in zip("ab", pair, strict=True)
    ]
    block = document_of("\n".join(["judge,item,score,first,second", *rows])).block("choices")
    counted, decided = (row[1] for row in block.tables[0].rows)
    assert (decided.value, decided.known, round(counted.value, 2)) == (1.0, False, 0.33)
    assert block.title == "Two judges give the same answer in 33% of cases"


@each(
    ("text", "reason"),
    [
        (battles(questions=2), "no finite strength fits"),
        (battles(judges=("ann", "bo")), "it takes 3 judges, and there are 2"),
    ],
)
def test_too_few_judgments_say_so(text, reason):
    block = document_of(text).block("strengths")
    assert block.title == "Can't tell which wins more often than average"
    assert block.figure is None and reason in plain_text(document_of(text)).replace("\n    ", " ")


def test_one_judge_has_no_agreement_and_its_own_range():
    document = document_of(battles(judges=("ann",)))
    assert "choices" not in [block.key for block in document.blocks]
    strengths = document.block("strengths")
    assert strengths.tables[0].whose == "this panel" and not strengths.children
    assert strengths.tables[0].rows[0][1].known


def test_where_the_table_has_texts_a_judge_that_favours_the_longer_is_named():
    head, *rows = battles().splitlines()
    longer = [f"{head},first_text,second_text"]
    for number, row in enumerate(rows):
        judge, item, _, first, second = row.split(",")
        texts, win = ("long text,short", "first") if number // 3 % 2 else ("short,long text", "second")
        # Ann takes the longer throughout, Bo the first shown.
        better = {"ann": win, "bo": "first"}.get(judge, "tie")
        longer.append(f"{judge},{item},{better},{first},{second},{texts}")
    block = document_of("\n".join(longer)).block("length")
    assert (block.title, block.figure.reference) == ("ann favours the longer text", 0.5)
    ann, bo, cy = (row[1] for row in block.tables[0].rows)
    assert (ann.value, ann.n, bo.value, cy.value) == (1.0, 60, 0.5, None)
    assert "length" not in [block.key for block in document_of(battles()).blocks]


@each(("judges", "named"), [("ab", "a and b"), ("abc", "a, b and c"), ("abcd", "a, b, c and others")])
def test_up_to_three_judges_of_one_habit_are_named(judges, named):
    head, rows = battles(judges).split("\n", 1)
    text = f"{head}\n" + re.sub(",(tie|first|second),", ",first,", rows)
    block = document_of(text).block("order")
    assert (block.title, block.figure.reference) == (f"{named} favour the one shown first", 0.5)


def test_of_ties_alone_nobody_can_tell_who_wins_or_what_a_judge_favours():
    head, *rows = battles().splitlines()
    ties = [re.sub(r",(tie|first|second),", ",tie,", row) + ",long text,short" for row in rows]
    document = document_of("\n".join([f"{head},first_text,second_text", *ties]))
    titles = {key: document.block(key).title for key in ("strengths", "order", "length")}
    assert titles == {
        "strengths": "Can't tell which wins more often than average",
        "order": "Can't tell whether a judge favours the one shown first or second",
        "length": "Can't tell whether a judge favours length",
    }
