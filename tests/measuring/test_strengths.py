"""Strengths from judgments of two at a time, against choix without ties and a log-linear Poisson fit with them."""

import numpy as np
import pytest

from debate_core.measuring.intervals import ALIKE
from debate_core.measuring.pair_judgments import ALL_TIED, LOOSE, _finite, davidson
from tests.each import each

pytestmark = pytest.mark.slow  # as a whole, some seconds
MODELS, JUDGES, QUESTIONS = 4, 5, 30


@each(
    ("won", "finite"),
    [([1.0, 1.0], False), ([0.0, 0.0], False), ([1.0, 0.0], True), ([0.5, 0.5], True), ([0.0, 0.5], True)],
)
def test_strengths_are_finite_where_each_has_won_something_off_the_other(won, finite):
    assert _finite(np.array([0, 0]), np.array([1, 1]), np.array(won), 2) is finite


def battles(seed=3, questions=QUESTIONS, taste=0.4, strengths=None):
    """Judgments (first, second, won, judge, question), two pairs a question, each judge with a taste of its own."""
    rng = np.random.default_rng(seed)
    base = rng.normal(0, 0.6, MODELS) if strengths is None else np.array(strengths)
    own = base + rng.normal(0, taste, (JUDGES, MODELS))
    rows = []
    for question in range(questions):
        for first, second in (rng.choice(MODELS, 2, replace=False) for _ in range(2)):
            for judge in range(JUDGES):
                apart = own[judge, first] - own[judge, second]
                chances = np.exp([apart / 2, 0.0, -apart / 2])
                won = rng.choice([1.0, 0.5, 0.0], p=chances / chances.sum())
                rows.append((first, second, won, judge, question))
    first, second, won, judge, question = np.array(rows).T
    whole = (one.astype(np.int64) for one in (first, second, judge, question))
    return tuple(whole), won


