"""The live judge's part of the written reports: all of it there, nothing of it markup, nothing without a live judge."""

import re

import pytest

from debate_core.events import Event, StoredEvent, TurnSpoken
from debate_core.history import History
from debate_core.record import Record
from debate_core.replay import replay
from debate_core.report import Report, ReportSettings, report
from debate_core.reporting.blocks import Document
from debate_core.reporting.debate import debate_document
from debate_core.reporting.markdown import markdown
from debate_core.reporting.plain_text import plain_text
from tests.building.exchanges import VerdictState, events_of, turn_of, whole_exchange
from tests.building.structured import STATES, report_in


def replayed(events: list[Event]) -> Record:
    """The record these events add up to."""
    stored = [
        StoredEvent(record="one", sequence=n, at=float(n), event=e) for n, e in enumerate(events, start=1)
    ]
    return replay(stored)


def report_on(events: list[Event]) -> Report:
    """The report on a debate of these events."""
    return report(replayed(events), History(), ReportSettings())


def document_of(events: list[Event]) -> Document:
    """The same as a document."""
    return debate_document(report_on(events), replayed(events))


def written(state: VerdictState) -> str:
    """The plain report on that state, on one line."""
    return " ".join(plain_text(document_of(events_of(state))).split()).replace(" - ", " ")


def opened_with(**changes: object) -> Document:
    """The report on the exchange, its configuration so changed."""
    first, *rest = whole_exchange()
    changed = first.model_copy(update={"config": first.config.model_copy(update=changes)})
    return document_of([changed, *rest])


TITLES = ("Scorecard", "Narrative", "Why they differ", "Suspect claims", "Convergence")
both = pytest.mark.parametrize("write", [plain_text, markdown])


@both
def test_every_part_has_its_heading_and_none_without_a_live_judge(write) -> None:
    with_one, without = (
        write(document_of(events_of("verdict_differ"))),
        write(document_of(list(STATES["agreed"]))),
    )
    for title in TITLES:
        assert re.search(rf"^(## )?{title}", with_one, re.MULTILINE), title
        assert not re.search(rf"^(## )?{title}", without, re.MULTILINE), title


def test_the_scorecard_is_told_round_by_round() -> None:
    said = written("verdict_differ")
    assert (
        "but 69 to 71, PRO's mean composite to CON's. Round 1, turns 2 and 3: PRO 66, CON 72. Won by CON."
        in said
    )
    assert "Mean composite of 100, from turn 2 on: PRO 69, CON 71." in said
    assert "2 of 3 answers depended on the order" in written("verdict_both_orders")


def test_statements_carry_their_turns_or_are_marked() -> None:
    said = written("verdict_differ")
    assert "PRO held one spine: who walks, stops. (turns 1 and 3)" in said
    assert "A statement that rests on nothing. (unsupported: cites no turn)" in said
    assert "Turning point: The survey fell. (turn 4)" in said


def test_the_difference_is_explained_or_the_failure_said() -> None:
    said = written("verdict_differ")
    assert (
        "the other held the stronger logic. CON's rounds were won on the till, not on the street. (turns 2 and 4)"
        in said
    )
    assert "None: it failed: provider busy: busy (529)" in written("verdict_unexplained")
    assert "None: it failed: no readable answer" in written("verdict_no_narrative")
    assert "Why they differ" not in written("verdict_was_different")


def test_the_register_has_its_history() -> None:
    said = written("verdict_taken_back")
    assert "T1-C1, PRO in turn 1, invented citation, exposed by turn 4, −2 on logic: a 2019 survey" in said
    assert "T1-C1: Overturned by a person, costs nothing. The survey exists: it was reprinted." in said
    assert "T1-C1: Put back by a person, −2 on logic. Not it." in said
    assert "T5-S1, PRO in turn 5 contradicts turn 1: First trade rises" in said


def test_convergence_is_named_or_not_checked() -> None:
    assert "how much, how fast or how far. Both now ask how many shops" in written("verdict_long")
    assert "Convergence Not checked" in written("verdict_differ")
    assert "Convergence None: it failed: provider busy: busy (529)" in written("verdict_long_failed")


def test_nothing_that_was_written_formats_the_markdown() -> None:
    text = markdown(document_of(events_of("verdict_hostile")))
    assert text.count(r"\<script\>") >= 8
    for markup in (r"!\[", "<", r"\*\*bold", r"\[l\]"):
        unescaped = re.search(rf"(?<!\\){markup}", text)
        assert not unescaped, markup


def test_an_example_is_marked_where_simulated_would_stand() -> None:
    first, *rest = whole_exchange()
    assert document_of([first, *rest]).badges[0] == "Simulated"
    shown = document_of([first.model_copy(update={"example": "Written for Split Decision"}), *rest])
    assert shown.badges[0] == "Sample: Written for Split Decision"


def repeating() -> list[Event]:
    """The exchange, in which PRO's last turn says its first one anew."""
    first = turn_of(1).arguments[0]
    again = first.model_copy(update={"id": "PRO-3"})

    def anew(event: Event) -> Event:
        if isinstance(event, TurnSpoken) and event.turn.number == 5:
            return event.model_copy(update={"turn": event.turn.model_copy(update={"arguments": (again,)})})
        return event

    return [anew(event) for event in whole_exchange()]


def test_what_each_turn_adds_is_told_from_turn_5_on_with_what_it_cannot_see() -> None:
    found = report_on(repeating())
    assert [(one.turn, one.repeats) for one in found.novelty][4:] == [(5, True), (6, False)]
    text = " ".join(plain_text(document_of(repeating())).split()).replace(" - ", " ")
    assert "What each turn adds Turn 5 (PRO): 0% new against its own earlier turns, repeats itself." in text
    assert "Turn 6 (CON): 100% new" in text and "a paraphrase counts as new" in text
    assert "Turn 4 (CON)" not in text
    assert "- Turn 5 (PRO): 0% new" in markdown(document_of(repeating()))
    assert report_in("agreed").novelty == ()


@both
def test_the_burden_of_proof_is_named_at_the_head_and_beside_the_narrative(write) -> None:
    topic = whole_exchange()[0].config.topic.model_copy(update={"burden": "pro"})
    assert write(opened_with(topic=topic)).count("The burden of proof is on PRO") == 2
    assert "burden" not in write(opened_with())


def test_a_debate_simulated_in_part_is_not_headed_as_a_whole() -> None:
    pro = whole_exchange()[0].config.pro.model_copy(update={"model": "openai:gpt"})
    badge = opened_with(pro=pro).badges[0]
    assert badge == "Partly simulated: CON, all judges, the live judge and the briefing"
