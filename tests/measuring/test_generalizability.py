"""Components and coefficients: published tables, least squares done another way, and truths that were drawn."""

import json
import math
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from debate_core.measuring.additive import fit
from debate_core.measuring.estimate import Estimate
from debate_core.measuring.generalizability import (
    NAMES,
    NO_BOUNDS,
    NO_LOWER,
    Components,
    SideStudy,
    generalizability,
    judges_needed,
    relative_means,
    side_study,
)
from tests.each import each

FIXTURES = Path(__file__).parents[1] / "fixtures" / "agreement"
KEYS = ("icc11", "icc1k", "icc31", "icc3k", "icc21", "icc2k")
"""Shrout and Fleiss' names in the order of ours."""
nan = float("nan")
SHROUT_FLEISS = [[9, 6, 8, 7, 10, 6], [2, 1, 4, 1, 5, 2], [5, 3, 6, 2, 6, 4], [8, 2, 8, 6, 9, 7]]
TABLES = [json.loads(file.read_text()) for file in sorted(FIXTURES.glob("*.json"))]
CASES = [table for table in TABLES if "icc31" in table.get("expected", {})]


@each("case", CASES)
def test_every_published_table_gives_its_six_coefficients(case):
    found = generalizability(case["data"]).family
    for name, key in zip(NAMES, KEYS, strict=True):
        if found[name].value is not None:
            assert found[name].value == pytest.approx(case["expected"][key], abs=1e-9)
    assert found["ICC(C,1)"].value is not None


# W. Revelle, psych: the help page of ICC prints these 95% bounds for Shrout & Fleiss (1979), table 2.
PUBLISHED = {
    "ICC(1)": (-0.13, 0.72),
    "ICC(A,1)": (0.02, 0.76),
    "ICC(C,1)": (0.34, 0.95),
    "ICC(k)": (-0.88, 0.91),
    "ICC(A,k)": (0.07, 0.93),
    "ICC(C,k)": (0.68, 0.99),
}


def test_shrout_and_fleiss_table_gets_its_published_intervals():
    found = generalizability(SHROUT_FLEISS).family
    for name, bounds in PUBLISHED.items():
        assert found[name].interval == pytest.approx(bounds, abs=0.0051)


def test_components_by_hand():
    table = np.array([[1.0, 4, 5], [3, 4, 7]])
    # Rows 2, 4, 6; columns 10/3 and 14/3. MSR 8; MSC 3·(4/9 + 4/9) = 8/3; residuals ∓1/3, ±2/3, ∓1/3: SSE 4/3, MSE 2/3.
    parts = generalizability(table).components
    assert (parts.items, parts.judges, parts.residual) == pytest.approx(
        ((8 - 2 / 3) / 2, (8 / 3 - 2 / 3) / 3, 2 / 3)
    )
    # ICC(C,k) = (MSR − MSE)/MSR
    assert parts.relative(2) == pytest.approx((8 - 2 / 3) / 8)


def _left(table, judges, items):
    """The residual sum of squares of a model with those effects, by dummy columns."""
    at = np.argwhere(~np.isnan(table))
    columns = [np.ones((len(at), 1))]
    columns += [np.eye(table.shape[0])[at[:, 0]]] if judges else []
    columns += [np.eye(table.shape[1])[at[:, 1]]] if items else []
    design, x = np.hstack(columns), table[tuple(at.T)]
    return float(((x - design @ np.linalg.lstsq(design, x, rcond=None)[0]) ** 2).sum()), len(at)


