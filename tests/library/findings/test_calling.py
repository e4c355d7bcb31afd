"""The verdict by weight, over those who gave one; contradictions flagged and never repaired."""

import itertools

import pytest

from debate_core.domain.artifact import BUILT_IN_REVIEWERS, VERDICTS
from debate_core.library.findings import place_findings
from debate_core.library.text_review import call, flags
from tests.each import each
from tests.library.findings.artifacts import ANALYST, ARTIFACT, QA, finding, sheet, sheets

P, C, F = VERDICTS


def test_a_person_who_counts_weighs_as_an_average_reviewer_and_is_none():
    found = call(BUILT_IN_REVIEWERS, sheets(P, P, F, F, F), {"Ana": F})
    assert (found.call, found.usable, found.reviewers, found.people) == (F, 5, 5, ("Ana",))
    assert found.shares == pytest.approx({P: 0.5 / 1.2, C: 0, F: 0.7 / 1.2})
    alone = call(BUILT_IN_REVIEWERS, sheets(F), {"Ana": F, "Ben": F})
    assert (alone.call, alone.usable, alone.weights) == ("no_call", 1, {})


@each("verdicts", [(P, None, None, None, None), ()])
def test_fewer_than_two_readable_reviews_carry_nothing(verdicts):
    found = call(BUILT_IN_REVIEWERS, sheets(*verdicts))
    assert (found.call, found.shares) == ("no_call", {})


def test_every_combination_of_verdicts_follows_the_rule_by_hand():
    cents = dict(zip((one.name for one in BUILT_IN_REVIEWERS), (25, 25, 20, 15, 15), strict=True))
    for verdicts in itertools.product(VERDICTS, repeat=5):
        given = sheets(*verdicts)
        of = {v: sum(cents[name] for name, one in given.items() if one.verdict == v) for v in VERDICTS}
        alone = [v for v in VERDICTS if of[v] > 50]
        expected = alone[0] if alone else C if of[P] + of[C] > 50 else "no_call"
        assert call(BUILT_IN_REVIEWERS, given).call == expected


def test_weights_are_over_usable_reviewers_and_who_is_not_counted_is_named():
    found = call(BUILT_IN_REVIEWERS, sheets(P, None, F, P, P))
    assert found.weights == pytest.approx(
        {"Technical architect": 1 / 3, "Security analyst": 4 / 15, "Domain expert": 0.2, "QA evaluator": 0.2}
    )
    assert found.uncounted == {"Compliance auditor": 0.25}
    assert sum(found.shares.values()) == pytest.approx(1)


def _flags(*given):
    return flags(given, place_findings(given, ARTIFACT))


@each(
    ("given", "kinds"),
    [
        (sheet(ANALYST, F), ["fail_without_place"]),
        (sheet(ANALYST, F, finding("Logs are kept")), []),
        (sheet(ANALYST, F, finding("", what="No owner.")), ["fail_without_place"]),
        (sheet(ANALYST, F, finding()), []),
        (sheet(ANALYST, P, finding(severity="critical")), ["pass_with_critical"]),
        (sheet(ANALYST, P, finding("nowhere at all", severity="critical")), ["pass_with_critical"]),
        (sheet(ANALYST, P, finding(severity="major")), []),
        (sheet(ANALYST, C, finding(severity="critical")), []),
        (sheet(ANALYST, C), []),
    ],
)
def test_a_review_that_contradicts_itself_is_flagged(given, kinds):
    assert [flag.kind for flag in _flags(given)] == kinds


def test_a_flag_says_whose_review_and_what_and_changes_no_verdict():
    given = sheet(QA, P, finding(severity="critical"), finding("regularly", severity="critical"))
    (flag,) = _flags(given)
    assert (flag.reviewer, flag.critical) == (QA, 2)
    assert call(BUILT_IN_REVIEWERS, {QA: given, ANALYST: sheet(ANALYST, P)}).call == P
