"""What probes tell of simulated judges whose truth is known: who conforms is caught, who learns is not accused.

The figures are also printed by ``python -m bench.talk`` and stand in docs/statistics.md.
"""

from dataclasses import replace
from itertools import permutations, product

import numpy as np
import pytest

from bench.talk import Talk, Truth, caught, naive_pull
from debate_core.measuring.conformity import (
    Effect,
    _derangements,
    beyond_re_reading,
    findings,
    planted_effect,
    pull,
    re_read_rate,
    significant,
)
from debate_core.measuring.deliberation import others_mean
from tests.each import each

pytestmark = pytest.mark.slow

nan = float("nan")
JUDGES = 4
FEW, ACCUSED = (0.0, 0.07), ("normative", "planted", "accused")
CAUGHT = {"normative": (0.9, 1), "planted": (0.95, 1)}


@pytest.mark.simulation
@pytest.mark.parametrize(
    ("truth", "shares"),
    [
        (Truth(), dict.fromkeys((*ACCUSED, "informational"), FEW)),
        (Truth(learn=True), {**dict.fromkeys(ACCUSED, FEW), "informational": (0.45, 1)}),
        (Truth(learn=True, arguments=12), {**dict.fromkeys(ACCUSED, FEW), "informational": (0.8, 1)}),
        (Truth(conform=0.5), {**CAUGHT, "informational": FEW}),
        (Truth(conform=0.5, learn=True), {**CAUGHT, "informational": (0.45, 1)}),
    ],
    ids=("no influence", "learn", "learn, 12 arguments", "conform", "both"),
)
def test_conforming_judges_are_caught_and_others_are_not_accused(truth, shares):
    found = caught(replace(truth, panels=400))
    for name, (least, most) in shares.items():
        assert least <= getattr(found, name) <= most, f"{name}: {found}"


@pytest.mark.simulation
def test_half_of_the_way_is_found_as_half_and_the_interval_holds_it():
    found = [one for _, one, _ in Talk(Truth(conform=0.5, panels=200)).effects()]
    assert np.mean([one.value for one in found]) == pytest.approx(0.5, abs=0.03)
    assert 0.92 <= np.mean([low <= 0.5 <= high for low, high in (one.interval for one in found)]) <= 0.99


@pytest.mark.simulation
def test_talk_alone_tells_learning_from_conforming_no_better_than_by_a_tenth():
    none, learning, conforming = map(
        naive_pull, (Truth(panels=250), Truth(panels=250, learn=True), Truth(panels=250, conform=0.5))
    )
    assert none > 0.05
    assert learning == pytest.approx(conforming, abs=0.1)


def panel(seed=3, arguments=6):
    rng = np.random.default_rng(seed)
    return rng.integers(1, 11, (JUDGES, arguments)).astype(float)


def shifted(arguments=6):
    """Each argument's positions go to the next one."""
    return np.tile(np.roll(np.arange(arguments), 1), (JUDGES, 1))


def test_stubborn_judges_have_no_pull_no_effect_and_no_finding():
    first = panel()
    planted_on = planted_effect(first, first, shifted())
    effects = (
        beyond_re_reading("normative", first, first, first),
        planted_on,
        beyond_re_reading("informational", first, first, first),
    )
    assert pull(first, first).value == 0.0
    assert re_read_rate(first, first).value == 0.0
    assert [(one.value, one.p) for one in effects] == [(0.0, 1.0)] * 3
    assert significant(effects) == (False,) * 3
    assert findings(False, effects) == ("nothing moved",)


def test_pull_is_the_share_of_the_way_that_all_judges_go():
    first = panel()
    to = others_mean(first)
    found = pull(first, first + 0.3 * (to - first))
    assert found.value == pytest.approx(0.3)
    # the same on every argument: nothing shows how much it varies
    assert found.interval is None and found.reason
    assert pull(first, first + 1.0).value == pytest.approx(0.0)


def test_an_effect_is_a_difference_of_two_pulls():
    first, positions, again = panel(3), panel(4), panel(5)
    effect = beyond_re_reading("normative", first, positions, again)
    assert effect.value == pytest.approx(pull(first, positions).value - pull(first, again).value)
    assert effect.interval[0] < effect.value < effect.interval[1]
    assert beyond_re_reading("normative", first, positions, again) == effect
    assert planted_effect(first, positions, shifted()) == planted_effect(first, positions, shifted())


def test_swapping_at_random_comes_near_to_all_swaps_there_are():
    first = panel(6)[:2, :4]
    positions, again = panel(7)[:2, :4], panel(8)[:2, :4]
    gap = others_mean(first) - first
    terms = ((gap - gap.mean()) * (positions - again)).ravel()
    every = np.array(list(product((-1.0, 1.0), repeat=terms.size))) @ terms
    exact = np.mean(every >= terms.sum() - 1e-9)
    assert beyond_re_reading("normative", first, positions, again).p == pytest.approx(exact, abs=0.03)


