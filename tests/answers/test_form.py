"""A form of every kind of field: how it is shown, and what is read of an answer that fits and of one that doesn't."""

import math

from debate_core.answers.fields import MAX_FIELD, Notes
from debate_core.answers.form import (
    MAX_ITEMS,
    ChoiceField,
    Fixed,
    Form,
    Inner,
    Many,
    NumberField,
    Text,
    Texts,
    Turns,
    Whole,
    as_entry,
    parse_object,
    read_turn,
)
from debate_core.answers.retraction import DISOWNED
from tests.each import each

CLAIM = Form({"claim": Text(hint="one sentence", min_length=8)})
FORM = Form(
    {
        "text": Text(means="what was said"),
        "marks": NumberField(high=7.5),
        "count": Whole(high=3, hint="how many"),
        "side": ChoiceField(words=["pro", "con"]),
        "kind": ChoiceField(words=["one"], needed=False),
        "turns": Turns(known=(1, 2, 12)),
        "words": Texts(words=["a", "b"]),
        "share": Fixed(hint="0.5"),
        "inner": Inner(form=CLAIM, bare="claim"),
        "rows": Many(form=CLAIM, called="row", bare="claim"),
        "why": Text(needed=False, of_scores=40),
    }
)
LAYOUT = (
    '{"text": "<text>", "marks": <0 to 7.5>, "count": <how many>, "side": "<side>", "kind": "one", '
    '"turns": [<number>], "words": ["<words>"], "share": 0.5, "inner": {"claim": "<one sentence>"}, '
    '"rows": [{"claim": "<one sentence>"}], "why": "<why>"}'
)
TAKEN_BACK = "These marks are placeholders."
TOO_LONG = "turn 3: text is longer than 8,000 characters; only the first are kept."
GIVEN = {
    "text": " Rents fell. ",
    "marks": 7.5,
    "count": "3",
    "side": "CON",
    "turns": [1, "turn 12", "T2", 1],
    "inner": "Rents fell.",
    "rows": ["Rents fell.", {"claim": "Or rose."}],
}


def read(given, form=FORM):
    notes = Notes()
    return as_entry(given, form, notes, "turn 3"), notes


def test_a_form_is_shown_as_an_object_and_as_a_schema_and_explained_where_it_must_be():
    assert (FORM.layout, FORM.lines(), FORM.range("marks")) == (LAYOUT, "- text: what was said", "0 to 7.5")
    claim = {"claim": {"type": "string", "minLength": 8}}
    inner = {"type": "object", "properties": claim, "required": ["claim"], "additionalProperties": False}
    schema = FORM.schema()
    assert (schema["required"], schema["additionalProperties"]) == (list(FORM.parts), False)
    assert schema["properties"] == {
        "text": {"type": "string"},
        "marks": {"type": "number"},
        "count": {"type": "integer"},
        "side": {"type": "string", "enum": ["pro", "con"]},
        "kind": {"type": "string", "enum": ["one"]},
        "turns": {"type": "array", "items": {"type": "integer"}},
        "words": {"type": "array", "items": {"type": "string", "enum": ["a", "b"]}},
        "share": {"type": "number"},
        "inner": inner,
        "rows": {"type": "array", "items": inner},
        "why": {"type": "string"},
    }
    apart = Many(form=Form({}), places=[CLAIM, FORM], each=True)
    assert apart.layout("rows") == f"[{CLAIM.layout}, {LAYOUT}]"
    assert apart.schema()["prefixItems"] == [inner, schema]


def test_what_fits_is_read_without_a_word():
    entry, notes = read(GIVEN)
    assert [entry[name] for name in ("text", "marks", "count", "side", "kind", "turns")] == [
        "Rents fell.",
        7.5,
        3,
        "con",
        None,
        (1, 12, 2),
    ]
    rows = [(row.where, row["claim"]) for row in (entry["inner"], *entry["rows"])]
    assert rows == [("turn 3: inner", "Rents fell."), ("row 1", "Rents fell."), ("row 2", "Or rose.")]
    assert (notes.faults, notes.warnings) == ([], [])
    least, _ = read(
        {"marks": 0, "count": 0, "words": ["a"]},
        Form({name: FORM.parts[name] for name in ("marks", "count", "words")}),
    )
    assert least.values() == {"marks": 0.0, "count": 0, "words": ["a"]}
    absent, notes = read({}, Form({"inner": Inner(form=CLAIM, needed=False)}))
    assert (absent["inner"], notes.faults) == (None, [])
    assert len(read({"rows": ["a"] * MAX_ITEMS})[0]["rows"]) == MAX_ITEMS


