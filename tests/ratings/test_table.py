"""A table of ratings is read whole, long or wide, or refused with every bad line."""

import codecs
import csv
import functools
import io
import itertools
import json
import pathlib

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from debate_core.domain.errors import RatingsRefused, SetUpError
from debate_core.domain.imported import NOTHING, CsvOptions
from debate_core.importing.files import kind_of
from debate_core.library.report.ratings import report_ratings
from debate_core.measuring.krippendorff import LEVELS
from debate_core.ratings import decode, open_table, read_ratings
from debate_core.ratings.sheet import Faults, csv_sheet
from tests.approved import check_approved, fact_text
from tests.each import each

pytestmark = pytest.mark.slow

nan = float("nan")
FIXTURES = sorted((pathlib.Path(__file__).parents[1] / "fixtures" / "agreement").glob("*.json"))
LONG = "judge,item,score\n"
WIDE = "judge,a,b\n"

SCORES = [
    [7.5, 8, 6.5, 4, 3.5, 5],
    [8, 8.5, 7, 3.5, 3, 4.5],
    [6, 7, 5.5, 5, 4.5, 6],
    [None, 8, 6, 4, None, 5],
]
_SHORT = {"U": "UPHELD", "P": "partially upheld", "R": "Refuted", "?": "uncertain"}
STANDINGS = [[_SHORT[letter] for letter in row] for row in ("UUPRRP", "UUURRR", "UPPPR?", "UUPRRR")]


def written(rows):
    said = io.StringIO()
    csv.writer(said).writerows(rows)
    return said.getvalue()


def wide(table):
    items = [f"I{i}" for i in range(len(table[0]))]
    return written([["judge", *items], *([f"J{j}", *row] for j, row in enumerate(table))])


def long_rows(table):
    return [[f"J{j}", f"I{i}", score] for j, row in enumerate(table) for i, score in enumerate(row)]


def long(table):
    return written([["judge", "item", "score"], *long_rows(table)])


def faults(text, **options):
    with pytest.raises(RatingsRefused, match="nothing was computed") as caught:
        read_ratings(text, **options)
    return caught.value.faults


def read(text, level="interval", **options):
    """The report on that table."""
    return report_ratings(read_ratings(text, level=level, **options), level)


def figures(found):
    return [round(one, 4) for one in (found.kappa.value, found.alpha_standings.value, found.ac1.value)]


def test_the_worked_example_gives_its_figures_from_one_long_table_and_from_two_wide_ones():
    both = [[*row, label] for row, label in zip(long_rows(SCORES), itertools.chain(*STANDINGS), strict=True)]
    found = read(written([["judge", "item", "score", "standing"], *both])).agreement
    assert round(found.alpha.value, 4) == 0.8133
    assert figures(found) == [0.4315, 0.7776, 0.4963]
    assert round(read(wide(SCORES)).agreement.alpha.value, 4) == 0.8133
    labels = read(wide(STANDINGS), "nominal")
    assert figures(labels.agreement) == [0.4315, 0.7776, 0.4963]
    assert labels.categories == ("REFUTED", "UNCERTAIN", "PARTIALLY_UPHELD", "UPHELD")
    assert "four rulings" in labels.notes[0]
    assert round(read(wide(STANDINGS), "ordinal").agreement.alpha.value, 4) == 0.7776


@each("file", FIXTURES)
def test_every_published_table_is_read_alike_in_both_forms_and_gives_its_figures(file):
    case = json.loads(file.read_text(encoding="utf-8"))
    expected, near = case["expected"], functools.partial(pytest.approx, abs=case["tolerance"])
    declared = [str(label) for label in case["categories"] or ()] or None
    for level in (level for level in LEVELS if f"alpha_{level}" in expected):
        options = {"categories": declared} if level in ("nominal", "ordinal") else {}
        table, turned = (read_ratings(form(case["data"]), level=level, **options) for form in (wide, long))
        assert np.array_equal(table.ratings, turned.ratings, equal_nan=True)
        assert (table.judges, table.items, table.labels) == (turned.judges, turned.items, turned.labels)
        found = report_ratings(table, level).agreement
        assert found.alpha.value == near(expected[f"alpha_{level}"])
        assert (found.alpha.value is None) <= (found.alpha.reason is not None)
        if level == "nominal":
            assert found.kappa.value == near(expected["fleiss_kappa"])
            assert found.percent.value == near(expected["pa"])


