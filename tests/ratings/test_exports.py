"""Every known tool's export is read bare, as the table of judges and items that its rows say."""

import json
import pathlib
import random

import numpy as np
import pytest

from debate_core.domain.errors import RatingsRefused
from debate_core.domain.imported import CsvOptions
from debate_core.importing.files import kind_of
from debate_core.library.report.table import panel_of
from debate_core.ratings import open_table, read_ratings
from debate_core.ratings.table_file import EXPORTS, WORDS, look_at
from tests.approved import check_approved, fact_text
from tests.each import each


def lines(*records):
    return "\n".join(map(json.dumps, records)) + "\n"


def battle(question, judge, winner):
    return {
        "question_id": question,
        "model_a": "x",
        "model_b": "y",
        "winner": winner,
        "judge": judge,
        "turn": 1,
    }


FILES = {
    "label_studio.json": ("Label Studio (JSON): tone", "ann@example.org"),
    "label_studio.csv": ("Label Studio (CSV)", "ann@example.org"),
    "argilla.json": ("Argilla: quality", "0b1f4c52-8f8e-4d53-9d0a-0c1f6f3a1a01"),
    "argilla_flattened.json": ("Argilla (flattened): quality", "0b1f4c52-8f8e-4d53-9d0a-0c1f6f3a1a01"),
    "prodigy.jsonl": ("Prodigy", "polite-ann"),
    "prodigy_choice.jsonl": ("Prodigy (choice)", "tone-ann"),
    "promptfoo.json": ("promptfoo", "llm-rubric · openai:gpt-5-mini"),
    "langfuse_scores.csv": ("Langfuse scores: quality", "ANNOTATION · Ann Lee"),
    "langfuse_api.json": ("Langfuse scores (API): tone", "ANNOTATION · cm1"),
    "langfuse_blob.jsonl": ("Langfuse scores (blob storage): quality", "ANNOTATION"),
    "inspect_log.json": ("Inspect log", "model_graded_qa"),
    "inspect_samples.csv": ("Inspect samples", "model_graded_qa"),
    "openai_evals.jsonl": ("OpenAI Evals", "261001090000AAAA"),
    "mt_bench_pairs.jsonl": ("MT-Bench pairs", "gpt-4"),
    "mt_bench_single.jsonl": ("MT-Bench single scores", "gpt-4"),
    "arena_battles.jsonl": ("Arena battles", "arena_user_1"),
    "debate.csv": ("a debate's independent scores", "Nurse"),
    "pairs.csv": ("pairs of a and b", "Ann"),
}
"""What each is read as: the tool and, if named, what was judged; and its first judge."""


def content(name):
    return (pathlib.Path(__file__).parent / "files" / name).read_bytes()


@pytest.mark.slow
def test_each_export_is_looked_at_and_read_bare_as_was_approved():
    came = []
    for name, (tool, judge) in FILES.items():
        opened = open_table(content(name))
        came.append(f"{fact_text((name, look_at(content(name)), opened))}\n")
        assert (opened.options.origin[0], opened.table.judges[0]) == (f"Read as {tool}.", judge)
        assert kind_of(content(name), "Pasted text") == "ratings"
        again = open_table(opened.text.encode(), level=opened.level).table
        assert np.array_equal(again.ratings, opened.table.ratings, equal_nan=True)
    check_approved("ratings/exports", "".join(came))


BRACKETS, SHAPE = "brackets within brackets without end", "JSON of another shape"
FAULTY = {
    '{"a": 1}\n{"b": \n': "line 2: expected one JSON object on each line; got a break at column 7",
    '{"judge": "Ann"}\n\n{"judge"\n': "line 3: expected one JSON object on each line; got",
    '[{"a": 1': "line 1: expected JSON; got",
    '[{"a": 1},\n["a" 2]]': "line 2: expected JSON; got",
    '[{"a": 1,\n 2]': "line 2: expected JSON; got a break at column 2",
    '[{"a": ' + "9" * 5000 + "}]": "line 1: expected JSON; got a number or brackets without end",
    "[" * 100_000: f"line 1: expected JSON; got {BRACKETS}",
    "[[1], [2]]": f"line 1: expected a list of judgments; got {SHAPE}",
    '[{"a": [1]}]': f"line 1: expected a list of judgments; got {SHAPE}",
    '[{"a": 1},\n{"by":\n [{"a": 1, "a": 2}]}]': "line 3: expected each key once; got an object with the key 'a' twice",
    '{"b": 1, "b": 1}\n{"b": 1}': "line 1: expected each key once; got an object with the key 'b' twice",
    '{"a": 1}\n{"b": 1, "b": 1}': "line 2: expected one JSON object on each line; got an object with the key 'b' twice",
    'judge,item,score\nA,x,"{""a"": 1, ""a"": 2}"\nB,x,3': "line 2, column 'score': expected a number as score (if "
    """these are labels, choose labels, or list them in order); got '{"a": 1, "a": 2}'""",
    '[{"rater": "Ann", "score": 4}]': "record 1 (line 1): expected a ",
    '{"rater": "A"}\n' * 2: "line 1: expected a ",
}


