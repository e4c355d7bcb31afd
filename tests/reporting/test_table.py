"""What a table of ratings says of its judges, block by block."""

from dataclasses import replace

import pytest

from debate_core.domain.errors import SetUpError
from debate_core.library.report import ratings
from debate_core.library.report.ratings import against
from debate_core.library.report.table import panel_of
from debate_core.measuring.estimate import Estimate
from debate_core.ratings import read_ratings
from debate_core.reporting.formats import plain_text
from debate_core.reporting.table import table_document
from tests.each import each

SHROUT_FLEISS = "judge,a,b,c,d,e,f\nA,9,6,8,7,10,6\nB,2,1,4,1,5,2\nC,5,3,6,2,6,4\nD,8,2,8,6,9,7\n"
UNLIKE = "judge,a,b,c,d,e,f\nA,1,2,3,4,5,6\nB,6,1,5,2,4,3\nC,2,6,1,5,3,4\n"
ALIKE = "judge,a,b,c,d,e,f,g,h\nA,9,6,8,7,10,1,3,5\nB,9,6,8,7,10,2,3,5\nC,9,7,8,7,9,1,3,4\n"


def document_of(text, level="interval", **options):
    return table_document(panel_of(read_ratings(text, level=level, **options), level), "t.csv")


def rows_of(block, place=0):
    """The rows of a block's table by their first cell."""
    return {row[0]: row[1:] for row in block.tables[place].rows}


@each(
    ("text", "title", "advised"),
    [
        (ALIKE, "Agreement among the three judges is high", "Average the scores and decide."),
        (UNLIKE, "Agreement among the three judges is poor", "Look for the cause before you average."),
        (SHROUT_FLEISS, "Agreement looks poor; six items can't tell us more", "More items, more judges"),
        ("judge,a,b\nA,3,3\nB,3,3\n", "Agreement can't be computed", "Every score is the same"),
        ("judge,a,b\nA,3,4\nB,3,5\n", "Can't tell how far the two judges agree", "Fewer than 3 cases"),
    ],
)
def test_the_finding_and_its_advice_are_no_narrower_than_the_interval(text, title, advised):
    block = document_of(text).block("agreement")
    assert block.title == title
    gauge, *_ = block.figure.gauges
    words = f"{block.sentence} {gauge.sentence}"
    assert advised in words
    advice = [one for one in ("decide.", "before you average.", "To know") if one in words]
    assert len(advice) <= 1


def test_the_advice_on_a_table_speaks_of_no_lead():
    block = document_of(UNLIKE).block("agreement")
    assert "lead" not in f"{block.sentence}{block.figure.gauges}"


def test_each_coefficient_stands_under_its_term_and_for_whom_it_holds():
    # McGraw & Wong's figures of the table of Shrout & Fleiss: .71, .91, .29, .62, .17, .44.
    block = document_of(SHROUT_FLEISS).block("reliability")
    assert block.title == "Reliability of the panel's average is fair to high"
    found = {
        name.rpartition("(ICC")[2]: (round(one.value, 2), whose)
        for name, (one, whose, _) in rows_of(document_of(SHROUT_FLEISS).block("agreement")).items()
        if "(ICC" in name
    }
    assert found == {
        "(C,1))": (0.71, "this panel"),
        "(C,k))": (0.91, "this panel"),
        "(A,1))": (0.29, "similar panels"),
        "(A,k))": (0.62, "similar panels"),
        "(1))": (0.17, "similar panels"),
        "(k))": (0.44, "similar panels"),
    }
    assert "For 0.80 you need about 2 judges (likely 1 to 8)." in block.sentence


def test_an_average_that_tells_nothing_apart_is_too_unreliable():
    # B undoes what A says, so that the items' averages hardly differ.
    text = "judge," + ",".join(f"i{n}" for n in range(12)) + "\n"
    text += "A," + ",".join(str(n % 6 + 1) for n in range(12)) + "\n"
    text += "B," + ",".join(str(6 - n % 6 + n % 2) for n in range(12)) + "\n"
    title = document_of(text).block("reliability").title
    assert title.startswith("The panel's average is too unreliable: ") and title.endswith("we require 0.50")


PAIRS = """judge,question,first,second,score
Ann,q1,ada,bob,first
Bo,q1,ada,bob,second
Ann,q2,bob,ada,tie
Bo,q2,bob,ada,first
"""


