"""With both reading orders each judge reads a debate twice; the scores are averaged, and no call is bought twice."""

import json
from decimal import Decimal

import pytest

from debate_core import calls as asks
from debate_core.calls import graph
from debate_core.domain.config import DebateConfig, Deliberation
from debate_core.domain.numerals import dollars_text
from debate_core.library.history import History, history_entry
from debate_core.library.report.debate import outcome_alone
from debate_core.library.report.settings import ReportSettings
from debate_core.llm.errors import ModelError
from debate_core.llm.prices import Price, Prices, Pricing
from debate_core.measuring.estimate import Estimate
from debate_core.reporting.debate import debate_document, scores_csv
from debate_core.reporting.history import readings_block
from debate_core.running.estimate import estimate, reading_text
from debate_core.store.events import SheetRead
from tests.building.facts import but
from tests.running.conftest import config
from tests.voices import CONTRARY, SPREAD, Scripted, answer, parted, scores

pytestmark = pytest.mark.slow  # as a whole, some seconds

NAMES = ("Technical", "Business", "Risk", "General")
FIRST = [f"judging:{name}" for name in NAMES]
SECOND = [f"swapped:{name}" for name in NAMES]
BOTH = {"reading": "both"}


def favouring(ask):
    """Every judge gives the side it reads first 1 point more."""
    if isinstance(ask, asks.Scoring):
        first = "CON" if ask.con_first else "PRO"
        given = {name: points + name.startswith(first) for name, points in SPREAD.items()}
        return scores(ask.ids, ask.rubric, spread=given)
    return answer(ask)


def without(*calls):
    """As `favouring`, but these calls are refused."""
    return Scripted({call: ModelError("no", kind="content_filter") for call in calls}, otherwise=favouring)


def given(held, judge, argument):
    seat = next(one for one in held.judging.seats if one.name == judge)
    return seat.sheet.entry(argument)


def test_each_judge_is_asked_a_second_time_with_cons_arguments_and_closing_first(bench):
    once, twice = Scripted(otherwise=answer), Scripted(otherwise=answer)
    bench.run(once)
    bench.run(twice, **BOTH)
    assert sorted(set(twice.asked) - set(once.asked)) == sorted(SECOND)
    assert len(twice.asked) == len(once.asked) + 4
    for call, sides in (("judging:Risk", ("PRO", "CON")), ("swapped:Risk", ("CON", "PRO"))):
        words = twice.asks[call].prompt("mark").messages[1].content
        heads = [f"{side}-1, an argument" for side in sides] + [f"{side}'s closing" for side in sides]
        places = [words.index(head) for head in heads]
        assert places == sorted(places)
        assert twice.asks[call].ids[0] == f"{sides[0]}-1"


def test_scores_are_the_mean_of_both_readings_and_what_being_read_first_is_worth_is_found(bench):
    held = bench.held(bench.run(Scripted(otherwise=favouring), **BOTH))
    entry = given(held, "Risk", "CON-2")  # 5, read first 6: not upheld, then upheld
    assert set(entry.scores.values()) == {5.5} and entry.standing == "REFUTED"
    report = bench.report(held.id)
    assert report.judges[2].scores["CON-2"]["logic"] == 5.5
    assert report.outcome.gap.value == pytest.approx(23 / 3 - 4)
    assert (
        outcome_alone(held, History(), ReportSettings()).gap == report.outcome.gap.value
    )  # in lists and studies
    panel = report.readings.panel
    assert (panel.rulings_differ, panel.rulings) == (4, 24)
    assert panel.preference.value == pytest.approx(1.0) and panel.noise.value == 0.0
    assert [row.name for row in report.readings.judges] == list(NAMES)
    for way, value in (("first", 1.0), ("last", -1.0)):
        gain = Estimate(value=value, interval=(value - 0.5, value + 0.5), level=0.9)
        shown = but(report.readings, panel=but(panel, preference=gain))
        assert readings_block(shown).title == f"The judges prefer the side they read {way}"
    assert "Risk,simulated:standard,done,CON-2,con,logic,5.5,REFUTED" in scores_csv(report)


@pytest.mark.parametrize(("lost", "points"), [("judging:Risk", 6), ("swapped:Risk", 5)])
def test_a_judge_with_one_reading_counts_by_that_one_which_is_said_until_the_other_is_asked_again(
    bench, lost, points
):
    held = bench.held(bench.run(without(lost), **BOTH))
    assert set(given(held, "Risk", "CON-2").scores.values()) == {points}
    report = bench.report(held.id)
    assert report.judges[2].status == "done" and held.judging.settled
    assert list(report.readings.once) == ["Risk"] and len(report.readings.judges) == 3
    block = debate_document(report, held).block("readings")
    (said,) = block.items
    assert said.startswith("Risk ") and said.endswith(" no.")
    again = Scripted(otherwise=favouring)
    bench.resume(held.id, again, retry_failed=True)
    assert list(again.asked) == [lost]
    assert bench.report(held.id).readings.once == {}


def test_a_judge_that_gave_neither_has_failed(bench):
    held = bench.held(bench.run(without("judging:Risk", "swapped:Risk"), **BOTH))
    report = bench.report(held.id)
    assert report.judges[2].status == "failed" and report.judges[2].scores == {}
    assert report.readings.once == {} and held.judging.usable == 3
    assert held.live_failures == {}


