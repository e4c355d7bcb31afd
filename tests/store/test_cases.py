"""What every kind of record says of itself, as a person approved it."""

from decimal import Decimal
from functools import cached_property

from debate_core.domain.config import Budget
from debate_core.domain.model import Usage
from debate_core.llm.prices import Price, Prices, Pricing
from debate_core.store import events as e
from debate_core.store.events import CallId, Failure
from debate_core.store.judging import scored_of, with_people
from debate_core.store.record import Record, replay
from tests.approved import check_facts, fact_text
from tests.building import cases, structured
from tests.building.facts import stored
from tests.building.reviewed import review

NOUNS = """
arguments briefing closings comparisons judging narrative planned proposals responses sheets transcript
"""
"""What was said and set, which other tests are about."""


def of_itself(thing):
    kinds = (property, cached_property)
    names = [one for one in dir(type(thing)) if isinstance(getattr(type(thing), one), kinds)]
    return {
        one: getattr(thing, one)
        for one in names
        if not one.startswith(("_", "model_")) and one not in NOUNS.split()
    }


def parts_of(record):
    yield "record", of_itself(record)
    judging = with_people(record.judging, record.reviews)
    yield "judging", of_itself(judging)
    yield "seat", [of_itself(seat) for seat in judging.seats]
    yield "transcript", of_itself(getattr(record, "transcript", None))
    if isinstance(record, Record) and judging.usable:
        scored = scored_of(judging)
        yield (
            "scored",
            [scored.ids, scored.sides, scored.common, scored.own, scored.dimensions, scored.standings],
        )


RISK, BRIEF = CallId(step="judging:Risk"), CallId(step="briefing", asking=2)
REAL = "openai:gpt-5"
BUSY = Failure(kind="retryable", message="busy")
EVENTS = (
    e.CallStarted(call=RISK, attempt=1, model=REAL, reserved=900, answer=300),
    e.CallHeld(call=BRIEF, seconds=4.0),
    e.CallFailed(
        call=RISK, attempt=1, failure="retryable", message="busy", retry_in=2.0, seconds=3.0, partial="{"
    ),
    e.CallStarted(call=RISK, attempt=2, model=REAL, reserved=1000, answer=400, entry="a"),
    e.CallBatched(call=RISK, attempt=2, batch="b1"),
    e.CallCompleted(
        call=RISK,
        attempt=2,
        text="{",
        finish="stop",
        seconds=5.0,
        usage=Usage(input=100, output=20, cached=30, thinking=7),
    ),
    e.AnswerFaulted(call=RISK, faults=("no object",)),
    e.StepFailed(step="judging:Risk", failure=BUSY),
    e.CallStarted(call=BRIEF, attempt=1, model=REAL, reserved=50, answer=10),
    e.CallFailed(
        call=BRIEF,
        attempt=1,
        failure="content_filter",
        message="no",
        seconds=1.0,
        usage=Usage(input=5, output=1),
    ),
    e.CallStarted(call=BRIEF, attempt=2, model="x:unknown", reserved=70, answer=10),
    e.CallCompleted(call=BRIEF, attempt=2, text="{}", finish="stop", seconds=2.0, usage=Usage()),
    e.DebatePaused(cause="the budget is used up", by_budget=True),
    e.BudgetRaised(budget=Budget(tokens=5000)),
    e.DebateResumed(retry_failed=True, narrative=True),
    e.DebateFinished(),
    e.DebateStopped(),
    e.RecordTagged(tags=("one", "two")),
    e.ReviewSkipped(person="Ana", argument="PRO-2", reason="unclear"),
    e.ReviewSkipped(person="Ana", argument="PRO-3", reason="unclear"),
    e.SkipUndone(person="Ana", argument="PRO-2"),
    review("Ana", "PRO-1", 7),
    review("Ana", "CON-1", 6),
    review("Ben", "PRO-1", 5),
    e.ReviewWithdrawn(person="Ana", argument="PRO-1", version=1),
    e.ArgumentSettled(person="Ana", argument="PRO-1", standing="UPHELD", reason="It holds.", after=0),
    e.ArgumentSettled(person="Ben", argument="PRO-2", standing=None, reason="Unknowable.", follows=("Risk",)),
    e.SettlementReopened(person="Ana", argument="PRO-1", after=1),
    e.OutcomeKnown(outcome="PRO"),
    e.OutcomeKnown(outcome=None),
)
STATE = """
progress came_to cause where_text spent cost calls held failures first_askings budget out_of_budget
under_way has_failures tags skipped withdrawn reviews settled true_outcome
"""


def test_a_record_folds_each_kind_of_event_as_before():
    """From a debate whose judges have scored; a step is only told where it changes something."""
    opened, *spoken = structured.STATES["three_of_four"]
    prices = Prices(
        day="2026-01-01",
        models={REAL: Pricing(price=Price(called="gpt", input=Decimal(2), output=Decimal(8)))},
    )
    found, before = [], {}
    record = replay(stored([opened.model_copy(update={"prices": prices}), *spoken]))
    for number, event in enumerate(EVENTS, start=record.sequence + 1):
        record = record.apply(e.StoredEvent(record="one", sequence=number, at=float(number), event=event))
        now = {name: fact_text(getattr(record, name)) for name in STATE.split()}
        now |= {step: record.state_of(step) for step in ("judging:Risk", "briefing")}
        now |= {"batch": str(record.in_batch()), "status": f"{record.status(True)} {record.status(False)}"}
        found.append(
            (event.kind, [{name: value for name, value in now.items() if before.get(name) != value}])
        )
        before = now
    check_facts("store/folded", found)


def test_every_record_says_the_same_of_itself_as_before():
    records = cases.debates() | cases.texts()
    check_facts(
        "store/records", ((name, [part]) for name, record in records.items() for part in parts_of(record))
    )
