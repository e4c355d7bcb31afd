"""Every threshold of the rules is an option, and a wrong one is refused."""

import json
from dataclasses import asdict, fields
from typing import get_args, get_type_hints

import pytest

from debate_core.cli import main
from debate_core.lab import Question
from debate_core.options import OneOf, options_of
from debate_core.report import ReportSettings
from debate_core.report.settings import CHOICES, THRESHOLDS
from debate_core.rules import Rules, Thresholds, changed_words, rules_of


@pytest.fixture(scope="module")
def debate(tmp_path_factory):
    path = str(tmp_path_factory.mktemp("thresholds") / "debates.sqlite3")
    assert main(["run", "--topic", "Should cities ban cars?", "--seed", "3", "--store", path]) == 0
    return path


def report(capsys, path, *words):
    capsys.readouterr()
    assert main(["list", "--json", "--store", path]) == 0
    name = json.loads(capsys.readouterr().out)[0]["id"]
    code = main(["report", name, "--json", "--store", path, *words])
    return code, capsys.readouterr()


def found(capsys, path, *words):
    code, said = report(capsys, path, *words)
    assert code == 0
    return json.loads(said.out)


def test_the_thresholds_in_force_stand_in_the_report(debate, capsys):
    usual = found(capsys, debate)["settings"]["thresholds"]
    assert usual == asdict(Thresholds())
    changed = found(capsys, debate, "--threshold", "gap_level=.975", "--threshold", "alpha_alone=yes")
    assert changed["settings"]["thresholds"] == {**usual, "gap_level": 0.975, "alpha_alone": True}


def test_a_higher_level_widens_the_gaps_interval_and_is_named_beside_it(debate, capsys):
    usual, wide = found(capsys, debate), found(capsys, debate, "--threshold", "gap_level=.99")
    assert (usual["outcome"]["level"], wide["outcome"]["level"]) == (0.90, 0.99)
    assert wide["outcome"]["interval"][0] < usual["outcome"]["interval"][0]
    assert wide["outcome"]["gap"] == usual["outcome"]["gap"]


def test_agreement_that_is_asked_for_and_not_reached_blocks_the_call(debate, capsys):
    strict = found(capsys, debate, "--threshold", "alpha_least=1", "--threshold", "alpha_alone=yes")
    assert strict["outcome"]["call"] == "no_call"
    assert "the rule asks for 1.00" in strict["outcome"]["reasons"][0]


def test_a_lower_limit_makes_more_arguments_divergent(debate, capsys):
    classic = ("--rules", "classic")
    usual = found(capsys, debate, *classic)
    lax = found(capsys, debate, *classic, "--threshold", "z_variance=.1")
    few, many = (sum(row["divergent"] for row in one["arguments"]) for one in (usual, lax))
    assert few < many


@pytest.mark.parametrize(
    ("pair", "said"),
    [
        ("gap_level=1.2", "expected a number from 0.5 to 0.999"),
        ("alpha_least=much", "alpha_least: expected a number from -1 to 1, got 'much'"),
        ("alpha_least=nan", "expected a number from -1 to 1"),
        ("alpha_alone=maybe", "alpha_alone: expected yes or no, got 'maybe'"),
        ("alpha=.5", "NAME one of alpha_least"),
        ("alpha_least", "expected NAME=VALUE"),
    ],
)
def test_a_wrong_threshold_is_wrong_usage_with_what_was_expected(debate, capsys, pair, said):
    code, out = report(capsys, debate, "--threshold", pair)
    assert code == 2
    assert said in out.err
    assert out.out == ""


def test_classic_rules_read_their_own_thresholds():
    assert rules_of("classic", Thresholds(z_gap=0.2)) == Rules(kind="classic", z_gap=0.2)
    with pytest.raises(ValueError, match="expected 'default', 'classic'"):
        rules_of("modern", Thresholds())


def test_a_changed_threshold_reads_apart_from_the_usual_one():
    assert changed_words(Rules()) == ""
    assert changed_words(Rules(divergent_share=0.333)).endswith(".3330 instead of .3333")
    assert changed_words(Rules(divergent_share=1.0)).endswith("1.000 instead of .333")
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


@pytest.mark.parametrize("form", ["md", "csv"])
def test_json_and_another_form_are_wrong_usage(debate, capsys, form):
    code, out = report(capsys, debate, "--as", form)
    assert code == 2
    assert f"expected no --as beside it, or --as json; got --as {form}" in out.err
    assert out.out == ""
    assert found(capsys, debate, "--as", "json")["outcome"]
