"""Alpha and kappa against published tables, by-hand values and what must stay undefined."""

import json
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from debate_core.measuring.agreement import BANDS, STANDING_BANDS, alpha, alpha_value, kappa
from debate_core.measuring.krippendorff import LEVELS, VALUE_BLOCK, unit_statistics
from tests.each import each

nan = float("nan")
FIXTURES = sorted((Path(__file__).parents[1] / "fixtures" / "agreement").glob("*.json"))
LETTERS = {"U": "UPHELD", "P": "PARTIALLY_UPHELD", "R": "REFUTED", "?": "UNCERTAIN"}
STANDINGS = [[LETTERS[letter] for letter in row] for row in ("UUPRRP", "UUURRR", "UPPPR?", "UUPRRR")]


def _load(path):
    case = json.loads(path.read_text())
    labels = [value for row in case["data"] for value in row if value is not None]
    declared = case["categories"] if isinstance(labels[0], str) and case["categories"] else None
    categories = declared or sorted(set(labels))
    numbers = case["data"]
    if isinstance(labels[0], str):
        place = {label: float(k) for k, label in enumerate(categories)}
        numbers = [[None if v is None else place[v] for v in row] for row in case["data"]]
    return case, numbers, categories


def _same(expected, found, tolerance):
    if expected is None:
        assert found is None
    else:
        assert found == pytest.approx(expected, abs=tolerance)


@pytest.mark.slow
@each("path", FIXTURES)
def test_every_figure_of_a_table_matches_its_published_value_and_has_an_interval_or_a_reason(path):
    assert len(FIXTURES) == 26
    case, numbers, categories = _load(path)
    expected, tolerance = case["expected"], case["tolerance"]
    kappas = kappa(case["data"], categories)
    alphas = {level: alpha(numbers, level) for level in LEVELS}
    for level in LEVELS:
        if f"alpha_{level}" in expected:
            _same(expected[f"alpha_{level}"], alphas[level].value, tolerance)
            _same(expected[f"alpha_{level}"], alpha_value(numbers, level), tolerance)
    for name, figure in (("fleiss_kappa", kappas), ("gwet_ac1", kappas.ac1), ("pa", kappas.percent)):
        _same(expected[name], figure.value, tolerance)
    for found in (*alphas.values(), kappas, kappas.ac1, kappas.percent):
        assert found.value is not None or found.interval is None
        assert (found.interval is None) == (found.reason is not None)
        if found.interval is not None:
            assert -1 <= found.interval[0] < found.interval[1] <= 1


def test_ac1_counts_the_categories_that_could_have_been_given():
    case, _, _ = _load(next(p for p in FIXTURES if p.stem == "edge_unused_category_ac1"))
    assert kappa(case["data"], case["categories"]).ac1.value == pytest.approx(case["extra"]["gwet_ac1_q7"])


@each(
    ("ratings", "reason"),
    [
        ([[5, 6, 7]], "fewer than 2 judges"),
        ([[5, 6, 7], [None, None, None]], "fewer than 2 judges"),
        ([[5, None, 7], [4, 6, None]], "fewer than two have scores from two judges or more"),
        ([[3, 3, 3], [3, 3, 3]], "every score is the same"),
        ([[0, 0], [0, 0]], "every score is the same"),
        ([[0.1 + 0.2, 0.3], [0.3, 0.3]], "every score is the same"),
        # a lone score elsewhere makes no agreement out of equal ones
        ([[5.1, 5.1, 5.1, 1.0], [5.1, 5.1, 5.1, nan]], "every score is the same"),
        ([[6.35] * 4 + [1], *[[6.35] * 4 + [nan]] * 2], "every score is the same"),
    ],
)
def test_an_undefined_alpha_says_why_and_is_never_a_number(ratings, reason):
    for level in LEVELS:
        found = alpha(ratings, level)
        assert found.value is None
        assert found.reason == reason
        assert found.p_667 is None


