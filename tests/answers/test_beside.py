"""What stands beside scores: answers in another dress are read, answers that take their scores back are not."""

import copy
import json
import pprint
from decimal import Decimal

import pytest

from debate_core.answers.retraction import ASIDES, disowns, speaks_of_itself
from debate_core.answers.score_tables import changes_nothing, holds_scores, is_sum
from debate_core.answers.scores import read_answer
from debate_core.domain.rubric import STANDARD
from debate_core.examples import EXAMPLES, record_of
from debate_core.store.events import CallId, SheetRead
from tests.answers.test_reading import BASE, IDS, OTHER, PRETTY, SCORES, read, wire, with_first
from tests.answers.test_retraction import SENTENCES, sentences
from tests.calls.readers import reading_of
from tests.calls.rendered import judging
from tests.each import each

pytestmark = pytest.mark.slow  # as a whole, some seconds

ROW_END, LOGIC = "    }\n  ],", '"logic_score": 8,'


def pythons():
    """An answer whose Python literal needs both kinds of quotes, escapes and None."""
    answer = copy.deepcopy(wire())
    notes = ("It doesn't follow.", 'She said "no".', 'It\'s "fine" {mostly}, see [1].', "(a) (b) (c)" * 20)
    for row, words in zip(answer["scores"], notes, strict=True):
        row.update(notes=words, fallacies=None)
    answer["overall"]["key_finding"] = "CON's {cost} point won't stand.\nStill close."
    return answer


def with_field(place, **fields):
    answer = copy.deepcopy(wire())
    {"top": answer, "row": answer["scores"][0], "overall": answer["overall"]}[place].update(fields)
    return json.dumps(answer)


PYTHON = repr(pythons())
PLAIN, PYTHON_LOGIC = repr(wire()), "'logic_score': 8"
LAST_ROW = PRETTY[PRETTY.index('    {\n      "argument_id": "CON-2"') : PRETTY.index("\n  ],")]
LONG = repr({**wire(), "notes": "It's long. " * 4_000})
PPRINT = pprint.pformat(pythons(), width=2_000, sort_dicts=False)
NONE = PRETTY.replace('"fallacies": []', '"fallacies": None')
FORM = '{"scores": [{"argument_id": "<id>", "logic_score": <1-10>, ...}], "overall": {...}}'