def test_ac1_rests_on_the_declared_number_of_categories_else_on_those_given_and_says_so():
    case = json.loads(next(f for f in FIXTURES if f.stem == "edge_unused_category_ac1").read_text())
    text = wide(case["data"])
    found = read(text, "nominal", categories=list("1234567")).agreement
    assert found.ac1.value == pytest.approx(case["extra"]["gwet_ac1_q7"])
    observed = read(text, "nominal")
    assert "AC1 counts the 5 categories that were given" in observed.notes[-1]
    undeclared = observed.agreement
    assert undeclared.ac1.value == pytest.approx(case["expected"]["gwet_ac1"])
    assert undeclared.alpha_standings.value is None
    assert "order" in undeclared.alpha_standings.reason
    assert undeclared.kappa.value == pytest.approx(case["expected"]["fleiss_kappa"])


NO_NUMBER = {
    " (if these are labels, choose labels, or list them in order)": "abc inf 1_000 ７ ٣ −5 0x10 1e5_0",
    ", with a decimal point (or say decimal comma)": "7,5 1,000",
    ", with a decimal point": "1,000,000",
    " (or say that none is missing)": "none",
    ", between -1e+100 and 1e+100": "1e400 1e101",
}
ONE_SCORE = "one score for each judge and item (or say which counts, the first or the last)"
BAD_LONG = {
    "A,x,7,5": "line 2: expected 3 values as in the header; got 4 (quote a value with a separator)",
    "A,x": "line 2: expected 3 values as in the header; got 2",
    ",x,7": "line 2, column 'judge': expected a judge's name; got none",
    "A, ,7": "line 2, column 'item': expected an item's name; got none",
    "A,x,7\n\nA,y,8\n A , x ,9": f"line 5: expected {ONE_SCORE}; got judge 'A' with item 'x' "
    "again (first on line 2)",
    'A,"x\ny",7\nA,z,!': "line 4, column 'score': expected a number as score (if these are labels, "
    "choose labels, or list them in order); got '!'",
    'A,x,7\nB,"y,8\nC,z,9\n': "line 3: expected a row of comma-separated values; got a quote that is opened and never "
    "closed (up to line 4)",
    'A,x,7\nB,"y"z,8': "line 3: expected a row of comma-separated values; got something other than a separator after a "
    'closing quote (a quote inside is written "")',
    "A,x,7\nB,\0,8": "line 3: expected text in UTF-8; got a NUL character (is it UTF-16, or not a text file?)",
    'A,x,7\nB,y,"'
    + "8" * 200_000: "line 3: expected a row of comma-separated values; got one cell of over 131,072 "
    "characters (is a quote never closed?)",
    "": "line 1: expected ratings below the header; got none",
    "A,x,NA\nB,x,": "line 3: expected ratings below the header; got none",
    "\n\n": "line 1: expected ratings below the header; got none",
}


BAD_WIDE = {
    "": "line 1: expected a header and ratings; got an empty file",
    " \n,,\n": "line 1: expected a header and ratings; got an empty file",
    "judge\nA\n": "line 1: expected a header such as judge,item,score, or with a column for each judge or item; got "
    "columns 'judge'",
    "judge|a|b\nA|1|2\n": "line 1: expected columns separated by commas, semicolons or tabs; got a header with bars: "
    "'judge|a|b'",
    "\n\njudge,a,b\n": "line 3: expected ratings below the header; got none",
    "judge,a,a\nA,1,2\n": "line 1: expected every item in one column; got 'a' in columns 2 and 3",
    "judge,a,\nA,1,2\n": "line 1: expected a name for every item; got none in column 3",
    "Ann,7.5,8\nBo,6,7\n": "line 1: expected a header with names of judges or items (is there none?); got "
    "numbers: 7.5, 8",
    "Ann,8,7\nBo,6,7\n": "line 1: expected a header with names of judges or items (is there none?); got numbers: 8, 7",
    "Ann,8,8\nBo,6,7\n": "line 1: expected a header with names of judges or items (is there none?); got numbers: 8, 8",
    WIDE + "A,1,2\nB,1\n": "line 3: expected 3 values as in the header; got 2",
    WIDE
    + "A,1,2\nB,1,2,3\n": "line 3: expected 3 values as in the header; got 4 (quote a value with a separator)",
    WIDE + "A,1,2\nB,2,3\nA,1,2\n": f"line 4: expected {ONE_SCORE}; got judge 'A' with item 'a' "
    "again (first on line 2)",
    WIDE + ",1,2\n": "line 2, column 'judge': expected a judge's name; got none",
    WIDE + "A,1,x\n": "line 2, column 'b': expected a number as score "
    "(if these are labels, choose labels, or list them in order); got 'x'",
    "judge,item,score,standing\nA,x,7,maybe\n": "line 2, column 'standing': expected a standing out of REFUTED, "
    "UNCERTAIN, PARTIALLY_UPHELD, UPHELD (or nothing); got 'maybe'",
}
NO_SUCH = "(name it, or say whether rows are judges or items); got columns "
BAD_HEADERS = {
    "judge,item\nA,x\n": f"a column score {NO_SUCH}'judge', 'item'",
    "judge,score,standing\nA,1,UPHELD\n": f"a column item {NO_SUCH}'judge', 'score', 'standing'",
    "judge,item,score,Score\nA,x,1,1\n": "one column for the score (name it); got 'score', 'Score'",
    "rater,doc,sentence,label\nA,x,1,1\n": "one column for the item (name it); got 'doc', 'sentence'",
    "name,a,b\nA,1,1\n": "a first column called judge or item (or say which the rows are); got 'name'",
    ",a,b\nA,1,1\n": "a first column called judge or item (or say which the rows are); got none",
    "judge,a;b\nA,1;2\n": "one separator (say whether comma or semicolon); got both in 'judge,a;b'",
}
BAD = BAD_WIDE | {LONG + body: said for body, said in BAD_LONG.items()}
BAD |= {header: f"line 1: expected {said}" for header, said in BAD_HEADERS.items()}
BAD |= {
    f'{LONG}A,x,"{text}"': f"line 2, column 'score': expected a number as score{expected}; got {text!r}"
    for expected, texts in NO_NUMBER.items()
    for text in texts.split()
}


