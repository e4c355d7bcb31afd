"""What studies say of judges and models whose truth is known: found where it is there, seldom where it isn't."""

from dataclasses import replace

import numpy as np
import pytest

from debate_core.measuring.habits import (
    NO_AGAIN,
    NO_CALLS,
    NO_OWN,
    NO_STRETCH,
    NO_SWAP,
    ComparedGaps,
    position,
    products,
    repetition,
    self_preference,
)
from debate_core.measuring.intervals import HANGS, jackknife_over_topics, mean_over_topics, share_over_topics
from debate_core.measuring.pair_judgments import LOOSE, ONE_SIDE, davidson
from debate_core.measuring.shared_errors import APART, shared_error
from debate_core.measuring.simulation import PanelTruth, simulate
from tests.each import each

nan = float("nan")
TOPICS = list(range(30))


def swapped_gaps(studies, lean, seed):
    """Gaps (studies, 30 pairs, 2, 4 judges), points: topics that favour a side (sd .8), debaters that differ, judges
    with errors of their own on 3 v 3 arguments, and the first judge's lean."""
    rng = np.random.default_rng(seed)
    panels = simulate(PanelTruth(gap=None, argument_sd=1.2), studies * 60, rng)
    scores = panels.ratings.reshape(studies, 30, 2, 4, 6)
    gaps = scores[..., :3].mean(axis=-1) - scores[..., 3:].mean(axis=-1)
    topic, worth = rng.normal(0, 0.8, (studies, 30, 1, 1)), rng.normal(0, 1, (studies, 30, 1, 1))
    gaps += topic + worth * np.array([1.0, -1.0])[:, None]
    gaps[..., 0] += lean
    return gaps


@pytest.mark.simulation
def test_a_judge_that_leans_a_point_is_found_and_fair_ones_are_not_accused():
    studies = (study.transpose(2, 0, 1) for study in swapped_gaps(200, 1.0, 1))
    found = [[position(judge, TOPICS).leans for judge in study] for study in studies]
    assert np.mean([judges[0] == "pro" for judges in found]) >= 0.90
    # 600 fair judges, who share the topics of a study: 5% by the interval's level
    assert np.mean([one is not None for judges in found for one in judges[1:]]) <= 0.07


@pytest.mark.simulation
def test_an_interval_over_topics_holds_a_share_however_alike_a_topics_debates_are():
    rng, held = np.random.default_rng(2), []
    for _ in range(500):
        alike = np.repeat(rng.random(12) < 0.7, 5)
        hits = np.where(rng.random(60) < 0.6, alike, rng.random(60) < 0.7)
        low, high = share_over_topics(hits, np.repeat(np.arange(12), 5).tolist()).interval
        held.append(low <= 0.7 <= high)
    assert np.mean(held) >= 0.93


@pytest.mark.simulation
def test_strengths_hold_the_truth_over_topics_and_tell_them_from_the_sides_advantage():
    rng, truth, held = np.random.default_rng(3), np.array([0.6, 0.0, -0.6]), []
    pro, con = np.tile([0, 1, 0, 2, 1, 2], 30), np.tile([1, 0, 2, 0, 2, 1], 30)
    topics = np.repeat(TOPICS, 6)
    for _ in range(120):
        odds = truth[pro] - truth[con] + 0.3 + rng.normal(0, 0.3, 30)[topics]
        won = rng.random(180) < 1 / (1 + np.exp(-odds))
        fit = davidson(pro, con, won, {"topics": topics}, 3, ordered=True)
        told = [*fit.models, fit.first]
        held.append(
            [one.interval[0] <= t <= one.interval[1] for one, t in zip(told, [*truth, 0.3], strict=True)]
        )
    assert (np.mean(held, axis=0) >= 0.89).all()


@pytest.mark.simulation
@pytest.mark.parametrize(("families", "shared"), [((0, 0, 1, 1), 0.5), ((0, 0, 1, 2), 0.0)])
def test_the_error_that_a_family_shares_is_told(families, shared):
    rng, found = np.random.default_rng(4), []
    for _ in range(30):
        panels = simulate(PanelTruth(gap=None, families=families, shared=shared), 30, rng)
        found.append(shared_error(list(panels.ratings), families, TOPICS))
    assert np.mean([one.value for one in found]) == pytest.approx(shared, abs=0.1)
    assert np.mean([one.interval[0] <= shared <= one.interval[1] for one in found]) >= 0.86


def test_two_judges_that_scored_one_argument_alone_in_common_tell_nothing_of_what_they_share():
    rng, families, topics = np.random.default_rng(6), (0, 0, 1, 1), list("abcd")
    tables = list(simulate(PanelTruth(gap=None, families=families, shared=0.5), 4, rng).ratings)
    alone = np.full(tables[0].shape, np.nan)
    alone[:2, 0] = 1, 9
    found = shared_error(tables, families, topics)
    more = shared_error([*tables, alone], families, [*topics, "e"])
    left = range(4)
    without = [
        shared_error([tables[one] for one in left if one != n], families, list("abc")).value for n in left
    ]
    assert found.interval == pytest.approx(jackknife_over_topics(found.value, np.array(without), 4).interval)
    assert found.interval and (more.value, more.interval) == (found.value, found.interval)


