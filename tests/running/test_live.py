"""The live judge beside the debate: every turn taken apart, nothing of it able to stop the debate."""

import json

import pytest

from debate_core import calls as asks
from debate_core.calls import graph
from debate_core.domain.cast import Debater
from debate_core.domain.config import Live
from debate_core.domain.errors import SetUpError
from debate_core.domain.numerals import short_text
from debate_core.llm.catalogue import Access
from debate_core.llm.errors import ModelError
from debate_core.reporting.live import live_document
from debate_core.running.estimate import estimate, estimate_narrative
from debate_core.store.record import replay
from tests.building.structured import report_for
from tests.running.conftest import EXCHANGE, config
from tests.voices import Scripted, answer, compared, judged, narrative, parted

pytestmark = pytest.mark.slow


def test_every_turn_of_an_exchange_is_judged_once_compared_with_the_one_before_and_what_differs_is_explained(
    bench,
):
    model = Scripted(otherwise=answer)
    record = bench.run(model, **EXCHANGE)
    held, seen = bench.held(record), bench.report(record)
    said = [(turn.number, turn.side, turn.arguments[0].id) for turn in held.transcript.turns]
    assert said == [(1, "pro", "PRO-1"), (2, "con", "CON-1"), (3, "pro", "PRO-2"), (4, "con", "CON-2")]
    assert (held.judging.panel_text, held.progress) == ("4 judges", "finished")
    assert [score.turn for score in seen.live] == [1, 2, 3, 4]
    assert [pair.newer for pair in seen.pairwise] == [2, 3, 4]
    assert not seen.live[0].calibrated
    # composites by hand for turn 1: three of the three links that apply are there, so the cap is 8 + 32 * 1 = 40 and
    # logic 30 stands; rhetoric 5 + 5 + 4 + 4 = 18; tactics 20
    assert (seen.live[0].logic, seen.live[0].rhetoric, seen.live[0].tactics) == (30, 18, 20)
    assert (model.asked["narrative"], model.asked["conflict"]) == (1, 1)
    assert (seen.narrative.leader, seen.scorecard.leader, seen.differ) == ("con", "pro", True)
    assert seen.conflict.pattern == "asymmetric_depth"
    assert seen.conflict.test and [one.turn for one in seen.conflict.quotes] == [1]


def test_without_a_live_judge_one_call_beside_the_judges_reads_the_whole_debate(bench):
    model = Scripted(otherwise=answer)
    record = bench.run(model, narrative=True)
    seen = bench.report(record)
    assert (seen.narrative.leader, model.asked["narrative"], seen.live) == ("con", 1, ())
    later = bench.run(Scripted(otherwise=answer))
    for unfit in (bench.broken_off(bench.events(later)[:3]), record):
        with pytest.raises(SetUpError, match="without a narrative"):
            bench.runner().resume(unfit, Access(), narrative=True)
    before, once = bench.held(later), Scripted(otherwise=answer)
    bench.resume(later, once, narrative=True)
    assert (
        set(once.asked) == {"narrative", "conflict"} and bench.held(later).concluded_at == before.concluded_at
    )
    assert bench.report(later).outcome == seen.outcome
    step = next(one for one in graph(config(narrative=True)) if one.name == "narrative")
    assert step.model == config().brief_by and not any(one.startswith("judging") for one in step.needs)
    # the narrative, and a conflict that may come
    assert estimate(config(narrative=True)).calls == estimate(config()).calls + 2
    assert estimate_narrative(before).calls == 2
    assert estimate(config(narrative=True, live=Live())).calls == estimate(config(live=Live())).calls


def test_a_narrative_that_fails_leaves_the_verdict_and_is_asked_for_alone_again(bench):
    record = bench.run(
        Scripted({"narrative": ModelError("busy", kind="internal")}, otherwise=answer), narrative=True
    )
    failed = bench.report(record)
    assert (failed.progress, failed.narrative, set(failed.live_failures)) == ("finished", None, {"narrative"})
    model = Scripted(otherwise=answer)
    bench.resume(record, model, narrative=True)
    found = bench.report(record)
    assert (found.narrative.leader, found.outcome) == ("con", failed.outcome)
    assert set(model.asked) == {"narrative", "conflict"}