def test_nothing_is_forecast_of_larger_panels_where_items_differ_less_than_errors():
    below = document_of("judge,1,2,3\nA,5,6,7\nB,5,7,8\nC,4,,-99\n").block("reliability")
    assert [one.title for one in below.tables] == ["Where the differences between scores come from"]
    above = document_of("judge,1,2,3\nA,5,6,7\nB,5,7,8\nC,4,6,9\n").block("reliability")
    assert len(above.tables) == 2


def test_the_cells_of_pairs_have_the_winners_names():
    assert rows_of(document_of(PAIRS, "nominal").block("items")) == {
        "q1: ada before bob": ("ada (differs)", "bob (differs)", Estimate(value=0.5)),
        "q2: bob before ada": ("tie (differs)", "bob (differs)", Estimate(value=0.5)),
    }
    (row, _) = document_of(PAIRS, "nominal").block("items").figure.rows
    assert [cell.text for cell in row.cells[0]] == ["ada", "bob"]


LABELS = "judge,a,b,c,d\nA,poor,good,fair,fair\nB,poor,good,good,fair\n"


def test_labels_have_every_figure_that_has_a_meaning_for_them():
    ordered = document_of(LABELS, "ordinal", categories=["poor", "fair", "good"]).block("agreement")
    known = [name for name, (one, *_) in rows_of(ordered).items() if one.value is not None]
    assert [name for name in known if "label" in name.lower()] == [
        "Labels (Fleiss' kappa)",
        "Labels, near misses counted (ordinal alpha)",
        "The same label beyond chance (AC1)",
        "The same label, share of pairs (percent agreement)",
        "Labels (Cohen's kappa)",
        "Labels, near ones counted, by quadratic weights (weighted kappa)",
        "Labels, near ones counted, by quadratic weights (Cohen's weighted kappa)",
        "Labels, near ones counted, by quadratic weights (AC2)",
    ]
    assert rows_of(ordered)["The same label, share of pairs (percent agreement)"][0].value == 0.75
    plain = rows_of(document_of(LABELS, "nominal").block("agreement"))
    assert "no order" in plain["Labels, near ones counted, by quadratic weights (AC2)"][0].reason


def test_a_confidence_is_never_certain():
    text = plain_text(document_of(UNLIKE))
    assert "0.80               under 1%" in text


def apart(items, score):
    """Of two dimensions, one far above the other, by judges of whom ``score`` says what each gives."""
    return "judge,item,dimension,score\n" + "".join(
        f"{judge},i{at},{dimension},{base + points}\n"
        for dimension, base in (("low", 1), ("high", 20))
        for at in range(items)
        for judge, points in score(at).items()
    )


APART = apart(6, lambda at: {"Ann": at * 2 % 5, "Bo": at * 3 % 5})


def test_dimensions_that_differ_in_level_are_no_agreement():
    document = document_of(APART)
    block = document.block("agreement")
    assert block.title == "Agreement among the two judges, by dimension: alpha is 0.31 on each"
    alike = apart(14, lambda at: dict.fromkeys("AB", at % 5) | {"C": at % 5 + (at in (2, 7))})
    title = document_of(alike).block("agreement").title
    assert title == "On each dimension agreement among the three judges is high: alpha is 0.98 on each"
    assert "Average" not in block.sentence and "Over all dimensions at once" in block.notes[0]
    assert set(rows_of(document.block("by_dimension"))) == {"low", "high"}
    # No picture says how such a mixture looks, so no column does.
    assert [one.title for one in block.tables[0].columns] == ["Measure", "Value", "For"]
    assert "For 0.80" not in document.block("reliability").sentence


def test_items_stand_widest_apart_first_and_a_missing_score_is_missing():
    block = document_of("judge,a,b,c\nAnn,5,5,9\nBo,4,,2\nCem,4,5,3\n").block("items")
    assert block.title.startswith("The judges are furthest apart on c")
    assert block.tables[0].rows[0][0] == "c"
    assert rows_of(block)["b"][1] == "missing"
    # As its distance is: adjusted for strict and lenient judges.
    assert block.tables[0].rows[0][1] == "7.1 (+2.4)"


