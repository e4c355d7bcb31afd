"""The difference of two rounds' alphas: paired over arguments, or nothing with its reason; its interval holds."""

from dataclasses import replace

import numpy as np
import pytest

from bench.talk import SEVERITY, Talk, Truth, coverage
from debate_core.measuring.agreement import alpha, alpha_value
from debate_core.measuring.deliberation import APART, SAME, alpha_change, alpha_difference, others_mean
from tests.each import each

pytestmark = pytest.mark.slow

nan = float("nan")
FIRST = np.array([[7.0, 8, 5, 4, 3, 6], [4, 8, 6, 2, 5, 6], [7, 5, 5, 3, 1, 9]])


def nearer(table, way=0.5):
    """The same judges after each went some of the way to the others."""
    return table + way * (others_mean(table) - table)


def test_it_is_the_difference_of_the_two_alphas_with_an_interval_around_it():
    found = alpha_change(FIRST, nearer(FIRST))
    assert found.before == pytest.approx(alpha_value(FIRST))
    assert found.after == pytest.approx(alpha_value(nearer(FIRST)))
    assert found.value == pytest.approx(found.after - found.before)
    assert found.interval[0] < found.value < found.interval[1]
    assert (found.n, found.reason) == (6, None)


def test_only_scores_given_both_times_count():
    first, then = FIRST.copy(), nearer(FIRST)
    first[0, 1] = then[2, 4] = nan
    both = np.isnan(first) | np.isnan(then)
    found = alpha_change(first, then)
    assert found.before == pytest.approx(alpha_value(np.where(both, nan, first)))
    assert found.after == pytest.approx(alpha_value(np.where(both, nan, then)))
    then[1:, 0] = nan
    assert alpha_change(first, then).n == 5


def test_what_rounds_share_is_taken_off():
    # Were they strangers, the interval would be as wide as both together.
    then = FIRST.copy()
    then[0, 4] = 4.0
    found, one, other = alpha_change(FIRST, then), alpha(FIRST).interval, alpha(then).interval
    apart = np.hypot(one[1] - one[0], other[1] - other[0])
    assert found.interval[1] - found.interval[0] < 0.6 * apart


@pytest.mark.parametrize("level", ["nominal", "ordinal", "interval", "ratio"])
def test_every_level_has_a_change(level):
    found = alpha_change(FIRST, np.rint(nearer(FIRST)), level)
    assert found.value == pytest.approx(
        alpha_value(np.rint(nearer(FIRST)), level) - alpha_value(FIRST, level)
    )
    assert found.interval or found.reason


ALIKE = np.tile(FIRST[0], (3, 1))


@each(
    ("first", "then", "known", "reason"),
    [
        (np.full((3, 6), 5.0), FIRST, False, "before: every score is the same"),
        (FIRST, np.full((3, 6), 5.0), False, "after: every score is the same"),
        (FIRST, np.where(np.arange(3)[:, None] == 0, FIRST, nan), False, "before: fewer than 2 judges"),
        (FIRST, np.where(np.arange(6) == 0, FIRST, nan), False, "before: fewer than two have scores"),
        (FIRST, FIRST, True, "no score changed"),
        (FIRST, ALIKE, True, "after: the judges agree exactly"),
        (ALIKE, FIRST, True, "before: the judges agree exactly"),
        (FIRST[:, :2], nearer(FIRST[:, :2]), True, "before: fewer than 3 cases to compare"),
    ],
)
def test_a_change_that_is_undefined_or_has_no_interval_says_why(first, then, known, reason):
    found = alpha_change(first, then)
    assert (found.value is not None) == known and found.interval is None
    assert found.reason.replace(" the discussion:", ":", 1).startswith(reason) and "talk" not in found.reason


def test_tables_of_different_panels_are_refused():
    with pytest.raises(ValueError, match="shape of before"):
        alpha_change(FIRST, FIRST[:2])