def test_where_the_panel_and_the_narrative_are_for_different_sides_a_call_says_why_by_what_the_page_shows(
    bench,
):
    model = Scripted(otherwise=answer)
    record = bench.run(model, narrative=True, reading="both", judging="cheap")
    seen = bench.report(record)
    assert (seen.outcome.call, seen.narrative.leader, seen.differ) == ("pro", "con", True)
    assert (model.asked["conflict"], seen.conflict.pattern) == (1, "asymmetric_depth")
    put = "\n".join(message.content for message in model.asks["conflict"].prompt("mark").messages)
    for one in seen.scorecard.rounds:
        pro, con = (short_text(one.composites[side]) for side in ("pro", "con"))
        assert f"| Round {one.number}: PRO {pro}, CON {con}. Won by {one.winner.upper()}." in put
    assert "| PRO leads by the panel's verdict." in put and "its leader is CON" in put
    assert "what did the scores, argument by argument, reward" in put and "did the rounds" not in put
    needs = next(step.needs for step in graph(bench.held(record).config) if step.name == "conflict")
    assert {one for one in needs if one.startswith(("judging", "swapped"))} == {
        f"{way}:{name}"
        for way in ("judging", "swapped")
        for name in ("Technical", "Business", "Risk", "General")
    }


@pytest.mark.parametrize(
    ("says", "otherwise", "wording"),
    [
        ({"narrative": narrative("PRO")}, answer, 4),  # they agree
        ({}, parted, 4),  # no call
        ({"narrative": ModelError("busy", kind="internal")}, answer, 4),
        ({}, answer, 3),  # as debates were conducted then
    ],
)
def test_without_a_gap_between_panel_and_narrative_nothing_is_asked(bench, says, otherwise, wording):
    model = Scripted(says, otherwise=otherwise)
    record = bench.run(model, narrative=True, wording=wording)
    assert model.asked["conflict"] == 0 and bench.held(record).progress == "finished"
    assert ("conflict" in {step.name for step in graph(bench.held(record).config)}) == (wording == 4)


def test_an_explanation_that_fails_stops_nothing_is_in_sight_and_can_be_asked_for_again(bench):
    failing = {"conflict": ModelError("busy", kind="internal")}
    record = bench.run(Scripted(failing, otherwise=answer), narrative=True)
    held, seen = bench.held(record), bench.report(record)
    assert (held.progress, held.briefing is None, set(seen.live_failures)) == (
        "finished",
        False,
        {"conflict"},
    )
    block = live_document(seen).block("conflict")
    assert block.title.startswith("It is not explained") and block.sentence.startswith(
        "The call failed: busy"
    )
    model = Scripted(otherwise=answer)
    bench.resume(record, model, retry_failed=True)
    assert set(model.asked) == {"conflict"} and bench.report(record).conflict


def test_where_the_scorecard_is_level_nothing_is_asked_whoever_the_narrative_names(bench):
    def even(ask):
        # logic of 20 for turn 2, 30 for turn 3, 40 for turn 4: nobody is better, whatever the narrative says
        if isinstance(ask, asks.LiveTurn):
            return judged(ask.turn, logic=10 * ask.turn.number, tactics=15)
        if isinstance(ask, asks.Pairwise):
            return json.dumps(compared("DRAW"))
        return answer(ask)

    model = Scripted(otherwise=even)
    seen = bench.report(bench.run(model, **EXCHANGE))
    assert (seen.scorecard.leader, seen.narrative.leader) == ("level", "con")
    assert not seen.differ
    assert seen.conflict is None
    assert model.asked["conflict"] == 0


def test_convergence_is_looked_for_from_ten_turns_on(bench):
    short = graph(config(format="exchange", turns=9, live=Live()))
    assert "convergence" not in {step.name for step in short}
    record = bench.run(format="exchange", turns=10, live=Live())
    assert bench.report(record).convergence.kind == "narrowed_to_degree"