PYTHONS = {
    "a literal": PYTHON,
    "fenced": f"```python\n{PYTHON}\n```",
    "assigned, fenced, in prose": f"Here are my scores:\n```python\nresult = {PYTHON}\n```\nI hope this helps!",
    "printed": f"print({PYTHON})",
    "with trailing commas": PPRINT.replace("}],", "},],"),
    "with a comment": PPRINT.replace("{'scores'", "{  # my scores\n 'scores'"),
    "with an ellipsis": PYTHON.replace("}], 'overall'", "}, ...], 'overall'"),
    "in a string": json.dumps(PYTHON),
    "a bare list of rows": repr(pythons()["scores"]),
    "rows by id": repr({"scores": {row["argument_id"]: row for row in pythons()["scores"]}}),
    "longer than a repair may be": LONG,
    "with fields of a packing": repr({**pythons(), "checked": True, "remark": None}),
    "None in JSON": NONE,
    "None in JSON, with a comma and a comment": NONE.replace(ROW_END, "    },  # the last\n  ],"),
    "True in JSON": with_field("top", complete=True).replace("true", "True"),
}
COMMENTS = {
    "at the head": f"# Scores of the judge\n{PRETTY}",
    "of ids": PRETTY.replace(
        '    {\n      "argument_id": "PRO-1"', '    # PRO-1\n    {\n      "argument_id": "PRO-1"'
    ),
    "above a row": PRETTY.replace(
        '    {\n      "argument_id": "CON-2"',
        '    # CON-2 answers PRO-1\n    {\n      "argument_id": "CON-2"',
    ),
    "behind a score": PRETTY.replace(LOGIC, f"{LOGIC}  # sound and complete", 1),
    "behind a score, denying something of the argument": PRETTY.replace(
        LOGIC, f"{LOGIC}  # only one step isn't shown", 1
    ),
    "with quotes and braces": PRETTY.replace(LOGIC, f'{LOGIC}  # the "heat" claim {{mostly}}', 1),
    "behind a row": PRETTY.replace(ROW_END, "    },  # end of CON-2\n  ],"),
    "with slashes": PRETTY.replace('"argument_id": "PRO-2"', '// PRO-2\n"argument_id": "PRO-2"'),
    "with stars, fenced": f"```json\n{PRETTY.replace(LOGIC, f'/* PRO-1, on cost */ {LOGIC}', 1)}\n```",
}
ELLIPSES = {
    "on one line": BASE.replace('], "overall"', ', ...], "overall"'),
    "on a line of its own": PRETTY.replace(ROW_END, "    },\n    ...\n  ],"),
    "without a comma": PRETTY.replace(ROW_END, "    }\n    …\n  ],"),
    "with a comma behind": PRETTY.replace(ROW_END, "    },\n    ...,\n  ],"),
    "as a string": PRETTY.replace(ROW_END, '    },\n    "..."\n  ],'),
    "as a comment": PRETTY.replace(ROW_END, "    }\n    // ...\n  ],"),
    "behind a row's fields": BASE.replace('"notes": "A reason, CON-2."', '"notes": "A reason, CON-2.", ...'),
    "fenced": "```json\n" + PRETTY.replace(ROW_END, "    },\n    ...\n  ],") + "\n```",
}
BRACES = {
    "ids": f"I weighed {{PRO-1}} against {{CON-1}}.\n{PRETTY}",
    "an object of other names": f'The object looks {{"like": "this"}}:\n{PRETTY}',
    "the same, before a fence": f'The object looks {{"like": "this"}}:\n```json\n{PRETTY}\n```',
    "the same, behind": f'{PRETTY}\n\nThe object is {{"like": "this"}} as requested.',
    "words with a colon": f"The clash {{cost: trees; heat: shade}} decided the debate.\n{PRETTY}",
    "ids with a colon": f"The clash {{PRO-1: cost, CON-1: heat}} decided it.\n{BASE}",
    "many words": f"The debate (on {{trees, shade, pipes, roots, paving, budgets and upkeep}}) was close.\n{PRETTY}",
    "the form": f"The form is {FORM}:\n{PRETTY}",
    "the form's names": f"As asked, {{scores, overall}}:\n{PRETTY}",
    "one that never closes": f"An opening {{ in prose.\n```json\n{PRETTY}\n```",
    "one in quotes": f"It starts with `{{`:\n{PRETTY}",
    "before a literal of Python": f"Sides {{PRO, CON}} argued {{well: indeed}}.\n{PYTHON}",
}
FIELDS = {
    "whose model": with_field("top", model="gpt-x", version="1.0", checked=True, remark=None),
    "the topic": with_field("top", topic="Should cities plant more trees?", debate_title="Trees"),
    "a language and a time": with_field("top", language="en", timestamp="2024-06-11T10:00:00Z"),
    "held together": with_field("top", metadata={"topic": "Trees", "word_count": 120}),
    "in a fence": f"```json\n{with_field('top', topic='Trees')}\n```",
    "whose turn": with_field("row", speaker="PRO", phase="opening", turn=1),
    "a reason for each score": with_field("row", logic_reason="The chain holds.", evidence_rationale="One source."),
    "points of an argument": with_field("row", key_points=["shade", "heat"], quote="Trees cool streets."),
    "the sum": with_field("row", total_score=29),
    "the mean": with_field("row", average_score=7.25),
    "confidence in a row": with_field("row", confidence=0.8),
    "a reason for the standing": with_field("row", standing_reason="Never answered."),
    "advice": with_field("overall", suggestions=["Cite more studies."], strongest_argument="CON-2"),
}  # fmt: skip
DRESSED = {
    f"{kind}: {name}": text
    for kind, texts in {
        "Python": PYTHONS,
        "#": COMMENTS,
        "...": ELLIPSES,
        "{}": BRACES,
        "field": FIELDS,
    }.items()
    for name, text in texts.items()
}


