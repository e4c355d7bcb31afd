"""People on the panel: they weigh and are measured like judges, and take no judge's place."""

import numpy as np
import pytest

from debate_core.library.history import History
from debate_core.library.report import ReportSettings
from debate_core.library.report.settings import read_settings
from debate_core.measuring.weights import JudgeHistory
from debate_core.reporting.debate import debate_document, report_values, scores_csv
from debate_core.store.events import DebateFinished
from debate_core.store.record import replay
from tests.building.facts import judge_failed, stored
from tests.building.reviewed import reviews_of
from tests.building.structured import AGREED, IDS, JUDGES, STATES, record_of
from tests.building.structured import report_for as read
from tests.library.test_nulls import unexplained

pytestmark = pytest.mark.slow  # as a whole, some seconds

PRO, CON = slice(0, 3), slice(3, 6)
UNLIKE = (2, 2, 3, 8, 9, 8)
"""Scores for con, where the judges' are for pro."""


def debate(*people, state="agreed", events=None):
    """A debate, with these people's scores of its six arguments."""
    given = [review for name, points in people for review in reviews_of(record_of("agreed"), name, points)]
    return replay(stored((*(events or STATES[state]), *given)))


def seat_of(found, name):
    return next(judge for judge in found.judges if judge.name == name)


def test_a_person_off_the_panel_changes_one_reading_and_nothing_else():
    without, found = read(record_of("agreed")), read(debate(("Ana", UNLIKE)))
    assert any(found.people[0].blind.values()) and not without.people
    assert found.robustness[:-1] == without.robustness
    assert found.robustness[-1].change == "with people's scores"
    assert (found.outcome, found.agreement) == (without.outcome, without.agreement)
    assert (found.arguments, found.judges) == (without.arguments, without.judges)


def test_a_seated_person_has_severity_weight_and_share_like_any_judge():
    found = read(debate(("Ana", (6, 6, 6, 4, 4, 3))), people=True)
    ana = seat_of(found, "Ana")
    assert (ana.model, ana.domain, ana.person, ana.status) == (None, "general", True, "done")
    # A topic of architecture: technical .35, business .20, risk .25, general .20; Ana .20 as a general judge.
    assert ana.weight == pytest.approx(0.20 / 1.20) == seat_of(found, "General").weight
    # Complete: severity is the grand mean less one's own.
    composites = {
        judge.name: np.mean([row.raw[judge.name] for row in found.arguments]) for judge in found.judges
    }
    assert ana.severity == pytest.approx(np.mean(list(composites.values())) - composites["Ana"])
    assert ana.position == pytest.approx(6 - 11 / 3)
    expected = sum(judge.weight * judge.position for judge in found.judges)
    assert found.outcome.gap.value == pytest.approx(expected)
    assert found.judges_said == "4 judges and 1 person"
    assert any("Ana" in pair.judges for pair in found.agreement.pairs)
    assert "Ana" in found.agreement.without_judge


def test_a_person_weighs_as_a_general_judge_without_a_past():
    known = {(name, "simulated:standard"): JudgeHistory(variances=(0.2, 0.3, 0.25)) for name in JUDGES[:3]}
    found = read(debate(("Ana", UNLIKE)), History(judges=known), people=True)
    assert seat_of(found, "Ana").weight == pytest.approx(seat_of(found, "General").weight)


def test_who_scored_one_side_only_has_no_part_in_the_gap_under_either_rules():
    for rules in ("default", "classic"):
        one_sided = debate(("Ana", (1, 9, 2, None, None, None)))
        off, on = (read(one_sided, rules=rules, people=people) for people in (False, True))
        assert (on.outcome.gap.value, on.outcome.gap.se) == pytest.approx(
            (off.outcome.gap.value, off.outcome.gap.se)
        )
        assert on.outcome.gap.interval == pytest.approx(off.outcome.gap.interval)
        assert (seat_of(on, "Ana").share, seat_of(on, "Ana").ballot) == (0, None)
        assert on.agreement.alpha.value < off.agreement.alpha.value
        said = "Not counted in the lead, without scores on one side or without weight: Ana."
        assert said in on.outcome.cautions
    calls = [change.call for change in on.robustness]
    assert calls == [change.call for change in off.robustness]


def test_a_partly_filled_row_takes_part_with_what_it_has():
    found = read(debate(("Ana", (9, None, None, 2, None, None))), people=True)
    full = read(debate(("Ana", (9, 9, 9, 2, 2, 2))), people=True)
    assert 0 < seat_of(found, "Ana").share < seat_of(full, "Ana").share
    assert found.outcome.gap.interval is not None