@each("text", BAD)
def test_a_bad_line_is_told_with_its_number_what_was_expected_and_what_came(text):
    assert faults(text) == (BAD[text],)


def test_every_bad_line_is_told_at_once_ten_of_them_in_the_message():
    body = "".join(f"J{n},x,bad\n" for n in range(25))
    with pytest.raises(RatingsRefused) as caught:
        read_ratings(LONG + body + "K,x,7\n")
    assert len(caught.value.faults) == 25
    lines = str(caught.value).splitlines()
    assert lines[0] == "25 faults; nothing was computed"
    assert len(lines) == 12
    assert lines[-1] == "  and 15 more"
    assert len(faults(LONG + "".join(f"J{n},x,bad\n" for n in range(1_001)))) == 1_000
    with pytest.raises(RatingsRefused) as caught:
        read_ratings(LONG + "".join(f"J{n},x,bad\n" for n in range(10)))
    assert len(str(caught.value).splitlines()) == 11
    # No number, too short, again, too long.
    several = faults(LONG + "A,x,1\nA,y,bad\nB,x\nA,x,2\nB,x,1,2\n")
    assert [one.partition(":")[0].partition(",")[0] for one in several] == [
        "line 3",
        "line 4",
        "line 5",
        "line 6",
    ]


def test_a_column_without_a_name_is_told_by_its_number_and_the_first_thousand_faults_by_their_lines():
    sheet = csv_sheet("a,\n1,2\n", Faults(), None)
    sheet.fault(0, 1, "a name", "none")
    with pytest.raises(RatingsRefused) as refused:
        sheet.faults.close()
    assert refused.value.faults == ("line 2, column '2': expected a name; got none",)
    faults = Faults()
    for line in (*range(1_002, 1, -1), 5):
        faults.add(line, "x", f"{faults.count}")
    with pytest.raises(
        RatingsRefused, match=r"^1,002 faults; nothing was computed\n  line 2: [^\0]* 992 more$"
    ) as refused:
        faults.close()
    assert [len(refused.value.faults), refused.value.faults[-1]] == [1_000, "line 1000: expected x; got 2"]
    assert refused.value.faults[3:5] == ("line 5: expected x; got 997", "line 5: expected x; got 1001")
    faults.close(1_001)


def test_what_came_is_clipped_and_cannot_steer_a_terminal():
    said = faults(LONG + "A,x,\x1b[31m\u202e" + "9" * 500)[0]
    assert said.isprintable()
    assert len(said) < 200


def test_columns_come_in_any_order_and_case_and_a_missing_score_may_have_a_standing():
    table = read_ratings(" Standing ,SCORE,Item,JUDGE\nUpheld,, x ,A\npartially_UPHELD,7,x,B\n,8,y,A\n")
    assert (table.form, table.judges, table.items) == ("long", ("A", "B"), ("x", "y"))
    assert np.array_equal(table.ratings, [[nan, 8], [7, nan]], equal_nan=True)
    assert np.array_equal(table.places, [[3, nan], [2, nan]], equal_nan=True)
    assert table.categories == ("REFUTED", "UNCERTAIN", "PARTIALLY_UPHELD", "UPHELD")
    assert read_ratings("rater,judge,item,score\nR,A,x,7\nR,B,x,8\n").judges == ("A", "B")


def test_declared_categories_take_the_place_of_the_standings():
    text = "judge,item,score,standing\nA,x,7,hi\nB,x,6,lo\nA,y,2,lo\nB,y,1,lo\n"
    table = read_ratings(text, categories=["lo", "hi"])
    assert np.array_equal(table.places, [[1, 0], [0, 0]])
    assert table.categories == ("lo", "hi")
    assert faults(text, categories=["lo", "high"])[0].startswith(
        "line 2, column 'standing': expected a standing out of lo, high"
    )
    with_labels = read_ratings(text.replace(",7,", ",good,"), level="nominal", categories=["lo", "hi"])
    assert set(with_labels.labels) == {"1", "2", "6", "good"}


