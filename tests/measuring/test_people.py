"""People beside judges: like with like, and what is declared in simulated people is found again."""

import numpy as np
import pytest
from scipy import special

from debate_core.measuring.agreement import alpha
from debate_core.measuring.intervals import HANGS
from debate_core.measuring.people import (
    Sitting,
    _behind,
    alternative_annotator,
    carry_over,
    drift,
    likeness,
    people_and_judges,
)

pytestmark = pytest.mark.slow

DEBATES = np.repeat(np.arange(16), 6)


def readings(rng, raters, noise, items):
    """What raters of one noise make of the same true values."""
    return items + rng.normal(0.0, noise, (raters, len(items)))


def test_two_people_are_as_alike_as_their_alpha_says():
    rng = np.random.default_rng(1)
    two = readings(rng, 2, 1.0, rng.normal(6.0, 1.5, 96))
    two[0, 5] = two[1, 7] = np.nan
    found = likeness([(two[0], two[1])], DEBATES)
    assert found.value == pytest.approx(alpha(two).value)
    assert (found.n, found.items) == (1, 94)
    # the jackknife by hand: t with 15 degrees of freedom is 2.131
    others = [debate != DEBATES for debate in range(16)]
    without = np.array([likeness([(two[0][left], two[1][left])], DEBATES[left]).value for left in others])
    reach = 2.1314495 * np.sqrt(15 / 16 * ((without - without.mean()) ** 2).sum())
    assert found.interval == pytest.approx((found.value - reach, found.value + reach))
    assert likeness([(two[0], two[1])], DEBATES // 6).interval, "three debates are enough"


@pytest.mark.parametrize(("people", "judges"), [(4, 3), (3, 8), (2, 4)])
def test_like_stands_beside_like_so_that_one_truth_gives_one_answer(people, judges):
    # People and judges err alike: a person is as like a judge as like a person, and a mean of k is steadier: k of the
    # other people, and k of the judges, however many judges there are.
    rng = np.random.default_rng(2)
    k = min(people - 1, judges)
    runs = []
    for _ in range(30):
        items = rng.normal(6.0, 1.0, 96)
        theirs = readings(rng, judges, 1.0, items)
        theirs[rng.random(theirs.shape) < 0.1] = np.nan
        one = people_and_judges(readings(rng, people, 1.0, items), theirs, DEBATES)
        figures = (one.person_judge, one.person_person, one.person_panel_mean, one.person_people_mean)
        assert [found.n for found in figures[2:]] == [people, people]
        runs.append([found.value for found in figures])
    judge, person, panel_mean, people_mean = np.mean(runs, axis=0)
    assert judge == pytest.approx(0.5, abs=0.02)  # 1 / (1 + 1)
    assert judge == pytest.approx(person, abs=0.02)
    # Covariance 1 of variances 2 and 1 + 1/k.
    assert people_mean == pytest.approx(2 / (3 + 1 / k), abs=0.02)
    assert panel_mean == pytest.approx(people_mean, abs=0.02)


def test_what_is_chosen_for_being_disputed_shows_less_agreement_than_what_is_drawn():
    rng = np.random.default_rng(8)
    disputed, drawn = [], []
    for _ in range(40):
        items, debates = rng.normal(6.0, 1.0, 192), np.repeat(np.arange(32), 6)
        judges, people = readings(rng, 4, 1.0, items), readings(rng, 3, 1.0, items)
        # The third that judges spread widest on, and as many drawn at random.
        widest = np.argsort(-judges.var(axis=0))[:64]
        for found, here in ((disputed, widest), (drawn, rng.choice(192, 64, replace=False))):
            one = people_and_judges(people[:, here], judges[:, here], debates[here])
            found.append([one.person_judge.value, one.person_person.value])
    judge, person = np.mean(drawn, axis=0)
    assert judge == pytest.approx(person, abs=0.03)
    assert np.mean(disputed, axis=0)[0] < judge - 0.05


def test_the_interval_holds_the_truth_of_debates_that_differ():
    rng = np.random.default_rng(3)
    held = 0
    for _ in range(150):
        items = rng.normal(6.0, 0.7, 16)[DEBATES] + rng.normal(0.0, 0.7, 96)
        two = readings(rng, 2, 1.0, items)
        low, high = likeness([(two[0], two[1])], DEBATES).interval
        held += low <= 0.98 / 1.98 <= high
    assert 0.91 <= held / 150 <= 0.98


@pytest.mark.parametrize(
    ("people", "debates", "reason"),
    [
        ([[1.0, 2, 3]], [1, 1, 1], "no two of them"),
        ([[1.0, 2, 3], [1, 2, 4]], [1, 1, 2], "3 debates"),
        ([[5.0, 5, 5], [5, 5, 5]], [1, 2, 3], "no two of them"),
        ([[5.0, np.nan, 5], [np.nan, 3, 5]], [1, 2, 3], "no two of them"),
        ([[1.0, 2, 5, 5], [1, 3, 5, 5]], [1, 1, 2, 3], HANGS),
        ([[1.0, 3] * 3, [2, 3] * 3], [1, 1, 2, 2, 3, 3], "all cases give the same"),
    ],
)
def test_too_little_is_said_and_never_filled_in(people, debates, reason):
    found = people_and_judges(np.array(people), np.empty((0, len(debates))), debates)
    assert reason in found.person_person.reason
    assert found.person_judge.value is None
    assert found.person_person.interval is None


@pytest.mark.parametrize("items", [12, 30])
def test_a_panel_on_the_line_is_let_through_in_one_case_of_twenty(items):
    # Mean −.1 + .3 = ε = .2: wins and losses as they come in such tests, ties between.
    rng = np.random.default_rng(4)
    drawn = rng.choice([-1.0, 0.0, 1.0], (1500, items), p=[0.3, 0.2, 0.5])
    assert np.mean([_behind(one, 0.2) <= 0.05 for one in drawn]) <= 0.065


def test_a_panel_nearer_to_people_than_they_are_passes_and_noise_fails():
    rng = np.random.default_rng(5)
    items = rng.normal(6.0, 1.5, 96)
    people = readings(rng, 4, 1.0, items)
    good, noise = (alternative_annotator(people, one, 0.2) for one in (items, rng.permutation(items)))
    assert (good.passed, good.share, good.weak) == (True, 1.0, False)
    assert (noise.passed, noise.share) == (False, 0.0)
    assert good.advantage > 0.6 > noise.advantage


@pytest.mark.parametrize(("items", "power"), [(24, 0.27), (96, 0.64)])
def test_a_panel_that_is_as_good_as_a_person_is_shown_so_the_oftener_the_more_items(items, power):
    # One person of many is held against the line at a time, before the correction over people.
    rng = np.random.default_rng(9)
    shown = []
    for _ in range(150):
        truth = rng.normal(6.0, 1.0, items)
        found = alternative_annotator(readings(rng, 3, 1.0, truth), readings(rng, 1, 1.0, truth)[0], 0.2)
        shown += [row.p <= 0.05 for row in found.people]
    assert np.mean(shown) == pytest.approx(power, abs=0.07)


def test_against_people_who_agree_by_chance_alone_a_panel_passes_and_so_the_test_needs_people_who_agree():
    rng = np.random.default_rng(10)
    passed, agreed = [], []
    for _ in range(150):
        people = rng.normal(6.0, 1.0, (3, 96))
        passed.append(alternative_annotator(people, rng.normal(6.0, 1.0, 96), 0.2).passed)
        agreed.append(people_and_judges(people, people[:0], DEBATES).person_person.interval[0] > 0)
    assert np.mean(passed) > 0.25
    assert np.mean(agreed) <= 0.065


def test_who_is_nearer_the_others_wins_the_item_and_a_tie_counts_for_both():
    people = np.array([[4.0, 6, 9], [5, 5, 5], [5, 5, 5]])
    first, second, _ = alternative_annotator(people, np.array([6.0, 4, 5]), 0.15, min_items=3).people
    # Beside 5 and 5 the first person and the panel are both 1 away, twice; then 4 against 0. Wins less losses 0, 0, -1:
    # mean -1/3, sd 1/√3, so t = (-1/3 - .15) / (1/3) on 2 degrees of freedom.
    assert (first.items, first.panel_wins) == (3, 1.0)
    assert first.p == pytest.approx(special.stdtr(2, -1.45))
    # Beside 4 and 5, then 6 and 5, the second is nearer; beside 9 and 5 both gave 5.
    assert second.panel_wins == pytest.approx(1 / 3)


def test_the_test_wants_three_people_and_calls_few_items_weak():
    rng = np.random.default_rng(6)
    truth = rng.normal(6.0, 1.0, 30)
    people = readings(rng, 3, 1.0, truth)
    assert [alternative_annotator(people[:, :n], truth[:n]).weak for n in (29, 30)] == [True, False]
    assert "3 people" in alternative_annotator(people[:2], people[0]).reason
    # Who scored few arguments is passed over, and keeps nobody else from being tested.
    some = np.vstack((people, people[:1]))
    some[3, 11:] = np.nan
    assert [row.person for row in alternative_annotator(some, people.mean(axis=0)).people] == [0, 1, 2]
    assert "there are 0" in alternative_annotator(some[1:, :11], people[0, :11]).reason


def test_where_every_case_came_out_alike_p_is_the_most_that_chance_makes_of_it():
    rng = np.random.default_rng(6)
    truth = rng.normal(6.0, 1.0, 20)
    apart = np.vstack((readings(rng, 3, 0.5, truth), truth + 9.0))
    last = alternative_annotator(apart, truth).people[3]
    # The panel was strictly nearer in all 20: at ε behind on the mean, each has a chance of (1 − ε)/2 at most.
    assert (last.panel_wins, last.p) == (1.0, pytest.approx((0.85 / 2) ** 20))
    assert last.shown
    # Always as near, never nearer, in 20 cases is little.
    assert alternative_annotator(np.vstack([truth] * 4), truth).people[0].p == pytest.approx(0.85**20)


def sittings(rng, slope=0.0, pull=0.0, people=4, n=24):
    """People who drift by ``slope`` an argument, or are pulled by ``pull`` of the argument before."""
    made = []
    for _ in range(people):
        expected = rng.normal(6.0, 1.0, n)
        scores = expected + rng.normal(0.0, 1.0, n) + slope * np.arange(n)
        for place in range(1, n):
            scores[place] += pull * (scores[place - 1] - 6.0)
        made.append(Sitting(scores=scores, expected=expected))
    return made


def test_a_declared_effect_of_order_is_found_and_none_is_invented():
    rng = np.random.default_rng(7)
    steady = [sittings(rng) for _ in range(80)]
    for effect in (drift, carry_over):
        assert np.mean([effect(one).p <= 0.05 for one in steady]) <= 0.1
    drifting = [drift(sittings(rng, slope=0.08)) for _ in range(15)]
    assert np.mean([one.slope for one in drifting]) == pytest.approx(0.08, abs=0.02)
    assert np.mean([one.p <= 0.05 for one in drifting]) > 0.8
    pulled = [carry_over(sittings(rng, pull=0.4)) for _ in range(15)]
    assert np.mean([one.p <= 0.05 for one in pulled]) > 0.8


def test_a_slope_that_no_other_order_gives_has_the_least_p_and_few_scores_have_none():
    # in none of 1,999 orders of 12 scores do they rise as steadily
    rising = drift([Sitting(scores=np.arange(12.0), expected=np.zeros(12))])
    assert (rising.slope, rising.p, rising.n) == (pytest.approx(1.0), 1 / 2000, 12)
    found = drift([Sitting(scores=np.array([5.0, 6]), expected=np.array([5.0, 5]))])
    assert (found.slope, found.n) == (None, 2)
    alike = carry_over([Sitting(scores=np.full(13, 5.0), expected=np.arange(13.0))])
    assert (alike.p, alike.reason) == (None, "each person scored every argument alike")
    assert "12 blind scores" in found.reason


def test_how_likely_a_panel_is_behind_where_all_differences_are_alike():
    assert (
        round(_behind(np.full(12, -1.0), 0.15), 6),
        round(_behind(np.zeros(12), 0.15), 3),
        _behind(np.ones(12), 0.15),
    ) == (3.5e-05, 0.142, 1.0)
