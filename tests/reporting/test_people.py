"""People's scores as a file: read back as they were written, or every fault with its line and nothing taken."""

import csv
import io
from dataclasses import replace

import pytest

from debate_core.domain.errors import RatingsRefused
from debate_core.domain.rubric import STANDINGS
from debate_core.measuring.estimate import Estimate
from debate_core.measuring.people import HumanMean, OrderEffect
from debate_core.reporting.people import (
    _human_mean,
    people_agree_text,
    people_document,
    people_values,
    read_reviews,
    reviews_csv,
)
from debate_core.store.record import replay
from tests.building.cases import people
from tests.building.facts import but, stored
from tests.building.reviewed import review
from tests.building.structured import STATES
from tests.each import each
from tests.reporting.test_cases import check

GIVEN = [review(points=7), review("Ben", "CON-2", blind=False, cause="saw it")]
RECORD = replay(stored([*STATES["agreed"], *GIVEN]))
WRITTEN = list(csv.DictReader(io.StringIO(reviews_csv([RECORD]))))


def read_with(who="Ana", drop="", **cells):
    """What is read of the file in which a person's row has other cells, or a column is lacking."""
    rows = [{**row, **(cells if row["person"] == who else {})} for row in WRITTEN]
    names = [name for name in WRITTEN[0] if name != drop]
    table = io.StringIO()
    writer = csv.DictWriter(table, names, extrasaction="ignore")
    writer.writeheader()
    writer.writerows(rows)
    return [one for _, one in read_reviews(table.getvalue(), {RECORD.id: RECORD})]


def test_scores_are_read_back_as_they_were_written_and_rows_of_nobody_are_passed_over():
    assert len(WRITTEN) == len(RECORD.judging.ids)
    assert read_with() == GIVEN
    assert read_with("Ben", person="", standing="", reason="") == GIVEN[:1]
    assert read_with(standing="partially upheld")[0].standing == "PARTIALLY_UPHELD"


@each(
    "word, blind", [("yes", True), ("TRUE", True), ("1", True), ("no", False), ("", False), ("maybe", False)]
)
def test_blind_is_believed_where_it_says_so(word, blind):
    first, _ = read_with(blind=word)
    assert first == but(GIVEN[0], blind=blind, cause=None if blind else "imported, and not said to be blind")


@each(
    "cells, expected",
    [
        ({"debate": "strange"}, "the id of a stored debate; got 'strange'"),
        ({"logic": "x"}, "a whole number for logic; got 'x'"),
        ({"logic": "11"}, "scores that can be given; got logic: not a whole number from 1 to 10"),
        ({"logic": ""}, "scores that can be given; got no score for logic"),
        ({"argument": "PRO-9"}, "scores that can be given; got no argument PRO-9 in this debate"),
        ({"standing": "MAYBE"}, f"a standing out of {', '.join(STANDINGS)}; got 'MAYBE'"),
        ({"reason": " "}, "scores that can be given; got no reason"),
        ({"person": ""}, "a name of 1 to 60 characters that can be shown; got ''"),
        ({"person": "A" * 61}, f"a name of 1 to 60 characters that can be shown; got '{'A' * 60}…'"),
    ],
)
def test_a_row_that_cannot_be_taken_is_named_with_its_line(cells, expected):
    with pytest.raises(RatingsRefused) as refused:
        read_with(**cells)
    assert refused.value.faults == (f"line 2: expected {expected}",)


@each("name", ["debate", "argument", "person", "standing", "reason"])
def test_a_column_that_is_needed_is_asked_for(name):
    with pytest.raises(RatingsRefused) as refused:
        read_with(drop=name)
    assert refused.value.faults == (f"line 1: expected a column {name}; got none",)


@pytest.mark.slow
def test_who_was_put_to_the_test_has_their_names_for_programs_and_how_far_they_agree_is_said():
    found = people()
    values = people_values(found)
    assert [row["person"] for row in values["test"]["people"]] == [
        found.names[row.person] for row in found.test.people
    ]
    assert "names" not in values
    agreed = found.all.person_person
    assert f"agree at {agreed.value:.2f}, " in people_agree_text(found)


def test_what_the_scores_of_people_show_is_said_and_what_they_do_not():
    found = people()
    row = replace(found.test.people[0], shown=True, items=12)
    passed = replace(found.test, share=0.5, weak=True, people=(row, *found.test.people[1:]))
    clear, unknown = (
        OrderEffect(slope=0.2, p=0.05, n=1),
        OrderEffect(slope=None, p=None, n=2, reason="too few"),
    )
    alone = replace(
        found.anchors, person_person=replace(found.anchors.person_person, value=None, reason="one person")
    )
    nobody = replace(
        found.anchors, person_judge=replace(found.anchors.person_judge, value=None, reason="few")
    )
    people_of = (replace(found.people[0], blind=0, hasty=1), *found.people[1:])
    some = {"simulated": 3, "people": people_of, "test": passed, "named": found.anchors, "all": alone}
    other = people_document(replace(found, **some, anchors=alone, drift=clear, carry_over=unknown))
    check("people_named", other)
    known = replace(
        found,
        simulated=0,
        drift=unknown,
        carry_over=unknown,
        anchors=nobody,
        test=replace(passed, share=None),
    )
    check("people_unknown", people_document(known))
    assert people_agree_text(replace(known, all=nobody)).startswith("On what two people")
    assert people_agree_text(replace(known, all=alone)) == "Too few scores to tell how far people agree."
    assert (
        people_document(replace(known, debates=0)).blocks[0].title
        == "Nobody has scored an argument blind yet"
    )


@each(
    ("worth", "best", "title", "sentence"),
    [
        (
            31.0,
            5.5,
            "With the judges' help, people give 5.50",
            ": 5.00 (likely 4.00 to 6.00). Alone they would need about 31 for",
        ),
        (
            30.0,
            5.5,
            "People give 5.00",
            ". The judges' help narrows nothing here: 5.50 (likely 5.10 to 5.90).",
        ),
        (None, None, "People give 5.00", "People scored 30 items."),
    ],
)
def test_what_people_give_on_average_is_told_with_the_judges_help_where_that_narrows_it(
    worth, best, title, sentence
):
    alone = Estimate(value=5.0, interval=(4.0, 6.0), n=30)
    powered = Estimate(value=best, interval=best and (5.1, 5.9), reason=None if best else "no judge")
    block = _human_mean(HumanMean(alone=alone, powered=powered, judges=Estimate(value=6.0), worth=worth))
    assert block.title.startswith(title) and sentence in block.sentence
    assert block.figure.reference == 5.0
