"""Every threshold of the rules is an option, and a wrong one is refused."""

import pathlib
from dataclasses import asdict, fields
from typing import get_args, get_type_hints

import pytest

from debate_core.cli.options import help_text
from debate_core.domain.config import Deliberation
from debate_core.domain.options import OneOf, options_of
from debate_core.library.report import ReportSettings
from debate_core.library.report.settings import CHOICES, THRESHOLDS
from debate_core.verdicts.lab import Question
from debate_core.verdicts.rules import Rules, Thresholds, changed_words, rules_of
from tests.each import each

TALK = pathlib.Path(__file__).parents[2] / "examples" / "four-day-week.json"


@pytest.mark.slow
def test_the_thresholds_in_force_stand_in_the_report(run, call):
    whole = run()
    usual, words = whole["settings"]["thresholds"], ("report", whole["debate"], "--json")
    assert usual == asdict(Thresholds())
    assert call(*words, "--as", "json").json == call(*words).json == whole, "asked for twice"
    changed = call(*words, "--threshold", "gap_level=.975", "--threshold", "alpha_alone=yes").json
    assert changed["settings"]["thresholds"] == {**usual, "gap_level": 0.975, "alpha_alone": True}


@each("flag", ["--threshold", *(f"--{name}".replace("_", "-") for name in CHOICES if name != "people")])
@each("words", [("run", "--topic", "A is so"), ("judge", str(TALK)), ("resume", "x")])
def test_how_a_report_is_to_be_read_is_read_before_anything_is_bought(call, store, words, flag):
    found = call(*words, flag, "alpha_least=7")
    assert (found.status, found.text, store.exists()) == (2, "", False)
    assert found.err.startswith(f"split-decision: {flag}") and found.err.count("\n") == 1


def test_a_text_goes_on_only_with_what_can_be_read_of_it(call, store, tmp_path):
    (tmp_path / "rule.md").write_text("Everybody logs in with a password.")
    call("review", tmp_path / "rule.md", "--budget-calls", "1")
    (row,) = call("list", "--json").json
    refused = call("resume", row["id"], "--topic-type", "security", "--budget-calls", "9")
    assert (refused.status, refused.err.endswith("is the review of a text: --topic-type\n")) == (2, True), (
        refused.err
    )
    assert call("list", "--json").json == [row]


def test_classic_rules_read_their_own_thresholds():
    assert rules_of("classic", Thresholds(z_gap=0.2)) == Rules(kind="classic", z_gap=0.2)
    with pytest.raises(ValueError, match="expected 'default', 'independent', 'classic'"):
        rules_of("modern", Thresholds())


def test_a_changed_threshold_reads_apart_from_the_usual_one():
    assert changed_words(Rules()) == ""
    assert changed_words(Rules(divergent_share=0.333)).endswith("0.3330 instead of 0.3333")
    assert changed_words(Rules(divergent_share=1.0)).endswith("1.000 instead of 0.333")
    assert changed_words(Rules(kind="classic", z_variance=2.0)).endswith("2 instead of 3")


def test_every_setting_is_declared_where_it_is_held_and_names_the_values_its_type_has():
    assert [one.name for one in fields(Thresholds)] == list(THRESHOLDS)
    assert set(ReportSettings.model_fields) == {*CHOICES, "thresholds"}
    assert [one.name for one in fields(Question)] == list(options_of(Question))
    for noun in (ReportSettings, Question):
        for name, option in options_of(noun).items():
            if isinstance(option, OneOf):
                typed = {word for one in (get_type_hints(noun)[name],) for word in _literals(one)}
                assert typed == {*option.options, *([None] if option.nothing else [])}, name


def _literals(typed):
    """The words of a Literal, and of None where it is allowed."""
    return [
        word for one in get_args(typed) for word in (get_args(one) or [None if one is type(None) else one])
    ]


def test_what_each_choice_means_is_a_sentence_of_its_own_in_the_help():
    said = help_text(options_of(Deliberation)["probes"])
    assert "what changes then is chance. positions: each sees the others' scores, not their reasons. " in said
    assert ".." not in said