@each(("text", "begins"), FAULTY.items())
def test_json_that_is_broken_or_holds_no_judgments_is_told_once_in_our_words(text, begins):
    with pytest.raises(RatingsRefused) as refused:
        open_table(text.encode())
    (fault,) = refused.value.faults
    assert fault.startswith(begins)
    assert fault.count(": line") == 0


def test_pairs_count_by_the_place_that_won_and_a_word_for_neither_is_refused():
    table = open_table(content("pairs.csv")).table
    assert table.items[:2] == ("q1: x before y", "q1: y before x")
    capitals = open_table(content("pairs.csv").replace(b"a,b,winner,judge", b"A,B,Winner,Judge")).table
    assert np.array_equal(capitals.ratings, table.ratings)
    with pytest.raises(
        RatingsRefused, match=r"a judge .judge or rater or annotator.*got columns 'a', 'b', 'winner'"
    ):
        open_table(b"a,b,winner\nx,y,a\n")
    assert table.labels == ("first", "second", "tie")
    assert table.ratings[0].tolist()[:3] == [0, 0, 2] and table.ratings[1].tolist()[:3] == [0, 1, 0]
    for wrong, expected in ((b"Ann,2", "ab or ba"), (b"draw", "a, b, tie or a name in these columns")):
        with pytest.raises(RatingsRefused, match=expected):
            open_table(content("pairs.csv").replace(b"Ann,ba" if wrong == b"Ann,2" else b"tie", wrong))


def test_pairs_need_no_item_and_the_same_two_are_one_question_in_either_order():
    text = "judge,first,second,score\nAnn,x,y,first\nBo,x,y,second\nAnn,y,x,first\nBo,y,x,first\n"
    table = open_table(text.encode()).table
    assert table.pairs == (("x and y", "x", "y"), ("x and y", "y", "x"))
    without_item = content("pairs.csv").replace(b"q3", b"q1").replace(b"item", b"note")
    assert open_table(without_item).table.pairs[0] == ("x and y", "x", "y")


def test_a_pair_without_a_judge_is_left_out_and_one_without_an_order_has_its_first_shown_first():
    notes = open_table(content("pairs.csv")).options.origin
    assert notes == ("Read as pairs of a and b.", WORDS)
    lacking = open_table(content("pairs.csv").replace(b"Ann,", b",", 1)).options.origin
    assert lacking == (notes[0], "1 row without a judge or an item left out.", WORDS)
    unordered = content("pairs.csv").replace(b"order", b"note")
    orders = open_table(unordered, options=CsvOptions(repeats="first")).options.origin
    assert orders == (notes[0], "Without a column order, a is read as shown first.", WORDS)


def test_a_text_that_is_read_as_it_came_keeps_its_separator_and_what_is_made_of_it_has_commas():
    text = 'judge;item;score\nAnn;1;"{""rating"": 4}"\nBo;1;"{""rating"": 5}"\n'
    semicolons = CsvOptions(separator="semicolon")
    as_it_came = open_table(text.encode(), options=semicolons)
    assert (as_it_came.text, as_it_came.options.separator) == (text, "semicolon")
    assert as_it_came.table.ratings.tolist() == [[4], [5]]
    chosen = open_table(text.encode(), options=semicolons, where={"judge": ["Bo"]})
    assert (chosen.text, chosen.options.separator) == ("judge,item,score\nBo,1,5\n", None)


@pytest.mark.parametrize(
    ("text", "roles", "sure"),
    [
        ("judge,item,a,b\nAnn,1,4,x\nBo,1,5,y\n", ("judge", "item", "score", None), True),
        ("name,a,b\nx,1,2\n", (None, "score", "score"), False),  # which is the item?
        ("doc,Ann,Bo\n1,4,good\n2,5,bad\n", ("item", "score", None), False),  # a number is no label
        ("judge,1,2\nA,7.5,\nB,-,8\nC,NA,?\n", ("judge", "score", "score"), True),  # some are missing
    ],
)
def test_a_column_is_what_its_name_says_and_a_score_where_it_holds_numbers(text, roles, sure):
    look = look_at(text.encode())
    assert (look.roles, look.sure) == (roles, sure)


def test_rows_can_be_chosen_by_a_column_of_2_to_12_different_texts():
    rows = "".join(f"J{n},{n % 12},{n},x\n" for n in range(13))
    values = look_at(f"judge,item,score,same\n{rows}".encode()).values
    assert values == tuple(("item", str(n)) for n in range(12))