def test_both_orders_ask_twice_and_count_what_does_not_hold(bench):
    calls = dict.fromkeys(("pairwise:2", "pairwise:2:swapped"), json.dumps(compared("SECOND")))
    live = Live(both_orders=True)
    seen = bench.report(bench.run(Scripted(calls, otherwise=answer), format="exchange", turns=2, live=live))
    # newer won when shown second, older won when shown second: a draw on logic and on tactics
    assert (seen.scorecard.asked_twice, seen.scorecard.inconsistent) == (3, 2)


def test_a_live_call_that_fails_leaves_the_debate_going_and_can_be_asked_anew(bench):
    failing = {
        "live:2": ModelError("busy for good", kind="internal"),
        "pairwise:3": "no",
        "pairwise:3#2": "no",
    }
    record = bench.run(Scripted(failing, otherwise=answer), **EXCHANGE)
    held = bench.held(record)
    assert held.progress == "finished"
    assert set(held.live_failures) == {"live:2", "pairwise:3"}
    seen = bench.report(record)
    assert (seen.scorecard.missing, seen.scorecard.leader) == ((2,), "level")
    model = Scripted(otherwise=answer)
    bench.resume(record, model, retry_failed=True)
    # without turn 2 two marks were left, too few to lead; now there is a lead to explain
    assert set(model.asked) == {"live:2", "pairwise:3#3", "conflict"}
    again = bench.held(record)
    assert again.live_failures == {}
    assert bench.report(record).scorecard.missing == ()


def test_a_claim_exposed_later_docks_the_earlier_turn(bench):
    said = {"text": "Row 1 says so.", "quote": "An invented table with row 1."}
    suspect = said | {"concern": "no_mechanism", "why": "no cause is given"}
    shown = {"text": "Row 1 runs the other way.", "concern": "inverted_fact", "why": "turn 4 shows the table"}
    exposure = {"turn": 1, "claim": "T1-C1"} | shown

    def exposing(ask):
        more = {1: {"suspect_claims": [suspect]}, 4: {"exposures": [exposure]}}
        if isinstance(ask, asks.LiveTurn) and ask.turn.number in more:
            return judged(ask.turn, **more[ask.turn.number])
        return answer(ask)

    model = Scripted(otherwise=exposing)
    record = bench.run(model, **EXCHANGE)
    (claim,) = bench.report(record).claims
    assert (claim.id, claim.penalty, claim.exposed_by) == ("T1-C1", -2, 4)
    # the register reached the judge of the later turns
    later = next(r for r in model.requests if r.call == "live:2")
    assert "T1-C1" in model.asks[later.call].register
    # and as it stood at turn 2, nothing had been exposed
    events = bench.store.read(record)
    cut = next(
        n for n, e in enumerate(events) if e.event.kind == "turn_judged" and e.event.proposal.turn == 2
    )
    then = report_for(replay(events[: cut + 1]))
    assert (then.claims[0].penalty, then.claims[0].exposed_by) == (-1, None)


@pytest.mark.parametrize(
    ("feedback", "heeded"), [("lagged", {3: [], 4: [2]}), ("strict", {3: [], 4: [2, 3]})]
)
def test_pressure_reaches_the_speaker_as_a_hidden_directive_when_it_should(bench, feedback, heeded):
    # All pressure is on CON, the weaker side; PRO has no personality and gets no directive at all.
    model = Scripted(otherwise=answer)
    live = Live(feedback=feedback)
    con = Debater(side="con", personality="provocateur")
    record = bench.run(model, format="exchange", turns=4, live=live, con=con)
    spoken = [ask for call, ask in model.asks.items() if call.startswith("exchange")]
    directives = {ask.number: ask.directive for ask in spoken}
    assert (directives[1], directives[3]) == ("", "")
    assert directives[2]
    assert directives[4] != directives[2]
    traits = {t.turn: t.values for t in bench.report(record).traits}
    assert traits[4]["analytical"] > traits[2]["analytical"]
    # nowhere in the transcript, and in that speaker's own prompt only
    held = bench.held(record)
    assert directives[4] not in held.transcript.model_dump_json()
    for request in model.requests:
        told = any(directives[4] in message.content for message in request.messages)
        assert told == (request.call == "exchange:4")
