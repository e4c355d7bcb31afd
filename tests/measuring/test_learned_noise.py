"""Noise learnt from earlier debates."""

from dataclasses import replace

import numpy as np
import pytest
from scipy import special

from debate_core.measuring.gap import gaps
from debate_core.measuring.table import panel_table
from debate_core.measuring.weights import LearnedNoise, Prior, learn

SIDES = ["pro"] * 3 + ["con"] * 3


@pytest.mark.parametrize("df", [10.0, 60.0])
def test_what_variances_of_one_kind_have_in_common_is_found_again(df):
    rng = np.random.default_rng(3)
    true = 2.0 * df / rng.chisquare(df, 4000)
    seen = true * rng.chisquare(15.0, 4000) / 15.0
    found = learn(seen.tolist(), [15.0] * 4000)
    assert found.variance == pytest.approx(2.0, rel=0.05)
    assert found.df == pytest.approx(df, rel=0.3)
    # Smyth's equations, which these two solve: the logs vary by ψ'(7.5) + ψ'(d₀/2)
    logs = np.log(seen) - special.digamma(7.5) + np.log(7.5)
    assert logs.var(ddof=1) == pytest.approx(special.polygamma(1, [7.5, found.df / 2]).sum())
    assert logs.mean() == pytest.approx(np.log(found.variance * found.df / 2) - special.digamma(found.df / 2))


def test_variances_of_0_or_on_less_than_one_degree_of_freedom_and_one_alone_tell_nothing():
    assert learn([2.0], [15.0]) is None
    assert learn([0.0, 0.0, 1.0], [15.0] * 3) is None
    told = learn([1.0, 3.0], [1.0, 2.0])
    # alike but for chance: (1 · 1 + 2 · 3)/3, as firm as can be
    assert (told.variance, told.df) == (pytest.approx(7 / 3), 1000.0)
    assert learn([1.0, 3.0, 0.0, 5.0], [1.0, 2.0, 15.0, 0.5]) == told


def _gap(noise):
    panel = np.array([7, 7, 7, 5, 5, 5.0]) + np.random.default_rng(1).normal(0, noise, (4, 6))
    return gaps([panel_table(panel, SIDES)])[0]


def test_both_errors_are_moderated_up_and_down_with_more_degrees_of_freedom():
    learned = LearnedNoise(
        score=Prior(variance=0.6, df=45.0), own_gaps=Prior(variance=0.7, df=27.0), debates=10
    )
    half = learned.times(0.25)
    assert (half.score, half.own_gaps) == (Prior(variance=0.15, df=45.0), Prior(variance=0.175, df=27.0))
    quiet, loud = _gap(0.3), _gap(1.5)
    for own in (quiet, loud):
        found = own.moderate(learned)
        # (45 · .6 + 15 s²)/60 of a score's variance, times what the contrast takes of it: 2/3 over 4 judges
        squared = own.bare[0].variance
        assert found.se**2 == pytest.approx((45.0 * 0.6 + 15.0 * squared) / 60.0 / 6.0)
        assert (found.df, found.by_judge.df) == (pytest.approx(60.0), pytest.approx(30.0))
        assert found.value == own.value
    assert quiet.moderate(learned).se > quiet.se
    assert loud.moderate(learned).se < loud.se


def test_noise_larger_than_earlier_debates_allow_counts_alone():
    learned = LearnedNoise(
        score=Prior(variance=0.1, df=200.0), own_gaps=Prior(variance=5.0, df=200.0), debates=20
    )
    own = _gap(1.5)
    assert own.larger_than(learned)
    assert own.moderate(learned) == own
    # F at 5% with 15 and 200 degrees of freedom: 1.717
    allowed = own.bare[0].variance / 1.717
    at = [replace(learned, score=replace(learned.score, variance=allowed * one)) for one in (0.99, 1.01)]
    assert [own.larger_than(one) for one in at] == [True, False]
