"""A judging's sheets have one place each: by judge, round and probe."""

from dataclasses import replace

import pytest

from debate_core.domain.rubric import STANDARD, ArgumentScores, Scoresheet
from debate_core.measuring.agreement import alpha
from debate_core.store.judging import Item, Judging, Seat, SheetId, scored_of
from debate_core.verdicts.verdict import outcome

IDS = ("A", "B", "C")


def sheet(judge, *points):
    entries = (
        ArgumentScores(argument_id=name, scores=dict.fromkeys(STANDARD.keys, score), standing="UPHELD")
        for name, score in zip(IDS, points, strict=True)
    )
    return Scoresheet(judge=judge, entries=tuple(entries))


def seat(name, model="simulated:judge"):
    return Seat(name=name, domain="general", weights=STANDARD.weights, model=model, state="done")


@pytest.fixture
def talked():
    """Two judges and a person without sides: the second judge moved in round 2, the person came in it; one was
    asked again in a probe."""
    read = {
        SheetId("First"): sheet("First", 4, 5, 6),
        SheetId("Second"): sheet("Second", 8, 5, 6),
        SheetId("Second", 2): sheet("Second", 5, 5, 6),
        SheetId("Ana", 2): sheet("Ana", 3, 5, 7),
        SheetId("First", 2, "re_read"): sheet("First", 9, 9, 9),
        SheetId("First", 3, "reasons"): sheet("First", 10, 10, 1),
    }
    seats = (seat("First"), seat("Second"), seat("Ana", model=None))
    return Judging(items=tuple(Item(id=name) for name in IDS), rubric=STANDARD, seats=seats, read=read).at(1)


def firsts(judging):
    """What each seat gives the first item on the first dimension."""
    return [one.entries[0].scores[STANDARD.keys[0]] if one else None for one in judging.sheets]


def test_a_round_shows_its_own_sheets_and_for_who_gave_none_the_last_before(talked):
    assert firsts(talked) == [4, 8, None]
    assert firsts(talked.at(2)) == [4, 5, 3]
    assert firsts(talked.at(3)) == [4, 5, 3]
    assert (talked.usable, talked.at(2).usable, talked.rounds) == (2, 3, 2)


def test_a_probe_is_found_by_its_name_and_never_counts_as_a_round(talked):
    first, *others = talked.probe_sheets("re_read")
    assert (first.entries[0].scores[STANDARD.keys[0]], others) == (9, [None, None])
    assert talked.probe_sheets("planted") == (None, None, None)
    assert [firsts(talked.at(number))[0] for number in (2, 3)] == [4, 4]


def test_what_has_no_sides_has_its_agreement_and_no_gap(talked):
    scored = scored_of(talked.at(2))
    assert scored.sides is None
    found = outcome(scored.common, scored.sides, scored.standings)
    assert (found.call, found.gap, found.interval, found.p_pro, found.z_gap) == ("no_call", *[None] * 4)
    assert found.alpha.value == pytest.approx(alpha(scored.common).value)
    assert "no sides" in found.reasons[0]


def test_sides_are_taken_by_all_items_or_by_none(talked):
    some = (Item(id="A", side="pro"), Item(id="B"), Item(id="C", side="con"))
    assert Judging(items=some, rubric=STANDARD, seats=talked.seats).sides is None


def test_people_are_counted_beside_the_judges_and_settle_no_panel():
    done = [replace(seat(name), sheet=sheet(name, 4, 5, 6)) for name in ("First", "Second")]
    failed = replace(seat("Third"), state="failed")
    ana, ben = (replace(seat(name, model=None), sheet=sheet(name, 4, 5, 6)) for name in ("Ana", "Ben"))

    def of(*seats):
        return Judging(items=tuple(Item(id=name) for name in IDS), rubric=STANDARD, seats=seats)

    assert of(*done, ana).panel_text == "2 judges and 1 person"
    assert of(*done, failed, ana, ben).panel_text == "2 of 3 judges and 2 people"
    assert [of(*done, failed, ana).settled, of(done[0], failed, ana, ben).settled] == [True, False]