def compared(own, seed):
    """30 topics, model x against y on either side; x is worth 2 points more. Judge 0 is of family x, uses the scale
    half as wide again as others, and gives its own `own` points more."""
    rng = np.random.default_rng(seed)
    worth = rng.normal(0, 1.2, (60, 1, 6))
    sign, pro = np.array([1.0, -1.0] * 30)[:, None, None], np.arange(6) < 3
    worth = worth + np.where(pro, sign, -sign)
    scores = worth * np.array([1.5, 1.0, 1.0, 1.0])[:, None] + rng.normal(0, 0.7, (60, 4, 6))
    scores[:, :1] += own / 2 * np.where(pro, sign, -sign)
    return ComparedGaps(
        gaps=scores[..., :3].mean(axis=-1) - scores[..., 3:].mean(axis=-1),
        products=np.array([products(table, pro) for table in scores]),
        families=["x", "z", "z", "y"],
        debaters=[("x", "y"), ("y", "x")] * 30,
        topics=np.repeat(TOPICS, 2).tolist(),
    )


@pytest.mark.simulation
def test_a_judge_that_prefers_its_own_is_found_and_one_that_only_uses_the_scale_wider_is_not_accused():
    found = [[self_preference(compared(own, seed), 0) for seed in range(25)] for own in (1.0, 0.0)]
    assert np.mean([one.interval[0] > 0 for one in found[0]]) >= 0.95
    assert np.mean([one.value for one in found[0]]) == pytest.approx(1.0, abs=0.1)
    assert np.mean([one.excludes_zero for one in found[1]]) <= 0.12
    assert self_preference(compared(0.0, 1), 1).reason == NO_OWN


def test_outcomes_follow_the_side_or_the_debater():
    tie = 4.15 - 3.9  # a rounding error above a quarter of a point
    follows = position([[2, 2], [-1, -1], [3, -3], [0, 1], [np.nan, 1], [tie, 1]], TOPICS[:6])
    assert (follows.same_side.value, follows.same_side.n) == (2 / 3, 3)
    assert (follows.pro_both, follows.con_both) == (1, 1)


@each(
    ("figure", "why"),
    [
        (position([], []).lean, NO_SWAP),
        (position([], []).same_side, NO_SWAP),
        (position([[0.1, 3.0]], ["a"]).same_side, NO_CALLS),
        (repetition([["pro"]], ["a"]).same, NO_AGAIN),
        (mean_over_topics([1.0, 2.0], ["a", "a"]), "it takes 3 topics, and there is 1"),
        (share_over_topics([True, True], ["a", "b"]), "it takes 3 topics, and there are 2"),
        (davidson([0, 1], [1, 0], [1, 0], {"topics": np.arange(2)}, 2).models[0], LOOSE),
        (shared_error([np.ones((2, 3))], [0, 0], ["a"]), APART),
        (shared_error([np.ones((2, 3))], [0, 1], ["a"]), APART),
        (self_preference(replace(compared(1.0, 1), products=np.zeros((60, 4, 4))), 0), NO_STRETCH),
        (jackknife_over_topics(0.5, np.array([nan, 0, 1]), 9), HANGS),
    ],
)  # fmt: skip
def test_too_little_has_no_interval_but_a_reason(figure, why):
    assert figure.interval is None
    assert figure.reason == why


def test_a_model_that_won_every_debate_has_no_strength_and_neither_have_those_it_beat():
    fit = davidson([0, 1, 1, 2], [1, 0, 2, 1], [1, 0, 1, 0.5], {"topics": np.arange(4)}, 3, ordered=True)
    assert [one.value for one in fit.models] == [None, None, None]
    assert fit.first.reason == LOOSE


def test_where_whoever_came_first_always_won_that_is_the_reason():
    topics = {"topics": np.arange(4)}
    for won in ([1, 1, 1, 1], [0, 0, 0, 0.5]):
        fit = davidson([0, 1, 0, 1], [1, 0, 1, 0], won, topics, 2, ordered=True)
        assert {one.reason for one in (*fit.models, fit.first)} == {ONE_SIDE}


def test_what_coming_first_adds_needs_both_orders():
    once = davidson([0] * 4, [1] * 4, [1, 0, 1, 0.5], {"topics": np.arange(4)}, 2, ordered=True)
    assert once.first is None and once.models[0].known
    # Whoever comes first wins 3 of 4: log 3, and the two are alike.
    both = davidson(
        [0, 1] * 4, [1, 0] * 4, [1, 1, 1, 1, 1, 1, 0, 0], {"topics": np.arange(8)}, 2, ordered=True
    )
    assert both.first.value == pytest.approx(np.log(3)) and both.models[0].value == pytest.approx(0.0)
