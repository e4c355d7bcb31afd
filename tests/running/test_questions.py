"""What one side asks the other: put to it, answered in its closing, and before the judges; a judge by its brief."""

import json

import pytest

from debate_core import calls as asks
from debate_core.domain.cast import BUILT_IN_JUDGES, Judge, Panel
from debate_core.reporting.arguments import (
    AWAITED,
    NO_ANSWER,
    NOT_ASKED,
    argument_block,
    closings_block,
    trace_block,
)
from tests.running.conftest import EXCHANGE
from tests.voices import Scripted, answer, closing

pytestmark = pytest.mark.slow  # as a whole, some seconds

CLINICIAN = Judge(name="Clinician", domain="clinician", brief="Patient safety first")
ASKED, SAID = "What would change your mind?", "A trial that fails."


def prompt_of(model, call):
    return "\n".join(message.content for message in model.asks[call].prompt("mark").messages)


def in_trace(bench, record, column):
    """A column of the trace, by argument."""
    found, held = bench.report(record), bench.held(record)
    (table,) = trace_block(found, held).tables
    at = [one.title for one in table.columns].index(column)
    return {row.id: line[at] for row, line in zip(found.arguments, table.rows, strict=True)}


def question_in(bench, record):
    """What the trace says of the question on each argument."""
    return {name: text.partition(" – ")[2] for name, text in in_trace(bench, record, "Answer").items()}


def test_question_answer_and_brief_stand_before_the_judge_in_the_trace_and_in_the_drawer(bench):
    model = Scripted(otherwise=answer)
    record = bench.run(model, panel=Panel(judges=(CLINICIAN, BUILT_IN_JUDGES[3])))
    assert model.asked["closing:pro"] == 1
    put = prompt_of(model, "closing:pro")
    assert "CON put a question to you with its answer to PRO-1, PRO-2, PRO-3" in put and ASKED in put
    judged = prompt_of(model, "judging:Clinician")
    assert f"| {ASKED}" in judged and f"Answer to the question on PRO-2:\n| {SAID}" in judged
    assert "Your point of view: clinician. Patient safety first. Afterwards" in judged
    assert "Patient safety" not in prompt_of(model, "judging:General")
    assert question_in(bench, record)["PRO-1"] == f"CON asks: {ASKED} – PRO answers in its closing: {SAID}"
    held, report = bench.held(record), bench.report(record)
    items = closings_block(held).children[0].items
    assert "Why its position is unchanged: Nothing that was said reached its cause." in items
    assert f"Answers the question on PRO-1: {SAID}" in items
    seats = {seat.name: seat for seat in held.judging.seats}
    drawer = argument_block(report, held, report.arguments[0], seats).items
    assert drawer[drawer.index(f"CON asks: {ASKED}") + 1] == f"PRO answers in its closing: {SAID}"


def test_a_question_without_an_answer_is_put_once_more_then_stands_as_no_answer(bench):
    def silent(ask):
        return closing(ask.side) if isinstance(ask, asks.ClosingCall) and ask.side == "con" else answer(ask)

    model = Scripted(otherwise=silent)
    record = bench.run(model)
    assert (model.asked["closing:con"], model.asked["closing:con#2"], model.asked["closing:pro"]) == (1, 1, 1)
    assert "The question on CON-1 was not answered" in "\n".join(
        str(event.faults) for event in bench.events(record) if event.kind == "answer_faulted"
    )
    told = question_in(bench, record)
    assert told["CON-1"] == f"PRO asks: {ASKED} – CON answers in its closing: {NO_ANSWER}"
    assert told["PRO-1"] == f"CON asks: {ASKED} – PRO answers in its closing: {SAID}"
    assert "CON gave no answer to the question on CON-1, CON-2, CON-3." in prompt_of(model, "judging:Risk")


def test_a_debate_in_the_first_wording_is_not_asked_and_says_so(bench):
    def as_then(ask):
        text = answer(ask)
        if isinstance(ask, asks.ClosingCall):
            said = json.loads(text)
            return json.dumps(
                {name: said[name] for name in ("concessions", "unrebutted", "position", "shift")}
            )
        return text

    model = Scripted(otherwise=as_then)
    record = bench.run(model, wording=1)
    held = bench.held(record)
    assert held.config.wording == 1 and model.asked["closing:pro"] == 1
    assert "put a question to you" not in prompt_of(model, "closing:pro")
    assert question_in(bench, record)["PRO-2"].endswith(f"{ASKED} – PRO answers in its closing: {NOT_ASKED}")


