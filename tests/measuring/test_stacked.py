"""A stack of panels is judged as each would be alone: the simulation's shortcut changes no figure and no rule."""

import numpy as np
import pytest

from debate_core.measuring.simulation import PanelTruth, simulate
from debate_core.measuring.stacked import chunks, stacked_alpha
from debate_core.measuring.table import panel_table
from debate_core.rules import Rules
from debate_core.verdict import decide, named_rules
from debate_core.verdict_stack import decide_many

KINDS = {
    "usual": {"missing": 0.1},
    "two judges": {"judges": 2, "missing": 0.1},
    "one argument a side": {"arguments_a_side": 1, "missing": 0.2},
    "many missing, rounded": {"rounded": True, "missing": 0.5},
    "hardly any scores": {"judges": 3, "arguments_a_side": 2, "missing": 0.8},
    "no error": {"noise": 0.0, "missing": 0.1},
    "no variation": {"noise": 0.0, "argument_sd": 0.0, "severity_sd": 0.0, "gap": 0.0, "rounded": True},
    "a split": {"split": 6.0, "arguments_a_side": 5},
    "eight by sixteen": {"judges": 8, "arguments_a_side": 8, "missing": 0.3},
}


@pytest.mark.parametrize("rules", ["default", "classic"])
@pytest.mark.parametrize("kind", KINDS)
def test_a_stack_is_judged_as_each_table_alone(kind: str, rules: str) -> None:
    panels = simulate(PanelTruth(**{"gap": 1.0, **KINDS[kind]}), 40, np.random.default_rng(3))
    many = decide_many(panels.ratings, panels.truth.sides, named_rules(rules))
    assert len(many) == 40
    for ratings, found in zip(panels.ratings, many, strict=True):
        alone = decide(panel_table(ratings, panels.truth.sides), named_rules(rules))
        assert (found.call, found.reasons, found.divergent) == (alone.call, alone.reasons, alone.divergent)
        assert found.gap == (alone.gap if alone.gap is None else pytest.approx(alone.gap, abs=1e-9))
        assert _same(found.interval, alone.interval)
        assert _same(found.alpha_interval, alone.alpha.interval)
        assert (found.alpha is None) == (alone.alpha.value is None)


def _same(one, other):
    return one == (None if other is None else pytest.approx(other, abs=1e-9))


def test_other_thresholds_count_in_a_stack_too() -> None:
    panels = simulate(PanelTruth(gap=1.0, split=6.0), 60, np.random.default_rng(3))
    strict = Rules(gap_level=0.99, divergence_level=0.5, divergence_spread=0.2, alpha_alone=True)
    for ratings, found in zip(
        panels.ratings, decide_many(panels.ratings, panels.truth.sides, strict), strict=True
    ):
        alone = decide(panel_table(ratings, panels.truth.sides), strict)
        assert (found.call, found.reasons, found.divergent) == (alone.call, alone.reasons, alone.divergent)


def test_a_large_stack_is_cut_and_nothing_is_lost() -> None:
    ratings = np.arange(5000 * 4 * 16, dtype=float).reshape(5000, 4, 16)
    parts = list(chunks(ratings))
    assert len(parts) > 1
    assert np.array_equal(np.concatenate(parts), ratings)


def test_no_panels_give_no_rulings_and_bootstrap_sizes_are_refused() -> None:
    assert decide_many(np.empty((0, 3, 4)), ["pro", "pro", "con", "con"]) == ()
    with pytest.raises(ValueError, match="fewer than 50 arguments, got 60"):
        stacked_alpha(np.zeros((1, 3, 60)))