def test_one_who_always_prefers_a_place_has_strengths_without_a_range_of_width_0():
    """Each two in both orders, the first shown always the winner: no question tells them apart, but for rounding."""
    for questions in (5, 12, 40):
        two = np.array([(0, 1), (1, 0), (1, 2), (2, 1), (0, 2), (2, 0)] * questions)
        fit = davidson(two[:, 0], two[:, 1], np.ones(len(two)), {"questions": np.arange(len(two)) // 6}, 3)
        assert [(round(one.value, 9), one.interval, one.reason) for one in fit.models] == [
            (0.0, None, ALIKE)
        ] * 3


def values(fit):
    return np.array([one.value for one in fit.models])


def test_without_ties_strengths_are_choix_s():
    import choix  # takes a second

    (first, second, _, question), won = battles()
    kept = won != 0.5
    one, other, won = first[kept], second[kept], won[kept]
    fit = davidson(one, other, won, {"questions": question[kept]}, MODELS)
    data = [(a, b) if won_it else (b, a) for a, b, won_it in zip(one, other, won, strict=True)]
    expected = choix.opt_pairwise(MODELS, data, alpha=0.0, tol=1e-12)
    assert values(fit) == pytest.approx(expected - expected.mean(), abs=1e-6)
    assert fit.tie == 0.0


def log_linear(first, second, won):
    """Every judgment as three counts with an effect of its own: the Poisson fit is the multinomial one."""
    rows, counts, of = [], [], []
    for n, (one, other, result) in enumerate(zip(first, second, won, strict=True)):
        for outcome in (1.0, 0.5, 0.0):
            row = np.zeros(MODELS)
            row[one] += outcome - 0.5
            row[other] -= outcome - 0.5
            # The last strength is minus the others'; the last column is for ties.
            rows.append([*(row[:-1] - row[-1]), outcome == 0.5, *(np.arange(len(won)) == n)])
            counts.append(result == outcome)
            of.append(n)
    return np.array(counts, dtype=float), np.array(rows, dtype=float), np.array(of)


def test_with_ties_strengths_ties_and_clustered_errors_are_those_of_a_log_linear_poisson_fit():
    from statsmodels.genmod.families import Poisson  # takes two seconds
    from statsmodels.genmod.generalized_linear_model import GLM
    from statsmodels.stats.sandwich_covariance import cov_cluster

    (first, second, judge, question), won = battles(questions=8)
    counts, design, of = log_linear(first, second, won)
    poisson = GLM(counts, design, family=Poisson()).fit(tol=1e-12)
    fit = davidson(first, second, won, {"judges": judge, "questions": question}, MODELS)
    assert values(fit)[:-1] == pytest.approx(poisson.params[: MODELS - 1], abs=1e-7)
    assert fit.tie == pytest.approx(np.exp(poisson.params[MODELS - 1]), abs=1e-7)
    variance = {}
    for noun, by in {"judges": judge, "questions": question, "both": judge * QUESTIONS + question}.items():
        g = len(set(by.tolist()))
        robust = cov_cluster(poisson, by[of], use_correction=False)
        variance[noun] = np.diag(robust)[: MODELS - 1] * g / (g - 1)
    both = variance["judges"] + variance["questions"] - variance["both"]
    expected = np.sqrt(np.maximum.reduce([both, variance["judges"], variance["questions"]]))
    reach = 2.7764451 * expected  # t with 4 degrees of freedom
    assert [one.interval[1] - one.value for one in fit.models[:-1]] == pytest.approx(reach, rel=1e-5)


def test_intervals_over_judges_and_questions_hold_what_they_promise_where_judges_have_tastes():
    truth = np.array([0.6, 0.2, -0.2, -0.6])
    inside = []
    for seed in range(25):
        (first, second, judge, question), won = battles(seed, strengths=truth)
        fit = davidson(first, second, won, {"judges": judge, "questions": question}, MODELS)
        inside += [
            one.interval[0] <= true <= one.interval[1] for one, true in zip(fit.models, truth, strict=True)
        ]
    assert np.mean(inside) > 0.9


def test_who_comes_first_in_a_row_and_which_number_a_judge_has_change_nothing():
    (first, second, judge, question), won = battles()
    fit = davidson(first, second, won, {"judges": judge, "questions": question}, MODELS)
    turned = davidson(second, first, 1 - won, {"questions": question * 7, "judges": 9 - judge}, MODELS)
    for one, other in zip(fit.models, turned.models, strict=True):
        assert one.interval == pytest.approx(other.interval)


@each(
    ("first", "second", "won", "reason"),
    [
        ([0, 0, 1], [1, 1, 2], [1, 0, 1], LOOSE),
        ([0, 0, 0], [1, 1, 1], [1, 1, 1], LOOSE),
        ([0, 0, 0], [1, 1, 1], [1, 1, 0.5], LOOSE),
        ([0, 0], [1, 2], [0.5, 0.5], ALL_TIED),
        ([], [], [], LOOSE),
    ],
)
def test_where_no_strength_fits_there_is_none(first, second, won, reason):
    fit = davidson(first, second, won, {"questions": np.arange(len(won))}, 3 if 2 in second else 2)
    assert {(one.value, one.reason) for one in fit.models} == {(None, reason)}
    assert fit.tie is None


def test_two_judges_are_too_few_for_an_interval_over_judges_and_not_for_one_over_questions():
    (first, second, judge, question), won = battles()
    two = judge < 2
    drawn = {"judges": judge[two], "questions": question[two]}
    fit = davidson(first[two], second[two], won[two], drawn, MODELS)
    assert {one.known for one in fit.models} == {False}
    assert "it takes 3 judges, and there are 2" in fit.models[0].reason
    alone = davidson(first[two], second[two], won[two], {"questions": question[two]}, MODELS)
    assert all(one.known for one in alone.models)
    assert values(alone) == pytest.approx(values(fit))