def test_with_missing_cells_components_are_those_of_fitting_constants():
    rng = np.random.default_rng(7)
    table = rng.normal(6, 2, 15) + rng.normal(0, 1, (4, 1)) + rng.normal(0, 1, (4, 15))
    table[rng.random(table.shape) < 0.25] = nan
    table[:, 0] = 6.0, nan, nan, nan
    (sse, n), (by_judge, _), (by_item, _) = (
        _left(table, *effects) for effects in ((True, True), (True, False), (False, True))
    )
    error = sse / (n - 4 - 15 + 1)
    found = generalizability(table)
    assert found.components.residual == pytest.approx(error)
    assert found.components.items == pytest.approx((by_judge - sse - 14 * error) / (n - 4))
    assert found.components.judges == pytest.approx((by_item - sse - 3 * error) / (n - 15))
    scores = (~np.isnan(table)).sum(axis=0)
    assert (found.missing, found.per_item) == (60 - n, pytest.approx(15 / (1 / scores).sum()))
    assert relative_means(table[None], fit(table[None])) == pytest.approx([found.family["ICC(C,k)"].value])


@pytest.mark.slow
@pytest.mark.parametrize("missing", [0.0, 0.2])
def test_components_are_right_on_average_and_severity_moves_the_absolute_coefficients_only(missing):
    rng, found = np.random.default_rng(8), []
    for _ in range(400):
        table = rng.normal(0, 1.2, 12) + rng.normal(0, 1.5, (4, 1)) + rng.normal(0, 1, (4, 12))
        table[rng.random(table.shape) < missing] = nan
        found.append(generalizability(table).components)
    means = np.mean([(one.items, one.judges, one.residual) for one in found], axis=0)
    assert means == pytest.approx([1.44, 2.25, 1.0], rel=0.1)
    strict = np.array(SHROUT_FLEISS) + np.array([[0], [0], [0], [9]])
    before, after = (generalizability(table).family for table in (SHROUT_FLEISS, strict))
    assert after["ICC(C,k)"].value == pytest.approx(before["ICC(C,k)"].value)
    assert after["ICC(A,k)"].value < 0.5 * before["ICC(A,k)"].value


@pytest.mark.slow
def test_the_relative_interval_holds_as_often_as_it_promises():
    # Arguments sd 1.2, severity sd 1.5, noise 1: one judge's relative coefficient is 1.44/2.44.
    rng, held, tables = np.random.default_rng(9), 0, 200
    for _ in range(tables):
        table = rng.normal(0, 1.2, 10) + rng.normal(0, 1.5, (4, 1)) + rng.normal(0, 1, (4, 10))
        low, high = generalizability(table).family["ICC(C,1)"].interval
        held += low <= 1.44 / 2.44 <= high
    assert held / tables == pytest.approx(0.95, abs=2.6 * (0.95 * 0.05 / tables) ** 0.5)


def test_with_missing_cells_the_interval_rests_on_five_arguments_that_all_scored_or_is_none():
    table = np.array(SHROUT_FLEISS, dtype=float)
    table[0, 0] = nan
    five = generalizability(table)
    assert five.complete == 5
    alone = generalizability(table[:, 1:]).family["ICC(C,1)"].interval
    assert five.family["ICC(C,1)"].interval == pytest.approx(alone)
    table[1, 1] = nan
    four = generalizability(table).family["ICC(C,k)"]
    assert four.interval is None
    assert "fewer than 5 were scored by all" in four.reason
    clustered = generalizability(SHROUT_FLEISS, clustered=True).family["ICC(C,k)"]
    assert "independent" in clustered.reason


UNDEFINED = {
    "fewer than 2 judges": [[1, 2, 3], [None, None, None]],
    "fewer than two have scores from two judges or more": [[1, 2, 3], [1, None, None]],
    "every score is the same": [[3, 3, 3], [3, 3, 3]],
    "some judges scored nothing that links them": [[1, 2, nan, nan], [2, 3, nan, nan], [nan, nan, 4, 5]],
}


@pytest.mark.parametrize("reason", UNDEFINED)
def test_what_tells_nothing_is_undefined_with_its_reason(reason):
    found = generalizability(UNDEFINED[reason])
    assert found.reason.startswith(reason)
    assert {one.value for one in found.family.values()} == {None}


def test_judges_who_differ_by_severity_only_have_no_relative_interval():
    found = generalizability([[1, 2, 3, 5], [2, 3, 4, 6]]).family
    assert found["ICC(C,1)"].value == pytest.approx(1)
    assert found["ICC(C,1)"].interval is None
    assert found["ICC(A,1)"].value < 1


