"""Numbers and sentences read the same on every page."""

import doctest

from debate_core.domain import numerals as numbers
from pages.ui.shown import words


def test_the_examples_of_the_number_styles_hold() -> None:
    for module in (numbers, words):
        assert doctest.testmod(module).failed == 0
