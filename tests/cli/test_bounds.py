"""What the command line is given is read within bounds, or refused in one sentence."""

import json
import os
import resource
import sys

import pytest

from debate_core.importing.dialogues import NotBrought
from debate_core.importing.documents.artifact import MAX_BYTES
from debate_core.importing.documents.text import DEPTH, read_strict
from tests.each import each

STUDY = 'name = "S"\ntopics = "{}"\npairs = [["simulated:debater", "simulated:debater"]]\n'


@each(("ending", "text"), [("json", "[" * 100_000), ("toml", "a = " + "[" * 100_000)])
def test_a_study_of_nothing_but_brackets_is_refused_in_words(tmp_path, call, ending, text):
    file = tmp_path / f"study.{ending}"
    file.write_text(text)
    said = call("study", "run", file)
    assert (said.status, said.text) == (2, "")
    assert said.err.startswith(f"split-decision: study.{ending}: expected ")


def test_a_configuration_of_nothing_but_brackets_is_refused_in_words(tmp_path, call):
    (tmp_path / "a.json").write_text("[" * 100_000)
    assert "levels deep" in call("run", "--config", tmp_path / "a.json").err


@pytest.mark.skipif(not os.path.exists("/dev/zero"), reason="no such file here")
@each("words", [("review",), ("judge",), ("import",), ("agree",), ("study", "run"), ("reviews", "import")])
def test_a_file_without_an_end_is_read_no_further_than_may_be_brought(tmp_path, store, call, words):
    endless = tmp_path / ("zero.toml" if words[0] == "study" else "zero.csv")
    if not endless.is_symlink():
        endless.symlink_to("/dev/zero")
    said = call(*words, endless)
    assert said.status != 0
    assert "Traceback" not in said.err


def test_standard_input_without_an_end_is_read_no_further_either(store, call, monkeypatch):
    with open("/dev/zero") as endless:
        monkeypatch.setattr(sys, "stdin", endless)
        said = call("review", "-")
    assert (said.status, said.err.count("\n")) == (2, 1)
    assert f"over {MAX_BYTES // 1_000_000} MB" in said.err


def test_a_study_whose_rows_could_not_be_written_is_not_begun(tmp_path, store, call):
    said = call("versus", "simulated:a", "simulated:b", "--out", tmp_path / "none" / "rows")
    assert (said.status, said.text, store.exists()) == (2, "", False)
    assert said.err.startswith("split-decision: --out: expected ")


@each("secret", ["root:x:0:0:secret", 'a,"secret', "topic\nfine\n,secret"])
def test_a_refused_file_of_topics_is_not_quoted(tmp_path, call, secret):
    (tmp_path / "private").write_text(secret)
    (tmp_path / "study.toml").write_text(STUDY.format("private"))
    said = call("study", "run", "--check", tmp_path / "study.toml")
    assert said.status == 2
    assert "secret" not in said.err


def test_the_check_of_a_study_refuses_a_model_that_nobody_serves(tmp_path, call):
    (tmp_path / "study.json").write_text(
        json.dumps({"name": "S", "topics": ["A topic?"], "pairs": [["mine:m", "mine:m"]]})
    )
    said = call("study", "run", "--check", tmp_path / "study.json")
    assert said.status == 2 and said.err.endswith(" or a server you named; got 'mine'\n")


@pytest.mark.slow
def test_depth_is_counted_before_anything_is_built():
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    with pytest.raises(NotBrought, match="levels deep"):
        read_strict(("[" * 2_000 + "]" * 2_000 + ",") * 1_500, "a.json")
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 20_000
    assert read_strict(f"[{'[' * (DEPTH - 1)}{']' * (DEPTH - 1)}]", "a.json")
    assert read_strict('["' + "[" * 500 + '\\"[["]', "a.json")
    with pytest.raises(NotBrought, match="fewer objects, lists or values"):  # 300 MB were it built
        read_strict(f"[{'[[[[]]]],' * 600_000}[]]", "a.json")
    assert len(read_strict(f'["{"[" * 300_000}"]', "a.json")) == 1


def test_a_string_without_an_end_costs_no_more_than_its_length():
    with pytest.raises(NotBrought, match="is broken"):
        read_strict('"' + '\\"' * 1_000_000, "a.json")
