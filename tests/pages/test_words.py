"""What a model wrote becomes markdown that renders to the same characters."""

import re

from debate_core.domain.wording import in_csv, in_json
from debate_core.importing.documents.text import printable_text
from debate_core.reporting.formats import clean, environment
from pages.ui.shared.words import Highlight, escaped, escaped_marked, show_fault
from tests.each import each


@each(
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
def test_no_mark_is_left_unescaped(text):
    said = escaped(text)
    assert not re.search(r"(?<!\\)[!-/:-@\[-`{-~]", re.sub(r"\\[!-/:-@\[-`{-~]", "", said))
    assert said.replace("\\", "").replace("\u2060", "") == text


@each("text", ["http://a.example/x", "HTTPS://a.example", "www.a.example", "me@a.example"])
def test_an_address_is_parted_so_that_it_becomes_no_link(text):
    said = escaped(text).replace("\\", "")
    assert not re.search(r"https?:|www\.|@\w", said, re.IGNORECASE)


def test_what_joins_two_letters_is_left_as_it_is_because_a_label_is_also_read_out():
    assert escaped("ollama-cloud gpt_4.1 O'Hara") == "ollama-cloud gpt_4.1 O'Hara"
    assert escaped("- _a_ 1. 'b' --") == r"\- \_a\_ 1\. \'b\' \-\-"


def test_hidden_characters_are_shown_as_a_box():
    assert escaped("a\u202eb\u200bc\x00") == "a\u25a1b\u25a1c\u25a1"


@each("text", ["می\u200cخواهم", "CO2\u200f", "C\u200e", "👩\u200d👩\u200d👧", "🏳\ufe0f\u200d🌈"])
def test_joiners_and_marks_of_one_direction_are_text_everywhere(text):
    assert escaped(text) == clean(text) == printable_text(text).text == text
    assert text in in_json([text])
    assert text in in_csv([[text]])
    assert environment().from_string("{{ a }}").render(a=text) == text


def test_marks_keep_every_character_and_order_of_the_words():
    text = "It says *so* :red[x] and http://a.example is there"
    marks = [
        Highlight(begin=8, end=20, label="T1-C2 flagged"),
        Highlight(begin=3, end=12, label="T1-C1 flagged"),
    ]
    said = escaped_marked(text, marks)
    assert said.index("T1-C1") < said.index("T1-C2")
    bare = re.sub(r" :yellow-badge\[[^\]]*\]|:yellow-background\[|(?<!\\)\]", "", said)
    assert bare == escaped(text)


def test_a_writer_cannot_forge_a_mark():
    assert ":yellow-background[" not in escaped_marked("\ue000x\ue001 :yellow-badge[T1-C1]", []).replace(
        "\\", ""
    )
    assert "\u25a1x\u25a1" in escaped_marked("\ue000x\ue001", [])


def test_the_name_of_a_file_keeps_its_letters_where_a_fault_begins_with_it(monkeypatch):
    shown = []
    monkeypatch.setattr("pages.ui.shared.words.st.error", lambda text, icon: shown.append(text))
    for fault in ("empty.csv is empty", "my notes.txt: empty", "expected one. got two"):
        show_fault(fault)
    said = [one.replace("\\", "") for one in shown]
    assert said == ["empty.csv is empty.", "my notes.txt: empty.", "Expected one. got two."]
