"""The verdict by weight, over those who gave one; contradictions flagged and never repaired."""

import itertools

import pytest

from debate_core.artifact import BUILT_IN_REVIEWERS, VERDICTS
from debate_core.findings.calling import call, flags
from debate_core.findings.merging import place_findings
from tests.each import each
from tests.findings.artifacts import ANALYST, ARTIFACT, QA, finding, sheet, sheets

P, C, F = VERDICTS


@each(
    ("verdicts", "called", "reason"),
    [
        # weights: architect 0.25, auditor 0.25, analyst 0.20, expert 0.15, QA 0.15
        ((P, P, P, P, P), P, "PASS has 100% of the weight: more than half"),
        ((F, F, P, F, P), F, "FAIL has 65% of the weight: more than half; PASS has 35%"),
        ((P, P, F, F, F), "no_call", "no verdict has more than half of the weight (PASS 50%, FAIL 50%)"),
        (
            (P, C, F, F, C),
            C,
            "no verdict has more than half of the weight (PASS 25%, CONDITIONAL 40%, FAIL 35%); PASS and CONDITIONAL "
            "together have 65%",
        ),
        (
            (P, F, F, C, F),
            F,
            "FAIL has 60% of the weight: more than half; PASS has 25% and CONDITIONAL has 15%",
        ),
        (
            (P, C, F, F, F),
            "no_call",
            "no verdict has more than half of the weight (PASS 25%, CONDITIONAL 25%, FAIL 50%)",
        ),
        # of 0.35 usable weight: analyst 57%, expert 43%
        ((None, None, F, P, None), F, "FAIL has 57% of the weight: more than half; PASS has 43%"),
        (
            (P, F, None, None, None),
            "no_call",
            "no verdict has more than half of the weight (PASS 50%, FAIL 50%)",
        ),
        (
            (P, None, None, None, None),
            "no_call",
            "one reviewer only of 5 gave a review that could be read; a verdict needs two",
        ),
        ((), "no_call", "no reviewer of 5 gave a review that could be read; a verdict needs two"),
    ],
)
def test_a_verdict_needs_more_than_half_of_the_usable_weight(verdicts, called, reason):
    found = call(BUILT_IN_REVIEWERS, sheets(*verdicts))
    assert (found.call, found.reasons[0]) == (called, reason)


def test_a_person_who_is_seated_weighs_as_an_average_reviewer_and_is_counted_as_none():
    found = call(BUILT_IN_REVIEWERS, sheets(P, P, F, F, F), {"Ana": F})
    assert (found.call, found.usable, found.reviewers) == (F, 5, 5)
    assert found.shares == pytest.approx({P: 0.5 / 1.2, C: 0, F: 0.7 / 1.2})
    assert found.reasons[1] == "seated beside the reviewers as a person: Ana, with 17% of the weight"
    alone = call(BUILT_IN_REVIEWERS, sheets(F), {"Ana": F, "Ben": F})
    assert (alone.call, alone.usable) == ("no_call", 1)
    assert alone.reasons[0].endswith("a verdict needs two, and a person is none")


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
    assert found.reasons[1:] == (
        "Compliance auditor has given no review that could be read; its weight, 0.25, is not counted",
    )
    assert sum(found.shares.values()) == pytest.approx(1)


def _flags(*given):
    return flags(given, place_findings(given, ARTIFACT))


@each(
    ("given", "kinds"),
    [
        (sheet(ANALYST, F), ["fail_without_place"]),
        (sheet(ANALYST, F, finding("Logs are kept")), ["fail_without_place"]),
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
    assert flag.words == "QA evaluator says PASS beside 2 critical findings of its own"
    assert call(BUILT_IN_REVIEWERS, {QA: given, ANALYST: sheet(ANALYST, P)}).call == P