@pytest.mark.simulation
@pytest.mark.parametrize(
    ("truth", "moved"),
    [
        (Truth(severity=SEVERITY), 1.0),
        (Truth(severity=SEVERITY, conform=0.5), 1.0),
        (Truth(severity=SEVERITY, learn=True, arguments=12), 1.0),
        # most scores held, as in a real deliberation: here a plain jackknife of the difference falls short
        (Truth(severity=SEVERITY, conform=0.5), 0.15),
    ],
    ids=("no influence", "conform", "learn, 12 arguments", "most held"),
)
def test_the_interval_holds_the_true_change_about_as_often_as_it_promises(truth, moved):
    # 92 to 97% of 2,000 panels; 250 tell it to 3 points
    found = coverage(replace(truth, panels=250), moved)
    assert found.covers >= 0.89
    assert found.none <= 0.15  # nothing was reconsidered


@pytest.mark.simulation
def test_judges_who_only_read_again_seldom_seem_to_agree_more():
    talk = Talk(Truth(severity=SEVERITY, panels=250))
    found = [alpha_change(*pair).interval for pair in zip(talk.first, talk.again(), strict=True)]
    assert np.mean([low > 0.0 for low, _ in (one for one in found if one)]) <= 0.05


def test_two_panels_are_compared_on_the_arguments_that_both_scored_twice():
    people = np.array([[7.0, 8, 5, 4, 3, 6, 9], [4, 8, 6, nan, 5, 6, nan]])
    found = alpha_difference(people, np.column_stack((FIRST, [nan, nan, 4])))
    both = [0, 1, 2, 4, 5]  # The fourth has one person's score, the seventh one person's and one judge's.
    assert found.n == 5
    assert found.before == pytest.approx(alpha_value(people[:, both]))
    assert found.after == pytest.approx(alpha_value(FIRST[:, both]))
    assert found.interval[0] < found.value < found.interval[1]
    turned = alpha_difference(np.column_stack((FIRST, [nan, nan, 4])), people)
    assert turned.interval == pytest.approx((-found.interval[1], -found.interval[0]))


def test_a_panel_against_itself_with_nobody_moved_has_no_interval_and_reasons_name_the_table():
    assert alpha_difference(FIRST, FIRST).reason == SAME
    alike = alpha_difference(FIRST, np.tile(FIRST[0], (3, 1)), names=("people", "judges"))
    assert alike.reason.startswith("judges: the judges agree exactly")
    with pytest.raises(ValueError, match="expected the 6 arguments"):
        alpha_difference(FIRST, FIRST[:, :4])


def test_the_table_that_lacks_judges_is_named_and_neither_where_only_no_arguments_are_scored_in_both():
    names, nan = ("people", "judges"), np.nan
    assert alpha_difference(FIRST, FIRST[:1], names=names).reason == "judges: fewer than 2 judges"
    assert alpha_difference(FIRST[:1], FIRST, names=names).reason == "people: fewer than 2 judges"
    both = alpha_difference(FIRST[:1], FIRST[:1], names=names).reason
    assert both == "people: fewer than 2 judges; judges: fewer than 2 judges"
    halves = [
        np.where(part, FIRST, nan) for part in (np.arange(FIRST.shape[1]) < 2, np.arange(FIRST.shape[1]) > 1)
    ]
    assert alpha_difference(*halves, names=names).reason == APART


def test_the_difference_of_two_panels_is_held_as_often_as_promised():
    # Both panels have true alpha 4/(4 + 1) = .8 on the same arguments: the difference is 0.
    rng, held = np.random.default_rng(3), 0
    for _ in range(200):
        worth = rng.normal(0, 2, 20)
        one, other = (worth + rng.normal(0, 1, (judges, 20)) for judges in (3, 5))
        low, high = alpha_difference(one, other).interval
        held += low <= 0 <= high
    assert 0.92 <= held / 200 <= 0.985


def test_clusters_widen_the_interval_of_a_difference_of_copied_arguments():
    copied = [np.repeat(table, 3, axis=1) for table in (FIRST, nearer(FIRST))]
    groups = np.repeat(np.arange(6), 3)
    bare, clustered = alpha_difference(*copied), alpha_difference(*copied, clusters=groups)
    assert np.ptp(clustered.interval) > 1.5 * np.ptp(bare.interval)
