"""`review` in a shell: exit 0 whatever the verdict, 3 where `--fail-on` names it; its forms; other commands on it."""

import io
import json
import sys

import pytest

from debate_core import composition
from debate_core.cli import main, parser
from debate_core.cli.review import _config
from debate_core.domain.artifact import ARTIFACT_RUBRIC
from debate_core.domain.errors import SetUpError
from debate_core.simulated import Simulated
from debate_core.store import SQLiteStore
from debate_core.store.events import TextReviewed
from tools.examples.review import POLICY

pytestmark = pytest.mark.slow


@pytest.fixture
def review(fill):
    """Review the example's policy with simulated reviewers."""
    return lambda *words: fill("review", POLICY, "--seed", "3", *words)


@pytest.fixture
def name(review, call):
    """The id of such a review."""
    review()
    return call("list", "--json").json[0]["id"]


def test_a_review_is_printed_as_json(review):
    found = review("--context", "For a clinic.", "--json").json
    assert found["verdict"] == "no_call"
    assert found["artifact"]["context"] == "For a clinic."
    assert len(found["reviewers"]) == 5 and found["findings"]
    assert found["deliberation"]["rounds"] == 0


@pytest.mark.parametrize("form", ["md", "sarif"])
def test_a_review_has_its_forms_and_report_gives_the_same(review, call, form):
    shown = review("--as", form)
    assert shown.status == 0
    name = call("list", "--json").json[0]["id"]
    assert call("report", name, "--as", form).out == shown.out


def test_word_comes_as_a_file_with_comments(name, monkeypatch):
    from docx import Document

    with io.TextIOWrapper(io.BytesIO()) as out:
        monkeypatch.setattr(sys, "stdout", out)
        assert main(["report", name, "--as", "docx"]) == 0
        document = Document(io.BytesIO(out.buffer.getvalue()))
    assert "Retention and deletion of records" in " ".join(one.text for one in document.paragraphs)
    assert list(document.comments)


def test_in_a_terminal_it_is_a_summary_in_plain_words_that_says_how_to_have_all(review, call):
    said = review().out
    assert said.startswith(
        "retention-policy.md  [Simulated]\n  Markdown, 40 lines. 5 of 5 reviewers answered."
    )
    assert "[ ] Line 12: Name a period" in said and "Line 21, security: critical" not in said
    more = said.splitlines()[-1].partition("debate_core ")[2].partition(" (")[0].split()
    assert "Line 21, security: critical" in call(*more).out


@pytest.mark.parametrize(("verdicts", "status"), [(["PASS", "no_call"], 0), (["CONDITIONAL", "FAIL"], 3)])
def test_the_exit_status_depends_on_the_verdict_where_it_is_asked(call, store, monkeypatch, verdicts, status):
    monkeypatch.setattr(composition, "model_factory", lambda access: lambda name, ask: Simulated(ask))
    words = [word for one in verdicts for word in ("--fail-on", one)]
    found = call("review", POLICY, "--seed", "3", "--json", "--reviewer-model", "ollama:m", *words)
    assert (found.status, json.loads(found.text)["verdict"]) == (status, "FAIL")


def test_simulated_reviewers_pass_nothing_however_bad_and_can_not_stand_in_ci(call, store, tmp_path):
    bad = tmp_path / "bad.md"
    bad.write_text("Delete all backups daily. Mail patient records to anybody. The password is hunter2.")
    found = call("review", bad, "--seed", "1", "--json").json
    assert (found["verdict"], "give no verdict" in found["reasons"][0]) == ("no_call", True)
    assert [row["verdict"] for row in call("list", "--json").json] == ["no_call"]
    for words in ([], ["--reviewer", "Lawyer=ollama:m", "--reviewer", "QA evaluator=simulated:standard"]):
        refused = call("review", bad, "--fail-on", "FAIL", *words)
        assert (refused.status, "--reviewer-model MODEL or --reviewer NAME=MODEL" in refused.err) == (2, True)


def test_reviewers_and_their_models_are_chosen_by_name(review):
    found = review("--reviewer", "security analyst", "--reviewer", "Lawyer=simulated:standard", "--json").json
    named = [(one, "simulated:standard") for one in ("Security analyst", "Lawyer")]
    assert [(row["name"], row["model"]) for row in found["reviewers"]] == named


def test_a_text_comes_from_standard_input_too(call, store, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"Data is kept as long as necessary.")))
    found = call("review", "-", "--name", "rule.md", "--json").json
    assert (found["artifact"]["name"], found["artifact"]["media"]) == ("rule.md", "markdown")


def test_people_are_seated_in_the_report_of_a_review_when_asked_for(name, call, store):
    before, held = call("report", name, "--as", "md").out, SQLiteStore(store)
    scores = dict.fromkeys(ARTIFACT_RUBRIC.keys, 3)
    held.append(name, [TextReviewed(person="Ana", verdict="PASS", scores=scores, reason="Fine.", blind=True)])
    held.close()
    alone, seated = (call("report", name, "--json", *more).json for more in ((), ("--people",)))
    assert (alone["with_people"], "seated" in alone) == (seated["verdict"], False)
    assert (seated["seated"], seated["without_people"]) == (["Ana"], alone["verdict"])
    assert seated["people"][0]["weight"] == pytest.approx(1 / 6)
    assert seated["agreement"]["alpha"] != alone["agreement"]["alpha"]
    told = call("report", name, "--as", "md").out.splitlines()
    assert [line for line in before.splitlines() if line not in told] == []
    assert "Without them the verdict would be" in call("report", name, "--people", "--as", "md").out
    exported = call("reviews", "export")
    assert "Left out: what people scored of 1 text" in exported.err
    assert "Ana" not in exported.out


