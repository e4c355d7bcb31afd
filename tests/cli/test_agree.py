"""`agree`: a table of ratings from a file, its agreement on standard output; nothing there when a line is bad."""

import io
import re
import sys

import numpy as np
import pytest

from debate_core.library.report.agreement import Agreement
from debate_core.library.report.table import panel_of
from debate_core.ratings import read_ratings
from debate_core.reporting.records import FORMATS, RENDERS
from debate_core.reporting.table import table_document

pytestmark = pytest.mark.slow  # as a whole, some seconds

WIDE = """judge,PRO-1,PRO-2,PRO-3,CON-1,CON-2,CON-3
Technical,7.5,8,6.5,4,3.5,5
Business,8,8.5,7,3.5,3,4.5
Risk,6,7,5.5,5,4.5,6
General,,8,6,4,,5
"""


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "scores.csv"
    path.write_text(WIDE, encoding="utf-8")
    return path


@pytest.fixture
def agree(call):
    return lambda *words: call("agree", *words)


def written(tmp_path, table):
    path = tmp_path / "large.csv"
    rows = [",".join(["judge", *(f"I{i}" for i in range(table.shape[1]))])]
    rows += [",".join([f"J{j}", *(f"{score:g}" for score in row)]) for j, row in enumerate(table)]
    path.write_text("\n".join(rows))
    return path


def test_json_has_the_keys_of_a_reports_agreement_and_says_what_was_read(agree, file):
    said = agree(file, "--json")
    found = said.json
    assert said.err == ""
    more = {"ac1_interval", "percent_interval", "why_null"}
    assert set(found["agreement"]) == {*Agreement.model_fields, *more}
    assert found["file"] == str(file)
    assert (found["form"], found["level"], found["items"]) == ("wide", "interval", 6)
    assert (found["scores"], found["missing"]) == (22, 2)
    assert found["judges"] == ["Technical", "Business", "Risk", "General"]
    assert round(found["agreement"]["alpha"]["value"], 4) == 0.8133
    assert found["agreement"]["ac1"] is None
    assert "no rulings" in found["agreement"]["reasons"]["ac1"]
    assert len(found["agreement"]["pairs"]) == 6
    assert list(found["agreement"]["without_argument"]) == WIDE.splitlines()[0].split(",")[1:]


def test_every_form_is_the_one_that_the_table_has(agree, file):
    document = table_document(panel_of(read_ratings(WIDE), "interval"), str(file))
    assert agree(file, "--as", "text").out == agree(file).out == RENDERS["text"](document)
    assert agree(file, "--as", "json").out == agree(file, "--json").out
    for form in FORMATS:
        assert form.extension == "json" or agree(file, "--as", form.extension).out == form.render(document)
    assert agree(file, "--json", "--as", "md").status == 2


@pytest.mark.parametrize("json_too", [[], ["--json"]])
def test_bad_lines_are_told_on_standard_error_and_nothing_is_printed(agree, file, json_too):
    two_lines = WIDE.replace("Risk,6", "Risk,six").replace("General,,8", "General,,8;")
    not_utf_8 = WIDE.replace("Risk", "Ri\xdfk").encode("latin-1")
    for content, many, told in (
        (two_lines.encode(), "2 faults", "line 4, column 'PRO-1': expected a number"),
        (not_utf_8, "1 fault", "line 4: expected text in UTF-8"),
        (b"judge,item\nA,x\n", "1 fault", "expected a column score (name it"),
    ):
        file.write_bytes(content)
        said = agree(file, *json_too)
        assert (said.status, said.text) == (2, "")
        assert f"{file}: {many}; nothing was computed" in said.err and told in said.err


def test_no_such_file_a_folder_and_impossible_categories_are_wrong_usage(agree, file, tmp_path):
    damaged = tmp_path / "t.xlsx"
    damaged.write_bytes(b"\x8b\x00PK")
    for words in (
        [tmp_path / "none.csv"],
        [tmp_path],
        ["a\0b"],
        [damaged],
        [file, "--at-least", "nan"],
        [file, "--at-least", "2"],
        [file, "--categories", "A,B"],
        [file, "--level", "nominal", "--categories", "A,A"],
        [file, "--level", "nominal", "--categories", '"A'],
    ):
        said = agree(*words)
        assert (said.status, said.text) == (2, "")
        assert re.search("can't be read|can't read|expected", said.err)
    with pytest.raises(SystemExit) as left:
        agree(file, "--level", "cardinal")
    assert left.value.code == 2


