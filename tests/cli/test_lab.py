"""The lab from a shell: the same figures as the page, and wrong values named with what was expected."""

import pytest

from debate_core.reporting.formats import plain_text
from debate_core.reporting.lab import lab_document, lab_values
from debate_core.verdicts.lab import Question, lab

pytestmark = pytest.mark.slow  # as a whole, some seconds


def test_json_holds_every_size_with_intervals_and_is_what_the_core_gives(call):
    found = call("lab", "--judges", "3", "--gap", "2", "--panels", "20", "--seed", "7", "--json").json
    assert found["simulated"] is True
    assert [size["judges"] for size in found["sizes"]] == [2, 3, 4, 5, 6, 7, 8]
    assert found["asked"] == found["sizes"][1]
    known = lab_values(lab(Question(judges=3, gap=2.0), 20, 7))
    assert (found["sentence"], found["asked"]["gap_off_by"]) == (
        known["sentence"],
        known["asked"]["gap_off_by"],
    )
    own, shared = found["own_errors"], found["shared_errors"]
    assert (own["shared"], shared["related"], shared["shared"]) == (0.0, "all", 0.5)
    assert (own["asked"], own["named_at_a_tie"]) == (found["asked"], found["named_at_a_tie"])
    assert found["changed_thresholds"] == ""


def test_text_is_what_the_core_says_of_the_question(call):
    said = call("lab", "--related", "all", "--shared", "0.8", "--panels", "40", "--rules", "independent")
    asked = Question(related="all", shared=0.8, rules="independent")
    assert (said.status, said.text) == (0, plain_text(lab_document(lab(asked, 40))))


def test_the_worked_example_asks_no_model_and_simulates_nothing(call):
    said = call("lab", "--worked")
    assert (said.status, "Agreement on scores (alpha) is 0.8133" in said.text) == (0, True)
    blocks = call("lab", "--worked", "--json").json["blocks"]
    assert [one["key"] for one in blocks[1:3]] == ["worked-alpha", "worked-kappa"]


def test_changed_thresholds_are_said_in_text_and_json(call):
    words = ("lab", "--panels", "10", "--threshold", "gap_level=.95", "--threshold", "z_gap=.2")
    changed = "level of the lead's interval 0.95 instead of 0.90"
    assert f"Changed thresholds: {changed}." in " ".join(call(*words).out.split())
    assert call(*words, "--json").json["changed_thresholds"] == changed