def test_commands_on_debates_take_a_review_or_refuse_it_in_words(name, call):
    row = call("list", "--json").json[0]
    told = row["kind"], row["topic"], row["status"], row["judges"]
    assert told == ("artifact", "retention-policy.md", "finished", "5 of 5 reviewers")
    assert "retention-policy.md  Text · 5 of 5 reviewers · simulated" in call("list").out
    assert json.loads(call("replay", name).out.splitlines()[0])["event"]["kind"] == "artifact_opened"
    for words in (["truth", name, "PRO"], ["report", name, "--rules", "classic"], ["resume", name]):
        refused = call(*words)
        assert (refused.status, "split-decision: " in refused.err) == (2, True), words
    assert call("people", "--json").status == call("history", "--json").status == 0
    assert call("reviews", "export").status == 0


def test_reviewers_deliberate_with_the_review_or_later_and_the_verdict_stays(review, call):
    found = review("--deliberate", "--rounds", "1", "--json").json
    talk = found["deliberation"]
    assert (talk["rounds"], talk["accord"], talk["accord_after"]) == (1, None, None)
    assert talk["accord_reason"].startswith("simulated reviewers")
    (one,) = talk["per_round"]
    assert {"accord_before", "accord_after", "disagreements", "moves"} <= set(one)
    assert {"judge", "dimension", "from", "to", "label", "because"} <= set(one["moves"][0])
    assert all(part["why_null"]["verdict"].startswith("simulated reviewers") for part in one["evaluations"])
    name = call("list", "--json").json[0]["id"]
    more = call("deliberate", name, "--rounds", "2", "--json").json
    assert more["deliberation"]["rounds"] == 2
    assert more["verdict"] == found["verdict"]
    assert "Round 2" in call("report", name, "--as", "text").out
    audit = json.loads(call("report", name, "--as", "audit").out)
    assert (audit["review"], audit["rounds"], audit["first_accord"]) == (name, 2, talk["accord"])
    assert [one["round"] for one in audit["per_round"]] == [1, 2] and "answers" not in audit
    whole = json.loads(call("report", name, "--as", "audit", "--answers").out)["answers"]
    assert {one["round"] for one in whole} == {0, 1, 2} and len({one["judge"] for one in whole}) == 5
    assert all(json.loads(one["answer"])["verdict"] for one in whole if not one["faults"])
    _, answers = call("report", name, "--as", "audit-md", "--answers").out.split("Every answer as it came")
    assert answers.count("\n| 2 | ") == sum(one["round"] == 2 for one in whole)
    for words in (["--rounds", "2"], ["--evaluations", "3"]):
        refused = review(*words)
        assert (refused.status, f"{words[0]} works only with --deliberate" in refused.err) == (2, True)
    assert call("report", name, "--answers").status == 2
    near = " ".join(review("--deliberate", "--threshold", "0.1").out.split())
    assert (
        "No round of discussion was held The reviewers' verdicts are close enough, but mean nothing." in near
    )


def test_a_file_names_reviewers_with_briefs_and_what_is_scored_and_options_change_it(tmp_path):
    """All that the page of a text lets one choose."""
    file, polite = tmp_path / "panel.json", {"key": "tone", "question": "?", "low": "rude", "high": "kind"}
    two = [{"name": "Editor", "brief": "Plain words.", "weight": 0.6}, {"name": "Clerk"}]
    more = {"cap": 900, "budget": {"calls": 40}, "deliberation": {"rounds": 1}}
    file.write_text(json.dumps({"reviewers": two, "rubric": [polite], **more}), "utf-8")

    def chosen(*words):
        return _config(parser("review").parse_args(["review", str(POLICY), "--config", str(file), *words]))

    config = chosen("--weight", "clerk=.4", "--rounds", "2", "--budget-tokens", "90000")
    seats = [(one.name, one.brief, one.weight) for one in config.reviewers]
    assert seats == [("Editor", "Plain words.", 0.6), ("Clerk", "", 0.4)]
    assert (config.rubric.keys, config.rubric.scale.high, config.cap) == (("tone",), 3, 900)
    assert (config.deliberation.rounds, config.budget.calls, config.budget.tokens) == (2, 40, 90_000)
    other = chosen(
        "--reviewer", "Poet=ollama:m: rhymes", "--reviewer", "Clerk", "--reviewer-model", "ollama:n"
    )
    seats = [(one.name, one.brief, one.model) for one in other.reviewers]
    assert seats == [("Poet", "rhymes", "ollama:m"), ("Clerk", "", "ollama:n")]
    for wrong, why in {
        "7": "reviewers: expected a list",
        '["A"]': "reviewers: name: expected a value",
    }.items():
        file.write_text(f'{{"reviewers": {wrong}}}', "utf-8")
        with pytest.raises(SetUpError, match=why):
            chosen()


def test_reviewers_weights_are_chosen(review):
    found = review("--weight", "QA evaluator=0.85", "--json").json
    weights = {one["name"]: one["weight"] for one in found["reviewers"]}
    assert weights["QA evaluator"] == pytest.approx(0.5) and sum(weights.values()) == pytest.approx(1)
    wrongs = {"Nobody=1": "with NAME one of Technical", "QA evaluator=none": "weight: expected a number"}
    for wrong, why in wrongs.items():
        refused = review("--weight", wrong)
        assert (refused.status, why in refused.err) == (2, True), refused.err
