"""Debates are compared where they can be, and where they can't be it is said why."""

from dataclasses import replace

import pytest

from debate_core.library.comparison import SeverityThere, compare_debates
from debate_core.reporting.comparison import (
    LEAD,
    _by_debate_text,
    _in_one_text,
    about_text,
    comparison_document,
    comparison_values,
)
from debate_core.reporting.formats import plain_text
from debate_core.store.record import replay
from tests.building import simulated
from tests.building.facts import but, changed, poisoned, stored
from tests.building.simulated import on_models
from tests.building.structured import STATES, on_scale, record_of, report_for, report_in
from tests.each import each


def named(state, name):
    """A debate in this state under this name, and its report."""
    return replace(record_of(state), id=name), report_in(state)


def of(events, name):
    record = replay([but(one, record=name) for one in stored(events)])
    return record, report_for(record)


@pytest.mark.slow
def test_arguments_are_told_by_their_words_and_not_by_their_ids():
    events = [poisoned(event) if event.kind == "turn_spoken" else event for event in STATES["split"]]
    (found,) = compare_debates([named("agreed", "a"), of(events, "b")]).agreement
    assert (found.change.value, found.change.interval) == (None, None)
    assert "different arguments" in found.change.reason


def test_the_gap_on_z_scores_has_an_interval_in_their_unit():
    same, stretched, wider = (
        of(events, name)
        for name, events in {
            "same": STATES["agreed"],
            "stretched": on_scale(STATES["agreed"], 19, by=2),
            "wider": on_scale(STATES["agreed"], 19),
        }.items()
    )
    found = [one.standardised for one in compare_debates([same, stretched, wider]).debates]
    assert [one.value for one in found] == pytest.approx([found[0].value] * 3)
    # All but the rounding to whole points, which weighs less where a point is less.
    assert found[1].interval == pytest.approx(found[0].interval, abs=0.02)
    # What is expected of errors beforehand goes by the scale: the same scores on a wider one are less sure.
    assert found[2].interval[0] < found[0].interval[0] - 0.05


def test_a_judge_is_the_same_only_with_the_same_model():
    opened = STATES["split"][0]
    judges = opened.config.panel.judges
    panel = but(opened.config.panel, judges=(but(judges[0], model="openai:other"), *judges[1:]))
    other = (changed(opened, "config", panel=panel), *STATES["split"][1:])
    found = compare_debates([named("agreed", "a"), of(other, "b")])
    assert [judge.name for judge in found.judges] == [judge.name for judge in judges[1:]]
    severity = report_in("agreed").judges[1]
    assert (found.judges[0].severities["a"].value, found.judges[0].severities["a"].se) == (
        severity.severity,
        severity.severity_se,
    )


@pytest.mark.slow
def test_what_is_said_of_shared_judges_names_the_debates_they_sat_in():
    alone = of(on_models(STATES["agreed"], "openai:other"), "alone")
    strictness = comparison_document(compare_debates([alone, named("agreed", "a"), named("split", "b")]))
    assert strictness["strictness"].title.endswith(" in debate 2 and debate 3")
    three = compare_debates([named("agreed", "a"), named("split", "b"), named("agreed", "c")])
    assert comparison_document(three)["strictness"].title.endswith(" in all three")


@pytest.mark.slow
@each(
    ("shifts", "more"),
    [
        ((0.3, 0.6, 0.3), "more in Debate 3"),
        ((-0.3, -0.6, -0.3), "more in Debate 1"),
        ((0.3, 0.0, -0.3), "more in Debate 2"),
        ((0.0, 0.4, 0.4), "more in Debate 3"),
        ((0.4, 0.4, 0.0), "more in Debate 2 and Debate 3"),
    ],
)
def test_the_panel_that_agrees_more_is_one_that_agrees_less_than_none(shifts, more):
    """`shifts`: of the second over the first debate, the third over the first and over the second; clear but for 0."""
    found = compare_debates([named(state, state) for state in ("split", "no_call", "agreed")])
    changes = [
        replace(one.change, value=shift, interval=(shift - 0.2, shift + 0.2), reason=None)
        for one, shift in zip(found.agreement, shifts, strict=True)
    ]
    pairs = [but(one, change=change) for one, change in zip(found.agreement, changes, strict=True)]
    block = comparison_document(but(found, agreement=tuple(pairs))).block("agreement")
    assert block.title == f"The panels agree differently on the same arguments: {more}"
    assert "Of 20 comparisons" in block.notes[0]


def test_two_debates_alone_are_one_comparison():
    block = comparison_document(compare_debates([named(one, one) for one in ("split", "agreed")])).block(
        "agreement"
    )
    assert not block.notes


def test_what_is_missing_has_its_reason():
    found = compare_debates([named("scoring", "a"), named("undefined", "b"), named("three_of_four", "c")])
    early, constant, _ = found.debates
    assert early.outcome is None
    assert "have not scored yet" in early.too_early
    assert (early.standardised.value, early.alpha.value) == (None, None)
    assert comparison_values(found)["debates"][0]["reaches"] == []
    assert early.standardised.reason
    assert early.alpha.reason
    assert constant.alpha.reason
    lacking = [one for judge in found.judges for one in judge.severities.values() if one.value is None]
    assert lacking
    assert all(one.reason for one in lacking)
    assert all(one.reason for one in (two.change for two in found.agreement) if one.interval is None)
    said = plain_text(comparison_document(found))
    assert "No verdict yet in debate 1" in said
    assert "No ranges: didn't score both sides" not in said, "a lead that is known needs no reason"
    unknown = compare_debates([named("scoring", name) for name in "ab"])
    assert comparison_document(unknown)["agreement"].title == "Agreement is unknown in both debates"


