"""Topic type, domain weights and what history adds."""

import numpy as np
import pytest

from debate_core.measuring.arrays import as_weights
from debate_core.measuring.weights import (
    JudgeHistory,
    bound_shares,
    effective_judges,
    judge_weights,
    shrunken_variances,
    topic_type,
)
from tests.each import each

nan = float("nan")

FOUR = ["technical", "business", "risk", "general"]


@each(
    ("text", "kind", "matched"),
    [
        ("Should we split the monolith into microservices?", "architecture", ("microservice", "monolith")),
        ("Does the TECH STACK limit our budgets?", "architecture", ("tech stack",)),
        ("Cost, cost and costs", "business", ("cost",)),
        ("Is privacy a risk for the market?", "security", ("risk", "privacy")),
        ("Databases or revenues?", "architecture", ("database",)),
        ("Known vulnerabilities and data protection", "security", ("data protection", "vulnerability")),
        ("Should pupils learn Latin?", "default", ()),
        ("Is marketing costly, and the auditor risky?", "default", ()),
        ("", "default", ()),
    ],
)
def test_a_topic_is_typed_by_distinct_whole_words_and_their_plurals(text, kind, matched):
    found = topic_type(text)
    assert (found.type, found.matched, found.overridden) == (kind, matched, False)


def test_a_person_may_override_the_type():
    found = topic_type("Cost of databases", override="security")
    assert (found.type, found.matched, found.overridden) == ("security", (), True)


@each(
    ("domains", "topic", "weights"),
    [
        (FOUR, "architecture", [0.35, 0.20, 0.25, 0.20]),
        (FOUR, "business", [0.20, 0.40, 0.20, 0.20]),
        (FOUR, "security", [0.20, 0.15, 0.45, 0.20]),
        (FOUR, "default", [0.25, 0.25, 0.25, 0.25]),
        # two of one domain each have its weight, and another domain a fifth: over 1.10
        (["risk", "risk", "law"], "security", [0.45 / 1.1, 0.45 / 1.1, 0.20 / 1.1]),
    ],
)
def test_without_history_evidence_weights_are_the_domain_weights(domains, topic, weights):
    found = judge_weights(domains, topic)
    assert found.weights == pytest.approx(weights)
    assert found.variances is None


def test_classic_weights_mix_domain_and_share_right():
    past = [JudgeHistory(right=1, known=4), JudgeHistory(), JudgeHistory(right=2, known=2), JudgeHistory()]
    # .7·.25 + .3·(.25, 1, 1, 1) = .25, .475, .475, .475
    found = judge_weights(FOUR, "default", "classic", past).weights
    assert found == pytest.approx(np.array([0.25, 0.475, 0.475, 0.475]) / 1.675)


def test_weights_are_normalised_over_the_judges_present():
    found = judge_weights(FOUR, "business", present=[True, True, False, False])
    assert found.weights == pytest.approx([1 / 3, 2 / 3, 0, 0])
    assert found.effective == pytest.approx(1 / (1 / 9 + 4 / 9))
    assert judge_weights(FOUR, "security", "equal").effective == pytest.approx(4)
    assert effective_judges(np.zeros(3)) == 0


def test_the_steadier_judge_weighs_more_once_every_judge_of_the_panel_has_ten_debates():
    steady, noisy = JudgeHistory(variances=(0.5, 0.6) * 5), JudgeHistory(variances=(4.0, 5.0) * 5)
    found = judge_weights(["a", "b"], scheme="evidence", history=[steady, noisy]).weights
    assert found[0] > 0.7
    nine = JudgeHistory(variances=noisy.variances[:9])
    few = judge_weights(["a", "b"], history=[steady, nine])
    assert (few.weights.tolist(), few.variances) == ([0.5, 0.5], None)
    # one that is absent, or a person, keeps nobody from it
    absent = judge_weights(["a", "b", "c"], history=[steady, noisy, nine], present=[True, True, False])
    person = judge_weights(["a", "b", "c"], history=[steady, noisy, None])
    for found in (absent, person):
        assert found.weights[0] > 2 * found.weights[1]
    assert person.weights[0] > person.weights[2] > person.weights[1]


def test_judges_that_differ_by_chance_only_are_pulled_to_the_panel():
    # logs scatter by 1.39 within each judge, and the means differ not at all
    found = shrunken_variances([[1.0, 4.0, 16.0] * 4, [16.0, 1.0, 4.0] * 4])
    assert found == pytest.approx([4.0, 4.0])
    # Logs of 0 and 2, and of 4 and 6, five each: 20/18 within, a tenth of it at each mean, 8 between the means of 1
    # and 5. A part (1/9)/8 of the way to their mean of 3.
    found = shrunken_variances([np.exp([0.0, 2.0] * 5), np.exp([4.0, 6.0] * 5)])
    assert np.log(found) == pytest.approx([1 + 2 / 72, 5 - 2 / 72])


def test_what_are_no_weights_of_these_judges_is_refused():
    with pytest.raises(ValueError, match="one a judge"):
        judge_weights(FOUR, history=[JudgeHistory()])
    with pytest.raises(ValueError, match="got 'best'"):
        judge_weights(FOUR, scheme="best")
    with pytest.raises(ValueError, match="got 'sports'"):
        topic_type("Should we?", "sports")
    for bad in (-1.0, np.inf, nan):
        with pytest.raises(ValueError, match="expected numbers of 0 or more"):
            as_weights([1.0, bad], 2)


def test_a_long_record_never_silences_a_judge_nor_lets_one_decide_alone():
    past = [JudgeHistory(variances=(v,) * 30) for v in (0.01, 1.0, 1.0, 400.0)]
    found = judge_weights(FOUR, scheme="evidence", history=past)
    # a quarter each by domain: from a third of that to three times
    assert found.weights.sum() == pytest.approx(1.0)
    assert found.weights.min() >= 0.25 / 3 - 1e-9
    assert found.weights.max() == pytest.approx(0.75)
    assert found.weights[1] == pytest.approx(found.weights[2])


def test_within_the_bounds_weights_keep_their_proportions_and_where_nobody_counts_nobody_does():
    assert bound_shares(np.zeros(3), np.array([1.0, 2.0, 1.5])).tolist() == [0, 0, 0]
    shares = np.array([0.2, 0.3, 0.5])
    found = bound_shares(shares, np.array([1.0, 2.0, 1.5]))
    assert found / shares == pytest.approx(np.array([1.0, 2.0, 1.5]) / (shares * [1.0, 2.0, 1.5]).sum())
