"""Hidden characters of model text in the forms that leave the product."""

import json

import pytest

from debate_core.domain.wording import HIDDEN, in_csv, in_json, read_cell
from debate_core.ratings.sheet import Faults, rows_of

RUDE = [
    "a\u202eb",
    "zero\u200bwidth",
    "bell\x07 \x1b[31m",
    "c\x85\ufeff",
    "lit\\u202e and \\\\u005c",
    "plain\nlines",
    "",
]


@pytest.mark.parametrize("text", RUDE)
def test_what_is_hidden_is_written_out_and_reads_back_as_the_same_text(text):
    for form in (in_json({"text": text}), in_csv([["text"], [text, 1, None]])):
        assert not HIDDEN.search(form)
    assert json.loads(in_json({"text": text})) == {"text": text}
    faults = Faults()
    _, (_, cells) = list(rows_of(in_csv([["text", "n"], [text, 1]]), faults))
    assert read_cell(cells[0]) == text


def test_csv_shows_the_character_to_who_reads_it():
    assert in_csv([["pay\u202eyap", None]]) == "pay\\u202eyap,\n"
