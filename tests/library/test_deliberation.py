"""What a report and its exports tell of judges who have read each other: beside the result, nulls with reasons."""

import csv
import io
import json
from collections import Counter
from dataclasses import replace
from types import SimpleNamespace

import pytest

from debate_core.domain.config import Deliberation
from debate_core.domain.errors import SetUpError
from debate_core.domain.steps import probe_step
from debate_core.examples import record_of as example_of
from debate_core.library.history import History
from debate_core.library.report import ReportSettings, report
from debate_core.library.report.deliberation import _changes
from debate_core.reporting.audit import audit_as_markdown, audit_of
from debate_core.reporting.debate import debate_document, scores_csv
from debate_core.reporting.formats import markdown, plain_text
from debate_core.store.deliberation import closeness, closeness_in, needless, parts, under_way
from tests.building.deliberated import ROUND, talked, talked_record
from tests.building.facts import failed
from tests.building.structured import record_of, report_for, report_in, report_on
from tests.each import each
from tests.library.test_nulls import unexplained


@pytest.fixture(scope="module")
def found():
    return report_on(talked())


@pytest.mark.slow
def test_the_result_is_that_of_the_first_scores(found):
    before = report_in("no_call").model_dump(exclude={"debate", "usage"})
    now = found.model_dump(exclude={"debate", "usage"})
    beside = {"deliberation", "after_talk", "probes", "conformity", "why_null"}
    assert {key for key in before if before[key] != now[key]} == beside


def test_what_changed_stands_in_the_order_of_the_arguments():
    sheets = [SimpleNamespace(given={(at, "x"): n for at in ("rigour", "CON-1", "PRO-1")}) for n in (1, 2)]
    assert [at for at, *_ in _changes(*sheets, ["PRO-1", "CON-1"])] == ["PRO-1", "CON-1", "rigour"]


def test_where_no_score_moves_that_is_the_finding(found):
    still = report_on([event for event in talked() if event not in ROUND[:2]])
    assert (found.conformity.findings, still.conformity.findings) == (
        ("unexplained moves",),
        ("nothing moved",),
    )


@pytest.mark.slow
@each(
    ("probes", "kinds"),
    [
        (("re_read", "positions"), ["normative"]),
        (("re_read", "reasons"), ["informational"]),
        (("positions", "reasons"), []),
    ],
)
def test_an_effect_is_told_where_both_readings_it_lies_between_are_there(probes, kinds):
    told = report_on(talked(probes=probes)).conformity
    assert [one.effect.kind for one in told.effects] == kinds


def test_a_discussion_without_a_round_has_nothing_beside_the_result():
    held = report_on([event for event in talked() if event not in ROUND]).after_talk
    assert (held.rounds, held.lines, held.outcome, held.alpha, held.converged) == (0, (), None, None, False)


def test_a_probe_that_no_judge_answered_changed_no_score_of_none():
    events = [event for event in talked() if getattr(event, "probe", None) is None]
    lost = [*events[:-1], failed(probe_step("Risk", "re_read"), "auth: no key"), events[-1]]
    (row,) = report_on(lost).probes
    assert (row.changed, row.of, row.missing) == (0, 0, {"Risk": "no key"})


def test_of_a_round_under_way_it_is_known_who_has_answered():
    assert (under_way(talked_record(closed=False)), under_way(talked_record())) == (2, None)
    going_on = parts(talked_record(closed=False), 2)
    assert [one.doing for one in going_on] == ["moved", "waiting", "waiting", "waiting"]


def test_one_round_beside_another_is_read_by_the_same_report(found):
    record = talked_record()
    later = report(record, History(), ReportSettings(), as_of=2)
    assert later.arguments[1].raw["Technical"] < found.arguments[1].raw["Technical"]
    assert later.outcome.call == found.after_talk.outcome.call
    assert later.outcome.gap.value == pytest.approx(found.after_talk.outcome.gap.value)
    assert later.agreement.alpha.value == pytest.approx(found.after_talk.alpha.change.after)


