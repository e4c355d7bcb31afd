"""Intervals: published values, and refusal to be too sure."""

import json
from pathlib import Path

import numpy as np
import pytest
from scipy import special

from debate_core.measuring.agreement import alpha, kappa
from debate_core.measuring.fleiss import cohen
from debate_core.measuring.intervals import ALIKE, EXACT, FLAT, HANGS, RATIO, leave_out, mean_over
from debate_core.measuring.krippendorff import LEVELS, unit_statistics
from tests.each import each

FIXTURES = Path(__file__).parents[1] / "fixtures" / "agreement"
nan = float("nan")


def test_hughes_jackknife_gives_krippendorffs_example_its_published_interval():
    case = json.loads((FIXTURES / "krippendorff2011_4obs_12units_missing.json").read_text())
    assert alpha(case["data"], "nominal").interval == pytest.approx(
        case["extra"]["hughes_nominal_jackknife95"], abs=5e-4
    )


def test_however_low_alpha_is_its_interval_holds_it():
    rng, camps = np.random.default_rng(1), np.outer([1, 1, -1, -1], [3, 3, 3, -3, -3, -3])
    found = [alpha((6 + rng.normal(0, 0.5, (4, 6)) + camps).round()) for _ in range(40)]
    known = [one for one in found if one.interval]
    assert len(known) > 30 and all(one.interval[0] <= one.value <= one.interval[1] for one in known)
    # Two judges, five arguments: a ratio of mean squares e^η, and alpha 1 − 9/(4 e^η + 5).
    table = np.array([[9.0, 8, 8, 8, 8], [4, 4, 4, 4, 5]])
    tables = [np.delete(table, item, axis=1) for item in [[], 0, 1, 2, 3, 4]]
    etas = [np.log(2 * one.mean(0).var(ddof=1) / one.var(0, ddof=1).mean()) for one in tables]
    pseudo = 5 * etas[0] - 4 * np.array(etas[1:])
    reach = special.stdtrit(4, 0.975) * pseudo.std(ddof=1) / 5**0.5
    ends = 1 - 9 / (4 * np.exp([etas[0] - reach, etas[0] + reach]) + 5)
    assert alpha(table).interval == pytest.approx(tuple(ends))


def test_judges_who_agree_exactly_get_no_interval_rather_than_certainty():
    found = alpha([[1, 2, 3, 4], [1, 2, 3, 4]])
    assert (found.value, found.interval, found.p_80) == (1, None, None)
    assert "agree exactly" in found.reason
    same = kappa([["UPHELD", "REFUTED", "UPHELD"]] * 2)
    assert (same.value, same.percent.value) == (1, 1)
    assert (same.interval, same.ac1.interval, same.percent.interval) == (None, None, None)
    pair = cohen(np.array([[0.0, 1, 0], [0, 1, 0]]), 2)
    assert {one.reason for one in (same, same.ac1, same.percent, pair)} == {EXACT}
    assert ":" not in "".join((ALIKE, EXACT, HANGS, RATIO)), "each stands behind a colon, and two read badly"
    assert alpha([[1, 5], [2, 4]]).reason == "fewer than 3 cases to compare"


def test_the_chance_to_reach_a_mark_has_the_t_distribution_of_the_interval():
    rng = np.random.default_rng(1)
    found = alpha(rng.normal(6, 2, 8) + rng.normal(0, 1, (4, 8)))
    # of four judges alpha is (r - 1)/(r + 3), r a ratio of variances, whose log has t on 7 degrees of freedom
    low, high, *marks = (np.log((1 + 3 * one) / (1 - one)) for one in (*found.interval, 2 / 3, 0.67, 0.8))
    chances = [special.stdtr(7, (low + high - 2 * mark) / (high - low) * 2.3646243) for mark in marks]
    assert [found.p_667, found.p_67, found.p_80] == pytest.approx(chances)


CLUSTERS = np.repeat(np.arange(5), 3)