@each("categories", [[], ["a"], ["a", "a"], ["a", ""], ["1", "1.0"]])
def test_categories_must_be_two_or_more_different_and_of_something(categories):
    with pytest.raises(SetUpError, match="two or more, all different"):
        read_ratings(WIDE + "A,1,2\n", level="nominal", categories=categories)
    with pytest.raises(SetUpError, match="column standing"):
        read_ratings(WIDE + "A,1,2\n", categories=["a", "b"])


def test_a_byte_order_mark_line_endings_and_blank_lines_change_nothing():
    plain = read_ratings(WIDE + "A,1,2\nB,3,4\n")
    for text in (
        "\ufeff" + WIDE + "A,1,2\nB,3,4",
        (WIDE + "A,1,2\nB,3,4\n").replace("\n", "\r\n"),
        (WIDE + "A,1,2\nB,3,4\n").replace("\n", "\r"),
        "\n\n,,\n" + WIDE + "\nA,1,2\n,,\nB, 3 ,4\n\n,,\n",
    ):
        again = read_ratings(text)
        assert np.array_equal(again.ratings, plain.ratings)
        assert (again.judges, again.items) == (plain.judges, plain.items)
    for end in ("\n", "\r\n", "\r"):  # Line numbers are an editor's whatever ends the lines.
        text = f'judge,item,score{end}A,"x{end}x",7{end}{end}B,y,bad{end}'
        assert faults(text)[0].startswith("line 5, column 'score': ")


def test_quoted_commas_quotes_and_line_breaks_belong_to_a_name():
    table = read_ratings('judge,"a, b","c ""d"""\n"Ann\nLee",1,2\n')
    assert table.items == ("a, b", 'c "d"')
    assert table.judges == ("Ann\nLee",)


def test_decoding_takes_utf_8_with_or_without_its_mark_and_names_the_line_of_anything_else():
    assert decode("\ufeffé,a".encode()) == decode("é,a".encode()) == "é,a"
    with pytest.raises(RatingsRefused, match=r"line 3: expected text in UTF-8; got the byte 0xe9 \(save"):
        decode(b"judge,a\nA,1\n\xe9,2\n")
    with pytest.raises(RatingsRefused, match=r"line 2: expected text in UTF-8; got the byte 0x00 \(save"):
        decode("a\n".encode("utf-16") + b"\x00\xd8")
    assert decode("e\u0301".encode()) == "é"


UNICODE_TEXT = "judge\titem\tscore\r\nAnn\tÉ\t7\r\nBo\tÉ\t8\r\n"


@pytest.mark.parametrize(
    "content",
    [
        codecs.BOM_UTF16_LE + UNICODE_TEXT.encode("utf-16-le"),
        codecs.BOM_UTF16_BE + UNICODE_TEXT.encode("utf-16-be"),
        ("sep=;\r\n" + UNICODE_TEXT.replace("\t", ";")).encode("utf-8-sig"),
        ("SEP=,\n" + UNICODE_TEXT.replace("\t", ",").replace("Ann", '"Ann"')).encode(),
        b"sep=;\r\nwho;q, first;q, second\r\nAnn;7;8\r\nBo;8;8\r\n",
    ],
    ids=["utf_16_le", "utf_16_be", "sep", "sep_quoted", "sep_decides"],
)
def test_what_excel_writes_is_read_as_it_stands_and_again_as_it_is_stored(content):
    options = CsvOptions(rows="judges") if b"who" in content else NOTHING
    opened = open_table(content, options=options)
    assert (opened.table.judges, opened.table.ratings[:, 0].tolist()) == (("Ann", "Bo"), [7, 8])
    assert kind_of(content, "scores.csv") == kind_of(content) == "ratings" or options.rows
    again = read_ratings(opened.text, level=opened.level, options=opened.options)
    assert (again.items, again.judges) == (opened.table.items, opened.table.judges)


def test_the_line_that_tells_excel_the_separator_counts_as_a_line():
    with pytest.raises(RatingsRefused, match=r"line 4, column 'score'.* got '7x'"):
        open_table(b"sep=;\njudge;item;score\nA;x;7\nB;x;7x\n", level="interval")


def test_labels_are_one_when_they_are_the_same_text_or_the_same_number():
    table = read_ratings("judge,a,b,c\nA,1,x,X\nB,1.0,x,\n", level="nominal")
    assert table.labels == ("1", "X", "x")
    assert table.ratings[0, 0] == table.ratings[1, 0]
    assert np.isnan(table.ratings[1, 2])
    assert table.notes == ("'X' and 'x' count as different labels.",)
    assert read_ratings(WIDE + "Ann,1,2\nann,2,1\n").notes == ("'Ann' and 'ann' count as different judges.",)