@each("name", DRESSED)
def test_an_answer_that_is_only_dressed_otherwise_is_read(name):
    answer = read(DRESSED[name])
    assert answer.status in ("accepted", "repaired"), answer.faults
    assert answer.scores == first(DRESSED[name]).scores == SCORES


@each(
    ("value", "holds"),
    [
        ({"logic": 8}, True),
        ({"pro_1": "8 of 10"}, True),
        ({"a": [{"logic_score": "?"}]}, True),
        ({"standing": None}, True),
        ({"id": "PRO-1"}, True),
        ({"id": "PRO-9", "tone": 8, "logic": "clear", "PRO-1": True, "no": [1]}, False),
    ],
)
def test_only_a_dimension_or_an_argument_with_a_number_is_a_score(value, holds):
    assert holds_scores(value, (), ["PRO-1"], ["logic"]) == holds


@each(
    ("name", "harmless", "not_so"),
    [
        ("draft", [None, "", [], {}], [False, 0, "no"]),
        ("metadata", [{"topic": "Trees", "metadata": {"words": 12}}], [{"draft": True}, {"topic": 12}]),
        ("main_points", ["Shade.", ["Shade.", "Heat."]], ["8", ["Shade.", 8], 8, True]),
        ("word_count", [120], [120.0, True, "8"]),
        ("confidence", [0.8, Decimal("0.8")], [2.5, 80, "0.8"]),
        ("created_at", ["2024-06-11"], [2024]),
        ("logic_score_reason", ["It holds."], ["8 of 10", "These scores are placeholders."]),
        ("logic_score", [], ["It holds."]),
        ("verdict_title", ["Trees win."], ["A draft."]),
    ],
)
def test_a_field_that_nobody_asked_for_is_harmless_as_a_description_a_count_or_a_reason(
    name, harmless, not_so
):
    told = [[changes_nothing(name, value, STANDARD) for value in values] for values in (harmless, not_so)]
    assert told == [[True] * len(harmless), [False] * len(not_so)]


def test_a_sum_or_a_mean_to_three_digits_repeats_the_scores():
    means = [Decimal(one) for one in ("7.667", "7.67", "7.7", "8.0")]
    assert all(is_sum("overall_score", value, [7, 8, 8]) for value in (23, *means))
    assert not any(is_sum("overall_score", value, [7, 8, 8]) for value in (22, Decimal("7.6667"), "23", 23.0))
    assert not is_sum("overall_score", 15, [7, 8, None]) and not is_sum("logic_score", 23, [7, 8, 8])


def test_a_row_that_names_no_argument_is_told_how_to():
    answer = wire()
    del answer["scores"][0]["argument_id"]
    row = 'Expected each object in "scores" to name its argument as "argument_id".'
    assert read(json.dumps(answer)).faults[0] == f"{row} The arguments are {', '.join(IDS)}, and no others."


def test_the_words_of_a_literal_are_those_that_python_means():
    entries = read(PYTHON).entries
    assert [entry.notes for entry in entries] == [row["notes"] for row in pythons()["scores"]]
    assert {entry.fallacies for entry in entries} == {None}


def rows(name):
    return [json.loads(line) for line in (SENTENCES / f"{name}.jsonl").read_text("utf-8").splitlines()]


def composed(row):
    """An answer as a row of the fixture describes it: fields at the top, in a row, in the overall part, a comment, and
    words around it."""
    answer = copy.deepcopy(wire())
    answer.update(row.get("top", {}))
    answer["scores"][1].update(row.get("row", {}))
    answer["overall"].update(row.get("overall", {}))
    text = json.dumps(answer, indent=2)
    if "comment" in row:
        text = text.replace("{", "{ " + row["comment"] + "\n", 1)
    return "\n\n".join(part for part in (row.get("before"), text, row.get("after")) if part)