def test_clusters_of_one_argument_each_change_nothing_however_they_are_numbered():
    panel = np.random.default_rng(1).normal(6, 2, 60) + np.random.default_rng(2).normal(0, 1, (4, 60))
    mixed = np.random.default_rng(3).permutation(60)
    assert alpha(panel, clusters=mixed).interval == pytest.approx(alpha(panel).interval)


def test_arguments_that_are_copies_of_one_another_make_the_interval_no_narrower():
    # Each of 8 arguments three times over: nothing more is known than of the 8.
    panel = np.random.default_rng(4).normal(6, 2, 8) + np.random.default_rng(5).normal(0, 1, (4, 8))
    copied, of = np.repeat(panel, 3, axis=1), np.repeat(np.arange(8), 3)
    once, thrice, clustered = alpha(panel), alpha(copied), alpha(copied, clusters=of)
    width = {name: np.ptp(one.interval) for name, one in (("1", once), ("3", thrice), ("c", clustered))}
    assert width["3"] < 0.6 * width["1"]
    assert width["c"] == pytest.approx(width["1"], rel=0.1)


@pytest.mark.parametrize("level", LEVELS)
def test_alpha_without_a_cluster_is_alpha_of_the_table_without_it(level):
    panel = np.random.default_rng(3).integers(1, 6, (3, 15)).astype(float)
    panel[0, 4] = nan
    found = leave_out(unit_statistics(panel, level), CLUSTERS)
    if level == "ordinal":  # The ranks stay those of the whole table.
        assert np.isfinite(found).all()
        return
    left = [unit_statistics(panel[:, cluster != CLUSTERS], level).value for cluster in range(5)]
    assert found == pytest.approx(left)


ALONE = np.full((2, 60), 3.0)
ALONE[0, 0] = 9
LEVEL = [[5.0, 6, 5, 6, 5, 6], [6, 5, 6, 5, 6, 5]]


@each(
    ("table", "settings", "value", "reason"),
    [
        ([[1, 2, 3, 4], [1, 3, 3, 5]], {"clusters": np.array([0, 0, 1, 1])}, None, "fewer than 3 clusters to compare"),
        # any argument left out leaves two without a pair alike: always −1/3, but for rounding
        ([[1, 1, 2], [2, 3, 3]], {"level": "nominal"}, -0.25, ALIKE),
        (LEVEL, {}, None, FLAT),  # arguments lie no further apart than judges
        (ALONE, {}, None, RATIO),  # one argument alone varies
    ],
)  # fmt: skip
def test_where_leaving_out_tells_nothing_there_is_no_interval_and_a_reason(table, settings, value, reason):
    found = alpha(table, **settings)
    assert found.interval is None and found.reason
    assert value is None or found.value == pytest.approx(value)
    assert reason in (None, found.reason)


def test_an_alpha_without_an_interval_may_be_defined_whatever_is_left_out():
    assert np.isfinite(leave_out(unit_statistics(np.array(LEVEL)))).all()


def test_the_companions_of_kappa_have_the_jackknife_of_leaving_each_argument_out():
    standings = [list("UUPRRP"), list("UUURRR"), [*list("UPPPR"), None], list("UUPRRR")]
    order = ("R", "P", "U")
    found = kappa(standings, order)
    left = [kappa([row[:u] + row[u + 1 :] for row in standings], order) for u in range(6)]
    for of in (lambda one: one.ac1, lambda one: one.percent, lambda one: one):
        value, interval = of(found).value, of(found).interval
        without = np.array([of(one).value for one in left])
        # the jackknife by hand: t with 5 degrees of freedom is 2.571
        error = np.sqrt(5 / 6 * ((without - without.mean()) ** 2).sum())
        assert interval[0] == pytest.approx(value - 2.5705818 * error)
        assert interval[1] == pytest.approx(min(value + 2.5705818 * error, 1.0))


def test_a_mean_of_values_all_alike_has_no_interval_of_width_0():
    found = mean_over(np.full(3, 0.1 + 0.4))
    assert (found.value, found.interval) == (pytest.approx(0.5), None)
    assert "give the same" in found.reason