def test_two_debates_are_called_by_what_they_are_about_and_only_a_clearly_strict_judge_is_named():
    found = compare_debates([named("agreed", "example-school-phones"), named("split", "b")])
    assert comparison_document(found)["verdicts"].title.startswith(
        "PRO argued better in “Phones in a locked pouch”;"
    )
    document = comparison_document(found)
    sample, other = (document[f"{LEAD}{name}"] for name in ("example-school-phones", "b"))
    assert (sample.figure.named, other.figure.named) == ("pro", None), "whose colour its lead is drawn in"
    texts = [about_text(but(found.debates[0], example=example)) for example in ("school-phones", None)]
    assert [text.endswith(", a sample") for text in texts] == [True, False]
    same = compare_debates([named("agreed", "a"), named("split", "b")])
    title = comparison_document(same)["verdicts"].title
    assert title.endswith("in debate 2") or "“" in title  # of one topic only their numbers tell them apart

    def strictness(*severities):
        there = {
            name: SeverityThere(value=value, se=0.1, clear=value > 0.2)
            for name, value in zip("ab", severities, strict=True)
        }
        first, second = found.judges[:2]
        judges = (
            but(first, severities=there),
            but(second, severities=dict.fromkeys("ab", SeverityThere(value=-0.5, se=0.1))),
        )
        return comparison_document(but(same, judges=judges))["strictness"].title

    name = found.judges[0].name
    assert strictness(0.5, 0.3) == f"Same two judges: {name} is the strictest in both"
    assert strictness(0.5, 0.15) == "Same two judges: none is clearly the strictest in both"
    first, second = same.debates
    bare = but(same, debates=(but(first, positions=dict.fromkeys(first.positions)), second))
    assert [one.key for one in comparison_document(bare)["verdicts"].children] == ["lead-b"]
    none = comparison_document(but(same, judges=(), no_judges="no judge was on both"))["strictness"]
    assert (none.title, none.sentence) == ("They share no judge", "No judge was on both.")


def test_a_judge_whose_strictness_is_not_known_though_it_scored_says_so():
    record, found = named("agreed", "a")
    bare = but(found, judges=tuple(but(one, severity=None) for one in found.judges))
    (first, *_) = compare_debates([(record, bare), named("split", "b")]).judges
    there = first.severities["a"]
    assert (there.value, there.reason) == (None, "its panel has too few scores to tell")


def test_a_judge_that_failed_is_said_to_have_failed_with_its_cause():
    found = compare_debates([named("three_of_four", "a"), named("agreed", "b")])
    failed, scored = found.debates
    [(name, cause)] = failed.failed.items()
    assert cause and not scored.failed
    said = plain_text(comparison_document(found))
    assert said.count(f"{name} failed: {cause}.") == 1 and "score both sides" not in said
    assert comparison_values(found)["debates"][0]["failed"] == {name: cause}


def test_where_too_few_judges_scored_that_debate_is_named_and_called_as_on_verdict():
    found = compare_debates([named("agreed", "a"), of(simulated.STATES["one_judge_left"](), "b")])
    lost, document = found.debates[1], comparison_document(found)
    assert document["verdicts"].title.split("; ")[1].startswith("too few scores in ")
    assert document["verdicts"].items == (f"Debate 2: {lost.too_early}",)
    assert [(one.key, one.figure.title) for one in document["verdicts"].children] == [("lead-a", "Judges")]
    assert document["verdicts"].tables[0].rows[1][2].value is None
    again = but(found, debates=(lost, but(lost, id="a")))
    assert not comparison_document(again)["verdicts"].children


@pytest.mark.slow
def test_a_judge_counts_as_shared_only_where_it_scored():
    whole, lacking, single = (
        of(simulated.STATES[state](), state) for state in ("finished", "failed_judge", "one_judge_left")
    )
    strictness = comparison_document(compare_debates([whole, lacking]))["strictness"]
    assert strictness.title.startswith("Same three judges: ")
    assert len(strictness.figure.rows) == 6, "the chart shows the three of whom the sentence speaks, in both"
    assert not any("Risk" in row[0] for row in strictness.figure.rows)
    assert [row[0] for row in strictness.tables[0].rows] == [one.name for one in whole[1].judges]
    compared = compare_debates([whole, single])
    alone = comparison_document(compared)["strictness"]
    assert alone.title == "No judge's strictness is known in more than one debate"
    assert len(alone.figure.rows) == 4, "a judge without others is 0 points from their average by itself"
    assert [one.severities["one_judge_left"].value for one in compared.judges] == [None] * 4


@pytest.mark.parametrize(
    ("states", "names"), [([], "none"), (["agreed"], "one"), (["agreed", "agreed"], "one, one")]
)
def test_it_takes_two(states, names):
    with pytest.raises(ValueError, match=f"2 debates or more, each once; got {names}$"):
        compare_debates([named(state, "one") for state in states])


def test_debates_that_are_alike_are_told_together():
    assert (
        _by_debate_text(["PRO argued better", "No call", "PRO argued better"]),
        _by_debate_text(["high", "high"]),
        _in_one_text(["No call in “Cars; No trams”", "Too few scores in “Trams; Too late”"]),
    ) == (
        "PRO argued better in debates 1 and 3; no call in debate 2",
        "high in both debates",
        "No call in “Cars; No trams”; too few scores in “Trams; Too late”",
    )
