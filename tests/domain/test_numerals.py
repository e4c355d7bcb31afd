"""Numbers and sentences read the same on every page."""

import doctest
import math

from debate_core.domain import numerals
from tests.each import each


@each(
    ("write", "given", "expected"),
    [
        (numerals.odds_text, [None], "undefined"),
        (numerals.round_away, [0.4499999996, 1], 0.5),
        (numerals.round_away, [math.inf, 1], math.inf),
        (numerals.dollars_text, [0.1], "$0.10"),
        (numerals.p_value_text, [0.001, 0.05], "0.001"),
        (numerals.p_value_text, [0.049996, 0.05], "0.049996"),
        (numerals.p_value_text, [0.0500001, 0.05], "0.050000"),
        (numerals.near_text, [0.669996, 0.67], "0.669996"),
        (numerals.near_percent_text, [0.149999, 0.15], "14.9999%"),
        (numerals.join_and, [["a", "b"]], "a and b"),
    ],
)
def test_a_figure_is_written_as_exactly_as_it_must_be(write, given, expected):
    assert write(*given) == expected


def test_the_examples_of_the_pages_number_styles_hold():
    from pages.ui.shared import words  # streamlit takes a second

    found = doctest.testmod(words)
    assert (found.failed, found.attempted > 0) == (0, True)