@pytest.mark.parametrize("level", LEVELS)
def test_the_usual_marks_of_a_missing_score_are_missing_and_said(level):
    marks = ["", "NA", "n/a", "#N/A", "NaN", ".", "?", "-", "–", "—"]
    table = read_ratings(wide([[1, *marks], range(1, 12)]), level=level)
    assert np.isnan(table.ratings[0, 1:]).all()
    assert not np.isnan(table.ratings[0, 0])
    assert table.notes[-1] == "Read as missing: 'NA', 'n/a', '#N/A', 'NaN', '.' … (9 in all)."


def test_a_mark_that_was_declared_is_a_label_and_a_word_that_may_be_either_is_asked_about():
    declared = read_ratings(WIDE + "A,yes,NA\nB,yes,no\n", level="nominal", categories=["NA", "no", "yes"])
    assert declared.ratings.tolist() == [[2, 0], [2, 1]]
    text = WIDE + "A,yes,none\nB,yes,no\n"
    assert "say whether none is a label or missing" in faults(text, level="nominal")[0]
    assert np.isnan(read_ratings(text, level="nominal", options=CsvOptions(missing=("none",))).ratings[0, 1])
    assert "a label beside +" in faults(WIDE + "A,+,-\nB,+,+\n", level="nominal")[0]
    signs = read_ratings(WIDE + "A,+,-\nB,+,+\n", level="nominal", categories=["-", "+"])
    assert signs.ratings.tolist() == [[1, 0], [1, 1]]


RULED, WORDY = "judge,item,score,standing\nA,x,7,Upheld\nB,x,6,Refuted\n", WIDE + "A,poor,good\nB,fair,good\n"
ORDER = {"categories": ["poor", "fair", "good"]}


@each(
    ("text", "options", "declared", "ordered"),
    [
        (RULED, {}, True, True),
        (WORDY, {"level": "nominal"}, False, False),
        (WORDY, {"level": "nominal", **ORDER}, True, False),
        (WORDY, {"level": "ordinal", **ORDER}, True, True),
        (WIDE + "A,UPHELD,REFUTED\nB,UPHELD,UNCERTAIN\n", {"level": "nominal"}, True, True),
        (WIDE + "A,1,2\nB,2,3\n", {"level": "ordinal"}, False, True),
    ],
)
def test_what_kappa_is_of_is_declared_or_ordered_where_somebody_or_the_names_say_so(
    text, options, declared, ordered
):
    table = read_ratings(text, **options)
    assert (table.declared, table.ordered) == (declared, ordered)


def test_kappa_of_numbers_with_an_order_is_of_their_steps_up_to_50():
    assert read_ratings(WIDE + "A,4,8\nB,8,\n", level="ordinal").places[0].tolist() == [0, 1]
    assert read_ratings(WIDE + "A,4,4\n", level="ordinal").places is None
    for steps, kinds in ((50, 50), (51, 0)):
        assert len(read_ratings(wide([range(steps)]), level="ordinal").categories) == kinds


def test_a_header_of_counting_numbers_is_taken_and_the_first_four_are_said():
    for heads, told in (("1,2,3,4", "1, 2, 3, 4"), ("1,2,3,4,5", "1, 2, 3, 4 …")):
        table = read_ratings(f"judge,{heads}\nA{',7' * len(heads.split(','))}\n")
        assert table.items == tuple(heads.split(","))
        assert table.notes == (f"The first line is read as names of items: {told}",)


TURNED = [[5, 6, None], [7, 7.5, 8], [4, 3, 4], [1, 2, 2]]
"""Four judges, three items."""


def as_rows(first, *heads):
    """Items as rows, under that header."""
    return written([[first, *heads], *([f"I{i}", *row] for i, row in enumerate(zip(*TURNED, strict=True)))])


@each("first", ["item", "Unit", "doc_id", "ID", "subject", "Document ID", "questionNo", "prompt-id"])
def test_a_first_column_called_as_items_are_makes_rows_items(first):
    table = read_ratings(as_rows(first, "Ann", "Bo", "Cy", "Di"))
    assert (table.judges, table.items) == (("Ann", "Bo", "Cy", "Di"), ("I0", "I1", "I2"))
    assert np.array_equal(table.ratings, np.array(TURNED, dtype=float), equal_nan=True)


@each("first", ["judge", "Rater", "annotator_id", "coderID", "Reviewer name"])
def test_a_first_column_called_as_judges_are_makes_rows_judges(first):
    assert read_ratings(as_rows(first, "a", "b", "c", "d")).judges == ("I0", "I1", "I2")