def test_before_the_closings_a_question_waits_and_without_one_that_is_said(bench):
    record = bench.run()
    events = bench.events(record)
    closes = next(n for n, one in enumerate(events) if str(getattr(one, "call", "")).startswith("closing"))
    before = bench.broken_off(events[:closes])
    assert question_in(bench, before)["PRO-1"].endswith(f"{ASKED} – PRO answers in its closing: {AWAITED}")
    given = bench.report(record)
    mute = given.arguments[0].model_copy(update={"question": None})
    (table,) = trace_block(given.model_copy(update={"arguments": (mute,)}), bench.held(record)).tables
    assert not any("asks" in str(cell) or "answers in" in str(cell) for cell in table.rows[0])


def test_in_an_exchange_the_trace_says_in_which_turn_an_argument_is_answered(bench):
    told = in_trace(bench, bench.run(**EXCHANGE), "Answered in")
    assert told == {"PRO-1": "turn 2", "CON-1": "turn 3", "PRO-2": "turn 4", "CON-2": "no turn after it"}


def in_turns(ask, silent=()):
    """An answer that asks in every turn, and answers what was asked but in the turns that are silent."""
    if not isinstance(ask, asks.Exchange):
        return answer(ask)
    given = [{"argument_id": name, "answer": "" if ask.number in silent else SAID} for name in ask.questions]
    return json.dumps(json.loads(answer(ask)) | {"answers": given, "question": ASKED})


def test_in_an_exchange_a_question_is_answered_by_the_next_turn_and_no_answer_is_asked_for_once_more(bench):
    model = Scripted(otherwise=lambda ask: in_turns(ask, silent=(4,)))
    record = bench.run(model, **EXCHANGE)
    held, report = bench.held(record), bench.report(record)
    turns = held.transcript.turns
    assert [turn.question for turn in turns] == ["", ASKED, ASKED, ""]
    assert [[one.answer for one in turn.answers] for turn in turns] == [[], [], [SAID], [""]]
    assert "The question on CON-1 was not answered. It stands as no answer." in turns[3].warnings
    assert (model.asked["exchange:3"], model.asked["exchange:4"], model.asked["exchange:4#2"]) == (1, 1, 1)
    assert "exchange:3#2" not in model.asked
    told = in_trace(bench, record, "Answered in")
    assert told == {
        "PRO-1": f"turn 2 – CON asks: {ASKED} – PRO answers in its next turn: {SAID}",
        "CON-1": f"turn 3 – PRO asks: {ASKED} – CON answers in its next turn: {NO_ANSWER}",
        "PRO-2": "turn 4",
        "CON-2": "no turn after it",
    }
    seats = {seat.name: seat for seat in held.judging.seats}
    drawer = argument_block(report, held, report.arguments[0], seats).items
    assert drawer[drawer.index(f"CON asks: {ASKED}") + 1] == f"PRO answers in its next turn: {SAID}"
    assert [(row.question, row.answer) for row in report.arguments] == [
        (ASKED, SAID),
        (None, None),
        (ASKED, None),
        (None, None),
    ]
    judged, heard = prompt_of(model, "judging:Risk"), prompt_of(model, "live:3")
    assert (
        f"PRO's answer to the question on PRO-1:\n[BEGIN mark answer on PRO-1]\nAnswer:\n| {SAID}" in judged
    )
    assert (
        "CON gave no answer to the question on CON-1." in judged and "to answer it in its next turn" in judged
    )
    assert "PRO's question on CON's last argument" in heard and f"| {SAID}" in heard
    events = bench.events(record)
    third = next(n for n, one in enumerate(events) if str(getattr(one, "call", "")) == "exchange:3")
    waiting = in_trace(bench, bench.broken_off(events[:third]), "Answered in")
    assert waiting["PRO-1"].endswith(f"PRO answers in its next turn: {AWAITED}")


def test_an_exchange_of_the_fourth_wording_asks_nothing_and_nothing_is_said_of_questions(bench):
    model = Scripted(otherwise=in_turns)
    record = bench.run(model, wording=4, **EXCHANGE)
    told = in_trace(bench, record, "Answered in")
    assert told == {"PRO-1": "turn 2", "CON-1": "turn 3", "PRO-2": "turn 4", "CON-2": "no turn after it"}
    assert not any('"question"' in prompt_of(model, f"exchange:{number}") for number in (1, 2, 3, 4))
    assert "Where a question was put" not in prompt_of(model, "judging:Risk")
    assert not bench.held(record).transcript.questions and not bench.held(record).transcript.answers