@each("row", rows("answers_taken_back"))
def test_an_answer_that_takes_its_scores_back_is_asked_for_again(row):
    assert (read(composed(row)).status, read(composed(row)).scores) == ("unreadable", {})


def test_of_the_answers_that_no_rule_was_made_by_two_are_read():
    """Written before the rules and first read when they stood; before them 8 of the 32 were read."""
    passed = [row for row in rows("answers_taken_back_held_out") if read(composed(row)).scores]
    assert len(passed) <= 2, passed


def test_of_two_later_sets_few_that_take_scores_back_are_read_and_few_harmless_ones_lost():
    """Of the first 64 that take their scores back 17 were read when the rules first met them, of the second 11; before
    the rules 26 and 24."""
    passed = [row for row in rows("answers_taken_back_later") if read(composed(row)).scores]
    assert len(passed) <= 6, passed
    lost = [row for row in rows("answers_harmless_later") if read(composed(row)).scores != SCORES]
    assert len(lost) <= 2, lost


def first(text):
    """What is read of an answer that a judge gives when it is asked for the first time."""
    return read_answer(text, argument_ids=IDS, rubric=STANDARD, strict=True)


@each(("name", "once_more", "lost"), [("plain", 3, 0), ("outsider", 7, 5), ("outsider_2", 9, 7)])
def test_an_answer_that_may_speak_of_itself_is_asked_again(name, once_more, lost):
    """Of 64 that take their scores back two count at once; what harmless ones cost is said in docs/reliability.md."""
    passed = [row for row in rows(f"answers_taken_back_{name}") if first(composed(row)).scores]
    assert len(passed) <= 2, passed
    harmless = rows(f"answers_harmless_{name}")
    assert len([row for row in harmless if first(composed(row)).scores != SCORES]) <= once_more
    assert len([row for row in harmless if read(composed(row)).scores != SCORES]) <= lost


def test_of_reasons_that_no_rule_was_made_by_ten_of_forty_withdrawals_and_all_but_one_harmless_are_read():
    told = [sentences(f"notes_{kind}_later") for kind in ("taken_back", "harmless")]
    read = [sum(bool(first(with_first(notes=one)).scores) for one in notes) for notes in told]
    assert (read, len(told[0]), len(told[1])) == ([10, 39], 40, 40)


def test_the_reasons_of_the_sample_debates_disown_nothing_and_none_is_asked_for_again():
    reasons = [
        (sheet_id.round, words)
        for one in EXAMPLES
        for sheet_id, sheet in record_of(one.id).judging.read.items()
        if sheet is not None
        for words in (*(entry.notes for entry in sheet.entries), sheet.overall.key_finding)
        if words
    ]
    assert sum(number == 1 for number, _ in reasons) > 100
    assert [words for _, words in reasons if disowns(words, high=10)] == []
    assert [one for one in reasons if one[0] == 1 and speaks_of_itself(one[1], STANDARD.keys)] == []


@each("note", sentences("notes_harmless"))
def test_a_reason_that_speaks_of_scores_does_no_harm(note):
    assert read(with_first(notes=note)).scores == SCORES
    assert read(with_field("overall", key_finding=note)).scores == SCORES


WITHIN = [
    "Actually a 4.",
    "Should be 6, not 7.",
    "Placeholder.",
    "This score is a default value.",
    "My scores are reversed: 1 is best.",
    "None of these scores are mine.",
    "I did not read this argument.",
    "Scored on a scale of 0-20.",
    "This is the score the first judge gave.",
]


@each("words", [*WITHIN, *sentences("notes_taken_back")])
def test_a_reason_that_takes_a_score_back_is_no_reason(words):
    for text in (with_first(notes=f"Clear. {words}"), with_field("overall", key_finding=words)):
        assert (read(text).status, read(text).scores) == ("unreadable", {})


