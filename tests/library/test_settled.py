"""What people settled: in every export, and beside a no call what it would be; never in its place."""

import csv
import io
import json
from dataclasses import replace

import pytest

from debate_core.reporting.debate import debate_document, report_values, scores_csv
from debate_core.reporting.formats import markdown, plain_text
from debate_core.reporting.people import reviews_csv
from debate_core.reporting.verdict import if_settled_text
from debate_core.store.events import ArgumentSettled
from debate_core.verdicts.rules import Thresholds
from tests.building.structured import record_of, report_for


def settled(*names, irresolvable=()):
    """Settlements by Ana, of those arguments as upheld and of the others as irresolvable."""
    said = {**dict.fromkeys(names, "UPHELD"), **dict.fromkeys(irresolvable)}
    return {
        name: ArgumentSettled(
            person="Ana",
            argument=name,
            standing=standing,
            follows=("Risk", "General"),
            reason="=The count | was kept.",
        )
        for name, standing in said.items()
    }


# Under which divergence alone keeps "split" from a call, and under which several arguments of "no_call" diverge.
ALONE, MANY = (
    {"alpha_least": -1.0},
    {"divergence_level": 0.5, "divergence_spread": 0.0, "divergent_share": 0.0},
)


def read(state, settlements, rules="classic", **thresholds):
    held = replace(record_of(state), settled=settlements)
    return report_for(held, rules=rules, thresholds=Thresholds(**thresholds))


def parted(found):
    return [row.id for row in found.arguments if row.divergent]


# ── what the outcome would be ──


def test_a_no_call_that_rests_on_a_settled_argument_says_what_it_would_be():
    found = read("split", settled("CON-1"), **ALONE)
    assert (found.outcome.call, parted(found)) == ("no_call", ["CON-1"])
    would = found.if_settled
    assert report_values(found)["if_settled"]["sentence"] == if_settled_text(found)
    assert (would.call, would.flips, would.arguments, would.reasons) == ("pro", True, ("CON-1",), ())
    assert (
        if_settled_text(found)
        == "If the settled CON-1 no longer counted as disputed, the verdict would be PRO."
    )


def test_what_still_keeps_it_from_a_call_is_said():
    report = read("split", settled("CON-1"))
    found = report.if_settled
    assert (found.call, found.flips, len(found.reasons)) == ("no_call", False, 1)
    assert if_settled_text(report) == (
        "If the settled CON-1 no longer counted as disputed, there would still be no winner, because the judges agree "
        "less than we require."
    )


@pytest.mark.slow
@pytest.mark.parametrize(
    ("state", "rules", "settlements"),
    [
        ("agreed", "default", settled("PRO-1")),
        ("split", "classic", {}),
        ("split", "classic", settled("PRO-1")),
        ("split", "classic", settled(irresolvable=["CON-1"])),
        ("split", "default", settled("CON-1")),
        ("some_scored", "classic", settled("PRO-1")),
    ],
    ids=[
        "a side named",
        "nothing settled",
        "not divergent",
        "irresolvable",
        "other reasons",
        "judges awaited",
    ],
)
def test_otherwise_nothing_is_said_beside_the_outcome(state, rules, settlements):
    found = read(state, settlements, rules)
    assert found.if_settled is None
    assert "if_settled" in json.loads(found.model_dump_json())["why_null"]


def test_it_never_takes_the_outcomes_place():
    plain, closed = read("split", {}, **ALONE), read("split", settled("CON-1"), **ALONE)
    assert closed.outcome == plain.outcome
    assert (closed.arguments, closed.review, closed.robustness) == (
        plain.arguments,
        plain.review,
        plain.robustness,
    )


@pytest.mark.slow
def test_what_is_irresolvable_counts_as_divergent_all_the_same():
    first, second, *_ = parted(read("no_call", {}, "default", **MANY))
    report = read("no_call", settled(first, irresolvable=[second]), "default", **MANY)
    found = report.if_settled
    assert found.arguments == (first,)
    said = if_settled_text(report)
    assert said.endswith(f"{second}, settled as irresolvable, counts as disputed all the same.")
    assert any("The judges disagree on" in reason for reason in found.reasons)


# ── in every export ──


@pytest.mark.slow
@pytest.mark.parametrize("write", [plain_text, markdown])
def test_the_written_reports_say_as_what_by_whom_and_why(write):
    held, found = replace(record_of("split"), settled=settled("CON-1")), settled("CON-1")
    said = " ".join(write(debate_document(read("split", found, **ALONE), held)).replace("\\", "").split())
    assert "Settled as upheld by Ana, following Risk and General: =The count | was kept." in said
    assert "If the settled CON-1 no longer counted as disputed, the verdict would be PRO." in said


@pytest.mark.parametrize("reviews", [False, True], ids=["scores", "reviews"])
def test_tables_have_it_on_each_line_of_the_argument_and_begin_no_formula(reviews):
    found = settled("CON-1", irresolvable=["PRO-2"])
    text = (
        reviews_csv([replace(record_of("split"), settled=found)])
        if reviews
        else scores_csv(read("split", found))
    )
    rows = list(csv.DictReader(io.StringIO(text)))
    keys = ("settled", "settled_by", "settled_following", "settled_because")
    told = {row["argument"]: tuple(row[key] for key in keys) for row in rows}
    assert told["CON-1"] == ("upheld", "Ana", "Risk, General", "'=The count | was kept.")
    assert told["PRO-2"][0] == "irresolvable"
    assert set(told["PRO-1"]) == {""}