def test_an_items_scores_and_distances_tell_one_average():
    """Found in a review: "9 +0.9", "8 +0.3", "7 −1.2", whole scores beside distances of adjusted ones."""
    rows = document_of(SHROUT_FLEISS).block("items").figure.rows
    for row in rows:
        averages = [float(one.text) - one.value for one in row.cells[0]]
        assert max(averages) - min(averages) <= 0.1 + 1e-9


def test_of_labels_the_finding_counts_the_disputed_and_of_two_judges_neither_has_most():
    document = document_of(LABELS, "nominal")
    block = document.block("items")
    assert block.title == "They disagree on 1 of 4 items that both judged"
    first, second, *_ = ([cell.depth for cell in row.cells[0]] for row in block.figure.rows)
    assert (first, second) == ([1.0, 1.0], [0.0, 0.0])
    assert [one.title for one in document.block("agreement").figure.gauges] == [
        "Do their labels agree?",
        "By another measure?",
    ]
    three = document_of("judge,a\nA,x\nB,x\nC,y\n", "nominal").block("items")
    assert [cell.depth for cell in three.figure.rows[0].cells[0]] == [0.0, 0.0, 1.0]


def test_of_very_many_judges_each_item_has_its_ends():
    text = "judge,a,b\n" + "".join(f"J{n},{n % 5},{n % 3}\n" for n in range(13))
    few, block = document_of(text.rpartition("J12")[0]).block("items"), document_of(text).block("items")
    assert len(few.tables[0].columns) == 14 and few.figure and not block.figure
    assert [one.title for one in block.tables[0].columns][1:4] == ["Lowest", "Highest", "Scores"]
    assert block.tables[0].rows[0][:4] == ("a", "0.3 (J5)", "3.3 (J9)", 13)


def test_judges_who_differ_by_their_strictness_alone_are_furthest_apart_on_no_item():
    block = document_of("judge,1,2,3\nA,3,,\nB,4,,5\nC,,,2\n").block("items")
    assert (block.title, "furthest" in block.sentence) == ("The judges differ on no item", False)


def test_judges_who_scored_nothing_in_common_have_no_strictness():
    block = document_of("judge,a,b,c,d\nA,1,2,,\nB,,,2,5\n").block("judges")
    assert block.title == "Strictness can't be told"
    assert "A and judge B scored none in common" in block.sentence
    assert all(row[1] is None for row in block.tables[0].rows)
    assert document_of(SHROUT_FLEISS).block("judges").sentence.startswith("How far a judge scores below")


def test_a_side_is_named_only_by_the_rules():
    sides = "judge,PRO-1,PRO-2,CON-1,CON-2\nAnn,{},8,3,2\nBo,8,9,2,3\nCem,8,8,3,\n"
    assert document_of(sides.format(9)).block("sides").title == "PRO argued better"
    # A table's judges are taken to share as much as models do, and where that alone bars a side it is ahead.
    said = document_of(sides.format(9)).block("sides").sentence
    assert "If the judges share 34% of their chance mistakes, it is likely between PRO +" in said
    near = "judge,PRO-1,PRO-2,PRO-3,CON-1,CON-2,CON-3\nA,8,6,7,7,6,5\nB,7,8,6,5,6,7\nC,7,7,8,6,5,6\nD,8,6,6,7,5,6\n"
    ahead = document_of(near).block("sides")
    assert ahead.title == "No call: PRO is ahead" and "between CON +" in ahead.sentence
    even = document_of("judge,PRO-1,PRO-2,CON-1,CON-2\nAnn,5,6,5,6\nBo,6,5,6,5\nCem,5,5,6,6\n").block("sides")
    assert even.title == "No call" and "argued better" not in f"{even.sentence}{even.tables}"