@pytest.mark.slow
@pytest.mark.parametrize("closed", [True, False])
def test_no_null_is_without_its_reason(closed):
    told = report_on(talked(closed=closed))
    assert unexplained(json.loads(told.model_dump_json(by_alias=True))) == []
    assert unexplained(audit_of(told)) == []


def test_without_a_deliberation_the_report_says_that_there_was_none():
    told = json.loads(report_in("agreed").model_dump_json(by_alias=True))
    for key in ("deliberation", "after_talk", "probes", "conformity"):
        assert told[key] is None
        assert told["why_null"][key]
    document = debate_document(report_in("agreed"), record_of("agreed"))
    assert not [one.key for one in document if one.key.startswith("discussion")]
    with pytest.raises(SetUpError, match="there was no discussion of this"):
        audit_of(report_in("agreed"))


@pytest.mark.parametrize("form", [plain_text, markdown, audit_as_markdown])
def test_what_is_written_says_that_it_is_not_the_outcome(found, form):
    told = found if form is audit_as_markdown else debate_document(found, talked_record())
    text = " ".join(form(told).replace("\\", "").split()).casefold()
    assert "we count the independent scores, given before the discussion." in text


def test_the_audit_has_every_answer_of_a_judge_as_it_came_and_no_other_calls():
    """Found in a check: a debate with a briefing, whose step names nobody, could not be told at all."""
    held = example_of("example-second-check")
    answers = audit_of(report_for(held), held)["answers"]
    names = held.judging.names
    assert Counter(one["round"] for one in answers) == {0: 4, 1: 4, 2: 4}
    assert [one["judge"] for one in answers] == [*names, *names, *names]
    assert answers[0]["answer"] == next(
        call.text for call in held.calls.values() if call.id.step == f"judging:{names[0]}"
    )


def test_an_old_record_has_none():
    assert record_of("agreed").deliberating is None
    assert record_of("agreed").planned == record_of("agreed").config


def test_a_table_has_each_rounds_scores_of_those_who_answered(found):
    rows = list(csv.DictReader(io.StringIO(scores_csv(found))))
    later = [row for row in rows if row["round"] == "2"]
    assert Counter(row["judge"] for row in later) == {"Technical": 24, "Business": 24, "General": 24}
    at = {
        (row["round"], row["dimension"]): row["score"]
        for row in rows
        if row["argument"] == "PRO-2" and row["judge"] == "Technical"
    }
    assert (at["1", "logic"], at["2", "logic"]) == ("9", "7")


def test_how_far_apart_scores_disagree_is_a_setting():
    held = talked_record()
    areas = [closeness_in(held, 1, share).disagreements for share in (None, 0.2, 1.0)]
    usual, near, far = ([area.range for area in of if area.dimension] for of in areas)
    assert min(usual) >= 3 > min(near) >= 1.8 and far == []


MORE = {
    "too few evaluations": (Deliberation(evaluations=5), "too_few_judges"),
    "one more round": (Deliberation(), None),
    "close enough": (Deliberation(threshold=0.6), "accord_reached"),
    "no round asked for": (Deliberation(rounds=1), "round_limit"),
}


@pytest.mark.slow
@pytest.mark.parametrize(("threshold", "advised"), [(0.80, True), (0.50, False)])
def test_the_first_consensus_says_whether_a_discussion_is_advised(threshold, advised):
    held = record_of("no_call")
    plan = Deliberation(threshold=threshold, rounds=0)
    held = replace(held, config=held.config.model_copy(update={"deliberation": plan}))
    told = report_for(held)
    (_, value), (_, enough) = debate_document(told, held)["accord"].tables[0].rows
    assert value.value == told.accord.value == closeness(held.judging).accord.value
    assert 0.50 < told.accord.value < 0.80
    assert (enough, told.accord.advised) == (threshold, advised)
    rows = list(csv.DictReader(io.StringIO(scores_csv(told))))
    assert {row["discussion_advised"] for row in rows} == {"yes" if advised else "no"}
    assert {float(row["accord"]) for row in rows} == {told.accord.value}


@pytest.mark.parametrize("case", MORE)
def test_it_is_known_beforehand_whether_another_round_would_be_held(case):
    settings, why = MORE[case]
    assert needless(talked_record(), settings) == why
