"""Fields of an answer's objects, one by one: the ends of each range, and each form that is none."""

from decimal import Decimal

from debate_core.answers import fields
from debate_core.answers.fields import Notes
from debate_core.domain.rubric import Scale
from tests.each import each

ENTRY = {
    "Claim": "Rents fell.",
    "points": 3,
    "form": "<claim>",
    "odd": {"a": "Words", "b": None},
    "empty": " ",
}
TWICE = {"Claim": "One.", "CLAIM": "Another."}


@each(
    "written, number, whole",
    [
        (0, 0.0, 0),
        (7.5, 7.5, None),
        (8, 8.0, 8),
        (Decimal("8.01"), None, None),
        (-0.01, None, None),
        (True, None, None),
        (float("nan"), None, None),
        (" +７ ", 7.0, 7),
        ("7.5 out of 8", 7.5, None),
        ("3/8", 3.0, 3),
        ("3/10", None, None),
        ("7,5", None, None),
        *((odd, None, None) for odd in ("1e2", "five", "010", "~5", "5-6", "5 points", "０５", {"score": 5})),
        ([8], None, None),
        (None, None, None),
    ],
)
def test_a_number_is_read_where_it_lies_within_its_range_ends_included(written, number, whole):
    assert (fields.read_number(written, 0, 8), fields.read_whole(written, 0, 8)) == (number, whole)


@each(
    "value, found",
    [
        ([{"claim": "a"}, "b"], [{"claim": "a"}, "b"]),
        ([{"other": "a"}], None),
        ("a", None),
        ({"Arguments": [1]}, [1]),
        ({"arguments": {"claim": "a"}}, [{"claim": "a"}]),
        ({"arguments": {"other": "a"}}, None),
        ({"claim": "a"}, [{"claim": "a"}]),
        ({"other": "a"}, None),
    ],
)
def test_a_list_is_taken_where_it_is_one_for_certain(value, found):
    assert fields.objects_under(value, "arguments", marked_by="claim") == found


@each(
    "name, text, faults",
    [
        ("claim", "Rents fell.", 0),
        ("points", "3", 0),
        ("missing", "", 1),
        ("form", "", 2),
        ("odd", "Words", 1),
        ("empty", "", 1),
    ],
)
def test_a_field_gives_its_words_and_what_is_wrong_with_it(name, text, faults):
    notes = Notes()
    assert fields.words_for_certain(ENTRY, name, "PRO-1", notes) == text
    assert (len(notes.faults), notes.warnings) == (faults, [])
    last = Notes(final=True)
    assert fields.text_of(ENTRY, name, "PRO-1", last) == text
    assert (len(last.warnings), last.faults) == (name in ("missing", "form", "odd"), [])


@each(
    "value, texts, faults",
    [
        ("One.", ("One.",), 0),
        (["One.", " Two. "], ("One.", "Two."), 0),
        (["One.", "", "<claim>"], ("One.",), 1),
        ([{"text": "One."}], ("One.",), 1),
        (None, (), 1),
    ],
)
def test_a_list_of_texts_keeps_every_word(value, texts, faults):
    notes = Notes()
    assert fields.texts_of({"parts": value}, "parts", notes) == texts
    assert len(notes.faults) == faults


def test_a_field_is_found_in_any_case_and_not_where_there_are_two():
    assert (fields.pick(ENTRY, "claim"), fields.pick(TWICE, "claim")) == ("Rents fell.", None)
    assert fields.pick({"claim": None, "Claim": "b"}, "claim") is None


@each(
    "written, plain, joined",
    [
        (None, "", None),
        (" a ", "a", " a "),
        ("<claim>", None, "<claim>"),
        (3, "3", None),
        (True, None, None),
        (["a ", "b"], "a\nb", "a \nb"),
        (["a", 1], None, None),
        ([], None, None),
    ],
)
def test_text_is_a_text_or_a_list_of_lines(written, plain, joined):
    assert (fields.plain(written), fields.read_text(written)) == (plain, joined)


@each(
    "written, word",
    [("Has-Limits", "has_limits"), (" BOTH\n", "both"), ("bóth", None), ("neither", None), (1, None)],
)
def test_a_word_of_a_list_is_read_in_any_spelling_of_it(written, word):
    assert fields.read_word(written, ("both", "has_limits")) == word


def test_a_note_is_made_once_and_the_words_of_a_last_reading_say_what_was_done():
    notes = Notes()
    for _ in range(2):
        notes.fault("Missing."), notes.warn("Cut.")
    assert (notes.faults, notes.warnings) == (["Missing."], ["Cut."])


@each(
    ("number", "values"),
    [
        (True, ["8 of 10", "~ 8", "8" + "x" * 19, 8, 8.5, Decimal(8)]),
        (False, ["about 8", "8" + "x" * 20, "(~= 8", "", True, None]),
    ],
)
def test_what_begins_with_a_number_looks_like_a_score(number, values):
    for value in values:
        assert fields.looks_like_a_score(value) is fields.looks_like_a_score([{"a": value}]) is number, value


@each(
    ("text", "words"),
    [
        ('{"claim": "Trees cool str', "Claim: Trees cool str"),
        ('```json\n{"claim": "Trees cool."}\n```', "Claim: Trees cool."),
        ('{"claim": "Trees cool."} And shade.', '{"claim": "Trees cool."} And shade.'),
        ('{"claim": "Trees", cool. "why": "Shade."}', '{"claim": "Trees", cool. "why": "Shade."}'),
        (" Trees cool. ", "Trees cool."),
    ],
)
def test_an_answer_that_could_not_be_read_loses_no_word(text, words):
    assert fields.words_came(text) == words


@each(
    ("score", "ways"),
    [
        (1, [1, "1 of 10", "01", Decimal("1.000"), {"score": 1, "why": None}]),
        (10, [10, 10.0, "10/10", " +１０.0\n", {"Points": 10, "out of": 10, "why": "It holds."}]),
        (None, [0, 11, 8.5, float("inf"), True, None, [8], "8.5", "8/11", "010", "eight", {"why": "It holds."}]),
        (None, [{"score": 8, "max": top} for top in (9, True)] + [{"score": {"value": 8}}, {"score": 8, "n": 3}]),
        (None, [{"score": 8, "points": 8}, {"score": 8, "Score": 8}]),
    ],
)  # fmt: skip
def test_a_score_is_a_whole_number_on_the_scale_alone_or_beside_its_reason(score, ways):
    assert [fields.read_score(written, Scale(low=1, high=10)) for written in ways] == [score] * len(ways)


@each(
    ("written", "meant"),
    [
        ("pro_1 ", "PRO-1"),
        ("pro-2", "pro-2"),
        ("Pro-2", None),  # which of the two?
        ("PRO-1" + " " * 95, "PRO-1"),
        ("PRO-1" + " " * 96, None),
        ("ＰRO-1", None),
        (1, None),
    ],
)
def test_an_id_is_exact_but_for_its_case_and_blanks_around_it(written, meant):
    assert fields.read_id(written, ("PRO-1", "PRO-2", "pro-2")) == meant
