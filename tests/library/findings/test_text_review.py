"""A review put together: every reviewer and finding in it once, agreement with its reasons, replay at any fact."""

import numpy as np
import pytest

from debate_core.domain.artifact import ARTIFACT_RUBRIC, ArtifactConfig, Reviewer
from debate_core.domain.config import DebateConfig
from debate_core.domain.errors import RecordNotFound, SetUpError
from debate_core.domain.steps import review_step
from debate_core.domain.transcript import Topic
from debate_core.library.text_review import NO_KAPPA, ReviewSettings, text_review
from debate_core.measuring.agreement import alpha
from debate_core.store.events import DebateOpened, FindingSettled, StoredEvent
from debate_core.store.events import read_event as read
from debate_core.store.record import ArtifactRecord
from tests.building.facts import but
from tests.library.findings.artifacts import (
    ANALYST,
    ARCHITECT,
    ARTIFACT,
    AUDITOR,
    EXPERT,
    FAILED,
    NAMES,
    QA,
    by_hand,
    finding,
    record,
    sheet,
)

KEYS = ARTIFACT_RUBRIC.keys


def _scores(*values):
    return dict(zip(KEYS, values, strict=True))


def test_a_failed_reviewer_that_answers_later_has_not_failed():
    found = text_review(record(FAILED, sheet(EXPERT, "PASS")))
    assert [row.status for row in found.reviewers][3] == "done"


def test_agreement_is_over_the_dimensions_and_kappa_says_why_there_is_none():
    given = {
        ARCHITECT: sheet(ARCHITECT, "PASS", scores=_scores(3, 2, 1, 2, 3, 1)),
        ANALYST: sheet(ANALYST, "FAIL", scores=_scores(3, 1, 1, 1, 3, 3)),
        QA: sheet(QA, "PASS", scores=_scores(2, 2, 1, 2, 3, 1)),
    }
    found = text_review(record(*given.values()))
    rows = np.array([list(one.scores.values()) for one in given.values()], dtype=float)
    assert found.agreement.alpha.value == pytest.approx(alpha(rows).value)
    assert found.agreement.alpha.interval is not None
    assert (found.agreement.kappa.value, found.agreement.kappa.reason) == (None, NO_KAPPA)
    # .6 · 2/3 + .4 · mean of 1 − range/2 over .5 .5 1 .5 1 0
    lost = [but(FAILED, step=review_step(name)) for name in (AUDITOR, EXPERT)]
    told = text_review(record(*given.values(), *lost)).accord
    assert (told.value, told.advised) == (pytest.approx(0.6 * 2 / 3 + 0.4 * 3.5 / 6), True)
    assert text_review(record(*given.values())).accord.reason == "not all reviewers have scored"
    # verifiability ranges over 2 of 2 points; half a point short of 1.5 is no parting
    assert [(area.dimension, area.severity) for area in found.parted] == [
        ("verifiability", 1.0),
        (None, pytest.approx(1 / 3)),
    ]
    assert found.means["correctness"] == pytest.approx(8 / 3)


SEATED = ReviewSettings(people=True)


def test_who_scored_blind_sits_in_verdict_agreement_and_partings_only_where_people_are_seated():
    panel = [sheet(name, "PASS" if name in (ARCHITECT, AUDITOR) else "FAIL") for name in NAMES]
    given = by_hand(QA, "FAIL", 2, 2, 2, 2, 2, 1)
    late = by_hand("Ben", "PASS", 1, 1, 1, 1, 1, 1, blind=False)
    held = record(*panel, given, late, but(given, verdict="PASS", blind=False, version=2))
    alone, found = text_review(held), text_review(held, SEATED)
    assert (alone.outcome, alone.agreement) == (
        text_review(record(*panel)).outcome,
        text_review(record(*panel)).agreement,
    )
    assert (alone.outcome.call, alone.otherwise.call, alone.outcome.people) == ("no_call", "FAIL", ())
    # The one seat is told from the reviewer of that name, and weighs .2 of 1.2.
    assert (found.outcome, found.otherwise) == (alone.otherwise, alone.outcome)
    assert found.outcome.people == (f"{QA} (person)",)
    assert [(one.name, one.weight) for one in found.people] == [(QA, pytest.approx(1 / 6)), ("Ben", None)]
    assert found.means["verifiability"] == pytest.approx(11 / 6)
    assert [area.severity for area in found.parted] == [pytest.approx(1 - 4 / 6)]
    assert found.findings == alone.findings and found.rounds == alone.rounds


def test_people_make_no_verdict_while_a_reviewer_may_still_answer():
    held = record(*(sheet(name, "FAIL") for name in NAMES[:4]), by_hand("Ana", "PASS", 3, 3, 3, 3, 3, 3))
    found = text_review(held, SEATED)
    assert (found.outcome.call, found.otherwise.call) == ("no_call", "no_call")
    assert found.outcome.awaited == (QA,)


def test_without_reviews_everything_is_undefined_with_its_reason():
    found = text_review(record())
    assert (found.outcome.call, found.outcome.shares, found.accord.value) == ("no_call", {}, None)
    assert found.agreement.alpha.reason == "fewer than 2 judges"
    assert set(found.means.values()) == {None}
    assert (found.findings, found.checklist, found.flags) == ((), (), ())


def test_a_later_round_is_read_only_when_it_is_looked_at():
    first, second = record(sheet(QA, "FAIL")), sheet(QA, "PASS")
    event = but(next(iter(first.results.values())), sheet=second, round=2)
    again = but(event, call=but(event.call, step="again:QA"))
    probe = but(again, probe="re_read", call=but(event.call, step="probe:QA"))
    held = record(sheet(QA, "FAIL"), again, probe)
    assert held.sheets()[QA].verdict == "FAIL"
    assert held.sheets(2)[QA].verdict == held.sheets(3)[QA].verdict == "PASS"


def test_every_fact_is_read_back_as_it_was_written():
    held = record(sheet(QA, "FAIL", finding()))
    settled = FindingSettled(person="Ada", findings=("a",), state="accepted")
    for event in (*held.results.values(), settled):
        assert read(event.model_dump_json()) == event


def test_a_record_begins_with_an_artifact():
    debate = StoredEvent(
        record="r", sequence=1, at=0.0, event=DebateOpened(config=DebateConfig(topic=Topic(text="x")))
    )
    with pytest.raises(RecordNotFound):
        ArtifactRecord.from_first_event(debate)


def test_a_configuration_needs_two_reviewers_of_different_names():
    with pytest.raises(SetUpError):
        ArtifactConfig(artifact=ARTIFACT, reviewers=(Reviewer(name="A", domain="a"),))
    with pytest.raises(ValueError, match="a name of its own"):
        ArtifactConfig(
            artifact=ARTIFACT, reviewers=(Reviewer(name="A", domain="a"), Reviewer(name="a", domain="b"))
        )