def test_what_the_header_leaves_open_is_read_as_told_or_as_numbered_names_say():
    plain = as_rows("", "a", "b", "c", "d")
    assert read_ratings(plain, options=CsvOptions(rows="items")).judges == ("a", "b", "c", "d")
    assert read_ratings(plain, options=CsvOptions(rows="judges")).judges == ("I0", "I1", "I2")
    assert read_ratings(as_rows("", "rater 1", "rater 2", "rater 3", "rater 4")).items == ("I0", "I1", "I2")
    assert read_ratings(as_rows("", "item1", "item2", "item3", "item4")).judges == ("I0", "I1", "I2")


@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_columns_are_separated_by_commas_semicolons_or_tabs(separator):
    text = 'judge,item,score\nA,x,7\nB,x,8\nA,"y, z; or\tw",6\n'
    rows = csv.reader(io.StringIO(text))
    said = io.StringIO()
    csv.writer(said, delimiter=separator).writerows(rows)
    table = read_ratings(said.getvalue())
    assert (table.judges, table.items) == (("A", "B"), ("x", "y, z; or\tw"))


def test_a_decimal_comma_is_read_where_it_was_said():
    text = "judge;a;b\nA;7,5;8\nB;,5;-1,25\n"
    assert "say decimal comma" in faults(text)[0]
    assert read_ratings(text, options=CsvOptions(decimal_comma=True)).ratings.tolist() == [
        [7.5, 8],
        [0.5, -1.25],
    ]
    assert (
        "with a decimal comma" in faults(text.replace("8", "8.5"), options=CsvOptions(decimal_comma=True))[0]
    )


@each(
    ("cells", "ratings", "note"),
    [
        (("85%", "70 %", "NA"), [85, 70], "Numbers in %."),
        (("8/10", "7.5 / 10", ""), [8, 7.5], "Numbers in /10."),
        (("8/10", "7/20", "1"), None, ""),
        (("85%", "70", "60%"), None, ""),
        (("70", "60", "NA"), [70, 60], None),
    ],
)
def test_scores_all_in_percent_or_out_of_one_number_are_numbers_and_others_beside_them_a_fault(
    cells, ratings, note
):
    text = "judge,x,y,z\nA,{},{},{}\n".format(*cells)
    if ratings is None:
        assert "expected a number as score" in faults(text)[0]
        return
    table = read_ratings(text)
    assert table.ratings[0, :2].tolist() == ratings and np.isnan(table.ratings[0, 2])
    assert (note in table.notes) == (note is not None)
    assert read_ratings(text, level="nominal").labels[0] == min(cells[:2])


LONG_NAMES = (
    "rater,unit,value annotator_id,doc_id,label Coder,Subject,Rating reviewer,id,grade judge,item,score"
)


@each("header", LONG_NAMES.split())
def test_a_long_table_is_known_by_the_names_that_people_use(header):
    table = read_ratings(f"{header},comment,\nA,x,7,good,1\nB,x,8,,2\n")
    assert (table.form, table.judges, table.items) == ("long", ("A", "B"), ("x",))
    assert table.notes == ("Columns that don't count: 'comment', '(no name)'.",)


def test_columns_that_were_named_are_what_they_were_named_as():
    text = "who,doc,sentence,first,second\nA,d1,s1,7,1\nB,d1,s1,8,2\nA,d1,s2,3,3\n"
    columns = {"judge": "who", "item": "Sentence", "score": "second", "cluster": "doc"}
    table = read_ratings(text, options=CsvOptions(columns=columns))
    assert np.array_equal(table.ratings, [[1, 3], [2, nan]], equal_nan=True)
    assert table.clusters == ("d1", "d1")
    assert "one column 'when' as item" in faults(text, options=CsvOptions(columns={"item": "when"}))[0]
    assert "a column each" in faults(text, options=CsvOptions(columns={"item": "doc", "judge": "doc"}))[0]
    assert read_ratings("item,note,A,B\nx,hm,1,2\n", options=CsvOptions(left_out=("note",))).judges == (
        "A",
        "B",
    )


PARTS = """judge,item,dimension,score,segment,cluster
A,x,clarity,7,east,s1
A,x,rigour,6,east,s1
B,x,clarity,8,east,s1
B,y,rigour,4,west,s2
"""


def test_an_item_on_two_dimensions_is_two_of_one_segment_and_cluster():
    table = read_ratings(PARTS)
    assert table.items == ("x · clarity", "x · rigour", "y · rigour")
    assert table.subjects == 2
    assert table.dimensions == ("clarity", "rigour", "rigour")
    assert (table.segments, table.clusters) == (("east", "east", "west"), ("s1", "s1", "s2"))
    assert np.array_equal(table.ratings, [[7, 6, nan], [8, nan, 4]], equal_nan=True)
    without = read_ratings(PARTS, options=CsvOptions(left_out=("cluster",)))
    assert without.clusters == ("x", "x", "y")
    wide_too = read_ratings("item,segment,dimension,A,B\nx,e,c,7,8\nx,e,r,6,\ny,w,r,,4\n")
    assert np.array_equal(wide_too.ratings, table.ratings, equal_nan=True)
    assert wide_too.segments == ("e", "e", "w")