def test_every_entry_has_its_file():
    assert {tool.partition(": ")[0] for tool, _ in FILES.values()} == {one.tool for one in EXPORTS}


def test_a_fault_of_json_has_its_record_its_line_and_its_field():
    broken = content("argilla.json").decode().replace('"value": 5,', '"value": "five",', 1)
    text = json.dumps(json.loads(broken), indent=1)
    begins = text[: text.index('"value": "five"')].count("\n")
    with pytest.raises(RatingsRefused) as refused:
        open_table(text.encode(), level="interval")
    (fault,) = refused.value.faults
    assert fault.startswith(f"record 5 (line {begins}), column 'responses.value': expected a number")
    with pytest.raises(RatingsRefused) as refused:
        open_table(lines(*({"judge": who, "item": 1, "score": who} for who in ("1", "Bo"))).encode())
    assert refused.value.faults[0].startswith("line 2, column 'score': ")


def test_what_one_judge_was_asked_twice_is_of_a_second_judge_by_number():
    told = json.loads(content("promptfoo.json"))
    for one in told["results"]["results"]:
        judged = one["gradingResult"]["componentResults"]
        judged += judged[:1] * 2
    table = open_table(json.dumps(told).encode()).table
    assert [name.rpartition("mini")[2] for name in table.judges if "mini" in name] == ["", " (2)", " (3)"]
    assert np.array_equal(table.ratings[0], table.ratings[3])


def test_several_labels_of_a_judge_are_one_label_unless_there_is_another_score():
    told = [("Ann", 1, ["b", "a"]), ("Bo", 1, ["a", "b"]), ("Ann", 2, ["a"]), ("Bo", 2, [])]
    rows = [{"rater": judge, "item": item, "label": labels} for judge, item, labels in told]
    table = open_table(lines(*rows).encode()).table
    assert table.labels == ("a", "a + b")
    assert np.array_equal(table.ratings, [[1, 0], [1, np.nan]], equal_nan=True)
    scored = open_table(lines(*({**one, "score": n} for n, one in enumerate(rows))).encode()).table
    wide = open_table(lines(*({"item": n, "Ann": n, "Bo": 5, "label": ["a"]} for n in (1, 2))).encode()).table
    assert (scored.ratings.tolist(), wide.ratings.tolist()) == ([[0, 2], [1, 3]], [[1, 2], [5, 5]])
    assert scored.notes == wide.notes == ("Read as a list of JSON records.",)
    cells = 'judge,item,score\nA,x,"[""b"", ""a""]"\nB,x,"[1, 2]"\n'
    assert read_ratings(cells, level="nominal").labels == ("[1, 2]", "a + b")


def test_rows_are_chosen_by_a_value_and_judges_and_items_are_made_of_several_columns():
    rows = [
        {"model": "m", "run": run, "task": task, "turn": turn, "name": name, "score": task + turn + run}
        for run in (1, 2) for task in (1, 2) for turn in (1, 2) for name in ("tone", "truth")
    ]  # fmt: skip
    several = CsvOptions(columns={"judge": "model, run", "item": "task,turn", "score": "score"})
    opened = open_table(lines(*rows).encode(), options=several, where={"name": ["tone"]})
    assert opened.table.judges == ("m · 1", "m · 2")
    assert opened.table.items == ("1 · 1", "1 · 2", "2 · 1", "2 · 2")
    assert "Only rows where name is tone: 8 of 16." in opened.table.notes
    again = read_ratings(opened.text, options=opened.options)
    assert np.array_equal(again.ratings, opened.table.ratings)
    with pytest.raises(RatingsRefused, match=r"to be 'wit' in some row; got 'tone', 'truth'"):
        open_table(lines(*rows).encode(), options=several, where={"name": ["wit"]})


CLARITY = "judge,item,clarity,depth,comment\nAnn,1,4,3,x\nBo,1,5,2,y\n"
SEVERAL = {
    CLARITY: (("Ann", "Bo"), ("1 · clarity", "1 · depth"), [[4, 3], [5, 2]]),
    'judge,item,all\nAnn,1,"{""clarity"": 4, ""depth"": 3}"\nBo,1,"{""clarity"": 5, ""depth"": 2, ""why"": ""?""}"\n': (
        ("Ann", "Bo"),
        ("1 · clarity", "1 · depth"),
        [[4, 3], [5, 2]],
    ),
    lines(
        *(
            {"judge": who, "item": 1, "all": {"clarity": at, "depth": 3}}
            for at, who in enumerate(("Ann", "Bo"))
        )
    ): (("Ann", "Bo"), ("1 · clarity", "1 · depth"), [[0, 3], [1, 3]]),
    'item,all\n1,"[{""grader"": ""A"", ""score"": 3}, {""grader"": ""B"", ""score"": 4}]"\n': (
        ("A", "B"),
        ("1",),
        [[3], [4]],
    ),
    lines({"item": 1, "by": [{"grader": "A", "score": 3}, {"grader": "B", "score": 4}]}): (
        ("A", "B"),
        ("1",),
        [[3], [4]],
    ),
    'item,all\n1,"{""A"": ""bad"", ""B"": ""good""}"\n': (("A", "B"), ("1",), [[0], [1]]),
    'judge,item,label\nA,1,"[""bad""]"\nB,1,"[""bad"", ""odd""]"\n': (("A", "B"), ("1",), [[0], [1]]),
    lines({"judge": "A", "item": 1, "score": 4, "label": ["x"]}): (("A",), ("1",), [[4]]),
}
"""Rows and cells with several scores: on several dimensions, or of several judges."""


