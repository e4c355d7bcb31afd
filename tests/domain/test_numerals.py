"""Numbers and sentences read the same on every page."""

import doctest


def test_the_examples_of_the_pages_number_styles_hold() -> None:
    from pages.ui.shared import words  # streamlit takes a second

    found = doctest.testmod(words)
    assert (found.failed, found.attempted > 0) == (0, True)
