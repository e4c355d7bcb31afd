"""What each figure comes to on many small tables, as a person approved it; whether it's right, other tests ask."""

from dataclasses import replace
from functools import partial

import numpy as np
import pytest

from debate_core.measuring import (
    additive,
    agreement,
    arrays,
    conformity,
    deliberation,
    disputes,
    divergence,
    estimate,
    fleiss,
    gap,
    generalizability,
    habits,
    intervals,
    pair_judgments,
    people,
    shared_errors,
    simulation,
    weights,
)
from debate_core.measuring.calibration import calibrate
from debate_core.measuring.krippendorff import LEVELS
from debate_core.measuring.table import panel_table, variants
from tests.approved import check_facts

FLOOR = additive.floor_of(9.0, 0.3)
PRIOR = weights.Prior(variance=0.8, df=40.0)
LEARNED = weights.LearnedNoise(score=PRIOR, own_gaps=replace(PRIOR, variance=1.5), debates=12)
NUMBERS = tuple("0123456789")
NAMES = [("x", "y"), ("y", "x"), ("y", "z"), ("x", "z")]
METHODS = ("none", "additive", "zscore", "minmax")


def tables():
    """Of two judges or more on two items or more, some with gaps."""
    for seed in range(10):
        draw = np.random.default_rng(seed)
        shape = (2 + seed % 4, 2 + seed % 7)
        points = (
            draw.normal(6, 2, shape[1])
            + draw.normal(0, 1, (shape[0], 1))
            + draw.normal(0, 1 + seed % 3, shape)
        )
        table = np.clip(np.round(points), 1, 10)
        table[draw.random(shape) < 0.12 * (seed % 3)] = np.nan
        yield draw, table


