"""What is promised of panels holds where the truth is known, with standings, severity, leanings and missing cells.

The kinds of panel and their limits are declared in ``bench.validity``, which prints the tables of docs/statistics.md
from thousands of each. Some hundred here leave chance, so a limit has the slack of 2.33 standard errors.
"""

import numpy as np
import pytest

from bench.validity import DIVISIONS, ITEMS, NAMED, SCORES, alpha_cover, divided, named
from debate_core.measuring.agreement import kappa

pytestmark = pytest.mark.simulation

PANELS = 120
NAMED_LIMITS = [one for one in NAMED if (one.named, one.right, one.wrong) != (None, None, None)]
DIVIDED_LIMITS = [one for one in DIVISIONS if (one.false, one.found) != (None, None)]


def most(limit, panels=PANELS):
    """The largest share that chance gives where the limit is the truth."""
    return limit + 2.33 * (limit * (1 - limit) / panels) ** 0.5


def least(limit, panels=PANELS):
    return 1 - most(1 - limit, panels)


@pytest.mark.parametrize("promise", NAMED_LIMITS, ids=lambda one: one.name)
def test_ties_are_seldom_named_and_gaps_are_named_right(promise):
    found = named(promise.truth, PANELS)
    assert promise.named is None or found.wrong <= most(promise.named)
    assert promise.right is None or found.right >= least(promise.right)
    assert promise.wrong is None or found.wrong <= most(promise.wrong)


def test_the_gaps_intervals_hold_as_often_as_they_say_where_judges_are_even_handed():
    panels = 400
    found = named(NAMED[0].truth, panels)
    assert least(0.90, panels) <= found.covers <= most(0.90, panels)
    assert least(0.80, panels) <= found.covers_by_judge <= most(0.80, panels)


@pytest.mark.parametrize("division", DIVIDED_LIMITS, ids=lambda one: one.name)
def test_what_divides_judges_is_found_and_what_does_not_is_seldom_called_so(division):
    some, first = divided(division.truth, PANELS)
    assert division.false is None or some <= most(division.false)
    assert division.found is None or first >= least(division.found)


@pytest.mark.parametrize("items", ITEMS)
@pytest.mark.parametrize("scores", [name for name, (_, holds) in SCORES.items() if holds])
def test_alphas_interval_holds_the_alpha_of_unlimited_arguments(scores, items):
    panels = 80
    assert least(0.92, panels) <= alpha_cover(scores, items, panels) <= most(0.98, panels)


def test_kappas_jackknife_covers_the_kappa_of_many_arguments():
    rng = np.random.default_rng(7)
    labels = np.array(["REFUTED", "UNCERTAIN", "PARTIALLY_UPHELD", "UPHELD"])

    def standings(items):
        truth = rng.integers(0, 4, items)
        kept = rng.random((4, items)) < 0.75
        return labels[np.where(kept, truth, rng.integers(0, 4, (4, items)))].tolist()

    # a pair agrees by truth .75², else by chance: kappa = .5625
    found = [kappa(standings(20)).interval for _ in range(200)]
    assert np.mean([low <= 0.5625 <= high for low, high in found]) >= 0.90