@pytest.mark.parametrize(
    ("scored", "failed", "said"),
    [(1, 3, "Only 1 judge of 4 gave usable scores"), (0, 4, "No judge of 4 gave usable scores")],
)
def test_people_take_no_judges_place(scored, failed, said):
    events = (
        *STATES["scoring"][: len(STATES["scoring"]) - 1 + scored],
        *(judge_failed(name, "quota: used up") for name in JUDGES[4 - failed :]),
        DebateFinished(),
    )
    people = [(name, AGREED_POINTS) for name in ("Ana", "Ben", "Eve")]
    found = read(debate(*people, events=events), people=True)
    assert found.outcome.call == "no_call"
    assert "failed: used up" in found.outcome.reasons[0], "the cause first"
    assert said in found.outcome.reasons[1]
    assert found.robustness is None
    assert found.judges_said == f"{scored} of 4 judges and 3 people"


AGREED_POINTS = tuple(round(np.mean([np.mean(row[place]) for row in AGREED])) for place in range(len(IDS)))


def test_without_people_the_outcome_is_the_judges_own_and_what_flips_is_marked():
    people = [(name, UNLIKE) for name in ("Ana", "Ben", "Eve")]
    off, on = (read(debate(*people), people=people_on) for people_on in (False, True))
    assert (off.outcome.call, on.outcome.call) == ("pro", "no_call")
    without = {change.change: change for change in on.robustness}
    alone = without["without people's scores"]
    assert (alone.call, alone.flips) == ("pro", True)
    assert {"without Ana", "without Ben", "without Eve"} <= set(without)
    last = off.robustness[-1]
    assert (last.change, last.call, last.flips, last.same) == ("with people's scores", "no_call", True, False)
    robust = debate_document(off, debate(*people))["robustness"]
    assert robust.sentence == "There is no winner if read with people's scores."


def test_while_a_judge_is_awaited_people_hasten_no_outcome():
    people = [(name, AGREED_POINTS) for name in ("Ana", "Ben")]
    found = read(debate(*people, state="some_scored"), people=True)
    assert (found.outcome.call, found.judges_said) == ("no_call", "2 of 4 judges and 2 people")
    assert found.outcome.reasons[0] == "2 of 4 judges have not scored yet."
    assert found.robustness is None


def test_one_person_alone_is_left_out_once():
    found = [change.change for change in read(debate(("Ana", UNLIKE)), people=True).robustness]
    assert "without Ana" not in found
    assert found.count("without people's scores") == 1


def test_only_blind_scores_are_seated():
    seen = reviews_of(record_of("agreed"), "Ana", UNLIKE, blind=False, cause="the Panel page")
    found = read(replay(stored((*STATES["agreed"], *seen))), people=True)
    assert found.people and not any(found.people[0].blind.values())
    assert found.seated == 0
    assert found.judges_said == "4 judges"


def test_people_called_like_a_judge_or_like_one_another_keep_scores_of_their_own():
    names = ("Risk", "Risk (person)", "risk")
    found = read(debate(*((name, UNLIKE) for name in names)), people=True)
    seated = [judge.name for judge in found.judges if judge.person]
    assert len({name.casefold() for name in (*JUDGES, *seated)}) == 7
    assert seat_of(found, "Risk").model
    assert all(len(row.raw) == 7 for row in found.arguments)
    assert len({judge.called for judge in found.judges}) == 7


def test_exports_say_who_is_a_person_and_every_null_has_its_reason():
    held = debate(("Ana", (6, 6, None, 4, 4, 3)))
    found = read(held, people=True)
    assert "Ana,person,done,PRO-1" in scores_csv(found)
    document = debate_document(found, held)
    assert any("people's scores counted" in one for one in document["verdict"].notes)
    ana = document["judges"].tables[0].rows[-1]
    assert (ana[0].name, ana[0].model, ana[-1]) == ("Ana (person)", None, "person")
    shown = report_values(found)
    assert shown["judges"][-1]["why_null"]["model"] == "a person, not a model"
    assert unexplained(shown) == []


def test_an_address_and_a_file_of_settings_name_the_choice():
    assert read_settings({"people": "yes"}).value.people
    assert ReportSettings(people=True).changed == {"people": "yes"}
    assert read_settings({"people": "maybe"}).refused == ("people: expected yes or no, got 'maybe'",)


def test_what_would_be_enough_is_said_of_judges_and_people_where_people_are_seated():
    """Found in a review: "the mean of 4.62 such judges" where 2 judges and 3 people scored."""
    record = debate(("Ana", (6, 6, 6, 4, 4, 3)))
    found, without = read(record, people=True), read(record)
    said = debate_document(found, record)["reliability"]
    assert "The average of 5 judges and people" in said.sentence
    assert "people" not in debate_document(without, record)["reliability"].sentence
