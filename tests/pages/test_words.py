"""What a model wrote becomes markdown that renders to the same characters."""

import re

import pytest

from pages.ui.widgets.words import plain


@pytest.mark.parametrize(
    "text",
    [
        "![x](http://a/b)",
        "<script>x</script>",
        "$x^2$",
        ":red[loud]",
        ":material/home:",
        "**b** _i_ `c`",
        "# h",
        "a|b",
    ],
)
def test_no_mark_is_left_unescaped(text: str) -> None:
    said = plain(text)
    assert not re.search(r"(?<!\\)[!-/:-@\[-`{-~]", re.sub(r"\\[!-/:-@\[-`{-~]", "", said))
    assert said.replace("\\", "").replace("\u2060", "") == text


@pytest.mark.parametrize("text", ["http://a.example/x", "HTTPS://a.example", "www.a.example", "me@a.example"])
def test_an_address_is_parted_so_that_it_becomes_no_link(text: str) -> None:
    said = plain(text).replace("\\", "")
    assert not re.search(r"https?:|www\.|@\w", said, re.IGNORECASE)


def test_hidden_characters_are_shown_as_a_box() -> None:
    assert plain("a\u202eb\u200bc\x00") == "a\u25a1b\u25a1c\u25a1"