def test_planted_effects_are_the_slope_beside_first_score_and_judge():
    first, rng = panel(9), np.random.default_rng(10)
    sources = shifted()
    shown = np.take_along_axis(others_mean(first), sources, axis=1)
    after = first + rng.normal(0, 1, first.shape)
    judges = np.repeat(np.eye(JUDGES), 6, axis=0)
    design = np.column_stack((shown.ravel(), first.ravel(), judges))
    slope = np.linalg.lstsq(design, (after - first).ravel(), rcond=None)[0][0]
    found = planted_effect(first, after, sources)
    assert found.value == pytest.approx(slope)
    # a judge whose whole call comes out higher has shown nothing
    assert planted_effect(first, after + np.arange(JUDGES)[:, None], sources).value == pytest.approx(slope)


def test_no_argument_is_planted_on_itself_in_any_draw():
    cells, sources = (0, 2, 3, 5), (0, 1, 3, 5)
    drawn = _derangements(cells, sources, 1)
    assert not (drawn == np.array(cells)).any()
    assert (np.sort(drawn, axis=1) == np.array(sources)).all()
    every = {order for order in permutations(sources) if not any(map(int.__eq__, order, cells))}
    assert {tuple(row) for row in drawn.tolist()} == every


def test_what_is_missing_takes_no_part():
    first, then, again, sources = panel(3), panel(4), panel(5), shifted()
    then[0, 2] = again[1, 3] = nan
    sources[2, 1] = -1
    assert pull(first, then).n == 23
    assert beyond_re_reading("normative", first, then, again).n == 22
    assert planted_effect(first, then, sources).n == 22
    then[2, 1] = 99.0  # its cell has no planted positions
    assert planted_effect(first, then, sources) == planted_effect(
        first, np.where(sources < 0, 1.0, then), sources
    )
    # a judge that failed: the others are measured as if it had no seat, but for the positions they saw
    then[3] = nan
    assert planted_effect(first, then, sources).n == 16
    assert re_read_rate(first, then).of == 17


@pytest.mark.parametrize(
    ("first", "then", "reason"),
    [
        ([[4, 5, 6]], [[5, 6, 7]], "no score was given in every reading"),
        ([[4, nan], [nan, 5]], [[4, 5], [6, 7]], "no score was given in every reading"),
        ([[4, 5], [4, 5]], [[5, 5], [4, 5]], "as far from the others"),
    ],
)
def test_what_can_not_be_told_is_nothing_with_its_reason(first, then, reason):
    for found in (pull(first, then), beyond_re_reading("normative", first, then, first)):
        assert found.value is None and found.interval is None
        assert reason in found.reason and found.reason


def test_planted_positions_that_do_not_vary_tell_nothing():
    found = planted_effect([[4, 5], [6, 6]], [[5, 5], [6, 7]], [[-1, 0], [-1, 0]])
    assert (found.value, found.p) == (None, None)
    assert "same planted positions" in found.reason
    found = planted_effect([[4, 5], [6, 6]], [[5, 5], [6, 7]], [[-1, -1], [-1, -1]])
    assert (found.value, found.n) == (None, 0)


def test_two_arguments_have_no_interval():
    assert "fewer than 3" in pull([[4, 5], [6, 9]], [[5, 5], [6, 8]]).reason


@pytest.mark.parametrize(
    ("sources", "match"),
    [([[1, 0]], "shape"), ([[1, 2], [1, 0]], "below 2"), ([[0, 1], [1, 0]], "own positions")],
)
def test_sources_that_can_not_be_are_refused(sources, match):
    with pytest.raises(ValueError, match=match):
        planted_effect([[4, 5], [6, 7]], [[4, 5], [6, 7]], sources)


def effect(kind, p):
    return Effect(kind=kind, value=0.3 if p is not None else None, p=p)


@each(
    ("moved", "effects", "said"),
    [
        (True, [], ("unexplained moves",)),
        (False, [], ("nothing moved",)),
        (True, [("planted", None)], ("unexplained moves",)),
        (True, [("planted", 0.05)], ("conformity shown",)),
        (True, [("normative", 0.05)], ("conformity shown",)),
        (True, [("informational", 0.05)], ("evidence moved them",)),
        (True, [("normative", 0.051), ("informational", 0.2)], ("can't tell",)),
        # two probes are two chances: each at half the level
        (True, [("normative", 0.03), ("planted", 0.2)], ("can't tell",)),
        (True, [("normative", 0.025), ("planted", 0.2)], ("conformity shown",)),
        (True, [("normative", 0.05), ("planted", None)], ("conformity shown",)),
        (True, [("planted", 0.001), ("informational", 0.001)], ("conformity shown", "evidence moved them")),
        (False, [("planted", 0.4)], ("nothing moved",)),
        (False, [("planted", 0.001)], ("conformity shown",)),
    ],
)
def test_conformity_and_evidence_are_said_against_a_probe_only(moved, effects, said):
    assert findings(moved, [effect(kind, p) for kind, p in effects]) == said