def test_a_dash_reads_standard_input(agree, monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(WIDE.encode())))
    assert round(agree("-", "--json").json["agreement"]["alpha"]["value"], 4) == 0.8133


def test_declared_categories_are_said_and_have_an_order_at_ordinal_level(agree, file):
    file.write_text("judge,a,b,c\nA,poor,good,fair\nB,poor,good,good\n")
    names = ("--categories", "poor, fair, good, superb")
    declared = agree(file, "--level", "nominal", *names, "--json").json
    ordered = agree(file, "--level", "ordinal", *names, "--json").json
    assert declared["declared"] is True
    assert declared["labels"]["weighted_kappa"]["value"] is None
    assert ordered["labels"]["weighted_kappa"]["value"] > 0


def test_a_large_table_leaves_out_what_nobody_could_read_and_says_so(agree, tmp_path):
    rng = np.random.default_rng(4)
    table = np.clip(np.rint(rng.uniform(2, 9, 1_640) + rng.normal(0, 1, (50, 1_640))), 1, 10)
    said = agree(written(tmp_path, table), "--json")
    found = said.json["agreement"]
    assert len(said.out) < 200_000
    assert found["alpha"]["interval"] is not None and len(found["without_judge"]) == 50
    assert (found["pairs"], found["without_argument"]) == ([], {})
    assert found["reasons"]["pairs"] == "left out: 1,225 pairs of judges over 1,640 items"
    assert found["reasons"]["without_argument"] == "left out: 1,640 items, more than 200"


def test_a_table_turned_on_its_side_is_computed_quickly_and_asked_about(agree, tmp_path):
    table = np.arange(30_000).reshape(10_000, 3) % 7
    found = agree(written(tmp_path, table), "--json").json
    assert "If rows are items, say so" in found["notes"][-1]
    assert "10,000 judges" in found["agreement"]["consistency"]["reason"]
    assert found["agreement"]["without_judge"] == {}


def test_too_many_different_scores_to_compare_each_with_each_are_undefined_with_a_reason(agree, tmp_path):
    table = np.random.default_rng(1).uniform(1, 10, (2, 10_500)).round(9)
    found = agree(written(tmp_path, table), "--level", "ratio", "--json").json["agreement"]
    assert (found["alpha"]["value"], "at level ratio" in found["alpha"]["reason"]) == (None, True)


def test_what_the_table_does_not_tell_is_asked_and_said_by_an_option(agree, file):
    file.write_text("x,Ann,Bo,Cy\nfirst,7.5,8,6\nsecond,8,8.5,7\n")
    asked = agree(file)
    assert (asked.status, asked.text) == (2, "")
    assert "say which the rows are" in asked.err and "agree --help" in asked.err
    assert len(agree(file, "--items-as-rows", "--json").json["judges"]) == 3
    assert len(agree(file, "--judges-as-rows", "--json").json["judges"]) == 2


APART = """judge,item,dimension,cluster,score
""" + "".join(
    f"{judge},{name},{dimension},{name[0]},{base + (at * step) % 5}\n"
    for dimension, base in (("low", 1), ("high", 20))
    for at, name in enumerate(("a1", "a2", "b1", "b2", "c1", "c2"))
    for judge, step in (("Ann", 2), ("Bo", 3))
)


def test_each_dimension_has_the_alpha_and_the_interval_over_clusters_of_a_table_of_its_own(agree, file):
    file.write_text(APART)
    whole = agree(file, "--json").json["agreement"]["by_dimension"]["low"]
    file.write_text("".join(line + "\n" for line in APART.splitlines() if ",high," not in line))
    alone = agree(file, "--json").json["agreement"]["alpha"]
    assert [whole["value"], *whole["interval"]] == pytest.approx([alone["value"], *alone["interval"]])


