"""People's scores as a file: read back as they were written, or every fault with its line and nothing taken."""

import csv
import io

import pytest

from debate_core.domain.errors import RatingsRefused
from debate_core.domain.rubric import STANDINGS
from debate_core.reporting.people import people_agree_text, people_values, read_reviews, reviews_csv
from debate_core.store.record import replay
from tests.building.cases import people
from tests.building.facts import but, stored
from tests.building.reviewed import review
from tests.building.structured import STATES
from tests.each import each

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
    assert read_with("Ben", person="") == GIVEN[:1]
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
        ({"logic": "11"}, "scores that can be given; got logic is not a whole number from 1 to 10"),
        ({"logic": ""}, "scores that can be given; got logic to go"),
        ({"argument": "PRO-9"}, "scores that can be given; got there is no argument PRO-9 in this debate"),
        ({"standing": "MAYBE"}, f"a standing out of {', '.join(STANDINGS)}; got 'MAYBE'"),
        ({"reason": " "}, "scores that can be given; got a reason"),
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


def test_who_was_put_to_the_test_has_their_names_for_programs_and_how_far_they_agree_is_said():
    found = people()
    values = people_values(found)
    assert [row["person"] for row in values["test"]["people"]] == [
        found.names[row.person] for row in found.test.people
    ]
    assert "names" not in values
    agreed = found.all.person_person
    assert f"agree at {agreed.value:.2f}, " in people_agree_text(found)
