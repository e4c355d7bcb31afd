"""Where the panel parts."""

from dataclasses import replace

import numpy as np
import pytest
from scipy import special

from debate_core.measuring.arrays import variance_given
from debate_core.measuring.calibration import zscores
from debate_core.measuring.disputes import _delete, single_step_test
from debate_core.measuring.divergence import POINTS, argument_figures, divergence_of
from debate_core.measuring.weights import Prior

nan = float("nan")


def divergent(panel, spread=1.0):
    return tuple(divergence_of(panel).divergent(0.05, spread).nonzero()[0].tolist())


def figures(panel, dimensions=None):
    return argument_figures(divergence_of(panel), dimensions or {})


def _panel(seed=1, judges=4, items=6):
    return np.random.default_rng(seed).normal(6, 1, (judges, items))


def _by_hand(panels, prior=0.0):
    """F of each argument of complete tables (n, judges, items), from double-centred scores; a variance expected
    beforehand counts like four residuals, where that makes the error larger."""
    judges, items = panels.shape[1:]
    e = panels - panels.mean(axis=1, keepdims=True) - panels.mean(axis=2, keepdims=True)
    squares = (e + panels.mean(axis=(1, 2), keepdims=True)) ** 2
    part = squares / (1 - 1 / items)
    left = squares.sum(axis=(1, 2))[:, None] - part.sum(axis=1)
    df = (judges - 1) * (items - 2)
    pooled = np.maximum(left / df, (4 * prior + left) / (4 + df))
    others = (squares.sum(axis=2, keepdims=True) - squares) / (1 - 1 / judges)
    noise = (3 * pooled[:, None] + others) / (3 + items - 2)  # a judge's own, and three parts of the panel's
    return (part / noise).sum(axis=1) / (judges - 1)


@pytest.mark.parametrize(("judges", "wide"), [(3, 3.0), (4, 3.0), (4, 0.2)])
def test_with_complete_data_the_first_one_out_has_the_f_by_hand(judges, wide):
    # half a point is expected beforehand, which lifts the error of the last alone
    panel = wide * _panel(judges=judges)
    (f,) = _by_hand(panel[None], prior=0.5**2)
    assert (f == _by_hand(panel[None])[0]).all() == (wide > 1)
    found = _delete(panel, POINTS)
    assert found.f == pytest.approx(f)
    assert ({*found.first}, {*found.second}) == ({judges - 1}, {(judges - 1) * 4})
    assert divergence_of(panel).test.rough == (judges < 4)
    assert figures(panel) == figures(panel)