@pytest.mark.parametrize("unit", [0.001, 0.1, 1.0, 10.0])
def test_whatever_a_scale_is_counted_in_the_same_is_said_of_sides_and_distances(unit):
    scores = ((8.0, 8.2, 7.8, 3.6, 3.7, 3.5), (8.1, 8.2, 7.9, 3.6, 3.8, 3.5), (8.0, 8.3, 7.8, 3.7, 3.7, 3.6))
    lines = [
        f"{judge},{','.join(f'{one * unit:.4f}' for one in row)}"
        for judge, row in zip("ABC", scores, strict=True)
    ]
    document = document_of("judge,PRO-1,PRO-2,PRO-3,CON-1,CON-2,CON-3\n" + "\n".join(lines))
    sides, items = document.block("sides"), document.block("items")
    assert sides.title == "PRO argued better"
    low, high = {0.001: ("0.0035", "0.0083"), 0.1: ("0.35", "0.83"), 1.0: ("1", "10"), 10.0: ("35", "83")}[
        unit
    ]
    assert f"run from {low} to {high}." in sides.notes[0]
    # the average of the three is 8.033 once their strictness is taken out, the second's score is 8.067
    assert "(0" not in items.tables[0].rows[0][2] and items.tables[0].rows[0][2].endswith(")")


def test_a_table_is_about_its_size_and_not_about_where_it_is_kept():
    assert document_of(ALIKE).about == "3 judges, 8 items, 24 scores. Numbers, even steps."


@each(
    ("others", "title"),
    [
        ("52714683", "These judges agree more than those of people.csv"),
        ("12345687", "Can't tell whether these judges agree more than those of people.csv"),
    ],
)
def test_judges_agree_more_than_others_only_where_the_interval_of_the_difference_says_so(others, title):
    scores = zip("abcdefgh", "12345678", others, strict=True)
    there = read_ratings("item;p1;p2\n" + "".join(";".join(row) + "\n" for row in scores))
    here = read_ratings(ALIKE)
    panel, held = panel_of(here, "interval"), against(here, there, "interval", "people.csv")
    panel = replace(panel, report=panel.report.model_copy(update={"against": held}))
    block = table_document(panel, "t.csv").block("against")
    assert block.title == title
    (one, _), (other, _), (difference, _) = rows_of(block).values()
    assert difference.value == pytest.approx(one - other)


@pytest.mark.parametrize("fits", [False, True])
def test_what_is_too_much_to_list_is_left_out_and_counted(monkeypatch, fits):
    monkeypatch.setattr(ratings, "LISTED", 2 + fits)
    monkeypatch.setattr(ratings, "SEGMENTS", 1 + fits)
    rows = ("A,a,x,s", "A,b,y,t", "B,a,z,s", "B,b,y,t")
    found = ratings.report_ratings(
        read_ratings("\n".join(("judge,item,score,segment", *rows)), level="nominal"), "nominal"
    )
    assert (
        (found.categories, [*found.agreement.by_segment]) == (("x", "y", "z"), ["s", "t"])
        if fits
        else (None, [])
    )
    left_out = {"There are 3 different labels.", "Alpha by segment is left out: there are 2 segments."}
    assert left_out & {*found.notes} == (set() if fits else left_out)


def test_a_table_of_other_items_is_not_compared():
    tables = [read_ratings(f"judge,{names}\nA,1,2,3,4\nB,2,1,3,4\n") for names in ("a,b,c,d", "e,f,g,h")]
    with pytest.raises(SetUpError, match="got 'a', 'b', 'c', 'd' and 'e', 'f', 'g', 'h'"):
        against(*tables, "interval", "t.csv")


def test_labels_have_no_strict_judges_and_no_average():
    document = document_of("judge,a,b,c\nA,x,y,x\nB,y,x,y\n", "nominal")
    assert document.block("items").figure.groups[0].title == "Each judge’s answer"
    said = plain_text(replace(document, blocks=(document.block("agreement"),)))
    assert "Scores (alpha)" in said and "lenient judges lower" not in said and "average " not in said


@each(
    ("ann", "title"),
    [
        ((6, 3, 8, 4), "No judge is clearly strict or lenient"),
        ((3, 2, 6, 1), "ann is the strictest judge, bo the most lenient"),
    ],
)
def test_a_judge_is_the_strictest_only_where_that_is_clear_of_its_error(ann, title):
    """Ann is 0.13 below the panel, with a standard error of 0.31; or 1.25 below, with one of 0.14."""
    scores = {"ann": ann, "bo": (5, 5, 8, 4)}
    rows = [f"{judge},{item},{one}" for judge, given in scores.items() for item, one in enumerate(given)]
    block = document_of("\n".join(["judge,item,score", *rows])).block("judges")
    assert block.title == title
    assert [column.title for column in block.tables[0].columns] == [
        "Judge",
        "Strictness",
        "Standard error",
        "Scores",
    ]