GIVEN = {"clear": {"Ann": (4, 2, 5, 1), "Bo": (5, 2, 4, 2)}, "true": {"Ann": (3, 1, 5), "Bo": (2, 1, 4)}}
LONG = "rater,doc,aspect,rating,subset\n" + "".join(
    f"{rater},d{n},{aspect},{rating},{'east' if n < 3 else 'west'}\n"
    for aspect, given in GIVEN.items()
    for rater, ratings in given.items()
    for n, rating in enumerate(ratings, 1)
)


def test_agreement_by_dimension_and_by_segment_with_intervals_over_what_shares_a_source(agree, file):
    file.write_text(LONG)
    said = agree(file, "--json").json
    found = said["agreement"]
    assert (said["items"], said["units"], said["clusters"]) == (4, 7, 4)
    assert set(found["by_dimension"]) == {"clear", "true"}
    assert set(found["by_segment"]) == {"east", "west"}
    assert found["by_dimension"]["true"]["interval"] is not None
    assert "one cluster" in found["generalizability"]["relative_one"]["reason"]
    assert "2 judges, 4 items (7 by dimension), 14 scores." in agree(file).out
    keys = {one["key"] for one in said["blocks"]}
    assert {"by_dimension", "by_segment"} <= keys
    one = agree(file, "--dimension", "aspect", "--leave-out", "subset", "--level", "ordinal", "--json").json
    assert one["labels"]["weighted_kappa"]["value"] > one["agreement"]["kappa"]["value"]
    assert one["labels"]["cohen"]["interval"] is not None


def test_two_tables_of_the_same_items_are_held_against_each_other(agree, file, tmp_path):
    other = tmp_path / "people.csv"
    other.write_text("item;p1;p2\nPRO-1;4;7\nPRO-2;8;5\nCON-1;3;6\nCON-2;6;3\nCON-9;1;1\nPRO-3;5;6\n")
    found = agree(file, "--against", other, "--json").json["against"]
    assert found["items"] == 5
    assert found["value"] == pytest.approx(found["here"] - found["there"])
    assert found["interval"][0] < found["value"] < found["interval"][1]
    assert "5 items of 6 here and 6 there are in both tables" in found["note"]
    assert f"than those of {other}" in agree(file, "--against", other).out.replace("\n    ", " ")
    assert agree(file, "--json").json["why_null"]["against"] == "compared with no other table"
    other.write_text("item;p1;p2\nX;4;7\nY;8;5\n")
    apart = agree(file, "--against", other)
    assert (apart.status, apart.text) == (2, "")
    assert "expected some items in both tables" in apart.err
    other.write_text("item;p1;p2\nPRO-1;poor;good\n")
    assert "expected a number as score" in agree(file, "--against", other).err


def test_who_are_people_is_said_by_name_kept_and_one_nobody_has_is_wrong_usage(agree, call, file):
    said = agree(file, "--people", "Technical,Risk", "--json", "--keep")
    blocks = {block["key"]: block for block in said.json["blocks"]}
    again = {block["key"]: block for block in call("report", said.err.split()[1], "--json").json["blocks"]}
    assert again == blocks and {"people", "stand_in", "human_mean"} <= blocks.keys()
    assert "needs 3 people" in blocks["stand_in"]["sentence"]
    nobody = agree(file, "--people", "Ana")
    assert (nobody.status, nobody.text) == (2, "") and "expected some of the judges" in nobody.err


@pytest.mark.parametrize(("least", "status"), [(0.0, 0), (0.9999, 3)])
def test_at_least_answers_by_its_status_whether_alphas_lower_bound_reaches_it(agree, tmp_path, least, status):
    path = tmp_path / "same.csv"
    rows = [f"{judge},{item},{item + judge / 10}" for judge in range(3) for item in range(12)]
    path.write_text("\n".join(["judge,item,score", *rows]))
    said = agree(path, "--at-least", least)
    assert said.status == status
    assert bool(said.err) == bool(status)