def test_a_debate_broken_off_between_the_readings_waits_with_its_scores_and_buys_the_rest(bench):
    events = bench.events(bench.run(Scripted(otherwise=favouring), **BOTH))
    late = ("swapped", "briefing")
    kept = [one for one in events if not str(getattr(one, "call", "")).startswith(late)]
    record = bench.broken_off([one for one in kept if one.kind != "debate_finished"])
    held = bench.held(record)
    assert {seat.state for seat in held.judging.seats} == {"waiting"} and held.judging.usable == 0
    assert set(SECOND) <= bench.go_on(record, favouring)
    assert bench.report(record).readings.panel.preference.value == pytest.approx(1.0)


def test_a_cheap_panel_sends_one_judge_ahead_in_each_order():
    steps = {step.name: step.needs for step in graph(config(judging="cheap", **BOTH))}
    assert [name for name in FIRST if FIRST[0] in steps[name]] == FIRST[1:]
    assert [name for name in SECOND if SECOND[0] in steps[name]] == SECOND[1:]
    assert not set(FIRST) & set(steps[SECOND[0]])
    assert steps[FIRST[0]] == ("closing:pro", "closing:con")
    assert estimate(config(judging="cheap")).deep == estimate(config()).deep + 1


def test_calls_and_money_of_the_second_readings_are_said_before():
    price = Pricing(price=Price(called="gpt", input=Decimal(1), output=Decimal(4)))
    prices = Prices(models={"openai:gpt": price}, day="2026-01-01")
    judges = [{"name": name, "domain": "general", "model": "openai:gpt"} for name in NAMES]
    once = config(panel={"judges": judges})
    both = once.model_copy(update=BOTH)
    whole, alone = estimate(both, prices=prices), estimate(once, prices=prices)
    assert (whole.calls - alone.calls, whole.deep - alone.deep) == (4, 0)
    assert reading_text(once, alone, prices) == ""
    more = whole.cost_typical - alone.cost_typical
    assert more > 0 and reading_text(both, whole, prices).startswith(
        f"4 of them, about {dollars_text(more)},"
    )


def test_a_discussion_starts_from_the_whole_scores_of_the_first_reading(bench):
    def split(ask):
        swapped = isinstance(ask, asks.Scoring) and ask.con_first
        return scores(ask.ids, ask.rubric, 1) if swapped else parted(ask)

    model = Scripted(otherwise=split)
    record = bench.run(model, deliberation=Deliberation(rounds=1), **BOTH)
    first = model.asks["deliberation:2:Business"].own
    assert all(isinstance(score, int) for entry in first.entries for score in entry.scores.values())
    report = bench.report(record)
    assert report.deliberation and not report.deliberation[0].moves
    assert 0.5 in {
        score % 1 for row in report.judges for one in row.scores.values() for score in one.values()
    }


def test_a_stored_debate_that_knows_nothing_of_orders_was_read_in_one(bench):
    old = json.loads(config().model_dump_json())
    del old["reading"]
    assert DebateConfig.model_validate(old).reading == "one"
    held = bench.held(bench.run(Scripted(otherwise=answer)))
    assert bench.report(held.id).readings is None
    assert debate_document(bench.report(held.id), held).block("readings") is None
    assert not [one for one in bench.events(held.id) if isinstance(one, SheetRead) and "swapped" in one.step]


def test_noise_is_learnt_only_from_debates_that_were_read_as_often(bench):
    both, once = (bench.held(bench.run(Scripted(otherwise=parted), **how)) for how in (BOTH, {}))
    models = [history_entry(held).noise.models for held in (both, once)]
    assert models[1] == ("simulated:standard",) * 4 and not set(models[0]) & set(models[1])


def test_what_a_discussion_changed_is_told_from_the_reading_it_began_from(bench):
    def torn(ask):
        swapped = isinstance(ask, asks.Scoring) and ask.con_first
        return scores(ask.ids, ask.rubric) if swapped else parted(ask)

    record = bench.run(Scripted(otherwise=torn), deliberation=Deliberation(rounds=1), **BOTH)
    lead = debate_document(bench.report(record), bench.held(record)).block("discussion-lead")
    # First two judges gave PRO 23/3 to 4 and two 10/3 to 7, so 0; then all four 23/3 to 4. Nobody moved.
    assert [round(row[2].value, 1) for row in lead.tables[0].rows] == [1.8, 0.0, 0.0]
    assert lead.title == "The lead was 0 before the discussion and is 0 after"


def test_a_ballot_contradicts_the_scores_of_its_own_reading_not_the_mean_of_two(bench):
    def ask_of(first, second):
        def torn(ask):
            if isinstance(ask, asks.Scoring):
                return scores(ask.ids, ask.rubric, spread=second if ask.con_first else first)
            return answer(ask)

        return bench.report(bench.run(Scripted(otherwise=torn), **BOTH))

    rows = ask_of(SPREAD, CONTRARY).judges  # each says PRO
    assert {(row.ballot_given, row.ballot, row.contradicts) for row in rows} == {("PRO", "TIE", False)}
    assert all(row.contradicts for row in ask_of(CONTRARY, CONTRARY).judges)