ROWS = st.lists(st.one_of(st.none(), st.floats(-1e100, 1e100)), min_size=4, max_size=4)


@given(st.lists(ROWS, min_size=2, max_size=4))
def test_no_table_breaks_it_and_an_interval_holds_its_value(table):
    for one in generalizability(table).family.values():
        assert (one.interval is None) == (one.reason is not None)
        if one.value is None:
            assert one.interval is None
            continue
        assert np.isfinite(one.value)
        if one.interval:
            assert one.interval[0] - 1e-9 <= one.value <= one.interval[1] + 1e-9


def test_the_number_of_judges_is_the_least_that_reaches_the_target():
    for residual in (0.3, 1.0, 1.7, 6.0):
        parts = Components(items=1.0, judges=2.0, residual=residual)
        needed = parts.judges_for(0.8)
        assert parts.relative(needed) >= 0.8 - 1e-12
        assert needed == 1 or parts.relative(needed - 1) < 0.8
    assert Components(items=-0.1, judges=1.0, residual=1.0).judges_for() is None


@each(
    ("one", "needed"),
    [((0.2, 0.8), (1, 16)), ((-0.1, 0.5), (4, math.inf)), ((-0.2, -0.1), None), (None, None)],
)
def test_how_many_judges_are_needed_reaches_from_those_of_the_best_to_those_of_the_least(one, needed):
    # four times (1 − ρ)/ρ, no number where ρ is 0 or less
    found = judges_needed(Components(items=1.0, judges=2.0, residual=1.0), Estimate(value=0.5, interval=one))
    assert (found.value, found.interval) == (4, needed)


def test_sides_need_more_scores_by_judges_or_by_arguments_and_none_where_the_gap_is_noise():
    assert side_study(0.5, 1.0, 4, 6).judges is None
    assert side_study(3.0, 0.1, 4, 6).judges == 1


def test_no_number_of_judges_takes_away_what_they_share():
    """Found in a review: 7 judges said to do where .34 of each one's error, .505 of the mean's of four, stays for good:
    that mean has to err by 1.714 times less."""
    assert side_study(2.0, 1.2**0.5, 4, 6, 0.34) == SideStudy(
        coefficient=0.7, judges=None, more_arguments=5, reason="more such judges share their mistakes"
    )
    # Of .1 + .9/4 = .325 it may keep .1896: .1 + .9/J from J = 10.04 on.
    assert side_study(2.0, 1.2**0.5, 4, 6, 0.1).judges == 11
    assert side_study(2.0, 1.2**0.5, 4, 6, 0.0).judges == 7


def test_no_number_of_arguments_takes_away_how_judges_lean():
    # Of error variance 1.2, and .7 allowed, .4 stays on however many arguments: .8 has to fall to .3.
    needed = 6 + side_study(2.0, 1.2**0.5, 4, 6, leaning=0.4).more_arguments
    assert 0.8 * 6 / needed <= 0.3 + 1e-9 < 0.8 * 6 / (needed - 1)
    never = side_study(2.0, 1.2**0.5, 4, 6, leaning=0.75)
    assert (never.judges, never.more_arguments, "lean" in never.reason) == (7, None, True)


@each("scores", [[1, 2, 3, 4, 5], [1, 2]])
def test_two_judges_who_part_exactly_get_no_interval_of_no_width(scores):
    found = generalizability([scores, scores[::-1]]).family["ICC(C,1)"]
    assert (found.value, found.interval, found.reason) == (pytest.approx(-1.0), None, NO_BOUNDS)


def test_a_mean_without_a_lower_end_says_that_and_no_more():
    found = generalizability(np.random.default_rng(13).normal(5, 2, (4, 5)).round()).family
    # k ρ/(1 + (k − 1) ρ) has a lower end for ρ above −1/(k − 1) alone
    assert found["ICC(A,1)"].interval[0] < -1 / 3
    assert (found["ICC(A,k)"].interval, found["ICC(A,k)"].reason) == (None, NO_LOWER)