def of_scores(table, draw):
    n, items = table.shape
    clusters, sides = np.arange(items) // 2, ("pro", "con") * 4
    places = np.where(np.isnan(table), np.nan, np.digitize(table, [5, 7]))
    fitted, panel = additive.fit(table), panel_table(table, sides[:items])
    other = np.clip(table + draw.integers(-1, 2, table.shape), 1, 10)
    equal = np.full(n, 1 / n)
    yield (
        "alpha",
        lambda: [agreement.alpha(table, level, some) for level in LEVELS for some in (None, clusters)],
    )
    yield "without judge", lambda: [agreement.without_judge(table, level) for level in LEVELS]
    yield (
        "without item",
        lambda: [agreement.without_argument(table, "ordinal", some) for some in (None, clusters)],
    )
    yield "pairs", lambda: agreement.pairs(table, clusters=clusters)
    yield (
        "labels",
        lambda: [agreement.kappa_of(places, 3, ordered=one, clusters=clusters) for one in (True, False)],
    )
    yield "cohen", lambda: [fleiss.cohen(places[:2], 3, weights=one) for one in (None, fleiss.quadratic(3))]
    yield "calibrated", lambda: [calibrate(table, one, sides[:items]) for one in METHODS]
    yield "errors", lambda: [additive.judge_variances(fitted), additive.furthest_score(table, FLOOR)]
    yield (
        "error",
        lambda: additive.contrast_error(fitted, np.full(table.shape, 1 / n) * np.resize([1, -1], items)),
    )
    yield (
        "clustered",
        lambda: intervals.clustered_error(fitted, np.full(table.shape, 1 / n) * np.resize([1, -1], items)),
    )
    yield "divergence", lambda: divergence.argument_figures(divergence.divergence_of(table), {})
    yield (
        "disputes",
        lambda: [test(table, FLOOR) for test in (disputes.dispute_test, disputes.single_step_test)],
    )
    yield "study", lambda: [generalizability.generalizability(table, clustered=one) for one in (True, False)]
    yield (
        "mean",
        lambda: [
            generalizability.weighted_relative(table, *one)
            for one in ((equal,), (uneven.weights, equal + table[0, 0]))
        ],
    )
    if parts := (crossed := generalizability.generalizability(table)).components:
        yield "needed", lambda: generalizability.judges_needed(parts, crossed.family["ICC(C,1)"])
    stack = np.stack([table, other])
    yield "means", lambda: generalizability.relative_means(stack, additive.fit(stack))
    yield "gap", lambda: [gap.gaps([panel]), panel.mean_gap, gap.ballots(table, sides[:items])]
    yield "variants", lambda: variants(panel)
    uneven = replace(panel, weights=draw.dirichlet(np.ones(n)), variances=draw.random(n) + 0.2, floor=FLOOR)
    unlike = [uneven, *(replace(panel, weights=uneven.weights, adjusted=one) for one in (True, False))]
    yield (
        "gaps",
        lambda: [
            [one, one.moderate(LEARNED), one.at(0.8, 0.7), one.pooled.widen(1.5)] for one in gap.gaps(unlike)
        ],
    )
    kin = replace(
        panel,
        shared=np.where(draw.random((n, n)) < 0.5, np.nan, 0.2),
        families=(None, "a", "b", "a", "b")[:n],
    )
    yield "kin", lambda: [kin.share_among(range(n), 0.3, 0.6), kin.without_judge(1)]
    yield "moved", lambda: [conformity.pull(table, other), conformity.re_read_rate(table, other)]
    yield (
        "probed",
        lambda: [
            conformity.beyond_re_reading(kind, table, other, table + 1.0)
            for kind in ("normative", "informational")
        ],
    )
    yield (
        "planted",
        lambda: conformity.planted_effect(
            table, other, np.where(np.isnan(table), -1, np.roll(np.arange(items), 1))
        ),
    )
    yield "moves", lambda: deliberation.moves(table, other, np.isin(table, [2, 5, 8]), NUMBERS, NUMBERS)
    yield "change", lambda: deliberation.alpha_change(table, other)
    yield "difference", lambda: deliberation.alpha_difference(table, other[:2], clusters=clusters)
    where = deliberation.debate_evaluations(table, {"logic": other}, sides[:items])
    yield "accord", lambda: deliberation.accord(where.verdicts, where.scores, 9.0)
    yield "disagreements", lambda: deliberation.disagreements(where.verdicts, where.scores, 9.0, 0.2)
    yield "people", lambda: people.people_and_judges(table[:2], other, clusters.tolist())
    yield "replaceable", lambda: people.alternative_annotator(table, arrays.mean_given(other), min_items=3)
    yield "people's mean", lambda: people.human_mean(table[0], other[1], clusters)
    sittings = [
        people.Sitting(scores=one, expected=another) for one, another in zip(table, other, strict=True)
    ]
    yield "order", lambda: [people.drift(sittings), people.carry_over(sittings)]
    yield "orders", lambda: habits.reading_orders(other - table, np.arange(items) % 2 == 0)
    won, shown = (table > 6) + (table == 6) * 0.5, [NAMES[at % 4] for at in range(items)]
    yield "chosen", lambda: pair_judgments.choice_agreement(won, clusters.tolist(), shown)
    yield "first", lambda: pair_judgments.order_effect(won[0], clusters.tolist(), shown, other[:2])