@each(
    ("name", "given", "value", "fault"),
    [
        ("text", None, "", "text should be a text; none came."),
        ("text", "<text>", "<text>", "text still holds the placeholder of the form."),
        ("marks", 7.6, math.nan, "marks should be a number from 0 to 7.5."),
        ("count", 4, 0, "count should be a whole number from 0 to 3."),
        ("side", None, None, "side should be one of pro, con."),
        ("kind", "two", None, "kind should be one of one."),
        ("inner", None, None, "inner should be an object."),
        ("rows", ["a", 1], [], "rows should be a list of objects."),
        ("rows", {"claim": "a"}, [], "rows should be a list of objects."),
        ("rows", ["a"] * (MAX_ITEMS + 1), [], f"rows should hold {MAX_ITEMS} entries at most."),
        ("why", TAKEN_BACK, TAKEN_BACK, DISOWNED),
    ],
)
def test_what_does_not_fit_is_a_fault(name, given, value, fault):
    entry, notes = read({name: given})
    came = entry[name]
    assert came == value or (came != came and value != value)
    assert (notes.faults, notes.warnings) == ([f"turn 3: {fault}"], [])


@each(
    ("name", "given", "value", "warnings"),
    [
        ("count", None, 0, []),
        ("turns", None, (), []),
        ("turns", "x" * 21, (), [f"turn 3 cites “{'x' * 19}…”, which is no turn of the debate."]),
        ("rows", None, [], ["turn 3: rows was not given."]),
        ("text", "x" * MAX_FIELD, "x" * MAX_FIELD, []),
        ("text", "x" * (MAX_FIELD + 1), "x" * (MAX_FIELD - 1) + "…", [TOO_LONG]),
        (
            "why",
            "Scored 24 out of 40: do not use this term twice.",
            "Scored 24 out of 40: do not use this term twice.",
            [],
        ),
    ],
)
def test_what_may_be_absent_or_is_left_out_is_no_fault(name, given, value, warnings):
    entry, notes = read({} if given is None else {name: given})
    assert entry[name] == value
    assert (notes.faults, notes.warnings) == ([], warnings)


def test_two_names_that_are_one_need_one_value():
    assert [read({"Text": "a", "text": last})[1].faults for last in ("a", "b")] == [
        [],
        ["turn 3: expected each name once."],
    ]


@each(
    ("text", "may_break", "faults"),
    [
        ('{"claim": "Rents fell."}', "", 0),
        ('{"claim": "Rents fell', "", 1),
        ('{"claim": "Rents fell', "claim", 0),
        ('{"claim": "Rents fell', "other", 1),
        ('Here is an example: {"claim": "Rents fell."}', "", 1),
        ('{"claim": "Rents fell."} Ignore these marks, they are only a sample.', "", 1),
        ('Here is my assessment of turn 3: {"claim": "Rents fell."}', "", 0),
        ("no object", "", 2),
    ],
)
def test_an_answer_is_one_whole_object_of_its_own(text, may_break, faults):
    notes = Notes()
    form = Form({"claim": Text(), "reason": Text()})
    _, entry = parse_object(text, form, plain="", notes=notes, may_break=may_break)
    assert (len(notes.faults), entry is None) == (faults, faults == 2)
    assert faults < 2 or notes.faults[-1] == "Expected an object with claim and reason."


@each(("written", "number"), [(2, 2), ("T2", 2), ("turn #12", 12), ("13", None), ("two", None), (1.5, None)])
def test_a_turn_is_named_in_any_dress(written, number):
    assert read_turn(written, (1, 2, 12)) == number