@pytest.mark.parametrize(("judges", "items"), [(4, 3), (4, 4), (2, 4)])
def test_p_is_how_often_noise_alone_brings_the_most_divided_so_far(judges, items):
    # of four arguments the first step has the whole level, and the last a tenth; of three there is one step
    panel = 6 + np.random.default_rng(1).normal(0, 2, (judges, items))
    panel[: judges // 2, -1] += 2
    panel[judges // 2 :, -1] -= 2
    largest = _by_hand(np.random.default_rng(8).normal(size=(4000, judges, items))).max(axis=1)
    (f,) = _by_hand(panel[None])
    p = divergence_of(panel).test.p[f.argmax()]
    assert 0.01 < p == pytest.approx((largest >= f.max()).mean(), abs=0.02)


@pytest.mark.slow
def test_of_ten_arguments_or_more_a_heavy_tail_is_no_dispute_and_a_split_still_is():
    rng = np.random.default_rng(4)
    flagged = [bool(divergent(6 + rng.exponential(1.0, (4, 12)))) for _ in range(25)]
    assert np.mean(flagged) < 0.3
    panel = 6 + rng.normal(0, 0.7, (4, 12))
    panel[:, 3] += np.array([3.0, -3.0, 3.0, -3.0])
    assert divergent(panel) == (3,)


def test_two_arguments_that_divide_the_judges_alike_do_not_hide_each_other():
    panel = 6 + np.random.default_rng(2).normal(0, 0.5, (4, 6))
    apart = np.array([3.0, -3.0, 3.0, -3.0])
    panel[:, 1] += apart
    assert divergent(panel) == (1,)
    panel[:, 4] += apart
    assert divergent(panel) == (1, 4)
    # Half of them, so that the other half looks as divided: which one the judges agree on can't be told.
    panel[:, 2] += apart
    assert divergent(panel) == tuple(range(6))


def test_by_the_independent_rules_each_argument_is_held_against_the_most_divided_of_shuffles():
    panel = np.array([[7, 6, 5, 9, 5, 8], [10, 6, 6, 9, 8, 9], [4, 6, 6, 8, 8, 7], [4, 6, 6, 8, 9, 8.0]])

    def f_of(panels):
        e = panels - panels.mean(axis=-2, keepdims=True) - panels.mean(axis=-1, keepdims=True)
        squares = ((e + panels.mean(axis=(-2, -1), keepdims=True)) ** 2).sum(axis=-2)
        df, first = (len(panel) - 1) * 4, len(panel) - 1
        left = squares.sum(axis=-1, keepdims=True) - squares * 6 / 5
        # half a point is expected beforehand, with 4 degrees of freedom
        return squares * 6 / 5 / first / np.maximum(left / df, (4 * 0.5**2 + left) / (4 + df))

    e = panel - panel.mean(axis=0) - panel.mean(axis=1, keepdims=True) + panel.mean()
    largest = f_of(np.random.default_rng(1).permuted(np.tile(e, (4000, 1, 1)), axis=2)).max(axis=1)
    test = single_step_test(panel, POINTS)
    assert _delete(panel, POINTS, pooled=True).f == pytest.approx(f_of(panel)) and not test.rough
    assert test.p == pytest.approx((largest[:, None] >= f_of(panel)).mean(axis=0), abs=0.03)
    # With three judges the F distribution and Holm's correction; an argument without scores is not tested.
    panel = np.array([[9, 6, 5, 7, 7, 4], [5, 6, 4, 8, 6, 7], [3, 6, 5, 7, 6, 6.0]])
    test = single_step_test(np.column_stack([panel, [nan] * 3]), POINTS)
    holm = np.maximum.accumulate(np.sort(special.fdtrc(2, 8, f_of(panel))) * [6, 5, 4, 3, 2, 1])
    assert np.sort(test.p) == pytest.approx([*np.minimum(holm, 1.0), nan], nan_ok=True) and test.rough


def test_noise_known_from_earlier_debates_finds_what_this_debate_alone_cannot():
    panel = 6 + np.random.default_rng(5).normal(0, 0.5, (3, 6))
    panel[:, 1] += np.array([1.4, -1.4, 0.0])
    tests = divergence_of(panel)
    assert not tests.divergent(0.05, 1.0).any()
    known = replace(tests, floor=Prior(variance=0.25, df=200.0))
    assert known.divergent(0.05, 1.0).tolist() == [False, True, False, False, False, False]
    smaller = replace(divergence_of(panel / 10), floor=Prior(variance=0.0025, df=200.0))
    assert smaller.test.p == pytest.approx(known.test.p)


def test_missing_cells_take_their_degrees_of_freedom_along():
    panel = 6 + np.random.default_rng(1).normal(0, 0.5, (4, 6))
    panel[:, 0] += np.array([0, 4.0, -4.0, 4.0])
    panel[0, 0] = panel[1, 2] = nan
    # 22 cells, 3 + 6 parameters: 13; without argument 0 (3 cells): 19 − 8 = 11
    test = _delete(panel, POINTS)
    assert (divergent(panel), test.first[0], test.second[0]) == ((0,), 2, 11)


def test_severity_is_no_divergence():
    base = np.array([5.0, 6, 7, 4, 3, 5])
    panel = [base, base + 3, base - 2]
    assert divergent(panel) == ()
    assert all(one.adjusted_spread == pytest.approx(0, abs=1e-9) for one in figures(panel))
    assert figures(panel)[0].variance == pytest.approx(np.var([5, 8, 3], ddof=1))


def test_a_significant_but_small_difference_is_not_divergent():
    rng = np.random.default_rng(5)
    panel = 6 + rng.normal(0, 0.2, (4, 6))
    panel[:2, 3] += 1.4
    assert figures(panel)[3].chance < 0.05
    assert divergent(panel) == ()
    assert divergent(panel, 0.5) == (3,)


def test_the_two_judges_and_the_dimension_on_which_they_part_are_named():
    rng = np.random.default_rng(7)
    logic, evidence = (6 + rng.normal(0, 0.1, (3, 5)) for _ in range(2))
    evidence[0, 2] += 5
    evidence[2, 2] -= 3
    found = figures((logic + evidence) / 2, {"logic": logic, "evidence": evidence})[2]
    assert (found.furthest, found.apart_on) == ((0, 2), "evidence")
    assert found.by_dimension["evidence"].variance == pytest.approx(np.var(evidence[:, 2], ddof=1))
    alone = figures(evidence)[2]
    assert found.by_dimension["evidence"].adjusted_spread == pytest.approx(alone.adjusted_spread)


def test_an_argument_with_one_score_and_a_table_too_small_are_not_tested():
    panel = _panel()
    panel[1:, 4] = nan
    found = figures(panel)
    assert (found[4].chance, found[4].variance, found[4].furthest) == (None, None, None)
    assert [one.chance is None for one in found] == [False] * 4 + [True, False]
    small = [[5, 6], [8, 2]]
    assert ([one.chance for one in figures(small)], divergent(small)) == ([None, None], ())
    assert figures(np.full((3, 2), nan))[0].mean is None


def test_classic_variance_is_of_z_scores_over_judges():
    # each judge's outlier is on the last argument, two up and two down: z = ±5/√6
    up, down = [5, 5, 5, 5, 5, 9], [5, 5, 5, 5, 5, 1]
    found = variance_given(zscores(np.array([up, up, down, down], dtype=float)))
    # sample variance of (a, a, −a, −a) is 4a²/3, a² = 25/6
    assert found[5] == pytest.approx(4 / 3 * 25 / 6)


def test_a_spread_that_misses_its_limit_by_rounding_alone_counts():
    panel = _panel() / 10
    panel[:, 0] += np.array([1.0, -1.0, 1.0, -1.0])
    spread = figures(panel)[0].adjusted_spread
    assert divergent(panel, spread + 1e-12) == (0,)
    assert divergent(panel, spread + 1e-6) == ()


def test_who_scored_one_argument_only_makes_it_look_no_less_disputed():
    panel = np.array([[5.0, 6, 7, 4, 3, 8], [6, 7, 8, 5, 4, 9], [5, 6, 7, 4, 3, 2], [6, 7, 8, 5, 4, 3]])
    people = np.full((3, 6), np.nan)
    people[:, 5] = 5.0, 1.0, 9.0
    joined = np.vstack((panel, people))
    assert figures(joined)[5].adjusted_spread == pytest.approx(figures(panel)[5].adjusted_spread)
    assert _delete(joined, POINTS).f[5] == pytest.approx(_delete(panel, POINTS).f[5])
    assert divergent(joined) == divergent(panel)
    joined[4, 0] = 5.0  # who scored two counts
    assert figures(joined)[5].adjusted_spread != pytest.approx(figures(panel)[5].adjusted_spread)
    assert [_delete(one, POINTS).first[5] for one in (panel, joined)] == [3, 4]