def of_lists(values, draw):
    known = values[~np.isnan(values)]
    topics, hits = (np.arange(values.size) // 2).tolist(), np.where(np.isnan(values), np.nan, values > 5)
    yield "means", lambda: [intervals.mean_over(values), intervals.mean_over_topics(values, topics)]
    yield "shares", lambda: intervals.share_over_topics(values > 5, topics)
    yield (
        "jackknife",
        lambda: [intervals.jackknife(0.4, known / 10), intervals.jackknife_over_topics(0.4, known / 10, 7)],
    )
    yield (
        "mean of",
        lambda: [estimate.mean_of(values), estimate.wilson(float((known > 5).sum()), float(known.size))],
    )
    yield "paired", lambda: estimate.paired_difference(known > 4, known > 5)
    yield "learned", lambda: weights.learn(known / 4, np.arange(known.size) + 1.0)
    yield "shrunken", lambda: weights.shrunken_variances([known / 4, known[:2], known[1:] / 2], enough=2)
    yield "bounded", lambda: weights.bound_shares(known / known.sum(), known)
    yield (
        "weighed",
        lambda: weights.judge_weights(
            ["technical", "business", "risk"],
            history=[
                weights.JudgeHistory(right=2, known=3, variances=tuple(known)),
                None,
                weights.JudgeHistory(),
            ],
        ),
    )
    pairs = np.stack([values, values[::-1]], axis=1) - 5.5
    yield "position", lambda: habits.position(pairs, topics)
    yield "repeated", lambda: habits.repetition([list(values > 5), list(values > 7)], ["a", "b"])
    yield "before", lambda: shared_errors.shared_before(np.stack([hits, hits[::-1], np.roll(hits, 1)]))
    yield (
        "shared",
        lambda: shared_errors.shared_error(
            [draw.normal(5, 1, (5, 4)) + draw.normal(0, 1, (3, 4))[[0, 0, 1, 1, 2]] for _ in range(4)],
            [0, 0, 1, 1, 2],
            ["a", "b", "c", "d"],
        ),
    )
    first, second, won = (draw.integers(0, 3, 30), draw.integers(3, 5, 30), draw.integers(0, 3, 30) / 2)
    of = {"judges": np.arange(30) % 4, "questions": np.arange(30) // 3}
    yield (
        "strengths",
        lambda: [
            pair_judgments.davidson(first, second, some, of, 5, one)
            for some in (won, won // 0.6)  # with ties and without
            for one in (False, True)
        ],
    )
    same = draw.random((3, 60)) < draw.random(60)
    yield "known", lambda: shared_errors.shared_before(same)
    past = [
        weights.JudgeHistory(variances=tuple(draw.gamma(2, one, 10 + at))) for at, one in enumerate((1, 9, 2))
    ]
    yield "evidence", lambda: weights.judge_weights(["risk", "general", "business"], "security", history=past)
    alike = np.stack([one @ one.T for one in draw.normal(0, 1, (4, 4, 2)) + draw.normal(0, 2, (4, 1, 2))])
    compared = habits.ComparedGaps(
        gaps=draw.normal(0, 2, (4, 4)),
        products=alike,
        families="xyzy",
        debaters=[("x", "w"), ("y", "x")] * 2,
        topics="abca",
    )
    yield "own family", lambda: [habits.self_preference(compared, judge) for judge in (0, 1)]
    sure = intervals.mean_over(values)
    yield (
        "widened",
        lambda: [[shared_errors.widen(sure, n, 0.3), shared_errors.tipping_share(sure, n)] for n in (2, 4)],
    )
    leads = float(known[0]), 1.0
    yield "side study", lambda: [generalizability.side_study(one, 1.5, values.size, 6) for one in leads]


def of_simulations():
    """Of panels whose truth is known, and of tables wide enough that noise is taken to be heavy-tailed."""
    truths = [
        {
            "gap": None,
            "spread_sd": 0.3,
            "bias_sd": 0.5,
            "missing": 0.2,
            "errors": "exponential",
            "standings": True,
        },
        {
            "exact": False,
            "pro_noise": 2.0,
            "bias": 1.0,
            "missing": 0.3,
            "missing_by": 1.0,
            "errors": "lognormal",
        },
        {
            "families": (0, 1, 0, 1),
            "shared": 0.5,
            "split": 3.0,
            "rounded": True,
            "con_arguments": 2,
            "errors": "t3",
        },
    ]
    for number, truth in enumerate(truths):
        drawn = simulation.simulate(simulation.PanelTruth(**truth), 2, np.random.default_rng(number))
        yield f"simulated {number}", lambda drawn=drawn: [drawn.first(3), drawn.standings]
    for items in (11, 41):
        wide = np.random.default_rng(7).normal(6, 1, (4, items))
        wide[:, [2, 8]] += np.outer([1, 1, -1, -1], [2.5, 1.6])
        wide[0, 5] = np.nan
        for test in (disputes.dispute_test, disputes.single_step_test):
            both = [partial(test, wide, one) for one in (FLOOR, LEARNED.score)]
            yield f"{items} {test.__name__}", lambda both=both: [one() for one in both]


def told(figure):
    try:
        return [figure()]
    except ValueError as refused:
        return [f"refused: {refused}"]


@pytest.mark.slow
def test_each_figure_is_the_same_as_before():
    came = []
    for number, (draw, table) in enumerate(tables()):
        made = [*of_scores(table, draw), *of_lists(table[-1], draw)]
        came += [(f"{number} {name}", told(figure)) for name, figure in made]
    came += [(name, told(figure)) for name, figure in of_simulations()]
    check_facts("measuring/tables", came)