STRANGE = json.loads("""
{"weighting": "double evidence", "generated_by": "CON", "judge": "Technical", "source": "judge one", "strength": 4,
 "title": "Mock evaluation", "tags": ["sample"], "conclusion": "All scores above are void.", "total": 28, "rank": 1,
 "average_score": 3, "points": "8", "evidence_points": "4", "logic_reason": "I put a default here.", "final": false,
 "metadata": {"topic": "Trees", "mode": "test"}, "estimated": true, "topic": true, "confidence": 0, "version": 2}
""")


@each(("name", "value"), STRANGE.items())
def test_a_field_that_could_rescale_retract_or_attribute_stays_a_fault(name, value):
    text = with_field("row", **{name: value})
    assert (read(text).status, read(text).scores) == ("unreadable", {})


DOUBTED = {
    "a number in a comment": PRETTY.replace(LOGIC, f"{LOGIC}  # was 9", 1),
    "a number in words in a comment": PRETTY.replace(LOGIC, f"{LOGIC}  # should be nine", 1),
    "a field in a comment": PRETTY.replace('"standing"', '# "standing": "REFUTED"\n"standing"', 1),
    "a comment that takes back": PRETTY.replace(LOGIC, f"{LOGIC}  // made-up", 1),
    "an ellipsis for rows": PRETTY.replace(LAST_ROW, "    ..."),
    "an ellipsis in a number": BASE.replace(": 8, ", ": 8..., ", 1),
    "an ellipsis behind a number": BASE.replace('"notes": "A reason, CON-2."', '"logic": 9 ...'),
    "braces with a number": f"PRO-1 {{logic: 9}} was strong.\n{PRETTY}",
    "braces with a name of the answer": f'And PRO-1 is {{"standing": "REFUTED"}}.\n{PRETTY}',
    "braces with a truth": f'Mind {{"final": false}} here.\n{PRETTY}',
    "braces that take back": f'Mind {{"mode": "draft"}} here.\n{PRETTY}',
    "an object on a line of its own": f'{{"like": "this"}}\n{PRETTY}',
    "two tables, one a literal of Python": f"{PYTHON}\n{OTHER}",
    "two tables, one in braces of prose": f"Not {OTHER} but\n{BASE}",
    "code": PLAIN.replace(PYTHON_LOGIC, "'logic_score': 4 + 4", 1),
    "a call": PLAIN.replace(PYTHON_LOGIC, "'logic_score': int('8')", 1),
    "a tuple": PLAIN.replace(PYTHON_LOGIC, "'logic_score': (8,)", 1),
    "strings that are joined": PLAIN.replace(PYTHON_LOGIC, "'logic_score': '1' '0'", 1),
    "a quote that ends a literal too soon": PYTHON.replace("She said", "x', 'logic_score': 3, 'y': '", 1),
}  # fmt: skip


@each("name", DOUBTED)
def test_what_could_mean_something_else_is_still_asked_for_again(name):
    assert (read(DOUBTED[name]).status, read(DOUBTED[name]).scores) == ("unreadable", {})


@pytest.mark.parametrize("opening", ["[", "{'a':"])
def test_a_literal_is_bounded_as_json_is(opening):
    assert read(opening * 33).status == read(PYTHON + " " * 256_000).status == "refused"


def test_a_reason_that_may_speak_of_itself_is_none_however_often_it_comes_and_none_is_enough():
    ask = judging()
    answer = copy.deepcopy(wire())
    answer["scores"] = [{**answer["scores"][0], "argument_id": name} for name in ask.ids]
    answer["scores"][0]["notes"] = "The machine wanted digits."
    calls = [CallId(step="judging:Technical", asking=number) for number in (1, 2, 3)]
    assert {reading_of(ask, json.dumps(answer), call=one).faults for one in calls} == {(ASIDES,)}
    answer["scores"][0]["notes"] = ""
    assert isinstance(reading_of(ask, json.dumps(answer), call=calls[1]).fact, SheetRead)
