"""Hidden characters of model text in the forms that leave the product."""

import csv
import json

import pytest

from debate_core.domain.wording import HIDDEN, in_csv, in_json
from debate_core.ratings.sheet import Faults, rows_of

RUDE = [
    "a\u202eb",
    "zero\u200bwidth",
    "bell\x07 \x1b[31m",
    "c\x85\ufeff",
    "lit\\u202e and \\\\u005c",
    "plain\nlines",
    *(
        "=1+1",
        "'=1+1",
        "''@x",
        "-Bo|' /C calc'!A0",
        "+1+cmd",
        "\t=1",
        "\uff1d1",
        "%a",
        "'tis",
        r"\u00e9 \u005c",
    ),
    "",
]


@pytest.mark.parametrize("text", RUDE)
def test_what_is_hidden_is_written_out_and_reads_back_as_the_same_text(text):
    for form in (in_json({"text": text}), in_csv([["text"], [text, 1, None]])):
        assert not HIDDEN.search(form)
    assert json.loads(in_json({"text": text})) == {"text": text}
    faults = Faults()
    _, (_, cells) = list(rows_of(in_csv([["text", "n"], [text, 1]]), faults))
    assert cells[0] == text


@pytest.mark.parametrize(
    "text", ["=1+1", "'=1+1", "-Bo", "@x", "+1+cmd", "\t=1", "\n=1", "\uff20x", "|x", "%a"]
)
def test_no_cell_begins_a_formula(text):
    assert in_csv([[text]]).lstrip('"').startswith("'")


@pytest.mark.parametrize("text", ["-1.2", "+3", "-1,200", "-2e-5", "-", "\u22121", "don't"])
def test_numbers_and_a_dash_alone_stay_as_they_are(text):
    assert next(csv.reader(in_csv([[text]]).splitlines())) == [text]


def test_csv_shows_the_character_to_who_reads_it():
    assert in_csv([["pay\u202eyap", None]]) == "pay\\u202eyap,\n"


def test_json_is_written_to_be_read_by_people_and_by_every_program():
    assert in_json({"é": [1]}) == '{\n  "é": [\n    1\n  ]\n}'
    with pytest.raises(ValueError, match="not JSON compliant"):
        in_json(float("nan"))