def test_an_item_is_in_one_segment_and_one_cluster_and_everything_has_a_name():
    assert faults(PARTS.replace("8,east", "8,west")) == (
        "line 4, column 'segment': expected every item in one segment (or leave the column out); got 'west' for item "
        "'x', 'east' on line 2",
    )
    assert faults(PARTS.replace("B,y,rigour", "B,y,")) == (
        "line 5, column 'dimension': expected a dimension's name; got none",
    )
    assert faults(PARTS.replace("west,s2", "west,")) == (
        "line 5, column 'cluster': expected a cluster's name; got none",
    )
    assert "again (first on line 2)" in faults(PARTS + "A,x,clarity,7,east,s1\n")[0]


REPEATED = LONG + "A,x,7\nB,x,5\nA,x,9\nA,y,1\nB,y,2\nA,y,3\nA,x,8\n"


def test_repeats_are_one_fault_that_names_their_rows():
    (fault,) = faults(REPEATED)
    assert fault.startswith(
        f"line 4: expected {ONE_SCORE}; got judge 'A' with item 'x' again (first on line 2)"
    )
    assert fault.endswith("; 2 more rows: line 7, line 8")


@each(("counts", "scores"), {"first": [[7, 1], [5, 2]], "last": [[8, 3], [5, 2]]}.items())
def test_of_repeats_the_first_or_the_last_counts_as_somebody_says_and_the_others_are_named(counts, scores):
    table = read_ratings(REPEATED, options=CsvOptions(repeats=counts))
    assert table.ratings.tolist() == scores
    left_out = "line 4, line 7, line 8" if counts == "first" else "line 2, line 4, line 5"
    assert f"the {counts} score counts. Left out, 3 rows: {left_out}." in table.notes[-1]
    assert not any("again" in note for note in read_ratings(LONG + "A,x,7\nB,x,5\n").notes)
    four = read_ratings(LONG + "A,x,7\nB,x,5\n" + "A,x,7\n" * 4, options=CsvOptions(repeats=counts)).notes[-1]
    assert "4 rows: " in four and "…" not in four


NO_PAIR = CsvOptions(rows="items", left_out=("first", "second"))
APPROVED = [
    (PARTS, "interval", {}),
    (PARTS.replace("cluster", "note"), "ordinal", {}),
    (RULED, "interval", {"categories": ["Refuted", "Upheld"]}),
    (WORDY, "ordinal", ORDER),
    (WORDY, "nominal", {}),
    (as_rows("item", "Ann", "Bo", "ann", "Di"), "ratio", {}),
    (as_rows("", "1", "2", "3", "4"), "interval", {"options": CsvOptions(rows="judges", origin=("As told.",))}),
    ("item,first,second,Ann,Bo\nq,x,y,1,2\nr,z,w,2,2\n", "interval", {"options": NO_PAIR}),
    (REPEATED, "interval", {"options": CsvOptions(repeats="last")}),
    (f"{LONG}A,x,85%\nB,x,NA\nB,y,7 %\n", "interval", {}),
    ("judge,first,second,first_text,second_text,score\nA,x,y,one,three,first\nB,x,y,one,three,tie\n", "nominal", {}),
]  # fmt: skip


def test_each_kind_of_table_is_read_as_was_approved():
    tables = (read_ratings(text, level=level, **options) for text, level, options in APPROVED)
    check_approved("ratings/tables", "".join(f"{fact_text(table)}\n" for table in tables))


def test_more_judges_than_items_asks_whether_the_table_is_turned():
    twelve = "judge,a,b\n" + "".join(f"J{n},{n % 5},3\n" for n in range(12))
    assert not read_ratings(twelve).notes
    assert "If rows are items, say so" in read_ratings(f"{twelve}J12,1,3\n").notes[0]


def test_a_table_that_would_not_fit_in_memory_is_refused():
    text = LONG + "".join(f"J{n},I{n},1\n" for n in range(5_000))
    assert "at most 20,000,000 judges × items; got 5,000 judges × 5,000 items" in faults(text)[0]
    with pytest.raises(RatingsRefused, match="a file of at most 50,000,000 bytes; got more"):
        decode(bytes(50_000_001))


def test_negative_scores_have_no_ratio_and_severity_needs_shared_items():
    found = read(WIDE + "A,-1,2\nB,1,2\n", "ratio").agreement
    assert (found.alpha.value, found.alpha.reason) == (None, "negative scores have no ratio")
    assert "zero" in found.consistency.reason
    apart = read(WIDE + "A,1,\nB,,2\n").agreement
    assert apart.consistency.value is None
    assert "judge A and judge B scored none in common" in apart.consistency.reason
    assert apart.alpha.value is None
    assert apart.alpha.reason.startswith("fewer than two have scores")