@pytest.mark.parametrize("text", SEVERAL)
def test_several_scores_in_a_row_or_in_a_cell_are_dimensions_or_judges(text):
    opened = open_table(text.encode())
    judges, items, scores = SEVERAL[text]
    assert (opened.table.judges, opened.table.items, opened.table.ratings.tolist()) == (judges, items, scores)
    again = read_ratings(opened.text, level=opened.level, options=opened.options)
    assert (again.items, again.dimensions) == (items, opened.table.dimensions)


def test_columns_of_several_scores_are_those_that_were_named_and_a_word_in_one_is_a_fault():
    opened = open_table(
        CLARITY.encode(), options=CsvOptions(columns={"score": "depth, comment"}), level="nominal"
    )
    assert opened.table.dimensions == ("depth", "comment")
    of_two_groups = open_table(b"judge,item,a.tone,b.truth\nAnn,1,4,3\nBo,1,5,2\n")
    assert of_two_groups.table.dimensions == ("a.tone", "b.truth")
    assert "Read as scores: 'clarity', 'depth'." in open_table(CLARITY.encode()).table.notes
    with pytest.raises(RatingsRefused, match=r"line 4, column 'clarity': expected a number"):
        open_table((CLARITY + "Cy,1,x,3,\n").encode())
    with pytest.raises(RatingsRefused, match="beside one for the dimension"):
        open_table(b"judge,item,aspect,a,b\nAnn,1,x,4,3\n")


def test_numbers_and_labels_in_one_export_are_told_apart_by_a_value():
    score = {"traceId": "t", "source": "ANNOTATION", "dataType": "", "stringValue": None}
    rows = [
        score | {"traceId": trace, "authorUserName": who, "name": name, "value": 1, "stringValue": text}
        for who in ("Ann", "Bo") for trace in "tu" for name, text in (("tone", "good"), ("count", None))
    ]  # fmt: skip
    mixed = open_table(lines(*rows).encode())
    assert "4 of them are numbers: choose rows by a value to read one kind." in mixed.table.notes
    counts = open_table(lines(*rows).encode(), where={"name": ["count"]})
    assert counts.level == "interval" and "All scores are numbers." in counts.table.notes


def test_judges_who_toss_a_coin_over_many_models_do_not_agree_and_one_who_takes_the_first_is_told():
    draw = random.Random(1)
    battles = []
    for question in range(150):
        first, second = draw.sample("uvwxyz", 2)
        for judge, winner in (
            ("ann", "model_a"),
            *((who, draw.choice(("model_a", "model_b"))) for who in ("bo", "cy")),
        ):
            for models in ((first, second), (second, first)):
                one = battle(question, judge, winner)
                battles.append(one | {"model_a": models[0], "model_b": models[1]})
    opened = open_table(lines(*battles).encode())
    panel = panel_of(opened.table, opened.level)
    assert not panel.report.agreement.alpha.above(0.1)
    assert panel.pairs.orders["ann"].first.value == panel.pairs.orders["ann"].contradicted.value == 1.0
    assert panel.pairs.orders["ann"].first.above(0.5)
    assert not panel.pairs.orders["bo"].first.above(0.6)


def test_words_as_scores_are_labels_in_one_sentence_and_a_word_among_numbers_is_a_fault():
    found = open_table(b"judge,item,score\nAnn,1,good\nBo,1,bad\n")
    assert (found.level, len(found.options.origin)) == ("nominal", 1)
    assert kind_of(b'[{"judge": "A", "item": 1, "score": "good"}]') == "ratings"
    assert kind_of(b'[{"role": "user", "content": "4"}]') == "talk"
    found = open_table(lines({"judge": "A", "item": 1, "score": "good"}).encode())
    assert (found.level, found.table.notes) == ("nominal", ("Read as a list of JSON records.", WORDS))
    with pytest.raises(RatingsRefused) as refused:
        open_table(b"judge,item,score\nAnn,1,7\nBo,1,bad\n")
    assert "line 3" in str(refused.value)