def test_an_empty_table_and_standings_without_variation_are_undefined():
    assert alpha(np.empty((0, 0))).reason == kappa([]).reason == "fewer than 2 judges"
    assert alpha_value(np.empty((3, 0))) is None
    many = np.random.default_rng(2).integers(1, 6, (256, 5))  # as many as a byte has no room for
    assert alpha_value(many) == pytest.approx(alpha(many).value)
    assert kappa([["UPHELD", "REFUTED"]]).reason == "fewer than 2 judges"
    assert kappa([["UPHELD", "REFUTED"]] * 2).value == 1.0
    assert kappa([["UPHELD"] * 2] * 2).reason == "every answer is the same"
    assert alpha([[-1, 2], [1, 2]], "ratio").reason == "negative scores have no ratio"


def test_a_missing_standing_is_left_out_and_not_uncertain():
    # Filled with UNCERTAIN, 4 of 24 missing take kappa to about .26; left out it holds.
    missing = [list(row) for row in STANDINGS]
    for judge, item in ((0, 0), (1, 3), (2, 4), (3, 1)):
        missing[judge][item] = None
    filled = [["UNCERTAIN" if v is None else v for v in row] for row in missing]
    assert abs(kappa(missing).value - kappa(STANDINGS).value) < 0.1
    assert kappa(filled).value < kappa(missing).value - 0.1


def test_high_percent_with_low_kappa_is_noted_in_words():
    one = ["UPHELD"] * 18 + ["REFUTED", "UPHELD"]
    other = ["UPHELD"] * 18 + ["UPHELD", "REFUTED"]
    found = kappa([one, other])
    # 18 of 20 pairs agree; shares .95 and .05: chance .905; (.9 − .905)/.095
    assert found.percent.value == pytest.approx(0.9)
    assert found.value == pytest.approx((0.9 - 0.905) / 0.095)
    assert found.note is not None
    assert "90%" in found.note
    assert kappa(STANDINGS).note is None


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: alpha([1, 2, 3]), r"expected an array \(n_judges, n_items\), got 1 dimension"),
        (lambda: alpha([[1, 2], [2, 1]], "cardinal"), "expected one of nominal, .* got 'cardinal'"),
        (lambda: kappa([["GOOD"], ["UPHELD"]]), "expected one of REFUTED, .* got 'GOOD'"),
        (lambda: kappa([["UPHELD"], ["UPHELD", "REFUTED"]]), "expected rows of one length"),
    ],
)
def test_what_is_no_table_is_refused_with_what_was_expected(call, message):
    with pytest.raises(ValueError, match=message):
        call()


def test_a_lone_zero_far_below_costs_no_digits():
    near = [[1.0, 2, 3, 5], [1, 2, 4, 5]]
    far = [[1e9 + score for score in row] + [0.0 if place == 0 else nan] for place, row in enumerate(near)]
    assert alpha(far).value == pytest.approx(alpha(near).value, abs=1e-9)


@each("level", LEVELS)
@each("bad", [float("inf"), float("-inf")])
def test_an_infinite_score_is_refused_at_every_level_even_where_it_stands_alone(level, bad):
    for table in ([[1, bad, 2], [1, 2, 2]], [[1, 2, bad], [1, 3, nan]], [[bad, nan], [nan, nan]]):
        with pytest.raises(ValueError, match="expected finite scores or NaN, got an infinite one"):
            alpha_value(table, level)


def test_a_table_of_several_blocks_has_the_alpha_of_its_sums_by_argument():
    rng = np.random.default_rng(5)
    table = rng.integers(1, 11, (3, VALUE_BLOCK // 2)).astype(float)  # one whole block and half of the next
    table[0, ::3] = np.nan
    assert alpha_value(table) == pytest.approx(unit_statistics(table).value, abs=1e-12)
    table[1, -1] = -1e3  # further below the first block than the scores of that are apart
    assert alpha_value(table) == pytest.approx(unit_statistics(table).value, abs=1e-12)
    for infinite in (np.inf, -np.inf):
        table[1, -1] = infinite
        with pytest.raises(ValueError, match="infinite"):
            alpha_value(table)


@each("bands", [BANDS, STANDING_BANDS])
def test_a_band_names_the_range_that_it_has(bands):
    *limits, _ = (least for least, _ in bands)
    between = [f"{least:.2f} to {most:.2f}" for most, least in pairwise(limits)]
    named = [f"{limits[0]:.2f} and above", *between, f"below {limits[-1]:.2f}"]
    assert [band.range for _, band in bands] == named