@each(
    ("judges", "scored_by", "given"),
    [(50, 2, False), (20, 3, False), (6, 3, True), (8, 8, True)],
)
def test_noise_of_judges_with_few_scores_each_is_never_said_to_agree_once_adjusted(judges, scored_by, given):
    """Of 50 judges who drew lots, two for each of 100 items, alpha once adjusted was 0.57."""
    draw = np.random.default_rng(8)
    rows = [
        f"J{judge},I{item},{draw.normal():.4f}\n"
        for item in range(100)
        for judge in draw.choice(judges, scored_by, replace=False)
    ]
    agreement = read(LONG + "".join(rows)).agreement
    once, one = agreement.consistency, agreement.generalizability.relative_one
    assert (once.value is not None) is given and abs(one.value) < 0.2
    assert abs(once.value) < 0.1 if given else "ICC(C,1)" in once.reason


def strings(value):
    """Every text that is a value, however deep."""
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return [value] if isinstance(value, str) else [text for one in inner for text in strings(one)]


@each("body", ["A,1,2\nB,1,1\n", "A,1,\nB,,2\n", "A,1,1\nB,1,1\n", "A,1,2\nB,3,5\n"])
def test_reasons_speak_of_nothing_that_a_table_does_not_have(body):
    """Found in a review: "arguments with a standing" of plain scores."""
    for level in ("nominal", "interval"):
        said = " ".join(strings(read(WIDE + body, level).model_dump(mode="json")))
        assert "argument" not in said
        assert "standing" not in said


def test_hundreds_of_labels_are_counted_and_not_listed():
    text = "judge," + ",".join(f"I{n}" for n in range(300)) + "\n"
    text += "".join(f"{judge}," + ",".join(f"label {n}" for n in range(300)) + "\n" for judge in "AB")
    found = read(text, "nominal")
    assert found.categories is None
    assert found.notes[0] == "There are 300 different labels."
    assert found.agreement.kappa.value == pytest.approx(1.0)


TABLES = (
    st.integers(2, 4)
    .flatmap(
        lambda items: st.lists(
            st.lists(
                st.one_of(st.none(), st.integers(-20, 20).map(lambda n: n / 4)),
                min_size=items,
                max_size=items,
            ),
            min_size=2,
            max_size=5,
        )
    )
    .filter(lambda table: any(score is not None for row in table for score in row))
)


@given(TABLES, st.randoms(use_true_random=False))
def test_long_and_wide_say_the_same_and_the_order_of_lines_does_not_matter(table, random):
    once = read(wide(table)).agreement
    rows = long_rows(table)
    random.shuffle(rows)
    mixed = read(written([["judge", "item", "score"], *rows])).agreement
    assert mixed.alpha.value == pytest.approx(once.alpha.value, abs=1e-9)
    assert mixed.alpha.reason == once.alpha.reason
    assert mixed.without_judge == pytest.approx(once.without_judge, abs=1e-9)
    shared, again = ({frozenset(p.judges): p.alpha.n for p in one.pairs} for one in (once, mixed))
    assert shared == again


@given(st.text(alphabet="judgeitmscor,\n\r\"'; \t01.9-é\0\ufeff", max_size=120))
def test_any_text_is_a_table_or_one_refusal(text):
    try:
        table = read_ratings(text)
    except RatingsRefused as error:
        said = error.faults
    else:
        said = ()
        assert table.ratings.shape == (len(table.judges), len(table.items))
        assert all(itertools.chain(table.judges, table.items))
    assert all(words.startswith("line ") and words.isprintable() for words in said)


@given(st.lists(st.lists(st.floats(-1e100, 1e100), min_size=3, max_size=3), min_size=2, max_size=4))
def test_no_score_within_bounds_gives_anything_but_finite_figures(table):
    for level in LEVELS:
        json.dumps(read(wide(table), level).model_dump(), allow_nan=False)


@pytest.mark.parametrize("text", ["first,second\nA,B\nB,C\n", "item,first,second\n1,A,B\n2,B,C\n"])
def test_pairs_without_an_outcome_are_refused_and_not_read_as_two_judges(text):
    with pytest.raises(RatingsRefused, match="a column score: which of the two is better"):
        read_ratings(text)


def test_two_judges_who_are_called_first_and_second_are_read_by_their_numbers_or_where_one_says_so():
    numbers, words = "item,first,second\n1,3,4\n2,5,5\n", "item,first,second\n1,A,B\n2,B,B\n"
    assert read_ratings(numbers).judges == ("first", "second")
    assert read_ratings(words, level="nominal", options=CsvOptions(rows="items")).judges == (
        "first",
        "second",
    )
